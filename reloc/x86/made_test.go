package x86_test

import (
	"bytes"
	"debug/elf"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
)

// assembled is what an assembler made of testdata's made.s, by symbol.
func assembled(t *testing.T) map[string][]byte {
	t.Helper()
	f, err := elf.Open("../../testdata/elf-i386/made.o")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := f.Section(".text").Data()
	if err != nil {
		t.Fatal(err)
	}
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, s := range syms {
		out[s.Name] = text[s.Value:][:s.Size]
	}
	return out
}

// TestMade compares the code that the linker makes with an assembler's.
func TestMade(t *testing.T) {
	a := x86.ELF.Arch
	want := assembled(t)
	check := func(name string, size uint64, write func(dst []byte) bool) {
		t.Helper()
		b := make([]byte, size)
		if !write(b) || !bytes.HasPrefix(b, want[name]) || len(want[name]) == 0 || len(want[name]) > len(b) {
			t.Errorf("%s:\n got % x\nwant % x", name, b, want[name])
		}
	}
	check("tlsdesc", a.StubSize, func(b []byte) bool { a.WriteTLSDescStub(b); return true })
	check("ifunc", a.IFuncSize, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, false, 0x1000, 0x11223340) })
	if !a.WriteIFunc(nil, bin.Order{}, true, 0x1000, 0) || a.IFuncThunk != 0 {
		t.Error("there is code for all indirect functions together")
	}
	if a.PtrSize != 4 || a.Reach != 0 || a.WriteStub != nil {
		t.Errorf("slot of %d bytes, reach %#x", a.PtrSize, a.Reach)
	}
}

// TestInsnFields: what a field takes is read back, and all other bits stay.
func TestInsnFields(t *testing.T) {
	for i, f := range x86.ELF.Arch.Fields {
		for _, v := range []int64{0, 1, 5, 0x40, 0x7f, -1, -0x80000000, 0x7fffffff} {
			if v < f.Min || v > f.Max {
				continue
			}
			for _, fill := range []byte{0x00, 0xff, 0xe9} {
				b := bytes.Repeat([]byte{fill}, int(f.Width))
				f.Put(b, bin.Order{}, uint64(v))
				if got := f.Get(b, bin.Order{}); got != v {
					t.Errorf("field %d: put %#x, got %#x", i, v, got)
				}
				if f.Width == 1 && b[0]&0x80 != fill&0x80 || f.Width == 5 && b[0] != 0xe9 {
					t.Errorf("field %d: put %#x over %#x gives % x", i, v, fill, b)
				}
			}
		}
	}
}
