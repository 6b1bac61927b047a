package symbolize

import (
	"slices"
	"sort"
)

// Locations describes all code from start up to end as Symbolize does, or without lines as
// Symbol does: a Location for each run of instructions that have one in common, at
// whose first PC and Offset are. Code of which nothing is known has its section alone;
// where a section's code ends and no other begins is a Location without an Object.
func (s *Symbolizer) Locations(start, end uint64, lines bool) []Location {
	var out []Location
	for start < end {
		e, ok := s.index.Load().from(start)
		if !ok || e.start >= end || e.end <= start {
			break
		}
		if e.code {
			if n := len(out); n > 0 && out[n-1].Object == "" && out[n-1].PC == e.start {
				out = out[:n-1]
			}
			out = e.obj.places(out, e, max(start, e.start), min(end, e.end), lines)
			if e.end < end {
				out = append(out, Location{PC: e.end})
			}
		}
		start = e.end
	}
	return out
}

// places appends those of a section between start and end.
func (k *object) places(out []Location, e entry, start, end uint64, lines bool) []Location {
	bounds := []uint64{start}
	add := func(a uint64) {
		if start < a && a < end {
			bounds = append(bounds, a)
		}
	}
	for i := sort.Search(len(k.syms), func(i int) bool { return k.syms[i].addr >= e.start }); i < len(k.syms) && k.syms[i].addr < end; i++ {
		add(k.syms[i].addr)
		add(k.syms[i].addr + uint64(k.syms[i].size))
	}
	if lines {
		if d, _ := k.debugInfo(); d != nil {
			for _, s := range d.seqs {
				if s.end <= start || s.start >= end {
					continue
				}
				for _, r := range d.rows[s.row : s.row+s.n] {
					add(s.start + uint64(r.off))
				}
				add(s.end)
			}
			for _, f := range d.areas {
				add(f.low)
				add(f.high)
			}
		}
	}
	slices.Sort(bounds)
	first := len(out)
	for _, a := range slices.Compact(bounds) {
		l, ok := k.locate(e, a, lines)
		if !ok {
			return out[:first] // unloaded meanwhile
		}
		if n := len(out); n > first && l.follows(&out[n-1]) {
			continue
		}
		out = append(out, l)
	}
	return out
}

// follows reports whether l is of one run with b, which is before it.
func (l *Location) follows(b *Location) bool {
	return l.Symbol == b.Symbol && l.PC-l.Offset == b.PC-b.Offset && l.File == b.File && l.Line == b.Line && l.Column == b.Column && slices.Equal(l.Frames, b.Frames)
}
