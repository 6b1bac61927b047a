package abi

import "github.com/go-rtdyld/rtdyld/rtdyld/ctype"

// cdecl386Rules are those of the i386 psABI, version 1.1, section 2.2.3, as Linux has them.
type cdecl386Rules struct{ *planner }

func newCdecl386(p *planner) rules { return cdecl386Rules{p} }

func (r cdecl386Rules) result(t *ctype.Type, a *Arg) *planError {
	switch {
	case r.refused(t):
		return r.noRule(t)
	case t.Kind == ctype.Float && t.Size == 2, t.Kind == ctype.Complex && t.Size == 4, t.Kind == ctype.Vector:
		a.Moves = []Move{{In: InVec, Size: uint32(t.Size)}}
	case t.Kind == ctype.Float:
		a.Moves = []Move{{In: InX87, Size: uint32(min(t.Size, 10))}}
	case composite(t) || t.Size > 8:
		if t.Size == 0 {
			return nil
		}
		a.Indirect, a.Align = true, int(max(t.Align, 4))
		r.plan.Hidden = Move{In: InStack, Extend: ExtendZero, Size: 4}
		a.Moves = []Move{{In: InInt, Extend: ExtendZero, Size: 4}}
		r.stack, r.plan.Pops = 4, 4
	default:
		r.inInts(t, a, 0, 0, t.Size)
	}
	return nil
}

func (r cdecl386Rules) param(t *ctype.Type, a *Arg) *planError {
	align := uint64(4)
	switch {
	case r.refused(t), composite(t) && hasVector(t): // GCC aligns it on the stack, clang does not
		return r.noRule(t)
	case t.Size == 0:
		return nil
	case t.Kind == ctype.Vector && !r.base && r.vecs < 3:
		a.Moves = []Move{{In: InVec, Reg: uint8(r.vecs), Size: uint32(t.Size)}}
		r.vecs++
		r.plan.Vecs = r.vecs
		return nil
	case t.Kind == ctype.Vector && t.Size > 16:
		return r.noRule(t) // GCC and clang align them differently
	case t.Kind == ctype.Vector:
		align = 16
	}
	r.onStack(t, a, align)
	return nil
}

// refused reports types that compilers pass in different ways: vectors of 8 bytes, __float128, larger vectors inside
// of structs, C++'s empty structs.
func (r cdecl386Rules) refused(t *ctype.Type) bool {
	switch t.Kind {
	case ctype.Vector:
		return t.Size != 16 && t.Size != 32 && t.Size != 64
	case ctype.Float:
		return t.Size == 16 || t.Format == ctype.DoubleDouble
	case ctype.Complex:
		return r.refused(t.Elem)
	case ctype.Array:
		return r.inside(t.Elem)
	case ctype.Struct, ctype.Union:
		if t.Size > 0 && len(t.Fields) == 0 {
			return true
		}
		for _, f := range t.Fields {
			if r.inside(f.Type) {
				return true
			}
		}
	}
	return false
}

// inside is refused for a part of a struct.
func (r cdecl386Rules) inside(t *ctype.Type) bool {
	return t.Kind == ctype.Vector && t.Size != 16 || r.refused(t)
}

// hasVector reports a vector, or one in a struct.
func hasVector(t *ctype.Type) bool {
	switch t.Kind {
	case ctype.Vector:
		return true
	case ctype.Array:
		return hasVector(t.Elem)
	}
	for _, f := range t.Fields {
		if hasVector(f.Type) {
			return true
		}
	}
	return false
}
