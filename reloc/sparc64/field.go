package sparc64

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// Fields of instructions, which are big-endian.
const (
	disp30 Field = FieldArch + iota // CALL
	disp22                          // Bicc, FBfcc
	disp19                          // BPcc, FBPfcc
	disp16                          // BPr
	disp10                          // CWBcond, CXBcond

	high22  // SETHI: bits 31:10 of a value of 32 bits, which is not negative
	low10   // bits 9:0 of a value of which another instruction has the rest
	low12   // likewise bits 11:0
	high44  // SETHI: bits 43:22
	mid44   // bits 21:12
	high34  // SETHI: bits 33:12
	upper22 // SETHI: bits 63:42
	upper10 // bits 41:32
	lower22 // SETHI: bits 31:10 of a value of which others have the rest

	inverse22 // SETHI: bits 31:10 of the complement of a negative value
	inverse10 // XOR: bits 9:0 of such a value, and the sign
	either22  // SETHI: bits 31:10 of a value or, if that is negative, its complement
	either10  // XOR: the other part

	imm22  // SETHI, UNIMP
	simm13 // immediates of most instructions
	simm11 // MOVcc
	simm10 // MOVr
	imm7   // Tcc
	imm6   // SLLX and the like
	imm5   // SLL and the like
)

const (
	least = -1 << 63
	most  = 1<<63 - 1
)

var fields = [...]Insn{
	disp30 - FieldArch: insn("signed 32", -1<<31, 1<<31-1, 4, part{2, 30, 0}),
	disp22 - FieldArch: insn("signed 24", -1<<23, 1<<23-1, 4, part{2, 22, 0}),
	disp19 - FieldArch: insn("signed 21", -1<<20, 1<<20-1, 4, part{2, 19, 0}),
	disp16 - FieldArch: insn("signed 18", -1<<17, 1<<17-1, 4, part{2, 14, 0}, part{16, 2, 20}),
	disp10 - FieldArch: insn("signed 12", -1<<11, 1<<11-1, 4, part{2, 8, 5}, part{10, 2, 19}),

	high22 - FieldArch:  low32(insn("unsigned 32", 0, 1<<32-1, 0, part{10, 22, 0})),
	low10 - FieldArch:   insn("64 bits", least, most, 0, part{0, 10, 0}),
	low12 - FieldArch:   insn("64 bits", least, most, 0, part{0, 12, 0}),
	high44 - FieldArch:  low32(insn("unsigned 44", 0, 1<<44-1, 0, part{22, 22, 0})),
	mid44 - FieldArch:   insn("64 bits", least, most, 0, part{12, 10, 0}),
	high34 - FieldArch:  low32(insn("unsigned 34", 0, 1<<34-1, 0, part{12, 22, 0})),
	upper22 - FieldArch: insn("64 bits", least, most, 0, part{42, 22, 0}),
	upper10 - FieldArch: insn("64 bits", least, most, 0, part{32, 10, 0}),
	lower22 - FieldArch: insn("64 bits", least, most, 0, part{10, 22, 0}),

	inverse22 - FieldArch: {Text: "negative 32", Width: 4, Min: -1 << 32, Max: -1, Put: putInverse22, Get: getInverse22},
	inverse10 - FieldArch: {Text: "64 bits", Width: 4, Min: least, Max: most, Put: putInverse10, Get: getInverse10},
	either22 - FieldArch:  {Text: "signed 32", Width: 4, Min: -1 << 31, Max: 1<<31 - 1, Put: putEither22, Get: getEither22},
	either10 - FieldArch:  {Text: "64 bits", Width: 4, Min: least, Max: most, Put: putEither10, Get: getInverse10},

	imm22 - FieldArch:  insn("22 bits", -1<<21, 1<<22-1, 0, part{0, 22, 0}),
	simm13 - FieldArch: insn("signed 13", -1<<12, 1<<12-1, 0, part{0, 13, 0}),
	simm11 - FieldArch: insn("signed 11", -1<<10, 1<<10-1, 0, part{0, 11, 0}),
	simm10 - FieldArch: insn("signed 10", -1<<9, 1<<9-1, 0, part{0, 10, 0}),
	imm7 - FieldArch:   insn("unsigned 7", 0, 1<<7-1, 0, part{0, 7, 0}),
	imm6 - FieldArch:   insn("unsigned 6", 0, 1<<6-1, 0, part{0, 6, 0}),
	imm5 - FieldArch:   insn("unsigned 5", 0, 1<<5-1, 0, part{0, 5, 0}),
}

var be = binary.BigEndian

// part is n bits of a value, from bit from on, that an instruction has from bit at on.
type part struct{ from, n, at uint8 }

func (p part) mask() uint32 { return (1<<p.n - 1) << p.at }

// insn is a field that has its value in parts, the lowest first.
//
//	CALL     29                                    0
//	        | X[31:2]                               |
//	Bicc            21                             0
//	               | X[23:2]                        |
//	BPcc                 18                        0
//	                    | X[20:2]                   |
//	BPr             21  20        13               0
//	               |X[17:16]|    | X[15:2]          |
//	CBcond               20  19     12            5
//	                    |X[11:10]| | X[9:2]        |
//	SETHI           21                             0
//	               | 22 bits                        |
//	others                        12               0
//	                             | 13 bits or fewer |
func insn(text string, least, most int64, align uint8, parts ...part) Insn {
	f := Insn{Text: text, Width: 4, Min: least, Max: most, Align: align}
	f.Put = func(mem []byte, _ bin.Order, v uint64) {
		w := be.Uint32(mem)
		for _, p := range parts {
			w = w&^p.mask() | uint32(v>>p.from)<<p.at&p.mask()
		}
		be.PutUint32(mem, w)
	}
	f.Get = func(mem []byte, _ bin.Order) int64 {
		w, v, top := be.Uint32(mem), uint64(0), uint(0)
		for _, p := range parts {
			v |= uint64(w&p.mask()>>p.at) << p.from
			top = uint(p.from + p.n)
		}
		if least < 0 && top < 64 {
			return int64(v<<(64-top)) >> (64 - top)
		}
		return int64(v)
	}
	return f
}

// low32 is a field of an address that other instructions cannot add the rest to.
func low32(f Insn) Insn {
	f.Low32 = true
	return f
}

const (
	mask22 = 1<<22 - 1
	mask13 = 1<<13 - 1
	sign   = 0x1c00 // of an immediate with ten bits of a value
)

// set replaces the bits of mask in an instruction.
func set(mem []byte, mask, bits uint32) { be.PutUint32(mem, be.Uint32(mem)&^mask|bits&mask) }

func putInverse22(mem []byte, _ bin.Order, v uint64) { set(mem, mask22, uint32(^v>>10)) }
func getInverse22(mem []byte, _ bin.Order) int64     { return ^int64(be.Uint32(mem)&mask22<<10 | 0x3ff) }
func putInverse10(mem []byte, _ bin.Order, v uint64) { set(mem, mask13, uint32(v)&0x3ff|sign) }
func getInverse10(mem []byte, _ bin.Order) int64     { return int64(be.Uint32(mem) & 0x3ff) }

func putEither22(mem []byte, _ bin.Order, v uint64) { set(mem, mask22, uint32((v^flip(v))>>10)) }
func getEither22(mem []byte, _ bin.Order) int64     { return int64(be.Uint32(mem) & mask22 << 10) }
func putEither10(mem []byte, _ bin.Order, v uint64) {
	set(mem, mask13, uint32(v)&0x3ff|uint32(flip(v))&sign)
}

// flip is all ones for a negative value.
func flip(v uint64) uint64 { return uint64(int64(v) >> 63) }
