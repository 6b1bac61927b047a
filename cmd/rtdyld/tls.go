package main

import (
	"context"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// staticTLS gives the objects of a link one static block in each thread, as an
// executable has.
type staticTLS struct {
	// header is how far above the thread pointer the block starts, in bytes, on targets
	// where it does (variant I of "ELF Handling For Thread-Local Storage"); on the others
	// it is 0 and the block ends at the thread pointer.
	header uint64
	// fromStart is set for COFF, whose offsets count from the start of the block.
	fromStart bool

	mu   sync.Mutex
	size uint64 // bytes between the thread pointer and the far end of the block
}

// newStaticTLS places thread-locals as the psABI of an architecture says: behind two
// words on ARM and AArch64.
func newStaticTLS(arch triple.Arch) *staticTLS {
	t := &staticTLS{}
	t.reset(arch)
	return t
}

// forTarget says what else a target has; it returns t.
func (t *staticTLS) forTarget(target triple.Triple) *staticTLS {
	if t.fromStart = target.IsCOFF(); t.fromStart {
		t.header, t.size = 0, 0
	}
	return t
}

func (t *staticTLS) reset(arch triple.Arch) {
	t.header, t.fromStart = 0, false
	switch {
	case arch.IsAArch64():
		t.header = 16
	case arch.IsARM(), arch.IsThumb():
		t.header = 8
	}
	t.size = t.header
}

// Define implements rtdyld.TLSProvider.
func (t *staticTLS) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.header == 0 && !t.fromStart {
		t.size = (t.size + req.Size + req.Align - 1) &^ (req.Align - 1)
		return tlsBlock{-int64(t.size), -t.size}, nil
	}
	at := (t.size + req.Align - 1) &^ (req.Align - 1)
	t.size = at + req.Size
	return tlsBlock{int64(at), at - t.header}, nil
}

// tlsBlock is where an object's thread-locals start.
type tlsBlock struct {
	tp  int64  // from the thread pointer
	dtp uint64 // from where offsets in the module count
}

func (b tlsBlock) Module() uint64                           { return 1 }
func (b tlsBlock) DTPOffset() uint64                        { return b.dtp }
func (b tlsBlock) TPOffset() int64                          { return b.tp }
func (b tlsBlock) Initialize(context.Context, []byte) error { return nil }
func (b tlsBlock) Release(context.Context) error            { return nil }
