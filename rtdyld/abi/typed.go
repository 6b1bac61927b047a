package abi

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Typed is a function of a C type at an address, ready to be called. It may be used
// concurrently and lives as long as the code at its address does.
type Typed struct {
	gate *Gate
	how  *typedHow
	addr uint64
	name string // what a gate that is shut says, if anything
}

// typedHow is how functions of a C type are called by one convention. It is shared, and does not change.
type typedHow struct {
	conv   *Convention
	plan   *Plan     // nil: the convention has rules for numbers alone, and words has them
	words  *how      // where plan is nil
	kinds  Signature // the same
	frame  how       // what opens a frame, where there is a plan
	params []param
	hidden step
	result param
	ret    uint8 // what Frame.wideRet has
	wide   bool  // Frame.wide is needed
	copies int   // bytes for copies and an indirect result
}

// param is how one parameter or the result is moved.
type param struct {
	steps []step
	copy  int // where its copy is, of an Indirect one
	size  int // of the value, of an Indirect one
}

// step moves bytes between a value and a frame.
type step struct {
	off, at uint32 // in the value, in the area
	size    uint32
	in      area
	ext     Extend
	word    uint8 // how much is written where size is less
}

// area is a part of a frame.
type area uint8

const (
	areaReg area = iota
	areaStack
	areaVec // Frame.wide
	areaX87
	areaRet
	areaFloatRet
)

// What Frame.Floats says besides a number, for entries in assembly.
const (
	loadVec16 = 1 << (8 + iota) // vector registers come from Frame.wide
	loadVec32
	loadVec64
	loadInt8 // x8 comes from Frame.Reg[16]

	loadWide = loadVec16 | loadVec32 | loadVec64
)

// What Frame.wideRet says: results that Ret and FloatRet have no room for.
const (
	retVec16 = 1 << iota
	retVec32
	retVec64
	retX87
	retX87Two
	retUpper // upper halves of vector registers are to be cleared
	retInts  // r2 and r3

	// The same behind FloatResult, as 16 bits.

	//lint:ignore U1000 assembly uses it
	wideVecs = retVec16 << 8
	//lint:ignore U1000 assembly uses it
	floats = 1 | wideVecs
)

// x8 is the word of Frame.Reg for the address of an indirect result of AAPCS64.
const x8 = 16

// BindAs prepares calls of the function at addr, which must be of the C type sig. It fails as [Bind]
// and [Convention.Plan] do, and with an *UnsupportedError where this processor lacks the registers.
func BindAs(c Caller, sig *ctype.Func, addr uint64) (*Typed, error) {
	if c == nil {
		return nil, ErrNil
	}
	return gateOf(c).BindAs("", sig, addr)
}

// BindAs is the function [BindAs] for a function that calls pass the gate to, which has that name where the gate refuses it.
func (g *Gate) BindAs(name string, sig *ctype.Func, addr uint64) (*Typed, error) {
	if g.caller == nil || addr == 0 {
		return nil, ErrNil
	}
	conv := g.caller.Convention()
	if conv == nil {
		return nil, errNoConvention
	}
	if err := g.admits(addr); err != nil {
		return nil, err
	}
	h, err := conv.prepareTyped(sig)
	if err != nil {
		return nil, err
	}
	return &Typed{gate: g, how: h, addr: addr, name: name}, nil
}

// Plan is where arguments and result are, nil for a convention that has rules for numbers alone.
func (t *Typed) Plan() *Plan { return t.how.plan }

// prepareTyped works out how functions of a C type are called.
func (c *Convention) prepareTyped(sig *ctype.Func) (*typedHow, error) {
	if c.rules == nil {
		if kinds, ok := kindsOf(sig); ok {
			h, err := c.prepare(kinds)
			if err != nil {
				return nil, err
			}
			return &typedHow{conv: c, words: h, kinds: kinds}, nil
		}
	}
	plan, err := c.Plan(sig)
	if err != nil {
		return nil, err
	}
	return compile(plan)
}

// kindsOf gives the signature of a function of numbers and pointers alone.
func kindsOf(f *ctype.Func) (Signature, bool) {
	sig := Signature{Params: make([]Kind, len(f.Params))}
	for i, p := range f.Params {
		k, ok := kindOfC(p.Type)
		if !ok {
			return sig, false
		}
		sig.Params[i] = k
	}
	if !f.HasResult() {
		return sig, !f.Variadic
	}
	k, ok := kindOfC(f.Result)
	sig.Result = k
	return sig, ok && !f.Variadic
}

