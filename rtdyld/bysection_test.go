package rtdyld_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestBySection: every section has a request of its own with its name and number, and a
// link of sections that lie at the same addresses as in one piece gives the same bytes.
func TestBySection(t *testing.T) {
	for _, names := range [][]string{
		{"call", "call_ext", "relax"}, {"cxx_1", "cxx_2"}, {"own", "call_ext"}, {"comdat_1", "comdat_2"}, {"large", "call_ext"},
	} {
		t.Run(strings.Join(names, "+"), func(t *testing.T) {
			cfg := rtdyld.Config{Resolver: phony(0x123456)}
			whole := newRig(t, cfg)
			want := whole.load(names...)
			where := map[string]uint64{}
			for _, o := range want {
				for _, s := range o.Sections() {
					where[fmt.Sprint(o.Name(), s.ID)] = s.Addr
				}
			}
			whole.finalize()

			cfg.BySection, cfg.CodeModel = true, rtdyld.LargeModel
			m := &memory{next: 0x10000000, place: func(_ int, r rtdyld.Request) uint64 { return where[fmt.Sprint(r.Object, r.Section)] }}
			cfg.Memory = m
			apart := newRig(t, cfg)
			got := apart.load(names...)
			apart.finalize()
			if a, b := contents(want), contents(got); !slices.Equal(a, b) {
				t.Errorf("contents differ:\n%s\nwant\n%s", strings.Join(b, "\n"), strings.Join(a, "\n"))
			}
			asked := map[string]bool{}
			for _, r := range m.reqs {
				key := fmt.Sprint(r.Object, r.Section)
				if asked[key] {
					t.Errorf("%s section %d is asked for twice", r.Object, r.Section)
				}
				asked[key] = true
				if r.Name == "" || r.CodeModel != rtdyld.LargeModel || r.Image == nil || r.Image.Name != r.Object {
					t.Errorf("request %+v", r)
				}
				if int(r.Section) < len(r.Image.Sections) && r.Image.SectionName(r.Section) != r.Name {
					t.Errorf("section %d is %s, asked for as %s", r.Section, r.Image.SectionName(r.Section), r.Name)
				}
			}
			for key := range where {
				if !asked[key] {
					t.Errorf("%s is not asked for", key)
				}
			}
			for _, o := range got {
				if bs := o.Blocks(); len(bs) == 0 {
					t.Errorf("%s has no blocks", o.Name())
				}
			}
		})
	}
}

// TestBySectionFar: sections that a manager scatters are reached by stubs behind each of
// them where the target has branches that reach less far, and are a range error where
// nothing helps.
func TestBySectionFar(t *testing.T) {
	far := func(step uint64) *memory {
		return &memory{place: func(i int, _ rtdyld.Request) uint64 { return 0x10000000 + uint64(i)*step }}
	}
	load := func(t *testing.T, cfg rtdyld.Config, path string) error {
		b, err := os.ReadFile(filepath.Join("../testdata", path))
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.Parse(path, b)
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		cfg.BySection, cfg.Resolver = true, phony(0x7f0000000000)
		r := newRig(t, cfg)
		if _, err := r.Load(t.Context(), img); err != nil {
			t.Fatal(err)
		}
		return r.Finalize(t.Context())
	}
	if err := load(t, rtdyld.Config{Memory: far(1 << 32)}, "elf-link/cxx_1.o"); true {
		e := wantErr[*reloc.RangeError](t, err, nil)
		if e.Section == "" {
			t.Errorf("error %v names no section", e)
		}
	}
	if err := load(t, rtdyld.Config{Memory: far(1 << 24)}, "elf-link/cxx_1.o"); err != nil {
		t.Errorf("16 MiB apart: %v", err)
	}
}

// loaded is a LoadNotifier and a Reserver.
type loaded struct {
	f    func(objs []*rtdyld.Object) error
	need [][3]rtdyld.Need
	fail error
}

func (n *loaded) NotifyLoaded(_ context.Context, objs []*rtdyld.Object) error { return n.f(objs) }

