package check

import (
	"strings"

	"golang.org/x/arch/s390x/s390xasm"
)

// s390x decodes instructions of z/Architecture: those that a linker meets, and what is used
// around them.
//
// Source: z/Architecture Principles of Operation; operands from LLVM 14.
type s390x struct{}

// Decode implements [Decoder].
func (s390x) Decode(code []byte, _ bool) (inst Inst, ok bool) {
	if len(code) == 0 {
		return Inst{}, false
	}
	inst.Len = [...]int{2, 4, 4, 6}[code[0]>>6]
	if len(code) < inst.Len {
		return Inst{}, false
	}
	var w uint64 // bit 0 of the manual is bit 47
	for i := range 6 {
		if w <<= 8; i < inst.Len {
			w |= uint64(code[i])
		}
	}
	for i := range zRows {
		r := &zRows[i]
		if !zFits(r.digits, w) {
			continue
		}
		for _, get := range r.fields {
			if get == nil {
				inst.reg()
			} else {
				inst.imm(get(w))
			}
		}
		return inst, true
	}
	return Inst{}, false
}

// Bias implements [Decoder].
func (s390x) Bias(bool) uint64 { return 0 }

// Text implements [Decoder].
func (s390x) Text(code []byte, _ bool) string {
	if in, err := s390xasm.Decode(append(code[:len(code):len(code)], 0, 0, 0, 0)); err == nil {
		return s390xasm.GNUSyntax(in, 0)
	}
	return byteText(code)
}

// zField is an operand: an immediate, or a register if it is nil.
type zField func(w uint64) int64

// zRow says what the operands of instructions are whose first hexadecimal digits are these: a
// dot is any digit, brackets hold a choice. Of several that an instruction fits, the first counts.
type zRow struct {
	digits string
	fields []zField
}

// zFits reports whether an instruction has such digits.
func zFits(digits string, w uint64) bool {
	for shift := 44; digits != ""; shift -= 4 {
		choice, rest := digits[:1], digits[1:]
		if choice == "[" {
			choice, rest, _ = strings.Cut(rest, "]")
		}
		if choice != "." && strings.IndexByte(choice, "0123456789abcdef"[w>>shift&15]) < 0 {
			return false
		}
		digits = rest
	}
	return true
}

// zu is an unsigned field of width bits from bit lo of the manual, which counts from the upper end.
func zu(lo, width uint) zField {
	return func(w uint64) int64 { return int64(w >> (48 - lo - width) & (1<<width - 1)) }
}

// zs is a signed one.
func zs(lo, width uint) zField {
	return func(w uint64) int64 { return int64(w<<(16+lo)) >> (64 - width) }
}

// zp is a distance in halfwords.
func zp(lo, width uint) zField {
	signed := zs(lo, width)
	return func(w uint64) int64 { return signed(w) * 2 }
}

// Operands.
var (
	zr   zField // a register
	zp32 = zp(16, 32)
	zp16 = zp(16, 16)
	zs32 = zs(16, 32)
	zu32 = zu(16, 32)
	zs16 = zs(16, 16)
	zu16 = zu(16, 16)
	zm   = zu(8, 4)
	zd   = zu(20, 12)
)

// zd20 is a long displacement.
func zd20(w uint64) int64 { return zs(32, 8)(w)<<12 | zd(w) }

