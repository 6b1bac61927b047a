package symbolize_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// loadMany makes n objects of one file, each of a linker of its own, in one address
// space, and tells the symbolizer of one after the other. It returns the address of
// _ZN4deep3runEi in each.
func loadMany(b *testing.B, s *symbolize.Symbolizer, path string, n int) (objs []*rtdyld.Object, at []uint64) {
	m := newMemory(0x10000000)
	img := open(b, path)
	for range n {
		l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: anywhere, Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		got, err := l.Load(b.Context(), img)
		if err == nil {
			err = l.Finalize(b.Context())
		}
		if err != nil {
			b.Fatal(err)
		}
		at = append(at, symbolOf(b, got[0], "_ZN4deep3runEi").Addr)
		objs = append(objs, got[0])
	}
	return objs, at
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	return ms.HeapAlloc
}

// BenchmarkSymbolize asks for addresses in turn; bytes an object are those that the
// Symbolizer keeps, without and with lines.
func BenchmarkSymbolize(b *testing.B) {
	path := compile(b, "scene.cc", "g++", "-g", "-O2")
	for _, n := range []int{1, 100, 10000} {
		b.Run(fmt.Sprintf("objects=%d", n), func(b *testing.B) {
			s := symbolize.New()
			objs, at := loadMany(b, s, path, n)
			before := heap()
			for i := range objs {
				s.Finalized(objs[i : i+1])
			}
			plain := heap()
			if err := s.Load(); err != nil {
				b.Fatal(err)
			}
			lines := heap()
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				if l, ok := s.Symbolize(at[i] + 9); !ok || l.Line == 0 {
					b.Fatal(l)
				}
				if i++; i == len(at) {
					i = 0
				}
			}
			b.ReportMetric(float64(plain-before)/float64(n), "B/object")
			b.ReportMetric(float64(lines-plain)/float64(n), "B-lines/object")
		})
	}
}

// BenchmarkFinalized adds and removes objects one by one.
func BenchmarkFinalized(b *testing.B) {
	path := compile(b, "scene.cc", "g++", "-g", "-O2")
	for _, n := range []int{100, 10000} {
		b.Run(fmt.Sprintf("objects=%d", n), func(b *testing.B) {
			s := symbolize.New()
			objs, _ := loadMany(b, s, path, n)
			for b.Loop() {
				for i := range objs {
					s.Finalized(objs[i : i+1])
				}
				for i := range objs {
					s.Unloading(objs[i : i+1])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/object")
		})
	}
}

// BenchmarkRead reads the debug information of a real archive.
func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		s := symbolize.New()
		b.StopTimer()
		loadArchive(b, archives[1].path, s)
		b.StartTimer()
		if err := s.Load(); err != nil {
			b.Fatal(err)
		}
	}
}
