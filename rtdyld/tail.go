package rtdyld

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// tail is a jump to a continuation at the very end of a template's code.
type tail struct {
	size uint64 // bytes; 0: there is none
	to   int    // the continuation
}

// heldRef is a relocation.
type heldRef struct {
	sec objfmt.SectionID
	rec objfmt.Reloc
}

// findTail finds the jump that the code ends with, and makes its relocation the last one of its section.
func (t *Template) findTail(all []run) {
	t.refs = make([]*heldRef, len(t.cfg.Continuations))
	t.odd = t.oddEntry()
	code := t.codeSize()
	for i := range all {
		r := &all[i]
		if r.kind != objfmt.KindCode || r.off+r.size != code {
			continue
		}
		mem := t.parts[r.kind].master[r.off:][:r.size]
		for k, rec := range r.records {
			value, ok := t.isHole(rec.Sym)
			if !ok || value < len(t.cfg.Holes) {
				continue
			}
			size := t.obj.table.EndJump(bin.Order{Big: t.obj.img().Big}, mem, r.file, &rec)
			if size == 0 || t.writesBehind(r, k, r.size-size) {
				continue
			}
			t.tail, r.tail = tail{size, value - len(t.cfg.Holes)}, true
			r.records = append(slices.Delete(r.records, k, k+1), rec)
			return
		}
	}
}

// writesBehind reports whether another relocation than record k of a run writes at an offset or behind it.
func (t *Template) writesBehind(r *run, k int, off uint64) bool {
	table := t.obj.table
	for i, rec := range r.records {
		row := &table.Rows[rec.Type]
		if i != k && row.Expr != reloc.None && rec.Offset+uint64(table.Width(row.Field)) > off {
			return true
		}
	}
	return false
}

// codeSize is the size of a template's code without stubs, bytes.
func (t *Template) codeSize() (end uint64) {
	o := t.obj
	for i := range o.img().Sections {
		if s := &o.img().Sections[i]; s.Kind == objfmt.KindCode && o.kept(objfmt.SectionID(i)) {
			end = max(end, o.lay.Sections[i].Off()+s.Size)
		}
	}
	return end
}

// oddEntry is bit 0 of the address of a function at the start of the code.
func (t *Template) oddEntry() uint64 {
	o := t.obj
	if len(o.table.Arch.Interworking) == 0 {
		return 0
	}
	for i := range o.img().Symbols {
		s := &o.img().Symbols[i]
		if s.Section >= objfmt.SecSpecial || s.Type != objfmt.SymFunc || o.img().Sections[s.Section].Kind != objfmt.KindCode || !o.kept(s.Section) {
			continue
		}
		if o.lay.Sections[s.Section].Off()+s.Value&^1 == 0 {
			return s.Value & 1
		}
	}
	return 0
}

// noteRefs keeps the first relocation to each continuation, for errors.
func (t *Template) noteRefs(r *run) {
	for _, rec := range r.records {
		if value, ok := t.isHole(rec.Sym); ok && value >= len(t.cfg.Holes) && t.refs[value-len(t.cfg.Holes)] == nil {
			t.refs[value-len(t.cfg.Holes)] = &heldRef{r.sec, rec}
		}
	}
}
