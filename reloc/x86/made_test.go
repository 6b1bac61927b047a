package x86_test

import (
	"bytes"
	"debug/elf"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
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
	check("ifunc", a.IFuncSize, func(b []byte) bool { return a.WriteIFunc(b, false, 0x1000, 0x11223340) })
	if !a.WriteIFunc(nil, true, 0x1000, 0) || a.IFuncThunk != 0 {
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
				f.Put(b, uint64(v))
				if got := f.Get(b); got != v {
					t.Errorf("field %d: put %#x, got %#x", i, v, got)
				}
				if f.Width == 1 && b[0]&0x80 != fill&0x80 || f.Width == 5 && b[0] != 0xe9 {
					t.Errorf("field %d: put %#x over %#x gives % x", i, v, fill, b)
				}
			}
		}
	}
}

// mix is the share of types in ordinary position-independent objects, in hundredths.
var mix = []struct {
	name  string
	share int
}{{"R_386_PLT32", 40}, {"R_386_PC32", 20}, {"R_386_GOTOFF", 20}, {"R_386_32", 10}, {"R_386_GOT32X", 5}, {"R_386_GOTPC", 5}}

// BenchmarkApply writes fields, their addends in them; it reports ns a relocation.
func BenchmarkApply(b *testing.B) {
	const relocs, nsyms = 64 * 1024, 4096
	var types []uint32
	for _, m := range mix {
		for range m.share {
			types = append(types, typeOf(b, x86.ELF, m.name))
		}
	}
	file := bytes.Repeat([]byte{0x8b, 0x83, 0, 0, 0, 0}, 16*relocs/6+16)
	var rs []reloc.Reloc
	for i := range relocs {
		rs = append(rs, reloc.Reloc{Offset: uint64(16*i + 2), Type: types[i*37%len(types)], Sym: objfmt.SymbolID(1 + i*7%(nsyms-1)), Sub: objfmt.NoSymbol})
	}
	var sc reloc.Scanner
	var p reloc.Plan
	sc.Begin(nsyms)
	if _, why := sc.Scan(x86.ELF, uint64(len(file)), rs); why != reloc.OK {
		b.Fatal(why)
	}
	sc.End(x86.ELF, make([]objfmt.Symbol, nsyms), func(s objfmt.SymbolID) bool { return s%4 == 0 }, make([]uint32, nsyms), &p)
	addr := make([]uint64, nsyms+len(p.Entries))
	for i := range addr {
		addr[i] = 0x20000000 + uint64(i)*16
	}
	env := reloc.Env{Table: x86.ELF, Plan: &p, Addr: addr, Base: 0x20000000}
	at := reloc.Place{Mem: bytes.Clone(file), File: file, Addr: 0x10000000}
	b.ReportAllocs()
	for b.Loop() {
		for k := 0; k < len(rs); k += objfmt.DecodeChunk {
			if _, v, why := env.Apply(at, rs[k:k+objfmt.DecodeChunk]); why != reloc.OK {
				b.Fatal(v, why)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(rs)), "ns/reloc")
}
