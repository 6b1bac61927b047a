package irname

import (
	"regexp"
	"sync"

	"github.com/go-rtdyld/rtdyld/triple"
)

// targetLine is the definition of a module's target (LLVM Language Reference, "Target Triple").
var targetLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*target[ \t]+triple[ \t]*=[ \t]*"([^"\n]*)"`)
})

// Triple is the target that a module, given as text, says it is for; zero if it says none, or
// one that no triple is.
func Triple(text []byte) triple.Triple {
	m := targetLine().FindSubmatch(text)
	if m == nil {
		return triple.Triple{}
	}
	t, _ := triple.Parse(string(m[1]))
	return t
}

// Fits reports whether a module that says it is for one target may be compiled for another:
// of the same instruction set and system. Format and environment are the compiler's choice.
func Fits(module, want triple.Triple) bool {
	if module.Arch != triple.UnknownArch && family(module.Arch) != family(want.Arch) {
		return false
	}
	return module.OS == triple.UnknownOS || want.OS == triple.UnknownOS || module.OS == want.OS || module.IsMacOSX() && want.IsMacOSX()
}

// family is one instruction set for the two states of Arm, of which a module may be for
// either; a function may choose.
func family(a triple.Arch) triple.Arch {
	switch a {
	case triple.Thumb:
		return triple.ARM
	case triple.ThumbEB:
		return triple.ARMEB
	}
	return a
}
