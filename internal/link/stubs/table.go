package stubs

import (
	"math"

	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// TableReach is where the whole GOT of an object may lie so that what refers to it reaches it:
// All references, and those that Must, since they cannot do without (see [reloc.Arch].Relax).
type TableReach struct{ All, Must Span }

// NewTableReach allows all addresses.
func NewTableReach() TableReach {
	all := Span{0, math.MaxUint64}
	return TableReach{all, all}
}

// tableSlack is more than the value of a reference differs from the distance: by a page, and what the
// program counter is ahead.
const tableSlack = 4096 + slackBytes

// Reach narrows w by the relocations of a chunk. addr has the addresses of the symbols, isTable
// tells which of them is the start of the GOT, and relax whether instructions may be rewritten.
func (p *Plan) Reach(w *TableReach, at *records.Section, rs []objfmt.Reloc, addr []uint64, isTable func(objfmt.SymbolID) bool, relax bool) {
	t := p.obj.Table
	for i := range rs {
		r := &rs[i]
		row := &t.Rows[r.Type]
		here := at.Addr + r.Offset
		var from uint64 // what the value counts from
		switch {
		case row.Expr == reloc.Base && row.Need == reloc.NeedNone: // S + A - T
			s := addr[r.Sym] + uint64(p.addend(at, r))
			w.narrow(t, row, s, -1, false)
			continue
		case row.Need < reloc.NeedGOT && !isTable(r.Sym), row.Need > reloc.NeedTLSDesc && row.Need != reloc.NeedGOTDTPOff:
			continue
		}
		switch row.Expr {
		case reloc.PC, reloc.PCWord, reloc.Page, reloc.FromPage, reloc.PCLead:
			from = here
		case reloc.Abs:
		default:
			continue // from T, which goes along
		}
		w.narrow(t, row, from-uint64(p.addend(at, r)), 1, relax && row.Relax != 0)
	}
}

// narrow takes account of a reference whose value is sign times the distance of the GOT from an
// address. soft: it may do without.
func (w *TableReach) narrow(t *reloc.Table, row *reloc.Howto, from uint64, sign int64, soft bool) {
	least, most, wraps := limits(t, row)
	if least < -1<<62 || wraps && uint64(most-least) >= math.MaxUint32 {
		return
	}
	if sign < 0 {
		least, most = -most, -least
	}
	s := Span{0, math.MaxUint64}
	if lo := from + uint64(least) + tableSlack; least >= 0 || lo < from {
		s.First = lo
	}
	if hi := from + uint64(most) - tableSlack; most < 0 || hi > from {
		s.Last = hi
	}
	if w.All = w.All.meet(s); !soft {
		w.Must = w.Must.meet(s)
	}
}
