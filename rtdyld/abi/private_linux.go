//go:build (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x || mips64 || mips64le || mipsle || arm || 386) && !rtdyld_nolinkname

package abi

import (
	"runtime"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The rules of the runtime that make this sound (runtime/proc.go, reentersyscall
// and exitsyscall; runtime/traceback.go; runtime/preempt.go):
//
//   - Between entersyscall and exitsyscall nothing may grow the goroutine's stack
//     and the frame that called entersyscall must stay: run is nosplit and calls
//     assembly only. Nobody shrinks or moves the stack of a goroutine that is in a
//     system call, and its traceback begins at run, so that nobody looks at the
//     stack pointer.
//   - The goroutine keeps its thread until exitsyscall; the thread keeps the
//     private stack until it returns. Nothing needs to be locked to anything.
//   - Signal handlers run on the thread's signal stack (sigaltstack). On amd64 and
//     386 they find the goroutine through thread-local storage, which loaded code has
//     no way to change, and functions that write the stack pointer are marked so by
//     the assembler: tracebacks of a profiling signal stop there. On arm64, arm,
//     riscv64, loong64, ppc64le, s390x, mips64le, mips64 and mipsle they find it in a register (x28, r10, s11, fp,
//     r30, r13, s8 on all MIPS) that C code may use for its own and has restored when it returns, so there
//     switchStack blocks all signals of the thread meanwhile. A goroutine in a system call is not preempted by signal.
//   - The frame is on the heap, reachable through run's arguments, and its words
//     are no pointers.

//go:linkname entersyscall runtime.entersyscall
func entersyscall()

//go:linkname exitsyscall runtime.exitsyscall
func exitsyscall()

// switchStack calls the C function entry with f, a *Frame or a *Quick, on the stack that ends below top.
//
//go:noescape
func switchStack(entry uintptr, f unsafe.Pointer, top uintptr)

// run calls what f describes as a system call.
//
//go:nosplit
//go:norace
func run(entry uintptr, f unsafe.Pointer, top uintptr) {
	entersyscall()
	switchStack(entry, f, top)
	exitsyscall()
}

const (
	stackSize  = 8 << 20 // as threads have on Linux
	stackGuard = 64 << 10
)

// private implements Caller.
type private struct{ conv *Convention }

// spare is the stack of those that got none of their own, one at a time.
var spare struct {
	mu  sync.Mutex
	top uintptr // set once by the first privateStack
}

func privateStack(conv *Convention) (Caller, error) {
	spare.mu.Lock()
	defer spare.mu.Unlock()
	if spare.top == 0 {
		top, err := mapStack()
		if err != nil {
			return nil, &StackError{Size: stackSize, Err: err}
		}
		spare.top = top
	}
	return private{conv}, nil
}

// Convention implements Caller.
func (p private) Convention() *Convention { return p.conv }

// Unwatched says that Call is not instrumented.
func (p private) Unwatched() {}

// Call implements Caller. Where no memory is left for another stack, calls take
// turns.
//
//go:norace
func (p private) Call(f *Frame) {
	if !f.kept {
		own := takeFrame()
		own.Addr, own.Floats, own.Reg, own.FloatResult = f.Addr, f.Floats, f.Reg, f.FloatResult
		own.room(len(f.Stack))
		copy(own.Stack, f.Stack)
		p.Call(own)
		f.Ret, f.FloatRet = own.Ret, own.FloatRet
		putFrame(own)
		return
	}
	if f.private == 0 && !p.ownStack(f) {
		spare.mu.Lock()
		run(p.conv.Entry, unsafe.Pointer(f), spare.top)
		spare.mu.Unlock()
		return
	}
	run(p.conv.Entry, unsafe.Pointer(f), f.private)
}

// CallQuick implements QuickCaller.
//
//go:norace
func (p private) CallQuick(q *Quick) {
	f := takeFrame()
	if f.private == 0 && !p.ownStack(f) {
		spare.mu.Lock()
		run(p.conv.QuickEntry, unsafe.Pointer(q), spare.top)
		spare.mu.Unlock()
	} else {
		run(p.conv.QuickEntry, unsafe.Pointer(q), f.private)
	}
	putFrame(f)
}

// ownStack gives a frame a stack, if there is memory for one.
func (p private) ownStack(f *Frame) bool {
	top, err := mapStack()
	if err != nil {
		return false
	}
	f.private = top
	f.lost = runtime.AddCleanup(f, unmapStack, top)
	return true
}

// mapMemory is unix.MmapPtr; a test lets it fail.
var mapMemory = unix.MmapPtr

// mapStack makes a stack with a guard below and returns its upper end, a multiple
// of the page size.
func mapStack() (uintptr, error) {
	const size = stackGuard + stackSize
	p, err := mapMemory(-1, 0, nil, size, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE|unix.MAP_STACK)
	if err != nil {
		return 0, err
	}
	mem := unsafe.Slice((*byte)(unsafe.Add(p, stackGuard)), stackSize)
	if err := unix.Mprotect(mem, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		unix.MunmapPtr(p, size)
		return 0, err
	}
	// A huge page for the first bytes touched would take 2 MiB a stack. Kernels
	// without huge pages refuse, which is as good.
	_ = unix.Madvise(mem, unix.MADV_NOHUGEPAGE)
	return uintptr(p) + size, nil
}

// freeStack gives a frame's stack back.
func freeStack(f *Frame) {
	f.lost.Stop()
	unmapStack(f.private)
	f.private = 0
}

// unmapStack unmaps a stack by its upper end. Of frames that nobody put back, since a
// [Caller] panicked, it is called by the garbage collector.
func unmapStack(top uintptr) {
	const size = stackGuard + stackSize
	base := top - size
	// It was mapped as a whole, so this cannot fail.
	_ = unix.MunmapPtr(*(*unsafe.Pointer)(unsafe.Pointer(&base)), size)
}
