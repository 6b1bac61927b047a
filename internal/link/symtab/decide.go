package symtab

// Which groups and definitions of a large batch count, decided by several goroutines: what is of one name is the work of that name's shard.

// laterUse is a use that is noted once all shards are done: lists of uses are objects', not names'.
type laterUse struct {
	at uint64 // the definition by which it is: the object's order, and the symbol
	use
}

// Group enters that object obj has a COMDAT group of a declared name of the shard, as [Table.Group] does, but the batch's first object
// counts, whenever it comes. Who uses whose group is for [Users.Group] to say.
func (e *Shard) Group(id ID, obj uint32) {
	m := e.m
	if m.t.parts[id>>chunkShift].maker != e.maker { // a chunk of several shards
		m.mu.Lock()
		defer m.mu.Unlock()
	}
	if g := m.t.group(id); g == 0 || m.orders[g-1] > m.orders[obj] {
		m.t.setGroup(id, obj+1)
	}
}

// MarkTLS is [Table.MarkTLS] for a name of the shard.
func (e *Shard) MarkTLS(id ID) { e.m.t.MarkTLS(id) }

// Mention is [Table.Mention] for a name of the shard.
func (e *Shard) Mention(id ID) { e.m.t.Mention(id) }

// Define is [Table.Define] for a name of the shard. The batch's definitions of a name come in the order of its objects, and
// none is common.
func (e *Shard) Define(id ID, d Def) *Conflict {
	m := e.m
	n := m.t.At(id)
	switch owner, ok := n.Owner(); {
	case n.class == Undefined && n.flags&flagAdopted == 0:
		m.t.set(id, n, d)
		return nil
	case !ok || m.orders[owner] == 0 || n.class == Common: // not of this batch: more than the entry changes
		m.mu.Lock()
		defer m.mu.Unlock()
	}
	c, u := m.t.define(id, d)
	if u.obj != u.used {
		e.uses = append(e.uses, laterUse{uint64(m.orders[d.Object])<<32 | uint64(d.Symbol), u})
	}
	return c
}

// Users notes which objects are used by those of a batch for their groups. Each goroutine has one, and the work with an object is
// one goroutine's.
type Users struct {
	t      *Table
	obj    uint32 // whose uses have the stamp
	stamp  uint32
	stamps []uint32 // by object
	users  []uint32 // more that each object has
}

// Users begins to note uses. It comes after all that enters groups, and before all definitions; goroutines may call it.
func (m *Many) Users() *Users {
	u := &Users{t: m.t, obj: noObject, stamps: make([]uint32, len(m.orders)), users: make([]uint32, len(m.orders))}
	m.mu.Lock()
	m.users = append(m.users, u)
	m.mu.Unlock()
	return u
}

// noObject is no object's number.
const noObject = 0xffff_ffff

// Group returns the object whose COMDAT group of a name counts: obj itself, or another one that it uses then.
func (u *Users) Group(id ID, obj uint32) (owner uint32) {
	owner = u.t.group(id) - 1
	if owner == obj {
		return owner
	}
	o := u.t.object(obj)
	if u.obj != obj {
		u.obj, u.stamp = obj, u.stamp+1
		for _, k := range o.uses {
			u.stamps[k] = u.stamp
		}
	}
	if u.stamps[owner] != u.stamp {
		u.stamps[owner] = u.stamp
		o.uses = append(o.uses, owner)
		u.users[owner]++
	}
	return owner
}

// noteUses notes what goroutines have said of uses: the order of each object's is as if one had gone over all objects.
func (m *Many) noteUses() {
	t := m.t
	for _, u := range m.users {
		for i, n := range u.users {
			if n > 0 {
				t.object(uint32(i)).users += n
			}
		}
	}
	t.stamped = 0
	for {
		var first *Shard
		for i := range m.shards {
			if e := &m.shards[i]; len(e.uses) > 0 && (first == nil || e.uses[0].at < first.uses[0].at) {
				first = e
			}
		}
		if first == nil {
			return
		}
		t.Use(first.uses[0].obj, first.uses[0].used)
		first.uses = first.uses[1:]
	}
}
