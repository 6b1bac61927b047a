package mem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// pwrite is unix.Pwrite that the scheduler is not told of: to write a few KiB takes less time than to tell it.
func pwrite(fd int, b []byte, at int64) (n int, err error) {
	r, _, e := unix.RawSyscall6(unix.SYS_PWRITE64, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), uintptr(at), 0, 0)
	if e != 0 {
		return 0, e
	}
	return int(r), nil
}

// Functions that return a number, as Go calls them: mov eax, 0; ret.
var (
	returnsZero = []byte{0xb8, 0, 0, 0, 0, 0xc3}
	returnsOne  = []byte{0xb8, 1, 0, 0, 0, 0xc3}
)
