package check

import (
	"encoding/binary"

	"golang.org/x/arch/riscv64/riscv64asm"
)

// riscv decodes instructions of RISC-V with 64-bit registers, or with 32-bit ones: the base set with
// multiplication, atomic and floating-point ones as far as a linker meets them, and of
// the compressed ones those that branch.
//
// Source: The RISC-V Instruction Set Manual, volume I; operands from LLVM 14.
type riscv struct{ narrow bool }

// Decode implements [Decoder].
func (d riscv) Decode(code []byte, _ bool) (inst Inst, ok bool) {
	words, halves := riscvRows, riscvHalfRows
	if d.narrow {
		words, halves = riscv32Rows, riscv32HalfRows
	}
	switch {
	case len(code) < 2:
	case code[0]&3 != 3:
		ok = decodeWord(halves, uint32(binary.LittleEndian.Uint16(code)), &inst)
		inst.Len = 2
	case len(code) >= 4:
		ok = decodeWord(words, binary.LittleEndian.Uint32(code), &inst)
		inst.Len = 4
	}
	if !ok {
		return Inst{}, false
	}
	return inst, true
}

// Bias implements [Decoder].
func (riscv) Bias(bool) uint64 { return 0 }

// Text implements [Decoder].
func (riscv) Text(code []byte, _ bool) string {
	if in, err := riscv64asm.Decode(code); err == nil {
		return riscv64asm.GNUSyntax(in)
	}
	return byteText(code)
}

// sext extends the sign of a number of n bits.
func sext(v uint32, n uint) int64 { return int64(int32(v<<(32-n)) >> (32 - n)) }

// Immediates whose bits are not in a row.
var (
	riscvS = gg(func(w uint32) int64 { return sext(bits(w, 25, 7)<<5|bits(w, 7, 5), 12) })
	riscvB = gg(func(w uint32) int64 { return sext(w>>31<<12|bits(w, 7, 1)<<11|bits(w, 25, 6)<<5|bits(w, 8, 4)<<1, 13) })
	riscvJ = gg(func(w uint32) int64 {
		return sext(w>>31<<20|bits(w, 12, 8)<<12|bits(w, 20, 1)<<11|bits(w, 21, 10)<<1, 21)
	})
	riscvCB = gg(func(w uint32) int64 {
		return sext(bits(w, 12, 1)<<8|bits(w, 5, 2)<<6|bits(w, 2, 1)<<5|bits(w, 10, 2)<<3|bits(w, 3, 2)<<1, 9)
	})
	riscvCJ = gg(func(w uint32) int64 {
		return sext(bits(w, 12, 1)<<11|bits(w, 8, 1)<<10|bits(w, 9, 2)<<8|bits(w, 6, 1)<<7|bits(w, 7, 1)<<6|bits(w, 2, 1)<<5|bits(w, 11, 1)<<4|bits(w, 3, 3)<<1, 12)
	})
	riscvI = ss(20, 12, 0)
)

// riscvShared are those of four bytes that are the same with registers of either size.
var riscvShared = []wordRow{
	{0x7f, 0x37, nil, []field{rr, uu(12, 20)}},             // LUI
	{0x7f, 0x17, nil, []field{rr, uu(12, 20)}},             // AUIPC
	{0x7f, 0x6f, nil, []field{rr, riscvJ}},                 // JAL
	{0x707f, 0x67, nil, []field{rr, rr, riscvI}},           // JALR
	{0x607f, 0x63, nil, []field{rr, rr, riscvB}},           // BEQ, BNE
	{0x407f, 0x4063, nil, []field{rr, rr, riscvB}},         // BLT, BGE, BLTU, BGEU
	{0x607f, 0x2007, nil, []field{rr, rr, riscvI}},         // FLW, FLD
	{0x607f, 0x2027, nil, []field{rr, rr, riscvS}},         // FSW, FSD
	{0x707f, 0x13, nil, []field{rr, rr, riscvI}},           // ADDI
	{0x607f, 0x2013, nil, []field{rr, rr, riscvI}},         // SLTI, SLTIU
	{0x507f, 0x4013, nil, []field{rr, rr, riscvI}},         // XORI, ORI
	{0x707f, 0x7013, nil, []field{rr, rr, riscvI}},         // ANDI
	{0xfe00007f, 0x33, nil, []field{rr, rr, rr}},           // ADD and the like
	{0xfe00707f, 0x40000033, nil, []field{rr, rr, rr}},     // SUB
	{0xfe00707f, 0x40005033, nil, []field{rr, rr, rr}},     // SRA
	{0xfe00007f, 0x02000033, nil, []field{rr, rr, rr}},     // MUL, DIV, REM
	{0xf00fffff, 0x0f, nil, []field{uu(24, 4), uu(20, 4)}}, // FENCE
	{0xffffffff, 0x100f, nil, nil},                         // FENCE.I
	{0xffffffff, 0x73, nil, nil},                           // ECALL
	{0xffffffff, 0x00100073, nil, nil},                     // EBREAK
}

