//go:build arm || 386

package confine

import "golang.org/x/sys/unix"

// harmless32 are the calls that 32-bit machines have in place of others, or beside them:
// for large files, 32-bit users and 64-bit times.
var harmless32 = []uint32{
	unix.SYS_MMAP2, unix.SYS_FSTAT64, unix.SYS__LLSEEK, unix.SYS_FTRUNCATE64, unix.SYS__NEWSELECT, unix.SYS_SIGRETURN, unix.SYS_GETPGRP,
	unix.SYS_GETUID32, unix.SYS_GETEUID32, unix.SYS_GETGID32, unix.SYS_GETEGID32,
	unix.SYS_CLOCK_GETTIME64, unix.SYS_CLOCK_GETRES_TIME64, unix.SYS_CLOCK_NANOSLEEP_TIME64, unix.SYS_FUTEX_TIME64,
	unix.SYS_PPOLL_TIME64, unix.SYS_PSELECT6_TIME64, unix.SYS_RT_SIGTIMEDWAIT_TIME64,
	unix.SYS_TIMER_GETTIME64, unix.SYS_TIMER_SETTIME64,
}

// fcntls are the numbers of fcntl(2): Go's runtime and the C library have one each.
var fcntls = []uint32{unix.SYS_FCNTL, unix.SYS_FCNTL64}
