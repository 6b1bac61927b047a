package objfmt

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// leastBack is how many bytes pay for a call of the kernel.
const leastBack = 64 << 10

// giveBack gives the whole pages back that lie in mapped between the start of first and the end of last.
func giveBack(mapped, first, last []byte) {
	page := uintptr(os.Getpagesize())
	base := address(mapped)
	from, to := address(first)-base, address(last)+uintptr(len(last))-base
	if from > to || to > uintptr(len(mapped)) || to-from < leastBack {
		return
	}
	// mmap begins with a page, and the last page is the file's alone.
	if from = (from + page - 1) &^ (page - 1); to < uintptr(len(mapped)) {
		to &^= page - 1
	}
	if from < to {
		unix.Madvise(mapped[from:to], unix.MADV_DONTNEED)
	}
}

func address(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
