package symtab_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// world is a table whose objects are told apart by what Add gives.
type world struct {
	*testing.T
	symtab.Table
	batches uint32
}

func newWorld(t *testing.T) *world {
	w := &world{T: t}
	w.Init()
	return w
}

// batch begins a batch of n objects in a unit of its own, or in OneUnit.
func (w *world) batch(n int, one bool) (*symtab.Batch, []uint32) {
	w.batches++
	unit := symtab.OneUnit + w.batches
	if one {
		unit = symtab.OneUnit
	}
	b := new(symtab.Batch)
	w.Begin(b, unit, false)
	var objs []uint32
	for range n {
		objs = append(objs, w.Add(b))
	}
	return b, objs
}

// declare declares a name.
func (w *world) declare(obj uint32, text string) symtab.ID {
	return w.Declare(obj, objfmt.KeyOf(text), text)
}

// hide declares a name as hidden.
func (w *world) hide(obj uint32, text string) symtab.ID {
	return w.Hide(obj, objfmt.KeyOf(text), text)
}

// drop retracts and drops an object.
func (w *world) drop(obj uint32, ids ...symtab.ID) {
	w.Retract(obj, ids)
	w.RetractAliases(obj, math.MaxInt)
	w.Drop(obj)
}

// empty fails unless nothing is left.
func (w *world) empty() {
	w.Helper()
	s := w.Sizes()
	s.Slots, s.Entries, s.Numbers = 0, 0, 0
	if s != (symtab.Sizes{}) {
		w.Errorf("%+v is left:\n%s", s, slices.Collect(slices.Values(w.Dump(func(uint32) string { return "?" }))))
	}
}

// TestDefine: which of two definitions counts, before and after code is bound to the first.
func TestDefine(t *testing.T) {
	const (
		first, second  = 0, 1
		duplicate, big = 2, 3 // conflicts
	)
	weak, unique, strong := symtab.Def{Class: symtab.Weak}, symtab.Def{Class: symtab.Unique}, symtab.Def{Class: symtab.Strong}
	small, large := symtab.Def{Class: symtab.Common, Size: 8, Align: 8}, symtab.Def{Class: symtab.Common, Size: 64, Align: 8}
	for _, c := range []struct {
		a, b        symtab.Def
		want, bound int
	}{
		{weak, weak, first, first}, {weak, small, second, first}, {weak, unique, second, first}, {weak, strong, second, duplicate},
		{small, weak, first, first}, {small, small, first, first}, {small, large, second, big}, {large, small, first, first},
		{small, unique, second, first}, {small, strong, second, duplicate},
		{unique, weak, first, first}, {unique, small, first, first}, {unique, unique, first, first}, {unique, strong, first, first},
		{strong, weak, first, first}, {strong, small, first, first}, {strong, unique, first, first}, {strong, strong, duplicate, duplicate},
	} {
		for _, bound := range []bool{false, true} {
			w := newWorld(t)
			b, objs := w.batch(3, false)
			a, o, user := objs[0], objs[1], objs[2]
			id := w.declare(a, "x")
			c.a.Object, c.b.Object = a, o
			if x := w.Define(id, c.a); x != nil {
				t.Fatal(x)
			}
			w.Commit(b)
			want := c.want
			if bound {
				w.declare(user, "x")
				w.Bind(user, id)
				want = c.bound
			}
			w.declare(o, "x")
			x := w.Define(id, c.b)
			got := first
			switch {
			case x != nil && x.Common != (symtab.CommonSymbol{}):
				got = big
			case x != nil:
				got = duplicate
			case w.At(id).OwnedBy(o):
				got = second
			}
			if got != want || x != nil && (x.First != a || x.Bound != (bound && c.a.Class < symtab.Unique && got == duplicate)) {
				t.Errorf("%v, %v, bound %t: %d, want %d, %+v", c.a.Class, c.b.Class, bound, got, want, x)
			}
			if got < duplicate && w.IsUser(o, a) == w.IsUser(a, o) {
				t.Errorf("%v, %v, bound %t: one must use the other", c.a.Class, c.b.Class, bound)
			}
			if w.drop(o, id); bound {
				w.drop(user, id)
			} else {
				w.drop(user)
			}
			w.drop(a, id)
			w.empty()
		}
	}
}

