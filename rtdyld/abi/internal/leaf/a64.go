package leaf

import (
	"encoding/binary"
	"fmt"
)

// Instructions of A64, by the Arm Architecture Reference Manual (DDI 0487), C4.1: bits 28 to 25 have the group, and within a group a few
// bits say whether a general register is written, and which.

// stepARM64 does one instruction.
func stepARM64(w *walker, off int, s *state) outcome {
	o := outcome{size: 4, low: unknown}
	if off+4 > len(w.code) {
		return outcome{kind: refuse, text: "instruction", why: "is cut off by the function's end"}
	}
	i := a64(binary.LittleEndian.Uint32(w.code[off:]))
	switch g := i >> 25 & 15; {
	case g>>1 == 5: // 101x
		return i.branch(w, off, o)
	case g>>1 == 4: // 100x
		i.immediate(s, &o)
	case g&5 == 4: // x1x0
		i.memory(s, &o)
	case g&7 == 5: // x101
		i.register(s, &o)
	case g&7 == 7: // x111
		i.vector(s, &o)
	case g == 2:
		i.scalable(s, &o)
	case i>>16 == 0:
		o.kind, o.text = stops, "udf"
	default:
		o.refuse("instruction", "is none that is known")
	}
	return o
}

func (o *outcome) refuse(text, why string) { o.kind, o.text, o.why = refuse, text, why }

// keptWhy is why functions are refused that compilers have not been told of.
const keptWhy = "changes the register in which Go has the goroutine (compilers leave it alone with -ffixed-x28)"

type a64 uint32

const (
	a64SP = 31
	a64G  = 28 // Go's goroutine; x18 is for systems other than Linux to use
)

func (i a64) rd() int  { return int(i & 31) }
func (i a64) rn() int  { return int(i >> 5 & 31) }
func (i a64) rt2() int { return int(i >> 10 & 31) }
func (i a64) rs() int  { return int(i >> 16 & 31) }

// signed is n bits from bit at, with their sign.
func (i a64) signed(at, n int) int64 { return int64(i) << (64 - at - n) >> (64 - n) }

// writes notes that a general register has something else; 31 is no register.
func (o *outcome) writes(s *state, regs ...int) {
	for _, r := range regs {
		switch r {
		case a64G:
			o.refuse("instruction that writes x28", keptWhy)
		case a64SP:
		default:
			s.forget(r)
		}
	}
}

// writesSP is writes where 31 is the stack pointer: v is what the register has then.
func (o *outcome) writesSP(s *state, reg int, v value) {
	if reg == a64SP {
		o.text = "instruction that writes sp"
		s.sp = v
		return
	}
	o.writes(s, reg)
	if o.kind != refuse {
		s.regs[reg] = v
	}
}

// read is what a register has, where 31 is the stack pointer.
func (s *state) read(reg int) value {
	if reg == a64SP {
		return s.sp
	}
	return s.regs[reg]
}

// branch is for branches, exceptions and system instructions.
func (i a64) branch(w *walker, off int, o outcome) outcome {
	to := func(kind kind, text string, words int64) outcome {
		o.kind, o.target = kind, int64(off)+4*words
		o.text = w.to(text, o.target)
		return o
	}
	switch {
	case i>>26 == 0b000101:
		return to(jumps, "b", i.signed(0, 26))
	case i>>26 == 0b100101:
		o = to(refuse, "bl", i.signed(0, 26))
		o.why = "is a call"
		return o
	case i>>24&^1 == 0x54: // b.cond, bc.cond
		return to(branches, "b.cond", i.signed(5, 19))
	case i>>25&0x3f == 0b011010:
		return to(branches, "cbz", i.signed(5, 19))
	case i>>25&0x3f == 0b011011:
		return to(branches, "tbz", i.signed(5, 14))
	case i == 0xd65f03c0, i == 0xd65f0bff, i == 0xd65f0fff: // ret, retaa, retab
		o.kind, o.text = returns, "ret"
	case i>>25 == 0b1101011:
		o.refuse(fmt.Sprintf("br x%d", i.rn()), "goes to an address in a register: a call, or a jump by a table (compilers make none with -fno-jump-tables)")
	case i>>24 == 0xd4:
		o.refuse([...]string{"svc", "hvc", "smc", "brk", "hlt", "dcps", "exception", "exception"}[a64Exception(i)], "is a call of the system, or a trap")
	case i>>22 == 0x354: // 1101010100
		i.system(&o)
	default:
		o.refuse("branch", "is none that is known")
	}
	return o
}

