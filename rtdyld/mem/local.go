package mem

import "errors"

const (
	// commitStep is how much of a stripe is made writable at a time.
	commitStep = 1 << 20
	// keepBytes is how many bytes of free pages a stripe keeps in memory, zeroed:
	// clearing a page costs a tenth of getting it from the host again.
	keepBytes = 256 << 10
	// keepWanted is the most that a stripe keeps once pieces as large as those that it gave
	// back have been asked for again, as who links the same again and again does. What is
	// larger comes in huge pages, which cost no more than clearing them.
	keepWanted = hugePiece
)

// local is a stripe's memory in this process, changed without a mapper between.
// Every page of the stripe is in one of these states:
//
//	free at or above committed   no access
//	free below committed         writable, zero, mostly not in memory
//	kept                         writable, zero, in memory
//	given out                    writable; after Finalize as final says
//	held                         released, contents and permissions as they were
type local struct {
	sys       *system // nil: the stripe is behind a mapper, and nothing is held or kept
	mem       []byte
	final     prot
	committed uint32 // pages below are accessible
	kept      []extent
	held      []extent
	keptPages uint32
	heldPages uint32
	most      uint32 // pages that are kept at most; 0: keepBytes
	gave      uint32 // pages of the largest piece that was given back since most grew
	packed    bool   // it is of small pieces, see packed.go
	pages     pageTable
}

// newSlab cuts a reservation in this process, whose target address is base, in stripes of
// the given sizes.
func newSlab(sys *system, mem []byte, base uint64, sizes stripeSizes, final [numStripes]prot, huge bool) *slab {
	s := &slab{mem: mem, base: base, size: uint64(len(mem))}
	s.init(sizes, sys.page, huge)
	for k := range s.stripe {
		t := &s.stripe[k]
		off := t.base - s.base
		end := off + t.size
		t.sys, t.mem, t.final, t.packed = sys, mem[off:end:end], final[k%numStripes], k >= numStripes
	}
	return s
}

func (t *stripe) bytes(e extent) []byte {
	lo, hi := uint64(e.start)*t.unit, uint64(e.end())*t.unit
	return t.mem[lo:hi:hi]
}

// takeKept takes n of the pages that are zeroed and in memory.
func (t *local) takeKept(n uint32) (extent, bool) {
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

// missed notes that so many pages are taken that are not in memory. If pages as many
// were given back before, the like of them is kept from then on.
func (t *stripe) missed(n uint32) {
	if n <= t.gave && uint64(n) <= keepWanted/t.unit {
		t.most, t.gave = max(t.most, n), 0
	}
}

// keepMost is how many pages are kept at most.
func (t *stripe) keepMost() uint32 { return max(t.most, uint32(keepBytes/t.unit)) }

// commit makes the pages below end accessible, and some more, so that most
// allocations cost no system call.
func (t *stripe) commit(end uint32) error {
	if end <= t.committed {
		return nil
	}
	step := uint64(commitStep)
	if t.huge && uint64(end)*t.unit > hugeFrom {
		step = hugeSize
		if uint64(t.committed)*t.unit <= hugeFrom {
			t.sys.huge(t.mem[hugeFrom:])
		}
	}
	p := protRW
	if t.packed {
		p, end = t.final, uint32(alignUp(uint64(end)*t.unit, t.sys.page)/t.unit)
	}
	ahead := uint32(min(alignUp(uint64(end)*t.unit, step), t.size) / t.unit)
	err := t.sys.protect(t.bytes(extent{t.committed, ahead - t.committed}), p)
	if err != nil && ahead > end { // RLIMIT_DATA may allow less
		ahead = end
		err = t.sys.protect(t.bytes(extent{t.committed, ahead - t.committed}), p)
	}
	if err == nil {
		t.committed = ahead
	}
	return err
}

// put takes a released piece back. Up to batch pages are held; what goes over that
// is given back, all at a time.
func (t *stripe) put(e extent, batch uint32) error {
	if t.packed {
		t.putPacked(e)
		return nil
	}
	t.hold(e)
	if t.heldPages <= batch {
		return nil
	}
	return t.cleanHeld(true)
}

func (t *local) hold(e extent) {
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
	keep = keep && t.keptPages+e.n <= t.keepMost()
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
		t.gave = max(t.gave, e.n)
		t.free.add(e)
		return nil
	}
	t.kept = insert(t.kept, e)
	t.keptPages += e.n
	return nil
}

// forget has a stripe keep no more than at first.
func (t *local) forget() { t.most, t.gave = 0, 0 }

// trim gives all pages that are not in use back to the host and joins them.
func (t *stripe) trim() error {
	if t.packed {
		return t.trimPacked()
	}
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
