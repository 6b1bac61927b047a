package rtdyld

import (
	"cmp"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/triple"
)

// In Mach-O a relocation may name a section and hold the address of a function in
// it. Whether that is Thumb code the address often does not say (compilers leave the
// bit out for a function that they had not seen yet), nor does a branch there, so that
// the function is looked for and named instead.

// thumbPlace is where a function starts.
type thumbPlace struct {
	sec objfmt.SectionID
	off uint64
	sym objfmt.SymbolID
}

func (a thumbPlace) compare(b thumbPlace) int {
	return cmp.Or(cmp.Compare(a.sec, b.sec), cmp.Compare(a.off, b.off))
}

// findThumb lists an object's functions by place if some are Thumb code and
// relocations may name their section.
func (o *Object) findThumb() {
	img := o.img
	if img.Triple.Format() != triple.MachO || img.Triple.Arch != triple.ARM && img.Triple.Arch != triple.Thumb {
		return
	}
	isFunc := func(s *objfmt.Symbol) bool { return s.Section < objfmt.SecSpecial && s.Type == objfmt.SymFunc }
	if !slices.ContainsFunc(img.Symbols, func(s objfmt.Symbol) bool { return isFunc(&s) && s.Value&1 != 0 }) {
		return
	}
	for i := range img.Symbols {
		if s := &img.Symbols[i]; isFunc(s) {
			o.thumbs = append(o.thumbs, thumbPlace{s.Section, s.Value &^ 1, objfmt.SymbolID(i)})
		}
	}
	slices.SortStableFunc(o.thumbs, thumbPlace.compare)
}

// funcAt returns the function that a place of a section is in, false if none of those
// listed is.
func (o *Object) funcAt(sec objfmt.SectionID, off uint64) (thumbPlace, bool) {
	i, _ := slices.BinarySearchFunc(o.thumbs, thumbPlace{sec: sec, off: off + 1}, thumbPlace.compare)
	if i == 0 || o.thumbs[i-1].sec != sec {
		return thumbPlace{}, false
	}
	return o.thumbs[i-1], true
}

// way says where a branch leads, see [reloc.Arch.Way].
func (o *Object) way(env *reloc.Env, at reloc.Place, r *objfmt.Reloc) (beyond int64, set uint8) {
	row := &o.table.Rows[r.Type]
	insn, _ := bin.Slice(at.File, r.Offset, uint64(o.table.Width(row.Field))) // none if zero-filled
	return o.table.Arch.Way(row, insn, env.Addend(at, r))
}

// nameThumb lets a chunk's relocations to the places of Thumb functions name them.
// Branches name functions of either set, and those into the midst of one do unless
// the instruction changes the set by itself.
func (o *Object) nameThumb(env *reloc.Env, at reloc.Place, rs []objfmt.Reloc) {
	for i := range rs {
		r := &rs[i]
		if uint64(r.Type) >= uint64(len(env.Table.Rows)) || uint64(r.Sym) >= uint64(len(o.img.Symbols)) {
			continue // refused by the scan
		}
		s, row := &o.img.Symbols[r.Sym], &env.Table.Rows[r.Type]
		if s.Type == objfmt.SymFunc && s.Value&1 != 0 && row.Need == reloc.NeedNone && row.Expr != reloc.PC && env.Addend(at, r)&1 != 0 {
			r.Addend-- // assemblers put the bit of a function that they have seen into the field
		}
		if s.Type != objfmt.SymSection {
			continue
		}
		var off uint64
		branch, midst := row.Need == reloc.NeedStub, false
		switch {
		case branch:
			beyond, set := o.way(env, at, r)
			off = s.Value + uint64(beyond)
			midst = set == env.Table.Arch.Entry[row.Relax]&1
		case row.Expr == reloc.PC:
			continue
		default:
			off = s.Value + uint64(env.Addend(at, r))
		}
		off = uint64(uint32(off))
		f, ok := o.funcAt(s.Section, off&^1)
		if !ok || f.off != off&^1 && (!midst || o.img.Symbols[f.sym].Bind == objfmt.BindWeak) {
			continue // of a weak one the branch means this copy
		}
		thumb := o.img.Symbols[f.sym].Value & 1
		if thumb == 0 && !branch {
			continue
		}
		r.Sym = f.sym
		r.Addend -= int64(f.off)
		if off&1 != 0 && thumb != 0 {
			r.Addend-- // the symbol has the bit, too
		}
	}
}
