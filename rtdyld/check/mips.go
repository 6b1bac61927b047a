package check

import "encoding/binary"

// mips decodes instructions of MIPS as far as a linker meets them: branches, what makes addresses of halves, loads and
// stores. Revision 6 of the instruction set has others under some opcodes.
//
// Source: MIPS Architecture For Programmers, volumes II-A, for 32 and 64 bits, revisions 5 and 6; operands from LLVM 14.
type mips struct {
	order binary.ByteOrder
	wide  bool // registers have 64 bits
	six   bool // revision 6
}

// Decode implements [Decoder].
func (d mips) Decode(code []byte, _ bool) (inst Inst, ok bool) {
	if len(code) < 4 {
		return Inst{}, false
	}
	w := d.order.Uint32(code)
	inst.Len = 4
	ok = decodeWord(mipsRows, w, &inst)
	if !ok && d.wide {
		ok = decodeWord(mips64Rows, w, &inst)
	}
	if !ok && d.six {
		ok = decodeWord(mips6Rows, w, &inst) || d.wide && decodeWord(mips646Rows, w, &inst)
	} else if !ok {
		ok = decodeWord(mips5Rows, w, &inst) || d.wide && decodeWord(mips645Rows, w, &inst)
	}
	if !ok {
		return Inst{}, false
	}
	return inst, true
}

// Bias implements [Decoder].
func (mips) Bias(bool) uint64 { return 0 }

// Text implements [Decoder].
func (mips) Text(code []byte, _ bool) string { return byteText(code) }

// Distances of branches count from the instruction behind them.
var (
	mipsBranch16 = gg(func(w uint32) int64 { return int64(int16(w))<<2 + 4 })
	mipsBranch21 = gg(func(w uint32) int64 { return int64(int32(w<<11)>>11)<<2 + 4 })
	mipsBranch26 = gg(func(w uint32) int64 { return int64(int32(w<<6)>>6)<<2 + 4 })
)

