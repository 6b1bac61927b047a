package check

import (
	"fmt"

	"golang.org/x/arch/x86/x86asm"
)

// x86 decodes instructions of x86-64 and i386: prefixes, opcode, ModRM, SIB,
// displacement, immediates. Which operands an opcode has stands in x86.tab.
//
// Refused, as what LLVM makes of them hangs on more than the table says: a prefix twice (but
// 66, which TLS sequences repeat), 66 behind F2 or F3, REX before another prefix,
// any of these before VEX and EVEX. LOCK is an instruction of its own, without
// operands, as in LLVM: the locked one is at offset 1.
//
// Source: Intel SDM, volume 2, chapter 2; operands from LLVM 14.
type x86 struct {
	mode int // 0: 32 bits, 1: 64
}

// x86Code is an instruction in decoding.
type x86Code struct {
	code []byte
	at   int
	op   x86Op
	dims [numDims]int

	seg, rep   byte // prefix, 0 none
	data, addr bool // 66, 67
	rex        byte
	ext        uint8 // extensions of registers that are set, as bits
	scale      int64
	disp       int64
	disp8      bool
}

// Decode implements [Decoder].
func (d x86) Decode(code []byte, _ bool) (inst Inst, ok bool) {
	if len(code) > 15 { // the longest instruction
		code = code[:15]
	}
	c := x86Code{code: code}
	c.dims[dimMode] = d.mode
	if len(code) > 0 && code[0] == 0xf0 {
		return Inst{Len: 1}, true
	}
	if !c.prefixes() || !c.opcode() {
		return inst, false
	}
	if c.op.hasModRM(d.mode) && !c.readModRM() {
		return inst, false
	}
	row := c.row()
	if row == nil || c.dims[dimMode] == 1 && row.low&c.ext != 0 || !c.operands(row, &inst) {
		return Inst{}, false
	}
	inst.Len = c.at
	return inst, true
}

// byte takes a byte, false if there is none.
func (c *x86Code) byte() (b byte, ok bool) {
	if c.at < len(c.code) {
		b, ok = c.code[c.at], true
		c.at++
	}
	return b, ok
}

// prefixes takes legacy prefixes and REX, false for what is refused.
func (c *x86Code) prefixes() bool {
	for ; c.at < len(c.code); c.at++ {
		switch b := c.code[c.at]; {
		case b == 0x66:
			if c.rep != 0 {
				return false
			}
			c.data = true
		case b == 0x67:
			if c.addr {
				return false
			}
			c.addr = true
		case b == 0xf2, b == 0xf3:
			if c.rep != 0 {
				return false
			}
			c.rep = b
		case b == 0x26, b == 0x2e, b == 0x36, b == 0x3e, b == 0x64, b == 0x65:
			if c.seg != 0 {
				return false
			}
			c.seg = b
		case c.dims[dimMode] == 1 && b&0xf0 == 0x40:
			c.rex = b
			c.at++
			return true
		default:
			return true
		}
	}
	return true
}

// opcode takes the opcode, of whatever encoding, and what VEX and EVEX say.
func (c *x86Code) opcode() bool {
	b, ok := c.byte()
	if !ok {
		return false
	}
	// In 32-bit mode these are LES, LDS and BOUND (refused) if a memory operand follows.
	vector := c.dims[dimMode] == 1 || c.at < len(c.code) && c.code[c.at] >= 0xc0
	switch {
	case b == 0xc5 && vector:
		return c.vex2()
	case b == 0xc4 && vector:
		return c.vex3()
	case b == 0x62 && vector:
		return c.evex()
	case b == 0x62: // BOUND, or cut off
		return false
	}
	c.dims[dimPP] = x86PP(c.data, c.rep)
	c.dims[dimW] = int(c.rex >> 3 & 1)
	c.ext = c.rex>>2&1<<extR | c.rex&1<<extB
	if b == 0x90 && c.rex&1 != 0 {
		b = 0x91 // no NOP: XCHG with R8
	}
	if b == 0x0f {
		if b, ok = c.byte(); !ok {
			return false
		}
		c.op.mp = 1
		if b == 0x38 || b == 0x3a {
			c.op.mp = 2 + int(b>>1&1)
			if b, ok = c.byte(); !ok {
				return false
			}
		}
	}
	c.op.code = int(b)
	return !c.addr || c.op.mp != 0 || b&0xfc != 0xa0 // MOV with an address has its size from 67
}

// x86PP returns the value of the dimension.
func x86PP(data bool, rep byte) (pp int) {
	switch rep {
	case 0xf3:
		pp = 2
	case 0xf2:
		pp = 3
	}
	if data {
		pp = [...]int{1, 1, 4, 5}[pp]
	}
	return pp
}

// plain reports that no prefix stands before VEX or EVEX that may not.
func (c *x86Code) plain() bool { return !c.data && c.rep == 0 && c.rex == 0 }

// vex2 takes C5, R vvvv L pp and the opcode.
func (c *x86Code) vex2() bool {
	p, _ := c.byte()
	b, ok := c.byte()
	c.op = x86Op{encVEX, 1, int(b)}
	c.ext = ^p >> 7 << extR
	c.vexFields(p)
	return ok && c.plain()
}

