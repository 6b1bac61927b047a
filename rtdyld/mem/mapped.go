package mem

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// check refuses traits that no memory has.
func (tr Traits) check() error {
	switch {
	case bits.OnesCount64(tr.Page) != 1 || tr.Page > hugeSize:
		return &MapperError{"Traits", fmt.Sprintf("pages of %d bytes", tr.Page)}
	case bits.OnesCount64(tr.Unit) != 1 || tr.Unit > tr.Page:
		return &MapperError{"Traits", fmt.Sprintf("units of %d bytes in pages of %d", tr.Unit, tr.Page)}
	}
	return nil
}

// reserveMapped reserves a slab, and believes nothing that the mapper says.
func (m *Manager) reserveMapped(ctx context.Context, sizes stripeSizes, total uint64, where Placement) (*slab, error) {
	r, err := m.mapper.Reserve(ctx, total, where)
	if err != nil {
		return nil, err
	}
	s := &slab{base: r.Addr, size: total}
	m.mu.Lock()
	msg := m.wrong(r, total, where)
	m.mu.Unlock()
	if msg != "" {
		// It stays reserved: a mapper that answers so may mean other addresses than it says.
		return nil, &MapperError{"Reserve", fmt.Sprintf("%d bytes at %#x for %d bytes asked: %s", r.Size, r.Addr, total, msg)}
	}
	s.init(sizes, m.unit, where.Huge)
	return s, nil
}

// wrong returns what is wrong with a reservation, "" if nothing is. m.mu is held.
func (m *Manager) wrong(r Range, total uint64, where Placement) string {
	switch {
	case r.Size < total:
		return "too small"
	case r.Addr&(m.page-1) != 0:
		return "not at a page"
	case r.Addr+r.Size < r.Addr:
		return "wraps around"
	case where.Low && r.Addr+total > lowEnd:
		return "not below 2 GiB"
	}
	for _, s := range m.slabs {
		if r.Addr < s.base+s.size && s.base < r.Addr+total {
			return "over another"
		}
	}
	return ""
}

// mapped is the memory of one batch behind a mapper.
type mapped struct {
	allocation
	open *unfinished // nil once it is finalized or released
	id   InitID
	lost error                       // of the Initialize that failed
	live atomic.Pointer[shownBlocks] // blocks where Initialize has moved data; nil: it has not
}

// shownBlocks are blocks of which some lie elsewhere now.
type shownBlocks struct {
	list []rtdyld.Block
	few  [3]rtdyld.Block // memory for list
}

// Blocks implements [rtdyld.Allocation]. After Finalize Mem of writable blocks is what
// code sees, if the mapper has that here; elsewhere, and what was asked for before, is what was
// written. It must not be touched after Release.
func (a *mapped) Blocks() []rtdyld.Block {
	if live := a.live.Load(); live != nil {
		return live.list
	}
	return a.blocks
}

// moved takes note of where the mapper shows data.
func (a *mapped) moved(segs []Segment) {
	blocks := a.blocks
	var to *shownBlocks
	for i := range segs {
		s := &segs[i]
		if s.Kind != objfmt.KindWritable || uint64(len(s.Mem)) < s.Size {
			continue
		}
		for j, b := range blocks {
			off := b.Addr - s.Addr
			if off >= s.Size || address(b.Mem) == address(s.Mem)+off {
				continue
			}
			if to == nil { // others have blocks
				to = new(shownBlocks)
				to.list = append(to.few[:0], blocks...)
				blocks = to.list
			}
			end := off + uint64(len(b.Mem))
			blocks[j].Mem = s.Mem[off:end:end]
		}
	}
	if to != nil {
		a.live.Store(to)
	}
}

// unfinished is what is to be initialized.
type unfinished struct {
	segs    [numStripes]Segment // the first n, contents as Prepare gave them
	n       int
	at      int // in Manager.open
	actions []Action
}

