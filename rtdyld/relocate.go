package rtdyld

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// relocate applies the relocations of objects that are prepared.
func (l *Linker) relocate(ctx context.Context, set []*Object) error {
	size := uint64(0)
	for _, o := range set {
		size += uint64(len(o.buf.Bytes()))
	}
	err := l.compute(ctx, size, set, task{(*Linker).applyObject, true})
	for _, o := range set {
		o.applied(stale) // not all may have been written
	}
	if err != nil {
		return err
	}
	for _, o := range set {
		if l.saving == nil {
			if err := l.initTLS(ctx, o); err != nil {
				return err
			}
		}
		if !o.lay.Moved() { // meanwhile
			o.applied(current)
		}
	}
	return nil
}

// applyObject computes the address table of one object and writes all its fields.
func (l *Linker) applyObject(ctx context.Context, o *Object, sc *scratch) error {
	err := l.applyRecords(ctx, o, sc)
	if sc.redirect.o != nil {
		sc.redirect = redirecting{} // what is kept does not keep the object
	}
	return err
}

func (l *Linker) applyRecords(ctx context.Context, o *Object, sc *scratch) error {
	addr, err := l.addressTable(ctx, o, sc)
	if err != nil {
		return err
	}
	straight, addr, err := l.straight(ctx, o, addr)
	if err != nil {
		return err
	}
	env := reloc.Env{
		Table: o.table, Made: &o.plan.Entries, Order: bin.Order{Big: o.img().Big}, Addr: addr,
		Base: o.base(), ImageBase: l.imageBase, NoRelax: l.cfg.NoRelax, Direct: l.compat.stubs && o.table.RuntimeDyld.Direct,
		About: (*answers)(o), Joints: &sc.joints, EvenImage: l.compat.stubs && o.table.RuntimeDyld.EvenImage,
	}
	if l.compat.stubs {
		env.Branch = o.table.RuntimeDyld.Branch
	}
	cur := &sc.cursor
	o.begin(ctx, cur)
	if o.plan.Details != nil || len(o.left) > 0 || straight != nil || o.leaves() != nil {
		sc.redirect = redirecting{o, addr, straight, &sc.joints}
		cur.Redirect = &sc.redirect
	}
	if o.fields != unwritten && o.table.Sums() {
		if err := o.restoreSums(ctx, &env, cur); err != nil {
			return err
		}
	}
	sc.joints.Begin()
	sections, placed, debug := o.img().Sections, o.lay.Sections, l.cfg.AllSections
	for lo := 0; lo < len(sections); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(sections))
		if err != nil {
			return o.ended("relocate", err)
		}
		for i := lo; i < hi; i++ {
			sec, at := &sections[i], &placed[i]
			if len(sec.Raw) == 0 || !(at.Kept(sec) || debug && l.forDebug(o, objfmt.SectionID(i))) {
				continue
			}
			if err := o.applySection(ctx, objfmt.SectionID(i), sec, at, &env, cur); err != nil {
				return err
			}
		}
	}
	if id, r, v, why, err := env.Finish(ctx); err != nil {
		return o.ended("relocate", err)
	} else if why != reloc.OK {
		return o.fault(id, &r, why, v)
	}
	if o.fragments != nil {
		if err := o.writeFragments(); err != nil {
			return err
		}
	}
	if o.index.size > 0 {
		return o.writeIndex(ctx)
	}
	return nil
}

// applySection writes the fields of section sec, which is at placed.
func (o *Object) applySection(ctx context.Context, id objfmt.SectionID, sec *objfmt.Section, placed *place.Section, env *reloc.Env, cur *records.Cursor) (err error) {
	at := reloc.Contents{File: sec.Data, Addr: placed.Addr, Section: id, Signed: describing[sec.Role].signed, Fresh: o.fields == unwritten && sec.Kind == objfmt.KindCode}
	if o.debug == nil {
		at.Mem = o.cut(o.lay.PieceOf(id, sec), placed.Off(), sec.Size)
	} else {
		at.Mem = o.mem(id)
	}
	if sec.Flags&objfmt.SecCompressed != 0 {
		if at.File, err = o.fileBytes(ctx, id); err != nil {
			return err
		}
	}
	cur.Start(id, at.File, at.Addr)
	cur.ByRow()
	for {
		if rows, l, from := cur.Rows(); rows != nil {
			k, v, why := env.ApplyRows(&at, rows, l, from)
			if why != reloc.OK {
				return o.fault(id, cur.Row(rows, k), why, v)
			}
			cur.Took(rows, k)
			continue
		}
		if !cur.Next() {
			break
		}
		if k, v, why := env.Apply(&at, cur.Chunk); why != reloc.OK {
			return o.fault(id, &cur.Chunk[k], why, v)
		}
	}
	return cur.Err()
}

