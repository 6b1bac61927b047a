package engine

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

type noWait struct{}

// WithoutWait returns a context with which [Engine.Lookup] does not wait for constructors:
// for those who ask from inside one.
func WithoutWait(ctx context.Context) context.Context {
	return context.WithValue(ctx, noWait{}, true)
}

// running is constructors that run.
type running struct{ done chan struct{} }

// initializer runs constructors by the engine's own initializer, after those that ran before
// have returned, and says when units are ready.
type initializer struct {
	e    *Engine
	next rtdyld.Initializer
}

// Init implements [rtdyld.Initializer].
func (in *initializer) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	e := in.e
	var before []*running
	r := &running{make(chan struct{})}
	e.mu.Lock()
	if ctx.Value(noWait{}) == nil {
		for x := range e.running {
			before = append(before, x)
		}
	}
	e.running[r] = struct{}{}
	e.mu.Unlock()
	for _, x := range before {
		<-x.done
	}
	var err error
	if in.next != nil {
		err = in.next.Init(ctx, objs, funcs)
	}
	e.mu.Lock()
	for _, o := range objs {
		if u := e.objects[o]; u != nil {
			e.done(u)
		} else if !e.closed && o.State() == rtdyld.Finalized {
			e.early[o] = struct{}{} // finalized for another's sake between Load and its booking
		}
	}
	delete(e.running, r)
	e.mu.Unlock()
	close(r.done)
	return err
}

// done says that a unit's constructors have run.
func (e *Engine) done(u *unit) {
	if !u.ready && !u.lost {
		u.ready, u.state = true, Finalized
		u.m.ready++
		if u.img != nil { // nothing can ask for it to be loaded again
			u.img.Close() // the linker has its own hold
			u.img = nil
		}
		close(u.wait)
		e.settled(u.m)
	}
}

// lose tells those who wait for a unit's constructors that it goes before they have run.
func (e *Engine) lose(u *unit) {
	if u.wait != nil && !u.ready && !u.lost {
		u.lost = true
		close(u.wait)
	}
}

// settled makes a module Finalized if something of it is in memory and all of that ready.
func (e *Engine) settled(m *Module) {
	if m.err == nil && m.ready > 0 && m.ready == m.inMemory {
		e.move(m, Finalized)
	}
}

// Fini implements [rtdyld.Initializer].
func (in *initializer) Fini(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	if in.next == nil {
		return nil
	}
	return in.next.Fini(ctx, objs, funcs)
}

// listener tells the engine's listeners of what the linker does.
type listener struct{ e *Engine }

// Finalized implements [rtdyld.Listener].
func (l *listener) Finalized(objs []*rtdyld.Object) {
	l.each(objs, func(x Listener, m *Module, objs []*rtdyld.Object) { x.Finalized(m, objs) })
}

// Unloading implements [rtdyld.Listener].
func (l *listener) Unloading(objs []*rtdyld.Object) {
	l.each(objs, func(x Listener, m *Module, objs []*rtdyld.Object) { x.Removing(m, objs) })
}

// each calls f for the objects of each module.
func (l *listener) each(objs []*rtdyld.Object, f func(Listener, *Module, []*rtdyld.Object)) {
	e := l.e
	var ms []*Module
	of := map[*Module][]*rtdyld.Object{}
	e.mu.Lock()
	listeners := e.listeners
	if len(listeners) == 0 {
		e.mu.Unlock()
		return
	}
	for _, o := range objs {
		if u := e.objects[o]; u != nil {
			if of[u.m] == nil {
				ms = append(ms, u.m)
			}
			of[u.m] = append(of[u.m], o)
		}
	}
	e.mu.Unlock()
	for _, m := range ms {
		for _, x := range listeners {
			f(*x, m, of[m])
		}
	}
}
