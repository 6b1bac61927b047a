//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host_test

import (
	"errors"
	"fmt"
	"math/bits"
	"os"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
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
	less := must[uint64](t)(host.Callback(func(a, b *int32) int32 {
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

// growStack needs n KiB of the goroutine's stack.
//
//go:noinline
func growStack(n int) byte {
	var pad [1024]byte
	pad[n&1023] = byte(n)
	if n == 0 {
		return pad[0]
	}
	return pad[n&1023] + growStack(n-1)
}

// TestCallbackStackMoves calls from goroutines with fresh small stacks, which the
// callback has grow: the call's result and what it works on must not be lost.
func TestCallbackStackMoves(t *testing.T) { eachCaller(t, testCallbackStackMoves) }

func testCallbackStackMoves(t *testing.T, c abi.Caller) {
	code := abitest.Need(t, c)
	cb := must[uint64](t)(host.Callback(func(x uint64) uint64 {
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
	cb = must[uint64](t)(host.Callback(func(x uint64) uint64 {
		if x == 0 {
			runtime.GC()
			return 0
		}
		return apply(uintptr(cb), x-1)
	}))
	if got := apply(uintptr(cb), 50); got != 51 {
		t.Errorf("50 calls deep: %d", got)
	}
}

func TestCallbackArguments(t *testing.T) {
	c := callers(t)["Best"]
	code := abitest.Need(t, c)
	var got string
	cb := must[uint64](t)(host.Callback(func(a uint64, b int8, c float64, d float32, e, f, g, h uint64, i int32) int8 {
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
	cb := must[uint64](t)(host.Callback(func(x uint64) uint64 {
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
		func(struct{ a int }) {}, func(complex128) {}, func() (int, error) { return 0, nil },
		func() float64 { return 0 }, func() string { return "" }, func(map[int]int) {}, func(chan int) {},
	} {
		_, err := host.Callback(fn)
		var ce *host.CallbackError
		if !errors.As(err, &ce) || !errors.Is(err, host.ErrCallback) {
			t.Errorf("%T: %v", fn, err)
		}
	}
	many := reflect.MakeFunc(reflect.FuncOf(slices.Repeat([]reflect.Type{reflect.TypeFor[int]()}, 51), nil, false),
		func([]reflect.Value) []reflect.Value { return nil })
	if _, err := host.Callback(many.Interface()); !errors.Is(err, host.ErrCallback) {
		t.Errorf("51 parameters: %v", err)
	}
	if runtime.GOARCH == "arm" {
		if _, err := host.Callback(func(float32, float64) {}); !errors.Is(err, host.ErrCallback) {
			t.Errorf("float32, float64: %v", err)
		}
	}
	if _, err := host.Callback(func(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u uint64) {}); bits.UintSize == 32 && !errors.Is(err, host.ErrCallback) {
		t.Errorf("42 words: %v", err)
	} else if err == nil {
		before++
	}
	if host.Callbacks() != before {
		t.Errorf("refused callbacks were counted: %d, %d", before, host.Callbacks())
	}
	must[uint64](t)(host.Callback(func() {}))
	if host.Callbacks() != before+1 {
		t.Errorf("callbacks: %d after %d", host.Callbacks(), before)
	}
}

// TestCallbackLimit uses all slots up, in a process of its own.
func TestCallbackLimit(t *testing.T) {
	const env = "RTDYLD_TEST_CALLBACKS"
	if os.Getenv(env) == "" {
		cmd := citest.Command(os.Args[0], "-test.run=^TestCallbackLimit$")
		cmd.Env = append(os.Environ(), env+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	for i := range host.MaxCallbacks + 10 {
		_, err := host.Callback(func() {})
		if err != nil && !errors.Is(err, host.ErrCallbacksUsed) {
			t.Fatal(err)
		}
		if want := i >= host.MaxCallbacks; want != (err != nil) {
			t.Fatalf("callback %d: %v", i, err)
		}
	}
	if host.Callbacks() != host.MaxCallbacks {
		t.Errorf("%d callbacks", host.Callbacks())
	}
}

func BenchmarkCallback(b *testing.B) {
	c := callers(b)["Best"]
	cb := must[uint64](b)(host.Callback(func(x uint64) uint64 { return x }))
	apply := must[func(f uintptr, x uint64) uint64](b)(abi.Func2[uintptr, uint64, uint64](c, abitest.Need(b, c).Addr("apply")))
	b.ReportAllocs()
	for b.Loop() {
		apply(uintptr(cb), 1)
	}
}
