// Package mips has what MIPS adds to the steps of a link: what its relocations mean by more than their
// type.
//
// Law: like that of package quirk.
package mips

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

// Steps is what MIPS adds.
var Steps = quirk.Steps{Naming: nameRows}

// naming lets relocations name the rows that they mean and have whole addends, see
// [reloc.Variants].
type naming struct {
	img   *objfmt.ObjectImage
	table *reloc.Table
	named objfmt.SymbolID // the symbol that Variants.Named is for, NoSymbol if there is none
	gp    int64           // T when another linker wrote the object: what local symbols count from
	whole []half          // by place
	early map[uint32]bool // types of low parts that may stand before all their high ones
}

// half is a relocation whose field has the high part of an addend.
type half struct {
	sec objfmt.SectionID
	off uint64
	low int64 // the other part
}

func (a half) compare(b half) int {
	return cmp.Or(cmp.Compare(a.sec, b.sec), cmp.Compare(a.off, b.off))
}

// nameRows is Steps.Naming.
func nameRows(ctx context.Context, img *objfmt.ObjectImage, t *reloc.Table) (records.Step, error) {
	v := &t.Variants
	named, err := quirk.Global(ctx, img, v.Name, true)
	if err != nil {
		return nil, err
	}
	n := &naming{img: img, table: t, named: named, gp: gpOf(img), early: map[uint32]bool{}}
	for typ := range v.Anywhere {
		n.early[v.Low[typ]] = true
	}
	var done heed.Count
	if len(v.Low) > 0 {
		for i := range img.Sections {
			if err := n.pair(ctx, objfmt.SectionID(i), &done); err != nil {
				return nil, err
			}
		}
	}
	return n, nil
}

// partner is what the two parts of an addend have in common.
type partner struct {
	sym objfmt.SymbolID
	typ uint32 // of the low part
}

// lowParts are those of a partner in a section.
type lowParts struct {
	waits      []int // indices in naming.whole, of high parts without one so far
	low        int64 // the last one
	one, mixed bool  // there is one; there are different ones
}

// pair finds the low parts of the addends of a section's relocations. A high part without one
// has none, and is refused when it is met, as is what cannot be decoded. The error is that of a context
// that has ended.
func (n *naming) pair(ctx context.Context, id objfmt.SectionID, done *heed.Count) error {
	sec := &n.img.Sections[id]
	if len(sec.Raw) == 0 || sec.Flags&(objfmt.SecRelaAddend|objfmt.SecZeroFill|objfmt.SecCompressed) != 0 {
		return nil
	}
	order := bin.Order{Big: n.img.Big}
	lows := map[partner]*lowParts{}
	from := len(n.whole)
	for r, err := range n.img.Relocs(id) {
		if err != nil {
			break
		}
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		if uint64(r.Sym) >= uint64(len(n.img.Symbols)) || r.Offset >= sec.Size {
			continue // refused by the scan
		}
		at := partner{r.Sym, r.Type}
		if l := lows[at]; l != nil || n.early[r.Type] {
			if l == nil {
				l = &lowParts{}
				lows[at] = l
			}
			n.take(l, n.table.Addend(order, sec.Data, &r))
		}
		if low, ok := n.table.Variants.Low[n.row(&r)]; ok {
			at.typ = low
			l := lows[at]
			if l == nil {
				l = &lowParts{}
				lows[at] = l
			}
			l.waits = append(l.waits, len(n.whole))
			n.whole = append(n.whole, half{id, r.Offset, alone})
		}
	}
	for at, l := range lows {
		if n.early[at.typ] && l.one && !l.mixed {
			n.give(l)
		}
	}
	return heed.SortStable(ctx, n.whole[from:], half.compare)
}

// take notes a low part, which the high parts before it have been waiting for.
func (n *naming) take(l *lowParts, low int64) {
	l.mixed = l.mixed || l.one && low != l.low
	l.low, l.one = low, true
	n.give(l)
}

// give gives the low part to the high parts that wait for one.
func (n *naming) give(l *lowParts) {
	for _, i := range l.waits {
		n.whole[i].low = l.low
	}
	l.waits = l.waits[:0]
}

// alone stands for the low part that an addend does not have.
const alone = -1 << 63

// row is the row that a relocation means.
func (n *naming) row(r *objfmt.Reloc) uint32 {
	v := &n.table.Variants
	if r.Sym == n.named {
		if row, ok := v.Named[r.Type]; ok {
			return row
		}
	}
	if row, ok := v.Local[r.Type]; ok && n.img.Symbols[r.Sym].Bind == objfmt.BindLocal {
		return row
	}
	return r.Type
}

// Records implements [records.Step].
func (n *naming) Records(sec *records.Section, rs []objfmt.Reloc) []objfmt.Reloc {
	order := bin.Order{Big: n.img.Big}
	for i := range rs {
		r := &rs[i]
		if uint64(r.Sym) >= uint64(len(n.img.Symbols)) || uint64(r.Type) >= uint64(len(n.table.Rows)) {
			continue // refused by the scan
		}
		r.Type = n.row(r)
		if row := &n.table.Rows[r.Type]; n.gp != 0 && row.Expr == reloc.Base && row.Need == reloc.NeedNone && n.img.Symbols[r.Sym].Bind == objfmt.BindLocal {
			r.Addend += n.gp
		}
		if r.HasAddend {
			continue
		}
		if n.table.Variants.Halves[r.Type] && r.Offset < uint64(len(sec.File)) && n.table.Addend(order, sec.File, r) != 0 {
			r.Type = n.table.Variants.Alone
		}
		if _, ok := n.table.Variants.Low[r.Type]; !ok {
			continue
		}
		k, ok := slices.BinarySearchFunc(n.whole, half{sec: sec.ID, off: r.Offset}, half.compare)
		switch {
		case !ok: // refused by the scan
		case n.whole[k].low == alone:
			r.Type = n.table.Variants.Alone
		default:
			r.Addend, r.HasAddend = n.table.Addend(order, sec.File, r)+n.whole[k].low, true
		}
	}
	return rs
}

// gpOf is what .reginfo of o32 and n32 says T was (MIPS supplement to the System V ABI,
// Elf32_RegInfo), or the descriptor ODK_REGINFO in .MIPS.options of n64.
func gpOf(img *objfmt.ObjectImage) int64 {
	order := bin.Order{Big: img.Big}
	for i := range img.Sections {
		data := img.Sections[i].Data
		switch img.SectionName(objfmt.SectionID(i)) {
		case ".reginfo":
			const at, size = 20, 24
			if len(data) >= size && !img.Is64 {
				return int64(int32(order.U32(data[at:])))
			}
		case ".MIPS.options":
			const kind, length, at, size = 0, 1, 32, 40 // of the first descriptor
			if len(data) >= size && img.Is64 && data[kind] == 1 && data[length] == size {
				return int64(order.U64(data[at:]))
			}
		}
	}
	return 0
}
