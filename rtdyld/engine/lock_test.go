package engine_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// hooks is all that an engine calls.
type hooks struct {
	insidetest.Hooks
	asm
	memory
	called func(_, number uint64) uint64 // what stubs call that lead nowhere yet
	errors atomic.Int64                  // records of them

	elsewhere bool              // stubs are in another process
	resolvers atomic.Int64      // that were not released
	stored    map[uint64]uint64 // words of that process; guarded by memory.mu
}

// StubResolver implements engine.StubSupport.
func (h *hooks) StubResolver(ctx context.Context, f func(context.Context, uint64) uint64) (addr, id uint64, release func(), err error) {
	if err := h.Call(ctx, "StubResolver"); err != nil {
		return 0, 0, nil, err
	}
	h.called = func(_, number uint64) uint64 { return f(context.Background(), number) }
	h.resolvers.Add(1)
	return 1, 2, func() { h.resolvers.Add(-1) }, nil
}

// StorePointers implements engine.StubSupport.
func (h *hooks) StorePointers(ctx context.Context, addrs, words []uint64) error {
	if err := h.Call(ctx, "StorePointers"); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stored == nil {
		h.stored = map[uint64]uint64{}
	}
	for i, at := range addrs {
		h.stored[at] = words[i]
	}
	return nil
}

// remoteCallbacks are called where stubs are in another process.
var remoteCallbacks = []string{"StubResolver", "StorePointers"}

// callbacks are their names. From inside Allocate modules that are not loaded are refused; from Callback and
// Allocate stubs those that need stubs.
var callbacks = []string{"Allocate", "Allocate stubs", "Callback", "OnFailed", "OnHot", "Defines", "Signature", "Compile", "Split", "Part", "Get", "Put", "CacheError", "Resolve", "NotifyLoaded", "OnLoaded", "Compiled", "Loaded", "Finalized", "Init", "Fini", "Removing"}

func (h *hooks) config() engine.Config {
	cfg := engine.Config{
		Linker:   rtdyld.Config{Memory: h, Resolver: resolves{h}, Loaded: h, Initializer: h, Listeners: []rtdyld.Listener{below{h}}},
		Compiler: h, Splitter: h, Cache: h,
		CacheError: func(*engine.Module, error) { h.Call(insidetest.None, "CacheError") },
		OnLoaded: func(ctx context.Context, _ *engine.Module, _ []*rtdyld.Object) error {
			return h.Call(ctx, "OnLoaded")
		},
		Listeners: []engine.Listener{h},
		Callback: func(f func(_, _ uint64) uint64) (uint64, error) {
			h.called = f
			return 1, h.Call(insidetest.None, "Callback")
		},
		OnFailed: func(string, error) { h.Call(insidetest.None, "OnFailed") },
		OnHot:    func(*engine.Module, string) { h.Call(insidetest.None, "OnHot") },
		Logger:   slog.New(logs{h}),
	}
	if h.elsewhere {
		cfg.Callback, cfg.Stubs = nil, h
	} else {
		cfg.HotCalls = 1
	}
	return cfg
}

func (h *hooks) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	what := "Allocate"
	if reqs[0].Image == nil {
		what = "Allocate stubs"
	}
	if err := h.Call(ctx, what); err != nil {
		return nil, err
	}
	a, err := h.memory.Allocate(ctx, reqs)
	return hooked{a, h, strings.TrimPrefix(what, "Allocate")}, err
}

// hooked is an allocation of something.
type hooked struct {
	rtdyld.Allocation
	h  *hooks
	of string
}

func (a hooked) Blocks() []rtdyld.Block {
	a.h.Call(insidetest.None, "Blocks"+a.of)
	return a.Allocation.Blocks()
}

func (a hooked) Finalize(ctx context.Context) error {
	if err := a.h.Call(ctx, "Finalize"+a.of); err != nil {
		return err
	}
	return a.Allocation.Finalize(ctx)
}

// Release releases in any case.
func (a hooked) Release(ctx context.Context) error {
	if err := a.Allocation.Release(ctx); err != nil {
		return err
	}
	return a.h.Call(ctx, "Release"+a.of)
}

// below is a listener of the linker's.
type below struct{ h *hooks }

func (b below) Finalized([]*rtdyld.Object) { b.h.Call(insidetest.None, "Finalized below") }
func (b below) Unloading([]*rtdyld.Object) { b.h.Call(insidetest.None, "Unloading below") }

func (h *hooks) NotifyLoaded(ctx context.Context, _ []*rtdyld.Object) error {
	return h.Call(ctx, "NotifyLoaded")
}

func (h *hooks) Init(ctx context.Context, _ []*rtdyld.Object, _ []uint64) error {
	return h.Call(ctx, "Init")
}

func (h *hooks) Fini(ctx context.Context, _ []*rtdyld.Object, _ []uint64) error {
	return h.Call(ctx, "Fini")
}

