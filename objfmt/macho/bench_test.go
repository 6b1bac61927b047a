package macho_test

import (
	"os"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// benchSets are objects to measure with: the project's own, those that come with
// Go, and made ones with many relocations of each grammar.
func benchSets(tb testing.TB) map[string][][]byte {
	sets := map[string][][]byte{}
	add := func(set, path string) {
		if data, err := os.ReadFile(path); err == nil && !macho.IsUniversal(data) {
			sets[set] = append(sets[set], data)
		}
	}
	for _, path := range committed(tb) {
		add("own", path)
	}
	amd64, arm64 := goObjects(tb)
	add("race-x86_64", amd64)
	add("race-arm64", arm64)
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
		sets["many-"+m.name] = [][]byte{f.Bytes()}
	}
	return sets
}

var benchNames = []string{"own", "race-x86_64", "race-arm64", "many-x86_64", "many-arm64", "many-i386", "many-arm"}

// BenchmarkParse parses every object of a set; MB/s are of file, most of which
// parsing does not touch.
func BenchmarkParse(b *testing.B) {
	sets := benchSets(b)
	for _, name := range benchNames[:3] {
		b.Run(name, func(b *testing.B) {
			objects := sets[name]
			if len(objects) == 0 {
				b.Skip("no objects")
			}
			bytes := int64(0)
			for _, o := range objects {
				bytes += int64(len(o))
			}
			b.SetBytes(bytes)
			b.ReportAllocs()
			symbols := 0
			for b.Loop() {
				symbols = 0
				for _, o := range objects {
					img, err := macho.Parse(objfmt.NewBuffer("bench.o", o))
					if err != nil {
						b.Fatal(err)
					}
					symbols += len(img.Symbols)
				}
			}
			perOp := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			b.ReportMetric(perOp/float64(symbols), "ns/symbol")
			b.ReportMetric(perOp/float64(len(objects)), "ns/object")
		})
	}
}

// BenchmarkDecode walks all relocations of loaded sections in chunks, as a linker does.
func BenchmarkDecode(b *testing.B) {
	sets := benchSets(b)
	for _, name := range benchNames {
		b.Run(name, func(b *testing.B) {
			var images []*objfmt.ObjectImage
			for _, o := range sets[name] {
				img, err := macho.Parse(objfmt.NewBuffer("bench.o", o))
				if err != nil {
					b.Fatal(err)
				}
				images = append(images, img)
			}
			if len(images) == 0 {
				b.Skip("no objects")
			}
			relocs := 0
			var buf [objfmt.DecodeChunk]objfmt.Reloc
			b.ReportAllocs()
			for b.Loop() {
				relocs = 0
				for _, img := range images {
					for i := range img.Sections {
						sec := &img.Sections[i]
						for raw := sec.Raw; len(raw) > 0; {
							n, rest, err := img.Format.Decode(img, sec, buf[:], raw)
							if err != nil {
								b.Fatal(err)
							}
							relocs, raw = relocs+n, rest
						}
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(relocs), "ns/reloc")
		})
	}
}
