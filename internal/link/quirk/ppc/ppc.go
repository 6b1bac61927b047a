// Package ppc has what PowerPC adds to the steps of a link: which form an instruction has whose displacement a
// relocation is about, and which names mean functions that linkers supply.
//
// Law: like that of package quirk.
package ppc

import (
	"context"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Steps is what PowerPC adds.
var Steps = quirk.Steps{Naming: nameRows, Undefined: undefined, Refuses: refuses}

// undefined is Steps.Undefined: functions that save and restore registers (ELFv2, section 2.3.3).
func undefined(text string) (quirk.Meaning, string) {
	if strings.HasPrefix(text, "_save") || strings.HasPrefix(text, "_rest") {
		return quirk.Supplied, ""
	}
	return quirk.Nothing, ""
}

// refuses is Steps.Refuses: functions are descriptors in ABI ELFv1, which e_flags need not name.
func refuses(ctx context.Context, img *objfmt.ObjectImage) (string, error) {
	for lo := 0; lo < len(img.Sections); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(img.Sections))
		if err != nil {
			return "", err
		}
		for i := lo; i < hi; i++ {
			if img.Sections[i].Role == objfmt.RoleDescriptors {
				return "function descriptors (.opd), ABI ELFv1", nil
			}
		}
	}
	return "", nil
}

// naming lets relocations name the rows that they mean, see [reloc.Variants].
type naming struct {
	order bin.Order
	table *reloc.Table
}

// nameRows is Steps.Naming.
func nameRows(_ context.Context, img *objfmt.ObjectImage, t *reloc.Table) (records.Step, error) {
	return &naming{bin.Order{Big: img.Big}, t}, nil
}

// Records implements [records.Step].
func (n *naming) Records(sec *records.Section, rs []objfmt.Reloc) []objfmt.Reloc {
	quad := n.table.Variants.Quad
	for i := range rs {
		r := &rs[i]
		if uint64(r.Type) < uint64(len(quad)) && quad[r.Type] != 0 && n.table.Arch.Quad(sec.File, r.Offset, n.order) {
			r.Type = quad[r.Type]
		}
	}
	return rs
}
