// Package loong has what LoongArch adds to the steps of a link: relocations that mean another row
// where their symbol is thread-local.
//
// Law: like that of package quirk.
package loong

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Steps is what LoongArch adds.
var Steps = quirk.Steps{Naming: nameRows}

// naming lets relocations name the rows that they mean, see [reloc.Variants].TLS.
type naming struct {
	img  *objfmt.ObjectImage
	rows map[uint32]uint32
}

// nameRows is Steps.Naming.
func nameRows(_ context.Context, img *objfmt.ObjectImage, t *reloc.Table) (records.Step, error) {
	return &naming{img, t.Variants.TLS}, nil
}

// Records implements [records.Step].
func (n *naming) Records(_ *records.Section, rs []objfmt.Reloc) []objfmt.Reloc {
	for i := range rs {
		r := &rs[i]
		if uint64(r.Sym) >= uint64(len(n.img.Symbols)) || n.img.Symbols[r.Sym].Type != objfmt.SymTLS {
			continue // the scan refuses what is no symbol
		}
		if row, ok := n.rows[r.Type]; ok {
			r.Type = row
		}
	}
	return rs
}
