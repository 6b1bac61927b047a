package check

import (
	"encoding/binary"

	"golang.org/x/arch/ppc64/ppc64asm"
)

// ppc decodes instructions of PowerPC as far as a linker meets them: branches, what computes and what uses addresses,
// prefixed ones included.
//
// Source: Power ISA 3.1, Book I; operands from LLVM 14.
type ppc struct{ order binary.ByteOrder }

// Decode implements [Decoder].
func (d ppc) Decode(code []byte, _ bool) (inst Inst, ok bool) {
	if len(code) < 4 {
		return Inst{}, false
	}
	w := d.order.Uint32(code)
	if w>>26 == 1 { // a prefix
		if len(code) < 8 {
			return Inst{}, false
		}
		if inst, ok = decodePrefixed(w, d.order.Uint32(code[4:])); !ok {
			return Inst{}, false
		}
		return inst, true
	}
	if inst.Len = 4; !decodeWord(ppcRows, w, &inst) {
		return Inst{}, false
	}
	return inst, true
}

// decodePrefixed decodes PADDI, PLD and their neighbours: the displacement stands in front of the base register in what
// reaches memory, and behind it is whether it counts from the instruction.
func decodePrefixed(prefix, suffix uint32) (inst Inst, ok bool) {
	const (
		reserved     = 0x03ec0000 // zeros, but for what follows
		addition     = 0x06000000 // type 2: the suffix is ADDI or a load or store with a row there
		doublewords  = 0x04000000 // type 0: it has an opcode of its own
		paddi        = 14
		pld, pstd    = 57, 61
		plwz, pstw   = 32, 36
		first, count = 32, 24
	)
	inst.Len = 8
	relative := int64(prefix >> 20 & 1)
	value := int64(uint64(prefix)<<46|uint64(suffix&0xffff)<<30) >> 30
	op := suffix >> 26
	switch {
	case relative == 1 && suffix>>16&31 != 0:
		return Inst{}, false
	case prefix&^(1<<20|0x3ffff) == addition && op == paddi:
		inst.reg()
		inst.reg()
		inst.imm(value)
	case prefix&^(1<<20|0x3ffff) == doublewords && (op == pld || op == pstd), prefix&^(1<<20|0x3ffff) == addition && (op == plwz || op == pstw):
		inst.reg()
		inst.imm(value)
		inst.reg()
	default:
		return Inst{}, false
	}
	return inst, true
}

// Bias implements [Decoder].
func (ppc) Bias(bool) uint64 { return 0 }

// Text implements [Decoder].
func (d ppc) Text(code []byte, _ bool) string {
	if in, err := ppc64asm.Decode(code, d.order); err == nil {
		return ppc64asm.GNUSyntax(in, 0)
	}
	return byteText(code)
}

// ppcRows are those of a word.
var ppcRows = []wordRow{
	{0xfc000003, 0x48000000, nil, []field{ss(2, 24, 0)}},                // B
	{0xfc000003, 0x48000001, nil, []field{ss(2, 24, 0)}},                // BL
	{0xffe00002, 0x41800000, nil, []field{uu(21, 5), rr, ss(2, 14, 0)}}, // BC, condition true
	{0xffe00002, 0x40800000, nil, []field{uu(21, 5), rr, ss(2, 14, 0)}}, // condition false
	{0xffff0000, 0x42000000, ppcPlain, []field{ss(2, 14, 0)}},           // BDNZ
	{0xffffffff, 0x4e800020, nil, nil},                                  // BLR
	{0xffffffff, 0x4e800420, nil, nil},                                  // BCTR
	{0xffffffff, 0x4e800421, nil, nil},                                  // BCTRL
	{0xffffffff, 0x60000000, nil, nil},                                  // NOP
	{0xffffffff, 0x7fe00008, nil, nil},                                  // TRAP
	{0xfc1f0000, 0x38000000, nil, []field{rr, ss(0, 16, 0)}},            // LI
	{0xfc000000, 0x38000000, nil, []field{rr, rr, ss(0, 16, 0)}},        // ADDI
	{0xfc1f0000, 0x3c000000, nil, []field{rr, ss(0, 16, 0)}},            // LIS
	{0xfc000000, 0x3c000000, nil, []field{rr, rr, ss(0, 16, 0)}},        // ADDIS
	{0xfc00003e, 0x4c000004, nil, []field{rr, gg(ppcDX)}},               // ADDPCIS
	{0xf8000000, 0x60000000, nil, []field{rr, rr, uu(0, 16)}},           // ORI, ORIS
	{0xf8000000, 0x68000000, nil, []field{rr, rr, uu(0, 16)}},           // XORI, XORIS
	{0xfc000003, 0xe8000000, nil, []field{rr, ss(2, 14, 2), rr}},        // LD
	{0xfc000003, 0xe8000002, nil, []field{rr, ss(2, 14, 2), rr}},        // LWA
	{0xfc000003, 0xf8000000, nil, []field{rr, ss(2, 14, 2), rr}},        // STD
	{0xfc000003, 0xf8000001, nil, []field{rr, rr, ss(2, 14, 2), rr}},    // STDU
	{0xf4000000, 0x80000000, nil, []field{rr, ss(0, 16, 0), rr}},        // LWZ, LBZ
	{0xf4000000, 0xa0000000, nil, []field{rr, ss(0, 16, 0), rr}},        // LHZ, LHA
	{0xf4000000, 0x90000000, nil, []field{rr, ss(0, 16, 0), rr}},        // STW, STB
	{0xfc000000, 0xb0000000, nil, []field{rr, ss(0, 16, 0), rr}},        // STH
	{0xf4000000, 0xc0000000, nil, []field{rr, ss(0, 16, 0), rr}},        // LFS, LFD
	{0xf4000000, 0xd0000000, nil, []field{rr, ss(0, 16, 0), rr}},        // STFS, STFD
	{0xfc000007, 0xf4000001, nil, []field{rr, ss(4, 12, 4), rr}},        // LXV
	{0xfc000007, 0xf4000005, nil, []field{rr, ss(4, 12, 4), rr}},        // STXV
	{0xfc1fffff, 0x7c0903a6, nil, []field{rr}},                          // MTCTR
	{0xfc1fffff, 0x7c0803a6, nil, []field{rr}},                          // MTLR
	{0xfc1fffff, 0x7c0802a6, nil, []field{rr}},                          // MFLR
}

// ppcPlain: neither absolute nor a call.
func ppcPlain(w uint32) bool { return w&3 == 0 }

// ppcDX is the immediate of ADDPCIS.
func ppcDX(w uint32) int64 { return int64(w&0xffc0 | bits(w, 16, 5)<<1 | w&1) }
