package abitest

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapCode copies code to memory that is then executable and no longer writable.
func mapCode(code []byte) (uint64, error) {
	mem, err := unix.Mmap(-1, 0, len(code), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return 0, fmt.Errorf("map code: %w", err)
	}
	copy(mem, code)
	if err := unix.Mprotect(mem, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		return 0, fmt.Errorf("make code executable: %w", err)
	}
	return uint64(uintptr(unsafe.Pointer(&mem[0]))), nil
}
