package mem

import "errors"

const (
	// commitStep is how much of a stripe is made writable at a time.
	commitStep = 1 << 20
	// hugeFrom is where in a stripe huge pages begin: what fits below is too small
	// to pay for the clearing of one. In a virtual machine whose host takes free
	// memory back, a huge page often has to be got from there first, for some
	// milliseconds, while small ones come from what is at hand; so small is meant
	// generously.
	hugeFrom = 2 * hugeSize
	// hugePiece is the least piece that starts at a huge page.
	hugePiece = 4 << 20
	// hugeMin is how much of a piece's last huge page must be used to pay for it: it
	// is cleared in the time of about 200 faults of small pages, less where memory is
	// warm.
	hugeMin = 1 << 20
	// keepBytes is how many bytes of free pages a stripe keeps in memory, zeroed:
	// clearing a page costs a tenth of getting it from the host again.
	keepBytes = 256 << 10
)

// errFull says that a slab has no room for a batch.
var errFull = errors.New("slab is full")

// slab is one reservation and its stripes.
type slab struct {
	mem    []byte
	base   uint64
	stripe [numStripes]stripe
	live   int  // allocations in it
	once   bool // made for one large batch: goes when it is empty
}

// stripe is a part of a slab whose pages end with the same permissions. Every
// page of it is in one of these states:
//
//	free at or above committed   no access
//	free below committed         writable, zero, mostly not in memory
//	kept                         writable, zero, in memory
//	given out                    writable; after Finalize as final says
//	held                         released, contents and permissions as they were
type stripe struct {
	sys       *system
	mem       []byte
	base      uint64
	page      uint64
	final     prot
	huge      bool   // hugeFrom and above has huge pages once it is committed
	committed uint32 // pages below are accessible
	free      ranges
	kept      []extent
	held      []extent
	keptPages uint32
	heldPages uint32
}

// newSlab cuts a reservation in stripes of the given sizes.
func newSlab(sys *system, mem []byte, sizes [numStripes]uint64, final [numStripes]prot, huge bool) *slab {
	s := &slab{mem: mem, base: address(mem)}
	var off uint64
	for k := range s.stripe {
		t := &s.stripe[k]
		end := off + sizes[k]
		t.sys, t.page, t.final = sys, sys.page, final[k]
		t.mem, t.base = mem[off:end:end], s.base+off
		t.huge = huge && t.base%hugeSize == 0 && sizes[k] >= hugeFrom+hugeSize
		t.free.add(extent{0, uint32(sizes[k] / sys.page)})
		off = end
	}
	return s
}

// low reports whether all of the slab is below 2 GiB.
func (s *slab) low() bool { return s.base+uint64(len(s.mem)) <= lowEnd }

// take takes a piece of each stripe, all or none. errFull: there is no room.
func (s *slab) take(w *want) (piece [numStripes]extent, err error) {
	for k := range s.stripe {
		if w.size[k] == 0 {
			continue
		}
		piece[k], err = s.stripe[k].take(w.size[k], w.align[k])
		if err != nil {
			for j := range k {
				s.stripe[j].untake(piece[j])
			}
			return piece, err
		}
	}
	s.live++
	return piece, nil
}

// put takes back the pieces of an allocation. They are released whatever the
// error, which says that pages stay held until another try.
func (s *slab) put(piece *[numStripes]extent, batch uint32) error {
	s.live--
	var errs error
	for k := range s.stripe {
		if piece[k].n > 0 {
			if err := s.stripe[k].put(piece[k], batch); err != nil {
				errs = errors.Join(errs, err)
			}
		}
	}
	return errs
}

func (t *stripe) bytes(e extent) []byte {
	lo, hi := uint64(e.start)*t.page, uint64(e.end())*t.page
	return t.mem[lo:hi:hi]
}

// take finds pages for size bytes and makes them writable.
func (t *stripe) take(size, align uint64) (extent, error) {
	if size > uint64(len(t.mem)) {
		return extent{}, errFull
	}
	n := uint32(alignUp(size, t.page) / t.page)
	if align <= t.page {
		if e, ok := t.takeKept(n); ok {
			return e, nil
		}
	}
	e, ok := t.fit(n, align)
	if !ok && t.keptPages+t.heldPages > 0 {
		_ = t.trim() // what stays held is no room
		e, ok = t.fit(n, align)
	}
	if !ok {
		return extent{}, errFull
	}
	if err := t.commit(e.end()); err != nil {
		return extent{}, err
	}
	t.free.take(e)
	return e, nil
}

