package engine

import (
	"context"
	"slices"

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
			x.flight.cancel(errAlone) // whoever waits begins another
			flights = append(flights, x.flight)
		}
	}
	e.mu.Unlock()
	if err := landed(ctx, flights); err != nil {
		return nil, nil, err
	}
	names := make([][]string, len(us)) // by unit: for the index
	var objs []*rtdyld.Object          // of the engine's linker
	e.mu.Lock()
	for i, x := range us {
		if x.linker == nil && x.obj != nil {
			objs, names[i] = append(objs, x.obj), definitions(x.obj.Image())
		}
	}
	e.mu.Unlock()
	for _, x := range us {
		if x.linker != nil {
			if err := x.linker.Unload(ctx, x.obj); err != nil {
				return nil, nil, err
			}
		}
	}
	if len(objs) > 0 {
		if err := e.linker.Unload(ctx, objs...); err != nil {
			return nil, nil, err
		}
	}
	e.mu.Lock()
	for i, x := range us {
		e.displace(x)
		e.index.enter(x, names[i])
		if x.m.inMemory == 0 && x.m.err == nil {
			e.move(x.m, Added)
		}
	}
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
