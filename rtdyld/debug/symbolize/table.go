package symbolize

import (
	"cmp"
	"slices"
	"sort"
)

// debugInfo is what is kept of an object's DWARF: line tables and functions as sorted
// rows. It never changes once it is made.
type debugInfo struct {
	err   error    // what was wrong, nil if nothing
	files []string // files[0] is ""
	names []string // of functions; names[0] is ""
	seqs  []sequence
	rows  []row
	areas []area
	funcs []function
}

// sequence is a run of code whose rows ascend.
type sequence struct {
	start, end uint64
	row, n     uint32 // in rows
}

// row says where in the source code from an address on comes from.
type row struct {
	off  uint32 // from the sequence's start
	line uint32
	file uint32 // in files
	col  uint16
}

// area is a range of code of a function.
type area struct {
	low, high uint64
	fn        uint32 // in funcs
	parent    int32  // the smallest before it in areas that may hold it, -1 for none
}

// function is one, or a call that was inlined.
type function struct {
	name    uint32 // in names
	outer   int32  // function that the call was inlined into, in funcs; -1 for none
	file    uint32 // of the call, in files
	line    uint32 // of the call
	col     uint16 // of the call
	inlined bool
}

// maxOverlap is how many sequences that begin nearer but end before are looked over.
const maxOverlap = 4

// sequence finds the one that a lies in, -1 for none.
func (d *debugInfo) sequence(a uint64) int {
	i := sort.Search(len(d.seqs), func(i int) bool { return d.seqs[i].start > a }) - 1
	for low := max(i-maxOverlap, -1); i > low; i-- {
		if a < d.seqs[i].end {
			return i
		}
	}
	return -1
}

// row finds the row of a sequence that a lies in.
func (d *debugInfo) row(s *sequence, a uint64) int {
	rows := d.rows[s.row : s.row+s.n]
	off := a - s.start
	return int(s.row) + max(0, sort.Search(len(rows), func(i int) bool { return uint64(rows[i].off) > off })-1)
}

// maxInlined bounds the chain of inlined calls at an address.
const maxInlined = 256

// locate adds what debug information tells of a to l.
func (d *debugInfo) locate(l *Location, a uint64) {
	at := Frame{}
	if i := d.sequence(a); i >= 0 {
		r := &d.rows[d.row(&d.seqs[i], a)]
		at = Frame{"", d.files[r.file], int(r.line), int(r.col)}
	}
	l.File, l.Line, l.Column = at.File, at.Line, at.Column
	for i := d.innermost(a); i >= 0; i = d.funcs[i].outer {
		f := &d.funcs[i]
		at.Func = d.names[f.name]
		l.Frames = append(l.Frames, at)
		if !f.inlined || len(l.Frames) == maxInlined {
			break
		}
		at = Frame{"", d.files[f.file], int(f.line), int(f.col)}
	}
}

// innermost finds the function that has the smallest area that a lies in, -1 for none.
func (d *debugInfo) innermost(a uint64) int32 {
	i := int32(sort.Search(len(d.areas), func(i int) bool { return d.areas[i].low > a }) - 1)
	for n := 0; i >= 0 && n < maxClimb; i, n = d.areas[i].parent, n+1 {
		if f := &d.areas[i]; f.low <= a && a < f.high {
			return int32(f.fn)
		}
	}
	return -1
}

// maxClimb bounds how far innermost goes where areas that do not nest make long chains.
const maxClimb = 4096

// lines appends the rows between start and end.
func (d *debugInfo) lines(out []Line, start, end uint64) []Line {
	i := sort.Search(len(d.seqs), func(i int) bool { return d.seqs[i].end > start })
	if j := d.sequence(start); j >= 0 {
		i = j
	}
	for ; i < len(d.seqs) && d.seqs[i].start < end; i++ {
		s := &d.seqs[i]
		if s.end <= start {
			continue // another has reached farther
		}
		for j := d.row(s, max(start, s.start)); j < int(s.row+s.n); j++ {
			r := &d.rows[j]
			at := max(s.start+uint64(r.off), start)
			if at >= end {
				break
			}
			out = append(out, Line{at, d.files[r.file], int(r.line), int(r.col)})
		}
		start = max(start, s.end)
		if s.end < end && (i+1 == len(d.seqs) || d.seqs[i+1].start > s.end) {
			out = append(out, Line{Addr: s.end})
		}
	}
	return out
}

// sort brings sequences and areas in order and links areas to those around them.
func (d *debugInfo) sort() {
	slices.SortStableFunc(d.seqs, func(a, b sequence) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	// Of equal ones the outer function comes first in the file.
	slices.SortStableFunc(d.areas, func(a, b area) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(b.high, a.high))
	})
	for i := range d.areas {
		f := &d.areas[i]
		p := int32(i) - 1
		for p >= 0 && d.areas[p].high <= f.low {
			p = d.areas[p].parent
		}
		f.parent = p
	}
	d.seqs, d.rows = slices.Clip(d.seqs), slices.Clip(d.rows)
	d.areas, d.funcs = slices.Clip(d.areas), slices.Clip(d.funcs)
	d.files, d.names = slices.Clip(d.files), slices.Clip(d.names)
}
