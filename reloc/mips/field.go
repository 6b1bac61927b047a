package mips

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// Fields of instructions, which are words in the byte order of data.
const (
	jump26    Field = FieldArch + iota // J, JAL: bits 27:2 of an address
	high16                             // LUI, AUI, AUIPC: bits 31:16 of what another instruction has the rest of
	low16                              // bits 15:0 of what other instructions have the rest of: ADDIU, loads, stores
	higher16                           // bits 47:32
	highest16                          // bits 63:48
	signed16                           // ADDIU, loads, stores
	page16                             // likewise, in the file bits 31:16 of an addend
	branch16                           // BEQ and the like, BAL
	branch21                           // BEQZC, BNEZC
	branch26                           // BC, BALC
	load18                             // LDPC
	load19                             // LWPC, LWUPC, ADDIUPC
)

const (
	least = -1 << 63
	most  = 1<<63 - 1

	// LUI and a signed 16 bits make these in 64-bit registers.
	pairLeast = -1<<31 - 0x8000
	pairMost  = 1<<31 - 0x8000 - 1
)

// fieldsOf are the fields for registers and pointers of so many bits.
func fieldsOf(registers, pointers int) []Insn {
	high := Insn{Text: "signed 32", Width: 4, Min: pairLeast, Max: pairMost, Put: putHigh, Get: getHigh, Low32: pointers == 64}
	if registers == 32 {
		high.Min, high.Max = -1<<31, 1<<31-1
	}
	return []Insn{
		jump26 - FieldArch:    {Text: "28 bits of 256 MiB", Width: 4, Min: least, Max: most, Align: 4, Put: putJump, Get: getJump},
		high16 - FieldArch:    high,
		low16 - FieldArch:     {Text: "64 bits", Width: 4, Min: least, Max: most, Put: put16, Get: get16},
		higher16 - FieldArch:  {Text: "64 bits", Width: 4, Min: least, Max: most, Put: putHigher, Get: getHigher},
		highest16 - FieldArch: {Text: "64 bits", Width: 4, Min: least, Max: most, Put: putHighest, Get: getHighest},
		signed16 - FieldArch:  {Text: "signed 16", Width: 4, Min: -1 << 15, Max: 1<<15 - 1, Put: put16, Get: get16},
		page16 - FieldArch:    {Text: "signed 16", Width: 4, Min: -1 << 15, Max: 1<<15 - 1, Put: put16, Get: getHigh},
		branch16 - FieldArch:  distance("signed 18", 16, 2),
		branch21 - FieldArch:  distance("signed 23", 21, 2),
		branch26 - FieldArch:  distance("signed 28", 26, 2),
		load18 - FieldArch:    distance("signed 21", 18, 3),
		load19 - FieldArch:    distance("signed 21", 19, 2),
	}
}

// set replaces the bits of mask in an instruction.
func set(mem []byte, o bin.Order, mask, bits uint32) { o.PutU32(mem, o.U32(mem)&^mask|bits&mask) }

// signed extends the sign of a number of n bits.
func signed(v uint32, n uint) int64 { return int64(int32(v<<(32-n)) >> (32 - n)) }

// distance is a field with the upper bits of a distance.
//
//	31          n n-1                    0
//	| opcode      | X[shift+n-1:shift]     |
func distance(text string, n, shift uint) Insn {
	mask := uint32(1)<<n - 1
	return Insn{
		Text: text, Width: 4, Min: -1 << (n + shift - 1), Max: 1<<(n+shift-1) - 1, Align: 1 << shift,
		Put: func(mem []byte, o bin.Order, v uint64) { set(mem, o, mask, uint32(v>>shift)) },
		Get: func(mem []byte, o bin.Order) int64 { return signed(o.U32(mem), n) << shift },
	}
}

// J, JAL.
//
//	31    26 25               0
//	| opcode | X[27:2]        |
func putJump(mem []byte, o bin.Order, v uint64) { set(mem, o, 0x03ffffff, uint32(v>>2)) }
func getJump(mem []byte, o bin.Order) int64     { return signed(o.U32(mem), 26) << 2 }

// ADDIU, LUI, loads, stores.
//
//	31    26 25 21 20 16 15      0
//	| opcode | rs  | rt  | X[..]   |
func put16(mem []byte, o bin.Order, v uint64) { set(mem, o, 0xffff, uint32(v)) }
func get16(mem []byte, o bin.Order) int64     { return signed(o.U32(mem), 16) }

// The upper parts of X are those of X less the signed lower ones.

func putHigh(mem []byte, o bin.Order, v uint64)    { put16(mem, o, (v+0x8000)>>16) }
func putHigher(mem []byte, o bin.Order, v uint64)  { put16(mem, o, (v+0x8000_8000)>>32) }
func putHighest(mem []byte, o bin.Order, v uint64) { put16(mem, o, (v+0x8000_8000_8000)>>48) }
func getHigh(mem []byte, o bin.Order) int64        { return get16(mem, o) << 16 }
func getHigher(mem []byte, o bin.Order) int64      { return get16(mem, o) << 32 }
func getHighest(mem []byte, o bin.Order) int64     { return get16(mem, o) << 48 }
