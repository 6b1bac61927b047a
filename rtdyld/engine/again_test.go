package engine_test

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// TestTransient: what fails for the want of something that comes later is tried again, by
// whatever way it is asked for.
func TestTransient(t *testing.T) {
	boom := errors.New("boom")
	ways := []struct {
		name string
		load bool // it goes no further than Loaded
		lazy bool // the module has functions behind stubs
		do   func(r *rig, m *engine.Module) error
	}{
		{"Lookup", false, false, func(r *rig, m *engine.Module) error { _, err := r.Lookup(r.t.Context(), "f"); return err }},
		{"Load", true, false, func(r *rig, m *engine.Module) error { return r.Load(r.t.Context(), m) }},
		{"Load all", true, false, func(r *rig, m *engine.Module) error { return r.Load(r.t.Context()) }},
		{"Finalize", false, false, func(r *rig, m *engine.Module) error { return r.Finalize(r.t.Context(), m) }},
		{"Finalize all", false, false, func(r *rig, m *engine.Module) error { return r.Finalize(r.t.Context()) }},
		{"user", false, false, func(r *rig, m *engine.Module) error { _, err := r.Lookup(r.t.Context(), "user"); return err }},
		{"call", false, true, func(r *rig, m *engine.Module) error { _, err := r.function("f").Call(); return err }},
	}
	for _, c := range []struct {
		name  string
		late  bool  // it fails after Loaded
		plain bool  // it is no matter of functions behind stubs
		want  error // what it fails with
		spoil func(r *rig, s *spoilt)
		mend  func(r *rig, s *spoilt)
	}{
		{"allocation", false, false, boom, func(r *rig, _ *spoilt) { r.mem.full = boom }, func(r *rig, _ *spoilt) { r.mem.full = nil }},
		{"permissions", true, false, boom, func(r *rig, _ *spoilt) { r.mem.locked = boom }, func(r *rig, _ *spoilt) { r.mem.locked = nil }},
		{"lost memory", true, false, boom, func(r *rig, _ *spoilt) { r.mem.locked, r.mem.loses = boom, true }, func(r *rig, _ *spoilt) { r.mem.locked = nil }},
		{"cancelled compilation", false, false, context.Canceled,
			func(r *rig, _ *spoilt) { r.asm.wait = func(context.Context) error { return context.Canceled } },
			func(r *rig, _ *spoilt) { r.asm.wait = nil }},
		{"compiler", false, false, boom,
			func(r *rig, _ *spoilt) { r.asm.wait = func(context.Context) error { return boom } },
			func(r *rig, _ *spoilt) { r.asm.wait = nil }},
		{"resolver", true, false, boom, func(_ *rig, s *spoilt) { s.resolve = boom }, func(_ *rig, s *spoilt) { s.resolve = nil }},
		{"hook", false, false, boom, func(_ *rig, s *spoilt) { s.hook = boom }, func(_ *rig, s *spoilt) { s.hook = nil }},
		{"duplicate", false, true, rtdyld.ErrDuplicate,
			func(r *rig, s *spoilt) {
				s.other = r.add("other", "def g")
				if err := r.Finalize(r.t.Context(), s.other); err != nil {
					r.t.Fatal(err)
				}
			},
			func(r *rig, s *spoilt) {
				if err := r.Remove(r.t.Context(), s.other); err != nil {
					r.t.Fatal(err)
				}
			}},
	} {
		for _, way := range ways {
			if c.late && way.load || c.plain && way.lazy {
				continue
			}
			t.Run(c.name+"/"+way.name, func(t *testing.T) {
				s := &spoilt{}
				cfg := stubbed()
				cfg.Linker.Resolver = s
				cfg.OnLoaded = func(context.Context, *engine.Module, []*rtdyld.Object) error { return s.hook }
				r := newRig(t, cfg)
				in := engine.Input{Name: "m", Source: &compiler.Source{Text: []byte("def f\ndef g\nref outside")}}
				if way.lazy {
					in.Functions = []string{"f"}
				}
				m, err := r.Add(t.Context(), in)
				if err != nil {
					t.Fatal(err)
				}
				r.add("user", "def user\nref f")
				c.spoil(r, s)
				for range 2 {
					if err := way.do(r, m); !errors.Is(err, c.want) {
						t.Fatalf("error %v", err)
					}
				}
				c.mend(r, s)
				if err := way.do(r, m); err != nil {
					t.Fatalf("tried again: %v", err)
				}
				if m.Err() != nil || m.State() != engine.Finalized && !way.load || m.State() == engine.Failed {
					t.Errorf("it is %v, %v", m.State(), m.Err())
				}
			})
		}
	}
}

// spoilt is what a test can spoil; it is a Resolver.
type spoilt struct {
	resolve, hook error
	other         *engine.Module
}

