package rtdyld_test

import (
	"fmt"
	"slices"
	"testing"

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
