// Package symtab is a linker's table of global names: which definition counts for a name,
// what the name is an alias of, what a resolver has said of it, and which objects use which.
//
// Law: an object is a number and a definition is data. This package knows no section, no
// memory and no linker, asks nobody for anything, and has forgotten everything of an object
// that is retracted.
//
// A batch declares the names that its objects mention, defines and aliases some, and is
// published when it has addresses; a batch that fails is rolled back. Retract takes an
// object's mentions back, and what nobody mentions any more is forgotten. A table must not
// be used concurrently, but for methods that say so.
package symtab

import (
	"math"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/link/chunks"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// ID is the number of a name in a table. 0 is no name, and all from [Special] on are the
// caller's, for symbols that are in no table.
type ID = uint32

// Special is the first ID that no table gives.
const Special ID = 0xffff_fff0

// Name is an entry of a table, to be read. It is valid until the table changes. The first words are written by atomic stores:
// goroutines without a lock read them, see [Peek].
type Name struct {
	more  uint64 // of the key, see keyOf
	addr  uint64 // where it is, once the defining object has memory or a resolver answered
	def   def
	refs  uint32 // symbols, groups and aliases of loaded objects that mention the name
	class Class
	flags flags
}

// Class orders definitions of one name: a higher one replaces a lower one.
type Class uint8

// The classes.
const (
	Undefined Class = iota
	Weak
	Common
	Unique // STB_GNU_UNIQUE: the first counts, none is a duplicate
	Strong
	External // answered by a resolver
)

var classNames = [...]string{"undefined", "weak", "common", "unique", "strong", "external"}

// String names the class.
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return "invalid"
}

type flags uint16

const (
	flagBound      flags = 1 << iota // some object has been relocated with it
	flagListed                       // scratch of Query: is listed
	flagAdopted                      // a hidden name without definition has that of the name that all see
	flagStrong                       // scratch of Query: some reference is not weak
	flagUsed                         // scratch of Query: some relocation needs it
	flagTLS                          // the reference or the answer is thread-local
	flagFunc                         // the answer is a function
	flagLeft                         // relocations to it are left alone; addr is 0
	flagAbs                          // the answer is a plain value
	flagRedirected                   // addr is, or was, that of a canonical stub or a copy
	flagOwn                          // the answer is that of the batch's own resolver
	flagAsked                        // a resolver was asked for it
	flagStays                        // the definition that counts is a function in a section, gives way to no other, and is not published
)

const scratch = flagListed | flagStrong | flagUsed

// Addr is the address of the definition that counts, 0 before it is published.
func (e *Name) Addr() uint64 { return e.addr }

// Class is that of the definition that counts.
func (e *Name) Class() Class { return e.class }

// Defined reports whether an object or a resolver defines the name.
func (e *Name) Defined() bool { return e.class != Undefined }

// Owner is the object whose definition counts; false if no object has one.
func (e *Name) Owner() (obj uint32, ok bool) { return e.def.owner() - 1, e.def.owner() != 0 }

// HasOwner reports whether some object's definition counts.
func (e *Name) HasOwner() bool { return e.def.owner() != 0 }

// OwnedBy reports whether the definition of object obj counts.
func (e *Name) OwnedBy(obj uint32) bool { return e.def.owner() == obj+1 }

// Is reports whether symbol sym of object obj is the definition that counts.
func (e *Name) Is(obj uint32, sym objfmt.SymbolID) bool {
	return e.def.owner() == obj+1 && e.def.symbol() == sym
}

// IsYet is Is while others publish their definitions.
func (e *Name) IsYet(obj uint32, sym objfmt.SymbolID) bool {
	d := def(atomic.LoadUint64((*uint64)(&e.def)))
	return d.owner() == obj+1 && d.symbol() == sym
}

// Symbol is the definition that counts in its owner's symbol table.
func (e *Name) Symbol() objfmt.SymbolID { return e.def.symbol() }

// Stays reports whether the definition that counts is one of the batch that has begun and not published it, is a function in a
// section, and gives way to no other.
func (e *Name) Stays() bool { return e.flags&flagStays != 0 }

// Same reports whether an entry has the definition and the address that it had.
func (e *Name) Same(was *Name) bool {
	return e.def&defined == was.def&defined && e.class == was.class && e.addr == was.addr
}

// Bound reports whether some object has been relocated with the definition.
func (e *Name) Bound() bool { return e.flags&flagBound != 0 }

// Adopted reports whether a hidden name has the definition of the name that all see.
func (e *Name) Adopted() bool { return e.flags&flagAdopted != 0 }

