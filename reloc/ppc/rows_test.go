package ppc_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/ppc"
)

// TestNumbers compares names and numbers with the standard library's.
func TestNumbers(t *testing.T) {
	seen := 0
	for i := range uint32(256) {
		want := elf.R_PPC64(i).String()
		if !strings.HasPrefix(want, "R_PPC64_") || strings.Contains(want, "+") {
			continue // later ones
		}
		seen++
		if got := ppc.V2.Name(i); got != want && !slices.Contains(renamed, want) {
			t.Errorf("type %d is %q, want %q", i, got, want)
		}
	}
	if seen < 100 {
		t.Errorf("only %d names", seen)
	}
}

// TestNumbers32 compares names and numbers with the standard library's, which has those of LLVM and no others.
func TestNumbers32(t *testing.T) {
	seen := 0
	for i := range uint32(256) {
		want := elf.R_PPC(i).String()
		if !strings.HasPrefix(want, "R_PPC_") || strings.Contains(want, "+") {
			continue
		}
		if seen++; ppc.ELF32.Name(i) != want {
			t.Errorf("type %d is %q, want %q", i, ppc.ELF32.Name(i), want)
		}
	}
	if seen < 70 {
		t.Errorf("only %d names", seen)
	}
}

// renamed are names of the standard library that nobody else uses.
var renamed = []string{"R_PPC64_REL30", "R_PPC64_PLTGOT_LO_DS"}

// assemblers are the options for either byte order.
var assemblers = []struct {
	order  bin.Order
	triple string
}{{bin.Order{}, "-triple=powerpc64le-linux-gnu"}, {bin.Order{Big: true}, "-triple=powerpc64-linux-gnu"}}

// insns has instructions with a value in their field, by a row of that field: where in the instruction the field is
// in each byte order is what at says.
var insns = []struct {
	row, format string
	half        bool // the lower half of the word
	shift       uint // of the value in the format
	values      []int64
}{
	{"R_PPC64_REL24", "bl .%+d", false, 0, []int64{0, -0x2000000, 0x1fffffc, -4, 0x1555554, -0x1555558}},
	{"R_PPC64_REL14", "bne 2, .%+d", false, 0, []int64{0, -0x8000, 0x7ffc, -4, 0x5554, -0x5558}},
	{"R_PPC64_TOC16_DS", "ldu 19, %d(25)", true, 0, []int64{0, -0x8000, 0x7ffc, -4, 0x5554, -0x5558}},
	{"R_PPC64_TOC16_DS (quadword)", "lxv 51, %d(25)", true, 0, []int64{0, -0x8000, 0x7ff0, -0x10, 0x5550, -0x5560}},
	{"R_PPC64_REL16DX_HA", "addpcis 19, %d", false, 16, []int64{0, -0x80000000, 0x7fff0000, -0x10000, 0x55550000, -0x55560000}},
	{"R_PPC64_PCREL34", "paddi 19, 25, %d, 0", false, 0, []int64{0, -1 << 33, 1<<33 - 1, -1, 0x155555555, -0x155555556}},
	{"R_PPC64_REL16_HI", "oris 19, 25, %d", true, 16, []int64{0, 0x7fff0000, 0x10000, 0x55550000}},
	{"R_PPC64_REL16_HA", "addis 19, 25, %d", true, 16, []int64{0, -0x80000000, 0x7fff0000, -0x10000, 0x55550000}},
}

// TestFields: what is put in a field is what an assembler puts there, and is read back; all
// other bits stay.
func TestFields(t *testing.T) {
	for _, a := range assemblers {
		for _, c := range insns {
			f := ppc.V2.Arch.Fields[ppc.V2.Rows[rowtest.Type(t, ppc.V2, c.row)].Field-reloc.FieldArch]
			var lines []string
			for _, v := range c.values {
				lines = append(lines, fmt.Sprintf(c.format, v>>c.shift))
			}
			size := max(int(f.Width), 4)
			code := rowtest.Assemble(t, []string{a.triple, "-mcpu=pwr10"}, lines...)
			if len(code) != size*len(c.values) {
				t.Fatalf("%s: %d bytes", c.row, len(code))
			}
			from := 0
			if c.half && a.order.Big {
				from = 2
			}
			words := slices.Collect(slices.Chunk(code, size))
			for i, v := range c.values {
				for k := range c.values { // over whatever the field held
					got := bytes.Clone(words[k])
					if f.Put(got[from:], a.order, uint64(v)); !bytes.Equal(got, words[i]) {
						t.Errorf("%s %#x put in % x is % x, want % x", c.row, v, words[k], got, words[i])
					}
				}
				if got := f.Get(words[i][from:], a.order); got != v {
					t.Errorf("%s: % x holds %#x, want %#x", c.row, words[i], got, v)
				}
			}
		}
	}
}