// riscvRows are those of four bytes where registers have 64 bits.
var riscvRows = append([]wordRow{
	{0x407f, 0x03, nil, []field{rr, rr, riscvI}},          // LB, LH, LW, LD
	{0x407f, 0x4003, riscvLoad, []field{rr, rr, riscvI}},  // LBU, LHU, LWU
	{0x407f, 0x23, nil, []field{rr, rr, riscvS}},          // SB, SH, SW, SD
	{0xfc00707f, 0x1013, nil, []field{rr, rr, uu(20, 6)}}, // SLLI
	{0xbc00707f, 0x5013, nil, []field{rr, rr, uu(20, 6)}}, // SRLI, SRAI
	{0x707f, 0x1b, nil, []field{rr, rr, riscvI}},          // ADDIW
	{0xfe00707f, 0x101b, nil, []field{rr, rr, uu(20, 5)}}, // SLLIW
	{0xbe00707f, 0x501b, nil, []field{rr, rr, uu(20, 5)}}, // SRLIW, SRAIW
	{0xbe00707f, 0x3b, nil, []field{rr, rr, rr}},          // ADDW, SUBW
	{0xfe00707f, 0x103b, nil, []field{rr, rr, rr}},        // SLLW
	{0xbe00707f, 0x503b, nil, []field{rr, rr, rr}},        // SRLW, SRAW
	{0xfe00707f, 0x0200003b, nil, []field{rr, rr, rr}},    // MULW
	{0xfe00407f, 0x0200403b, nil, []field{rr, rr, rr}},    // DIVW, DIVUW, REMW, REMUW
}, riscvShared...)

// riscv32Rows are those where they have 32.
var riscv32Rows = append([]wordRow{
	{0x707f, 0x03, nil, []field{rr, rr, riscvI}},          // LB
	{0x707f, 0x1003, nil, []field{rr, rr, riscvI}},        // LH
	{0x707f, 0x2003, nil, []field{rr, rr, riscvI}},        // LW
	{0x607f, 0x4003, nil, []field{rr, rr, riscvI}},        // LBU, LHU
	{0x607f, 0x23, nil, []field{rr, rr, riscvS}},          // SB, SH
	{0x707f, 0x2023, nil, []field{rr, rr, riscvS}},        // SW
	{0xfe00707f, 0x1013, nil, []field{rr, rr, uu(20, 5)}}, // SLLI
	{0xbe00707f, 0x5013, nil, []field{rr, rr, uu(20, 5)}}, // SRLI, SRAI
}, riscvShared...)

// riscvLoad: there is no LDU.
func riscvLoad(w uint32) bool { return bits(w, 12, 3) != 7 }

// riscvHalfRows are those of two bytes.
var riscvHalfRows = []wordRow{
	{0xe003, 0xa001, nil, []field{riscvCJ}},        // C.J
	{0xc003, 0xc001, nil, []field{rr, riscvCB}},    // C.BEQZ, C.BNEZ
	{0xffff, 0x9002, nil, nil},                     // C.EBREAK
	{0xe07f, 0x8002, riscvRD, []field{rr}},         // C.JR, C.JALR
	{0xffff, 0x0001, nil, []field{}},               // C.NOP
	{0xe003, 0x4001, riscvRD, []field{rr, riscvC}}, // C.LI
}

// riscv32HalfRows have C.JAL, too.
var riscv32HalfRows = append([]wordRow{
	{0xe003, 0x2001, nil, []field{riscvCJ}}, // C.JAL
}, riscvHalfRows...)

// riscvRD: the register is not x0.
func riscvRD(w uint32) bool { return bits(w, 7, 5) != 0 }

// riscvC is the immediate of most compressed instructions.
var riscvC = gg(func(w uint32) int64 { return sext(bits(w, 12, 1)<<5|bits(w, 2, 5), 6) })
