package elf_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// benchSets are objects to measure with: the project's own, and Debian's archives
// where they are installed.
var benchSets = []struct{ name, path string }{
	{"own", "../../testdata/elf-amd64/*.o"},
	{"demo", "../../testdata/demo/*.o"},
	{"lua", debian + "liblua5.4.a"},
	{"crypto", debian + "libcrypto.a"},
	{"sqlite", debian + "libsqlite3.a"},
	{"llvm", "/usr/lib/llvm-14/lib/libLLVMCodeGen.a"},
}

const debian = "/usr/lib/x86_64-linux-gnu/"

// benchSet returns the objects that a pattern of files and archives names.
func benchSet(tb testing.TB, pattern string) (objects [][]byte) {
	tb.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		tb.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		if filepath.Ext(path) == ".o" {
			objects = append(objects, data)
			continue
		}
		for _, m := range members(tb, path, data) {
			objects = append(objects, m.data)
		}
	}
	return objects
}

// object is one real object.
type object struct {
	name string
	data []byte
}

// members returns the ELF members of an archive in memory.
func members(tb testing.TB, name string, data []byte) (objects []object) {
	tb.Helper()
	a, err := ar.Parse(name, data)
	if err != nil {
		tb.Fatal(err)
	}
	defer a.Close()
	for m, err := range a.Members() {
		if err != nil {
			tb.Fatal(err)
		}
		b, err := m.Bytes()
		if err != nil {
			tb.Fatal(err)
		}
		if len(b) > 18 && string(b[:4]) == elf.Magic && (b[16] == 1 || b[17] == 1) {
			objects = append(objects, object{m.String(), b})
		}
	}
	return objects
}

// BenchmarkParse parses every object of a set; MB/s are of file, most of which
// parsing does not touch.
func BenchmarkParse(b *testing.B) {
	for _, set := range benchSets {
		b.Run(set.name, func(b *testing.B) {
			objects := benchSet(b, set.path)
			if len(objects) == 0 {
				b.Skipf("no objects at %s", set.path)
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
					img, err := elf.Parse(objfmt.NewBuffer("bench.o", o))
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
	for _, set := range benchSets {
		b.Run(set.name, func(b *testing.B) {
			var images []*objfmt.ObjectImage
			for _, o := range benchSet(b, set.path) {
				img, err := elf.Parse(objfmt.NewBuffer("bench.o", o))
				if err != nil {
					b.Fatal(err)
				}
				images = append(images, img)
			}
			if len(images) == 0 {
				b.Skipf("no objects at %s", set.path)
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
