package rtdyld_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// hooks is all that a linker calls.
type hooks struct {
	insidetest.Hooks
	mem memory
	tls threads
	one sync.Mutex // guards tls

	frames atomic.Int64 // tables of unwind information that are registered
}

func (h *hooks) config() rtdyld.Config {
	return rtdyld.Config{
		Memory: h, Reserver: h, Loaded: h, Resolver: h, Unwinder: h, TLS: h, Initializer: h, Listeners: []rtdyld.Listener{h},
		Fixed:      func(string) (uint64, bool) { h.Call(insidetest.None, "Fixed"); return 0, false },
		ReadMemory: func(ctx context.Context, _ uint64, _ []byte) error { return h.Call(ctx, "ReadMemory") },
		Origin:     func(string, uint64) string { h.Call(insidetest.None, "Origin"); return "libfun.so" },
		Reasons:    func() []rtdyld.Reason { h.Call(insidetest.None, "Reasons"); return nil },
		Logger:     slog.New(h),
	}
}

// alone are the callbacks in the middle of a change: Load and Unload from inside are refused.
var alone = []string{"Log", "Reserve", "Allocate", "Allocate stubs", "Define", "Initialize", "ReadMemory"}

// claimed are those of Finalize: batches are not finalized or unloaded from inside that are being
// finalized.
var claimed = []string{"Finalize", "Register"}

// between are all others.
var between = []string{"NotifyLoaded", "Resolve", "Fixed", "Finalize stubs", "Finalized", "Init", "Fini", "Deregister", "Unloading", "Release", "Release stubs", "Release thread-locals"}

func (h *hooks) Reserve(ctx context.Context, _, _, _ rtdyld.Need) error {
	return h.Call(ctx, "Reserve")
}

// hooked is an allocation, or a block of thread-locals, which has a release that is told of.
type hooked struct {
	rtdyld.Allocation
	h    *hooks
	what string
}

func (h *hooks) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	what := ""
	if reqs[0].Image == nil {
		what = " stubs"
	}
	if err := h.Call(ctx, "Allocate"+what); err != nil {
		return nil, err
	}
	a, err := h.mem.Allocate(ctx, reqs)
	if err != nil {
		return nil, err
	}
	return &hooked{a, h, what}, nil
}

func (a *hooked) Blocks() []rtdyld.Block {
	a.h.Call(insidetest.None, "Blocks"+a.what)
	return a.Allocation.Blocks()
}

func (a *hooked) Finalize(ctx context.Context) error {
	if err := a.h.Call(ctx, "Finalize"+a.what); err != nil {
		return err
	}
	return a.Allocation.Finalize(ctx)
}

// Release releases also if it fails, as all that takes something back.
func (a *hooked) Release(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, a.Allocation.Release(ctx)) }()
	return a.h.Call(ctx, "Release"+a.what)
}

type hookedThreads struct {
	rtdyld.TLSBlock
	h *hooks
}

func (h *hooks) Define(ctx context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	if err := h.Call(ctx, "Define"); err != nil {
		return nil, err
	}
	h.one.Lock()
	defer h.one.Unlock()
	b, err := h.tls.Define(ctx, req)
	if err != nil {
		return nil, err
	}
	return hookedThreads{b, h}, nil
}

func (b hookedThreads) Initialize(ctx context.Context, init []byte) error {
	if err := b.h.Call(ctx, "Initialize"); err != nil {
		return err
	}
	b.h.one.Lock()
	defer b.h.one.Unlock()
	return b.TLSBlock.Initialize(ctx, init)
}

func (b hookedThreads) Release(ctx context.Context) (err error) {
	defer func() {
		b.h.one.Lock()
		defer b.h.one.Unlock()
		err = errors.Join(err, b.TLSBlock.Release(ctx))
	}()
	return b.h.Call(ctx, "Release thread-locals")
}

func (b hookedThreads) Module() uint64 {
	b.h.Call(insidetest.None, "Module")
	return b.TLSBlock.Module()
}

func (b hookedThreads) DTPOffset() uint64 {
	b.h.Call(insidetest.None, "DTPOffset")
	return b.TLSBlock.DTPOffset()
}

