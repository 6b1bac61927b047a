package symtab

import "github.com/go-rtdyld/rtdyld/objfmt"

// Def is a definition.
type Def struct {
	Object      uint32
	Symbol      objfmt.SymbolID
	Class       Class  // Weak, Common, Unique or Strong
	Func        bool   // it is a function in a section
	Size, Align uint64 // bytes, of a common symbol
}

// CommonSymbol is a common symbol: the largest size and alignment of what was defined
// until somebody was bound to it.
type CommonSymbol struct {
	Size, Align uint64 // bytes
	Off         uint64 // in the common area of the defining object, or among its thread-locals, once it is placed
	Placed      bool
}

// Conflict is why a definition is refused.
type Conflict struct {
	First  uint32       // object with the definition that counts
	Bound  bool         // it gives way to others, but code already uses it
	Common CommonSymbol // it is common and bound, and the refused one is larger; else zero
}

// classOf ranks a definition.
func classOf(s *objfmt.Symbol) Class {
	switch {
	case s.Section == objfmt.SecCommon:
		return Common
	case s.Bind == objfmt.BindWeak:
		return Weak
	case s.Bind == objfmt.BindUnique:
		return Unique
	}
	return Strong
}

// IsFunc reports whether a symbol is a function in a section.
func IsFunc(s *objfmt.Symbol) bool {
	return s.Section < objfmt.SecSpecial && (s.Type == objfmt.SymFunc || s.Type == objfmt.SymIFunc)
}

// DefOf is the definition that a symbol of a symbol table makes.
func DefOf(obj uint32, sym objfmt.SymbolID, s *objfmt.Symbol) Def {
	d := Def{Object: obj, Symbol: sym, Class: classOf(s), Func: IsFunc(s)}
	if d.Class == Common {
		d.Size, d.Align = s.Size, s.Value
	}
	return d
}

// Define decides between a definition and what the name has so far: strong and unique
// ones beat common ones, these beat weak ones, the first of two equals counts, and two
// strong ones are a conflict. What code has been relocated with is not replaced any more.
// An answer of a resolver gives way; older objects keep it. nil: one of the two counts.
func (t *Table) Define(id ID, d Def) *Conflict {
	c, u := t.define(id, d)
	t.Use(u.obj, u.used)
	return c
}

// use is that an object needs another one to stay. Zero, as every one with itself, says nothing.
type use struct{ obj, used uint32 }

// define is Define without its call of Use.
func (t *Table) define(id ID, d Def) (*Conflict, use) {
	e := t.At(id)
	if e.flags&(flagAdopted|flagBound) == flagAdopted {
		e.unadopt() // no code has used the definition that it has adopted
	}
	switch {
	case e.class == Undefined:
		t.set(id, e, d)
		return nil, use{}
	case e.class == External:
		t.remember(id, e, d.Object)
		t.set(id, e, d)
		return nil, use{}
	case e.Is(d.Object, d.Symbol):
		return nil, use{}
	}
	bound := e.flags&flagBound != 0
	switch {
	case d.Class == Common && e.class == Common:
		return t.mergeCommon(id, e, d)
	case d.Class == Strong && e.class == Strong:
		return &Conflict{First: e.def.owner() - 1}, use{}
	case d.Class <= e.class, d.Class == Strong && e.class == Unique: // the older one counts
	case bound && d.Class == Strong:
		return &Conflict{First: e.def.owner() - 1, Bound: true}, use{}
	case bound: // the definition in use stays
	default:
		old, _ := e.Owner()
		t.remember(id, e, d.Object)
		if e.class == Common {
			delete(t.commons, id)
		}
		t.set(id, e, d)
		return nil, use{old, d.Object}
	}
	return nil, use{d.Object, e.def.owner() - 1}
}

// set makes a definition the one that counts.
func (t *Table) set(id ID, e *Name, d Def) {
	e.define(d.Object+1, d.Symbol, d.Class, 0)
	e.flags &^= flagFunc | flagAbs | flagLeft | flagBound | flagOwn | flagStays // nothing is bound to this definition yet
	if d.Func && d.Class >= Unique {
		e.flags |= flagStays
	}
	if d.Class == Common {
		if t.commons == nil {
			t.commons = map[ID]*CommonSymbol{}
		}
		t.commons[id] = &CommonSymbol{Size: d.Size, Align: d.Align}
		b := t.object(d.Object).batch
		b.commons = append(b.commons, id)
	}
}

