package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Detached is the memory of finalized objects that no linker knows any more. Their code
// keeps running after the linker and the images are gone, for as long as the memory
// manager lets it; nothing but Release gives it back. Its methods may be called
// concurrently.
type Detached struct {
	l       *Linker // for its callbacks, and its lock over annexes
	objs    []*Object
	batches []*batch
	allocs  []Allocation
	annexes []*annex
	tls     []TLSBlock
	blocks  []Block
	undo    []func(ctx context.Context) error // deregister call frames
	once    sync.Once
	err     error
}

// Detach takes finalized objects out of the linker and leaves them running: their names
// are forgotten, their images closed, and their memory, thread-locals and registered
// call frames are the caller's, in what is returned. No destructor runs, and no
// listener is told before Release.
//
// Objects that others use are refused with an *InUseError, as by Unload. So are objects
// that use others, or share a batch with others, that are not detached with them, and
// objects that are not finalized; then nothing is detached.
func (l *Linker) Detach(objs ...*Object) (*Detached, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	set, err := l.unloadSet(objs)
	if err != nil {
		return nil, err
	}
	for _, o := range set {
		if o.state != Finalized || o.late {
			return nil, fmt.Errorf("%s: detach: object is not finalized", o.name)
		}
		for _, u := range o.uses {
			if x := l.objects[u]; !slices.Contains(set, x) {
				return nil, fmt.Errorf("%s: detach: %w: it refers to %s", o.name, ErrInUse, x.name)
			}
		}
		for _, x := range o.batch.objs {
			if x.state != Unloaded && !slices.Contains(set, x) {
				return nil, fmt.Errorf("%s: detach: %w: %s lies in the same memory", o.name, ErrInUse, x.name)
			}
		}
	}
	d := &Detached{l: l, objs: set}
	for _, o := range set {
		d.take(o)
	}
	for _, o := range set {
		l.forgetNames(o)
		l.forget(o)
		o.batch.alloc = nil
		o.registered = false
	}
	l.changes++
	l.stamped = nil
	return d, nil
}

// take takes over all that outlives an object.
func (d *Detached) take(o *Object) {
	l := d.l
	if len(l.cfg.Listeners) > 0 {
		o.last = l.symbols(o)
	}
	if !slices.Contains(d.batches, o.batch) {
		d.batches = append(d.batches, o.batch)
		if a := o.batch.alloc; a != nil {
			d.allocs = append(d.allocs, a)
			d.blocks = append(d.blocks, a.Blocks()...)
		}
	}
	for _, id := range o.ids {
		for _, a := range l.annexes[id] {
			if !slices.Contains(d.annexes, a) {
				a.names++ // one holder more
				d.annexes = append(d.annexes, a)
			}
		}
	}
	if o.tls.block != nil {
		d.tls = append(d.tls, o.tls.block)
		o.tls.block = nil
	}
	if !o.registered {
		return
	}
	o.frames(func(b Block) error {
		d.undo = append(d.undo, func(ctx context.Context) error { return l.cfg.Unwinder.Deregister(ctx, b) })
		return nil
	})
	if tables := o.tables(); len(tables) > 0 {
		base := l.image
		d.undo = append(d.undo, func(ctx context.Context) error {
			return l.cfg.FunctionTables.DeregisterTables(ctx, base, tables)
		})
	}
	if tables := o.exidxTables(); len(tables) > 0 {
		d.undo = append(d.undo, func(ctx context.Context) error {
			return l.cfg.ExidxTables.DeregisterExidx(ctx, tables)
		})
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
		var errs []error
		for _, undo := range slices.Backward(d.undo) {
			errs = appendError(errs, undo(ctx))
		}
		if len(d.objs) > 0 {
			for _, ls := range d.l.cfg.Listeners {
				ls.Unloading(d.objs)
			}
		}
		for _, b := range d.tls {
			errs = appendError(errs, b.Release(ctx))
		}
		d.l.mu.Lock()
		defer d.l.mu.Unlock()
		for _, a := range d.annexes {
			if a.names--; a.names == 0 {
				errs = appendError(errs, a.alloc.Release(ctx))
			}
		}
		for _, a := range d.allocs {
			errs = appendError(errs, a.Release(ctx))
		}
		d.err = errors.Join(errs...)
	})
	return d.err
}
