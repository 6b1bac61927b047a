package riscv

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// Fields of instructions, which are little-endian whatever the byte order of data is.
const (
	branch12 Field = FieldArch + iota // BEQ and the like
	jump20                            // JAL
	branch8                           // C.BEQZ, C.BNEZ
	jump11                            // C.J
	call32                            // AUIPC and JALR
	high20                            // LUI; AUIPC, or LUI in its place where only the address is in reach
	low12I                            // bits 11:0 of what another instruction has the rest of: ADDI, loads, JALR
	low12S                            // likewise, stores
	low6                              // the low six bits of a byte of data: DW_CFA_advance_loc
)

const (
	least = -1 << 63
	most  = 1<<63 - 1

	// A pair of AUIPC or LUI and a signed 12 bits gets from the one to the other.
	pairLeast = -1<<31 - 0x800
	pairMost  = 1<<31 - 0x800 - 1
)

var fields = [...]Insn{
	branch12 - FieldArch: {Text: "signed 13", Width: 4, Min: -1 << 12, Max: 1<<12 - 1, Align: 2, Put: putB, Get: getB},
	jump20 - FieldArch:   {Text: "signed 21", Width: 4, Min: -1 << 20, Max: 1<<20 - 1, Align: 2, Put: putJ, Get: getJ},
	branch8 - FieldArch:  {Text: "signed 9", Width: 2, Min: -1 << 8, Max: 1<<8 - 1, Align: 2, Put: putCB, Get: getCB},
	jump11 - FieldArch:   {Text: "signed 12", Width: 2, Min: -1 << 11, Max: 1<<11 - 1, Align: 2, Put: putCJ, Get: getCJ},
	call32 - FieldArch:   {Text: "signed 32", Width: 8, Min: pairLeast, Max: pairMost, Align: 2, Put: putCall, Get: getCall},
	high20 - FieldArch:   {Text: "signed 32", Width: 4, Min: pairLeast, Max: pairMost, Put: putU, Get: getU, Low32: true, Absolute: putLUI},
	low12I - FieldArch:   {Text: "64 bits", Width: 4, Min: least, Max: most, Put: putI, Get: getI},
	low12S - FieldArch:   {Text: "64 bits", Width: 4, Min: least, Max: most, Put: putS, Get: getS},
	low6 - FieldArch:     {Text: "6 bits", Width: 1, Min: least, Max: most, Put: put6, Get: get6},
}

// fields32 are those where addresses have 32 bits, so that sums wrap and a pair of instructions
// gets everywhere.
var fields32 = func() [len(fields)]Insn {
	f := fields
	for i := range f {
		if n := &f[i]; n.Width >= 4 && n.Max >= pairMost {
			n.Text, n.Min, n.Max, n.Low32, n.Absolute = "32 bits", least, most, false, nil
		}
	}
	return f
}()

// little is the byte order of instructions.
var little bin.Order

var le = binary.LittleEndian

// set replaces the bits of mask in an instruction of four bytes.
func set(mem []byte, mask, bits uint32) { le.PutUint32(mem, le.Uint32(mem)&^mask|bits&mask) }

// bitsOf returns n bits of v from lo on.
func bitsOf(v uint64, lo, n uint) uint32 { return uint32(v>>lo) & (1<<n - 1) }

// signed extends the sign of a number of n bits.
func signed(v uint32, n uint) int64 { return int64(int32(v<<(32-n)) >> (32 - n)) }

// BEQ, BNE, BLT, BGE, BLTU, BGEU.
//
//	31    30      25 24    20 19    15 14  12 11     8 7     6      0
//	|X[12]| X[10:5] | rs2    | rs1    | f3   |X[4:1] |X[11]| opcode |
func putB(mem []byte, _ bin.Order, v uint64) {
	set(mem, 0xfe000f80, bitsOf(v, 12, 1)<<31|bitsOf(v, 5, 6)<<25|bitsOf(v, 1, 4)<<8|bitsOf(v, 11, 1)<<7)
}

func getB(mem []byte, _ bin.Order) int64 {
	w := le.Uint32(mem)
	return signed(w>>31<<12|w>>7&1<<11|w>>25&0x3f<<5|w>>8&15<<1, 13)
}

// JAL.
//
//	31    30       21 20    19         12 11   7 6      0
//	|X[20]| X[10:1]  |X[11]| X[19:12]    | rd   | opcode |
func putJ(mem []byte, _ bin.Order, v uint64) {
	set(mem, 0xfffff000, bitsOf(v, 20, 1)<<31|bitsOf(v, 1, 10)<<21|bitsOf(v, 11, 1)<<20|bitsOf(v, 12, 8)<<12)
}

