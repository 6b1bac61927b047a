package rtdyld_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestCloseTwice: who closes an image more than once takes nothing from a linker that has
// loaded it, whichever image the linker has.
func TestCloseTwice(t *testing.T) {
	for _, all := range []bool{false, true} {
		r := newRig(t, rtdyld.Config{AllSections: all, Resolver: phony(0x20000)})
		img, err := objfile.Open("../testdata/elf-amd64/plt32.o")
		if err != nil {
			t.Fatal(err)
		}
		objs, err := r.Load(t.Context(), img)
		if err != nil {
			t.Fatal(err)
		}
		buf := objs[0].Image().Buffer // another one than the caller's image has if all
		if err := img.Close(); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := img.Close(); !errors.Is(err, objfmt.ErrClosed) {
				t.Errorf("all %t: Close of a closed image: %v", all, err)
			}
			objs[0].Image().Close()
		}
		if !buf.TryRetain() {
			t.Fatalf("all %t: the loaded object has lost its buffer", all)
		}
		buf.Close()
		r.finalize()
		r.unload(objs...)
		if buf.TryRetain() {
			t.Errorf("all %t: the buffer has owners after Unload", all)
		}
	}
}

// TestStringsOutliveObjects: the strings that the API gives out are their own, those of
// errors too: they stay as they are when objects are gone and their bytes are others.
func TestStringsOutliveObjects(t *testing.T) {
	type text struct{ where, got, want string }
	var texts []text
	keep := func(where string, ss ...string) {
		for _, s := range ss {
			texts = append(texts, text{where, s, strings.Clone(s)})
		}
	}
	var buffers [][]byte
	load := func(l *rtdyld.Linker, names ...string) ([]*rtdyld.Object, error) {
		var imgs []*objfmt.ObjectImage
		for _, n := range names {
			data := slices.Clone(file(t, n))
			buffers = append(buffers, data)
			img, err := objfile.Parse(n+".o", data)
			if err != nil {
				t.Fatal(err)
			}
			defer img.Close()
			imgs = append(imgs, img)
		}
		return l.Load(t.Context(), imgs...)
	}
	failing := func(where string, err error) {
		t.Helper()
		if err == nil {
			t.Fatalf("%s: no error", where)
		}
		keep(where, err.Error())
		var dup *rtdyld.DuplicateError
		if errors.As(err, &dup) {
			keep(where, dup.Symbol, dup.First, dup.Second, dup.Why)
		}
		var und *rtdyld.UndefinedError
		if errors.As(err, &und) {
			for _, s := range und.Symbols {
				keep(where, s.Name)
				for _, ref := range s.Refs {
					keep(where, ref.Object, ref.Section)
				}
			}
		}
		var rng *reloc.RangeError
		if errors.As(err, &rng) {
			keep(where, rng.Object, rng.Section, rng.Symbol, rng.Type)
		}
		var bad *rtdyld.RelocError
		if errors.As(err, &bad) {
			keep(where, bad.Object, bad.Section, bad.Symbol, bad.Type)
		}
		var com *rtdyld.CommonSizeError
		if errors.As(err, &com) {
			keep(where, com.Symbol, com.First, com.Second)
		}
		var use *rtdyld.InUseError
		if errors.As(err, &use) {
			keep(where, append(use.Users, use.Object)...)
		}
	}
	for _, layout := range []rtdyld.Layout{rtdyld.DefaultLayout, rtdyld.RuntimeDyld} {
		var refs []string
		resolve := rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
			refs = append(refs, name)
			return rtdyld.Symbol{Addr: 0x20000, Kind: rtdyld.Func}, name != "open"
		})
		r := newRig(t, rtdyld.Config{Resolver: resolve, TLS: &threads{}, Layout: layout})
		objs, err := load(r.Linker, "own", "cxx_1", "init", "got")
		if err != nil {
			t.Fatal(err)
		}
		r.finalize()
		for _, o := range objs {
			keep("Object", o.Name())
			for _, s := range o.Sections() {
				keep("Sections", s.Name)
			}
			for _, s := range o.Symbols() {
				keep("Symbols", s.Name)
				if img := o.Image(); s.Name != img.SymbolName(s.ID) {
					t.Errorf("symbol %d of %s is %q, want %q", s.ID, o.Name(), s.Name, img.SymbolName(s.ID))
				}
			}
			for _, m := range o.Made() {
				keep("Made", m.Symbol, m.Section)
			}
		}
		keep("Resolve", refs...)
		_, err = load(r.Linker, "own")
		failing("Load", err)
		r.unload(objs...)
		other, err := load(r.Linker, "undef")
		if err != nil {
			t.Fatal(err)
		}
		r.unload(other...)
	}
	// Errors of linkers that are gone.
	for _, c := range []struct {
		layout rtdyld.Layout
		at     uint64 // what names are outside, 0 for nowhere
		names  []string
	}{
		{names: []string{"undef"}}, {at: 1 << 60, names: []string{"direct"}}, {names: []string{"dynamic"}}, {at: 1 << 60, names: []string{"abs32"}},
		{rtdyld.RuntimeDyld, 1 << 60, []string{"direct"}},
	} {
		cfg := rtdyld.Config{TLS: &threads{}, Layout: c.layout}
		if c.at != 0 {
			cfg.Resolver = rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: c.at}, true })
		}
		r := newRig(t, cfg)
		_, err := load(r.Linker, c.names...)
		if err == nil {
			err = r.Resolve(t.Context())
		}
		failing(fmt.Sprint(c.names), err)
		r.Close()
	}
	if len(texts) < 50 {
		t.Errorf("only %d strings", len(texts))
	}
	for _, b := range buffers {
		for i := range b {
			b[i] = '?'
		}
	}
	for _, s := range texts {
		if s.got != s.want {
			t.Errorf("%s: %s", s.where, cmp.Diff(s.want, s.got))
		}
	}
}

// TestLongSharedNames: many symbols and sections that share one long name in the file
// share it in what the API gives out.
func TestLongSharedNames(t *testing.T) {
	n := 2000
	long := strings.Repeat("n", 20*n)
	f := &objgen.ELF{Is64: true, Machine: 62}
	for range n {
		s := f.Add(objgen.ELFSection{Name: long, Flags: 3, Data: make([]byte, 1)})
		f.AddSymbol(objgen.ELFSymbol{Name: long, Section: s})
	}
	data := f.Bytes()
	r := newRig(t, rtdyld.Config{})
	objs, err := r.Load(t.Context(), parse(t, "long.o", data))
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	secs, syms := objs[0].Sections(), objs[0].Symbols()
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 8*uint64(len(data)) {
		t.Errorf("%d bytes for the names of a file of %d", took, len(data))
	}
	if len(secs) != n || len(syms) != n || secs[n-1].Name != long || syms[n-1].Name != long {
		t.Errorf("%d sections, %d symbols", len(secs), len(syms))
	}
}
