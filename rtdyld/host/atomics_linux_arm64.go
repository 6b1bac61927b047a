package host

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Kinds of atomic operations, in the order of atomicPC; those of 16 bytes come behind
// those of the first kind.
var atomicOps = [...]string{"cas", "ldadd", "ldclr", "ldeor", "ldset", "swp"}

// atomicPC has the addresses of the functions in assembly: for each kind those for 1,
// 2, 4 and 8 bytes, and cas16 behind cas8; then the same for __sync built-ins.
var atomicPC [2 * numAtomics]uintptr

const numAtomics = 6*4 + 1

// builtin gives the names that only a compiler's own library has, for code that it
// makes for this machine: __aarch64_cas4_acq and the like.
func builtin(name string) (rtdyld.Symbol, bool) {
	rest, ok := strings.CutPrefix(name, "__aarch64_")
	if !ok {
		return rtdyld.Symbol{}, false
	}
	for k, op := range atomicOps {
		size, ok := strings.CutPrefix(rest, op)
		if !ok {
			continue
		}
		size, order, _ := strings.Cut(size, "_")
		at := strings.Index("1 2 4 8 16", size) / 2
		switch {
		case size == "16" && op == "cas":
			at = 4
		case len(size) != 1 || !strings.Contains("1248", size):
			return rtdyld.Symbol{}, false
		}
		if k > 0 {
			at += 4*k + 1
		}
		switch order {
		case "relax", "acq", "rel", "acq_rel":
			return function(atomicPC[at])
		case "sync":
			return function(atomicPC[at+numAtomics])
		}
	}
	return rtdyld.Symbol{}, false
}