// wide are types for which no assembler has words, with what is in the field before: a prefixed instruction or a halfword, and whether they
// take any value.
var wide = []struct {
	row, before string
	any         bool
}{
	{"R_PPC64_D34_LO", "addi", true}, {"R_PPC64_D34_HI30", "addi", true}, {"R_PPC64_D34_HA30", "addi", true}, {"R_PPC64_D28", "addi", false}, {"R_PPC64_PCREL28", "addi", false},
	{"R_PPC64_ADDR16_HIGHER34", "", true}, {"R_PPC64_ADDR16_HIGHERA34", "", true}, {"R_PPC64_ADDR16_HIGHEST34", "", true}, {"R_PPC64_ADDR16_HIGHESTA34", "", true},
	{"R_PPC64_REL16_HIGHER34", "", true}, {"R_PPC64_REL16_HIGHERA34", "", true}, {"R_PPC64_REL16_HIGHEST34", "", true}, {"R_PPC64_REL16_HIGHESTA34", "", true},
}

// TestWide: what is put in fields with parts of values of more than 32 bits is what GNU's linker puts there.
func TestWide(t *testing.T) {
	const at = 0x10000000
	values := []uint64{0x123456789abcdef0, 0xfedcba9a92345678, 1<<50 - 1, 1<<50 - 1<<33, 1 << 33, 0x7654321, 1<<64 - 0x7654321}
	for _, a := range []struct {
		order bin.Order
		tools string
	}{{bin.Order{}, "powerpc64le-linux-gnu"}, {bin.Order{Big: true}, "powerpc64-linux-gnu"}} {
		citest.Need(t, a.tools+"-as", a.tools+"-ld")
		var source, want bytes.Buffer
		source.WriteString(".globl _start\n_start:\n")
		for _, c := range wide {
			h := &ppc.V2.Rows[rowtest.Type(t, ppc.V2, c.row)]
			f := ppc.V2.Arch.Fields[h.Field-reloc.FieldArch]
			for i, v := range values {
				if !c.any && i < len(values)-2 {
					continue
				}
				field, text := make([]byte, 8), ".quad 0"
				if c.before == "addi" {
					text = ".long 0x0613ffff, 0x3860ffff"
					a.order.PutU32(field, 0x0613ffff)
					a.order.PutU32(field[4:], 0x3860ffff)
				}
				s := v
				if h.Expr == reloc.PC {
					s += uint64(at + want.Len())
				}
				fmt.Fprintf(&source, ".reloc ., %s, %#x\n%s\n", c.row, s, text)
				f.Put(field, a.order, v)
				want.Write(field)
			}
		}
		if got := linkedText(t, a.tools, at, source.Bytes()); !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s:\n got % x\nwant % x\n%s", a.tools, want.Bytes(), got, source.Bytes())
		}
	}
}

// linkedText is what GNU's assembler and linker make of a source at an address.
func linkedText(t *testing.T, tools string, at uint64, source []byte) []byte {
	t.Helper()
	obj, out := filepath.Join(t.TempDir(), "wide.o"), filepath.Join(t.TempDir(), "wide")
	as := exec.Command(tools+"-as", "-mpower10", "-o", obj, "-")
	as.Stdin = bytes.NewReader(source)
	for _, cmd := range []*exec.Cmd{as, exec.Command(tools+"-ld", fmt.Sprintf("-Ttext=%#x", at), "-o", out, obj)} {
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s\n%s", cmd, err, text, source)
		}
	}
	f, err := elf.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := f.Section(".text").Data()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestQuad: which instructions have four bits of their opcode in the displacement.
