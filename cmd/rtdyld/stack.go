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
// linked of them has an executable stack. Here stacks are what they were before, and no memory is writable and executable: crash.EmulateTrampolines does what
// trampolines say, where there is that. Objects without that section ask for nothing.

// stackWish has the objects of a program that ask for an executable stack and miss it.
type stackWish struct {
	emulated func(*objfmt.ObjectImage) bool // what is called there goes on without; nil: nothing does

	mu    sync.Mutex
	names []string
}

// emulatedApart is for executors, whatever this process can do.
func emulatedApart(img *objfmt.ObjectImage) bool {
	goarch := img.Triple.GOARCH()
	return goarch == "amd64" || goarch == "arm64"
}

const noTrampolines = "What helps: no nested functions, or -ftrampoline-impl=heap of GCC 14"

// look looks for objects that ask for an executable stack, and is the warning about them, or nil.
func (w *stackWish) look(imgs []*objfmt.ObjectImage) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var emulated []string
	for _, img := range imgs {
		switch {
		case !img.NeedsExec:
		case w.emulated == nil || !w.emulated(img):
			w.names = append(w.names, img.Name)
		default:
			emulated = append(emulated, img.Name)
		}
	}
	if len(w.names) == 0 && len(emulated) > 0 {
		return handledElsewhere(imgs, emulated)
	}
	if len(w.names) == 0 {
		return nil
	}
	return fmt.Errorf("warning: executable stack wanted by %s: a linked program has one, none is here, and a call of a nested function by its address crashes. %s", texts.Names(w.names), noTrampolines)
}

// handlers are runtimes that set a handler of SIGSEGV in the place of the one that emulates, by what their programs call first.
var handlers = map[string]string{
	"_gfortran_set_options":     "libgfortran handles SIGSEGV itself unless the program was compiled with -fno-backtrace",
	"__gnat_runtime_initialize": "libgnat handles SIGSEGV itself",
}

// handledElsewhere is the warning about objects for which it would be emulated, were there not such a runtime, or nil.
func handledElsewhere(imgs []*objfmt.ObjectImage, names []string) error {
	for _, img := range imgs {
		for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
			if why, ok := handlers[img.SymbolName(objfmt.SymbolID(i))]; ok {
				return fmt.Errorf("warning: executable stack wanted by %s: %s, and calls of procedures that are passed on crash", texts.Names(names), why)
			}
		}
	}
	return nil
}

// lookSaved is look for an image, which cannot ask for anything.
func (w *stackWish) lookSaved(imgs []*objfmt.ObjectImage) error {
	err := w.look(imgs)
	if err == nil {
		return nil
	}
	return fmt.Errorf("warning: executable stack wanted by %s, which an image cannot ask for: calls of nested functions by their address go on where rtdyld runs the image, and in Go programs that call crash.EmulateTrampolines; in others they crash", texts.Names(w.names))
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
