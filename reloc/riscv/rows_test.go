package riscv_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/riscv"
)

var assembler = []string{"-triple=riscv64-linux-gnu", "-mattr=+c,+d,-relax"}

// TestNumbers compares names and numbers with the standard library's.
func TestNumbers(t *testing.T) {
	known := map[uint32]string{12: "R_RISCV_TLSDESC", 41: "R_RISCV_GOT32_PCREL", 42: ""} // later than the library, or otherwise
	seen := 0
	for i := range uint32(58) {
		want := elf.R_RISCV(i).String()
		if !strings.HasPrefix(want, "R_RISCV_") || strings.Contains(want, "+") {
			want = ""
		}
		if k, ok := known[i]; ok {
			want = k
		}
		if got := riscv.ELF.Name(i); got != want {
			t.Errorf("type %d is %q, want %q", i, got, want)
		}
		if want != "" {
			seen++
		}
	}
	if seen < 50 {
		t.Errorf("only %d names", seen)
	}
}

// insns has instructions with a value in their field, by a row of that field. The first
// line has the value 0 or what the assembler makes of it.
var insns = []struct {
	row    string
	format string
	values []int64
}{
	{"R_RISCV_BRANCH", "bltu s3, t5, %d", []int64{0, -4096, 4094, -2, 2, 0x554, -0x556, 0x800, 0x20, 0x1000 - 2048}},
	{"R_RISCV_JAL", "jal s3, %d", []int64{0, -1 << 20, 1<<20 - 2, -2, 2, 0x55554, -0xaaaaa, 0x800, 0x1000, 0x80000}},
	{"R_RISCV_RVC_BRANCH", "c.bnez a3, %d", []int64{0, -256, 254, -2, 2, 0x54, -0xaa, 0x20, 0x40, 0x80, 8}},
	{"R_RISCV_RVC_JUMP", "c.j %d", []int64{0, -2048, 2046, -2, 2, 0x554, -0x556, 0x400, 0x200, 0x100, 0x80, 0x40, 0x20, 0x10, 8, 4}},
	{"R_RISCV_LO12_I", "ld s3, %d(t5)", []int64{0, -2048, 2047, -1, 1, 0x555, -0x555}},
	{"R_RISCV_LO12_S", "sd s3, %d(t5)", []int64{0, -2048, 2047, -1, 1, 0x555, -0x555}},
}

// TestFields: what is put in a field is what an assembler puts there, and is read back;
// all other bits stay.
func TestFields(t *testing.T) {
	for _, c := range insns {
		f := riscv.ELF.Arch.Fields[riscv.ELF.Rows[rowtest.Type(t, riscv.ELF, c.row)].Field-reloc.FieldArch]
		var lines []string
		for _, v := range c.values {
			lines = append(lines, fmt.Sprintf(c.format, v))
		}
		code := rowtest.Assemble(t, assembler, lines...)
		w := int(f.Width)
		if len(code) != w*len(lines) {
			t.Fatalf("%s: %d bytes for %d instructions", c.row, len(code), len(lines))
		}
		for i, v := range c.values {
			want := code[i*w:][:w]
			for k := range c.values { // over whatever the field held
				got := bytes.Clone(code[k*w:][:w])
				if f.Put(got, bin.Order{}, uint64(v)); !bytes.Equal(got, want) {
					t.Errorf("%s put in % x is % x, want % x", lines[i], code[k*w:][:w], got, want)
				}
			}
			if got := f.Get(want, bin.Order{}); got != v {
				t.Errorf("%s holds %#x", lines[i], got)
			}
		}
	}
}

// TestPairs: the value of AUIPC or LUI and the instruction behind it is the sum of the
// two, at both ends of what they reach, too.
func TestPairs(t *testing.T) {
	row := func(name string) *reloc.Insn {
		return &riscv.ELF.Arch.Fields[riscv.ELF.Rows[rowtest.Type(t, riscv.ELF, name)].Field-reloc.FieldArch]
	}
	high, low, call := row("R_RISCV_HI20"), row("R_RISCV_LO12_I"), row("R_RISCV_CALL")
	for _, v := range []int64{0, 1, 0x7ff, 0x800, 0x801, 0xfff, 0x1000, -1, -0x800, -0x801, 0x12345678, 0x7ffff7ff, -0x80000800, 0x7fffefff} {
		code := make([]byte, 8)
		high.Put(code, bin.Order{}, uint64(v))
		low.Put(code[4:], bin.Order{}, uint64(v))
		both := make([]byte, 8)
		call.Put(both, bin.Order{}, uint64(v))
		le := binary.LittleEndian
		sum := int64(int32(le.Uint32(code)&^0xfff)) + int64(int32(le.Uint32(code[4:]))>>20)
		if sum != v || !bytes.Equal(code, both) || call.Get(code, bin.Order{}) != v {
			t.Errorf("%#x: % x adds up to %#x, and % x", v, code, sum, both)
		}
	}
	for _, f := range []*reloc.Insn{high, call} {
		if f.Min != -1<<31-0x800 || f.Max != 1<<31-0x800-1 {
			t.Errorf("%s from %#x to %#x", f.Text, f.Min, f.Max)
		}
	}
}

