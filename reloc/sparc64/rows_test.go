package sparc64_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/sparc64"
)

var (
	assembler = []string{"-triple=sparc64-linux-gnu"}
	big       = bin.Order{Big: true}
)

// TestNumbers compares names and numbers with the standard library's, and those that it does not know with an
// assembler's.
func TestNumbers(t *testing.T) {
	for i := range uint32(56) {
		if got, want := sparc64.ELF.Name(i), elf.R_SPARC(i).String(); got != want {
			t.Errorf("type %d is %q, want %q", i, got, want)
		}
	}
	var src strings.Builder
	src.WriteString("\t.globl x\n")
	var types []uint32
	for i := uint32(56); i <= 84; i++ {
		types = append(types, i)
		fmt.Fprintf(&src, "\t.reloc ., %s, x\n\t.xword 0\n", sparc64.ELF.Name(i))
	}
	records, err := rowtest.Object(t, assembler, src.String()).Section(".rela.text").Data()
	if err != nil || len(records) != 24*len(types) {
		t.Fatal(len(records), err)
	}
	for i, want := range types {
		if typ := big.U32(records[24*i+12:]); typ != want {
			t.Errorf("%s is type %d of the assembler, %d here", sparc64.ELF.Name(want), typ, want)
		}
	}
	for typ, want := range map[uint32]string{0x821: "R_SPARC_OLO10(+8)", 0xffffff21: "R_SPARC_OLO10(-1)", 0x80c: "", 33: "R_SPARC_OLO10", 253: ""} {
		if got := sparc64.ELF.Name(typ); got != want {
			t.Errorf("type %#x is %q, want %q", typ, got, want)
		}
	}
}

// insns has instructions with a value in their field, by a row of that field.
var insns = []struct {
	row    string
	format string
	values []int64
}{
	{"R_SPARC_WDISP30", "call .+%d", []int64{0, -1 << 31, 1<<31 - 4, -4, 4, 0x55555554, -0x55555558}},
	{"R_SPARC_WDISP22", "fbne .+%d", []int64{0, -1 << 23, 1<<23 - 4, -4, 4, 0x555554, -0x555558}},
	{"R_SPARC_WDISP19", "bne,a,pt %%xcc, .+%d", []int64{0, -1 << 20, 1<<20 - 4, -4, 4, 0x55554, -0x55558}},
	{"R_SPARC_22", "sethi %d, %%l5", []int64{0, 1<<22 - 1, 1, 0x155555, 0x2aaaaa}},
	{"R_SPARC_13", "xor %%l5, %d, %%l2", []int64{0, -1 << 12, 1<<12 - 1, -1, 1, 0x555, -0x556}},
	{"R_SPARC_11", "movne %%xcc, %d, %%l2", []int64{0, -1 << 10, 1<<10 - 1, -1, 1, 0x155, -0x156}},
	{"R_SPARC_10", "movrz %%l5, %d, %%l2", []int64{0, -1 << 9, 1<<9 - 1, -1, 1, 0xaa, -0xab}},
	{"R_SPARC_6", "sllx %%l5, %d, %%l2", []int64{0, 63, 1, 0x15, 0x2a}},
	{"R_SPARC_5", "sll %%l5, %d, %%l2", []int64{0, 31, 1, 0x15, 0xa}},
	{"R_SPARC_7", "ta %%icc, %d", []int64{0, 127, 1, 0x55, 0x2a}},
}

