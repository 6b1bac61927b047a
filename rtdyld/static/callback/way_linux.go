//go:build (amd64 || arm64) && !cgo && !rtdyld_nolinkname && !go1.28

package callback

import (
	"context"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/cross"
)

func init() {
	cross.Here = &cross.Way{
		Check:  check,
		Caller: func(adopt func()) abi.QuickCaller { return caller{abi.Native(), adopt} },
		Run:    func(fn uintptr, arg unsafe.Pointer) { cgocall(fn, arg) },
		Stack:  ownStack,
		Drop:   func() uint64 { return uint64(drop) },
		Started: func(bind, bounds uint64) {
			bindFunc, boundsFunc = uintptr(bind), uintptr(bounds)
			keyCreated = 1
		},
		New: func(fn any) (cross.Callback, error) { return create(fn, Config{}) },
		Set: func() cross.Set { return new(set) },
	}
}

// check is an error if the goroutine is not where C's code, and the runtime's for C, look for it.
func check() error {
	if thread, register := goroutineAt(); thread != register || thread == 0 {
		return &static.UnsupportedError{What: "this program", Why: "Go has the goroutine elsewhere than next to the thread pointer"}
	}
	return nil
}

// goroutineAt is where the goroutine is: next to the thread pointer, and in its register.
func goroutineAt() (thread, register uintptr)

// ownStack is the thread's own stack, by what its birth has put behind the thread pointer, as long as that is there.
func ownStack() (low, high uintptr)

// cgocall is how cgo calls C: on the thread's own stack, of which what a callback leaves behind that panics is taken back. arg
// must not be on the goroutine's stack, which a callback may move.
//
//go:linkname cgocall runtime.cgocall
//go:noescape
func cgocall(fn uintptr, arg unsafe.Pointer) int32

// Addresses of C functions in assembly. frameCall and quickCall call the convention's entries, and return 1 if the thread is not adopted.
var frameCall, quickCall, drop uintptr

// What they lead to. Assembly alone reads it.
var (
	//lint:ignore U1000 assembly uses it
	frameEntry = abi.Native().Entry
	//lint:ignore U1000 assembly uses it
	quickEntry = abi.Native().QuickEntry
	//lint:ignore U1000 assembly uses them
	bindFunc, boundsFunc uintptr
)

// caller implements [abi.QuickCaller].
type caller struct {
	conv  *abi.Convention
	adopt func()
}

// Convention implements [abi.Caller].
func (c caller) Convention() *abi.Convention { return c.conv }

// Unwatched says that Call touches no frame: assembly does.
func (c caller) Unwatched() {}

// Call implements [abi.Caller]. Frames are on the heap.
//
//go:norace
func (c caller) Call(f *abi.Frame) {
	for cgocall(frameCall, unsafe.Pointer(f)) != 0 {
		c.adopt()
	}
}

// CallQuick implements [abi.QuickCaller].
//
//go:norace
func (c caller) CallQuick(q *abi.Quick) {
	for cgocall(quickCall, unsafe.Pointer(q)) != 0 {
		c.adopt()
	}
}

// set implements [cross.Set].
type set struct{ all callbacks.Set }

// New implements [cross.Set].
func (s *set) New(fn any) (uint64, error) {
	c, err := s.all.New(fn, callbacks.Config{}, abi.Native(), &callbacks.Native, ErrClosed)
	if err != nil {
		return 0, err
	}
	return c.Addr(), nil
}

// Close implements [cross.Set].
func (s *set) Close() error {
	s.all.Close()
	return nil
}

func create(fn any, cfg Config) (cross.Callback, error) {
	return callbacks.New(fn, callbacks.Config(cfg), abi.Native(), &callbacks.Native)
}

func createAs(sig *ctype.Func, fn func(*abi.Received), cfg Config) (cross.Callback, error) {
	return callbacks.NewAs(sig, fn, callbacks.Config(cfg))
}

func count() int { return callbacks.Count() }

func do(ctx context.Context, f func()) error { return callbacks.Do(ctx, f) }
