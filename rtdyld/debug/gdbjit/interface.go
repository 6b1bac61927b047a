//go:build linux

package gdbjit

import (
	"runtime"
	"sync"
	"unsafe"
)

// descriptor is struct jit_descriptor of the interface.
type descriptor struct {
	version  uint32
	action   uint32
	relevant uintptr
	first    uintptr
}

// Values of descriptor.action.
const (
	actionNone = iota
	actionRegister
	actionUnregister
)

// entry is struct jit_code_entry of the interface and what keeps it in its place.
type entry struct {
	code
	prev, next *entry
	image      []byte
	pin        runtime.Pinner
}

var (
	listMu sync.Mutex // guards the descriptor and all entries
	first  *entry
)

// notify tells the debugger that the descriptor has changed.
func notify()

// address returns that of the descriptor.
func address() uintptr

// shared is the descriptor, which is no memory of Go's.
func shared() *descriptor {
	p := address()
	return *(**descriptor)(unsafe.Pointer(&p))
}

// register adds an entry for an image, which must not be changed any more.
func register(image []byte) *entry {
	e := &entry{image: image}
	e.pin.Pin(e)
	e.pin.Pin(&image[0])
	e.symfile, e.size = uintptr(unsafe.Pointer(&image[0])), sizeOf(len(image))
	listMu.Lock()
	defer listMu.Unlock()
	if e.next = first; first != nil {
		first.prev, first.prevCode = e, e.at()
		e.nextCode = first.at()
	}
	first = e
	change(e, actionRegister)
	return e
}

// unregister takes an entry away.
func (e *entry) unregister() {
	listMu.Lock()
	defer listMu.Unlock()
	if e.next != nil {
		e.next.prev, e.next.prevCode = e.prev, e.prevCode
	}
	if e.prev != nil {
		e.prev.next, e.prev.nextCode = e.next, e.nextCode
	} else {
		first = e.next
	}
	change(e, actionUnregister)
	e.pin.Unpin()
}

// at is the address that the interface knows an entry by.
func (e *entry) at() uintptr { return uintptr(unsafe.Pointer(&e.code)) }

// change publishes the list after e came or went.
func change(e *entry, action uint32) {
	d := shared()
	d.first = 0
	if first != nil {
		d.first = first.at()
	}
	d.relevant, d.action = e.at(), action
	without(notify)
	d.relevant, d.action = 0, actionNone
	runtime.KeepAlive(e)
}
