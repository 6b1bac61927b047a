package confine

import "golang.org/x/sys/unix"

const (
	auditArch  = unix.AUDIT_ARCH_ARM
	otherCalls = 0
)

var archWX = []row{{unix.SYS_MMAP2, 2, writeExec, writeExec, deny}}

// Calls of this machine's own (asm/unistd.h).
const (
	cacheflush = 0xf_0002
	setTLS     = 0xf_0005
)

var archHarmless = append([]uint32{
	cacheflush, setTLS,
	unix.SYS_UGETRLIMIT, unix.SYS_PAUSE,
	unix.SYS_DUP2, unix.SYS_PIPE, unix.SYS_EVENTFD, unix.SYS_EPOLL_CREATE, unix.SYS_EPOLL_WAIT, unix.SYS_POLL,
}, harmless32...)

var archSome = []row{{unix.SYS_IOCTL, 1, whole, unix.TCGETS2, allow}}