// TestAbsolute: AUIPC becomes LUI where the address fits, nothing else does.
func TestAbsolute(t *testing.T) {
	code := rowtest.Assemble(t, assembler, "auipc s3, 0xabcde", "lui s3, 0x12346", "lui s3, 0x80000", "jal s3, 0")
	f := riscv.ELF.Arch.Fields[riscv.ELF.Rows[rowtest.Type(t, riscv.ELF, "R_RISCV_PCREL_HI20")].Field-reloc.FieldArch]
	for i, v := range []uint64{0x12345ffe, 1<<64 - 0x80000000} {
		got := bytes.Clone(code[:4])
		if !f.Absolute(got, bin.Order{}, v) || !bytes.Equal(got, code[4*i+4:][:4]) {
			t.Errorf("%#x: % x, want % x", v, got, code[4*i+4:][:4])
		}
	}
	for i, c := range []struct {
		code []byte
		v    uint64
	}{{code[:4], 0x7ffff800}, {code[:4], 1<<64 - 0x80000801}, {code[12:], 0}} {
		got := bytes.Clone(c.code)
		if f.Absolute(got, bin.Order{}, c.v) || !bytes.Equal(got, c.code) {
			t.Errorf("case %d: % x became % x", i, c.code, got)
		}
	}
}

const entry = 0x12345678 // distance of what stubs refer to

// TestMade compares the code that the linker makes with an assembler's.
func TestMade(t *testing.T) {
	a := riscv.ELF.Arch
	made := func(size uint64, write func(dst []byte) bool) []byte {
		b := make([]byte, size)
		if !write(b) {
			t.Error("out of reach")
		}
		return b
	}
	stub := made(a.StubSize, func(b []byte) bool { return a.WriteStub(b, bin.Order{}, 0x1000, 0x1000+entry) })
	desc := made(a.StubSize, func(b []byte) bool { a.WriteTLSDescStub(b); return true })
	each := made(a.IFuncSize, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, false, 0x1000, 0x1000+entry) })
	thunk := made(a.IFuncThunk, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, true, 0x1000, 0) })
	save := func(op, float string) (lines []string) {
		lines = append(lines, op+" ra, 0(sp)")
		if op == "sd" {
			lines = append(lines, "sd t3, 8(sp)")
		}
		for i := range 8 {
			lines = append(lines, fmt.Sprintf("%s a%d, %d(sp)", op, i, 16+8*i))
		}
		for i := range 8 {
			lines = append(lines, fmt.Sprintf("%s fa%d, %d(sp)", float, i, 80+8*i))
		}
		return lines
	}
	for _, c := range []struct {
		name  string
		got   []byte
		lines []string
	}{
		// The distance counts from AUIPC, behind LPAD 0.
		{"stub", stub, []string{"auipc zero, 0", "auipc t3, 0x12345", "ld t3, 0x674(t3)", "jr t3"}},
		{"descriptor", desc, []string{"auipc zero, 0", "ld a0, 8(a0)", "jr t0"}},
		{"indirect function", each, []string{"auipc zero, 0", "auipc t3, 0x12345", "addi t3, t3, 0x674", "ld t1, 0(t3)", "jr t1"}},
		{"first call", thunk, append(append(append([]string{"auipc zero, 0", "addi sp, sp, -160"}, save("sd", "fsd")...),
			"li a0, 0", "li a1, 0", "ld t1, 8(t3)", "jalr t1", "ld t3, 8(sp)", "sd a0, 0(t3)", "mv t1, a0"),
			append(save("ld", "fld"), "addi sp, sp, 160", "jr t1")...)},
	} {
		want := rowtest.Assemble(t, []string{"-triple=riscv64-linux-gnu", "-mattr=+d,-relax"}, c.lines...)
		if !bytes.HasPrefix(c.got, want) || len(bytes.Trim(c.got[len(want):], "\x00")) > 0 {
			t.Errorf("%s:\n got % x\nwant % x", c.name, c.got, want)
		}
	}
	if a.IFuncThunk%16 != 0 || a.IFuncSize%16 != 0 {
		t.Errorf("%d and %d bytes are no multiples of 16", a.IFuncThunk, a.IFuncSize)
	}
	for _, d := range []uint64{1<<31 - 0x800 + 4, 1<<64 - 1<<31 - 0x800 + 3} {
		b := make([]byte, a.IFuncSize)
		if a.WriteStub(b, bin.Order{}, 0x4000_0000_0000, 0x4000_0000_0000+d) || a.WriteIFunc(b, bin.Order{}, false, 0x4000_0000_0000, 0x4000_0000_0000+d) {
			t.Errorf("a stub reaches %#x", d)
		}
	}
}

