package mem

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Options says how a [Manager] works. The zero value is usable.
type Options struct {
	// Near is an address that slabs are placed within 2 GiB of, where there is
	// room: that of a library whose data the code refers to directly. A request
	// with a Near of its own goes by that. 0: anywhere.
	Near uint64
	// StripeSize is the address space of each of the three stripes of a slab, in
	// bytes; it is rounded up to whole pages. A slab takes less where the host
	// refuses so much, and more for a batch that needs it. 0: 256 MiB, on 32-bit
	// hosts 32 MiB. The largest is a third of 2 GiB.
	StripeSize uint64
	// Limit is the most bytes, in whole pages, that may live at a time. 0: no limit.
	Limit uint64
	// ReleaseBatch is how many bytes of released pages a stripe holds, contents and
	// permissions as they were, to give them back together: that makes load and
	// unload of small objects more than twice as fast. A larger piece is given back
	// at once. 0: 64 KiB. Negative: everything at once, so that a stray call into
	// code that was just unloaded faults.
	ReleaseBatch int
	// NoProbe leaves it to the first Finalize to find out that the host does not
	// allow code ([ErrExecDenied]); New then asks it for nothing.
	NoProbe bool
	// NoHuge does without huge pages.
	NoHuge bool
	// NoExec gives code the permission to be read, not to run: for links whose
	// result does not run in this process. It works where executable memory is
	// denied.
	NoExec bool
}

const defaultBatch = 64 << 10

// Manager is an in-process memory manager for linkers: what is written at
// Block.Mem runs at Block.Addr. All methods may be called concurrently.
//
// The memory outlives the linker, and the manager itself when nobody refers to
// it any more: only Release and Close give it back.
type Manager struct {
	sys    *system
	final  [numStripes]prot
	huge   bool
	near   uint64
	size   uint64 // of a stripe
	limit  uint64
	batch  uint32 // pages
	mu     sync.Mutex
	slabs  []*slab
	live   uint64 // bytes given out
	allocs int
	noNear [2]uint64 // where a slab was wanted last and could not be placed
	closed bool
}

var _ rtdyld.MemoryManager = (*Manager)(nil)

// New makes a manager. It reserves nothing before the first Allocate. Errors
// match objfmt.ErrUnsupported on a host without an in-process manager,
// [ErrExecDenied] where the process may not make memory executable (unless
// NoExec), [ErrNoSpace] for options that ask too much.
func New(opts Options) (*Manager, error) {
	sys, err := hostSystem(!opts.NoExec)
	if err != nil {
		return nil, err
	}
	return newManager(opts, sys)
}

func newManager(opts Options, sys *system) (*Manager, error) {
	m := &Manager{sys: sys, near: opts.Near, size: opts.StripeSize, limit: opts.Limit, huge: !opts.NoHuge}
	m.final = [numStripes]prot{protRX, protR, protRW}
	if opts.NoExec {
		m.final[stripeCode] = protR
	} else if !opts.NoProbe {
		if err := sys.probe(); err != nil {
			return nil, err
		}
	}
	switch {
	case m.size == 0 && math.MaxUint == math.MaxUint32:
		m.size = 32 << 20
	case m.size == 0:
		m.size = 256 << 20
	case m.size > maxSlab/numStripes:
		return nil, &LimitError{What: "stripe", Asked: m.size, Limit: maxSlab / numStripes}
	}
	m.size = alignUp(m.size, sys.page)
	switch {
	case opts.ReleaseBatch == 0:
		m.batch = uint32(defaultBatch / sys.page)
	case opts.ReleaseBatch > 0:
		m.batch = uint32(min(uint64(opts.ReleaseBatch), maxSlab) / sys.page)
	}
	return m, nil
}

// probe makes a page of code, as Finalize would.
func (s *system) probe() error {
	b, err := s.reserve(0, s.page, mapAny)
	if err != nil {
		return err
	}
	if err = s.protect(b, protRW); err == nil {
		b[0] = 1
		err = s.protect(b, protRX)
	}
	return errors.Join(err, s.unmap(b))
}

