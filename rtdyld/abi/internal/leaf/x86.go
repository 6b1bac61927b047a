package leaf

import (
	"encoding/binary"
	"fmt"
)

// redZoneAMD64 is what lies below the stack pointer and may be used (x86-64 psABI, 3.2.2).
const redZoneAMD64 = 128

// maxAlign is how many bytes aligning the stack pointer may take at most.
const maxAlign = 4096

const (
	rax = 0
	rcx = 1
	rdx = 2
	rbx = 3
	rsp = 4
	rbp = 5
	rsi = 6
	rdi = 7
)

// x86 is an instruction while it is decoded.
type x86 struct {
	code         []byte // from its first byte on
	n            int    // how many bytes are decoded
	short        bool   // the code ended within it
	op           int
	table        int
	flags        x86Op
	size16       bool // prefix 66
	addr32       bool // prefix 67
	rep          byte // prefix f2 or f3, or 0
	rex          byte // of a REX prefix: 40 is set
	w            bool
	r, x, b, v   int // what extends numbers of registers: 0 or 8, and vvvv
	mod, reg, rm int
	base, index  int // of memory: a register, or -1
	disp         int64
	imm          int64
}

// stepAMD64 does one instruction.
func stepAMD64(w *walker, off int, s *state) outcome {
	i := x86{code: w.code[off:], base: -1, index: -1}
	if len(i.code) > 15 {
		i.code = i.code[:15]
	}
	o := outcome{low: unknown}
	i.prefixes()
	i.opcode()
	i.flags = x86Ops()[i.table][i.op&0xff]
	i.operands()
	o.size = i.n
	switch {
	case i.short:
		o.refuse("instruction", "is cut off by the function's end, or too long")
	case i.flags&x86Known == 0:
		o.refuse("instruction", "is none that is known")
	case i.flags&x86No != 0:
		o.refuse(x86Refused[i.op], "is for the system, or ends the order of the stack")
	default:
		i.do(w, off, s, &o)
	}
	return o
}

// next takes a byte.
func (i *x86) next() byte {
	if i.n >= len(i.code) {
		i.short = true
		return 0
	}
	i.n++
	return i.code[i.n-1]
}

// number takes a signed number of n bytes.
func (i *x86) number(n int) int64 {
	var b [8]byte
	for k := range n {
		b[k] = i.next()
	}
	return int64(binary.LittleEndian.Uint64(b[:])) << (64 - 8*n) >> (64 - 8*n)
}

// prefixes takes the prefixes.
func (i *x86) prefixes() {
	for i.n < len(i.code) {
		switch c := i.code[i.n]; c {
		case 0x66:
			i.size16 = true
		case 0x67:
			i.addr32 = true
		case 0xf2, 0xf3:
			i.rep = c
		case 0xf0, 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65:
		default:
			if c>>4 == 4 {
				i.n++
				i.rex, i.w = c, c&8 != 0
				i.r, i.x, i.b = int(c&4)<<1, int(c&2)<<2, int(c&1)<<3
			}
			return
		}
		i.n++
	}
}

// opcode takes the opcode and what is in front of it in VEX and EVEX.
func (i *x86) opcode() {
	i.op = int(i.next())
	switch i.op {
	case 0x0f:
		i.table = map0F
		i.op = 0x0f00 | int(i.next())
		switch i.op {
		case 0x0f38:
			i.table, i.op = map38, 0x0f3800|int(i.next())
		case 0x0f3a:
			i.table, i.op = map3A, 0x0f3a00|int(i.next())
		}
	case 0xc5:
		p := i.next()
		i.vex(1, ^p>>4&8, 0, 0, p)
	case 0xc4:
		m, p := i.next(), i.next()
		i.w = p&0x80 != 0
		i.vex(int(m&0x1f), ^m>>4&8, ^m>>3&8, ^m>>2&8, p)
	case 0x62:
		m, p, _ := i.next(), i.next(), i.next()
		i.w = p&0x80 != 0
		i.vex(int(m&7), ^m>>4&8, ^m>>3&8, ^m>>2&8, p)
		if m&8 != 0 || p&4 == 0 {
			i.table = -1
		} else if i.table >= 0 && i.table <= mapVEX3A {
			i.table += mapEVEX0F - mapVEX0F
		}
		if i.op>>8 == 5 || i.op>>8 == 6 {
			i.table = mapEVEX5 + i.op>>8 - 5
		}
	}
	if i.table < 0 { // no such map
		i.table, i.op = mapOne, 0x06
	}
}

