//go:build linux && amd64

package engine_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// times are what a benchmark tells of single steps: the least, the median, 99 of 100.
type times map[string][]time.Duration

// took notes how long a step took that began at start.
func (s times) took(step string, start time.Time) { s[step] = append(s[step], time.Since(start)) }

func (s times) report(b *testing.B) {
	b.ReportMetric(0, "ns/op") // which is of no use
	for step, all := range s {
		slices.Sort(all)
		us := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
		b.ReportMetric(us(all[0]), step+"-min-us")
		b.ReportMetric(us(all[len(all)/2]), step+"-median-us")
		b.ReportMetric(us(all[len(all)*99/100]), step+"-p99-us")
	}
}

// adds is an object of a function that returns its argument and v.
func adds(name string, v int32) []byte {
	f := objgen.ELF{Is64: true, Machine: 62}
	code := []byte{0x48, 0x8d, 0x87, byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24), 0xc3} // lea v(%rdi), %rax; ret
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: code, Align: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: name, Size: 8, Type: 2, Bind: 1, Section: text})
	return f.Bytes()
}

// world is an engine in this process.
func world(b *testing.B) (*engine.Engine, abi.Caller) {
	p, err := host.Open(host.Config{})
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.New(engine.Config{Linker: p.LinkerConfig(), Callback: func(f func(a, b uint64) uint64) (uint64, error) { return p.Callback(f) }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := e.Close(); err != nil {
			b.Error(err)
		}
		if err := p.Close(); err != nil {
			b.Error(err)
		}
	})
	return e, p.Caller()
}

// BenchmarkModules is what each step costs of modules of one function: Add, the first Lookup, another, the first call, which behind
// stubs links the function, another, Remove. That times do not grow with the number of modules is to be seen by the two.
func BenchmarkModules(b *testing.B) {
	for _, stubs := range []bool{false, true} {
		for _, n := range []int{1001, 10_001} {
			b.Run(fmt.Sprintf("stubs=%v/%d", stubs, n), func(b *testing.B) {
				s := times{}
				for b.Loop() {
					lifeOfModules(b, n, stubs, s)
				}
				s.report(b)
			})
		}
	}
}

func lifeOfModules(b *testing.B, n int, stubs bool, s times) {
	ctx := context.Background()
	e, caller := world(b)
	ms, calls := make([]*engine.Module, n), make([]func(uint64) uint64, n)
	for i := range n {
		name := fmt.Sprint("f", i)
		in := engine.Input{Name: "m" + name, Object: adds(name, int32(i))}
		if stubs {
			in.Functions = []string{name}
		}
		start := time.Now()
		m, err := e.Add(ctx, in)
		s.took("add", start)
		if err != nil {
			b.Fatal(err)
		}
		ms[i] = m
	}
	for _, step := range []string{"lookup", "again"} {
		for i := range n {
			name := fmt.Sprint("f", i)
			start := time.Now()
			at, err := e.Lookup(ctx, name)
			s.took(step, start)
			if err == nil {
				calls[i], err = abi.Func1[uint64, uint64](caller, at.Addr)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	for _, step := range []string{"first", "second"} {
		for i := range n {
			start := time.Now()
			v := calls[i](1)
			s.took(step, start)
			if v != uint64(i+1) {
				b.Fatal(v)
			}
		}
	}
	for _, m := range ms {
		start := time.Now()
		err := e.Remove(ctx, m)
		s.took("remove", start)
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReplace is what Replace costs while goroutines call what is replaced, and the longest of their calls.
func BenchmarkReplace(b *testing.B) {
	for _, callers := range []int{0, 2} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			ctx := context.Background()
			e, caller := world(b)
			in := engine.Input{Name: "m", Object: adds("f", 0), Functions: []string{"f"}}
			m, err := e.Add(ctx, in)
			if err != nil {
				b.Fatal(err)
			}
			var stop atomic.Bool
			var all sync.WaitGroup
			var longest atomic.Int64
			for range callers {
				f, err := e.Func(ctx, caller, "f", abi.Signature{Params: []abi.Kind{abi.Int64}, Result: abi.Int64})
				if err != nil {
					b.Fatal(err)
				}
				all.Go(func() {
					for !stop.Load() {
						start := time.Now()
						if _, err := f.Call(1); err != nil {
							b.Error(err)
							return
						}
						longest.Store(max(longest.Load(), int64(time.Since(start))))
					}
				})
			}
			s := times{}
			for i := 0; b.Loop(); i++ {
				in.Object = adds("f", int32(i))
				start := time.Now()
				m, err = e.Replace(ctx, m, in)
				s.took("replace", start)
				if err != nil {
					b.Fatal(err)
				}
			}
			stop.Store(true)
			all.Wait()
			s.report(b)
			b.ReportMetric(float64(longest.Load())/1e3, "longest-call-us")
		})
	}
}

// BenchmarkFuncCall is a counted call through a stub.
func BenchmarkFuncCall(b *testing.B) {
	e, caller := world(b)
	if _, err := e.Add(b.Context(), engine.Input{Name: "m", Object: adds("f", 1), Functions: []string{"f"}}); err != nil {
		b.Fatal(err)
	}
	f, err := e.Func(b.Context(), caller, "f", abi.Signature{Params: []abi.Kind{abi.Int64}, Result: abi.Int64})
	if err != nil {
		b.Fatal(err)
	}
	if v, err := f.Call(1); v != 2 || err != nil {
		b.Fatal(v, err)
	}
	b.ReportAllocs()
	for b.Loop() {
		f.Call(1)
	}
}
