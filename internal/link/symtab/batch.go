package symtab

import "slices"

// OneUnit is the unit of all batches where they are one. Others are greater.
const OneUnit = 1

// Batch is what is entered together, and rolled back together if it fails. A batch sees
// the hidden names of its unit and those that all see.
type Batch struct {
	Unit uint32 // of linking: by which its hidden names are told from those of others; not 0

	hidden  hidden     // names that some object of it, or with OneUnit of one before, hides
	undo    []undo     // definitions of older objects that this batch replaced
	undoAt  map[ID]int // where a name is in undo, once that is longer than fewUndos
	commons []ID       // names whose common symbol was some object's of the batch
	few     [4]uint64  // memory for hidden
}

// undo remembers a definition that a batch replaced.
type undo struct {
	id   ID
	was  Name
	size uint32 // see [Table.Publish]
	com  *CommonSymbol
}

// fewUndos is how many definitions are looked through one by one.
const fewUndos = 8

// noteUndo remembers a definition, which is the only one of its name that a batch replaces.
func (b *Batch) noteUndo(u undo) {
	b.undo = append(b.undo, u)
	if len(b.undo) <= fewUndos {
		return
	}
	from := len(b.undo) - 1
	if b.undoAt == nil {
		b.undoAt, from = map[ID]int{}, 0
	}
	for i := from; i < len(b.undo); i++ {
		b.undoAt[b.undo[i].id] = i
	}
}

// undoOf is the definition of a name that a batch has replaced, nil if there is none.
func (b *Batch) undoOf(id ID) *undo {
	if b.undoAt != nil {
		if i, ok := b.undoAt[id]; ok && i < len(b.undo) {
			return &b.undo[i]
		}
		return nil
	}
	for i := range b.undo {
		if b.undo[i].id == id {
			return &b.undo[i]
		}
	}
	return nil
}

// Begin starts a batch. With alone all names that its objects mention are its unit's own.
func (t *Table) Begin(b *Batch, unit uint32, alone bool) {
	*b = Batch{Unit: unit}
	t.loading = b
	if alone {
		b.hidden.all = true
	} else if unit == OneUnit {
		b.hidden = t.hidden
	}
}

// MaxObjects is how many objects a table may have at a time: their numbers have room in a [def].
const MaxObjects = int(defined>>objectShift) - 1

// Free is how many numbers of objects are left.
func (t *Table) Free() int { return MaxObjects - t.objects.Len() + len(t.free) }

// Add gives an object of a batch its number, if one is left, see [Table.Free].
func (t *Table) Add(b *Batch) uint32 {
	if n := len(t.free); n > 0 {
		num := t.free[n-1]
		t.free = t.free[:n-1]
		t.object(num).batch = b
		return num
	}
	t.objects.Add(moveObjects).batch = b
	return uint32(t.objects.Len() - 1)
}

func (t *Table) object(num uint32) *object { return t.objects.At(int(num)) }

func moveObjects(to, from []object) { copy(to, from) }

// Drop frees the number of an object whose mentions have been retracted.
func (t *Table) Drop(obj uint32) {
	o := t.object(obj)
	for _, u := range o.uses {
		if used := t.object(u); used.batch != nil { // two that use each other may go together
			used.users--
		}
	}
	*o = object{}
	t.free = append(t.free, obj)
	t.stamped = 0
}

// Commit lets all see what a batch has entered, until [Table.Uncommit].
func (t *Table) Commit(*Batch) { t.loading = nil }

// Uncommit takes Commit back.
func (t *Table) Uncommit(b *Batch) { t.loading = b }

// End ends a batch: it has been committed, or rolled back and its objects are dropped.
func (t *Table) End(b *Batch) {
	for i := range b.undo {
		t.showAll(b.undo[i].id)
	}
	b.undo, b.undoAt, b.commons, b.hidden, t.loading = nil, nil, nil, hidden{}, nil
}

// Settled is an entry as it was before the batch that has begun and not ended: for readers that
// must not see half of a batch.
func (t *Table) Settled(id ID) *Name {
	if t.loading == nil {
		return t.At(id)
	}
	return t.before(id)
}

// before is Settled while a batch is loaded.
func (t *Table) before(id ID) *Name {
	e := t.At(id)
	if !t.isNew(e) {
		return e
	}
	if u := t.loading.undoOf(id); u != nil {
		return &u.was
	}
	return t.At(0)
}

// isNew reports whether the definition that counts is of the batch that has begun and not ended.
func (t *Table) isNew(e *Name) bool {
	return t.loading != nil && e.HasOwner() && t.object(e.def.owner()-1).batch == t.loading
}

// SettledCommon is the common symbol behind an entry that [Table.Settled] returns, zero if there is none.
func (t *Table) SettledCommon(id ID) CommonSymbol {
	if !t.isNew(t.At(id)) {
		return t.Common(id)
	}
	if u := t.loading.undoOf(id); u != nil && u.com != nil {
		return *u.com
	}
	return CommonSymbol{}
}

// Rollback gives at most n names the definitions back that they had before a batch, the
// last first. It reports whether there are more. In between [Table.Settled] shows nothing of the batch. Once all
// are done its objects are to be retracted and dropped, and the batch to be ended.
func (t *Table) Rollback(b *Batch, n int) (more bool) {
	t.stamped = 0
	rest := b.undo[:max(0, len(b.undo)-n)]
	for i := len(b.undo) - 1; i >= len(rest); i-- {
		u := &b.undo[i]
		if owner, ok := u.was.Owner(); ok { // it was noted as a user of what replaced it, after all that it used before
			old := t.object(owner)
			for k := len(old.uses); k > 0 && t.object(old.uses[k-1]).batch == b; k-- {
				old.uses = old.uses[:k-1]
			}
		}
		e := t.At(u.id)
		if e.class == Common {
			delete(t.commons, u.id)
		}
		e.define(u.was.def.owner(), u.was.def.symbol(), u.was.class, u.was.addr)
		e.setDef(e.def&^kinds | u.was.def&kinds)
		e.flags = u.was.flags
		t.setSize(u.id, u.size)
		if u.com != nil {
			t.commons[u.id] = u.com
		}
		t.showAll(u.id)
	}
	b.undo = rest
	return len(rest) > 0
}

// Uses are the numbers of the objects that an object uses, itself not among them, in the
// order in which that was noted. It is the table's.
func (t *Table) Uses(obj uint32) []uint32 { return t.object(obj).uses }

// Users is how many objects use an object.
func (t *Table) Users(obj uint32) uint32 { return t.object(obj).users }

// IsUser reports whether object obj uses object used.
func (t *Table) IsUser(obj, used uint32) bool { return slices.Contains(t.object(obj).uses, used) }

// Use notes that object obj needs object used to stay.
func (t *Table) Use(obj, used uint32) {
	if obj == used {
		return
	}
	o := t.object(obj)
	if n := len(o.uses); n > 0 && o.uses[n-1] == used {
		return
	}
	if t.stamped != obj+1 {
		t.stamped, t.stamp = obj+1, t.stamp+1
		for _, u := range o.uses {
			t.object(u).stamp = t.stamp
		}
	}
	if t.object(used).stamp == t.stamp {
		return
	}
	t.object(used).stamp = t.stamp
	o.uses = append(o.uses, used)
	t.object(used).users++
}

// same reports whether two objects are of one batch.
func (t *Table) same(a, b uint32) bool { return t.object(a).batch == t.object(b).batch }
