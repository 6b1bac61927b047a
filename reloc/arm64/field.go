package arm64

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// Fields of instructions. Instructions are little-endian words whatever the byte
// order of data is.
//
// A name says how much of a value X the instruction holds; NC is for the types that
// do not check X, because another instruction of the group does.
const (
	branch26 Field = FieldArch + iota // B, BL
	branch19                          // B.cond, CBZ, CBNZ, LDR (literal)
	branch14                          // TBZ, TBNZ
	adr21                             // ADR
	adrp21                            // ADRP
	adrp21NC

	add12NC // ADD, load or store of 8 bits: bits 11:0
	add12
	addHi12     // ADD with a shift of 12: bits 23:12
	mem16NC     // load or store of 16 bits: bits 11:1
	mem32NC     // of 32
	mem64NC     // of 64
	mem128NC    // of 128
	mem16       // of 16
	mem32       // of 32
	mem64       // of 64
	mem128      // of 128
	mem64Page15 // of 64: bits 14:3

	movwG0NC // MOVZ, MOVK: bits 15:0
	movwG1NC // bits 31:16
	movwG2NC // bits 47:32
	movwG3   // bits 63:48
	movwG0
	movwG1
	movwG2
	movwSignedG0 // MOVZ or MOVN, whichever makes the sign
	movwSignedG1
	movwSignedG2
	movwSignedG3

	// Of COFF and Mach-O alone.
	low12       // ADD, or load or store of any size: bits 11:0 as it scales them
	adrp21Bytes // ADRP whose addend counts bytes
	got32       // data of 4 bytes without an addend
	got64       // of 8
)

const elfFields = low12 - FieldArch

const (
	least = -1 << 63
	most  = 1<<63 - 1
)

