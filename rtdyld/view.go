package rtdyld

import (
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// view is what goroutines without the lock see of an object, in one place. It does not change.
type view struct {
	seen     *atomic.Bool // of its batch: all its objects are seen at once
	symbols  []objfmt.Symbol
	more     []uint64 // of the keys of the symbols from first on
	first    objfmt.SymbolID
	sections []place.Section
}

// show makes the object's view, which shows where its sections are once the batch is seen.
func (o *Object) show() {
	if o.view.Load() != nil {
		return
	}
	v := &o.early
	if v.seen != nil {
		v = new(view)
	}
	*v = view{&o.batch.seen, o.img.Symbols, o.img.More, o.img.FirstGlobal, o.lay.Sections}
	o.view.Store(v)
}

// unshow ends show: sections are to move.
func (o *Object) unshow() {
	if o.view.Load() != nil {
		o.view.Store(nil)
		o.lay.Unshare()
	}
}

// depart has goroutines see none of some objects any more, which vanish all at once.
func depart(set []*Object) {
	if len(set) == 0 {
		return
	}
	gone := &set[0].left1
	for _, o := range set {
		o.going.Store(gone)
	}
	gone.Store(true)
}

// departed is gone without the lock.
func (o *Object) departed() bool {
	gone := o.going.Load()
	return gone != nil && gone.Load()
}
