//go:build mips64 || mips64le || mipsle

package mem

import "golang.org/x/sys/unix"

// canFlush says that flushICache does what the architecture needs.
const canFlush = true

// flushICache makes code that was written visible to instruction fetch. Programs may not
// maintain caches themselves on all processors; the kernel does for them
// (arch/mips/include/uapi/asm/cachectl.h).
func flushICache(code []byte) error {
	const both = 3 // ICACHE | DCACHE
	lo := address(code)
	if _, _, e := unix.Syscall(unix.SYS_CACHEFLUSH, uintptr(lo), uintptr(len(code)), both); e != 0 {
		return sysError("cacheflush", lo, uint64(len(code)), e)
	}
	return nil
}
