package rowtest

import (
	"bytes"
	"cmp"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Mix is the share of types in ordinary objects.
type Mix struct {
	Table  *reloc.Table
	Shares []Share
	Code   string // of types that have none of their own
	Lead   int    // bytes of code in front of the field
	Rela   bool   // records have the addend
	Addend int64
	Value  uint64 // of all symbols in the file
	Addr   uint64 // where what is made begins; symbols are at it plus Value
}

// Share is how often a type occurs.
type Share struct {
	Type  string
	Code  string // bytes of the file; the field begins Lead bytes behind their start
	Share int    // in hundredths
}

const (
	benchRelocs = 64 * 1024
	benchSyms   = 4096
	benchGOT    = 0x20000000
)

// section is full of relocations, which are decoded 64 at a time as linkers do.
func (m *Mix) section(t testing.TB) (rs []reloc.Reloc, syms []objfmt.Symbol, file []byte) {
	var types []*Share
	for i := range m.Shares {
		for range m.Shares[i].Share {
			types = append(types, &m.Shares[i])
		}
	}
	if len(types) != 100 {
		t.Fatalf("the shares are %d hundredths", len(types))
	}
	numbers := map[*Share]uint32{}
	for i := range m.Shares {
		numbers[&m.Shares[i]] = Type(t, m.Table, m.Shares[i].Type)
	}
	file = make([]byte, 16*benchRelocs+16)
	for i := range benchRelocs {
		off, s := 16*i+8, types[i*37%len(types)]
		copy(file[off-m.Lead:], cmp.Or(s.Code, m.Code))
		rs = append(rs, reloc.Reloc{
			Offset: uint64(off), Type: numbers[s], Sym: objfmt.SymbolID(1 + i*7%(benchSyms-1)), Sub: objfmt.NoSymbol, Addend: m.Addend, HasAddend: m.Rela,
		})
	}
	syms = make([]objfmt.Symbol, benchSyms)
	for i := range syms {
		syms[i].Value = m.Value
	}
	return rs, syms, file
}

// scan plans a section.
func (m *Mix) scan(t testing.TB, sc *stubs.Scanner, rs []reloc.Reloc, syms []objfmt.Symbol, file []byte, p *stubs.Plan) {
	at := records.Section{File: file}
	sc.Begin(p, &stubs.Object{Table: m.Table, Image: &objfmt.ObjectImage{Symbols: syms}}, stubs.Away(func(s objfmt.SymbolID) bool { return s%4 == 0 }))
	sc.Start(&at, false)
	for k := 0; k < len(rs); k += objfmt.DecodeChunk {
		if _, why := sc.Scan(uint64(len(file)), rs[k:k+objfmt.DecodeChunk]); why != reloc.OK {
			t.Fatal(why)
		}
	}
	if err := sc.End(t.Context(), make(reloc.Firsts, reloc.FirstsLen(len(syms)))); err != nil {
		t.Fatal(err)
	}
}

// Scan measures how long it takes to find out what relocations need; it reports ns a
// relocation.
func Scan(b *testing.B, m *Mix) {
	rs, syms, file := m.section(b)
	var sc stubs.Scanner // linkers keep theirs, too
	b.ReportAllocs()
	for b.Loop() {
		var p stubs.Plan
		m.scan(b, &sc, rs, syms, file, &p)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(rs)), "ns/reloc")
}

// applied returns what writes the fields of a section once.
func (m *Mix) applied(t testing.TB) func() {
	rs, syms, file := m.section(t)
	var p stubs.Plan
	m.scan(t, new(stubs.Scanner), rs, syms, file, &p)
	addr := make([]uint64, len(syms)+len(p.List))
	for i := range addr {
		addr[i] = m.Addr + uint64(i)*16
		if i < len(syms) {
			addr[i] += m.Value
		}
	}
	env := reloc.Env{Table: m.Table, Made: &p.Entries, Addr: addr, Base: benchGOT, About: About{Func: true}}
	at := reloc.Contents{Mem: bytes.Clone(file), File: file, Addr: 0x10000000}
	return func() {
		for k := 0; k < len(rs); k += objfmt.DecodeChunk {
			if n, v, why := env.Apply(&at, rs[k:k+objfmt.DecodeChunk]); why != reloc.OK {
				t.Fatal(rs[k+n], v, why)
			}
		}
	}
}

// Apply measures how long it takes to write fields; it reports ns a relocation.
func Apply(b *testing.B, m *Mix) {
	apply := m.applied(b)
	b.ReportAllocs()
	for b.Loop() {
		apply()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/benchRelocs, "ns/reloc")
}

// ApplyAllocs: no relocation allocates.
func ApplyAllocs(t *testing.T, m *Mix) {
	n := 1.0
	for try := 0; n != 0 && try < 5; try++ { // the runtime may allocate for itself
		n = testing.AllocsPerRun(3, m.applied(t))
	}
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