func TestQuad(t *testing.T) {
	for _, a := range assemblers {
		code := rowtest.Assemble(t, []string{a.triple, "-mcpu=pwr10"}, "lq 4, 0(3)", "lxv 51, 0(3)", "stxv 51, 0(3)", "lxvp 50, 0(3)", "stxvp 50, 0(3)",
			"ld 4, 0(3)", "ldu 4, 0(3)", "std 4, 0(3)", "stdu 4, 0(3)", "lwa 4, 0(3)", "stq 4, 0(3)", "lxsd 2, 0(3)", "stxsd 2, 0(3)")
		for i := range len(code) / 4 {
			off := uint64(4 * i)
			if a.order.Big {
				off += 2
			}
			if got := ppc.V2.Arch.Quad(code, off, a.order); got != (i < 5) {
				t.Errorf("%s: instruction %d: %v", a.triple, i, got)
			}
		}
		if ppc.V2.Arch.Quad(code, uint64(len(code)), a.order) {
			t.Error("past the end")
		}
	}
}

// TestMade compares the code that the linker makes with an assembler's.
func TestMade(t *testing.T) {
	const target, distance = 0x1234_5678_9abc_def0, 0x1234_8765
	arch := ppc.V2.Arch
	for _, a := range assemblers {
		stub, each, thunk := make([]byte, arch.StubSize), make([]byte, arch.IFuncSize), make([]byte, arch.IFuncThunk)
		if !arch.WriteStub(stub, a.order, 0x1000, target) || !arch.WriteIFunc(each, a.order, false, 0x1000, 0x1000+distance) || !arch.WriteIFunc(thunk, a.order, true, 0, 0) {
			t.Fatal("out of reach")
		}
		for name, c := range map[string]struct {
			got   []byte
			lines []string
		}{
			"stub":              {stub, []string{"std 2, 24(1)", "lis 12, 0x1234", "ori 12, 12, 0x5678", "sldi 12, 12, 32", "oris 12, 12, 0x9abc", "ori 12, 12, 0xdef0", "mtctr 12", "bctr"}},
			"indirect function": {each, []string{"addis 11, 12, 0x1235", "addi 11, 11, -0x789b", "ld 12, 0(11)", "mtctr 12", "bctr", "trap", "trap", "trap"}},
			"first call":        {thunk, thunkLines()},
		} {
			if want := rowtest.Assemble(t, []string{a.triple}, c.lines...); !bytes.Equal(c.got, want) {
				t.Errorf("%s, %s:\n got % x\nwant % x", a.triple, name, c.got, want)
			}
		}
	}
	for _, d := range []uint64{1<<31 - 0x8000, 1<<64 - 1<<31 - 0x8001} {
		if arch.WriteIFunc(make([]byte, arch.IFuncSize), bin.Order{}, false, 0x4000_0000_0000, 0x4000_0000_0000+d) {
			t.Errorf("it reaches %#x", d)
		}
	}
}

// TestMadeV1 compares the code that the linker makes in ABI ELFv1 with an assembler's.
func TestMadeV1(t *testing.T) {
	const target, at, data = 0x1234_5678_9abc_def0, 0x1000, 0x2222_3333_4444_5550
	arch := ppc.V1.Arch
	for _, a := range assemblers {
		stub, each, thunk := make([]byte, arch.StubSize), make([]byte, arch.IFuncSize), make([]byte, arch.IFuncThunk)
		if !arch.WriteStub(stub, a.order, at, target) || !arch.WriteIFunc(each, a.order, false, at, data) || !arch.WriteIFunc(thunk, a.order, true, at, 0) {
			t.Fatal("out of reach")
		}
		for name, c := range map[string]struct {
			got   []byte
			lines []string
		}{
			"stub": {stub, []string{"std 2, 40(1)", "lis 12, 0x1234", "ori 12, 12, 0x5678", "sldi 12, 12, 32", "oris 12, 12, 0x9abc", "ori 12, 12, 0xdef0",
				"ld 11, 0(12)", "ld 2, 8(12)", "mtctr 11", "ld 11, 16(12)", "bctr", "trap"}},
			"indirect function": {each, []string{".quad 0x1018, 0, 0x2222333344445550",
				"ld 12, 0(11)", "mr 0, 11", "ld 11, 0(12)", "ld 2, 8(12)", "mtctr 11", "ld 11, 16(12)", "bctr", "trap", "trap", "trap"}},
			"first call": {thunk, thunkLinesV1()},
		} {
			if want := rowtest.Assemble(t, []string{a.triple}, c.lines...); !bytes.Equal(c.got, want) {
				t.Errorf("%s, %s:\n got % x\nwant % x", a.triple, name, c.got, want)
			}
		}
	}
}

