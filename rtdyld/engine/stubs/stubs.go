// Package stubs makes call-through stubs: functions of a few instructions that jump to
// where a pointer leads. Pointers are switched by one atomic write, from any goroutine,
// while other threads call. A stub whose pointer is not set yet goes to a resolver, a C
// function that says where to go; registers that arguments are passed in, of every class,
// are as the caller left them when the function is reached at last.
//
// Stubs lie in a block of code, their pointers in a writable block: code is never written
// once it is finalized.
//
// Law: this package knows instructions and memory, no module and no name.
package stubs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// ErrClosed says that the table of a stub is closed.
var ErrClosed = errors.New("stubs are released")

// Config says what stubs are made with.
type Config struct {
	// Memory gives the memory of stubs and pointers, which must be this process's unless there is a Store. Required.
	Memory rtdyld.MemoryManager
	// Arch is the machine: triple.X86_64, X86, AArch64, ARM, Thumb, RISCV64, PPC64LE or SystemZ.
	Arch triple.Arch
	// Resolver is the address of a C function
	//	void *resolve(void *context, uintptr_t number)
	// of the system's own convention. It is called with the number of a stub whose pointer is
	// not set, on the thread that called the stub, and returns where to go; never 0.
	// 0: stubs have no resolver, and must be set before they are called.
	Resolver uint64
	// Context is passed to it.
	Context uint64
	// Store stores words at addresses, parallel to them, each at once as the threads see it that call stubs: in
	// another process. See [Table.Sync]. nil: stubs are in this process.
	Store func(ctx context.Context, addrs, words []uint64) error
	// Near is an address that stubs should be within reach of. 0: anywhere.
	Near uint64
}

// maker makes the stubs of a machine.
type maker struct {
	size  uint64                                                                 // bytes of a stub
	lazy  uint64                                                                 // offset of the part that goes to the entry
	entry func(resolver, context uint64) []byte                                  // saves registers, calls the resolver, goes on
	none  []byte                                                                 // stops: there is no resolver
	zero  []byte                                                                 // returns 0
	stub  func(dst []byte, addr, pointer, entry uint64, number uint32) (ok bool) // writes a stub
}

var makers = map[triple.Arch]*maker{
	triple.X86_64:  &amd64,
	triple.AArch64: &arm64,
	triple.RISCV64: &riscv64,
	triple.PPC64LE: &ppc64le,
	triple.SystemZ: &s390x,
	triple.X86:     &i386,
	triple.ARM:     &arm,
	triple.Thumb:   &arm,
}

// Table makes stubs and owns their memory. Its methods may be called concurrently.
type Table struct {
	cfg Config
	m   *maker

	mu     sync.Mutex
	closed bool
	groups []rtdyld.Allocation // of stubs
	other  []rtdyld.Allocation
	free   []*Stub
	n      uint32
	store  storing
}

// group is how many stubs are made at a time.
const group = 256

// New makes a table without stubs. The error matches objfmt.ErrUnsupported for a machine
// that has none.
func New(cfg Config) (*Table, error) {
	m := makers[cfg.Arch]
	switch {
	case m == nil:
		return nil, fmt.Errorf("stubs for %v: %w", cfg.Arch, objfmt.ErrUnsupported)
	case cfg.Memory == nil:
		return nil, fmt.Errorf("stubs: Config.Memory is required")
	}
	return &Table{cfg: cfg, m: m, store: storing{turn: make(chan struct{}, 1)}}, nil
}

// Stub is one function. Its methods may be called concurrently.
type Stub struct {
	t       *Table
	number  uint32
	addr    uint64
	lazy    uint64
	pointer *uint64 // that it jumps through; with a Store what that is to be
	remote  uint64  // with a Store: where that is
	changed bool    // it is in Table.store.changed; guarded by t.mu
}

// Addr is the address of the stub, to be called.
func (s *Stub) Addr() uint64 { return s.addr }

// Number is what the resolver is told.
func (s *Stub) Number() uint32 { return s.number }

// Set has calls that begin from now on go to addr; with a Store, those that begin after the next [Table.Sync].
func (s *Stub) Set(addr uint64) { s.swap(addr) }

// swap sets the pointer.
func (s *Stub) swap(addr uint64) (old uint64) {
	if old = atomic.SwapUint64(s.pointer, addr); s.t.cfg.Store != nil && old != addr {
		s.t.change(s)
	}
	return old
}

// Swap is Set and returns where calls went before, 0 for the resolver.
func (s *Stub) Swap(addr uint64) uint64 {
	old := s.swap(addr)
	if old == s.lazy {
		return 0
	}
	return old
}

// Reset has calls go to the resolver, as Set does.
func (s *Stub) Reset() { s.swap(s.lazy) }

// value is where the pointer leads.
func (s *Stub) value() uint64 { return atomic.LoadUint64(s.pointer) }

// Target is where calls go, 0 for the resolver.
func (s *Stub) Target() uint64 {
	if p := s.value(); p != s.lazy {
		return p
	}
	return 0
}

// Free gives a stub back: nothing may call it any more, and it may be given out again.
func (s *Stub) Free() {
	s.Reset()
	s.t.mu.Lock()
	defer s.t.mu.Unlock()
	s.t.free = append(s.t.free, s)
}

// Get returns a stub that goes to the resolver. Errors are those of the memory manager,
// or match [ErrClosed]; with a Store they may be its.
func (t *Table) Get(ctx context.Context) (*Stub, error) {
	for {
		if s, err := t.take(); err != nil {
			return nil, err
		} else if s != nil {
			return t.settled(ctx, s)
		}
		if err := t.grow(ctx); err != nil {
			return nil, fmt.Errorf("stubs: %w", err)
		}
	}
}

