package main

import (
	"cmp"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// addrSpan are addresses from first to last, both included.
type addrSpan struct{ first, last uint64 }

// gaps are the addresses of a layout that nothing has, for stubs and GOT entries that are to be near
// code.
type gaps struct {
	free  []addrSpan                     // in order, none touches another
	stubs map[*objfmt.ObjectImage]uint64 // where the layout has the stubs of a file: the address of the next
	fixed map[*objfmt.ObjectImage]bool   // files whose GOT entries are where the layout says
}

const (
	// madeStubs is how the linker calls an object's stubs.
	madeStubs = "<stubs>"
	// madeGOT is how it calls its GOT entries.
	madeGOT = "<got>"
	// lowestGap is the lowest address that stubs have: a null pointer leads to nothing.
	lowestGap = 0x1000
	// externalSize is kept free from the address of a name on that the layout gives it: nobody says how large
	// what is there is.
	externalSize = 0x10000
)

// gaps are what sections and names of a layout leave, or of the memory that the layout has for that.
func (f *layoutFile) gaps(all []placed, objs []*rtdyld.Object, files []string, last uint64) *gaps {
	g := &gaps{free: []addrSpan{{lowestGap, last}}, stubs: map[*objfmt.ObjectImage]uint64{}, fixed: map[*objfmt.ObjectImage]bool{}}
	if f.memory != nil {
		g.free = joinSpans(f.memory)
	}
	for i := range all {
		p := &all[i]
		if p.size+p.behind > 0 {
			g.use(p.addr, p.size+p.behind)
		}
		if p.given >= 0 && p.name == madeGOT {
			g.fixed[p.obj.Image()] = true
		}
	}
	for _, addr := range f.symbols {
		g.use(addr, externalSize)
	}
	for i := range f.sections {
		if e := &f.sections[i]; e.name == madeStubs {
			if k := slices.Index(files, e.file); k >= 0 {
				g.stubs[objs[k].Image()] = e.addr
			}
		}
	}
	return g
}

// joinSpans sorts spans and joins those that overlap or touch.
func joinSpans(list []addrSpan) (out []addrSpan) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b addrSpan) int { return cmp.Compare(a.first, b.first) })
	for _, s := range list {
		if n := len(out); n > 0 && (s.first <= out[n-1].last || s.first-1 == out[n-1].last) {
			out[n-1].last = max(out[n-1].last, s.last)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// use takes size bytes, which may be taken in part, and end with the address space.
func (g *gaps) use(addr, size uint64) {
	last := addr + (size - 1)
	if last < addr {
		last = ^uint64(0)
	}
	i, _ := slices.BinarySearchFunc(g.free, addr, func(s addrSpan, a uint64) int { return cmp.Compare(s.last, a) })
	k := i
	var rest []addrSpan
	for ; k < len(g.free) && g.free[k].first <= last; k++ {
		s := g.free[k]
		if s.first < addr {
			rest = append(rest, addrSpan{s.first, addr - 1})
		}
		if s.last > last {
			rest = append(rest, addrSpan{last + 1, s.last})
		}
	}
	g.free = slices.Replace(g.free, i, k, rest...)
}

// take finds stubs or GOT entries their address: where the layout has those of their file, else the free one that is
// nearest to the middle of where they may be.
func (g *gaps) take(r *rtdyld.Request) (addr uint64, ok bool) {
	if next, given := g.stubs[r.Image]; given && r.Kind == objfmt.KindCode {
		if addr, ok = fit(addrSpan{max(next, r.Within.First), r.Within.Last}, next, r); !ok || !g.isFree(addr, r.Size) {
			return 0, false
		}
		g.stubs[r.Image] = addr + r.Size
		g.use(addr, r.Size)
		return addr, true
	}
	if r.Kind != objfmt.KindCode && g.fixed[r.Image] {
		return 0, false
	}
	middle := r.Within.First + (r.Within.Last-r.Within.First)/2
	best := ^uint64(0)
	for _, s := range g.free {
		at, fits := fit(addrSpan{max(s.first, r.Within.First), min(s.last, r.Within.Last)}, middle, r)
		if !fits {
			continue
		}
		if d := max(at, middle) - min(at, middle); !ok || d < best {
			addr, best, ok = at, d, true
		}
	}
	if ok {
		g.use(addr, r.Size)
	}
	return addr, ok
}

// fit is where in a span a block is nearest to an address, false if it has no place there.
func fit(s addrSpan, near uint64, r *rtdyld.Request) (uint64, bool) {
	if s.first > s.last || r.Size-1 > s.last-s.first {
		return 0, false
	}
	mask := r.Align - 1
	highest := (s.last - (r.Size - 1)) &^ mask
	lowest := (s.first + mask) &^ mask
	if lowest < s.first || lowest > highest {
		return 0, false
	}
	return min(max(near&^mask, lowest), highest), true
}

// isFree reports whether nothing has size bytes from an address on.
func (g *gaps) isFree(addr, size uint64) bool {
	i, _ := slices.BinarySearchFunc(g.free, addr, func(s addrSpan, a uint64) int { return cmp.Compare(s.last, a) })
	return i < len(g.free) && g.free[i].first <= addr && size-1 <= g.free[i].last-addr
}
