package abi

import (
	"errors"
	"slices"
	"sync/atomic"
)

// Bound is a function at an address, ready to be called. It may be used
// concurrently and lives as long as the code at its address does.
type Bound struct {
	gate *Gate
	how  *how
	addr uint64
	name string // what a gate that is shut says, if anything
}

// maxTyped is the largest number of arguments of [Func8] and its like.
const maxTyped = 8

// how is how functions of one type are called by one convention. It is shared, and does not change.
type how struct {
	conv   *Convention
	plan   []place
	args   [maxTyped]place // the first of plan, where no index is out of range
	floats uint64
	stack  int
	result Kind
	float  bool    // the result is in a floating point register
	ret    uint8   // which word of its class it is
	quick  bool    // a Quick has room for the call
	leaf   bool    // leaf3 makes the call, and quick is not set
	to     []uint8 // the word of Quick.Reg, or behind them of the stack, that each argument goes to; nil: a Quick and quickStack words have no room
	framed *how    // the same without quick, leaf and to
}

// ways is memory for both ways to call a function, so that binding one of few arguments takes one allocation.
type ways struct {
	framed, quick how
	to            [maxTyped]uint8
}

// known is how functions of a type are called by a convention.
type known struct {
	conv *Convention
	key  uint64 // of the type
	how  *how
}

// lately has what was asked for last, by keys: most functions that a program binds are of few types.
var lately [1 << latelyBits]atomic.Pointer[known]

const latelyBits = 6

// key tells signatures of few arguments apart. 0: this is none.
func (s *Signature) key() uint64 {
	const bits = 5 // for a Kind
	if len(s.Params) > maxTyped || s.Result >= 1<<bits {
		return 0
	}
	k := 1<<bits | uint64(s.Result)
	for _, p := range s.Params {
		if p >= 1<<bits {
			return 0
		}
		k = k<<bits | uint64(p)
	}
	return k
}

// prepare works out how functions of type sig are called, or knows it.
func (c *Convention) prepare(sig Signature) (*how, error) {
	key := sig.key()
	if key == 0 {
		return c.workOut(sig)
	}
	at := &lately[key*0x9e3779b97f4a7c15>>(64-latelyBits)]
	if k := at.Load(); k != nil && k.conv == c && k.key == key {
		return k.how, nil
	}
	h, err := c.workOut(sig)
	if err == nil {
		at.Store(&known{c, key, h})
	}
	return h, err
}

func (c *Convention) workOut(sig Signature) (*how, error) {
	b := new(ways)
	h := &b.framed
	plan, floats, stack, err := c.layoutIn(sig, h.args[:0])
	if err != nil {
		return nil, err
	}
	h.conv, h.plan, h.floats, h.stack, h.result = c, plan, uint64(floats), stack, c.kind(sig.Result)
	for i := range plan {
		k := plan[i].kind
		plan[i].narrow = k != Int64 && k != Uint64 && k != Pointer && k != Float64
		plan[i].other = k != c.kind(sig.Params[i])
	}
	copy(h.args[:], plan)
	h.float = sig.Result.float() && !c.SoftFloat
	if sig.Result == Float32 && h.float {
		h.ret = c.SingleRet & 1
	}
	h.framed = h
	if c.QuickEntry == 0 || stack > quickStack || h.ret != 0 {
		return h, nil
	}
	q := &b.quick
	*q = *h
	q.to, q.quick = slices.Grow(b.to[:0], len(plan))[:len(plan)], stack == 0
	for i, p := range plan {
		switch {
		case p.size != 0 || p.other || p.at >= QuickRegs && p.at < NumReg:
			return h, nil
		case p.at < QuickRegs:
			q.to[i] = uint8(p.at)
		default:
			q.to[i] = uint8(p.at - NumReg + QuickRegs)
		}
	}
	return q, nil
}

// Bind prepares calls of the function at addr, which must be of type sig. It
// fails with ErrNil for no caller or address 0, and with a *SignatureError for a
// kind that is none, or more arguments than the caller can pass. Through a [Gate], calls
// panic once it is shut.
func Bind(c Caller, sig Signature, addr uint64) (*Bound, error) {
	b, err := bind(c, sig, addr)
	if err != nil {
		return nil, err
	}
	return &b, nil
}

// bind is Bind without an allocation for what it returns.
func bind(c Caller, sig Signature, addr uint64) (Bound, error) {
	if c == nil || addr == 0 {
		return Bound{}, ErrNil
	}
	conv := c.Convention()
	if conv == nil {
		return Bound{}, errNoConvention
	}
	h, err := conv.prepare(sig)
	if err != nil {
		return Bound{}, err
	}
	g := gateOf(c)
	if err := g.admits(addr); err != nil {
		return Bound{}, err
	}
	return g.bound(g.straight(h), addr, ""), nil
}

var errNoConvention = errors.Join(ErrNil, errors.New("abi: the caller has no convention"))

// admits is an error for an address that the gate's caller does not call.
func (g *Gate) admits(addr uint64) error {
	if g.leaf != nil && addr != g.leaf.addr {
		return g.leaf.other(addr)
	}
	return nil
}

// bound binds what is prepared.
func (g *Gate) bound(h *how, addr uint64, name string) Bound {
	if g.quick == nil {
		h = h.framed
	}
	return Bound{g, h, addr, name}
}

// Call calls the function with one word an argument, and returns the result as a
// word. Of an argument's word the low bits count, as many as its kind has; of a
// Bool whether it is 0; of a float the IEEE 754 bits ([math.Float32bits],
// [math.Float64bits]). The result is extended to the whole word by its kind: a
// negative Int8 has the upper bits set, a Float32 is its 32 bits. Without a result
// it is 0. The only error is an *ArgsError. Call does not keep args and does not
// allocate.
func (b *Bound) Call(args []uint64) (uint64, error) {
	h := b.how
	if len(args) != len(h.plan) {
		return 0, &ArgsError{Want: len(h.plan), Got: len(args)}
	}
	if b.gate.shut.Load() {
		b.gate.refuse(b.name)
	}
	if h.quick || h.leaf {
		return h.take(b.callQuick(args)), nil
	}
	f := b.gate.open(h, b.addr)
	for i, p := range h.plan {
		f.set(p, extend(p.kind, args[i]))
	}
	b.gate.caller.Call(f)
	w := h.word(f)
	b.gate.close(f)
	return h.take(w), nil
}

// callQuick is Call for what a Quick has room for. It returns the result's register.
//
//go:norace
func (b *Bound) callQuick(args []uint64) uint64 {
	h := b.how
	var q Quick
	q.Addr, q.Floats = b.addr, h.floats
	for i, p := range h.plan {
		q.put(p, args[i])
	}
	b.gate.quick.CallQuick(hide(&q))
	return h.quickResult(&q)
}

// word takes the result's register from a frame.
//
//go:norace
func (h *how) word(f *Frame) uint64 {
	if h.float {
		return f.FloatRet[h.ret&1]
	}
	return f.Ret[0]
}

// take extends the result in a register.
func (h *how) take(w uint64) uint64 {
	if h.result == None {
		return 0
	}
	if h.result == Bool {
		w &= 0xff
	}
	return extend(h.result, w)
}
