package confine

import "golang.org/x/sys/unix"

const (
	auditArch  = unix.AUDIT_ARCH_I386
	otherCalls = 0
)

var archRules = []rule{
	{call: unix.SYS_MMAP2, arg: 2, mask: writeExec, value: writeExec},
	{call: unix.SYS_MMAP}, // its arguments are in memory, where a filter cannot see them
	// shmat by ipc(2); no other call of it has such a value there.
	{call: unix.SYS_IPC, arg: 2, mask: shmExec | shmRdonly, value: shmExec},
}
