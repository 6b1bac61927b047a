package abi

import "github.com/go-rtdyld/rtdyld/rtdyld/ctype"

// aapcs64Rules are those of the Procedure Call Standard for the Arm 64-bit Architecture (2022Q3),
// section 6.8.2; the letters are its own.
type aapcs64Rules struct{ *planner }

func newAAPCS64(p *planner) rules { return aapcs64Rules{p} }

// vector gives the size and the number of vector registers that a value takes, 0 if it takes none.
func (r aapcs64Rules) vector(t *ctype.Type) (size uint64, n int, err *planError) {
	switch t.Kind {
	case ctype.Float:
		if t.Format == ctype.DoubleDouble || t.Format == ctype.Extended80 {
			return 0, 0, r.noRule(t)
		}
	case ctype.Vector:
		if t.Size != 8 && t.Size != 16 {
			return 0, 0, r.noRule(t)
		}
	}
	size, n = homogeneous(t)
	return size, n, nil
}

func (r aapcs64Rules) result(t *ctype.Type, a *Arg) *planError {
	size, n, err := r.vector(t)
	switch {
	case err != nil:
		return err
	case n > 0:
		inVecs(a, 0, size, n)
	case t.Size > 16:
		a.Indirect, a.Align = true, int(max(t.Align, 8))
		r.plan.Hidden = Move{In: InInt, Extend: ExtendZero, Reg: 8, Size: 8}
	default:
		r.inInts(t, a, 0, 0, t.Size)
	}
	return nil
}

func (r aapcs64Rules) param(t *ctype.Type, a *Arg) *planError {
	size, n, err := r.vector(t)
	align := natural(t)
	switch {
	case err != nil:
		return err
	case t.Size == 0:
		return nil
	case n > 0 && r.vecs+n <= 8: // C.1, C.2
		inVecs(a, r.vecs, size, n)
		r.vecs += n
		r.plan.Vecs = r.vecs
		return nil
	case n > 0: // C.3
		r.vecs = 8
	case t.Size > 16: // B.4
		return r.address(a, r, t, 8)
	default:
		words := int(t.Size+7) / 8
		if align >= 16 { // C.10
			r.ints += r.ints & 1
		}
		if r.ints+words <= 8 { // C.9, C.11, C.12
			r.inInts(t, a, r.ints, 0, t.Size)
			r.ints += words
			return nil
		}
		r.ints = 8 // C.13
	}
	if align > 8 { // C.14
		align = 16
	}
	r.onStack(t, a, align)
	return nil
}

// inVecs has n numbers in vector registers from reg on.
func inVecs(a *Arg, reg int, size uint64, n int) {
	for i := range n {
		a.Moves = append(a.Moves, Move{In: InVec, Reg: uint8(reg + i), Size: uint32(size), Offset: uint32(i) * uint32(size)})
	}
}
