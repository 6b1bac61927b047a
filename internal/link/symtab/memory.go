package symtab

import (
	"sync"
	"sync/atomic"
)

// For how many names a table has memory at first: four of five objects of Debian's archives have no more.
const (
	firstNames = 26
	firstSlots = 64
)

// memory is where the lists of a table start. Tables that are cleared leave it to others: most linkers that load one small object
// live for microseconds.
//
// A goroutine that looks without a lock may look at memory which is another table's by now. It finds nothing in it: all it learns is the number of an
// object, and its own table has none any more.
type memory struct {
	names  [firstNames]Name // first, for its 64-bit words are read by atomic loads
	dir    directory
	bucket bucket
	one    [1]atomic.Pointer[bucket]
	slots  [firstSlots]slot
	parts  [1]part
	open   [1]uint32
	texts  [firstNames]text
	hashes [firstNames]uint32
	groups [firstNames]uint32
	units  [firstNames]uint32
	sizes  [firstNames]atomic.Uint32

	objects [1]object
	free    [1]uint32
}

// memories are as newMemory makes them.
var memories = sync.Pool{New: func() any { return newMemory() }}

func newMemory() *memory {
	m := new(memory)
	m.bucket.slots, m.dir = m.slots[:], directory{32, m.one[:]} // for ever: others look at them without a lock
	m.one[0].Store(&m.bucket)
	return m
}

// recycle gives memory to others of which so many first entries have been of use.
func (m *memory) recycle(entries int) {
	n := min(entries, firstNames)
	m.freeSlots(n)
	for i := range n {
		m.names[i].reset(0)
		if s := &m.sizes[i]; s.Load() != 0 {
			s.Store(0)
		}
	}
	m.bucket.used, m.bucket.dead = 0, 0
	if m.one[0].Load() != &m.bucket {
		m.one[0].Store(&m.bucket)
	}
	clear(m.texts[:n])
	clear(m.hashes[:n])
	clear(m.groups[:n])
	clear(m.units[:n])
	clear(m.parts[:])
	clear(m.objects[:])
	memories.Put(m)
}

// freeSlots frees the slots of the first n entries: all that are not free.
func (m *memory) freeSlots(n int) {
	left := m.bucket.used + m.bucket.dead // where names have gone mostly nothing is left of them
	for i := 1; i < n && left > 0; i++ {
		if s := &m.slots[m.hashes[i]>>1&(firstSlots-1)]; ID(s.Load()) == ID(i) { // where it is if no other was in the way
			s.Store(0)
			left--
		}
	}
	if left == 0 {
		return
	}
	for i := range m.slots {
		if s := &m.slots[i]; s.Load() != 0 {
			s.Store(0)
		}
	}
}
