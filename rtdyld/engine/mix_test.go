package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// errMixed is what callbacks of a mix fail with.
var errMixed = errors.New("mixed in")

// mix does everything with an engine, at random, from many goroutines.
type mix struct {
	*engine.Engine
	t *testing.T
	h *hooks

	mu  sync.Mutex
	rnd *rand.Rand // of callbacks
	ms  []*engine.Module
	ds  []*rtdyld.Detached
	n   int // of names
}

// chance is true once in n times.
func (x *mix) chance(n int) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.rnd.IntN(n) == 0
}

func (x *mix) keep(m *engine.Module) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ms = append(x.ms, m)
}

// some are a few modules, removed ones among them.
func (x *mix) some(rnd *rand.Rand) (ms []*engine.Module) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for range 1 + rnd.IntN(3) {
		if len(x.ms) > 0 {
			i := rnd.IntN(len(x.ms))
			ms = append(ms, x.ms[i])
			if rnd.IntN(2) == 0 {
				x.ms = append(x.ms[:i], x.ms[i+1:]...)
			}
		}
	}
	for i := range ms {
		for k := range i {
			if ms[i] == ms[k] {
				return ms[:1] // each once
			}
		}
	}
	return ms
}

// input is a module: names that many define, one of its own, and references to others.
func (x *mix) input(rnd *rand.Rand) engine.Input {
	x.mu.Lock()
	x.n++
	n := x.n
	x.mu.Unlock()
	name := fmt.Sprint("m", n)
	text := fmt.Sprintf("def %s\nweak same%d\nref same%d\nref outside\n", name, rnd.IntN(3), rnd.IntN(3))
	if rnd.IntN(3) == 0 {
		text += fmt.Sprintf("ref m%d\n", rnd.IntN(n+2))
	}
	switch rnd.IntN(8) {
	case 0:
		return engine.Input{Name: name, Source: &compiler.Source{Text: []byte(text + "bad")}}
	case 1, 2:
		return engine.Input{Name: name, Source: &compiler.Source{Text: []byte(text)}}
	case 3:
		a := &objgen.Ar{Members: []objgen.ArMember{{Name: "one.o", Data: object(text)}, {Name: "two.o", Data: object(fmt.Sprintf("def %s_\nref %s", name, name))}}}
		return engine.Input{Name: name, Archive: a.Bytes()}
	case 4:
		f := fmt.Sprint("f", rnd.IntN(4))
		return engine.Input{Name: name, Object: object("def " + f + "\nref same0\nref f0"), Functions: []string{f}}
	}
	return engine.Input{Name: name, Object: object(text)}
}

// known reports whether an error is one that a mix brings about.
func known(err error) bool {
	var inUse *rtdyld.InUseError
	var twice *rtdyld.DuplicateError
	var undefined *rtdyld.UndefinedError
	if errors.As(err, &inUse) || errors.As(err, &twice) || errors.As(err, &undefined) {
		return true
	}
	for _, of := range []error{context.Canceled, errMixed, errBad, engine.ErrClosed, engine.ErrRemoved, engine.ErrBusy, engine.ErrNotFound, engine.ErrNotFinalized,
		objfmt.ErrUnsupported, rtdyld.ErrUnloaded, rtdyld.ErrInUse, rtdyld.ErrClosed} {
		if errors.Is(err, of) {
			return true
		}
	}
	return false
}

// step does one thing.
func (x *mix) step(rnd *rand.Rand) error {
	ctx := x.t.Context()
	if rnd.IntN(3) == 0 {
		ended, cancel := context.WithCancel(ctx)
		defer cancel()
		for range rnd.IntN(3) {
			go func() { runtime.Gosched(); cancel() }()
		}
		ctx = ended
	} else if rnd.IntN(2) == 0 {
		ctx = context.Background()
	}
	switch rnd.IntN(10) {
	case 0, 1, 2:
		m, err := x.Add(ctx, x.input(rnd))
		if err == nil {
			x.keep(m)
		}
		return err
	case 3, 4:
		_, err := x.Lookup(ctx, []string{"same0", "same1", "same2", "nowhere", fmt.Sprint("m", rnd.IntN(40))}[rnd.IntN(5)])
		return err
	case 5:
		if ms := x.some(rnd); len(ms) > 0 {
			return errors.Join(x.Load(ctx, ms...), x.Finalize(ctx, ms...))
		}
		return x.Finalize(ctx)
	case 6:
		return x.Remove(ctx, x.some(rnd)...)
	case 7:
		ms := x.some(rnd)
		if len(ms) == 0 {
			return nil
		}
		d, err := x.Detach(ctx, ms...)
		if err == nil {
			x.mu.Lock()
			x.ds = append(x.ds, d)
			x.mu.Unlock()
		}
		return err
	case 8:
		f, err := x.Func(ctx, idle{}, fmt.Sprint("f", rnd.IntN(4)), abi.Signature{})
		if err == nil {
			_, err = f.Call()
		}
		return err
	}
	f := fmt.Sprint("f", rnd.IntN(4))
	m, err := x.Add(ctx, engine.Input{Name: "old", Object: object("def " + f), Functions: []string{f}})
	if err != nil {
		return err
	}
	x.keep(m)
	m, err = x.Replace(ctx, m, engine.Input{Name: "new", Object: object("def " + f), Functions: []string{f}})
	if err == nil {
		x.keep(m)
	}
	return err
}

