package serve

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Operations of futex(2) among threads of one process (linux/futex.h).
const (
	futexWaitPrivate = 0 | 128
	futexWakePrivate = 1 | 128
)

// sleep has the thread wait while *p is v, for d at most.
func sleep(p *uint32, v uint32, d time.Duration) {
	t := unix.NsecToTimespec(int64(d))
	_, _, _ = syscall.RawSyscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(p)), futexWaitPrivate, uintptr(v), uintptr(unsafe.Pointer(&t)), 0, 0)
}

// rouse has a thread go on that sleeps on p.
func rouse(p *uint32) {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(p)), futexWakePrivate, 1, 0, 0, 0)
}