// thunkLinesV1 is thunkLines for ABI ELFv1, behind a descriptor.
func thunkLinesV1() []string {
	lines := []string{".quad 0x1018, 0, 0", "mflr 11", "std 11, 16(1)", "stdu 1, -496(1)", "std 0, 480(1)"}
	all := func(integer, float, vector string) {
		for i := range 8 {
			lines = append(lines, fmt.Sprintf("%s %d, %d(1)", integer, 3+i, 112+8*i))
		}
		for i := range 13 {
			lines = append(lines, fmt.Sprintf("%s %d, %d(1)", float, 1+i, 176+8*i))
		}
		for i := range 12 {
			lines = append(lines, fmt.Sprintf("li 0, %d", 288+16*i), fmt.Sprintf("%s %d, 1, 0", vector, 2+i))
		}
	}
	all("std", "stfd", "stvx")
	lines = append(lines, "li 3, 0", "li 4, 0", "ld 12, 480(1)", "ld 12, 8(12)", "ld 11, 0(12)", "ld 2, 8(12)", "mtctr 11", "ld 11, 16(12)", "bctrl",
		"ld 11, 480(1)", "std 3, 0(11)", "mr 12, 3")
	all("ld", "lfd", "lvx")
	lines = append(lines, "addi 1, 1, 496", "ld 0, 16(1)", "mtlr 0", "ld 11, 0(12)", "ld 2, 8(12)", "mtctr 11", "ld 11, 16(12)", "bctr")
	for (len(lines)-1)%4 != 2 {
		lines = append(lines, "trap")
	}
	return lines
}

// TestBranchV1: which branches lead to code, which to a stub, and where r2 is restored.
func TestBranchV1(t *testing.T) {
	const p, s, code, stub = 0x10000, 0x900000000000, 0x12340, 0x10800
	const call, jump, nop, restore = 0x48000001, 0x48000000, 0x60000000, 0xe8410028
	for name, c := range map[string]struct {
		insn, behind uint32
		about        enters
		beyond, stub uint64
		want, after  uint32
		ok           bool
	}{
		"here":               {call, nop, enters{code: code, here: true}, 0, 0, call + code - p, nop, true},
		"here, behind":       {jump, 0, enters{code: code, here: true}, 48, 0, jump + code + 48 - p, 0, true},
		"here, far":          {call, nop, enters{code: p + 1<<25, here: true}, 0, 0, call, nop, false},
		"here, far, a stub":  {jump, 0, enters{code: p + 1<<25, here: true}, 0, stub, jump + stub + 4 - p, 0, true},
		"odd":                {call, nop, enters{code: code + 2, here: true}, 0, 0, call, nop, false},
		"elsewhere":          {call, nop, enters{}, 0, 0, call, nop, false},
		"elsewhere, a stub":  {call, nop, enters{}, 0, stub, call + stub - p, restore, true},
		"elsewhere, no nop":  {call, nop + 1, enters{}, 0, stub, call, nop + 1, false},
		"elsewhere, no call": {jump, nop, enters{}, 0, stub, jump, nop, false},
		"behind a stub":      {call, nop, enters{}, 24, stub, call, nop, false},
	} {
		insn := make([]byte, 8)
		o := bin.Order{Big: true}
		o.PutU32(insn, c.insn)
		o.PutU32(insn[4:], c.behind)
		h := &ppc.V1.Rows[rowtest.Type(t, ppc.V1, "R_PPC64_REL24")]
		_, ok := ppc.V1.Arch.Branch(h, reloc.Code{Insn: insn, Order: o}, s, s+c.beyond-p, p, c.stub, 1, c.about)
		if got, after := o.U32(insn), o.U32(insn[4:]); ok != c.ok || got != c.want || after != c.after {
			t.Errorf("%s: %v, %#x, then %#x", name, ok, got, after)
		}
	}
}

