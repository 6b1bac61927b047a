package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// sames are the ways in which many modules define one name.
var sames = []struct {
	name string
	in   engine.Input
	load func(e *engine.Engine, b *testing.B) // nil: they stay Added
}{
	{"added", engine.Input{Object: object("def same")}, nil},
	{"unknown", engine.Input{Source: &compiler.Source{Text: []byte("def same")}}, nil},
	{"failed", engine.Input{Source: &compiler.Source{Text: []byte("bad")}, Defines: []string{"same"}}, func(e *engine.Engine, b *testing.B) { e.Load(b.Context()) }},
	{"finalized", engine.Input{Object: object("weak same")}, func(e *engine.Engine, b *testing.B) {
		if err := e.Finalize(b.Context()); err != nil {
			b.Fatal(err)
		}
	}},
}

// BenchmarkSame is the cost of a module, from Add to Remove, among n that define the same name; and of a Lookup of
// that name that finds nothing to load.
func BenchmarkSame(b *testing.B) {
	for _, c := range sames {
		for _, n := range []int{1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				for b.Loop() {
					ms, add, load, look, remove := lifeOfSame(b, c.in, n, c.load)
					per := func(d time.Duration, unit string) { b.ReportMetric(float64(d.Nanoseconds())/float64(ms), unit) }
					per(add, "add-ns")
					per(load, "load-ns")
					per(look*time.Duration(n), "lookup-ns")
					per(remove, "remove-ns")
				}
			})
		}
	}
}

func lifeOfSame(b *testing.B, in engine.Input, n int, load func(*engine.Engine, *testing.B)) (modules int, add, loaded, look, remove time.Duration) {
	e, err := engine.New(engine.Config{Linker: rtdyld.Config{Memory: &memory{}}, Compiler: &asm{silent: true}})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	ctx := b.Context()
	ms := make([]*engine.Module, n)
	start := time.Now()
	took := func() time.Duration { d := time.Since(start); start = time.Now(); return d }
	for i := range ms {
		in.Name = fmt.Sprint("m", i)
		if ms[i], err = e.Add(ctx, in); err != nil {
			b.Fatal(err)
		}
	}
	add = took()
	if load != nil {
		load(e, b)
		loaded = took()
		for range 100 {
			e.Lookup(ctx, "same")
		}
		look = took() / 100
	}
	rest := ms[1:] // the others use the first one's definition once they are loaded
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(rest), func(i, k int) { rest[i], rest[k] = rest[k], rest[i] })
	start = time.Now()
	for _, m := range append(rest, ms[0]) {
		if err := e.Remove(ctx, m); err != nil {
			b.Fatal(err)
		}
	}
	return n, add, loaded, look, took()
}
