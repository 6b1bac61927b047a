package abi

import "reflect"

// BindWords is [Bind] for a function of a Go type, whose parameters and result must be what [SignatureOf] accepts, and that has that name
// where the gate refuses calls.
func (g *Gate) BindWords(name string, addr uint64, t reflect.Type) (*Bound, error) {
	known, err := goTypeOf(t)
	if err != nil {
		return nil, err
	}
	if _, err := SignatureOf(t); err != nil {
		return nil, err
	}
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
	h, err := known.prepare(conv)
	if err != nil {
		return nil, err
	}
	b := g.bound(g.straight(h), addr, name)
	return &b, nil
}

// Words is [Bound.Call] for arguments that are extended to the whole word by their Go types, as Go's conversion to uint64 does; a bool is 0 or 1,
// a float its bits. It is for code that is generated, where the compiler knows the types and there are as many
// arguments as parameters: another number of them panics with an *[ArgsError]. What is right of the result are the low bits, as many as its kind has, and of a bool whether the
// word is 0.
//
// Up to some dozen arguments cost about what cgo's do. Nothing is allocated, and args may be on the goroutine's stack. What arguments point to
// must not be there: it moves when loaded code calls back into Go.
//
//go:norace
func (b *Bound) Words(args ...uint64) uint64 {
	if b.gate.shut.Load() {
		b.gate.refuse(b.name)
	}
	h := b.how
	if to := h.to; h.quick && len(args) == len(to) {
		var q Quick
		q.Addr, q.Floats = b.addr, h.floats
		for i, at := range to {
			q.Reg[at&(QuickRegs-1)] = args[i]
		}
		b.gate.quick.CallQuick(hide(&q))
		return h.quickResult(&q)
	}
	return b.words(args)
}

// words is Words for what is not in registers alone.
//
//go:norace
func (b *Bound) words(args []uint64) uint64 {
	h := b.how
	if len(args) != len(h.plan) {
		panic(&ArgsError{Want: len(h.plan), Got: len(args)})
	}
	if h.to == nil {
		return b.wordsFramed(args)
	}
	var q stacked
	q.Addr, q.Floats = b.addr, h.floats|uint64(h.stack)<<quickShift
	for i, at := range h.to {
		if at < QuickRegs {
			q.Reg[at] = args[i]
		} else {
			q.words[(at-QuickRegs)&(quickStack-1)] = args[i]
		}
	}
	b.gate.quick.CallQuick(hide(&q.Quick))
	return h.quickResult(&q.Quick)
}

// wordsFramed is Words for all others.
//
//go:norace
func (b *Bound) wordsFramed(args []uint64) uint64 {
	h := b.how
	f := b.gate.open(h, b.addr)
	for i, p := range h.plan {
		w := args[i]
		if p.other {
			w = extend(p.kind, w)
		}
		f.set(p, w)
	}
	b.gate.caller.Call(f)
	w := h.word(f)
	b.gate.close(f)
	if h.result == Bool {
		w = boolWord(w)
	}
	return w
}
