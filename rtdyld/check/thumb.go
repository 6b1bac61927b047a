package check

// Rows of Thumb. Words of 32 bits have their first half above; a predicate outside of an IT
// block is the condition 14, always, and a register.

// Fields.
var (
	thumbAlways = kk(14)

	// S imm10 and J1 J2 imm11: bits 24 to 1 of a distance, I = ^(J ^ S).
	thumbBL = gg(func(w uint32) int64 {
		s := bits(w, 26, 1)
		i1, i2 := ^(w>>13^s)&1, ^(w>>11^s)&1
		v := s<<24 | i1<<23 | i2<<22 | bits(w, 16, 10)<<12 | bits(w, 0, 11)<<1
		return int64(int32(v<<7) >> 7)
	})

	// S imm6 and J1 J2 imm11: bits 20 to 1, J2 above J1.
	thumbBcc = gg(func(w uint32) int64 {
		v := bits(w, 26, 1)<<20 | w>>11&1<<19 | w>>13&1<<18 | bits(w, 16, 6)<<12 | bits(w, 0, 11)<<1
		return int64(int32(v<<11) >> 11)
	})

	thumbCond  = uu(22, 4)
	thumbImm12 = gg(func(w uint32) int64 { return int64(thumbI12(w)) })
	thumbImm16 = gg(func(w uint32) int64 { return int64(bits(w, 16, 4)<<12 | thumbI12(w)) })
	thumbAdr   = gg(func(w uint32) int64 { return armOffset(thumbI12(w), bits(w, 21, 1) == 0) })
	thumbOff12 = gg(func(w uint32) int64 { return int64(int32(armOffset(bits(w, 0, 12), w>>23&1 == 1))) })
	thumbCBZ   = gg(func(w uint32) int64 { return int64(bits(w, 9, 1)<<6 | bits(w, 3, 5)<<1) })
)

// thumbI12 is i:imm3:imm8.
func thumbI12(w uint32) uint32 { return bits(w, 26, 1)<<11 | bits(w, 12, 3)<<8 | bits(w, 0, 8) }

var thumbRows = []wordRow{
	{0xf800, 0xe000, nil, []field{ss(0, 11, 1), thumbAlways, rr}},         // B
	{0xf000, 0xd000, thumbIf16, []field{ss(0, 8, 1), uu(8, 4), rr}},       // B, conditional
	{0xff00, 0xdf00, nil, []field{uu(0, 8), thumbAlways, rr}},             // SVC
	{0xf500, 0xb100, nil, []field{rr, thumbCBZ}},                          // CBZ, CBNZ
	{0xff87, 0x4700, thumbNotPC, []field{rr, thumbAlways, rr}},            // BX
	{0xff87, 0x4780, thumbNotPC, []field{thumbAlways, rr, rr}},            // BLX
	{0xffff, 0xbf00, nil, []field{kk(0), thumbAlways, rr}},                // NOP
	{0xf800, 0x4800, nil, []field{rr, us(0, 8, 2), thumbAlways, rr}},      // LDR, literal
	{0xf800, 0xa000, nil, []field{rr, uu(0, 8), thumbAlways, rr}},         // ADR
	{0xf800, 0xa800, nil, []field{rr, rr, uu(0, 8), thumbAlways, rr}},     // ADD from SP
	{0xff00, 0xb000, nil, []field{rr, rr, uu(0, 7), thumbAlways, rr}},     // ADD, SUB of SP
	{0xe000, 0x6000, nil, []field{rr, rr, uu(6, 5), thumbAlways, rr}},     // STR, LDR, STRB, LDRB
	{0xf000, 0x8000, nil, []field{rr, rr, uu(6, 5), thumbAlways, rr}},     // STRH, LDRH
	{0xf000, 0x9000, nil, []field{rr, rr, uu(0, 8), thumbAlways, rr}},     // STR, LDR from SP
	{0xf800, 0x2000, nil, []field{rr, rr, uu(0, 8), thumbAlways, rr}},     // MOVS
	{0xf800, 0x2800, nil, []field{rr, uu(0, 8), thumbAlways, rr}},         // CMP
	{0xf000, 0x3000, nil, []field{rr, rr, rr, uu(0, 8), thumbAlways, rr}}, // ADDS, SUBS
	{0xfc00, 0x1c00, nil, []field{rr, rr, rr, uu(6, 3), thumbAlways, rr}}, // ADDS, SUBS of 3 bits
	{0xfc00, 0x1800, nil, []field{rr, rr, rr, rr, thumbAlways, rr}},       // ADDS, SUBS, registers
	{0xff00, 0x4600, nil, []field{rr, rr, thumbAlways, rr}},               // MOV
}

