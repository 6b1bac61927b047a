package check

import (
	"encoding/binary"

	"golang.org/x/arch/arm64/arm64asm"
)

// a64 decodes instructions of AArch64: all that a relocation can be in, and the
// common ones around them. Refused beside what has no row: loads and stores whose written-back
// base is a register they transfer, which the architecture leaves unpredictable.
//
// Instructions are little-endian words, also where data is big-endian.
//
// Source: Arm Architecture Reference Manual for A-profile, chapter C4; operands from
// LLVM 14.
type a64 struct{}

// Decode implements [Decoder].
func (a64) Decode(code []byte, _ bool) (inst Inst, ok bool) {
	if len(code) < 4 || !decodeWord(a64Rows, binary.LittleEndian.Uint32(code), &inst) {
		return Inst{}, false
	}
	inst.Len = 4
	return inst, true
}

// Bias implements [Decoder].
func (a64) Bias(bool) uint64 { return 0 }

// Text implements [Decoder].
func (a64) Text(code []byte, _ bool) string {
	if in, err := arm64asm.Decode(code); err == nil {
		return arm64asm.GNUSyntax(in)
	}
	return byteText(code)
}

// Fields that are more than bits in a row.
var (
	a64Adr   = gg(func(w uint32) int64 { return int64(int32(w<<8)>>13)<<2 | int64(bits(w, 29, 2)) }) // immhi:immlo
	a64TBit  = gg(func(w uint32) int64 { return int64(bits(w, 31, 1)<<5 | bits(w, 19, 5)) })         // b5:b40
	a64Shift = gg(func(w uint32) int64 { return int64(bits(w, 22, 2)<<6 | bits(w, 10, 6)) })         // type and amount
)

