package mips_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/mips"
)

var tables = map[string]*reloc.Table{"o32": mips.O32, "n32": mips.N32, "n64": mips.N64}

// TestNumbers compares names and numbers with the standard library's.
func TestNumbers(t *testing.T) {
	for abi, table := range tables {
		seen := 0
		for i := range uint32(256) {
			want := elf.R_MIPS(i).String()
			if !strings.HasPrefix(want, "R_MIPS_") || strings.Contains(want, "+") {
				continue // compressed code and later ones
			}
			if got := table.Name(i); got != want && !(i == 13 || i == 14 || i == 15) {
				t.Errorf("%s: type %d is %q, want %q", abi, i, got, want)
			}
			seen++
		}
		if seen < 45 {
			t.Errorf("only %d names", seen)
		}
	}
}

// insns has instructions with a value in their field, by a row of that field.
var insns = []struct {
	row, cpu, format string
	values           []int64
}{
	{"R_MIPS_26", "mips64", "jal %d", []int64{0, 4, 0x7fffffc, 0x5555554, 0x2aaaaa8}},
	{"R_MIPS_LO16", "mips64", "ld $19, %d($25)", []int64{0, -0x8000, 0x7fff, -1, 0x5555, -0x5556}},
	{"R_MIPS_GPREL16", "mips64", "addiu $19, $25, %d", []int64{0, -0x8000, 0x7fff, -1, 0x5555, -0x5556}},
	{"R_MIPS_PC16", "mips64", "bne $19, $25, %d", []int64{0, -0x20000, 0x1fffc, -4, 0x15554, -0x15558}},
	{"R_MIPS_PC21_S2", "mips64r6", "bnezc $19, %d", []int64{0, -0x400000, 0x3ffffc, -4, 0x155554, -0x2aaaa8}},
	{"R_MIPS_PC26_S2", "mips64r6", "balc %d", []int64{0, -0x8000000, 0x7fffffc, -4, 0x5555554, -0x5555558}},
	{"R_MIPS_PC19_S2", "mips64r6", "lwpc $19, %d", []int64{0, -0x100000, 0xffffc, -4, 0x55554, -0xaaaa8}},
}

// TestFields: what is put in a field is what an assembler puts there, and is read back; all other
// bits stay.
func TestFields(t *testing.T) {
	for _, order := range []bin.Order{{}, {Big: true}} {
		triple := "-triple=mips64el-linux-gnuabi64"
		if order.Big {
			triple = "-triple=mips64-linux-gnuabi64"
		}
		for _, c := range insns {
			f := mips.N64.Arch.Fields[mips.N64.Rows[rowtest.Type(t, mips.N64, c.row)].Field-reloc.FieldArch]
			lines := []string{".set noreorder"}
			for _, v := range c.values {
				lines = append(lines, fmt.Sprintf(c.format, v))
			}
			code := rowtest.Assemble(t, []string{triple, "-mcpu=" + c.cpu}, lines...)
			if len(code) != 4*len(c.values) {
				t.Fatalf("%s: %d bytes", c.row, len(code))
			}
			words := slices.Collect(slices.Chunk(code, 4))
			for i, v := range c.values {
				for k := range c.values { // over whatever the field held
					got := bytes.Clone(words[k])
					if f.Put(got, order, uint64(v)); !bytes.Equal(got, words[i]) {
						t.Errorf("%s %#x put in % x is % x, want % x", c.row, v, words[k], got, words[i])
					}
				}
				if got := f.Get(words[i], order); got != v {
					t.Errorf("%s: % x holds %#x, want %#x", c.row, words[i], got, v)
				}
			}
		}
	}
}

// TestStubs: stubs are what an assembler makes of their source, in either byte order.
func TestStubs(t *testing.T) {
	const near, far = 0x12348765, 0x1234_5678_9abc_def0
	for _, c := range []struct {
		table  *reloc.Table
		target uint64
		source []string
	}{
		{mips.O32, near, []string{"lui $25, 0x1235", "addiu $25, $25, -0x789b", "jalr $zero, $25", "nop"}},
		{mips.N32, near, []string{"lui $25, 0x1235", "addiu $25, $25, -0x789b", "jalr $zero, $25", "nop"}},
		{mips.N64, far, []string{"lui $25, 0x1234", "daddiu $25, $25, 0x5679", "dsll $25, $25, 16", "daddiu $25, $25, -0x6543", "dsll $25, $25, 16", "daddiu $25, $25, -0x2110", "jalr $zero, $25", "nop"}},
	} {
		for _, order := range []bin.Order{{}, {Big: true}} {
			triple := "-triple=mips64el-linux-gnuabi64"
			if order.Big {
				triple = "-triple=mips64-linux-gnuabi64"
			}
			want := rowtest.Assemble(t, []string{triple}, append([]string{".set noreorder"}, c.source...)...)
			got := make([]byte, c.table.Arch.StubSize)
			if !c.table.Arch.WriteStub(got, order, 0x1000, c.target) || !bytes.Equal(got, want) {
				t.Errorf("big %v: % x, want % x", order.Big, got, want)
			}
		}
	}
}

