package symtab

import "slices"

// alias says that a name is another one.
type alias struct {
	obj         uint32 // that says so
	name, other ID
	always      bool   // even if a resolver would define the name; else only if nobody defines it
	prev, next  *alias // of the name
}

// aliases are those of one name, in the order in which they were entered: however many there are, one is
// entered and taken back in no time.
type aliases struct{ first, last *alias }

func (l *aliases) add(a *alias) {
	if a.prev = l.last; a.prev != nil {
		a.prev.next = a
	} else {
		l.first = a
	}
	l.last = a
}

func (l *aliases) remove(a *alias) {
	if a.prev != nil {
		a.prev.next = a.next
	} else {
		l.first = a.next
	}
	if a.next != nil {
		a.next.prev = a.prev
	} else {
		l.last = a.prev
	}
}

// maxAliases is how many names in a row may be aliases.
const maxAliases = 16

// Alias enters, for object obj, that a name which no object defines is another one: always,
// or only where no resolver defines it either and the other one is defined. The first
// that is entered for a name counts.
func (t *Table) Alias(obj uint32, name, other ID, always bool) {
	if name == other {
		return
	}
	t.At(name).refs++ // nothing else may mention it once Follow has been here
	a := &alias{obj: obj, name: name, other: other, always: always}
	o := t.object(obj)
	o.aliases = append(o.aliases, a)
	if t.aliases == nil {
		t.aliases = map[ID]*aliases{}
	}
	if t.aliases[name] == nil {
		t.aliases[name] = new(aliases)
	}
	t.aliases[name].add(a)
	t.askFor(name)
}

// alias is the first alias of a name that is not of the batch that has begun and not ended,
// nil if there is none: that batch's come after all others.
func (t *Table) alias(name ID) *alias {
	list := t.aliases[name]
	if list == nil || t.loading != nil && t.object(list.first.obj).batch == t.loading {
		return nil
	}
	return list.first
}

// RetractAliases takes back at most n aliases of object obj, the last first, and reports
// whether there are more.
func (t *Table) RetractAliases(obj uint32, n int) (more bool) {
	o := t.object(obj)
	rest := max(0, len(o.aliases)-n)
	for _, a := range slices.Backward(o.aliases[rest:]) {
		list := t.aliases[a.name]
		if list.remove(a); list.first == nil {
			delete(t.aliases, a.name)
			t.unask(a.name)
		}
		t.unref(a.name, obj)
	}
	if o.aliases = o.aliases[:rest]; rest == 0 {
		o.aliases = nil
	}
	return rest > 0
}

// HasAliases reports whether any name is an alias, so that there is something to follow.
func (t *Table) HasAliases() bool { return len(t.aliases) > 0 }

// Follow makes object obj mention what its names are aliases of: from then on nothing is
// special about them. always tells which kind is meant. It reports whether any of ids
// has changed.
func (t *Table) Follow(obj uint32, ids []ID, always bool) bool {
	changed := false
	for k, id := range ids {
		if id >= Special {
			continue
		}
		for range maxAliases {
			list := t.aliases[id]
			if list == nil || t.At(id).HasOwner() { // where it is defined, too, that counts
				break
			}
			a := list.first
			if a.always != always || !always && (t.At(id).class != Undefined || t.At(a.other).class == Undefined) {
				break
			}
			t.At(a.other).refs++
			t.unref(id, obj)
			id, changed = a.other, true
			ids[k] = id
		}
	}
	return changed
}