// enters says where branches to symbol 1 enter.
type enters struct {
	reloc.Symbols
	code uint64
	here bool
}

// Code implements [reloc.Symbols].
func (e enters) Code(_ objfmt.SymbolID, addend int64) (uint64, bool) {
	return e.code + uint64(addend), e.here
}

// TestMade32 compares the code that the linker makes for 32-bit PowerPC with an assembler's.
func TestMade32(t *testing.T) {
	arch := ppc.ELF32.Arch
	for _, a := range []struct {
		order  bin.Order
		triple string
	}{{bin.Order{}, "-triple=powerpcle-linux-gnu"}, {bin.Order{Big: true}, "-triple=powerpc-linux-gnu"}} {
		stub, each, thunk := make([]byte, arch.StubSize), make([]byte, arch.IFuncSize), make([]byte, arch.IFuncThunk)
		if !arch.WriteStub(stub, a.order, 0x1000, 0x9abcdef0) || !arch.WriteIFunc(each, a.order, false, 0x1000, 0x1234_8765) || !arch.WriteIFunc(thunk, a.order, true, 0, 0) {
			t.Fatal("out of reach")
		}
		for name, c := range map[string]struct {
			got   []byte
			lines []string
		}{
			"stub":              {stub, []string{"lis 12, 0x9abc", "ori 12, 12, 0xdef0", "mtctr 12", "bctr"}},
			"indirect function": {each, []string{"lis 11, 0x1235", "addi 11, 11, -0x789b", "lwz 12, 0(11)", "mtctr 12", "bctr", "trap", "trap", "trap"}},
			"first call":        {thunk, thunkLines32()},
		} {
			if want := rowtest.Assemble(t, []string{a.triple}, c.lines...); !bytes.Equal(c.got, want) {
				t.Errorf("%s, %s:\n got % x\nwant % x", a.triple, name, c.got, want)
			}
		}
	}
}

// thunkLines32 is the thunk of 32-bit PowerPC: r3 to r10, f1 to f8 and the conditions are kept.
func thunkLines32() []string {
	lines := []string{"mflr 0", "stw 0, 4(1)", "stwu 1, -112(1)", "mfcr 0", "stw 0, 44(1)", "stw 11, 40(1)"}
	all := func(integer, float string) {
		for i := range 8 {
			lines = append(lines, fmt.Sprintf("%s %d, %d(1)", integer, 3+i, 8+4*i))
		}
		for i := range 8 {
			lines = append(lines, fmt.Sprintf("%s %d, %d(1)", float, 1+i, 48+8*i))
		}
	}
	all("stw", "stfd")
	lines = append(lines, "li 3, 0", "li 4, 0", "lwz 12, 4(11)", "mtctr 12", "bctrl", "lwz 11, 40(1)", "stw 3, 0(11)", "mtctr 3")
	all("lwz", "lfd")
	lines = append(lines, "lwz 0, 44(1)", "mtcrf 255, 0", "addi 1, 1, 112", "lwz 0, 4(1)", "mtlr 0", "bctr")
	for len(lines)%4 != 0 {
		lines = append(lines, "trap")
	}
	return lines
}

// TestFields32: halves of addresses in instructions of 32-bit PowerPC.
func TestFields32(t *testing.T) {
	for _, c := range []struct{ row, format string }{{"R_PPC_ADDR16_HI", "oris 19, 25, %d"}, {"R_PPC_ADDR16_HA", "addis 19, 25, %d"}} {
		f := ppc.ELF32.Arch.Fields[ppc.ELF32.Rows[rowtest.Type(t, ppc.ELF32, c.row)].Field-reloc.FieldArch]
		for _, v := range []int64{0, 0x7fff0000, 0x10000, 0x55550000} {
			code := rowtest.Assemble(t, []string{"-triple=powerpc-linux-gnu"}, fmt.Sprintf(c.format, v>>16))
			got := []byte{code[0], code[1], 0xa5, 0xa5}
			if f.Put(got[2:], bin.Order{Big: true}, uint64(v)); !bytes.Equal(got, code) {
				t.Errorf("%s %#x: % x, want % x", c.row, v, got, code)
			}
			if got := f.Get(code[2:], bin.Order{Big: true}); got != v {
				t.Errorf("%s: % x holds %#x, want %#x", c.row, code, got, v)
			}
		}
	}
}

