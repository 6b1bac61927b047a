package rtdyld

import (
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// insides is what an object has that its users do not see: as long as it is loaded, and no longer.
type insides struct {
	// What select has found; written by supplied.go and alias.go; lock Linker.mu.
	supplied []supplied // in order of their symbols
	mentions []mention  // those with a sym first, in its order

	// What scan has found; written by plan.go (dead by dead.go); the object's own while scan is at work, then lock Linker.mu.
	unused []objfmt.SymbolID // undefined names that no relocation needs, in order
	dead   []deadRef
	erased records.Erased // parts of .eh_frame and index tables that describe dropped code
	plan   stubs.Plan
	relocs uint64                      // of the sections that the scan has seen
	debug  map[objfmt.SectionID][]byte // sections that are kept for debuggers alone; nil: those that cannot be decompressed
	naming records.Step                // of its target, nil if relocations name what they mean

	// Where things are; lock Linker.mu.
	lay       place.Layout      // written by layout.go, with Move by move.go
	com       place.Piece       // common symbols; written by layout.go
	ifuncs    []objfmt.SymbolID // indirect functions that it defines, in order; written by ifunc.go
	fragments []fragment        // code of .init and .fini, in the order of the sections; written by fragment.go
	index     indexArea         // written by index.go
	emission  *emission         // with compat.order; written by runtimedyld.go

	left []objfmt.SymbolID // names whose relocations are left alone, in order; written by resolve.go; lock Linker.mu; lives until it is relocated again
}

// put gives an object its insides.
func (in *insides) put(o *Object) { o.insides = in }

// noInsides are those of objects that are unloaded and have left theirs to others. They are only read.
var noInsides insides

// few is memory for what one small object has inside, and for each section, name, symbol and entry. TestSizes says how much there may be.
type few struct {
	insides
	sections [21]place.Section
	numbers  [80]uint32
	entries  [18]reloc.Entry
	frames   [1]UnwindTable
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
