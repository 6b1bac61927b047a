package host

import (
	"sync"
	"testing"
)

// TestAtomics: code for all ARMv8 processors finds the atomic operations that
// compilers have in a library of their own.
func TestAtomics(t *testing.T) {
	for _, flags := range [][]string{{"-O0"}, {"-O2"}} {
		p := open(t, Config{})
		l := newLinker(t, p)
		load(t, l, object(t, "clang", "atomics.c", append(flags, "-moutline-atomics")...))
		if n := call0[int32](t, l, "atomics"); n != 0 {
			t.Errorf("%v: %d operations went wrong", flags, n)
		}
		const workers, times = 8, 5000
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() { call1[int32, int32](t, l, "bump", times) })
		}
		wg.Wait()
		for i, want := range []uint64{workers * times & 0xff, workers * times, workers * times, workers * times} {
			if got := call1[int32, uint64](t, l, "count", int32(i)); got != want {
				t.Errorf("%v: counter %d is %d, want %d", flags, i, got, want)
			}
		}
	}
}

// TestAtomicNames: no name is taken for another.
func TestAtomicNames(t *testing.T) {
	seen := map[uint64]string{}
	for _, op := range atomicOps {
		for _, size := range []string{"1", "2", "4", "8", "16"} {
			for _, order := range []string{"acq_rel", "sync"} {
				name := "__aarch64_" + op + size + "_" + order
				s, ok := builtin(name)
				if ok != (size != "16" || op == "cas") {
					t.Errorf("%s: %v", name, ok)
				}
				if !ok {
					continue
				}
				if other := seen[s.Addr]; other != "" || s.Addr == 0 {
					t.Errorf("%s and %q are at %#x", name, other, s.Addr)
				}
				seen[s.Addr] = name
			}
		}
	}
	if len(seen) != 2*numAtomics {
		t.Errorf("%d functions", len(seen))
	}
	for _, name := range []string{"", "__aarch64_", "__aarch64_cas", "__aarch64_cas3_acq", "__aarch64_cas4", "__aarch64_cas4_", "__aarch64_swp 2_acq", "__aarch64_add4_acq"} {
		if _, ok := builtin(name); ok {
			t.Errorf("%q is found", name)
		}
	}
}
