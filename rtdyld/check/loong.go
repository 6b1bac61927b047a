package check

import (
	"encoding/binary"

	"golang.org/x/arch/loong64/loong64asm"
)

// loong decodes instructions of LoongArch with 64-bit registers, or with 32-bit ones: those that a linker meets, and
// what is used around them.
//
// Source: LoongArch Reference Manual, volume 1; operands from LLVM 19.
type loong struct{ narrow bool }

// Decode implements [Decoder].
func (d loong) Decode(code []byte, _ bool) (inst Inst, ok bool) {
	rows := loong64Rows
	if d.narrow {
		rows = loong32Rows
	}
	if len(code) < 4 || !decodeWord(rows, binary.LittleEndian.Uint32(code), &inst) {
		return Inst{}, false
	}
	inst.Len = 4
	return inst, true
}

// Bias implements [Decoder].
func (loong) Bias(bool) uint64 { return 0 }

// Text implements [Decoder].
func (loong) Text(code []byte, _ bool) string {
	if in, err := loong64asm.Decode(code); err == nil {
		return loong64asm.GNUSyntax(in)
	}
	return byteText(code)
}

// Immediates, and operands of most instructions.
var (
	loong21  = gg(func(w uint32) int64 { return sext(bits(w, 0, 5)<<16|bits(w, 10, 16), 21) << 2 })
	loong26  = gg(func(w uint32) int64 { return sext(bits(w, 0, 10)<<16|bits(w, 10, 16), 26) << 2 })
	loongS12 = []field{rr, rr, ss(10, 12, 0)}
	loongU12 = []field{rr, rr, uu(10, 12)}
	loongB16 = []field{rr, rr, ss(10, 16, 2)}
	loong3R  = []field{rr, rr, rr}
)

// loongShared are those that are the same with registers of either size.
var loongShared = []wordRow{
	{0xfe000000, 0x14000000, nil, []field{rr, ss(5, 20, 0)}}, // LU12I.W
	{0xff800000, 0x02000000, nil, loongS12},                  // SLTI, SLTUI
	{0xffc00000, 0x03400000, nil, loongU12},                  // ANDI
	{0xff800000, 0x03800000, nil, loongU12},                  // ORI, XORI
	{0xff800000, 0x2a000000, nil, loongS12},                  // LD.BU, LD.HU
	{0xff000000, 0x2b000000, nil, loongS12},                  // FLD.S, FST.S, FLD.D, FST.D
	{0xf8000000, 0x40000000, nil, []field{rr, loong21}},      // BEQZ, BNEZ
	{0xfc000000, 0x4c000000, nil, loongB16},                  // JIRL
	{0xf8000000, 0x50000000, nil, []field{loong26}},          // B, BL
	{0xf8000000, 0x58000000, nil, loongB16},                  // BEQ, BNE
	{0xf0000000, 0x60000000, nil, loongB16},                  // BLT, BGE, BLTU, BGEU
	{0xffff0000, 0x00120000, nil, loong3R},                   // SLT, SLTU
	{0xfffe0000, 0x00140000, nil, loong3R},                   // NOR, AND, OR, XOR
}

// loong64Rows are those where registers have 64 bits.
var loong64Rows = append([]wordRow{
	{0xf8000000, 0x18000000, nil, []field{rr, ss(5, 20, 0)}},      // PCADDI, PCALAU12I, PCADDU12I, PCADDU18I
	{0xfe000000, 0x16000000, nil, []field{rr, rr, ss(5, 20, 0)}},  // LU32I.D
	{0xff800000, 0x02800000, nil, loongS12},                       // ADDI.W, ADDI.D
	{0xffc00000, 0x03000000, nil, loongS12},                       // LU52I.D
	{0xfe000000, 0x28000000, nil, loongS12},                       // LD.B, LD.H, LD.W, LD.D, ST.B, ST.H, ST.W, ST.D
	{0xffc00000, 0x2a800000, nil, loongS12},                       // LD.WU
	{0xfc000000, 0x10000000, nil, []field{rr, rr, ss(10, 16, 0)}}, // ADDU16I.D
	{0xfc000000, 0x24000000, nil, []field{rr, rr, ss(10, 14, 2)}}, // LDPTR.W, STPTR.W, LDPTR.D, STPTR.D
	{0xfffe0000, 0x00100000, nil, loong3R},                        // ADD.W, ADD.D, SUB.W, SUB.D
	{0xffff0000, 0x00410000, nil, []field{rr, rr, uu(10, 6)}},     // SLLI.D
	{0xffff0000, 0x00450000, nil, []field{rr, rr, uu(10, 6)}},     // SRLI.D
	{0xffff0000, 0x00490000, nil, []field{rr, rr, uu(10, 6)}},     // SRAI.D
}, loongShared...)

// loong32Rows are those where they have 32.
var loong32Rows = append([]wordRow{
	{0xfc000000, 0x18000000, nil, []field{rr, ss(5, 20, 0)}}, // PCADDI, PCALAU12I
	{0xfe000000, 0x1c000000, nil, []field{rr, ss(5, 20, 0)}}, // PCADDU12I
	{0xffc00000, 0x02800000, nil, loongS12},                  // ADDI.W
	{0xfe800000, 0x28000000, nil, loongS12},                  // LD.B, LD.H, ST.B, ST.H
	{0xfec00000, 0x28800000, nil, loongS12},                  // LD.W, ST.W
	{0xfffe8000, 0x00100000, nil, loong3R},                   // ADD.W, SUB.W
}, loongShared...)
