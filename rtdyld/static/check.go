//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"go/version"
	"runtime"
	"slices"
	"strings"
)

// Go's versions whose runtime is known to be as calls need it.
var knownGo = []string{"go1.26", "go1.27"}

// goVersion is what the program was built by; a test says what it is not.
var goVersion = runtime.Version

// Check reports whether C can run in this process, without libc: nil, or an [*UnsupportedError] that says which version of Go
// it was built by that is not known, or what of a C library it has already.
func Check() error {
	if v := goVersion(); !known(v) {
		return &UnsupportedError{"Go " + v, "the runtime of " + strings.Join(knownGo, " and ") + " is known, and how it treats threads is not promised for others: build with one of these (GOTOOLCHAIN=" + knownGo[len(knownGo)-1] + ".0 go build), or take a version of this module that knows yours"}
	}
	if interpreted() {
		return &UnsupportedError{"a program with a dynamic loader", "it has a C library, for which there is package rtdyld/host; a static one is built with CGO_ENABLED=0 and imports neither purego nor rtdyld/host"}
	}
	return checkGoroutine()
}

func known(v string) bool {
	v, _, _ = strings.Cut(v, " ") // "go1.27.2 X:experiment"
	return slices.Contains(knownGo, version.Lang(v))
}

// What the auxiliary vector has (getauxval(3)) and a program header (gABI, "Program Header").
const (
	atPhdr, atPhent, atPhnum = 3, 4, 5
	ptLoad, ptInterp         = 1, 3
	pfX                      = 1
)

// interpreted reports whether the kernel started a dynamic loader for this program.
func interpreted() bool {
	found := false
	eachHeader(func(at uintptr) { found = found || peek[uint32](at) == ptInterp })
	return found
}

// textOf returns where the program's own code is.
func textOf() (from, to uintptr) {
	eachHeader(func(at uintptr) {
		if h := peek[header](at); h.Type == ptLoad && h.Flags&pfX != 0 {
			from, to = h.Addr, h.Addr+h.Size
		}
	})
	return from, to
}

// header is a program header of a 64-bit ELF file.
type header struct {
	Type, Flags   uint32
	_, Addr, _, _ uintptr
	Size, _       uintptr
}

// eachHeader calls f for the program's headers.
func eachHeader(f func(at uintptr)) {
	var at, size, n uintptr
	aux := getAuxv()
	for i := 0; i+1 < len(aux); i += 2 {
		switch aux[i] {
		case atPhdr:
			at = aux[i+1]
		case atPhent:
			size = aux[i+1]
		case atPhnum:
			n = aux[i+1]
		}
	}
	for ; n > 0; n-- {
		f(at)
		at += size
	}
}
