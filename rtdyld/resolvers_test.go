package rtdyld_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestResolvers: each is asked for what those before it did not find, and nobody
// once nothing is undefined.
func TestResolvers(t *testing.T) {
	var asked []string
	has := func(who string, addr uint64, names ...string) rtdyld.Resolver {
		return rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
			asked = append(asked, who+" "+name)
			for _, n := range names {
				if n == name {
					return rtdyld.Symbol{Addr: addr}, true
				}
			}
			return rtdyld.Symbol{}, false
		})
	}
	rs := rtdyld.Resolvers{has("one", 1, "a"), has("two", 2, "a", "b"), has("three", 3, "b", "c"), has("four", 4, "a", "b", "c")}
	refs := []rtdyld.Ref{{Name: "c"}, {Name: "a"}, {Name: "b"}}
	out := make([]rtdyld.Symbol, len(refs))
	if err := rs.Resolve(t.Context(), refs, out); err != nil {
		t.Fatal(err)
	}
	want := []rtdyld.Symbol{{Addr: 3, Found: true}, {Addr: 1, Found: true}, {Addr: 2, Found: true}}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	order := []string{"one c", "one a", "one b", "two c", "two b", "three c"}
	if diff := cmp.Diff(order, asked); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
	bad := errors.New("bad")
	rs = rtdyld.Resolvers{has("one", 1, "a"), failing{bad}}
	if err := rs.Resolve(t.Context(), refs, make([]rtdyld.Symbol, len(refs))); err != bad {
		t.Errorf("error is %v, want that of the second", err)
	}
}

// failing answers with an error.
type failing struct{ err error }

func (f failing) Resolve(context.Context, []rtdyld.Ref, []rtdyld.Symbol) error { return f.err }
