package coff_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/coff"
)

// benchSets are objects to measure with: the project's own, and Debian's archives
// where they are installed.
var benchSets = []struct{ name, path string }{
	{"own", "../../testdata/coff-*/*.o"},
	{"libstdc++", "/usr/lib/gcc/x86_64-w64-mingw32/12-posix/libstdc++.a"},
	{"libstdc++-i386", "/usr/lib/gcc/i686-w64-mingw32/12-posix/libstdc++.a"},
	{"mingwex", "/usr/x86_64-w64-mingw32/lib/libmingwex.a"},
	{"kernel32", "/usr/x86_64-w64-mingw32/lib/libkernel32.a"},
}

// benchSet returns the objects that a pattern of files and archives names.
func benchSet(tb testing.TB, pattern string) (objects [][]byte) {
	tb.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		tb.Fatal(err)
	}
	for _, path := range paths {
		if filepath.Ext(path) == ".o" {
			data, err := os.ReadFile(path)
			if err != nil {
				tb.Fatal(err)
			}
			objects = append(objects, data)
			continue
		}
		for _, m := range members(tb, path) {
			objects = append(objects, m.data)
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
					img, err := coff.Parse(objfmt.NewBuffer("bench.o", o))
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
				img, err := coff.Parse(objfmt.NewBuffer("bench.o", o))
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