func (n *loaded) Reserve(_ context.Context, code, readOnly, writable rtdyld.Need) error {
	n.need = append(n.need, [3]rtdyld.Need{code, readOnly, writable})
	return n.fail
}

// TestNotifyLoaded: between load and relocation the notifier may map sections; its error
// takes the batch away.
func TestNotifyLoaded(t *testing.T) {
	n := &loaded{}
	r := newRig(t, rtdyld.Config{Loaded: n, Resolver: phony(0x1000)})
	n.f = func(objs []*rtdyld.Object) error {
		if len(objs) != 1 || objs[0].State() != rtdyld.Loaded {
			t.Errorf("told of %v", objs)
		}
		return objs[0].MapSectionAddress(section(t, objs[0], ".text").ID, away)
	}
	o := r.load("call_ext")[0]
	r.finalize()
	if got := section(t, o, ".text").Addr; got != away {
		t.Errorf(".text is at %#x", got)
	}
	boom := errors.New("boom")
	n.f = func([]*rtdyld.Object) error { return boom }
	if _, err := r.Load(t.Context(), images(t, "relax")...); !errors.Is(err, boom) {
		t.Errorf("Load: %v", err)
	}
	if objs := r.Objects(); len(objs) != 1 || objs[0] != o {
		t.Errorf("objects %v are left", objs)
	}
}

// TestReserve: the reserver is told what is then asked for, exactly.
func TestReserve(t *testing.T) {
	for _, by := range []bool{false, true} {
		n := &loaded{}
		r := newRig(t, rtdyld.Config{Reserver: n, BySection: by, Resolver: phony(0x1000)})
		r.load("call", "cxx_1", "relax")
		var want [3]rtdyld.Need
		for i := range want {
			want[i].Align = 1
		}
		for _, q := range r.mem.reqs {
			w := &want[q.Kind-objfmt.KindCode]
			w.Size = (w.Size+q.Align-1)&^(q.Align-1) + q.Size
			w.Align = max(w.Align, q.Align)
		}
		if len(n.need) != 1 || n.need[0] != want {
			t.Errorf("told %v, then asked for %v", n.need, want)
		}
		n.fail = errNoMemory
		if _, err := r.Load(t.Context(), images(t, "own")...); !errors.Is(err, errNoMemory) {
			t.Errorf("Load: %v", err)
		}
	}
}

// TestNoStubs: without stubs an image is smaller, and what is out of reach is an error.
func TestNoStubs(t *testing.T) {
	for _, c := range []struct {
		stubs rtdyld.StubPolicy
		at    uint64 // of what is called
		made  bool
		fails bool
	}{
		{rtdyld.StubsExternal, 0x20000, true, false},
		{rtdyld.StubsExternal, away, true, false},
		{rtdyld.NoStubs, 0x20000, false, false},
		{rtdyld.NoStubs, away, false, true},
		{rtdyld.StubsByAddress, 0x20000, false, false},
	} {
		r := newRig(t, rtdyld.Config{Resolver: phony(c.at), Stubs: c.stubs})
		o := r.load("plt32")[0]
		made := false
		for _, s := range o.Sections() {
			made = made || s.Name == "<stubs>"
		}
		if made != c.made {
			t.Errorf("%v: stubs are made: %v", c.stubs, made)
		}
		err := r.Finalize(t.Context())
		if c.fails {
			wantErr[*reloc.RangeError](t, err, nil)
		} else if err != nil {
			t.Errorf("%v, %#x: %v", c.stubs, c.at, err)
		}
	}
}

// TestMapLocalAddress: a section is found by where the linker writes.
func TestMapLocalAddress(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: phony(0x1000)})
	o := r.load("call", "relax")[1]
	text := section(t, o, ".text")
	if err := r.MapLocalAddress(text.Mem, away); err != nil {
		t.Fatal(err)
	}
	if got := o.SectionAddress(text.ID); got != away {
		t.Errorf(".text is at %#x", got)
	}
	if err := r.MapLocalAddress(make([]byte, 1), away); err == nil {
		t.Error("memory of nobody is mapped")
	}
	if err := r.MapLocalAddress(nil, away); err == nil {
		t.Error("no memory is mapped")
	}
}
