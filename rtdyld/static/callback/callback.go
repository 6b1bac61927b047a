package callback

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/cross"
)

var (
	// ErrCallback is matched by an *Error.
	ErrCallback = callbacks.ErrCallback
	// ErrClosed is matched by a *ClosedError.
	ErrClosed = callbacks.ErrCallbackClosed
	// ErrPanic is matched by a *PanicError.
	ErrPanic = callbacks.ErrCallbackPanic
)

// Error reports a Go function that loaded code cannot call: its Type, and in Msg why. It matches [ErrCallback]. It is host's CallbackError.
type Error = callbacks.CallbackError

// ClosedError is what a call of a callback that is closed panics with: the Type of the function that there was, and the Addr
// that was called. It matches [ErrClosed]. It is host's ClosedCallbackError.
type ClosedError = callbacks.ClosedCallbackError

// PanicError is a panic of a callback with [Config.Recover], as [Do] returns it: the Type of the function, the Value that it
// panicked with, which the error unwraps to if that is an error, and the Stack of the goroutine then. It matches [ErrPanic]. It
// is host's CallbackPanicError.
type PanicError = callbacks.CallbackPanicError

// Config says how a callback is called. The zero value is that of [program.Program.Callback].
type Config struct {
	// Recover has a panic of the function not leave it: C gets zero as its result and goes on, and the [Do] around the call into
	// loaded code returns a *[PanicError], the first one if there are several. Where there is no
	// Do around it, the panic goes on as without Recover, so that none is lost.
	Recover bool
	// Context is for functions whose first parameter is a context, where no [Do] is around the call:
	// on threads that loaded code made there is none. nil: the background.
	Context context.Context
}

// Callback is a C function that calls a Go function. Its methods may be called concurrently.
type Callback struct{ made cross.Callback }

// New makes a C function that calls fn, for loaded code on any thread, also one that it has made, and from
// as many nested calls as there is stack. There may be any number of callbacks. What fn may be, and what a panic does, is as host.NewCallback says.
//
// A callback is there, and keeps fn alive, until [Callback.Close]. A function of the wrong type is an *[Error]; errors of
// memory are those of package mem; where this package does nothing the error is a *[static.UnsupportedError].
func New(fn any, cfg Config) (*Callback, error) { return made(create(fn, cfg)) }

// NewAs is [New] for a function of a C type, whatever [abi.NewCalleeAs] accepts, structs by value among it, that is given the bytes of
// its arguments and makes those of its result. It allocates nothing when it is called.
func NewAs(sig *ctype.Func, fn func(*abi.Received), cfg Config) (*Callback, error) {
	return made(createAs(sig, fn, cfg))
}

func made(c cross.Callback, err error) (*Callback, error) {
	if err != nil {
		return nil, err
	}
	return &Callback{c}, nil
}

// Addr is the address of the C function.
func (c *Callback) Addr() uint64 { return c.made.Addr() }

// Close ends the callback, which loaded code must not call any more; calls that are going on end as usual, so that
// a callback may close itself. A call after Close panics with a *[ClosedError], as if fn did, as long as the address is not that of
// another callback: addresses are used again, the one closed first before others, after 8192 other
// callbacks have been closed. Closing twice fails with [ErrClosed].
func (c *Callback) Close() error { return c.made.Close() }

// Count returns how many callbacks there are that are not closed.
func Count() int { return count() }

// Do calls f, whose calls of loaded code are made with a context: functions of callbacks that these calls make, on f's
// goroutine, are given it as their first parameter, if that is a context. A panic of a callback with
// [Config.Recover] is Do's error then. Nothing ends loaded code when ctx is done; callbacks can look, and return what has the
// loaded code end.
//
// Calls of Do may be nested; the innermost counts. A goroutine that f or a callback starts is not inside.
func Do(ctx context.Context, f func()) error { return do(ctx, f) }
