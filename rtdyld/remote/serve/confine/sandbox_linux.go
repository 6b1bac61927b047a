//go:build amd64 || arm64 || riscv64 || ppc64le || arm || 386

package confine

import (
	"slices"

	"golang.org/x/sys/unix"
)

// harmless are system calls that reach nothing but the process's own memory, threads,
// time, and the descriptors that it has. Those that are made most often come first.
var harmless = []uint32{
	unix.SYS_FUTEX, unix.SYS_READ, unix.SYS_WRITE, unix.SYS_EPOLL_PWAIT, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_GETTIME,
	unix.SYS_SCHED_YIELD, unix.SYS_RT_SIGRETURN, unix.SYS_RT_SIGPROCMASK, unix.SYS_MPROTECT, unix.SYS_MUNMAP, unix.SYS_MADVISE,

	// Descriptors.
	unix.SYS_CLOSE, unix.SYS_CLOSE_RANGE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_PREAD64, unix.SYS_PWRITE64, unix.SYS_PREADV, unix.SYS_PWRITEV,
	unix.SYS_LSEEK, unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_PIPE2, unix.SYS_EVENTFD2, unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL,
	unix.SYS_PPOLL, unix.SYS_PSELECT6, unix.SYS_FSYNC, unix.SYS_FDATASYNC, unix.SYS_FTRUNCATE, unix.SYS_FALLOCATE, unix.SYS_MEMFD_CREATE,
	unix.SYS_GETDENTS64, // of folders that are open: the list of threads
	unix.SYS_RECVMSG,    // descriptors come from the controller

	// Memory.
	unix.SYS_PKEY_MPROTECT, unix.SYS_MREMAP, unix.SYS_BRK, unix.SYS_MINCORE, unix.SYS_MSYNC, unix.SYS_MLOCK, unix.SYS_MUNLOCK, unix.SYS_MEMBARRIER,

	// Threads, and what the process is.
	unix.SYS_SET_ROBUST_LIST, unix.SYS_GET_ROBUST_LIST, unix.SYS_SET_TID_ADDRESS, unix.SYS_RSEQ, unix.SYS_GETTID, unix.SYS_GETPID, unix.SYS_GETPPID,
	unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID, unix.SYS_GETPGID, unix.SYS_GETSID,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP, unix.SYS_RESTART_SYSCALL, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETCPU, unix.SYS_GETRUSAGE,
	unix.SYS_TIMES, unix.SYS_SYSINFO, unix.SYS_UNAME, unix.SYS_GETRANDOM,

	// Time.
	unix.SYS_CLOCK_GETRES, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_GETTIMEOFDAY, unix.SYS_SETITIMER, unix.SYS_GETITIMER,
	unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_GETTIME, unix.SYS_TIMER_GETOVERRUN, unix.SYS_TIMER_DELETE,

	// Signals.
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPENDING, unix.SYS_RT_SIGSUSPEND, unix.SYS_RT_SIGTIMEDWAIT, unix.SYS_SIGALTSTACK,
}

const (
	// newSpaces are the flags of clone(2) that make namespaces (linux/sched.h).
	newSpaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET
	oAsync = 0x2000 // O_ASYNC: a terminal sends signals to its foreground processes then
)

// someOf are system calls that are harmless with some arguments.
func someOf(pid uint32) []row {
	return []row{
		{unix.SYS_CLONE, 0, unix.CLONE_THREAD | newSpaces, unix.CLONE_THREAD, allow},

		// Signals and memory of this process alone. A number that is zero or negative
		// means others, too.
		{unix.SYS_KILL, 0, whole, pid, allow},
		{unix.SYS_TGKILL, 0, whole, pid, allow},
		{unix.SYS_RT_SIGQUEUEINFO, 0, whole, pid, allow},
		{unix.SYS_RT_TGSIGQUEUEINFO, 0, whole, pid, allow},
		{unix.SYS_PROCESS_VM_READV, 0, whole, pid, allow},
		{unix.SYS_PROCESS_VM_WRITEV, 0, whole, pid, allow},
		{unix.SYS_PRLIMIT64, 0, whole, 0, allow},
		{unix.SYS_PRLIMIT64, 0, whole, pid, allow},
		{unix.SYS_SCHED_SETAFFINITY, 0, whole, 0, allow},

		// What kind of thing a descriptor is; no typing into terminals (TIOCSTI).
		{unix.SYS_IOCTL, 1, whole, unix.TCGETS, allow},
		{unix.SYS_IOCTL, 1, whole, unix.TIOCGWINSZ, allow},
		{unix.SYS_IOCTL, 1, whole, unix.TIOCINQ, allow},

		{unix.SYS_PRCTL, 0, whole, unix.PR_SET_NAME, allow},
		{unix.SYS_PRCTL, 0, whole, unix.PR_GET_NAME, allow},
		{unix.SYS_PRCTL, 0, whole, unix.PR_SET_VMA, allow},
		{unix.SYS_PRCTL, 0, whole, unix.PR_GET_NO_NEW_PRIVS, allow},
		{unix.SYS_PERSONALITY, 0, whole, asks, allow},
	}
}

// descriptorCommands are those of fcntl(2) that change or tell what the process has
// itself: no owner that gets signals (F_SETOWN, F_SETOWN_EX), no locks, no leases.
var descriptorCommands = []uint32{
	unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL,
	unix.F_ADD_SEALS, unix.F_GET_SEALS, unix.F_GETPIPE_SZ,
}

// sandboxRows are the table of the process with this number.
func sandboxRows(pid uint32) (rows []row) {
	for _, call := range slices.Concat(harmless, archHarmless) {
		rows = append(rows, row{call: call, action: allow})
	}
	for _, call := range fcntls {
		rows = append(rows, row{call, 2, oAsync, oAsync, deny})
		for _, cmd := range descriptorCommands {
			rows = append(rows, row{call, 1, whole, cmd, allow})
		}
	}
	return slices.Concat(rows, someOf(pid), archSome)
}
