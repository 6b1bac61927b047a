//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package callbacks

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

// Convention is C's usual one; package host says where that is not the machine's.
var Convention = abi.Native

// Callback is a C function that calls a Go function. Its methods may be called concurrently.
type Callback struct {
	callee *abi.Callee
	plain  bool // nothing but callee counts
	cfg    Config
	typ    reflect.Type
	addr   uint64
	number uint32
	thunks *Pool
	set    *Set // that closes it, or nil
	closed atomic.Bool
}

// count counts the callbacks that are not closed.
var count atomic.Int64

// Count returns how many callbacks there are that are not closed.
func Count() int { return int(count.Load()) }

// New makes a callback of a convention, which thunks enter by.
func New(fn any, cfg Config, conv *abi.Convention, thunks *Pool) (*Callback, error) {
	c, err := create(fn, cfg, conv, thunks)
	if err != nil {
		return nil, err
	}
	count.Add(1)
	return c, nil
}

// NewAs is New for a function of a C type and C's usual convention.
func NewAs(sig *ctype.Func, fn func(*abi.Received), cfg Config) (*Callback, error) {
	callee, err := abi.NewCalleeAs(Convention(), sig, fn)
	if err != nil {
		return nil, err
	}
	c := &Callback{callee: callee, cfg: cfg, typ: reflect.TypeOf(fn), thunks: thunksFor(callee, &Native)}
	if err := c.start(); err != nil {
		return nil, err
	}
	count.Add(1)
	return c, nil
}

// Own gives the address of a C function that calls fn for good, and is not counted.
func Own(fn any) (uint64, error) {
	c, err := create(fn, Config{}, Convention(), &Native)
	if err != nil {
		return 0, err
	}
	return c.addr, nil
}

// create makes one that nothing knows of.
func create(fn any, cfg Config, conv *abi.Convention, thunks *Pool) (*Callback, error) {
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

// Close ends the callback. Closing twice fails with [ErrCallbackClosed].
func (c *Callback) Close() error {
	if c.closed.Swap(true) {
		return ErrCallbackClosed
	}
	if c.set != nil {
		c.set.drop(c)
	}
	c.end()
	return nil
}

// end gives the thunk back, once.
func (c *Callback) end() {
	c.thunks.give(c)
	count.Add(-1)
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

// Set is callbacks that are closed together. The zero value has none.
type Set struct {
	mu     sync.Mutex
	all    map[*Callback]struct{}
	closed bool
}

// New is [New] for a callback that the set closes. When all are closed it fails with closed.
func (l *Set) New(fn any, cfg Config, conv *abi.Convention, thunks *Pool, closed error) (*Callback, error) {
	c, err := New(fn, cfg, conv, thunks)
	if err != nil {
		return nil, err
	}
	c.set = l
	if !l.add(c) {
		c.set = nil
		return nil, errors.Join(closed, c.Close())
	}
	return c, nil
}

// add takes a callback, unless all are closed.
func (l *Set) add(c *Callback) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	if l.all == nil {
		l.all = map[*Callback]struct{}{}
	}
	l.all[c] = struct{}{}
	return true
}

// drop forgets one.
func (l *Set) drop(c *Callback) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.all, c)
}

// Close closes all that are left.
func (l *Set) Close() {
	l.mu.Lock()
	all := l.all
	l.all, l.closed = nil, true
	l.mu.Unlock()
	for c := range all {
		if !c.closed.Swap(true) {
			c.end()
		}
	}
}
