package rtdyld

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// name is one entry of the table of global names. Entries are found by hash and
// text, and by batch for names that are hidden: a hidden name is one entry for
// each batch that mentions it.
type name struct {
	text   string // a view into the image of object home, or a clone
	addr   uint64 // where it is, once the defining object has memory or a Resolver answered
	obj    uint32 // defining object's number plus one, 0 for none
	sym    objfmt.SymbolID
	comdat uint32 // object whose COMDAT group of this name counts, plus one
	home   uint32 // object whose image text aliases, plus one, 0 if text is a clone
	batch  uint32 // unit of a hidden name, 0 for one that all see
	refs   uint32 // symbols and groups of loaded objects that mention the name
	hash   uint32 // of the text and the batch, see keyOf
	class  defClass
	flags  nameFlags
}

// defClass orders definitions of one name.
type defClass uint8

const (
	defNone defClass = iota
	defWeak
	defCommon
	defUnique // STB_GNU_UNIQUE: the first counts, none is a duplicate
	defStrong
	defExternal // answered by the Resolver
)

type nameFlags uint16

const (
	nameBound   nameFlags = 1 << iota // some object has been relocated with it
	nameOpen                          // scratch of openNames: is listed
	nameAdopted                       // a hidden name without definition stands for the one that all see
	nameStrong                        // some reference of the objects at hand is not weak
	nameUsed                          // some relocation of the objects at hand needs it
	nameTLS                           // the reference or the answer is thread-local
	nameFunc                          // the answer is a function
	nameLeft                          // the answer is LeaveAlone; addr is 0
	nameAbs                           // the answer is a plain value
)

// names is an open-addressing hash table: 8-byte slots beside the entries, at
// most half full, linear probing. It grows from the stored hashes.
type names struct {
	slots   []slot
	entries []name // entry 0 is unused
	free    []uint32
	used    int // slots in use
}

type slot struct{ hash, id uint32 }

// keyOf is the hash by which the table has a name: each batch's hidden ones have other
// places, or the many batches that hide one name would look through those of all others.
// It is its own inverse, and keeps the lowest bit, which is set.
func keyOf(hash, batch uint32) uint32 { return hash ^ batch*0x9e3779b2 }

// oneUnit is the unit of all batches where they are one. Others are one more than the
// number of their batch.
const oneUnit = 1

// hiddenNames says which names a batch may have hidden, a bit for many, or that it hides
// all of them.
type hiddenNames struct {
	bits uint64
	all  bool
}

var (
	noHidden  = hiddenNames{}
	anyHidden = hiddenNames{bits: 1<<64 - 1}
	allHidden = hiddenNames{bits: 1<<64 - 1, all: true}
)

func (h hiddenNames) with(hash uint32) hiddenNames { return hiddenNames{bits: h.bits | 1<<(hash>>26)} }
func (h hiddenNames) has(hash uint32) bool         { return h.bits>>(hash>>26)&1 != 0 }

// Ids that stand for names the linker itself gives each object.
const (
	idNone    uint32 = 0xffff_ffff - iota // a local or nameless symbol
	idGOT                                 // _GLOBAL_OFFSET_TABLE_
	idDSO                                 // __dso_handle
	idImage                               // __ImageBase
	idSpecial = idImage
)

// find returns the entry of a name as batch sees it: its own hidden one if hidden has
// it, else the one that all see; 0 if there is none.
func (t *names) find(hash uint32, text string, batch uint32, hidden hiddenNames) uint32 {
	if hidden.has(hash) {
		if id := t.probe(keyOf(hash, batch), text, batch); id != 0 {
			return id
		}
	}
	return t.probe(hash, text, 0)
}

// global returns the entry that all see of the name that e has.
func (t *names) global(e *name) uint32 { return t.probe(keyOf(e.hash, e.batch), e.text, 0) }

// probe returns the entry of a name in a batch, 0 if there is none.
func (t *names) probe(key uint32, text string, batch uint32) uint32 {
	if len(t.slots) == 0 {
		return 0
	}
	mask := uint32(len(t.slots) - 1)
	for i := key >> 1 & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s.id == 0 {
			return 0
		}
		if s.hash != key {
			continue
		}
		if e := &t.entries[s.id]; e.batch == batch && e.text == text {
			return s.id
		}
	}
}

// intern returns the entry of a name as find does and makes one that all see if
// there is none, or a hidden one where the batch hides all.
func (t *names) intern(hash uint32, text string, batch uint32, hidden hiddenNames, home uint32) uint32 {
	if hidden.all {
		return t.internHidden(hash, text, batch, home)
	}
	if id := t.find(hash, text, batch, hidden); id != 0 {
		return id
	}
	return t.add(hash, text, 0, home)
}

// internHidden returns the hidden entry of a name in a batch, made if need be.
func (t *names) internHidden(hash uint32, text string, batch uint32, home uint32) uint32 {
	if id := t.probe(keyOf(hash, batch), text, batch); id != 0 {
		return id
	}
	return t.add(keyOf(hash, batch), text, batch, home)
}

// add makes an entry; key is its keyOf.
func (t *names) add(key uint32, text string, batch, home uint32) uint32 {
	if 2*(t.used+1) > len(t.slots) {
		t.reserve(t.used + 1)
	}
	var id uint32
	if n := len(t.free); n > 0 {
		id, t.free = t.free[n-1], t.free[:n-1]
	} else {
		id = uint32(len(t.entries))
		t.entries = append(t.entries, name{})
	}
	e := &t.entries[id]
	e.text, e.hash, e.batch, e.home = text, key, batch, home
	t.put(slot{key, id})
	t.used++
	return id
}

func (t *names) put(s slot) {
	mask := uint32(len(t.slots) - 1)
	i := s.hash >> 1 & mask
	for t.slots[i].id != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = s
}

// reserve makes room for n names in all.
func (t *names) reserve(n int) {
	size := max(len(t.slots), 16)
	for size < 2*n {
		size *= 2
	}
	if size > len(t.slots) {
		old := t.slots
		t.slots = make([]slot, size)
		for _, s := range old {
			if s.id != 0 {
				t.put(s)
			}
		}
	}
	if cap(t.entries) < n+1 {
		e := make([]name, max(len(t.entries), 1), n+n/8+1)
		copy(e, t.entries)
		t.entries = e
	}
}

// remove deletes an entry and closes the gap in its run of slots.
func (t *names) remove(id uint32) {
	mask := uint32(len(t.slots) - 1)
	i := t.entries[id].hash >> 1 & mask
	for t.slots[i].id != id {
		i = (i + 1) & mask
	}
	for j := (i + 1) & mask; t.slots[j].id != 0; j = (j + 1) & mask {
		// The slot at j may move to the gap at i unless its own start lies behind i.
		if (j-t.slots[j].hash>>1&mask)&mask >= (j-i)&mask {
			t.slots[i] = t.slots[j]
			i = j
		}
	}
	t.slots[i] = slot{}
	t.entries[id] = name{}
	t.free = append(t.free, id)
	t.used--
}

// unref takes away one mention of an entry by object o; the last one deletes it.
// A name that others still mention no longer aliases o's image afterwards.
func (t *names) unref(id uint32, o *Object) {
	e := &t.entries[id]
	e.refs--
	if e.refs == 0 {
		o.l.dropExternal(id)
		t.remove(id)
		return
	}
	if e.home == o.num+1 {
		e.text, e.home = strings.Clone(e.text), 0
	}
}
