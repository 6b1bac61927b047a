package confine

import "golang.org/x/sys/unix"

const (
	auditArch  = unix.AUDIT_ARCH_X86_64
	otherCalls = 0x4000_0000 // those of x32 begin there (asm/unistd.h)
)

var archRules = []rule{{call: unix.SYS_MMAP, arg: 2, mask: writeExec, value: writeExec}}