// a64Rows are in groups as in the manual.
var a64Rows = []wordRow{
	// Data processing with an immediate.
	{0x1f000000, 0x10000000, nil, []field{rr, a64Adr}},                                                                         // ADR, ADRP
	{0x1f800000, 0x11000000, nil, []field{rr, rr, uu(10, 12), gg(func(w uint32) int64 { return int64(12 * bits(w, 22, 1)) })}}, // ADD, SUB
	{0x1f800000, 0x12000000, a64Logical, []field{rr, rr, uu(10, 13)}},                                                          // AND, ORR, EOR, ANDS
	{0x7f800000, 0x12800000, a64HW, []field{rr, uu(5, 16), us(21, 2, 4)}},                                                      // MOVN
	{0x7f800000, 0x52800000, a64HW, []field{rr, uu(5, 16), us(21, 2, 4)}},                                                      // MOVZ
	{0x7f800000, 0x72800000, a64HW, []field{rr, rr, uu(5, 16), us(21, 2, 4)}},                                                  // MOVK
	{0x7f800000, 0x13000000, a64Bitfield, []field{rr, rr, uu(16, 6), uu(10, 6)}},                                               // SBFM
	{0x7f800000, 0x33000000, a64Bitfield, []field{rr, rr, rr, uu(16, 6), uu(10, 6)}},                                           // BFM
	{0x7f800000, 0x53000000, a64Bitfield, []field{rr, rr, uu(16, 6), uu(10, 6)}},                                               // UBFM
	{0x7fa00000, 0x13800000, a64Bitfield, []field{rr, rr, rr, uu(10, 6)}},                                                      // EXTR

	// Branches, exceptions, system.
	{0x7c000000, 0x14000000, nil, []field{ss(0, 26, 0)}},              // B, BL
	{0xff000010, 0x54000000, nil, []field{uu(0, 4), ss(5, 19, 0)}},    // B.cond
	{0x7e000000, 0x34000000, nil, []field{rr, ss(5, 19, 0)}},          // CBZ, CBNZ
	{0x7e000000, 0x36000000, nil, []field{rr, a64TBit, ss(5, 14, 0)}}, // TBZ, TBNZ
	{0xfffffc1f, 0xd61f0000, nil, []field{rr}},                        // BR
	{0xfffffc1f, 0xd63f0000, nil, []field{rr}},                        // BLR
	{0xfffffc1f, 0xd65f0000, nil, []field{rr}},                        // RET
	{0xffe0001f, 0xd4000001, nil, []field{uu(5, 16)}},                 // SVC
	{0xffe0001f, 0xd4000002, nil, []field{uu(5, 16)}},                 // HVC
	{0xffe0001f, 0xd4000003, nil, []field{uu(5, 16)}},                 // SMC
	{0xffe0001f, 0xd4200000, nil, []field{uu(5, 16)}},                 // BRK
	{0xffe0001f, 0xd4400000, nil, []field{uu(5, 16)}},                 // HLT
	{0xfffff01f, 0xd503201f, a64NoOperand, nil},                       // PACIASP, AUTIASP, XPACLRI
	{0xfffff01f, 0xd503201f, nil, []field{uu(5, 7)}},                  // HINT: NOP, BTI
	{0xfffff0ff, 0xd503305f, nil, []field{uu(8, 4)}},                  // CLREX
	{0xfffff0ff, 0xd503309f, nil, []field{uu(8, 4)}},                  // DSB
	{0xfffff0ff, 0xd50330bf, nil, []field{uu(8, 4)}},                  // DMB
	{0xfffff0ff, 0xd50330df, nil, []field{uu(8, 4)}},                  // ISB
	{0xfff00000, 0xd5300000, nil, []field{rr, uu(5, 16)}},             // MRS
	{0xfff00000, 0xd5100000, nil, []field{uu(5, 16), rr}},             // MSR

	// Loads and stores.
	{0xff000000, 0xd8000000, nil, []field{uu(0, 5), ss(5, 19, 0)}},                    // PRFM, literal
	{0x3b000000, 0x18000000, a64Literal, []field{rr, ss(5, 19, 0)}},                   // LDR, LDRSW, literal
	{0xffc00000, 0xf9800000, nil, []field{uu(0, 5), rr, uu(10, 12)}},                  // PRFM
	{0x3b000000, 0x39000000, a64Access, []field{rr, rr, uu(10, 12)}},                  // LDR, STR, scaled
	{0xffe00c00, 0xf8800000, nil, []field{uu(0, 5), rr, ss(12, 9, 0)}},                // PRFUM
	{0x3b200c00, 0x38000000, a64Access, []field{rr, rr, ss(12, 9, 0)}},                // LDUR, STUR
	{0x3f200c00, 0x38000800, a64Writeback, []field{rr, rr, ss(12, 9, 0)}},             // LDTR, STTR
	{0x3b200c00, 0x38000400, a64Writeback, []field{rr, rr, rr, ss(12, 9, 0)}},         // post-index
	{0x3b200c00, 0x38000c00, a64Writeback, []field{rr, rr, rr, ss(12, 9, 0)}},         // pre-index
	{0xffe04c00, 0xf8a04800, nil, []field{uu(0, 5), rr, rr, uu(15, 1), uu(12, 1)}},    // PRFM, register
	{0x3b204c00, 0x38204800, a64Access, []field{rr, rr, rr, uu(15, 1), uu(12, 1)}},    // LDR, STR, register
	{0x3b800000, 0x28000000, a64Pair, []field{rr, rr, rr, ss(15, 7, 0)}},              // LDNP, STNP
	{0x3b800000, 0x29000000, a64Pair, []field{rr, rr, rr, ss(15, 7, 0)}},              // LDP, STP
	{0x3b800000, 0x28800000, a64PairWriteback, []field{rr, rr, rr, rr, ss(15, 7, 0)}}, // post-index
	{0x3b800000, 0x29800000, a64PairWriteback, []field{rr, rr, rr, rr, ss(15, 7, 0)}}, // pre-index
	{0x3ffffc00, 0x085f7c00, nil, []field{rr, rr}},                                    // LDXR
	{0x3ffffc00, 0x085ffc00, nil, []field{rr, rr}},                                    // LDAXR
	{0x3ffffc00, 0x089ffc00, nil, []field{rr, rr}},                                    // STLR
	{0x3ffffc00, 0x08dffc00, nil, []field{rr, rr}},                                    // LDAR
	{0x3fe0fc00, 0x08007c00, a64Exclusive, []field{rr, rr, rr}},                       // STXR
	{0x3fe0fc00, 0x0800fc00, a64Exclusive, []field{rr, rr, rr}},                       // STLXR

	// Data processing with registers.
	{0x1f000000, 0x0a000000, a64Shifted, []field{rr, rr, rr, a64Shift}},        // AND, BIC, ORR, EOR
	{0x1f200000, 0x0b000000, a64AddShifted, []field{rr, rr, rr, a64Shift}},     // ADD, SUB
	{0x1fe00000, 0x0b200000, a64Extended, []field{rr, rr, rr, uu(10, 6)}},      // ADD, SUB, extended
	{0x1fe0fc00, 0x1a000000, nil, []field{rr, rr, rr}},                         // ADC, SBC
	{0x3fe00c10, 0x3a400000, nil, []field{rr, rr, uu(0, 4), uu(12, 4)}},        // CCMP, CCMN
	{0x3fe00c10, 0x3a400800, nil, []field{rr, uu(16, 5), uu(0, 4), uu(12, 4)}}, // with an immediate
	{0x3fe00800, 0x1a800000, nil, []field{rr, rr, rr, uu(12, 4)}},              // CSEL, CSINC, CSINV, CSNEG
	{0x7fe0f800, 0x1ac00800, nil, []field{rr, rr, rr}},                         // UDIV, SDIV
	{0x7fe0f000, 0x1ac02000, nil, []field{rr, rr, rr}},                         // LSLV, LSRV, ASRV, RORV
	{0x7ffff800, 0x5ac00000, nil, []field{rr, rr}},                             // RBIT, REV16
	{0x7ffffc00, 0x5ac00800, nil, []field{rr, rr}},                             // REV, REV32
	{0xfffffc00, 0xdac00c00, nil, []field{rr, rr}},                             // REV
	{0x7ffff800, 0x5ac01000, nil, []field{rr, rr}},                             // CLZ, CLS
	{0x7fe00000, 0x1b000000, nil, []field{rr, rr, rr, rr}},                     // MADD, MSUB
	{0xff600000, 0x9b200000, nil, []field{rr, rr, rr, rr}},                     // SMADDL, SMSUBL, UMADDL, UMSUBL
}

