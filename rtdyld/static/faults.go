//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// For some signals there is a handler in front of Go's, which knows where C is:
//
//   - SIGPROF in C on a thread of Go's is shown to Go's handler as if it had come where C was called, so that CPU profiles have the
//     Go code that called C. Go's handler by itself knows nothing of a stack that is not Go's.
//   - What ends the process in C (the faults below) is reported before: the functions of C. On threads of Go's Go's handler follows, with
//     its own report. Threads of C's end the process by the signal; there, faults that somebody sent are not taken.
//   - On arm64, where Go's handlers look for the goroutine in a register that C uses, it has the goroutine there again. Other
//     signals are blocked while C runs.
//
// Go's runtime sets no handler for them anew, unless a program has it ignore one and handle it again (package os/signal).

// iscgo says that the runtime works with C's threads, and finds goroutines and C's frames itself: package callback has it so.
//
//go:linkname iscgo runtime.iscgo
var iscgo bool

// faults end the process when they come in C. Threads of C's have those of the first list unblocked that a mistake causes.
var (
	mistakes = []unix.Signal{unix.SIGILL, unix.SIGTRAP, unix.SIGBUS, unix.SIGFPE, unix.SIGSEGV}
	others   = []unix.Signal{unix.SIGABRT, unix.SIGSYS}
)

// What handler uses.
var (
	goHandlers [65]uintptr // by signal
	//lint:ignore U1000 assembly uses it
	reporter uintptr // traceback's C function
	//lint:ignore U1000 assembly uses them
	goText, goTextEnd uintptr
)

// handler is the C function that the kernel calls.
func handler() uintptr

// action is struct sigaction of the kernel.
type action struct {
	handler, flags, restorer, mask uintptr
}

// set sets what happens at a signal, if act is not nil, and returns what did.
func set(s unix.Signal, act *action) (old action, err error) {
	if _, _, e := syscall.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(s), uintptr(unsafe.Pointer(act)), uintptr(unsafe.Pointer(&old)), 8, 0, 0); e != 0 {
		return old, e
	}
	return old, nil
}

// handle puts handler in front of Go's, and returns the signals that threads of C's are to have unblocked, and those that are not to be blocked while C runs on threads of Go's.
func handle() (threads, calls uint64, err error) {
	goText, goTextEnd = textOf()
	bit := func(s unix.Signal) uint64 { return 1 << (s - 1) }
	for _, list := range [][]unix.Signal{mistakes, others, {unix.SIGPROF}} {
		for _, s := range list {
			if s == unix.SIGPROF && iscgo {
				continue
			}
			old, err := set(s, nil)
			if err != nil {
				return 0, 0, err
			}
			if old.handler <= 1 { // the program has Go ignore it
				continue
			}
			if old.handler != handler() {
				goHandlers[s] = old.handler
				old.handler = handler()
				if _, err := set(s, &old); err != nil {
					return 0, 0, err
				}
			}
			calls |= bit(s)
		}
	}
	for _, s := range append(slices.Clone(mistakes), unix.SIGPROF) {
		threads |= calls & bit(s)
	}
	if iscgo {
		calls = 0
	}
	return threads, calls, nil
}
