package symbolize

import "fmt"

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

// text returns a string value, nil if it has none that can be read.
func (r *reader) text(u *unit, v value) []byte {
	var from []byte
	switch v.class {
	case classHere:
		from = u.info
	case classStr:
		from = r.str
	case classLineStr:
		from = r.lineStr
	case classStrx:
		c, ok := r.indexed(r.strOff, u.strBase, v.u, u.wide)
		if !ok {
			return nil
		}
		from, v.u = r.str, c.offset(u.wide)
	default:
		return nil
	}
	c := at(from, v.u, r.big)
	s := c.CString()
	if !r.step(len(s) / 16) {
		return nil
	}
	return s
}

// indexed returns a cursor at a row of a table of offsets.
func (r *reader) indexed(b []byte, base, i uint64, wide bool) (cursor, bool) {
	size := uint64(4)
	if wide {
		size = 8
	}
	if i >= uint64(len(b)) || base > uint64(len(b)) {
		return cursor{}, false
	}
	c := at(b, base+i*size, r.big)
	return c, !c.Bad
}

// address returns the address that a value is.
func (r *reader) address(u *unit, v value) (uint64, bool) {
	switch v.class {
	case classAddr:
		return v.u, true
	case classAddrx:
		if v.u >= uint64(len(r.addr)) || u.addrBase > uint64(len(r.addr)) {
			return 0, false
		}
		c := at(r.addr, u.addrBase+v.u*uint64(u.addrSize), r.big)
		a := c.Uint(u.addrSize)
		return a, !c.Bad
	}
	return 0, false
}

// extent appends the ranges of code that an entry has.
func (r *reader) extent(u *unit, e *entryOf, out []span) ([]span, error) {
	if e.ranges.class != classNone {
		return r.rangeList(u, e.ranges, out)
	}
	low, ok := r.address(u, e.low)
	if !ok {
		return out, nil
	}
	high, ok := r.address(u, e.high)
	if !ok && e.high.class == classConst {
		high, ok = low+e.high.u, true
	}
	if !ok {
		return out, nil
	}
	return append(out, span{low, high}), nil
}

// rangeList reads a list of ranges: .debug_ranges before DWARF 5, then .debug_rnglists.
func (r *reader) rangeList(u *unit, v value, out []span) ([]span, error) {
	if u.version >= 5 {
		return r.rnglist(u, v, out)
	}
	c := at(r.ranges, v.u+u.rangesBase, r.big)
	base, top := u.low, uint64(1)<<(8*u.addrSize-1)
	top += top - 1
	for {
		a, b := c.Uint(u.addrSize), c.Uint(u.addrSize)
		if !r.step(1) || len(out) > r.maxFuncs {
			return out, errTooMuch
		}
		switch {
		case c.Bad:
			return out, fmt.Errorf(".debug_ranges has no end of the list at %#x", v.u)
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
func (r *reader) rnglist(u *unit, v value, out []span) ([]span, error) {
	off := v.u
	if v.class == classList {
		c, ok := r.indexed(r.rnglists, u.listBase, v.u, u.wide)
		if !ok {
			return out, fmt.Errorf(".debug_rnglists has no list %d", v.u)
		}
		off = u.listBase + c.offset(u.wide)
	}
	c := at(r.rnglists, off, r.big)
	base := u.low
	addrx := func() uint64 {
		a, ok := r.address(u, value{c.ULEB(), classAddrx})
		if !ok {
			c.Bad = true
		}
		return a
	}
	for {
		kind := c.U8()
		if !r.step(1) || len(out) > r.maxFuncs {
			return out, errTooMuch
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
			base = c.Uint(u.addrSize)
		case 6:
			s = span{c.Uint(u.addrSize), c.Uint(u.addrSize)}
		case 7:
			s.start = c.Uint(u.addrSize)
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
