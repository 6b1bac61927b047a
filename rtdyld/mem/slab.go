package mem

import "errors"

const (
	// hugeFrom is where in a stripe huge pages begin: what fits below is too small
	// to pay for the clearing of one. In a virtual machine whose host takes free
	// memory back, a huge page often has to be got from there first, for some
	// milliseconds, while small ones come from what is at hand; so small is meant
	// generously. A slab's first batch has them below, too, see hugeFirst.
	hugeFrom = 2 * hugeSize
	// hugePiece is the least piece that starts at a huge page.
	hugePiece = 4 << 20
	// hugeMin is how much of a piece's last huge page must be used to pay for it: it
	// is cleared in the time of about 200 faults of small pages, less where memory is
	// warm.
	hugeMin = 1 << 20
	// populateMin is the least piece whose pages are got all at a time, which takes half as long as a fault a page.
	// What is writable may have pages that are never touched, and what is larger than
	// hugeMin is better got by those who copy, in parallel.
	populateMin = 32 << 10
)

// errFull says that a slab has no room for a batch.
var errFull = errors.New("slab is full")

// slab is one reservation and its stripes.
type slab struct {
	mem    []byte // all of it in this process; nil behind a mapper
	base   uint64 // target address
	size   uint64
	stripe [2 * numStripes]stripe
	live   int  // allocations in it
	once   bool // made for one large batch: goes when it is empty, unless it is wanted
	wanted bool // the like of it was asked for again when it had gone: stays while no batch needs a larger one
	scarce bool // reserved for those who need low memory
	gone   bool // a mapper failed to release it: of no use any more
}

// stripe is a part of a slab whose pages end with the same permissions. It is
// given out in units: pages, or less behind a mapper. A unit is free or not; the
// rest is of memory in this process (see local).
type stripe struct {
	base uint64
	size uint64
	unit uint64 // bytes
	huge bool   // hugeFrom and above may have huge pages
	free ranges
	local
}

// stripeSizes are the sizes of a slab's stripes, in bytes.
type stripeSizes [2 * numStripes]uint64

// init cuts a slab in stripes of the given sizes.
func (s *slab) init(sizes stripeSizes, unit uint64, huge bool) {
	base := s.base
	for k := range s.stripe {
		t := &s.stripe[k]
		t.base, t.size, t.unit = base, sizes[k], unit
		if k >= numStripes {
			t.unit = packedUnit
		}
		t.huge = huge && k < numStripes && base%hugeSize == 0 && sizes[k] >= hugeFrom+hugeSize
		if sizes[k] > 0 {
			t.free.add(extent{0, uint32(sizes[k] / t.unit)})
		}
		base += sizes[k]
	}
}

// hugeFirst has the batch that a slab in this process is made for be in huge pages, of which each holds pieces that pay for
// it: pages of several stripes are broken up when permissions change, which takes less time than they have saved.
func (s *slab) hugeFirst(sys *system, w *want) {
	if w.asked < hugeMin {
		return
	}
	var lo, hi uint64 // a run of them
	for at := uint64(0); at+hugeSize <= s.size; at += hugeSize {
		if s.first(w, at) < hugeMin {
			continue
		}
		if at != hi && lo < hi {
			sys.huge(s.mem[lo:hi])
		}
		if at != hi {
			lo = at
		}
		hi = at + hugeSize
	}
	if lo < hi {
		sys.huge(s.mem[lo:hi])
	}
}

// commitFirst makes what the batch that a slab in this process is made for takes pieces of writable by one system call, if whole stripes
// are, which lie side by side. What the host refuses take tries again, a stripe at a time.
func (s *slab) commitFirst(sys *system, w *want) {
	if w.first != 0 {
		return
	}
	first, end, n := 0, 0, 0
	for k := range w.size {
		if w.size[k] == 0 {
			continue
		}
		if s.stripe[k].size > commitStep {
			return
		}
		if n++; n == 1 {
			first = k
		}
		end = k + 1
	}
	if n < 2 {
		return
	}
	lo, hi := s.stripe[first].base-s.base, s.stripe[end-1].base+s.stripe[end-1].size-s.base
	if sys.protect(s.mem[lo:hi], protRW) != nil {
		return
	}
	for k := first; k < end; k++ {
		t := &s.stripe[k]
		t.committed = uint32(t.size / t.unit)
	}
}

