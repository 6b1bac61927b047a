package abi

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi/internal/leaf"
)

// Leaf returns a caller for the function at addr alone, whose calls cost a few nanoseconds: no system call to the Go
// scheduler, the goroutine's own stack. Size is how many bytes of code there are at addr, of which those count
// that the function reaches; they are read now and must not change. It is for short functions that compute: a
// kernel over an array, a hash, a decoder's inner loop.
//
// The function is decoded first, and shown to need no more than 15,000 bytes of stack and to have no call, no jump out of the function
// or to an address in a register, no system call, and on arm64 no write to x28, where Go has the goroutine (compilers leave
// it alone with -ffixed-x28; and they make no tables of jumps with -fno-jump-tables, and no
// checks of the stack that call, with -fno-stack-protector). If it cannot be shown, the error is a *[LeafError] that
// names the instruction.
//
// That it ends soon is the caller's word: until it returns, its goroutine is not preempted and the garbage collector waits
// for it, and with that all others that allocate. Some ten microseconds are as good as Go's own loops;
// a million of them is a program that stands still. All else of a call is as with any [Caller]: a fault ends the
// process. All parameters must be numbers or pointers, in registers: a *[SignatureError] says which is not. Signals may arrive, profiles
// count the time as runtime._ExternalCode.
//
// Leaf calls are made on linux/amd64 and linux/arm64; elsewhere the error is an *[UnsupportedError].
func Leaf(addr uint64, size int) (Caller, error) {
	if addr == 0 {
		return nil, ErrNil
	}
	if quickEntryAddr == 0 {
		return nil, &UnsupportedError{What: "leaf calls"}
	}
	m := leaf.AMD64
	if runtime.GOARCH == "arm64" {
		m = leaf.ARM64
	}
	code := unsafe.Slice(*(**byte)(unsafe.Pointer(&addr)), max(size, 0))
	depth, no := leaf.Prove(m, code, addr)
	if no != nil {
		at := addr + uint64(no.At)
		return nil, &LeafError{Func: addr, Addr: at, Code: append([]byte(nil), code[no.At:no.At+no.Size]...), Text: no.Text, Why: no.Why}
	}
	if depth > leafBig {
		return nil, &LeafError{Func: addr, Addr: addr, Text: "function", Why: fmt.Sprintf("needs %d bytes of stack; %d are there", depth, leafBig)}
	}
	return &leafCaller{addr: addr, big: depth > leafSmall}, nil
}

// How much of the stack functions may use that are called by leaf3 and leafQuick, and by leaf3Big and leafQuickBig.
const (
	leafSmall = 900
	leafBig   = 15000
)

// LeafError says why a function cannot be called by [Leaf].
type LeafError struct {
	Func uint64 // address of the function
	Addr uint64 // of the instruction
	Code []byte // its bytes, none if they are cut off or it is about the whole function
	Text string // what it is
	Why  string
}

func (e *LeafError) Error() string {
	if len(e.Code) == 0 {
		return fmt.Sprintf("abi: leaf call of %#x: %s at %#x %s", e.Func, e.Text, e.Addr, e.Why)
	}
	return fmt.Sprintf("abi: leaf call of %#x: %s at %#x (% x) %s", e.Func, e.Text, e.Addr, e.Code, e.Why)
}

// leafCaller is the caller of a function that has been proved.
type leafCaller struct {
	addr uint64
	big  bool
}

// leafConvention is this machine's convention without a stack, and for numbers and pointers alone.
var leafConvention = func() *Convention {
	n := Native()
	if n == nil {
		return nil
	}
	c := *n
	c.MaxStack, c.rules = 0, nil
	return &c
}()

// Convention implements [Caller].
func (l *leafCaller) Convention() *Convention { return leafConvention }

// Unwatched says that Call is not instrumented.
func (l *leafCaller) Unwatched() {}

// Call implements [Caller].
//
//go:norace
func (l *leafCaller) Call(f *Frame) {
	q := Quick{Addr: f.Addr, Floats: f.Floats}
	copy(q.Reg[:], f.Reg[:QuickRegs])
	l.CallQuick(&q)
	f.Ret[0], f.FloatRet[0] = q.Ret, q.FloatRet
}

// CallQuick implements [QuickCaller]. Another function than the one that was proved is not called.
//
//go:norace
func (l *leafCaller) CallQuick(q *Quick) {
	if q.Addr != l.addr {
		panic(l.other(q.Addr))
	}
	if l.big {
		leafQuickBig(q)
	} else {
		leafQuick(q)
	}
}

// other is the error of another function.
func (l *leafCaller) other(addr uint64) error {
	return &LeafError{Func: addr, Addr: addr, Text: "function", Why: fmt.Sprintf("is not the one that was looked at, %#x", l.addr)}
}

// straight is h, or of a leaf the variant of how functions of the type are called of which parameters are, one by one, in the first registers for
// integers, or in the first for floating point numbers: both take the same words then, and so does leaf3.
func (g *Gate) straight(h *how) *how {
	if g.leaf == nil || len(h.plan) > 3 || !h.quick {
		return h
	}
	for i, p := range h.plan {
		at := h.conv.Int[i]
		if h.floats != 0 {
			at = h.conv.Float[i]
		}
		if p.at != uint16(at) {
			return h
		}
	}
	s := *h
	s.quick, s.leaf = false, true
	return &s
}
