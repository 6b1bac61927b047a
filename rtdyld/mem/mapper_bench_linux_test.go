package mem_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// BenchmarkMapper brings a small object, 2 KiB of code, 512 bytes of constants and 256
// of data, to the executor and takes it away again: one at a time, and while 1,000 stay.
func BenchmarkMapper(b *testing.B) {
	for _, c := range []struct {
		name string
		open func(b *testing.B) mem.Mapper
	}{
		{"in-process", func(b *testing.B) mem.Mapper {
			m, err := mem.NewInProcess(mem.MapperConfig{})
			if err != nil {
				b.Skip(err)
			}
			b.Cleanup(func() { m.Close() })
			return m
		}},
		{"dual-mapped", dual(false)},
		{"dual-mapped-kept-writable", dual(true)},
	} {
		b.Run(c.name+"/cycle", func(b *testing.B) {
			l := newLoader(b, c.open(b))
			for b.Loop() {
				l.load()
				l.unload(1)
			}
		})
		b.Run(c.name+"/thousand", func(b *testing.B) {
			l := newLoader(b, c.open(b))
			for b.Loop() {
				for range 1000 {
					l.load()
				}
				l.unload(1000)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/object")
		})
	}
}

func dual(keep bool) func(b *testing.B) mem.Mapper {
	return func(b *testing.B) mem.Mapper {
		m, err := mem.NewDualMapped(mem.MapperConfig{KeepWritable: keep})
		if err != nil {
			b.Skip(err)
		}
		b.Cleanup(func() { m.Close() })
		return m
	}
}

// loader loads objects one behind the other.
type loader struct {
	b    *testing.B
	m    mem.Mapper
	segs [3]mem.Segment
	base [3]uint64
	next [3]uint64
	ids  []mem.InitID
}

func newLoader(b *testing.B, m mem.Mapper) *loader {
	const stripe = 64 << 20
	r, err := m.Reserve(b.Context(), 3*stripe, mem.Placement{})
	if err != nil {
		b.Fatal(err)
	}
	l := &loader{b: b, m: m}
	for k, kind := range []objfmt.Kind{objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable} {
		l.base[k] = r.Addr + uint64(k)*stripe
		l.next[k] = l.base[k]
		l.segs[k].Kind = kind
	}
	return l
}

func (l *loader) load() {
	unit := l.m.Traits().Unit
	for k, size := range []uint64{2048, 512, 256} {
		w, err := l.m.Prepare(l.b.Context(), l.next[k], size)
		if err != nil {
			l.b.Fatal(err)
		}
		w[0] = 1
		l.segs[k].Addr, l.segs[k].Size, l.segs[k].Mem = l.next[k], size, w
		l.next[k] += (size + unit - 1) &^ (unit - 1)
	}
	id, err := l.m.Initialize(l.b.Context(), mem.Initialization{Segments: l.segs[:]})
	if err != nil {
		l.b.Fatal(err)
	}
	l.ids = append(l.ids, id)
}

// unload takes the last n away and begins anew.
func (l *loader) unload(n int) {
	if err := l.m.Deinitialize(l.b.Context(), l.ids[len(l.ids)-n:]...); err != nil {
		l.b.Fatal(err)
	}
	l.ids = l.ids[:len(l.ids)-n]
	l.next = l.base
}
