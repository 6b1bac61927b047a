//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"slices"
	"sync"
)

// Destructors of objects that are still there when code calls exit run as those of libraries do, whose exit it is: the C library is told of each before
// the object's constructors run, so that what these register goes first. It forgets a function only by calling it. So what it is given is
// destruct, with memory that has the address of the destructor, and 0 once nobody is to call that. None of it is Go, since processes
// that loaded code forks call exit, too.

// destructPC is the address of void destruct(void (**f)(void)).
var destructPC uintptr

// atExit has the destructors that exit is to call.
type atExit struct {
	mu    sync.Mutex
	cells map[uint64][]uintptr // C memory of one word each, which is the handle, too; by destructor
	of    map[any][]uint64     // destructors by the object or library that they are in
}

// exitDestructors are those of the process, as its exit is.
var exitDestructors atExit

// register has exit call destructors in order, those of later calls before.
func (a *atExit) register(c *libc, fini []uint64) error {
	for _, f := range slices.Backward(fini) {
		objects.mu.Lock()
		of := objects.find(f)
		objects.mu.Unlock()
		if of == nil {
			continue // nobody would say that it goes
		}
		if err := a.add(c, of, f); err != nil {
			return err
		}
	}
	return nil
}

// add has exit call a destructor of an object or a library, before those that it knows.
func (a *atExit) add(c *libc, of any, f uint64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := callC(c.malloc, wordSize)
	if at == 0 {
		return ErrNoMemory
	}
	foreign[uintptr](at, 1)[0] = uintptr(f)
	if callC(c.cxaAtexit, destructPC, at, at) != 0 {
		c.release(at)
		return ErrNoMemory
	}
	if a.cells == nil {
		a.cells, a.of = map[uint64][]uintptr{}, map[any][]uint64{}
	}
	a.cells[f] = append(a.cells[f], at)
	a.of[of] = append(a.of[of], f)
	return nil
}

// forget has exit call none of an object's or a library's.
func (a *atExit) forget(c *libc, of any) {
	a.mu.Lock()
	fini := a.of[of]
	delete(a.of, of)
	var cells []uintptr
	for _, f := range fini {
		cells = append(cells, a.cells[f]...)
		delete(a.cells, f)
	}
	a.mu.Unlock()
	for _, at := range cells {
		foreign[uintptr](at, 1)[0] = 0
		c.finalize(uint64(at))
		c.release(at)
	}
}
