package rtdyld

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// writeFragments writes what follows the object's fragments, which are relocated.
func (o *Object) writeFragments() error {
	for i := range o.fragments {
		f := &o.fragments[i]
		s := &o.img().Sections[f.id]
		at := reloc.Fragment{Start: o.addr(f.id), End: o.addr(f.id) + s.Size, Base: o.base(), Set: f.set}
		a := o.table.Arch.Fragments
		mem := o.cut(o.lay.PieceOf(f.id, s), o.lay.Sections[f.id].Off()+s.Size, a.Size)
		var ok bool
		if f.entry, ok = a.Write(mem, bin.Order{Big: o.img().Big}, at); !ok {
			return &FragmentError{Object: o.name, Section: o.sectionText(f.id), ID: f.id, Why: fmt.Sprintf("a branch does not reach over its %d bytes", s.Size)}
		}
		if f.start != objfmt.NoSymbol {
			y := &o.img().Symbols[f.start]
			f.entry = o.addr(y.Section) + y.Value
		}
	}
	return nil
}

// appendFragments appends the functions that objects' fragments of a role have become, in load order.
func appendFragments(out []uint64, objs []*Object, role objfmt.Role) []uint64 {
	for _, o := range objs {
		for i := range o.fragments {
			if f := &o.fragments[i]; o.img().Sections[f.id].Role == role {
				out = append(out, f.entry)
			}
		}
	}
	return out
}
