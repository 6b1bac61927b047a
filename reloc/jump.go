package reloc

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Jump is an instruction, or two, that jump somewhere and do nothing else that anything depends on, so that they can be left out at the end
// of code if what they lead to follows it.
type Jump struct {
	Before, Size uint8  // bytes in front of the field, and of all
	Mask, Bits   uint64 // of its first eight bytes, the first one lowest
}

// EndJump returns the bytes of the jump at the very end of code whose field a relocation is that Scan has accepted, and which leads to exactly its
// symbol; 0 if there is none. code is what is in memory of the section, file its bytes in the file.
func (t *Table) EndJump(order bin.Order, code, file []byte, r *Reloc) uint64 {
	row := &t.Rows[r.Type]
	if row.Expr != PC || row.Need > NeedStub || r.More || r.Sub != objfmt.NoSymbol || t.leads(order, file, r) != 0 {
		return 0
	}
	for _, j := range t.Arch.Jumps {
		before, size := uint64(j.Before), uint64(j.Size)
		if r.Offset < before || r.Offset-before+size != uint64(len(code)) {
			continue
		}
		bits := uint64(0)
		for i, b := range code[r.Offset-before:] {
			if i < 8 {
				bits |= uint64(b) << (8 * i)
			}
		}
		if bits&j.Mask == j.Bits {
			return size
		}
	}
	return 0
}

// leads is how far behind S the instruction of a PC row leads.
func (t *Table) leads(order bin.Order, file []byte, r *Reloc) int64 {
	beyond, _ := t.Target(order, file, r)
	if t.Arch.BranchTarget != nil {
		return beyond
	}
	beyond += int64(t.Rows[r.Type].Adjust)
	if t.Arch.InsnEnd != nil {
		beyond += t.Arch.InsnEnd(file, r.Offset)
	}
	return beyond
}
