package abitest

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapCode maps code that may be executed and not written. It is mapped from a file,
// so that the kernel makes it visible to instruction fetch. at is its address, 0 for any.
func mapCode(code []byte, at uintptr) (uint64, error) {
	fd, err := unix.MemfdCreate("abitest", unix.MFD_CLOEXEC)
	if err != nil {
		return 0, fmt.Errorf("make a file for code: %w", err)
	}
	defer unix.Close(fd)
	if n, err := unix.Write(fd, code); n != len(code) {
		return 0, fmt.Errorf("write code: %d bytes: %w", n, err)
	}
	mem, err := unix.MmapPtr(fd, 0, *(*unsafe.Pointer)(unsafe.Pointer(&at)), uintptr(len(code)), unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE)
	if err == nil && at != 0 && uintptr(mem) != at {
		err = unix.EEXIST
	}
	if err != nil {
		return 0, fmt.Errorf("map code: %w", err)
	}
	return uint64(uintptr(mem)), nil
}

// interrupt sends the process a signal that the Go runtime ignores.
func interrupt() { _ = unix.Kill(unix.Getpid(), unix.SIGURG) }