// a64Logical reports whether N, immr and imms are a mask of their width.
func a64Logical(w uint32) bool {
	n, imms := bits(w, 22, 1), bits(w, 10, 6)
	if w>>31 == 0 && n == 1 {
		return false
	}
	size := uint32(64)
	for pattern := n<<6 | ^imms&0x3f; size > 1 && pattern&size == 0; size >>= 1 {
	}
	return size > 1 && imms&(size-1) != size-1
}

// a64HW: a 32-bit register has two halves.
func a64HW(w uint32) bool { return w>>31 == 1 || bits(w, 22, 1) == 0 }

// a64Bitfield: N is the width, and so are the bits' numbers.
func a64Bitfield(w uint32) bool {
	sf := w >> 31
	return bits(w, 22, 1) == sf && (sf == 1 || bits(w, 21, 1) == 0 && bits(w, 15, 1) == 0)
}

// a64Literal: three sizes; the fourth is PRFM's.
func a64Literal(w uint32) bool { return w>>30 != 3 }

// a64Access: size and opc of a single register.
func a64Access(w uint32) bool {
	size, opc := w>>30, bits(w, 22, 2)
	if bits(w, 26, 1) == 1 {
		return opc < 2 || size == 0
	}
	return opc < 2 || opc == 2 && size < 3 || opc == 3 && size < 2
}

// a64Writeback: the base is not the register transferred; LLVM doubts that of LDTR too.
func a64Writeback(w uint32) bool {
	rt, rn := bits(w, 0, 5), bits(w, 5, 5)
	return a64Access(w) && (bits(w, 26, 1) == 1 || rt != rn || rn == 31)
}

// a64Pair: opc of a pair. Loads of one register twice are unpredictable.
func a64Pair(w uint32) bool {
	opc, load := w>>30, bits(w, 22, 1) == 1
	if load && bits(w, 0, 5) == bits(w, 10, 5) {
		return false
	}
	if bits(w, 26, 1) == 1 {
		return opc != 3
	}
	return opc&1 == 0 || opc == 1 && load && bits(w, 23, 2) != 0 // LDPSW
}

func a64PairWriteback(w uint32) bool {
	rt, rt2, rn := bits(w, 0, 5), bits(w, 10, 5), bits(w, 5, 5)
	return a64Pair(w) && (bits(w, 26, 1) == 1 || rn == 31 || rt != rn && rt2 != rn)
}

// a64Exclusive: the status is another register than address and value.
func a64Exclusive(w uint32) bool {
	rs, rt, rn := bits(w, 16, 5), bits(w, 0, 5), bits(w, 5, 5)
	return rs != rt && (rs != rn || rn == 31)
}

// a64Shifted: a 32-bit register shifts by less than 32.
func a64Shifted(w uint32) bool { return w>>31 == 1 || bits(w, 15, 1) == 0 }

// a64AddShifted: no rotation.
func a64AddShifted(w uint32) bool { return a64Shifted(w) && bits(w, 22, 2) != 3 }

// a64Extended: shifts by 4 at most.
func a64Extended(w uint32) bool { return bits(w, 10, 3) <= 4 }

// a64NoOperand: hints that are instructions of their own in LLVM. The rest has its number as operand.
func a64NoOperand(w uint32) bool {
	const own uint32 = 1<<7 | 1<<8 | 1<<10 | 1<<12 | 1<<14 | 0xff<<24
	n := bits(w, 5, 7)
	return n < 32 && own>>n&1 == 1
}
