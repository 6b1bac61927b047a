package siggen

import (
	"strconv"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

func itoa(n int) string { return strconv.Itoa(n) }

// leaf is a number in a value.
type leaf struct {
	off, size int // bytes of it that count
	fill      int // how its bytes become those of an ordinary number
}

// What fill says.
const (
	fillBits = iota
	fillBool
	fillBinary16
	fillBrain16
	fillBinary32
	fillBinary64
	fillExtended80
	fillBinary128
)

// bits is a bit-field in a value.
type bits struct {
	path   string // in C
	at     int    // bit
	size   int
	signed bool
}

// leaves lists the numbers of a type; of a union those of its first member that is as large as it, or of the first.
func leaves(t *ctype.Type, off int, path string, ls []leaf, bs []bits) ([]leaf, []bits) {
	switch t.Kind {
	case ctype.Struct, ctype.Union:
		fields := t.Fields
		if t.Kind == ctype.Union {
			first := 0
			for i, f := range fields {
				if f.BitSize == 0 && f.Type.Size > fields[first].Type.Size {
					first = i
				}
			}
			fields = fields[first : first+1]
		}
		for _, f := range fields {
			if f.BitSize != 0 {
				bs = append(bs, bits{path + "." + f.Name, (off+int(f.Offset))*8 + int(f.BitOffset), int(f.BitSize), f.Type.Kind == ctype.Int})
				continue
			}
			ls, bs = leaves(f.Type, off+int(f.Offset), path+"."+f.Name, ls, bs)
		}
	case ctype.Array:
		for i := range int(t.Len) {
			ls, bs = leaves(t.Elem, off+i*int(t.Elem.Size), path+"["+itoa(i)+"]", ls, bs)
		}
	case ctype.Complex:
		for i := range 2 {
			ls, bs = leaves(t.Elem, off+i*int(t.Elem.Size), path, ls, bs)
		}
	case ctype.Vector:
		for i := range int(t.Len) {
			ls, bs = leaves(t.Elem, off+i*int(t.Elem.Size), path, ls, bs)
		}
	case ctype.Float:
		fills := map[ctype.Format]int{ctype.Binary16: fillBinary16, ctype.Brain16: fillBrain16, ctype.Binary32: fillBinary32,
			ctype.Binary64: fillBinary64, ctype.Extended80: fillExtended80, ctype.Binary128: fillBinary128}
		size := int(t.Size)
		if t.Format == ctype.Extended80 {
			size = 10
		}
		ls = append(ls, leaf{off, size, fills[t.Format]})
	case ctype.Bool:
		ls = append(ls, leaf{off, 1, fillBool})
	default:
		ls = append(ls, leaf{off, int(t.Size), fillBits})
	}
	return ls, bs
}

// State makes the bytes of values, as C's next does.
type State uint64

func (s *State) next() uint64 {
	x := uint64(*s)
	x ^= x << 13
	x ^= x >> 7
	x ^= x << 17
	*s = State(x)
	return x
}

// Fill makes a value of a type from a state.
func Fill(t *ctype.Type, mem []byte, s *State) {
	ls, bs := leaves(t, 0, "", nil, nil)
	for _, l := range ls {
		b := mem[l.off : l.off+l.size]
		for i := range b {
			b[i] = byte(s.next() >> 11)
		}
		ordinary(b, l.fill)
	}
	for _, f := range bs {
		v := s.next()
		for i := range f.size {
			at := f.at + i
			mem[at/8] = mem[at/8]&^(1<<(at%8)) | byte(v>>i&1)<<(at%8)
		}
	}
}

// ordinary makes bytes those of a number that is no NaN and not infinite.
func ordinary(b []byte, fill int) {
	switch fill {
	case fillBool:
		b[0] &= 1
	case fillBinary16:
		b[1] = b[1]&0x83 | 0x3c
	case fillBrain16:
		b[0], b[1] = b[0]|0x80, 0x3f
	case fillBinary32:
		b[2], b[3] = b[2]|0x80, 0x3f
	case fillBinary64:
		b[6], b[7] = b[6]|0xf0, 0x3f
	case fillExtended80:
		b[7], b[8], b[9] = b[7]|0x80, 0xff, 0x3f
	case fillBinary128:
		b[14], b[15] = 0xff, 0x3f
	}
}

// Hash mixes the numbers of a value into h.
func Hash(h uint64, t *ctype.Type, mem []byte) uint64 {
	ls, bs := leaves(t, 0, "", nil, nil)
	mix := func(b byte) { h = (h ^ uint64(b)) * 0x100000001b3 }
	for _, l := range ls {
		for _, b := range mem[l.off : l.off+l.size] {
			mix(b)
		}
	}
	for _, f := range bs {
		var v uint64
		for i := range f.size {
			v |= uint64(mem[(f.at+i)/8]>>((f.at+i)%8)&1) << i
		}
		if f.signed {
			v = uint64(int64(v<<(64-f.size)) >> (64 - f.size))
		}
		for i := range 8 {
			mix(byte(v >> (8 * i)))
		}
	}
	return h
}

// Basis is what hashes begin with.
const Basis = 0xcbf29ce484222325

// Values makes arguments for a function, one a parameter, in memory that begins at a multiple of 8.
func Values(fn *ctype.Func, seed uint64) [][]byte {
	s := State(seed | 1)
	args := make([][]byte, len(fn.Params))
	for i, p := range fn.Params {
		args[i] = Memory(p.Type)
		Fill(p.Type, args[i], &s)
	}
	return args
}

// Memory is memory for a value.
func Memory(t *ctype.Type) []byte { return make([]byte, (t.Size+15)/8*8)[:t.Size] }

// Expect is what a function makes of arguments: its hash and its result, nil if it has none.
func Expect(fn *ctype.Func, args [][]byte) (hash uint64, result []byte) {
	hash = Basis
	for i, p := range fn.Params {
		hash = Hash(hash, p.Type, args[i])
	}
	if fn.HasResult() {
		result = Memory(fn.Result)
		s := State(hash | 1)
		Fill(fn.Result, result, &s)
	}
	return hash, result
}

// Wrong is the first parameter that C did not get, by the hashes that it has after each; -1 if it got all.
func Wrong(fn *ctype.Func, args [][]byte, after []uint64) int {
	h := uint64(Basis)
	for i, p := range fn.Params {
		if h = Hash(h, p.Type, args[i]); after[i] != h {
			return i
		}
	}
	return -1
}

// Same reports whether two values have the same numbers; what is between them does not count.
func Same(t *ctype.Type, a, b []byte) bool { return string(numbers(t, a)) == string(numbers(t, b)) }

// numbers has the bytes of a value that count.
func numbers(t *ctype.Type, mem []byte) (out []byte) {
	ls, bs := leaves(t, 0, "", nil, nil)
	for _, l := range ls {
		out = append(out, mem[l.off:l.off+l.size]...)
	}
	for _, f := range bs {
		for i := range f.size {
			out = append(out, mem[(f.at+i)/8]>>((f.at+i)%8)&1)
		}
	}
	return out
}

// Describe gives a type with all that is in it, for messages.
func Describe(t *ctype.Type) string {
	if t != nil && t.Kind == ctype.Array {
		return Describe(t.Elem) + "[" + itoa(int(t.Len)) + "]"
	}
	if t == nil || t.Kind != ctype.Struct && t.Kind != ctype.Union {
		return t.String()
	}
	s := t.Kind.String() + "{"
	for _, f := range t.Fields {
		s += Describe(f.Type)
		if f.BitSize != 0 {
			s += ":" + itoa(int(f.BitSize))
		}
		s += "@" + itoa(int(f.Offset)) + "; "
	}
	if t.Packed {
		s += "packed "
	}
	return s + itoa(int(t.Size)) + "}"
}