// first is how many bytes of the first batch lie in the huge page at an offset. Those that fit finds room for behind hugeFrom do not count.
func (s *slab) first(w *want, at uint64) (used uint64) {
	for k := range w.size {
		t := &s.stripe[k]
		lo := t.base - s.base
		hi := lo + w.size[k]
		if t.huge && w.size[k] >= hugePiece && hugeFrom+w.size[k] <= t.size {
			continue
		}
		if lo, hi = max(lo, at), min(hi, at+hugeSize); lo < hi {
			used += hi - lo
		}
	}
	return used
}

// largest is the size of the largest stripe.
func (s *slab) largest() uint64 {
	return max(s.stripe[stripeCode].size, s.stripe[stripeReadOnly].size, s.stripe[stripeWritable].size)
}

// low reports whether all of the slab is below 2 GiB.
func (s *slab) low() bool { return s.base+s.size <= lowEnd }

// take takes a piece of each stripe, all or none. errFull: there is no room.
func (s *slab) take(w *want) (piece [numStripes]extent, err error) {
	for k := range w.size {
		if w.size[k] == 0 {
			continue
		}
		piece[k], w.kept[k], err = s.stripe[w.first+k].take(w.size[k], w.align[k])
		if err != nil {
			for j := range k {
				s.stripe[w.first+j].untake(piece[j])
			}
			return piece, err
		}
	}
	s.live++
	return piece, nil
}

// put takes back the pieces of an allocation. They are released whatever the
// error, which says that pages stay held until another try.
func (s *slab) put(first int, piece *[numStripes]extent, batch uint32) error {
	s.live--
	var errs error
	for k := range piece {
		if piece[k].n > 0 {
			if err := s.stripe[first+k].put(piece[k], batch); err != nil {
				errs = errors.Join(errs, err)
			}
		}
	}
	return errs
}

// untake takes back pieces that were not written to.
func (s *slab) untake(first int, piece *[numStripes]extent) {
	s.live--
	for k := range piece {
		s.stripe[first+k].untake(piece[k])
	}
}

// addr is the address of a piece.
func (t *stripe) addr(e extent) uint64 { return t.base + uint64(e.start)*t.unit }

// take finds room for size bytes, and makes it writable in this process. kept: it is in memory already.
func (t *stripe) take(size, align uint64) (e extent, kept bool, err error) {
	if size > t.size {
		return extent{}, false, errFull
	}
	n := uint32(alignUp(size, t.unit) / t.unit)
	if t.packed {
		e, err = t.takePacked(n, align)
		return e, false, err
	}
	if align <= t.unit {
		if e, ok := t.takeKept(n); ok {
			return e, true, nil
		}
	}
	e, ok := t.fit(n, align)
	if !ok && t.keptPages+t.heldPages > 0 {
		_ = t.trim() // what stays held is no room
		e, ok = t.fit(n, align)
	}
	if !ok {
		return extent{}, false, errFull
	}
	if t.sys != nil {
		if err := t.commit(e.end()); err != nil {
			return extent{}, false, err
		}
	}
	t.free.take(e)
	t.missed(n)
	return e, false, nil
}

// fit finds the lowest place for n units. If there is room, a large piece starts
// at a huge page, and in this process ends at one if it uses most of the last: the
// host breaks a huge page up for good when the permissions of a part of it change.
func (t *stripe) fit(n uint32, align uint64) (extent, bool) {
	whole := uint32(hugeSize / t.unit)
	if t.huge && uint64(n)*t.unit >= hugePiece {
		long := n
		if rest := n % whole; t.sys != nil && uint64(rest)*t.unit >= hugeMin {
			long += whole - rest
		}
		if start, ok := t.free.fit(long, uint32(hugeFrom/t.unit), t.base, t.unit, max(align, hugeSize)); ok {
			return extent{start, long}, true
		}
	}
	start, ok := t.free.fit(n, 0, t.base, t.unit, align)
	return extent{start, n}, ok
}

// untake takes back a piece that was not written to: it is still zero.
func (t *stripe) untake(e extent) {
	switch {
	case e.n == 0:
	case t.packed:
		t.putPacked(e)
	default:
		t.free.add(e)
	}
}

// freePages is how many bytes of whole pages of the stripe are not in use.
func (t *stripe) freePages(page uint64) uint64 {
	var sum uint64
	for _, c := range t.free.chunks {
		for _, e := range c.ext {
			lo, hi := alignUp(uint64(e.start)*t.unit, page), uint64(e.end())*t.unit&^(page-1)
			sum += max(lo, hi) - lo
		}
	}
	return sum
}