// TLS reports whether the name is referred to or defined externally as a thread-local.
func (e *Name) TLS() bool { return e.flags&flagTLS != 0 }

// Func reports whether the resolver has called it a function.
func (e *Name) Func() bool { return e.flags&flagFunc != 0 }

// Abs reports whether the resolver has called it a plain value.
func (e *Name) Abs() bool { return e.flags&flagAbs != 0 }

// Left reports whether relocations to the name are to be left alone.
func (e *Name) Left() bool { return e.flags&flagLeft != 0 }

// Own reports whether the resolver of the name's batch has given the answer.
func (e *Name) Own() bool { return e.flags&flagOwn != 0 }

// Asked reports whether a resolver was asked for the name.
func (e *Name) Asked() bool { return e.flags&flagAsked != 0 }

// Redirected reports whether Addr is or was that of a canonical stub or of copied data, see [Table.Redirect].
func (e *Name) Redirected() bool { return e.flags&flagRedirected != 0 }

// Answer is what a resolver says of a name.
type Answer struct {
	Addr   uint64
	Size   uint64 // bytes, 0 if not known
	Module uint64 // of a thread-local
	Thread any    // the caller's, of a thread-local
	Kind   AnswerKind
	Left   bool // relocations to the name are to be left alone
	Own    bool // the resolver is the batch's own
}

// AnswerKind is what an external name is.
type AnswerKind uint8

// The kinds.
const (
	Other AnswerKind = iota
	Func
	Data
	TLS
	Abs
)

// Released is a name that is in the table no more and had its address redirected.
type Released struct {
	ID   ID // of another name, maybe, by now
	Name string
}

// Table has the names of one linker. It is ready after [Table.Init].
type Table struct {
	index index
	store
	objects  chunks.List[object] // by number
	free     []uint32            // numbers of objects that were dropped
	commons  map[ID]*CommonSymbol
	external map[ID]Answer // what resolvers said beyond the address
	aliases  map[ID]*aliases
	hidden   hidden     // names that batches of OneUnit hide
	mayHide  int        // how many names those batches had
	released []Released // not yet fetched
	loading  *Batch     // that has begun and not ended; nil: none
	stamp    uint32
	stamped  uint32    // plus one, 0 for none
	lookUps  uint64    // so far
	counts   counts    // of index
	apart    *ownTexts // nil: there are none

	memory *memory // where the lists above start, so that loading one small object costs few allocations; nil: it was given back
}

// object is what the table knows of one object.
type object struct {
	batch   *Batch // nil: the number is free
	uses    []uint32
	users   uint32
	stamp   uint32 // equal to Table.stamp for what object stamped uses
	aliases []*alias
	file    string // in which texts are
}

// Init makes a zero Table ready. It must not be copied afterwards.
func (t *Table) Init() {
	i := memories.Get().(*memory)
	t.memory = i
	t.index.dir.Store(&i.dir)
	t.index.counts = &t.counts
	i.parts[0] = part{names: i.names[:], texts: i.texts[:], hashes: i.hashes[:], groups: i.groups[:], units: i.units[:], unused: unused{n: firstNames - 1, fresh: 1, listed: true}} // entry 0 is empty
	i.open[0] = 0
	t.spare = firstNames - 1
	t.parts, t.open = i.parts[:], i.open[:]
	t.names.Init(i.names[:])
	t.sizes.Init(i.sizes[:])
	t.objects.Init(i.objects[:])
	t.free = i.free[:0]
}

// Clear forgets all names and objects. The table must not be changed afterwards.
func (t *Table) Clear() {
	entries := 0
	if len(t.parts) > 0 {
		entries = int(t.parts[0].fresh)
	}
	t.index.dir.Store(empty)
	t.counts.used = 0
	t.names.Clear()
	t.sizes.Clear()
	t.objects.Clear()
	t.parts, t.open, t.blank, t.free = nil, nil, nil, nil
	t.commons, t.external, t.aliases, t.released, t.loading, t.apart = nil, nil, nil, nil, nil, nil
	if m := t.memory; m != nil {
		t.memory = nil
		m.recycle(entries)
	}
}

// Reserve makes room for n names in all.
func (t *Table) Reserve(n int) {
	t.index.reserve(n, 0)
	t.reserve(n - t.index.used)
}

// LookUps is how often a name has been looked for so far, but for those of [Table.Peek].
func (t *Table) LookUps() uint64 { return t.lookUps }

// Len is how many names are in use.
func (t *Table) Len() int { return t.index.used }

