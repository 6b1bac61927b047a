package main

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// sliceMemory is memory that no code runs in: Go slices, with target addresses
// that are counted up. So any host links for any target at any address.
type sliceMemory struct {
	limit uint64 // bytes that may live at a time

	mu   sync.Mutex
	next uint64 // target address of the next block
	gaps *gaps  // for blocks that are to lie somewhere; nil: there is no place for those
	used uint64 // bytes that live
	keep []byte // the first bytes that live; reset keeps it for those that follow
}

const (
	// firstAddr is the address of the first block, where executables use to begin.
	firstAddr = 0x40_0000
	// largestImage bounds what inputs can make this command allocate, in bytes:
	// sections without contents may claim any size.
	largestImage = min(4<<30, math.MaxInt/2)
	// largestKept is the most memory that reset keeps, in bytes.
	largestKept = 16 << 20
)

// memoryError says that inputs need more memory than they may have.
type memoryError struct {
	Object      string // the first that goes over the limit
	Size, Limit uint64 // bytes: of all up to it, allowed
}

func (e *memoryError) Error() string {
	return fmt.Sprintf("%s: %d bytes of memory are needed, the limit is %d", e.Object, e.Size, e.Limit)
}

// addressError says that there are no addresses left.
type addressError struct {
	What string // what does not fit
	Size uint64 // bytes
	From uint64 // the lowest address that it could have
}

func (e *addressError) Error() string {
	return fmt.Sprintf("%s: %#x bytes do not fit between %#x and the end of the address space", e.What, e.Size, e.From)
}

// Allocate implements rtdyld.MemoryManager: blocks follow each other, but for those that are to lie
// somewhere.
func (m *sliceMemory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	next, used := m.next, m.used
	blocks := make(sliceBlocks, len(reqs))
	for i, r := range reqs {
		at, err := m.place(&next, &reqs[i])
		if err != nil {
			return nil, err
		}
		if r.Size > m.limit || used > m.limit-r.Size {
			if r.Size += used; r.Size < used {
				r.Size = math.MaxUint64
			}
			return nil, &memoryError{r.Object, r.Size, m.limit}
		}
		used += r.Size
		blocks[i].Addr = at
	}
	if used > uint64(len(m.keep)) && m.used == 0 && used <= largestKept {
		m.keep = make([]byte, used+used/4+4096) // more may follow
	}
	var mem []byte
	if used <= uint64(len(m.keep)) {
		mem = m.keep[m.used:used]
	} else {
		mem = make([]byte, used-m.used)
	}
	for i, r := range reqs {
		blocks[i].Mem, mem = mem[:r.Size:r.Size], mem[r.Size:]
	}
	m.next, m.used = next, used
	return blocks, nil
}

// place is the address of a block; next moves if that is there or behind it.
func (m *sliceMemory) place(next *uint64, r *rtdyld.Request) (uint64, error) {
	if r.Within == (rtdyld.AddressRange{}) {
		at, ok := advance(next, r.Size, r.Align, math.MaxUint64)
		if !ok {
			return 0, &addressError{r.Object, r.Size, *next}
		}
		return at, nil
	}
	if m.gaps == nil {
		return 0, rtdyld.ErrOutOfReach
	}
	at, ok := m.gaps.take(r)
	if !ok {
		return 0, rtdyld.ErrOutOfReach
	}
	*next = max(*next, at+r.Size)
	return at, nil
}

// advance takes size bytes at the first multiple of align from *next on and moves
// *next behind them. It reports false, and leaves *next, if they would go past last
// or nothing could follow them.
func advance(next *uint64, size, align, last uint64) (at uint64, ok bool) {
	at = (*next + align - 1) &^ (align - 1)
	if at < *next || at > last || size > last-at {
		return 0, false
	}
	*next = at + size
	return at, true
}

// reset takes back all blocks, which nobody may use any more, and begins anew.
func (m *sliceMemory) reset() {
	clear(m.keep[:min(uint64(len(m.keep)), m.used)])
	m.next, m.used, m.gaps = firstAddr, 0, nil
}

// sliceBlocks is an allocation; reset or the garbage collector takes it back.
type sliceBlocks []rtdyld.Block

func (b sliceBlocks) Blocks() []rtdyld.Block         { return b }
func (b sliceBlocks) Finalize(context.Context) error { return nil }
func (b sliceBlocks) Release(context.Context) error  { return nil }
