package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// Where the address of a nested function is taken (GNU C, procedures that Fortran and Ada pass on), GCC has the function around it write a few instructions to its own
// frame, a trampoline, and the address is theirs. It marks such objects: their section .note.GNU-stack is executable (ld(1), -z execstack), and a program that is
// linked of them has an executable stack. Here stacks are what they were before, and no memory is writable and executable. Objects without that section ask for nothing.

// stackWish has the objects of a program that ask for an executable stack.
type stackWish struct {
	mu    sync.Mutex
	names []string
}

const noTrampolines = "What helps: no nested functions, or -ftrampoline-impl=heap of GCC 14"

// look looks for objects that ask for an executable stack, and is the warning about them, or nil.
func (w *stackWish) look(imgs []*objfmt.ObjectImage) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, img := range imgs {
		if img.NeedsExec {
			w.names = append(w.names, img.Name)
		}
	}
	if len(w.names) == 0 {
		return nil
	}
	return fmt.Errorf("warning: executable stack wanted by %s: a linked program has one, none is here, and a call of a nested function by its address crashes. %s", texts.Names(w.names), noTrampolines)
}

// segvAccerr is the si_code of an access that the permissions of memory do not allow (sigaction(2)).
const segvAccerr = 2

// explain adds to a crash by a jump into memory that is not executable what it is about in such a program.
func (w *stackWish) explain(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	c, ok := errors.AsType[*remote.CrashError](err)
	if len(w.names) == 0 || !ok || c.Signal.String() != "SIGSEGV" || c.Code != segvAccerr || !c.PCKnown || !c.AddrKnown || c.Addr != c.PC && c.Addr != c.PC&^0xfff {
		return err // s390x tells the page alone
	}
	return fmt.Errorf("%w\nmemory there is not executable, as stacks are not: most likely a nested function was called by its address (executable stack wanted by %s). %s", err, texts.Names(w.names), noTrampolines)
}
