package confine

import "golang.org/x/sys/unix"

const (
	auditArch  = unix.AUDIT_ARCH_X86_64
	otherCalls = 0x4000_0000 // those of x32 begin there (asm/unistd.h)
)

// fcntls are the numbers of fcntl(2).
var fcntls = []uint32{unix.SYS_FCNTL}

var archWX = []row{{unix.SYS_MMAP, 2, writeExec, writeExec, deny}}

var archHarmless = []uint32{
	unix.SYS_MMAP, unix.SYS_FSTAT, unix.SYS_DUP2, unix.SYS_PIPE, unix.SYS_EVENTFD, unix.SYS_EPOLL_CREATE, unix.SYS_EPOLL_WAIT,
	unix.SYS_POLL, unix.SYS_SELECT, unix.SYS_ARCH_PRCTL, unix.SYS_GETRLIMIT, unix.SYS_GETPGRP, unix.SYS_TIME, unix.SYS_ALARM, unix.SYS_PAUSE,
}

var archSome = []row{{unix.SYS_IOCTL, 1, whole, unix.TCGETS2, allow}}
