package rtdyld_test

import (
	"errors"
	"io"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestUnloadedIsEmpty: an object that is unloaded shows nothing of another that has its memory now; the other is as it would be without it. The same
// holds where an operation is at work that has begun before, whose Resolver unloads an object and loads another.
func TestUnloadedIsEmpty(t *testing.T) {
	for _, spoiled := range []bool{false, true} {
		end := func() bool { return true }
		if spoiled {
			end = rtdyld.SpoilInsides()
		}
		t.Run("unload", unloadedIsEmpty)
		t.Run("resolve", func(t *testing.T) { unloadedMeanwhile(t, (*rig).finalize) })
		t.Run("save", func(t *testing.T) {
			unloadedMeanwhile(t, func(r *rig, _ ...*rtdyld.Object) {
				if err := r.Save(t.Context(), io.Discard, rtdyld.SaveConfig{}); !errors.Is(err, rtdyld.ErrNotSavable) {
					t.Errorf("what is unloaded is saved: %v", err)
				}
			})
		})
		if !end() {
			t.Error("what all unloaded objects show has been written")
		}
	}
}

func unloadedIsEmpty(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	gone := r.load("base")[0]
	r.finalize()
	r.unload(gone)
	next := r.load("base")[0]
	r.finalize()
	checkUnloaded(r, gone, next)
}

// unloadedMeanwhile has a Resolver unload what is worked on.
func unloadedMeanwhile(t *testing.T, work func(*rig, ...*rtdyld.Object)) {
	var r *rig
	var gone, next *rtdyld.Object
	r = newRig(t, rtdyld.Config{Image: true, Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
		if next == nil {
			r.unload(gone)
			next = r.load("base")[0]
		}
		for i := range refs {
			out[i] = rtdyld.Symbol{Addr: 0x1000, Found: true}
		}
		return nil
	})})
	gone = r.load("base")[0]
	r.load("abs32")
	work(r)
	if next == nil {
		t.Fatal("nothing was resolved")
	}
	checkUnloaded(r, gone, next)
	r.finalize()
	checkUnloaded(r, gone, next)
}

// checkUnloaded checks an object that is gone and the one that was loaded then.
func checkUnloaded(r *rig, gone, next *rtdyld.Object) {
	t := r.t
	t.Helper()
	if s, b, m := gone.Sections(), gone.Blocks(), gone.Made(); len(s)+len(b)+len(m)+len(gone.Symbols()) != 0 || gone.Counts() != (rtdyld.Counts{}) {
		t.Errorf("the object that went has sections %v, blocks %v, entries %v, symbols %v", s, b, m, gone.Symbols())
	}
	if gone.SectionAddress(0) != 0 || gone.State() != rtdyld.Unloaded || gone.Image() == nil || gone.Contains(r.addr("base")) {
		t.Errorf("the object that went is at %#x, %v", gone.SectionAddress(0), gone.State())
	}
	if len(next.Sections()) == 0 || !next.Contains(r.addr("base")) || next.Counts().Sections == 0 {
		t.Errorf("the next one has sections %v", next.Sections())
	}
}
