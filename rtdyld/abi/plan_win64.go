package abi

import "github.com/go-rtdyld/rtdyld/rtdyld/ctype"

// win64Rules are those of Microsoft's "x64 calling convention", and where that has no such type
// what GCC and clang for MinGW do.
type win64Rules struct{ *planner }

func newWin64(p *planner) rules { return win64Rules{p} }

// fits reports a size that a register has.
func (win64Rules) fits(t *ctype.Type) bool {
	return t.Size == 1 || t.Size == 2 || t.Size == 4 || t.Size == 8
}

func (w win64Rules) result(t *ctype.Type, a *Arg) *planError {
	switch {
	case t.Size == 0:
		return w.noRule(t)
	case t.Kind == ctype.Float && t.Size <= 8, (t.Kind == ctype.Vector || integral(t)) && t.Size == 16:
		a.Moves = []Move{{In: InVec, Size: uint32(t.Size)}}
	case t.Kind == ctype.Vector:
		return w.noRule(t)
	case w.fits(t):
		w.inInts(t, a, 0, 0, t.Size)
	default:
		a.Indirect, a.Align = true, int(max(t.Align, 16))
		w.plan.Hidden = Move{In: InInt, Extend: ExtendZero, Size: 8}
		a.Moves = []Move{{In: InInt, Extend: ExtendZero, Size: 8}}
		w.ints = 1
	}
	return nil
}

func (w win64Rules) param(t *ctype.Type, a *Arg) *planError {
	switch {
	case t.Size == 0:
		return w.noRule(t)
	case !w.fits(t):
		return w.address(a, w, t, 16)
	case w.ints >= 4:
		w.onStack(t, a, 8)
	case t.Kind == ctype.Float:
		a.Moves = []Move{{In: InVec, Reg: uint8(w.ints), Size: uint32(t.Size)}}
	default:
		w.inInts(t, a, w.ints, 0, t.Size)
	}
	w.ints++
	return nil
}
