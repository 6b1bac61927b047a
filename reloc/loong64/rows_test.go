package loong64_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/citest"
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
	for i := range uint32(127) { // the library has no later ones
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
	for _, row := range []string{"R_LARCH_B16", "R_LARCH_B21", "R_LARCH_B26", "R_LARCH_CALL36", "R_LARCH_CALL30", "R_LARCH_PCREL20_S2"} {
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

// TestMade32: what is made where addresses have 32 bits says what it should, as the assembler writes it.
func TestMade32(t *testing.T) {
	citest.Need(t, "llvm-mc-19")
	a := loong64.ELF32.Arch
	made := func(size uint64, write func(dst []byte) bool) []byte {
		b := make([]byte, size)
		if !write(b) {
			t.Error("out of reach")
		}
		return b
	}
	save := func(op string) (lines []string) {
		lines = append(lines, op+" $ra, $sp, 0")
		if op == "st.w" {
			lines = append(lines, "st.w $t3, $sp, 4")
		}
		for i := range 8 {
			lines = append(lines, fmt.Sprintf("%s $a%d, $sp, %d", op, i, 8+4*i))
		}
		return lines
	}
	const at, to = 0xf0000000, (0xf0000000 + 0x12345a88) & (1<<32 - 1) // sums wrap
	first := append([]string{"addi.w $sp, $sp, -48"}, save("st.w")...)
	first = append(first, "move $a0, $zero", "move $a1, $zero", "ld.w $t1, $t3, 4", "jirl $ra, $t1, 0", "ld.w $t3, $sp, 4", "st.w $a0, $t3, 0", "move $t1, $a0")
	first = append(append(first, save("ld.w")...), "addi.w $sp, $sp, 48", "jr $t1")
	for _, c := range []struct {
		name  string
		got   []byte
		lines []string
	}{
		{"stub", made(a.StubSize, func(b []byte) bool { return a.WriteStub(b, bin.Order{}, at, to) }), []string{"pcaddu12i $t3, 0x12346", "addi.w $t3, $t3, -0x578", "jr $t3"}},
		{"descriptor", made(a.StubSize, func(b []byte) bool { a.WriteTLSDescStub(b); return true }), []string{"ld.w $a0, $a0, 4", "ret"}},
		{"indirect function", made(a.IFuncSize, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, false, at, to) }),
			[]string{"pcaddu12i $t3, 0x12346", "addi.w $t3, $t3, -0x578", "ld.w $t1, $t3, 0", "jr $t1"}},
		{"first call", made(a.IFuncThunk, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, true, at, 0) }), first},
	} {
		for len(c.lines)%4 > 0 {
			c.lines = append(c.lines, "nop")
		}
		cmd := exec.Command("llvm-mc-19", "-triple=loongarch32-linux-gnu", "-filetype=obj", "-o", "-", "-")
		cmd.Stdin = strings.NewReader(strings.Join(c.lines, "\n") + "\n")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		f, err := elf.NewFile(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if want, err := f.Section(".text").Data(); err != nil || !bytes.Equal(c.got, want) {
			t.Errorf("%s: %v\n got % x\nwant % x", c.name, err, c.got, want)
		}
	}
	if a.IFuncThunk%16 != 0 || a.IFuncSize%16 != 0 {
		t.Errorf("%d and %d bytes are no multiples of 16", a.IFuncThunk, a.IFuncSize)
	}
	if b := make([]byte, a.StubSize); a.WriteStub(b, bin.Order{}, at, 1<<32+8) || a.WriteIFunc(b, bin.Order{}, false, at, 1<<32+8) {
		t.Error("a stub leaves the address space")
	}
}

// TestRows32: the rows of both sizes have the same names and widths; of instructions for a value's upper half, which are named so,
// and of PCADDU18I there is none with 32 bits, and of what else is there.
func TestRows32(t *testing.T) {
	upper := regexp.MustCompile(`^R_LARCH_((ABS|PCALA|GOT|TLS_[A-Z]+)64_.*|CALL36)$`)
	refused := 0
	for i := range uint32(256) {
		if loong64.ELF.Name(i) != loong64.ELF32.Name(i) {
			t.Errorf("type %d is %q, with 32 bits %q", i, loong64.ELF.Name(i), loong64.ELF32.Name(i))
		}
		wide, narrow, has := loong64.ELF.Rows[i], loong64.ELF32.Rows[i], upper.MatchString(loong64.ELF.Name(i))
		switch {
		case has:
			refused++
			if narrow.Expr != reloc.Unknown {
				t.Errorf("%s is not refused", narrow.Name)
			}
		case wide.Name == "R_LARCH_CALL30" && (wide.Need != reloc.NeedStub || narrow.Need != reloc.NeedNone):
			t.Errorf("%s: %v, with 32 bits, where it gets everywhere, %v", wide.Name, wide, narrow)
		case wide.Name == "R_LARCH_CALL30":
		case wide.Expr != narrow.Expr || wide.Need != narrow.Need || loong64.ELF.Width(wide.Field) != loong64.ELF32.Width(narrow.Field):
			t.Errorf("%s: %v, with 32 bits %v", wide.Name, wide, narrow)
		}
	}
	if refused != 19 {
		t.Errorf("%d types are refused", refused)
	}
}
