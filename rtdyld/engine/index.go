package engine

import (
	"container/heap"
	"container/list"

	"github.com/go-rtdyld/rtdyld/internal/heed"
)

// index finds what to load for a name: the units that define it and are not loaded. However many define one name,
// entering and leaving costs the logarithm of that, and finding the first nothing. Its methods are called with
// e.mu held.
//
// A module that defines very many names enters and leaves in steps, between which others are let in: its names are hidden until
// the last has come, and from when it is to go.
type index struct {
	names   map[string]*definers // lock e.mu
	unknown list.List            // of sources whose definitions are not known, in the order in which they were added; lock e.mu
	added   uint64               // units so far; lock e.mu
	left    []remnant            // of units of large modules that have gone, to be taken out; lock e.mu
}

// entry is what the places of a unit have in common.
type entry struct {
	u      *unit // lock none: set when it is made
	hidden bool  // in a large module: no name leads to it; lock e.mu
	failed bool  // in a large module: others come before it, as for place.order; lock e.mu
}

// remnant is places that no name leads to any more, with the names that they are at.
type remnant struct {
	names  []string
	places []place
}

// definers is a heap of the units that would define one name: the first that was added and did not fail is in front,
// then come those that failed. Units of a module that leaves are not in it.
type definers struct {
	heap    []*place
	initial [1]*place // memory for heap: most names have one
}

// place is that of a unit among the definers of one name.
type place struct {
	of    *entry // lock none: set when it is made
	order uint64 // by which the first counts; lock e.mu
	at    int    // in definers; none: it is not there; lock e.mu
}

const (
	none      = -1
	lastOrder = 1 << 63 // is added to the order of units that failed
)

func (d *definers) Len() int           { return len(d.heap) }
func (d *definers) Less(i, k int) bool { return d.heap[i].order < d.heap[k].order }
func (d *definers) Swap(i, k int) {
	d.heap[i], d.heap[k] = d.heap[k], d.heap[i]
	d.heap[i].at, d.heap[k].at = i, k
}

// Push implements [heap.Interface].
func (d *definers) Push(x any) {
	p := x.(*place)
	p.at = len(d.heap)
	d.heap = append(d.heap, p)
}

// Pop implements [heap.Interface].
func (d *definers) Pop() any {
	last := len(d.heap) - 1
	p := d.heap[last]
	d.heap[last], d.heap = nil, d.heap[:last]
	p.at = none
	return p
}

// enter has a unit found by what it defines, and by those who look through sources of which that is not known.
// A unit that was in memory comes to where it was before.
func (x *index) enter(u *unit, defines []string) {
	x.prepare(u, defines)
	x.put(u, 0, len(defines))
	x.reveal(u)
}

// prepare makes places for what a unit defines. Put puts them into the index, reveal has the unit found.
func (x *index) prepare(u *unit, defines []string) {
	if u.order == 0 {
		x.added++
		u.order = x.added
	}
	u.own = entry{u: u}
	if u.entry = &u.own; u.m.large { // places of an entry before may not be taken out yet
		u.entry = &entry{u: u, hidden: true}
	}
	u.defines, u.places = defines, make([]place, len(defines))
}

// put enters names lo to hi of those that a unit defines.
func (x *index) put(u *unit, lo, hi int) {
	for i := lo; i < hi; i++ {
		u.places[i] = place{of: u.entry, order: u.order, at: none}
		x.push(u.defines[i], &u.places[i])
	}
}

func (x *index) reveal(u *unit) {
	u.entry.hidden = false
	if !u.learnt {
		u.unknown = x.unknown.PushBack(u)
	}
}

// also adds a name to those that a unit will be found by, before it is entered.
func (x *index) also(u *unit, name string) { u.defines = append(u.defines, name) }

// hide has a unit not found for a while by its names; it keeps its place.
func (x *index) hide(u *unit) {
	if u.m.large {
		if u.entry != nil {
			u.entry.hidden = true
		}
		return
	}
	for i := range u.places {
		x.pull(u.defines[i], &u.places[i])
	}
}

