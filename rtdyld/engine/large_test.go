package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// largeText defines names, and so many others that they are entered and left in steps.
func largeText(prefix string, names ...string) string {
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintln(&b, "weak", name)
	}
	for i := range heed.Every + 1 {
		fmt.Fprintf(&b, "def %s%d\n", prefix, i)
	}
	return b.String()
}

// TestLargeModules: modules whose names are entered and left in steps are found like others: the first that was
// added and did not fail, whole archives and parts of them, as long as they are there.
func TestLargeModules(t *testing.T) {
	r := newRig(t, engine.Config{})
	add := func(name, text string) *engine.Module {
		t.Helper()
		m, err := r.Add(t.Context(), engine.Input{Name: name, Object: object(text)})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	bad, err := r.Add(t.Context(), engine.Input{Name: "bad", Source: &compiler.Source{Text: []byte("bad")}, Defines: append(slices.Repeat([]string{"other"}, heed.Every), "x")})
	if err != nil {
		t.Fatal(err)
	}
	var archive objgen.Ar
	for i := range heed.Every + 1 {
		archive.Members = append(archive.Members, objgen.ArMember{Name: fmt.Sprint("m", i, ".o"), Data: object(fmt.Sprint("weak x\ndef member", i))})
	}
	many, err := r.Add(t.Context(), engine.Input{Name: "many", Archive: archive.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	a := add("a", largeText("a", "x", "y"))
	small := add("small", "weak x\nweak y")
	b := add("b", largeText("b", "x"))
	// bad is tried once, and last from then on.
	if _, err := r.Lookup(t.Context(), "x"); err == nil {
		t.Error("bad is found")
	}
	order := []*engine.Module{many, a, small, b}
	if _, err := r.Lookup(t.Context(), "member7"); err != nil || many.State() != engine.Finalized {
		t.Fatal(err, many.State())
	}
	if n := len(many.Objects()); n != 1 {
		t.Errorf("%d objects of an archive", n)
	}
	for i, m := range order {
		for _, later := range order[i+1:] {
			if later.State() != engine.Added {
				t.Errorf("%s is %v before %s has gone", later.Name(), later.State(), m.Name())
			}
		}
		s, err := r.Lookup(t.Context(), "x")
		if err != nil || m.State() != engine.Finalized || !slices.Contains(m.Objects(), s.Object) {
			t.Fatalf("x: %v, %s is %v", err, m.Name(), m.State())
		}
		if err := r.Remove(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Lookup(t.Context(), m.Name()+"7"); !errors.Is(err, engine.ErrNotFound) {
			t.Errorf("a name of %s that has gone: %v", m.Name(), err)
		}
	}
	if _, err := r.Lookup(t.Context(), "x"); err == nil || errors.Is(err, engine.ErrNotFound) || bad.State() != engine.Failed {
		t.Errorf("of what failed: %v", err)
	}
	if _, err := r.Lookup(t.Context(), "y"); !errors.Is(err, engine.ErrNotFound) {
		t.Errorf("y: %v", err)
	}
	if err := r.Remove(t.Context(), bad); err != nil {
		t.Error(err)
	}
	for start := time.Now(); engine.Indexed(r.Engine) > 0; time.Sleep(time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatalf("%d names are left", engine.Indexed(r.Engine))
		}
	}
}

// watcher is a context that looks names up when it is looked at.
type watcher struct {
	*heedtest.Looks
	look func()
}

func (w *watcher) Err() error {
	w.look()
	return w.Looks.Err()
}

// TestLargeHidden: no name of a module is found before all are, nor after its Add has ended with its context; others are let in
// meanwhile, which come after it.
func TestLargeHidden(t *testing.T) {
	in := engine.Input{Name: "large", Object: object(largeText("a", "x") + largeText("b") + largeText("c"))}
	count := newRig(t, engine.Config{})
	all := heedtest.Endless()
	if _, err := count.Add(all, in); err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(15, 13))
	for i := range 12 {
		r := newRig(t, engine.Config{})
		left := heedtest.Endless()
		if i > 0 {
			left = heedtest.EndsAfter(all.Seen() - 1 - rnd.IntN(5))
		}
		looks, found := 0, false
		var other *engine.Module
		w := &watcher{Looks: left, look: func() {
			if looks++; looks == all.Seen() {
				var ms []*engine.Module
				for _, name := range []string{"gone", "other", "later"} {
					m, err := r.Add(t.Context(), engine.Input{Name: name, Object: object("weak x")})
					if err != nil {
						t.Fatal(err)
					}
					ms = append(ms, m)
				}
				if err := r.Remove(t.Context(), ms[0]); err != nil {
					t.Error(err)
				}
				other = ms[1]
				if _, err := r.Lookup(t.Context(), "x"); err != nil || other.State() != engine.Finalized || ms[2].State() != engine.Added {
					t.Errorf("x beside what is not found: %v, other is %v, later %v", err, other.State(), ms[2].State())
				}
			}
			_, err := r.Lookup(t.Context(), "a1")
			found = found || err == nil
		}}
		m, err := r.Add(w, in)
		if found {
			t.Error("a name is found before all are entered")
		}
		_, lookup := r.Lookup(t.Context(), "a1")
		if i == 0 {
			if err != nil || lookup != nil || m.State() != engine.Finalized || other == nil {
				t.Fatal(err, lookup, other)
			}
			continue
		}
		if !errors.Is(err, context.Canceled) || !errors.Is(lookup, engine.ErrNotFound) {
			t.Errorf("Add: %v, Lookup: %v", err, lookup)
		}
		if m, err = r.Add(t.Context(), in); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Lookup(t.Context(), "c7"); err != nil || m.State() != engine.Finalized {
			t.Error(err, m.State())
		}
	}
}
