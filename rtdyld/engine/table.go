package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/stubs"
	"github.com/go-rtdyld/rtdyld/triple"
)

// stubTable is an engine's table of stubs. It is made when it is first needed, by one goroutine
// while others wait and no lock is held.
type stubTable struct {
	*stubs.Table               // nil until it is made; lock e.mu
	callback     uint64        // that stubs lead to at first; 0 until there is one; lock e.mu
	zero         uint64        // code that returns 0; lock e.mu
	opening      chan struct{} // closed when it has been made, or that has failed; nil: it is not being made; lock e.mu
}

// openTable makes the table, if there is none, for the engine's target or, while it has none, a
// unit's; a source that says none is for this machine.
func (e *Engine) openTable(ctx context.Context, u *unit) (err error) {
	if e.cfg.Callback == nil {
		return ErrNoStubs
	}
	e.mu.Lock()
	for e.table.opening != nil && e.life == open {
		opening := e.table.opening
		e.mu.Unlock()
		if nested.InMake.Inside(ctx) {
			return fmt.Errorf("make stubs: %w", rtdyld.ErrNested)
		}
		select {
		case <-opening:
		case <-e.end:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		e.mu.Lock()
	}
	if e.life != open || e.table.Table != nil {
		defer e.mu.Unlock()
		if e.life != open {
			return ErrClosed
		}
		return nil
	}
	t := e.table // the callback is for ever: a second attempt takes no second one
	arch := e.stubTarget(u).Arch
	e.table.opening = make(chan struct{})
	e.mu.Unlock()
	guard := e.caught
	if stays(ctx) {
		guard = func(_ string, f func() error) error { return f() }
	}
	return e.aside(ctx, "", func() (err error) {
		defer func() { // also if a callback panics
			if late := e.setTable(t); late != nil {
				err = errors.Join(ErrClosed, late.CloseContext(context.WithoutCancel(ctx)))
			}
		}()
		in := nested.InMake.Mark(ctx, nil)
		defer in.Leave()
		nested.InMake.Call(func() { err = t.make(in, e, arch, guard) })
		return err
	})
}

// setTable ends the making of the table. It returns the one that Close did not find.
func (e *Engine) setTable(t stubTable) (late *stubs.Table) {
	e.mu.Lock()
	defer e.mu.Unlock()
	close(e.table.opening)
	if e.life != open {
		late, t.Table = t.Table, nil
	}
	e.table = t
	return late
}

// stubTarget is what stubs are made for. e.mu is held.
func (e *Engine) stubTarget(u *unit) triple.Triple {
	switch target := cmp.Or(e.target, e.seen); {
	case target != (triple.Triple{}):
		return target
	case u.img != nil:
		return u.img.Triple
	}
	return cmp.Or(u.source.Triple, triple.Host())
}

// make fills the table in. guard calls a callback by its name.
func (t *stubTable) make(ctx context.Context, e *Engine, arch triple.Arch, guard func(string, func() error) error) (err error) {
	if t.callback == 0 {
		err = guard("Config.Callback", func() (err error) {
			t.callback, err = e.cfg.Callback(func(_, number uint64) uint64 { return e.called(uint32(number)) })
			return err
		})
		if err != nil {
			return err
		}
	}
	table, err := stubs.New(stubs.Config{Memory: e.cfg.Linker.Memory, Arch: arch, Resolver: t.callback})
	if err != nil {
		return err
	}
	if t.zero, err = table.Zero(ctx); err != nil {
		return err // it has kept no memory
	}
	t.Table = table
	return nil
}

// newStubs takes some stubs.
func (e *Engine) newStubs(ctx context.Context, n int) ([]*stubs.Stub, error) {
	made := make([]*stubs.Stub, 0, max(n, 0))
	defer func() {
		if len(made) < n { // also if the memory manager panics
			freeStubs(made)
		}
	}()
	for range n {
		s, err := e.table.Get(ctx)
		if errors.Is(err, stubs.ErrClosed) {
			err = ErrClosed // the table goes with the engine
		}
		if err != nil {
			return nil, err
		}
		made = append(made, s)
	}
	return made, nil
}