// fields has all; those of ELF come first. Pages are multiples of 4096, of which 128
// is what Align can say.
var fields = [...]Insn{
	branch26 - FieldArch:     {Text: "signed 28", Min: -1 << 27, Max: 1<<27 - 1, Align: 4, Put: putImm26, Get: getImm26, Width: 4},
	branch19 - FieldArch:     {Text: "signed 21", Min: -1 << 20, Max: 1<<20 - 1, Align: 4, Put: putImm19, Get: getImm19, Width: 4},
	branch14 - FieldArch:     {Text: "signed 16", Min: -1 << 15, Max: 1<<15 - 1, Align: 4, Put: putImm14, Get: getImm14, Width: 4},
	adr21 - FieldArch:        {Text: "signed 21", Min: -1 << 20, Max: 1<<20 - 1, Put: putADR, Get: getADR, Width: 4},
	adrp21 - FieldArch:       {Text: "signed 33", Min: -1 << 32, Max: 1<<32 - 1, Align: 128, Put: putADRP, Get: getADRP, Width: 4},
	adrp21NC - FieldArch:     {Text: "64 bits", Min: least, Max: most, Align: 128, Put: putADRP, Get: getADRP, Width: 4},
	add12NC - FieldArch:      {Text: "64 bits", Min: least, Max: most, Put: putImm12, Get: getImm12, Width: 4},
	add12 - FieldArch:        {Text: "unsigned 12", Min: 0, Max: 1<<12 - 1, Put: putImm12, Get: getImm12, Width: 4},
	addHi12 - FieldArch:      {Text: "unsigned 24", Min: 0, Max: 1<<24 - 1, Put: putHigh12, Get: getHigh12, Width: 4},
	mem16NC - FieldArch:      {Text: "64 bits", Min: least, Max: most, Align: 2, Put: putScaled1, Get: getScaled1, Width: 4},
	mem32NC - FieldArch:      {Text: "64 bits", Min: least, Max: most, Align: 4, Put: putScaled2, Get: getScaled2, Width: 4},
	mem64NC - FieldArch:      {Text: "64 bits", Min: least, Max: most, Align: 8, Put: putScaled3, Get: getScaled3, Width: 4},
	mem128NC - FieldArch:     {Text: "64 bits", Min: least, Max: most, Align: 16, Put: putScaled4, Get: getScaled4, Width: 4},
	mem16 - FieldArch:        {Text: "unsigned 12", Min: 0, Max: 1<<12 - 1, Align: 2, Put: putScaled1, Get: getScaled1, Width: 4},
	mem32 - FieldArch:        {Text: "unsigned 12", Min: 0, Max: 1<<12 - 1, Align: 4, Put: putScaled2, Get: getScaled2, Width: 4},
	mem64 - FieldArch:        {Text: "unsigned 12", Min: 0, Max: 1<<12 - 1, Align: 8, Put: putScaled3, Get: getScaled3, Width: 4},
	mem128 - FieldArch:       {Text: "unsigned 12", Min: 0, Max: 1<<12 - 1, Align: 16, Put: putScaled4, Get: getScaled4, Width: 4},
	mem64Page15 - FieldArch:  {Text: "unsigned 15", Min: 0, Max: 1<<15 - 1, Align: 8, Put: putPage15, Get: getPage15, Width: 4},
	movwG0NC - FieldArch:     {Text: "64 bits", Min: least, Max: most, Put: putMove0, Get: getMove0, Width: 4},
	movwG1NC - FieldArch:     {Text: "64 bits", Min: least, Max: most, Put: putMove1, Get: getMove1, Width: 4},
	movwG2NC - FieldArch:     {Text: "64 bits", Min: least, Max: most, Put: putMove2, Get: getMove2, Width: 4},
	movwG3 - FieldArch:       {Text: "64 bits", Min: least, Max: most, Put: putMove3, Get: getMove3, Width: 4},
	movwG0 - FieldArch:       {Text: "unsigned 16", Min: 0, Max: 1<<16 - 1, Put: putMove0, Get: getMove0, Width: 4},
	movwG1 - FieldArch:       {Text: "unsigned 32", Min: 0, Max: 1<<32 - 1, Put: putMove1, Get: getMove1, Width: 4},
	movwG2 - FieldArch:       {Text: "unsigned 48", Min: 0, Max: 1<<48 - 1, Put: putMove2, Get: getMove2, Width: 4},
	movwSignedG0 - FieldArch: {Text: "signed 17", Min: -1 << 16, Max: 1<<16 - 1, Put: putSigned0, Get: getMove0, Width: 4},
	movwSignedG1 - FieldArch: {Text: "signed 33", Min: -1 << 32, Max: 1<<32 - 1, Put: putSigned1, Get: getMove1, Width: 4},
	movwSignedG2 - FieldArch: {Text: "signed 49", Min: -1 << 48, Max: 1<<48 - 1, Put: putSigned2, Get: getMove2, Width: 4},
	movwSignedG3 - FieldArch: {Text: "64 bits", Min: least, Max: most, Put: putSigned3, Get: getMove3, Width: 4},
	low12 - FieldArch:        {Text: "64 bits", Min: least, Max: most, Align: 16, Scale: scale, Put: putLow12, Get: getLow12, Width: 4},
	adrp21Bytes - FieldArch:  {Text: "signed 33", Min: -1 << 32, Max: 1<<32 - 1, Align: 128, Put: putADRP, Get: getADR, Width: 4},
	got32 - FieldArch:        {Text: "signed 32", Min: -1 << 31, Max: 1<<31 - 1, Put: putGOT32, Get: noAddend, Width: 4},
	got64 - FieldArch:        {Text: "64 bits", Min: least, Max: most, Put: putGOT64, Get: noAddend, Width: 8},
}

// little is the byte order of instructions, whatever that of data is.
var little bin.Order

func word(mem []byte) uint32 { return binary.LittleEndian.Uint32(mem) }

// set replaces the n bits from lo on in an instruction.
func set(mem []byte, lo, n uint, v uint32) {
	mask := uint32(1<<n-1) << lo
	binary.LittleEndian.PutUint32(mem, word(mem)&^mask|v<<lo&mask)
}

// signed reads the n bits from lo on.
func signed(w uint32, lo, n uint) int64 { return int64(int32(w<<(32-n-lo)) >> (32 - n)) }

// B, BL: X is a multiple of 4.
//
//	31    26 25                                                  0
//	| op     | X[27:2]                                           |
func putImm26(mem []byte, _ bin.Order, v uint64) { set(mem, 0, 26, uint32(v>>2)) }
func getImm26(mem []byte, _ bin.Order) int64     { return signed(word(mem), 0, 26) << 2 }

