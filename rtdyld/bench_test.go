package rtdyld_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

func benchManager(b *testing.B) *mem.Manager {
	b.Helper()
	m, err := mem.New(mem.Config{})
	if err != nil {
		b.Skip(err)
	}
	b.Cleanup(func() { m.Close() })
	return m
}

// loadOnce is the whole life of objects in a fresh linker.
func loadOnce(b *testing.B, m rtdyld.MemoryManager, imgs []*objfmt.ObjectImage, workers int) {
	ctx := context.Background()
	l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: near1{m}, Workers: workers, TLS: &anyTLS{}})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := l.Load(ctx, imgs...); err != nil {
		b.Fatal(err)
	}
	if err := l.Finalize(ctx); err != nil {
		b.Fatal(err)
	}
	if err := l.CloseContext(ctx); err != nil {
		b.Fatal(err)
	}
}

// near1 binds every name to one address that needs a stub.
type near1 struct{ rtdyld.MemoryManager }

func (near1) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		out[i] = rtdyld.Symbol{Addr: 0x20000, Kind: rtdyld.Func, Found: true}
	}
	return nil
}

// BenchmarkLoad loads, resolves, finalizes and unloads one small object in a fresh
// linker over the process's slab. median-ns is the figure to look at.
func BenchmarkLoad(b *testing.B) {
	for _, name := range []string{"base", "user", "cxx_1"} {
		b.Run(name, func(b *testing.B) {
			m := benchManager(b)
			img, err := objfile.Parse(name, file(b, name))
			if err != nil {
				b.Fatal(err)
			}
			defer img.Close()
			imgs := []*objfmt.ObjectImage{img}
			var took []time.Duration
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				loadOnce(b, m, imgs, 1)
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2]), "median-ns")
		})
	}
}

// BenchmarkArchive loads all members of a Debian archive in one batch.
func BenchmarkArchive(b *testing.B) {
	const lib = "/usr/lib/x86_64-linux-gnu/"
	for _, name := range []string{"liblua5.4.a", "libsqlite3.a"} {
		b.Run(name, func(b *testing.B) {
			if err := citest.Missing(lib + name); err != nil {
				b.Skip(err)
			}
			a, err := ar.Open(lib + name)
			if err != nil {
				b.Fatal(err)
			}
			defer a.Close()
			imgs, err := rtdyld.CollectAll(b.Context(), nil, []*ar.Archive{a})
			if err != nil {
				b.Fatal(err)
			}
			m := benchManager(b)
			relocs := 0
			for _, img := range imgs {
				defer img.Close()
				for i := range img.Sections {
					relocs += len(img.Sections[i].Raw) / 24
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				loadOnce(b, m, imgs, 1)
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(relocs), "ns/reloc")
		})
	}
}
