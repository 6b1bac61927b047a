package rtdyld

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// An object whose code is larger than its branches reach (128 MiB on AArch64, 16
// MiB in Thumb code) has its stubs not in one place but behind each section that
// branches elsewhere. A branch that reaches its target by itself goes there.

// isHuge reports whether an object is such a one.
func (l *Linker) isHuge(o *Object) bool {
	a := o.table.Arch
	if a.BranchReach == 0 || a.WriteStub == nil || l.isClassic() {
		return false
	}
	size := uint64(0)
	for i := range o.img.Sections {
		if s := &o.img.Sections[i]; s.Kind == objfmt.KindCode && o.kept(objfmt.SectionID(i)) {
			size += s.Size
		}
	}
	return size+uint64(len(o.img.Symbols))*a.StubSize > a.BranchReach-slack
}

// planIslands makes stubs for every branch out of its section.
func (l *Linker) planIslands(o *Object) error {
	a := o.table.Arch
	rows := o.table.Rows
	o.classic = &classic{
		far: true, number: make([]int, len(o.place)), room: make([]extent, len(o.img.Sections)),
		index: map[classicKey]uint32{}, emitted: make([]bool, len(o.place)),
		rules: reloc.Classic{
			Size: a.StubSize, Align: a.StubAlign, Slot: !a.Direct, Write: a.WriteStub,
			Room: func(typ uint32) bool { return rows[typ].Need == reloc.NeedStub },
		},
	}
	for i := range o.img.Sections {
		if err := l.planClassicSection(o, objfmt.SectionID(i)); err != nil {
			return err
		}
	}
	o.addClassicSlots()
	return nil
}

// stubEntry is what the address of a stub has on top for a branch.
func (o *Object) stubEntry(r *objfmt.Reloc) uint8 {
	if entry := o.table.Arch.Entry; len(entry) > 0 {
		return entry[o.table.Rows[r.Type].Relax]
	}
	return 0
}

// plainBranch reports whether a branch goes to its symbol and no place behind it, as
// far as its addend is in the instruction: a stub leads to the symbol.
func (o *Object) plainBranch(sec *objfmt.Section, r *objfmt.Reloc) bool {
	ahead := o.table.Arch.Ahead
	env := reloc.Env{Table: o.table, Order: bin.Order{Big: o.img.Big}}
	a := env.Addend(reloc.Place{File: sec.Data}, r)
	if len(ahead) == 0 {
		return r.HasAddend || a == r.Addend // the stub takes over what the record says
	}
	return uint32(a) == -uint32(ahead[o.table.Rows[r.Type].Relax])
}

// reaches reports whether a branch gets to s without a stub.
func (o *Object) reaches(id objfmt.SectionID, r *objfmt.Reloc, s uint64) bool {
	a := o.table.Arch
	row := &o.table.Rows[r.Type]
	if len(a.Exchange) > 0 {
		if x := a.Exchange[row.Relax]; x == reloc.FromARM && s&1 != 0 || x == reloc.FromThumb && s&1 == 0 {
			return false
		}
	}
	reach := a.BranchReach
	if row.Field >= reloc.FieldArch {
		reach = uint64(a.Fields[row.Field-reloc.FieldArch].Max)
	}
	p := o.place[id].addr + r.Offset
	return s != 0 && within(s+uint64(r.Addend), p, p, reach-64)
}
