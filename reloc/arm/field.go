package arm

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// Fields of the instruction sets, in the order of the table below.
const (
	armBranch Field = FieldArch + iota
	armMOVW
	armMOVT
	armALU0NC
	armALU1NC
	armALU0
	armALU1
	armALU2
	armLDR0
	armLDR1
	armLDR2
	armLDRS0
	armLDRS1
	armLDRS2
	armLDC0
	armLDC1
	armLDC2
	prel31
	thmBranch
	thmBranch19
	thmBranch11
	thmBranch8
	thmBranch6
	thmMOVW
	thmMOVT
	thmADR
	thmPC12
	thmLDR12
	thmPC8
	thmLDR5
	thmALU0
	thmALU1
	thmALU2
	thmALU3
	armMOV32      // MOVW and MOVT, one behind the other
	thmMOV32      // likewise
	armBranchZero // branches whose file bytes are no addend
	thmBranchZero
	thmBranch20Zero
	armHigh // upper halves whose file bytes are the upper half of A
	thmHigh
	descWord // what TLS descriptors are reached by, see descriptor.go
	armDescCall
	armDescSeq
	thmDescCall
	numFields
)

// Limits of fields that take 32 bits of anything.
const (
	lowest  = -1 << 31
	highest = 1<<32 - 1
)

