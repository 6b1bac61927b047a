//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi/abitest"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// TestCallbackQsort has the C library's qsort compare by a Go function that
// collects garbage and has its stack moved.
func TestCallbackQsort(t *testing.T) { eachCaller(t, testCallbackQsort) }

func testCallbackQsort(t *testing.T, c abi.Caller) {
	random, sorted := int32s(1000)
	calls := 0
	less := must[uint64](t)(host.CallbackAddr(func(a, b *int32) int32 {
		if calls++; calls%500 == 0 {
			runtime.GC()
		}
		if calls%100 == 0 {
			growStack(100)
		}
		if *a < *b {
			return -1
		}
		if *a > *b {
			return 1
		}
		return 0
	}))
	qsort := must[func(p unsafe.Pointer, n, size uintptr, less uintptr) abi.Void](t)(
		abi.Func4[unsafe.Pointer, uintptr, uintptr, uintptr, abi.Void](c, symbol(t, "qsort")))
	qsort(unsafe.Pointer(&random[0]), uintptr(len(random)), 4, uintptr(less))
	if !slices.Equal(random, sorted) || calls == 0 {
		t.Errorf("not sorted after %d calls", calls)
	}
}

// TestCallbackStackMoves calls from goroutines with fresh small stacks, which the
// callback has grow: the call's result and what it works on must not be lost.
func TestCallbackStackMoves(t *testing.T) { eachCaller(t, testCallbackStackMoves) }

func testCallbackStackMoves(t *testing.T, c abi.Caller) {
	code := abitest.Need(t, c)
	cb := must[uint64](t)(host.CallbackAddr(func(x uint64) uint64 {
		growStack(int(x % 512))
		return x * 3
	}))
	apply := must[func(f uintptr, x uint64) uint64](t)(abi.Func2[uintptr, uint64, uint64](c, code.Addr("apply")))
	bound := must[*abi.Bound](t)(abi.Bind(c, abi.Signature{Params: []abi.Kind{abi.Pointer, abi.Uint64}, Result: abi.Int32}, code.Addr("apply")))
	var wg sync.WaitGroup
	for i := range uint64(64) {
		wg.Go(func() {
			local := [4]uint64{i, i + 1, i + 2, i + 3}
			for n := range uint64(20) {
				x := i*17 + n*29
				if got := apply(uintptr(cb), x); got != x*3+1 {
					t.Errorf("apply(%d) = %d", x, got)
				}
				if got, err := bound.Call([]uint64{cb, x}); got != x*3+1 || err != nil {
					t.Errorf("bound apply(%d) = %d, %v", x, got, err)
				}
			}
			if local != [4]uint64{i, i + 1, i + 2, i + 3} {
				t.Errorf("locals changed: %v", local)
			}
		})
	}
	runtime.GC()
	wg.Wait()
}

func TestCallbackNested(t *testing.T) {
	c := callers(t)["Best"]
	code := abitest.Need(t, c)
	apply := must[func(f uintptr, x uint64) uint64](t)(abi.Func2[uintptr, uint64, uint64](c, code.Addr("apply")))
	var cb uint64
	cb = must[uint64](t)(host.CallbackAddr(func(x uint64) uint64 {
		if x == 0 {
			runtime.GC()
			return 0
		}
		return apply(uintptr(cb), x-1)
	}))
	if got := apply(uintptr(cb), 100); got != 101 {
		t.Errorf("100 calls deep: %d", got)
	}
}

func TestCallbackArguments(t *testing.T) {
	c := callers(t)["Best"]
	code := abitest.Need(t, c)
	var got string
	cb := must[uint64](t)(host.CallbackAddr(func(a uint64, b int8, c float64, d float32, e, f, g, h uint64, i int32) int8 {
		got = fmt.Sprint(a, b, c, d, e, f, g, h, i)
		return -5
	}))
	f := must[func(uintptr) int8](t)(abi.Func1[uintptr, int8](c, code.Addr("apply9")))
	if r := f(uintptr(cb)); r != -5 || got != "1 -2 3 4 5 6 7 8 -9" {
		t.Errorf("%d, %s", r, got)
	}
}

// TestCallbackPanic recovers a panic that crossed loaded code, many times, and
// calls on.
func TestCallbackPanic(t *testing.T) { eachCaller(t, testCallbackPanic) }

func testCallbackPanic(t *testing.T, c abi.Caller) {
	code := abitest.Need(t, c)
	cb := must[uint64](t)(host.CallbackAddr(func(x uint64) uint64 {
		if x == 3 {
			panic("three")
		}
		return x
	}))
	repeat := must[func(f uintptr, n uint64) uint64](t)(abi.Func2[uintptr, uint64, uint64](c, code.Addr("repeat")))
	call := func(n uint64) (r any) {
		defer func() {
			if p := recover(); p != nil {
				r = p
			}
		}()
		return repeat(uintptr(cb), n)
	}
	for i := range 100 {
		if got := call(10); got != "three" {
			t.Fatalf("round %d: %v", i, got)
		}
		if got := call(2); got != uint64(1) {
			t.Fatalf("round %d: %v", i, got)
		}
		if i%10 == 0 {
			runtime.GC()
		}
	}
}

func TestCallbackErrors(t *testing.T) {
	before := host.Callbacks()
	for _, fn := range []any{
		nil, 1, (func())(nil), func(...int) {}, func(string) {}, func([]byte) {}, func(any) {}, func(func()) {},
		func(struct{ a map[int]int }) {}, func([4]int) {}, func() (int, error) { return 0, nil },
		func() string { return "" }, func(map[int]int) {}, func(chan int) {}, func(int, context.Context) {},
		func(context.Context, string) {},
	} {
		_, err := host.NewCallback(fn, host.CallbackConfig{})
		var ce *host.CallbackError
		if !errors.As(err, &ce) || !errors.Is(err, host.ErrCallback) || ce.Type != fmt.Sprintf("%T", fn) {
			t.Errorf("%T: %v", fn, err)
		}
	}
	if host.Callbacks() != before {
		t.Errorf("refused callbacks were counted: %d, %d", before, host.Callbacks())
	}
	c := must[*host.Callback](t)(host.NewCallback(func() {}, host.CallbackConfig{}))
	if host.Callbacks() != before+1 {
		t.Errorf("callbacks: %d after %d", host.Callbacks(), before)
	}
	if err := c.Close(); err != nil || host.Callbacks() != before {
		t.Errorf("%d callbacks, %v", host.Callbacks(), err)
	}
	if err := c.Close(); !errors.Is(err, host.ErrCallbackClosed) || host.Callbacks() != before {
		t.Errorf("closed twice: %d callbacks, %v", host.Callbacks(), err)
	}
}

func BenchmarkCallback(b *testing.B) {
	c := callers(b)["Best"]
	cb := must[uint64](b)(host.CallbackAddr(func(x uint64) uint64 { return x }))
	apply := must[func(f uintptr, x uint64) uint64](b)(abi.Func2[uintptr, uint64, uint64](c, abitest.Need(b, c).Addr("apply")))
	b.ReportAllocs()
	for b.Loop() {
		apply(uintptr(cb), 1)
	}
}
