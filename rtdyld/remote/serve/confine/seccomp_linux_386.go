package confine

import "golang.org/x/sys/unix"

const (
	auditArch  = unix.AUDIT_ARCH_I386
	otherCalls = 0
)

var archWX = []row{
	{unix.SYS_MMAP2, 2, writeExec, writeExec, deny},
	{call: unix.SYS_MMAP, action: deny}, // its arguments are in memory, where a filter cannot see them
	// shmat by ipc(2); no other call of it has such a value there.
	{unix.SYS_IPC, 2, shmExec | shmRdonly, shmExec, deny},
}

var archHarmless = append([]uint32{
	unix.SYS_SET_THREAD_AREA, unix.SYS_GET_THREAD_AREA,
	unix.SYS_GETRLIMIT, unix.SYS_UGETRLIMIT, unix.SYS_TIME, unix.SYS_ALARM, unix.SYS_PAUSE,
	unix.SYS_DUP2, unix.SYS_PIPE, unix.SYS_EVENTFD, unix.SYS_EPOLL_CREATE, unix.SYS_EPOLL_WAIT, unix.SYS_POLL,
}, harmless32...)

// sysRecvmsg is recvmsg as socketcall(2) has it (linux/net.h), which is how Go calls it.
const sysRecvmsg = 17

var archSome = []row{
	{unix.SYS_IOCTL, 1, whole, unix.TCGETS2, allow},
	{unix.SYS_SOCKETCALL, 0, whole, sysRecvmsg, allow},
}
