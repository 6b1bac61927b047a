package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestGaps compares random gaps with a table of bytes: a block gets the free place that is nearest to the middle
// of where it may be, and none if there is none.
func TestGaps(t *testing.T) {
	const space = 512
	rng := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 2000 {
		g := &gaps{free: []addrSpan{{0, space - 1}}}
		var used [space]bool
		for range rng.IntN(12) {
			addr, size := uint64(rng.IntN(space)), uint64(1+rng.IntN(80))
			g.use(addr, size)
			for a := addr; a < min(addr+size, space); a++ {
				used[a] = true
			}
		}
		for range 6 {
			r := rtdyld.Request{Kind: objfmt.KindCode, Size: uint64(1 + rng.IntN(40)), Align: 1 << rng.IntN(5)}
			r.Within = rtdyld.AddressRange{First: uint64(rng.IntN(space)), Last: uint64(rng.IntN(space))}
			if r.Within.First > r.Within.Last {
				continue
			}
			middle := r.Within.First + (r.Within.Last-r.Within.First)/2
			best := uint64(math.MaxUint64)
			for a := r.Within.First; a+r.Size-1 <= r.Within.Last; a++ {
				if a%r.Align == 0 && !slices.Contains(used[a:a+r.Size], true) {
					best = min(best, max(a, middle)-min(a, middle))
				}
			}
			at, ok := g.take(&r)
			if ok != (best != math.MaxUint64) {
				t.Fatalf("%+v in %v: %#x, %v", r, g.free, at, ok)
			}
			if !ok {
				continue
			}
			found++
			if at%r.Align != 0 || at < r.Within.First || at+r.Size-1 > r.Within.Last || slices.Contains(used[at:at+r.Size], true) {
				t.Fatalf("%+v in %v: %#x", r, g.free, at)
			}
			// Rounded down to the alignment the middle is one step off at most.
			if d := max(at, middle) - min(at, middle); d > best+r.Align {
				t.Fatalf("%+v in %v: %#x is %#x from the middle, another place is %#x", r, g.free, at, d, best)
			}
			for a := at; a < at+r.Size; a++ {
				used[a] = true
			}
		}
		for a, u := range used {
			if g.isFree(uint64(a), 1) == u {
				t.Fatalf("%#x in %v", a, g.free)
			}
		}
	}
	if found < 2000 {
		t.Errorf("%d places are found: that is not much", found)
	}
}

// TestGapsEnds: the ends of the address space, and memory that a layout has for stubs.
func TestGapsEnds(t *testing.T) {
	f := &layoutFile{symbols: definitions{"f": math.MaxUint64}}
	g := f.gaps([]placed{{addr: math.MaxUint64 - 15, size: 16}, {addr: 0x2000, size: 0, given: -1}}, nil, nil, math.MaxUint64)
	if !slices.Equal(g.free, []addrSpan{{lowestGap, math.MaxUint64 - 16}}) {
		t.Errorf("%v", g.free)
	}
	r := rtdyld.Request{Kind: objfmt.KindCode, Size: 1 << 63, Align: 1 << 62, Within: rtdyld.AddressRange{Last: math.MaxUint64}}
	if at, ok := g.take(&r); !ok || at != 1<<62 {
		t.Errorf("%#x, %v", at, ok)
	}
	r.Size, r.Align = math.MaxUint64, 1<<63
	if at, ok := g.take(&r); ok {
		t.Errorf("all of the address space is at %#x", at)
	}
	f.memory = []addrSpan{{0x9000, 0x9fff}, {0x5000, 0x5fff}, {0x6000, 0x60ff}, {0x5800, 0x58ff}}
	if g = f.gaps(nil, nil, nil, math.MaxUint64); !slices.Equal(g.free, []addrSpan{{0x5000, 0x60ff}, {0x9000, 0x9fff}}) {
		t.Errorf("%v", g.free)
	}
	f.memory = []addrSpan{}
	if g = f.gaps(nil, nil, nil, math.MaxUint64); len(g.free) > 0 {
		t.Errorf("%v in no memory", g.free)
	}
}
