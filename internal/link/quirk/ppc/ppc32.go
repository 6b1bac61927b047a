package ppc

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Steps32 is what 32-bit PowerPC adds.
var Steps32 = quirk.Steps{Naming: nameRows32, Undefined: undefined}

// naming32 takes the addend from records whose addend says by which table an entry of the PLT is reached, and names the rows of branches
// to the GOT and of halfwords for which the whole instruction is written.
type naming32 struct {
	named objfmt.SymbolID // the symbol that Variants.Named is for, NoSymbol if there is none
	order bin.Order
	table *reloc.Table
}

// nameRows32 is Steps.Naming.
func nameRows32(ctx context.Context, img *objfmt.ObjectImage, t *reloc.Table) (records.Step, error) {
	named, err := quirk.Global(ctx, img, t.Variants.Name, true)
	if err != nil {
		return nil, err
	}
	return &naming32{named, bin.Order{Big: img.Big}, t}, nil
}

// Branches to the symbol go to the code in front of the GOT, or have rows that are so many behind.
const (
	tableHead  = -4
	behindHead = 5
)

// Records implements [records.Step].
func (n *naming32) Records(sec *records.Section, rs []objfmt.Reloc) []objfmt.Reloc {
	v := &n.table.Variants
	for i := range rs {
		r := &rs[i]
		if r.Sym == n.named {
			if row, ok := v.Named[r.Type]; ok {
				r.Type = row
				if r.Addend != tableHead || !r.HasAddend {
					r.Type += behindHead
				}
				continue
			}
		}
		if v.NoAddend[r.Type] {
			r.Addend = 0
		}
		if uint64(r.Type) < uint64(len(v.Quad)) && v.Quad[r.Type] != 0 && n.table.Arch.Quad(sec.File, r.Offset, n.order) {
			r.Type, r.Offset = v.Quad[r.Type], r.Offset&^3
		}
	}
	return rs
}