// allocateMapped is Allocate behind a mapper.
func (m *Manager) allocateMapped(ctx context.Context, w *want, reqs []rtdyld.Request) (_ rtdyld.Allocation, err error) {
	a, u := &mapped{allocation: allocation{m: m}}, new(unfinished)
	if err := m.place(ctx, w, &a.allocation); err != nil {
		return nil, err
	}
	prepared := false
	defer func() {
		if !prepared { // also if the mapper panics
			err = errors.Join(err, nested.Each(func() error {
				m.giveUp(context.WithoutCancel(ctx), u)
				return nil
			}, func() error { return m.giveBack(ctx, a) }))
		}
	}()
	var piece [numStripes][]byte
	var addr [numStripes]uint64
	for k, e := range a.piece {
		if e.n == 0 {
			continue
		}
		addr[k] = a.slab.stripe[k].addr(e)
		b, err := m.mapper.Prepare(ctx, addr[k], w.size[k])
		if err == nil && uint64(len(b)) < w.size[k] {
			err = &MapperError{"Prepare", fmt.Sprintf("%d bytes for %d bytes asked", len(b), w.size[k])}
		}
		if err != nil {
			return nil, err
		}
		piece[k] = b[:w.size[k]:w.size[k]]
		u.segs[u.n] = Segment{Addr: addr[k], Size: w.size[k], Mem: piece[k], Kind: m.kind[k]}
		u.n++
	}
	a.blocks = cut(reqs, w.joined, &piece, &addr, a.few[:])
	a.open = u
	m.mu.Lock()
	u.at = len(m.open)
	m.open = append(m.open, u)
	m.mu.Unlock()
	prepared = true
	return a, nil
}

// shut takes what is to be initialized of an allocation, nil if there is nothing: no
// actions come to it any more. m.mu is held.
func (m *Manager) shut(a *mapped) *unfinished {
	u := a.open
	if u == nil {
		return nil
	}
	n := len(m.open) - 1
	last := m.open[n]
	m.open[u.at], last.at = last, u.at
	m.open[n] = nil
	m.open, a.open = m.open[:n], nil
	return u
}

// AddActions has calls run with the allocation that addr is in: the finalize calls by
// Finalize, when its memory is initialized, the dealloc calls by Release, before it
// is given back; in the order added, dealloc calls in reverse. They travel with
// the mapper's Initialize, so that registering call frames costs an executor
// elsewhere no round trip more. If a finalize call fails, Finalize returns an
// *[ActionError], and the memory is lost.
//
// It must be called before Finalize. addr is any of the allocation's blocks, which
// is where sections run unless they were mapped elsewhere; an rtdyld.LoadNotifier knows
// them. Errors match [ErrNoAllocation] or, for a manager that New made,
// objfmt.ErrUnsupported: it has nothing that runs calls.
func (m *Manager) AddActions(addr uint64, actions ...Action) error {
	if m.mapper == nil {
		return fmt.Errorf("mem: actions without a mapper: %w", objfmt.ErrUnsupported)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range slices.Backward(m.open) { // mostly it is the last
		for i := range u.segs[:u.n] {
			if s := &u.segs[i]; addr >= s.Addr && addr-s.Addr < s.Size {
				u.actions = append(u.actions, actions...)
				return nil
			}
		}
	}
	return fmt.Errorf("mem: actions at %#x: %w", addr, ErrNoAllocation)
}

// Finalize implements [rtdyld.Allocation] with one Initialize for all of it. A
// second call does nothing. After an error the contents are lost: all that can be
// done is Release.
func (a *mapped) Finalize(ctx context.Context) error {
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
	case failed:
		return fmt.Errorf("mem: %w: %w", ErrLost, a.lost)
	}
	a.m.mu.Lock()
	u := a.m.shut(a)
	a.m.mu.Unlock()
	if u.n > 0 {
		a.state, a.lost = failed, errPanicked // until it has returned
		id, err := a.m.mapper.Initialize(ctx, Initialization{Segments: u.segs[:u.n:u.n], Actions: u.actions})
		if err == nil && id == 0 {
			err = &MapperError{"Initialize", "no id"}
		}
		if a.lost = err; err != nil {
			return err
		}
		a.id, a.acts = id, len(u.actions) > 0
		a.moved(u.segs[:u.n])
	}
	a.state = finalized
	return nil
}

// errPanicked is the error of an Initialize that has not returned.
var errPanicked = &MapperError{"Initialize", "it panicked"}