// remember notes a definition of an older batch before object obj replaces it.
func (t *Table) remember(id ID, e *Name, obj uint32) {
	if owner, ok := e.Owner(); ok && t.same(owner, obj) {
		return
	}
	u := undo{id: id, was: *e, size: t.size(id)}
	if c := t.commons[id]; c != nil {
		old := *c
		u.com = &old
	}
	t.object(obj).batch.noteUndo(u)
	t.askFor(id)
}

// mergeCommon makes one common symbol of two. Its memory is with the object that
// asked for the most.
func (t *Table) mergeCommon(id ID, e *Name, d Def) (*Conflict, use) {
	c, owner := t.Common(id), e.def.owner()-1
	switch {
	case d.Size <= c.Size && d.Align <= c.Align:
		return nil, use{d.Object, owner}
	case e.flags&flagBound != 0:
		return &Conflict{First: owner, Common: c}, use{}
	case d.Size <= c.Size && t.same(owner, d.Object): // only the alignment grows
		t.commons[id].Align = d.Align
		return nil, use{d.Object, owner}
	}
	t.remember(id, e, d.Object)
	d.Size, d.Align = max(d.Size, c.Size), max(d.Align, c.Align)
	t.set(id, e, d)
	return nil, use{owner, d.Object}
}

// Common is the common symbol behind a name, also behind a hidden one that has adopted
// that which all see; zero if there is none.
func (t *Table) Common(id ID) CommonSymbol {
	e := t.At(id)
	if e.class != Common {
		return CommonSymbol{}
	}
	if e.flags&flagAdopted != 0 {
		id = t.global(id)
	}
	if c := t.commons[id]; c != nil {
		return *c
	}
	return CommonSymbol{}
}

// Unplaced calls f with each common symbol that objects of a batch have and that has no
// place yet, in the order of definition, as the owner's symbol sym. f returns its offset in the owner's common area.
func (t *Table) Unplaced(b *Batch, f func(owner uint32, sym objfmt.SymbolID, name string, c CommonSymbol) (off uint64, err error)) error {
	for _, id := range b.commons {
		e, c := t.At(id), t.commons[id]
		if c == nil || c.Placed || !e.HasOwner() || t.object(e.def.owner()-1).batch != b {
			continue
		}
		off, err := f(e.def.owner()-1, e.def.symbol(), t.Text(id), *c)
		if err != nil {
			return err
		}
		c.Off, c.Placed = off, true
	}
	return nil
}

// Group enters that object obj has a COMDAT group of a declared name, and returns the
// object whose group counts: the first.
func (t *Table) Group(id ID, obj uint32) (owner uint32) {
	switch g := t.group(id); g {
	case obj + 1:
	case 0:
		t.setGroup(id, obj+1)
	default:
		t.Use(obj, g-1)
		return g - 1
	}
	return obj
}

// Regroup makes the group of object obj count in place of its owner's, an object of the
// same batch, which then uses obj.
func (t *Table) Regroup(id ID, obj uint32) {
	old := t.group(id) - 1
	t.setGroup(id, obj+1)
	t.Use(old, obj)
}

// GroupOwner is the object whose COMDAT group of a name counts; false if there is none.
func (t *Table) GroupOwner(id ID) (obj uint32, ok bool) {
	g := t.group(id)
	return g - 1, g != 0
}

// RetractGroups takes back groups of object obj, and a mention of each of their names.
func (t *Table) RetractGroups(obj uint32, ids []ID) {
	for _, id := range ids {
		if id == 0 {
			continue
		}
		if t.group(id) == obj+1 {
			t.setGroup(id, 0)
		}
		t.unref(id, obj)
	}
}

// adopt lets a hidden name that its unit leaves undefined have the definition of the name
// that all see. false: there is none.
func (t *Table) adopt(id ID) bool {
	e := t.At(id)
	g := t.At(t.global(id)) // entry 0 is empty
	if !g.HasOwner() {
		e.unadopt()
		return false
	}
	e.define(g.def.owner(), g.def.symbol(), g.class, g.addr)
	e.flags |= flagAdopted
	return true
}

// unadopt takes back what adopt did.
func (e *Name) unadopt() {
	e.undefine()
	e.flags &^= flagAdopted
}
