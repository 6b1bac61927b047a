package macho_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/internal/parsetest"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// benchSets are objects to measure with: the project's own, those that come with
// Go, and made ones with many relocations of each grammar.
func benchSets(tb testing.TB) (sets []parsetest.Set) {
	thin := func(b []byte) bool { return !macho.IsUniversal(b) }
	amd64, arm64 := goObjects(tb)
	sets = append(sets, parsetest.Set{Name: "own", Pattern: "../../testdata/macho-*/*.o", Keep: thin},
		parsetest.Set{Name: "race-x86_64", Pattern: amd64, Keep: thin}, parsetest.Set{Name: "race-arm64", Pattern: arm64, Keep: thin})
	for _, m := range machines {
		f := m.file()
		log, size := m.word()
		var rs []objgen.MachOReloc
		for i := range uint32(10000) {
			rs = append(rs, objgen.MachOReloc{Address: i * uint32(size), Symbol: i % 1000, Type: m.unsigned, Length: log, Extern: true})
		}
		f.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: make([]byte, 10000*size), Relocs: rs})
		for range 1000 {
			f.AddSymbol(objgen.MachOSymbol{Name: "_symbol_with_a_name", Type: nExt})
		}
		sets = append(sets, parsetest.Set{Name: "many-" + m.name, Made: [][]byte{f.Bytes()}})
	}
	return sets
}

func BenchmarkParse(b *testing.B)  { parsetest.Parse(b, macho.Parse, benchSets(b)[:3]) }
func BenchmarkDecode(b *testing.B) { parsetest.Decode(b, macho.Parse, benchSets(b)) }
