package reloc

// One is [Env.Apply] for one record by the way that all rows take.
func (e *Env) One(at Contents, r *Reloc) (value uint64, why Fault) {
	e.Table.ready()
	return e.one(&at, r, &e.Table.ops[r.Type])
}

// Plain reports whether Apply has a short way for a row.
func (t *Table) Plain(typ uint32) bool { t.ready(); return t.ops[typ].how&plain != 0 }