// vex takes what VEX and EVEX have in common, and the opcode. No such prefix goes with one of the others.
func (i *x86) vex(m int, r, x, b, p byte) {
	if i.rex != 0 || i.size16 || i.rep != 0 {
		m = 0
	}
	i.rex = 0x40
	i.r, i.x, i.b, i.v = int(r), int(x), int(b), int(^p>>3&15)
	i.size16 = p&3 == 1
	i.rep = [4]byte{0, 0, 0xf3, 0xf2}[p&3]
	i.op = m<<8 | int(i.next())
	i.table = -1
	if m >= 1 && m <= 3 {
		i.table = mapVEX0F + m - 1
	}
}

// operands takes ModRM, what belongs to it, and immediates.
func (i *x86) operands() {
	if i.flags&x86ModRM != 0 {
		i.modRM()
	}
	switch {
	case i.flags&x86Byte != 0:
		i.imm = i.number(1)
	case i.flags&x86Word != 0:
		i.imm = i.number(i.wordSize())
	}
}

// wordSize is the size of an immediate by the operand's size.
func (i *x86) wordSize() int {
	if i.size16 && !i.w {
		return 2
	}
	return 4
}

// modRM takes ModRM, SIB and a displacement.
func (i *x86) modRM() {
	c := i.next()
	i.mod, i.reg, i.rm = int(c>>6), int(c>>3&7)|i.r, int(c&7)
	if i.mod == 3 {
		i.rm |= i.b
		return
	}
	i.base = i.rm | i.b
	size := [...]int{0, 1, 4}[i.mod]
	if i.rm == 4 {
		sib := i.next()
		i.base = int(sib&7) | i.b
		if i.index = int(sib>>3&7) | i.x; i.index == rsp {
			i.index = -1
		}
		if sib&7 == 5 && i.mod == 0 {
			i.base, size = -1, 4
		}
	} else if i.rm == 5 && i.mod == 0 { // relative to the next instruction
		i.base, size = -1, 4
	}
	i.disp = i.number(size)
}

// writes notes that a general register has something else.
func (i *x86) writes(s *state, o *outcome, reg int, narrow bool) {
	if narrow && reg >= 4 && reg < 8 && i.rex == 0 {
		reg -= 4 // ah, ch, dh, bh
	}
	s.set(reg, unknown)
	if reg == rsp {
		o.text = "instruction that writes rsp"
	}
}

// set notes what a register has.
func (s *state) set(reg int, v value) {
	if reg == rsp {
		s.sp = v
	} else {
		s.regs[reg] = v
	}
}

// get is what a register has.
func (s *state) get(reg int) value {
	if reg == rsp {
		return s.sp
	}
	return s.regs[reg]
}

// push moves the stack pointer by n bytes, and forgets nothing.
func (s *state) push(n int64) { s.sp = s.sp.plus(-n) }

// do does the instruction.
func (i *x86) do(w *walker, off int, s *state, o *outcome) {
	if i.mod != 3 && i.base >= 0 && i.flags&x86ModRM != 0 && !i.addr32 {
		o.low = s.get(i.base).plus(i.disp)
		if s.get(i.base) == unknown {
			o.low = unknown
		}
	}
	if i.flags&x86Own != 0 {
		i.own(w, off, s, o)
		return
	}
	i.plain(s, o)
}

// plain does what the letters of an opcode say.
func (i *x86) plain(s *state, o *outcome) {
	narrow := i.flags&x86Narrow != 0
	if i.flags&x86Reg != 0 {
		i.writes(s, o, i.reg, narrow)
	}
	if i.flags&x86RM != 0 && i.mod == 3 {
		i.writes(s, o, i.rm|i.b, narrow)
	}
	if i.flags&x86V != 0 {
		i.writes(s, o, i.v, false)
	}
	if i.flags&(x86A|x86D) != 0 {
		s.set(rax, unknown)
	}
	if i.flags&x86D != 0 {
		s.set(rdx, unknown)
	}
	if i.flags&x86String != 0 {
		s.set(rsi, unknown)
		s.set(rdi, unknown)
		s.set(rcx, unknown)
	}
}

// relative is a branch to what is n bytes of number away from its end.
func (i *x86) relative(w *walker, off int, o *outcome, kind kind, text string, n int) {
	if i.size16 {
		o.refuse("jump of 16 bits", "is none that is known")
		return
	}
	by := i.number(n)
	o.size, o.kind = i.n, kind
	o.target = int64(off+i.n) + by
	o.text = w.to(text, o.target)
	if i.short {
		o.refuse("instruction", "is cut off by the function's end, or too long")
	}
}

