package abi

import (
	"math/bits"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// aapcs32Rules are those of the Procedure Call Standard for the Arm Architecture (2022Q3), sections 6.5
// and 7.1.2; the letters are its own.
type aapcs32Rules struct {
	*planner
	vfp  bool   // the variant with floating point registers
	free uint16 // s0 to s15, a bit each
}

func newAAPCS32(p *planner) rules { return &aapcs32Rules{planner: p} }

// newAAPCS32VFP has the base standard for variadic functions.
func newAAPCS32VFP(p *planner) rules { return &aapcs32Rules{planner: p, vfp: !p.base, free: 0xffff} }

// vector gives the size and the number of the numbers or vectors that a value has in floating
// point registers, 0 if it is not passed there.
func (r *aapcs32Rules) vector(t *ctype.Type) (size uint64, n int, err *planError) {
	switch {
	case t.Kind == ctype.Float && t.Size > 8, t.Kind == ctype.Vector && t.Size != 8 && t.Size != 16:
		return 0, 0, r.noRule(t)
	case composite(t) && t.Size == 1 && len(t.Fields) == 0: // C++'s empty one
		return 0, 0, r.noRule(t)
	case !r.vfp:
		return 0, 0, nil
	}
	size, n = homogeneous(t)
	if size == 2 && (composite(t) || t.Kind == ctype.Complex) {
		return 0, 0, r.noRule(t)
	}
	return size, n, nil
}

// packsDoubleWords tells whether a packed struct or union, at any depth, has a member that has an alignment
// of 8 elsewhere.
func packsDoubleWords(t *ctype.Type, packed bool) bool {
	switch {
	case t.Kind == ctype.Array:
		return packsDoubleWords(t.Elem, packed)
	case !composite(t):
		return packed && t.Align > 4
	}
	for _, f := range t.Fields {
		if packsDoubleWords(f.Type, packed || t.Packed) {
			return true
		}
	}
	return false
}

func (r *aapcs32Rules) result(t *ctype.Type, a *Arg) *planError {
	size, n, err := r.vector(t)
	switch {
	case err != nil:
		return err
	case n > 0:
		inSingles(a, 0, size, n)
	case (composite(t) || t.Kind == ctype.Complex) && t.Size > 4:
		a.Indirect, a.Align = true, int(max(t.Align, 4))
		r.plan.Hidden = Move{In: InInt, Extend: ExtendZero, Size: 4}
		a.Moves = []Move{{In: InInt, Extend: ExtendZero, Size: 4}}
		r.ints = 1
	default:
		r.inInts(t, a, 0, 0, t.Size)
	}
	return nil
}

func (r *aapcs32Rules) param(t *ctype.Type, a *Arg) *planError {
	size, n, err := r.vector(t)
	align := min(max(natural(t), 4), 8)
	switch {
	case err != nil:
		return err
	case t.Size == 0:
		return nil
	case packsDoubleWords(t, false): // compilers differ in where it begins
		return r.noRule(t)
	case n > 0:
		if s := r.singles(size, n); s >= 0 { // C.1.vfp
			inSingles(a, s, size, n)
			r.plan.Vecs += n
			return nil
		}
		r.free = 0 // C.2.vfp
	default:
		words := int(t.Size+3) / 4
		if align == 8 { // C.3
			r.ints += r.ints & 1
		}
		left := max(4-r.ints, 0)
		if words <= left { // C.4
			r.inInts(t, a, r.ints, 0, t.Size)
			r.ints += words
			return nil
		}
		r.ints = 4
		if left > 0 && r.stack == 0 { // C.5
			r.inInts(t, a, 4-left, 0, uint64(left)*4)
			r.stack = up(t.Size, 4) - uint64(left)*4
			a.Moves = append(a.Moves, Move{In: InStack, Extend: extendOf(t), Size: uint32(t.Size) - uint32(left)*4, Offset: uint32(left) * 4})
			return nil
		}
	}
	r.onStack(t, a, align) // C.7, C.8
	return nil
}

// singles takes the first registers that are free for n numbers of a size, -1 if there are none.
func (r *aapcs32Rules) singles(size uint64, n int) int {
	each := max(int(size)/4, 1)
	mask := uint32(1)<<(each*n) - 1
	step := min(each, 2) // a vector of 16 bytes begins at each double register
	if each == 4 {
		step = 4
	}
	for s := 0; s+each*n <= 16; s += step {
		if m := uint16(mask << s); r.free&m == m && bits.OnesCount16(m) == each*n {
			r.free &^= m
			return s
		}
	}
	return -1
}

// inSingles has n numbers in floating point registers from s on.
func inSingles(a *Arg, s int, size uint64, n int) {
	for i := range n {
		a.Moves = append(a.Moves, Move{In: InVec, Reg: uint8(s + i*max(int(size)/4, 1)), Size: uint32(size), Offset: uint32(i) * uint32(size)})
	}
}
