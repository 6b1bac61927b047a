package check

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// x86.tab has a row for each set of instructions with the same operands. The test
// TestX86Table makes it, from the answers of LLVM 14's disassembler.
//
//go:embed x86.tab
var x86Tab string

const x86Header = `# Operands of x86 instructions in the order of LLVM 14's MCInst. Made by: go test -run '^TestX86Table$' -update
# encoding and map, opcode: conditions: operands
# mode 32 or 64; pp 0 none, 1 66, 2 f3, 3 f2, 4 66 f3, 5 66 f2 (VEX, EVEX: their field); w, l, b as in REX, VEX, EVEX;
# z 0 no mask, 1 mask, 2 zeroing mask; v 0 vvvv unused (1111), 1 used; reg of ModRM; rm of ModRM 0-7, 8 memory, 9 memory with SIB
# m*N scales a displacement of one byte by N, m*Nl by N, 2N and 4N for l of 0, 1 and 2
# !X: the bit must not be set that extends reg (r: R, s: R'), rm (b: B, x: X) or vvvv (v: its own, w: V')
`

// Encodings of an opcode.
const (
	encLegacy = iota
	encVEX
	encEVEX
	numEncs
)

var x86Encs = [numEncs]string{"legacy", "vex", "evex"}

// x86Maps is one more than the highest opcode map: 0 one byte, 1 0F, 2 0F38,
// 3 0F3A, 5 and 6 EVEX alone.
const x86Maps = 7

// x86Op is an opcode: encoding, map, byte.
type x86Op struct{ enc, mp, code int }

// Dimensions of what chooses among the instructions of an opcode.
const (
	dimMode = iota
	dimPP
	dimW
	dimL
	dimB
	dimZ
	dimV
	dimReg
	dimRM
	numDims
)

var x86Dims = [numDims]struct {
	name   string
	values int
}{{"mode", 2}, {"pp", 6}, {"w", 2}, {"l", 4}, {"b", 2}, {"z", 3}, {"v", 2}, {"reg", 8}, {"rm", 10}}

// x86Row is a row of the table: for each dimension the values it covers, as bits. An
// opcode without ModRM has none for reg and rm.
type x86Row struct {
	op    x86Op
	dims  [numDims]uint16
	text  string // operands, as in the table
	words []x86Token
	low   uint8 // extensions that the row does not allow, as bits
}

// x86Extensions are the bits that extend a register's number, as the table forbids
// them: ModRM.reg by R and R', ModRM.rm by B and X, vvvv by its own and V'.
var x86Extensions = [...]string{extR: "!r", extR2: "!s", extB: "!b", extX: "!x", extV: "!v", extV2: "!w"}

// Indices of x86Extensions.
const (
	extR = iota
	extR2
	extB
	extX
	extV
	extV2
)

// x86Token is an operand of a row: an index to x86Words, or for memory the scale of
// a displacement of one byte.
type x86Token struct {
	word  uint8
	scale uint8
	byL   bool // scale is that of 128 bits, twice and four times it for 256 and 512
}

// Words for operands. A number stands for itself.
const (
	wordReg = iota
	wordMem
	wordCC
	wordRC
	wordSkip8
	wordImm // and all that follow
)

// x86Words are the words for operands; those with a size take bytes behind ModRM.
var x86Words = [...]struct {
	name  string
	size  int
	value func(b []byte) int64
}{
	wordReg:   {"r", 0, nil},                                     // a register
	wordMem:   {"m", 0, nil},                                     // memory: base, scale, index, displacement, segment
	wordCC:    {"cc", 0, nil},                                    // the low four bits of the opcode
	wordRC:    {"rc", 0, nil},                                    // EVEX.L'L: rounding
	wordSkip8: {"skip8", 1, func([]byte) int64 { return noImm }}, // a byte that is no number
	wordImm:   {"i8", 1, func(b []byte) int64 { return int64(int8(b[0])) }},
	{"u8", 1, func(b []byte) int64 { return int64(b[0]) }},
	{"i8x16", 1, func(b []byte) int64 { return int64(uint16(int8(b[0]))) }}, // signed, cut to 16 bits
	{"i8x32", 1, func(b []byte) int64 { return int64(uint32(int8(b[0]))) }},
	{"i16", 2, func(b []byte) int64 { return int64(int16(value(b, false))) }},
	{"u16", 2, func(b []byte) int64 { return int64(uint16(value(b, false))) }},
	{"i32", 4, func(b []byte) int64 { return int64(int32(value(b, false))) }},
	{"u32", 4, func(b []byte) int64 { return int64(uint32(value(b, false))) }},
	{"i64", 8, func(b []byte) int64 { return int64(value(b, false)) }},
}

// noImm is a value that no immediate of the probes has.
const noImm = -1 << 63