// Declare enters that object obj mentions a name, as its batch sees names, and returns
// the name's ID. key is that of text, which may view the object's image. Each
// mention is taken back by Retract.
func (t *Table) Declare(obj uint32, key objfmt.Key, text string) ID {
	if b := t.objects.At(int(obj)).batch; b.hidden.has(key) {
		if id := t.declareHidden(b, obj, key, text); id != 0 {
			t.At(id).refs++
			return id
		}
	}
	id, at := t.probe(key)
	if id == 0 {
		id = t.add(key, text, 0, obj, at)
	}
	t.At(id).refs++
	return id
}

// Mention enters one more mention of a name.
func (t *Table) Mention(id ID) { t.At(id).refs++ }

// MarkTLS says that some reference calls the name a thread-local.
func (t *Table) MarkTLS(id ID) { t.At(id).flags |= flagTLS }

// Find returns the ID of a name as the objects of a unit see it, its hidden ones too, or
// as all see it if unit is 0; 0 if nobody mentions it.
func (t *Table) Find(key objfmt.Key, unit uint32) ID {
	if unit != 0 {
		if id, _ := t.probe(keyOf(key, unit)); id != 0 {
			return id
		}
	}
	id, _ := t.probe(key)
	return id
}

// Lookup is Find for the definition that counts, as [Table.Settled] has it: it follows aliases, and from a hidden
// name without definition to the one that all see. 0: no object defines the name.
func (t *Table) Lookup(key objfmt.Key, unit uint32) ID {
	id := t.Find(key, unit)
	if id == 0 {
		return 0
	}
	if e := t.Settled(id); !e.HasOwner() && t.Unit(id) != 0 {
		id = t.global(id)
	}
	for range maxAliases {
		a := t.alias(id)
		if e := t.Settled(id); a == nil || e.HasOwner() {
			break
		}
		id = a.other
	}
	if e := t.Settled(id); e.Adopted() { // what it had may be gone
		id = t.global(id)
	}
	if e := t.Settled(id); !e.HasOwner() { // entry 0 is empty
		return 0
	}
	return id
}

// Publish sets the address of the definition that counts, its size and kind, and shows it, unless it replaces another: then
// [Table.End] does. Of the kind [TLS] is all of which more has to be known than that.
func (t *Table) Publish(id ID, addr, size uint64, kind AnswerKind) {
	e := t.At(id)
	e.flags &^= flagStays
	if size >= math.MaxUint32 {
		size, kind = 0, TLS // there is no room for it
	}
	e.setAddr(addr)
	t.setSize(id, uint32(size))
	is := e.def&^(kinds|shown) | def(kind)<<kindShift
	if is&ask == 0 {
		is |= shown
	}
	e.setDef(is)
}

// Bind says that object obj is being relocated with a name, and returns it: what it is bound
// to is not replaced any more, and the object uses its owner.
func (t *Table) Bind(obj uint32, id ID) *Name {
	e := t.At(id)
	if e.class == Undefined {
		return e // there is nothing yet that could be replaced
	}
	e.flags |= flagBound
	if e.flags&flagAdopted != 0 {
		t.At(t.global(id)).flags |= flagBound
	}
	if owner, ok := e.Owner(); ok {
		t.Use(obj, owner)
	}
	return e
}

// Retract takes back one mention by object obj of each of ids, and its definitions among
// them. Special ones and 0 are passed over.
func (t *Table) Retract(obj uint32, ids []ID) {
	for k, id := range ids {
		if k%Ahead == 0 {
			t.readAhead(ids[k:min(k+Ahead, len(ids))])
		}
		if id >= Special || id == 0 {
			continue
		}
		if e := t.At(id); e.OwnedBy(obj) {
			if e.class == Common {
				delete(t.commons, id)
			}
			e.undefine()
			e.flags &^= flagBound | flagStays
		}
		t.unref(id, obj)
	}
}

// RetractMention takes back one mention by object obj of a name that it does not define.
func (t *Table) RetractMention(obj uint32, id ID) { t.unref(id, obj) }

// unref takes away one mention of an entry by an object; the last one deletes it.
// A name that others still mention no longer aliases the object's image afterwards.
func (t *Table) unref(id ID, obj uint32) {
	e := t.At(id)
	e.refs--
	if e.refs == 0 {
		t.remove(id)
		return
	}
	if t.text(id).home == obj+1 {
		t.settle(id)
	}
}

// remove deletes an entry and what a resolver said of it.
func (t *Table) remove(id ID) {
	delete(t.external, id)
	if t.At(id).flags&flagRedirected != 0 {
		t.released = append(t.released, Released{ID: id, Name: t.Text(id)})
	}
	t.At(id).setDef(0)
	t.index.drop(*t.hash(id), id)
	t.apart.drop(*t.text(id))
	t.give(id)
}