var fields = [numFields - FieldArch]Insn{
	armBranch - FieldArch: {Text: "signed 26", Width: 4, Min: -1 << 25, Max: 1<<25 - 1, Align: 4, Put: putBranch, Get: getBranch},
	armMOVW - FieldArch:   {Text: "32 bits", Width: 4, Min: lowest, Max: highest, Put: putMOVW, Get: getMOV},
	armMOVT - FieldArch:   {Text: "32 bits", Width: 4, Min: lowest, Max: highest, Put: putMOVT, Get: getMOV},

	armALU0NC - FieldArch: {Text: "32 bits", Width: 4, Min: lowest, Max: highest, Put: putALU0, Get: getALU},
	armALU1NC - FieldArch: {Text: "32 bits", Width: 4, Min: lowest, Max: highest, Put: putALU1, Get: getALU},
	armALU0 - FieldArch:   {Text: "a rotated constant", Width: 4, Min: lowest, Max: highest, Takes: takesALU0, Put: putALU0, Get: getALU},
	armALU1 - FieldArch:   {Text: "two rotated constants", Width: 4, Min: lowest, Max: highest, Takes: takesALU1, Put: putALU1, Get: getALU},
	armALU2 - FieldArch:   {Text: "three rotated constants", Width: 4, Min: lowest, Max: highest, Takes: takesALU2, Put: putALU2, Get: getALU},

	armLDR0 - FieldArch: {Text: "12 bits and a sign", Width: 4, Min: -0xfff, Max: 0xfff, Put: putLDR, Get: getLDR},
	armLDR1 - FieldArch: {Text: "a rotated constant, 12 bits and a sign", Width: 4, Min: lowest, Max: highest, Takes: takesLDR1, Put: putLDR1, Get: getLDR},
	armLDR2 - FieldArch: {Text: "two rotated constants, 12 bits and a sign", Width: 4, Min: lowest, Max: highest, Takes: takesLDR2, Put: putLDR2, Get: getLDR},

	armLDRS0 - FieldArch: {Text: "8 bits and a sign", Width: 4, Min: -0xff, Max: 0xff, Put: putLDRS, Get: getLDRS},
	armLDRS1 - FieldArch: {Text: "a rotated constant, 8 bits and a sign", Width: 4, Min: lowest, Max: highest, Takes: takesLDRS1, Put: putLDRS1, Get: getLDRS},
	armLDRS2 - FieldArch: {Text: "two rotated constants, 8 bits and a sign", Width: 4, Min: lowest, Max: highest, Takes: takesLDRS2, Put: putLDRS2, Get: getLDRS},

	armLDC0 - FieldArch: {Text: "8 bits times 4 and a sign", Width: 4, Min: -0x3fc, Max: 0x3fc, Align: 4, Put: putLDC, Get: getLDC},
	armLDC1 - FieldArch: {Text: "a rotated constant, 8 bits times 4 and a sign", Width: 4, Min: lowest, Max: highest, Align: 4, Takes: takesLDC1, Put: putLDC1, Get: getLDC},
	armLDC2 - FieldArch: {Text: "two rotated constants, 8 bits times 4 and a sign", Width: 4, Min: lowest, Max: highest, Align: 4, Takes: takesLDC2, Put: putLDC2, Get: getLDC},

	prel31 - FieldArch: {Text: "signed 31", Width: 4, Min: -1 << 30, Max: 1<<30 - 1, Put: putPREL31, Get: getPREL31},

	thmBranch - FieldArch:   {Text: "signed 25", Width: 4, Min: -1 << 24, Max: 1<<24 - 1, Align: 2, Put: putThumbBranch, Get: getThumbBranch},
	thmBranch19 - FieldArch: {Text: "signed 21", Width: 4, Min: -1 << 20, Max: 1<<20 - 1, Align: 2, Put: putBranch19, Get: getBranch19},
	thmBranch11 - FieldArch: {Text: "signed 12", Width: 2, Min: -1 << 11, Max: 1<<11 - 1, Align: 2, Put: putBranch11, Get: getBranch11},
	thmBranch8 - FieldArch:  {Text: "signed 9", Width: 2, Min: -1 << 8, Max: 1<<8 - 1, Align: 2, Put: putBranch8, Get: getBranch8},
	thmBranch6 - FieldArch:  {Text: "unsigned 7", Width: 2, Min: 0, Max: 0x7f, Align: 2, Put: putBranch6, Get: getBranch6},

	thmMOVW - FieldArch: {Text: "32 bits", Width: 4, Min: lowest, Max: highest, Put: putThumbMOVW, Get: getThumbMOV},
	thmMOVT - FieldArch: {Text: "32 bits", Width: 4, Min: lowest, Max: highest, Put: putThumbMOVT, Get: getThumbMOV},

	thmADR - FieldArch:   {Text: "12 bits and a sign", Width: 4, Min: -0xfff, Max: 0xfff, Put: putADR, Get: getADR},
	thmPC12 - FieldArch:  {Text: "12 bits and a sign", Width: 4, Min: -0xfff, Max: 0xfff, Put: putPC12, Get: getPC12},
	thmLDR12 - FieldArch: {Text: "unsigned 12", Width: 4, Min: 0, Max: 0xfff, Put: putLDR12, Get: getLDR12},
	thmPC8 - FieldArch:   {Text: "unsigned 10", Width: 2, Min: 0, Max: 0x3ff, Align: 4, Put: putPC8, Get: getPC8},
	thmLDR5 - FieldArch:  {Text: "unsigned 7", Width: 2, Min: 0, Max: 0x7f, Align: 4, Put: putLDR5, Get: getLDR5},

	thmALU0 - FieldArch: {Text: "32 bits", Width: 2, Min: lowest, Max: highest, Put: func(b []byte, _ bin.Order, v uint64) { b[0] = byte(v) }, Get: getImm8},
	thmALU1 - FieldArch: {Text: "32 bits", Width: 2, Min: lowest, Max: highest, Put: func(b []byte, _ bin.Order, v uint64) { b[0] = byte(v >> 8) }, Get: getImm8},
	thmALU2 - FieldArch: {Text: "32 bits", Width: 2, Min: lowest, Max: highest, Put: func(b []byte, _ bin.Order, v uint64) { b[0] = byte(v >> 16) }, Get: getImm8},
	thmALU3 - FieldArch: {Text: "32 bits", Width: 2, Min: lowest, Max: highest, Put: func(b []byte, _ bin.Order, v uint64) { b[0] = byte(v >> 24) }, Get: getImm8},

	armMOV32 - FieldArch: {Text: "32 bits", Width: 8, Min: lowest, Max: highest, Put: putMOV32, Get: getMOV32},
	thmMOV32 - FieldArch: {Text: "32 bits", Width: 8, Min: lowest, Max: highest, Put: putThumbMOV32, Get: getThumbMOV32},

	armBranchZero - FieldArch:   {Text: "signed 26", Width: 4, Min: -1 << 25, Max: 1<<25 - 1, Align: 4, Put: putBranch, Get: zero},
	thmBranchZero - FieldArch:   {Text: "signed 25", Width: 4, Min: -1 << 24, Max: 1<<24 - 1, Align: 2, Put: putThumbBranch, Get: zero},
	thmBranch20Zero - FieldArch: {Text: "signed 21", Width: 4, Min: -1 << 20, Max: 1<<20 - 1, Align: 2, Put: putBranch19, Get: zero},

	armHigh - FieldArch: {Text: "32 bits", Width: 4, Min: lowest, Max: highest, Put: putMOVT, Get: getHigh},
	thmHigh - FieldArch: {Text: "32 bits", Width: 4, Min: lowest, Max: highest, Put: putThumbMOVT, Get: getThumbHigh},

	descWord - FieldArch:    {Text: "32 bits", Width: 4, Min: lowest, Max: highest, Put: func(b []byte, _ bin.Order, v uint64) { le.PutUint32(b, uint32(v)) }, Get: zero},
	armDescCall - FieldArch: {Text: "BL", Width: 4, Min: leastTP, Max: mostTP, Put: putDescCall, Get: getDescCall},
	armDescSeq - FieldArch:  {Text: "ADD, LDR or BLX of a descriptor", Width: 4, Min: leastTP, Max: mostTP, Put: putDescSeq, Get: getDescSeq},
	thmDescCall - FieldArch: {Text: "BL", Width: 4, Min: leastTP, Max: mostTP, Put: putThumbDescCall, Get: getThumbDescCall},
}

