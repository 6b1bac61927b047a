// Package sparc has what SPARC adds to the steps of a link: relocations that mean more than their type and symbol.
//
// Law: like that of package quirk.
package sparc

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Steps is what SPARC adds.
var Steps = quirk.Steps{Naming: nameRows}

// naming takes second addends out of types, and lets calls name what they call, see [reloc.Variants].Callee.
type naming struct {
	table  *reloc.Table
	callee objfmt.SymbolID // NoSymbol if the object does not name it
}

// nameRows is Steps.Naming.
func nameRows(ctx context.Context, img *objfmt.ObjectImage, t *reloc.Table) (records.Step, error) {
	callee, err := quirk.Global(ctx, img, t.Variants.Callee, false)
	if err != nil {
		return nil, err
	}
	return &naming{t, callee}, nil
}

// Records implements [records.Step].
func (n *naming) Records(_ *records.Section, rs []objfmt.Reloc) []objfmt.Reloc {
	for i := range rs {
		r := &rs[i]
		number, more := n.table.Arch.SplitType(r.Type)
		switch {
		case uint64(number) >= uint64(len(n.table.Rows)): // refused by the scan
		case n.table.Rows[number].Expr == reloc.LowPlus:
			r.Type, r.Addend = number, reloc.WithPlus(r.Addend, more)
		case n.table.Variants.Calls[number] && n.callee != objfmt.NoSymbol: // else what they name is no function
			r.Sym, r.Addend = n.callee, 0
		}
	}
	return rs
}