// TestMix: whatever is done at once, with callbacks that fail and contexts that end, everything ends, with an error that is known; and
// when the engine is closed in the middle of it all memory is given back. A seed is a mix, but for the scheduler.
func TestMix(t *testing.T) {
	seeds, steps := uint64(20), 60
	if !citest.Sample() {
		seeds, steps = 500, 200
	}
	for seed := range seeds {
		x := &mix{t: t, h: &hooks{}, rnd: rand.New(rand.NewPCG(seed, 0))}
		x.h.At = func(context.Context, string) {
			if x.chance(4) {
				runtime.Gosched()
			}
		}
		x.h.asm.wait = func(context.Context) error {
			if x.chance(10) {
				return errMixed
			}
			return nil
		}
		cfg := x.h.config()
		cfg.OnLoaded = func(context.Context, *engine.Module, []*rtdyld.Object) error {
			if x.chance(20) {
				return errMixed
			}
			return nil
		}
		var err error
		if x.Engine, err = engine.New(cfg); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for g := range uint64(6) {
			wg.Go(func() {
				rnd := rand.New(rand.NewPCG(seed, 1+g))
				for range steps {
					if err := x.step(rnd); err != nil && !known(err) {
						t.Errorf("seed %d: %v", seed, err)
					}
				}
			})
		}
		if seed%2 == 0 {
			wg.Go(func() {
				for range rand.New(rand.NewPCG(seed, 100)).IntN(2000) {
					runtime.Gosched()
				}
				if err := x.Close(); err != nil {
					t.Errorf("seed %d: Close: %v", seed, err)
				}
			})
		}
		insidetest.Hang(t, fmt.Sprint("seed ", seed), wg.Wait)
		if err := x.Close(); err != nil && !errors.Is(err, engine.ErrClosed) {
			t.Errorf("seed %d: Close: %v", seed, err)
		}
		for _, d := range x.ds {
			if err := d.Release(t.Context()); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
		}
		eventually(t, fmt.Sprintf("seed %d: all memory is given back", seed), func() bool { return x.h.allocations() == 0 })
	}
}

// TestRefusedLate: what OnLoaded refuses when others use it already stays, and the error says so; what ran its constructors for
// another's sake, who has gone, is loaded again.
func TestRefusedLate(t *testing.T) {
	var e *engine.Engine
	var inside func(ctx context.Context)
	h := &hooks{}
	cfg := h.config()
	cfg.OnLoaded = func(ctx context.Context, m *engine.Module, _ []*rtdyld.Object) error {
		if f := inside; m.Name() == "a" && f != nil {
			inside = nil
			f(ctx)
			return errMixed
		}
		return nil
	}
	e, err := engine.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	add := func(name, text string) *engine.Module {
		m, err := e.Add(t.Context(), engine.Input{Name: name, Object: object(text)})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	a, b := add("a", "weak same"), add("b", "weak same\ndef b")
	inside = func(ctx context.Context) { check(e.Load(ctx, b)) }
	var inUse *rtdyld.InUseError
	if err := e.Load(t.Context(), a); !errors.Is(err, errMixed) || !errors.As(err, &inUse) {
		t.Errorf("error %v", err)
	}
	state(t, a, engine.Loaded)
	insidetest.Hang(t, "Lookup", func() { _, err := e.Lookup(t.Context(), "same"); check(err) })
	check(e.Remove(t.Context(), a, b))

	a, user := add("a", "def a"), add("user", "def user\nref a")
	inside = func(ctx context.Context) {
		_, err := e.Lookup(ctx, "user")
		check(err)
		check(e.Remove(ctx, user))
	}
	if err := e.Load(t.Context(), a); !errors.Is(err, errMixed) || errors.As(err, &inUse) {
		t.Errorf("error %v", err)
	}
	state(t, a, engine.Failed)
	_, err = e.Lookup(t.Context(), "a")
	check(err)
	check(e.Close())
	if n := h.allocations(); n != 0 {
		t.Errorf("%d allocations are left", n)
	}
}