// kindOfC gives the Kind of a C type, if it has one.
func kindOfC(t *ctype.Type) (Kind, bool) {
	if t == nil {
		return None, false
	}
	if t.Kind == ctype.Enum && t.Elem != nil {
		t = t.Elem
	}
	log := map[uint64]Kind{1: 0, 2: 1, 4: 2, 8: 3}
	n, ok := log[t.Size]
	switch t.Kind {
	case ctype.Bool:
		return Bool, t.Size == 1
	case ctype.Int:
		return Int8 + n, ok
	case ctype.Uint:
		return Uint8 + n, ok
	case ctype.Pointer:
		return Pointer, ok
	case ctype.Float:
		switch t.Format {
		case ctype.Binary32:
			return Float32, true
		case ctype.Binary64:
			return Float64, true
		}
	}
	return None, false
}

// compile makes the moves of a plan into steps.
func compile(plan *Plan) (*typedHow, error) {
	conv := plan.Convention
	t := &typedHow{conv: conv, plan: plan}
	t.frame.stack = (plan.Stack + 7) / 8
	if err := t.modes(); err != nil {
		return nil, err
	}
	room := func(a *Arg) (at int) {
		t.copies = (t.copies + a.Align - 1) &^ (a.Align - 1)
		at = t.copies
		t.copies += int(a.Type.Size)
		return at
	}
	t.params = make([]param, len(plan.Params))
	for i := range plan.Params {
		a, p := &plan.Params[i], &t.params[i]
		if a.Indirect {
			p.copy, p.size = room(a), int(a.Type.Size)
		}
		p.steps = make([]step, len(a.Moves))
		for j, m := range a.Moves {
			p.steps[j] = conv.argument(m, t.frame.floats)
		}
	}
	if a := &plan.Result; a.Indirect {
		t.result.copy, t.result.size = room(a), int(a.Type.Size)
		t.hidden = conv.argument(plan.Hidden, t.frame.floats)
	} else {
		for _, m := range a.Moves {
			t.result.steps = append(t.result.steps, conv.resultStep(m, t.ret))
		}
	}
	return t, nil
}

// modes finds what the entry has to load and to store.
func (t *typedHow) modes() error {
	plan, conv := t.plan, t.plan.Convention
	t.frame.floats = uint64(plan.Vecs)
	largest := func(args ...Arg) (n int) {
		for _, a := range args {
			for _, m := range a.Moves {
				if m.In == InVec {
					n = max(n, int(m.Size))
				}
			}
		}
		return n
	}
	load := largest(plan.Params...)
	if conv.Word == 8 || len(conv.Float) == 0 {
		switch {
		case load > 32:
			t.frame.floats |= loadVec64
		case load > 16:
			t.frame.floats |= loadVec32
		case load > 8:
			t.frame.floats |= loadVec16
		}
	}
	if plan.Hidden.Reg == 8 {
		t.frame.floats |= loadInt8
	}
	for _, m := range plan.Result.Moves {
		switch {
		case m.In == InX87 && m.Size == 10 && m.Reg == 1:
			t.ret |= retX87Two
		case m.In == InX87 && m.Size == 10:
			t.ret |= retX87
		case m.In == InInt && m.Reg > 1:
			t.ret |= retInts
		case m.In != InVec:
			t.frame.float = t.frame.float || m.In == InX87
		case m.Size > 32:
			t.ret |= retVec64
		case m.Size > 16:
			t.ret |= retVec32
		case m.Size > 8 || int(m.Reg)*conv.vecUnit(8) >= 16 || len(conv.Float) == 0:
			t.ret |= retVec16
		default:
			t.frame.float = true
		}
	}
	if t.ret&retVec16 != 0 {
		t.frame.float = false
	}
	if size := plan.VecSize; size > 16 {
		t.ret |= retUpper
		if err := wideVectors(size); err != nil {
			return err
		}
	}
	t.wide = t.frame.floats&loadWide != 0 || t.ret&^retInts != 0
	return nil
}

// wideVectors is an error if this processor has no registers for vectors of so many bytes, more than 16.
func wideVectors(size int) error {
	if !cpu.X86.HasAVX || size > 32 && !cpu.X86.HasAVX512F {
		return &UnsupportedError{What: "vectors of " + map[bool]string{false: "32", true: "64"}[size > 32] + " bytes"}
	}
	return nil
}

