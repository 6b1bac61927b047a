package ppc

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// Fields of instructions. Those of 16 bits are halfwords by themselves: relocations name their own place.
const (
	branch24   Field = FieldArch + iota // B, BL
	branch14                            // BC
	hi16                                // bits 31:16 of 32
	ha16                                // likewise, of what another instruction has the signed rest of
	high16                              // bits 31:16 of 64
	higha16                             // likewise, adjusted
	higher16                            // bits 47:32
	highera16                           // likewise, adjusted
	highest16                           // bits 63:48
	highesta16                          // likewise, adjusted
	ds16                                // LD, STD, LWA: displacements that are multiples of 4
	dsLow16                             // their bits 15:0
	dq16                                // LQ, LXV, STXV: multiples of 16
	dqLow16                             // their bits 15:0
	dxHA                                // ADDPCIS
	prefixed34                          // PLD, PADDI and their neighbours
	low34                               // bits 33:0 of 64, in such instructions
	hi30                                // bits 63:34, likewise
	ha30                                // likewise, of what another instruction has the signed rest of
	higher34                            // bits 49:34
	highera34                           // likewise, adjusted
	highest34                           // bits 63:50
	highesta34                          // likewise, adjusted
	prefixed28                          // instructions with 28 bits of both words
	hi32                                // bits 31:16 of addresses of 32 bits
	ha32                                // likewise, adjusted
	dxHA32                              // ADDPCIS, likewise
	lis32                               // ADDIS, which adds nothing to bits 31:16 of addresses of 32 bits: LIS
	lisHA32                             // likewise, adjusted
)

const (
	least = -1 << 63
	most  = 1<<63 - 1
)

var fields = [...]Insn{
	branch24 - FieldArch:   distance("signed 26", 26),
	branch14 - FieldArch:   distance("signed 16", 16),
	hi16 - FieldArch:       part("signed 32", -1<<31, 1<<31-1, 16, 0),
	ha16 - FieldArch:       part("signed 32", -1<<31-0x8000, 1<<31-0x8000-1, 16, 0x8000),
	high16 - FieldArch:     part("64 bits", least, most, 16, 0),
	higha16 - FieldArch:    part("64 bits", least, most, 16, 0x8000),
	higher16 - FieldArch:   part("64 bits", least, most, 32, 0),
	highera16 - FieldArch:  part("64 bits", least, most, 32, 0x8000),
	highest16 - FieldArch:  part("64 bits", least, most, 48, 0),
	highesta16 - FieldArch: part("64 bits", least, most, 48, 0x8000),
	ds16 - FieldArch:       displacement("signed 16", -1<<15, 1<<15-1, 4),
	dsLow16 - FieldArch:    displacement("64 bits", least, most, 4),
	dq16 - FieldArch:       displacement("signed 16", -1<<15, 1<<15-1, 16),
	dqLow16 - FieldArch:    displacement("64 bits", least, most, 16),
	dxHA - FieldArch:       {Text: "signed 32", Width: 4, Min: -1<<31 - 0x8000, Max: 1<<31 - 0x8000 - 1, Put: putDX, Get: getDX},
	hi32 - FieldArch:       anywhere(part("32 bits", -1<<31, 1<<32-1, 16, 0)),
	ha32 - FieldArch:       anywhere(part("32 bits", -1<<31, 1<<32-1, 16, 0x8000)),
	dxHA32 - FieldArch:     {Text: "32 bits", Width: 4, Min: least, Max: most, Put: putDX, Get: getDX},
	lis32 - FieldArch:      upper(0),
	lisHA32 - FieldArch:    upper(0x8000),
	prefixed34 - FieldArch: {Text: "signed 34", Width: 8, Min: -1 << 33, Max: 1<<33 - 1, Put: putPrefixed, Get: getPrefixed},
	low34 - FieldArch:      {Text: "64 bits", Width: 8, Min: least, Max: most, Put: putPrefixed, Get: getPrefixed},
	hi30 - FieldArch:       upper30(0),
	ha30 - FieldArch:       upper30(1 << 33),
	higher34 - FieldArch:   part("64 bits", least, most, 34, 0),
	highera34 - FieldArch:  part("64 bits", least, most, 34, 1<<33),
	highest34 - FieldArch:  part("64 bits", least, most, 50, 0),
	highesta34 - FieldArch: part("64 bits", least, most, 50, 1<<33),
	prefixed28 - FieldArch: {Text: "signed 28", Width: 8, Min: -1 << 27, Max: 1<<27 - 1, Put: putPrefixed28, Get: getPrefixed28},
}

