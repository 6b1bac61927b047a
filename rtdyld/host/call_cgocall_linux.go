//go:build (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386) && !rtdyld_nolinkname

package host

import (
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// callCgocall is how cgo calls C. It needs the C runtime in the program, which is
// there because package host imports purego; with cgo it is the real one. fn is a
// C function of one pointer, called on the thread's own stack; arg must not be on
// the goroutine's stack, which a callback may move.
//
//go:linkname callCgocall runtime.cgocall
//go:noescape
func callCgocall(fn uintptr, arg unsafe.Pointer) int32

// callByCgocall calls through runtime.cgocall.
type callByCgocall struct{ conv *abi.Convention }

func callBest(conv *abi.Convention) (abi.Caller, error) { return callByCgocall{conv}, nil }

// Convention implements abi.Caller.
func (c callByCgocall) Convention() *abi.Convention { return c.conv }

// Unwatched says that Call touches no frame: assembly does.
func (c callByCgocall) Unwatched() {}

// Call implements abi.Caller. Frames are on the heap.
//
//go:norace
func (c callByCgocall) Call(f *abi.Frame) { callCgocall(c.conv.Entry, unsafe.Pointer(f)) }

// CallQuick implements abi.QuickCaller.
//
//go:norace
func (c callByCgocall) CallQuick(q *abi.Quick) { callCgocall(c.conv.QuickEntry, unsafe.Pointer(q)) }

// callPair makes two calls in one crossing. It is false where that cannot be, and nothing is called.
func callPair(p *pairCall) bool {
	if pairPC == 0 {
		return false
	}
	callCgocall(pairPC, unsafe.Pointer(p))
	return true
}
