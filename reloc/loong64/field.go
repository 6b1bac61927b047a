package loong64

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// Fields of instructions.
const (
	branch16    Field = FieldArch + iota // BEQ and the like, JIRL
	branch21                             // BEQZ, BNEZ
	branch26                             // B, BL
	call36                               // PCADDU18I and JIRL
	call30                               // PCADDU12I and JIRL
	addi20                               // PCADDI
	low12                                // bits 11:0 of what other instructions have the rest of: ADDI.D, ORI, loads, stores; JIRL
	high20                               // LU12I.W before ORI: bits 31:12
	rounded20                            // PCADDU12I, and LU12I.W, before what adds signed bits 11:0
	upper20                              // LU32I.D: bits 51:32
	upper12                              // LU52I.D: bits 63:52
	page20                               // PCALAU12I: bits 31:12 of a distance from a page, of which bits 11:0 are signed
	pageUpper20                          // LU32I.D of the same distance
	pageUpper12                          // LU52I.D of the same distance
	low6                                 // the low six bits of a byte of data: DW_CFA_advance_loc
)

const (
	least = -1 << 63
	most  = 1<<63 - 1

	// What an instruction with 20 bits and a signed 12 bits make.
	pairLeast = -1<<31 - 0x800
	pairMost  = 1<<31 - 0x800 - 1
)

var fields = [...]Insn{
	branch16 - FieldArch:    {Text: "signed 18", Width: 4, Min: -1 << 17, Max: 1<<17 - 1, Align: 4, Put: putB16, Get: getB16},
	branch21 - FieldArch:    {Text: "signed 23", Width: 4, Min: -1 << 22, Max: 1<<22 - 1, Align: 4, Put: putB21, Get: getB21},
	branch26 - FieldArch:    {Text: "signed 28", Width: 4, Min: -1 << 27, Max: 1<<27 - 1, Align: 4, Put: putB26, Get: getB26},
	call36 - FieldArch:      {Text: "signed 38", Width: 8, Min: -1<<37 - 0x20000, Max: 1<<37 - 0x20000 - 1, Align: 4, Put: putCall, Get: getCall},
	call30 - FieldArch:      {Text: "signed 32", Width: 8, Min: -1 << 31, Max: 1<<31 - 1, Align: 4, Put: putNear, Get: getNear},
	addi20 - FieldArch:      {Text: "signed 22", Width: 4, Min: -1 << 21, Max: 1<<21 - 1, Align: 4, Put: func(mem []byte, _ bin.Order, v uint64) { put20(mem, v>>2) }, Get: func(mem []byte, _ bin.Order) int64 { return get20(mem) * 4 }},
	low12 - FieldArch:       {Text: "64 bits", Width: 4, Min: least, Max: most, Align: 4, Scale: lowScale, Put: putLow, Get: getLow},
	high20 - FieldArch:      {Text: "signed 32", Width: 4, Min: -1 << 31, Max: 1<<31 - 1, Rest: upperBehind, Put: putHigh, Get: getHigh},
	rounded20 - FieldArch:   {Text: "signed 32", Width: 4, Min: pairLeast, Max: pairMost, Put: putRounded, Get: getHigh},
	upper20 - FieldArch:     {Text: "64 bits", Width: 4, Min: least, Max: most, Put: func(mem []byte, _ bin.Order, v uint64) { put20(mem, v>>32) }, Get: getUpper20},
	upper12 - FieldArch:     {Text: "64 bits", Width: 4, Min: least, Max: most, Put: func(mem []byte, _ bin.Order, v uint64) { put12(mem, v>>52) }, Get: getUpper12},
	page20 - FieldArch:      {Text: "signed 32", Width: 4, Min: pairLeast, Max: pairMost, Rest: upperBehind, Put: putRounded, Get: getHigh},
	pageUpper20 - FieldArch: {Text: "64 bits", Width: 4, Min: least, Max: most, Put: func(mem []byte, _ bin.Order, v uint64) { put20(mem, upperHalf(v)) }, Get: getUpper20},
	pageUpper12 - FieldArch: {Text: "64 bits", Width: 4, Min: least, Max: most, Put: func(mem []byte, _ bin.Order, v uint64) { put12(mem, upperHalf(v)>>20) }, Get: getUpper12},
	low6 - FieldArch:        {Text: "6 bits", Width: 1, Min: least, Max: most, Put: put6, Get: get6},
}

// little is the byte order of instructions.
var le = binary.LittleEndian

// set replaces the bits of mask in an instruction.
func set(mem []byte, mask, bits uint32) { le.PutUint32(mem, le.Uint32(mem)&^mask|bits&mask) }

// signed extends the sign of a number of n bits.
func signed(v uint32, n uint) int64 { return int64(int32(v<<(32-n)) >> (32 - n)) }

// BEQ, BNE, BLT, BGE, BLTU, BGEU, JIRL.
//
//	31  26 25           10 9    5 4    0
//	| op  | X[17:2]       | rj   | rd   |
func putB16(mem []byte, _ bin.Order, v uint64) { set(mem, 0x03fffc00, uint32(v>>2)<<10) }
func getB16(mem []byte, _ bin.Order) int64     { return signed(le.Uint32(mem)>>10&0xffff, 16) * 4 }

