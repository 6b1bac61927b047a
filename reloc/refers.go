package reloc

import "github.com/go-rtdyld/rtdyld/internal/bin"

// RefersTo says how many bytes behind its symbol a relocation that Scan has accepted refers to,
// in a section with the file's bytes file that is code or is not: what the source meant, where
// A also makes up for an instruction's own length. It is false where the record does not tell: for
// values of other kinds than addresses, and for distances in data, which may count from
// elsewhere than from their field.
func (t *Table) RefersTo(order bin.Order, file []byte, r *Reloc, code bool) (beyond int64, ok bool) {
	h := &t.Rows[r.Type]
	if h.Need != NeedNone && h.Need != NeedStub {
		return 0, false
	}
	switch h.Expr {
	case Abs, AbsEven, RVA:
		return t.Addend(order, file, r), true
	case PC, PCEven, PCWord, PCWordEven, Page, FromPage, PCLead:
		if !code {
			return 0, false
		}
		if h.Need == NeedStub && t.Arch.BranchTarget != nil {
			beyond, _ = t.Target(order, file, r)
			return beyond, true
		}
		beyond = t.Addend(order, file, r)
		if t.Arch.InsnEnd != nil && h.Adjust == 0 { // else Adjust is that
			beyond += t.Arch.InsnEnd(file, r.Offset)
		}
		return beyond, true
	}
	return 0, false
}