// TestFields: what is put in a field is what an assembler puts there, and is read back;
// all other bits stay.
func TestFields(t *testing.T) {
	for _, c := range insns {
		f := field(t, c.row)
		var lines []string
		for _, v := range c.values {
			lines = append(lines, fmt.Sprintf(c.format, v))
		}
		code := rowtest.Assemble(t, assembler, lines...)
		if len(code) != 4*len(lines) {
			t.Fatalf("%s: %d bytes for %d instructions", c.row, len(code), len(lines))
		}
		for i, v := range c.values {
			want := code[4*i:][:4]
			for k := range c.values { // over whatever the field held
				got := bytes.Clone(code[4*k:][:4])
				if f.Put(got, big, uint64(v)); !bytes.Equal(got, want) {
					t.Errorf("%s put in % x is % x, want % x", lines[i], code[4*k:][:4], got, want)
				}
			}
			got := f.Get(want, big)
			if c.row == "R_SPARC_22" { // of either sign
				got &= 1<<22 - 1
			}
			if got != v {
				t.Errorf("%s holds %#x", lines[i], got)
			}
		}
	}
}

// TestSplitFields: LLVM's assembler of version 14 writes wrong distances of BPr and does not know CWBcond; the words are those of GNU's.
func TestSplitFields(t *testing.T) {
	for _, c := range []struct {
		row  string
		v    int64
		word uint32
	}{
		{"R_SPARC_WDISP16", 0x10000, 0x02dd4000}, {"R_SPARC_WDISP16", -1 << 17, 0x02ed4000}, {"R_SPARC_WDISP16", 0x15554, 0x02dd5555}, {"R_SPARC_WDISP16", 0x1fffc, 0x02dd7fff},
		{"R_SPARC_WDISP10", 0x554, 0x12cc0ab1}, {"R_SPARC_WDISP10", -0x800, 0x12d40011}, {"R_SPARC_WDISP10", 0x7fc, 0x12cc1ff1},
	} {
		code := make([]byte, 4)
		big.PutU32(code, c.word)
		f := field(t, c.row)
		if got := f.Get(code, big); got != c.v {
			t.Errorf("%#x holds %#x, want %#x", c.word, got, c.v)
		}
		f.Put(code, big, uint64(^c.v))
		if f.Put(code, big, uint64(c.v)); big.U32(code) != c.word {
			t.Errorf("%#x put is %#x, want %#x", c.v, big.U32(code), c.word)
		}
	}
}

// field is that of a row.
func field(t *testing.T, row string) *reloc.Insn {
	return &sparc64.ELF.Arch.Fields[sparc64.ELF.Rows[rowtest.Type(t, sparc64.ELF, row)].Field-reloc.FieldArch]
}

// TestParts: what instructions compute of the parts of a value is the value.
func TestParts(t *testing.T) {
	part := func(row string, v uint64) uint64 {
		code := make([]byte, 4)
		field(t, row).Put(code, big, v)
		return uint64(big.U32(code))
	}
	sethi := func(row string, v uint64) uint64 { return part(row, v) << 10 }
	imm := func(row string, v uint64) uint64 { return uint64(int64(part(row, v)<<51) >> 51) }
	for _, v := range []uint64{0, 1, 0x3ff, 0x400, 0x401, 0xfff, 0x1000, 0x7fffffff, 0x80000000, 0xfffffbff, 0xffffffff, 1 << 32, 0x2aa_5555_5555, 0x3ff_ffff_ffff, 0x400_0000_0000, 0xfff_ffff_ffff,
		1 << 44, 0x123456789abcdef0, 0xfedcba9876543210, 1<<64 - 1, 1<<64 - 0x400, 1<<64 - 0x401, 1<<64 - 1<<31, 1<<64 - 1<<31 - 1, 1<<64 - 1<<32} {
		upper := (sethi("R_SPARC_HH22", v) | imm("R_SPARC_HM10", v)) << 32
		if got := upper + (sethi("R_SPARC_LM22", v) | imm("R_SPARC_LO10", v)); got != v {
			t.Errorf("64 bits of %#x: %#x", v, got)
		}
		if got := sethi("R_SPARC_HI22", v) | imm("R_SPARC_LO10", v); v>>32 == 0 && got != v {
			t.Errorf("32 bits of %#x: %#x", v, got)
		}
		if got := (sethi("R_SPARC_H44", v)|imm("R_SPARC_M44", v))<<12 | imm("R_SPARC_L44", v); v>>44 == 0 && got != v {
			t.Errorf("44 bits of %#x: %#x", v, got)
		}
		if got := sethi("R_SPARC_HIX22", v) ^ imm("R_SPARC_LOX10", v); int64(v) < 0 && int64(v) >= -1<<32 && got != v {
			t.Errorf("complement of %#x: %#x", v, got)
		}
		if got := sethi("R_SPARC_GOTDATA_HIX22", v) ^ imm("R_SPARC_GOTDATA_LOX10", v); int64(v) == int64(int32(v)) && got != v {
			t.Errorf("signed %#x: %#x", v, got)
		}
	}
}

