package symbolize

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// intern returns the index of a string in list, which it is appended to if it is new.
func (r *reader) intern(s []byte, list *[]string, index map[string]uint32) uint32 {
	if n, ok := index[string(s)]; ok {
		return n
	}
	if r.maxText -= len(s) + 16; r.maxText < 0 {
		return 0
	}
	n := uint32(len(*list))
	*list = append(*list, string(s))
	index[(*list)[n]] = n
	return n
}

// extent appends the ranges of code that an entry has.
func (r *reader) extent(u *unit, e *entryOf, out []span) ([]span, error) {
	if e.ranges.Class != units.None {
		return r.rangeList(u, e.ranges, out)
	}
	low, ok := r.Address(&u.Unit, e.low)
	if !ok {
		return out, nil
	}
	high, ok := r.Address(&u.Unit, e.high)
	if !ok && e.high.Class == units.Const {
		high, ok = low+e.high.U, true
	}
	if !ok {
		return out, nil
	}
	return append(out, span{low, high}), nil
}

// rangeList reads a list of ranges: .debug_ranges before DWARF 5, then .debug_rnglists.
func (r *reader) rangeList(u *unit, v units.Value, out []span) ([]span, error) {
	if u.Version >= 5 {
		return r.rnglist(u, v, out)
	}
	c := units.At(r.Ranges, v.U+u.RangesBase, r.Big)
	base, top := u.low, uint64(1)<<(8*u.AddrSize-1)
	top += top - 1
	for {
		a, b := c.Uint(u.AddrSize), c.Uint(u.AddrSize)
		if !r.Step(1) || len(out) > r.maxFuncs {
			return out, units.ErrTooMuch
		}
		switch {
		case c.Bad:
			return out, fmt.Errorf(".debug_ranges has no end of the list at %#x", v.U)
		case a == 0 && b == 0:
			return out, nil
		case a == top:
			base = b
		case a < b:
			out = append(out, span{(base + a) & top, (base + b) & top})
		}
	}
}

// rnglist reads a list of .debug_rnglists (DWARF 5, section 7.25).
func (r *reader) rnglist(u *unit, v units.Value, out []span) ([]span, error) {
	off := v.U
	if v.Class == units.List {
		c, ok := r.Indexed(r.Rnglists, u.ListBase, v.U, u.Wide)
		if !ok {
			return out, fmt.Errorf(".debug_rnglists has no list %d", v.U)
		}
		off = u.ListBase + c.Offset(u.Wide)
	}
	c := units.At(r.Rnglists, off, r.Big)
	base := u.low
	addrx := func() uint64 {
		a, ok := r.Address(&u.Unit, units.Value{U: c.ULEB(), Class: units.Addrx})
		if !ok {
			c.Bad = true
		}
		return a
	}
	for {
		kind := c.U8()
		if !r.Step(1) || len(out) > r.maxFuncs {
			return out, units.ErrTooMuch
		}
		var s span
		switch kind {
		case 0:
			if !c.Bad {
				return out, nil
			}
		case 1:
			base = addrx()
		case 2:
			s = span{addrx(), addrx()}
		case 3:
			s.start = addrx()
			s.end = s.start + c.ULEB()
		case 4:
			s.start = base + c.ULEB()
			s.end = base + c.ULEB()
		case 5:
			base = c.Uint(u.AddrSize)
		case 6:
			s = span{c.Uint(u.AddrSize), c.Uint(u.AddrSize)}
		case 7:
			s.start = c.Uint(u.AddrSize)
			s.end = s.start + c.ULEB()
		default:
			c.Bad = true
		}
		if c.Bad {
			return out, fmt.Errorf(".debug_rnglists has no end of the list at %#x, or an entry that is not known", off)
		}
		if s.start < s.end {
			out = append(out, s)
		}
	}
}