func getJ(mem []byte, _ bin.Order) int64 {
	w := le.Uint32(mem)
	return signed(w>>31<<20|w>>12&0xff<<12|w>>20&1<<11|w>>21&0x3ff<<1, 21)
}

// C.BEQZ, C.BNEZ.
//
//	15  13 12   11   10 9   7 6    5 4    3 2    1  0
//	| f3  |X[8]|X[4:3] | rs1 |X[7:6]|X[2:1]|X[5]|op |
func putCB(mem []byte, _ bin.Order, v uint64) {
	w := bitsOf(v, 8, 1)<<12 | bitsOf(v, 3, 2)<<10 | bitsOf(v, 6, 2)<<5 | bitsOf(v, 1, 2)<<3 | bitsOf(v, 5, 1)<<2
	le.PutUint16(mem, le.Uint16(mem)&0xe383|uint16(w))
}

func getCB(mem []byte, _ bin.Order) int64 {
	w := uint32(le.Uint16(mem))
	return signed(w>>12&1<<8|w>>5&3<<6|w>>2&1<<5|w>>10&3<<3|w>>3&3<<1, 9)
}

// C.J.
//
//	15  13 12    11   10  9 8     7    6    5    3 2    1  0
//	| f3  |X[11]|X[4]|X[9:8]|X[10]|X[6]|X[7]|X[3:1]|X[5]|op |
func putCJ(mem []byte, _ bin.Order, v uint64) {
	w := bitsOf(v, 11, 1)<<12 | bitsOf(v, 4, 1)<<11 | bitsOf(v, 8, 2)<<9 | bitsOf(v, 10, 1)<<8 |
		bitsOf(v, 6, 1)<<7 | bitsOf(v, 7, 1)<<6 | bitsOf(v, 1, 3)<<3 | bitsOf(v, 5, 1)<<2
	le.PutUint16(mem, le.Uint16(mem)&0xe003|uint16(w))
}

func getCJ(mem []byte, _ bin.Order) int64 {
	w := uint32(le.Uint16(mem))
	return signed(w>>12&1<<11|w>>8&1<<10|w>>9&3<<8|w>>6&1<<7|w>>7&1<<6|w>>2&1<<5|w>>11&1<<4|w>>3&7<<1, 12)
}

// AUIPC, LUI: the upper bits of X less its low 12 bits, which are signed.
//
//	31                        12 11   7 6      0
//	| (X + 0x800)[31:12]        | rd   | opcode |
func putU(mem []byte, _ bin.Order, v uint64) { set(mem, 0xfffff000, uint32(v+0x800)) }
func getU(mem []byte, _ bin.Order) int64     { return int64(int32(le.Uint32(mem) &^ 0xfff)) }

// putLUI makes LUI of AUIPC.
func putLUI(mem []byte, _ bin.Order, v uint64) bool {
	const auipc, lui, opcode = 0x17, 0x37, 0x7f
	if x := int64(v); x < pairLeast || x > pairMost || le.Uint32(mem)&opcode != auipc {
		return false
	}
	set(mem, opcode, lui)
	putU(mem, little, v)
	return true
}

// ADDI, loads, JALR.
//
//	31         20 19    15 14  12 11   7 6      0
//	| X[11:0]    | rs1    | f3   | rd   | opcode |
func putI(mem []byte, _ bin.Order, v uint64) { set(mem, 0xfff00000, uint32(v)<<20) }
func getI(mem []byte, _ bin.Order) int64     { return int64(int32(le.Uint32(mem)) >> 20) }

// Stores.
//
//	31      25 24    20 19    15 14  12 11     7 6      0
//	| X[11:5] | rs2    | rs1    | f3   | X[4:0] | opcode |
func putS(mem []byte, _ bin.Order, v uint64) {
	set(mem, 0xfe000f80, bitsOf(v, 5, 7)<<25|bitsOf(v, 0, 5)<<7)
}

func getS(mem []byte, _ bin.Order) int64 {
	w := le.Uint32(mem)
	return signed(w>>25<<5|w>>7&31, 12)
}

// AUIPC and the JALR behind it.
func putCall(mem []byte, _ bin.Order, v uint64) {
	putU(mem, little, v)
	putI(mem[4:], little, v)
}

func getCall(mem []byte, _ bin.Order) int64 { return getU(mem, little) + getI(mem[4:], little) }

// Six bits of data.
func put6(mem []byte, _ bin.Order, v uint64) { mem[0] = mem[0]&0xc0 | byte(v)&0x3f }
func get6(mem []byte, _ bin.Order) int64     { return int64(mem[0] & 0x3f) }