// TestRollback: a batch that fails leaves names as they were: definitions, common symbols,
// answers and aliases.
func TestRollback(t *testing.T) {
	w := newWorld(t)
	b, objs := w.batch(1, false)
	old := objs[0]
	names := []string{"weak", "common", "asked", "none"}
	var ids []symtab.ID
	for _, n := range names {
		ids = append(ids, w.declare(old, n))
	}
	w.Define(ids[0], symtab.Def{Object: old, Symbol: 1, Class: symtab.Weak})
	w.Define(ids[1], symtab.Def{Object: old, Symbol: 2, Class: symtab.Common, Size: 4, Align: 4})
	w.Publish(ids[0], 0x10, 0, symtab.Other)
	w.Commit(b)
	w.Answer(ids[2], &symtab.Answer{Addr: 0x20, Size: 8, Kind: symtab.Func})
	describe := func() []string { return w.Dump(func(n uint32) string { return string('a' + rune(n)) }) }
	before := describe()

	b, objs = w.batch(2, false)
	var mine [2][]symtab.ID
	for i, o := range objs {
		for _, n := range append(slices.Clone(names), "new") {
			mine[i] = append(mine[i], w.declare(o, n))
		}
	}
	for i, class := range []symtab.Class{symtab.Strong, symtab.Strong, symtab.Strong, symtab.Common, symtab.Weak} {
		if x := w.Define(mine[0][i], symtab.Def{Object: objs[0], Class: class, Size: 1}); x != nil {
			t.Fatal(x)
		}
	}
	if x := w.Define(mine[1][3], symtab.Def{Object: objs[1], Class: symtab.Common, Size: 100, Align: 16}); x != nil {
		t.Fatal(x)
	}
	w.Alias(objs[1], mine[1][4], mine[1][0], true)
	if e := w.Settled(ids[0]); !e.OwnedBy(old) || w.Lookup(objfmt.KeyOf("new"), 0) != 0 {
		t.Error("half of a batch is seen")
	}
	for w.Rollback(b, 1) {
		if w.Lookup(objfmt.KeyOf("new"), 0) != 0 {
			t.Error("half of a batch is seen")
		}
	}
	for i, o := range objs {
		w.drop(o, mine[i]...)
	}
	w.End(b)
	if got := describe(); !slices.Equal(got, before) {
		t.Errorf("after:\n%q\nbefore:\n%q", got, before)
	}
	w.drop(old, ids...)
	w.empty()
}

// TestAdopted: a hidden name without definition has that which all see, until its unit has one of
// its own; what it has does not outlive its owner.
func TestAdopted(t *testing.T) {
	need := func(w *world, id symtab.ID) (q symtab.Query) {
		w.Need(&q, id, true, true)
		for _, id := range q.IDs {
			w.At(id).Needs()
		}
		return q
	}
	for _, class := range []symtab.Class{symtab.Strong, symtab.Common} {
		w := newWorld(t)
		b, objs := w.batch(1, true)
		def := objs[0]
		global := w.declare(def, "x")
		w.Define(global, symtab.Def{Object: def, Class: class, Size: 8, Align: 8})
		w.Publish(global, 0x100, 0, symtab.Other)
		w.Commit(b)
		b, objs = w.batch(1, true)
		user := objs[0]
		hidden := w.hide(user, "x")
		w.Commit(b)
		if q := need(w, hidden); hidden == global || len(q.IDs) != 0 || w.At(hidden).Addr() != 0x100 || w.Common(hidden) != w.Common(global) {
			t.Fatalf("%v: hidden name is %+v", class, w.At(hidden))
		}
		// Nothing is bound to it yet: the owner may go.
		w.drop(def, global)
		if q := need(w, hidden); len(q.IDs) != 1 || w.At(hidden).Addr() != 0 || w.At(hidden).Defined() {
			t.Errorf("%v: without owner the hidden name is %+v", class, w.At(hidden))
		}
		// A definition of the unit itself.
		b, objs = w.batch(1, true)
		own := objs[0]
		if id := w.declare(own, "x"); id != hidden {
			t.Fatalf("%v: the unit sees name %d", class, id)
		}
		if x := w.Define(hidden, symtab.Def{Object: own, Class: class, Size: 4, Align: 4}); x != nil || !w.At(hidden).OwnedBy(own) {
			t.Errorf("%v: %+v", class, x)
		}
		w.Commit(b)
		w.drop(own, hidden)
		w.drop(user, hidden)
		w.empty()
	}
}

// TestAliases: the first alias of a name counts, and when its object goes the next one does.
func TestAliases(t *testing.T) {
	w := newWorld(t)
	b, objs := w.batch(3, false)
	var ids [3][]symtab.ID
	for i, o := range objs {
		ids[i] = []symtab.ID{w.declare(o, "name"), w.declare(o, "target")}
	}
	w.Define(ids[2][1], symtab.Def{Object: objs[2], Class: symtab.Strong})
	w.Commit(b)
	find := func() symtab.ID { return w.Lookup(objfmt.KeyOf("name"), 0) }
	target := ids[2][1]
	w.Alias(objs[0], ids[0][0], target, false)
	w.Alias(objs[1], ids[1][0], target, false)
	if find() != target {
		t.Error("the alias does not count")
	}
	w.drop(objs[0], ids[0]...)
	if find() != target {
		t.Error("with the first of two equal aliases the second is gone")
	}
	x, ok := w.Explain(objfmt.KeyOf("name"), "name", 0)
	if !ok || x.Final != target || len(x.Steps) != 1 || x.Steps[0].Object != objs[1] {
		t.Errorf("explained as %+v", x)
	}
	mine := slices.Clone(ids[1])
	if !w.Follow(objs[1], mine, false) || mine[0] != target || w.Follow(objs[1], mine, true) {
		t.Errorf("followed to %v", mine)
	}
	w.drop(objs[1], mine...)
	if find() != 0 {
		t.Error("without an alias the name is found")
	}
	w.drop(objs[2], ids[2]...)
	w.empty()
}

