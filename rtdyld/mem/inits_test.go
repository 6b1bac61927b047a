package mem

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestInits: numbers ascend and find what was added under them once, whatever goes when; records come back empty, and few of them
// and little memory stay when all have gone.
func TestInits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var l inits
	live := map[InitID]*initialized{}
	var ids []InitID // of live, ascending
	for round := range 40_000 {
		if grows := round < 20_000; rnd.IntN(3) == 0 == grows && len(ids) > 0 {
			i := []int{0, len(ids) - 1, rnd.IntN(len(ids))}[rnd.IntN(3)]
			id := ids[i]
			e := l.take(id)
			if e == nil || e != live[id] {
				t.Fatalf("round %d: %d is another one", round, id)
			}
			if l.take(id) != nil || l.take(l.last+1) != nil || l.take(0) != nil {
				t.Fatalf("round %d: one is there that is not", round)
			}
			delete(live, id)
			ids = slices.Delete(ids, i, i+1)
			l.recycle([]*initialized{e})
		} else if grows {
			e := l.record()
			if e.parts != nil || e.actions != nil || e.remoteID != 0 || e.few[0].e != (extent{}) {
				t.Fatalf("round %d: a record is not empty: %+v", round, e)
			}
			e.remoteID, e.parts, e.actions, e.few[0].e = 1, e.few[:1], make([]Action, 1), extent{1, 1}
			id := l.add(e)
			if len(ids) > 0 && id <= ids[len(ids)-1] {
				t.Fatalf("round %d: %d after %d", round, id, ids[len(ids)-1])
			}
			live[id], ids = e, append(ids, id)
		}
		if l.live() != len(ids) || len(l.spare) > maxSpare || len(l.list) > 2*len(ids)+1 {
			t.Fatalf("round %d: %d of %d, a list of %d, %d spare", round, l.live(), len(ids), len(l.list), len(l.spare))
		}
		if round == 20_000 {
			odd := l.takeAll(func(e *initialized) bool {
				return slices.IndexFunc(ids, func(id InitID) bool { return live[id] == e })%2 == 1
			})
			for i, e := range odd {
				if e != live[ids[2*i+1]] {
					t.Fatal("they are not all, or not in their order")
				}
			}
			if want := len(ids) / 2; len(odd) != want {
				t.Fatalf("%d of %d", len(odd), want)
			}
			for i := len(ids) - 1; i >= 0; i-- {
				if i%2 == 1 {
					delete(live, ids[i])
					ids = slices.Delete(ids, i, i+1)
				}
			}
		}
	}
	if len(ids) != 0 {
		t.Fatalf("%d are left", len(ids))
	}
	if cap(l.list) > 1024 {
		t.Errorf("memory for %d stays", cap(l.list))
	}
}