// B.cond, CBZ, CBNZ, LDR (literal): X is a multiple of 4.
//
//	31            24 23                                  5 4     0
//	| op             | X[20:2]                            | Rt   |
func putImm19(mem []byte, _ bin.Order, v uint64) { set(mem, 5, 19, uint32(v>>2)) }
func getImm19(mem []byte, _ bin.Order) int64     { return signed(word(mem), 5, 19) << 2 }

// TBZ, TBNZ: X is a multiple of 4.
//
//	31 30         24 23     19 18                        5 4     0
//	|b5| op          | b40    | X[15:2]                   | Rt   |
func putImm14(mem []byte, _ bin.Order, v uint64) { set(mem, 5, 14, uint32(v>>2)) }
func getImm14(mem []byte, _ bin.Order) int64     { return signed(word(mem), 5, 14) << 2 }

// ADR.
//
//	31 30    29 28    24 23                              5 4     0
//	|op|X[1:0]  | 10000  | X[20:2]                        | Rd   |
func putADR(mem []byte, _ bin.Order, v uint64) {
	set(mem, 29, 2, uint32(v))
	set(mem, 5, 19, uint32(v>>2))
}

func getADR(mem []byte, _ bin.Order) int64 {
	w := word(mem)
	return signed(w, 5, 19)<<2 | int64(w>>29&3)
}

// ADRP: as ADR, of X in pages of 4 KiB.
//
//	31 30      29 28    24 23                            5 4     0
//	|op|X[13:12]  | 10000  | X[32:14]                     | Rd   |
func putADRP(mem []byte, _ bin.Order, v uint64) { putADR(mem, little, uint64(int64(v)>>12)) }
func getADRP(mem []byte, _ bin.Order) int64     { return getADR(mem, little) << 12 }

// ADD (immediate), LDRB, STRB.
//
//	31               22 21                  10 9      5 4        0
//	| op                | X[11:0]             | Rn     | Rd       |
func putImm12(mem []byte, _ bin.Order, v uint64) { set(mem, 10, 12, uint32(v)) }
func getImm12(mem []byte, _ bin.Order) int64     { return int64(word(mem) >> 10 & 0xfff) }

// ADD (immediate) with a shift of 12.
//
//	31               22 21                  10 9      5 4        0
//	| op           |01| | X[23:12]            | Rn     | Rd       |
func putHigh12(mem []byte, _ bin.Order, v uint64) { set(mem, 10, 12, uint32(v>>12)) }
func getHigh12(mem []byte, _ bin.Order) int64     { return getImm12(mem, little) << 12 }

// LDR, STR and the like of 1<<n bytes: X is a multiple of that.
//
//	31 30 29         22 21                  10 9      5 4        0
//	|size| op           | 0  X[11:n]          | Rn     | Rt       |
func putScaled1(mem []byte, _ bin.Order, v uint64) { putImm12(mem, little, v&0xfff>>1) }
func getScaled1(mem []byte, _ bin.Order) int64     { return getImm12(mem, little) << 1 }
func putScaled2(mem []byte, _ bin.Order, v uint64) { putImm12(mem, little, v&0xfff>>2) }
func getScaled2(mem []byte, _ bin.Order) int64     { return getImm12(mem, little) << 2 }
func putScaled3(mem []byte, _ bin.Order, v uint64) { putImm12(mem, little, v&0xfff>>3) }
func getScaled3(mem []byte, _ bin.Order) int64     { return getImm12(mem, little) << 3 }
func putScaled4(mem []byte, _ bin.Order, v uint64) { putImm12(mem, little, v&0xfff>>4) }
func getScaled4(mem []byte, _ bin.Order) int64     { return getImm12(mem, little) << 4 }

// LDR of 8 bytes, from a page that another instruction has computed.
//
//	31 30 29         22 21                  10 9      5 4        0
//	| 11 | op           | X[14:3]             | Rn     | Rt       |
func putPage15(mem []byte, _ bin.Order, v uint64) { putImm12(mem, little, v>>3) }
func getPage15(mem []byte, _ bin.Order) int64     { return getImm12(mem, little) << 3 }

