package confine

import "golang.org/x/sys/unix"

const (
	auditArch  = unix.AUDIT_ARCH_ARM
	otherCalls = 0
)

var archRules = []rule{{call: unix.SYS_MMAP2, arg: 2, mask: writeExec, value: writeExec}}
