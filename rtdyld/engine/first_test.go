package engine_test

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// here calls f so that what that calls on the same goroutine finds it by onHere.
//
//go:noinline
func here(f func()) { f() }

// onHere reports whether here is among the callers.
func onHere() bool {
	pcs := make([]uintptr, 256)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	for {
		f, more := frames.Next()
		if strings.HasSuffix(f.Function, ".here") {
			return true
		}
		if !more {
			return false
		}
	}
}

// TestFirstCallHere: who calls a function behind a stub for the first time, and who asks for a name without an end, loads it
// himself: a thread of C's that had to wait for a goroutine would have to sleep for that, and be woken. Where the
// context may end, or a compiler is at work, another goroutine does, so that the caller may leave.
func TestFirstCallHere(t *testing.T) {
	var stub func(_, number uint64) uint64
	var own, other atomic.Int64
	cfg := engine.Config{
		Callback: func(f func(_, _ uint64) uint64) (uint64, error) { stub = f; return 1, nil },
		OnLoaded: loaded(func() {
			if onHere() {
				own.Add(1)
			} else {
				other.Add(1)
			}
		}),
	}
	r := newRig(t, cfg)
	ctx := context.Background()
	add := func(in engine.Input) {
		t.Helper()
		if _, err := r.Add(ctx, in); err != nil {
			t.Fatal(err)
		}
	}
	look := func(ctx context.Context, name string) (s rtdyld.Symbol) {
		t.Helper()
		var err error
		here(func() { s, err = r.Lookup(ctx, name) })
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	loads := func(what string, wantOwn, wantOther int64) {
		t.Helper()
		if n, k := own.Swap(0), other.Swap(0); n != wantOwn || k != wantOther {
			t.Errorf("%s: %d loads by the caller, %d by others; want %d and %d", what, n, k, wantOwn, wantOther)
		}
	}
	ending, cancel := context.WithCancel(ctx)
	defer cancel()

	add(engine.Input{Name: "m1", Object: object("def f1"), Functions: []string{"f1"}})
	look(ctx, "f1")
	loads("a stub's address", 0, 0)
	f := r.function("f1")
	here(func() { f.Call() })
	loads("the first call", 1, 0)
	here(func() { f.Call() })
	loads("the second call", 0, 0)

	add(engine.Input{Name: "m2", Object: object("def f2"), Functions: []string{"f2"}})
	look(ending, "f2")
	here(func() { stub(0, engine.Number(r.Engine, "f2")) })
	loads("a stub", 1, 0)

	add(engine.Input{Name: "m3", Object: object("def f3\nref f4")})
	add(engine.Input{Name: "m4", Object: object("def f4")})
	look(ctx, "f3")
	loads("a name, and what it refers to", 2, 0)

	add(engine.Input{Name: "m5", Object: object("def f5")})
	look(ending, "f5")
	loads("a name for a caller who may leave", 0, 1)

	add(engine.Input{Name: "m6", Source: &compiler.Source{Text: []byte("def f6")}})
	look(ctx, "f6")
	loads("what is to be compiled", 0, 1)
}

// TestCallsWaitForNothing: who calls functions that are linked takes no lock of the engine's or of a linker's, and allocates nothing:
// nothing that Replace does, wherever it is held up, has a caller wait.
func TestCallsWaitForNothing(t *testing.T) {
	r := newRig(t, stubbed())
	ctx := context.Background()
	m, err := r.Add(ctx, engine.Input{Name: "m1", Object: object("def behind"), Functions: []string{"behind"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Add(ctx, engine.Input{Name: "m2", Object: object("def plain")}); err != nil {
		t.Fatal(err)
	}
	fs := []*engine.Func{r.function("behind"), r.function("plain")}
	calls := func() {
		for _, f := range fs {
			if _, err := f.Call(); err != nil {
				t.Error(err)
			}
		}
	}
	calls() // the first one links
	giveUp := engine.Hold(r.Engine)
	insidetest.Hang(t, "a call while the engine is locked", calls)
	giveUp()
	if n := testing.AllocsPerRun(100, calls); n != 0 {
		t.Errorf("two calls cost %v allocations", n)
	}
	in := engine.Input{Name: "m1", Object: object("def behind"), Functions: []string{"behind"}}
	held := 0
	r.mem.allocating = func() {
		held++
		insidetest.Hang(t, "a call while a replacement asks for memory", calls)
	}
	if _, err = r.Replace(ctx, m, in); err != nil {
		t.Fatal(err)
	}
	r.mem.allocating = nil
	if held == 0 {
		t.Error("no memory was asked for")
	}
	calls()
}
