package arm

import (
	"cmp"
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// MachO is what Mach-O for 32-bit ARM adds.
//
// A relocation of Mach-O may name a section and hold the address of a function in
// it. Whether that is Thumb code the address often does not say (compilers leave the
// bit out for a function that they had not seen yet), nor does a branch there, so that
// the function is looked for and named instead.
var MachO = quirk.Steps{Naming: nameFunctions, Edges: &quirk.SegmentEdges}

// function is where one starts.
type function struct {
	sec objfmt.SectionID
	off uint64
	sym objfmt.SymbolID
}

func (a function) compare(b function) int {
	return cmp.Or(cmp.Compare(a.sec, b.sec), cmp.Compare(a.off, b.off))
}

// naming lets relocations name an object's functions.
type naming struct {
	img   *objfmt.ObjectImage
	table *reloc.Table
	funcs []function // by place
}

// nameFunctions is Steps.Naming, if some functions are Thumb code.
func nameFunctions(ctx context.Context, img *objfmt.ObjectImage, t *reloc.Table) (records.Step, error) {
	isFunc := func(s *objfmt.Symbol) bool { return s.Section < objfmt.SecSpecial && s.Type == objfmt.SymFunc }
	some := false
	for lo := 0; !some && lo < len(img.Symbols); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(img.Symbols))
		if err != nil {
			return nil, err
		}
		some = slices.ContainsFunc(img.Symbols[lo:hi], func(s objfmt.Symbol) bool { return isFunc(&s) && s.Value&1 != 0 })
	}
	if !some {
		return nil, nil
	}
	n := &naming{img: img, table: t}
	for lo := 0; lo < len(img.Symbols); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(img.Symbols))
		if err != nil {
			return nil, err
		}
		for i := lo; i < hi; i++ {
			if s := &img.Symbols[i]; isFunc(s) {
				n.funcs = append(n.funcs, function{s.Section, s.Value &^ 1, objfmt.SymbolID(i)})
			}
		}
	}
	return n, heed.SortStable(ctx, n.funcs, function.compare)
}

// at returns the function that a place of a section is in, false if there is none.
func (n *naming) at(sec objfmt.SectionID, off uint64) (function, bool) {
	i, _ := slices.BinarySearchFunc(n.funcs, function{sec: sec, off: off + 1}, function.compare)
	if i == 0 || n.funcs[i-1].sec != sec {
		return function{}, false
	}
	return n.funcs[i-1], true
}

// Records lets a chunk's relocations to the places of Thumb functions name them.
// Branches name functions of either set, and those into the midst of one do unless
// the instruction changes the set by itself.
func (n *naming) Records(sec *records.Section, rs []objfmt.Reloc) []objfmt.Reloc {
	t, order := n.table, bin.Order{Big: n.img.Big}
	for i := range rs {
		r := &rs[i]
		if uint64(r.Type) >= uint64(len(t.Rows)) || uint64(r.Sym) >= uint64(len(n.img.Symbols)) {
			continue // refused by the scan
		}
		s, row := &n.img.Symbols[r.Sym], &t.Rows[r.Type]
		if s.Type == objfmt.SymFunc && s.Value&1 != 0 && row.Need == reloc.NeedNone && row.Expr != reloc.PC && t.Addend(order, sec.File, r)&1 != 0 {
			r.Addend-- // assemblers put the bit of a function that they have seen into the field
		}
		if s.Type != objfmt.SymSection {
			continue
		}
		var off uint64
		branch, midst := row.Need == reloc.NeedStub, false
		switch {
		case branch:
			beyond, set := t.Target(order, sec.File, r)
			off = s.Value + uint64(beyond)
			midst = set == t.Arch.EntryPoint[row.Branch]&1
		case row.Expr == reloc.PC:
			continue
		default:
			off = s.Value + uint64(t.Addend(order, sec.File, r))
		}
		off = uint64(uint32(off))
		f, ok := n.at(s.Section, off&^1)
		if !ok || f.off != off&^1 && (!midst || n.img.Symbols[f.sym].Bind == objfmt.BindWeak) {
			continue // of a weak one the branch means this copy
		}
		thumb := n.img.Symbols[f.sym].Value & 1
		if thumb == 0 && !branch {
			continue
		}
		r.Sym = f.sym
		r.Addend -= int64(f.off)
		if off&1 != 0 && thumb != 0 {
			r.Addend-- // the symbol has the bit, too
		}
	}
	return rs
}
