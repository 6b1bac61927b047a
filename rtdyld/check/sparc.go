package check

import "encoding/binary"

// sparc decodes instructions of SPARC V9 as far as a linker meets them: branches, what makes addresses of parts, loads and
// stores.
//
// Source: The SPARC Architecture Manual, version 9, appendix A; operands from LLVM 19.
type sparc struct{}

// Decode implements [Decoder].
func (sparc) Decode(code []byte, _ bool) (inst Inst, ok bool) {
	if len(code) < 4 || !decodeWord(sparcRows, binary.BigEndian.Uint32(code), &inst) {
		return Inst{}, false
	}
	inst.Len = 4
	return inst, true
}

// Bias implements [Decoder].
func (sparc) Bias(bool) uint64 { return 0 }

// Text implements [Decoder].
func (sparc) Text(code []byte, _ bool) string { return byteText(code) }

// Operands of most instructions.
var (
	sparcImm   = []field{rr, rr, ss(0, 13, 0)}
	sparcLoad  = []field{rr, rr, uu(0, 13)} // LLVM knows no sign there
	sparcStore = []field{rr, uu(0, 13), rr}
	sparc3R    = []field{rr, rr, rr}
	sparcCond  = uu(25, 4)
	sparcBPr   = gg(func(w uint32) int64 { return int64(bits(w, 20, 2)<<14 | bits(w, 0, 14)) })
)

var sparcRows = []wordRow{
	{0xc0000000, 0x40000000, nil, []field{us(0, 30, 2)}},                   // CALL
	{0xffc00000, 0x00000000, nil, []field{uu(0, 22)}},                      // UNIMP
	{0xffffffff, 0x01000000, nil, nil},                                     // NOP
	{0xc1c00000, 0x01000000, nil, []field{rr, uu(0, 22)}},                  // SETHI
	{0xffc00000, 0x10800000, nil, []field{uu(0, 22)}},                      // BA
	{0xc1c00000, 0x00800000, nil, []field{uu(0, 22), sparcCond}},           // BNE and the like
	{0xc1c00000, 0x01800000, nil, []field{uu(0, 22), sparcCond}},           // FBNE and the like
	{0xc1d00000, 0x00400000, nil, []field{uu(0, 19), sparcCond}},           // the same by %icc, %xcc
	{0xd1c00000, 0x00c00000, sparcByReg, []field{sparcBPr, uu(25, 3), rr}}, // BRZ and the like
	{0xc1f82000, 0x80002000, nil, sparcImm},                                // ADD
	{0xc1f83fe0, 0x80000000, nil, sparc3R},                                 //
	{0xc1f82000, 0x80102000, nil, sparcImm},                                // OR
	{0xc1f83fe0, 0x80100000, nil, sparc3R},                                 //
	{0xc1f82000, 0x80182000, nil, sparcImm},                                // XOR
	{0xc1f83fe0, 0x80180000, nil, sparc3R},                                 //
	{0xc1f82000, 0x80202000, nil, sparcImm},                                // SUB
	{0xc1f82000, 0x80082000, nil, sparcImm},                                // AND
	{0xc1f83000, 0x81283000, nil, []field{rr, rr, uu(0, 6)}},               // SLLX
	{0xc1f82000, 0x81c02000, nil, sparcLoad},                               // JMPL
	{0xc1f82000, 0x81e02000, nil, sparcImm},                                // SAVE
	{0xc1f82000, 0x81e82000, nil, sparcImm},                                // RESTORE
	{0xc1e82000, 0xc0002000, nil, sparcLoad},                               // LDUW, LDUH
	{0xc1f82000, 0xc0082000, nil, sparcLoad},                               // LDUB
	{0xc1f82000, 0xc0402000, nil, sparcLoad},                               // LDSW
	{0xc1f82000, 0xc0482000, nil, sparcLoad},                               // LDSB
	{0xc1f82000, 0xc0502000, nil, sparcLoad},                               // LDSH
	{0xc1f82000, 0xc0582000, nil, sparcLoad},                               // LDX
	{0xc1f83fe0, 0xc0000000, nil, sparc3R},                                 // LDUW of a sum
	{0xc1f83fe0, 0xc0580000, nil, sparc3R},                                 // LDX
	{0xc1f82000, 0xc0202000, nil, sparcStore},                              // STW
	{0xc1f82000, 0xc0282000, nil, sparcStore},                              // STB
	{0xc1f82000, 0xc0302000, nil, sparcStore},                              // STH
	{0xc1f82000, 0xc0702000, nil, sparcStore},                              // STX
	{0xc1f82000, 0xc1002000, nil, sparcLoad},                               // LDF
	{0xc1f82000, 0xc1182000, nil, sparcLoad},                               // LDDF
	{0xc1f82000, 0xc1202000, nil, sparcStore},                              // STF
	{0xc1f82000, 0xc1382000, nil, sparcStore},                              // STDF
	{0xfff82000, 0xc3082000, nil, []field{rr, uu(0, 13)}},                  // LDXFSR
}

// sparcByReg: a condition of a register that there is.
func sparcByReg(w uint32) bool { return bits(w, 25, 3)&3 != 0 }