// restoreSums puts back what fields hold in the file that sums build on, for an object
// that is applied again.
func (o *Object) restoreSums(ctx context.Context, env *reloc.Env, cur *records.Cursor) error {
	for i := range o.img().Sections {
		id := objfmt.SectionID(i)
		if len(o.img().Sections[i].Raw) == 0 || !o.l.wanted(o, id) {
			continue
		}
		at := reloc.Contents{Mem: o.mem(id)}
		var err error
		if at.File, err = o.fileBytes(ctx, id); err != nil {
			return err
		}
		for cur.Start(id, at.File, 0); cur.Next(); {
			env.Restore(&at, cur.Chunk)
		}
		if err := cur.Err(); err != nil {
			return err
		}
	}
	return nil
}

// redirecting lets records name what was made for their symbols, and leaves those out
// that are not to be applied, see [records.Step].
type redirecting struct {
	o        *Object
	addr     []uint64
	straight map[objfmt.SymbolID]objfmt.SymbolID // see Linker.straight; nil: none
	joints   *reloc.Joints
}

// Records implements [records.Step].
func (d *redirecting) Records(at *records.Section, rs []objfmt.Reloc) []objfmt.Reloc {
	var code func(objfmt.SymbolID, int64) (uint64, bool)
	if d.o.table.Arch.Descriptors {
		code = (*answers)(d.o).Code
	}
	d.o.plan.Redirect(at, rs, d.addr, d.o.isLeft, code)
	if d.straight != nil {
		d.goStraight(rs)
	}
	if len(d.o.left) > 0 {
		rs = d.o.leaveAlone(at, rs, d.joints)
	}
	if leaves := d.o.leaves(); leaves != nil {
		rs = slices.DeleteFunc(rs, func(r objfmt.Reloc) bool { return leaves(r.Type) })
	}
	return rs
}

// goStraight lets branches of a chunk name what straight has listed.
func (d *redirecting) goStraight(rs []objfmt.Reloc) {
	for i := range rs {
		if to, ok := d.straight[rs[i].Sym]; ok && d.o.table.Rows[rs[i].Type].Need == reloc.NeedStub {
			rs[i].Sym = to
		}
	}
}

// leaves says which types' fields stay as they are in the file, if not nil.
func (o *Object) leaves() func(typ uint32) bool {
	if !o.l.compat.leaves {
		return nil
	}
	return o.table.RuntimeDyld.Leaves
}

// leaveAlone takes the relocations out of a chunk that are not to be applied. Their
// fields are as in the file, whatever the names were before.
func (o *Object) leaveAlone(at *records.Section, rs []objfmt.Reloc, joints *reloc.Joints) []objfmt.Reloc {
	within := false // a chain that is left alone
	return slices.DeleteFunc(rs, func(r objfmt.Reloc) bool {
		left := within || o.isLeft(r.Sym) || r.Sub != objfmt.NoSymbol && o.isLeft(r.Sub)
		if within = left && r.More; !left {
			return false
		}
		if o.table.Rows[r.Type].Expr == reloc.PCLead {
			joints.Leave(at.Addr + r.Offset)
		}
		if r.Offset < uint64(len(at.File)) {
			mem := o.mem(at.ID)[r.Offset:]
			width := min(o.table.Width(o.table.Rows[r.Type].Field), len(mem)) // less of a link that has no field
			copy(mem[:width], at.File[r.Offset:])
		}
		return true
	})
}

// isLeft reports whether the relocations of a symbol are left alone.
func (o *Object) isLeft(sym objfmt.SymbolID) bool {
	_, found := slices.BinarySearch(o.left, sym)
	return found
}

// fileBytes are a section's bytes in the file, as they were before they were compressed.
func (o *Object) fileBytes(ctx context.Context, id objfmt.SectionID) ([]byte, error) {
	if sec := &o.img().Sections[id]; sec.Flags&objfmt.SecCompressed == 0 {
		return sec.Data, nil
	}
	return o.img().ContentsContext(ctx, id)
}
