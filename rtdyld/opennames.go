package rtdyld

import "github.com/go-rtdyld/rtdyld/internal/link/symtab"

// openNames are names that no resolver knows, and that are external all the same while objects are saved.
type openNames struct {
	none bool     // there are to be none
	ids  []uint32 // of those that there are
}

// unknownImport is the address of such a name until it is given another one.
const unknownImport = 1 << 60

// enter makes names external that a question has left without an answer.
func (n *openNames) enter(names *symtab.Table, a *asking) {
	if n.none {
		return
	}
	for i, id := range a.names.IDs {
		if id == 0 || names.At(id).Defined() || a.refs[i].Unused {
			continue
		}
		x := symtab.Answer{Addr: unknownImport}
		if a.refs[i].TLS {
			x.Kind = symtab.TLS
		}
		names.Answer(id, &x)
		n.ids = append(n.ids, id)
		a.unfound--
	}
}

// forget takes that back.
func (n *openNames) forget(names *symtab.Table) {
	for _, id := range n.ids {
		names.Forget(id)
	}
	n.ids = nil
}
