package loong64_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/loong64"
)

var le = binary.LittleEndian

// TestNumbers compares names and numbers with the standard library's.
func TestNumbers(t *testing.T) {
	seen := 0
	for i := range uint32(127) {
		want := elf.R_LARCH(i).String()
		if !strings.HasPrefix(want, "R_LARCH_") || strings.Contains(want, "+") {
			want = ""
		}
		if got := loong64.ELF.Name(i); got != want {
			t.Errorf("type %d is %q, want %q", i, got, want)
		}
		if want != "" {
			seen++
		}
	}
	if seen < 110 {
		t.Errorf("only %d names", seen)
	}
}

// field is that of a row.
func field(t *testing.T, row string) *reloc.Insn {
	return &loong64.ELF.Arch.Fields[loong64.ELF.Rows[rowtest.Type(t, loong64.ELF, row)].Field-reloc.FieldArch]
}

// TestPairs: what PCALAU12I, the instruction behind it and the two that have the upper half add up to as the processor
// computes it is the value, for every sign that a part has.
func TestPairs(t *testing.T) {
	bits := func(w uint32, lo, n uint) int64 { return int64(int32(w<<(32-lo-n)) >> (32 - n)) }
	for _, v := range []uint64{0, 1, 0x7ff, 0x800, 0xfff, 0x1000, 0x7ffff7ff, 0x7ffff800, 0x7fffffff, 0x80000000, 0x800007ff, 0x80000800,
		0xfffff7ff, 0xfffff800, 0xffffffff, 1 << 32, 0xabc<<52 - 1, 0xabc << 52, 0xfed0000000015a98, 0xfedcba9880015a98, 1<<63 - 1, 1 << 63, 1<<64 - 1, 1<<64 - 0x80000801} {
		code := make([]byte, 16)
		for i, row := range []string{"R_LARCH_PCALA_HI20", "R_LARCH_PCALA_LO12", "R_LARCH_PCALA64_LO20", "R_LARCH_PCALA64_HI12"} {
			field(t, row).Put(code[4*i:], bin.Order{}, v)
		}
		upper := func(k int) uint32 { return le.Uint32(code[4*k:]) }
		high := uint64(bits(upper(0), 5, 20) << 12)
		low := uint64(bits(upper(1), 10, 12))
		low = low&0xffffffff | uint64(bits(upper(2), 5, 20))<<32 // LU32I.D
		low = low&(1<<52-1) | uint64(bits(upper(3), 10, 12))<<52 // LU52I.D
		if high+low != v {
			t.Errorf("%#x: the instructions make %#x", v, high+low)
		}
		for i, row := range []string{"R_LARCH_ABS_HI20", "R_LARCH_ABS_LO12", "R_LARCH_ABS64_LO20", "R_LARCH_ABS64_HI12"} {
			field(t, row).Put(code[4*i:], bin.Order{}, v)
		}
		abs := uint64(bits(upper(0), 5, 20)<<12) | uint64(upper(1)>>10&0xfff) // LU12I.W, ORI
		abs = abs&0xffffffff | uint64(bits(upper(2), 5, 20))<<32
		abs = abs&(1<<52-1) | uint64(bits(upper(3), 10, 12))<<52
		if abs != v {
			t.Errorf("%#x: the instructions make the address %#x", v, abs)
		}
	}
}

// TestFields: a value that is put is read back, at both ends of what fits; all other bits stay.
func TestFields(t *testing.T) {
	for _, row := range []string{"R_LARCH_B16", "R_LARCH_B21", "R_LARCH_B26", "R_LARCH_CALL36", "R_LARCH_PCREL20_S2"} {
		f := field(t, row)
		ones, zeros := bytes.Repeat([]byte{0xff}, int(f.Width)), make([]byte, f.Width)
		f.Put(ones, bin.Order{}, 0)
		f.Put(zeros, bin.Order{}, ^uint64(0)&^3)
		for _, v := range []int64{0, -4, 4, f.Min, f.Max &^ 3, 0x5554, -0x5558} {
			code := bytes.Repeat([]byte{0xff}, int(f.Width))
			if f.Put(code, bin.Order{}, uint64(v)); f.Get(code, bin.Order{}) != v {
				t.Errorf("%s: %#x becomes %#x", row, v, f.Get(code, bin.Order{}))
			}
			for i := range code {
				if code[i]&ones[i] != ones[i] {
					t.Errorf("%s: %#x changes other bits: % x", row, v, code)
				}
			}
		}
	}
}