func (h *hooks) Defines(ctx context.Context, src compiler.Source) ([]string, bool, error) {
	if err := h.Call(ctx, "Defines"); err != nil {
		return nil, false, err
	}
	return h.asm.Defines(ctx, src)
}

func (h *hooks) Signature(src compiler.Source) compiler.Signature {
	h.Call(insidetest.None, "Signature")
	return h.asm.Signature(src)
}

func (h *hooks) Compile(ctx context.Context, src compiler.Source) (*objfmt.ObjectBuffer, error) {
	if err := h.Call(ctx, "Compile"); err != nil {
		return nil, err
	}
	return h.asm.Compile(ctx, src)
}

func (h *hooks) Split(ctx context.Context, src compiler.Source) ([]compiler.Part, error) {
	if err := h.Call(ctx, "Split"); err != nil {
		return nil, err
	}
	return []compiler.Part{{Name: src.Name, Defines: []compiler.Definition{{Name: "part", Function: true}}, Source: func(ctx context.Context) (compiler.Source, error) {
		return src, h.Call(ctx, "Part")
	}}}, nil
}

func (h *hooks) Get(ctx context.Context, _ compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	return nil, false, h.Call(ctx, "Get")
}

func (h *hooks) Put(ctx context.Context, _ compiler.Entry, _ *objfmt.ObjectBuffer) error {
	if err := h.Call(ctx, "Put"); err != nil {
		return err
	}
	return errors.New("full")
}

func (h *hooks) Compiled(*engine.Module, *objfmt.ObjectBuffer, bool) {
	h.Call(insidetest.None, "Compiled")
}
func (h *hooks) Loaded(*engine.Module, []*rtdyld.Object)    { h.Call(insidetest.None, "Loaded") }
func (h *hooks) Finalized(*engine.Module, []*rtdyld.Object) { h.Call(insidetest.None, "Finalized") }
func (h *hooks) Removing(*engine.Module, []*rtdyld.Object)  { h.Call(insidetest.None, "Removing") }

// logs is a handler of records.
type logs struct{ h *hooks }

func (l logs) Enabled(context.Context, slog.Level) bool { return true }
func (l logs) Handle(_ context.Context, r slog.Record) error {
	if r.Level == slog.LevelError {
		l.h.errors.Add(1)
	}
	return l.h.Call(insidetest.None, "Log")
}
func (l logs) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l logs) WithGroup(string) slog.Handler      { return l }

// resolves is a resolver that knows one name.
type resolves struct{ h *hooks }

func (r resolves) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	if err := r.h.Call(ctx, "Resolve"); err != nil {
		return err
	}
	for i := range refs {
		if refs[i].Name == "outside" {
			out[i] = rtdyld.Symbol{Addr: 0x1000, Found: true}
		}
	}
	return nil
}

// scene is an engine with hooks and a module that is ready.
type scene struct {
	*engine.Engine
	t    *testing.T
	h    *hooks
	base *engine.Module
	want uint64
}

// Hook implements insidetest.Scene.
func (s *scene) Hook() *insidetest.Hooks { return &s.h.Hooks }

func newScene(t *testing.T) *scene { return newSceneFor(t, "") }

// newSceneFor is a scene in which a callback is called.
func newSceneFor(t *testing.T, name string) *scene {
	h := &hooks{elsewhere: slices.Contains(remoteCallbacks, name)}
	e, err := engine.New(h.config())
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{Engine: e, t: t, h: h}
	if s.base, err = e.Add(t.Context(), engine.Input{Name: "base", Object: object("def base")}); err != nil {
		t.Fatal(err)
	}
	at, err := e.Lookup(t.Context(), "base")
	if err != nil {
		t.Fatal(err)
	}
	s.want = at.Addr
	t.Cleanup(func() {
		h.Off.Store(true)
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		if h.live != 0 {
			t.Errorf("%d allocations are left", h.live)
		}
		if n := h.resolvers.Load(); n != 0 {
			t.Errorf("%d resolvers are not released", n)
		}
	})
	return s
}

// Life goes through all that modules can come to.
func (s *scene) Life(ctx context.Context) error {
	return s.life(ctx, func() error {
		_, err := s.function(ctx, "part")
		if err == nil {
			s.h.called(0, engine.Number(s.Engine, "part"))
			s.h.called(0, 1<<30) // a stub that nobody has
		}
		return err
	})
}

// life is Life with what calls functions, which has no context.
func (s *scene) life(ctx context.Context, call func() error) error {
	lazy, err := s.Add(ctx, engine.Input{Name: "lazy", Lazy: true, Source: &compiler.Source{Text: []byte("def part\nref base")}})
	if err != nil {
		return err
	}
	m, err := s.Add(ctx, engine.Input{Name: "m", Source: &compiler.Source{Text: []byte("def name\nref outside\nref base")}})
	if err != nil {
		return err
	}
	if _, err := s.Lookup(ctx, "name"); err != nil {
		return err
	}
	if err := call(); err != nil {
		return err
	}
	return s.Remove(ctx, m, lazy)
}

