package rtdyld

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// Detached is the memory of finalized objects that no linker knows any more. Their code
// keeps running after the linker and the images are gone, for as long as the memory
// manager lets it; nothing but Release gives it back. Its methods may be called
// concurrently.
type Detached struct {
	l         *Linker // for its callbacks, and its lock over canonical stubs
	objs      []*Object
	batches   []*batch
	allocs    []Allocation
	canonical []*canonical
	tls       []TLSBlock
	blocks    []Block
	unwind    [][]UnwindTable // registered unwind information, by object
	once      sync.Once
	err       error
}

// Detach takes finalized objects out of the linker and leaves them running: their names
// are forgotten, their images closed, and their memory, thread-locals and registered
// call frames are the caller's, in what is returned. No destructor runs, and no
// listener is told before Release.
//
// Objects that others use are refused with an *InUseError, as by Unload. So are objects
// that use others, or share a batch with others, that are not detached with them, and
// objects that are not finalized; then nothing is detached.
func (l *Linker) Detach(ctx context.Context, objs ...*Object) (d *Detached, err error) {
	if l.recording != nil {
		return l.recordDetach(ctx, objs)
	}
	return l.detach(ctx, objs)
}

// recordDetach is Detach that the Recording is told of.
func (l *Linker) recordDetach(ctx context.Context, objs []*Object) (d *Detached, err error) {
	op := &Operation{Do: DoDetach, Objects: slices.Clone(objs)}
	err = l.record(ctx, op, func(ctx context.Context) (err error) {
		d, err = l.detach(ctx, op.Objects)
		return err
	})
	return d, err
}

// detach is Detach.
func (l *Linker) detach(ctx context.Context, objs []*Object) (d *Detached, err error) {
	if err := l.begin(ctx); err != nil {
		return nil, err
	}
	defer func() {
		l.took(ctx, err)
		if released := l.end(ctx); d != nil {
			d.err = join(d.err, released)
		} else {
			err = join(err, released)
		}
	}()
	set, err := l.unloadSet(ctx, objs)
	if err != nil {
		return nil, err
	}
	inside := make(map[*Object]bool, len(set))
	for _, o := range set {
		inside[o] = true
	}
	batches := map[*batch]bool{}
	for _, o := range set {
		if !o.stage.done() {
			return nil, fmt.Errorf("%s: detach: object is not finalized", texts.Name(o.name))
		}
		for _, u := range l.names.Uses(o.num) {
			if x := l.object(u); !inside[x] {
				return nil, fmt.Errorf("%s: detach: %w: it refers to %s", texts.Name(o.name), ErrInUse, texts.Name(x.name))
			}
		}
		if batches[o.batch] {
			continue
		}
		batches[o.batch] = true
		for _, x := range o.batch.objs {
			if x.stage != unloaded && !inside[x] {
				return nil, fmt.Errorf("%s: detach: %w: %s lies in the same memory", texts.Name(o.name), ErrInUse, texts.Name(x.name))
			}
		}
	}
	d = &Detached{l: l, objs: set}
	for _, o := range set {
		if batches[o.batch] {
			delete(batches, o.batch)
			d.takeBatch(o.batch)
		}
		d.take(o)
	}
	l.fadeLast()
	depart(set)
	for _, o := range set {
		l.forgetNames(o)
		o.batch.takeMemory()
		d.err = join(d.err, l.forget(o))
	}
	l.change()
	return d, nil
}

// takeBatch takes over the memory of a batch.
func (d *Detached) takeBatch(b *batch) {
	d.batches = append(d.batches, b)
	if b.alloc != nil {
		d.allocs = append(d.allocs, b.alloc)
		d.blocks = append(d.blocks, b.wholeBlocks()...)
	}
}

// take takes over what else outlives an object.
func (d *Detached) take(o *Object) {
	l := d.l
	l.keepSymbols(o)
	for _, id := range o.ids {
		for _, a := range l.canonical[id] {
			if !slices.Contains(d.canonical, a) {
				a.names++ // one holder more
				d.canonical = append(d.canonical, a)
			}
		}
	}
	for _, i := range o.takeLate().list() {
		d.allocs = append(d.allocs, i.alloc)
		d.blocks = append(d.blocks, i.Block)
	}
	if b := o.takeTLS(); b != nil {
		d.tls = append(d.tls, b)
	}
	if o.stage >= registered {
		if tables := o.unwindTables(nil); len(tables) > 0 {
			d.unwind = append(d.unwind, tables)
		}
	}
}

// Blocks are the blocks that the memory manager gave for the objects.
func (d *Detached) Blocks() []Block { return slices.Clone(d.blocks) }

// Release gives everything back: listeners are told, call frames deregistered,
// thread-locals and memory released. No destructor runs. The caller sees to it that no
// thread runs the code. Errors are joined; a second call does nothing and returns the
// same.
func (d *Detached) Release(ctx context.Context) error {
	d.once.Do(func() {
		errs := appendError(nil, d.err)
		defer func() { // also if a callback panics
			d.err = texts.Join(append(errs, releaseAll(ctx, d.memory())...)...)
		}()
		errs = append(errs, d.tell(ctx, 0)...)
	})
	return d.err
}

// tell tells unwinder and listeners that the objects go, from a call on, the others also if one panics.
func (d *Detached) tell(ctx context.Context, from int) (errs []error) {
	listeners := d.l.cfg.Listeners
	if len(d.objs) == 0 {
		listeners = nil
	}
	n := len(d.unwind)
	defer func() {
		if from < n+len(listeners) {
			d.tell(ctx, from)
		}
	}()
	for from < n+len(listeners) {
		from++
		if i := from - 1; i < n {
			errs = appendError(errs, d.l.cfg.Unwinder.Deregister(ctx, d.unwind[n-1-i]))
		} else {
			listeners[i-n].Unloading(d.objs)
		}
	}
	return errs
}

// memory is what is to be released.
func (d *Detached) memory() (all []freed) {
	for _, b := range d.tls {
		all = append(all, freed{block: b, of: d.name()})
	}
	for _, a := range slices.Concat(d.lastCanonical(), d.allocs) {
		all = append(all, freed{alloc: a, of: d.name()})
	}
	return all
}

// name is the first object's.
func (d *Detached) name() string {
	if len(d.objs) == 0 {
		return ""
	}
	return d.objs[0].name
}

// lastCanonical are the stubs and copies that no object holds any more.
func (d *Detached) lastCanonical() (allocs []Allocation) {
	d.l.mu.Lock()
	defer d.l.mu.Unlock()
	for _, a := range d.canonical {
		if a.names--; a.names == 0 {
			allocs = append(allocs, a.alloc)
		}
	}
	return allocs
}
