package serve

import (
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// budget counts memory that is initialized, or prepared for that by a request at work.
type budget struct {
	limit uint64 // bytes

	mu    sync.Mutex
	used  uint64
	spent map[mem.InitID]expense
}

// expense is what an initialization has.
type expense struct {
	bytes uint64
	in    []uint64 // first addresses of the reservations that it has memory in
}

func (b *budget) init(limit uint64) {
	if limit == 0 {
		limit = 1 << 62
	}
	b.limit, b.spent = limit, map[mem.InitID]expense{}
}

// take takes bytes for a request.
func (b *budget) take(n uint64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n > b.limit-b.used {
		return overLimit("memory", b.used+n, b.limit)
	}
	b.used += n
	return nil
}

// give gives bytes back.
func (b *budget) give(n uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= n
}

// spend notes what an initialization keeps of the bytes that were taken for it.
func (b *budget) spend(id mem.InitID, taken uint64, e expense) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= taken - e.bytes
	b.spent[id] = e
}

// free gives back what initializations have.
func (b *budget) free(ids []mem.InitID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range ids {
		b.used -= b.spent[id].bytes
		delete(b.spent, id)
	}
}

// freeIn gives back what initializations have that have memory in one of the
// reservations.
func (b *budget) freeIn(gone map[uint64]reservation) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, e := range b.spent {
		if slices.ContainsFunc(e.in, func(base uint64) bool { _, ok := gone[base]; return ok }) {
			b.used -= e.bytes
			delete(b.spent, id)
		}
	}
}
