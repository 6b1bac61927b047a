package rtdyld

import "math/bits"

// demand is how much was in use at a time lately, in whatever unit: so much may lie idle, to be taken again.
type demand struct {
	now, before int // the most in this period and in the one before
	taken       int // in this period
}

// take notes that n were taken, so that so many are in use. A period ends when all of them were taken some times.
func (d *demand) take(n, inUse int) {
	d.now = max(d.now, inUse)
	if d.taken += n; d.taken > 4*d.now {
		d.before, d.now, d.taken = d.now, inUse, 0
	}
}

// idle is how much may lie idle while so much is in use, least in any case.
func (d *demand) idle(inUse, least int) int { return max(inUse, least, d.now, d.before) }

// unitSize is what memory of functions is given out in, bytes.
const unitSize = instanceUnit

// units says which units of a block are in use, a bit each. Runs of them are taken where the first one fits behind what was taken last, and
// starts has a bit for the first unit of each, so that one that is given back twice is noticed.
type units struct {
	used, starts []uint64
	n            int // all of them
	free         int
	next         int // where to look first
	most         int // no run of more than that is free
}

func newUnits(n int) units {
	words := make([]uint64, 2*((n+63)/64))
	return units{used: words[:len(words)/2], starts: words[len(words)/2:], n: n, free: n, most: n}
}

// take takes n units, more than 0, from a multiple of align on; false if there is no room.
func (u *units) take(n, align int) (at int, ok bool) {
	if n > u.most {
		return 0, false
	}
	at = u.find(u.next, u.n, n, align)
	if at < 0 {
		at = u.find(0, u.n, n, align)
	}
	if at < 0 {
		if align == 1 {
			u.most = n - 1
		}
		return 0, false
	}
	fill(u.used, at, at+n)
	u.starts[at/64] |= 1 << (at % 64)
	u.free -= n
	u.next = at + n
	return at, true
}

// give gives n units back that were taken together; false if they are not.
func (u *units) give(at, n int) bool {
	bit := uint64(1) << (at % 64)
	if u.starts[at/64]&bit == 0 {
		return false
	}
	u.starts[at/64] &^= bit
	empty(u.used, at, at+n)
	u.free += n
	u.most = u.n
	if u.free == u.n {
		u.next = 0
	}
	return true
}

// find returns the first run of n free units between lo and hi, or -1.
func (u *units) find(lo, hi, n, align int) int {
	for {
		lo = (lo + align - 1) &^ (align - 1)
		if lo+n > hi {
			return -1
		}
		end := next(u.used, lo, lo+n, 0)
		if end == lo+n {
			return lo
		}
		lo = next(u.used, end, hi, ^uint64(0))
	}
}

// next is the first of the bits between lo and hi that is set, or clear if flip is all ones; hi if none is.
func next(words []uint64, lo, hi int, flip uint64) int {
	for lo < hi {
		if w := (words[lo/64] ^ flip) >> (lo % 64); w != 0 {
			return min(lo+bits.TrailingZeros64(w), hi)
		}
		lo = (lo/64 + 1) * 64
	}
	return hi
}

// fill sets the bits between lo and hi.
func fill(words []uint64, lo, hi int) {
	for ; lo < hi; lo = (lo/64 + 1) * 64 {
		words[lo/64] |= mask(lo, hi)
	}
}

// empty clears the bits between lo and hi.
func empty(words []uint64, lo, hi int) {
	for ; lo < hi; lo = (lo/64 + 1) * 64 {
		words[lo/64] &^= mask(lo, hi)
	}
}

// mask has the bits of lo's word from lo on, those below hi.
func mask(lo, hi int) uint64 {
	m := ^uint64(0) << (lo % 64)
	if end := (lo/64 + 1) * 64; hi < end {
		m &= ^uint64(0) >> (end - hi)
	}
	return m
}
