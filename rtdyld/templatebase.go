package rtdyld

import "github.com/go-rtdyld/rtdyld/objfmt"

// id is what the linker knows a symbol as; false for a local one.
func (t *Template) id(sym objfmt.SymbolID) (id uint32, ok bool) {
	o := t.obj
	if k := int(sym) - int(o.img().FirstGlobal); k >= 0 && k < len(o.ids) {
		return o.ids[k], true
	}
	return 0, false
}

// isTable reports whether a symbol is a name of the start of the GOT, or of T.
func (t *Template) isTable(sym objfmt.SymbolID) bool {
	id, ok := t.id(sym)
	return ok && (id == idGOT || id == idBase)
}

// isMade reports whether a symbol is defined by the linker for what it has at an address of its own, which instances have not.
func (t *Template) isMade(sym objfmt.SymbolID) bool {
	id, ok := t.id(sym)
	table := (id == idGOT || id == idBase) && !t.obj.plan.UsesBase
	return ok && (table || id == idDSO || id == idImageBase || id == idSupplied || id == idEdge)
}

// locateTable lists the names of the GOT, and T, which is behind all in the table of addresses.
func (t *Template) locateTable() {
	o := t.obj
	if !o.plan.UsesBase {
		return
	}
	trial := t.parts[objfmt.KindReadOnly].trial
	for k, id := range o.ids {
		switch at := uint32(o.img().FirstGlobal) + uint32(k); id {
		case idGOT:
			t.located = append(t.located, placed{at, objfmt.KindReadOnly, o.gotSymbol() - trial})
		case idBase:
			t.located = append(t.located, placed{at, objfmt.KindReadOnly, o.base() - trial})
		}
	}
	t.located = append(t.located, placed{uint32(len(o.img().Symbols) + len(o.plan.List)), objfmt.KindReadOnly, o.base() - trial})
}

// base is T in a table of addresses.
func (t *Template) base(addr []uint64) uint64 { return addr[len(addr)-1] }
