package abi

import "github.com/go-rtdyld/rtdyld/rtdyld/ctype"

// homogeneous finds what the procedure call standards of Arm call a homogeneous aggregate: a value that
// consists of one to four floating point numbers or short vectors of one kind. It gives the size
// of one and their number, 0 if the value is none.
func homogeneous(t *ctype.Type) (size uint64, n int) {
	var h aggregate
	if t.Size == 0 || !h.add(t) || h.n < 1 || h.n > 4 || h.size*uint64(h.n) != t.Size {
		return 0, 0
	}
	return h.size, h.n
}

// aggregate is what is known of a part of one.
type aggregate struct {
	size   uint64
	format ctype.Format // NoFormat: a vector
	n      int
}

// add adds a part; it reports false if there is something else in it.
func (h *aggregate) add(t *ctype.Type) bool {
	switch t.Kind {
	case ctype.Float:
		return t.Format != ctype.DoubleDouble && h.one(t.Size, t.Format, 1)
	case ctype.Vector:
		return (t.Size == 8 || t.Size == 16) && h.one(t.Size, ctype.NoFormat, 1)
	case ctype.Complex:
		return h.one(t.Elem.Size, t.Elem.Format, 2)
	case ctype.Array:
		if t.Len == 0 {
			return true
		}
		if t.Len > 4 && t.Elem.Size > 0 {
			return false
		}
		var e aggregate
		return e.add(t.Elem) && (e.n == 0 || h.one(e.size, e.format, e.n*int(t.Len)))
	case ctype.Struct, ctype.Union:
		var all aggregate
		for _, f := range t.Fields {
			if f.BitSize != 0 {
				return false
			}
			e := aggregate{size: all.size, format: all.format}
			if !e.add(f.Type) {
				return false
			}
			switch {
			case e.n == 0:
			case all.n == 0:
				all = e
			case all.size != e.size || all.format != e.format:
				return false
			case t.Kind == ctype.Union:
				all.n = max(all.n, e.n)
			default:
				all.n += e.n
			}
			if all.n > 4 {
				return false
			}
		}
		return all.n == 0 || all.size*uint64(all.n) == t.Size && h.one(all.size, all.format, all.n)
	}
	return false
}

// one adds n numbers.
func (h *aggregate) one(size uint64, format ctype.Format, n int) bool {
	if h.n > 0 && (h.size != size || h.format != format) {
		return false
	}
	h.size, h.format, h.n = size, format, h.n+n
	return true
}

// natural is the natural alignment of a type: of a struct what its fields need, whatever
// _Alignas says of the whole.
func natural(t *ctype.Type) uint64 {
	if !composite(t) {
		if t.Kind == ctype.Array {
			return natural(t.Elem)
		}
		return max(t.Align, 1)
	}
	align := uint64(1)
	for _, f := range t.Fields {
		a := natural(f.Type)
		if t.Packed {
			a = 1
		}
		align = max(align, a, f.Align)
	}
	return min(align, max(t.Align, 1))
}
