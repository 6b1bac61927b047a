package mem

import (
	"math/rand/v2"
	"testing"
)

// TestUnits holds next, has and union against a table of units.
func TestUnits(t *testing.T) {
	const size = 4000
	rng := rand.New(rand.NewPCG(1, 2))
	var r ranges
	var in [size]bool
	for step := range 4000 {
		e := extent{uint32(rng.IntN(size - 40)), uint32(1 + rng.IntN(40))}
		all := true
		for i := e.start; i < e.end(); i++ {
			all = all && in[i]
		}
		if got := r.has(e); got != all {
			t.Fatalf("step %d: has %v is %v", step, e, got)
		}
		switch {
		case all:
			r.take(e)
			for i := e.start; i < e.end(); i++ {
				in[i] = false
			}
		case rng.IntN(3) > 0:
			r.union(e)
			for i := e.start; i < e.end(); i++ {
				in[i] = true
			}
		}
		at := uint32(rng.IntN(size))
		want, found := extent{}, false
		for i := at; i < size && !found; i++ {
			if !in[i] {
				continue
			}
			found = true
			for want.start = i; want.start > 0 && in[want.start-1]; want.start-- {
			}
			for end := i; end < size && in[end]; end++ {
				want.n = end + 1 - want.start
			}
		}
		if got, ok := r.next(at); got != want || ok != found {
			t.Fatalf("step %d: next of %d is %v, %v, want %v, %v", step, at, got, ok, want, found)
		}
	}
	if r.count() < 2 {
		t.Errorf("%d extents at the end", r.count())
	}
}
