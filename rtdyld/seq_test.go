package rtdyld_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestSeq: iterators go over what the lists have, in that order, in each layout, and in
// listeners of an object that goes.
func TestSeq(t *testing.T) {
	for _, cfg := range []rtdyld.Config{{}, {BySection: true}, {AllSections: true}, {Layout: rtdyld.RuntimeDyld}} {
		ev := &events{}
		cfg.Listeners, cfg.Resolver = []rtdyld.Listener{ev}, phony(far)
		r := newRig(t, cfg)
		objs := slices.Concat(r.load("user"), r.load("x_weak", "comdat_1", "hidden_2"), r.load("base"))
		check := func(when string) {
			t.Helper()
			if got := slices.Collect(r.ObjectSeq()); !slices.Equal(got, r.Objects()) || len(got) == 0 {
				t.Errorf("%v %s: %d objects, want %d", cfg.Layout, when, len(got), len(r.Objects()))
			}
			for _, o := range objs {
				got, want := fmt.Sprint(slices.Collect(o.SectionSeq())), fmt.Sprint(o.Sections())
				if got != want {
					t.Errorf("%v %s: %s: sections\n%s, want\n%s", cfg.Layout, when, o.Name(), got, want)
				}
				if got, want := slices.Collect(o.SymbolSeq()), o.Symbols(); !slices.Equal(got, want) {
					t.Errorf("%v %s: %s: symbols\n%v, want\n%v", cfg.Layout, when, o.Name(), got, want)
				}
				checkAppended(t, o)
			}
		}
		check("loaded")
		r.finalize()
		check("finalized")
		symbols := 0
		for range objs[0].SymbolSeq() {
			symbols++
		}
		going := 0
		ev.inside = func(event string) {
			for range objs[0].SymbolSeq() {
				going++
			}
			checkAppended(t, objs[0])
		}
		r.unload(objs[0])
		if going != symbols || symbols == 0 {
			t.Errorf("%v: a listener goes over %d symbols of %d", cfg.Layout, going, symbols)
		}
		ev.inside = nil
		for range objs[0].SymbolSeq() {
			t.Errorf("%v: an unloaded object has symbols", cfg.Layout)
		}
		for range objs[0].SectionSeq() {
			t.Errorf("%v: an unloaded object has sections", cfg.Layout)
		}
		checkAppended(t, objs[0])
	}
}

// checkAppended compares what is appended to lists, behind what is there, with the lists of the other methods.
func checkAppended(t *testing.T, o *rtdyld.Object) {
	t.Helper()
	first := []rtdyld.LoadedSection{{Name: "first"}}
	if got, want := fmt.Sprint(o.AppendSections(first)), fmt.Sprint(append(first, o.Sections()...)); got != want {
		t.Errorf("%s: sections\n%s, want\n%s", o.Name(), got, want)
	}
	one := []rtdyld.LoadedSymbol{{Name: "first"}}
	if got, want := o.AppendSymbols(one), append(one, o.Symbols()...); !slices.Equal(got, want) {
		t.Errorf("%s: symbols\n%v, want\n%v", o.Name(), got, want)
	}
	globals := slices.DeleteFunc(o.Symbols(), func(s rtdyld.LoadedSymbol) bool { return s.Bind == objfmt.BindLocal })
	if got, want := o.AppendGlobals(one), append(one, globals...); !slices.Equal(got, want) {
		t.Errorf("%s: global symbols\n%v, want\n%v", o.Name(), got, want)
	}
	made := []rtdyld.Made{{Symbol: "first"}}
	got, err := o.AppendMade(t.Context(), made)
	if want := append(made, o.Made()...); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: made\n%v, want\n%v; %v", o.Name(), got, want, err)
	}
}

// TestAppendAllocates: lists that are used again cost nothing.
func TestAppendAllocates(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: phony(far), Stubs: rtdyld.StubsExternal})
	objs := slices.Concat(r.load("user"), r.load("x_weak", "comdat_1"), r.load("base"))
	r.finalize()
	var sections []rtdyld.LoadedSection
	var symbols []rtdyld.LoadedSymbol
	var made []rtdyld.Made
	pass := func() {
		for _, o := range objs {
			sections, symbols = o.AppendSections(sections[:0]), o.AppendSymbols(symbols[:0])
			made, _ = o.AppendMade(t.Context(), made[:0])
			if len(sections) == 0 || len(symbols) == 0 {
				t.Errorf("%s: %d sections, %d symbols", o.Name(), len(sections), len(symbols))
			}
		}
	}
	pass()
	if n := testing.AllocsPerRun(10, pass); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if made, _ = objs[0].AppendMade(t.Context(), nil); len(made) == 0 {
		t.Error("nothing was made for user")
	}
}

// TestSeqChanges: the body of a loop may change what the loop goes over.
func TestSeqChanges(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	all := slices.Concat(r.load("x_strong"), r.load("comdat_1", "hidden_1"), r.load("hidden_2"))
	seen := 0
	for o := range r.ObjectSeq() {
		seen++
		r.unload(o)
		for range o.SectionSeq() {
			t.Error("a section of an unloaded object")
		}
	}
	if seen != len(all) || len(r.Objects()) != 0 {
		t.Errorf("%d of %d objects seen, %d are left", seen, len(all), len(r.Objects()))
	}
	o := r.load("base")[0]
	for range o.SymbolSeq() {
		r.unload(o)
	}
	r.load("base")
	for range r.ObjectSeq() {
		break
	}
	if n := testing.AllocsPerRun(10, func() {
		for range r.ObjectSeq() {
		}
	}); n > 0 {
		t.Errorf("%v allocations for a loop over objects", n)
	}
}
