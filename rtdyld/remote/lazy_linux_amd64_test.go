package remote_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// lazyRig is an engine whose code runs in an executor.
type lazyRig struct {
	*engine.Engine
	t      testing.TB
	e      *remote.Executor
	m      *machine
	mu     sync.Mutex
	asked  []uint64 // numbers that were asked for
	loads  []string // modules that were loaded
	failed []error
}

// counted is an executor that counts what it asks.
type counted struct {
	*remote.Executor
	r *lazyRig
}

func (c counted) StubResolver(ctx context.Context, f func(context.Context, uint64) uint64) (addr, id uint64, release func(), err error) {
	return c.Executor.StubResolver(ctx, func(ctx context.Context, n uint64) uint64 {
		c.r.mu.Lock()
		c.r.asked = append(c.r.asked, n)
		c.r.mu.Unlock()
		return f(ctx, n)
	})
}

func newLazyRig(t testing.TB, m *machine, cmd remote.Command, change func(*engine.Config)) *lazyRig {
	t.Helper()
	return lazyOn(t, m, start(t, cmd), change)
}

// lazyOn is an engine on an executor.
func lazyOn(t testing.TB, m *machine, e *remote.Executor, change func(*engine.Config)) *lazyRig {
	t.Helper()
	r := &lazyRig{t: t, m: m, e: e}
	cfg := engine.Config{Stubs: counted{r.e, r}}
	var err error
	if cfg.Linker, err = r.e.LinkerConfig(); err != nil {
		t.Fatal(err)
	}
	cfg.OnLoaded = func(_ context.Context, m *engine.Module, _ []*rtdyld.Object) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.loads = append(r.loads, m.Name())
		return nil
	}
	cfg.OnFailed = func(name string, err error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.failed = append(r.failed, fmt.Errorf("%s: %w", name, err))
	}
	if change != nil {
		change(&cfg)
	}
	if r.Engine, err = engine.New(cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil && !errors.Is(err, engine.ErrClosed) && r.e.Err() == nil {
			t.Error(err)
		}
	})
	return r
}

// input is a source of testdata as a module.
func (r *lazyRig) input(source string, functions ...string) engine.Input {
	return r.source(source, "-DNDEBUG", functions...)
}

// source is that, compiled with a flag.
func (r *lazyRig) source(source, flag string, functions ...string) engine.Input {
	r.t.Helper()
	img := r.m.compile(r.t, source, "-O1", "-fPIC", flag)
	return engine.Input{Name: source, Object: bytes.Clone(img.Buffer.Bytes()), Functions: functions}
}

func (r *lazyRig) add(source string, functions ...string) *engine.Module {
	r.t.Helper()
	m, err := r.Add(r.t.Context(), r.input(source, functions...))
	if err != nil {
		r.t.Fatal(err)
	}
	return m
}

// call calls a function in the executor.
func (r *lazyRig) call(ctx context.Context, name string, sig abi.Signature, args ...uint64) (uint64, error) {
	sym, err := r.Lookup(ctx, name)
	if err != nil {
		return 0, err
	}
	return r.e.Call(ctx, sym.Addr, sig, nil, args...)
}

func (r *lazyRig) want(want uint64, name string, sig abi.Signature, args ...uint64) {
	r.t.Helper()
	got, err := r.call(r.t.Context(), name, sig, args...)
	if sig.Result == abi.Int32 {
		got, want = uint64(uint32(got)), uint64(uint32(want))
	}
	if err != nil || got != want {
		r.t.Errorf("%s%v: %d, %v; want %d", name, args, got, err, want)
	}
}

// told is how often the executor has asked, and what was loaded, since it was last called.
func (r *lazyRig) told() (asked int, loads []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	asked, loads = len(r.asked), r.loads
	r.asked, r.loads = nil, nil
	return asked, loads
}

var (
	long   = abi.Signature{Result: abi.Int64}
	number = abi.Signature{Params: []abi.Kind{abi.Int32}, Result: abi.Int32}
)

// TestLazy: functions behind stubs in an executor are linked when they are first called, with arguments of every
// class as they were, from calls of the controller and from threads of C, once; then they are called without the controller.
func TestLazy(t *testing.T) {
	for i := range machines {
		m := &machines[i]
		if citest.Sample() && m.emulator != nil && m.name != "arm64" {
			continue // each takes an executor that is built for it, and other tests build for this processor anyway
		}
		t.Run(m.name, func(t *testing.T) {
			for _, how := range []string{"direct", "threads"} {
				for _, stream := range []bool{false, true} {
					if stream && (m.emulator != nil || how == "threads") {
						continue
					}
					cmd := m.command(t)
					cmd.Stream = stream
					r := newLazyRig(t, m, cmd, nil)
					plain := lazyOn(t, m, r.e, nil)
					for _, source := range []string{"lazy.c", "lazy_far.c", "lazy_one.c", "lazy_outer.c"} {
						plain.add(source)
					}
					mixed, err := plain.call(t.Context(), "direct", long)
					if err != nil || mixed == 0 || len(plain.asked) > 0 {
						t.Fatalf("without stubs: %d, %v", mixed, err)
					}
					r.add("lazy.c")
					far := r.add("lazy_far.c", "mix", "make", "many")
					one, outer := r.add("lazy_one.c", "one"), r.add("lazy_outer.c", "outer")
					if far.State() != engine.Added {
						t.Errorf("%v before it is called", far.State())
					}
					r.want(mixed, how, long)
					if asked, loads := r.told(); asked == 0 || asked > 3*16 || !slices.Equal(loads, []string{"lazy.c", "lazy_far.c"}) {
						t.Errorf("asked %d times, loaded %q", asked, loads)
					}
					r.want(mixed, how, long)
					r.want(41+2+1, "nested", number, 2)
					if asked, loads := r.told(); asked != 2 || !slices.Equal(loads, []string{"lazy_outer.c", "lazy_one.c"}) || one.State() != engine.Finalized || outer.State() != engine.Finalized {
						t.Errorf("asked %d times, loaded %q", asked, loads)
					}
					r.want(15000, "often", number, 10000)
					if asked, _ := r.told(); asked != 0 {
						t.Errorf("asked %d times for what is linked", asked)
					}
				}
			}
		})
	}
}
