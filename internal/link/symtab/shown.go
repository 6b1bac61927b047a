package symtab

import (
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// def is the definition of a name, and what goroutines without a lock see of it: from the lowest bit on 32 bits of the
// symbol, 27 of the object's number plus one, three of an AnswerKind, and two that say what is seen.
type def uint64

const (
	objectShift     = 32
	kindShift       = 59
	shown       def = 1 << 62 // its batch has been committed, so that it is seen
	ask         def = 1 << 63 // more has to be known: the name is an alias, or a batch has begun to define it anew
	defined     def = 1<<kindShift - 1
	kinds       def = 7 << kindShift
)

// owner is the number of the object plus one, 0 for none.
func (d def) owner() uint32 { return uint32(d & defined >> objectShift) }

func (d def) symbol() objfmt.SymbolID { return objfmt.SymbolID(d) }

func (e *Name) setMore(more uint64) { atomic.StoreUint64(&e.more, more) }

func (e *Name) setDef(d def) {
	if e.def != d {
		atomic.StoreUint64((*uint64)(&e.def), uint64(d))
	}
}

func (e *Name) setAddr(addr uint64) {
	if e.addr != addr {
		atomic.StoreUint64(&e.addr, addr)
	}
}

// define sets the definition, which is not seen yet. owner is an object's number plus one.
func (e *Name) define(owner uint32, sym objfmt.SymbolID, class Class, addr uint64) {
	e.setDef(e.def&ask | def(owner)<<objectShift | def(sym))
	e.setAddr(addr)
	e.class = class
}

// undefine takes the definition back.
func (e *Name) undefine() { e.define(0, e.def.symbol(), Undefined, 0) }

// reset makes an entry zero, but for refs.
func (e *Name) reset(refs uint32) {
	e.setDef(0)
	if e.more != 0 {
		e.setMore(0)
	}
	e.setAddr(0)
	e.refs, e.class, e.flags = refs, 0, 0
}

// showAll shows what counts for an entry, of a batch that has been committed or of none.
func (t *Table) showAll(id ID) {
	e := t.At(id)
	d := e.def &^ (shown | ask)
	if e.HasOwner() && e.flags&flagAdopted == 0 && e.class != External {
		d |= shown
	}
	if t.aliases[id] != nil || e.flags&flagRedirected != 0 {
		d |= ask
	}
	e.setDef(d)
}

// askFor has goroutines ask for an entry.
func (t *Table) askFor(id ID) {
	e := t.At(id)
	e.setDef(e.def | ask)
}

// unask ends askFor for an entry that is no alias any more, unless a batch has begun to define it anew.
func (t *Table) unask(id ID) {
	switch e := t.At(id); {
	case t.isNew(e) && t.loading.undoOf(id) != nil:
	case t.isNew(e):
		e.setDef(e.def &^ ask)
	default:
		t.showAll(id)
	}
}

// Shown is what goroutines without a lock see of a name: the definition of it that counts, once its batch has been
// committed. 0: there is none.
type Shown uint64

// Ask reports whether only [Table.Lookup] has the answer.
func (s Shown) Ask() bool { return def(s)&ask != 0 || def(s)&kinds == def(TLS)<<kindShift }

// Object is the number of the object that has the definition.
func (s Shown) Object() uint32 { return def(s).owner() - 1 }

// Symbol is the definition in its symbol table.
func (s Shown) Symbol() objfmt.SymbolID { return def(s).symbol() }

// Kind is what it is, see [Table.Publish].
func (s Shown) Kind() AnswerKind { return AnswerKind(def(s) & kinds >> kindShift) }

// Peek goes through the entries that a name may have, nearly always one or none. Its user has to find out whether the
// object that an entry leads to has been committed, and then that all is still as it was: entries come and go.
// Any goroutine may use it, at any time.
type Peek struct {
	t   *Table
	b   *bucket
	key objfmt.Key
	n   int
	id  ID
	e   *Name
}

// Peek begins, as the objects of a unit see their hidden names, or as all see names if unit is 0.
func (t *Table) Peek(key objfmt.Key, unit uint32) Peek {
	key = keyOf(key, unit)
	return Peek{t: t, b: t.index.dir.Load().bucket(key.Hash).Load(), key: key}
}

// Next goes to the next entry, false if there is none.
func (p *Peek) Next() bool {
	for {
		if p.id, p.n = p.b.next(p.key.Hash, p.n); p.id == 0 {
			return false
		}
		if p.e = p.t.names.Peek(int(p.id)); p.e != nil {
			return true
		}
	}
}

// Shown is what is seen of the entry now.
func (p *Peek) Shown() Shown {
	d := def(atomic.LoadUint64((*uint64)(&p.e.def)))
	if d&(shown|ask) == 0 {
		return 0
	}
	return Shown(d)
}

// Is reports whether the entry is the name's now: it may be another's with half of the key, or have become another's.
func (p *Peek) Is() bool { return atomic.LoadUint64(&p.e.more) == p.key.More }

// Place is the address and the size of the definition.
func (p *Peek) Place() (addr, size uint64) {
	if w := p.t.sizes.Peek(int(p.id)); w != nil {
		size = uint64(w.Load())
	}
	return atomic.LoadUint64(&p.e.addr), size
}
