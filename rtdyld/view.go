package rtdyld

import "sync/atomic"

// numbered is what the linker has by the number of an object.
type numbered struct {
	object atomic.Pointer[Object] // nil: it was unloaded
	sight  atomic.Uint32
}

// sight says what goroutines without the lock see of an object: the table of names shows its definitions.
type sight = uint32

const (
	needsLock sight = iota // where they are the lock is needed to know
	seenLater              // they are seen once batch.seen is set, and until what Object.going leads to is
	seenNow                // they are seen
)

func (o *Object) sight() *atomic.Uint32 { return &o.l.objects.At(int(o.num)).sight }

// peek is object without the lock, and what of it is seen.
func (l *Linker) peek(num uint32) (*Object, sight) {
	if p := l.objects.Peek(int(num)); p != nil {
		return p.object.Load(), p.sight.Load()
	}
	return nil, needsLock
}

// still reports whether peek says what it has said.
func (l *Linker) still(num uint32, o *Object, what sight) bool {
	again, now := l.peek(num)
	return again == o && now == what
}

// show has the object be seen where its sections are, once the batch is.
func (o *Object) show() {
	if o.batch.seen.Load() {
		o.sight().Store(seenNow)
	} else {
		o.sight().Store(seenLater)
	}
}

// show has all objects of a batch be seen at once.
func (b *batch) show() {
	b.seen.Store(true)
	for _, o := range b.objs {
		o.sight().Store(seenNow)
	}
}

// unshow ends show: sections are to move, or the object has gone.
func (o *Object) unshow() { o.sight().Store(needsLock) }

// depart has goroutines see none of some objects any more, which vanish all at once.
func depart(set []*Object) {
	if len(set) == 0 {
		return
	}
	gone := &set[0].left1
	for _, o := range set {
		if o.linked != nil {
			o.l.dropImage(o)
		}
		o.going.Store(gone)
		o.sight().CompareAndSwap(seenNow, seenLater)
	}
	gone.Store(true)
}

// departed is gone without the lock.
func (o *Object) departed() bool {
	gone := o.going.Load()
	return gone != nil && gone.Load()
}
