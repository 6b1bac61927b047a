package confine

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// errIgnored says that the system reports success and has done nothing, as emulators do.
var errIgnored = errors.New("the system accepts the limit and ignores it")

// setLimit sets a resource limit and looks whether it is set.
func setLimit(resource int, soft, hard uint64) error {
	var old, is unix.Rlimit
	if err := unix.Getrlimit(resource, &old); err != nil {
		return os.NewSyscallError("getrlimit", err)
	}
	want := unix.Rlimit{Cur: min(soft, old.Max), Max: min(hard, old.Max)}
	if err := unix.Setrlimit(resource, &want); err != nil {
		return os.NewSyscallError("setrlimit", err)
	}
	if err := unix.Getrlimit(resource, &is); err != nil {
		return os.NewSyscallError("getrlimit", err)
	}
	if is != want {
		return errIgnored
	}
	return nil
}

// limitMemory limits what the process has beside what it has now.
func limitMemory(more uint64) error {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	const key = "\nVmData:"
	_, line, ok := bytes.Cut(text, []byte(key))
	f := bytes.Fields(line)
	if !ok || len(f) == 0 {
		return errors.New("/proc/self/status does not tell how much data there is")
	}
	kib, err := strconv.ParseUint(string(f[0]), 10, 54)
	if err != nil {
		return fmt.Errorf("/proc/self/status: %w", err)
	}
	limit := kib<<10 + more
	if limit < more {
		return errors.New("too much")
	}
	return setLimit(unix.RLIMIT_DATA, limit, limit)
}

// limitCPU limits processor time. Go's runtime would ignore the signal.
func limitCPU(seconds uint64) error {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return os.NewSyscallError("getrusage", err)
	}
	used := uint64(u.Utime.Sec+u.Stime.Sec) + uint64(u.Utime.Usec+u.Stime.Usec+999_999)/1_000_000
	if seconds > 1<<40 {
		return errors.New("too much")
	}
	if err := DefaultAction(unix.SIGXCPU); err != nil {
		return err
	}
	return setLimit(unix.RLIMIT_CPU, seconds+used, seconds+used+1)
}

// sigaction is the kernel's, the same on all systems that this package is for.
type sigaction struct {
	handler  uintptr
	flags    uintptr
	restorer uintptr
	mask     uint64
}

// ending are the signals that end a program by default (signal(7)) and that Go's runtime has no use for: it ignores most
// of them, so that a program whose alarm has rung, say, would go on. Not among them are SIGQUIT, at which Go tells
// where all is, and those that tell of a crash.
var ending = []unix.Signal{
	unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGALRM, unix.SIGUSR1, unix.SIGUSR2, unix.SIGPIPE, unix.SIGIO, unix.SIGVTALRM,
	unix.SIGXCPU, unix.SIGXFSZ, unix.SIGPWR,
}

// DefaultActions has signals end this process that end others by default, whatever Go's runtime would do, but for
// some, and for those that were ignored when it began.
func DefaultActions(but ...unix.Signal) {
	for _, sig := range ending {
		if !signal.Ignored(sig) && !slices.Contains(but, sig) {
			_ = DefaultAction(sig) // which stays as it was, else
		}
	}
}

// DefaultAction has a signal do what it does by default, whatever Go's runtime would do.
func DefaultAction(sig unix.Signal) error {
	var a sigaction
	_, _, e := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(&a)), 0, unsafe.Sizeof(a.mask), 0, 0)
	if e != 0 {
		return os.NewSyscallError("rt_sigaction", e)
	}
	return nil
}
