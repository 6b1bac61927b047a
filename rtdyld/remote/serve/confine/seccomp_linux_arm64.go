package confine

import "golang.org/x/sys/unix"

const (
	auditArch  = unix.AUDIT_ARCH_AARCH64
	otherCalls = 0
)

var archRules = []rule{{call: unix.SYS_MMAP, arg: 2, mask: writeExec, value: writeExec}}
