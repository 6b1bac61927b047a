//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host_test

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi/abitest"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/host/internal/slowcall"
)

// callers are what the tests of this file run with.
func callers(t testing.TB) map[string]abi.Caller {
	t.Helper()
	best, err := host.Caller()
	if err != nil {
		t.Fatal(err)
	}
	slow, err := slowcall.Purego()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]abi.Caller{"Best": best, "Purego": slow}
}

func eachCaller(t *testing.T, f func(*testing.T, abi.Caller)) {
	for name, c := range callers(t) {
		t.Run(name, func(t *testing.T) { f(t, c) })
	}
}

// symbol finds a function of the C library.
func symbol(t testing.TB, name string) uint64 {
	t.Helper()
	lib, err := purego.Dlopen("libm.so.6", purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		t.Fatal(err)
	}
	addr, err := purego.Dlsym(lib, name)
	if err != nil {
		addr, err = purego.Dlsym(purego.RTLD_DEFAULT, name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return uint64(addr)
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestCaller(t *testing.T) { eachCaller(t, abitest.Run) }

func TestCallerNoAlloc(t *testing.T) {
	if host.CallsByPurego {
		t.Skip("built with rtdyld_nolinkname: purego.SyscallN allocates")
	}
	abitest.NoAlloc(t, callers(t)["Best"])
}

// TestPrivateStackBesideLibc has the static caller work in a program that has the
// C library.
func TestPrivateStackBesideLibc(t *testing.T) {
	c, err := abi.PrivateStack()
	if err != nil {
		t.Skip(err)
	}
	abitest.Run(t, c)
}

func TestCallLibc(t *testing.T) { eachCaller(t, testCallLibc) }

func testCallLibc(t *testing.T, c abi.Caller) {
	ldexp := must[func(float64, int32) float64](t)(abi.Func2[float64, int32, float64](c, symbol(t, "ldexp")))
	if got := ldexp(0.75, -3); got != 0.09375 {
		t.Errorf("ldexp(0.75, -3) = %v", got)
	}
	powf := must[func(x, y float32) float32](t)(abi.Func2[float32, float32, float32](c, symbol(t, "powf")))
	if got := powf(1.5, 2); got != 2.25 {
		t.Errorf("powf(1.5, 2) = %v", got)
	}
	abs := must[func(int32) int32](t)(abi.Func1[int32, int32](c, symbol(t, "abs")))
	if got := abs(math.MinInt32 + 1); got != math.MaxInt32 {
		t.Errorf("abs = %v", got)
	}
	strtod := must[func(s, end unsafe.Pointer) float64](t)(abi.Func2[unsafe.Pointer, unsafe.Pointer, float64](c, symbol(t, "strtod")))
	text, end := []byte("-12.5e3rest\x00"), new(uintptr)
	got := strtod(unsafe.Pointer(&text[0]), unsafe.Pointer(end))
	if n := *end - uintptr(unsafe.Pointer(&text[0])); got != -12500 || n != 7 {
		t.Errorf("strtod = %v, %d bytes", got, n)
	}
	strchr := must[func(unsafe.Pointer, int32) unsafe.Pointer](t)(abi.Func2[unsafe.Pointer, int32, unsafe.Pointer](c, symbol(t, "strchr")))
	if p := strchr(unsafe.Pointer(&text[0]), 'r'); p != unsafe.Pointer(&text[7]) {
		t.Errorf("strchr = %p, want %p", p, &text[7])
	}
	memset := must[func(unsafe.Pointer, int32, uintptr) unsafe.Pointer](t)(abi.Func3[unsafe.Pointer, int32, uintptr, unsafe.Pointer](c, symbol(t, "memset")))
	memset(unsafe.Pointer(&text[0]), 'x', 5)
	if string(text[:6]) != "xxxxxe" {
		t.Errorf("memset: %q", text)
	}
}

// variadic is the convention of variadic functions on machines where it is another one.
var variadic = map[string]*abi.Convention{"arm": abi.AAPCS32(), "riscv64": abi.RISCV64Soft(), "ppc64le": abi.ELFv2Soft()}

// TestCallVariadic has snprintf take 25 integers, doubles and strings.
func TestCallVariadic(t *testing.T) { eachCaller(t, testCallVariadic) }

func testCallVariadic(t *testing.T, c abi.Caller) {
	// Whatever the convention of other functions.
	if conv := variadic[runtime.GOARCH]; conv != nil {
		c = must[abi.Caller](t)(host.CallerFor(conv))
	}
	buf := make([]byte, 512)
	var format strings.Builder
	var want strings.Builder
	kinds := []abi.Kind{abi.Pointer, abi.Pointer, abi.Pointer}
	str := []byte("str\x00")
	var pinned runtime.Pinner
	defer pinned.Unpin()
	pinned.Pin(&buf[0])
	pinned.Pin(&str[0])
	var args []uint64
	for i := range 25 {
		switch i % 3 {
		case 0:
			format.WriteString("%d ")
			kinds, args = append(kinds, abi.Int32), append(args, uint64(-i))
			fmt.Fprintf(&want, "%d ", -i)
		case 1:
			format.WriteString("%g ")
			kinds, args = append(kinds, abi.Float64), append(args, math.Float64bits(float64(i)+0.5))
			fmt.Fprintf(&want, "%g ", float64(i)+0.5)
		case 2:
			format.WriteString("%s ")
			kinds, args = append(kinds, abi.Pointer), append(args, uint64(uintptr(unsafe.Pointer(&str[0]))))
			want.WriteString("str ")
		}
	}
	cformat := append([]byte(format.String()), 0)
	pinned.Pin(&cformat[0])
	args = append([]uint64{uint64(uintptr(unsafe.Pointer(&buf[0]))), uint64(len(buf)), uint64(uintptr(unsafe.Pointer(&cformat[0])))}, args...)
	snprintf := must[*abi.Bound](t)(abi.Bind(c, abi.Signature{Params: kinds, Result: abi.Int32}, symbol(t, "snprintf")))
	n, err := snprintf.Call(args)
	if err != nil || string(buf[:min(n, 512)]) != want.String() {
		t.Errorf("snprintf: %d, %v, %q, want %q", int32(n), err, buf[:min(n, 512)], want.String())
	}
}

// TestCallSleep has goroutines wait in the C library until all are there, side by side,
// while memory is collected.
func TestCallSleep(t *testing.T) { eachCaller(t, testCallSleep) }

func testCallSleep(t *testing.T, c abi.Caller) {
	const many = 50
	begin := must[func(unsafe.Pointer, unsafe.Pointer, uint32) int32](t)(abi.Func3[unsafe.Pointer, unsafe.Pointer, uint32, int32](c, symbol(t, "pthread_barrier_init")))
	wait := must[func(unsafe.Pointer) int32](t)(abi.Func1[unsafe.Pointer, int32](c, symbol(t, "pthread_barrier_wait")))
	barrier := unsafe.Pointer(new([16]uint64)) // a pthread_barrier_t has 32 bytes at most
	if n := begin(barrier, nil, many+1); n != 0 {
		t.Fatalf("pthread_barrier_init: %d", n)
	}
	insidetest.Hang(t, "a call that others wait for beside it", func() {
		for range 2 {
			var wg sync.WaitGroup
			for range many {
				wg.Go(func() {
					if n := wait(barrier); n != 0 && n != -1 { // one of them has PTHREAD_BARRIER_SERIAL_THREAD
						t.Errorf("pthread_barrier_wait: %d", n)
					}
				})
			}
			for range 5 {
				runtime.GC()
			}
			wait(barrier)
			wg.Wait()
		}
	})
	runtime.KeepAlive(barrier)
}

// TestCallFault runs a program that faults in loaded code, and one that overflows
// a private stack: it ends, with a message.
func TestCallFault(t *testing.T) {
	const env = "RTDYLD_TEST_FAULT"
	cs := callers(t)
	code := abitest.Need(t, cs["Best"])
	if p, err := abi.PrivateStack(); err == nil {
		cs["Private"] = p
	}
	if name := os.Getenv(env); name != "" {
		name, fn, _ := strings.Cut(name, "/")
		must[func(uint64) uint64](t)(abi.Func1[uint64, uint64](cs[name], code.Addr(fn)))(1 << 40)
		t.Fatal("the fault went unnoticed")
	}
	for name := range cs {
		for _, fn := range []string{"fault", "deep"} {
			cmd := citest.Command(os.Args[0], "-test.run=^TestCallFault$")
			cmd.Env = append(os.Environ(), env+"="+name+"/"+fn)
			out, err := cmd.CombinedOutput()
			// With all signals blocked, it is the kernel alone that says why.
			silent := name == "Private" && runtime.GOARCH != "amd64" && runtime.GOARCH != "386" && err != nil && err.Error() == "signal: segmentation fault"
			if err == nil || !strings.Contains(string(out), "SIGSEGV") && !silent || strings.Contains(string(out), "unnoticed") {
				t.Errorf("%s in %s: %v\n%s", fn, name, err, out)
			}
		}
	}
}

// int32s returns sorted and unsorted numbers for qsort.
func int32s(n int) (random, sorted []int32) {
	for i := range n {
		random = append(random, int32(i)*-1640531527)
	}
	sorted = slices.Clone(random)
	slices.Sort(sorted)
	return random, sorted
}

func BenchmarkCaller(b *testing.B) {
	for _, name := range []string{"Best", "Purego"} {
		b.Run(name, func(b *testing.B) { abitest.Benchmark(b, callers(b)[name]) })
	}
	b.Run("PrivateStack", func(b *testing.B) {
		c, err := abi.PrivateStack()
		if err != nil {
			b.Skip(err)
		}
		abitest.Benchmark(b, c)
	})
}

// BenchmarkPurego measures purego's own ways for comparison.
func BenchmarkPurego(b *testing.B) {
	code := abitest.Need(b, callers(b)["Best"])
	b.Run("SyscallN/2", func(b *testing.B) {
		add := uintptr(code.Addr("add"))
		b.ReportAllocs()
		for b.Loop() {
			purego.SyscallN(add, 1, 2)
		}
	})
	b.Run("RegisterFunc/2", func(b *testing.B) {
		var add func(a, b int64) int64
		purego.RegisterFunc(&add, uintptr(code.Addr("add")))
		b.ReportAllocs()
		for b.Loop() {
			add(1, 2)
		}
	})
}
