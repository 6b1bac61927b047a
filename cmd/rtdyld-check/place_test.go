package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// roomOneByOne is room, looking at each piece that is taken.
func (p *placer) roomOneByOne(size, align uint64) (uint64, bool) {
	run := p.run
	defer func() { p.run = run }()
	p.run = 0
	return p.room(size, align)
}

// TestRoomPassedBy: that pieces which leave no room between them are passed by at once changes no address.
func TestRoomPassedBy(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 12))
	passed := 0
	for range 300 {
		p := &placer{start: rnd.Uint64N(3) * 4096, end: math.MaxUint64, separation: rnd.Uint64N(3) * 4096}
		if rnd.IntN(3) == 0 {
			p.start = math.MaxUint64 - 0x40000
		}
		for range 60 {
			size, align := rnd.Uint64N(4)*4096, uint64(1)<<rnd.IntN(15)
			if rnd.IntN(4) == 0 { // as -map-section says
				p.take(extent{p.start + rnd.Uint64N(64)*1024, size})
				continue
			}
			addr, ok := p.room(size, align)
			if want, fits := p.roomOneByOne(size, align); addr != want || ok != fits {
				t.Fatalf("%#x bytes aligned %#x: %#x, %v, not %#x, %v; taken %#x, run %d", size, align, addr, ok, want, fits, p.taken, p.run)
			}
			if ok {
				p.take(extent{addr, size})
			}
		}
		passed += p.run
	}
	if passed < 500 {
		t.Errorf("%d pieces are passed by", passed)
	}
}