var le = binary.LittleEndian

// little is le for fields, which have no other order here.
var little bin.Order

func zero([]byte, bin.Order) int64 { return 0 }

// set replaces the bits of mask in an ARM instruction.
func set(b []byte, mask, bits uint32) {
	le.PutUint32(b, le.Uint32(b)&^mask|bits&mask)
}

// signed extends the sign of a number of n bits.
func signed(v uint32, n uint) int64 { return int64(int32(v<<(32-n)) >> (32 - n)) }

// size is the absolute value of v, and its sign as bit 23 has it in loads: set
// unless negative.
func size(v uint64) (n, up uint32) {
	if x := int32(v); x < 0 {
		return -uint32(x), 0
	}
	return uint32(v), 1 << 23
}

// withSign is the value that a size and bit 23 of an instruction stand for.
func withSign(n, w uint32) int64 {
	if w&(1<<23) == 0 {
		return -int64(n)
	}
	return int64(n)
}

// B, BL, BLX:
//
//	31  28 27 25 24 23                     0
//	 cond   101  L        displacement/4
//	 1111   101  H        displacement/4       BLX; H is bit 1 of the displacement
func putBranch(b []byte, _ bin.Order, v uint64) {
	if b[3]&0xfe == 0xfa {
		b[3] = b[3]&^1 | byte(v>>1&1)
	}
	set(b, 0x00ffffff, uint32(v>>2))
}

func getBranch(b []byte, _ bin.Order) int64 {
	w := le.Uint32(b)
	v := signed(w, 24) << 2
	if w>>25 == 0xfa>>1 {
		v |= int64(w >> 23 & 2)
	}
	return v
}

// MOVW, MOVT:
//
//	31  28 27         20 19   16 15  12 11          0
//	 cond   0011 0x00     imm4     Rd      imm12
func putMOVW(b []byte, _ bin.Order, v uint64) {
	set(b, 0x000f0fff, uint32(v)<<4&0x000f0000|uint32(v)&0xfff)
}

func putMOVT(b []byte, _ bin.Order, v uint64) { putMOVW(b, little, v>>16) }

func getMOV(b []byte, _ bin.Order) int64 { return signed(imm16(b), 16) }

func imm16(b []byte) uint32 {
	w := le.Uint32(b)
	return w>>4&0xf000 | w&0xfff
}

func getHigh(b []byte, _ bin.Order) int64 { return int64(imm16(b)) << 16 }

func putMOV32(b []byte, _ bin.Order, v uint64) {
	putMOVW(b[:4], little, v)
	putMOVT(b[4:8], little, v)
}

func getMOV32(b []byte, _ bin.Order) int64 {
	return int64(int32(imm16(b[4:8])<<16 | imm16(b[:4])))
}

// ADD, SUB with a constant:
//
//	31  28 27 25 24 23 22 21 20 19  16 15  12 11  8 7        0
//	 cond   001   0  1  0  0  S   Rn     Rd    rot     imm8      ADD
//	 cond   001   0  0  1  0  S   Rn     Rd    rot     imm8      SUB
//
// The constant is imm8 rotated right by 2*rot.
func putALU(b []byte, v uint64, group int) {
	n, _ := size(v)
	n, shift := residual(n, group)
	op := uint32(1 << 23)
	if int32(v) < 0 {
		op = 1 << 22
	}
	set(b, 0x00c00fff, op|(16-shift/2)&15<<8|n>>shift&0xff)
}

func getALU(b []byte, _ bin.Order) int64 {
	w := le.Uint32(b)
	rot := w >> 8 & 15 * 2
	n := w&0xff>>rot | w&0xff<<(32-rot)
	if w>>21&15 == 2 {
		return -int64(n)
	}
	return int64(n)
}

