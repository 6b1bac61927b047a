//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"
)

// called gives a callback's C function as a Go function.
func called(t testing.TB, addr uint64) func(uint64) uint64 {
	t.Helper()
	c, err := Caller()
	if err != nil {
		t.Fatal(err)
	}
	f, err := abi.Func1[uint64, uint64](c, addr)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// newCallbackOf makes a callback.
func newCallbackOf(t testing.TB, fn any, cfg CallbackConfig) *Callback {
	t.Helper()
	c, err := NewCallback(fn, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// panicOf is what f panics with.
func panicOf(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

// TestCallbackClose: a call of a closed callback says so, until many others have been closed, and reaches no other callback before.
func TestCallbackClose(t *testing.T) {
	c := newCallbackOf(t, func(x uint64) uint64 { return x + 1 }, CallbackConfig{})
	f := called(t, c.Addr())
	if got := f(1); got != 2 {
		t.Fatal(got)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); !errors.Is(err, ErrCallbackClosed) {
		t.Errorf("closed twice: %v", err)
	}
	for range callbacks.Quarantine {
		again := newCallbackOf(t, func(x uint64) uint64 { return x + 2 }, CallbackConfig{})
		if again.Addr() == c.Addr() {
			t.Fatal("the address is used again")
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
	err, _ := panicOf(func() { f(1) }).(*ClosedCallbackError)
	if err == nil || err.Addr != c.Addr() || err.Type != "func(uint64) uint64" || !errors.Is(err, ErrCallbackClosed) {
		t.Errorf("called when it is closed: %v", err)
	}
}

// TestCallbackClosesItself: a call that is going on ends as usual.
func TestCallbackClosesItself(t *testing.T) {
	var c *Callback
	var err error
	c = newCallbackOf(t, func(x uint64) uint64 { err = c.Close(); runtime.GC(); return x + 1 }, CallbackConfig{})
	if got := called(t, c.Addr())(1); got != 2 || err != nil {
		t.Error(got, err)
	}
}

// TestCallbackMany makes and closes callbacks, of which many are there at once and each is called; there are no more thunks than for those and for the
// ones that wait to be used again.
func TestCallbackMany(t *testing.T) {
	n := 1_000_000
	if citest.Sample() {
		n = 40_000
	}
	const live = 5000
	before := Callbacks()
	var ring [live]*Callback
	for i := range n {
		at := &ring[i%live]
		if *at != nil {
			if err := (*at).Close(); err != nil {
				t.Fatal(err)
			}
		}
		x := uint64(i)
		*at = newCallbackOf(t, func(y uint64) uint64 { return x*3 + y }, CallbackConfig{})
		if i%97 == 0 || i < live {
			if got := called(t, (*at).Addr())(7); got != x*3+7 {
				t.Fatalf("callback %d: %d", i, got)
			}
		}
		if i == 3*(live+callbacks.Quarantine) {
			before := callbacks.Chunks()
			t.Cleanup(func() {
				if after := callbacks.Chunks(); after != before {
					t.Errorf("%d chunks of thunks have become %d", before, after)
				}
			})
		}
	}
	if got := Callbacks(); got != before+live {
		t.Errorf("%d callbacks, want %d", got, before+live)
	}
	for i, c := range ring {
		x := uint64(n - live + (i-n%live+live)%live)
		if got := called(t, c.Addr())(1); got != x*3+1 {
			t.Errorf("%d: %d, want %d", i, got, x*3+1)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if got := Callbacks(); got != before {
		t.Errorf("%d callbacks, want %d", got, before)
	}
}

// TestCallbackRace makes, calls and closes callbacks on many goroutines.
func TestCallbackRace(t *testing.T) {
	var wg sync.WaitGroup
	for g := range uint64(8) {
		wg.Go(func() {
			for i := range uint64(200) {
				c := newCallbackOf(t, func(x uint64) uint64 { return x ^ g<<32 ^ i }, CallbackConfig{})
				if got := called(t, c.Addr())(5); got != 5^g<<32^i {
					t.Errorf("goroutine %d, callback %d: %#x", g, i, got)
				}
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// TestProcessCallbacks: a process closes its callbacks with itself.
func TestProcessCallbacks(t *testing.T) {
	p, err := Open(Config{})
	if err != nil {
		t.Fatal(err)
	}
	before := Callbacks()
	addr, err := p.Callback(func(x uint64) uint64 { return x })
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.NewCallback(func(x uint64) uint64 { return x }, CallbackConfig{})
	if err != nil || c.Close() != nil {
		t.Fatal(err)
	}
	f := called(t, addr)
	if f(3) != 3 || Callbacks() != before+1 {
		t.Errorf("%d callbacks", Callbacks()-before)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if r, _ := panicOf(func() { f(3) }).(*ClosedCallbackError); r == nil || Callbacks() != before {
		t.Errorf("%v, %d callbacks", r, Callbacks()-before)
	}
	if _, err := p.Callback(func() {}); !errors.Is(err, ErrClosed) || Callbacks() != before {
		t.Errorf("a callback of a closed process: %v", err)
	}
}

// TestDo: functions are given the context of the innermost call of Do on their goroutine.
func TestDo(t *testing.T) {
	type key struct{}
	with := func(v any) context.Context { return context.WithValue(context.Background(), key{}, v) }
	var got []any
	var nested func()
	cb := newCallbackOf(t, func(ctx context.Context, x uint64) uint64 {
		got = append(got, ctx.Value(key{}))
		if nested != nil {
			f := nested
			nested = nil
			f()
		}
		return x
	}, CallbackConfig{Context: with("own")})
	defer cb.Close()
	f := called(t, cb.Addr())
	f(1)
	if err := Do(with("outer"), func() {
		f(1)
		nested = func() { _ = Do(with("inner"), func() { f(1) }); f(1) }
		f(1)
		done := make(chan bool)
		go func() { f(1); close(done) }() // another goroutine is not inside
		<-done
		if panicOf(func() { _ = Do(with("lost"), func() { panic(1) }) }) != 1 {
			t.Error("no panic")
		}
		f(1)
	}); err != nil {
		t.Error(err)
	}
	f(1)
	want := []any{"own", "outer", "outer", "inner", "outer", "own", "outer", "own"}
	if len(got) != len(want) {
		t.Fatal(got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("call %d: %v, want %v", i, got[i], want[i])
		}
	}
	if n := callbacks.Doing(); n != 0 {
		t.Errorf("%d calls of Do are left", n)
	}
	plain := newCallbackOf(t, func(ctx context.Context) bool { return ctx == context.Background() }, CallbackConfig{})
	defer plain.Close()
	if called(t, plain.Addr())(0)&0xff != 1 {
		t.Error("not the background")
	}
}

// TestCallbackRecover: C gets zero for a panic, and Do says what it was; without Do it goes on.
func TestCallbackRecover(t *testing.T) {
	rounds := 10_000
	if citest.Sample() {
		rounds = 500
	}
	cause := errors.New("cause")
	cb := newCallbackOf(t, func(x uint64) uint64 {
		if x%2 != 0 {
			panic(cause)
		}
		return x
	}, CallbackConfig{Recover: true})
	defer cb.Close()
	f := called(t, cb.Addr())
	for i := range uint64(rounds) {
		var odd, even uint64
		err := Do(t.Context(), func() { odd = f(2*i + 1); even = f(2 * i); f(1) })
		var pe *CallbackPanicError
		if !errors.As(err, &pe) || pe.Value != cause || !errors.Is(err, cause) || !errors.Is(err, ErrCallbackPanic) || len(pe.Stack) == 0 || odd != 0 || even != 2*i {
			t.Fatalf("%v, %d, %d", err, odd, even)
		}
		if err := Do(t.Context(), func() { f(0) }); err != nil {
			t.Fatalf("no panic, but %v", err)
		}
		if r := panicOf(func() { f(1) }); r != cause {
			t.Fatalf("without Do: %v", r)
		}
	}
	zero := newCallbackOf(t, func(float64) float64 { panic(1) }, CallbackConfig{Recover: true})
	defer zero.Close()
	c, err := Caller()
	if err != nil {
		t.Fatal(err)
	}
	g, err := abi.Func1[float64, float64](c, zero.Addr())
	if err != nil {
		t.Fatal(err)
	}
	if err := Do(t.Context(), func() {
		if got := g(2); got != 0 {
			t.Errorf("%v for C", got)
		}
	}); !errors.Is(err, ErrCallbackPanic) {
		t.Error(err)
	}
}

// TestCallbackGoexit: the goroutine that called loaded code ends, after its deferred functions.
func TestCallbackGoexit(t *testing.T) {
	for _, recovers := range []bool{false, true} {
		cb := newCallbackOf(t, func(x uint64) uint64 { runtime.Goexit(); return x }, CallbackConfig{Recover: recovers})
		f := called(t, cb.Addr())
		for range 50 {
			done := make(chan bool)
			returned := false
			go func() {
				defer close(done)
				_ = Do(context.Background(), func() { f(1) })
				returned = true
			}()
			<-done
			if returned {
				t.Fatal("the call returned")
			}
		}
		if callbacks.Doing() != 0 {
			t.Error("a call of Do is left")
		}
		if err := cb.Close(); err != nil {
			t.Error(err)
		}
	}
}
