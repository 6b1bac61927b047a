package callbacks

import (
	"context"
	"errors"
	"fmt"
)

var (
	// ErrCallback is matched by a *CallbackError.
	ErrCallback = errors.New("cannot be called by loaded code")
	// ErrCallbackClosed is matched by a *ClosedCallbackError.
	ErrCallbackClosed = errors.New("callback is closed")
	// ErrCallbackPanic is matched by a *CallbackPanicError.
	ErrCallbackPanic = errors.New("callback panicked")
)

// CallbackError reports a Go function that loaded code cannot call.
type CallbackError struct {
	Type string // of the function
	Msg  string
}

func (e *CallbackError) Error() string { return fmt.Sprintf("callback %s: %s", e.Type, e.Msg) }

// Is matches [ErrCallback].
func (e *CallbackError) Is(t error) bool { return t == ErrCallback }

// ClosedCallbackError is what a call of a callback that is closed panics with.
type ClosedCallbackError struct {
	Type string // of the function that there was
	Addr uint64 // that was called
}

func (e *ClosedCallbackError) Error() string {
	return fmt.Sprintf("loaded code called the callback %s at %#x, which is closed", e.Type, e.Addr)
}

// Is matches [ErrCallbackClosed].
func (e *ClosedCallbackError) Is(t error) bool { return t == ErrCallbackClosed }

// CallbackPanicError is a panic of a callback with [Config.Recover], as [Do] returns it.
type CallbackPanicError struct {
	Type  string // of the function
	Value any    // what it panicked with
	Stack []byte // of the goroutine then
}

func (e *CallbackPanicError) Error() string {
	return fmt.Sprintf("callback %s panicked: %v", e.Type, e.Value)
}

// Is matches [ErrCallbackPanic].
func (e *CallbackPanicError) Is(t error) bool { return t == ErrCallbackPanic }

// Unwrap is the value, if that is an error.
func (e *CallbackPanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Config says how a callback is called.
type Config struct {
	Recover bool            // a panic of the function does not leave it if there is a Do around the call
	Context context.Context // where there is no Do around the call; nil: the background
}
