//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Callback is a C function that calls a Go function. Its methods may be called concurrently.
type Callback struct {
	callee  *abi.Callee
	plain   bool // nothing but callee counts
	cfg     CallbackConfig
	typ     reflect.Type
	addr    uint64
	number  uint32
	thunks  *pool
	process *Process // whose Close closes it, or nil
	closed  atomic.Bool
}

// callbackCount counts the callbacks that are not closed.
var callbackCount atomic.Int64

// Callbacks returns how many callbacks there are that are not closed.
func Callbacks() int { return int(callbackCount.Load()) }

// NewCallback makes a C function that calls fn, for loaded code on any thread, also one that it has made, and from
// as many nested calls as there is stack. There may be any number of callbacks.
//
// fn's parameters are booleans, integers, floats, uintptr, unsafe.Pointer and pointers, any number of them; it returns one
// of these, or nothing. Its first parameter may be a [context.Context], which C does not pass: it is
// that of the [Do] around the call into loaded code. See [abi.NewCallee] for which of them cost least. (On systems without
// hardware floating point floats are passed as the system's C does.)
//
// What C passes for a pointer and is no address, such as 1, must be a uintptr of fn's: Go's runtime ends the process for pointers below 4096.
//
// A panic that fn does not recover goes on in the Go function that called the loaded code, whose frames are
// dropped, but for [CallbackConfig.Recover]; so does [runtime.Goexit], which ends that goroutine. On a thread that loaded code made
// there is no such function: both end the process, with the traceback.
//
// A callback is there, and keeps fn alive, until [Callback.Close]. A function of the wrong type is a *[CallbackError]; errors
// of memory are those of package mem; elsewhere the error matches [ErrSystem].
func NewCallback(fn any, cfg CallbackConfig) (*Callback, error) {
	return newCallback(fn, cfg, nativeConvention(), &nativeThunks, nil)
}

// NewCallbackAs is [NewCallback] for a function of a C type, whatever [abi.NewCalleeAs] accepts, structs by value among it, that is
// given the bytes of its arguments and makes those of its result. It allocates nothing when it is called.
func NewCallbackAs(sig *ctype.Func, fn func(*abi.Received), cfg CallbackConfig) (*Callback, error) {
	callee, err := abi.NewCalleeAs(nativeConvention(), sig, fn)
	if err != nil {
		return nil, err
	}
	c := &Callback{callee: callee, cfg: cfg, typ: reflect.TypeOf(fn), thunks: thunksFor(callee, &nativeThunks)}
	if err := c.start(); err != nil {
		return nil, err
	}
	callbackCount.Add(1)
	return c, nil
}

// newCallback makes a callback of a convention, which thunks enter by.
func newCallback(fn any, cfg CallbackConfig, conv *abi.Convention, thunks *pool, p *Process) (*Callback, error) {
	c, err := makeCallback(fn, cfg, conv, thunks)
	if err != nil {
		return nil, err
	}
	c.process = p
	callbackCount.Add(1)
	return c, nil
}

// ownCallback is CallbackAddr for this package's own functions, which are not counted.
func ownCallback(fn any) (uint64, error) {
	c, err := makeCallback(fn, CallbackConfig{}, nativeConvention(), &nativeThunks)
	if err != nil {
		return 0, err
	}
	return c.addr, nil
}

// makeCallback makes one that nothing knows of.
func makeCallback(fn any, cfg CallbackConfig, conv *abi.Convention, thunks *pool) (*Callback, error) {
	callee, err := abi.NewCallee(conv, fn)
	if err != nil {
		return nil, callbackError(fn, err)
	}
	c := &Callback{callee: callee, cfg: cfg, typ: reflect.TypeOf(fn), thunks: thunksFor(callee, thunks)}
	c.plain = !cfg.Recover && !callee.TakesContext()
	if err := c.start(); err != nil {
		return nil, err
	}
	return c, nil
}

// start has a thunk lead to c.
func (c *Callback) start() error {
	if err := startEntries(); err != nil {
		return err
	}
	return c.thunks.take(c)
}

// callbackError says of which function abi speaks.
func callbackError(fn any, err error) error {
	var se *abi.SignatureError
	if !errors.As(err, &se) {
		return err
	}
	if se.Param >= 0 {
		return &CallbackError{fmt.Sprintf("%T", fn), fmt.Sprintf("parameter %d: %s", se.Param, se.Msg)}
	}
	return &CallbackError{fmt.Sprintf("%T", fn), se.Msg}
}

// Addr is the address of the C function.
func (c *Callback) Addr() uint64 { return c.addr }

// Close ends the callback, which loaded code must not call any more; calls that are going on end as usual, so that
// a callback may close itself. A call after Close panics with a *[ClosedCallbackError], as if fn did, as long as the address is not that of
// another callback: addresses are used again, the one closed first before others, after 8192 other
// callbacks have been closed. Closing twice fails with [ErrCallbackClosed].
func (c *Callback) Close() error {
	if c.closed.Swap(true) {
		return ErrCallbackClosed
	}
	if c.process != nil {
		c.process.callbacks.drop(c)
	}
	c.end()
	return nil
}

// end gives the thunk back, once.
func (c *Callback) end() {
	c.thunks.give(c)
	callbackCount.Add(-1)
}

// enter calls a function that takes a context, or whose panics are recovered.
func (c *Callback) enter(s *abi.Saved) {
	around := currentDo()
	ctx := c.cfg.Context
	if around != nil {
		ctx = around.ctx
	} else if ctx == nil {
		ctx = context.Background()
	}
	if c.cfg.Recover && around != nil {
		defer c.recovered(around, s)
	}
	c.callee.Call(ctx, s)
}

// recovered gives C zero, and the call around the error, if the function panics.
func (c *Callback) recovered(around *doing, s *abi.Saved) {
	if r := recover(); r != nil {
		around.fail(&CallbackPanicError{c.typ.String(), r, debug.Stack()})
		c.callee.Zero(s)
	}
}

// callbackSet is the callbacks of a process.
type callbackSet struct {
	mu     sync.Mutex
	set    map[*Callback]struct{}
	closed bool
}

// add takes a callback, unless all are closed.
func (l *callbackSet) add(c *Callback) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	if l.set == nil {
		l.set = map[*Callback]struct{}{}
	}
	l.set[c] = struct{}{}
	return true
}

// drop forgets one.
func (l *callbackSet) drop(c *Callback) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.set, c)
}

// close closes all that are left.
func (l *callbackSet) close() {
	l.mu.Lock()
	set := l.set
	l.set, l.closed = nil, true
	l.mu.Unlock()
	for c := range set {
		if !c.closed.Swap(true) {
			c.end()
		}
	}
}

// NewCallback is [NewCallback] for the code that p loads: the address is that of a function of its
// convention, and [Process.Close] closes the callback.
func (p *Process) NewCallback(fn any, cfg CallbackConfig) (*Callback, error) {
	c, err := newCallback(fn, cfg, p.guest.conv, p.guest.thunks(), p)
	if err != nil {
		return nil, err
	}
	if !p.callbacks.add(c) {
		c.process = nil
		return nil, errors.Join(ErrClosed, c.Close())
	}
	return c, nil
}

// Callback returns the address of a C function that calls fn until [Process.Close]: that of a [Process.NewCallback].
func (p *Process) Callback(fn any) (uint64, error) {
	c, err := p.NewCallback(fn, CallbackConfig{})
	if err != nil {
		return 0, err
	}
	return c.Addr(), nil
}
