package engine_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// TestUnusedName: a name that no relocation refers to takes a member out of an archive, as
// in static links, and fails nothing where nobody has it, nor is anything compiled to
// look for it.
func TestUnusedName(t *testing.T) {
	mentions := func(name string) []byte {
		f := &objgen.ELF{Is64: true, Machine: 62}
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 16)})
		f.AddSymbol(objgen.ELFSymbol{Name: "main_" + name, Bind: 1, Type: 2, Section: text, Size: 16})
		f.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1})
		return f.Bytes()
	}
	r := newRig(t, engine.Config{})
	lib, err := r.Add(t.Context(), engine.Input{Name: "lib.a", Archive: (&objgen.Ar{Members: []objgen.ArMember{
		{Name: "one.o", Data: object("def one")}, {Name: "two.o", Data: object("def two")},
	}}).Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	source := r.add("source", "def nobody_asks_for_it")
	for _, name := range []string{"one", "nobody"} {
		if _, err := r.Add(t.Context(), engine.Input{Name: name + ".o", Object: mentions(name)}); err != nil {
			t.Fatal(err)
		}
		r.lookup("main_" + name)
	}
	if objs := lib.Objects(); len(objs) != 1 || objs[0].Name() != "lib.a(one.o)" {
		t.Errorf("%d members are loaded", len(objs))
	}
	state(t, source, engine.Added)
}
