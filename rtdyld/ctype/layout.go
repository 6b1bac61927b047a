package ctype

// Layout places the fields of a struct or union by the rules of the model's compilers, and sets
// Offset and BitOffset of its fields, its Size and its Align. Of the fields it reads types,
// BitSize and Align; of the type Kind, Packed, Flexible, and an Align of more than the fields
// need as what _Alignas says of the whole. It fails with a *TypeError.
func (m *Model) Layout(t *Type) error {
	if t.Kind != Struct && t.Kind != Union {
		return &TypeError{Type: t.String(), Msg: "has no fields"}
	}
	l := layout{m: m, t: t, align: max(t.Align, 1)}
	for i := range t.Fields {
		if err := l.field(i); err != nil {
			return err
		}
	}
	size := (l.end + 7) / 8
	if size > 1<<40 {
		return &TypeError{Type: t.String(), Msg: "is larger than any memory"}
	}
	t.Align, t.Size = l.align, up(size, l.align)
	return nil
}

// layout is a struct that is being laid out; positions are in bits.
type layout struct {
	m        *Model
	t        *Type
	align    uint64 // bytes
	pos, end uint64
	// Of Microsoft's bit-fields: the size of the memory that the last field shares, 0 for none,
	// and where it ends.
	unit, unitEnd uint64
}

// up rounds up to a multiple of n, a power of 2.
func up(v, n uint64) uint64 { return (v + n - 1) &^ (n - 1) }

func (l *layout) field(i int) error {
	f := &l.t.Fields[i]
	fail := func(msg string) error { return &TypeError{Type: l.t.String(), Field: f.Name, Msg: msg} }
	switch {
	case f.Type == nil || f.Type.Kind == Void || f.Type.Kind == Function || f.Type.Opaque:
		return fail("is not a complete type")
	case f.Type.Size > 1<<40 || l.pos > 1<<44:
		return fail("is larger than any memory")
	case f.Align&(f.Align-1) != 0 || f.Type.Align&(f.Type.Align-1) != 0:
		return fail("has an alignment that is no power of 2")
	}
	align := max(f.Type.Align, 1)
	if l.t.Packed {
		align = 1
	}
	align = max(align, f.Align)
	if l.t.Kind == Union {
		l.pos = 0
		l.unit = 0
	}
	if f.BitSize != 0 {
		if uint64(f.BitSize) > f.Type.Size*8 || f.Type.Kind > Uint && f.Type.Kind != Enum {
			return fail("is no bit-field of its type")
		}
		l.bits(f, align)
	} else {
		if l.unit != 0 {
			l.pos, l.unit = l.unitEnd, 0
		}
		l.pos = up(l.pos, align*8)
		f.Offset, f.BitOffset = l.pos/8, 0
		l.pos += f.Type.Size * 8
	}
	l.align = max(l.align, align)
	l.end = max(l.end, l.pos)
	return nil
}

// bits places a bit-field.
func (l *layout) bits(f *Field, align uint64) {
	size, width := f.Type.Size*8, uint64(f.BitSize)
	if l.m.MSBitFields {
		if l.unit != size || l.pos+width > l.unitEnd {
			if l.unit != 0 {
				l.pos = l.unitEnd
			}
			l.pos = up(l.pos, align*8)
			l.unit, l.unitEnd = size, l.pos+size
			l.end = max(l.end, l.unitEnd)
		}
	} else if a := align * 8; f.Align != 0 {
		l.pos = up(l.pos, a)
	} else if !l.t.Packed && (l.pos%a+width+a-1)/a > size/a {
		// It would not lie within one object of its type.
		l.pos = up(l.pos, a)
	}
	f.Offset, f.BitOffset = l.pos/8, uint16(l.pos%8)
	l.pos += width
}
