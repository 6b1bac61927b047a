package arm64_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
)

// mix is the share of types in Debian's libc.a and libstdc++.a, in hundredths.
var mix = []struct {
	name  string
	share int
}{
	{"R_AARCH64_CALL26", 43}, {"R_AARCH64_ADR_PREL_PG_HI21", 14}, {"R_AARCH64_ADD_ABS_LO12_NC", 13}, {"R_AARCH64_ABS64", 10},
	{"R_AARCH64_PREL32", 9}, {"R_AARCH64_ADR_GOT_PAGE", 4}, {"R_AARCH64_LD64_GOT_LO12_NC", 4}, {"R_AARCH64_LDST64_ABS_LO12_NC", 3},
}

const (
	benchRelocs = 64 * 1024
	benchSyms   = 4096
)

// benchWorld is a section full of relocations, decoded 64 at a time as linkers do.
func benchWorld(b *testing.B) (rs []reloc.Reloc, syms []objfmt.Symbol, file []byte) {
	var types []uint32
	for _, m := range mix {
		for range m.share {
			types = append(types, typeOf(b, arm64.ELF, m.name))
		}
	}
	file = make([]byte, 16*benchRelocs+16)
	for i := range benchRelocs {
		rs = append(rs, reloc.Reloc{
			Offset: uint64(16*i + 8), Type: types[i*37%len(types)], Sym: objfmt.SymbolID(1 + i*7%(benchSyms-1)), Sub: objfmt.NoSymbol, HasAddend: true,
		})
	}
	return rs, make([]objfmt.Symbol, benchSyms), file
}

func scan(b *testing.B, rs []reloc.Reloc, syms []objfmt.Symbol, file []byte) reloc.Plan {
	var sc reloc.Scanner
	var p reloc.Plan
	sc.Begin(len(syms))
	for k := 0; k < len(rs); k += objfmt.DecodeChunk {
		if _, why := sc.Scan(arm64.ELF, uint64(len(file)), rs[k:k+objfmt.DecodeChunk]); why != reloc.OK {
			b.Fatal(why)
		}
	}
	sc.End(arm64.ELF, syms, func(s objfmt.SymbolID) bool { return s%4 == 0 }, make([]uint32, len(syms)), &p)
	return p
}

// BenchmarkScan finds out what relocations need; it reports ns a relocation.
func BenchmarkScan(b *testing.B) {
	rs, syms, file := benchWorld(b)
	b.ReportAllocs()
	for b.Loop() {
		scan(b, rs, syms, file)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(rs)), "ns/reloc")
}

// BenchmarkApply writes fields; it reports ns a relocation.
func BenchmarkApply(b *testing.B) {
	rs, syms, file := benchWorld(b)
	p := scan(b, rs, syms, file)
	addr := make([]uint64, len(syms)+len(p.Entries))
	for i := range addr {
		addr[i] = 0x12000000 + uint64(i)*16
	}
	env := reloc.Env{Table: arm64.ELF, Plan: &p, Addr: addr, Base: 0x12000000}
	at := reloc.Place{Mem: append([]byte(nil), file...), File: file, Addr: 0x10000000}
	b.ReportAllocs()
	for b.Loop() {
		for k := 0; k < len(rs); k += objfmt.DecodeChunk {
			if n, v, why := env.Apply(at, rs[k:k+objfmt.DecodeChunk]); why != reloc.OK {
				b.Fatal(rs[k+n], v, why)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(rs)), "ns/reloc")
}
