package unwind

import "math/bits"

// armInst is an instruction that moves the stack pointer, or saves what it is asked for.
type armInst struct {
	kind  armKind
	size  int    // bytes
	mask  uint32 // registers of push and pop
	first int    // of double registers
	count int
	n     int64 // bytes
	reg   uint8
}

type armKind uint8

const (
	armNone    armKind = iota
	armPush            // of mask
	armPushD           // of count double registers
	armPop             // of mask; it leaves the function if the program counter is in it
	armPopD            // of count double registers
	armMove            // add sp, sp, #n
	armFrames          // add reg, sp, #n
	armUnframe         // add sp, reg, #n
	armLeave           // a return, or a jump out of the function
)

// armCode are the instructions of a function: A32, or Thumb.
type armCode struct {
	b     []byte
	start uint64
	thumb bool
	big   bool
}

// inst tells what the instruction at an offset is (Arm Architecture Reference Manual for
// Armv7-A, chapters A5 and A6).
func (c *armCode) inst(at int) armInst {
	if !c.thumb {
		if at+4 > len(c.b) {
			return armInst{}
		}
		return c.a32(uint32(uintAt(c.b[at:at+4], c.big)), at)
	}
	if at+2 > len(c.b) {
		return armInst{}
	}
	h := uint32(uintAt(c.b[at:at+2], c.big))
	if h < 0xe800 {
		in := c.t16(h, at)
		in.size = 2
		return in
	}
	if at+4 > len(c.b) {
		return armInst{}
	}
	in := c.t32(h<<16|uint32(uintAt(c.b[at+2:at+4], c.big)), at)
	in.size = 4
	return in
}

// idle reports whether an instruction that is none of the above is of no account in a
// prolog: it goes on with the next, or returns on a condition, and leaves the stack pointer
// alone. Others may be called so that are not, never the other way round.
func (c *armCode) idle(at, size int) bool {
	if at+size > len(c.b) || size == 0 {
		return false
	}
	if size == 2 {
		h := uintAt(c.b[at:at+2], c.big)
		switch {
		case h < 0x4400, h >= 0x4800 && h < 0xa800, h&0xff00 == 0xb200:
			return true
		case h < 0x4700: // add, cmp, mov of any register
			rd := h>>4&8 | h&7
			return rd != armSP && rd != armPC
		}
		return false
	}
	if c.thumb {
		w := uintAt(c.b[at:at+2], c.big)<<16 | uintAt(c.b[at+2:at+4], c.big)
		rd, rt := w>>8&15, w>>12&15
		switch {
		case w&0xf8008000 == 0xf0000000, w&0xfe000000 == 0xea000000: // data processing
			return rd != armSP && rd != armPC
		case w&0xff800000 == 0xf8800000, w&0xff9f0000 == 0xf81f0000: // load and store, from the program counter or without change of the base
			return rt != armSP && rt != armPC
		case w&0xff600000 == 0xe9400000: // of two
			return rt != armSP && rd != armSP
		}
		return false
	}
	w := uintAt(c.b[at:at+4], c.big)
	rd := w >> 12 & 15
	switch {
	case w>>28 == 15:
		return false
	case w&0x0fffffff == 0x012fff1e && w>>28 != 14: // bx<c> lr
		return true
	case w&0x0f900000 == 0x01000000 && w&0x90 != 0x90, w&0x0ff000f0 == 0x01200010: // bx, msr, and the like
		return w&0x0fb00000 == 0x03000000 && rd != armSP && rd != armPC
	case w&0x0e000090 == 0x00000090: // multiply, load and store of halves and pairs
		return rd != armSP && rd != armPC && w>>16&15 != armSP
	case w&0x0c000000 == 0: // data processing
		return rd != armSP && (rd != armPC || w&0x01800000 == 0x01000000)
	case w&0x0d200000 == 0x05000000, w&0x0f200010 == 0x07000000: // load and store without change of the base
		return rd != armSP && rd != armPC
	}
	return false
}

// maxIdle is how many such instructions a prolog may have.
const maxIdle = 32

