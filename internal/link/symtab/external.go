package symtab

// Answer enters what a resolver said of a name, unless the name has a definition; a unit's own resolver comes before what a hidden name has
// adopted and nothing has been relocated with. a is not kept.
func (t *Table) Answer(id ID, a *Answer) {
	e := t.At(id)
	if a.Own && e.flags&(flagAdopted|flagBound) == flagAdopted {
		e.unadopt()
	}
	if e.class != Undefined {
		return
	}
	e.class = External
	e.flags &^= flagFunc | flagAbs | flagLeft | flagOwn | flagTLS
	if a.Left {
		e.setAddr(0)
		e.flags |= flagLeft
	} else {
		e.setAddr(a.Addr)
	}
	if a.Own {
		e.flags |= flagOwn
	}
	switch a.Kind {
	case Func:
		e.flags |= flagFunc
	case TLS:
		e.flags |= flagTLS
	case Abs:
		e.flags |= flagAbs
	}
	if a.Size != 0 || a.Module != 0 || a.Kind == TLS || e.flags&flagRedirected != 0 {
		t.tell(id, *a)
	} else if t.external != nil {
		delete(t.external, id) // of an answer that a definition has replaced meanwhile
	}
}

func (t *Table) tell(id ID, a Answer) {
	if t.external == nil {
		t.external = map[ID]Answer{}
	}
	t.external[id] = a
}

// Told is what a resolver said of a name beyond its address: of thread-locals, of names
// whose size it knows, and of those that have been redirected all; else zero.
func (t *Table) Told(id ID) Answer { return t.external[id] }

// Redirect makes addr, of a canonical stub or of copied data, the address of a name. What
// it was before is was, which Told gives for an external name.
func (t *Table) Redirect(id ID, addr uint64, was Answer) {
	e := t.At(id)
	if e.class == External && t.external[id].Addr == 0 {
		t.tell(id, was)
	}
	e.setAddr(addr)
	e.flags |= flagRedirected
	if e.HasOwner() { // what is looked up is what it was
		t.askFor(id)
	}
}

// Move gives an external name another address. What resolvers said beyond that stays.
func (t *Table) Move(id ID, addr uint64) { t.At(id).setAddr(addr) }

// Retell gives an external thread-local another place.
func (t *Table) Retell(id ID, a Answer) {
	t.At(id).setAddr(a.Addr)
	t.tell(id, a)
}

// Forget takes back what a resolver said of a name, which is undefined again.
func (t *Table) Forget(id ID) {
	e := t.At(id)
	if e.class != External {
		return
	}
	e.undefine()
	e.flags &^= flagFunc | flagAbs | flagLeft | flagOwn
	delete(t.external, id)
}

// Released lists the redirected names that were forgotten since it was called last, so
// that their stubs and copies may go.
func (t *Table) Released() []Released {
	list := t.released
	t.released = nil
	return list
}

// Query gathers names without definition.
type Query struct {
	IDs  []ID
	Size int // bytes of their texts together
	// Own takes those, too, that have adopted the definition of the name that all see, unless
	// something has been relocated with it.
	Own bool
	// Missing are names that a resolver did not find.
	Missing map[ID]bool
}

// Need notes a reference to a name. strong: it has to have a definition. used: some
// relocation needs it. Where all see a definition of a hidden name that its unit leaves
// undefined, that becomes its own.
func (t *Table) Need(q *Query, id ID, strong, used bool) {
	e := t.At(id)
	if e.flags&flagListed == 0 {
		switch {
		case e.class != Undefined && e.flags&flagAdopted == 0:
			return
		case q.Own && e.flags&(flagAdopted|flagBound) == flagAdopted|flagBound:
			return
		case q.Own: // which keeps what it has adopted until there is an answer: others may be about to use that
		case t.Unit(id) != 0 && t.adopt(id), q.Missing != nil && q.Missing[id]:
			return
		}
		e.flags = e.flags&^scratch | flagListed
		q.IDs = append(q.IDs, id)
		q.Size += len(t.Text(id))
	}
	if strong {
		e.flags |= flagStrong
	}
	if used {
		e.flags |= flagUsed
	}
}

// Needed reports whether a query that has not ended knows a name, and that it has to have a definition and some relocation needs it: another
// reference changes nothing.
func (e *Name) Needed() bool { return e.flags&scratch == scratch }

// Needs ends a query: it says of one of its names what references there are. It changes the table.
func (e *Name) Needs() (strong, used bool) {
	strong, used = e.flags&flagStrong != 0, e.flags&flagUsed != 0
	e.flags &^= scratch
	return strong, used
}

// Hold keeps names in the table that a resolver is asked for until [Table.Unhold], even if all
// mentions are retracted meanwhile.
func (t *Table) Hold(ids []ID) {
	for _, id := range ids {
		e := t.At(id)
		e.refs++
		e.flags |= flagAsked
	}
}

// Unhold ends Hold for a name and reports whether somebody still mentions it.
func (t *Table) Unhold(id ID) bool {
	e := t.At(id)
	e.refs--
	if e.refs == 0 {
		t.remove(id)
		return false
	}
	return true
}