// take takes a stub that is free; nil: there is none.
func (t *Table) take() (*Stub, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, ErrClosed
	}
	n := len(t.free)
	if n == 0 {
		return nil, nil
	}
	s := t.free[n-1]
	t.free = t.free[:n-1]
	return s, nil
}

// grow makes a group of stubs with an entry of their own. No lock is held while the memory
// manager works, so that two calls may make a group each.
func (t *Table) grow(ctx context.Context) (err error) {
	m := t.m
	entry := m.none
	if t.cfg.Resolver != 0 {
		entry = m.entry(t.cfg.Resolver, t.cfg.Context)
	}
	size := (uint64(len(entry)) + 15) &^ 15
	reqs := []rtdyld.Request{
		{Kind: objfmt.KindCode, Size: size + group*m.size, Align: 64, Object: "<stubs>", Near: t.cfg.Near},
		{Kind: objfmt.KindWritable, Size: group * 8, Align: 64, Object: "<stubs>", Near: t.cfg.Near},
	}
	a, err := t.cfg.Memory.Allocate(ctx, reqs)
	if err != nil {
		return err
	}
	kept := false
	defer func() { // also if the memory manager panics
		if !kept {
			err = errors.Join(err, a.Release(ctx))
		}
	}()
	code, data := a.Blocks()[0], a.Blocks()[1]
	copy(code.Mem, entry)
	made := make([]*Stub, group)
	first := t.number()
	for i := range made {
		off, at := size+uint64(i)*m.size, uint64(8*i)
		s := &Stub{t: t, number: first + uint32(i), addr: code.Addr + off, lazy: code.Addr + off + m.lazy}
		if !m.stub(code.Mem[off:off+m.size], s.addr, data.Addr+at, code.Addr, s.number) {
			return fmt.Errorf("pointers at %#x are out of reach of code at %#x", data.Addr, code.Addr)
		}
		t.order().PutUint64(data.Mem[at:], s.lazy)
		made[len(made)-1-i] = s // the last is taken first
	}
	if err := a.Finalize(ctx); err != nil {
		return err
	}
	t.connect(made, a.Blocks()[1]) // where code sees it
	err = t.keep(a, made)
	kept = err == nil
	return err
}

// connect tells stubs of a group where their pointers are, which are in data.
func (t *Table) connect(made []*Stub, data rtdyld.Block) {
	if t.cfg.Store == nil {
		for _, s := range made {
			s.pointer = (*uint64)(unsafe.Pointer(&data.Mem[8*(s.number%group)])) // aligned to 8: blocks are to 64
		}
		return
	}
	own := make([]uint64, len(made))
	for i, s := range made {
		own[i] = s.lazy
		s.pointer, s.remote = &own[i], data.Addr+8*uint64(s.number%group)
	}
}

// number is the number of the first stub of a new group.
func (t *Table) number() uint32 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n += group
	return t.n - group
}

// keep takes memory into the table, with the stubs in it, if any. The error is ErrClosed, if it was closed meanwhile.
func (t *Table) keep(a rtdyld.Allocation, made []*Stub) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed:
		return ErrClosed
	case made == nil:
		t.other = append(t.other, a)
	default:
		t.groups = append(t.groups, a)
		t.free = append(t.free, made...)
	}
	return nil
}

// Stats is how many stubs there are, and how many of them are given out.
func (t *Table) Stats() (made, used int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.groups) * group, len(t.groups)*group - len(t.free)
}

// Close is [Table.CloseContext] without a limit.
func (t *Table) Close() error { return t.CloseContext(context.Background()) }

// CloseContext gives the memory back: no stub may be called any more. Closing twice does
// nothing.
func (t *Table) CloseContext(ctx context.Context) error {
	t.mu.Lock()
	all := slices.Concat(t.groups, t.other)
	t.closed, t.groups, t.other, t.free, t.store.changed = true, nil, nil, nil, nil
	t.mu.Unlock()
	return releaseAll(ctx, all)
}

// releaseAll releases, the rest also if one panics.
func releaseAll(ctx context.Context, all []rtdyld.Allocation) error {
	var errs []error
	defer func() {
		if len(all) > 0 {
			_ = releaseAll(ctx, all)
		}
	}()
	for len(all) > 0 {
		a := all[0]
		all = all[1:]
		errs = append(errs, a.Release(ctx))
	}
	return errors.Join(errs...)
}

// Zero returns the address of code that returns 0 to its caller, in the table's memory.
func (t *Table) Zero(ctx context.Context) (at uint64, err error) {
	a, err := t.cfg.Memory.Allocate(ctx, []rtdyld.Request{{Kind: objfmt.KindCode, Size: uint64(len(t.m.zero)), Align: 16, Object: "<stubs>", Near: t.cfg.Near}})
	if err != nil {
		return 0, fmt.Errorf("stubs: %w", err)
	}
	kept := false
	defer func() { // also if the memory manager panics
		if !kept {
			err = errors.Join(err, a.Release(ctx))
		}
	}()
	copy(a.Blocks()[0].Mem, t.m.zero)
	if err := a.Finalize(ctx); err != nil {
		return 0, err
	}
	at = a.Blocks()[0].Addr
	if err := t.keep(a, nil); err != nil {
		return 0, err
	}
	kept = true
	return at, nil
}