// fit finds the lowest place for n pages. If there is room, a large piece starts
// at a huge page, and ends at one if it uses most of the last: the host breaks a
// huge page up for good when the permissions of a part of it change.
func (t *stripe) fit(n uint32, align uint64) (extent, bool) {
	whole := uint32(hugeSize / t.page)
	if t.huge && uint64(n)*t.page >= hugePiece {
		long := n
		if rest := n % whole; uint64(rest)*t.page >= hugeMin {
			long += whole - rest
		}
		if start, ok := t.free.fit(long, uint32(hugeFrom/t.page), t.base, t.page, max(align, hugeSize)); ok {
			return extent{start, long}, true
		}
	}
	start, ok := t.free.fit(n, 0, t.base, t.page, align)
	return extent{start, n}, ok
}

// takeKept takes n of the pages that are zeroed and in memory.
func (t *stripe) takeKept(n uint32) (extent, bool) {
	if t.keptPages < n {
		return extent{}, false
	}
	for i, e := range t.kept {
		switch {
		case e.n < n:
			continue
		case e.n == n:
			t.kept = append(t.kept[:i], t.kept[i+1:]...)
		default:
			t.kept[i] = extent{e.start + n, e.n - n}
		}
		t.keptPages -= n
		return extent{e.start, n}, true
	}
	return extent{}, false
}

// untake gives back a piece that nobody has seen: it is still zero.
func (t *stripe) untake(e extent) {
	if e.n > 0 {
		t.free.add(e)
	}
}

// commit makes the pages below end accessible, and some more, so that most
// allocations cost no system call.
func (t *stripe) commit(end uint32) error {
	if end <= t.committed {
		return nil
	}
	step := uint64(commitStep)
	if t.huge && uint64(end)*t.page > hugeFrom {
		step = hugeSize
		if uint64(t.committed)*t.page <= hugeFrom {
			t.sys.huge(t.mem[hugeFrom:])
		}
	}
	ahead := uint32(min(alignUp(uint64(end)*t.page, step), uint64(len(t.mem))) / t.page)
	err := t.sys.protect(t.bytes(extent{t.committed, ahead - t.committed}), protRW)
	if err != nil && ahead > end { // RLIMIT_DATA may allow less
		ahead = end
		err = t.sys.protect(t.bytes(extent{t.committed, ahead - t.committed}), protRW)
	}
	if err == nil {
		t.committed = ahead
	}
	return err
}

// put takes a released piece back. Up to batch pages are held; what goes over that
// is given back, all at a time.
func (t *stripe) put(e extent, batch uint32) error {
	t.hold(e)
	if t.heldPages <= batch {
		return nil
	}
	return t.cleanHeld(true)
}

func (t *stripe) hold(e extent) {
	t.held = insert(t.held, e)
	t.heldPages += e.n
}

// cleanHeld gives back all that is held. What the host refuses stays held.
func (t *stripe) cleanHeld(keep bool) error {
	var errs error
	var room [16]extent
	held := append(room[:0], t.held...)
	t.held, t.heldPages = t.held[:0], 0
	for _, e := range held {
		if err := t.clean(e, keep); err != nil {
			errs = errors.Join(errs, err)
		}
	}
	return errs
}

// clean makes pages writable and zero, and free: in memory if there are few of
// them, else given back to the host.
func (t *stripe) clean(e extent, keep bool) error {
	b := t.bytes(e)
	keep = keep && uint64(t.keptPages)+uint64(e.n) <= keepBytes/t.page
	// Pages that are locked in memory cannot be discarded.
	zero := !keep && t.sys.discard(b) == nil
	if t.final != protRW || zero && t.sys.hides {
		if err := t.sys.protect(b, protRW); err != nil {
			t.hold(e)
			return err
		}
	}
	if !zero {
		clear(b)
	}
	if !keep {
		t.free.add(e)
		return nil
	}
	t.kept = insert(t.kept, e)
	t.keptPages += e.n
	return nil
}

// trim gives all pages that nobody uses back to the host and joins them.
func (t *stripe) trim() error {
	for _, e := range t.kept {
		b := t.bytes(e) // zero already
		if t.sys.discard(b) == nil && t.sys.hides && t.sys.protect(b, protRW) != nil {
			t.hold(e)
			continue
		}
		t.free.add(e)
	}
	t.kept, t.keptPages = t.kept[:0], 0
	return t.cleanHeld(false)
}
