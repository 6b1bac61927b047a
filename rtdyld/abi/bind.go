package abi

import "errors"

// Bound is a function at an address, ready to be called. It may be used
// concurrently and lives as long as the code at its address does.
type Bound struct {
	caller  Caller
	addr    uint64
	plan    []place
	floats  uint64
	stack   int
	result  Kind
	float   bool  // the result is in a floating point register
	ret     uint8 // which word of its class it is
	watched bool  // the caller looks at frames where the race detector sees it
}

// Bind prepares calls of the function at addr, which must be of type sig. It
// fails with ErrNil for no caller or address 0, and with a *SignatureError for a
// kind that is none, or more arguments than the caller can pass.
func Bind(c Caller, sig Signature, addr uint64) (*Bound, error) {
	b := new(Bound)
	if err := b.init(c, sig, addr); err != nil {
		return nil, err
	}
	return b, nil
}

// init is Bind in place.
func (b *Bound) init(c Caller, sig Signature, addr uint64) error {
	if c == nil || addr == 0 {
		return ErrNil
	}
	conv := c.Convention()
	if conv == nil {
		return errors.Join(ErrNil, errors.New("abi: the caller has no convention"))
	}
	plan, floats, stack, err := conv.layout(sig)
	if err != nil {
		return err
	}
	*b = Bound{caller: c, watched: watches(c), addr: addr, plan: plan, floats: uint64(floats), stack: stack, result: conv.kind(sig.Result)}
	b.float = sig.Result.float() && !conv.SoftFloat
	if sig.Result == Float32 && b.float {
		b.ret = conv.SingleRet & 1
	}
	return nil
}

// Call calls the function with one word an argument, and returns the result as a
// word. Of an argument's word the low bits count, as many as its kind has; of a
// Bool whether it is 0; of a float the IEEE 754 bits ([math.Float32bits],
// [math.Float64bits]). The result is extended to the whole word by its kind: a
// negative Int8 has the upper bits set, a Float32 is its 32 bits. Without a result
// it is 0. The only error is an *ArgsError. Call does not keep args and does not
// allocate.
func (b *Bound) Call(args []uint64) (uint64, error) {
	if len(args) != len(b.plan) {
		return 0, &ArgsError{Want: len(b.plan), Got: len(args)}
	}
	f := b.open()
	for i, p := range b.plan {
		f.set(p, extend(p.kind, args[i]))
	}
	b.caller.Call(f)
	w := b.take(f)
	b.close(f)
	return w, nil
}

// open takes a frame for a call.
//
//go:norace
func (b *Bound) open() *Frame {
	var f *Frame
	if underRace && b.watched {
		f = takeIdle()
	} else {
		f = takeFrame()
	}
	f.Addr = b.addr
	f.Floats = b.floats
	f.FloatResult = b.float
	f.room(b.stack)
	return f
}

// close ends the use of a frame.
//
//go:norace
func (b *Bound) close(f *Frame) {
	if underRace && b.watched {
		putIdle(f)
		return
	}
	putFrame(f)
}

// take takes the result from its register and extends it.
//
//go:norace
func (b *Bound) take(f *Frame) uint64 {
	w := f.Ret[0]
	switch {
	case b.result == None:
		return 0
	case b.float:
		w = f.FloatRet[b.ret&1]
	case b.result == Bool:
		w &= 0xff
	}
	return extend(b.result, w)
}
