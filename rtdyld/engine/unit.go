package engine

import (
	"container/list"
	"context"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// unit is one object of a module, or what becomes one.
type unit struct {
	m      *Module                                        // lock none: set when it is made
	name   string                                         // lock none: set when it is made
	img    *objfmt.ObjectImage                            // until it is loaded; nil for source; lock e.mu, or its flight's
	source *compiler.Source                               // lock none: set until the module is taken
	part   func(context.Context) (compiler.Source, error) // makes the source, if it is a part of one; lock none: set when it is made
	phase  phase                                          // how far it has come; lock e.mu
	err    error                                          // of failed and malformed; lock e.mu
	obj    *rtdyld.Object                                 // from placed to ready; lock e.mu
	wait   chan struct{}                                  // closed when obj is ready, or goes before that; lock e.mu

	defines []string      // its names in the engine's index; lock e.mu
	learnt  bool          // all that it defines is in the index; lock e.mu
	places  []place       // there, parallel to defines; lock e.mu
	entry   *entry        // of places; lock e.mu
	own     entry         // memory for entry; lock e.mu
	unknown *list.Element // there, until it is learnt; lock e.mu
	order   uint64        // of units, as they were added; 0 before that; lock e.mu

	flight *flight        // lock e.mu
	wanted string         // the name for which it was loaded; lock e.mu
	visits int            // calls that finalize it, and run its constructors; lock e.mu
	linker *rtdyld.Linker // its own, if it has Functions; else the engine's; lock none: set until the module is taken

	functions []string // behind stubs; lock e.mu until the module is taken, then none
	lazy      []lazy   // of a lazy module: parallel to functions, else nil; lock e.mu until the module is taken, then its flight's

	deps     []*rtdyld.Object            // of the engine's linker, that one of its own refers to, in order; lock e.mu
	isDep    map[*rtdyld.Object]struct{} // the same; lock e.mu
	mentions []*mention                  // names that obj leaves undefined; lock e.mu
}

// phase is how far a unit has come:
//
//	added --+-> placed --> loaded --> ready
//	failed -+     |
//	  ^           +-> ready: others referred to it before its flight ended
//	  |
//	  +-- added, failed, placed: it could not be compiled or loaded
//	malformed <-- the same, and so it will be the next time
//
// placed, loaded and ready come back to added when their memory is lost or refused. All may go to removed, which
// nothing leaves.
type phase uint8

const (
	added     phase = iota // nothing of it is in memory
	failed                 // the last attempt failed; another may not
	malformed              // all attempts would fail
	placed                 // in memory, and not announced yet
	loaded                 // in memory, its constructors have not run
	ready                  // its constructors have run
	removed                // gone for good
	numPhases
)

// follows are the phases that a unit may come to from each.
var follows = [numPhases][]phase{
	added:     {failed, malformed, placed, removed},
	failed:    {failed, malformed, placed, removed},
	malformed: {removed},
	placed:    {added, loaded, ready, removed},
	loaded:    {added, ready, removed},
	ready:     {added, removed},
	removed:   {removed},
}

// mayLoad reports whether a unit is not in memory and may come there.
func (p phase) mayLoad() bool { return p == added || p == failed }

// done reports whether nothing is left to load.
func (p phase) done() bool { return p == loaded || p == ready }

// broken reports whether the last attempt to load it failed.
func (p phase) broken() bool { return p == failed || p == malformed }

// enter has a unit come to a phase. e.mu is held.
func (u *unit) enter(p phase) {
	if onPhase != nil {
		onPhase(u.phase, p)
	}
	u.phase = p
}

// onPhase is told of each step, in tests.
var onPhase func(from, to phase)

// place has a unit's object found by it: once, when it is loaded. e.mu is held.
func (e *Engine) place(u *unit, o *rtdyld.Object) {
	if u.obj != nil {
		return
	}
	u.obj, u.wait = o, make(chan struct{})
	u.m.inMemory++
	e.objects[o] = u
	e.mention(u, o)
	if u.phase != removed { // by a Replace, meanwhile
		u.enter(placed)
	}
	if _, is := e.early[o]; is {
		delete(e.early, o)
		e.constructed(u)
	}
}

// displace is the reverse: the object goes, or has gone. Calls that wait for its constructors are told. e.mu is held.
func (e *Engine) displace(u *unit) {
	if u.obj == nil {
		return
	}
	delete(e.objects, u.obj)
	u.m.inMemory--
	if isClosed(u.wait) {
		u.m.ready--
	} else {
		close(u.wait)
	}
	e.unmention(u)
	u.obj, u.wait = nil, nil
	if u.phase != removed {
		u.enter(added)
	}
}

// displaceAll is displace for all units.
func (e *Engine) displaceAll() {
	for _, u := range e.objects {
		e.displace(u)
	}
	clear(e.early)
}

// constructed says that a unit's constructors have run. e.mu is held.
func (e *Engine) constructed(u *unit) {
	if u.obj == nil || isClosed(u.wait) {
		return
	}
	if u.phase != removed {
		u.enter(ready)
	}
	u.m.ready++
	if u.flight == nil { // else that may still fail, and be tried again
		u.closeImage()
	}
	close(u.wait)
	e.settled(u.m)
}

// constructedAll says that constructors of objects have run. e.mu is held.
func (e *Engine) constructedAll(objs []*rtdyld.Object) {
	for _, o := range objs {
		if u := e.objects[o]; u != nil {
			e.constructed(u)
		} else if e.life == open && o.State() == rtdyld.Finalized {
			e.early[o] = struct{}{} // finalized for another's sake between Load and its being placed
		}
	}
}

// made notes that a unit is loaded, and all have been told of it.
func (e *Engine) made(u *unit) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch u.phase {
	case placed:
		u.enter(loaded)
	case ready:
		u.closeImage() // nothing can ask for it to be loaded again
	}
	e.index.forget(u)
	e.sweepLater()
	u.err = nil
	m := u.m
	if m.state == Failed {
		m.err = m.failure()
	}
	if m.err == nil {
		e.move(m, Loaded)
	}
	e.settled(m)
}

// unmade notes that a unit could not be loaded. e.mu is held.
func (e *Engine) unmade(u *unit, err error) {
	if !u.phase.mayLoad() {
		return // it was removed meanwhile
	}
	p := failed
	if final(err) {
		p = malformed
	}
	u.enter(p)
	u.err, u.m.err = err, err
	e.index.failed(u)
	e.move(u.m, Failed)
}

// settled makes a module Finalized if something of it is in memory and all of that ready.
func (e *Engine) settled(m *Module) {
	if m.err == nil && m.ready > 0 && m.ready == m.inMemory {
		e.move(m, Finalized)
	}
}

// closeImage gives up a unit's own hold on its image; the linker has another. e.mu is held.
func (u *unit) closeImage() {
	if u.img != nil {
		u.img.Close()
		u.img = nil
	}
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
