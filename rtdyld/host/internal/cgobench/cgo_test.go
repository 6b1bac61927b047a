//go:build cgo && linux && amd64

package cgobench

import (
	"slices"
	"testing"
	"time"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi/abitest"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/host/internal/slowcall"
)

// compare runs cgo and another way in turns and reports both times a call and the
// ratio, so that what else the machine does falls on both alike.
func compare(b *testing.B, cgo, other func()) {
	const block = 2000
	run := func(f func()) time.Duration {
		start := time.Now()
		for range block {
			f()
		}
		return time.Since(start)
	}
	var ratios, times, bases []float64
	for b.Loop() {
		base, t := run(cgo), run(other)
		ratios = append(ratios, float64(t)/float64(base))
		times = append(times, float64(t)/block)
		bases = append(bases, float64(base)/block)
	}
	median := func(v []float64) float64 {
		slices.Sort(v)
		return v[len(v)/2]
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(bases), "cgo-ns/call")
	b.ReportMetric(median(times), "ns/call")
	b.ReportMetric(median(ratios), "x-cgo")
}

func must[T any](b testing.TB) func(T, error) T {
	return func(v T, err error) T {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
}

// TestCgo keeps the comparison honest: both sides compute the same.
func TestCgo(t *testing.T) {
	code := abitest.Need(t, must[abi.Caller](t)(host.Caller()))
	if a, p := cgoAdd(2, 3), cgoPointer(code.Addr("add"), 2, 3); a != 5 || p != 5 {
		t.Errorf("%d, %d", a, p)
	}
	if got := cgoFMA(2, 3, 0.5); got != 6.5 {
		t.Errorf("fma: %v", got)
	}
	if got := cgoAdd12(&[12]uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}); got != 78 {
		t.Errorf("add12: %d", got)
	}
	cgoNothing()
}

func BenchmarkVersusCgo(b *testing.B) {
	code := abitest.Need(b, must[abi.Caller](b)(host.Caller()))
	best := must[abi.Caller](b)(host.Caller())
	slow := must[abi.Caller](b)(slowcall.Purego())
	private := must[abi.Caller](b)(abi.PrivateStack())
	add := code.Addr("add")
	cgo2 := func() { cgoAdd(1, 2) }

	b.Run("add/CgoPointer", func(b *testing.B) { compare(b, cgo2, func() { cgoPointer(add, 1, 2) }) })
	for _, c := range []struct {
		name   string
		caller abi.Caller
	}{{"Cgocall", best}, {"PrivateStack", private}, {"SyscallN", slow}} {
		b.Run("nothing/"+c.name+"/Func0", func(b *testing.B) {
			f := must[func() abi.Void](b)(abi.Func0[abi.Void](c.caller, code.Addr("nothing")))
			compare(b, cgoNothing, func() { f() })
		})
		b.Run("add/"+c.name+"/Func2", func(b *testing.B) {
			f := must[func(x, y int64) int64](b)(abi.Func2[int64, int64, int64](c.caller, add))
			compare(b, cgo2, func() { f(1, 2) })
		})
		b.Run("add/"+c.name+"/Bind", func(b *testing.B) {
			f := must[*abi.Bound](b)(abi.Bind(c.caller, abi.Signature{Params: []abi.Kind{abi.Int64, abi.Int64}, Result: abi.Int64}, add))
			args := []uint64{1, 2}
			compare(b, cgo2, func() { f.Call(args) })
		})
		b.Run("add/"+c.name+"/MakeFunc", func(b *testing.B) {
			f := must[func(x, y int64) int64](b)(abi.MakeFunc[func(x, y int64) int64](c.caller, add))
			compare(b, cgo2, func() { f(1, 2) })
		})
		b.Run("fma/"+c.name+"/Func3", func(b *testing.B) {
			f := must[func(x, y, z float64) float64](b)(abi.Func3[float64, float64, float64, float64](c.caller, code.Addr("fma3")))
			compare(b, func() { cgoFMA(1, 2, 3) }, func() { f(1, 2, 3) })
		})
		b.Run("twelve/"+c.name+"/Bind", func(b *testing.B) {
			f := must[*abi.Bound](b)(abi.Bind(c.caller, abi.Signature{Params: slices.Repeat([]abi.Kind{abi.Int64}, 12), Result: abi.Int64}, add))
			args := make([]uint64, 12)
			compare(b, func() { cgoAdd12((*[12]uint64)(args)) }, func() { f.Call(args) })
		})
	}
	b.Run("add/purego.SyscallN", func(b *testing.B) { compare(b, cgo2, func() { purego.SyscallN(uintptr(add), 1, 2) }) })
	b.Run("add/purego.RegisterFunc", func(b *testing.B) {
		var f func(x, y int64) int64
		purego.RegisterFunc(&f, uintptr(add))
		compare(b, cgo2, func() { f(1, 2) })
	})
}
