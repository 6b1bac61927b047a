package abi

import (
	"context"
	"math"
	"runtime"
	"sync"
	"unsafe"
)

// Where Go passes arguments in registers, one function type serves all of those that need none of the stack: a
// function takes its integers, whatever their size, from the first of the general registers, and its floating point numbers from
// the first of the others, and does not look at more. So it is called as if it took as many as there are.

type (
	// allInts has no floating point parameter, and perhaps a result of either class.
	allInts = func(a, b, c, d, e, f uint64) (uint64, float64)
	// allRegs is for as many registers as each machine has.
	allRegs = func(a, b, c, d, e, f, g, h uint64, p, q, r, s, t, u, v, w, x, y, z, zz float64) (uint64, float64)
)

// registers chooses the way of calling.
func (c *Callee) registers() func(*Callee, context.Context, *Saved) {
	var ints, floats []source
	for _, a := range c.in {
		if a.kind.float() || a.kind > Long {
			floats = append(floats, a)
		} else {
			ints = append(ints, a)
		}
	}
	if 2*c.first+len(ints) > calleeInts || len(floats) > calleeVecs || c.out.float() && !c.float || !registersServe() {
		return reflects
	}
	c.places, c.nInt = append(ints, floats...), len(ints)
	if len(floats) > 0 || len(ints) > 6 || c.bools || c.first != 0 {
		return gathered
	}
	for i, a := range ints {
		if a.stack || a.at != uint16(savedInt)+uint16(8*i) {
			return gathered
		}
	}
	return straight
}

// straight calls a function whose arguments are in the first general registers.
func straight(c *Callee, _ context.Context, s *Saved) {
	i, f := (*(*allInts)(unsafe.Pointer(&c.fn)))(s.Int[0], s.Int[1], s.Int[2], s.Int[3], s.Int[4], s.Int[5])
	c.result(s, i, f)
}

// gathered calls a function whose arguments are anywhere.
func gathered(c *Callee, ctx context.Context, s *Saved) {
	var n [calleeInts]uint64
	var v [calleeVecs]float64
	if c.first != 0 {
		w := (*[2]uintptr)(unsafe.Pointer(&ctx)) // an interface is two words
		n[0], n[1] = uint64(w[0]), uint64(w[1])
	}
	for i := range c.places[:c.nInt] {
		n[(2*c.first+i)&7] = c.places[i].word(s)
	}
	for i := range c.places[c.nInt:] {
		v[i] = c.places[c.nInt+i].register(c, s)
	}
	i, f := (*(*allRegs)(unsafe.Pointer(&c.fn)))(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7],
		v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11])
	runtime.KeepAlive(ctx)
	c.result(s, i, f)
}

// result saves the one of both registers that has the result.
func (c *Callee) result(s *Saved, i uint64, f float64) {
	if c.float {
		c.raw(s, math.Float64bits(f)) // as Go's register has it, so C's
		return
	}
	switch c.out {
	case Int32:
		i = uint64(int64(int32(i)))
	case Uint64, Int64, Pointer, None:
	case Bool: // whatever is above it in the register
		i &= 0xff
	default:
		i = extend(c.out, i)
	}
	s.Int[0] = i
}

// registersServe tries whether this Go has arguments and results in registers as said above. Functions go through reflection if a
// later one should not.
var registersServe = sync.OnceValue(func() bool {
	ok := false
	check := func(a int8, x float32, b uint64, y float64, p *byte) float32 {
		ok = a == -3 && x == 1.5 && b == 1<<40 && y == -2.25 && p == nil
		return x
	}
	single := math.Float64frombits(extend(singleKinds[Native().Single], uint64(math.Float32bits(1.5))))
	other := func(x, y float32, a, b, c int32) int32 { return a*100 + b*10 + c + int32(x) }
	f := (*(*allRegs)(unsafe.Pointer(&check)))
	_, r := f(0xfd, 1<<40, 0, 1, 2, 3, 4, 5, single, -2.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	g := (*(*allRegs)(unsafe.Pointer(&other)))
	i, _ := g(1<<32|1, 2, 3, 0, 0, 0, 0, 0, single, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	return ok && math.Float64bits(r) == math.Float64bits(single) && int32(i) == 124
})
