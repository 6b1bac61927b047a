package rtdyld

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// patches are relocations of a part that each instance has applied in a short way.
type patches struct {
	list []reloc.Patch
	of   []patchOf // likewise
	tail bool      // the last one is that of the tail
}

// patchOf is what a patch is made of, for values that need a longer way.
type patchOf struct {
	run *run // nil: of a word, which takes any value
	rec objfmt.Reloc
}

// compile makes patches of what can be, and keeps the others.
func (t *Template) compile(all []run) {
	var tail *patchOf
	var tailPatch reloc.Patch
	order := bin.Order{Big: t.obj.img().Big}
	for i := range all {
		r := &all[i]
		if r.joint {
			continue
		}
		p := &t.patches[r.kind]
		var rest []objfmt.Reloc
		for k, rec := range r.records {
			patch, ok := t.obj.table.NewPatch(order, &t.obj.plan.Entries, r.file, r.off, &rec)
			of := patchOf{r, rec}
			switch {
			case !ok:
				rest = append(rest, rec)
			case r.tail && k == len(r.records)-1:
				tail, tailPatch, r.tail = &of, patch, false
			default:
				p.list, p.of = append(p.list, patch), append(p.of, of)
			}
		}
		r.records = rest
	}
	for _, w := range t.words {
		p := &t.patches[objfmt.KindReadOnly]
		p.list, p.of = append(p.list, reloc.WordPatch(w.sym, uint32(w.off), t.obj.table.Arch.PtrSize)), append(p.of, patchOf{})
	}
	if tail != nil {
		p := &t.patches[objfmt.KindCode]
		p.list, p.of, p.tail = append(p.list, tailPatch), append(p.of, *tail), true
	}
}

// findMoving lists the places whose addresses instances need.
func (t *Template) findMoving() {
	used := make([]bool, len(t.addr))
	for k := range t.patches {
		for i := range t.patches[k].list {
			used[t.patches[k].list[i].Sym()] = true
		}
	}
	for i := range t.runs {
		for _, rec := range t.runs[i].records {
			used[rec.Sym] = true
			if rec.Sub != objfmt.NoSymbol {
				used[rec.Sub] = true
			}
		}
	}
	used[len(used)-1] = t.obj.plan.UsesBase
	for _, p := range t.located {
		if entry := int(p.at) >= len(t.obj.img().Symbols); t.parts[p.kind].own && (used[p.at] || entry && len(t.runs) > 0) {
			t.moving = append(t.moving, p)
		}
	}
	t.simple = len(t.runs) == 0 && len(t.moving) == 0
	for k := range t.parts {
		t.simple = t.simple && (k == int(objfmt.KindCode) || !t.parts[k].own || len(t.parts[k].master) == 0)
	}
}

// patch writes the fields of a part of an instance, without its tail if that is dropped.
func (t *Template) patch(env *reloc.Env, kind objfmt.Kind, at *Block, dropped bool) error {
	p := &t.patches[kind]
	list := p.list
	if dropped && p.tail {
		list = list[:len(list)-1]
	}
	for n := 0; ; n++ {
		if n += env.Patch(at.Mem, at.Addr, list[n:]); n == len(list) {
			return nil
		}
		of := &p.of[n]
		c := of.run.contents(at.Mem, at.Addr)
		one := [1]objfmt.Reloc{of.rec}
		if _, v, why := env.Apply(&c, one[:]); why != reloc.OK {
			return t.obj.fault(of.run.sec, &of.rec, why, v)
		}
	}
}
