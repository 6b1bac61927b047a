package symtab_test

import (
	"reflect"
	"strconv"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestLines: two entries are a line of memory, and what goroutines read to find one is in no line that each new name changes.
func TestLines(t *testing.T) {
	if n := reflect.TypeFor[symtab.Name]().Size(); n != 32 {
		t.Errorf("an entry takes %d bytes", n)
	}
	table := reflect.TypeFor[symtab.Table]()
	at := func(path ...string) (off uintptr) {
		for of := table; len(path) > 0; path = path[1:] {
			f, ok := of.FieldByName(path[0])
			if !ok {
				t.Fatalf("no %s", path[0])
			}
			off, of = off+f.Offset, f.Type
		}
		return off
	}
	for _, read := range []uintptr{at("index", "dir"), at("store", "names", "first"), at("store", "names", "dir"), at("store", "sizes", "first"), at("store", "sizes", "dir")} {
		for _, written := range []uintptr{at("counts"), at("lookUps"), at("store", "spare"), at("free")} {
			if d := int(written) - int(read); strconv.IntSize == 64 && -64 < d && d < 64 {
				t.Errorf("what is read at %d may be in the line of what is written at %d", read, written)
			}
		}
	}
}

// TestMaxObjects: the highest number of an object that there may be is found again in an entry, beside all else that is said there. Numbers that
// are free are for others.
func TestMaxObjects(t *testing.T) {
	const last = uint32(symtab.MaxObjects - 1)
	w := newWorld(t)
	b, objs := w.batch(2, false)
	if n := w.Free(); n != symtab.MaxObjects-2 {
		t.Errorf("there is room for %d objects beside two", n)
	}
	key := objfmt.KeyOf("f")
	id := w.Declare(objs[0], key, "f")
	w.Define(id, symtab.Def{Object: last, Symbol: objfmt.NoSymbol, Class: symtab.Strong})
	w.Commit(b)
	w.Publish(id, 16, 8, symtab.Func)
	w.End(b)
	if e := w.At(id); !e.OwnedBy(last) || e.Symbol() != objfmt.NoSymbol {
		o, _ := e.Owner()
		t.Errorf("symbol %d of object %d is found", e.Symbol(), o)
	}
	p := w.Peek(key, 0)
	if !p.Next() {
		t.Fatal("no entry is seen")
	}
	if s := p.Shown(); s.Ask() || s.Object() != last || s.Symbol() != objfmt.NoSymbol || s.Kind() != symtab.Func {
		t.Errorf("seen is symbol %d of object %d, of kind %d, ask %v", s.Symbol(), s.Object(), s.Kind(), s.Ask())
	}
	w.Drop(objs[1])
	if n := w.Free(); n != symtab.MaxObjects-1 {
		t.Errorf("there is room for %d objects beside one", n)
	}
}

// TestShownAlias: a definition of a name that was an alias is shown once the alias has gone, and what is redirected has to be asked for.
func TestShownAlias(t *testing.T) {
	w := newWorld(t)
	b, objs := w.batch(2, false)
	name, other := w.declare(objs[0], "name"), w.declare(objs[1], "other")
	w.Alias(objs[1], name, other, true)
	w.Define(name, symtab.Def{Object: objs[0], Symbol: 3, Class: symtab.Strong})
	w.Commit(b)
	w.Publish(name, 0x40, 7, symtab.Func)
	w.End(b)
	peek := func() (symtab.Shown, *symtab.Peek) {
		p := w.Peek(objfmt.KeyOf("name"), 0)
		if !p.Next() || !p.Is() {
			t.Fatal("nothing is shown")
		}
		return p.Shown(), &p
	}
	if s, _ := peek(); !s.Ask() {
		t.Errorf("an alias is shown as %#x", s)
	}
	w.drop(objs[1], other)
	s, p := peek()
	if addr, size := p.Place(); s.Ask() || s.Object() != objs[0] || s.Symbol() != 3 || s.Kind() != symtab.Func || addr != 0x40 || size != 7 {
		t.Errorf("shown as %#x at %#x, %d bytes", s, addr, size)
	}
	w.Publish(name, 0x40, 1<<32, symtab.Func)
	if s, _ := peek(); !s.Ask() {
		t.Errorf("more bytes than there is room for are shown as %#x", s)
	}
	w.Publish(name, 0x40, 7, symtab.Func)
	w.Redirect(name, 0x80, symtab.Answer{})
	if s, _ := peek(); !s.Ask() {
		t.Errorf("a redirected name is shown as %#x", s)
	}
	w.drop(objs[0], name)
	w.Released()
	w.empty()
}
