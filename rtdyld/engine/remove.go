package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Remove takes modules out: their names are gone at once, then it waits until no counted
// call and no constructor is inside that began before, runs destructors, tells the listeners and gives
// memory back. If ctx ends before loads and calls do, the modules stay and the error matches
// [ErrBusy]; if it ends later the error is its cause, and the removal goes on by itself. Modules that others use are
// refused with an *rtdyld.InUseError, unless those go with them, and stay.
func (e *Engine) Remove(ctx context.Context, ms ...*Module) error {
	if len(ms) == 0 {
		return nil
	}
	flights, err := e.hide("remove", ms, nil)
	if err != nil {
		return err
	}
	if err = e.vacate(ctx, ms, flights); err == nil {
		err = e.apart(ctx, work{do: takeOut, ms: ms})
	}
	if err != nil {
		return &ModuleError{ms[0].in.Name, "remove", err}
	}
	return nil
}

// vacate waits until no call is inside modules that are hidden, and looks whether others use them. After an error they are shown
// again.
func (e *Engine) vacate(ctx context.Context, ms []*Module, flights []*flight) error {
	empty := false
	defer func() {
		if !empty { // also if a callback panics
			e.show(ms)
		}
	}()
	if err := landed(ctx, flights); err != nil {
		return err
	}
	if err := e.reapApart(ctx); err != nil && ctx.Err() != nil {
		return fmt.Errorf("%w: of what they have replaced: %w", ErrBusy, err)
	}
	if err := e.usedElsewhere(ms); err != nil {
		return err
	}
	if err := e.calls.quiesce(ctx); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ErrBusy, context.Cause(ctx))
	}
	empty = true
	return nil
}

// takeOut takes memory away that no call is inside, whatever becomes of ctx. If the linker does not let it go, since others use it, or it is
// called from inside a callback, all stays.
func takeOut(e *Engine, ctx context.Context, w work) (err error) {
	ctx, ms := context.WithoutCancel(ctx), w.ms
	defer func() { // also if a callback panics
		e.buryAll(ms)
		err = errors.Join(err, e.syncStubs(ctx))
	}()
	return nested.Each(func() error { err = e.destruct(ctx, ms); return err }, func() error {
		if refused(err) { // else destructors have failed
			return nil
		}
		return e.unloadAll(ctx, ms)
	})
}

// refused reports whether a linker has refused to unload objects.
func refused(err error) bool {
	if err == nil {
		return false
	}
	var inUse *rtdyld.InUseError
	return errors.As(err, &inUse) || errors.Is(err, rtdyld.ErrNested)
}

// buryAll ends modules, or shows them again if they are in memory yet.
func (e *Engine) buryAll(ms []*Module) {
	if e.anyInMemory(ms) {
		e.show(ms)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range ms {
		e.bury(m)
	}
}

// shared lists the objects of modules that the engine's linker has.
func (e *Engine) shared(ms []*Module) (objs []*rtdyld.Object) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range ms {
		if m.in.Functions == nil {
			objs = m.objects(objs)
		}
	}
	return objs
}

// anyInMemory is inMemory for what shared lists.
func (e *Engine) anyInMemory(ms []*Module) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.ContainsFunc(ms, func(m *Module) bool {
		return m.in.Functions == nil && slices.ContainsFunc(m.units, func(u *unit) bool { return u.obj != nil && u.obj.State() != rtdyld.Unloaded })
	})
}

// inMemory reports whether some of objects are not unloaded.
func inMemory(objs []*rtdyld.Object) bool {
	return slices.ContainsFunc(objs, func(o *rtdyld.Object) bool { return o.State() != rtdyld.Unloaded })
}

// hide makes modules unknown to those who look names up and to calls, and lists what is
// being loaded of them, which it ends. check may refuse a module for op before anything is
// done; nil: it refuses none.
func (e *Engine) hide(op string, ms []*Module, check func(m *Module) error) (flights []*flight, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.life != open {
		return nil, ErrClosed
	}
	for _, m := range ms {
		if m.state == Removed || !m.is(present) {
			return nil, &ModuleError{m.in.Name, op, ErrRemoved}
		}
		if check == nil {
			continue
		}
		if err := check(m); err != nil {
			return nil, &ModuleError{m.in.Name, op, err}
		}
	}
	for _, m := range ms {
		e.depart(m, leaving)
		flights = append(flights, m.stop()...)
	}
	return flights, nil
}

// show is the reverse of hide.
func (e *Engine) show(ms []*Module) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range ms {
		e.depart(m, present)
	}
}

// bury ends a module.
func (e *Engine) bury(m *Module) {
	e.depart(m, gone)
	e.unswitch(m)
	for _, u := range m.units {
		e.index.forget(u)
		e.displace(u)
		u.enter(removed)
	}
	e.sweepLater()
	e.move(m, Removed)
	m.drop()
}

// Detach takes modules out and leaves their code running, see [rtdyld.Linker.Detach]. What
// is not in memory of an archive goes as by Remove.
//
// Modules that others use are refused with an *rtdyld.InUseError, and so are those that use
// others which do not go with them. One that is not Finalized is refused with
// ErrNotFinalized: nothing of it runs. Stubs go with the engine: a lazy module, one with
// Functions, or one that refers to such a function, is refused with objfmt.ErrUnsupported. All are in a *ModuleError,
// and then nothing is detached. Where something of them is being loaded, Detach waits for that; if ctx ends first the
// error matches [ErrBusy].
func (e *Engine) Detach(ctx context.Context, ms ...*Module) (*rtdyld.Detached, error) {
	flights, err := e.hide("detach", ms, e.detachable)
	if err != nil {
		return nil, err
	}
	detached := false
	defer func() {
		if !detached { // also if a callback panics
			e.buryAll(ms)
		}
	}()
	d, err := e.detach(ctx, ms, flights)
	if err != nil {
		return nil, &ModuleError{ms[0].in.Name, "detach", err}
	}
	detached = true
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range ms {
		e.bury(m)
	}
	return d, nil
}

// detach is Detach for modules that are hidden.
func (e *Engine) detach(ctx context.Context, ms []*Module, flights []*flight) (*rtdyld.Detached, error) {
	if err := landed(ctx, flights); err != nil {
		return nil, err
	}
	if err := e.usedElsewhere(ms); err != nil {
		return nil, err
	}
	var objs []*rtdyld.Object
	for _, m := range ms {
		objs = append(objs, m.Objects()...)
	}
	return e.linker.Detach(ctx, objs...)
}

// detachable says why a module cannot be detached, whatever others do.
func (e *Engine) detachable(m *Module) error {
	switch {
	case m.in.Functions != nil || m.in.Lazy:
		return fmt.Errorf("%w: its functions are called through stubs, which go with the engine", objfmt.ErrUnsupported)
	case m.state != Finalized:
		return fmt.Errorf("%w but %v", ErrNotFinalized, m.state)
	}
	for _, u := range m.units {
		for _, x := range u.mentions {
			if e.switches[x.name] != nil {
				return fmt.Errorf("%w: it calls %s through a stub, which goes with the engine", objfmt.ErrUnsupported, x.name)
			}
		}
	}
	return nil
}
