package linkmap_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/scratch"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// TestLongNames: many calls of a function whose name is long take no memory for a copy of it each, and demanglers are not asked for it.
func TestLongNames(t *testing.T) {
	const n = 2000
	long := "_Z1f" + strings.Repeat("P", 1<<18) + "v"
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: []byte(strings.Repeat("\xe8\x00\x00\x00\x00", n))})
	f.AddSymbol(objgen.ELFSymbol{Name: "_Z5shortv", Type: 2, Bind: 1, Section: text})
	sym := f.AddSymbol(objgen.ELFSymbol{Name: long, Bind: 1})
	var relocs []objgen.ELFReloc
	for i := range n {
		relocs = append(relocs, objgen.ELFReloc{Offset: uint64(5*i + 1), Sym: sym, Type: 4, Addend: -4})
	}
	f.AddRelocs(text, true, relocs)
	img, err := objfile.Parse("long.o", f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	l, err := rtdyld.New(scratch.Config())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	asked := 0
	demangle := func(name string) string {
		if asked++; len(name) > 1<<12 {
			t.Errorf("a name of %d bytes is demangled", len(name))
		}
		return name
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = linkmap.Collect(t.Context(), linkmap.Source{
		Linker: l, Objects: objs, Images: []*objfmt.ObjectImage{img}, External: []linkmap.External{{Name: long}}, Demangle: demangle, Disassembler: decoder,
	})
	runtime.ReadMemStats(&after)
	if err != nil || asked == 0 {
		t.Fatal(err)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 64<<20 {
		t.Errorf("it takes %d bytes", got)
	}
}