var thumb2Rows = []wordRow{
	{0xf800d000, 0xf000d000, nil, []field{thumbAlways, rr, thumbBL, rr}},              // BL
	{0xf800d001, 0xf000c000, nil, []field{thumbAlways, rr, thumbBL, rr}},              // BLX
	{0xf800d000, 0xf0009000, nil, []field{thumbBL, thumbAlways, rr}},                  // B
	{0xf800d000, 0xf0008000, thumbIf32, []field{thumbBcc, thumbCond, rr}},             // B, conditional
	{0xfbf08000, 0xf2400000, thumbRd, []field{rr, thumbImm16, thumbAlways, rr}},       // MOVW
	{0xfbf08000, 0xf2c00000, thumbRd, []field{rr, rr, thumbImm16, thumbAlways, rr}},   // MOVT
	{0xfbff8000, 0xf20f0000, thumbRd, []field{rr, thumbAdr, thumbAlways, rr}},         // ADR, forward
	{0xfbff8000, 0xf2af0000, thumbRd, []field{rr, thumbAdr, thumbAlways, rr}},         // ADR, backward
	{0xfbf08000, 0xf2000000, thumbRdRn, []field{rr, rr, thumbImm12, thumbAlways, rr}}, // ADDW
	{0xfbf08000, 0xf2a00000, thumbRdRn, []field{rr, rr, thumbImm12, thumbAlways, rr}}, // SUBW
	{0xff7f0000, 0xf85f0000, thumbRt, []field{rr, thumbOff12, thumbAlways, rr}},       // LDR, literal
	{0xff7f0000, 0xf81f0000, thumbRt, []field{rr, thumbOff12, thumbAlways, rr}},       // LDRB
	{0xff7f0000, 0xf83f0000, thumbRt, []field{rr, thumbOff12, thumbAlways, rr}},       // LDRH
	{0xff7f0000, 0xf91f0000, thumbRt, []field{rr, thumbOff12, thumbAlways, rr}},       // LDRSB
	{0xff7f0000, 0xf93f0000, thumbRt, []field{rr, thumbOff12, thumbAlways, rr}},       // LDRSH
	{0xffe00000, 0xf8c00000, thumbRtRn, []field{rr, rr, uu(0, 12), thumbAlways, rr}},  // STR, LDR
	{0xffe00000, 0xf8800000, thumbRtRn, []field{rr, rr, uu(0, 12), thumbAlways, rr}},  // STRB, LDRB
	{0xffe00000, 0xf8a00000, thumbRtRn, []field{rr, rr, uu(0, 12), thumbAlways, rr}},  // STRH, LDRH
	{0xfff00000, 0xf9900000, thumbRtRn, []field{rr, rr, uu(0, 12), thumbAlways, rr}},  // LDRSB
	{0xfff00000, 0xf9b00000, thumbRtRn, []field{rr, rr, uu(0, 12), thumbAlways, rr}},  // LDRSH
	{0xff300f00, 0xed100a00, nil, []field{rr, rr, armVOff, thumbAlways, rr}},          // VLDR, single
	{0xff300f00, 0xed100b00, nil, []field{rr, rr, armVOff, thumbAlways, rr}},          // double
	{0xff300f00, 0xed000a00, nil, []field{rr, rr, armVOff, thumbAlways, rr}},          // VSTR, single
	{0xff300f00, 0xed000b00, nil, []field{rr, rr, armVOff, thumbAlways, rr}},          // double
	{0xffffffff, 0xf3af8000, nil, []field{kk(0), thumbAlways, rr}},                    // NOP
}

func thumbIf16(w uint32) bool { return bits(w, 8, 4) < 14 }
func thumbIf32(w uint32) bool { return bits(w, 22, 4) < 14 }

// thumbNotPC: the register in bits 3 to 6.
func thumbNotPC(w uint32) bool { return bits(w, 3, 4) != 15 }

// thumbPlain: neither stack pointer nor program counter.
func thumbPlain(reg uint32) bool { return reg != 13 && reg != 15 }

func thumbRd(w uint32) bool   { return thumbPlain(bits(w, 8, 4)) }
func thumbRdRn(w uint32) bool { return thumbRd(w) && thumbPlain(bits(w, 16, 4)) }
func thumbRt(w uint32) bool   { return thumbPlain(bits(w, 12, 4)) }
func thumbRtRn(w uint32) bool { return thumbRt(w) && bits(w, 16, 4) != 15 }
