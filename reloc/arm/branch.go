package arm

import . "github.com/go-rtdyld/rtdyld/reloc"

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
func branch(b Branch) (uint64, bool) {
	w := uint64(b.Field.Width)
	if b.Off+w > uint64(len(b.File)) {
		return b.S + b.A - b.P, false
	}
	insn := b.Mem[b.Off : b.Off+w]
	copy(insn, b.File[b.Off:])
	switch b.Kind {
	case armBare:
		b.A -= armAhead
		return fromARM(&b, insn)
	case armCall, armJump:
		return fromARM(&b, insn)
	case thmBare:
		b.A -= thmAhead
	}
	return fromThumb(&b, insn)
}

// distance is S + A - P in an address space of 4 GiB. Bit 0 of S is no part of an
// address.
func distance(s, a, p uint64) int64 { return int64(int32(s&^1 + a - p)) }

// within reports whether a field takes a distance.
func within(f *Insn, d, align int64) bool { return d >= f.Min && d <= f.Max && d&(align-1) == 0 }

// Opcodes of ARM state, the upper byte of the instruction.
const (
	opBL  = 0xeb
	opBLX = 0xfa // and 0xfb
)

func fromARM(b *Branch, insn []byte) (uint64, bool) {
	op := insn[3]
	call := op == opBL || op&^1 == opBLX
	if !call && op&0x0e != 0x0a {
		return b.S + b.A - b.P, false // no branch
	}
	d := distance(b.S, b.A, b.P)
	toThumb := b.S&1 != 0
	if toThumb != (op&^1 == opBLX) && !b.IsFunc() {
		toThumb = !toThumb // nobody knows better than the instruction
	}
	align := int64(4)
	if toThumb {
		align = 2
	}
	if direct := b.S != 0 && (call || !toThumb) && within(b.Field, d, align); !direct {
		stub := b.Stub()
		if stub == 0 || int32(b.A) != -armAhead {
			return failed(b, d, toThumb && !call)
		}
		d, toThumb = distance(stub+stubARM, b.A, b.P), false
		if !within(b.Field, d, 4) {
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

func fromThumb(b *Branch, insn []byte) (uint64, bool) {
	call, blx := false, false
	if len(insn) == 4 {
		op := insn[3] & 0xd0
		call, blx = op&0xc0 == 0xc0, op == 0xc0
	}
	if blx && b.Kind == thmAny {
		b.A -= b.P & 2 // its addend is the displacement of BLX, which counts from a multiple of 4
	}
	d := distance(b.S, b.A, b.P)
	toThumb := b.S&1 != 0 || b.Kind == thmBare
	if toThumb == blx && b.Kind != thmBare && !b.IsFunc() {
		toThumb = !blx
	}
	if !toThumb { // BLX counts from a multiple of 4
		d += int64(b.P & 2)
	}
	align := int64(2)
	if !toThumb {
		align = 4
	}
	if direct := b.S != 0 && (call || toThumb) && within(b.Field, d, align); !direct {
		stub := b.Stub()
		if stub == 0 || int32(b.A) != -thmAhead {
			return failed(b, d, !toThumb && !call)
		}
		d, toThumb = distance(stub+stubThumb, b.A, b.P), true
		if !within(b.Field, d, 2) {
			return uint64(d), false
		}
	}
	if call && toThumb {
		insn[3] |= 0x10
	} else if call {
		insn[3] &^= 0x10
	}
	b.Field.Put(insn, uint64(d))
	return 0, true
}

// failed is what branch returns for a distance that the branch does not take. One
// that it would take but for the instruction set is shown with the bit that tells.
func failed(b *Branch, d int64, set bool) (uint64, bool) {
	if set && within(b.Field, d, 1) {
		d |= 1
	}
	return uint64(d), false
}