// mipsRows are those that all have.
var mipsRows = []wordRow{
	{0xfc000000, 0x08000000, nil, []field{us(0, 26, 2)}},            // J
	{0xfc000000, 0x0c000000, nil, []field{us(0, 26, 2)}},            // JAL
	{0xfc000000, 0x10000000, nil, []field{rr, rr, mipsBranch16}},    // BEQ
	{0xfc000000, 0x14000000, nil, []field{rr, rr, mipsBranch16}},    // BNE
	{0xfc1f0000, 0x18000000, nil, []field{rr, mipsBranch16}},        // BLEZ
	{0xfc1f0000, 0x1c000000, nil, []field{rr, mipsBranch16}},        // BGTZ
	{0xfc1f0000, 0x04000000, nil, []field{rr, mipsBranch16}},        // BLTZ
	{0xfc1f0000, 0x04010000, nil, []field{rr, mipsBranch16}},        // BGEZ
	{0xfc000000, 0x24000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // ADDIU
	{0xf8000000, 0x28000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // SLTI, SLTIU
	{0xf8000000, 0x30000000, nil, []field{rr, rr, uu(0, 16)}},       // ANDI, ORI
	{0xfc000000, 0x38000000, nil, []field{rr, rr, uu(0, 16)}},       // XORI
	{0xf8000000, 0x80000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // LB, LH
	{0xf4000000, 0x84000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // LH, LW
	{0xfc000000, 0x8c000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // LW
	{0xf8000000, 0x90000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // LBU, LHU
	{0xf8000000, 0xa0000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // SB, SH
	{0xfc000000, 0xac000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // SW
	{0xfc000000, 0xc4000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // LWC1
	{0xfc000000, 0xe4000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // SWC1
	{0xfc010000, 0xd4000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // LDC1
	{0xfc010000, 0xf4000000, nil, []field{rr, rr, ss(0, 16, 0)}},    // SDC1
	{0xffe0003f, 0x00000000, mipsShifts, []field{rr, rr, uu(6, 5)}}, // SLL, NOP among them
	{0xfc0007ff, 0x00000021, nil, []field{rr, rr, rr}},              // ADDU
	{0xfc0007ff, 0x00000023, nil, []field{rr, rr, rr}},              // SUBU
	{0xfc0007ff, 0x00000025, nil, []field{rr, rr, rr}},              // OR
	{0xfc1f07ff, 0x00000009, nil, []field{rr, rr}},                  // JALR
}

// mips64Rows are those of 64-bit processors.
var mips64Rows = []wordRow{
	{0xfc000000, 0xd4000000, nil, []field{rr, rr, ss(0, 16, 0)}}, // LDC1
	{0xfc000000, 0xf4000000, nil, []field{rr, rr, ss(0, 16, 0)}}, // SDC1
	{0xfc000000, 0x64000000, nil, []field{rr, rr, ss(0, 16, 0)}}, // DADDIU
	{0xfc000000, 0x9c000000, nil, []field{rr, rr, ss(0, 16, 0)}}, // LWU
	{0xfc000000, 0xdc000000, nil, []field{rr, rr, ss(0, 16, 0)}}, // LD
	{0xfc000000, 0xfc000000, nil, []field{rr, rr, ss(0, 16, 0)}}, // SD
	{0xffe0003f, 0x00000038, nil, []field{rr, rr, uu(6, 5)}},     // DSLL
	{0xffe0003f, 0x0000003c, nil, []field{rr, rr, uu(6, 5)}},     // DSLL32
	{0xfc0007ff, 0x0000002d, nil, []field{rr, rr, rr}},           // DADDU
}

// mips5Rows are those that revision 6 has no more.
var mips5Rows = []wordRow{
	{0xffe00000, 0x3c000000, nil, []field{rr, uu(0, 16)}},            // LUI
	{0xfc1f0000, 0x04110000, nil, []field{rr, mipsBranch16}},         // BGEZAL, BAL among them
	{0xfc1f0000, 0x04100000, nil, []field{rr, mipsBranch16}},         // BLTZAL
	{0xfc1fffff, 0x00000008, nil, []field{rr}},                       // JR
	{0xfc000000, 0xc0000000, nil, []field{rr, rr, ss(0, 16, 0)}},     // LL
	{0xfc000000, 0xe0000000, nil, []field{rr, rr, rr, ss(0, 16, 0)}}, // SC
	{0xcc000000, 0xc8000000, nil, []field{rr, rr, ss(0, 16, 0)}},     // LWC2, LDC2, SWC2, SDC2
}

// mips645Rows are those that it has no more on 64-bit processors.
var mips645Rows = []wordRow{
	{0xfc000000, 0xd0000000, nil, []field{rr, rr, ss(0, 16, 0)}},     // LLD
	{0xfc000000, 0xf0000000, nil, []field{rr, rr, rr, ss(0, 16, 0)}}, // SCD
}

// mips6Rows are those that it has first.
var mips6Rows = []wordRow{
	{0xfc000000, 0x3c000000, nil, []field{rr, rr, uu(0, 16)}},          // AUI, LUI among them
	{0xffff0000, 0x04110000, nil, []field{mipsBranch16}},               // BAL
	{0xfc000000, 0xc8000000, nil, []field{mipsBranch26}},               // BC
	{0xfc000000, 0xe8000000, nil, []field{mipsBranch26}},               // BALC
	{0xffe00000, 0xd8000000, nil, []field{rr, uu(0, 16)}},              // JIC
	{0xffe00000, 0xf8000000, nil, []field{rr, uu(0, 16)}},              // JIALC
	{0xfc000000, 0xd8000000, nil, []field{rr, mipsBranch21}},           // BEQZC
	{0xfc000000, 0xf8000000, nil, []field{rr, mipsBranch21}},           // BNEZC
	{0xfc180000, 0xec000000, nil, []field{rr, ss(0, 19, 2)}},           // ADDIUPC
	{0xfc180000, 0xec080000, nil, []field{rr, ss(0, 19, 2)}},           // LWPC
	{0xfc1f0000, 0xec1e0000, nil, []field{rr, ss(0, 16, 0)}},           // AUIPC
	{0xfc1f0000, 0xec1f0000, nil, []field{rr, ss(0, 16, 0)}},           // ALUIPC
	{0xb8000000, 0x18000000, mipsOne, []field{rr, mipsBranch16}},       // BLEZALC, BGEZALC, BGTZALC, BLTZALC, BLEZC, BGEZC, BGTZC, BLTZC
	{0xb8000000, 0x18000000, mipsTwo, []field{rr, rr, mipsBranch16}},   // BGEUC, BLTUC, BGEC, BLTC
	{0xbc000000, 0x20000000, mipsZeroFirst, []field{rr, mipsBranch16}}, // BEQZALC, BNEZALC
	{0xbc000000, 0x20000000, nil, []field{rr, rr, mipsBranch16}},       // BOVC, BEQC, BNVC, BNEC
}

// mips646Rows are those that it has on 64-bit processors.
var mips646Rows = []wordRow{
	{0xfc180000, 0xec100000, nil, []field{rr, ss(0, 19, 2)}},       // LWUPC
	{0xfc1c0000, 0xec180000, nil, []field{rr, ss(0, 18, 3)}},       // LDPC
	{0xfc000000, 0x74000000, mipsBase, []field{rr, rr, uu(0, 16)}}, // DAUI
}

// mipsBase: the base register is not $zero.
func mipsBase(w uint32) bool { return w>>21&31 != 0 }

// mipsOne: a branch compares the second of two registers with $zero if the first is that, or the same.
func mipsOne(w uint32) bool { return mipsTwo(w) && (mipsZeroFirst(w) || w>>21&31 == w>>16&31) }

// mipsTwo: the second register is not $zero.
func mipsTwo(w uint32) bool { return w>>16&31 != 0 }

// mipsZeroFirst: the first register is $zero, and the second is not.
func mipsZeroFirst(w uint32) bool { return w>>21&31 == 0 && mipsTwo(w) }

// mipsShifts: not SSNOP, EHB and PAUSE.
func mipsShifts(w uint32) bool { return w != 1<<6 && w != 3<<6 && w != 5<<6 }
