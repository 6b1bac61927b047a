package mem

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Callbacks are the functions of a program that brings its own allocator. All are
// needed. They may be called from several goroutines, for different batches at a
// time, and with no lock held.
//
// The memory is the program's: the adapter frees nothing and remembers nothing
// but what it asks for. A program that wants to keep code after linker and adapter
// are gone either never unloads, or lets Destroy do nothing.
type Callbacks struct {
	// AllocateCode returns memory that is writable now and can be made executable.
	// The block must be at least of the request's size and have its alignment, and
	// lie below 2 GiB if the request says Low32. Its contents do not matter.
	AllocateCode func(ctx context.Context, req rtdyld.Request) (rtdyld.Block, error)
	// AllocateData returns memory that is writable now and, if readOnly, is to be
	// made read-only by Finalize.
	AllocateData func(ctx context.Context, req rtdyld.Request, readOnly bool) (rtdyld.Block, error)
	// Finalize gives the blocks of one batch their permissions and makes the code
	// in them visible to instruction fetch. The blocks are those that were
	// returned, in the order of the requests.
	Finalize func(ctx context.Context, blocks []rtdyld.Block) error
	// Destroy is told that the linker has no more use for the blocks of one batch:
	// its objects are unloaded, or the batch failed, perhaps with blocks of the
	// first few requests alone. It is called once a batch, if there are blocks.
	Destroy func(ctx context.Context, blocks []rtdyld.Block) error
}

// callbackManager adapts Callbacks.
type callbackManager struct{ c Callbacks }

// NewCallbacks makes a memory manager of a program's own functions. It returns an
// error that names the functions that are missing.
func NewCallbacks(c Callbacks) (rtdyld.MemoryManager, error) {
	var missing []string
	for _, f := range []struct {
		name string
		none bool
	}{
		{"AllocateCode", c.AllocateCode == nil},
		{"AllocateData", c.AllocateData == nil},
		{"Finalize", c.Finalize == nil},
		{"Destroy", c.Destroy == nil},
	} {
		if f.none {
			missing = append(missing, f.name)
		}
	}
	if missing != nil {
		return nil, fmt.Errorf("mem: %w: %s", ErrNoCallback, strings.Join(missing, ", "))
	}
	return &callbackManager{c}, nil
}

// Allocate implements [rtdyld.MemoryManager]: one callback a request. After an
// error, the callbacks' or a *RequestError for a block that does not fulfil its
// request, Destroy has been given what was allocated.
func (m *callbackManager) Allocate(ctx context.Context, reqs []rtdyld.Request) (_ rtdyld.Allocation, err error) {
	a := &callbackAllocation{c: &m.c, given: make([]rtdyld.Block, 0, len(reqs)), blocks: make([]rtdyld.Block, len(reqs))}
	whole := false
	defer func() {
		if !whole { // also if a callback panics
			err = errors.Join(err, a.destroy(context.WithoutCancel(ctx)))
		}
	}()
	for i := range reqs {
		if a.blocks[i], err = a.allocate(ctx, i, reqs[i]); err != nil {
			return nil, err
		}
	}
	whole = true
	return a, nil
}

// callbackAllocation is one batch of a callbackManager.
type callbackAllocation struct {
	c      *Callbacks
	given  []rtdyld.Block // as the callbacks returned them
	blocks []rtdyld.Block // cut to size
	mu     sync.Mutex     // over what follows
	state  state
}

// allocate asks for one block, checks it and clears it.
func (a *callbackAllocation) allocate(ctx context.Context, i int, q rtdyld.Request) (b rtdyld.Block, err error) {
	if msg := check(&q); msg != "" {
		return b, &RequestError{i, q.Object, msg}
	}
	if err := ctx.Err(); err != nil {
		return b, err
	}
	if q.Kind == objfmt.KindCode {
		b, err = a.c.AllocateCode(ctx, q)
	} else {
		b, err = a.c.AllocateData(ctx, q, q.Kind == objfmt.KindReadOnly)
	}
	if err != nil {
		return b, fmt.Errorf("mem: allocate %s for %s, %d bytes: %w", q.Kind, q.Object, q.Size, err)
	}
	a.given = append(a.given, b)
	switch {
	case uint64(len(b.Mem)) < q.Size:
		return b, &RequestError{i, q.Object, fmt.Sprintf("callback gave %d bytes, %d asked", len(b.Mem), q.Size)}
	case b.Addr&(q.Align-1) != 0:
		return b, &RequestError{i, q.Object, fmt.Sprintf("callback gave address %#x, alignment %d asked", b.Addr, q.Align)}
	case b.Addr+q.Size < b.Addr:
		return b, &RequestError{i, q.Object, fmt.Sprintf("callback gave address %#x, %d bytes wrap around", b.Addr, q.Size)}
	case q.Low32 && b.Addr+q.Size > lowEnd:
		return b, &RequestError{i, q.Object, fmt.Sprintf("callback gave address %#x, below 2 GiB asked", b.Addr)}
	}
	b.Mem = b.Mem[:q.Size:q.Size]
	clear(b.Mem)
	return b, nil
}

func (a *callbackAllocation) destroy(ctx context.Context) error {
	if len(a.given) == 0 {
		return nil
	}
	if err := a.c.Destroy(ctx, a.given); err != nil {
		return fmt.Errorf("mem: destroy: %w", err)
	}
	return nil
}

// Blocks implements [rtdyld.Allocation].
func (a *callbackAllocation) Blocks() []rtdyld.Block { return a.blocks }

// Finalize implements [rtdyld.Allocation]. After it succeeded once it does nothing.
func (a *callbackAllocation) Finalize(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch a.state {
	case released:
		return ErrReleased
	case finalized:
		return nil
	}
	if err := a.c.Finalize(ctx, a.given); err != nil {
		return fmt.Errorf("mem: finalize: %w", err)
	}
	a.state = finalized
	return nil
}

// Release implements [rtdyld.Allocation].
func (a *callbackAllocation) Release(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.state == released {
		return ErrReleased
	}
	a.state = released
	return a.destroy(ctx)
}
