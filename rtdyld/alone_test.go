package rtdyld_test

import (
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// counter is a resolver that answers with another address each time it is asked.
type counter struct {
	next  uint64
	asked []string
}

func (c *counter) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		c.next += 0x10
		c.asked = append(c.asked, refs[i].Name)
		out[i] = rtdyld.Symbol{Addr: c.next, Found: refs[i].Name != "nobody"}
	}
	return nil
}

// words is an object that defines a name, in a group of that name if comdat, and has a
// word for each of others.
func words(t *testing.T, file, def string, comdat bool, refs ...string) *objfmt.ObjectImage {
	f := &objgen.ELF{Is64: true, Machine: 62}
	flags := uint64(3)
	if comdat {
		flags |= 0x200
	}
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: flags, Data: make([]byte, 8*max(len(refs), 1))})
	var relocs []objgen.ELFReloc
	sym := f.AddSymbol(objgen.ELFSymbol{Name: def, Bind: 1, Section: data})
	if comdat {
		f.AddGroup(sym, 1, data)
	}
	for i, name := range refs {
		relocs = append(relocs, objgen.ELFReloc{Offset: uint64(8 * i), Type: uint32(elf.R_X86_64_64), Sym: f.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1})})
	}
	f.AddRelocs(data, true, relocs)
	return parse(t, file, f.Bytes())
}

// wordsOf are those of a finalized object.
func wordsOf(t *testing.T, o *rtdyld.Object) (ws []uint64) {
	t.Helper()
	for b := section(t, o, ".data").Mem; len(b) > 0; b = b[8:] {
		ws = append(ws, binary.LittleEndian.Uint64(b))
	}
	return ws
}

// TestLoadWith: two instances of one object have two values of what it leaves undefined and two
// definitions of what it defines, which nobody else sees.
func TestLoadWith(t *testing.T) {
	for _, how := range []struct{ comdat, oneUnit bool }{{}, {true, false}, {false, true}} {
		comdat := how.comdat
		common := outside{"shared": {Addr: 0x500}, "value": {Addr: 0x600}}
		r := newRig(t, rtdyld.Config{Resolver: common, OneUnit: how.oneUnit})
		if _, err := r.Load(t.Context(), words(t, "other.o", "inside", false), words(t, "get.o", "get", comdat, "value")); err != nil {
			t.Fatal(err)
		}
		get := words(t, "instance.o", "get", comdat, "value", "get", "shared", "inside")
		var all []*rtdyld.Object
		for _, own := range []rtdyld.Resolver{outside{"value": {Addr: 0x100}}, outside{"value": {Addr: 0x200}, "inside": {Addr: 0x300}, "get": {Addr: 1}}, nil} {
			objs, err := r.LoadWith(t.Context(), own, get)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, objs...)
		}
		r.finalize()
		for i, want := range [][]uint64{{0x100, 0, 0x500, r.addr("inside")}, {0x200, 0, 0x500, 0x300}, {0x600, 0, 0x500, r.addr("inside")}} {
			o := all[i]
			s, err := o.Lookup("get")
			if want[1] = section(t, o, ".data").Addr; err != nil || s.Addr != want[1] {
				t.Errorf("instance %d: Lookup finds %#x, %v", i, s.Addr, err)
			}
			if got := wordsOf(t, o); !slices.Equal(got, want) {
				t.Errorf("instance %d holds %#x, want %#x", i, got, want)
			}
			if syms := o.Symbols(); len(syms) != 1 || !syms[0].Local {
				t.Errorf("instance %d: symbols %+v", i, syms)
			}
			if s, err := o.Lookup("inside"); err != nil && i != 1 || s.Addr != r.addr("inside") && i != 1 {
				t.Errorf("instance %d: inside is at %#x", i, s.Addr)
			}
		}
		if got, want := r.addr("get"), all[0].Image(); got == section(t, all[0], ".data").Addr || want != get {
			t.Errorf("Linker.Lookup finds an instance's get")
		}
		r.unload(all...)
		if _, err := all[0].Lookup("get"); err == nil {
			t.Error("Lookup of an unloaded object")
		}
	}
}

// TestLoadWithRefused: errors of a batch's own resolver are those of Resolve, which may be
// tried again, and duplicates inside the batch are duplicates.
func TestLoadWithRefused(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	bad := errors.New("bad")
	own := &struct{ failing }{failing{bad}}
	objs, err := r.LoadWith(t.Context(), own, words(t, "a.o", "a", false, "value"))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Finalize(t.Context(), objs...); !errors.Is(err, bad) {
		t.Errorf("error is %v", err)
	}
	own.err = nil
	wantErr[*rtdyld.UndefinedError](t, r.Finalize(t.Context(), objs...), rtdyld.ErrUndefined)
	if _, err := r.Load(t.Context(), words(t, "value.o", "value", false)); err != nil {
		t.Fatal(err)
	}
	r.finalize(objs...)
	if _, err := r.LoadWith(t.Context(), nil, words(t, "b.o", "b", false), words(t, "c.o", "b", false)); !errors.Is(err, rtdyld.ErrDuplicate) {
		t.Errorf("two definitions in one batch: %v", err)
	}
}

