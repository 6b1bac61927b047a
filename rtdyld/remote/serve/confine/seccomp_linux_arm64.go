package confine

import "golang.org/x/sys/unix"

const (
	auditArch  = unix.AUDIT_ARCH_AARCH64
	otherCalls = 0
)

// fcntls are the numbers of fcntl(2).
var fcntls = []uint32{unix.SYS_FCNTL}

var archWX = []row{{unix.SYS_MMAP, 2, writeExec, writeExec, deny}}

var archHarmless = []uint32{unix.SYS_MMAP, unix.SYS_FSTAT, unix.SYS_GETRLIMIT}

var archSome = []row{{unix.SYS_IOCTL, 1, whole, unix.TCGETS2, allow}}