// common is what A32 and Thumb encode alike.
func (c *armCode) common(w uint32) armInst {
	count := int(w & 0xff / 2)
	first := int(w>>12&15 | w>>22&1<<4)
	switch {
	case w&0xffff0000 == 0xe92d0000:
		return armInst{kind: armPush, mask: w & 0xffff}
	case w&0xffff0000 == 0xe8bd0000:
		return armInst{kind: armPop, mask: w & 0xffff}
	case w&0xffbf0f01 == 0xed2d0b00:
		return armInst{kind: armPushD, first: first, count: count}
	case w&0xffbf0f01 == 0xecbd0b00:
		return armInst{kind: armPopD, first: first, count: count}
	}
	return armInst{}
}

func (c *armCode) a32(w uint32, at int) (in armInst) {
	imm := int64(bits.RotateLeft32(w&0xff, -int(w>>8&15*2)))
	rd, rn := uint8(w>>12&15), uint8(w>>16&15)
	switch {
	case w&0xffff0fff == 0xe52d0004: // str rd, [sp, #-4]!
		in = armInst{kind: armPush, mask: 1 << rd}
	case w&0xffff0fff == 0xe49d0004: // ldr rd, [sp], #4
		in = armInst{kind: armPop, mask: 1 << rd}
	case w&0xfffff000 == 0xe24dd000: // sub sp, sp, #
		in = armInst{kind: armMove, n: -imm}
	case w&0xfffff000 == 0xe28dd000: // add sp, sp, #
		in = armInst{kind: armMove, n: imm}
	case w&0xffff0000 == 0xe28d0000: // add rd, sp, #
		in = armInst{kind: armFrames, reg: rd, n: imm}
	case w&0xffff0fff == 0xe1a0000d: // mov rd, sp
		in = armInst{kind: armFrames, reg: rd}
	case w&0xfff0f000 == 0xe240d000: // sub sp, rn, #
		in = armInst{kind: armUnframe, reg: rn, n: -imm}
	case w&0xfff0f000 == 0xe280d000: // add sp, rn, #
		in = armInst{kind: armUnframe, reg: rn, n: imm}
	case w&0xfffffff0 == 0xe1a0d000: // mov sp, rm
		in = armInst{kind: armUnframe, reg: uint8(w & 15)}
	case w&0xfffffff0 == 0xe12fff10, w == 0xe1a0f00e: // bx, mov pc, lr
		in = armInst{kind: armLeave}
	case w&0xff000000 == 0xea000000 && c.outside(at+8+int(int32(w<<8)>>6)):
		in = armInst{kind: armLeave}
	default:
		in = c.common(w)
	}
	in.size = 4
	return in
}

func (c *armCode) t16(h uint32, at int) armInst {
	rd, rm := uint8(h>>4&8|h&7), uint8(h>>3&15)
	switch {
	case h&0xfe00 == 0xb400:
		return armInst{kind: armPush, mask: h&0xff | h>>8&1<<armLR}
	case h&0xfe00 == 0xbc00:
		return armInst{kind: armPop, mask: h&0xff | h>>8&1<<armPC}
	case h&0xff80 == 0xb080:
		return armInst{kind: armMove, n: -int64(h&0x7f) * 4}
	case h&0xff80 == 0xb000:
		return armInst{kind: armMove, n: int64(h&0x7f) * 4}
	case h&0xf800 == 0xa800:
		return armInst{kind: armFrames, reg: uint8(h >> 8 & 7), n: int64(h&0xff) * 4}
	case h&0xff00 == 0x4600 && rm == armSP:
		return armInst{kind: armFrames, reg: rd}
	case h&0xff00 == 0x4600 && rd == armSP:
		return armInst{kind: armUnframe, reg: rm}
	case h&0xff87 == 0x4700:
		return armInst{kind: armLeave}
	case h&0xf800 == 0xe000 && c.outside(at+4+int(int32(h<<21)>>20)):
		return armInst{kind: armLeave}
	}
	return armInst{}
}

