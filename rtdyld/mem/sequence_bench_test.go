package mem_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// step is an object of some bytes of code with two holes, as constants of 64 bits and as what is called, and the jump to a continuation.
func step(size int) []byte {
	f := &objgen.ELF{Is64: true, Machine: 62}
	code := make([]byte, size)
	code[size-5] = 0xe9
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: code, Align: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: "stencil", Bind: 1, Type: 2, Section: text})
	name := func(s string) uint32 { return f.AddSymbol(objgen.ELFSymbol{Name: s, Bind: 1}) }
	f.AddRelocs(text, true, []objgen.ELFReloc{
		{Offset: 2, Type: 1, Sym: name("a")},
		{Offset: 11, Type: 4, Addend: -4, Sym: name("b")},
		{Offset: uint64(size - 4), Type: 4, Addend: -4, Sym: name("continue")},
	})
	return f.Bytes()
}

// BenchmarkSequence makes and releases functions of 100 stencils each, of which half are 24 bytes long, the others 64.
func BenchmarkSequence(b *testing.B) {
	mapper, err := mem.NewDualMapped(mem.MapperConfig{KeepWritable: true})
	if err != nil {
		b.Skip(err)
	}
	m, err := mem.NewManager(mapper, mem.Config{})
	if err != nil {
		b.Fatal(err)
	}
	ctx := b.Context()
	var all []*rtdyld.Template
	for _, size := range []int{24, 64} {
		img, err := objfile.Parse("step.o", step(size))
		if err != nil {
			b.Fatal(err)
		}
		t, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Holes: []string{"a", "b"}, Continuations: []string{"continue"}})
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, t)
	}
	set, err := rtdyld.NewStencils(rtdyld.StencilsConfig{Memory: m, Open: true, Publish: mem.Publish}, all...)
	if err != nil {
		b.Fatal(err)
	}
	probe, err := m.Allocate(ctx, []rtdyld.Request{{Kind: 1, Size: 16, Align: 16}})
	if err != nil {
		b.Fatal(err)
	}
	near := probe.Blocks()[0].Addr
	q := set.NewSequence()
	b.ReportAllocs()
	for b.Loop() {
		q.Reset()
		for i := range 100 {
			q.Append(i&1, uint64(i), near)
		}
		q.Link(99, 0, 0)
		f, err := q.Make(ctx)
		if err != nil {
			b.Fatal(err)
		}
		if err := f.Release(ctx); err != nil {
			b.Fatal(err)
		}
	}
}