// vex3 takes C4, R X B mmmmm, W vvvv L pp and the opcode.
func (c *x86Code) vex3() bool {
	m, _ := c.byte()
	p, _ := c.byte()
	b, ok := c.byte()
	c.op = x86Op{encVEX, int(m & 31), int(b)}
	c.ext = ^m>>7<<extR | ^m>>5&1<<extB
	c.vexFields(p)
	c.dims[dimW] = int(p >> 7)
	return ok && c.plain() && c.op.mp >= 1 && c.op.mp <= 3
}

func (c *x86Code) vexFields(p byte) {
	c.dims[dimPP] = int(p & 3)
	c.dims[dimL] = int(p >> 2 & 1)
	if p>>3&15 != 15 {
		c.dims[dimV] = 1
	}
	c.ext |= ^p >> 6 & 1 << extV
}

// evex takes 62, R X B R' 0 mmm, W vvvv 1 pp, z L'L b V' aaa and the opcode.
func (c *x86Code) evex() bool {
	p0, _ := c.byte()
	p1, _ := c.byte()
	p2, _ := c.byte()
	b, ok := c.byte()
	c.op = x86Op{encEVEX, int(p0 & 7), int(b)}
	if !ok || !c.plain() || p0&8 != 0 || p1&4 == 0 || c.op.mp == 0 || c.op.mp >= x86Maps {
		return false
	}
	c.ext = ^p0>>7<<extR | ^p0>>4&1<<extR2 | ^p0>>5&1<<extB | ^p0>>6&1<<extX | ^p2>>3&1<<extV2
	c.vexFields(p1)
	c.dims[dimW] = int(p1 >> 7)
	c.dims[dimL] = int(p2 >> 5 & 3)
	c.dims[dimB] = int(p2 >> 4 & 1)
	if p2&8 == 0 {
		c.dims[dimV] = 1 // V' is the fifth bit of vvvv
	}
	switch {
	case p2&7 != 0:
		c.dims[dimZ] = 1 + int(p2>>7)
	case p2&0x80 != 0:
		return false
	}
	return true
}

// readModRM takes ModRM, SIB and displacement.
func (c *x86Code) readModRM() bool {
	m, ok := c.byte()
	if !ok {
		return false
	}
	c.dims[dimReg] = int(m >> 3 & 7)
	mod, rm := m>>6, m&7
	if mod == 3 {
		c.dims[dimRM] = int(rm)
		return true
	}
	c.ext &^= 1<<extB | 1<<extX // they extend what memory is addressed by
	c.dims[dimRM] = 8
	c.scale = 1
	size := [...]int{0, 1, 4}[mod]
	switch {
	case c.addr && c.dims[dimMode] == 0: // 16-bit addressing
		if size == 4 || mod == 0 && rm == 6 {
			size = 2
		}
	case rm == 4:
		sib, ok := c.byte()
		if !ok {
			return false
		}
		c.dims[dimRM] = 9
		c.scale = 1 << (sib >> 6)
		if mod == 0 && sib&7 == 5 {
			size = 4
		}
	case mod == 0 && rm == 5:
		size = 4
	}
	if len(c.code)-c.at < size {
		return false
	}
	d := value(c.code[c.at:c.at+size], false)
	c.at += size
	shift := 64 - 8*size
	c.disp = int64(d<<shift) >> shift
	c.disp8 = size == 1
	return true
}

// row finds the instruction, nil if there is none.
func (c *x86Code) row() *x86Row {
	rows := x86Rows()[c.op.enc][c.op.mp][c.op.code]
	modrm := c.op.hasModRM(c.dims[dimMode])
next:
	for i := range rows {
		for d := range rows[i].dims {
			if (d < dimReg || modrm) && rows[i].dims[d]>>c.dims[d]&1 == 0 {
				continue next
			}
		}
		return &rows[i]
	}
	return nil
}

// operands takes the immediates and makes the operands of a row.
func (c *x86Code) operands(row *x86Row, inst *Inst) bool {
	for _, tok := range row.words {
		switch tok.word {
		case wordReg:
			inst.reg()
		case wordMem:
			d := c.disp
			if c.disp8 {
				s := int64(tok.scale)
				if tok.byL {
					s <<= min(c.dims[dimL], 2)
				}
				d *= s
			}
			inst.reg()
			inst.imm(c.scale)
			inst.reg()
			inst.imm(d)
			inst.reg()
		case wordCC:
			inst.imm(int64(c.op.code & 15))
		case wordRC:
			inst.imm(int64(c.dims[dimL]))
		default:
			w := &x86Words[tok.word]
			if len(c.code)-c.at < w.size {
				return false
			}
			v := w.value(c.code[c.at : c.at+w.size])
			c.at += w.size
			if tok.word != wordSkip8 {
				inst.imm(v)
			}
		}
	}
	return true
}

// Bias implements [Decoder].
func (x86) Bias(bool) uint64 { return 0 }

// Text implements [Decoder].
func (d x86) Text(code []byte, _ bool) string {
	in, err := x86asm.Decode(code, 32+32*d.mode)
	if err != nil || in.Len != len(code) {
		return byteText(code)
	}
	return x86asm.GNUSyntax(in, 0, nil)
}

// byteText is the directive for an instruction whose language we do not speak.
func byteText(code []byte) string {
	if len(code) == 0 {
		return ".byte"
	}
	s := fmt.Sprintf("% x", code)
	return ".byte " + s
}