func (b hookedThreads) TPOffset() int64 {
	b.h.Call(insidetest.None, "TPOffset")
	return b.TLSBlock.TPOffset()
}

func (h *hooks) NotifyLoaded(ctx context.Context, _ []*rtdyld.Object) error {
	return h.Call(ctx, "NotifyLoaded")
}

func (h *hooks) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	if err := h.Call(ctx, "Resolve"); err != nil {
		return err
	}
	return outside{"fun": {Addr: far, Kind: rtdyld.Func}, "dat": {Addr: far + 0x100, Size: 16, Kind: rtdyld.Data}}.Resolve(ctx, refs, out)
}

func (h *hooks) Formats() rtdyld.UnwindFormat {
	h.Call(insidetest.None, "Formats")
	return rtdyld.EHFrame
}

func (h *hooks) Register(ctx context.Context, tables []rtdyld.UnwindTable) error {
	if err := h.Call(ctx, "Register"); err != nil {
		return err
	}
	h.frames.Add(int64(len(tables)))
	return nil
}

func (h *hooks) Deregister(ctx context.Context, tables []rtdyld.UnwindTable) error {
	h.frames.Add(-int64(len(tables)))
	return h.Call(ctx, "Deregister")
}

func (h *hooks) Init(ctx context.Context, _ []*rtdyld.Object, _ []uint64) error {
	return h.Call(ctx, "Init")
}

func (h *hooks) Fini(ctx context.Context, _ []*rtdyld.Object, _ []uint64) error {
	return h.Call(ctx, "Fini")
}

func (h *hooks) Finalized([]*rtdyld.Object) { h.Call(insidetest.None, "Finalized") }
func (h *hooks) Unloading([]*rtdyld.Object) { h.Call(insidetest.None, "Unloading") }

func (h *hooks) Enabled(context.Context, slog.Level) bool { return true }
func (h *hooks) Handle(context.Context, slog.Record) error {
	h.Call(insidetest.None, "Log")
	return nil
}
func (h *hooks) WithAttrs([]slog.Attr) slog.Handler { return h }
func (h *hooks) WithGroup(string) slog.Handler      { return h }

// scene is a linker with hooks, an object that is finalized, and more to be loaded.
type scene struct {
	*rtdyld.Linker
	t    *testing.T
	h    *hooks
	base []*rtdyld.Object
	want uint64 // where its name is

	mu   sync.Mutex
	objs []*rtdyld.Object // of Life
}

// Hook implements insidetest.Scene.
func (s *scene) Hook() *insidetest.Hooks { return &s.h.Hooks }

func newScene(t *testing.T) *scene {
	h := &hooks{}
	l, err := rtdyld.New(h.config())
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{Linker: l, t: t, h: h}
	if s.base, err = l.Load(t.Context(), images(t, "base")...); err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(t.Context()); err != nil {
		t.Fatal(err)
	}
	at, err := l.Lookup("base")
	if err != nil {
		t.Fatal(err)
	}
	s.want = at.Addr
	t.Cleanup(func() {
		h.Off.Store(true)
		if err := l.Close(); err != nil && !errors.Is(err, rtdyld.ErrClosed) {
			t.Error(err)
		}
		h.mem.check(t)
		if h.tls.live != 0 {
			t.Errorf("%d blocks of thread-locals are left", h.tls.live)
		}
	})
	return s
}

// Life goes through all that an object can come to.
func (s *scene) Life(ctx context.Context) error {
	objs, err := s.Load(ctx, images(s.t, "tls", "direct", "user")...)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.objs = objs
	s.mu.Unlock()
	if err := s.Resolve(ctx, objs...); err != nil {
		return err
	}
	if err := s.Finalize(ctx, objs...); err != nil {
		return err
	}
	return s.Unload(ctx, objs...)
}