// Allocate implements [rtdyld.MemoryManager]. All blocks come from one slab, so
// they reach each other; where one request asks for Low32, all get it; the batch
// is within reach of each request's Near, or else of the manager's, where there
// is room. No requests make an allocation without blocks. Besides ctx's errors
// there are [*RequestError], [*LimitError], [*SystemError] and [ErrClosed].
func (m *Manager) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var w want
	if err := w.measure(reqs); err != nil {
		return nil, err
	}
	if w.near[0] == 0 && m.near != 0 {
		w.addNear(m.near)
	}
	a := &allocation{m: m}
	if err := m.place(&w, a); err != nil {
		return nil, err
	}
	var piece [numStripes][]byte
	var addr [numStripes]uint64
	for k, e := range a.piece {
		if e.n == 0 {
			continue
		}
		t := &a.slab.stripe[k]
		piece[k] = t.bytes(e)
		addr[k] = t.base + uint64(e.start)*t.page
	}
	a.blocks = cut(reqs, &piece, &addr, a.few[:])
	return a, nil
}

// place takes the pieces of a batch from the first slab that suits it, or from a
// new one, or from one that lies where nobody wanted it.
func (m *Manager) place(w *want, a *allocation) error {
	var total uint64
	for k := range w.size {
		total += alignUp(w.size[k], m.sys.page)
	}
	if total > maxSlab {
		return &LimitError{What: "slab", Asked: total, Limit: maxSlab}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return ErrClosed
	}
	if m.limit != 0 && (total > m.limit || m.live > m.limit-total) {
		return &LimitError{What: "live memory", Asked: m.live + total, Limit: m.limit}
	}
	var err error
	if total > 0 {
		err = m.find(w, a)
	}
	if err == nil {
		a.bytes = total
		m.live += total
		m.allocs++
	}
	return err
}

// find takes the pieces of a batch from a slab that lies where the batch is
// wanted, or a new one there; else, unless it must be low, from one elsewhere.
func (m *Manager) find(w *want, a *allocation) error {
	if w.low {
		if err := m.takeFrom((*slab).low, w, a); err != errFull {
			return err
		}
		return m.grow(m.sys.reserveLow, w, a)
	}
	if w.near[0] != 0 {
		near := func(s *slab) bool { return w.reached(s.base, uint64(len(s.mem))) }
		if err := m.takeFrom(near, w, a); err != errFull {
			return err
		}
		if w.near != m.noNear {
			reserve := func(size uint64) ([]byte, error) { return m.sys.reserveNear(size, w) }
			if err := m.grow(reserve, w, a); err == nil {
				return nil
			}
			m.noNear = w.near
		}
	}
	// Low memory, of which there is little, is for those who ask for it.
	if err := m.takeFrom(func(s *slab) bool { return !s.low() }, w, a); err != errFull {
		return err
	}
	reserve := func(size uint64) ([]byte, error) { return m.sys.reserveAligned(size, mapAny) }
	err := m.grow(reserve, w, a)
	if err != nil && m.takeFrom((*slab).low, w, a) == nil {
		return nil
	}
	return err
}

// takeFrom takes the pieces from the first of the slabs that pass which has room.
func (m *Manager) takeFrom(pass func(*slab) bool, w *want, a *allocation) error {
	for _, s := range m.slabs {
		if !pass(s) {
			continue
		}
		piece, err := s.take(w)
		if err == errFull {
			continue
		}
		if err == nil {
			a.slab, a.piece = s, piece
		}
		return err
	}
	return errFull
}

// grow takes the pieces from a new slab.
func (m *Manager) grow(reserve func(size uint64) ([]byte, error), w *want, a *allocation) error {
	s, err := m.newSlab(reserve, w)
	if err != nil {
		return err
	}
	piece, err := s.take(w)
	if err != nil {
		return errors.Join(err, m.sys.unmap(s.mem))
	}
	m.slabs = append(m.slabs, s)
	a.slab, a.piece = s, piece
	return nil
}

