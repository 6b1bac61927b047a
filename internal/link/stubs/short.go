package stubs

import (
	"math"

	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Short appends those branches of a chunk that do not get to their targets by themselves. addr has
// the addresses of the symbols; those for which left is true are left alone.
func (p *Plan) Short(list []Branch, at *records.Section, rs []objfmt.Reloc, addr []uint64, v Values, left func(objfmt.SymbolID) bool) []Branch {
	t := p.obj.Table
	for i := range rs {
		r := &rs[i]
		row := &t.Rows[r.Type]
		if row.Need != reloc.NeedStub || row.Expr != reloc.PC || left(r.Sym) || t.Short(r.Type) && !p.callable(r.Sym) {
			continue
		}
		b := Branch{ID: at.ID, Off: r.Offset, Type: r.Type, Sym: r.Sym, at: at.Addr + r.Offset}
		b.detail = Detail{In: objfmt.SecUndef}
		p.aim(&b, at, r, addr[r.Sym])
		if p.gets(&b, row, addr[r.Sym], v) {
			continue
		}
		b.key = key{need: reloc.NeedStub, state: b.detail.State, set: b.detail.Set, in: objfmt.SecUndef, sym: r.Sym, addend: b.detail.Addend}
		list = append(list, b)
	}
	return list
}

// aim finds out where a branch leads, and where its stub may lie. A field of data, which is no
// instruction's, keeps its addend: it says where the branch counts from.
func (p *Plan) aim(b *Branch, at *records.Section, r *objfmt.Reloc, s uint64) {
	t := p.obj.Table
	row := &t.Rows[r.Type]
	b.from = b.at
	switch {
	case row.Field < reloc.FieldArch:
		b.from -= uint64(p.addend(at, r))
	case t.Arch.BranchTarget != nil:
		b.detail.Addend, b.detail.Set = t.Target(p.order(), at.File, r)
	default:
		b.detail.Addend = p.addend(at, r)
	}
	if len(t.Arch.EntryPoint) > 0 {
		b.detail.State = t.Arch.EntryPoint[row.Branch]
	}
	b.To = s + uint64(b.detail.Addend)
	least, most, wraps := limits(t, row)
	b.Stub = Span{0, math.MaxUint64}
	if t.Arch.PtrSize == 4 {
		b.Stub.Last = math.MaxUint32
	}
	if wraps && uint64(most-least) >= math.MaxUint32 {
		return
	}
	if lo := b.from + uint64(least) + slackBytes; lo < b.from {
		b.Stub.First = lo
	}
	if hi := b.from + uint64(most) - slackBytes; hi > b.from {
		b.Stub.Last = min(b.Stub.Last, hi)
	}
}

// gets reports whether a branch gets to its target by itself, and notes if it is nearly so.
func (p *Plan) gets(b *Branch, row *reloc.Howto, s uint64, v Values) bool {
	t := p.obj.Table
	if s == 0 && t.Arch.Nowhere != 0 && v.Nowhere(b.Sym) {
		return true // it goes on behind itself
	}
	if kinds := t.Arch.Interworking; len(kinds) > 0 {
		if s == 0 {
			return false // nobody defines it, and nothing tells what instructions are there
		}
		set := b.To & 1
		if !v.IsFunc(b.Sym) {
			set = uint64(b.detail.Set) // no symbol says better than the instruction
		}
		if x := kinds[row.Branch]; x == reloc.StaysEven && set != 0 || x == reloc.StaysOdd && set == 0 {
			return false
		}
	}
	least, most, wraps := limits(t, row)
	d := int64(b.To - b.from)
	if wraps {
		d = int64(int32(d))
	}
	b.Near = d >= least && d <= most || d < least && least-d <= slackBytes || d > most && d-most <= slackBytes
	return b.Near && d-least >= slackBytes && most-d >= slackBytes
}
