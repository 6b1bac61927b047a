package engine

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// reload loads a unit again whose memory is lost. What uses it goes with it, and is loaded when
// it is needed.
func (e *Engine) reload(ctx context.Context, u *unit) (*rtdyld.Object, chan struct{}, error) {
	us := e.lostWith(u)
	var flights []*flight
	e.mu.Lock()
	for _, x := range us {
		if x.flight != nil {
			x.flight.cancel(errAlone) // the calls that wait begin another
			flights = append(flights, x.flight)
		}
	}
	e.mu.Unlock()
	if err := landed(ctx, flights); err != nil {
		return nil, nil, err
	}
	objs, names, err := e.linked(ctx, us)
	if err != nil {
		return nil, nil, err
	}
	if err := e.unloadLost(ctx, us, names, objs); err != nil {
		return nil, nil, err
	}
	e.mu.Lock()
	wanted := u.wanted
	e.mu.Unlock()
	if err := e.load(ctx, u, wanted); err != nil {
		return nil, nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if u.obj == nil {
		return nil, nil, e.whyGone()
	}
	return u.obj, u.wait, nil
}

// unloadLost unloads units, of which objs are the engine's linker's, and has those found by their names that have gone.
func (e *Engine) unloadLost(ctx context.Context, us []*unit, names [][]string, objs []*rtdyld.Object) error {
	defer func() { // also if a callback fails or panics
		e.mu.Lock()
		defer e.mu.Unlock()
		for i, x := range us {
			if x.obj != nil && x.obj.State() != rtdyld.Unloaded {
				continue
			}
			e.displace(x)
			e.index.enter(x, names[i])
			if x.m.inMemory == 0 && x.m.err == nil {
				e.move(x.m, Added)
			}
		}
	}()
	var calls []func() error
	for _, x := range us {
		if x.linker != nil {
			calls = append(calls, func() error { return x.linker.Unload(ctx, x.obj) })
		}
	}
	if len(objs) > 0 {
		calls = append(calls, func() error { return e.linker.Unload(ctx, objs...) })
	}
	return nested.Each(calls...)
}

// isAdded reports whether nothing of a unit is in memory, and it may be loaded.
func (e *Engine) isAdded(u *unit) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return u.phase == added
}

// lostWith lists the units of lost objects of a unit's linker, and those with a linker of their
// own that use them.
func (e *Engine) lostWith(u *unit) (us []*unit) {
	lost := map[*rtdyld.Object]bool{}
	for _, o := range e.linkerOf(u).Lost() {
		lost[o] = true
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for o, x := range e.objects {
		if lost[o] || slices.ContainsFunc(x.deps, func(d *rtdyld.Object) bool { return lost[d] }) {
			us = append(us, x)
		}
	}
	return us
}

// linked are the objects of units that the engine's linker has, and by unit what these define, for the index.
func (e *Engine) linked(ctx context.Context, us []*unit) (objs []*rtdyld.Object, names [][]string, err error) {
	names = make([][]string, len(us))
	for i, x := range us {
		e.mu.Lock()
		obj := x.obj
		e.mu.Unlock()
		if x.linker != nil || obj == nil {
			continue
		}
		if names[i], err = definitions(ctx, obj.Image()); err != nil {
			return nil, nil, err
		}
		objs = append(objs, obj)
	}
	return objs, names, nil
}