// function calls a function, which does nothing.
func (s *scene) function(ctx context.Context, name string) (uint64, error) {
	f, err := s.Func(ctx, idle{}, name, abi.Signature{})
	if err != nil {
		return 0, err
	}
	return f.Call()
}

// Read reads all that can be read of what is ready.
func (s *scene) Read(where string) {
	ctx := context.Background()
	if at, err := s.Lookup(ctx, "base"); err != nil || at.Addr != s.want {
		s.t.Errorf("%s: base is at %#x, want %#x: %v", where, at.Addr, s.want, err)
	}
	for m := range s.Modules() {
		m.State()
		m.Err()
		for _, o := range m.Objects() {
			o.Sections()
			o.Symbols()
		}
	}
	s.Count(engine.Finalized)
	if s.base.State() != engine.Finalized {
		s.t.Errorf("%s: base is %v", where, s.base.State())
	}
}

// TestReadInside: from inside every callback what is ready can be looked up and read.
func TestReadInside(t *testing.T) {
	insidetest.ReadInside(t, newScene(t), callbacks)
	insidetest.ReadInside(t, newSceneFor(t, remoteCallbacks[0]), remoteCallbacks)
}

// TestReadBeside: while a callback does not return what is ready can be looked up and read.
func TestReadBeside(t *testing.T) {
	insidetest.ReadBeside(t, func(t *testing.T) insidetest.Scene { return newScene(t) }, callbacks)
	insidetest.ReadBeside(t, func(t *testing.T) insidetest.Scene { return newSceneFor(t, remoteCallbacks[0]) }, remoteCallbacks)
}

// TestChangeInside: from inside Allocate another module cannot be loaded, and from where stubs are made none that
// needs stubs be added: that is ErrNested, whatever context is given. From the others both work.
func TestChangeInside(t *testing.T) {
	for _, name := range slices.Concat(callbacks, remoteCallbacks) {
		t.Run(name, func(t *testing.T) {
			s := newSceneFor(t, name)
			var depth atomic.Bool
			var called atomic.Int32
			s.h.At = func(given context.Context, at string) {
				if at != name || !depth.CompareAndSwap(false, true) {
					return
				}
				defer depth.Store(false)
				called.Add(1)
				background := context.Background()
				if name == "Init" { // else it would wait for itself
					background = engine.WithoutWait(background)
				}
				for i, ctx := range []context.Context{background, given} {
					if ctx == insidetest.None { // what callbacks have that get no context
						continue
					}
					inner, f := fmt.Sprintf("inner%d%d", called.Load(), i), fmt.Sprintf("f%d%d", called.Load(), i)
					if _, err := s.Add(ctx, engine.Input{Name: inner, Object: object("def " + inner)}); err != nil {
						t.Error(err)
					}
					_, err := s.Lookup(ctx, inner)
					if nested := name == "Allocate"; nested != errors.Is(err, rtdyld.ErrNested) || !nested && err != nil {
						t.Errorf("Lookup: %v", err)
					}
					_, err = s.Add(ctx, engine.Input{Name: f, Object: object("def " + f), Functions: []string{f}})
					if nested := slices.Contains([]string{"Callback", "StubResolver", "Allocate stubs"}, name) && called.Load() == 1 || name == "StorePointers"; nested != errors.Is(err, rtdyld.ErrNested) || !nested && err != nil {
						t.Errorf("Add: %v", err)
					}
				}
			}
			insidetest.Hang(t, "life", func() {
				if err := s.Life(t.Context()); err != nil {
					t.Error(err)
				}
			})
			if called.Load() == 0 {
				t.Error("it was not called")
			}
		})
	}
}

// TestCloseBesideStubs: an engine that is closed while its stubs are made leaves none.
func TestCloseBesideStubs(t *testing.T) {
	for _, name := range []string{"Callback", "Allocate stubs", "StubResolver"} {
		h := &hooks{elsewhere: name == "StubResolver"}
		e, err := engine.New(h.config())
		if err != nil {
			t.Fatal(err)
		}
		h.At = func(_ context.Context, at string) {
			if at == name {
				if err := e.Close(); err != nil && !errors.Is(err, engine.ErrClosed) {
					t.Error(err)
				}
			}
		}
		if _, err := e.Add(t.Context(), engine.Input{Name: "f", Object: object("def f"), Functions: []string{"f"}}); !errors.Is(err, engine.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
		if h.live != 0 {
			t.Errorf("%s: %d allocations are left", name, h.live)
		}
		if n := h.resolvers.Load(); n != 0 {
			t.Errorf("%s: %d resolvers are not released", name, n)
		}
	}
}
