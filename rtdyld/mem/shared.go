package mem

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// Executor is another process, in which the code of a [Shared] or [Streamed] mapper
// runs: the verbs of a [Mapper], without working memory. Its methods may be called
// concurrently. Once it is gone, all of them return errors.
type Executor interface {
	// Traits says what the executor's memory is like. Live is not looked at.
	Traits() Traits
	// Reserve takes address space as [Mapper.Reserve] does. If memory is not nil, it maps
	// size bytes of it there, as [DualMapped.ReserveShared] does. The descriptor stays the
	// caller's, who closes it after Release.
	Reserve(ctx context.Context, size uint64, where Placement, memory *os.File) (Range, error)
	// Initialize is that of [Mapper]. The contents of segments, Mem, are in the executor's
	// memory already where that is shared; elsewhere they are to be copied. The call does
	// not keep them. After an error the executor has nothing of it.
	Initialize(ctx context.Context, init Initialization) (InitID, error)
	// Deinitialize is that of [Mapper].
	Deinitialize(ctx context.Context, ids ...InitID) error
	// Release is that of [Mapper].
	Release(ctx context.Context, bases ...uint64) error
}

// Shared is a [Mapper] whose executor is another process on this machine: working
// memory are the very pages that it runs, each reservation behind a descriptor of its
// own. This process has them writable, the executor with the permissions of the
// segments, and never writable and executable.
//
// What is asked for is checked here; the executor is asked once a Reserve, Initialize,
// Deinitialize or Release, never for a Prepare. When it is gone, Deinitialize, Release and
// Close return its errors and have given all memory back here.
type Shared struct{ core }

// Streamed is a [Mapper] whose executor has other memory than this process:
// Initialize hands it the contents. Working memory is the garbage collector's and is not
// needed after Initialize. The rest is as in [Shared].
type Streamed struct{ core }

var _, _ Mapper = (*Shared)(nil), (*Streamed)(nil)

// NewShared makes a mapper over an executor. Of cfg, Limit and NoHuge count. Errors
// match objfmt.ErrUnsupported on a host where memory cannot be shared; *[RangeError] are
// traits that no memory has.
func NewShared(x Executor, cfg MapperConfig) (*Shared, error) {
	sys, err := sharingSystem(false)
	if err != nil {
		return nil, err
	}
	return newShared(x, cfg, sys)
}

func newShared(x Executor, cfg MapperConfig, sys *system) (*Shared, error) {
	m := new(Shared)
	if err := m.initFar(x, &cfg); err != nil {
		return nil, err
	}
	m.open = func(ctx context.Context, size uint64, where Placement) (pages, uint64, error) {
		p, err := m.newWriter(sys, alignUp(size, sys.page), where.Huge && !cfg.NoHuge, sys.reserveNearly)
		if err != nil {
			return nil, 0, err
		}
		base, err := m.reserveFar(ctx, size, where, p.file)
		if err != nil {
			return nil, 0, errors.Join(err, m.drop(p))
		}
		return p, base, nil
	}
	return m, nil
}

// NewStreamed makes a mapper over an executor. Of cfg, Limit counts. Errors are
// *[RangeError] for traits that no memory has.
func NewStreamed(x Executor, cfg MapperConfig) (*Streamed, error) {
	m := new(Streamed)
	if err := m.initFar(x, &cfg); err != nil {
		return nil, err
	}
	m.open = func(ctx context.Context, size uint64, where Placement) (pages, uint64, error) {
		base, err := m.reserveFar(ctx, size, where, nil)
		return absent{}, base, err
	}
	return m, nil
}

func (c *core) initFar(x Executor, cfg *MapperConfig) error {
	tr := x.Traits()
	if tr.Unit == 0 || tr.Unit&(tr.Unit-1) != 0 || tr.Page&(tr.Page-1) != 0 || tr.Unit > tr.Page || tr.Page > hugeSize {
		return &RangeError{Op: "reserve", Msg: fmt.Sprintf("the executor has pages of %d bytes and units of %d", tr.Page, tr.Unit)}
	}
	c.init(tr.Unit, tr.Page, cfg)
	c.traits.Live = false
	c.executor = x
	return nil
}

// reserveFar reserves address space of the executor, and believes it little.
func (c *core) reserveFar(ctx context.Context, size uint64, where Placement, memory *os.File) (uint64, error) {
	r, err := c.executor.Reserve(ctx, size, where, memory)
	if err != nil {
		return 0, err
	}
	if r.Size < size || r.Addr%c.traits.Page != 0 || r.Addr+size < size {
		err := &RangeError{Op: "reserve", Addr: r.Addr, Size: r.Size, Msg: fmt.Sprintf("is what the executor has for %d bytes", size)}
		return 0, errors.Join(err, c.executor.Release(ctx, r.Addr))
	}
	return r.Addr, nil
}

// absent stands for memory that this process has no part of. What is prepared is a
// slice each time.
type absent struct{}

func (absent) work(_, n uint64) ([]byte, spans, error) {
	if n > maxSlab {
		return nil, spans{}, &LimitError{What: "working memory", Asked: n, Limit: maxSlab}
	}
	return make([]byte, n), spans{}, nil
}
func (absent) holds(uint64, []byte) bool                       { return true }
func (absent) shut(uint64, uint64) error                       { return nil }
func (absent) expose(uint64, uint64, prot) (exposed, error)    { return exposed{}, nil }
func (absent) settle(uint64, uint64, prot, exposed) error      { return nil }
func (absent) shown(uint64, uint64) []byte                     { return nil }
func (absent) free(uint64, uint64, uint64, uint64, bool) error { return nil }
func (absent) close() error                                    { return nil }
