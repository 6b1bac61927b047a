package main

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// memory gives memory that no code runs in: Go slices whose target addresses are
// counted up, page by page, until the sections are placed.
type memory struct {
	mu   sync.Mutex
	next uint64 // target address of the next block
	used uint64 // bytes given
}

// maxMemory bounds what inputs can make this command allocate: sections without
// contents may claim any size.
const maxMemory = min(4<<30, math.MaxInt/2)

// Allocate implements rtdyld.MemoryManager.
func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range reqs {
		if r.Size > maxMemory-m.used {
			return nil, fmt.Errorf("%s: more than %d bytes of memory are needed", r.Object, uint64(maxMemory))
		}
		m.used += r.Size
	}
	blocks := make(blocks, len(reqs))
	for i, r := range reqs {
		align := max(r.Align, pageSize)
		if align > 1<<32 {
			return nil, fmt.Errorf("%s: no address is a multiple of %#x", r.Object, r.Align)
		}
		m.next = alignUp(m.next+1, align)
		blocks[i] = rtdyld.Block{Mem: make([]byte, r.Size), Addr: m.next}
		m.next += r.Size
	}
	return blocks, nil
}

// blocks is an allocation; the garbage collector takes it back.
type blocks []rtdyld.Block

func (b blocks) Blocks() []rtdyld.Block         { return b }
func (b blocks) Finalize(context.Context) error { return nil }
func (b blocks) Release(context.Context) error  { return nil }

// pageSize is that of llvm-rtdyld's memory, which the made-up addresses follow.
const pageSize = 4096

func alignUp(v, align uint64) uint64 { return (v + align - 1) &^ (align - 1) }

// threads gives the thread-locals of a run's objects places below the thread
// pointer, one below the other. Each object is a module of its own, the first is number 1,
// and its block begins at 0, so that no offset looks like another.
type threads struct {
	mu      sync.Mutex
	modules uint64
	size    uint64
}

// Define implements rtdyld.TLSProvider.
func (t *threads) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.modules++
	t.size = alignUp(t.size+req.Size, max(req.Align, 1))
	return threadBlock{t.modules, t.size}, nil
}

// threadBlock is an object's block and how far below the thread pointer it begins.
type threadBlock struct{ module, below uint64 }

func (b threadBlock) Module() uint64                           { return b.module }
func (b threadBlock) DTPOffset() uint64                        { return 0 }
func (b threadBlock) TPOffset() int64                          { return -int64(b.below) }
func (b threadBlock) Initialize(context.Context, []byte) error { return nil }
func (b threadBlock) Release(context.Context) error            { return nil }
