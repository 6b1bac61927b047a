package rtdyld

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/link/mapped"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// unwindTables appends an object's unwind information, in the formats that the unwinder is
// told of, to a list without elements.
func (o *Object) unwindTables(tables []UnwindTable) []UnwindTable {
	formats := o.l.unwind
	if formats == 0 {
		return nil
	}
	file := o.lay.File()
	for i := range file {
		id, s := objfmt.SectionID(i), &file[i]
		switch {
		case s.Role == objfmt.RolePlain || s.Size == 0 || !o.kept(id):
		case s.Role == objfmt.RoleEHFrame && formats&EHFrame != 0 && s.Flags&objfmt.SecTLS == 0:
			mem := o.cut(o.lay.Piece(id), o.lay.Sections[i].Off(), s.Size+o.frameEnd(s.Role))
			tables = append(tables, UnwindTable{Format: EHFrame, Block: Block{mem, o.addr(id)}, Whole: o.linked != nil})
		case s.Role == objfmt.RolePData && formats&PData != 0:
			base := o.l.imageBase
			if o.linked != nil {
				base = o.linked.base
			}
			tables = append(tables, UnwindTable{Format: PData, Block: Block{o.mem(id), o.addr(id)}, Base: base})
		}
	}
	return o.appendIndex(tables)
}

// register tells the unwinder of an object of a claimed batch.
func (l *Linker) register(ctx context.Context, o *Object) (err error) {
	if tables := o.unwindTables(o.batch.tableList()); len(tables) > 0 {
		if l.claimed(func() { err = l.cfg.Unwinder.Register(ctx, tables) }); err != nil {
			return fmt.Errorf("%s: register unwind information: %w", texts.Name(o.name), err)
		}
	}
	return nil
}

// deregister takes back what register told. It is called without mu.
func (l *Linker) deregister(ctx context.Context, o *Object) error {
	if tables := o.unwindTables(o.batch.tableList()); len(tables) > 0 {
		return callError([]*Object{o}, "deregister unwind information", l.cfg.Unwinder.Deregister(ctx, tables))
	}
	return nil
}

// tableList is a list without elements for tables that an unwinder is told of, if the batch has memory for some.
func (b *batch) tableList() []UnwindTable {
	if b.few == nil {
		return nil
	}
	return b.few.frames[:0]
}

// frameEnd is how many bytes end records that describe functions, behind the section: in an image they are a part of it.
func (o *Object) frameEnd(role objfmt.Role) uint64 {
	if o.linked != nil {
		return 0
	}
	return describing[role].end
}

// isTable reports whether sections of a role are a part of the function table that a system is given.
func isTable(r objfmt.Role) bool { return r == objfmt.RolePData }

// tableRole is the role of a section of an image by its name, as far as that is the function table.
func tableRole(img *mapped.Image, name []byte) objfmt.Role {
	if img.Target.Format() == triple.COFF && string(name) == ".pdata" {
		return objfmt.RolePData
	}
	return objfmt.RolePlain
}
