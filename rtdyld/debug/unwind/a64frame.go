package unwind

import "slices"

// a64Frame is what the stack of an arm64 function is like once its prolog has run.
type a64Frame struct {
	sp    int64     // distance from the stack pointer to the frame's address (CFA), -1 if it is not known
	fp    bool      // x29 is 16 below the frame's address
	saved [80]int16 // by DWARF number: distance from where it is saved to the frame's address, 0: it is not
	left  int       // registers that are saved
	start uint64
	end   uint64
}

// save notes that a pair is saved, the first one so far below the frame's address and the
// second below that.
func (f *a64Frame) save(reg uint16, below int16) {
	f.saved[reg], f.saved[reg+1] = below, below+8
	f.left += 2
}

// compactARM64 writes the rules of a function of arm64. whole says whether its prolog is
// of the usual form.
func (r *reader) compactARM64(w *program, start uint64, code []byte, encoding uint32) (whole bool, msg string) {
	f := a64Frame{sp: -1, start: start, end: start + uint64(len(code))}
	below := int16(8)
	switch encoding & cuModeMask {
	case cuARM64Frame:
		f.fp = true
		f.saved[a64LR], f.saved[a64FP], f.left = 8, 16, 2
		below = 24
	case cuARM64Stack:
		f.sp = int64(encoding>>12&0xfff) * 16
	default:
		return false, "mode that is not known"
	}
	for k := range 9 { // x19 to x28 in bits 0 to 4, d8 to d15 in bits 8 to 11
		bit, reg := k, uint16(a64X+2*k)
		if k >= 5 {
			bit, reg = k+3, uint16(a64D+2*(k-5))
		}
		if encoding>>bit&1 != 0 {
			f.save(reg, below)
			below += 16
		}
	}
	if !f.fp && int64(below)-8 > f.sp {
		return false, "frame is smaller than what is saved"
	}
	if len(code)%4 != 0 || start%4 != 0 {
		return false, "function is no whole number of instructions"
	}
	out := a64Writer{p: program{data: w.data}, size: uint64(len(code))}
	ops, at, whole := f.prolog(code)
	slices.Reverse(ops)
	if whole {
		if msg := out.prolog(ops); msg != "" {
			return false, msg
		}
	} else {
		at = 4
		f.rules(&out)
		if f.fp {
			f.sp = -1
		}
	}
	f.epilogs(&out, code, at)
	w.b = out.p.b
	return whole, ""
}

// rules writes those that hold at calls, from the second instruction on.
func (f *a64Frame) rules(w *a64Writer) {
	w.to(min(4, w.size))
	if w.fp = f.fp; f.fp {
		w.p.defCFA(a64FP, 16)
	} else {
		w.p.defCFA(a64SP, f.sp)
	}
	for reg, below := range f.saved {
		if below != 0 {
			w.p.offset(uint16(reg), -int64(below))
		}
	}
}

// a64Inst is an instruction that moves the stack pointer or saves what it is asked for.
type a64Inst struct {
	kind  a64InstKind
	regs  [2]uint16 // DWARF numbers
	off   int64     // where they are from the stack pointer
	first int64     // what the stack pointer is moved by before
	then  int64     // and after
}

type a64InstKind uint8

const (
	a64None    a64InstKind = iota
	a64Store               // stp
	a64Load                // ldp
	a64Move                // add sp, sub sp
	a64Frames              // add x29, sp, #off
	a64Unframe             // sp = x29 + off
	a64Leave               // ret, or a jump
)

// a64Decode tells what an instruction at an address is (Arm Architecture Reference
// Manual, "A64 instruction set encoding").
func (f *a64Frame) decode(w uint32, at uint64) (in a64Inst) {
	pair := func(kind a64InstKind, bias uint16) a64Inst {
		imm := int64(int32(w<<10)>>25) * 8
		if w>>5&31 != 31 {
			return a64Inst{}
		}
		in := a64Inst{kind: kind, regs: [2]uint16{uint16(w&31) + bias, uint16(w>>10&31) + bias}}
		switch w >> 23 & 3 {
		case 3: // before
			in.first = imm
		case 1: // after
			in.then = imm
		default:
			in.off = imm
		}
		return in
	}
	imm := int64(w >> 10 & 0xfff)
	if w>>22&1 != 0 {
		imm <<= 12
	}
	switch {
	case w&0xffc00000 == 0xa9800000, w&0xffc00000 == 0xa9000000:
		return pair(a64Store, 0)
	case w&0xffc00000 == 0x6d800000, w&0xffc00000 == 0x6d000000:
		return pair(a64Store, 64)
	case w&0xffc00000 == 0xa9400000, w&0xffc00000 == 0xa8c00000:
		return pair(a64Load, 0)
	case w&0xffc00000 == 0x6d400000, w&0xffc00000 == 0x6cc00000:
		return pair(a64Load, 64)
	case w&0xff8003ff == 0xd10003ff:
		return a64Inst{kind: a64Move, first: -imm}
	case w&0xff8003ff == 0x910003ff:
		return a64Inst{kind: a64Move, first: imm}
	case w&0xff8003ff == 0x910003fd:
		return a64Inst{kind: a64Frames, off: imm}
	case w&0xff8003ff == 0x910003bf:
		return a64Inst{kind: a64Unframe, off: imm}
	case w&0xff8003ff == 0xd10003bf:
		return a64Inst{kind: a64Unframe, off: -imm}
	case w == 0xd65f03c0, w&0xfffffc1f == 0xd61f0000:
		return a64Inst{kind: a64Leave}
	case w&0xfc000000 == 0x14000000:
		if to := at + uint64(int64(int32(w<<6)>>6)*4); to <= f.start || to >= f.end {
			return a64Inst{kind: a64Leave}
		}
	}
	return a64Inst{}
}

