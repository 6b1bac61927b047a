package mem

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
)

// enter takes the gate: it is waited for no longer than ctx allows.
func (m *Manager) enter(ctx context.Context) error {
	select {
	case m.gate <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (m *Manager) leave() { <-m.gate }

// takeNow takes the pieces of a batch from a slab that there is and that lies
// where the batch is wanted. m.mu is held.
func (m *Manager) takeNow(w *want, a *allocation) error {
	switch {
	case w.low:
		return m.takeFrom((*slab).low, w, a)
	case w.near[0] != 0:
		near := func(s *slab) bool { return w.reached(s.base, s.size) }
		if err := m.takeFrom(near, w, a); err != errFull || w.near != m.noNear {
			return err
		}
	}
	return m.takeFrom(notScarce, w, a)
}

// notScarce passes slabs for everybody: low memory, of which there is little, is for
// those who ask for it.
func notScarce(s *slab) bool { return !s.scarce }

// takeFrom takes the pieces from the first of the slabs that pass which has room.
// m.mu is held.
func (m *Manager) takeFrom(pass func(*slab) bool, w *want, a *allocation) error {
	for _, s := range m.slabs {
		if s.gone || !pass(s) {
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

// findRoom takes the pieces of a batch that takeNow found no room for: from what
// is held, or from a new slab where the batch is wanted, or else, unless it must be
// low, from one elsewhere.
func (m *Manager) findRoom(ctx context.Context, w *want, a *allocation) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.leave()
	_ = m.drain(ctx) // what is not given back is no room
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.takeNow(w, a); err != errFull {
		return err // somebody else was here meanwhile
	}
	if w.low {
		return m.grow(ctx, Placement{Low: true}, w, a)
	}
	if w.near[0] != 0 && w.near != m.noNear {
		err := m.grow(ctx, Placement{Near: w.near}, w, a)
		if err == nil && w.reached(a.slab.base, a.slab.size) {
			return nil
		}
		m.noNear = w.near
		if err == nil || ctx.Err() != nil {
			return err
		}
		if err := m.takeFrom(notScarce, w, a); err != errFull {
			return err
		}
	}
	err := m.grow(ctx, Placement{}, w, a)
	if err != nil && m.takeFrom((*slab).low, w, a) == nil {
		return nil
	}
	return err
}

// grow takes the pieces from a new slab. Gate and m.mu are held; m.mu is given up
// for the time that it takes to reserve.
func (m *Manager) grow(ctx context.Context, where Placement, w *want, a *allocation) error {
	var s *slab
	_ = m.dropWanted() // what stays mapped is in the list still
	err := m.unlocked(func() (err error) { s, err = m.newSlab(ctx, where, w); return err })
	if err != nil {
		return err
	}
	m.want(s)
	m.slabs = append(m.slabs, s)
	m.noteLocked(ctx, "slab reserved", s)
	piece, err := s.take(w)
	if err == nil {
		a.slab, a.piece = s, piece
		return nil
	}
	m.remove(s)
	return m.unlocked(func() error { return errors.Join(err, m.unreserve(context.WithoutCancel(ctx), s)) })
}

// want notes that a slab for one batch in this process is to stay when it is empty, with its pages: if one as large has gone before. m.mu is held.
func (m *Manager) want(s *slab) {
	if s.wanted = s.once && m.mapper == nil && s.size <= m.gone && s.largest() <= keepWanted; !s.wanted {
		return
	}
	for k := range s.stripe {
		s.stripe[k].most = uint32(keepWanted / m.page)
	}
}

// dropWanted unmaps slabs that are empty and were to stay. m.mu is held.
func (m *Manager) dropWanted() (errs error) {
	for _, s := range slices.Clone(m.slabs) {
		if s.wanted && s.live == 0 {
			errs = errors.Join(errs, m.drop(s))
		}
	}
	return errs
}

// drop unmaps a slab in this process. m.mu is held.
func (m *Manager) drop(s *slab) error {
	if err := m.sys.unmap(s.mem); err != nil {
		return err // it stays, empty
	}
	m.remove(s)
	return nil
}

// unlocked calls f without m.mu, which is held before and afterwards, also if a mapper panics.
func (m *Manager) unlocked(f func() error) error {
	m.mu.Unlock()
	defer m.mu.Lock()
	return f()
}

// newSlab reserves a slab that has room for the batch, with the usual stripes
// unless the host has less.
func (m *Manager) newSlab(ctx context.Context, where Placement, w *want) (*slab, error) {
	where.Huge = m.huge && max(w.size[stripeCode], w.size[stripeReadOnly], w.size[stripeWritable]) >= hugePiece
	for size := m.size; ; size /= 2 {
		sizes, total := w.stripes(size, m.page)
		if m.packs {
			total += sizes.pack(size, m.page)
		}
		if total > maxSlab {
			if size > commitStep {
				continue
			}
			return nil, &LimitError{What: "slab", Asked: total, Limit: maxSlab}
		}
		largest := max(sizes[stripeCode], sizes[stripeReadOnly], sizes[stripeWritable])
		huge := m.huge && (w.asked >= hugeMin || largest >= hugeFrom+hugeSize) // some of it may have huge pages
		s, err := m.reserve(ctx, sizes, total, where, huge)
		if err == nil {
			s.once = largest > m.size
			s.scarce = where.Low
			if m.mapper == nil {
				if huge && s.base%hugeSize == 0 {
					s.hugeFirst(m.sys, w)
				}
				s.commitFirst(m.sys, w)
			}
			return s, nil
		}
		if size <= commitStep || ctx.Err() != nil || m.mapper != nil && !errors.Is(err, ErrNoSpace) {
			return nil, err
		}
	}
}

// reserve reserves a slab with the given stripes, total bytes together. huge: in this process it may have huge pages.
func (m *Manager) reserve(ctx context.Context, sizes stripeSizes, total uint64, where Placement, huge bool) (*slab, error) {
	if m.mapper != nil {
		return m.reserveMapped(ctx, sizes, total, where)
	}
	here := where
	base := uint64(0)
	if m.apart {
		var err error
		if base, err = m.freeAddr(total, where); err != nil {
			return nil, err
		}
		here = Placement{}
	}
	b, err := m.sys.reserveAt(total, here, huge)
	if err != nil {
		return nil, err
	}
	if !m.apart {
		base = address(b)
	}
	return newSlab(m.sys, b, base, sizes, m.final, huge), nil
}

// note logs what became of a slab.
func (m *Manager) note(ctx context.Context, what string, s *slab, err error) {
	if m.log == nil {
		return
	}
	attrs := []slog.Attr{slog.Uint64("addr", s.base), slog.Uint64("bytes", s.size)}
	if err != nil {
		attrs = append(attrs, slog.Any("error", err))
	}
	m.log.LogAttrs(ctx, slog.LevelDebug, what, attrs...)
}

// noteLocked is note where m.mu is held.
func (m *Manager) noteLocked(ctx context.Context, what string, s *slab) {
	if m.log != nil {
		_ = m.unlocked(func() error { m.note(ctx, what, s, nil); return nil })
	}
}

// lastAddr is the end of the target addresses that are handed out where no request asks for
// others: all 64-bit systems have such addresses.
const lastAddr = 1 << 46

// freeAddr finds size target addresses that no slab has, the lowest, or the nearest to
// where they are wanted. The gate is held, so that no other call looks.
func (m *Manager) freeAddr(size uint64, where Placement) (uint64, error) {
	lo, hi, target := uint64(FirstAddr), uint64(lastAddr), uint64(FirstAddr)
	switch {
	case where.Low:
		hi = lowEnd
	case where.Near != [2]uint64{}:
		w := want{near: where.Near}
		near, end := w.window(size)
		lo, hi = max(near, lowStart), end
		target = where.Near[0] + (where.Near[1]-where.Near[0])/2
	}
	m.mu.Lock()
	used := make([]span, 0, len(m.slabs)+1)
	for _, s := range m.slabs {
		used = append(used, span{s.base, s.base + s.size})
	}
	m.mu.Unlock()
	slices.SortFunc(used, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	used = append(used, span{math.MaxUint64, math.MaxUint64}) // a gap has an end
	addr, ok := gap(used, size, hugeSize, lo, hi, target)
	if !ok {
		return 0, &SystemError{Op: "find gap", Addr: lo, Size: size, Err: errTaken, Kind: ErrNoSpace}
	}
	return addr, nil
}

// unreserve gives slabs back that have been taken out of the list. Those that stay
// are in the list again, to be tried once more.
func (m *Manager) unreserve(ctx context.Context, slabs ...*slab) (errs error) {
	defer func() {
		if len(slabs) > 0 { // a mapper has panicked
			_ = m.unreserve(ctx, slabs...)
		}
	}()
	for len(slabs) > 0 {
		s := slabs[0]
		slabs = slabs[1:]
		errs = errors.Join(errs, m.unreserveOne(ctx, s))
	}
	return errs
}

// unreserveOne is unreserve for one of them.
func (m *Manager) unreserveOne(ctx context.Context, s *slab) (err error) {
	released := false
	defer func() {
		if !released { // also if the mapper panics
			m.mu.Lock()
			s.gone = m.mapper != nil
			m.slabs = append(m.slabs, s)
			m.mu.Unlock()
		}
	}()
	if m.mapper != nil {
		err = m.mapper.Release(ctx, s.base)
	} else {
		err = m.sys.unmap(s.mem)
	}
	released = err == nil
	m.note(ctx, "slab released", s, err)
	return err
}
