package abi

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"unsafe"
)

// Saved is what a function found when it was called: what the registers held, and where its
// arguments on the stack are. Assembly that C calls fills one, on C's stack, gives it to
// [Callee.Call], and then loads the registers of results from it. It is the counterpart of [Frame].
type Saved struct {
	// Int has the general registers in the order in which the convention's arguments take
	// them; a 32-bit machine's are of 4 bytes each, beginning with the lower half of
	// the first. The first two are those of the result then.
	Int [9]uint64
	// Number is the caller's: which function was called.
	Number uint64
	// Vec has the floating point or vector registers in that order, 16 bytes each, or those of
	// AAPCS32 s0 to s15 of 4 bytes each. The first four are those of the result then: as
	// they are in the register, on i386 st0 as a double.
	Vec [13][2]uint64
	// Stack is where the first argument on the stack is.
	Stack unsafe.Pointer
	// Returned is how the result is to be taken from there.
	Returned Returned
}

// Returned is what is to be done with a result besides loading the registers of results, all of them. It is set by [Callee.Call] if it
// is not ReturnedRegs, which assembly begins with.
type Returned uint64

const (
	// ReturnedRegs: nothing.
	ReturnedRegs Returned = 0
	// ReturnedX87: the double in Vec[0] goes to st0.
	ReturnedX87 Returned = 1 << (iota - 1)
	// ReturnedX87Wide: the number of 10 bytes in Vec[0] goes to st0.
	ReturnedX87Wide
	// ReturnedX87Two: that in Vec[1] goes to st1 besides.
	ReturnedX87Two
	// ReturnedPops: the function takes a word from the stack, of i386.
	ReturnedPops
	// ReturnedWide: the first vector register has as many bytes as [Callee.Wide] says.
	ReturnedWide
)

// SavedWide is how far behind the beginning of a Saved there are, for a function of which [Callee.Wide] says so, its vector
// registers instead of Vec: 64 bytes each, of which as many count as Wide says.
const SavedWide = 320

// Offsets in Saved, which assembly knows.
const (
	savedInt   = unsafe.Offsetof(Saved{}.Int)
	savedVec   = unsafe.Offsetof(Saved{}.Vec)
	vecStride  = 16
	calleeInts = 8  // general registers that Go functions have on each machine below, at least
	calleeVecs = 12 // and floating point registers
)

// Callee is a Go function that C code can call, by a convention, once something saves what C passed. It may be called
// concurrently.
type Callee struct {
	run    func(c *Callee, ctx context.Context, s *Saved)
	fn     unsafe.Pointer // the function as the one word that it is
	value  reflect.Value
	in     []source
	out    Kind
	conv   *Convention
	float  bool      // the result is in a floating point register
	bools  bool      // there are booleans among the arguments
	first  int       // the first parameters that C does not pass: 1, a context, or 0
	nInt   int       // arguments that Go has in general registers
	places []source  // in the order in which Go wants them
	values *receiver // for those that are passed by value, or as bytes
}

// source is where an argument is.
type source struct {
	kind  Kind
	stack bool
	size  uint8  // bytes there
	raw   bool   // it is in a floating point register
	at    uint16 // in Saved, or on the stack
}

// NewCallee prepares a Go function for calls by a convention: its parameters and its result are what [SignatureOf]
// accepts, and what [SetFunc] passes by value, where the convention has rules for that. The first parameter may be a [context.Context] besides, which C does not pass and [Callee.Call] does.
//
// Calls neither allocate nor reflect where Go passes arguments in registers and the function takes no more than 8 integers
// and pointers (a context is two) and 12 floating point numbers; on 32-bit machines, where its parameters are 6 words at most, none narrower
// than that, and its result is one, or none. Others go through reflection.
func NewCallee(conv *Convention, fn any) (*Callee, error) {
	v := reflect.ValueOf(fn)
	if !v.IsValid() || v.Kind() != reflect.Func || v.IsNil() {
		return nil, &SignatureError{Type: fmt.Sprintf("%T", fn), Param: -1, Msg: "is no function, or is nil"}
	}
	t, first := v.Type(), 0
	if takesContext(t) {
		t, first = withoutFirst(t), 1
	}
	c := &Callee{value: v, conv: conv, first: first}
	if err := c.prepare(t); err != nil {
		var se *SignatureError
		if first != 0 && errors.As(err, &se) {
			se.Type = v.Type().String()
			if se.Param >= 0 {
				se.Param += first
			}
		}
		return nil, err
	}
	// A function value is a pointer, which an interface holds as it is.
	c.fn = (*[2]unsafe.Pointer)(unsafe.Pointer(&fn))[1]
	return c, nil
}

// prepare works out how what C passes becomes the parameters of a type.
func (c *Callee) prepare(t reflect.Type) error {
	_, in, out, err := signatureOf(t)
	if err == nil && (out == passValue || slices.Contains(in, passValue)) && !slices.Contains(in, passString) && !slices.Contains(in, passSlice) && out != passString {
		return c.byValues(t)
	}
	sig, err := SignatureOf(t)
	if err != nil {
		return err
	}
	plan, _, _, err := c.conv.layout(sig)
	if err != nil {
		return err
	}
	c.out, c.in = c.conv.kind(sig.Result), make([]source, len(plan))
	c.float = sig.Result.float() && !c.conv.SoftFloat
	for i, p := range plan {
		c.in[i] = c.conv.source(p, sig.Params[i])
		c.bools = c.bools || sig.Params[i] == Bool
	}
	c.run = c.way()
	return nil
}

// takesContext reports that a function's first parameter is a context.
func takesContext(t reflect.Type) bool {
	return t.NumIn() > 0 && t.In(0) == reflect.TypeFor[context.Context]()
}

