//go:build linux

package gdbjit

import (
	"math/bits"
	"runtime"

	"golang.org/x/sys/unix"
)

// without runs f with the signals blocked that come from elsewhere. A signal that arrives
// at a thread which stands at a debugger's breakpoint leads to the handler and back to the
// breakpoint: the debugger takes that for another event. The Go runtime sends SIGURG to
// a thread that makes no progress, and so to each that a debugger has stopped.
func without(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all, old unix.Sigset_t
	for i := range all.Val {
		all.Val[i] = ^all.Val[i]
	}
	for _, own := range [...]unix.Signal{unix.SIGTRAP, unix.SIGSEGV, unix.SIGBUS, unix.SIGILL, unix.SIGFPE, unix.SIGSYS} {
		n := uint(own) - 1
		all.Val[n/wordBits] &^= 1 << (n % wordBits)
	}
	if unix.PthreadSigmask(unix.SIG_SETMASK, &all, &old) == nil {
		defer unix.PthreadSigmask(unix.SIG_SETMASK, &old, nil)
	}
	f()
}

// wordBits is how many signals a word of a set has.
const wordBits = uint(bits.UintSize)
