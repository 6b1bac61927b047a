package elf

import "sync"

// scratch is memory that parsing needs for a moment: numbers of sections.
type scratch struct{ ids, relocs, groups []uint32 }

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func getScratch() *scratch { return scratches.Get().(*scratch) }

// keep bounds what one huge file leaves in the pool.
const keep = 1 << 20

func (s *scratch) put() {
	if cap(s.ids) <= keep && cap(s.relocs) <= keep && cap(s.groups) <= keep {
		scratches.Put(s)
	}
}

// zeroed returns *b with length n, all zero.
func zeroed(b *[]uint32, n int) []uint32 {
	if cap(*b) < n {
		*b = make([]uint32, n+n/4)
	}
	s := (*b)[:n]
	clear(s)
	return s
}
