package rtdyld

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/tally"
	"github.com/go-rtdyld/rtdyld/internal/workers"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// scratch is memory that work on an object's relocations needs for a moment. A goroutine has one for all of its objects.
type scratch struct {
	stubs.Scanner
	cursor   records.Cursor
	joints   reloc.Joints
	addr     []uint64 // addresses of symbols, and of what was made for them
	fields   []uint64 // see Object.deadFields
	redirect redirecting
	copied   []*objfmt.ObjectImage // whose files' pages are to be given back
}

// scratches keeps it between batches and linkers.
var scratches = sync.Pool{New: func() any { return new(scratch) }}

// put gives it back.
func (sc *scratch) put() {
	sc.cursor.End()
	sc.giveBack()
	tally.Add(tally.Counts{Records: sc.cursor.Total})
	sc.cursor.Total = 0
	scratches.Put(sc)
}

// task is something that is done to each of some objects. do is a method expression, so that one small object
// costs no closure.
type task struct {
	do      func(*Linker, context.Context, *Object, *scratch) error
	scratch bool // it needs one; else do is given nil
}

// begin returns what do needs, and end takes it back; after a panic it is not used again.
func (t *task) begin() *scratch {
	if !t.scratch {
		return nil
	}
	return scratches.Get().(*scratch)
}

func (t *task) end(sc *scratch) {
	if sc != nil {
		sc.put()
	}
}

// one does it to one object.
func (t *task) one(l *Linker, ctx context.Context, o *Object) error {
	sc := t.begin()
	err := t.do(l, ctx, o, sc)
	t.end(sc)
	return err
}

// all does it to objects in order, up to the first error.
func (t *task) all(l *Linker, ctx context.Context, objs []*Object, sc *scratch) error {
	var done heed.Count
	for _, o := range objs {
		if err := done.Items(ctx, perObject); err != nil {
			return o.ended("load or resolve", err)
		}
		if err := t.do(l, ctx, o, sc); err != nil {
			return err
		}
	}
	return nil
}

// workers is how many goroutines work on size bytes of input.
func (l *Linker) workers(size uint64) int { return workers.Count(l.cfg.Workers, size) }

// spread is how many goroutines do for each object of a batch what takes a moment only.
func (l *Linker) spread(b *batch) int {
	if len(b.objs) < manyObjects {
		return 1
	}
	return l.workers(b.load.bytes)
}

// manyObjects is from how many objects on that is worth waking goroutines.
const manyObjects = 32

// perObject is for how many items an object counts beside its records and sections, see package heed.
const perObject = 16

// each does t to every object on w goroutines and returns the error of the
// first object that has one.
func (l *Linker) each(ctx context.Context, objs []*Object, w int, t task) error {
	if w = min(w, len(objs)); w <= 1 {
		sc := t.begin()
		err := t.all(l, ctx, objs, sc)
		t.end(sc)
		return err
	}
	return l.eachParallel(ctx, objs, w, t)
}

func (l *Linker) eachParallel(ctx context.Context, objs []*Object, w int, t task) error {
	n := len(objs)
	// A worker takes some neighbours at a time: their records lie together.
	chunk := max(1, min(n/(4*w), 16))
	var next, failed atomic.Int64
	failed.Store(int64(n))
	errs := make([]error, w)
	at := make([]int, w)
	work := func(k int) {
		sc := t.begin()
		defer t.end(sc)
		var done heed.Count
		for {
			i := int(next.Add(int64(chunk))) - chunk
			for end := min(i+chunk, n); i < end; i++ {
				if int64(i) > failed.Load() {
					return
				}
				err := done.Items(ctx, perObject)
				if err != nil {
					err = objs[i].ended("load or resolve", err)
				} else {
					err = t.do(l, ctx, objs[i], sc)
				}
				if err != nil {
					errs[k], at[k] = err, i
					lower(&failed, int64(i))
					return
				}
			}
			if i >= n {
				return
			}
		}
	}
	var wg sync.WaitGroup
	for k := range w - 1 {
		wg.Go(func() { work(k + 1) })
	}
	work(0)
	wg.Wait()
	best := n
	var err error
	for k := range errs {
		if errs[k] != nil && at[k] < best {
			best, err = at[k], errs[k]
		}
	}
	return err
}

// lower stores v if it is less than what is there.
func lower(x *atomic.Int64, v int64) {
	for old := x.Load(); old > v; old = x.Load() {
		if x.CompareAndSwap(old, v) {
			return
		}
	}
}
