// Package crash has what loaded code does to its process by a fault end the process as it ends a program that was linked: by the
// signal. Before that it is told where the code was.
//
//	err := crash.Watch(func(c *crash.Crash) { fmt.Fprintln(os.Stderr, "signal", c.Signal, "in", c.Stack[0].Func) })
//
// A handler stands in front of that of Go's runtime, which without it writes the stacks of all goroutines and ends the process with
// status 2. It takes the signals of faults, and SIGABRT, where the thread was in code that is not this program's own: in loaded code, in a
// library, nowhere. For Go that is a system call that takes long, so that the rest of the program goes on: a goroutine tells what
// there is to tell while the thread waits in the handler, for Limit at most, and then the thread gets the signal again, without a
// handler. It is for linux/amd64 and linux/arm64; frames are those of package traceback. Faults of Go code are the runtime's as before; loaded code's own handlers stand in front of this one. A process
// that loaded code forks has no goroutines: it ends by the signal without a word. So it is where a thread of C's has its stack full, and where
// a process has sent the signal and it came to a thread that is in Go code.
//
// [EmulateTrampolines] has faults that are none: calls of nested functions of GNU C, whose code lies on the stack.
//
// Law: the handlers are assembly. They need no stack of Go's, no goroutine, no lock and no C library; what may fail is in the goroutine, and
// whatever becomes of that, the process ends.
package crash

import (
	"errors"
	"time"
)

// UnsupportedError says why crashes are left to Go's runtime.
type UnsupportedError struct{ Why string }

func (e *UnsupportedError) Error() string { return "crash: " + e.Why }

// Is matches [errors.ErrUnsupported].
func (e *UnsupportedError) Is(t error) bool { return t == errors.ErrUnsupported }

// Limit is how long a crash may take to be told.
const Limit = 20 * time.Second

// Crash is what the system says of a signal, and where the thread was.
type Crash struct {
	Signal int    // its number
	Code   int32  // si_code: what has caused it; not above 0 where a process has sent it
	Addr   uint64 // si_addr, of a fault that the system made
	PC     uint64
	// Stack are the frames of C, the innermost first, as far as they are known: see Stack of package traceback. The first is PC's.
	Stack []Frame
}

// Frame is a frame of C, as in package traceback.
type Frame struct {
	PC                    uint64 // of callers an address inside the call
	Func, Object, Section string // "" where they are not known
	Offset                uint64 // bytes from Func
}
