package mem

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Stats is what a manager has at one moment. All sizes are bytes, in whole pages or,
// behind a mapper, whole units.
type Stats struct {
	Slabs       int    // reservations
	Reserved    uint64 // address space of the slabs
	Committed   uint64 // accessible, or behind a mapper in use; an upper bound of what is in memory
	Allocations int    // that live
	Live        uint64 // in them
	Asked       uint64 // in the requests for them, exactly
	Waste       uint64 // of the pages that they are in, what was not asked for: ends of pages, alignment, gaps
	Held        uint64 // released, to be given back together with others
	Kept        uint64 // free and still in memory
	FreeRanges  int    // runs of free memory in all stripes; one a stripe when all is free
}

// Stats returns the present figures.
func (m *Manager) Stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	st := Stats{Slabs: len(m.slabs), Allocations: m.allocs, Live: m.live, Asked: m.asked, Waste: m.live - m.asked}
	var used uint64 // whole pages
	for _, s := range m.slabs {
		st.Reserved += s.size
		for k := range s.stripe {
			t := &s.stripe[k]
			st.Committed += uint64(t.committed) * t.unit
			st.Held += uint64(t.heldPages) * t.unit
			st.Kept += uint64(t.keptPages)*t.unit + uint64(t.pages.kept)*t.pages.page
			st.FreeRanges += t.free.count() + len(t.held) + len(t.kept)
			if m.mapper != nil {
				used += t.size - t.freePages(m.page)
			}
		}
	}
	if m.mapper != nil {
		st.Committed, st.Held = used, m.later.bytes
		st.Waste = used - st.Held - st.Asked
	}
	return st
}

// Mappings counts the mappings of the host that the slabs consist of. It cannot for
// memory behind a mapper, which may be another process's: the error then matches
// objfmt.ErrUnsupported.
func (m *Manager) Mappings() (int, error) {
	if m.mapper != nil {
		return 0, fmt.Errorf("mem: mappings behind a mapper: %w", objfmt.ErrUnsupported)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	used, err := m.sys.maps()
	if err != nil {
		return 0, err
	}
	n := 0
	for _, s := range m.slabs {
		for _, u := range used {
			if u.lo < s.base+s.size && s.base < u.hi {
				n++
			}
		}
	}
	return n, nil
}
