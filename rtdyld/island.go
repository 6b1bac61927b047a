package rtdyld

import (
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

// reaches reports whether a branch gets to s without a stub.
func (o *Object) reaches(id objfmt.SectionID, r *objfmt.Reloc, s uint64) bool {
	a := o.table.Arch
	if s == 0 || len(a.Exchange) > 0 && a.Exchange[o.table.Rows[r.Type].Relax] != reloc.ExchangeOK {
		return false
	}
	p := o.place[id].addr + r.Offset
	return within(s+uint64(r.Addend), p, p, a.BranchReach-1<<12)
}
