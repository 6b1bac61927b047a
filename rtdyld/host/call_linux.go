//go:build amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386

package host

import (
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// callBySyscallN has purego call the convention's entry, which is a C function of
// one pointer. purego itself could not pass integers together with floats, nor tell
// a variadic function how many floats there are.
type callBySyscallN struct{ conv *abi.Convention }

func callPurego(conv *abi.Convention) (abi.Caller, error) { return callBySyscallN{conv}, nil }

// Convention implements abi.Caller.
func (c callBySyscallN) Convention() *abi.Convention { return c.conv }

// Unwatched says that Call touches no frame: assembly does.
func (c callBySyscallN) Unwatched() {}

// Call implements abi.Caller.
func (c callBySyscallN) Call(f *abi.Frame) {
	purego.SyscallN(c.conv.Entry, uintptr(unsafe.Pointer(f)))
}
