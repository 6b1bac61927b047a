//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"
)

// Callback is a C function that calls a Go function. Its methods may be called concurrently.
type Callback struct{ made *callbacks.Callback }

// callback is what callbacks made.
func callback(c *callbacks.Callback, err error) (*Callback, error) {
	if err != nil {
		return nil, err
	}
	return &Callback{c}, nil
}

// Callbacks returns how many callbacks there are that are not closed.
func Callbacks() int { return callbacks.Count() }

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
	return callback(callbacks.New(fn, callbacks.Config(cfg), nativeConvention(), &callbacks.Native))
}

// NewCallbackAs is [NewCallback] for a function of a C type, whatever [abi.NewCalleeAs] accepts, structs by value among it, that is
// given the bytes of its arguments and makes those of its result. It allocates nothing when it is called.
func NewCallbackAs(sig *ctype.Func, fn func(*abi.Received), cfg CallbackConfig) (*Callback, error) {
	return callback(callbacks.NewAs(sig, fn, callbacks.Config(cfg)))
}

// ownCallback is CallbackAddr for this package's own functions, which are not counted.
func ownCallback(fn any) (uint64, error) { return callbacks.Own(fn) }

// Addr is the address of the C function.
func (c *Callback) Addr() uint64 { return c.made.Addr() }

// Close ends the callback, which loaded code must not call any more; calls that are going on end as usual, so that
// a callback may close itself. A call after Close panics with a *[ClosedCallbackError], as if fn did, as long as the address is not that of
// another callback: addresses are used again, the one closed first before others, after 8192 other
// callbacks have been closed. Closing twice fails with [ErrCallbackClosed].
func (c *Callback) Close() error { return c.made.Close() }

// Do calls f, whose calls of loaded code are made with a context: functions of callbacks that these calls make, on f's
// goroutine, are given it as their first parameter, if that is a context. A panic of a callback with
// [CallbackConfig.Recover] is Do's error then. Nothing ends loaded code when ctx is done; callbacks can look, and return what has the
// loaded code end.
//
// Calls of Do may be nested; the innermost counts. A goroutine that f or a callback starts is not inside.
func Do(ctx context.Context, f func()) error { return callbacks.Do(ctx, f) }

// NewCallback is [NewCallback] for the code that p loads: the address is that of a function of its
// convention, and [Process.Close] closes the callback.
func (p *Process) NewCallback(fn any, cfg CallbackConfig) (*Callback, error) {
	return callback(p.callbacks.New(fn, callbacks.Config(cfg), p.guest.conv, p.guest.thunks(), ErrClosed))
}

// Callback returns the address of a C function that calls fn until [Process.Close]: that of a [Process.NewCallback].
func (p *Process) Callback(fn any) (uint64, error) {
	c, err := p.NewCallback(fn, CallbackConfig{})
	if err != nil {
		return 0, err
	}
	return c.Addr(), nil
}
