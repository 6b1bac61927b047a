package symtab

// index finds entries by hash, text and unit. It is an open-addressing hash table: 8-byte
// slots beside the entries, at most half full, linear probing. It grows from the stored
// hashes.
type index struct {
	slots []slot
	used  int // slots in use
}

type slot struct {
	key uint32
	id  ID
}

// keyOf is the hash by which the index has a name: each unit's hidden ones have other
// places, or the many batches that hide one name would look through those of all others.
// It is its own inverse, and keeps the lowest bit, which is set.
func keyOf(hash, unit uint32) uint32 { return hash ^ unit*0x9e3779b2 }

// hidden says which names a batch may have hidden, a bit for many, or that it hides all
// of them.
type hidden struct {
	bits uint64
	all  bool
}

var anyHidden = hidden{bits: 1<<64 - 1}

func (h hidden) with(hash uint32) hidden { return hidden{bits: h.bits | 1<<(hash>>26), all: h.all} }
func (h hidden) has(hash uint32) bool    { return h.bits>>(hash>>26)&1 != 0 }

// find returns the entry of a name as a unit sees it: its own hidden one if hidden has
// it, else the one that all see; 0 if there is none.
func (t *Table) find(hash uint32, text string, unit uint32, hidden hidden) ID {
	if hidden.has(hash) {
		if id, _ := t.probe(keyOf(hash, unit), text, unit); id != 0 {
			return id
		}
	}
	id, _ := t.probe(hash, text, 0)
	return id
}

// global returns the entry that all see of the name that e has.
func (t *Table) global(e *Name) ID {
	id, _ := t.probe(keyOf(e.hash, e.unit), e.text, 0)
	return id
}

// own returns the hidden entry of a name in a batch's unit, made if need be.
func (t *Table) own(b *Batch, hash uint32, text string, obj uint32) ID {
	key := keyOf(hash, b.Unit)
	id, at := t.probe(key, text, b.Unit)
	if id == 0 {
		id = t.add(key, text, b.Unit, obj, at)
	}
	return id
}

// probe returns the entry of a name in a unit, 0 if there is none, and the slot that is its
// own, or would be.
func (t *Table) probe(key uint32, text string, unit uint32) (id ID, at uint32) {
	slots := t.index.slots
	if len(slots) == 0 {
		return 0, 0
	}
	mask := uint32(len(slots) - 1)
	for at = key >> 1 & mask; ; at = (at + 1) & mask {
		s := slots[at]
		if s.id == 0 {
			return 0, at
		}
		if s.key != key {
			continue
		}
		if e := &t.entries[s.id]; e.unit == unit && e.text == text {
			return s.id, at
		}
	}
}

// add makes an entry whose text views the image of object obj; key is its keyOf, and at what
// probe said.
func (t *Table) add(key uint32, text string, unit, obj, at uint32) ID {
	if 2*(t.index.used+1) > len(t.index.slots) {
		t.Reserve(t.index.used + 1)
		at = t.index.free(key)
	}
	var id ID
	if n := len(t.free); n > 0 {
		id, t.free = t.free[n-1], t.free[:n-1]
	} else {
		id = ID(len(t.entries))
		t.entries = append(t.entries, Name{})
	}
	e := &t.entries[id]
	e.text, e.hash, e.unit, e.home = text, key, unit, obj+1
	t.index.slots[at] = slot{key, id}
	t.index.used++
	return id
}

// free is the slot for a key that is not in the index.
func (x *index) free(key uint32) uint32 {
	mask := uint32(len(x.slots) - 1)
	i := key >> 1 & mask
	for x.slots[i].id != 0 {
		i = (i + 1) & mask
	}
	return i
}

// Reserve makes room for n names in all.
func (t *Table) Reserve(n int) {
	size := max(len(t.index.slots), 16)
	for size < 2*n {
		size *= 2
	}
	if old := t.index.slots; size > len(old) {
		t.index.slots = make([]slot, size)
		for _, s := range old {
			if s.id != 0 {
				t.index.slots[t.index.free(s.key)] = s
			}
		}
	}
	if cap(t.entries) < n+1 {
		e := make([]Name, max(len(t.entries), 1), n+n/8+1)
		copy(e, t.entries)
		t.entries = e
	}
}

// remove deletes an entry and what a resolver said of it, and closes the gap in its run
// of slots.
func (t *Table) remove(id ID) {
	e := &t.entries[id]
	delete(t.external, id)
	if e.flags&flagRedirected != 0 {
		t.released = append(t.released, Released{ID: id, Name: e.text})
	}
	slots := t.index.slots
	mask := uint32(len(slots) - 1)
	i := e.hash >> 1 & mask
	for slots[i].id != id {
		i = (i + 1) & mask
	}
	for j := (i + 1) & mask; slots[j].id != 0; j = (j + 1) & mask {
		// The slot at j may move to the gap at i unless its own start lies behind i.
		if (j-slots[j].key>>1&mask)&mask >= (j-i)&mask {
			slots[i] = slots[j]
			i = j
		}
	}
	slots[i] = slot{}
	*e = Name{}
	t.free = append(t.free, id)
	t.index.used--
}