// vecUnit is the bytes that one number of a vector register counts where each has n.
func (c *Convention) vecUnit(n int) int {
	if c.word() == 4 {
		return 4 // s0, s1, ...
	}
	return n
}

// argument makes a step of a move of an argument.
func (c *Convention) argument(m Move, mode uint64) step {
	word := c.word()
	s := step{off: m.Offset, size: m.Size, ext: m.Extend, word: uint8(word)}
	switch m.In {
	case InInt:
		s.at = uint32(m.Reg) * uint32(word)
		if m.Reg == 8 {
			s.at = x8 * 8
		}
	case InVec:
		if mode&loadWide != 0 {
			s.in, s.at = areaVec, uint32(m.Reg)*wideStride(c)
			break
		}
		s.at = uint32(c.Float[m.Reg]) * uint32(word)
	default:
		s.in, s.at = areaStack, m.Stack
	}
	return s
}

// wideStride is the distance of vector registers in Frame.wide.
func wideStride(c *Convention) uint32 {
	switch {
	case c.goarch == "arm64":
		return 16
	case c.goarch == "arm":
		return 4
	}
	return 64
}

// resultStep makes a step of a move of the result.
func (c *Convention) resultStep(m Move, ret uint8) step {
	s := step{off: m.Offset, size: m.Size}
	switch {
	case m.In == InInt:
		s.in, s.at = areaRet, uint32(m.Reg)*uint32(c.word())
	case m.In == InX87 && m.Size == 10:
		s.in, s.at = areaX87, uint32(m.Reg)*16
	case m.In == InX87:
		s.in = areaFloatRet
		if m.Size == 4 {
			s.at = 8
		}
	case ret&(retVec16|retVec32|retVec64) != 0:
		s.in, s.at = areaVec, uint32(m.Reg)*wideStride(c)
	default:
		s.in, s.at = areaFloatRet, uint32(m.Reg)*uint32(c.vecUnit(8))
	}
	return s
}

// Call calls the function. args has the address of each argument, which is a value with the layout of
// its parameter's type, and ret that of memory for the result, nil if there is none or it is not wanted.
// The only error is an *ArgsError. Call keeps none of the addresses and does not allocate, once
// there have been calls of functions that take as much.
//
// The collector does not follow pointers in copies that C gets: what arguments point to must be reachable
// from elsewhere until Call returns, see [runtime.KeepAlive]. Pointers to Go memory that C returns in *ret must be reachable
// from elsewhere, too.
//
//go:norace
func (t *Typed) Call(ret unsafe.Pointer, args ...unsafe.Pointer) error {
	h := t.how
	if h.plan == nil {
		return t.words(ret, args)
	}
	if len(args) != len(h.params) {
		return &ArgsError{Want: len(h.params), Got: len(args)}
	}
	if t.gate.shut.Load() {
		t.gate.refuse(t.name)
	}
	f := t.gate.open(&h.frame, t.addr)
	f.wideRet = h.ret
	if h.wide && f.wide == nil {
		f.wide = new(wideRegs)
	}
	base := f.memory(h.copies)
	for i := range h.params {
		p, v := &h.params[i], args[i]
		var addr uint64
		if p.size > 0 {
			c := unsafe.Add(base, p.copy)
			move(c, v, uintptr(p.size))
			addr = uint64(uintptr(c))
			v = unsafe.Pointer(&addr)
		}
		for j := range p.steps {
			p.steps[j].put(f, v)
		}
	}
	if h.result.size > 0 {
		addr := uint64(uintptr(unsafe.Add(base, h.result.copy)))
		h.hidden.put(f, unsafe.Pointer(&addr))
	}
	t.gate.caller.Call(f)
	if ret != nil {
		h.take(f, base, ret)
	}
	f.wideRet = 0
	t.gate.close(f)
	return nil
}

// Values is [Typed.Call] for code that is generated, with as many arguments as parameters: another number of them panics with an *[ArgsError].
//
// Arguments and result may be on the goroutine's stack. What pointers lead to, arguments or in them, must not be there: it moves when
// loaded code calls back into Go.
//
//go:norace
func (t *Typed) Values(ret unsafe.Pointer, args ...unsafe.Pointer) {
	if err := t.Call(ret, args...); err != nil {
		panic(err)
	}
}

