package host

import (
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// callBySyscallN has purego call the convention's entry, which is a C function of
// one pointer. purego itself could not pass integers together with floats, nor tell
// a variadic function how many floats there are.
type callBySyscallN struct{}

func callPurego() (abi.Caller, error) { return callBySyscallN{}, nil }

// Convention implements abi.Caller.
func (callBySyscallN) Convention() *abi.Convention { return abi.SystemV() }

// Call implements abi.Caller.
func (callBySyscallN) Call(f *abi.Frame) {
	purego.SyscallN(abi.SystemV().Entry, uintptr(unsafe.Pointer(f)))
}