// Resolve implements rtdyld.Resolver.
func (s *spoilt) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		if refs[i].Name == "outside" {
			out[i] = rtdyld.Symbol{Addr: 0x1000, Found: true}
		}
	}
	return s.resolve
}

// TestLost: modules of all kinds, and what uses them, are loaded again when memory has lost their
// contents, once the first allocation or a later one could not be finalized.
func TestLost(t *testing.T) {
	for after := range 5 {
		boom := errors.New("boom")
		r := newRig(t, stubbed())
		lib := &objgen.Ar{Members: []objgen.ArMember{{Name: "b.o", Data: object("def b\nref c\nref a")}, {Name: "x.o", Data: object("def x")}}}
		for _, in := range []engine.Input{
			{Name: "a", Object: object("def a\nref b")},
			{Name: "lib.a", Archive: lib.Bytes()},
			{Name: "c", Source: &compiler.Source{Text: []byte("def c")}},
			{Name: "f", Object: object("def f\nref a\nref g"), Functions: []string{"f"}},
			{Name: "g", Object: object("def g\nref c"), Functions: []string{"g"}},
		} {
			if _, err := r.Add(t.Context(), in); err != nil {
				t.Fatal(err)
			}
		}
		r.add("well", "def well")
		r.lookup("well")
		live := r.mem.live
		f, g := r.function("f"), r.function("g")
		r.mem.locked, r.mem.loses, r.mem.after = boom, true, after
		for range 3 {
			_, err := f.Call()
			_, other := g.Call()
			if err := errors.Join(err, other); !errors.Is(err, boom) && err != nil {
				t.Errorf("after %d: %v", after, err)
			}
		}
		r.mem.locked = nil
		for _, call := range []*engine.Func{f, g, f} {
			if _, err := call.Call(); err != nil {
				t.Fatalf("after %d, tried again: %v", after, err)
			}
		}
		a, b := r.lookup("a"), r.lookup("b")
		if a == b || r.mem.live != live+5 || r.Count(engine.Finalized) != 6 || r.Count(engine.Failed) != 0 {
			t.Errorf("after %d: a %#x, b %#x; %d allocations, %d before; %d finalized", after, a, b, r.mem.live, live, r.Count(engine.Finalized))
		}
	}
}

// TestMalformed: an object that is malformed stays failed, and is not made again; others
// are tried.
func TestMalformed(t *testing.T) {
	for name, spoil := range map[string]func(object []byte){
		"header":     func(b []byte) { clear(b[:64]) },
		"relocation": func(b []byte) { relocation(t, b, func(r *elf.Rela64) { r.Off = 1 << 40 }) },
		"type":       func(b []byte) { relocation(t, b, func(r *elf.Rela64) { r.Info = r.Info&^0xff | 200 }) },
		"machine":    func(b []byte) { b[18] = byte(elf.EM_AARCH64) },
	} {
		t.Run(name, func(t *testing.T) {
			made := 0
			bad := object("def f\ndef g\nref f")
			spoil(bad)
			cfg := stubbed()
			cfg.Compiler = counted{fixed{bad}, &made}
			r := newRig(t, cfg)
			for i, in := range []engine.Input{{Name: "a", Defines: []string{"f"}}, {Name: "b", Functions: []string{"g"}}} {
				in.Source = &compiler.Source{}
				m, err := r.Add(t.Context(), in)
				if err != nil {
					t.Fatal(err)
				}
				var first error
				for range 3 {
					if i == 0 {
						_, err = r.Lookup(t.Context(), "f")
					} else {
						_, err = r.function("g").Call()
					}
					if err == nil || first != nil && err.Error() != first.Error() {
						t.Errorf("error %v, was %v", err, first)
					}
					first = err
				}
				state(t, m, engine.Failed)
				if made != i+1 {
					t.Errorf("%d compilations", made)
				}
			}
			if err := r.Finalize(t.Context()); err != nil {
				t.Errorf("what is failed for good is tried again: %v", err)
			}
		})
	}
}

// relocation changes the first relocation of an object of one.
func relocation(t *testing.T, b []byte, change func(*elf.Rela64)) {
	f, err := elf.NewFile(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var r elf.Rela64
	at := b[f.Section(".rela.data").Offset:]
	if _, err := binary.Decode(at, binary.LittleEndian, &r); err != nil {
		t.Fatal(err)
	}
	change(&r)
	if _, err := binary.Encode(at, binary.LittleEndian, &r); err != nil {
		t.Fatal(err)
	}
}

// counted is a compiler that counts.
type counted struct {
	compiler.Compiler
	n *int
}

// Compile implements compiler.Compiler.
func (c counted) Compile(ctx context.Context, src compiler.Source) (*objfmt.ObjectBuffer, error) {
	*c.n++
	return c.Compiler.Compile(ctx, src)
}
