package symtab_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// mentionOf is the k-th name of object i among n: most are names of others, too, and a fifth is hidden by some objects.
func mentionOf(i, k, n int) (text string, hides bool) {
	r := rand.New(rand.NewPCG(uint64(i), uint64(k)))
	name := r.IntN(n)
	return fmt.Sprint("name", name), name%5 == 0 && r.IntN(2) == 0
}

// enter enters names of objects in a table that has had others, of which so many may be hidden: by so many goroutines, or by none with [symtab.Many].
func enter(t *testing.T, table *symtab.Table, goroutines, objects, each, names, hidden int) (b *symtab.Batch, nums []uint32, ids [][]symtab.ID) {
	table.Init()
	old, oldIDs := enterMany(table, names/3, func(int) {})
	for i := range oldIDs { // most of them go: they leave slots behind
		if i%4 != 0 {
			table.Retract(old, oldIDs[i:i+1])
		}
	}
	b = new(symtab.Batch)
	table.Begin(b, symtab.OneUnit+1, false)
	for range objects {
		nums, ids = append(nums, table.Add(b)), append(ids, make([]symtab.ID, each))
	}
	table.MayHide(b, hidden)
	do := func(declare bool, i int, f func(obj uint32, key objfmt.Key, text string) symtab.ID) {
		for k := range each {
			if text, hides := mentionOf(i, k, names); hides != declare {
				if id := f(nums[i], objfmt.KeyOf(text), text); id != 0 {
					ids[i][k] = id
				}
			}
		}
	}
	if goroutines == 0 {
		for i := range objects {
			do(false, i, table.Hide)
		}
		for i := range objects {
			do(true, i, table.Declare)
		}
		return b, nums, ids
	}
	m := table.BeginMany(b, nums, objects*each, goroutines)
	var wg sync.WaitGroup
	for s := range m.Shards() {
		e := &m.Shards()[s]
		wg.Go(func() {
			for _, declare := range []bool{false, true} {
				for i := range objects {
					do(declare, i, func(obj uint32, key objfmt.Key, text string) symtab.ID {
						switch {
						case !e.Has(key.Hash):
							return 0
						case declare:
							return e.Declare(obj, key, text)
						}
						return e.Hide(obj, key, text)
					})
				}
			}
		})
	}
	wg.Wait()
	m.End()
	return b, nums, ids
}

// TestMany: names that several goroutines enter, while others look, are those that one enters: each once, with as many mentions, hidden where
// some object hides it. They go again as others do.
func TestMany(t *testing.T) {
	for _, hidden := range []int{1, 6000} {
		t.Run(fmt.Sprint(hidden), func(t *testing.T) { testMany(t, hidden) })
	}
}

func testMany(t *testing.T, hidden int) {
	const objects, each, names = 30, 200, 2400
	dump := func(table *symtab.Table) []string { return table.Dump(func(uint32) string { return "" }) }
	var one symtab.Table
	_, _, oneIDs := enter(t, &one, 0, objects, each, names, hidden)
	want := dump(&one)
	for _, goroutines := range []int{1, 7, 100} {
		var table symtab.Table
		var stop atomic.Bool
		b, nums, ids := enter(t, &table, goroutines, objects, each, names, hidden)
		if got := dump(&table); !slices.Equal(got, want) {
			t.Fatalf("%d goroutines: %d names, want %d: %.300q, want %.300q", goroutines, len(got), len(want), got, want)
		}
		if got, want := table.LookUps(), one.LookUps(); got != want && hidden == objects*each {
			t.Errorf("%d goroutines look %d times, want %d", goroutines, got, want)
		}
		for i := range ids {
			for k, id := range ids[i] {
				if text, _ := mentionOf(i, k, names); table.Text(id) != text || table.Unit(id) != one.Unit(oneIDs[i][k]) {
					t.Fatalf("%d goroutines: %q is %q of unit %d", goroutines, text, table.Text(id), table.Unit(id))
				}
			}
		}
		var wg sync.WaitGroup
		wg.Go(func() { // looks at names that come and go
			for i := 0; !stop.Load(); i++ {
				for p := table.Peek(objfmt.KeyOf(fmt.Sprint("name", i%names)), 0); p.Next(); {
					p.Shown()
				}
			}
		})
		table.End(b)
		for i, num := range nums {
			table.Retract(num, ids[i])
			table.Drop(num)
		}
		b2 := new(symtab.Batch)
		table.Begin(b2, symtab.OneUnit+2, false)
		obj := table.Add(b2)
		m := table.BeginMany(b2, []uint32{obj}, names, 1)
		e := &m.Shards()[0]
		var again []symtab.ID
		for i := range names {
			again = append(again, e.Declare(obj, objfmt.KeyOf(fmt.Sprint("name", i)), fmt.Sprint("name", i)))
		}
		m.End()
		table.End(b2)
		if n := table.Len(); n != names {
			t.Errorf("%d names, want %d", n, names)
		}
		table.Retract(obj, again)
		table.Drop(obj)
		stop.Store(true)
		wg.Wait()
		rest := 0
		for i := range names / 3 {
			if i%4 == 0 {
				rest++
			}
		}
		if s := table.Sizes(); s.Names != rest || s.Entries > 6144 {
			t.Errorf("left: %+v, want %d names", s, rest)
		}
	}
}
