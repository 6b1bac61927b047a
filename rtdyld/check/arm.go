package check

import (
	"encoding/binary"

	"golang.org/x/arch/arm/armasm"
)

// arm decodes instructions of ARM and, where the symbol says so, of Thumb: those
// that a relocation can be in and the common ones around them. Refused beside what has no
// row: what the architecture leaves unpredictable.
//
// An instruction in an IT block is decoded as if it stood alone.
//
// Source: Arm Architecture Reference Manual, ARMv7-A, chapters A5, A6 and A8; operands
// from LLVM 14.
type arm struct {
	big   bool // code is big-endian, as in relocatable objects of big-endian targets
	thumb bool // also where the symbol does not say so
}

// Decode implements [Decoder].
func (d arm) Decode(code []byte, thumb bool) (inst Inst, ok bool) {
	var order binary.ByteOrder = binary.LittleEndian
	if d.big {
		order = binary.BigEndian
	}
	if !thumb && !d.thumb {
		if len(code) < 4 || !decodeWord(armRows, order.Uint32(code), &inst) {
			return Inst{}, false
		}
		inst.Len = 4
		return inst, true
	}
	if len(code) < 2 {
		return inst, false
	}
	w, rows := uint32(order.Uint16(code)), thumbRows
	inst.Len = 2
	if w>>11 >= 0x1d {
		if len(code) < 4 {
			return Inst{}, false
		}
		w, rows = w<<16|uint32(order.Uint16(code[2:])), thumb2Rows
		inst.Len = 4
	}
	if !decodeWord(rows, w, &inst) {
		return Inst{}, false
	}
	return inst, true
}

// Bias implements [Decoder]: the program counter reads 8 ahead in ARM state, 4 in
// Thumb state, of which LLVM's checker adds what the next instruction is not.
func (d arm) Bias(thumb bool) uint64 {
	if thumb || d.thumb {
		return 0
	}
	return 4
}

// Text implements [Decoder].
func (d arm) Text(code []byte, thumb bool) string {
	if !thumb && !d.thumb && !d.big {
		if in, err := armasm.Decode(code, armasm.ModeARM); err == nil {
			return armasm.GNUSyntax(in)
		}
	}
	return byteText(code)
}

// Fields and predicates of ARM state. A predicate is the condition and the register of flags.
var (
	armCond  = uu(28, 4)
	armImm16 = gg(func(w uint32) int64 { return int64(bits(w, 16, 4)<<12 | bits(w, 0, 12)) })
	armOff12 = gg(func(w uint32) int64 { return armOffset(bits(w, 0, 12), w>>23&1 == 1) })
	armOff8  = gg(func(w uint32) int64 { return int64(^w>>23&1<<8 | bits(w, 8, 4)<<4 | bits(w, 0, 4)) })
	armVOff  = gg(func(w uint32) int64 { return int64(^w>>23&1<<8 | bits(w, 0, 8)) })
	armBLX   = gg(func(w uint32) int64 { return int64(int32(w<<8))>>6 | int64(bits(w, 24, 1)<<1) })
	armShift = gg(func(w uint32) int64 { return int64(bits(w, 7, 5)<<3 | [...]uint32{2, 3, 1, 4}[bits(w, 5, 2)]) })
)

// armOffset is an offset of 32 bits; minus zero is the lowest number.
func armOffset(v uint32, add bool) int64 {
	switch {
	case add:
		return int64(v)
	case v == 0:
		return 1 << 31
	}
	return int64(-v)
}

