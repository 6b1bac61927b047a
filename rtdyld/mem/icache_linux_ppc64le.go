package mem

import (
	"sync"

	"golang.org/x/sys/unix"
)

// canFlush says that flushICache does what the architecture needs.
const canFlush = true

// Words of the auxiliary vector that say how long lines of the caches are (linux/auxvec.h,
// arch/powerpc/include/uapi/asm/auxvec.h).
const (
	atDCacheLine = 19 // AT_DCACHEBSIZE
	atICacheLine = 20 // AT_ICACHEBSIZE
)

// shortLine is the shortest line of a cache that 64-bit processors have had, and less.
const shortLine = 32

// cacheLines tells how many bytes lie between two lines, of data and of instructions.
var cacheLines = sync.OnceValue(func() (lines [2]uintptr) {
	lines = [2]uintptr{shortLine, shortLine}
	words, err := unix.Auxv()
	if err != nil {
		return lines
	}
	for _, w := range words {
		if w[1] < shortLine || w[1]&(w[1]-1) != 0 {
			continue
		}
		switch w[0] {
		case atDCacheLine:
			lines[0] = w[1]
		case atICacheLine:
			lines[1] = w[1]
		}
	}
	return lines
})

// flushICache makes code that was written visible to instruction fetch on all processors,
// as the Power ISA says (book II, section 1.8, "Shared Storage", "Instruction Storage"):
// data cache lines are stored to memory, then instruction cache lines are invalidated, both
// with a barrier that waits for all processors. A processor that is told of the code's
// address later has not fetched from it since it became executable.
func flushICache(code []byte) error {
	if len(code) == 0 {
		return nil
	}
	lines := cacheLines()
	lo := uintptr(address(code))
	hi := lo + uintptr(len(code))
	storeData(lo&^(lines[0]-1), hi, lines[0])
	invalidateCode(lo&^(lines[1]-1), hi, lines[1])
	return nil
}

// storeData stores the data cache lines from lo up to hi to memory, a line at a time, and
// waits until that is done.
func storeData(lo, hi, line uintptr)

// invalidateCode drops the instruction cache lines from lo up to hi, waits until that is
// done, and has this processor fetch its next instructions anew.
func invalidateCode(lo, hi, line uintptr)