// a64Exception numbers the instructions that make exceptions.
func a64Exception(i a64) int {
	switch opc, ll := i>>21&7, i&3; opc {
	case 0:
		return int(ll+2) % 3 // 1 svc, 2 hvc, 3 smc; 0 is none
	case 1:
		return 3
	case 2:
		return 4
	case 5:
		return 5
	}
	return 6
}

// system is for hints, barriers, and system registers.
func (i a64) system(o *outcome) {
	l, op0, op1, crn, crm, op2 := i>>21&1, i>>19&3, i>>16&7, i>>12&15, i>>8&15, i>>5&7
	reg := op0<<14 | op1<<11 | crn<<7 | crm<<3 | op2
	switch {
	case i&0xfffff01f == 0xd503201f: // hints: nop, yield, pointer authentication, landing pads
		if h := crm<<3 | op2; h == 2 || h == 3 {
			o.refuse("wait", "waits for an event")
		}
	case l == 0 && op0 == 0 && op1 == 3 && crn == 3 && i.rd() == 31: // barriers
	case l == 1 && op0 >= 2: // mrs
		if i.rd() == a64G {
			o.refuse("mrs x28", keptWhy)
		}
	case op0 == 3 && (reg == 0xda10 || reg == 0xda20 || reg == 0xda21): // nzcv, fpcr, fpsr
	case op0 == 1 && l == 0 && op1 == 3 && crn == 7: // dc zva and its like
	default:
		o.refuse("system instruction", "changes what belongs to the system")
	}
}

// immediate is for data processing with an immediate.
func (i a64) immediate(s *state, o *outcome) {
	switch op := i >> 23 & 7; op {
	case 2: // add, sub
		n := int64(i >> 10 & 0xfff)
		if i>>22&1 != 0 {
			n <<= 12
		}
		if i>>30&1 != 0 {
			n = -n
		}
		if i>>29&1 != 0 { // flags
			o.writes(s, i.rd())
			return
		}
		v := unknown
		if i>>31 != 0 {
			v = s.read(i.rn()).plus(n)
		}
		o.writesSP(s, i.rd(), v)
	case 3: // tags; minimum and maximum
		o.writesSP(s, i.rd(), unknown)
	case 4:
		if i>>29&3 == 3 { // ands
			o.writes(s, i.rd())
			return
		}
		o.writesSP(s, i.rd(), unknown)
	default:
		o.writes(s, i.rd())
	}
}

// memory is for loads and stores.
func (i a64) memory(s *state, o *outcome) {
	vector := i>>26&1 != 0
	switch i >> 28 & 3 {
	case 0:
		switch {
		case i>>31 == 0 && vector: // of one or more structures
			if i>>23&1 != 0 {
				o.writesSP(s, i.rn(), unknown)
			}
		case vector || i>>24&1 != 0:
			o.refuse("load or store", "is none that is known")
		default: // exclusive, compare and swap: also the second of a pair
			o.writes(s, i.rd(), i.rs(), i.rt2())
			if i.rs() != 31 {
				o.writes(s, i.rs()|1)
			}
			if i.rd() != 31 {
				o.writes(s, i.rd()|1)
			}
		}
	case 1:
		i.literal(s, o, vector)
	case 2: // pairs
		if mode := i >> 23 & 3; mode == 1 || mode == 3 {
			o.writesSP(s, i.rn(), s.read(i.rn()).plus(i.signed(15, 7)<<i.pairScale(vector)))
		}
		if !vector && i>>22&1 != 0 {
			o.writes(s, i.rd(), i.rt2())
		}
	default:
		i.single(s, o, vector)
	}
}

// pairScale is how an offset of a pair is scaled, as a shift.
func (i a64) pairScale(vector bool) int {
	opc := int(i >> 30)
	switch {
	case vector:
		return 2 + opc
	case opc == 1 && i>>22&1 == 0: // stgp
		return 4
	}
	return 2 + opc>>1
}

