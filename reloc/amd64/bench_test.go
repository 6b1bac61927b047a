package amd64_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
)

// mix is the share of types in ordinary objects, in hundredths.
var mix = []struct {
	name  string
	share int
}{{"R_X86_64_PC32", 35}, {"R_X86_64_PLT32", 40}, {"R_X86_64_64", 10}, {"R_X86_64_REX_GOTPCRELX", 10}, {"R_X86_64_GOTPCREL", 5}}

const (
	benchRelocs = 64 * 1024
	benchSyms   = 4096
)

// benchWorld is a section full of relocations, decoded 64 at a time as linkers do.
func benchWorld(b *testing.B) (rs []reloc.Reloc, syms []objfmt.Symbol, file []byte) {
	var types []uint32
	for _, m := range mix {
		for range m.share {
			types = append(types, typeOf(b, m.name))
		}
	}
	file = make([]byte, 16*benchRelocs+16)
	for i := range benchRelocs {
		off := uint64(16*i + 8)
		if t := types[i*37%len(types)]; t != 0 {
			copy(file[off-3:], "\x48\x8b\x05")
			rs = append(rs, reloc.Reloc{Offset: off, Type: t, Sym: objfmt.SymbolID(1 + i*7%(benchSyms-1)), Sub: objfmt.NoSymbol, Addend: -4, HasAddend: true})
		}
	}
	return rs, make([]objfmt.Symbol, benchSyms), file
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
			if _, why := sc.Scan(amd64.ELF, uint64(len(file)), rs[k:k+objfmt.DecodeChunk]); why != reloc.OK {
				b.Fatal(why)
			}
		}
		sc.End(amd64.ELF, syms, func(s objfmt.SymbolID) bool { return s%4 == 0 }, make([]uint32, len(syms)), &p)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(rs)), "ns/reloc")
}

// BenchmarkApply writes fields; it reports ns a relocation.
func BenchmarkApply(b *testing.B) {
	rs, syms, file := benchWorld(b)
	var sc reloc.Scanner
	var p reloc.Plan
	sc.Begin(len(syms))
	if _, why := sc.Scan(amd64.ELF, uint64(len(file)), rs); why != reloc.OK {
		b.Fatal(why)
	}
	sc.End(amd64.ELF, syms, func(s objfmt.SymbolID) bool { return s%4 == 0 }, make([]uint32, len(syms)), &p)
	addr := make([]uint64, len(syms)+len(p.Entries))
	for i := range addr {
		addr[i] = 0x20000000 + uint64(i)*16
	}
	env := reloc.Env{Table: amd64.ELF, Plan: &p, Addr: addr, Base: 0x20000000}
	at := reloc.Place{Mem: append([]byte(nil), file...), File: file, Addr: 0x10000000}
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
