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
	context      uint64        // that they call it with; lock e.mu
	release      func()        // ends these calls; nil: they are not ended; lock e.mu
	zero         uint64        // code that returns 0; lock e.mu
	opening      chan struct{} // closed when it has been made, or that has failed; nil: it is not being made; lock e.mu
}

// StubSupport is what stubs need of another process, in which they and what they lead to run. The executor of
// package remote is one.
type StubSupport interface {
	// StubResolver returns the address of a C function there, void *resolve(void *context, uintptr_t number), that
	// calls f here when it is called with the context id, and returns what f returns. f may be called
	// concurrently, until release is called; its context ends when the process does.
	StubResolver(ctx context.Context, f func(ctx context.Context, number uint64) uint64) (addr, id uint64, release func(), err error)
	// StorePointers stores words in memory of that process, parallel to their addresses, each at once as its threads
	// see it.
	StorePointers(ctx context.Context, addrs, words []uint64) error
}

// noStubs reports whether there can be no stubs.
func (e *Engine) noStubs() bool { return e.cfg.Callback == nil && e.cfg.Stubs == nil }

// openTable makes the table, if there is none, for the engine's target or, while it has none, a
// unit's; a source that says none is for this machine.
func (e *Engine) openTable(ctx context.Context, u *unit) (err error) {
	if e.noStubs() {
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
				err = errors.Join(ErrClosed, late.close(context.WithoutCancel(ctx)))
			}
		}()
		in := nested.InMake.Mark(ctx, nil)
		defer in.Leave()
		nested.InMake.Call(func() { err = t.make(in, e, arch, guard) })
		return err
	})
}

// setTable ends the making of the table. It returns the one that Close did not find.
func (e *Engine) setTable(t stubTable) (late *stubTable) {
	e.mu.Lock()
	defer e.mu.Unlock()
	close(e.table.opening)
	if e.life != open && (t.Table != nil || t.release != nil) {
		x := t
		late, t.Table, t.release = &x, nil, nil
	}
	e.table = t
	return late
}

// close gives the table's memory back; nothing leads to it any more.
func (t *stubTable) close(ctx context.Context) (err error) {
	defer func() { // also if the memory manager panics
		if t.release != nil {
			t.release()
		}
	}()
	if t.Table != nil {
		err = t.Table.CloseContext(ctx)
	}
	return err
}

// syncStubs has stubs in another process lead where they are to lead.
func (e *Engine) syncStubs(ctx context.Context) error {
	if e.cfg.Stubs == nil {
		return nil
	}
	e.mu.Lock()
	t := e.table.Table
	e.mu.Unlock()
	if t == nil || !t.Pending() {
		return nil
	}
	if nested.InMake.Inside(ctx) {
		return errStoring
	}
	return t.Sync(ctx)
}

// errStoring is the error of what would have to wait for a call of StorePointers, from inside that.
var errStoring = fmt.Errorf("set stubs: %w", rtdyld.ErrNested)

// storePointers calls Config.Stubs.
func (e *Engine) storePointers(ctx context.Context, addrs, words []uint64) (err error) {
	in := nested.InMake.Mark(ctx, nil)
	defer in.Leave()
	nested.InMake.Call(func() { err = e.cfg.Stubs.StorePointers(in, addrs, words) })
	return err
}

// stubTarget is what stubs are made for. e.mu is held.
func (e *Engine) stubTarget(u *unit) triple.Triple {
	switch target := cmp.Or(e.target, e.seen); {
	case !target.IsZero():
		return target
	case u.img != nil:
		return u.img.Triple
	}
	return cmp.Or(u.source.Triple, triple.Host())
}

// make fills the table in. guard calls a callback by its name.
func (t *stubTable) make(ctx context.Context, e *Engine, arch triple.Arch, guard func(string, func() error) error) (err error) {
	if t.callback == 0 {
		if err = t.makeCallback(ctx, e, guard); err != nil {
			return err
		}
	}
	cfg := stubs.Config{Memory: e.cfg.Linker.Memory, Arch: arch, Resolver: t.callback, Context: t.context}
	if e.cfg.Stubs != nil {
		cfg.Store = e.storePointers
	}
	table, err := stubs.New(cfg)
	if err != nil {
		return err
	}
	if t.zero, err = table.Zero(ctx); err != nil {
		return err // it has kept no memory
	}
	t.Table = table
	return nil
}

// makeCallback has stubs lead to the engine.
func (t *stubTable) makeCallback(ctx context.Context, e *Engine, guard func(string, func() error) error) error {
	if s := e.cfg.Stubs; s != nil {
		return guard("Stubs.StubResolver", func() (err error) {
			t.callback, t.context, t.release, err = s.StubResolver(ctx, e.calledElsewhere)
			return err
		})
	}
	return guard("Config.Callback", func() (err error) {
		t.context = e.cfg.CallbackContext
		t.callback, err = e.cfg.Callback(func(_, number uint64) uint64 { return e.called(context.Background(), number) })
		return err
	})
}

// newStubs takes some stubs.
func (e *Engine) newStubs(ctx context.Context, n int) ([]*stubs.Stub, error) {
	if e.cfg.Stubs != nil && n > 0 && nested.InMake.Inside(ctx) {
		return nil, errStoring
	}
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