// TestConflict: objects that pass floating-point numbers otherwise are told apart.
func TestConflict(t *testing.T) {
	for flags, want := range map[[2]uint32]string{
		{0x43, 0x43}: "", {0x43, 0x40}: "", {0x43, 0x03}: "",
		{0x41, 0x43}: "EF_LOONGARCH_ABI_SOFT_FLOAT, not EF_LOONGARCH_ABI_DOUBLE_FLOAT", {0x43, 0x42}: "EF_LOONGARCH_ABI_DOUBLE_FLOAT, not EF_LOONGARCH_ABI_SINGLE_FLOAT",
	} {
		if got := loong64.ELF.Arch.Conflict(flags[0], flags[1]); !strings.HasSuffix(got, want) || want == "" && got != "" {
			t.Errorf("%#x: %q", flags, got)
		}
	}
}

// TestTrim: both forms of R_LARCH_ALIGN.
func TestTrim(t *testing.T) {
	for _, c := range []struct {
		before      int // bytes of code
		sym         uint32
		addend      int64
		pad, stays  int
		refused     bool
		description string
	}{
		{4, 0, 12, 12, 12, false, "all stays"},
		{8, 0, 12, 12, 8, false, "some stays"},
		{16, 0, 12, 12, 0, false, "nothing stays"},
		{4, 1, 4, 12, 12, false, "without a limit"},
		{8, 1, 4 | 8<<8, 12, 8, false, "at the limit"},
		{4, 1, 4 | 8<<8, 12, 0, false, "beyond the limit"},
		{4, 1, 2, 0, 0, false, "to four bytes"},
		{4, 1, 40, 12, 0, true, "to 1 TiB"},
		{4, 0, -12, 12, 0, true, "negative"},
		{4, 0, 60, 12, 0, true, "too little is there"},
	} {
		f := &objgen.ELF{Is64: true, Machine: 258, Flags: 0x43}
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Align: 4, Data: bytes.Repeat([]byte{0x55}, c.before+c.pad+4)})
		f.AddSymbol(objgen.ELFSymbol{Section: text, Type: 3})
		f.AddRelocs(text, true, []objgen.ELFReloc{{Offset: uint64(c.before), Sym: c.sym, Type: 102, Addend: c.addend}})
		img, err := objfile.Parse("padded.o", f.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		got, err := loong64.ELF.Trim(img)
		if c.refused {
			if err == nil {
				t.Errorf("%s: no error", c.description)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.description, err)
			continue
		}
		want := append(bytes.Repeat([]byte{0x55}, c.before), bytes.Repeat([]byte{0, 0, 0x40, 3}, c.stays/4)...)
		want = append(want, 0x55, 0x55, 0x55, 0x55)
		if c.stays == c.pad {
			want = img.Sections[0].Data // as the assembler wrote it
		}
		if !bytes.Equal(got.Sections[0].Data, want) {
			t.Errorf("%s: % x, want % x", c.description, got.Sections[0].Data, want)
		}
	}
}

// TestMade: stubs say what they should, within their reach.
func TestMade(t *testing.T) {
	a := loong64.ELF.Arch
	words := func(b []byte) string {
		s := ""
		for ; len(b) > 0; b = b[4:] {
			s += fmt.Sprintf(" %08x", le.Uint32(b))
		}
		return s
	}
	stub, each := make([]byte, a.StubSize), make([]byte, a.IFuncSize)
	if !a.WriteStub(stub, bin.Order{}, 0x1000, 0x1000+0x12345a88) || words(stub) != " 1c2468cf 28ea21ef 4c0001e0 03400000" {
		t.Errorf("stub:%s", words(stub))
	}
	if !a.WriteIFunc(each, bin.Order{}, false, 0x1000, 0x1000+0x12345a88) || words(each) != " 1c2468cf 02ea21ef 28c001ed 4c0001a0" {
		t.Errorf("indirect function:%s", words(each))
	}
	desc := make([]byte, a.StubSize)
	if a.WriteTLSDescStub(desc); words(desc[:8]) != " 28c02084 4c000020" {
		t.Errorf("descriptor:%s", words(desc))
	}
	for _, d := range []uint64{1<<31 - 0x800, 1<<64 - 1<<31 - 0x801} {
		const base = 0x4000_0000_0000
		if a.WriteStub(stub, bin.Order{}, base, base+d) || a.WriteIFunc(each, bin.Order{}, false, base, base+d) {
			t.Errorf("a stub reaches %#x", d)
		}
	}
	if a.IFuncThunk%16 != 0 || a.IFuncSize%16 != 0 {
		t.Errorf("%d and %d bytes are no multiples of 16", a.IFuncThunk, a.IFuncSize)
	}
}
