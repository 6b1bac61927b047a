package symtab_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// BenchmarkSame is the cost of an object among n that define one name, or say that it is another one: to enter it, and to
// take it back in no order.
func BenchmarkSame(b *testing.B) {
	for _, c := range []struct {
		name  string
		enter func(t *symtab.Table, obj uint32, ids [2]symtab.ID)
	}{
		{"weak", func(t *symtab.Table, obj uint32, ids [2]symtab.ID) {
			t.Define(ids[0], symtab.Def{Object: obj, Class: symtab.Weak})
		}},
		{"group", func(t *symtab.Table, obj uint32, ids [2]symtab.ID) { t.Group(ids[0], obj) }},
		{"alias", func(t *symtab.Table, obj uint32, ids [2]symtab.ID) { t.Alias(obj, ids[0], ids[1], true) }},
	} {
		for _, n := range []int{1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				var enter, take time.Duration
				for b.Loop() {
					var t symtab.Table
					t.Init()
					ids := make([][2]symtab.ID, n)
					start := time.Now()
					for i := range n {
						batch := new(symtab.Batch)
						t.Begin(batch, symtab.OneUnit+1+uint32(i), false)
						obj := t.Add(batch)
						for k, name := range []string{"same", "other"} {
							ids[obj][k] = t.Declare(obj, objfmt.KeyOf(name), name)
						}
						c.enter(&t, obj, ids[obj])
						t.End(batch)
					}
					enter += time.Since(start)
					order := rand.New(rand.NewPCG(1, 2)).Perm(n)
					start = time.Now()
					for _, obj := range order {
						t.Retract(uint32(obj), ids[obj][:])
						t.RetractAliases(uint32(obj), n)
						t.Drop(uint32(obj))
					}
					take += time.Since(start)
				}
				b.ReportMetric(float64(enter.Nanoseconds())/float64(n*b.N), "enter-ns")
				b.ReportMetric(float64(take.Nanoseconds())/float64(n*b.N), "take-back-ns")
			})
		}
	}
}
