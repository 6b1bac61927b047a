package engine_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// short goes through what modules can come to, by calls that take contexts.
func (s *scene) short(ctx context.Context) error { return s.life(ctx, func() error { return nil }) }

// clear removes what short has left, and waits for what goes on of it.
func (s *scene) clear(t *testing.T) {
	eventually(t, "what goes on ends", func() bool { return engine.Left(s.Engine) == 0 })
	for m := range s.Modules() {
		if m == s.base {
			continue
		}
		eventually(t, m.Name()+" is removed", func() bool {
			err := s.Remove(t.Context(), m) // which may go on since before
			return err == nil || m.State() == engine.Removed
		})
	}
}

// TestEndOfContext: whatever callback does not return, and looks at no context, a call returns when its context ends, with
// that's cause; others go on beside it, and once the callback returns all that was left is usable, or gone.
func TestEndOfContext(t *testing.T) {
	given := errors.New("enough")
	for _, name := range callbacks {
		if name == "Part" || name == "OnFailed" || name == "OnHot" { // by calls of stubs alone, which have no context
			continue
		}
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			ctx, cancel := context.WithCancelCause(t.Context())
			on, ended := insidetest.StopAt(t, s.Hook(), name, func() error { return s.short(ctx) })
			cancel(given)
			insidetest.Hang(t, "a call whose context has ended, beside "+name, func() {
				if err := <-ended; !errors.Is(err, given) {
					t.Errorf("error %v, want %v", err, given)
				}
			})
			s.Read("beside " + name)
			if !slices.Contains([]string{"Allocate", "Allocate stubs", "Callback"}, name) { // which others wait for
				insidetest.Hang(t, "another module beside "+name, func() { s.other(t, "beside") })
			}
			close(on)
			insidetest.Hang(t, "what comes later", func() {
				s.clear(t)
				s.Hook().Off.Store(true)
				s.other(t, "later")
				if err := s.short(t.Context()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// other has another module live, which mentions nothing that others bring.
func (s *scene) other(t *testing.T, name string) {
	m, err := s.Add(t.Context(), engine.Input{Name: name, Object: object("def " + name)})
	if err != nil {
		t.Fatal(err)
	}
	// Constructors wait for those that ran before.
	if at, err := s.Lookup(engine.WithoutWait(t.Context()), name); err != nil || at.Addr == 0 {
		t.Errorf("%s is at %#x: %v", name, at.Addr, err)
	}
	if m.State() != engine.Finalized {
		t.Errorf("%s is %v", name, m.State())
	}
	if name == "later" { // else who removes waits for the constructors that run
		if err := s.Remove(t.Context(), m); err != nil {
			t.Error(err)
		}
	}
}

// TestEndOfClose: Close waits for constructors whose caller has gone, as long as its context lets it; the last of
// them takes everything down then.
func TestEndOfClose(t *testing.T) {
	for _, late := range []bool{false, true} {
		h := &hooks{}
		e, err := engine.New(h.config())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Add(t.Context(), engine.Input{Name: "m", Object: object("def name")}); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		on, ended := insidetest.StopAt(t, &h.Hooks, "Init", func() error { _, err := e.Lookup(ctx, "name"); return err })
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Lookup: %v", err)
		}
		if late {
			insidetest.Hang(t, "Close", func() {
				if err := e.CloseContext(ctx); !errors.Is(err, context.Canceled) {
					t.Errorf("Close: %v", err)
				}
			})
			if h.allocations() == 0 {
				t.Error("memory went under a constructor")
			}
			close(on)
		} else {
			closed := make(chan error)
			go func() { closed <- e.Close() }()
			eventually(t, "it is closed", func() bool { _, err := e.Lookup(t.Context(), "nothing"); return errors.Is(err, engine.ErrClosed) })
			select {
			case err := <-closed:
				t.Fatalf("Close does not wait: %v", err)
			default:
			}
			if h.allocations() == 0 {
				t.Error("memory went under a constructor")
			}
			close(on)
			if err := <-closed; err != nil {
				t.Error(err)
			}
		}
		eventually(t, "all memory is given back", func() bool { return h.allocations() == 0 })
		if _, err := e.Lookup(t.Context(), "name"); !errors.Is(err, engine.ErrClosed) {
			t.Errorf("Lookup: %v", err)
		}
	}
}

// TestToldAtOnce: who waits for a module that is blocked is told when the engine is closed, or the module removed.
func TestToldAtOnce(t *testing.T) {
	for _, how := range []struct {
		name string
		end  func(s *scene, m *engine.Module) error
		want error
	}{
		{"close", func(s *scene, _ *engine.Module) error { return s.Close() }, engine.ErrClosed},
		{"remove", func(s *scene, m *engine.Module) error { return s.Remove(s.t.Context(), m) }, engine.ErrRemoved},
	} {
		t.Run(how.name, func(t *testing.T) {
			h := &hooks{}
			e, err := engine.New(h.config())
			if err != nil {
				t.Fatal(err)
			}
			s := &scene{Engine: e, t: t, h: h}
			m, err := e.Add(t.Context(), engine.Input{Name: "m", Source: &compiler.Source{Text: []byte("def name")}})
			if err != nil {
				t.Fatal(err)
			}
			on, told := insidetest.StopAt(t, &h.Hooks, "Compile", func() error { _, err := e.Lookup(context.Background(), "name"); return err })
			done := make(chan error)
			go func() { done <- how.end(s, m) }()
			insidetest.Hang(t, "who waits", func() {
				if err := <-told; !errors.Is(err, how.want) {
					t.Errorf("who waits is told %v", err)
				}
			})
			close(on)
			if err := <-done; err != nil {
				t.Error(err)
			}
			if err := e.Close(); err != nil && !errors.Is(err, engine.ErrClosed) {
				t.Error(err)
			}
		})
	}
}

// TestDetachWaits: Detach waits for what is being loaded of an archive as long as its context lets it, and the
// module stays then.
func TestDetachWaits(t *testing.T) {
	h := &hooks{}
	e, err := engine.New(h.config())
	if err != nil {
		t.Fatal(err)
	}
	m, err := e.Add(t.Context(), engine.Input{Name: "lib", Archive: (&objgen.Ar{Members: []objgen.ArMember{{Name: "one.o", Data: object("def one")}, {Name: "two.o", Data: object("def two")}}}).Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Lookup(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	on, told := insidetest.StopAt(t, &h.Hooks, "OnLoaded", func() error { _, err := e.Lookup(t.Context(), "two"); return err })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for what, f := range map[string]func() error{
		"Detach": func() error { _, err := e.Detach(ctx, m); return err },
		"Remove": func() error { return e.Remove(ctx, m) },
	} {
		done := make(chan error)
		go func() { done <- f() }()
		cancel()
		insidetest.Hang(t, what, func() {
			if err := <-done; !errors.Is(err, engine.ErrBusy) || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	if err := <-told; !errors.Is(err, engine.ErrRemoved) {
		t.Errorf("who waits is told %v", err)
	}
	if _, err := e.Lookup(t.Context(), "one"); err != nil {
		t.Errorf("what stays: %v", err)
	}
	close(on)
	if _, err := e.Lookup(t.Context(), "two"); err != nil && !errors.Is(err, engine.ErrRemoved) { // the load that was given up may end yet
		t.Error(err)
	}
	eventually(t, "two is there", func() bool { _, err := e.Lookup(t.Context(), "two"); return err == nil })
	d, err := e.Detach(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Release(t.Context()), e.Close()); err != nil {
		t.Error(err)
	}
	if n := h.allocations(); n != 0 {
		t.Errorf("%d allocations are left", n)
	}
}

// TestWaitForItself: from inside the loading of a module that cannot be waited for, also by way of another module.
func TestWaitForItself(t *testing.T) {
	var e *engine.Engine
	got := map[string]error{}
	h := &hooks{}
	cfg := h.config()
	cfg.Linker.Loaded = nil
	cfg.OnLoaded = func(ctx context.Context, m *engine.Module, _ []*rtdyld.Object) error {
		switch m.Name() {
		case "a":
			got["a in a"] = e.Load(ctx, m)
			_, got["b in a"] = e.Lookup(ctx, "b")
		case "b":
			for x := range e.Modules() {
				if x.Name() == "a" {
					got["a in b"] = e.Load(ctx, x)
				}
			}
		}
		return nil
	}
	e, err := engine.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		if _, err := e.Add(t.Context(), engine.Input{Name: name, Object: object("def " + name)}); err != nil {
			t.Fatal(err)
		}
	}
	insidetest.Hang(t, "Lookup", func() {
		if _, err := e.Lookup(t.Context(), "a"); err != nil {
			t.Error(err)
		}
	})
	for what, nested := range map[string]bool{"a in a": true, "a in b": true, "b in a": false} {
		if err, called := got[what]; !called || errors.Is(err, rtdyld.ErrNested) != nested || !nested && err != nil {
			t.Errorf("%s: %v, called %v", what, err, called)
		}
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// TestLookupWhileNotified: what Config.Linker.Loaded is being told of can be looked up, from inside too.
func TestLookupWhileNotified(t *testing.T) {
	s := newScene(t)
	m, err := s.Add(t.Context(), engine.Input{Name: "m", Object: object("def name")})
	if err != nil {
		t.Fatal(err)
	}
	called := false
	s.Hook().At = func(_ context.Context, at string) {
		if at == "NotifyLoaded" && !called {
			called = true
			insidetest.Hang(t, "Lookup", func() {
				if _, err := s.Lookup(context.Background(), "name"); err != nil {
					t.Error(err)
				}
			})
		}
	}
	if _, err := s.Lookup(t.Context(), "name"); err != nil || !called {
		t.Errorf("%v, called %v", err, called)
	}
	eventually(t, "it is finalized", func() bool { return m.State() == engine.Finalized })
}

// TestReplaceBlocked: a replaced module that is blocked in its loading keeps no Replace, and goes when it returns.
func TestReplaceBlocked(t *testing.T) {
	h := &hooks{}
	cfg := h.config()
	cfg.Linker.Triple = stubbedFor(t, "elf-").Linker.Triple // not all processors have stubs
	e, err := engine.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) engine.Input {
		return engine.Input{Name: name, Source: &compiler.Source{Text: []byte("def f")}, Functions: []string{"f"}}
	}
	old, err := e.Add(t.Context(), in("old"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.Func(t.Context(), idle{}, "f", abi.Signature{})
	if err != nil {
		t.Fatal(err)
	}
	on, told := insidetest.StopAt(t, &h.Hooks, "OnLoaded", func() error { _, err := f.Call(); return err })
	insidetest.Hang(t, "Replace", func() {
		if _, err := e.Replace(context.Background(), old, in("new")); err != nil {
			t.Error(err)
		}
	})
	insidetest.Hang(t, "the call", func() {
		if err := <-told; err != nil {
			t.Errorf("a call that began before: %v", err)
		}
	})
	before := h.allocations()
	close(on)
	eventually(t, "the old module's memory is given back", func() bool { return h.allocations() == before-1 })
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if n := h.allocations(); n != 0 {
		t.Errorf("%d allocations are left", n)
	}
}
