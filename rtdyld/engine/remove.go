package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Remove takes modules out: their names are gone at once, then it waits until no counted
// call and no constructor is inside that began before, runs destructors, tells the listeners and gives
// memory back. If ctx ends before the calls do, the modules stay and the error matches
// [ErrBusy]. Modules that others use are refused with an *rtdyld.InUseError, unless
// those go with them, and stay.
func (e *Engine) Remove(ctx context.Context, ms ...*Module) error {
	if len(ms) == 0 {
		return nil
	}
	flights, err := e.hide("remove", ms, nil)
	if err != nil {
		return err
	}
	for _, f := range flights {
		<-f.done
	}
	e.reap(ctx)
	if err = e.usedElsewhere(ms); err == nil {
		if err = e.calls.quiesce(ctx); err == nil {
			err = e.destruct(ctx, ms)
		}
		if err == nil {
			err = e.unloadAll(ctx, ms)
		}
	}
	var inUse *rtdyld.InUseError
	back := errors.Is(err, ErrBusy) || errors.As(err, &inUse)
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range ms {
		m.removing = false
		e.refuseCalls(m, !back)
		if !back {
			e.bury(m)
		}
	}
	if err != nil {
		return &ModuleError{ms[0].in.Name, "remove", err}
	}
	return nil
}

// refuseCalls has calls of a module's functions refused, or taken again.
func (e *Engine) refuseCalls(m *Module, refuse bool) {
	m.gone.Store(refuse)
	for name, u := range m.functions() {
		if sw := e.switches[name]; sw != nil && sw.u == u {
			sw.gone.Store(refuse)
		}
	}
}

// hide makes modules unknown to those who look names up and to calls, and lists what is
// being loaded of them, which it ends. check may refuse a module for op before anything is
// done; nil: it refuses none.
func (e *Engine) hide(op string, ms []*Module, check func(m *Module) error) (flights []*flight, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, ErrClosed
	}
	for _, m := range ms {
		if m.state == Removed || m.removing {
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
		m.removing = true
		e.refuseCalls(m, true)
		for _, u := range m.units {
			if u.flight != nil {
				u.flight.cancel(ErrRemoved)
				flights = append(flights, u.flight)
			}
		}
	}
	return flights, nil
}

// bury ends a module.
func (e *Engine) bury(m *Module) {
	e.unswitch(m)
	for _, u := range m.units {
		e.forget(u)
		e.unbook(u)
		u.state = Removed
	}
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
// and then nothing is detached.
func (e *Engine) Detach(ms ...*Module) (*rtdyld.Detached, error) {
	flights, err := e.hide("detach", ms, e.detachable)
	if err != nil {
		return nil, err
	}
	for _, f := range flights {
		<-f.done
	}
	var d *rtdyld.Detached
	if err = e.usedElsewhere(ms); err == nil {
		e.mu.Lock()
		var objs []*rtdyld.Object
		for _, m := range ms {
			objs = append(objs, m.objects()...)
		}
		e.mu.Unlock()
		d, err = e.linker.Detach(objs...)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range ms {
		m.removing = false
		e.refuseCalls(m, err == nil)
		if err == nil {
			e.bury(m)
		}
	}
	if err != nil {
		return nil, &ModuleError{ms[0].in.Name, "detach", err}
	}
	return d, nil
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