// zRows are by format. Memory is base, displacement and, where there is one, index.
var zRows = []zRow{
	{"c0.0", []zField{zr, zp32}},                          // LARL
	{"c0.1", []zField{zr, zs32}},                          // LGFI
	{"c004", []zField{zm, zp32}},                          // BRCL 0
	{"c0.4", []zField{zp32}},                              // BRCL
	{"c0.5", []zField{zr, zp32}},                          // BRASL
	{"c0.[67abcd]", []zField{zr, zr, zu32}},               // XIHF, XILF, NIHF, NILF, OIHF, OILF
	{"c0.[89ef]", []zField{zr, zu32}},                     // IIHF, IILF, LLIHF, LLILF
	{"c2.[0189]", []zField{zr, zr, zs32}},                 // MSGFI, MSFI, AGFI, AFI
	{"c2.[45ab]", []zField{zr, zr, zu32}},                 // SLGFI, SLFI, ALGFI, ALFI
	{"c2.[cd]", []zField{zr, zs32}},                       // CGFI, CFI
	{"c2.[ef]", []zField{zr, zu32}},                       // CLGFI, CLFI
	{"c4.[245678bcdef]", []zField{zr, zp32}},              // LGRL, STGRL and the like
	{"c6.[045678acdef]", []zField{zr, zp32}},              // EXRL, CGRL and the like
	{"c6.2", []zField{zm, zp32}},                          // PFDRL
	{"c5", []zField{zm, zp(12, 12), zp(24, 24)}},          // BPRP
	{"c7.0", []zField{zm, zp(32, 16), zr, zd, zr}},        // BPP, which has no index
	{"a704", []zField{zm, zp16}},                          // BRC 0
	{"a7.4", []zField{zp16}},                              // BRC
	{"a7.5", []zField{zr, zp16}},                          // BRAS
	{"a7.[67]", []zField{zr, zr, zp16}},                   // BRCT, BRCTG
	{"a7.[0123]", []zField{zr, zu16}},                     // TMLH and the like
	{"a7.[89ef]", []zField{zr, zs16}},                     // LHI, LGHI, CHI, CGHI
	{"a7.[abcd]", []zField{zr, zr, zs16}},                 // AHI, AGHI, MHI, MGHI
	{"a5.[0123456789ab]", []zField{zr, zr, zu16}},         // IIHH, NIHH, OIHH and the like
	{"a5.[cdef]", []zField{zr, zu16}},                     // LLIHH and the like
	{"[45][01]", []zField{zr, zr, zd, zr}},                // STH, LA, ST
	{"4[28]", []zField{zr, zr, zd, zr}},                   // STC, LH
	{"5[589]", []zField{zr, zr, zd, zr}},                  // CL, L, C
	{"5[467abef]", []zField{zr, zr, zr, zd, zr}},          // N, O, X, A, S, AL, SL
	{"43", []zField{zr, zr, zr, zd, zr}},                  // IC
	{"[67][08]", []zField{zr, zr, zd, zr}},                // STD, LD, STE, LE
	{"e3........0[24f]", []zField{zr, zr, zd20, zr}},      // LTG, LG, LRVG
	{"e3........1[24567]", []zField{zr, zr, zd20, zr}},    // LT, LGF, LGH, LLGF, LLGT
	{"e3........2[014f]", []zField{zr, zr, zd20, zr}},     // CG, CLG, STG, STRVG
	{"e3........5[089]", []zField{zr, zr, zd20, zr}},      // STY, LY, CY
	{"e3........7[1678]", []zField{zr, zr, zd20, zr}},     // LAY, LB, LGB, LHY
	{"e3........9[01]", []zField{zr, zr, zd20, zr}},       // LLGC, LLGH
	{"e3........51", []zField{zr, zr, zr, zd20, zr}},      // MSY
	{"e3........0[89ab]", []zField{zr, zr, zr, zd20, zr}}, // AG, SG, ALG, SLG
	{"e3........8[012]", []zField{zr, zr, zr, zd20, zr}},  // NG, OG, XG
	{"ed........6[4567]", []zField{zr, zr, zd20, zr}},     // LEY, LDY, STEY, STDY
	{"eb........[02]4", []zField{zr, zr, zr, zd20}},       // LMG, STMG
	{"eb........0[acd]", []zField{zr, zr, zr, zd20}},      // SRAG, SRLG, SLLG
	{"eb........1c", []zField{zr, zr, zr, zd20}},          // RLLG
	{"9[125]", []zField{zr, zd, zu(8, 8)}},                // TM, MVI, CLI
	{"070", []zField{zm, zr}},                             // BCR 0
	{"07", []zField{zr}},                                  // BCR
	{"0d", []zField{zr, zr}},                              // BASR
	{"18", []zField{zr, zr}},                              // LR
	{"1[ab]", []zField{zr, zr, zr}},                       // AR, SR
	{"b9[01]400", []zField{zr, zr}},                       // LGR, LGFR
	{"b9[01][26]00", []zField{zr, zr}},                    // LTGR and the like
	{"b90[89ab]00", []zField{zr, zr, zr}},                 // AGR, SGR, ALGR, SLGR
}
