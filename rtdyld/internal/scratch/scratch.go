// Package scratch links objects by themselves, in Go slices at addresses of no meaning, for those that read what
// an object says of itself and run none of it.
//
// Law: nothing that is linked here ever runs, and all undefined names are one address.
package scratch

import (
	"context"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

const (
	// firstAddr is where the memory begins, outside what all undefined names stand for: all is
	// low and near each other, so that every kind of reference fits.
	firstAddr     = 0x40_0000
	undefinedAddr = firstAddr - 0x1_0000
	// largest is the most memory for one object, in bytes.
	largest = 256 << 20
)

// Config configures a linker of objects that nothing runs: memory of 256 MiB at most, all undefined names at one
// address, thread-locals at offsets of no meaning.
func Config() rtdyld.Config {
	return rtdyld.Config{Memory: &memory{next: firstAddr}, Resolver: everywhere{}, TLS: threads{}, Workers: 1}
}

// Undefined is the address of all undefined names.
const Undefined = undefinedAddr

// everywhere resolves all names.
type everywhere struct{}

func (everywhere) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		out[i] = rtdyld.Symbol{Addr: undefinedAddr, Found: true}
		if refs[i].TLS {
			out[i] = rtdyld.Symbol{Kind: rtdyld.TLS, Module: 1, Found: true}
		}
	}
	return nil
}

// memory is Go slices, at addresses that are counted up.
type memory struct {
	mu   sync.Mutex
	next uint64
}

type blocks []rtdyld.Block

func (b blocks) Blocks() []rtdyld.Block         { return b }
func (b blocks) Finalize(context.Context) error { return nil }
func (b blocks) Release(context.Context) error  { return nil }

// Allocate implements rtdyld.MemoryManager.
func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := make(blocks, len(reqs))
	for i, r := range reqs {
		at := (m.next + r.Align - 1) &^ (r.Align - 1)
		if at < m.next || at-firstAddr > largest || r.Size > largest-(at-firstAddr) {
			return nil, rtdyld.ErrUnsupported
		}
		b[i] = rtdyld.Block{Mem: make([]byte, r.Size), Addr: at}
		m.next = at + r.Size
	}
	return b, nil
}

// threads gives thread-locals offsets of no meaning.
type threads struct{}

// Define implements rtdyld.TLSProvider.
func (threads) Define(context.Context, rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	return block{}, nil
}

type block struct{}

func (block) Module() uint64                           { return 1 }
func (block) DTPOffset() uint64                        { return 0 }
func (block) TPOffset() int64                          { return 0 }
func (block) Initialize(context.Context, []byte) error { return nil }
func (block) Release(context.Context) error            { return nil }