func (c *armCode) t32(w uint32, at int) armInst {
	plain := int64(w>>26&1<<11 | w>>12&7<<8 | w&0xff) // imm12
	imm := plain                                      // as ThumbExpandImm has it
	if plain >= 0x400 {
		imm = int64(bits.RotateLeft32(uint32(plain)&0x7f|0x80, -int(plain>>7)))
	}
	known := plain < 0x100 || plain >= 0x400
	rd, rn := uint8(w>>8&15), uint8(w>>16&15)
	switch {
	case w&0xffff0fff == 0xf84d0d04: // str rt, [sp, #-4]!
		return armInst{kind: armPush, mask: 1 << (w >> 12 & 15)}
	case w&0xffff0fff == 0xf85d0b04: // ldr rt, [sp], #4
		return armInst{kind: armPop, mask: 1 << (w >> 12 & 15)}
	case w&0xfbff8f00 == 0xf1ad0d00 && known:
		return armInst{kind: armMove, n: -imm}
	case w&0xfbff8f00 == 0xf2ad0d00:
		return armInst{kind: armMove, n: -plain}
	case w&0xfbff8f00 == 0xf10d0d00 && known:
		return armInst{kind: armMove, n: imm}
	case w&0xfbff8f00 == 0xf20d0d00:
		return armInst{kind: armMove, n: plain}
	case w&0xfbff8000 == 0xf10d0000 && known:
		return armInst{kind: armFrames, reg: rd, n: imm}
	case w&0xfbf08f00 == 0xf1a00d00 && known:
		return armInst{kind: armUnframe, reg: rn, n: -imm}
	case w&0xf800d000 == 0xf0009000:
		s := int32(w<<5) >> 31 // sign
		off := s<<24 | int32(^(w>>13^w>>26)&1)<<23 | int32(^(w>>11^w>>26)&1)<<22 | int32(w>>16&0x3ff)<<12 | int32(w&0x7ff)<<1
		if c.outside(at + 4 + int(off)) {
			return armInst{kind: armLeave}
		}
		return armInst{}
	}
	return c.common(w)
}

// outside reports whether an offset is not in the function, or its first instruction.
func (c *armCode) outside(to int) bool { return to <= 0 || to >= len(c.b) }

// below is how far below the frame's address a register is saved, false if it is not.
func (f *armFrame) below(s armSlot) (int64, bool) { return f.vsp - s.off, s.saved }

// moves checks that registers of a push or pop are where the frame has them, with the
// stack pointer so far below the frame's address. Registers that the frame has not are
// there for alignment alone. It returns how many of the frame's there are.
func (f *armFrame) moves(in armInst, sp int64) (n int, ok bool) {
	slots, mask, size := f.regs[:], in.mask, int64(4)
	if in.kind == armPushD || in.kind == armPopD {
		if in.first+in.count > len(f.floats) {
			return 0, false
		}
		slots, mask, size = f.floats[in.first:in.first+in.count], 1<<in.count-1, 8
	}
	for i, s := range slots {
		if mask>>i&1 == 0 {
			continue
		}
		if i == armPC && size == 4 {
			s = f.regs[armLR]
		}
		if below, saved := f.below(s); saved && below != sp {
			return 0, false
		} else if saved && (size == 8 || armKept>>i&1 != 0) {
			n++
		}
		sp -= size
	}
	return n, true
}

// bytes is how much a push or pop moves the stack pointer.
func (in *armInst) bytes() int64 {
	if in.kind == armPushD || in.kind == armPopD {
		return 8 * int64(in.count)
	}
	return 4 * int64(bits.OnesCount32(in.mask))
}

// armKept are the registers that functions preserve, and those of return addresses. What
// is pushed of others need not be popped again: arguments of variadic functions.
const armKept = 0xeff0

// total is how many registers the frame has saved that are restored.
func (f *armFrame) total() (n int) {
	for i, s := range f.regs {
		if s.saved && armKept>>i&1 != 0 {
			n++
		}
	}
	for _, s := range f.floats {
		if s.saved {
			n++
		}
	}
	return n
}

// saves writes where the registers of a push are.
func (f *armFrame) saves(p *program, in armInst) {
	for i := range 32 {
		switch {
		case in.kind == armPushD && i < in.count && f.floats[in.first+i].saved:
			p.offset(uint16(armD0+in.first+i), f.floats[in.first+i].off-f.vsp)
		case in.kind == armPush && in.mask>>i&1 != 0 && f.regs[i].saved:
			p.offset(uint16(i), f.regs[i].off-f.vsp)
		}
	}
}

