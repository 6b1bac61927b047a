package mem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Deinitialize implements [Mapper]. Errors are *[IDError], *[ActionError] and
// *[SystemError], joined. It is not stopped by ctx.
func (c *core) Deinitialize(ctx context.Context, ids ...InitID) (err error) {
	var unknown []error // joined once: a chain of joins takes the square of its length to print
	list := make([]*initialized, 0, len(ids))
	c.mu.Lock()
	for _, id := range ids {
		if e := c.inits.take(id); e != nil {
			list = append(list, e)
		} else {
			unknown = append(unknown, &IDError{id})
		}
	}
	parts := partsOf(list)
	c.enter(parts)
	c.mu.Unlock()
	defer func() { // also if an action panics
		c.mu.Lock()
		defer c.mu.Unlock()
		c.leave(parts)
		err = errors.Join(texts.Join(unknown...), err, c.giveBack(join(parts)))
		c.inits.recycle(list)
	}()
	return c.undo(ctx, list)
}

// undo runs the dealloc actions, those of the last of the list first.
func (c *core) undo(ctx context.Context, list []*initialized) error {
	if c.executor != nil {
		if len(list) == 0 {
			return nil
		}
		ids := make([]InitID, len(list))
		for i, e := range list {
			ids[i] = e.remoteID
		}
		return c.executor.Deinitialize(ctx, ids...)
	}
	var errs []error
	i := len(list)
	defer func() {
		if i > 0 { // an action has panicked
			_ = c.undo(ctx, list[:i])
		}
	}()
	for i > 0 {
		i--
		if err := c.run.dealloc(ctx, list[i].actions); err != nil {
			errs = append(errs, err)
		}
	}
	return texts.Join(errs...)
}

// undoAll runs the dealloc actions of initializations whose reservations go.
func (c *core) undoAll(ctx context.Context, rooms []*room, list []*initialized) error {
	if c.executor == nil {
		return c.undo(ctx, list)
	}
	// The executor ends those that have memory in the reservations.
	rest := slices.DeleteFunc(slices.Clone(list), func(e *initialized) bool { return len(e.parts) > 0 })
	var bases []uint64
	for _, r := range rooms {
		if !r.farGone {
			bases = append(bases, r.base)
		}
		r.farGone = true
	}
	return nested.Each(func() error { return c.undo(ctx, rest) }, func() error {
		if len(bases) == 0 {
			return nil
		}
		return c.executor.Release(ctx, bases...)
	})
}

func partsOf(list []*initialized) []part {
	n := 0
	for _, e := range list {
		n += len(e.parts)
	}
	parts := make([]part, 0, n)
	for _, e := range list {
		parts = append(parts, e.parts...)
	}
	return parts
}

// Release implements [Mapper]. An initialization that has segments in a reservation
// goes as a whole. Errors are *[RangeError] for an address where no reservation begins,
// or one that is in use by another call, *[ActionError] and *[SystemError], joined; a
// reservation that the host refuses to take cannot be used any more, but released
// again. It is not stopped by ctx.
func (c *core) Release(ctx context.Context, bases ...uint64) error {
	var bad []error
	var rooms []*room
	c.mu.Lock()
	for _, base := range bases {
		r, msg := c.takeRoom(base)
		if msg != "" {
			bad = append(bad, &RangeError{Op: "release", Addr: base, Msg: msg})
			continue
		}
		rooms = append(rooms, r)
	}
	list := c.inits.takeAll(func(e *initialized) bool {
		return slices.ContainsFunc(e.parts, func(p part) bool { return p.r.gone })
	})
	parts := partsOf(list)
	c.enter(parts)
	c.mu.Unlock()
	return errors.Join(texts.Join(bad...), c.release(ctx, rooms, list, parts))
}

// takeRoom takes a reservation out of the list, or one that was left before. The
// message says why there is none. An executor may give its addresses to others as soon
// as it has released it.
func (c *core) takeRoom(base uint64) (*room, string) {
	i, ok := c.search(base)
	if !ok {
		if i := slices.IndexFunc(c.left, func(r *room) bool { return r.base == base }); i >= 0 {
			r := c.left[i]
			c.left = slices.Delete(c.left, i, i+1)
			return r, ""
		}
		return nil, "no reservation begins there"
	}
	r := c.rooms[i]
	if r.busy > 0 {
		return nil, "in use by another call"
	}
	r.gone = true
	c.rooms = slices.Delete(c.rooms, i, i+1)
	return r, ""
}

// Close is CloseContext without a limit.
func (c *core) Close() error { return c.CloseContext(context.Background()) }

// CloseContext releases all reservations and runs the dealloc actions that are left, in
// reverse. Then the mapper cannot be used: [ErrClosed]. While another call is under
// way it does nothing and returns an error that matches [ErrLive]. A reservation that
// the host refuses to take stays; it may be closed again.
func (c *core) CloseContext(ctx context.Context) error {
	c.mu.Lock()
	if c.busy > 0 {
		c.mu.Unlock()
		return fmt.Errorf("mem: close: %w: %d calls are under way", ErrLive, c.busy)
	}
	c.closed = true
	rooms := append(c.rooms, c.left...)
	c.rooms, c.left = nil, nil
	for _, r := range rooms {
		r.gone = true
	}
	list := c.inits.takeAll(func(*initialized) bool { return true })
	parts := partsOf(list)
	c.enter(parts)
	c.mu.Unlock()
	return c.release(ctx, rooms, list, parts)
}

// release ends initializations, which have parts, and unmaps reservations.
func (c *core) release(ctx context.Context, rooms []*room, list []*initialized, parts []part) error {
	return nested.Each(func() error { return c.undoAll(ctx, rooms, list) }, func() error { return c.unmap(rooms, parts) })
}

// unmap unmaps reservations, of which parts have ended.
func (c *core) unmap(rooms []*room, parts []part) (errs error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leave(parts)
	for _, r := range rooms {
		r.free, r.ready, r.kinds = ranges{}, ranges{}, nil
		if err := r.pages.close(); err != nil {
			errs = errors.Join(errs, err)
			c.left = append(c.left, r)
		}
	}
	// What lies in reservations that are still there is given back.
	stays := parts[:0]
	for _, p := range parts {
		if !p.r.gone {
			stays = append(stays, p)
			continue
		}
		_, n := c.bytes(p.e)
		c.used -= n
	}
	return errors.Join(errs, c.giveBack(join(stays)))
}

// join sorts parts and joins those that touch and have the same kind.
func join(parts []part) []part {
	if len(parts) < 2 {
		return parts
	}
	if !slices.IsSortedFunc(parts, compareParts) {
		if parts = byKind(parts); !slices.IsSortedFunc(parts, compareParts) {
			slices.SortFunc(parts, compareParts)
		}
	}
	out := parts[:1]
	for _, p := range parts[1:] {
		last := &out[len(out)-1]
		if last.r == p.r && last.kind == p.kind && last.e.end() == p.e.start {
			last.e.n += p.e.n
			continue
		}
		out = append(out, p)
	}
	clear(parts[len(out):])
	return out
}

func compareParts(a, b part) int {
	if a.r != b.r {
		return cmp.Compare(a.r.base, b.r.base)
	}
	return cmp.Compare(a.e.start, b.e.start)
}

// byKind is a list of parts, first those of the first kind. What many small allocations had is in order then, as a rule: pieces of
// a kind lie together, and who comes next gets the next one.
func byKind(parts []part) []part {
	out := make([]part, 0, len(parts))
	for kind := range objfmt.NumKinds {
		for i := range parts {
			if parts[i].kind == kind {
				out = append(out, parts[i])
			}
		}
	}
	return out
}
