package abi

import (
	"context"
	"unsafe"
)

// Where Go passes arguments on the stack, a function whose parameters are of whole words is called as one of so many
// words; its result lies behind them.

type (
	words0 = func() uint32
	words1 = func(a uint32) uint32
	words2 = func(a, b uint32) uint32
	words3 = func(a, b, c uint32) uint32
	words4 = func(a, b, c, d uint32) uint32
	words5 = func(a, b, c, d, e uint32) uint32
	words6 = func(a, b, c, d, e, f uint32) uint32
)

// maxWords is how many there are at most.
const maxWords = 6

// words chooses the way of calling.
func (c *Callee) words() func(*Callee, context.Context, *Saved) {
	n := 0
	for _, a := range c.in {
		if a.kind == Bool || a.kind > Long || a.kind.size() < 4 {
			return reflects
		}
		for off := uint8(0); off < a.size; off += 4 {
			half := a
			half.size, half.at = 4, a.at+uint16(off)
			c.places = append(c.places, half)
			n++
		}
	}
	if n > maxWords || c.first != 0 || c.out.size() == 8 || c.float {
		return reflects
	}
	return worded
}

// worded calls a function whose arguments are words.
func worded(c *Callee, _ context.Context, s *Saved) {
	var w [maxWords]uint32
	for i := range c.places {
		w[i] = uint32(c.places[i].load(s))
	}
	var r uint32
	p := unsafe.Pointer(&c.fn)
	switch len(c.places) {
	case 0:
		r = (*(*words0)(p))()
	case 1:
		r = (*(*words1)(p))(w[0])
	case 2:
		r = (*(*words2)(p))(w[0], w[1])
	case 3:
		r = (*(*words3)(p))(w[0], w[1], w[2])
	case 4:
		r = (*(*words4)(p))(w[0], w[1], w[2], w[3])
	case 5:
		r = (*(*words5)(p))(w[0], w[1], w[2], w[3], w[4])
	default:
		r = (*(*words6)(p))(w[0], w[1], w[2], w[3], w[4], w[5])
	}
	if c.out == Bool {
		r &= 0xff
	}
	s.Int[0] = extend(c.out, uint64(r))
}