// TestMade compares the code that the linker makes with an assembler's.
func TestMade(t *testing.T) {
	const target = 0x123456789abcdef0
	a := sparc64.ELF.Arch
	made := func(size uint64, write func(dst []byte) bool) []byte {
		b := make([]byte, size)
		if !write(b) {
			t.Error("out of reach")
		}
		return b
	}
	first := []string{"save %sp, -304, %sp", "mov %g1, %l0"}
	for i := range 16 {
		first = append(first, fmt.Sprintf("std %%f%d, [%%sp + %d]", 2*i, 2047+176+8*i))
	}
	first = append(first, "ldx [%l0 + 8], %l1", "jmpl %l1, %o7", "mov 0, %o0", "stx %o0, [%l0]", "mov %o0, %g1")
	for i := range 16 {
		first = append(first, fmt.Sprintf("ldd [%%sp + %d], %%f%d", 2047+176+8*i, 2*i))
	}
	first = append(first, "jmp %g1", "restore", "nop")
	word := fmt.Sprintf(".xword %#x", uint64(target))
	for _, c := range []struct {
		name  string
		got   []byte
		lines []string
	}{
		{"stub", made(a.StubSize, func(b []byte) bool { return a.WriteStub(b, big, 0x1000, target) }), []string{"rd %pc, %g1", "ldx [%g1 + 16], %g1", "jmp %g1", "nop", word}},
		{"indirect function", made(a.IFuncSize, func(b []byte) bool { return a.WriteIFunc(b, big, false, 0x1000, target) }),
			[]string{"rd %pc, %g1", "ldx [%g1 + 24], %g1", "ldx [%g1], %g5", "jmp %g5", "nop", "nop", word}},
		{"first call", made(a.IFuncThunk, func(b []byte) bool { return a.WriteIFunc(b, big, true, 0x1000, 0) }), first},
	} {
		if want := rowtest.Assemble(t, assembler, c.lines...); !bytes.Equal(c.got, want) {
			t.Errorf("%s:\n got % x\nwant % x", c.name, c.got, want)
		}
	}
	if a.IFuncThunk%8 != 0 || a.IFuncSize%8 != 0 {
		t.Errorf("%d and %d bytes are no multiples of 8", a.IFuncThunk, a.IFuncSize)
	}
}

// TestFlags: extensions of two makers are in no processor together, and data is big-endian.
func TestFlags(t *testing.T) {
	const us1, hal, us3, little = 0x200, 0x400, 0x800, 0x800000
	a := sparc64.ELF.Arch
	for _, c := range []struct {
		flags, others uint32
		refused       bool
	}{{0, 0, false}, {0, hal, false}, {us1, us3, false}, {us1, hal, true}, {hal, us3, true}, {hal, us1, true}, {hal, hal, false}, {2, 0, false}} {
		if got := a.Conflict(c.flags, c.others); (got != "") != c.refused {
			t.Errorf("%#x and %#x: %q", c.flags, c.others, got)
		}
	}
	if a.Refuses(us3|2) != "" || !strings.Contains(a.Refuses(little), "EF_SPARC_LEDATA") {
		t.Errorf("refused: %q, %q", a.Refuses(us3|2), a.Refuses(little))
	}
}
