package mem

import (
	"errors"

	"golang.org/x/sys/unix"
)

// canFlush says that flushICache does what the architecture needs.
const canFlush = true

// flushICache makes code that was written visible to instruction fetch, for all threads
// and wherever they go on: a program's own fence.i is for the hart that it runs on alone, so
// the kernel does it (Linux, Documentation/arch/riscv/cmodx.rst). All kernels have the call;
// qemu's emulation of processes may not, and needs none but that of the one that asks.
func flushICache(code []byte) error {
	if len(code) == 0 {
		return nil
	}
	const allThreads = 0 // and not SYS_RISCV_FLUSH_ICACHE_LOCAL
	lo := address(code)
	_, _, e := unix.Syscall(unix.SYS_RISCV_FLUSH_ICACHE, uintptr(lo), uintptr(lo)+uintptr(len(code)), allThreads)
	if errors.Is(e, unix.ENOSYS) {
		fenceI()
		return nil
	}
	if e != 0 {
		return sysError("riscv_flush_icache", lo, uint64(len(code)), e)
	}
	return nil
}

// fenceI has this hart fetch its next instructions anew.
func fenceI()