// TestExternal: answers last as long as somebody mentions the name, and those that are
// redirected say when they are gone.
func TestExternal(t *testing.T) {
	w := newWorld(t)
	b, objs := w.batch(2, false)
	id := w.declare(objs[0], "f")
	w.declare(objs[1], "f")
	w.Commit(b)
	w.Hold([]symtab.ID{id})
	if !w.Unhold(id) {
		t.Fatal("the name is gone")
	}
	w.Answer(id, &symtab.Answer{Addr: 0x1000, Kind: symtab.Func})
	w.Redirect(id, 0x2000, symtab.Answer{Addr: 0x1000, Kind: symtab.Func})
	if e := w.At(id); e.Addr() != 0x2000 || w.Told(id).Addr != 0x1000 || !e.Asked() || !e.Func() {
		t.Errorf("%+v, told %+v", e, w.Told(id))
	}
	w.drop(objs[0], id)
	if r := w.Released(); r != nil {
		t.Errorf("released %v while it is mentioned", r)
	}
	w.drop(objs[1], id)
	if r := w.Released(); len(r) != 1 || r[0].ID != id || r[0].Name != "f" {
		t.Errorf("released %v", r)
	}
	w.empty()
	// A later answer to a name whose first one a definition replaced tells nothing of the first.
	b, objs = w.batch(1, false)
	id = w.declare(objs[0], "g")
	w.Commit(b)
	w.Answer(id, &symtab.Answer{Addr: 1, Size: 8})
	b, more := w.batch(1, false)
	w.declare(more[0], "g")
	w.Define(id, symtab.Def{Object: more[0], Class: symtab.Strong})
	w.Commit(b)
	w.drop(more[0], id)
	w.Answer(id, &symtab.Answer{Addr: 2})
	if w.Told(id).Size != 0 {
		t.Errorf("told %+v of another answer", w.Told(id))
	}
	w.drop(objs[0], id)
	w.empty()
}

// TestNeeded: a query asks no more about a name that it knows, that is to have a definition and that some relocation needs; another query does.
func TestNeeded(t *testing.T) {
	w := newWorld(t)
	b, objs := w.batch(1, false)
	id := w.declare(objs[0], "f")
	w.Commit(b)
	for range 2 {
		var q symtab.Query
		for i, ref := range [][2]bool{{false, false}, {true, false}, {false, true}, {false, false}} {
			if w.At(id).Needed() != (i == 3) {
				t.Errorf("after %d references: %t", i, i != 3)
			}
			w.Need(&q, id, ref[0], ref[1])
		}
		if len(q.IDs) != 1 {
			t.Errorf("%d names", len(q.IDs))
		}
		if strong, used := w.At(id).Needs(); !strong || !used {
			t.Errorf("strong %t, used %t", strong, used)
		}
	}
	w.drop(objs[0], id)
	w.empty()
}

// TestManyUndone: what a batch has replaced is seen until it is committed, at any number of names, also while a
// part of it is taken back.
func TestManyUndone(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 20_000
	}
	w := newWorld(t)
	b, objs := w.batch(1, false)
	old, ids := objs[0], make([]symtab.ID, n)
	for i := range ids {
		ids[i] = w.declare(old, fmt.Sprint("s", i))
		w.Define(ids[i], symtab.Def{Object: old, Symbol: objfmt.SymbolID(i), Class: symtab.Weak})
	}
	w.Commit(b)
	w.End(b)
	b, objs = w.batch(1, false)
	own := make([]symtab.ID, n)
	for i := range own {
		own[i] = w.declare(objs[0], fmt.Sprint("s", i))
		w.Define(own[i], symtab.Def{Object: objs[0], Class: symtab.Strong})
	}
	for more := true; more; more = w.Rollback(b, n/3) {
		for i, id := range ids {
			if e := w.Settled(id); !e.Is(old, objfmt.SymbolID(i)) {
				t.Fatalf("name %d has another definition: %+v", i, e)
			}
		}
	}
	w.drop(objs[0], own...)
	w.End(b)
	w.drop(old, ids...)
	w.empty()
}