// withoutFirst is a function type without its first parameter.
func withoutFirst(t reflect.Type) reflect.Type {
	var in, out []reflect.Type
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return reflect.FuncOf(in, out, t.IsVariadic() && len(in) > 0)
}

// TakesContext reports that the function has a context as its first parameter.
func (c *Callee) TakesContext() bool { return c.first != 0 }

// Call calls the function with what was saved, and saves its result. ctx is for a function that takes one, and is not looked at
// otherwise. A panic of the function goes on.
func (c *Callee) Call(ctx context.Context, s *Saved) { c.run(c, ctx, s) }

// Wide is 0 if what Saved has room for is enough; or 32 or 64, the bytes of each vector register that have to be saved
// behind it, at [SavedWide], and returned from there.
func (c *Callee) Wide() int {
	if c.values == nil {
		return 0
	}
	return c.values.wide
}

// Zero saves zero as the result, or nothing if there is none.
func (c *Callee) Zero(s *Saved) {
	switch {
	case c.values != nil:
		c.values.zero(s)
	case c.float:
		c.put(s, 0)
	default:
		s.Int[0] = 0
	}
}

// source translates a place in a frame.
func (c *Convention) source(p place, k Kind) source {
	s := source{kind: p.kind, size: p.size, at: p.at}
	float := k.float() && !c.SoftFloat
	switch {
	case p.size == 0 && p.at < NumReg, p.size != 0 && p.at < regBytes:
		r := uint8(p.at)
		if p.size != 0 {
			r = uint8(int(p.at) / c.word())
		}
		if i, ok := number(c.Float, r); ok && float {
			s.at, s.raw = uint16(savedVec)+uint16(i*c.stride(InVec)), true
		} else {
			i, _ := number(c.Int, r)
			s.at = uint16(savedInt) + uint16(i*c.word())
		}
	default:
		s.stack = true
		if p.size == 0 {
			s.at = (p.at - NumReg) * 8
		} else {
			s.at = p.at - regBytes
		}
	}
	if s.size == 0 {
		s.size = 8
	}
	return s
}

// stride is how far apart registers of a class are in Saved.
func (c *Convention) stride(in Class) int {
	if in == InInt {
		return c.word()
	}
	if len(c.Float) > 0 && c.word() == 4 || c == &aapcs32 {
		return 4 // s0, s1, ...
	}
	return vecStride
}

// number is where in a list of registers one is.
func number(regs []uint8, r uint8) (int, bool) {
	for i := range regs {
		if regs[i] == r {
			return i, true
		}
	}
	return 0, false
}

// load reads an argument's bytes as they are.
func (a *source) load(s *Saved) uint64 {
	base := unsafe.Pointer(s)
	if a.stack {
		base = s.Stack
	}
	p := unsafe.Add(base, a.at)
	switch a.size {
	case 8:
		if wordBytes == 4 {
			w := (*[2]uint32)(p) // which need not be a multiple of 8
			return uint64(w[0]) | uint64(w[1])<<32
		}
		return *(*uint64)(p)
	case 4:
		return uint64(*(*uint32)(p))
	case 2:
		return uint64(*(*uint16)(p))
	}
	return uint64(*(*uint8)(p))
}

const wordBytes = unsafe.Sizeof(uintptr(0))

// word reads an argument as a word whose low bytes are its value.
func (a *source) word(s *Saved) uint64 {
	w := a.load(s)
	switch a.kind {
	case Bool:
		if w&0xff != 0 {
			return 1
		}
		return 0
	case singleDouble:
		return uint64(math.Float32bits(float32(math.Float64frombits(w))))
	case singleHigh:
		return w >> 32
	}
	return w
}

// register reads a floating point argument as one of Go's registers has it: as C's do.
func (a *source) register(c *Callee, s *Saved) float64 {
	if a.raw {
		return math.Float64frombits(a.load(s))
	}
	w := a.word(s)
	if a.kind != Float64 {
		w = extend(singleKinds[c.conv.Single], w)
	}
	return math.Float64frombits(w)
}

// way chooses how the function is called.
func (c *Callee) way() func(*Callee, context.Context, *Saved) {
	if goRegisters {
		return c.registers()
	}
	return c.words()
}

// goRegisters says that Go passes arguments in registers on this machine: integers and pointers in the one
// sequence of registers, floating point numbers in the other, in order.
const goRegisters = runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" || runtime.GOARCH == "riscv64" ||
	runtime.GOARCH == "ppc64le" || runtime.GOARCH == "loong64" || runtime.GOARCH == "s390x"

// reflects calls through reflection.
func reflects(c *Callee, ctx context.Context, s *Saved) {
	t := c.value.Type()
	args := make([]reflect.Value, c.first+len(c.in))
	if c.first != 0 {
		args[0] = reflect.ValueOf(&ctx).Elem()
	}
	for i := range c.in {
		args[c.first+i] = valueOf(t.In(c.first+i), c.in[i].word(s))
	}
	out := c.value.Call(args)
	if len(out) > 0 {
		c.put(s, wordOfValue(out[0]))
	}
}

// put saves a result.
func (c *Callee) put(s *Saved, w uint64) {
	if !c.float {
		s.Int[0] = extend(c.out, w)
		return
	}
	if c.out == Float32 {
		if c.conv == &cdecl386 {
			w = math.Float64bits(float64(math.Float32frombits(uint32(w))))
		} else {
			w = extend(singleKinds[c.conv.Single], w&0xffffffff)
		}
	}
	c.raw(s, w)
}

// raw saves a floating point result as its register has it.
func (c *Callee) raw(s *Saved, w uint64) {
	s.Vec[0][0] = w
	if c.conv == &cdecl386 {
		s.Returned = ReturnedX87
	}
}
