//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"math"
	"sync"
	"sync/atomic"
	"unsafe"
)

// kind says what a handle stands for. Its number is in the handle's low bits.
type kind uint8

const (
	aLinker kind = 1 + iota
	anEngine
	aMemory
	anObject
	aModule
	aTemplate
	aDetached
	anExecutor

	kindBits = 4
)

var kindNames = [...]string{"handle", "linker", "engine", "memory manager", "object", "module", "template", "detached code", "executor"}

// handle is what C programs have in the place of pointers: a number that is never used
// twice. It is no address, so it must never be in a variable of a pointer's type that the
// garbage collector looks at.
type handle uintptr

// entry is what a handle stands for.
type entry struct {
	of    *owner // whose calls are counted
	value any    // *linker, *engineHandle, *memory, *objectHandle, *moduleHandle, *templates, *detached or *executor
}

// table has all handles.
var table = struct {
	mu     sync.RWMutex
	last   uintptr
	values map[handle]entry
}{last: 1 << 16, values: map[handle]entry{}}

// enroll makes a handle.
func enroll(k kind, of *owner, value any) handle {
	table.mu.Lock()
	table.last++
	h := handle(table.last<<kindBits | uintptr(k))
	table.values[h] = entry{of, value}
	table.mu.Unlock()
	return h
}

// find returns what a handle stands for.
func find(h handle, k kind) (entry, error) {
	table.mu.RLock()
	e, ok := table.values[h]
	table.mu.RUnlock()
	if is := kind(h & (1<<kindBits - 1)); ok && is != k {
		return e, failure(C.RTDYLD_ERROR_HANDLE, "handle is of %s, not of %s", article(is), article(k))
	}
	if !ok {
		if h == 0 {
			return e, failure(C.RTDYLD_ERROR_HANDLE, "%s is NULL", kindNames[k])
		}
		return e, failure(C.RTDYLD_ERROR_HANDLE, "handle %#x of %s is not in use: it was freed, or never was one", uintptr(h), article(k))
	}
	return e, nil
}

func article(k kind) string {
	if k == aDetached {
		return kindNames[k]
	}
	if k == anEngine || k == anObject || k == anExecutor {
		return "an " + kindNames[k]
	}
	return "a " + kindNames[k]
}

// strike ends handles; false if one had ended before.
func strike(hs ...handle) bool {
	table.mu.Lock()
	defer table.mu.Unlock()
	all := true
	for _, h := range hs {
		_, ok := table.values[h]
		all = all && ok
		delete(table.values, h)
	}
	return all
}

// handleAt reads a handle from a variable of a C type without it ever being a pointer.
func handleAt[T any](p *T) handle { return *(*handle)(unsafe.Pointer(p)) }

// setHandle is the other way round; p may be nil.
func setHandle[T any](p *T, h handle) {
	if p != nil {
		*(*handle)(unsafe.Pointer(p)) = h
	}
}

// owner is a linker or an engine as one that calls are counted for. Calls and callbacks
// enter and leave it; who frees it waits for them.
type owner struct {
	calls atomic.Int64 // that are inside, and closed
	mu    sync.Mutex   // of empty
	empty sync.Cond    // calls has become closed and nothing else
	id    uintptr      // how threads remember it
}

// closed is the bit of owner.calls that says that nobody is let in any more: its sign.
const closed = math.MinInt64

func newOwner() *owner {
	o := new(owner)
	o.empty.L = &o.mu
	table.mu.Lock()
	defer table.mu.Unlock()
	table.last++
	o.id = table.last
	return o
}

// enter begins a call; false if the owner is closed.
func (o *owner) enter() bool {
	if o.calls.Add(1) > 0 {
		return true
	}
	o.leave()
	return false
}

func (o *owner) leave() {
	if o.calls.Add(-1) == closed {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.empty.Broadcast()
	}
}

// close lets nobody in any more; false if that was so before.
func (o *owner) close() bool { return o.calls.Or(closed) >= 0 }

// wait waits for the calls that are inside, of an owner that is closed.
func (o *owner) wait() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.calls.Load() != closed {
		o.empty.Wait()
	}
}

// inside says in which of the owner's callbacks this thread is.
func (o *owner) inside() C.int {
	if atomic.LoadInt32((*int32)(&C.rtdyldx_frames_now)) == 0 { // as nearly always
		return 0
	}
	return C.rtdyldx_inside(C.uintptr_t(o.id))
}

// begin finds a handle and enters its owner for a call from the program, which must leave it; of is nil
// beside an error.
func begin[T any](h handle, k kind) (value T, of *owner, err error) {
	e, err := find(h, k)
	if err != nil {
		return value, nil, err
	}
	if e.of.inside()&C.RTDYLDX_LOCKED != 0 {
		return value, nil, failure(C.RTDYLD_ERROR_REENTRANT, "the %s is locked: this is called from one of its callbacks for memory or unwinding", kindNames[k])
	}
	if !e.of.enter() {
		return value, nil, failure(C.RTDYLD_ERROR_HANDLE, "the %s is being freed", kindNames[k])
	}
	return e.value.(T), e.of, nil
}