// TestUpper32: ADDIS that adds to a register is what an assembler makes of LIS, in either byte order; whatever else stood in its field goes.
func TestUpper32(t *testing.T) {
	for _, triple := range []string{"powerpcle-linux-gnu", "powerpc-linux-gnu"} {
		order := bin.Order{Big: triple == "powerpc-linux-gnu"}
		for _, c := range []struct {
			row  string
			more int64
		}{{"R_PPC_PLT16_HI (addis)", 0}, {"R_PPC_PLT16_HA (addis)", 0x8000}} {
			f := ppc.ELF32.Arch.Fields[ppc.ELF32.Rows[rowtest.Type(t, ppc.ELF32, c.row)].Field-reloc.FieldArch]
			for _, v := range []int64{0, 0x7fff7fff, 0x7fff8000, 0x9abc7ffc, 0xffff7fff, 0xffffffff} {
				code := rowtest.Assemble(t, []string{"-triple=" + triple}, "addis 19, 25, 0x5555", fmt.Sprintf("lis 19, %d", int16((v+c.more)>>16)))
				if f.Put(code, order, uint64(v)); !bytes.Equal(code[:4], code[4:]) {
					t.Errorf("%s, %s %#x: % x, want % x", triple, c.row, v, code[:4], code[4:])
				}
				if got := f.Get(code, order); got != int64(int16((v+c.more)>>16))<<16 {
					t.Errorf("%s, %s %#x: % x holds %#x", triple, c.row, v, code[:4], got)
				}
			}
		}
	}
}

// thunkLines is the thunk of indirect functions: r3 to r10, f1 to f13 and v2 to v13 are kept.
func thunkLines() []string {
	lines := []string{"mflr 0", "std 0, 16(1)", "stdu 1, -400(1)", "std 11, 32(1)"}
	all := func(integer, float, vector string) {
		for i := range 8 {
			lines = append(lines, fmt.Sprintf("%s %d, %d(1)", integer, 3+i, 40+8*i))
		}
		for i := range 13 {
			lines = append(lines, fmt.Sprintf("%s %d, %d(1)", float, 1+i, 104+8*i))
		}
		for i := range 12 {
			lines = append(lines, fmt.Sprintf("li 0, %d", 208+16*i), fmt.Sprintf("%s %d, 1, 0", vector, 2+i))
		}
	}
	all("std", "stfd", "stvx")
	lines = append(lines, "li 3, 0", "li 4, 0", "ld 12, 8(11)", "mtctr 12", "bctrl", "ld 11, 32(1)", "std 3, 0(11)", "mr 12, 3")
	all("ld", "lfd", "lvx")
	lines = append(lines, "addi 1, 1, 400", "ld 0, 16(1)", "mtlr 0", "mtctr 12", "bctr")
	for len(lines)%4 != 0 {
		lines = append(lines, "trap")
	}
	return lines
}

// about says whether symbol 1 has the same T, with that st_other.
type about struct {
	reloc.Symbols
	here  bool
	other uint8
}

// Other implements [reloc.Symbols].
func (a about) Other(objfmt.SymbolID) (uint8, bool) { return a.other, a.here }

