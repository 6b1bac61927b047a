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
	// above is set on targets whose block starts at the thread pointer or above it (variant
	// I of "ELF Handling For Thread-Local Storage"), header bytes; on the others it ends
	// there. Offsets of COFF count from the start of the block, which is the same as above.
	above  bool
	header uint64
	tp     uint64 // how far behind the start of the block the thread pointer is, bytes

	mu   sync.Mutex
	size uint64 // bytes between the thread pointer and the far end of the block
}

// newStaticTLS places thread-locals as the psABI of an architecture says: behind two
// words on ARM and AArch64, behind none on RISC-V, LoongArch, MIPS and PowerPC.
func newStaticTLS(arch triple.Arch) *staticTLS {
	t := &staticTLS{}
	t.reset(arch)
	return t
}

// forTarget says what else a target has; it returns t.
func (t *staticTLS) forTarget(target triple.Triple) *staticTLS {
	if target.IsCOFF() {
		t.above, t.header, t.size = true, 0, 0
	}
	return t
}

func (t *staticTLS) reset(arch triple.Arch) {
	t.above, t.header, t.tp = true, 0, 0
	switch {
	case arch.IsAArch64():
		t.header = 16
	case arch.IsARM(), arch.IsThumb():
		t.header = 8
	case arch.IsRISCV(), arch.IsLoongArch():
	case arch.IsMIPS(), arch.IsPPC():
		t.tp = 0x7000
	default:
		t.above = false
	}
	t.size = t.header
}

// Define implements rtdyld.TLSProvider.
func (t *staticTLS) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.above {
		t.size = (t.size + req.Size + req.Align - 1) &^ (req.Align - 1)
		return tlsBlock{-int64(t.size), -t.size}, nil
	}
	at := (t.size + req.Align - 1) &^ (req.Align - 1)
	t.size = at + req.Size
	return tlsBlock{int64(at) - int64(t.tp), at - t.header}, nil
}

// dummy is the offset from the thread pointer of thread-locals that nothing defines. Where they end
// at the thread pointer it is negative, for SPARC's code has no other ones. t may be nil.
func (t *staticTLS) dummy() uint64 {
	const size = 64
	if t == nil || t.above {
		return 0
	}
	return 1<<64 - size
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
