package check

// Instruction sets of words, 16 or 32 bits: a row says which bits of the word are
// fixed and which fields are operands. A word that fits no row is not decoded.

// wordRow is a row. Of several that a word fits, the first counts.
type wordRow struct {
	mask, value uint32
	ok          func(w uint32) bool // nil: no further condition
	fields      []field
}

// field is an operand: a register, or an immediate from bits lo to lo+width-1 or
// from elsewhere.
type field struct {
	kind      fieldKind
	lo, width uint8
	scale     uint8 // the value is multiplied by 1<<scale
	get       func(w uint32) int64
}

type fieldKind uint8

const (
	fieldReg fieldKind = iota
	fieldUnsigned
	fieldSigned
	fieldGet   // computed by get
	fieldConst // lo
)

// rr is a register.
var rr = field{}

// uu is an unsigned field.
func uu(lo, width uint8) field { return field{kind: fieldUnsigned, lo: lo, width: width} }

// us is an unsigned field times 1<<scale.
func us(lo, width, scale uint8) field {
	return field{kind: fieldUnsigned, lo: lo, width: width, scale: scale}
}

// ss is a signed field times 1<<scale.
func ss(lo, width, scale uint8) field {
	return field{kind: fieldSigned, lo: lo, width: width, scale: scale}
}

// gg is a value that get computes.
func gg(get func(w uint32) int64) field { return field{kind: fieldGet, get: get} }

// kk is a constant.
func kk(v uint8) field { return field{kind: fieldConst, lo: v} }

// bits returns width bits of w from lo.
func bits(w uint32, lo, width uint8) uint32 { return w >> lo & (1<<width - 1) }

// decodeWord decodes w by the rows.
func decodeWord(rows []wordRow, w uint32, inst *Inst) bool {
	for i := range rows {
		r := &rows[i]
		if w&r.mask != r.value || r.ok != nil && !r.ok(w) {
			continue
		}
		for j := range r.fields {
			f := &r.fields[j]
			switch f.kind {
			case fieldReg:
				inst.reg()
			case fieldUnsigned:
				inst.imm(int64(bits(w, f.lo, f.width)) << f.scale)
			case fieldSigned:
				shift := 64 - f.width
				inst.imm(int64(uint64(bits(w, f.lo, f.width))<<shift) >> shift << f.scale)
			case fieldGet:
				inst.imm(f.get(w))
			case fieldConst:
				inst.imm(int64(f.lo))
			}
		}
		return true
	}
	return false
}
