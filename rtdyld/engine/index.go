package engine

import (
	"container/heap"
	"container/list"
)

// index finds what to load for a name: the units that define it and are not loaded. However many define one name,
// entering and leaving costs the logarithm of that, and finding the first nothing. Its methods are called with
// e.mu held.
type index struct {
	names   map[string]*definers // lock e.mu
	unknown list.List            // of sources whose definitions are not known, in the order in which they were added; lock e.mu
	added   uint64               // units so far; lock e.mu
}

// definers is a heap of the units that would define one name: the first that was added and did not fail is in front,
// then come those that failed. Units of a module that leaves are not in it.
type definers struct {
	heap    []*place
	initial [1]*place // memory for heap: most names have one
}

// place is that of a unit among the definers of one name.
type place struct {
	u     *unit  // lock none: set when it is made
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
	if u.order == 0 {
		x.added++
		u.order = x.added
	}
	u.defines, u.places = defines, make([]place, len(defines))
	for i := range u.places {
		u.places[i] = place{u: u, order: u.order, at: none}
	}
	x.show(u)
	if !u.learnt {
		u.unknown = x.unknown.PushBack(u)
	}
}

// also adds a name to those that a unit will be found by, before it is entered.
func (x *index) also(u *unit, name string) { u.defines = append(u.defines, name) }

// hide has a unit not found for a while by its names; it keeps its place.
func (x *index) hide(u *unit) {
	for i := range u.places {
		if p := &u.places[i]; p.at != none {
			d := x.names[u.defines[i]]
			if heap.Remove(d, p.at); len(d.heap) == 0 {
				delete(x.names, u.defines[i])
			}
		}
	}
}

// show is the reverse of hide.
func (x *index) show(u *unit) {
	for i := range u.places {
		if u.places[i].at != none {
			continue
		}
		d := x.names[u.defines[i]]
		if d == nil {
			d = new(definers)
			d.heap = d.initial[:0]
			x.names[u.defines[i]] = d
		}
		heap.Push(d, &u.places[i])
	}
}

// failed puts a unit behind those that did not fail.
func (x *index) failed(u *unit) {
	for i := range u.places {
		if p := &u.places[i]; p.order < lastOrder {
			p.order += lastOrder
			if p.at != none {
				heap.Fix(x.names[u.defines[i]], p.at)
			}
		}
	}
}

// forget takes a unit out, whose names are known from elsewhere now, or which is gone.
func (x *index) forget(u *unit) {
	x.hide(u)
	u.defines, u.places = nil, nil
	u.learnt = true
	if u.unknown != nil {
		x.unknown.Remove(u.unknown)
		u.unknown = nil
	}
}

// clear forgets all units. What is being loaded may still come to its end, and enter others.
func (x *index) clear() {
	for _, d := range x.names {
		for _, p := range d.heap {
			p.at = none
		}
	}
	clear(x.names)
	for at := x.unknown.Front(); at != nil; at = x.unknown.Front() {
		x.unknown.Remove(at).(*unit).unknown = nil
	}
}

// definer is the unit to load for a name: the first that was added and did not fail, or one that failed.
func (x *index) definer(name string) *unit {
	if d := x.names[name]; d != nil {
		return d.heap[0].u
	}
	return nil
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
