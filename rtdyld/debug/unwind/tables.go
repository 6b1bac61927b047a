package unwind

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Tables is a set of tables. Any goroutine may use it: who searches takes no lock and
// waits for nobody, who changes it copies a small part. The zero value is empty. It must
// not be copied.
//
// It is a [rtdyld.Listener], so that it can have the tables of all objects of a linker:
// they come when the object is finalized and go before it is unloaded.
type Tables struct {
	// Report is called with what [Read] has to say of objects that come by Finalized. nil:
	// not called. It must not be changed while the set is in use.
	Report func(o *rtdyld.Object, err error)

	mu    sync.Mutex // guards what follows, and changes of index
	by    map[*rtdyld.Object]*Table
	index atomic.Pointer[index]
}

var _ rtdyld.Listener = (*Tables)(nil)

// Add adds tables, whose objects must not share addresses.
func (ts *Tables) Add(tables ...*Table) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.change(tables, true)
}

// Remove takes tables away again. It ignores those that are not there.
func (ts *Tables) Remove(tables ...*Table) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.change(tables, false)
}

// Finalized implements [rtdyld.Listener].
func (ts *Tables) Finalized(objs []*rtdyld.Object) {
	tables := make([]*Table, 0, len(objs))
	whose := make([]*rtdyld.Object, 0, len(objs))
	for _, o := range objs {
		t, err := Read(o)
		if err != nil && ts.Report != nil {
			ts.Report(o, err)
		}
		if t != nil {
			tables, whose = append(tables, t), append(whose, o)
		}
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.by == nil {
		ts.by = make(map[*rtdyld.Object]*Table)
	}
	for i, o := range whose {
		ts.by[o] = tables[i]
	}
	ts.change(tables, true)
}

// Unloading implements [rtdyld.Listener].
func (ts *Tables) Unloading(objs []*rtdyld.Object) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	var tables []*Table
	for _, o := range objs {
		if t := ts.by[o]; t != nil {
			tables = append(tables, t)
			delete(ts.by, o)
		}
	}
	ts.change(tables, false)
}

// Table returns the table of the object that an address is in, nil if there is none. It
// takes O(log n).
func (ts *Tables) Table(pc uint64) *Table {
	if x := ts.index.Load(); x != nil {
		return x.find(pc)
	}
	return nil
}

// Find is [Table.Find] of the table that an address is in.
func (ts *Tables) Find(pc uint64) (start, end uint64, ok bool) {
	if t := ts.Table(pc); t != nil {
		return t.Find(pc)
	}
	return 0, 0, false
}

// Step is [Table.Step] of the table that the frame's address is in. For an address
// in none it returns a *NoRuleError.
func (ts *Tables) Step(r *Regs, read func(addr uint64, dst []byte) error) error {
	t := ts.Table(r.Lookup())
	if t == nil {
		return &NoRuleError{r.PC()}
	}
	return t.Step(r, read)
}

// index is a sorted list of ranges in pieces, so that a change copies one piece and the
// list of pieces. What is reached from Tables.index is never written.
type index struct{ pieces []piece }

// piece is some ranges, by their first address; it is not empty.
type piece struct {
	first uint64 // address of spans[0]
	spans []span
	fresh bool // made by the change at work
}

func newPiece(spans []span) piece { return piece{spans[0].lo, spans, true} }

// span is a range of addresses of one table.
type span struct {
	lo, hi uint64
	t      *Table
}

// maxSpans is the size of a piece above which it is cut in two.
const maxSpans = 256

func spanOrder(s span, lo uint64) int { return cmp.Compare(s.lo, lo) }

// piece is the place of the last piece that begins at or below an address, 0 if none does.
func (x *index) piece(addr uint64) int {
	lo, hi := 0, len(x.pieces)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if x.pieces[mid].first <= addr {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return max(lo-1, 0)
}

func (x *index) find(pc uint64) *Table {
	if len(x.pieces) == 0 {
		return nil
	}
	spans := x.pieces[x.piece(pc)].spans
	i, found := slices.BinarySearchFunc(spans, pc, spanOrder)
	if !found {
		i--
	}
	if i < 0 || pc >= spans[i].hi {
		return nil
	}
	return spans[i].t
}

// change makes a new index. ts.mu is held.
func (ts *Tables) change(tables []*Table, add bool) {
	x := new(index)
	if old := ts.index.Load(); old != nil {
		x.pieces = slices.Clone(old.pieces)
	}
	for _, t := range tables {
		for _, e := range t.extents {
			if add {
				x.add(span{e.lo, e.hi, t})
			} else {
				x.remove(span{e.lo, e.hi, t})
			}
		}
	}
	for i := range x.pieces {
		x.pieces[i].fresh = false
	}
	ts.index.Store(x)
}

func (x *index) add(s span) {
	if len(x.pieces) == 0 {
		x.pieces = append(x.pieces, newPiece([]span{s}))
		return
	}
	k := x.piece(s.lo)
	p := &x.pieces[k]
	i, _ := slices.BinarySearchFunc(p.spans, s.lo, spanOrder)
	if !p.fresh {
		spans := make([]span, len(p.spans), len(p.spans)+8)
		copy(spans, p.spans)
		*p = newPiece(spans)
	}
	p.spans = slices.Insert(p.spans, i, s)
	p.first = p.spans[0].lo
	if n := len(p.spans); n > maxSpans {
		upper := slices.Clone(p.spans[n/2:])
		p.spans = p.spans[:n/2]
		x.pieces = slices.Insert(x.pieces, k+1, newPiece(upper))
	}
}

func (x *index) remove(s span) {
	if len(x.pieces) == 0 {
		return
	}
	k := x.piece(s.lo)
	p := &x.pieces[k]
	i := slices.Index(p.spans, s)
	if i < 0 {
		return
	}
	if len(p.spans) == 1 {
		x.pieces = slices.Delete(x.pieces, k, k+1)
		return
	}
	if !p.fresh {
		*p = newPiece(slices.Clone(p.spans))
	}
	p.spans = slices.Delete(p.spans, i, i+1)
	p.first = p.spans[0].lo
}
