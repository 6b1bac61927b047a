package symtab_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// enterMany declares n names of one object, a hundred a step.
func enterMany(t *symtab.Table, n int, step func(names int)) (obj uint32, ids []symtab.ID) {
	b := new(symtab.Batch)
	t.Begin(b, symtab.OneUnit, false)
	obj, ids = t.Add(b), make([]symtab.ID, 0, n)
	for i := range n {
		name := fmt.Sprint("name", i)
		ids = append(ids, t.Declare(obj, objfmt.KeyOf(name), name))
		if len(ids)%100 == 0 {
			step(len(ids))
		}
	}
	t.End(b)
	return obj, ids
}

// TestGrowth: no step of a growing table allocates more than a few chunks, however many names there are, so none copies all. A
// table that was told how many names come has memory for them.
func TestGrowth(t *testing.T) {
	const n, most = 200_000, 512 << 10 // bytes: all names together take 30 times as many
	var table symtab.Table
	table.Init()
	var m runtime.MemStats
	last, worst := uint64(0), uint64(0)
	_, ids := enterMany(&table, n, func(names int) {
		runtime.ReadMemStats(&m)
		if last != 0 {
			worst = max(worst, m.TotalAlloc-last)
		}
		last = m.TotalAlloc
	})
	if worst > most {
		t.Errorf("some hundred names allocate %d bytes, want at most %d", worst, most)
	}
	for i, id := range ids {
		if name := fmt.Sprint("name", i); table.Find(objfmt.KeyOf(name), 0) != id || table.Text(id) != name {
			t.Fatalf("%s is lost", name)
		}
	}
	table = symtab.Table{}
	table.Init()
	table.Reserve(n)
	before := table.Sizes()
	enterMany(&table, n, func(int) {})
	if now := table.Sizes(); now.Entries != before.Entries || now.Slots != before.Slots || before.Entries < n || before.Slots < n*8/5 {
		t.Errorf("room for %d names and %d slots, then for %d and %d", before.Entries, before.Slots, now.Entries, now.Slots)
	}
}

// TestShrink: a table that has lost its names has given nearly all of their memory up, and grows again.
func TestShrink(t *testing.T) {
	const n = 100_000
	var table symtab.Table
	table.Init()
	for range 2 {
		obj, ids := enterMany(&table, n, func(int) {})
		full := table.Sizes()
		if full.Names != n || full.Slots > 4*n {
			t.Errorf("%d names in %d slots", full.Names, full.Slots)
		}
		for i := 0; i < n; i += 2 { // every other one
			table.Retract(obj, ids[i:i+1])
		}
		for i := 1; i < n; i += 2 {
			if name := fmt.Sprint("name", i); table.Find(objfmt.KeyOf(name), 0) != ids[i] {
				t.Fatalf("%s is lost with others", name)
			}
			table.Retract(obj, ids[i:i+1])
		}
		table.Drop(obj)
		if s := table.Sizes(); s.Names != 0 || s.Entries > 2048 || s.Slots > full.Slots/32 {
			t.Errorf("left: %+v, of %+v", s, full)
		}
	}
}

// TestChurn: names that come and go leave no table behind that grows, and are found at all times.
func TestChurn(t *testing.T) {
	var table symtab.Table
	table.Init()
	_, ids := enterMany(&table, 3000, func(int) {})
	first := table.Sizes()
	for round := range 300 {
		b := new(symtab.Batch)
		table.Begin(b, symtab.OneUnit, false)
		obj := table.Add(b)
		var some []symtab.ID
		for i := range 100 {
			name := fmt.Sprint("round", round, "name", i)
			some = append(some, table.Declare(obj, objfmt.KeyOf(name), name))
		}
		table.End(b)
		table.Retract(obj, some)
		table.Drop(obj)
	}
	for i, id := range ids {
		if name := fmt.Sprint("name", i); table.Find(objfmt.KeyOf(name), 0) != id {
			t.Fatalf("%s is lost", name)
		}
	}
	if s := table.Sizes(); s.Slots > 2*first.Slots || s.Entries > 2*first.Entries {
		t.Errorf("%+v became %+v", first, s)
	}
}
