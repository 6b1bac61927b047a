package remote_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// BenchmarkCalls calls functions of 0, 2 and 12 arguments, by 1 and 8 callers at a time, in the command as a child. It tells
// the median and the fastest of all calls beside the time per call.
func BenchmarkCalls(b *testing.B) {
	cmd := machines[0].command(b)
	e, err := remote.Start(b.Context(), cmd)
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	l := loaded(b, e, compile(b, "calls.c", "gcc", "-O1"))
	for _, n := range []int{0, 2, 12} {
		at := address(b, l, fmt.Sprintf("sum%d", n))
		sig := abi.Signature{Params: slices.Repeat([]abi.Kind{abi.Int64}, n), Result: abi.Int64}
		args := make([]uint64, n)
		want := uint64(0)
		for i := range args {
			args[i] = uint64(i + 1)
			want += args[i]
		}
		for _, callers := range []int{1, 8} {
			b.Run(fmt.Sprintf("%d-arguments/%d-callers", n, callers), func(b *testing.B) {
				b.ReportAllocs()
				took := make([]time.Duration, b.N)
				var all sync.WaitGroup
				for k := range callers {
					all.Go(func() {
						for i := k; i < b.N; i += callers {
							begun := time.Now()
							if r, err := e.Call(b.Context(), at, sig, nil, args...); err != nil || r != want {
								b.Error(r, err)
								return
							}
							took[i] = time.Since(begun)
						}
					})
				}
				all.Wait()
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "median-ns")
				b.ReportMetric(float64(took[0].Nanoseconds()), "min-ns")
			})
		}
	}
}
