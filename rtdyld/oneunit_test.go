package rtdyld_test

import (
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// hiding is an image that mentions a name as hidden.
func hiding(t *testing.T, object, name string) *objfmt.ObjectImage {
	img := images(t, object)[0]
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if img.SymbolName(objfmt.SymbolID(i)) == name {
			img.Symbols[i].Vis = objfmt.VisHidden
			img.HasHidden = true
			return img
		}
	}
	t.Fatalf("%s has no name %s", object, name)
	return nil
}

// TestOneUnitHidden: where all batches are one unit, a batch may hide a name that another one had
// entered before for all to see. Groups, definitions and common symbols of that name stay whose they
// are, whatever is unloaded, and nothing is left.
func TestOneUnitHidden(t *testing.T) {
	load := func(r *rig, img *objfmt.ObjectImage) *rtdyld.Object {
		t.Helper()
		objs, err := r.Load(t.Context(), img)
		if err != nil {
			t.Fatal(err)
		}
		return objs[0]
	}
	rigOf := func(t *testing.T) *rig { return newRig(t, rtdyld.Config{OneUnit: true}) }
	done := func(t *testing.T, r *rig) {
		t.Helper()
		if s := r.Sizes(); s.Names != 0 || len(r.Objects()) != 0 {
			t.Errorf("left: %+v\n%s", s, r.Dump())
		}
	}
	t.Run("group", func(t *testing.T) {
		r := rigOf(t)
		first := r.load("comdat_1")[0]
		img := hiding(t, "comdat_order", "f")
		img.Groups = nil // another f, of no group
		for i := range img.Sections {
			img.Sections[i].Group = 0
		}
		second := load(r, img)
		r.finalize()
		r.unload(first)
		if e, err := second.Explain("f"); err != nil || e.Definition == nil || e.Definition.Object != second {
			t.Errorf("f is %+v, %v", e, err)
		}
		r.unload(second)
		done(t, r)
	})
	t.Run("common", func(t *testing.T) {
		r := rigOf(t)
		r.load("x_common8")
		load(r, hiding(t, "x_use", "x"))
		r.finalize()
		r.load("third=x_common8") // the same size: it is one with that which is in use
		r.finalize()
		if a, b := r.word("usex", 0), r.addr("x"); a != b {
			t.Errorf("usex is %#x, x at %#x", a, b)
		}
		r.unload(r.Objects()...)
		done(t, r)
	})
	t.Run("owner gone", func(t *testing.T) {
		r := rigOf(t)
		first := r.load("x_strong")[0]
		load(r, hiding(t, "x_use", "x"))
		r.load("undef")
		if err := r.Resolve(t.Context()); !errors.Is(err, rtdyld.ErrUndefined) {
			t.Fatal(err)
		}
		r.unload(first) // nothing has been relocated with it
		third := r.load("third=x_strong")[0]
		if s, err := third.Lookup("x"); err != nil || s.Object != third {
			t.Errorf("x is %+v, %v", s, err)
		}
		r.unload(r.Objects()...)
		done(t, r)
	})
}
