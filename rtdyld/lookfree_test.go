package rtdyld_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// pair is an object that defines two functions, a hidden one, and weakly one that others define, too.
func pair(t *testing.T, i int) *objfmt.ObjectImage {
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 64), Align: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("first", i), Type: 2, Bind: 1, Section: text, Value: 8, Size: 4})
	f.AddSymbol(objgen.ELFSymbol{Name: "weak", Type: 2, Bind: 2, Section: text, Value: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: "hidden", Type: 2, Bind: 1, Other: 2, Section: text, Value: 24})
	f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("second", i), Type: 2, Bind: 1, Section: text, Value: 32})
	return parse(t, fmt.Sprintf("pair%d.o", i), f.Bytes())
}

// TestLookupHeld: a look-up needs no lock, whatever operation has it, for names that are there and for those that are not.
func TestLookupHeld(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	objs, err := r.Load(t.Context(), pair(t, 0))
	if err != nil {
		t.Fatal(err)
	}
	o := objs[0]
	text := section(t, o, ".text").Addr
	giveUp := r.Hold()
	soon(t, func() {
		for name, at := range map[string]uint64{"first0": 8, "weak": 16, "second0": 32} {
			s, err := r.Lookup(name)
			if err != nil || s.Addr != text+at || s.Object != o || s.Kind != rtdyld.Func {
				t.Errorf("%s: %+v, %v", name, s, err)
			}
			if as, err := o.Lookup(name); err != nil || as != s {
				t.Errorf("%s, as its object sees it: %+v, %v", name, as, err)
			}
		}
		if s, err := r.Lookup("first0"); err != nil || s.Size != 4 {
			t.Errorf("size %d, %v", s.Size, err)
		}
		if s, err := o.Lookup("hidden"); err != nil || s.Addr != text+24 {
			t.Errorf("hidden: %+v, %v", s, err)
		}
		for _, name := range []string{"hidden", "nobody"} {
			if s, err := r.Lookup(name); !errors.Is(err, rtdyld.ErrUndefined) {
				t.Errorf("%s: %+v, %v", name, s, err)
			}
		}
	})
	giveUp()
	if n := testing.AllocsPerRun(100, func() { r.Lookup("first0") }); n != 0 {
		t.Errorf("a look-up costs %v allocations", n)
	}
	o.SetSeen(false) // as while its names are published
	if s, err := r.Lookup("first0"); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("of a batch that is published: %+v, %v", s, err)
	}
	o.SetSeen(true)
	if err := o.MapSectionAddress(0, 0x7000); err != nil {
		t.Fatal(err)
	}
	if s, err := r.Lookup("first0"); err != nil || s.Addr != 0x7008 {
		t.Errorf("moved: %+v, %v", s, err)
	}
	r.resolve()
	giveUp = r.Hold()
	soon(t, func() {
		if s, err := r.Lookup("first0"); err != nil || s.Addr != 0x7008 {
			t.Errorf("moved, and all know it: %+v, %v", s, err)
		}
	})
	giveUp()
	r.unload(o)
	if _, err := r.Lookup("first0"); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("unloaded: %v", err)
	}
	if _, err := o.Lookup("first0"); !errors.Is(err, rtdyld.ErrUnloaded) {
		t.Errorf("of an unloaded object: %v", err)
	}
}

// TestLookWhileLoading: who looks while objects come and go sees each batch whole or not at all, what stays at all times, and
// nothing under another name.
func TestLookWhileLoading(t *testing.T) {
	const n = 300
	r := newRig(t, rtdyld.Config{})
	stays := r.load("base")
	var loaded, gone atomic.Int64 // pairs that have been loaded, and that are about to go
	var wg sync.WaitGroup
	look := func(name string) (rtdyld.Symbol, bool) {
		s, err := r.Lookup(name)
		if err != nil && !errors.Is(err, rtdyld.ErrUndefined) {
			t.Error(err)
		}
		return s, err == nil
	}
	for range 3 {
		wg.Go(func() {
			for i := int64(0); i < n; {
				have := loaded.Load()
				if s, ok := look("base"); !ok || s.Object != stays[0] {
					t.Error("what stays is not there")
					return
				}
				one, other, apart := "first", "second", uint64(24)
				if i%2 == 0 {
					one, other, apart = other, one, -apart
				}
				s, ok := look(fmt.Sprint(one, i))
				if ok && s.Object.Name() != fmt.Sprintf("pair%d.o", i) || !ok && i < have && i >= gone.Load() {
					t.Errorf("%s%d of %d: %+v", one, i, have, s)
					return
				}
				if ok { // the other one may only be missing since the object goes
					if f, ok := look(fmt.Sprint(other, i)); !ok && i >= gone.Load() || ok && (f.Object != s.Object || f.Addr != s.Addr+apart) {
						t.Errorf("half of a pair: %+v, %+v", f, s)
						return
					}
				}
				if i < have {
					i++
				}
			}
		})
	}
	var objs []*rtdyld.Object
	for i := range n {
		some, err := r.Load(t.Context(), pair(t, i))
		if err != nil {
			t.Fatal(err)
		}
		loaded.Add(1)
		objs = append(objs, some...)
		if i%3 == 2 { // the newest: weak stays the first one's
			gone.Store(int64(i + 1))
			r.unload(objs[len(objs)-2:]...)
			objs = objs[:len(objs)-2]
		}
	}
	wg.Wait()
}

// TestLookClosed: who looks at a linker while it is closed finds what it had, or nothing, but not what the next linker has, which may
// have its memory.
func TestLookClosed(t *testing.T) {
	const n = 300
	var now atomic.Pointer[rig]
	now.Store(newRig(t, rtdyld.Config{}))
	var wg sync.WaitGroup
	var done atomic.Bool
	for range 3 {
		wg.Go(func() {
			for !done.Load() {
				r := now.Load()
				s, err := r.Lookup("weak")
				for range 3 {
					again, aerr := r.Lookup("weak")
					if err == nil && aerr == nil && again != s {
						t.Errorf("%+v, then %+v", s, again)
						return
					}
					if aerr == nil && again.Object.Name() != "pair0.o" {
						t.Errorf("of another linker: %+v", again)
						return
					}
					s, err = again, aerr
				}
			}
		})
	}
	for range n {
		r := now.Load()
		if _, err := r.Load(t.Context(), pair(t, 0)); err != nil {
			t.Fatal(err)
		}
		next := newRig(t, rtdyld.Config{})
		now.Store(next)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	done.Store(true)
	wg.Wait()
}
