package mem

import (
	"golang.org/x/sys/unix"
)

// canFlush says that flushICache does what the architecture needs.
const canFlush = true

// sysCacheFlush is the number of cacheflush(start, end, flags), a call of 32-bit
// ARM alone (arch/arm/include/uapi/asm/unistd.h, __ARM_NR_cacheflush).
const sysCacheFlush = 0x0f0002

// flushICache makes code that was written visible to instruction fetch. Programs
// may not maintain caches themselves on 32-bit ARM; the kernel does for them, for
// all processors.
func flushICache(code []byte) error {
	lo := address(code)
	if _, _, e := unix.Syscall(sysCacheFlush, uintptr(lo), uintptr(lo)+uintptr(len(code)), 0); e != 0 {
		return sysError("cacheflush", lo, uint64(len(code)), e)
	}
	return nil
}
