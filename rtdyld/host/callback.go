package host

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"
)

var (
	// ErrCallback is matched by a *CallbackError.
	ErrCallback = callbacks.ErrCallback
	// ErrCallbackClosed is matched by a *ClosedCallbackError.
	ErrCallbackClosed = callbacks.ErrCallbackClosed
	// ErrCallbackPanic is matched by a *CallbackPanicError.
	ErrCallbackPanic = callbacks.ErrCallbackPanic
)

// CallbackError reports a Go function that loaded code cannot call: its Type, and in Msg why. It matches [ErrCallback].
type CallbackError = callbacks.CallbackError

// ClosedCallbackError is what a call of a callback that is closed panics with: the Type of the function that there was, and
// the Addr that was called. It matches [ErrCallbackClosed].
type ClosedCallbackError = callbacks.ClosedCallbackError

// CallbackPanicError is a panic of a callback with [CallbackConfig.Recover], as [Do] returns it: the Type of the function, the
// Value that it panicked with, which the error unwraps to if that is an error, and the Stack of the goroutine then. It matches [ErrCallbackPanic].
type CallbackPanicError = callbacks.CallbackPanicError

// CallbackConfig says how a callback is called. The zero value is that of [CallbackAddr].
type CallbackConfig struct {
	// Recover has a panic of the function not leave it: C gets zero as its result and goes on, and the [Do] around the call into
	// loaded code returns a *[CallbackPanicError], the first one if there are several. Where there is no
	// Do around it, the panic goes on as without Recover, so that none is lost.
	Recover bool
	// Context is for functions whose first parameter is a context, where no [Do] is around the call:
	// on threads that loaded code made there is none. nil: the background.
	Context context.Context
}

// CallbackAddr returns the address of a C function that calls fn for the rest of the process: that of a
// [NewCallback] that nothing closes.
func CallbackAddr(fn any) (uint64, error) {
	c, err := NewCallback(fn, CallbackConfig{})
	if err != nil {
		return 0, err
	}
	return c.Addr(), nil
}
