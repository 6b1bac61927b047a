package mem

import (
	"context"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// allocation is the memory of one batch: a piece of each stripe of a slab, here in
// this process.
type allocation struct {
	m      *Manager
	slab   *slab
	piece  [numStripes]extent
	first  int    // the stripe of piece[0]
	staged []byte // contents that are not in their place yet, of a small batch; those of each stripe behind each other
	bytes  uint32 // in whole units
	asked  uint32 // of the requests
	blocks []rtdyld.Block
	few    [3]rtdyld.Block // blocks of one object
	mu     sync.Mutex      // over what follows
	state  state
	acts   bool // there are actions to undo; mapped allocations alone
}

type state uint8

const (
	writable state = iota
	failed         // the contents are lost; mapped allocations alone
	finalized
	released
)

// stripe is the stripe that a piece is of.
func (a *allocation) stripe(k int) *stripe { return &a.slab.stripe[a.first+k] }

// Blocks implements [rtdyld.Allocation]. The memory belongs to the manager and
// must not be touched after Release: it may then be another's, or unmapped.
func (a *allocation) Blocks() []rtdyld.Block { return a.blocks }

// Finalize implements [rtdyld.Allocation] with one system call for code and one
// for read-only data: a change of permissions or, for a small batch, a write. A second call does nothing. After an error some of the
// memory may be finalized; Finalize may be tried again, and Release works.
func (a *allocation) Finalize(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch a.state {
	case released:
		return ErrReleased
	case finalized:
		return nil
	}
	if a.first != 0 {
		if err := a.write(); err != nil {
			return err
		}
		a.state = finalized
		return nil
	}
	for k, e := range a.piece {
		if e.n == 0 || a.m.final[k] == protRW {
			continue
		}
		t := a.stripe(k)
		if err := a.m.sys.protect(t.bytes(e), t.final); err != nil {
			return err
		}
		if t.final == protRX {
			if err := a.m.sys.flush(t.bytes(e)); err != nil {
				return err
			}
		}
	}
	a.state = finalized
	return nil
}

// Release implements [rtdyld.Allocation]. It is not stopped by ctx. The
// allocation is gone whatever the error, which says that the host refused to
// change pages back; they stay reserved and are tried again.
func (a *allocation) Release(context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.state == released {
		return ErrReleased
	}
	a.state = released
	return a.m.release(a)
}