// Read reads all that can be read.
func (s *scene) Read(where string) {
	if at, err := s.Lookup("base"); err != nil || at.Addr != s.want {
		s.t.Errorf("%s: base is at %#x, want %#x: %v", where, at.Addr, s.want, err)
	}
	objs := s.Objects()
	if len(objs) < len(s.base) {
		s.t.Errorf("%s: %d objects", where, len(objs))
	}
	for range s.ObjectSeq() {
	}
	for _, o := range append(objs, s.base...) {
		for range o.SectionSeq() {
		}
		for range o.SymbolSeq() {
		}
		o.Lookup("base")
		o.Sections()
		o.Symbols()
		o.Made()
		o.Counts()
		o.DSOHandle()
		o.ThreadOffset()
		o.DebugSections(nil)
		for _, b := range o.Blocks() {
			if !o.Contains(b.Addr) && o.State() != rtdyld.Unloaded {
				s.t.Errorf("%s: %s does not contain its block", where, o.Name())
			}
		}
		o.SectionAddress(1)
		if o.State() == rtdyld.Loading {
			s.t.Errorf("%s: %s is shown while it is loaded", where, o.Name())
		}
	}
	s.Copies()
	s.Near()
	s.Lost()
	s.ImageBase()
}

// TestReadInside: from inside every callback all can be read.
func TestReadInside(t *testing.T) {
	insidetest.ReadInside(t, newScene(t), slices.Concat(alone, claimed, between))
}

// TestReadBeside: while a callback does not return all can be read.
func TestReadBeside(t *testing.T) {
	insidetest.ReadBeside(t, func(t *testing.T) insidetest.Scene { return newScene(t) }, slices.Concat(alone, claimed, between))
}

// stopAt starts a life that stops inside a callback until on is closed.
func (s *scene) stopAt(t *testing.T, name string) (on chan struct{}, ended chan error) {
	return insidetest.StopAt(t, s.Hook(), name, func() error { return s.Life(t.Context()) })
}

// change loads, finalizes and unloads something.
func (s *scene) change(ctx context.Context) error {
	objs, err := s.Load(ctx, images(s.t, "x_weak")...)
	if err != nil {
		return err
	}
	return errors.Join(s.Finalize(ctx, objs...), s.Unload(ctx, objs...))
}

// TestChangeInside: Load, Finalize and Unload work from inside callbacks that nobody waits for, and are
// ErrNested in the others, whatever context they are given, and from other goroutines by
// the callback's.
func TestChangeInside(t *testing.T) {
	for _, name := range slices.Concat(alone, claimed, between) {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			var depth atomic.Int32
			called := 0
			s.h.At = func(ctx context.Context, at string) {
				if at != name || depth.Load() > 0 {
					return
				}
				called++
				depth.Add(1)
				defer depth.Add(-1)
				try := map[string]func() error{"a new context": func() error { return s.change(context.Background()) }}
				if ctx != insidetest.None { // what callbacks have that get no context
					try["the callback's context"] = func() error { return s.change(ctx) }
					try["another goroutine"] = func() error {
						sub, cancel := context.WithCancel(ctx)
						defer cancel()
						err := make(chan error)
						go func() { err <- s.change(sub) }()
						return <-err
					}
				}
				for how, f := range try {
					err := f()
					if nested := slices.Contains(alone, name); nested != errors.Is(err, rtdyld.ErrNested) || !nested && err != nil {
						t.Errorf("%s: %v", how, err)
					}
				}
				if slices.Contains(alone, name) {
					for what, f := range map[string]func() error{
						"Resolve": func() error { return s.Resolve(context.Background()) }, "Finalize": func() error { return s.Finalize(context.Background()) },
						"Unload": func() error { return s.Unload(context.Background(), s.base...) }, "Destruct": func() error { return s.Destruct(context.Background(), s.base...) },
						"Detach": func() error { _, err := s.Detach(context.Background(), s.base...); return err },
					} {
						if err := f(); !errors.Is(err, rtdyld.ErrNested) {
							t.Errorf("%s: %v", what, err)
						}
					}
				}
				if slices.Contains(claimed, name) {
					for _, ctx := range []context.Context{ctx, context.Background()} {
						for what, err := range map[string]error{"Finalize": s.Finalize(ctx, s.objs...), "Unload": s.Unload(ctx, s.objs...)} {
							if !errors.Is(err, rtdyld.ErrNested) {
								t.Errorf("%s of what is being finalized: %v", what, err)
							}
						}
					}
				}
			}
			insidetest.Hang(t, "life", func() {
				if err := s.Life(t.Context()); err != nil {
					t.Error(err)
				}
			})
			if called == 0 {
				t.Error("it was not called")
			}
		})
	}
}

