//go:build amd64 || arm64

package crash

import (
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// What GCC writes to the stack for a nested function is, with its address and that of the frame around it,
//
//	amd64:  [endbr64]; movl or movabsq $FUNCTION, %r11; movabsq $FRAME, %r10; jmp *%r11
//	arm64:  [bti c]; ldr x17, 1f; ldr x18, 1f+8; br x17; ...; 1: .xword FUNCTION, FRAME
//
// LLVM's llvm.init.trampoline has the same bytes on amd64. A handler in front of all others sees a fault of an instruction that was to be fetched from
// memory that is not executable, and is at such bytes: it sets these registers and the program counter, and the thread goes on in
// the function. If that is not executable either, this is the next fault, and is told as any other is.

// behind is the handler of all that is something else: assembly.
var behind uintptr

// emulating is held where handlers are set.
var emulating sync.Mutex

// trampolinePC is the address of void trampoline(int, siginfo_t *, ucontext_t *).
func trampolinePC() uintptr

// EmulateTrampolines has calls of nested functions by their address go on in this process, where no stack is executable: nested functions of GNU C, and
// internal procedures of Fortran and Ada that are passed on, for which GCC writes a few instructions to the stack, a trampoline. A handler of SIGSEGV
// does what they say, on all threads, C's too, and in processes that loaded code forks; no memory becomes executable. A call costs about what a
// signal does, 2 microseconds. All other faults are as before: those of Go code, and those that [Watch] tells, whichever of the two functions is called first.
//
// Where loaded code, or a library, sets a handler of SIGSEGV of its own, as the runtimes of gfortran (unless -fno-backtrace) and Ada do, or blocks it, such calls crash as before. So do they where package static starts C
// afterwards. The error is an *[UnsupportedError], or the system's; a second call does nothing. It may be called from many goroutines.
func EmulateTrampolines() error {
	emulating.Lock()
	defer emulating.Unlock()
	if behind != 0 {
		return nil
	}
	a, err := act(unix.SIGSEGV, nil)
	if err != nil {
		return err
	}
	if a.handler <= 1 {
		return &UnsupportedError{"SIGSEGV has no handler"}
	}
	atomic.StoreUintptr(&behind, a.handler)
	a.handler, a.mask = trampolinePC(), ^uintptr(0)
	if _, err := act(unix.SIGSEGV, &a); err != nil {
		atomic.StoreUintptr(&behind, 0)
		return err
	}
	return nil
}