// about says whether symbol 1 is here, with that st_other.
type about struct {
	reloc.Symbols
	here  bool
	other uint8
}

// Other implements [reloc.Symbols].
func (a about) Other(objfmt.SymbolID) (uint8, bool) { return a.other, a.here }

// TestBranch: what is in another object is called through a stub alone, so that it finds its address in
// $t9, as is what says that it expects that; others are called directly, in the region of the delay slot.
func TestBranch(t *testing.T) {
	p := uint64(0x1fff_fff8)
	for name, c := range map[string]struct {
		row     string
		s, v    uint64
		stub    uint64
		about   about
		want    uint64
		refused bool
	}{
		"here":                   {"R_MIPS_26", 0x1000_0100, 0x1000_0100, 0, about{here: true}, 0x0c000000 | 0x100>>2, false},
		"another region":         {"R_MIPS_26", 0x2000_0000, 0x2000_0000, 0, about{here: true}, 0, true},
		"position-independent":   {"R_MIPS_26", 0x1000_0100, 0x1000_0100, 0, about{here: true, other: 0x20}, 0, true},
		"elsewhere":              {"R_MIPS_26", 0x1000_0100, 0x1000_0100, 0, about{}, 0, true},
		"elsewhere, a stub":      {"R_MIPS_26", 0x1000_0100, 0x1000_0100, 0x1000_0200, about{}, 0x0c000000 | 0x200>>2, false},
		"behind a stub":          {"R_MIPS_26", 0x1000_0100, 0x1000_0108, 0x1000_0200, about{}, 0, true},
		"relative":               {"R_MIPS_PC16", p + 0x104, 0x100, 0, about{here: true}, 0x0c000000 | 0x100>>2, false},
		"relative, a stub":       {"R_MIPS_PC16", 0, 0 - p - 4, p + 0x204, about{}, 0x0c000000 | 0x200>>2, false},
		"relative, out of range": {"R_MIPS_PC16", p + 0x20004, 0x20000, 0, about{here: true}, 0, true},
	} {
		for abi, table := range tables {
			h := &table.Rows[rowtest.Type(t, table, c.row)]
			insn := []byte{0x0c, 0, 0, 0}
			_, ok := table.Arch.Branch(h, reloc.Code{Insn: insn, Order: bin.Order{Big: true}}, c.s, c.v, p, c.stub, 1, c.about)
			if got := uint64((bin.Order{Big: true}).U32(insn)); ok == c.refused || ok && got != c.want {
				t.Errorf("%s: %s: %v, %#x", abi, name, ok, got)
			}
		}
	}
}

// TestEntersOthers: EF_MIPS_PIC alone says that functions of an object find their address in $t9; EF_MIPS_CPIC is about what it calls.
func TestEntersOthers(t *testing.T) {
	for flags, want := range map[uint32]bool{0x70001007: false, 0x70001005: true, 0x70001001: true, 0x80000006: false, 0x80000004: true} {
		for abi, table := range tables {
			if got := table.Arch.EntersOthers(flags); got != want {
				t.Errorf("%s: %#x: %v", abi, flags, got)
			}
		}
	}
}

// TestFlags: code that is not supported, and that of which calls differ, is refused by the words of
// e_flags.
func TestFlags(t *testing.T) {
	a := mips.O32.Arch
	for flags, want := range map[uint32]string{0x70001007: "", 0xa0000404: "", 0x60000027: "", 0x72001007: "EF_MIPS_MICROMIPS", 0x74001007: "EF_MIPS_ARCH_ASE_M16", 0x2000: "O64", 0x3000: "EABI32", 0x4000: "EABI64", 0x7000: "an ABI"} {
		if got := a.Refuses(flags); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%#x: %q", flags, got)
		}
	}
	for _, c := range []struct {
		a, b  uint32
		words [2]string
	}{
		{0x70001007, 0x50001006, [2]string{}},
		{0x20, 0, [2]string{"EF_MIPS_ABI2", "not n32"}},
		{0x90000000, 0x70000000, [2]string{"of revision 6", "before revision 6"}},
		{0xa0000000, 0x80000000, [2]string{"of revision 6", "before revision 6"}},
		{0x400, 0, [2]string{"EF_MIPS_NAN2008", "before IEEE 754-2008"}},
		{0x200, 0, [2]string{"of 64 bits (EF_MIPS_FP64)", "of 32 bits"}},
	} {
		for i, pair := range [][2]uint32{{c.a, c.b}, {c.b, c.a}} {
			if got := a.Conflict(pair[0], pair[1]); !strings.Contains(got, c.words[i]) || c.words[i] == "" && got != "" {
				t.Errorf("%#x with %#x: %q", pair[0], pair[1], got)
			}
		}
	}
}
