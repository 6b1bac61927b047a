package traceback

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
)

// table is what is known of a piece of code of an object. It is made once and never
// changes; the functions that a signal handler calls read it without a lock.
type table struct {
	start, end uintptr
	rules      []rule  // by offset
	places     []place // by offset
	frames     []frame
	text       []byte  // strings that end in a NUL; the first is empty
	loaded     *loaded // in the place of all these: an object to read as it lies in memory
	slot       *slot
}

// place says what lies in the code from an offset on.
type place struct {
	off   uint32
	first uint32 // in frames: the innermost
	n     uint32 // how many there are
}

// frame is a function and a place in it.
type frame struct {
	fn, file uint32 // in text; 0 for none
	line     uint32
	entry    uint32 // offset of the function, of the last frame of a place
}

// writer makes the tables of an object.
type writer struct {
	t     *table
	index map[string]uint32 // strings in text
}

func (w *writer) string(s string) uint32 {
	if s == "" {
		return 0
	}
	at, ok := w.index[s]
	if !ok {
		at = uint32(len(w.t.text))
		w.t.text = append(append(w.t.text, s...), 0)
		w.index[s] = at
	}
	return at
}

// maxText is where a table stops to take strings.
const maxText = math.MaxUint32 / 2

// tablesOf makes a table for each run of an object's code. sym knows the object.
func tablesOf(o *rtdyld.Object, sym *symbolize.Symbolizer, lines bool) (out []*table) {
	var debugFrame []byte
	if t, _ := unwind.Read(o); t != nil { // of records that make no sense it has none
		debugFrame = t.AppendDebugFrame(nil)
	}
	for _, b := range codeOf(o.Sections()) {
		t := &table{start: uintptr(b.start), end: uintptr(b.end), text: []byte{0}}
		f := frames{b: debugFrame, cpu: cpu, base: b.start}
		t.rules = f.read()
		slices.SortStableFunc(t.rules, func(a, b rule) int { return cmp.Compare(a.off, b.off) })
		t.rules = slices.Clip(compact(t.rules))
		w := writer{t, map[string]uint32{}}
		for _, l := range sym.Locations(b.start, b.end, lines) {
			w.place(&l, l.PC-b.start)
		}
		out = append(out, t)
	}
	return out
}

// compact leaves the end of one function out where another begins, and what says the same as
// the rule before.
func compact(rules []rule) []rule {
	out := rules[:0]
	for _, r := range rules {
		if n := len(out); n > 0 && out[n-1].off == r.off {
			if r.base == baseNone {
				continue
			}
			out = out[:n-1]
		}
		if n := len(out); n > 0 {
			same := out[n-1]
			if same.off = r.off; same == r {
				continue
			}
		}
		out = append(out, r)
	}
	return out
}

// place appends what is known of code at an offset.
func (w *writer) place(l *symbolize.Location, off uint64) {
	t := w.t
	p := place{off: uint32(off), first: uint32(len(t.frames))}
	if len(t.text) > maxText {
		return
	}
	entry := uint32(off) - uint32(min(l.Offset, off))
	switch {
	case len(l.Frames) > 0:
		for i, f := range l.Frames {
			x := frame{fn: w.string(f.Func), file: w.string(f.File), line: uint32(f.Line)}
			if i == len(l.Frames)-1 {
				if x.entry = entry; l.Symbol != "" {
					x.fn = w.string(l.Symbol)
				}
			}
			t.frames = append(t.frames, x)
		}
	case l.Symbol != "":
		t.frames = append(t.frames, frame{w.string(l.Symbol), w.string(l.File), uint32(l.Line), entry})
	case l.Object != "":
		t.frames = append(t.frames, frame{w.string(l.Section), w.string(l.File), uint32(l.Line), entry})
	}
	p.n = uint32(len(t.frames)) - p.first
	t.places = append(t.places, p)
}

// span is a range of target addresses.
type span struct{ start, end uint64 }

// codeOf returns the runs of an object's code, none longer than offsets reach.
func codeOf(secs []rtdyld.LoadedSection) (out []span) {
	for _, s := range secs {
		if s.Kind == kindCode && len(s.Mem) > 0 {
			out = append(out, span{s.Addr, s.Addr + uint64(len(s.Mem))})
		}
	}
	slices.SortFunc(out, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	n := 0
	for _, s := range out {
		// Sections of one object lie one behind the other, with padding between.
		if n > 0 && s.start-out[n-1].end < maxGap && s.end-out[n-1].start <= math.MaxUint32 {
			out[n-1].end = s.end
			continue
		}
		out[n] = s
		n++
	}
	return slices.DeleteFunc(out[:n], func(s span) bool { return s.end-s.start > math.MaxUint32 })
}

// maxGap is less than what the code of another object takes, whose code begins at a multiple of it.
const maxGap = 16
