package rtdyld_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestUnloadLetsLook: others look while Unload forgets very many names, and find none of them, whether it is
// forgotten already or not.
func TestUnloadLetsLook(t *testing.T) {
	img := manyNames(t)
	r := newRig(t, rtdyld.Config{})
	r.load("base")
	before := r.Names()
	for seen, end := false, time.Now().Add(time.Minute); !seen; { // who looks may come too late
		if time.Now().After(end) {
			t.Fatal("nobody looks while names are forgotten")
		}
		objs, err := r.Load(t.Context(), img)
		if err != nil {
			t.Fatal(err)
		}
		all := r.Names()
		looked := make(chan error)
		go func() {
			for {
				n := r.Names()
				if n == all {
					continue
				}
				var err error
				if n != before {
					seen = true
					_, err = r.Lookup("s65534") // one of the last
				}
				if n == before || seen {
					looked <- err
					return
				}
			}
		}()
		r.unload(objs...)
		if err := <-looked; seen && !errors.Is(err, rtdyld.ErrUndefined) {
			t.Fatalf("a name of what is being unloaded: %v", err)
		}
		if n := r.Names(); n != before {
			t.Fatalf("%d names stay, before %d", n, before)
		}
	}
}

// TestListsInSteps: lists that are made in steps are what iterators go over, and end with the object.
func TestListsInSteps(t *testing.T) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	for i := range 3*heed.Every + 5 {
		id := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 1+i%3)})
		f.AddSymbol(objgen.ELFSymbol{Name: "s", Section: id})
	}
	for _, layout := range []rtdyld.Layout{rtdyld.DefaultLayout, rtdyld.RuntimeDyld} {
		r := newRig(t, rtdyld.Config{Layout: layout})
		objs, err := r.Load(t.Context(), parse(t, "many.o", f.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		o := objs[0]
		symbols, sections := o.Symbols(), o.Sections()
		if want := slices.Collect(o.SymbolSeq()); len(symbols) != 3*heed.Every+5 || !slices.Equal(symbols, want) {
			t.Errorf("layout %d: %d symbols, want %d", layout, len(symbols), len(want))
		}
		ids := func(list []rtdyld.LoadedSection) (ids []objfmt.SectionID) {
			for i := range list {
				ids = append(ids, list[i].ID)
			}
			return ids
		}
		if want := ids(slices.Collect(o.SectionSeq())); len(sections) < 3*heed.Every+5 || !slices.Equal(ids(sections), want) {
			t.Errorf("layout %d: %d sections, want %d", layout, len(sections), len(want))
		}
		r.unload(objs...)
		if o.Symbols() != nil || o.Sections() != nil {
			t.Error("lists of an object that is unloaded")
		}
	}
}
