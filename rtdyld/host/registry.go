//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

import (
	"cmp"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// member is what the registry needs of an object.
type member interface {
	Blocks() []rtdyld.Block
	DSOHandle() uint64
}

// span is a range of addresses that belongs to an object.
type span struct {
	lo, hi uint64
	of     member
}

// registry knows which object's memory an address is in, and holds C memory that
// is to go with an object. Few objects are ever asked for, so that a new one costs
// an entry in fresh alone; the first question sorts it in.
type registry struct {
	mu    sync.Mutex
	fresh map[member]struct{}  // not in spans yet
	spans []span               // sorted, disjoint
	gone  int                  // spans of no object: theirs was dropped
	kept  map[member][]uintptr // C memory
}

// objects are those that the linkers of this process have finalized: there is one
// address space, so there is one registry.
var objects = registry{fresh: map[member]struct{}{}, kept: map[member][]uintptr{}}

// add takes a new object.
func (r *registry) add(m member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fresh[m] = struct{}{}
}

// drop forgets an object, which must still have its memory, and returns the C
// memory that was kept for it.
func (r *registry) drop(m member) (release []uintptr) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.fresh[m]; ok {
		delete(r.fresh, m)
		return nil
	}
	for _, b := range m.Blocks() {
		if i, ok := slices.BinarySearchFunc(r.spans, b.Addr, spanAt); ok && r.spans[i].of == m {
			r.spans[i].of = nil
			r.gone++
		}
	}
	if r.gone > len(r.spans)/2 { // so that objects that go one by one cost no more than they came for
		r.sweep()
	}
	release = r.kept[m]
	delete(r.kept, m)
	return release
}

func bySpan(a, b span) int               { return cmp.Compare(a.lo, b.lo) }
func spanAt(a span, addr uint64) int     { return cmp.Compare(a.lo, addr) }
func (s span) contains(addr uint64) bool { return s.lo <= addr && addr < s.hi }

// sweep takes spans of no object out.
func (r *registry) sweep() {
	r.spans = slices.DeleteFunc(r.spans, func(s span) bool { return s.of == nil })
	r.gone = 0
}

// sortIn moves fresh objects to spans.
func (r *registry) sortIn() {
	if len(r.fresh) == 0 {
		return
	}
	if r.gone > 0 { // others may have their memory
		r.sweep()
	}
	var add []span
	for m := range r.fresh {
		for _, b := range m.Blocks() {
			if len(b.Mem) > 0 {
				add = append(add, span{b.Addr, b.Addr + uint64(len(b.Mem)), m})
			}
		}
	}
	clear(r.fresh)
	slices.SortFunc(add, bySpan)
	// Merge from the back, in place.
	i, j := len(r.spans)-1, len(add)-1
	r.spans = append(r.spans, add...)
	for k := len(r.spans) - 1; j >= 0; k-- {
		if i >= 0 && r.spans[i].lo > add[j].lo {
			r.spans[k], i = r.spans[i], i-1
		} else {
			r.spans[k], j = add[j], j-1
		}
	}
}

// find returns the object that addr is in, nil if it is in none.
func (r *registry) find(addr uint64) member {
	r.sortIn()
	i, found := slices.BinarySearchFunc(r.spans, addr, spanAt)
	if !found {
		i--
	}
	if i < 0 || !r.spans[i].contains(addr) {
		return nil
	}
	return r.spans[i].of
}

// keep has C memory live as long as the object that addr is in. It reports false
// if that is none.
func (r *registry) keep(addr uint64, mem uintptr) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.find(addr)
	if m == nil {
		return false
	}
	r.kept[m] = append(r.kept[m], mem)
	return true
}