// show is the reverse of hide.
func (x *index) show(u *unit) {
	if u.m.large {
		if u.entry != nil {
			u.entry.hidden = false
		}
		return
	}
	for i := range u.places {
		if u.places[i].at == none {
			x.push(u.defines[i], &u.places[i])
		}
	}
}

// push puts a place among those of a name, pull takes it out if it is there.
func (x *index) push(name string, p *place) {
	d := x.names[name]
	if d == nil {
		d = new(definers)
		d.heap = d.initial[:0]
		x.names[name] = d
	}
	heap.Push(d, p)
}

func (x *index) pull(name string, p *place) {
	if p.at == none {
		return
	}
	d := x.names[name]
	if heap.Remove(d, p.at); len(d.heap) == 0 {
		delete(x.names, name)
	}
}

// failed puts a unit behind those that did not fail.
func (x *index) failed(u *unit) {
	if u.m.large {
		u.entry.failed = true
		return
	}
	for i := range u.places {
		if p := &u.places[i]; p.order < lastOrder {
			p.order += lastOrder
			if p.at != none {
				heap.Fix(x.names[u.defines[i]], p.at)
			}
		}
	}
}

// forget takes a unit out, whose names are known from elsewhere now, or which is gone. Of a large module it hides it, and
// leaves the rest to sweep.
func (x *index) forget(u *unit) {
	x.hide(u)
	if u.m.large && len(u.places) > 0 {
		x.left = append(x.left, remnant{u.defines, u.places})
	}
	u.defines, u.places, u.entry = nil, nil, nil
	u.learnt = true
	if u.unknown != nil {
		x.unknown.Remove(u.unknown)
		u.unknown = nil
	}
}

// sweep takes some of what units of large modules have left out of the index. It reports whether there is more.
func (x *index) sweep() (more bool) {
	for n := heed.Every; n > 0 && len(x.left) > 0; {
		r := &x.left[0]
		k := min(n, len(r.places))
		for i := range k {
			if r.places[i].of != nil { // it has been entered
				x.pull(r.names[i], &r.places[i])
			}
		}
		n -= k
		if r.names, r.places = r.names[k:], r.places[k:]; len(r.places) == 0 {
			x.left[0] = remnant{}
			x.left = x.left[1:]
		}
	}
	return len(x.left) > 0
}

// clear forgets all units. What is being loaded may still come to its end, and enter others.
func (x *index) clear() {
	for _, d := range x.names {
		for _, p := range d.heap {
			p.at = none
		}
	}
	clear(x.names)
	x.left = nil
	for at := x.unknown.Front(); at != nil; at = x.unknown.Front() {
		x.unknown.Remove(at).(*unit).unknown = nil
	}
}

// definer is the unit to load for a name: the first that was added and did not fail, or one that failed.
func (x *index) definer(name string) *unit {
	d := x.names[name]
	if d == nil {
		return nil
	}
	p := d.heap[0]
	if p.of.hidden || p.of.failed {
		if p = d.first(0, false); p == nil {
			p = d.first(0, true)
		}
		if p == nil {
			return nil
		}
	}
	return p.of.u
}

// first is the first place, of the part of the heap that begins with place i, that is not hidden, and has failed or not. It looks at
// those that are not what is wanted and their neighbours.
func (d *definers) first(i int, failed bool) *place {
	if i >= len(d.heap) {
		return nil
	}
	if p := d.heap[i]; !p.of.hidden && p.of.failed == failed {
		return p
	}
	a, b := d.first(2*i+1, failed), d.first(2*i+2, failed)
	if a == nil || b != nil && b.order < a.order {
		return b
	}
	return a
}

// unknownAfter is the first source that was added after last, or of all where that is nil, whose definitions are
// not known and whose module does not leave. It is the work of a step while last is itself one.
func (x *index) unknownAfter(last *unit) *unit {
	at := x.unknown.Front()
	if last != nil && last.unknown != nil {
		at = last.unknown.Next()
	}
	for ; at != nil; at = at.Next() {
		if u := at.Value.(*unit); (last == nil || u.order > last.order) && u.m.is(present) {
			return u
		}
	}
	return nil
}
