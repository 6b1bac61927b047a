package abi

import (
	"fmt"
	"sync"
)

// Handle stands for a Go value where C passes a void * on to a callback, or keeps one: a small number that is never the address of Go memory,
// so that the garbage collector has nothing to do with it. It is as runtime/cgo's Handle, without cgo. 0 is none.
type Handle uintptr

// handles has the values. Numbers of deleted handles are not used again before all others have been.
var handles struct {
	mu     sync.RWMutex
	values map[Handle]any
	last   Handle
}

// NewHandle makes a handle, which keeps v alive until it is deleted.
func NewHandle(v any) Handle {
	handles.mu.Lock()
	defer handles.mu.Unlock()
	if handles.values == nil {
		handles.values = make(map[Handle]any)
	}
	for {
		handles.last++
		if _, used := handles.values[handles.last]; !used && handles.last != 0 {
			handles.values[handles.last] = v
			return handles.last
		}
	}
}

// Value returns the value. It panics with a *[HandleError] for a number that is no handle, or no longer.
func (h Handle) Value() any {
	handles.mu.RLock()
	defer handles.mu.RUnlock()
	v, ok := handles.values[h]
	if !ok {
		panic(&HandleError{h})
	}
	return v
}

// Delete gives the value up. It panics as Value does.
func (h Handle) Delete() {
	handles.mu.Lock()
	defer handles.mu.Unlock()
	if _, ok := handles.values[h]; !ok {
		panic(&HandleError{h})
	}
	delete(handles.values, h)
}

// HandleError is what use of a number panics with that is no handle.
type HandleError struct{ Handle Handle }

func (e *HandleError) Error() string {
	return fmt.Sprintf("abi: %#x is no handle, or was deleted", uintptr(e.Handle))
}
