package mem

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// contents is what is written to blocks.
var contents = bytes.Repeat([]byte{0x90}, 8<<20)

// cycle is the life of an object's memory, contents written.
func cycle(b *testing.B, m *Manager, reqs []rtdyld.Request) {
	ctx := context.Background()
	a, err := m.Allocate(ctx, reqs)
	if err != nil {
		b.Fatal(err)
	}
	for _, k := range a.Blocks() {
		copy(k.Mem, contents)
	}
	if err := a.Finalize(ctx); err != nil {
		b.Fatal(err)
	}
	if err := a.Release(ctx); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkSmallObject allocates, writes, finalizes and releases code of 2 KiB,
// 512 bytes of constants and 256 of data. median-ns is the figure to look at.
func BenchmarkSmallObject(b *testing.B) {
	for _, c := range []struct {
		name string
		cfg  Config
	}{{"shared", Config{}}, {"apart", Config{PagesApart: true}}, {"at-once", Config{ReleaseBatch: -1}}} {
		b.Run(c.name, func(b *testing.B) {
			median(b, manager(b, c.cfg), small())
		})
	}
}

// median runs cycles and reports the median of their times.
func median(b *testing.B, m *Manager, reqs []rtdyld.Request) {
	var took []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		cycle(b, m, reqs)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2]), "median-ns")
	b.ReportMetric(float64(took[len(took)*99/100]), "p99-ns")
}

// BenchmarkSmallObjectParallel does the same on all processors in one manager.
func BenchmarkSmallObjectParallel(b *testing.B) {
	for _, apart := range []bool{false, true} {
		b.Run(fmt.Sprintf("apart=%v", apart), func(b *testing.B) {
			m := manager(b, Config{PagesApart: apart})
			b.RunParallel(func(pb *testing.PB) {
				reqs := small()
				for pb.Next() {
					cycle(b, m, reqs)
				}
			})
		})
	}
}

// BenchmarkAllocate3000 is the cost of the blocks of a batch of 1,000 objects,
// nothing written.
func BenchmarkAllocate3000(b *testing.B) {
	m := manager(b, Config{})
	var reqs []rtdyld.Request
	for range 1000 {
		reqs = append(reqs, small()...)
	}
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		a, err := m.Allocate(ctx, reqs)
		if err != nil {
			b.Fatal(err)
		}
		if err := a.Release(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPiece is the life of a piece of code of one size, with and without
// huge pages: where the second wins, hugeMin is too low.
func BenchmarkPiece(b *testing.B) {
	for _, kb := range []uint64{64, 256, 512, 1024, 1536, 2048, 3072, 8192} {
		for name, cfg := range map[string]Config{"huge": {}, "plain": {NoHuge: true}} {
			b.Run(fmt.Sprintf("%dKiB/%s", kb, name), func(b *testing.B) {
				m := manager(b, cfg)
				reqs := []rtdyld.Request{code(kb << 10)}
				for b.Loop() {
					cycle(b, m, reqs)
				}
			})
		}
	}
}

// BenchmarkFirst is what the first object of a process pays: the manager, a slab,
// everything unmapped again.
func BenchmarkFirst(b *testing.B) {
	for name, cfg := range map[string]Config{"any": {}, "near": {Near: 0x5000_0000_0000}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m, err := New(cfg)
				if err != nil {
					b.Fatal(err)
				}
				cycle(b, m, small())
				if err := m.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
