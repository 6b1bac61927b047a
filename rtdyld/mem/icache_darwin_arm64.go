package mem

import (
	"syscall"
	_ "unsafe" // go:linkname
)

// flushICache makes code that was written visible to instruction fetch, by
// sys_icache_invalidate(3) of libSystem, which every Go program is linked with.
func flushICache(code []byte) error {
	libcCall(icacheInvalidatePC, uintptr(address(code)), uintptr(len(code)), 0)
	return nil
}

// icacheInvalidatePC is the address of the function in assembly that goes on to
// libSystem's.
var icacheInvalidatePC uintptr

//go:cgo_import_dynamic libc_sys_icache_invalidate sys_icache_invalidate "/usr/lib/libSystem.B.dylib"

// libcCall is how golang.org/x/sys calls libSystem.
//
//go:linkname libcCall syscall.syscall
func libcCall(fn, a1, a2, a3 uintptr) (r1, r2 uintptr, err syscall.Errno)