// alu is add, or, adc, sbb, and, sub, xor or cmp with an immediate.
func (i *x86) alu(s *state, o *outcome) {
	op := i.reg & 7
	if op == 7 { // cmp
		return
	}
	if i.mod == 3 && i.flags&x86Narrow == 0 && i.w {
		old := s.get(i.rm)
		switch {
		case op == 0:
			s.set(i.rm, old.plus(i.imm))
			return
		case op == 5:
			s.set(i.rm, old.plus(-i.imm))
			return
		case op == 4 && old != unknown && old&1 == 0 && i.imm < 0 && i.imm >= -maxAlign && i.imm&-i.imm == -i.imm:
			s.set(i.rm, old.plus(i.imm+1))
			if s.get(i.rm) != unknown {
				s.set(i.rm, s.get(i.rm)|1)
			}
			return
		}
	}
	i.plain(s, o)
}

// indirectWhy is why jumps and calls by registers are refused.
const indirectWhy = "goes to an address in a register or in memory: a call, or a jump by a table (compilers make none with -fno-jump-tables)"

// own does the instructions that have a case of their own.
func (i *x86) own(w *walker, off int, s *state, o *outcome) {
	if i.table == mapOne {
		i.one(w, off, s, o)
		return
	}
	switch op := i.op & 0xff; {
	case i.table == map38: // adcx, adox; without a prefix a write to the shadow stack
		if !i.size16 && i.rep != 0xf3 {
			o.refuse("wrss", "is for the system")
			return
		}
		i.plain(s, o)
	case op == 0x7e: // movd to a general register, or movq to a vector
		if (i.rep != 0xf3 || i.w) && i.mod == 3 {
			i.writes(s, o, i.rm, false)
		}
	case op == 0xae:
		i.states(o)
	case i.table != map0F:
		o.refuse("instruction", "is none that is known")
	case op == 0x01: // xgetbv alone
		if i.mod != 3 || i.reg != 2 || i.rm != 0 {
			o.refuse("system instruction", "is for the system")
		}
		s.set(rax, unknown)
		s.set(rdx, unknown)
	case op == 0x0b:
		o.kind, o.text = stops, "ud2"
	case op == 0x1e: // endbr64; rdssp
		if i.rep == 0xf3 && i.mod == 3 && i.reg&7 == 1 {
			i.writes(s, o, i.rm, false)
		}
	case op>>4 == 8:
		i.relative(w, off, o, branches, "jcc", 4)
	case op == 0xa2: // cpuid
		for _, r := range [...]int{rax, rcx, rdx, rbx} {
			s.set(r, unknown)
		}
	case op == 0xc7:
		i.nine(s, o)
	default: // bswap
		i.writes(s, o, op&7|i.b, false)
	}
}

// nine is cmpxchg8b, cmpxchg16b, rdrand, rdseed and rdpid.
func (i *x86) nine(s *state, o *outcome) {
	switch reg := i.reg & 7; {
	case reg == 1 && i.mod != 3:
		s.set(rax, unknown)
		s.set(rdx, unknown)
	case reg >= 6 && i.mod == 3:
		i.writes(s, o, i.rm, false)
	default:
		o.refuse("instruction", "saves or restores what belongs to the system")
	}
}

// states is ldmxcsr, stmxcsr, fences and flushes of the cache.
func (i *x86) states(o *outcome) {
	reg := i.reg & 7
	mem := i.mod != 3
	switch {
	case mem && (reg == 2 || reg == 3) && i.rep == 0:
	case i.table != map0F:
		o.refuse("instruction", "is none that is known")
	case mem && (reg == 7 || reg == 6 && i.size16) && i.rep == 0:
	case !mem && reg >= 5 && i.rep == 0 && !i.size16:
	default:
		o.refuse("instruction", "saves or restores what belongs to the system")
	}
}

// one does those of one byte.
func (i *x86) one(w *walker, off int, s *state, o *outcome) {
	switch op := i.op; {
	case op == 0x21, op == 0x29: // and, sub
		i.plain(s, o)
	case op>>3 == 0x50>>3:
		if i.size16 {
			o.refuse("push of 16 bits", "is none that is known")
			return
		}
		s.push(8)
	case op>>3 == 0x58>>3:
		i.pop(s, o, op&7|i.b)
	case op == 0x68, op == 0x6a:
		i.number([...]int{0x68: i.wordSize(), 0x6a: 1}[op])
		s.push(8)
		i.end(o)
	case op>>4 == 7:
		i.relative(w, off, o, branches, "jcc", 1)
	case op == 0x80, op == 0x81, op == 0x83:
		i.alu(s, o)
	case op == 0x89, op == 0x8b:
		i.move(s, o)
	case op == 0x8d:
		i.lea(s, o)
	case op == 0x8f:
		if i.reg&7 != 0 {
			o.refuse("instruction", "is none that is known")
			return
		}
		if i.mod == 3 {
			i.pop(s, o, i.rm)
		} else {
			s.push(-8)
		}
	case op>>3 == 0x90>>3: // xchg with rax; nop
		if r := op&7 | i.b; r != 0 {
			i.writes(s, o, r, false)
			s.set(rax, unknown)
		}
	case op >= 0xa0 && op <= 0xa3:
		i.number(map[bool]int{false: 8, true: 4}[i.addr32])
		i.plain(s, o)
		i.end(o)
	case op>>3 == 0xb0>>3:
		i.number(1)
		i.writes(s, o, op&7|i.b, true)
		i.end(o)
	case op>>3 == 0xb8>>3:
		if i.w {
			i.number(8)
		} else {
			i.number(i.wordSize())
		}
		i.writes(s, o, op&7|i.b, false)
		i.end(o)
	default:
		i.flow(w, off, s, o)
	}
}

