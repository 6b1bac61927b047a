package s390x

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// Fields of instructions, which are big-endian.
const (
	low12   Field = FieldArch + iota // a displacement
	split20                          // a long displacement
	half12                           // BPP, BPRP: the branch
	half16                           // BRC, BRCT and the like
	half24                           // BPRP: the target
	half32                           // LARL, BRASL, BRCL, loads relative to the instruction
)

var fields = [...]Insn{
	low12 - FieldArch:   {Text: "unsigned 12", Width: 2, Min: 0, Max: 1<<12 - 1, Put: put12, Get: get12},
	split20 - FieldArch: {Text: "signed 20", Width: 4, Min: -1 << 19, Max: 1<<19 - 1, Put: put20, Get: get20},
	half12 - FieldArch:  {Text: "signed 13", Width: 2, Min: -1 << 12, Max: 1<<12 - 1, Align: 2, Put: func(mem []byte, o bin.Order, v uint64) { put12(mem, o, v>>1) }, Get: getHalf12},
	half16 - FieldArch:  {Text: "signed 17", Width: 2, Min: -1 << 16, Max: 1<<16 - 1, Align: 2, Put: putHalf16, Get: getHalf16},
	half24 - FieldArch:  {Text: "signed 25", Width: 3, Min: -1 << 24, Max: 1<<24 - 1, Align: 2, Put: putHalf24, Get: getHalf24},
	half32 - FieldArch:  {Text: "signed 33", Width: 4, Min: -1 << 32, Max: 1<<32 - 1, Align: 2, Put: putHalf32, Get: getHalf32, Near: true},
}

var be = binary.BigEndian

// signed extends the sign of a number of n bits.
func signed(v uint32, n uint) int64 { return int64(int32(v<<(32-n)) >> (32 - n)) }

// A displacement behind the number of a base register, or a distance behind that of a mask.
//
//	15  12 11      0
//	| B    | X[11:0] |
func put12(mem []byte, _ bin.Order, v uint64) {
	be.PutUint16(mem, be.Uint16(mem)&0xf000|uint16(v)&0xfff)
}
func get12(mem []byte, _ bin.Order) int64     { return int64(be.Uint16(mem) & 0xfff) }
func getHalf12(mem []byte, _ bin.Order) int64 { return signed(uint32(be.Uint16(mem)), 12) * 2 }

// A long displacement, in front of the second half of the opcode.
//
//	31  28 27     16 15      8 7      0
//	| B    | X[11:0]  | X[19:12] | opcode |
func put20(mem []byte, _ bin.Order, v uint64) {
	const mask = 0x0fffff00
	be.PutUint32(mem, be.Uint32(mem)&^mask|uint32(v)&0xfff<<16|uint32(v)>>12&0xff<<8)
}

func get20(mem []byte, _ bin.Order) int64 {
	w := be.Uint32(mem)
	return signed(w>>8&0xff<<12|w>>16&0xfff, 20)
}

// Distances in halfwords that have their bytes for themselves.

func putHalf16(mem []byte, _ bin.Order, v uint64) { be.PutUint16(mem, uint16(v>>1)) }
func getHalf16(mem []byte, _ bin.Order) int64     { return int64(int16(be.Uint16(mem))) * 2 }
func putHalf32(mem []byte, _ bin.Order, v uint64) { be.PutUint32(mem, uint32(v>>1)) }
func getHalf32(mem []byte, _ bin.Order) int64     { return int64(int32(be.Uint32(mem))) * 2 }

func putHalf24(mem []byte, _ bin.Order, v uint64) {
	mem[0] = byte(v >> 17)
	be.PutUint16(mem[1:], uint16(v>>1))
}

func getHalf24(mem []byte, _ bin.Order) int64 {
	return signed(uint32(mem[0])<<16|uint32(be.Uint16(mem[1:])), 24) * 2
}
