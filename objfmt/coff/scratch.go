package coff

import (
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// scratch is memory that parsing needs for a moment.
type scratch struct {
	secs    []secInfo
	comdats []comdat
	names   nameTable
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func getScratch() *scratch { return scratches.Get().(*scratch) }

// keep bounds what one huge file leaves in the pool.
const keep = 1 << 16

func (s *scratch) put() {
	if cap(s.secs) <= keep && cap(s.comdats) <= keep && cap(s.names.slots) <= keep {
		scratches.Put(s)
	}
}

// zeroed returns *b with length n, all zero.
func zeroed[T any](b *[]T, n int) []T {
	if cap(*b) < n {
		*b = make([]T, n+n/4)
	}
	s := (*b)[:n]
	clear(s)
	return s
}

// nameTable finds numbers by name: open addressing over objfmt.HashName, at most
// half full. It keeps no names; same, which it is made with, compares them.
type nameTable struct{ slots []nameSlot }

type nameSlot struct{ hash, number uint32 } // number plus one, 0 for a free place

// reset makes room for n names and forgets all.
func (t *nameTable) reset(n int) {
	size := 8
	for size < 2*n {
		size *= 2
	}
	t.slots = zeroed(&t.slots, size)
}

// slot is where a name is or would be; same reports whether a number has the name.
func (t *nameTable) slot(name string, hash uint32, same func(number int, name string) bool) *nameSlot {
	mask := uint32(len(t.slots) - 1)
	at := hash >> 1 & mask // the lowest bit of all hashes is set
	for {
		s := &t.slots[at]
		if s.number == 0 || s.hash == hash && same(int(s.number-1), name) {
			return s
		}
		at = (at + 1) & mask
	}
}

// add enters a number under its name, unless another one has the name.
func (t *nameTable) add(name string, number int, same func(number int, name string) bool) {
	hash := objfmt.HashName(name)
	if s := t.slot(name, hash, same); s.number == 0 {
		*s = nameSlot{hash, uint32(number) + 1}
	}
}

// find returns the number that was added first under a name.
func (t *nameTable) find(name string, same func(number int, name string) bool) (int, bool) {
	s := t.slot(name, objfmt.HashName(name), same)
	return int(s.number) - 1, s.number != 0
}
