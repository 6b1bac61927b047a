package abitest

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapCode copies code to memory that is then executable and no longer writable.
func mapCode(code []byte, _ uintptr) (uint64, error) {
	p, err := windows.VirtualAlloc(0, uintptr(len(code)), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return 0, fmt.Errorf("get memory for code: %w", err)
	}
	copy(unsafe.Slice((*byte)(unsafe.Add(nil, p)), len(code)), code)
	var old uint32
	if err := windows.VirtualProtect(p, uintptr(len(code)), windows.PAGE_EXECUTE_READ, &old); err != nil {
		return 0, fmt.Errorf("make code executable: %w", err)
	}
	return uint64(p), nil
}

func interrupt() {}