// newSlab reserves a slab that has room for the batch, with the usual stripes
// unless the host has less.
func (m *Manager) newSlab(reserve func(size uint64) ([]byte, error), w *want) (*slab, error) {
	for size := m.size; ; size /= 2 {
		sizes, total := w.stripes(size, m.sys.page)
		var err error
		if total > maxSlab {
			err = &LimitError{What: "slab", Asked: total, Limit: maxSlab}
		} else if b, e := reserve(total); e == nil {
			s := newSlab(m.sys, b, sizes, m.final, m.huge)
			s.once = max(sizes[stripeCode], sizes[stripeReadOnly], sizes[stripeWritable]) > m.size
			return s, nil
		} else {
			err = e
		}
		if size <= commitStep {
			return nil, err
		}
	}
}

// release takes the pieces of an allocation back.
func (m *Manager) release(a *allocation) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.live -= a.bytes
	m.allocs--
	s := a.slab
	if s == nil {
		return nil
	}
	err := s.put(&a.piece, m.batch)
	if !s.once || s.live > 0 {
		return err
	}
	if err := m.sys.unmap(s.mem); err != nil {
		return err // it stays, empty
	}
	m.noNear = [2]uint64{}
	m.slabs = slices.DeleteFunc(m.slabs, func(x *slab) bool { return x == s })
	return nil
}

// Trim gives all memory that no allocation uses back to the host and joins the
// free ranges. Address space stays reserved. An error says that some released
// pages are still as they were; they are tried again with the next release.
func (m *Manager) Trim() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var errs error
	for _, s := range m.slabs {
		for k := range s.stripe {
			if err := s.stripe[k].trim(); err != nil {
				errs = errors.Join(errs, err)
			}
		}
	}
	return errs
}

// Close unmaps all slabs. While an allocation lives it does nothing and returns
// an error that matches [ErrLive], for code of it may be running or referred to.
// A second Close does nothing. A program that wants to keep what it loaded does
// not call Close.
func (m *Manager) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.allocs > 0 {
		return fmt.Errorf("mem: close: %w: %d of them, %d bytes", ErrLive, m.allocs, m.live)
	}
	m.closed = true
	var errs error
	left := m.slabs[:0]
	for _, s := range m.slabs {
		if err := m.sys.unmap(s.mem); err != nil {
			errs = errors.Join(errs, err)
			left = append(left, s)
		}
	}
	clear(m.slabs[len(left):])
	m.slabs = left
	return errs
}

// Stats is what a manager has at one moment. All sizes are bytes in whole pages.
type Stats struct {
	Slabs       int    // reservations
	Reserved    uint64 // address space of the slabs
	Committed   uint64 // accessible; an upper bound of what is in memory
	Allocations int    // that live
	Live        uint64 // in them
	Held        uint64 // released, to be given back together with others
	Kept        uint64 // free, zeroed and still in memory
	FreeRanges  int    // runs of free pages in all stripes; 3 a slab when all is free
}

// Stats returns the present figures.
func (m *Manager) Stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	st := Stats{Slabs: len(m.slabs), Allocations: m.allocs, Live: m.live}
	for _, s := range m.slabs {
		st.Reserved += uint64(len(s.mem))
		for k := range s.stripe {
			t := &s.stripe[k]
			st.Committed += uint64(t.committed) * t.page
			st.Held += uint64(t.heldPages) * t.page
			st.Kept += uint64(t.keptPages) * t.page
			st.FreeRanges += t.free.count() + len(t.held) + len(t.kept)
		}
	}
	return st
}

// Mappings counts the mappings of the host that the slabs consist of.
func (m *Manager) Mappings() (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	used, err := m.sys.maps()
	if err != nil {
		return 0, err
	}
	n := 0
	for _, s := range m.slabs {
		for _, u := range used {
			if u.lo < s.base+uint64(len(s.mem)) && s.base < u.hi {
				n++
			}
		}
	}
	return n, nil
}
