package abi

import (
	"syscall"
	"unsafe"
)

// systemStack implements Caller by the runtime's own means to call Windows: on the
// thread's stack, with the scheduler told.
type systemStack struct{ conv *Convention }

func privateStack(conv *Convention) (Caller, error) { return systemStack{conv}, nil }

// Convention implements Caller.
func (s systemStack) Convention() *Convention { return s.conv }

// Unwatched says that Call touches no frame: assembly does.
func (s systemStack) Unwatched() {}

// Call implements Caller. Frames are on the heap.
func (s systemStack) Call(f *Frame) {
	syscall.SyscallN(s.conv.Entry, uintptr(unsafe.Pointer(f)))
}

// freeStack has nothing to free: no frame has a stack.
func freeStack(*Frame) {}
