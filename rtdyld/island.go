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
	if l.cfg.BySection {
		return l.cfg.Stubs != NoStubs // its own sections may be out of reach
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
			Size: a.StubSize, Align: a.StubAlign, Slot: !a.Direct,
			Room: func(typ uint32) bool { return rows[typ].Need == reloc.NeedStub },
			Entry: func(typ uint32) uint8 {
				if len(a.Entry) > 0 {
					return a.Entry[rows[typ].Relax]
				}
				return 0
			},
			Write: func(dst []byte, _ uint8, addr, target uint64) bool { return a.WriteStub(dst, addr, target) },
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

// plainBranch reports whether a branch goes to its symbol and no place behind it, as
// far as its addend is in the instruction: a stub leads to the symbol.
func (o *Object) plainBranch(env *reloc.Env, at reloc.Place, r *objfmt.Reloc) bool {
	if o.table.Arch.Way == nil {
		return r.HasAddend || env.Addend(at, r) == r.Addend // the stub takes over what the record says
	}
	beyond, _ := o.way(env, at, r)
	return beyond == 0
}

// reaches reports whether a branch gets to an address without a stub.
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
	return s != 0 && within(s, p, p, reach-64)
}
