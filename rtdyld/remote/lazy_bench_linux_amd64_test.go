package remote_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// BenchmarkLazy measures in an executor: a call of a function in a loop of C, directly and through a stub whose function is linked; and
// a call from here that is the first one, with loading, linking and the question.
func BenchmarkLazy(b *testing.B) {
	m := &machines[0]
	e := start(b, m.command(b))
	for _, how := range []string{"direct", "stub"} {
		b.Run(how, func(b *testing.B) {
			var functions []string
			if how == "stub" {
				functions = []string{"one"}
			}
			r := lazyOn(b, m, e, nil)
			r.add("lazy.c")
			r.add("lazy_far.c")
			r.add("lazy_outer.c")
			r.add("lazy_one.c", functions...)
			r.want(3, "often", number, 2)
			r.told()
			b.ResetTimer()
			const most = 1 << 30
			for n := b.N; n > 0; n -= most {
				if _, err := r.call(b.Context(), "often", number, uint64(min(n, most))); err != nil {
					b.Fatal(err)
				}
			}
			if asked, _ := r.told(); asked != 0 {
				b.Errorf("asked %d times", asked)
			}
		})
	}
	b.Run("first", func(b *testing.B) {
		r := lazyOn(b, m, e, nil)
		in := r.input("lazy_one.c", "one")
		for b.Loop() {
			module, err := r.Add(b.Context(), in)
			if err != nil {
				b.Fatal(err)
			}
			sym, err := r.Lookup(b.Context(), "one")
			if err != nil {
				b.Fatal(err)
			}
			if got, err := e.Call(b.Context(), sym.Addr, number, nil, 1); err != nil || got != 2 {
				b.Fatal(got, err)
			}
			if err := r.Remove(b.Context(), module); err != nil {
				b.Fatal(err)
			}
		}
	})
}

var _ engine.StubSupport = counted{}