// armRows begin with what has no condition.
var armRows = []wordRow{
	{0xfe000000, 0xfa000000, nil, []field{armBLX}},                                         // BLX
	{0xf0000000, 0xf0000000, never, nil},                                                   // the rest of unconditional ones
	{0xff000000, 0xeb000000, nil, []field{ss(0, 24, 2)}},                                   // BL
	{0x0f000000, 0x0b000000, armIf, []field{ss(0, 24, 2), armCond, rr}},                    // BL, conditional
	{0x0f000000, 0x0a000000, armIf, []field{ss(0, 24, 2), armCond, rr}},                    // B
	{0x0ff00000, 0x03000000, armRd, []field{rr, armImm16, armCond, rr}},                    // MOVW
	{0x0ff00000, 0x03400000, armRd, []field{rr, rr, armImm16, armCond, rr}},                // MOVT
	{0x0fffff00, 0x0320f000, armHint, []field{uu(0, 8), armCond, rr}},                      // NOP, YIELD, WFE, WFI, SEV
	{0x0f300000, 0x05100000, armByte, []field{rr, rr, armOff12, armCond, rr}},              // LDR, LDRB
	{0x0f300000, 0x05000000, armByte, []field{rr, rr, armOff12, armCond, rr}},              // STR, STRB
	{0x0f7000f0, 0x015000b0, armRd, []field{rr, rr, rr, armOff8, armCond, rr}},             // LDRH
	{0x0f7000f0, 0x015000d0, armRd, []field{rr, rr, rr, armOff8, armCond, rr}},             // LDRSB
	{0x0f7000f0, 0x015000f0, armRd, []field{rr, rr, rr, armOff8, armCond, rr}},             // LDRSH
	{0x0f7000f0, 0x014000b0, armRd, []field{rr, rr, rr, armOff8, armCond, rr}},             // STRH
	{0x0f300f00, 0x0d100a00, armIf, []field{rr, rr, armVOff, armCond, rr}},                 // VLDR, single
	{0x0f300f00, 0x0d100b00, armIf, []field{rr, rr, armVOff, armCond, rr}},                 // double
	{0x0f300f00, 0x0d000a00, armIf, []field{rr, rr, armVOff, armCond, rr}},                 // VSTR, single
	{0x0f300f00, 0x0d000b00, armIf, []field{rr, rr, armVOff, armCond, rr}},                 // double
	{0x0f90f000, 0x03100000, armIf, []field{rr, uu(0, 12), armCond, rr}},                   // TST, TEQ, CMP, CMN
	{0x0fef0000, 0x03a00000, armIf, []field{rr, uu(0, 12), armCond, rr, rr}},               // MOV
	{0x0fef0000, 0x03e00000, armIf, []field{rr, uu(0, 12), armCond, rr, rr}},               // MVN
	{0x0f800000, 0x02000000, armIf, []field{rr, rr, uu(0, 12), armCond, rr, rr}},           // AND, EOR, SUB, RSB
	{0x0f800000, 0x02800000, armIf, []field{rr, rr, uu(0, 12), armCond, rr, rr}},           // ADD, ADC, SBC, RSC
	{0x0fa00000, 0x03800000, armIf, []field{rr, rr, uu(0, 12), armCond, rr, rr}},           // ORR, BIC
	{0x0f90fff0, 0x01100000, armIf, []field{rr, rr, armCond, rr}},                          // TST, TEQ, CMP, CMN, register
	{0x0fef0ff0, 0x01a00000, armIf, []field{rr, rr, armCond, rr, rr}},                      // MOV
	{0x0fef0010, 0x01a00000, armShiftedRm, []field{rr, rr, armShift, armCond, rr, rr}},     // LSL, LSR, ASR, ROR
	{0x0f800ff0, 0x00000000, armIf, []field{rr, rr, rr, armCond, rr, rr}},                  // AND, EOR, SUB, RSB
	{0x0f800ff0, 0x00800000, armIf, []field{rr, rr, rr, armCond, rr, rr}},                  // ADD, ADC, SBC, RSC
	{0x0fa00ff0, 0x01800000, armIf, []field{rr, rr, rr, armCond, rr, rr}},                  // ORR, BIC
	{0x0f800010, 0x00000000, armShiftedRm, []field{rr, rr, rr, armShift, armCond, rr, rr}}, // with a shift
	{0x0f800010, 0x00800000, armShiftedRm, []field{rr, rr, rr, armShift, armCond, rr, rr}}, //
	{0x0fffffff, 0x012fff1e, armIf, []field{armCond, rr}},                                  // BX LR
	{0xfffffff0, 0xe12fff10, armRm, []field{rr}},                                           // BX
	{0xfffffff0, 0xe12fff30, armRm, []field{rr}},                                           // BLX
	{0x0f000000, 0x0f000000, armIf, []field{uu(0, 24), armCond, rr}},                       // SVC
}

func never(uint32) bool { return false }

// armIf: the condition is one.
func armIf(w uint32) bool { return w>>28 != 15 }

// armRd: and the register in bits 12 to 15 is not the program counter.
func armRd(w uint32) bool { return armIf(w) && bits(w, 12, 4) != 15 }

// armRm: the register in bits 0 to 3 is not.
func armRm(w uint32) bool { return bits(w, 0, 4) != 15 }

// armByte: only a word goes to the program counter.
func armByte(w uint32) bool { return armIf(w) && (bits(w, 22, 1) == 0 || bits(w, 12, 4) != 15) }

// armHint: those that ARMv7 has.
func armHint(w uint32) bool { return armIf(w) && bits(w, 0, 8) <= 4 }

// armShifted: an amount of zero is another instruction.
func armShifted(w uint32) bool { return armIf(w) && bits(w, 7, 5) != 0 }

// armShiftedRm: nor does LLVM take a shift alone of the stack pointer or the program counter.
func armShiftedRm(w uint32) bool { return armShifted(w) && bits(w, 0, 4) != 13 && armRm(w) }