// TestChangeBeside: while a callback does not return operations of other goroutines go on, or wait as long
// as their context lets them.
func TestChangeBeside(t *testing.T) {
	for _, name := range slices.Concat(alone, claimed, between) {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			on, ended := s.stopAt(t, name)
			ctx, cancel := context.WithCancel(t.Context())
			insidetest.Hang(t, "loading beside "+name, func() {
				if !slices.Contains(alone, name) {
					if err := s.change(ctx); err != nil {
						t.Error(err)
					}
				}
				cancel()
				if slices.Contains(alone, name) {
					if err := s.change(ctx); !errors.Is(err, context.Canceled) {
						t.Errorf("Load: %v", err)
					}
				}
				if slices.Contains(claimed, name) {
					for what, err := range map[string]error{"Finalize": s.Finalize(ctx, s.objs...), "Unload": s.Unload(ctx, s.objs...)} {
						if !errors.Is(err, context.Canceled) {
							t.Errorf("%s of what is being finalized: %v", what, err)
						}
					}
				}
			})
			later := make(chan error, 1)
			go func() { later <- s.change(t.Context()) }()
			close(on)
			for _, err := range []error{<-ended, <-later} {
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestCloseInside: Close from inside a callback does not wait for that, and once the operation ends everything
// is gone.
func TestCloseInside(t *testing.T) {
	for _, name := range slices.Concat(alone, claimed, between) {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			closed := false
			s.h.At = func(_ context.Context, at string) {
				if at == name && !closed {
					closed = true
					if err := s.Close(); err != nil {
						t.Error(err)
					}
				}
			}
			insidetest.Hang(t, "life", func() {
				// What is unloaded goes all the same, and no call of a listener or the Logger is the last.
				if err := s.Life(t.Context()); err != nil && !errors.Is(err, rtdyld.ErrClosed) && !errors.Is(err, rtdyld.ErrUnloaded) {
					t.Error(err)
				}
			})
			if s.h.mem.live != 0 || s.h.tls.live != 0 {
				t.Errorf("%d allocations and %d blocks of thread-locals are left", s.h.mem.live, s.h.tls.live)
			}
		})
	}
}

// TestCloseBeside: Close waits for what uses memory, as long as its context lets it.
func TestCloseBeside(t *testing.T) {
	for _, name := range slices.Concat(alone, claimed) {
		for _, wait := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s wait=%v", name, wait), func(t *testing.T) {
				s := newScene(t)
				on, ended := s.stopAt(t, name)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if !wait {
					cancel()
				}
				done := make(chan error, 1)
				go func() { done <- s.CloseContext(ctx) }()
				if !wait {
					if err := <-done; !errors.Is(err, context.Canceled) {
						t.Errorf("Close: %v", err)
					}
				}
				over, end := context.WithCancel(t.Context())
				end()
				for { // until Close has begun
					if _, err := s.Load(over); errors.Is(err, rtdyld.ErrClosed) {
						break
					}
					runtime.Gosched()
				}
				close(on)
				if err := <-ended; !errors.Is(err, rtdyld.ErrClosed) {
					t.Error(err)
				}
				if wait {
					if err := <-done; err != nil {
						t.Error(err)
					}
				}
				if s.h.mem.live != 0 || s.h.tls.live != 0 {
					t.Errorf("%d allocations and %d blocks of thread-locals are left", s.h.mem.live, s.h.tls.live)
				}
			})
		}
	}
}

