package nested

import (
	"runtime"
	"slices"
	"strings"
)

// Panicked names the function that panicked, or called what did: the outermost one that functions of callers, which are packages, have
// called. It is called while a deferred function recovers.
func Panicked(callers ...string) string {
	var pcs [64]uintptr
	last, inside := "", false
	for skip := 0; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		frames := runtime.CallersFrames(pcs[:n])
		for more := n > 0; more; {
			var f runtime.Frame
			f, more = frames.Next()
			switch {
			case f.Function == "runtime.gopanic":
				inside = true
			case !inside || last == "" && packageOf(f.Function) == "runtime":
			case slices.Contains(callers, packageOf(f.Function)):
				if last == "" {
					last = f.Function
				}
				return shorten(last)
			default:
				last = f.Function
			}
		}
		if n < len(pcs) {
			return shorten(last)
		}
	}
}

// packageOf is the path of a function's package.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	pkg, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash+len(pkg)]
}

// shorten leaves the last element of a package's path.
func shorten(function string) string { return function[strings.LastIndexByte(function, '/')+1:] }
