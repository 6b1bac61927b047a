//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// What makes calls sound is what abi's private stacks rest on (abi/private_linux.go), and besides, for a thread that is adopted:
//
//   - x86-64: Go finds the goroutine at -8 from the thread pointer, in signal handlers, too (runtime/sys_linux_amd64.s, sigtramp
//     and cgoSigtramp; runtime/asm_amd64.s). Its own word for that, in m.tls, is used when the thread is born and not again, so
//     that the thread pointer may move when the word at the new place is set. A thread that is born has its pointer at m.tls[1],
//     which is 0: so is told whether it is adopted.
//   - arm64: without cgo Go leaves the thread pointer alone (runtime/tls_arm64.s), and a new thread has that of the thread that
//     made it. What is behind it says which m it was made for, and whether that thread lives. Signals are blocked while loaded code
//     runs, which may use the goroutine's register.

//go:linkname entersyscall runtime.entersyscall
func entersyscall()

//go:linkname exitsyscall runtime.exitsyscall
func exitsyscall()

// enter calls the C function entry with f, a *abi.Frame or *abi.Quick, on the thread's C stack, and returns 0; or 1 if the thread
// is not adopted.
//
//go:noescape
func enter(entry uintptr, f unsafe.Pointer) uintptr

// enterOn calls the C function entry with arg on the stack that ends below top.
//
//go:noescape
func enterOn(entry uintptr, arg unsafe.Pointer, top uintptr)

// isAdopted reports whether the thread is.
func isAdopted() bool

// run calls what f describes as a system call.
//
//go:nosplit
//go:norace
func run(entry uintptr, f unsafe.Pointer) uintptr {
	entersyscall()
	r := enter(entry, f)
	exitsyscall()
	return r
}

// runFirst calls a function of one pointer on a thread that is not adopted, on the stack that ends below top, or on the
// thread's own.
func (c *libc) runFirst(entry uintptr, arg unsafe.Pointer, top uintptr) {
	if c.way != nil {
		c.way.Run(entry, arg)
		return
	}
	runOn(entry, arg, top)
}

// newCaller is how C is called in this program.
func (c *libc) newCaller() abi.QuickCaller {
	if c.way != nil {
		return c.way.Caller(c.adopt)
	}
	return caller{c: c, conv: abi.Native()}
}

// runOn calls a function of one pointer as a system call.
//
//go:nosplit
//go:norace
func runOn(entry uintptr, arg unsafe.Pointer, top uintptr) {
	entersyscall()
	enterOn(entry, arg, top)
	exitsyscall()
}

// caller implements [abi.QuickCaller].
type caller struct {
	c    *libc
	conv *abi.Convention
}

// Convention implements [abi.Caller].
func (c caller) Convention() *abi.Convention { return c.conv }

// Unwatched says that Call touches no frame: assembly does.
func (c caller) Unwatched() {}

// Call implements [abi.Caller].
//
//go:norace
func (c caller) Call(f *abi.Frame) {
	for run(c.conv.Entry, unsafe.Pointer(f)) != 0 {
		c.c.adopt()
	}
}

// CallQuick implements [abi.QuickCaller].
//
//go:norace
func (c caller) CallQuick(q *abi.Quick) {
	for run(c.conv.QuickEntry, unsafe.Pointer(q)) != 0 {
		c.c.adopt()
	}
}
