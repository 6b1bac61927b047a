package s390x_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/s390x"
)

var (
	assembler = []string{"-triple=s390x-linux-gnu", "-mcpu=z14"}
	big       = bin.Order{Big: true}
)

// TestNumbers compares names and numbers with the standard library's.
func TestNumbers(t *testing.T) {
	known := map[uint32]string{ // otherwise in the library, or later than that
		34: "R_390_PLTOFF16", 35: "R_390_PLTOFF32", 36: "R_390_PLTOFF64",
		61: "R_390_IRELATIVE", 62: "R_390_PC12DBL", 63: "R_390_PLT12DBL", 64: "R_390_PC24DBL", 65: "R_390_PLT24DBL",
	}
	for i := range uint32(66) {
		want := elf.R_390(i).String()
		if k, ok := known[i]; ok {
			want = k
		}
		if got := s390x.ELF.Name(i); got != want {
			t.Errorf("type %d is %q, want %q", i, got, want)
		}
	}
}

// insns has instructions with a value in their field, by a row of that field, which is so many
// bytes behind their start.
var insns = []struct {
	row    string
	at     int
	format string
	values []int64
}{
	{"R_390_12", 2, "l %%r10, %d(%%r3,%%r9)", []int64{0, 0xfff, 1, 0x555, 0xaaa}},
	{"R_390_20", 2, "lg %%r10, %d(%%r3,%%r9)", []int64{0, -1 << 19, 1<<19 - 1, -1, 1, 0x55555, -0x55556, 0xfff, 0x1000}},
	{"R_390_PC12DBL", 1, "bprp 10, .+%d, .+2", []int64{0, -1 << 12, 1<<12 - 2, -2, 2, 0x554, -0x556}},
	{"R_390_PC16DBL", 2, "jlh .+%d", []int64{0, -1 << 16, 1<<16 - 2, -2, 2, 0x5554, -0xaaaa}},
	{"R_390_PC24DBL", 3, "bprp 10, .+2, .+%d", []int64{0, -1 << 24, 1<<24 - 2, -2, 2, 0x555554, -0xaaaaaa}},
	{"R_390_PC32DBL", 2, "larl %%r10, .+%d", []int64{0, -1 << 32, 1<<32 - 2, -2, 2, 0x55555554, -0xaaaaaaaa}},
}

// TestFields: what is put in a field is what an assembler puts there, and is read back;
// all other bits stay.
func TestFields(t *testing.T) {
	for _, c := range insns {
		f := s390x.ELF.Arch.Fields[s390x.ELF.Rows[rowtest.Type(t, s390x.ELF, c.row)].Field-reloc.FieldArch]
		var lines []string
		for _, v := range c.values {
			lines = append(lines, fmt.Sprintf(c.format, v))
		}
		code := rowtest.Assemble(t, assembler, lines...)
		w := len(code) / len(lines)
		for i, v := range c.values {
			want := code[i*w:][:w]
			for k := range c.values { // over whatever the field held
				got := bytes.Clone(code[k*w:][:w])
				if f.Put(got[c.at:], big, uint64(v)); !bytes.Equal(got, want) {
					t.Errorf("%s put in % x is % x, want % x", lines[i], code[k*w:][:w], got, want)
				}
			}
			if got := f.Get(want[c.at:], big); got != v {
				t.Errorf("%s holds %#x", lines[i], got)
			}
		}
	}
}

// TestMade compares the code that the linker makes with an assembler's.
func TestMade(t *testing.T) {
	const at, entry = 0x1000, 0x1234_5678
	a := s390x.ELF.Arch
	made := func(size uint64, write func(dst []byte) bool) []byte {
		b := make([]byte, size)
		if !write(b) {
			t.Error("out of reach")
		}
		return b
	}
	save := func(op string) (lines []string) {
		for i := range 4 {
			lines = append(lines, fmt.Sprintf("%s %%f%d, %d(%%r15)", op, 2*i, 128+8*i))
		}
		return lines
	}
	first := append([]string{"stmg %r2, %r15, 16(%r15)"}, save("std")...)
	first = append(first, "lgr %r13, %r0", "aghi %r15, -160", "lghi %r2, 0", "lg %r1, 8(%r13)", "basr %r14, %r1",
		"stg %r2, 0(%r13)", "lgr %r1, %r2", "lmg %r2, %r15, 176(%r15)")
	first = append(append(first, save("ld")...), "br %r1")
	larl := fmt.Sprintf("larl %%r1, .+%d", uint64(entry-at))
	for _, c := range []struct {
		name  string
		got   []byte
		lines []string
	}{
		{"stub", made(a.StubSize, func(b []byte) bool { return a.WriteStub(b, big, at, entry) }), []string{larl, "lg %r1, 0(%r1)", "br %r1"}},
		{"indirect function", made(a.IFuncSize, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{Big: true}, false, at, entry) }), []string{larl, "lgr %r0, %r1", "lg %r1, 0(%r1)", "br %r1"}},
		{"first call", made(a.IFuncThunk, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{Big: true}, true, at, 0) }), first},
	} {
		want := rowtest.Assemble(t, assembler, c.lines...)
		if !bytes.HasPrefix(c.got, want) || strings.Trim(string(c.got[len(want):]), "\x07\x00") != "" {
			t.Errorf("%s:\n got % x\nwant % x", c.name, c.got, want)
		}
	}
	if a.IFuncThunk%8 != 0 || a.IFuncSize%8 != 0 {
		t.Errorf("%d and %d bytes are no multiples of 8", a.IFuncThunk, a.IFuncSize)
	}
	for d, reaches := range map[uint64]bool{1<<32 - 2: true, 1 << 32: false, 1<<64 - 1<<32: true, 1<<64 - 1<<32 - 2: false, 1: false} {
		b := make([]byte, a.IFuncSize)
		const base = 0x4000_0000_0000
		if a.WriteStub(b, big, base, base+d) != reaches || a.WriteIFunc(b, bin.Order{Big: true}, false, base, base+d) != reaches {
			t.Errorf("a stub reaches %#x: not %v", d, reaches)
		}
	}
}

// TestInsnStart: distances count from the start of instructions, others from their field.
func TestInsnStart(t *testing.T) {
	code := rowtest.Assemble(t, assembler, "larl %r1, .", "lgrl %r1, .", "exrl %r1, .", "jne .", "l %r1, 0(%r2)")
	for off, want := range map[uint64]int64{2: -2, 8: -2, 14: -2, 20: -2, 24: 0, 0: 0, 1: 0} {
		if got := s390x.ELF.Arch.InsnEnd(code, off); got != want {
			t.Errorf("at %d: %d, want %d", off, got, want)
		}
	}
}
