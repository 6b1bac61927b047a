package mem_test

import (
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// stencil is an object of 200 bytes of code with four holes.
func stencil(b testing.TB) []byte {
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 200), Align: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: "stencil", Bind: 1, Type: 2, Section: text})
	var relocs []objgen.ELFReloc
	for i, name := range []string{"a", "b", "c", "d"} {
		relocs = append(relocs, objgen.ELFReloc{Offset: uint64(20 + 40*i), Type: 2, Addend: -4, Sym: f.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1})})
	}
	f.AddRelocs(text, true, relocs)
	return f.Bytes()
}

var holes = []string{"a", "b", "c", "d"}

// BenchmarkTemplate makes and releases instances of a template with four holes, one by one and in batches, beside a loop that only copies and patches.
func BenchmarkTemplate(b *testing.B) {
	mapper, err := mem.NewDualMapped(mem.MapperConfig{KeepWritable: true})
	if err != nil {
		b.Skip(err)
	}
	m, err := mem.NewManager(mapper, mem.Config{})
	if err != nil {
		b.Fatal(err)
	}
	img, err := objfile.Parse("stencil.o", stencil(b))
	if err != nil {
		b.Fatal(err)
	}
	ctx := b.Context()
	t, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Memory: m, Open: true, Holes: holes})
	if err != nil {
		b.Fatal(err)
	}
	first, err := t.Instantiate(ctx, 0x1000, 0x1000, 0x1000, 0x1000)
	if err == nil {
		b.Fatal("out of reach, and no error")
	}
	_ = first
	probe, err := m.Allocate(ctx, []rtdyld.Request{{Kind: 1, Size: 16, Align: 16}})
	if err != nil {
		b.Fatal(err)
	}
	near := probe.Blocks()[0].Addr
	b.Run("one", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			in, err := t.Instantiate(ctx, near, near+64, near+128, near+192)
			if err != nil {
				b.Fatal(err)
			}
			if err := in.Release(ctx); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, n := range []int{16, 256, 4096} {
		out, values := make([]rtdyld.Instance, n), make([]uint64, 4*n)
		for i := range values {
			values[i] = near + uint64(i)
		}
		b.Run(fmt.Sprintf("batch-of-%d", n), func(b *testing.B) {
			b.ReportAllocs()
			var making time.Duration
			for b.Loop() {
				start := time.Now()
				if err := t.InstantiateAll(ctx, values, out); err != nil {
					b.Fatal(err)
				}
				making += time.Since(start)
				if err := rtdyld.ReleaseAll(ctx, out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/instance")
			b.ReportMetric(float64(making.Nanoseconds())/float64(b.N*n), "ns/made")
		})
	}
	b.Run("loop", func(b *testing.B) {
		dst, master := make([]byte, 256*208), make([]byte, 200)
		for b.Loop() {
			for i := range 256 {
				at := dst[i*208:][:200]
				copy(at, master)
				for k, off := range [...]uint64{20, 60, 100, 140} {
					v := near + uint64(k*64) - 4 - (near + uint64(i*208) + off)
					if int64(v) != int64(int32(v)) {
						b.Fatal("out of range")
					}
					binary.LittleEndian.PutUint32(at[off:], uint32(v))
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*256), "ns/instance")
	})
}