// String returns the row as the table has it; dimensions that do not matter are left out.
func (r *x86Row) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d %02x:", x86Encs[r.op.enc], r.op.mp, r.op.code)
	for d := range x86Dims {
		if v := r.dims[d]; v != r.any(d) {
			b.WriteString(" " + x86Dims[d].name + "=")
			for i := range x86Dims[d].values {
				if v>>i&1 != 0 {
					b.WriteString(strconv.Itoa(i))
				}
			}
		}
	}
	b.WriteString(": " + r.text)
	return b.String()
}

// any returns the bits that mean any value of a dimension.
func (r *x86Row) any(d int) uint16 {
	switch d {
	case dimL:
		return 1<<[numEncs]int{1, 2, 4}[r.op.enc] - 1
	case dimPP:
		return 1<<[numEncs]int{6, 4, 4}[r.op.enc] - 1
	case dimB:
		return 1<<[numEncs]int{1, 1, 2}[r.op.enc] - 1
	case dimZ:
		return 1<<[numEncs]int{1, 1, 3}[r.op.enc] - 1
	case dimV:
		return 1<<[numEncs]int{1, 2, 2}[r.op.enc] - 1
	case dimReg, dimRM:
		if !r.op.hasModRM(0) && !r.op.hasModRM(1) {
			return 0
		}
	}
	return 1<<x86Dims[d].values - 1
}

// hasModRM reports whether a ModRM byte follows the opcode.
func (k x86Op) hasModRM(mode int) bool {
	switch {
	case k.mp > 1:
		return true
	case k.enc != encLegacy:
		return k.mp != 1 || k.code != 0x77
	case k.mp == 0:
		return x86ModRM0[k.code>>3]>>(7-k.code&7)&1 != 0
	}
	return x86ModRM1[k.code>>3]>>(7-k.code&7)&1 != 0
}

// Opcodes with a ModRM byte, the lowest opcode in the highest bit.
//
// Source: Intel SDM, volume 2, appendix A.
var (
	x86ModRM0 = [32]byte{
		0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0xf0, 0, 0, 0, 0, 0x30, 0x50, 0, 0, // 62, 63, 69, 6b
		0xff, 0xff, 0, 0, 0, 0, 0, 0, 0xcf, 0, 0xf0, 0xff, 0, 0, 0x03, 0x03,
	}
	x86ModRM1 = [32]byte{
		0xf0, 0x04, 0xff, 0xff, 0xf0, 0xff, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xff, // 00-03, 0d; 77 without
		0, 0, 0xff, 0xff, 0x1c, 0x1f, 0xff, 0xff, 0xff, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	}
)

// x86Table is the table by opcode.
type x86Table [numEncs][x86Maps][256][]x86Row

var x86Rows = sync.OnceValue(func() *x86Table {
	t := new(x86Table)
	for line := range strings.Lines(x86Tab) {
		if r, ok := parseX86Row(strings.TrimSuffix(line, "\n")); ok {
			k := r.op
			t[k.enc][k.mp][k.code] = append(t[k.enc][k.mp][k.code], r)
		}
	}
	return t
})

// parseX86Row reads a row, false for a comment or a row that is none.
func parseX86Row(line string) (r x86Row, ok bool) {
	f := strings.Split(line, ":")
	if len(f) != 3 || line[0] == '#' {
		return r, false
	}
	var enc string
	if _, err := fmt.Sscanf(f[0], "%s %d %x", &enc, &r.op.mp, &r.op.code); err != nil {
		return r, false
	}
	for r.op.enc = range x86Encs {
		if x86Encs[r.op.enc] == enc {
			break
		}
	}
	for d := range x86Dims {
		r.dims[d] = r.any(d)
	}
	for _, cond := range strings.Fields(f[1]) {
		name, values, _ := strings.Cut(cond, "=")
		for d := range x86Dims {
			if x86Dims[d].name == name {
				r.dims[d] = 0
				for _, c := range values {
					r.dims[d] |= 1 << (c - '0')
				}
			}
		}
	}
	r.text = strings.TrimSpace(f[2])
	if r.text == "-" {
		return r, true
	}
words:
	for _, w := range strings.Split(r.text, ",") {
		name, scale, _ := strings.Cut(w, "*")
		tok := x86Token{scale: 1}
		if scale != "" {
			scale, tok.byL = strings.CutSuffix(scale, "l")
			n, err := strconv.Atoi(scale)
			if err != nil {
				return r, false
			}
			tok.scale = uint8(n)
		}
		found := false
		for i := range x86Extensions {
			if x86Extensions[i] == name {
				r.low |= 1 << i
				continue words
			}
		}
		for i := range x86Words {
			if x86Words[i].name == name {
				tok.word, found = uint8(i), true
			}
		}
		if !found {
			return r, false
		}
		r.words = append(r.words, tok)
	}
	return r, true
}