// Release implements [rtdyld.Allocation]. It is not stopped by ctx. The allocation
// is gone whatever the error, which is that of Deinitialize: of its own memory, or
// of what was released before it and held.
func (a *mapped) Release(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.state == released {
		return ErrReleased
	}
	a.state = released
	if ctx.Done() != nil { // else it does not end
		ctx = context.WithoutCancel(ctx)
	}
	m := a.m
	if a.id == 0 {
		return m.giveBack(ctx, a)
	}
	if a.acts || uint64(a.bytes) > m.batch {
		return nested.Each(func() error { return m.mapper.Deinitialize(ctx, a.id) }, func() error { return m.giveBack(ctx, a) })
	}
	m.mu.Lock()
	m.uncount(&a.allocation)
	m.later.hold(a)
	over := m.later.bytes > m.batch
	m.mu.Unlock()
	if !over {
		return nil
	}
	_ = m.enter(ctx) // which is never cancelled
	defer m.leave()
	return m.drain(ctx)
}

// giveUp ends the writing to what was prepared and is not to be initialized. Where the
// executor is this process, that is memory at which code may have run before or runs beside it. A
// mapper that refuses has it as it was, until it is prepared again.
func (m *Manager) giveUp(ctx context.Context, u *unfinished) {
	if u == nil || u.n == 0 || !m.mapper.Traits().Live {
		return
	}
	for i := range u.segs[:u.n] {
		u.segs[i].Mem, u.segs[i].Life = nil, FinalizeOnly
	}
	if id, err := m.mapper.Initialize(ctx, Initialization{Segments: u.segs[:u.n]}); err == nil {
		_ = m.mapper.Deinitialize(ctx, id) // of nothing
	}
}

// giveBack takes the pieces of an allocation back that is not initialized, or not
// any more.
func (m *Manager) giveBack(ctx context.Context, a *mapped) (err error) {
	m.mu.Lock()
	u := m.shut(a)
	m.mu.Unlock()
	defer func() { // also if the mapper panics
		m.mu.Lock()
		m.uncount(&a.allocation)
		s := a.slab
		if s != nil {
			s.untake(0, &a.piece)
		}
		empty := s != nil && s.once && s.live == 0
		if empty {
			m.remove(s)
		}
		m.mu.Unlock()
		if empty {
			err = m.unreserve(ctx, s)
		}
	}()
	m.giveUp(ctx, u)
	return nil
}

// later is what was released and is to be deinitialized together.
type later struct {
	held  []heldPiece
	spare []heldPiece // empty, for the next
	bytes uint64
	ids   []InitID // of drain
}

// heldPiece is a released allocation. Its slab counts it as live.
type heldPiece struct {
	id    InitID
	slab  *slab
	piece [numStripes]extent
	bytes uint32
}

func (l *later) hold(a *mapped) {
	l.held = append(l.held, heldPiece{a.id, a.slab, a.piece, a.bytes})
	l.bytes += uint64(a.bytes)
}

// drop forgets what is held: the mapper deinitializes it with its slab.
func (l *later) drop() { l.held, l.bytes = nil, 0 }

// drain deinitializes all that is held. It is free then, whatever the error. The
// gate is held.
func (m *Manager) drain(ctx context.Context) (err error) {
	l := &m.later
	m.mu.Lock()
	held := l.held
	if len(held) > 0 {
		l.held, l.spare = l.spare, nil
	}
	m.mu.Unlock()
	if len(held) == 0 {
		return nil
	}
	l.ids = l.ids[:0]
	for i := range held {
		l.ids = append(l.ids, held[i].id)
	}
	defer func() { // also if the mapper panics
		err = errors.Join(err, m.unreserve(ctx, m.unhold(held)...))
	}()
	return m.mapper.Deinitialize(context.WithoutCancel(ctx), l.ids...)
}

// unhold takes pieces back that were held, and lists the slabs that are to go with them.
func (m *Manager) unhold(held []heldPiece) (empty []*slab) {
	l := &m.later
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range held {
		h := &held[i]
		h.slab.untake(0, &h.piece)
		l.bytes -= uint64(h.bytes)
		if h.slab.once && h.slab.live == 0 {
			m.remove(h.slab)
			empty = append(empty, h.slab)
		}
	}
	clear(held)
	l.spare = held[:0]
	return empty
}

// trimMapped is Trim behind a mapper.
func (m *Manager) trimMapped(ctx context.Context) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.leave()
	return nested.Each(func() error { return m.drain(ctx) }, func() error { return m.unreserve(ctx, m.takeEmpty()...) })
}

// takeEmpty takes the slabs out of the list that have no allocations.
func (m *Manager) takeEmpty() (empty []*slab) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range slices.Clone(m.slabs) {
		if s.live == 0 {
			m.remove(s)
			empty = append(empty, s)
		}
	}
	return empty
}
