package remote

import (
	"strconv"
	"time"
)

// Command says how an executor is started as a child of this process. Its options are
// given -fd, -pass, -crash, -life and those of Limits after Args: that is how command
// rtdyld-executor takes them, and how any other executor must.
//
// It isolates crashes and is no sandbox: what runs there has the rights of this process's
// user, unless Limits take them away. The executor has a session and a process group of its
// own. When it ends, is closed or loses this process, command rtdyld-executor kills all
// processes that loaded code has started, those in the background and daemons, too; not
// those that have got rights that this user has not, and none under an emulator.
//
// Loaded code may read memory and environment of processes of the same user, this one among
// them, unless that is not dumpable (PR_SET_DUMPABLE of prctl(2), which Start leaves to
// the program). As root it may not: command rtdyld-executor goes on without CAP_SYS_PTRACE,
// CAP_PERFMON and CAP_SYS_ADMIN. It inherits no descriptor but 0, 1 and 2.
type Command struct {
	// Path is the program, as in exec.Command. Args are arguments before those for the
	// executor: for qemu-aarch64 -L DIR EXECUTOR, Path is the first word and Args are the
	// others. Options of the executor itself stand last: -lib NAME of command rtdyld-executor opens a shared library there, for
	// what is loaded to be bound to.
	Path string
	Args []string
	// Env is the environment as "NAME=value". nil: this process's.
	Env []string
	// Dir is the working directory. "": this process's.
	Dir string
	// Program are the arguments that constructors of loaded code see, the program's name
	// first. They are given last, after --. nil: the executor's own.
	Program []string
	// Needed are the names of libraries that linked images are bound to (rtdyld.LinkedImage.Libraries), given as -needed NAME before the options of Limits: command
	// rtdyld-executor opens them when it starts, but for those of which a file of that name is given by -lib.
	Needed []string
	// Limits are what the executor may use.
	Limits Limits
	// Config says how it is used.
	Config
}

// Limits are what an executor may use. The executor sets them on itself when it starts;
// [Hello.Restrictions] tells which of them hold.
type Limits struct {
	// Memory is how many bytes of data the process may have, and each that it starts
	// (RLIMIT_DATA). Beyond that an allocation fails. It is also the most that all of them have
	// together beside what command rtdyld-executor had before and 64 MiB for itself, with
	// memory that they share and files in memory: they are killed if it is more. The system
	// holds that in a control group, of version 2 where its user has been given one to divide
	// (systemd's user services), of version 1 where he is root. Otherwise the executor
	// looks at it every 50 ms, and [Hello.Restrictions] has "memory-of-all" as not active, with
	// the reason. 0: no limit.
	Memory uint64
	// CPU is how much time of processors it may take, and each that it starts, in whole
	// seconds; what all take together is looked at every 50 ms ("cpu-of-all" is never active):
	// in a control group it is counted whichever process took it. 0: no limit.
	CPU time.Duration
	// NoNewPrivileges has it and its children never get any (PR_SET_NO_NEW_PRIVS).
	NoNewPrivileges bool
	// NoWX has the system refuse memory that is writable and executable.
	NoWX bool
	// Sandbox leaves it memory, threads, clocks and the descriptors that it has: loaded
	// code can open no file, make no socket and no process, and send no signal to another
	// one. What it tries fails with EPERM, new system calls with ENOSYS. The executor is
	// behind a filter of system calls, without which [Start] fails with
	// [ErrNoSandbox], and behind Landlock where the kernel has that, of which
	// [Hello.Restrictions] tells. Libraries that loaded code needs are to be opened
	// when it starts (-lib).
	//
	// It is defence in depth, not a wall that nobody has to look after: loaded code is in
	// one address space with the executor and can send this process whatever the executor
	// could. Together with Memory, CPU and EmptyEnv it is what code gets that is not
	// trusted.
	Sandbox bool
	// EmptyEnv starts it without an environment, whatever Env is.
	EmptyEnv bool
}

// flags are the options that ask for the limits.
func (l *Limits) flags() (args []string) {
	if l.Memory > 0 {
		args = append(args, "-memory", strconv.FormatUint(l.Memory, 10))
	}
	if l.CPU > 0 {
		args = append(args, "-cpu", strconv.FormatInt(int64((l.CPU+time.Second-1)/time.Second), 10))
	}
	if l.NoNewPrivileges {
		args = append(args, "-no-new-privileges")
	}
	if l.NoWX {
		args = append(args, "-no-wx")
	}
	if l.Sandbox {
		args = append(args, "-sandbox")
	}
	if l.EmptyEnv {
		args = append(args, "-empty-env")
	}
	return args
}
