package arm

import (
	"github.com/go-rtdyld/rtdyld/objfmt"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// How the branch of a row gets to its target, see [Arch].Branch.
const (
	armCall uint8 = 1 + iota // BL and BLX in ARM: one becomes the other
	armJump                  // other ARM branches
	armAny                   // ARM branches, the instruction says which
	thmCall                  // BL and BLX in Thumb
	thmJump                  // other Thumb branches
	thmAny                   // Thumb branches, the instruction says which; that of BLX counts from a multiple of 4 in the file
	thmOnly                  // Thumb branches on systems without ARM code
	numKinds
)

// interworking says which of them stay in their instruction set.
var interworking = [numKinds]Interworking{armJump: StaysEven, armAny: StaysEven, thmJump: StaysOdd, thmAny: StaysOdd}

// entry is where such a branch enters a stub.
var entry = [numKinds]uint8{
	armCall: stubARM, armJump: stubARM, armAny: stubARM,
	thmCall: stubThumb | 1, thmJump: stubThumb | 1, thmAny: stubThumb | 1, thmOnly: stubThumb | 1,
}

// How far the program counter is ahead of the instruction, in bytes.
const (
	armAhead = 8
	thmAhead = 4
)

// branchTarget says where a branch leads, see [Arch].BranchTarget.
func branchTarget(h *Howto, insn []byte, a int64) (beyond int64, set uint8) {
	a += int64(h.Adjust)
	switch h.Branch {
	case armCall, armJump, armAny:
		if len(insn) == 4 && insn[3]&^1 == opBLX {
			set = 1
		}
		a += armAhead
	case thmCall, thmJump, thmAny, thmOnly:
		set = 1
		if h.Branch != thmOnly && isThumbBLX(insn) {
			if set = 0; h.Branch == thmAny {
				a -= a & 2
			}
		}
		a += thmAhead
	}
	return wrap(uint64(a)), set
}

// isThumbBLX reports whether a Thumb instruction is BLX.
func isThumbBLX(insn []byte) bool { return len(insn) == 4 && insn[3]&0xd0 == 0xc0 }

// branch writes a branch, see [Arch].Branch. A call to a function of the other
// instruction set becomes BLX where the processor has that, one within a set BL; all others go through the stub
// where they cannot get to their target by themselves. Only functions tell their
// set: to anything else a branch goes as it is.
//
// A stub leads to S. A branch to some other place behind S has none.
func (c *core) branch(h *Howto, code Code, s, v, p, stub uint64, sym objfmt.SymbolID, about Symbols) (uint64, bool) {
	insn := code.Insn
	switch h.Branch {
	case armCall, armJump, armAny:
		return c.fromARM(h, insn, s, v, p, stub, sym, about)
	}
	return c.fromThumb(h, insn, s, v, p, stub, sym, about)
}

// wrap is a distance in an address space of 4 GiB.
func wrap(v uint64) int64 { return int64(int32(v)) }

// within reports whether the field of a row takes a distance.
func (c *core) within(h *Howto, d, align int64) bool {
	f := &c.fields[h.Field-FieldArch]
	return d >= f.Min && d <= f.Max && d&(align-1) == 0
}

// Opcodes of ARM state, the upper byte of the instruction.
const (
	opBL  = 0xeb
	opBLX = 0xfa // and 0xfb
)

func (c *core) fromARM(h *Howto, insn []byte, s, v, p, stub uint64, sym objfmt.SymbolID, about Symbols) (uint64, bool) {
	op := insn[3]
	blx := op&^1 == opBLX
	call := blx || op == opBL && h.Branch != armJump
	d := wrap(v - s&1) // bit 0 is no part of the address
	if op&0x0e != 0x0a {
		return uint64(d), false // no branch
	}
	toThumb := s&1 != 0
	if toThumb != blx && !IsFunc(about, sym) {
		toThumb = !toThumb // no symbol says better than the instruction
	}
	align := int64(4)
	if toThumb {
		align = 2
	}
	if direct := s != 0 && (call && c.blx || !toThumb) && c.within(h, d, align); !direct {
		if stub == 0 || int32(v-s+p) != -armAhead {
			return c.failed(h, d, toThumb && !call)
		}
		if d, toThumb = wrap(stub+stubARM-armAhead-p), false; !c.within(h, d, 4) {
			return uint64(d), false
		}
	}
	if call && toThumb {
		insn[3] = opBLX
	} else if call {
		insn[3] = opBL
	}
	putBranch(insn, little, uint64(d))
	return 0, true
}

func (c *core) fromThumb(h *Howto, insn []byte, s, v, p, stub uint64, sym objfmt.SymbolID, about Symbols) (uint64, bool) {
	call, blx := false, false
	if len(insn) == 4 {
		call, blx = insn[3]&0xc0 == 0xc0 && h.Branch != thmJump, isThumbBLX(insn)
	}
	if blx && h.Branch == thmAny {
		v -= (v - s + p) & 2 // of the place in the file
	}
	d := wrap(v - s&1)
	toThumb := s&1 != 0
	if toThumb == blx && !IsFunc(about, sym) {
		toThumb = !blx
	}
	toThumb = toThumb || h.Branch == thmOnly
	align := int64(2)
	if call && !toThumb {
		align = 4
		d += int64(p & 2) // BLX counts from a multiple of 4
	}
	if direct := s != 0 && (call && c.blx || toThumb) && c.within(h, d, align); !direct {
		if stub == 0 || int32(v-s+p) != -thmAhead {
			return c.failed(h, d, !toThumb && !call)
		}
		if d, toThumb = wrap(stub+stubThumb-thmAhead-p), true; !c.within(h, d, 2) {
			return uint64(d), false
		}
	}
	if call && toThumb {
		insn[3] |= 0x10
	} else if call {
		insn[3] &^= 0x10
	}
	if h.Field == thmBranch {
		putThumbBranch(insn, little, uint64(d))
	} else {
		fields[h.Field-FieldArch].Put(insn, little, uint64(d))
	}
	return 0, true
}

// failed is what branch returns for a distance that the branch does not take. One
// that it would take but for the instruction set is shown with the bit that tells.
func (c *core) failed(h *Howto, d int64, set bool) (uint64, bool) {
	if set && c.within(h, d, 1) {
		d |= 1
	}
	return uint64(d), false
}