// take moves the result.
//
//go:norace
func (h *typedHow) take(f *Frame, base, ret unsafe.Pointer) {
	if h.result.size > 0 {
		move(ret, unsafe.Add(base, h.result.copy), uintptr(h.result.size))
	}
	for j := range h.result.steps {
		s := &h.result.steps[j]
		move(unsafe.Add(ret, s.off), s.place(f), uintptr(s.size))
	}
	if t := h.plan.Result.Type; t != nil && t.Kind == ctype.Bool && *(*uint8)(ret) != 0 {
		*(*uint8)(ret) = 1
	}
}

// words is Call for numbers and pointers, by kinds.
func (t *Typed) words(ret unsafe.Pointer, args []unsafe.Pointer) error {
	var room [16]uint64
	words := room[:0]
	if len(args) != len(t.how.kinds.Params) {
		return &ArgsError{Want: len(t.how.kinds.Params), Got: len(args)}
	}
	for i, k := range t.how.kinds.Params {
		words = append(words, load(args[i], uint32(k.size())))
	}
	b := t.gate.bound(t.how.words, t.addr, t.name)
	w, err := b.Call(words)
	if err == nil && ret != nil && t.how.kinds.Result != None {
		store(ret, uint32(t.how.kinds.Result.size()), w)
	}
	return err
}

// move copies n bytes that do not overlap.
//
//go:norace
func move(to, from unsafe.Pointer, n uintptr) {
	switch n {
	case 8:
		*(*[8]byte)(to) = *(*[8]byte)(from)
	case 4:
		*(*[4]byte)(to) = *(*[4]byte)(from)
	case 16:
		*(*[16]byte)(to) = *(*[16]byte)(from)
	default:
		copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
	}
}

// place is where a step's bytes are in a frame.
//
//go:norace
func (s *step) place(f *Frame) unsafe.Pointer {
	var p unsafe.Pointer
	switch s.in {
	case areaReg:
		p = unsafe.Pointer(&f.Reg)
	case areaStack:
		p = unsafe.Pointer(unsafe.SliceData(f.Stack))
	case areaVec:
		p = unsafe.Pointer(&f.wide.vec)
	case areaX87:
		p = unsafe.Pointer(&f.wide.x87)
	case areaRet:
		p = unsafe.Pointer(&f.Ret)
	default:
		p = unsafe.Pointer(&f.FloatRet)
	}
	return unsafe.Add(p, s.at)
}

// put moves an argument's bytes to a frame.
//
//go:norace
func (s *step) put(f *Frame, v unsafe.Pointer) {
	to, from := s.place(f), unsafe.Add(v, s.off)
	switch {
	case s.size == 8:
		*(*[8]byte)(to) = *(*[8]byte)(from)
	case s.size > uint32(s.word):
		move(to, from, uintptr(s.size))
	case s.word == 8:
		*(*uint64)(to) = s.extend(load(from, s.size))
	default:
		*(*uint32)(to) = uint32(s.extend(load(from, s.size)))
	}
}

// extend extends a word of s.size bytes.
func (s *step) extend(w uint64) uint64 {
	switch s.ext {
	case ExtendBool:
		if w != 0 {
			return 1
		}
	case ExtendSign:
		n := 64 - 8*s.size
		return uint64(int64(w<<n) >> n)
	}
	return w
}

// load gives the size bytes at an address, at most 8, as a number of this machine. They may lie anywhere.
//
//go:norace
func load(p unsafe.Pointer, size uint32) (w uint64) {
	switch size {
	case 8, 4, 2, 1:
		var b [8]byte
		at := unsafe.Pointer(&b)
		switch size {
		case 8:
			b = *(*[8]byte)(p)
		case 4:
			*(*[4]byte)(at) = *(*[4]byte)(p)
			return uint64(*(*uint32)(at))
		case 2:
			*(*[2]byte)(at) = *(*[2]byte)(p)
			return uint64(*(*uint16)(at))
		default:
			return uint64(*(*uint8)(p))
		}
		return *(*uint64)(at)
	}
	for i := uint32(0); i < size; i++ { // conventions of machines that are little-endian
		w |= uint64(*(*byte)(unsafe.Add(p, i))) << (8 * i)
	}
	return w
}

// store stores a number.
func store(p unsafe.Pointer, size uint32, w uint64) {
	switch size {
	case 8:
		*(*uint64)(p) = w
	case 4:
		*(*uint32)(p) = uint32(w)
	case 2:
		*(*uint16)(p) = uint16(w)
	case 1:
		*(*uint8)(p) = uint8(w)
	}
}
