package rtdyld

import (
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// insides is what an object has that its users do not see.
type insides struct {
	plan stubs.Plan
	lay  place.Layout
}

// put gives an object its insides.
func (in *insides) put(o *Object) { o.plan, o.lay = &in.plan, &in.lay }

// noInsides are those of objects that are unloaded. They are only read.
var noInsides insides

// few is memory for what one small object has inside, and for each section, name, symbol and entry. TestSizes says how much there may be.
type few struct {
	insides
	sections [21]place.Section
	numbers  [80]uint32
	entries  [18]reloc.Entry
}

// fews has that of objects that were unloaded, between linkers.
var fews = sync.Pool{New: func() any { return new(few) }}

// loneBatch is a batch of one object that is not small.
type loneBatch struct {
	batch
	insides
}

// newBatch makes a batch of images, with memory for what a small one has.
func newBatch(imgs []*objfmt.ObjectImage, alone bool, r Resolver) *batch {
	if len(imgs) == 1 {
		if s, n := needs(imgs[0]); s <= len(few{}.sections) && n <= len(few{}.numbers) {
			return newSmall(alone, r)
		}
		return newLone(alone, r)
	}
	return &batch{alone: alone, resolver: r}
}

// needs is how many sections and numbers the object of an image has.
func needs(img *objfmt.ObjectImage) (sections, numbers int) {
	return len(img.Sections) + place.NumMade, len(img.Hashes) + len(img.Groups) + reloc.FirstsLen(len(img.Symbols))
}

// newSmall makes a batch of a small object.
func newSmall(alone bool, r Resolver) *batch {
	f := fews.Get().(*few)
	return &batch{alone: alone, resolver: r, few: f, inside: &f.insides}
}

// newLone makes a batch of an object that is not small.
func newLone(alone bool, r Resolver) *batch {
	b := &loneBatch{batch: batch{alone: alone, resolver: r}}
	b.inside = &b.insides
	return &b.batch
}

// reuse leaves the memory of what an object has inside to others, unless an operation is at work that began before the object was unloaded. Where users
// have to be shown the image anew ([Object.Image]) that is not done, for then sections are read without the lock.
func (l *Linker) reuse(o *Object) {
	f := o.batch.few
	if f == nil || o.faded != nil || l.claims > 0 || l.paused > 0 {
		return
	}
	o.batch.few, o.batch.inside = nil, nil
	noInsides.put(o)
	f.give()
}

// give leaves the memory to others. Tests spoil it instead.
func (f *few) give() {
	if spoil != nil {
		spoil(f)
		return
	}
	*f = few{}
	fews.Put(f)
}

// spoil is nil but in tests.
var spoil func(*few)