// TestBranch: what is entered directly, what through a stub and where, and where r2 is restored.
func TestBranch(t *testing.T) {
	const p, s, stub = 0x10000, 0x12340, 0x10800
	const call, jump, nop, restore = 0x48000001, 0x48000000, 0x60000000, 0xe8410018
	for name, c := range map[string]struct {
		row          string
		insn, behind uint32
		about        about
		v            uint64 // S + A - P
		stub         uint64
		want, after  uint32
		ok           bool
	}{
		"here":                     {"R_PPC64_REL24", call, nop, about{here: true}, s - p, 0, call + s - p, nop, true},
		"here, two entries":        {"R_PPC64_REL24", call, nop, about{here: true, other: 0x60}, s - p, 0, call + s - p, nop, true},
		"here, a stub":             {"R_PPC64_REL24", jump, 0, about{here: true, other: 0x60}, s - p, stub, jump + stub + 4 - p, 0, true},
		"drops r2":                 {"R_PPC64_REL24", call, nop, about{here: true, other: 0x20}, s - p, 0, call, nop, false},
		"drops r2, a stub":         {"R_PPC64_REL24", call, nop, about{here: true, other: 0x20}, s - p, stub, call + stub - p, restore, true},
		"elsewhere":                {"R_PPC64_REL24", call, nop, about{}, s - p, 0, call, nop, false},
		"elsewhere, a stub":        {"R_PPC64_REL24", call, nop, about{}, s - p, stub, call + stub - p, restore, true},
		"elsewhere, no nop":        {"R_PPC64_REL24", call, nop + 1, about{}, s - p, stub, call, nop + 1, false},
		"elsewhere, no call":       {"R_PPC64_REL24", jump, nop, about{}, s - p, stub, jump, nop, false},
		"behind a stub":            {"R_PPC64_REL24", call, nop, about{}, s + 4 - p, stub, call, nop, false},
		"no r2":                    {"R_PPC64_REL24_NOTOC", call, nop, about{here: true}, s - p, 0, call + s - p, nop, true},
		"no r2, two entries":       {"R_PPC64_REL24_NOTOC", call, nop, about{here: true, other: 0x60}, s - p, 0, call, nop, false},
		"no r2, elsewhere, a stub": {"R_PPC64_REL24_NOTOC", jump, 1, about{}, s - p, stub, jump + stub + 4 - p, 1, true},
		"odd":                      {"R_PPC64_REL24", call, nop, about{here: true}, s + 2 - p, 0, call, nop, false},
		"far":                      {"R_PPC64_REL24", call, nop, about{here: true}, 0x2000000, 0, call, nop, false},
		"far, conditional":         {"R_PPC64_REL14", 0x41820000, nop, about{here: true}, 0x8000, 0, 0x41820000, nop, false},
	} {
		for _, a := range assemblers {
			code := make([]byte, 8)
			a.order.PutU32(code, c.insn)
			a.order.PutU32(code[4:], c.behind)
			h := &ppc.V2.Rows[rowtest.Type(t, ppc.V2, c.row)]
			_, ok := ppc.V2.Arch.Branch(h, reloc.Code{Insn: code, Order: a.order}, s, c.v, p, c.stub, 1, c.about)
			if got, after := a.order.U32(code), a.order.U32(code[4:]); ok != c.ok || got != c.want || after != c.after {
				t.Errorf("%s: %v, %#x, then %#x", name, ok, got, after)
			}
		}
	}
}

// TestEntry: where branches enter a function that has their T, and which enter by a stub.
func TestEntry(t *testing.T) {
	a := ppc.V2.Arch
	for n, want := range [8]uint64{0, 0, 4, 8, 16, 32, 64, 0} {
		if got := a.LocalEntry(uint8(n<<5 | 3)); got != want {
			t.Errorf("%d: %d, want %d", n, got, want)
		}
		for kinds, stub := range map[uint16]bool{1 << 1: n == 1, 1 << 2: n >= 2, 1<<1 | 1<<2: n >= 1, 0: false} {
			if got := a.EnteredByStub(kinds, uint8(n<<5)); got != stub {
				t.Errorf("%d by %#x: %v", n, kinds, got)
			}
		}
	}
}

// TestFlags: ABI ELFv1 is refused by name where it is not meant.
func TestFlags(t *testing.T) {
	for flags, want := range map[uint32]string{0: "", 2: "", 1: "ELFv1", 3: "does not name"} {
		if got := ppc.V2.Arch.Refuses(flags); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%d: %q", flags, got)
		}
	}
	for flags, want := range map[uint32]string{0: "", 1: "", 3: "does not name"} {
		if got := ppc.V1.Arch.Refuses(flags); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%d: %q", flags, got)
		}
	}
}
