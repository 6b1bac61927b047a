package symtab

import (
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Shown is what goroutines without a lock see of a name: the definition of it that counts, once its batch has been
// committed. 0: there is none.
type Shown uint64

type shownWord = atomic.Uint64

// askFirst says that more has to be known: the name is an alias, or a batch has begun to define it anew.
const askFirst Shown = 1 << 63

func shownAs(e *Name) Shown { return Shown(e.obj)<<32 | Shown(e.sym) }

// Ask reports whether only [Table.Lookup] has the answer.
func (s Shown) Ask() bool { return s&askFirst != 0 }

// Object is the number of the object that has the definition.
func (s Shown) Object() uint32 { return uint32(s>>32) - 1 }

// Symbol is the definition in its symbol table.
func (s Shown) Symbol() objfmt.SymbolID { return objfmt.SymbolID(s) }

// show sets what is seen of an entry.
func (t *Table) show(id ID, s Shown) {
	if w := t.shown.At(int(id)); Shown(w.Load()) != s {
		w.Store(uint64(s))
	}
}

// showAll shows what counts for an entry, of a batch that has been committed or of none.
func (t *Table) showAll(id ID) {
	s := Shown(0)
	if e := t.At(id); e.obj != 0 && e.flags&flagAdopted == 0 && e.class != External {
		s = shownAs(e)
	}
	if t.aliases[id] != nil {
		s |= askFirst
	}
	t.show(id, s)
}

// askFor has goroutines ask for an entry.
func (t *Table) askFor(id ID) { t.show(id, Shown(t.shown.At(int(id)).Load())|askFirst) }

// unask ends askFor for an entry that is no alias any more, unless a batch has begun to define it anew.
func (t *Table) unask(id ID) {
	if t.loading == nil || t.loading.undoOf(id) == nil {
		t.show(id, Shown(t.shown.At(int(id)).Load())&^askFirst)
	}
}

// hideDef shows no definition of an entry any more.
func (t *Table) hideDef(id ID) { t.show(id, Shown(t.shown.At(int(id)).Load())&askFirst) }

func moveShown(to, from []shownWord) {
	for i := range from {
		to[i].Store(from[i].Load())
	}
}

// Peek goes through the entries that a name may have, nearly always one or none. Its user has to find out whether the
// object that an entry leads to has the name, and has been committed, and then that all is still as it was: entries come and go.
// Any goroutine may use it, at any time.
type Peek struct {
	t    *Table
	b    *bucket
	hash uint32
	n    int
	word *shownWord
}

// Peek begins, as the objects of a unit see their hidden names, or as all see names if unit is 0.
func (t *Table) Peek(key objfmt.Key, unit uint32) Peek {
	key = keyOf(key, unit)
	return Peek{t: t, b: t.index.dir.Load().bucket(key.Hash).Load(), hash: key.Hash}
}

// Next goes to the next entry, false if there is none.
func (p *Peek) Next() bool {
	for {
		var id ID
		if id, p.n = p.b.next(p.hash, p.n); id == 0 {
			return false
		}
		if p.word = p.t.shown.Peek(int(id)); p.word != nil {
			return true
		}
	}
}

// Shown is what is seen of the entry now.
func (p *Peek) Shown() Shown { return Shown(p.word.Load()) }
