package ppc

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Steps32 is what 32-bit PowerPC adds.
var Steps32 = quirk.Steps{Naming: nameRows32, Undefined: undefined}

// naming32 takes the addend from branches whose addend says by which table an entry of the PLT is reached, and names the rows of branches
// to the GOT.
type naming32 struct {
	named objfmt.SymbolID // the symbol that Variants.Named is for, NoSymbol if there is none
	table *reloc.Table
}

// nameRows32 is Steps.Naming.
func nameRows32(ctx context.Context, img *objfmt.ObjectImage, t *reloc.Table) (records.Step, error) {
	n := &naming32{objfmt.NoSymbol, t}
	var done heed.Count
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		if id := objfmt.SymbolID(i); img.Symbols[i].Section == objfmt.SecUndef && img.SymbolName(id) == t.Variants.Name {
			n.named = id
			break
		}
	}
	return n, nil
}

// Records implements [records.Step].
func (n *naming32) Records(_ *records.Section, rs []objfmt.Reloc) []objfmt.Reloc {
	for i := range rs {
		r := &rs[i]
		if r.Type == n.table.Variants.NoAddend {
			r.Addend = 0
		}
		if r.Sym == n.named {
			if row, ok := n.table.Variants.Named[r.Type]; ok {
				r.Type = row
			}
		}
	}
	return rs
}
