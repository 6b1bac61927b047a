package abi

import (
	"errors"
	"fmt"
	"runtime"
)

var (
	// ErrUnsupported says that this machine, system or caller cannot do it. It is
	// matched by an *UnsupportedError.
	ErrUnsupported = errors.New("not supported")
	// ErrSignature is matched by a *SignatureError.
	ErrSignature = errors.New("function type cannot be called")
	// ErrArgs is matched by an *ArgsError.
	ErrArgs = errors.New("wrong number of arguments")
	// ErrNil says that there is no address, or no caller, to bind to.
	ErrNil = errors.New("nil address or caller")
)

// UnsupportedError reports what does not work where the program runs.
type UnsupportedError struct {
	What string // what was asked for
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("abi: %s: not supported on %s/%s", e.What, runtime.GOOS, runtime.GOARCH)
}

// Is matches [ErrUnsupported] and [errors.ErrUnsupported].
func (e *UnsupportedError) Is(t error) bool {
	return t == ErrUnsupported || t == errors.ErrUnsupported
}

// SignatureError reports a function type that cannot be called.
type SignatureError struct {
	Type  string // the Go type or the Signature
	Param int    // index of the parameter at fault, -1: none or the result
	Field string // the field of it at fault, as a path; "": the parameter itself
	Msg   string
	Err   error // why, if another package says: a *ctype.TypeError, a *ctype.LayoutError
}

func (e *SignatureError) Error() string {
	text := "abi: " + e.Type + ": "
	if e.Param >= 0 {
		text += fmt.Sprintf("parameter %d: ", e.Param)
	}
	if e.Field != "" && e.Err == nil {
		text += "field " + e.Field + ": "
	}
	return text + e.Msg
}

// Unwrap returns Err.
func (e *SignatureError) Unwrap() error { return e.Err }

// Is matches [ErrSignature].
func (e *SignatureError) Is(t error) bool { return t == ErrSignature }

// StringError is what a call panics with that was given a string for C with a NUL byte in it.
type StringError struct {
	Type  string // the Go type of the function
	Param int    // index of the parameter
	At    int    // where in the string the NUL byte is
}

func (e *StringError) Error() string {
	return fmt.Sprintf("abi: %s: parameter %d: string has a NUL byte at %d, where C would take it to end", e.Type, e.Param, e.At)
}

// ArgsError reports a call with more or fewer words than the signature has
// parameters. Nothing was called.
type ArgsError struct{ Want, Got int }

func (e *ArgsError) Error() string {
	return fmt.Sprintf("abi: %d arguments for a function of %d", e.Got, e.Want)
}

// Is matches [ErrArgs].
func (e *ArgsError) Is(t error) bool { return t == ErrArgs }

// StackError reports that the system gave no memory for a stack.
type StackError struct {
	Size uint64 // bytes
	Err  error  // the system's
}

func (e *StackError) Error() string {
	return fmt.Sprintf("abi: private stack of %d bytes: %v", e.Size, e.Err)
}

// Unwrap returns Err.
func (e *StackError) Unwrap() error { return e.Err }