// TestHalfLoaded: while Load waits for memory nothing of the batch is seen, and what it replaces is.
func TestHalfLoaded(t *testing.T) {
	s := newScene(t)
	old, err := s.Load(t.Context(), images(t, "x_weak", "y=x_common8")...)
	if err != nil {
		t.Fatal(err)
	}
	type seen struct {
		x, z    rtdyld.Symbol
		err     error
		symbols string
		objects int
	}
	look := func() (v seen) {
		v.x, v.err = s.Lookup("x")
		v.z, _ = s.Lookup("z")
		v.symbols, v.objects = fmt.Sprint(old[0].Symbols(), old[1].Symbols()), len(s.Objects())
		return v
	}
	before := look()
	if before.err != nil {
		t.Fatal(before.err)
	}
	for _, fail := range []bool{true, false} {
		called := false
		s.h.At = func(_ context.Context, name string) {
			if name == "Allocate" {
				called = true
				if got := look(); got != before {
					t.Errorf("inside Allocate:\n%+v, before\n%+v", got, before)
				}
			}
		}
		if s.h.mem.limit = 0; fail {
			s.h.mem.limit = 1
		}
		_, err := s.Load(t.Context(), images(t, "x_strong", "y=x_common64")...)
		if fail != (err != nil) || !called {
			t.Fatalf("error is %v, called %v", err, called)
		}
		if got := look(); fail != (got == before) {
			t.Errorf("afterwards:\n%+v, before\n%+v", got, before)
		}
	}
}

// TestCallbackPanics: after a panic inside any callback nothing is locked, and what a failed Load had is given back.
func TestCallbackPanics(t *testing.T) {
	for _, name := range slices.Concat(alone, claimed, between) {
		if strings.HasPrefix(name, "Release") {
			continue // what is not released is left
		}
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			first := true
			s.h.At = func(_ context.Context, at string) {
				if at == name && first {
					first = false
					panic("as a caller's may")
				}
			}
			insidetest.Hang(t, "panic in "+name, func() {
				func() {
					defer func() { recover() }()
					s.Life(t.Context())
				}()
				s.Read("after " + name)
				if err := s.change(t.Context()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestUnderLoad loads, finalizes and unloads from many goroutines while others look, and closes in the middle of it.
func TestUnderLoad(t *testing.T) {
	s := newScene(t)
	rounds := 30
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for k := range 4 {
		wg.Go(func() {
			for i := range rounds {
				objs, err := s.LoadWith(t.Context(), nil, images(t, fmt.Sprintf("tls%d=tls", k), fmt.Sprintf("base%d=base", k))...)
				if err == nil {
					err = s.Finalize(t.Context(), objs...)
				}
				if err == nil && i%2 == 0 {
					err = s.Unload(t.Context(), objs...)
				}
				if err != nil && !errors.Is(err, rtdyld.ErrClosed) {
					t.Error(err)
				}
			}
		})
	}
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					s.Read("under load")
				}
			}
		})
	}
	insidetest.Hang(t, "load", wg.Wait)
	close(stop)
	readers.Wait()
	var closers sync.WaitGroup
	for range 4 {
		closers.Go(func() {
			for {
				if err := s.change(t.Context()); err != nil {
					if !errors.Is(err, rtdyld.ErrClosed) && !errors.Is(err, rtdyld.ErrUnloaded) {
						t.Error(err)
					}
					return
				}
			}
		})
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	closers.Wait()
}

// TestStubsStay: destructors may call what they reach by stubs of the linker's own: those go afterwards.
func TestStubsStay(t *testing.T) {
	s := newScene(t)
	var order []string
	s.h.At = func(_ context.Context, name string) {
		if name == "Fini" || name == "Release stubs" {
			order = append(order, name)
		}
	}
	if err := s.Life(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(order, []string{"Fini", "Release stubs"}) {
		t.Errorf("order is %v", order)
	}
}

// TestDescribeInside: the function that DebugSections asks for places may use the linker.
func TestDescribeInside(t *testing.T) {
	s := newScene(t)
	objs, err := s.Load(t.Context(), images(t, "debug")...)
	if err == nil {
		err = s.Resolve(t.Context(), objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	insidetest.Hang(t, "DebugSections", func() {
		if _, err := objs[0].DebugSections(func(string) uint64 { asked++; s.Read("inside DebugSections"); return 0 }); err != nil {
			t.Error(err)
		}
		_, err = objs[0].DebugSections(func(string) uint64 { s.Unload(t.Context(), objs...); return 0 })
	})
	if asked == 0 || !errors.Is(err, rtdyld.ErrUnloaded) {
		t.Errorf("asked %d times; of an object that goes meanwhile: %v", asked, err)
	}
}
