package units

// Text returns a string value, nil if it has none that can be read.
func (r *Data) Text(u *Unit, v Value) []byte {
	var from []byte
	switch v.Class {
	case Here:
		from = u.Info
	case Str:
		from = r.Str
	case LineStr:
		from = r.LineStr
	case Strx:
		c, ok := r.Indexed(r.StrOff, u.StrBase, v.U, u.Wide)
		if !ok {
			return nil
		}
		from, v.U = r.Str, c.Offset(u.Wide)
	default:
		return nil
	}
	c := At(from, v.U, r.Big)
	s := c.CString()
	if !r.Step(len(s) / 16) {
		return nil
	}
	return s
}

// Indexed returns a cursor at a row of a table of offsets.
func (r *Data) Indexed(b []byte, base, i uint64, wide bool) (Cursor, bool) {
	size := uint64(4)
	if wide {
		size = 8
	}
	if i >= uint64(len(b)) || base > uint64(len(b)) {
		return Cursor{}, false
	}
	c := At(b, base+i*size, r.Big)
	return c, !c.Bad
}

// Address returns the address that a value is.
func (r *Data) Address(u *Unit, v Value) (uint64, bool) {
	switch v.Class {
	case Addr:
		return v.U, true
	case Addrx:
		if v.U >= uint64(len(r.Addr)) || u.AddrBase > uint64(len(r.Addr)) {
			return 0, false
		}
		c := At(r.Addr, u.AddrBase+v.U*uint64(u.AddrSize), r.Big)
		a := c.Uint(u.AddrSize)
		return a, !c.Bad
	}
	return 0, false
}
