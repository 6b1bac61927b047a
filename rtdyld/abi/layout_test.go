package abi

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLayoutOf has examples of the conventions' documents, on any host: for each
// argument its register, "r3", or the byte of the stack where it begins, "+8"; a
// register of 4 bytes of a convention with such is "w5".
func TestLayoutOf(t *testing.T) {
	i, d, f := Int64, Float64, Float32
	w, p := Int32, Pointer
	for _, test := range []struct {
		conv   *Convention
		name   string
		params []Kind
		at     []string
		stack  int // words of 8 bytes
	}{
		{AAPCS64(), "registers", []Kind{i, d, Int8, f, p}, []string{"r0", "r8", "r1", "r9", "r2"}, 0},
		{AAPCS64(), "stack", append(slices.Repeat([]Kind{i}, 9), Int8, d), []string{"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "+0", "+8", "r8"}, 2},
		{AppleARM64(), "packed", append(slices.Repeat([]Kind{i}, 8), Int8, Int16, Int8, w, Int8, i, Bool),
			[]string{"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "+0", "+2", "+4", "+8", "+12", "+16", "+24"}, 4},
		{AppleARM64(), "packed floats", append(slices.Repeat([]Kind{d}, 8), f, f, d),
			[]string{"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "+0", "+4", "+8"}, 2},
		// RISC-V psABI: floating point numbers take integer registers, then the stack.
		{RISCV64(), "registers", []Kind{i, d, Int8, f, p}, []string{"r0", "r8", "r1", "r9", "r2"}, 0},
		{RISCV64(), "floats", slices.Concat(slices.Repeat([]Kind{f}, 8), []Kind{i, d, f}, slices.Repeat([]Kind{i}, 5), []Kind{d, f, w}),
			[]string{"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "+0", "+8", "+16"}, 3},
		{RISCV64Soft(), "registers", []Kind{i, d, f, w}, []string{"r0", "r1", "r2", "r3"}, 0},
		{Loong64(), "floats", slices.Concat(slices.Repeat([]Kind{f}, 9), []Kind{i, d}), []string{"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "r0", "r1", "r2"}, 0},
		{Loong64Soft(), "registers", []Kind{i, d, f, w}, []string{"r0", "r1", "r2", "r3"}, 0},
		// ELFv2, 2.2.3: a floating point number leaves the register for an integer unused.
		{ELFv2(), "registers", []Kind{i, d, Int8, f, p}, []string{"r0", "r8", "r2", "r9", "r4"}, 0},
		{ELFv2(), "stack", slices.Concat(slices.Repeat([]Kind{i}, 7), []Kind{d, f, i, d, p}),
			[]string{"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r8", "r9", "+8", "r10", "+24"}, 4},
		{ELFv2(), "floats", append(slices.Repeat([]Kind{d}, 14), w, f),
			[]string{"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "r16", "r17", "r18", "r19", "r20", "+40", "+48", "+56"}, 8},
		{ELFv2Soft(), "registers", []Kind{i, d, f, w}, []string{"r0", "r1", "r2", "r3"}, 0},
		{S390X(), "both", []Kind{i, d, i, f, d, w, d, i, i, f, p}, []string{"r0", "r5", "r1", "r6", "r7", "r2", "r8", "r3", "r4", "+0", "+8"}, 2},
		{MIPS64(), "mixed", slices.Concat([]Kind{i, d, f}, slices.Repeat([]Kind{i}, 4), []Kind{d, f, i}), []string{"r0", "r9", "r10", "r3", "r4", "r5", "r6", "r15", "+0", "+8"}, 2},
		// o32: a floating point number behind an integer, and the third, go where an integer would.
		{MIPS32(), "leading", []Kind{f, d, d, w}, []string{"w4", "w6", "+0", "+8"}, 2},
		{MIPS32(), "behind an integer", []Kind{w, d, f}, []string{"w0", "w2", "+0"}, 1},
		{MIPS32(), "shadow", []Kind{f, w, i, d}, []string{"w4", "w1", "w2", "+0"}, 1},
		{MIPS32(), "one", []Kind{d, w, f, i}, []string{"w4", "w2", "w3", "+0"}, 1},
		// AAPCS32, 6.5: a double-word leaves a register or a word unused.
		{AAPCS32(), "pair", []Kind{w, i}, []string{"w0", "w2"}, 0},
		{AAPCS32(), "pair on the stack", []Kind{w, w, w, i, w}, []string{"w0", "w1", "w2", "+0", "+8"}, 2},
		{AAPCS32(), "padding", []Kind{w, w, w, w, w, d, w}, []string{"w0", "w1", "w2", "w3", "+0", "+8", "+16"}, 3},
		{AAPCS32(), "soft float", []Kind{f, d, f}, []string{"w0", "w2", "+0"}, 1},
		// AAPCS32, 7.1: a float32 takes what a float64 skipped.
		{AAPCS32VFP(), "back-filling", []Kind{f, d, f, d, f}, []string{"w4", "w6", "w5", "w8", "w10"}, 0},
		{AAPCS32VFP(), "closed", append(slices.Repeat([]Kind{d}, 7), f, d, f), []string{"w4", "w6", "w8", "w10", "w12", "w14", "w16", "w18", "+0", "+8"}, 2},
		{AAPCS32VFP(), "both", []Kind{w, d, i, f, w}, []string{"w0", "w4", "w2", "w6", "+0"}, 1},
		{Cdecl386(), "all", []Kind{Int8, i, f, d, p}, []string{"+0", "+4", "+12", "+16", "+24"}, 4},
	} {
		t.Run(test.conv.Name+"/"+test.name, func(t *testing.T) {
			plan, _, stack, err := test.conv.layout(Signature{Params: test.params})
			if err != nil {
				t.Fatal(err)
			}
			var at []string
			for n, p := range plan {
				at = append(at, where(p))
				if want := int(kindSizes[test.conv.kind(test.params[n])]); p.size != 0 && int(p.size) != max(want, 4) && !test.conv.Packed {
					t.Errorf("argument %d takes %d bytes", n, p.size)
				}
			}
			if diff := cmp.Diff(test.at, at); diff != "" || stack != test.stack {
				t.Errorf("%d words, want %d; places %s", stack, test.stack, diff)
			}
		})
	}
}

func where(p place) string {
	switch {
	case p.size == 0 && p.at < NumReg:
		return "r" + strconv.Itoa(int(p.at))
	case p.size == 0:
		return "+" + strconv.Itoa(int(p.at-NumReg)*8)
	case p.at < regBytes:
		return "w" + strconv.Itoa(int(p.at)/4)
	}
	return "+" + strconv.Itoa(int(p.at)-regBytes)
}

// TestSetBytes: what is set is set, and nothing else.
func TestSetBytes(t *testing.T) {
	for _, size := range []uint8{1, 2, 4, 8} {
		step := min(int(size), 4)
		for at := 0; at+int(size) <= regBytes+64; at += step {
			if at < regBytes && at+int(size) > regBytes {
				continue // never across
			}
			f := newFrame()
			f.room(8)
			for i := range f.Reg {
				f.Reg[i] = math.MaxUint64
			}
			for i := range f.Stack {
				f.Stack[i] = math.MaxUint64
			}
			const w = 0x8877665544332211
			f.set(place{size: size, at: uint16(at)}, w)
			for b := range regBytes + 64 {
				word, want := uint64(0), byte(0xff)
				if b < regBytes {
					word = f.Reg[b/8]
				} else {
					word = f.Stack[(b-regBytes)/8]
				}
				if n := b - at; n >= 0 && n < int(size) {
					want = byte(uint64(w) >> (n * 8))
				}
				if got := byte(word >> (b % 8 * 8)); got != want {
					t.Fatalf("%d bytes at %d: byte %d is %#x, want %#x", size, at, b, got, want)
				}
			}
		}
	}
}

// TestLayoutLimitsOf: no convention places more than frames can have.
func TestLayoutLimitsOf(t *testing.T) {
	for _, conv := range []*Convention{AAPCS64(), AppleARM64(), RISCV64(), RISCV64Soft(), Loong64(), Loong64Soft(), ELFv2(), ELFv2Soft(), S390X(), MIPS64(), MIPS32(), AAPCS32(), AAPCS32VFP(), Cdecl386()} {
		for _, k := range []Kind{Int8, Int64, Float32, Float64} {
			regs := len(conv.Int)
			if k.float() && !conv.SoftFloat {
				regs = len(conv.Float)
				if conv.FloatInInt {
					regs += len(conv.Int)
				}
				if conv.Shadow {
					regs = len(conv.Int) // what is beyond passes over words of the stack
				}
			}
			per := 1
			if k.size() > conv.Word {
				per = 2
			}
			fit := regs/per + maxStack/per
			if conv.Packed {
				fit = regs + maxBytes/k.size()
			}
			plan, _, stack, err := conv.layout(Signature{Params: slices.Repeat([]Kind{k}, fit)})
			if err != nil || stack > maxStack {
				t.Errorf("%s: %d of %s: %d words, %v", conv.Name, fit, k, stack, err)
				continue
			}
			if last := plan[len(plan)-1]; last.size != 0 && (int(last.at) < regBytes || int(last.at)-regBytes+int(last.size) > stack*8) {
				t.Errorf("%s: %d of %s: the last is at %+v of %d words", conv.Name, fit, k, last, stack)
			}
			if _, _, _, err := conv.layout(Signature{Params: slices.Repeat([]Kind{k}, fit+1)}); !errors.Is(err, ErrSignature) {
				t.Errorf("%s: %d of %s: %v", conv.Name, fit+1, k, err)
			}
		}
	}
}
