//go:build amd64 || arm64

package traceback

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// Frame is a frame of C on the stack of a thread.
type Frame struct {
	// PC is where the thread is, or, of callers, an address inside the call.
	PC uint64
	// Func is the function, Offset how many bytes PC lies behind its start. "" and 0: not known, as for libraries that the system has loaded.
	Func   string
	Offset uint64
	// Object and Section are what has the function; "" where it is not known, or the object's Traceback is one with lines.
	Object, Section string
	// Guess says that the stack was searched for the frame, because the one before has no unwind table, and that it may be none.
	Guess bool
}

// stopped is what Stack works with.
var stopped struct {
	sync.Mutex
	frames [maxFrames]uintptr
	w      walker
}

// Pinned goroutines are not preempted, so that their stacks do not move.

//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()

// Stack returns the frames of loaded code and of libraries that a thread of this process was in when a signal stopped it, the innermost
// first and 64 at most: those that Go's runtime would show, see the package's comment, and those that a Reporter would write. context is
// the ucontext_t that the signal's handler was given, in which the thread still is. What is told of objects is what Tracebacks in
// use know. It may be called by any goroutine.
func Stack(context unsafe.Pointer) []Frame {
	atomic.AddInt64(&readers, 1)
	defer atomic.AddInt64(&readers, -1)
	x := root.Load()
	if x == nil {
		return nil
	}
	stopped.Lock()
	defer stopped.Unlock()
	procPin()
	stopped.w.begin(uintptr(context))
	n, guessed := stopped.w.frames(uintptr(unsafe.Pointer(&stopped.frames)), 0, x)
	procUnpin()
	out := make([]Frame, n)
	for i := range out {
		out[i] = described(x, stopped.frames[i])
		out[i].Guess = guessed>>i&1 != 0
	}
	return out
}

// described is what is known of a frame.
func described(x *index, pc uintptr) Frame {
	f := Frame{PC: uint64(pc)}
	t := find(x, pc)
	if t == nil {
		return f
	}
	arg := &symbolizerArg{pc: pc, more: 1}
	for arg.more != 0 { // from what was inlined to the function itself
		describe(arg, x)
	}
	if arg.funcName != 0 {
		f.Func, f.Offset = cString(arg.funcName), uint64(pc-arg.entry)
	}
	if t.loaded != nil {
		f.Object = t.loaded.object
		if s := t.loaded.section(pc); s != nil {
			f.Section = s.name
		}
	}
	return f
}

// cString copies a C string.
func cString(at uintptr) string {
	n := uintptr(0)
	for *(*byte)(foreign(at + n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(foreign(at)), n))
}
