package engine

import (
	"context"
	"errors"

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
	flights, err := e.hide(ms)
	if err != nil {
		return err
	}
	for _, f := range flights {
		<-f.done
	}
	e.reap(ctx)
	if err = e.usedBySwitched(ms); err == nil {
		if err = e.calls.quiesce(ctx); err == nil {
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
	for _, name := range m.in.Functions {
		if sw := e.switches[name]; sw != nil && sw.u.m == m {
			sw.gone.Store(refuse)
		}
	}
}

// hide makes modules unknown to those who look names up and to calls, and lists what is
// being loaded of them, which it ends.
func (e *Engine) hide(ms []*Module) (flights []*flight, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, ErrClosed
	}
	for _, m := range ms {
		if m.state == Removed || m.removing {
			return nil, &ModuleError{m.in.Name, "remove", ErrRemoved}
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
		delete(e.objects, u.obj)
		e.lose(u)
		u.obj, u.state = nil, Removed
	}
	e.move(m, Removed)
	m.drop()
}

// Detach takes modules out and leaves their code running, see [rtdyld.Linker.Detach].
func (e *Engine) Detach(ms ...*Module) (*rtdyld.Detached, error) {
	e.mu.Lock()
	var objs []*rtdyld.Object
	for _, m := range ms {
		objs = append(objs, m.objects()...)
	}
	e.mu.Unlock()
	d, err := e.linker.Detach(objs...)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range ms {
		e.bury(m)
	}
	return d, nil
}