// TestLoadWithMoved: a batch that is relocated again keeps what it is bound to, and asks
// for nothing.
func TestLoadWithMoved(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	def, err := r.Load(t.Context(), words(t, "x.o", "x", false))
	if err != nil {
		t.Fatal(err)
	}
	own := outside{}
	objs, err := r.LoadWith(t.Context(), own, words(t, "a.o", "a", false, "x"))
	if err != nil {
		t.Fatal(err)
	}
	r.resolve(objs...)
	own["x"] = rtdyld.Symbol{Addr: 1}
	if err := def[0].MapSectionAddress(section(t, def[0], ".data").ID, 0x770000); err != nil {
		t.Fatal(err)
	}
	r.finalize()
	if got := wordsOf(t, objs[0]); got[0] != 0x770000 {
		t.Errorf("it holds %#x", got)
	}
}

// TestAnswersRemembered: an answer counts for as long as a loaded object mentions the name,
// and not longer; that there was none is not remembered; a batch's own are its own.
func TestAnswersRemembered(t *testing.T) {
	c := &counter{}
	r := newRig(t, rtdyld.Config{Resolver: c})
	defs := 0
	load := func(own rtdyld.Resolver, refs ...string) *rtdyld.Object {
		t.Helper()
		defs++
		img := words(t, "o.o", fmt.Sprint("def", defs), false, refs...)
		var objs []*rtdyld.Object
		var err error
		if own != nil {
			objs, err = r.LoadWith(t.Context(), own, img)
		} else {
			objs, err = r.Load(t.Context(), img)
		}
		if err != nil {
			t.Fatal(err)
		}
		return objs[0]
	}
	holds := func(o *rtdyld.Object, want ...uint64) {
		t.Helper()
		r.finalize(o)
		if got := wordsOf(t, o); !slices.Equal(got, want) {
			t.Errorf("it holds %#x, want %#x", got, want)
		}
	}
	first := load(nil, "x")
	holds(first, 0x10)
	second := load(nil, "x", "y") // x is remembered
	holds(second, 0x10, 0x20)
	own := &counter{next: 0x1000}
	alone := load(own, "x", "y")
	holds(alone, 0x1010, 0x1020)
	holds(load(own, "x"), 0x1030) // another batch is asked for again
	r.unload(first)
	third := load(nil, "x")
	holds(third, 0x10) // second still mentions it
	r.unload(second, third)
	fourth := load(nil, "x")
	holds(fourth, 0x30) // forgotten
	fails := load(nil, "x", "nobody")
	for range 2 {
		wantErr[*rtdyld.UndefinedError](t, r.Finalize(t.Context(), fails), rtdyld.ErrUndefined)
	}
	// A definition that comes later counts for what is relocated later.
	def, err := r.Load(t.Context(), words(t, "x.o", "x", false))
	if err != nil {
		t.Fatal(err)
	}
	holds(load(nil, "x"), section(t, def[0], ".data").Addr)
	if got := wordsOf(t, fourth); got[0] != 0x30 {
		t.Errorf("the older object holds %#x", got)
	}
	if diff := cmp.Diff([]string{"x", "y", "x", "nobody", "nobody"}, c.asked); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
}

// turns is a Resolver that finds nothing; the second time that it is asked it says so, and waits.
type turns struct {
	n      int
	second chan struct{}
	goOn   chan struct{}
}

func (r *turns) Resolve(context.Context, []rtdyld.Ref, []rtdyld.Symbol) error {
	if r.n++; r.n == 2 {
		close(r.second)
		<-r.goOn
	}
	return nil
}

// TestLoadWithAtOnce: while one call asks the resolver of a batch for a name that has had another object's definition so far, another call that
// relocates the batch uses that.
func TestLoadWithAtOnce(t *testing.T) {
	own := &turns{second: make(chan struct{}), goOn: make(chan struct{})}
	var l *rig
	var loaded []*rtdyld.Object
	other := make(chan error)
	l = newRig(t, rtdyld.Config{Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
		if own.n == 1 {
			go func() { other <- l.Resolve(t.Context(), loaded...) }()
			<-own.second
		}
		return rtdyld.Symbol{Addr: 0x4000}, true
	})})
	if _, err := l.Load(t.Context(), words(t, "given.o", "given", false)); err != nil {
		t.Fatal(err)
	}
	objs, err := l.LoadWith(t.Context(), own, words(t, "user.o", "user", false, "given", "outside"))
	if err != nil {
		t.Fatal(err)
	}
	loaded = objs
	given, err := l.Lookup("given")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Resolve(t.Context(), objs...); err != nil {
		t.Error(err)
	}
	if ws := wordsOf(t, objs[0]); ws[0] != given.Addr || ws[1] != 0x4000 {
		t.Errorf("%#x, given is at %#x", ws, given.Addr)
	}
	close(own.goOn)
	if err := <-other; err != nil {
		t.Error(err)
	}
}
