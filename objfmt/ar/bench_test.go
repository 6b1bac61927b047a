package ar_test

import (
	"os"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
)

// eachBig runs f on an archive of 100,000 symbols in 1,000 members, in each kind
// of index, and on one of Debian's if it is there.
func eachBig(b *testing.B, f func(b *testing.B, data []byte, symbols int)) {
	for _, fl := range []objgen.ArFlavour{objgen.ArGNU, objgen.ArDarwin, objgen.ArCOFF} {
		data := big(fl, 1000, 100).Bytes()
		b.Run("100k-"+fl.String(), func(b *testing.B) { f(b, data, 100_000) })
	}
	for _, path := range realArchives[:1] {
		b.Run("libc", func(b *testing.B) {
			data, err := os.ReadFile(path)
			if err != nil {
				b.Skip(err)
			}
			n := 0
			for range parse(b, path, data).Symbols() {
				n++
			}
			f(b, data, n)
		})
	}
}

// BenchmarkIndex decodes the index, from the archive's first byte to the first
// symbol found.
func BenchmarkIndex(b *testing.B) {
	eachBig(b, func(b *testing.B, data []byte, symbols int) {
		b.ReportAllocs()
		for b.Loop() {
			a, err := ar.Parse("x.a", data)
			if err != nil {
				b.Fatal(err)
			}
			if _, _, err := a.Lookup("no such symbol"); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(symbols), "ns/symbol")
	})
}

// BenchmarkLookup finds every symbol once, in the order of the index, with hashes
// at hand; a miss has a name that the index lacks.
func BenchmarkLookup(b *testing.B) {
	eachBig(b, func(b *testing.B, data []byte, symbols int) {
		a := parse(b, "x.a", data)
		var names []string
		var hashes, misses []uint32
		for s := range a.Symbols() {
			names = append(names, s.Name)
			hashes = append(hashes, objfmt.HashName(s.Name))
			misses = append(misses, objfmt.HashName(s.Name+"?"))
		}
		for name, hashes := range map[string][]uint32{"hit": hashes, "miss": misses} {
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					for i, n := range names {
						if _, ok, err := a.LookupHash(n, hashes[i]); err != nil || ok != (name == "hit") {
							b.Fatal(n, ok, err)
						}
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(symbols), "ns/symbol")
			})
		}
	})
}

// BenchmarkWalk reads all headers.
func BenchmarkWalk(b *testing.B) {
	eachBig(b, func(b *testing.B, data []byte, _ int) {
		a := parse(b, "x.a", data)
		n := 0
		b.ReportAllocs()
		for b.Loop() {
			n = 0
			for m, err := range a.Members() {
				if err != nil {
					b.Fatal(err)
				}
				runtime.KeepAlive(m)
				n++
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/member")
	})
}

// BenchmarkSymbols walks the index without a table.
func BenchmarkSymbols(b *testing.B) {
	eachBig(b, func(b *testing.B, data []byte, symbols int) {
		a := parse(b, "x.a", data)
		b.ReportAllocs()
		for b.Loop() {
			for _, err := range a.Symbols() {
				if err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(symbols), "ns/symbol")
	})
}
