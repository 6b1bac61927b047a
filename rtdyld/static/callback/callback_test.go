//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package callback_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/callback"
)

// TestQsort: the C library's qsort compares by a Go function that collects garbage and has its stack moved.
func TestQsort(t *testing.T) {
	p := open(t)
	list := make([]int32, 1000)
	for i := range list {
		list[i] = rand.Int32()
	}
	sorted := slices.Sorted(slices.Values(list))
	calls := 0
	compare := as(t, p, func(a, b *int32) int32 {
		if calls++; calls%500 == 0 {
			runtime.GC()
		}
		if calls%100 == 0 {
			pad(100)
		}
		return int32(cmp.Compare(*a, *b))
	})
	bind[func(list []int32, n, size uintptr, compare uintptr)](t, p, "qsort")(list, uintptr(len(list)), 4, compare)
	if !slices.Equal(list, sorted) || calls == 0 {
		t.Errorf("not sorted after %d calls", calls)
	}
}

// TestNested: Go and C call each other, a hundred calls deep, from goroutines with small stacks, which grow on the way.
func TestNested(t *testing.T) {
	p := open(t)
	apply, deep := bind[func(f uintptr, x uint64) uint64](t, p, "apply"), bind[func(f uintptr, n uint64) uint64](t, p, "deep")
	var down uintptr
	down = as(t, p, func(x uint64) uint64 {
		pad(int(x % 64))
		if x == 0 {
			runtime.GC()
			return 0
		}
		return apply(down, x-1)
	})
	kept := as(t, p, func(x uint64) uint64 { pad(int(x)); return apply(down, x) })
	var wg sync.WaitGroup
	for i := range uint64(16) {
		wg.Go(func() {
			local := [3]uint64{i, i + 1, i + 2}
			if got := apply(down, 100); got != 101 {
				t.Errorf("100 calls deep: %d", got)
			}
			if got := deep(kept, 2000); got != 7+1+2001 {
				t.Errorf("behind 2 MiB of stack: %d", got)
			}
			if local != [3]uint64{i, i + 1, i + 2} {
				t.Errorf("locals changed: %v", local)
			}
		})
	}
	wg.Wait()
}

