// Package cross is what package callback tells package static, if the program imports it: how C is called so that it can call Go,
// and how Go functions become C's.
//
// Law: neither of the two imports what this does not say.
package cross

import (
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// Way is how C and Go call each other.
type Way struct {
	// Check is an error if Go has not been started as it must be.
	Check func() error
	// Caller calls C on the thread's own stack. It calls adopt on a thread that is not adopted.
	Caller func(adopt func()) abi.QuickCaller
	// Run calls a C function of one pointer, whatever thread it is.
	Run func(fn uintptr, arg unsafe.Pointer)
	// Stack is the lower and the upper end of the thread's own stack. The thread is not adopted.
	Stack func() (low, high uintptr)
	// Drop is the address of a C function that a thread of C's calls at its end with what Bind was called with.
	Drop func() uint64
	// Started tells addresses of functions of the glue, which say what a thread of C's is bound to and where its stack is.
	Started func(bind, bounds uint64)
	// New makes a C function of a Go function.
	New func(fn any) (Callback, error)
	// Set makes a set of such functions.
	Set func() Set
}

// Callback is a C function.
type Callback interface {
	Addr() uint64
	Close() error
}

// Set is C functions that are closed together.
type Set interface {
	New(fn any) (uint64, error)
	Close() error
}

// Here is set when the program begins, and not changed. nil: package callback is not imported, or Why.
var Here *Way

// Why says what package callback is missing, which is imported.
var Why string