// prolog writes the rules of the instructions that a function begins with. It returns
// how many bytes they have and how far the stack pointer is from the frame's address
// then; whole says that they make the frame, neither more nor less.
func (f *armFrame) prolog(p *program, c *armCode) (at int, sp int64, whole bool) {
	left, framed := f.total(), f.base == armSP
	done := func() bool { return left == 0 && framed && (f.base != armSP || sp == f.vsp) }
	for idle := 0; !done(); {
		in := c.inst(at)
		if in.kind == armNone && idle < maxIdle && c.idle(at, in.size) {
			idle++
			at += in.size
			p.advance(uint64(in.size))
			continue
		}
		at += in.size
		p.advance(uint64(in.size))
		switch in.kind {
		case armPush, armPushD:
			sp += in.bytes()
			n, ok := f.moves(in, sp)
			if !ok || in.mask>>armSP&1 != 0 || in.mask>>armPC&1 != 0 {
				return 0, 0, false
			}
			left -= n
		case armMove:
			sp -= in.n
			if in.n >= 0 || sp > uwMaxSize {
				return 0, 0, false
			}
		case armFrames:
			if framed || in.reg != f.base || sp-in.n != f.vsp {
				return 0, 0, false
			}
			framed = true
		default:
			return 0, 0, false
		}
		switch {
		case f.base == armSP || !framed:
			p.defCFA(armSP, sp)
		case in.kind == armFrames:
			p.defCFA(f.base, f.vsp)
		}
		f.saves(p, in)
	}
	for f.base != armSP { // room for locals
		in := c.inst(at)
		if in.kind != armMove || in.n >= 0 {
			break
		}
		sp -= in.n
		at += in.size
		p.advance(uint64(in.size))
	}
	return at, sp, true
}

// epilogs writes the rules of all epilogs from offset at on, in a program that has come to
// offset from. sp is how far the stack pointer is from the frame's address before, -1 if
// that is not known.
func (f *armFrame) epilogs(p *program, c *armCode, at, from int, sp int64) {
	step := 4
	if c.thumb {
		step = 2
	}
	for at < len(c.b) {
		n := f.epilog(p, c, &from, at, sp)
		at += max(n, step)
	}
}

// maxArmEpilog is more instructions than any epilog has.
const maxArmEpilog = 12

// epilog recognizes an epilog at an offset and writes its rules. It returns its size, 0 if
// there is none that needs rules.
func (f *armFrame) epilog(p *program, c *armCode, from *int, at int, sp int64) int {
	var ins [maxArmEpilog]armInst
	var dist [maxArmEpilog]int64 // after each
	n, left, size := 0, f.total(), 0
	for ; n < len(ins); n++ {
		in := c.inst(at + size)
		size += in.size
		switch in.kind {
		case armUnframe:
		default:
			if sp < 0 {
				return 0
			}
		}
		switch in.kind {
		case armLeave:
		case armPop, armPopD:
			k, ok := f.moves(in, sp)
			if !ok || in.mask>>armSP&1 != 0 {
				return 0
			}
			left -= k
			sp -= in.bytes()
		case armMove:
			if in.n <= 0 {
				return 0
			}
			sp -= in.n
		case armUnframe:
			if n > 0 || in.reg != f.base || f.base == armSP {
				return 0
			}
			sp = f.vsp - in.n
		default:
			return 0
		}
		if sp < 0 || in.kind == armUnframe && sp > uwMaxSize {
			return 0
		}
		ins[n], dist[n] = in, sp
		if in.kind == armLeave || in.kind == armPop && in.mask>>armPC&1 != 0 {
			break
		}
	}
	if n == 0 || n == len(ins) || sp != 0 || left != 0 {
		return 0
	}
	end := at + size
	for i, in := range ins[:n] {
		at += in.size
		p.advance(uint64(at - *from))
		*from = at
		if i == 0 && end < len(c.b) {
			p.remember()
		}
		for k := range 32 {
			switch {
			case in.kind == armPopD && k < in.count:
				p.same(uint16(armD0 + in.first + k))
			case in.kind == armPop && in.mask>>k&1 != 0 && f.regs[k].saved:
				p.same(uint16(k))
			}
		}
		p.defCFA(armSP, dist[i])
	}
	if end < len(c.b) {
		p.advance(uint64(end - *from))
		*from = end
		p.restore()
	}
	return size
}