// TestArguments: each argument is where it belongs, and so is the result; structures, too.
func TestArguments(t *testing.T) {
	p := open(t)
	var got string
	mixed := as(t, p, func(a uint64, b int8, c float64, d float32, e, f, g, h uint64, i int32) int8 {
		got = fmt.Sprint(a, b, c, d, e, f, g, h, i)
		return -5
	})
	if r := bind[func(uintptr) int32](t, p, "mixed")(mixed); r != -5 || got != "1 -2 3 4 5 6 7 8 -9" {
		t.Errorf("%d, %s", r, got)
	}
	keeps := bind[func(f uintptr, n int32) int32](t, p, "keeps")
	inner := as(t, p, func(x uint64) uint64 { return x })
	outer := as(t, p, func(x uint64) uint64 {
		runtime.GC()
		if keeps(inner, int32(x)+1) != 1 {
			t.Error("thread-locals inside")
		}
		_ = syscall.Close(-1)
		return x
	})
	_ = outer
	if keeps(inner, 3) != 1 {
		t.Error("thread-locals are not kept")
	}
	type pair struct{ X, Y float64 }
	cb, err := callback.New(func(x pair, n int32) pair { return pair{x.Y + float64(n), x.X} }, callback.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer cb.Close()
	m, err := ctype.ModelOf("linux", runtime.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	long := m.Basic("long")
	twice, err := callback.NewAs(&ctype.Func{Result: long, Params: []ctype.Param{{Type: long}}}, func(r *abi.Received) {
		*(*int64)(r.Result) = 2 * *(*int64)(r.Args[0])
	}, callback.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer twice.Close()
	if r := bind[func(f uintptr, x uint64) uint64](t, p, "apply")(uintptr(twice.Addr()), 20); r != 41 {
		t.Errorf("%d", r)
	}
}

// panicOf is what f panics with.
func panicOf(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

// TestPanic: a panic goes through C to the Go function that called it, many times, and C's stack begins where it began.
func TestPanic(t *testing.T) {
	rounds := 100_000
	if citest.Sample() {
		rounds = 1000
	}
	p := open(t)
	here, apply := bind[func(f uintptr) uint64](t, p, "here"), bind[func(f uintptr, x uint64) uint64](t, p, "apply")
	where := as(t, p, func(x uint64) uint64 { return x })
	cause := errors.New("cause")
	bad := as(t, p, func(x uint64) uint64 { panic(cause) })
	nested := as(t, p, func(x uint64) uint64 {
		if x%3 == 0 && panicOf(func() { apply(bad, x) }) != cause {
			t.Error("no panic inside")
		}
		return apply(bad, x)
	})
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := here(where)
	for i := range uint64(rounds) {
		if r := panicOf(func() { apply(nested, i) }); r != cause {
			t.Fatalf("round %d: %v", i, r)
		}
		if i%(uint64(rounds)/10) == 0 {
			runtime.GC()
		}
	}
	if after := here(where); after != before {
		t.Errorf("C's stack began at %#x, and now at %#x", before, after)
	}
}

// TestGoexit: the goroutine that called C ends, after its deferred functions.
func TestGoexit(t *testing.T) {
	p := open(t)
	apply := bind[func(f uintptr, x uint64) uint64](t, p, "apply")
	end := as(t, p, func(x uint64) uint64 { runtime.Goexit(); return x })
	for range 50 {
		done := make(chan bool)
		returned := false
		go func() {
			defer close(done)
			apply(end, 1)
			returned = true
		}()
		<-done
		if returned {
			t.Fatal("the call returned")
		}
	}
}

// TestRecover: with Recover C gets zero for a panic, and Do says what it was; functions are given Do's context, or their own on C's threads.
func TestRecover(t *testing.T) {
	p := open(t)
	type key struct{}
	cause := errors.New("cause")
	var seen atomic.Pointer[string]
	cb, err := callback.New(func(ctx context.Context, x uint64) uint64 {
		s, _ := ctx.Value(key{}).(string)
		seen.Store(&s)
		if x%2 != 0 {
			panic(cause)
		}
		return x
	}, callback.Config{Recover: true, Context: context.WithValue(t.Context(), key{}, "own")})
	if err != nil {
		t.Fatal(err)
	}
	defer cb.Close()
	apply, threads := bind[func(f uintptr, x uint64) uint64](t, p, "apply"), bind[func(f uintptr, count, n, want uint64) int32](t, p, "threads")
	f := uintptr(cb.Addr())
	var odd, even uint64
	err = callback.Do(context.WithValue(t.Context(), key{}, "Do's"), func() { odd, even = apply(f, 1), apply(f, 2) })
	var pe *callback.PanicError
	if !errors.As(err, &pe) || pe.Value != cause || !errors.Is(err, cause) || !errors.Is(err, callback.ErrPanic) || odd != 1 || even != 3 || *seen.Load() != "Do's" {
		t.Errorf("%v, %d, %d, %s", err, odd, even, *seen.Load())
	}
	if r := panicOf(func() { apply(f, 1) }); r != cause {
		t.Errorf("without Do: %v", r)
	}
	if err := callback.Do(t.Context(), func() {
		if threads(f, 1, 1, 0) != 1 {
			t.Error("not the sum")
		}
	}); err != nil || *seen.Load() != "own" {
		t.Errorf("on a thread of C's: %v, %s", err, *seen.Load())
	}
}

// TestClose: callbacks are closed by Close and with the program, and say so when they are called.
func TestClose(t *testing.T) {
	before := callback.Count()
	p := open(t)
	apply := bind[func(f uintptr, x uint64) uint64](t, p, "apply")
	cb, err := callback.New(func(x uint64) uint64 { return x }, callback.Config{})
	if err != nil || cb.Close() != nil || !errors.Is(cb.Close(), callback.ErrClosed) {
		t.Fatal(err)
	}
	if e, _ := panicOf(func() { apply(uintptr(cb.Addr()), 1) }).(*callback.ClosedError); e == nil || e.Addr != cb.Addr() {
		t.Errorf("%v", e)
	}
	q := back(t)
	addr := as(t, q, func(x uint64) uint64 { return x })
	if n := callback.Count(); n != before+1 || apply(addr, 1) != 2 {
		t.Errorf("%d callbacks", n-before)
	}
	if err := q.Close(); err != nil {
		t.Fatal(err)
	}
	if e, _ := panicOf(func() { apply(addr, 1) }).(*callback.ClosedError); e == nil || callback.Count() != before {
		t.Errorf("%v, %d callbacks", e, callback.Count()-before)
	}
	if _, err := q.Callback(func() {}); err == nil {
		t.Error("a callback of a closed program")
	}
	var wrong *callback.Error
	if _, err := callback.New(func(string) {}, callback.Config{}); !errors.As(err, &wrong) || !errors.Is(err, callback.ErrCallback) {
		t.Errorf("%v", err)
	}
	made, err := static.NewCallback(func(x uint64) uint64 { return x + 5 })
	if err != nil || apply(uintptr(made.Addr()), 1) != 7 || made.Close() != nil {
		t.Errorf("%v", err)
	}
}

// TestRefused: where Go's runtime is not known the package does nothing, and says so.
func TestRefused(t *testing.T) {
	citest.Need(t, "go")
	if citest.Sample() && os.Getenv(citest.Emulator) != "" {
		t.Skip("builds two programs, which say the same for each processor")
	}
	for _, c := range []struct{ tags, cgo, want string }{
		{"go1.28", "0", "static: callbacks: package callback knows the runtime of go1.26 and go1.27, not that of go1.2"},
		{"rtdyld_nolinkname", "0", "C runs in static programs on linux/amd64 and linux/arm64, built with CGO_ENABLED=0 and without the tag rtdyld_nolinkname\n"},
	} {
		prog := t.TempDir() + "/refused"
		build := goCommand("build", "-tags", c.tags, "-o", prog, "./testdata/refused")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		out, err := citest.Command(prog).CombinedOutput()
		if err != nil || strings.Count(string(out), c.want) != 2 {
			t.Errorf("%s: %v: %s", c.tags, err, out)
		}
	}
}

// TestSetuid: what the package's doc says of setuid.
func TestSetuid(t *testing.T) {
	if r := panicOf(func() { _ = syscall.Setuid(syscall.Getuid()) }); r == nil {
		t.Error("no panic")
	}
}

// BenchmarkCallback is a call of C that calls Go once; BenchmarkCall one that does not.
func BenchmarkCallback(b *testing.B) {
	p := open(b)
	f := as(b, p, func(x uint64) uint64 { return x })
	apply := bind[func(f uintptr, x uint64) uint64](b, p, "apply")
	b.ReportAllocs()
	for b.Loop() {
		apply(f, 1)
	}
}

func BenchmarkCall(b *testing.B) {
	p := open(b)
	sum := bind[func(f uintptr, n uint64) uint64](b, p, "sum")
	b.ReportAllocs()
	for b.Loop() {
		sum(0, 0)
	}
}

// BenchmarkThread is a callback from a thread of C's.
func BenchmarkThread(b *testing.B) {
	p := open(b)
	f := as(b, p, func(x uint64) uint64 { return 1 })
	b.ResetTimer()
	if bind[func(f uintptr, count, n, want uint64) int32](b, p, "threads")(f, 1, uint64(b.N), uint64(b.N)) != 1 {
		b.Error("not the sum")
	}
}
