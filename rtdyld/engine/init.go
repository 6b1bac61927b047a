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

// running is constructors that run: it is closed when they have returned.
type running chan struct{}

// initializer runs constructors by the engine's own initializer, after those that ran before
// have returned, and says when units are ready.
type initializer struct {
	e    *Engine
	next rtdyld.Initializer
}

// Init implements [rtdyld.Initializer]. Constructors are run to their end, whatever becomes of ctx, so that all or none of an
// object's have run; they are given a context that does not wait for them.
func (in *initializer) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	e := in.e
	var before []running
	r := make(running)
	e.mu.Lock()
	if ctx.Value(noWait{}) == nil {
		for x := range e.running {
			before = append(before, x)
		}
	}
	e.running[r] = struct{}{}
	e.mu.Unlock()
	defer func() { // also if a constructor panics
		e.mu.Lock()
		e.constructedAll(objs)
		delete(e.running, r)
		e.mu.Unlock()
		close(r)
	}()
	if err := e.after(before); err != nil || in.next == nil {
		return err
	}
	return in.next.Init(WithoutWait(context.WithoutCancel(ctx)), objs, funcs)
}

// after waits for constructors that ran before. The error is ErrClosed: the others do not run then. Whose
// context ends does not wait for this, see Engine.apart; the constructors are due all the same.
func (e *Engine) after(before []running) error {
	for _, x := range before {
		<-x
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.life == closed {
		return ErrClosed
	}
	return nil
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

// each calls f for the objects of each module, all of them also if a listener panics.
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
	tellAll(listeners, ms, of, 0, f)
}

// tellAll makes the calls of each, from one on.
func tellAll(listeners []*Listener, ms []*Module, of map[*Module][]*rtdyld.Object, from int, f func(Listener, *Module, []*rtdyld.Object)) {
	all := len(listeners) * len(ms)
	defer func() {
		if from < all { // one has panicked
			tellAll(listeners, ms, of, from, f)
		}
	}()
	for from < all {
		m := ms[from/len(listeners)]
		x := *listeners[from%len(listeners)]
		from++
		f(x, m, of[m])
	}
}
