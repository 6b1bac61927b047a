package symtab_test

import (
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestRecycled: a table has nothing of one that was cleared before, whose memory it may have, however large that was, and who
// looks at the former one without a lock finds nothing there.
func TestRecycled(t *testing.T) {
	var former symtab.Table
	former.Init()
	for round := range 200 {
		n := []int{1, 25, 26, 37, 38, 39, 40, 1000}[round%8]
		key := func(i int) objfmt.Key { return objfmt.KeyOf(fmt.Sprint("round", round, "name", i)) }
		b := new(symtab.Batch)
		former.Begin(b, symtab.OneUnit, false)
		obj := former.Add(b)
		for i := range n {
			name := fmt.Sprint("round", round, "name", i)
			id := former.Declare(obj, key(i), name)
			former.Define(id, symtab.Def{Object: obj, Symbol: objfmt.SymbolID(i), Class: symtab.Strong})
			if former.Text(id) != name {
				t.Fatalf("%s is called %s", name, former.Text(id))
			}
		}
		former.Commit(b)
		for i := range n {
			former.Publish(former.Find(key(i), 0), uint64(i), 8, symtab.Func)
		}
		former.End(b)
		p := former.Peek(key(n-1), 0)
		if !p.Next() || p.Shown() == 0 {
			t.Fatalf("%d names: the last is not to be seen", n)
		}
		gone := 0
		for i, every := 0, []int{1, 2, 1000}[round/8%3]; i < n; i += every { // all, half, or one
			former.Retract(obj, []symtab.ID{former.Find(key(i), 0)})
			gone++
		}
		stale := symtab.Stale(&former)
		former.Clear()
		if left := stale(); left != 0 {
			t.Fatalf("%d names, of which %d have gone, leave %d slots that are not free", n, gone, left)
		}
		var next symtab.Table
		next.Init()
		if s := next.Sizes(); s.Names != 0 || next.Len() != 0 {
			t.Fatalf("a new table has %d names", s.Names)
		}
		for i := range n {
			if id := next.Find(key(i), 0); id != 0 {
				t.Fatalf("a new table has name %d of the one before", i)
			}
		}
		_, ids := enterMany(&next, 20, func(int) {})
		for i, id := range ids {
			q := next.Peek(objfmt.KeyOf(fmt.Sprint("name", i)), 0)
			if e := next.At(id); e.Defined() || e.Addr() != 0 || e.HasOwner() || next.Unit(id) != 0 || !q.Next() || q.Shown() != 0 {
				t.Fatalf("%s has what another had: %+v, seen as %#x", next.Text(id), *e, q.Shown())
			}
		}
		if p.Next() {
			t.Fatal("a table that was cleared has names")
		}
		if p = former.Peek(objfmt.KeyOf("name0"), 0); p.Next() {
			t.Fatal("a table that was cleared has those of another")
		}
		next.Clear()
		next.Clear() // which does nothing
		former = symtab.Table{}
		former.Init()
	}
}