// end is for immediates that were taken late.
func (i *x86) end(o *outcome) {
	if o.size = i.n; i.short {
		o.refuse("instruction", "is cut off by the function's end, or too long")
	}
}

// pop takes a register from the stack.
func (i *x86) pop(s *state, o *outcome, reg int) {
	if i.size16 {
		o.refuse("pop of 16 bits", "is none that is known")
		return
	}
	s.push(-8)
	i.writes(s, o, reg, false)
}

// move is mov between registers, or with memory.
func (i *x86) move(s *state, o *outcome) {
	to, from := i.rm, i.reg
	if i.op == 0x8b {
		to, from = from, to
	}
	switch {
	case i.mod == 3 && i.w:
		s.set(to, s.get(from))
		if to == rsp {
			o.text = "mov to rsp"
		}
	case i.mod == 3 || i.op == 0x8b:
		i.writes(s, o, to, false)
	}
}

// lea is lea.
func (i *x86) lea(s *state, o *outcome) {
	if i.mod == 3 {
		o.refuse("instruction", "is none that is known")
		return
	}
	v := o.low
	o.low = unknown
	if !i.w || i.index >= 0 {
		v = unknown
	}
	s.set(i.reg, v)
	if i.reg == rsp {
		o.text = "lea to rsp"
	}
}

// flow is what changes the flow of control, and groups of opcodes.
func (i *x86) flow(w *walker, off int, s *state, o *outcome) {
	reg := i.reg & 7
	switch op := i.op; op {
	case 0xc3:
		o.kind, o.text = returns, "ret"
	case 0xc6, 0xc7:
		if reg != 0 {
			o.refuse("transaction", "is none that is known")
			return
		}
		i.plain(s, o)
	case 0xc9: // leave
		s.sp = s.get(rbp).plus(8)
		o.text = "leave"
		s.set(rbp, unknown)
	case 0xe0, 0xe1, 0xe2, 0xe3:
		s.set(rcx, unknown)
		i.relative(w, off, o, branches, "loop", 1)
	case 0xe8:
		i.relative(w, off, o, goesOn, "call", 4)
		o.refuse(o.text, "is a call")
	case 0xe9:
		i.relative(w, off, o, jumps, "jmp", 4)
	case 0xeb:
		i.relative(w, off, o, jumps, "jmp", 1)
	case 0xf6, 0xf7: // test, not, neg, mul, imul, div, idiv
		if reg < 2 {
			i.number(map[int]int{0xf6: 1, 0xf7: i.wordSize()}[op])
			i.end(o)
			return
		}
		if i.mod == 3 && reg < 4 {
			i.writes(s, o, i.rm, op == 0xf6)
		} else if reg >= 4 {
			s.set(rax, unknown)
			s.set(rdx, unknown)
		}
	default: // fe, ff
		i.group(s, o, reg)
	}
}

// group is inc, dec, call, jmp and push.
func (i *x86) group(s *state, o *outcome, reg int) {
	switch {
	case reg < 2:
		if i.mod == 3 {
			i.writes(s, o, i.rm, i.op == 0xfe)
		}
	case i.op == 0xfe || reg == 7:
		o.refuse("instruction", "is none that is known")
	case reg == 6:
		if i.size16 {
			o.refuse("push of 16 bits", "is none that is known")
			return
		}
		s.push(8)
	case reg < 4:
		o.refuse("call "+i.operand(), "is a call")
	default:
		o.refuse("jmp "+i.operand(), indirectWhy)
	}
}

var x86Names = [...]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}

// operand is the text of ModRM.rm.
func (i *x86) operand() string {
	if i.mod == 3 {
		return x86Names[i.rm]
	}
	text := ""
	if i.base >= 0 {
		text = x86Names[i.base]
	}
	if i.index >= 0 {
		if text != "" {
			text += " + "
		}
		text += x86Names[i.index] + " * n"
	}
	return fmt.Sprintf("[%s%+#x]", text, i.disp)
}
