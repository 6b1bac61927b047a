package rtdyld

import (
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/triple"
)

// In Mach-O a relocation may name a section and hold the address of a function in
// it. Where that is Thumb code the address often lacks the bit that says so
// (compilers leave it out for a function that they had not seen yet), so that the
// function is looked for and named instead.

// thumbPlace is where a Thumb function starts.
type thumbPlace struct {
	sec objfmt.SectionID
	off uint64
}

// findThumb lists an object's Thumb functions if relocations may name their section.
func (o *Object) findThumb() {
	img := o.img
	if img.Triple.Format() != triple.MachO || img.Triple.Arch != triple.ARM && img.Triple.Arch != triple.Thumb {
		return
	}
	for i := range img.Symbols {
		s := &img.Symbols[i]
		if s.Section < objfmt.SecSpecial && s.Value&1 != 0 && s.Type == objfmt.SymFunc {
			if o.thumbs == nil {
				o.thumbs = map[thumbPlace]objfmt.SymbolID{}
			}
			o.thumbs[thumbPlace{s.Section, s.Value - 1}] = objfmt.SymbolID(i)
		}
	}
}

// nameThumb lets a chunk's relocations to the places of Thumb functions name them.
func (o *Object) nameThumb(env *reloc.Env, at reloc.Place, rs []objfmt.Reloc) {
	for i := range rs {
		r := &rs[i]
		s := &o.img.Symbols[r.Sym]
		if s.Type != objfmt.SymSection {
			continue
		}
		off := s.Value + uint64(env.Addend(at, r))
		if row := &env.Table.Rows[r.Type]; row.Need == reloc.NeedStub {
			off += uint64(env.Table.Arch.Ahead[row.Relax])
		} else if row.Expr == reloc.PC {
			continue
		}
		off = uint64(uint32(off))
		if sym, ok := o.thumbs[thumbPlace{s.Section, off &^ 1}]; ok {
			r.Sym = sym
			r.Addend -= int64(off &^ 1)
			if off&1 != 0 {
				r.Addend-- // the symbol has the bit, too
			}
		}
	}
}