func (f *a64Frame) inst(code []byte, at int) a64Inst {
	return f.decode(uint32(uintAt(code[at:at+4], false)), f.start+uint64(at))
}

// prolog follows the instructions that a function begins with. It returns what they are,
// how many bytes, and whether they make the whole frame.
func (f *a64Frame) prolog(code []byte) (ops []a64Op, at int, whole bool) {
	sp, left, framed := int64(0), f.left, !f.fp
	done := func() bool { return left == 0 && framed && (f.fp || sp == f.sp) }
	for ; at < len(code) && !done(); at += 4 {
		in := f.inst(code, at)
		sp -= in.first
		op := a64Op{kind: a64Save, n: uint32(-in.first)}
		switch {
		case in.kind == a64Store && in.first <= 0:
			for k, reg := range in.regs {
				if int(reg) >= len(f.saved) || f.saved[reg] == 0 || int64(f.saved[reg]) != sp-in.off-8*int64(k) {
					return nil, 0, false
				}
				left--
			}
			op.off, op.regs = uint32(in.off), in.regs
		case in.kind == a64Move && in.first < 0:
		case in.kind == a64Frames && f.fp && sp-in.off == 16:
			op.kind, op.off, framed = a64SetFP, uint32(in.off), true
		default:
			return nil, 0, false
		}
		if sp > uwMaxSize || in.off < 0 {
			return nil, 0, false
		}
		ops = append(ops, op)
	}
	if !done() {
		return nil, 0, false
	}
	for f.fp && at+4 <= len(code) { // room for locals
		in := f.inst(code, at)
		if in.kind != a64Move || in.first > 0 {
			break
		}
		sp -= in.first
		ops, at = append(ops, a64Op{kind: a64Save, n: uint32(-in.first)}), at+4
	}
	f.sp = sp
	return ops, at, true
}

// maxA64Epilog is more instructions than any epilog has.
const maxA64Epilog = 24

// epilogs writes the rules of all epilogs from an offset on: of what takes down the frame,
// neither more nor less, and leaves.
func (f *a64Frame) epilogs(w *a64Writer, code []byte, at int) {
	for at+4 <= len(code) {
		ops := f.epilog(code, at)
		if ops == nil {
			at += 4
			continue
		}
		w.epilog(&a64Epilog{uint64(at), ops})
		at += 4 * (len(ops) + 1)
	}
}

// epilog recognizes an epilog at an offset, nil if there is none.
func (f *a64Frame) epilog(code []byte, at int) (ops []a64Op) {
	sp, left := f.sp, f.left
	for ; at+4 <= len(code) && len(ops) <= maxA64Epilog; at += 4 {
		in := f.inst(code, at)
		op := a64Op{kind: a64Save, n: uint32(in.first + in.then)}
		switch {
		case in.kind == a64Leave:
			if sp != 0 || left != 0 || len(ops) == 0 {
				return nil
			}
			return ops
		case in.kind == a64Unframe && f.fp && len(ops) == 0 && in.off <= 16:
			op.kind, sp = a64SetFP, 16-in.off
		case sp < 0: // nothing is known
			return nil
		case in.kind == a64Load && in.then >= 0:
			for k, reg := range in.regs {
				if int(reg) >= len(f.saved) || f.saved[reg] == 0 || int64(f.saved[reg]) != sp-in.off-8*int64(k) {
					return nil
				}
				left--
			}
			op.regs = in.regs
		case in.kind == a64Move && in.first > 0:
		default:
			return nil
		}
		if sp -= in.first + in.then; sp < 0 {
			return nil
		}
		ops = append(ops, op)
	}
	return nil
}