// BEQZ, BNEZ.
//
//	31  26 25           10 9    5 4        0
//	| op  | X[17:2]       | rj   | X[22:18] |
func putB21(mem []byte, _ bin.Order, v uint64) {
	set(mem, 0x03fffc1f, uint32(v>>2)<<10|uint32(v>>18)&0x1f)
}

func getB21(mem []byte, _ bin.Order) int64 {
	w := le.Uint32(mem)
	return signed(w&0x1f<<16|w>>10&0xffff, 21) * 4
}

// B, BL.
//
//	31  26 25           10 9         0
//	| op  | X[17:2]       | X[27:18]  |
func putB26(mem []byte, _ bin.Order, v uint64) {
	set(mem, 0x03ffffff, uint32(v>>2)<<10&0x03fffc00|uint32(v>>18)&0x3ff)
}

func getB26(mem []byte, _ bin.Order) int64 {
	w := le.Uint32(mem)
	return signed(w&0x3ff<<16|w>>10&0xffff, 26) * 4
}

// PCADDU18I, which adds X[37:18] less the sign of the rest, and the JIRL behind it, which adds X[17:2].
func putCall(mem []byte, o bin.Order, v uint64) {
	put20(mem, (v+0x20000)>>18)
	putB16(mem[4:], o, v)
}

func getCall(mem []byte, o bin.Order) int64 { return get20(mem)<<18 + getB16(mem[4:], o) }

// PCADDU12I, which adds X[31:12], and the JIRL behind it, which adds X[11:2] and could add more, so that nothing is rounded.
func putNear(mem []byte, o bin.Order, v uint64) {
	put20(mem, v>>12)
	putB16(mem[4:], o, v&0xfff)
}

func getNear(mem []byte, o bin.Order) int64 { return get20(mem)<<12 + getB16(mem[4:], o) }

// PCADDI, LU12I.W, LU32I.D, PCALAU12I, PCADDU12I, PCADDU18I.
//
//	31    25 24              5 4    0
//	| op    | X[..]           | rd   |
func put20(mem []byte, v uint64) { set(mem, 0x01ffffe0, uint32(v)<<5) }
func get20(mem []byte) int64     { return signed(le.Uint32(mem)>>5&0xfffff, 20) }

// ADDI.D, ORI, LU52I.D, loads, stores.
//
//	31        22 21       10 9    5 4    0
//	| op        | X[..]     | rj   | rd   |
func put12(mem []byte, v uint64) { set(mem, 0x003ffc00, uint32(v)<<10) }

// isJIRL reports whether an instruction is JIRL, which takes the low bits of an address as a
// multiple of 4.
func isJIRL(mem []byte) bool { return le.Uint32(mem)>>26 == 0x13 }

func lowScale(mem []byte) uint64 {
	if isJIRL(mem) {
		return 4
	}
	return 1
}

func putLow(mem []byte, o bin.Order, v uint64) {
	if isJIRL(mem) {
		putB16(mem, o, uint64(signed(uint32(v)&0xfff, 12)))
		return
	}
	put12(mem, v)
}

func getLow(mem []byte, o bin.Order) int64 {
	if isJIRL(mem) {
		return getB16(mem, o)
	}
	return signed(le.Uint32(mem)>>10&0xfff, 12)
}

func putHigh(mem []byte, _ bin.Order, v uint64)    { put20(mem, v>>12) }
func putRounded(mem []byte, _ bin.Order, v uint64) { put20(mem, (v+0x800)>>12) }
func getHigh(mem []byte, _ bin.Order) int64        { return get20(mem) << 12 }

func getUpper20(mem []byte, _ bin.Order) int64 { return get20(mem) << 32 }
func getUpper12(mem []byte, _ bin.Order) int64 { return signed(le.Uint32(mem)>>10&0xfff, 12) << 52 }

// upperBehind reports whether LU32I.D is where the upper half of a value has it: two
// instructions behind the one that code begins with.
func upperBehind(code []byte) bool {
	const at, lu32i = 8, 0x16000000 >> 25
	return len(code) >= at+4 && le.Uint32(code[at:])>>25 == lu32i
}

// upperHalf is what bits 63:32 must add to what PCALAU12I adds, bits 31:12 with their sign, and to
// bits 11:0 with theirs, which is in bits 63:12 until LU32I.D and LU52I.D replace the upper half.
func upperHalf(v uint64) uint64 {
	pages := (v + 0x800) &^ 0xfff
	upper := (pages - uint64(int64(int32(pages)))) >> 32
	return upper - v>>11&1
}

// Six bits of data.
func put6(mem []byte, _ bin.Order, v uint64) { mem[0] = mem[0]&0xc0 | byte(v)&0x3f }
func get6(mem []byte, _ bin.Order) int64     { return int64(mem[0] & 0x3f) }