// distance is the field of a branch that reaches n bits.
//
//	31   26 25     16 15           2 1  0
//	|opcode| X[25:16], or condition |X[15:2] |AA|LK|
func distance(text string, n uint) Insn {
	mask := uint32(1)<<n - 4
	return Insn{
		Text: text, Width: 4, Min: -1 << (n - 1), Max: 1<<(n-1) - 1, Align: 4,
		Put: func(mem []byte, o bin.Order, v uint64) { o.PutU32(mem, o.U32(mem)&^mask|uint32(v)&mask) },
		Get: func(mem []byte, o bin.Order) int64 { return int64(int32(o.U32(mem)&mask<<(32-n)) >> (32 - n)) },
	}
}

// part is 16 bits, from bit shift on, of a value and more.
func part(text string, least, most int64, shift uint, more uint64) Insn {
	return Insn{
		Text: text, Width: 2, Min: least, Max: most, Low32: shift == 16 && most != 1<<63-1,
		Put: func(mem []byte, o bin.Order, v uint64) { o.PutU16(mem, uint16((v+more)>>shift)) },
		Get: func(mem []byte, o bin.Order) int64 { return int64(int16(o.U16(mem))) << shift },
	}
}

// anywhere is a part of addresses that may be any of 32 bits.
func anywhere(f Insn) Insn { f.Low32 = false; return f }

// upper is the field of ADDIS, bits 31:16 of X and more, which RA is made 0 for: the register that means none.
//
//	31   26 25 21 20  16 15        0
//	|opcode| RT  |  RA  | X[31:16]  |
func upper(more uint64) Insn {
	const fields = 1<<21 - 1
	return Insn{
		Text: "32 bits", Width: 4, Min: -1 << 31, Max: 1<<32 - 1,
		Put: func(mem []byte, o bin.Order, v uint64) { o.PutU32(mem, o.U32(mem)&^fields|uint32(v+more)>>16) },
		Get: func(mem []byte, o bin.Order) int64 { return int64(int16(o.U32(mem))) << 16 },
	}
}

// displacement is one whose lowest bits belong to the opcode.
//
//	15        2 1  0       15        4 3  0
//	| X[15:2]  | op |  or  | X[15:4]  | op |
func displacement(text string, least, most int64, align uint8) Insn {
	mask := uint16(0) - uint16(align)
	return Insn{
		Text: text, Width: 2, Min: least, Max: most, Align: align,
		Put: func(mem []byte, o bin.Order, v uint64) { o.PutU16(mem, o.U16(mem)&^mask|uint16(v)&mask) },
		Get: func(mem []byte, o bin.Order) int64 { return int64(int16(o.U16(mem) & mask)) },
	}
}

// ADDPCIS: bits 31:16 of X adjusted, in three pieces.
//
//	31   26 25 21 20    16 15      6 5 1 0
//	|opcode| RT  | D[5:1] | D[15:6] |op |D[0]|
func putDX(mem []byte, o bin.Order, v uint64) {
	d := uint32((v+0x8000)>>16) & 0xffff
	o.PutU32(mem, o.U32(mem)&^0x001fffc1|d&0xffc0|d&0x3e<<15|d&1)
}

func getDX(mem []byte, o bin.Order) int64 {
	w := o.U32(mem)
	return int64(int16(w&0xffc0|w>>15&0x3e|w&1)) << 16
}

// Prefixed instructions: the word with the upper bits comes first in either byte order.
//
//	31           18 17        0   31           16 15       0
//	| prefix       | X[33:16]  |  | suffix       | X[15:0]  |
func putPrefixed(mem []byte, o bin.Order, v uint64) {
	o.PutU32(mem, o.U32(mem)&^0x3ffff|uint32(v>>16)&0x3ffff)
	o.PutU32(mem[4:], o.U32(mem[4:])&^0xffff|uint32(v)&0xffff)
}

func getPrefixed(mem []byte, o bin.Order) int64 {
	return int64(uint64(o.U32(mem))<<46|uint64(o.U32(mem[4:])&0xffff)<<30) >> 30
}

// upper30 is bits 63:34 of X and more in such an instruction.
func upper30(more uint64) Insn {
	return Insn{
		Text: "64 bits", Width: 8, Min: least, Max: most,
		Put: func(mem []byte, o bin.Order, v uint64) { putPrefixed(mem, o, (v+more)>>34) },
		Get: func(mem []byte, o bin.Order) int64 { return getPrefixed(mem, o) << 34 },
	}
}

// Others with 28 bits:
//
//	31           12 11        0   31           16 15       0
//	| prefix       | X[27:16]  |  | suffix       | X[15:0]  |
func putPrefixed28(mem []byte, o bin.Order, v uint64) {
	o.PutU32(mem, o.U32(mem)&^0xfff|uint32(v>>16)&0xfff)
	o.PutU32(mem[4:], o.U32(mem[4:])&^0xffff|uint32(v)&0xffff)
}

func getPrefixed28(mem []byte, o bin.Order) int64 {
	return int64(uint64(o.U32(mem))<<52|uint64(o.U32(mem[4:])&0xffff)<<36) >> 36
}
