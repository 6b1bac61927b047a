package check

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// x86Random makes an instruction of a random row, with random registers, forms of
// memory and prefixes, and whatever bytes behind it.
func x86Random(rnd *rand.Rand, rows []x86Row, mode int) []byte {
	r := &rows[rnd.IntN(len(rows))]
	var v [numDims]int
	for d := range v {
		if r.dims[d] == 0 {
			continue
		}
		for v[d] = rnd.IntN(x86Dims[d].values); r.dims[d]>>v[d]&1 == 0; v[d] = rnd.IntN(x86Dims[d].values) {
		}
	}
	var code []byte
	if rnd.IntN(8) == 0 {
		code = append(code, []byte{0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x67}[rnd.IntN(7)])
	}
	bits := byte(rnd.Uint32())
	vvvv := byte(15)
	if v[dimV] == 1 {
		vvvv = byte(rnd.IntN(16))
	}
	switch r.op.enc {
	case encLegacy:
		code = append(code, [][]byte{{}, {0x66}, {0xf3}, {0xf2}, {0x66, 0xf3}, {0x66, 0xf2}}[v[dimPP]]...)
		if mode == 1 && (v[dimW] == 1 || bits&1 != 0) {
			code = append(code, 0x40|byte(v[dimW])<<3|bits>>1&7)
		}
		code = append(code, [][]byte{{}, {0x0f}, {0x0f, 0x38}, {0x0f, 0x3a}}[r.op.mp]...)
	case encVEX:
		if mode == 0 {
			bits |= 0xe0
		}
		code = append(code, 0xc4, bits&0xe0|byte(r.op.mp), byte(v[dimW])<<7|vvvv<<3|byte(v[dimL]<<2|v[dimPP]))
	case encEVEX:
		if mode == 0 {
			bits |= 0xf0
		}
		z := []byte{0, byte(1 + rnd.IntN(7)), byte(0x81 + rnd.IntN(7))}[v[dimZ]]
		code = append(code, 0x62, bits&0xf0|byte(r.op.mp), byte(v[dimW])<<7|vvvv<<3|4|byte(v[dimPP]), z|byte(v[dimL]<<5|v[dimB]<<4)|8)
	}
	code = append(code, byte(r.op.code))
	if r.op.hasModRM(mode) {
		mod, rm := rnd.IntN(3), v[dimRM]
		switch rm {
		case 8:
			rm = []int{0, 1, 2, 3, 5, 6, 7}[rnd.IntN(7)]
		case 9:
			rm = 4
		default:
			mod = 3
		}
		code = append(code, byte(mod<<6|v[dimReg]<<3|rm))
	}
	for range 14 {
		code = append(code, byte(rnd.Uint32()))
	}
	return code[:15]
}

// TestX86 proves operands and lengths against llvm-mc.
func TestX86(t *testing.T) {
	perMode := 60000
	if citest.Sample() {
		perMode = 10000
	}
	for mode, target := range [...]mcTarget{mcI386, mcX64} {
		var rows []x86Row
		for _, m := range x86Rows() {
			for _, o := range m {
				for _, rs := range o {
					for _, r := range rs {
						if r.dims[dimMode]>>mode&1 != 0 {
							rows = append(rows, r)
						}
					}
				}
			}
		}
		rnd := rand.New(rand.NewPCG(1, uint64(mode)))
		proveDecoder(t, target, x86{mode}, false, perMode, func(i int) []byte {
			if i%8 == 0 {
				code := make([]byte, 15)
				for i := range code {
					code[i] = byte(rnd.Uint32())
				}
				return code
			}
			return x86Random(rnd, rows, mode)
		})
	}
}

// proveDecoder puts what a decoder makes of n inputs to llvm-mc.
func proveDecoder(t *testing.T, target mcTarget, d Decoder, thumb bool, n int, next func(i int) []byte) {
	t.Helper()
	var codes [][]byte
	var mine []Inst
	for i := range n {
		code := next(i)
		in, ok := d.Decode(code, thumb)
		if !ok {
			continue
		}
		if in.Len < 1 || in.Len > len(code) {
			t.Fatalf("% x: length %d", code, in.Len)
		}
		codes = append(codes, slices.Clone(code[:in.Len]))
		mine = append(mine, in)
	}
	bad := 0
	for i, want := range mcDecode(t, target, codes) {
		got := mine[i].Operands()
		switch {
		case want == nil:
			t.Errorf("%s % x: decoded as %s, but is not one instruction", target.triple, codes[i], show(got))
		case !sameOps(got, want.ops):
			t.Errorf("%s % x: %s, %s has %s (%s)", target.triple, codes[i], show(got), want.name, show(want.ops), want.text)
		default:
			continue
		}
		if bad++; bad > 400 {
			t.Fatal("and more")
		}
	}
	t.Logf("%s: %d of %d decoded and proven", target.triple, len(codes)-bad, n)
	if len(codes) < n/2 {
		t.Errorf("%s: only %d of %d decoded", target.triple, len(codes), n)
	}
}