// residual is what is left of n after so many groups have been taken off (AAELF32,
// "Group relocations"), and the lowest bit of the group that comes next.
func residual(n uint32, groups int) (rest, shift uint32) {
	for ; ; groups-- {
		shift = 0
		for n>>shift > 0xff {
			shift += 2
		}
		if groups == 0 {
			return n, shift
		}
		n &^= 0xff << shift
	}
}

// rest is what is left of the size of v after so many groups.
func rest(v uint64, groups int) uint32 {
	n, _ := size(v)
	n, _ = residual(n, groups)
	return n
}

func putALU0(b []byte, _ bin.Order, v uint64) { putALU(b, v, 0) }
func putALU1(b []byte, _ bin.Order, v uint64) { putALU(b, v, 1) }
func putALU2(b []byte, _ bin.Order, v uint64) { putALU(b, v, 2) }

func takesALU0(v uint64) bool  { return rest(v, 1) == 0 }
func takesALU1(v uint64) bool  { return rest(v, 2) == 0 }
func takesALU2(v uint64) bool  { return rest(v, 3) == 0 }
func takesLDR1(v uint64) bool  { return rest(v, 1) <= 0xfff }
func takesLDR2(v uint64) bool  { return rest(v, 2) <= 0xfff }
func takesLDRS1(v uint64) bool { return rest(v, 1) <= 0xff }
func takesLDRS2(v uint64) bool { return rest(v, 2) <= 0xff }
func takesLDC1(v uint64) bool  { return rest(v, 1) <= 0x3fc }
func takesLDC2(v uint64) bool  { return rest(v, 2) <= 0x3fc }

// LDR, STR, LDRB, STRB:
//
//	31  28 27  24 23 22   20 19  16 15  12 11          0
//	 cond   0101   U  B0L     Rn      Rd      imm12
func putLDR(b []byte, _ bin.Order, v uint64)  { putLDRn(b, v, 0) }
func putLDR1(b []byte, _ bin.Order, v uint64) { putLDRn(b, v, 1) }
func putLDR2(b []byte, _ bin.Order, v uint64) { putLDRn(b, v, 2) }

func putLDRn(b []byte, v uint64, groups int) {
	_, up := size(v)
	set(b, 1<<23|0xfff, up|rest(v, groups))
}

func getLDR(b []byte, _ bin.Order) int64 {
	w := le.Uint32(b)
	return withSign(w&0xfff, w)
}

// LDRD, STRD, LDRH, STRH, LDRSH, LDRSB:
//
//	31  28 27  24 23 22   20 19  16 15  12 11   8 7   4 3    0
//	 cond   0001   U  1xL     Rn      Rd    imm4H  1xx1  imm4L
func putLDRS(b []byte, _ bin.Order, v uint64)  { putLDRSn(b, v, 0) }
func putLDRS1(b []byte, _ bin.Order, v uint64) { putLDRSn(b, v, 1) }
func putLDRS2(b []byte, _ bin.Order, v uint64) { putLDRSn(b, v, 2) }

func putLDRSn(b []byte, v uint64, groups int) {
	_, up := size(v)
	n := rest(v, groups)
	set(b, 1<<23|0xf0f, up|n<<4&0xf00|n&0xf)
}

func getLDRS(b []byte, _ bin.Order) int64 {
	w := le.Uint32(b)
	return withSign(w>>4&0xf0|w&0xf, w)
}

// LDC, STC, VLDR, VSTR:
//
//	31  28 27  24 23 22   20 19  16 15  12 11  8 7        0
//	 cond   1101   U  xxL     Rn     CRd   coproc   imm8
func putLDC(b []byte, _ bin.Order, v uint64)  { putLDCn(b, v, 0) }
func putLDC1(b []byte, _ bin.Order, v uint64) { putLDCn(b, v, 1) }
func putLDC2(b []byte, _ bin.Order, v uint64) { putLDCn(b, v, 2) }

func putLDCn(b []byte, v uint64, groups int) {
	_, up := size(v)
	set(b, 1<<23|0xff, up|rest(v, groups)>>2)
}

func getLDC(b []byte, _ bin.Order) int64 {
	w := le.Uint32(b)
	return withSign(w&0xff<<2, w)
}

// A word of an exception table: bit 31 is not of the field.
func putPREL31(b []byte, _ bin.Order, v uint64) { set(b, 1<<31-1, uint32(v)) }
func getPREL31(b []byte, _ bin.Order) int64     { return signed(le.Uint32(b), 31) }