// TestMade32 does the same where addresses have 32 bits.
func TestMade32(t *testing.T) {
	a := riscv.ELF32.Arch
	made := func(size uint64, write func(dst []byte) bool) []byte {
		b := make([]byte, size)
		if !write(b) {
			t.Error("out of reach")
		}
		return b
	}
	save := func(op string) (lines []string) {
		lines = append(lines, op+" ra, 0(sp)")
		if op == "sw" {
			lines = append(lines, "sw t3, 4(sp)")
		}
		for i := range 8 {
			lines = append(lines, fmt.Sprintf("%s a%d, %d(sp)", op, i, 8+4*i))
		}
		return lines
	}
	const at, to = 0xf0000000, (0xf0000000 + entry) & (1<<32 - 1) // sums wrap
	first := append([]string{"auipc zero, 0", "addi sp, sp, -48"}, save("sw")...)
	first = append(first, "li a0, 0", "li a1, 0", "lw t1, 4(t3)", "jalr t1", "lw t3, 4(sp)", "sw a0, 0(t3)", "mv t1, a0")
	first = append(append(first, save("lw")...), "addi sp, sp, 48", "jr t1")
	for _, c := range []struct {
		name  string
		got   []byte
		lines []string
	}{
		{"stub", made(a.StubSize, func(b []byte) bool { return a.WriteStub(b, bin.Order{}, at, to) }), []string{"auipc zero, 0", "auipc t3, 0x12345", "jr 0x674(t3)"}},
		{"descriptor", made(a.StubSize, func(b []byte) bool { a.WriteTLSDescStub(b); return true }), []string{"auipc zero, 0", "lw a0, 4(a0)", "jr t0"}},
		{"indirect function", made(a.IFuncSize, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, false, at, to) }),
			[]string{"auipc zero, 0", "auipc t3, 0x12345", "addi t3, t3, 0x674", "lw t1, 0(t3)", "jr t1"}},
		{"first call", made(a.IFuncThunk, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, true, at, 0) }), first},
	} {
		want := rowtest.Assemble(t, []string{"-triple=riscv32-linux-gnu", "-mattr=-relax"}, c.lines...)
		if !bytes.HasPrefix(c.got, want) || len(bytes.Trim(c.got[len(want):], "\x00")) > 0 {
			t.Errorf("%s:\n got % x\nwant % x", c.name, c.got, want)
		}
	}
	if a.IFuncThunk%16 != 0 || a.IFuncSize%16 != 0 {
		t.Errorf("%d and %d bytes are no multiples of 16", a.IFuncThunk, a.IFuncSize)
	}
	if b := make([]byte, a.StubSize); a.WriteStub(b, bin.Order{}, at, 1<<32+8) {
		t.Error("a stub leaves the address space")
	}
}

// TestRows32: the rows of both sizes have the same names, and what is refused is refused in both.
func TestRows32(t *testing.T) {
	for i := range riscv.ELF.Rows {
		wide, narrow := &riscv.ELF.Rows[i], &riscv.ELF32.Rows[i]
		if wide.Name != narrow.Name || wide.Expr != narrow.Expr || riscv.ELF.Width(wide.Field) != riscv.ELF32.Width(narrow.Field) {
			t.Errorf("row %d: %v, with 32 bits %v", i, wide, narrow)
		}
	}
}