// literal is for loads of literals, and others with their upper bits.
func (i a64) literal(s *state, o *outcome, vector bool) {
	switch {
	case i>>24&1 == 0:
		if !vector && i>>30 != 3 {
			o.writes(s, i.rd())
		}
	case vector:
		if i>>21&1 != 0 || i>>10&3 != 2 { // loads and stores with release semantics alone
			o.refuse("load or store", "is none that is known")
		}
	case i>>21&1 == 0 && i>>10&3 == 0: // ldapur and its like
		o.writes(s, i.rd())
	case i>>10&3 == 1: // copies and sets of memory, which change all their registers
		if i.rd() == a64SP || i.rn() == a64SP || i.rs() == a64SP && i>>22&3 != 3 {
			o.refuse("instruction that copies memory", "is none that is known")
			return
		}
		o.writes(s, i.rd(), i.rn(), i.rs())
	default:
		o.refuse("load or store of tags", "is none that is known")
	}
}

// single is for loads and stores of one register.
func (i a64) single(s *state, o *outcome, vector bool) {
	opc := i >> 22 & 3
	loads := !vector && opc != 0 && !(i>>30 == 3 && opc == 2)
	if i>>24&1 == 0 {
		mode := i >> 10 & 3
		switch {
		case i>>21&1 == 0 && mode&1 != 0: // the base is written
			o.writesSP(s, i.rn(), s.read(i.rn()).plus(i.signed(12, 9)))
		case i>>21&1 != 0 && mode == 0: // atomic
			loads = !vector
			o.writes(s, i.rs(), i.rs()|1)
		case i>>21&1 != 0 && mode&1 != 0: // ldraa, ldrab
			loads = !vector
			if mode == 3 {
				o.writesSP(s, i.rn(), unknown)
			}
		}
	}
	if loads {
		o.writes(s, i.rd())
	}
}

// register is for data processing with registers.
func (i a64) register(s *state, o *outcome) {
	switch {
	case i>>24&0x1f == 0b01011 && i>>21&1 != 0 && i>>29&1 == 0: // add, sub of an extended register
		o.writesSP(s, i.rd(), unknown)
	case i>>21&0xff == 0b11010000 && i>>13&7 == 1: // add, sub of a pointer
		o.writesSP(s, i.rd(), unknown)
	case i>>21&0x3ff == 0b0011010110 && i>>10&0x3f == 4: // irg
		o.writesSP(s, i.rd(), unknown)
	case i>>21&0xff == 0b11010010: // conditional compare
	case i>>24&0x7f == 0b0101010 && i>>31 != 0 && i.rn() == 31 && i>>10&0x3f == 0 && i>>21&7 == 0: // mov xd, xm
		o.writes(s, i.rd())
		if o.kind != refuse && i.rd() != 31 && i.rs() != 31 {
			s.regs[i.rd()] = s.regs[i.rs()]
		}
	default:
		o.writes(s, i.rd())
	}
}

// vector is for floating point numbers and vectors.
func (i a64) vector(s *state, o *outcome) {
	if i>>24&0x5f == 0b0011110 {
		op := i >> 16 & 7
		toInteger := op != 2 && op != 3 && op != 7
		if i>>21&1 != 0 && i>>10&0x3f == 0 && toInteger || i>>21&1 == 0 && toInteger {
			o.writes(s, i.rd())
		}
		return
	}
	if i&0x9fe08400 == 0x0e000400 { // umov, smov
		if n := i >> 11 & 15; n == 5 || n == 7 {
			o.writes(s, i.rd())
		}
	}
}

// scalable is for SVE. Where more than one instruction has the same bits it is as if the one that writes a
// general register was meant.
func (i a64) scalable(s *state, o *outcome) {
	switch i >> 24 {
	case 0x04:
		switch top := i >> 12 & 15; {
		case i>>21&1 == 0:
		case top == 5: // addvl, addpl, rdvl
			o.writesSP(s, i.rd(), unknown)
		case top >= 14: // counts of elements
			o.writes(s, i.rd())
		}
	case 0x05: // lasta, lastb, clasta, clastb
		if n := i >> 17 & 0x1f; i>>13&7 == 5 && (n == 16 || n == 24) {
			o.writes(s, i.rd())
		}
	case 0x25: // counts of predicates
		if i>>21&1 != 0 && i>>14&3 == 2 {
			o.writes(s, i.rd())
		}
	}
}
