package abi

import (
	"runtime"
	"unsafe"
)

// NumReg is the number of argument registers that a Frame has room for.
const NumReg = 21

// inlineStack is the number of stack words that a Frame has without allocating.
const inlineStack = 16

// Frame is a prepared call: what registers and stack hold when the function at
// Addr begins. Which word of Reg is which register is the [Convention]'s matter.
//
// Binding makes frames and reuses them; a frame never moves in memory. A [Caller]
// has one for the time of its Call. A program may fill one of its own for a Caller.
type Frame struct {
	Addr   uint64         // of the function
	Floats uint64         // how many floating point registers hold arguments
	Reg    [NumReg]uint64 // argument registers
	Stack  []uint64       // arguments on the stack, the first at the lowest address
	// FloatResult says that the result is in a floating point register.
	FloatResult bool
	wideRet     uint8 // what else of the result the entry stores, right behind FloatResult
	// Ret and FloatRet are the result registers after the call: rax, rdx and xmm0,
	// xmm1 of System V x86-64; x0, x1 and d0, d1 of AAPCS64; a0, a1 and fa0, fa1 of
	// RISC-V and LoongArch; r3, r4 of ELFv2 and r2, r3 of s390x, and the floating point
	// register of the result as a double and as a float; in Ret[0] r0 and r1, and
	// in FloatRet d0, d1 of AAPCS32; in Ret[0] v0 and v1, and in FloatRet[0] f0 and f1 of
	// MIPS's o32; in Ret[0] eax and edx, and in FloatRet st0 as a
	// double and as a float of cdecl. FloatRet is set if FloatResult is. A narrow
	// result has garbage above it.
	Ret, FloatRet [2]uint64

	wide    *wideRegs // made when a call first needs it, then kept
	copies  []byte    // memory for copies of arguments and for results that are passed by address
	inline  [inlineStack]uint64
	private uintptr         // first address above the private stack, 0: has none yet
	lost    runtime.Cleanup // gives that back when the frame is lost
	kept    bool            // made by newFrame: what ends its use knows of the stack
}

// wideRegs is what registers hold that are wider than a word of Frame.Reg: arguments, and
// then results.
type wideRegs struct {
	// A vector register of x86 each 64 bytes, of arm64 each 16; of 32-bit ARM d0 to d7.
	vec [512]byte
	x87 [32]byte // st(0) and st(1), 16 bytes each
}

// Caller runs the code that a frame describes, on the calling goroutine's thread.
//
// The callers of this module may be used concurrently, never fail, and let the
// garbage collector run meanwhile.
type Caller interface {
	// Convention tells how frames for this caller are filled. It is always the same
	// and must not be changed. Binding refuses what is beyond its limits.
	Convention() *Convention
	// Call calls f.Addr and sets f.Ret and f.FloatRet. It must not keep f. The frame
	// is within the limits of Convention.
	//
	// With the race detector, a call costs much less through a caller that has a method
	// Unwatched() too, which says that no code that the detector watches touches frames:
	// Call hands them to assembly, or is marked go:norace.
	Call(f *Frame)
}

// newFrame makes a frame without stack words.
func newFrame() *Frame {
	f := &Frame{kept: true}
	f.Stack = f.inline[:0]
	return f
}

// room makes f.Stack n words long. Their contents are arbitrary.
//
//go:norace
func (f *Frame) room(n int) {
	if n > cap(f.Stack) {
		f.Stack = make([]uint64, n)
	}
	f.Stack = f.Stack[:n]
}

// memory gives n bytes from a multiple of 64 on, which stay where they are until the call ends.
//
//go:norace
func (f *Frame) memory(n int) unsafe.Pointer {
	if n == 0 {
		return nil
	}
	if n+63 > len(f.copies) {
		f.copies = make([]byte, up(uint64(n)+63, 256))
	}
	p := unsafe.Pointer(unsafe.SliceData(f.copies))
	return unsafe.Add(p, -uintptr(p)&63)
}

// set puts a word where layout said.
//
//go:norace
func (f *Frame) set(p place, w uint64) {
	switch {
	case p.size != 0:
		f.setBytes(p, w)
	case p.at < NumReg:
		f.Reg[p.at] = w
	default:
		f.Stack[p.at-NumReg] = w
	}
}

// setBytes sets the lowest p.size bytes of w. No more than 4 bytes lie across two
// words.
//
//go:norace
func (f *Frame) setBytes(p place, w uint64) {
	at, size := int(p.at), int(p.size)
	if size == 8 {
		f.setBytes(place{size: 4, at: p.at + 4}, w>>32)
		size = 4
	}
	word := &f.Reg[uint(at)/8%NumReg]
	if at >= regBytes {
		word = &f.Stack[(at-regBytes)/8]
	}
	shift, mask := at%8*8, uint64(1)<<(size*8)-1
	*word = *word&^(mask<<shift) | w&mask<<shift
}
