package arm_test

import (
	"bytes"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
)

// mix is the share of types in Debian's armhf libraries, in hundredths.
var mix = []struct {
	name, code string
	share      int
}{
	{"R_ARM_THM_CALL", "\xff\xf7\xfe\xff", 46}, {"R_ARM_REL32", "", 14}, {"R_ARM_ABS32", "", 8}, {"R_ARM_GOT_BREL", "", 8},
	{"R_ARM_BASE_PREL", "", 6}, {"R_ARM_PREL31", "", 12}, {"R_ARM_THM_JUMP24", "\xff\xf7\xfe\xbf", 2}, {"R_ARM_CALL", "\xfe\xff\xff\xeb", 4},
}

const (
	benchRelocs = 64 * 1024
	benchSyms   = 4096
)

// benchWorld is a section full of relocations, decoded 64 at a time as linkers do.
func benchWorld(t testing.TB) (rs []reloc.Reloc, syms []objfmt.Symbol, file []byte) {
	var types []uint32
	code := map[uint32]string{}
	for _, m := range mix {
		typ := typeOf(t, arm.ELF, m.name)
		code[typ] = m.code
		for range m.share {
			types = append(types, typ)
		}
	}
	file = make([]byte, 16*benchRelocs+16)
	for i := range benchRelocs {
		off, typ := uint64(16*i+8), types[i*37%len(types)]
		copy(file[off:], code[typ])
		rs = append(rs, reloc.Reloc{Offset: off, Type: typ, Sym: objfmt.SymbolID(1 + i*7%(benchSyms-1)), Sub: objfmt.NoSymbol})
	}
	syms = make([]objfmt.Symbol, benchSyms)
	for i := range syms {
		syms[i].Value = 1 // Thumb
	}
	return rs, syms, file
}

// BenchmarkScan finds out what relocations need; it reports ns a relocation.
func BenchmarkScan(b *testing.B) {
	rs, syms, file := benchWorld(b)
	var sc reloc.Scanner
	b.ReportAllocs()
	for b.Loop() {
		var p reloc.Plan
		sc.Begin(len(syms))
		for k := 0; k < len(rs); k += objfmt.DecodeChunk {
			if _, why := sc.Scan(arm.ELF, uint64(len(file)), rs[k:k+objfmt.DecodeChunk]); why != reloc.OK {
				b.Fatal(why)
			}
		}
		sc.End(arm.ELF, syms, func(s objfmt.SymbolID) bool { return s%4 == 0 }, make([]uint32, len(syms)), &p)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(rs)), "ns/reloc")
}

// applyWorld is what BenchmarkApply applies, once.
func applyWorld(t testing.TB) func() {
	rs, syms, file := benchWorld(t)
	var sc reloc.Scanner
	var p reloc.Plan
	sc.Begin(len(syms))
	if _, why := sc.Scan(arm.ELF, uint64(len(file)), rs); why != reloc.OK {
		t.Fatal(why)
	}
	sc.End(arm.ELF, syms, func(s objfmt.SymbolID) bool { return s%4 == 0 }, make([]uint32, len(syms)), &p)
	addr := make([]uint64, len(syms)+len(p.Entries))
	for i := range addr {
		addr[i] = 0x10200000 + uint64(i)*16 + 1
	}
	for i := range p.Entries {
		addr[len(syms)+i] &^= 1
	}
	env := reloc.Env{Table: arm.ELF, Plan: &p, Addr: addr, Base: 0x20000000, About: symbols(true)}
	at := reloc.Place{Mem: bytes.Clone(file), File: file, Addr: 0x10000000}
	return func() {
		for k := 0; k < len(rs); k += objfmt.DecodeChunk {
			if _, v, why := env.Apply(at, rs[k:k+objfmt.DecodeChunk]); why != reloc.OK {
				t.Fatal(v, why)
			}
		}
	}
}

// BenchmarkApply writes fields; it reports ns a relocation.
func BenchmarkApply(b *testing.B) {
	apply := applyWorld(b)
	b.ReportAllocs()
	for b.Loop() {
		apply()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/benchRelocs, "ns/reloc")
}

// TestApplyAllocs: no relocation allocates.
func TestApplyAllocs(t *testing.T) {
	if n := testing.AllocsPerRun(3, applyWorld(t)); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