// shift is the logarithm of the bytes that the instruction's immediate counts: 0 for
// ADD, for a load or store (of which bits 29:27 are 111 and 25:24 are 01) the size
// field and, with V and opc<1>, 4.
//
//	31 30 29   27 26 25 24 23 22 21         10 9      5 4        0
//	|size| 1 1 1 |V | 0 1 | opc | imm12       | Rn     | Rt       |
func shift(w uint32) uint {
	switch {
	case w&0x3b000000 != 0x39000000:
		return 0
	case w&0xc4800000 == 0x04800000:
		return 4
	}
	return uint(w >> 30)
}

func scale(mem []byte) uint64 { return 1 << shift(word(mem)) }

// ADD, or a load or store of any size.
func putLow12(mem []byte, _ bin.Order, v uint64) { putImm12(mem, little, v&0xfff>>shift(word(mem))) }
func getLow12(mem []byte, _ bin.Order) int64     { return getImm12(mem, little) << shift(word(mem)) }

// MOVZ, MOVK: 16 bits of X. Which, n, hw says to the processor and the relocation's
// type to us; they agree if the assembler did its part.
//
//	31 30 29 28       23 22 21 20                     5 4        0
//	|sf| opc| 100101    | hw  | X[16n+15:16n]          | Rd       |
//
// opc is 00 for MOVN, 10 for MOVZ, 11 for MOVK.
func putMove0(mem []byte, _ bin.Order, v uint64) { set(mem, 5, 16, uint32(v)) }
func putMove1(mem []byte, _ bin.Order, v uint64) { set(mem, 5, 16, uint32(v>>16)) }
func putMove2(mem []byte, _ bin.Order, v uint64) { set(mem, 5, 16, uint32(v>>32)) }
func putMove3(mem []byte, _ bin.Order, v uint64) { set(mem, 5, 16, uint32(v>>48)) }

func getMove0(mem []byte, _ bin.Order) int64 { return getMove(mem, 0) }
func getMove1(mem []byte, _ bin.Order) int64 { return getMove(mem, 16) }
func getMove2(mem []byte, _ bin.Order) int64 { return getMove(mem, 32) }
func getMove3(mem []byte, _ bin.Order) int64 { return getMove(mem, 48) }

// getMove is the value that the instruction puts in the register, as far as it
// knows.
func getMove(mem []byte, at uint) int64 {
	w := word(mem)
	v := int64(w>>5&0xffff) << at
	if w>>29&3 == 0 {
		return ^v
	}
	return v
}

// MOVZ for X >= 0, MOVN, which takes the complement, for X < 0. MOVK, with which clang's -fsanitize=hwaddress
// puts a tag into an address, stays and takes X as it is.
func putSigned0(mem []byte, _ bin.Order, v uint64) { putMove0(mem, little, setSign(mem, v)) }
func putSigned1(mem []byte, _ bin.Order, v uint64) { putMove1(mem, little, setSign(mem, v)) }
func putSigned2(mem []byte, _ bin.Order, v uint64) { putMove2(mem, little, setSign(mem, v)) }
func putSigned3(mem []byte, _ bin.Order, v uint64) { putMove3(mem, little, setSign(mem, v)) }

// setSign makes the instruction MOVZ or MOVN, unless it is MOVK, and returns what it takes for v.
func setSign(mem []byte, v uint64) uint64 {
	const movk = 3
	if word(mem)>>29&3 == movk {
		return v
	}
	if int64(v) < 0 {
		set(mem, 29, 2, 0)
		return ^v
	}
	set(mem, 29, 2, 2)
	return v
}

// ARM64_RELOC_POINTER_TO_GOT: data of Mach-O, which is little-endian. What assemblers
// leave in a difference from the field itself is the field's place in the object.
func putGOT32(mem []byte, _ bin.Order, v uint64) { binary.LittleEndian.PutUint32(mem, uint32(v)) }
func putGOT64(mem []byte, _ bin.Order, v uint64) { binary.LittleEndian.PutUint64(mem, v) }
func noAddend([]byte, bin.Order) int64           { return 0 }
