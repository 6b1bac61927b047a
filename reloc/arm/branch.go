package arm

import (
	"github.com/go-rtdyld/rtdyld/objfmt"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// How the branch of a row gets to its target, see [Arch].Branch.
const (
	armCall uint8 = 1 + iota // BL and BLX in ARM: one becomes the other
	armJump                  // ARM branches that may be conditional or leave no return address
	thmCall                  // BL and BLX in Thumb
	thmJump                  // other Thumb branches
	armBare                  // ARM branches whose addend does not count the program counter's lead in
	thmBare                  // Thumb branches of that kind, on systems without ARM code
	thmAny                   // Thumb branches of either kind
	numKinds
)

// exchange says which of them stay in their instruction set.
var exchange = [numKinds]Exchange{armJump: FromARM, armBare: FromARM, thmJump: FromThumb, thmAny: FromThumb}

// How far the program counter is ahead of the instruction, in bytes.
const (
	armAhead = 8
	thmAhead = 4
)

// branch writes a branch, see [Arch].Branch. A call to a function of the other
// instruction set becomes BLX, one within a set BL; all others go through the stub
// where they cannot get to their target by themselves. Only functions tell their
// set: to anything else a branch goes as it is.
//
// A stub leads to S. A branch to some other place behind S has none.
func branch(e *Env, h *Howto, insn []byte, sym objfmt.SymbolID, s, a, p uint64) (uint64, bool) {
	switch h.Relax {
	case armBare:
		a -= armAhead
		return fromARM(e, h, insn, sym, s, a, p)
	case armCall, armJump:
		return fromARM(e, h, insn, sym, s, a, p)
	case thmBare:
		a -= thmAhead
	}
	return fromThumb(e, h, insn, sym, s, a, p)
}

// distance is S + A - P in an address space of 4 GiB. Bit 0 of S is no part of an
// address.
func distance(s, a, p uint64) int64 { return int64(int32(s&^1 + a - p)) }

// within reports whether the field of a row takes a distance.
func within(h *Howto, d, align int64) bool {
	f := &fields[h.Field-FieldArch]
	return d >= f.Min && d <= f.Max && d&(align-1) == 0
}

// Opcodes of ARM state, the upper byte of the instruction.
const (
	opBL  = 0xeb
	opBLX = 0xfa // and 0xfb
)

func fromARM(e *Env, h *Howto, insn []byte, sym objfmt.SymbolID, s, a, p uint64) (uint64, bool) {
	op := insn[3]
	call := op == opBL || op&^1 == opBLX
	d := distance(s, a, p)
	if !call && op&0x0e != 0x0a {
		return uint64(d), false // no branch
	}
	toThumb := s&1 != 0
	if toThumb != (op&^1 == opBLX) && !e.IsFunc(sym) {
		toThumb = !toThumb // nobody knows better than the instruction
	}
	align := int64(4)
	if toThumb {
		align = 2
	}
	if direct := s != 0 && (call || !toThumb) && within(h, d, align); !direct {
		stub := e.StubOf(sym)
		if stub == 0 || int32(a) != -armAhead {
			return failed(h, d, toThumb && !call)
		}
		d, toThumb = distance(stub+stubARM, a, p), false
		if !within(h, d, 4) {
			return uint64(d), false
		}
	}
	if call && toThumb {
		insn[3] = opBLX
	} else if call {
		insn[3] = opBL
	}
	putBranch(insn, uint64(d))
	return 0, true
}

func fromThumb(e *Env, h *Howto, insn []byte, sym objfmt.SymbolID, s, a, p uint64) (uint64, bool) {
	call, blx := false, false
	if len(insn) == 4 {
		op := insn[3] & 0xd0
		call, blx = op&0xc0 == 0xc0, op == 0xc0
	}
	if blx && h.Relax == thmAny {
		a -= p & 2 // its addend is the displacement of BLX, which counts from a multiple of 4
	}
	d := distance(s, a, p)
	toThumb := s&1 != 0 || h.Relax == thmBare
	if toThumb == blx && h.Relax != thmBare && !e.IsFunc(sym) {
		toThumb = !blx
	}
	align := int64(2)
	if !toThumb {
		align = 4
		d += int64(p & 2) // BLX counts from a multiple of 4
	}
	if direct := s != 0 && (call || toThumb) && within(h, d, align); !direct {
		stub := e.StubOf(sym)
		if stub == 0 || int32(a) != -thmAhead {
			return failed(h, d, !toThumb && !call)
		}
		d, toThumb = distance(stub+stubThumb, a, p), true
		if !within(h, d, 2) {
			return uint64(d), false
		}
	}
	if call && toThumb {
		insn[3] |= 0x10
	} else if call {
		insn[3] &^= 0x10
	}
	if h.Field == thmBranch {
		putThumbBranch(insn, uint64(d))
	} else {
		fields[h.Field-FieldArch].Put(insn, uint64(d))
	}
	return 0, true
}

// failed is what branch returns for a distance that the branch does not take. One
// that it would take but for the instruction set is shown with the bit that tells.
func failed(h *Howto, d int64, set bool) (uint64, bool) {
	if set && within(h, d, 1) {
		d |= 1
	}
	return uint64(d), false
}
