package abi

import "unsafe"

// Quick is a call of which all arguments, but for a few, and the result are in registers. It is small
// enough to lie on the goroutine's stack, where it costs no more than cgo's own
// arguments do. What its fields mean is as in [Frame]. Floats, shifted by quickShift, is besides how many words of the stack are right behind it, the first at
// the lowest address: so a call that has neither asks once.
type Quick struct {
	Addr          uint64
	Floats        uint64
	Ret, FloatRet uint64
	Reg           [QuickRegs]uint64
}

// QuickRegs is the number of argument registers that a Quick has room for.
const QuickRegs = 16

// quickShift is where in Quick.Floats the number of words of the stack begins.
const quickShift = 16

// quickStack is the number of words of the stack that calls on a goroutine's stack have at most.
const quickStack = 16

// stacked is a Quick and its words of the stack.
type stacked struct {
	Quick
	words [quickStack]uint64
}

// QuickCaller is a [Caller] that runs a [Quick], too, by its convention's
// QuickEntry.
type QuickCaller interface {
	Caller
	// CallQuick calls q.Addr and sets q.Ret and q.FloatRet. It must neither keep q nor have it
	// escape: q is on the goroutine's stack, which moves when loaded code calls back into Go.
	CallQuick(q *Quick)
}

// hide gives the pointer, of which the compiler does not see where it comes from: what q points to stays
// on the stack though it goes through an interface. Nothing moves a stack between these two lines: it grows
// at a call, and does not shrink where a goroutine is interrupted.
//
//go:nosplit
func hide(q *Quick) *Quick {
	x := uintptr(unsafe.Pointer(q))
	return *(**Quick)(unsafe.Pointer(&x))
}

// quickResult is the result's register. A bool is 0 or 1.
func (h *how) quickResult(q *Quick) uint64 { return h.pick(q.Ret, q.FloatRet) }

// pick is quickResult for the registers of both classes.
func (h *how) pick(w, float uint64) uint64 {
	if h.float {
		return float
	}
	if h.result == Bool {
		return boolWord(w)
	}
	return w
}

// boolWord is 0 or 1 for the bool in the lowest byte.
func boolWord(w uint64) uint64 {
	if w&0xff != 0 {
		return 1
	}
	return 0
}

// call0 calls a function without parameters. What it returns has the result in its low bits.
//
//go:norace
func call0(g *Gate, h *how, addr uint64) uint64 {
	if !h.quick {
		if h.leaf {
			if g.big {
				return h.pick(leaf3Big(addr, 0, 0, 0))
			}
			return h.pick(leaf3(addr, 0, 0, 0))
		}
		return callSlow(g, h, addr, &[maxTyped]uint64{})
	}
	var q Quick
	q.Addr = addr
	g.quick.CallQuick(hide(&q))
	return h.quickResult(&q)
}

// call1 is call0 for one argument, of which the bits of its kind count.
//
//go:norace
func call1(g *Gate, h *how, addr, a uint64) uint64 {
	if !h.quick {
		if h.leaf {
			if g.big {
				return h.pick(leaf3Big(addr, h.args[0].fit(a), 0, 0))
			}
			return h.pick(leaf3(addr, h.args[0].fit(a), 0, 0))
		}
		return callSlow(g, h, addr, &[maxTyped]uint64{a})
	}
	var q Quick
	q.Addr, q.Floats = addr, h.floats
	q.put(h.args[0], a)
	g.quick.CallQuick(hide(&q))
	return h.quickResult(&q)
}

// call2 is call1 for two arguments.
//
//go:norace
func call2(g *Gate, h *how, addr, a, b uint64) uint64 {
	if !h.quick {
		if h.leaf {
			if g.big {
				return h.pick(leaf3Big(addr, h.args[0].fit(a), h.args[1].fit(b), 0))
			}
			return h.pick(leaf3(addr, h.args[0].fit(a), h.args[1].fit(b), 0))
		}
		return callSlow(g, h, addr, &[maxTyped]uint64{a, b})
	}
	var q Quick
	q.Addr, q.Floats = addr, h.floats
	q.put(h.args[0], a)
	q.put(h.args[1], b)
	g.quick.CallQuick(hide(&q))
	return h.quickResult(&q)
}

// call3 is call1 for three arguments.
//
//go:norace
func call3(g *Gate, h *how, addr, a, b, c uint64) uint64 {
	if !h.quick {
		if h.leaf {
			if g.big {
				return h.pick(leaf3Big(addr, h.args[0].fit(a), h.args[1].fit(b), h.args[2].fit(c)))
			}
			return h.pick(leaf3(addr, h.args[0].fit(a), h.args[1].fit(b), h.args[2].fit(c)))
		}
		return callSlow(g, h, addr, &[maxTyped]uint64{a, b, c})
	}
	var q Quick
	q.Addr, q.Floats = addr, h.floats
	q.put(h.args[0], a)
	q.put(h.args[1], b)
	q.put(h.args[2], c)
	g.quick.CallQuick(hide(&q))
	return h.quickResult(&q)
}

// callMany is call1 for as many arguments as the function has, at most maxTyped.
//
//go:norace
func callMany(g *Gate, h *how, addr uint64, args *[maxTyped]uint64) uint64 {
	if !h.quick {
		return callSlow(g, h, addr, args)
	}
	var q Quick
	q.Addr, q.Floats = addr, h.floats
	for i := range len(h.plan) {
		q.put(h.args[i&(maxTyped-1)], args[i&(maxTyped-1)])
	}
	g.quick.CallQuick(hide(&q))
	return h.quickResult(&q)
}

// put sets an argument, extended as the convention wants it.
func (q *Quick) put(p place, w uint64) {
	q.Reg[p.at&(QuickRegs-1)] = p.fit(w)
}

// fit extends an argument as the convention wants it.
func (p place) fit(w uint64) uint64 {
	if p.narrow {
		return extend(p.kind, w)
	}
	return w
}

// callSlow is callMany for what needs a Frame.
//
//go:norace
func callSlow(g *Gate, h *how, addr uint64, args *[maxTyped]uint64) uint64 {
	f := g.open(h, addr)
	for i := range len(h.plan) {
		p := h.args[i&(maxTyped-1)]
		f.set(p, p.fit(args[i&(maxTyped-1)]))
	}
	g.caller.Call(f)
	w := h.word(f)
	g.close(f)
	if h.result == Bool {
		w = boolWord(w)
	}
	return w
}
