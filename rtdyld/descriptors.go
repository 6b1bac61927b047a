package rtdyld

import (
	"context"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Where a symbol is that of a function's descriptor, the code that the descriptor leads to decides what
// becomes of it.

// findDescriptors finds those of an object. The error is the context's.
func (o *Object) findDescriptors(ctx context.Context) (err error) {
	if o.steps.Descriptors != nil {
		o.descriptors, err = o.steps.Descriptors(ctx, o.img())
	}
	return err
}

// lost reports whether a definition of the object is in a dropped section, or is the descriptor of code that is.
func (o *Object) lost(s *objfmt.Symbol) bool {
	return s.Section < objfmt.SecSpecial && (o.dropped(s.Section) || o.descriptors != nil && o.lostCode(s))
}

// lostCode is lost for the descriptor of code.
func (o *Object) lostCode(s *objfmt.Symbol) bool {
	_, lost := o.lostIn(s)
	return lost
}

// lostIn is lost, and says which section was dropped.
func (o *Object) lostIn(s *objfmt.Symbol) (id objfmt.SectionID, lost bool) {
	if s.Section >= objfmt.SecSpecial || !o.drops {
		return objfmt.SecUndef, false
	}
	if o.dropped(s.Section) {
		return s.Section, true
	}
	if d := o.descriptors.At(s.Section, s.Value); d != nil {
		if in := o.img().Symbols[d.Sym].Section; in < objfmt.SecSpecial && o.dropped(in) {
			return in, true
		}
	}
	return objfmt.SecUndef, false
}

// owns reports whether the object's definition of a global symbol counts.
func (o *Object) owns(sym objfmt.SymbolID) bool {
	id := o.ids[sym-o.img().FirstGlobal]
	return id >= symtab.Special || o.l.names.At(id).Is(o.num, sym)
}

// isAway reports whether the code of a descriptor is no place in the object that counts.
func (o *Object) isAway(d *quirk.Descriptor) bool {
	s := &o.img().Symbols[d.Sym]
	return s.Section >= objfmt.SecSpecial || o.dropped(s.Section) || d.Sym >= o.img().FirstGlobal && !o.owns(d.Sym)
}

// leadsAway is isAway for the descriptor at a symbol, if there is one.
func (o *Object) leadsAway(s *objfmt.Symbol) bool {
	d := o.descriptors.At(s.Section, s.Value)
	return d != nil && o.isAway(d)
}

// checkCodeNames refuses relocations that want the address of code by a name that nobody defines but as that of a descriptor: branches alone are led on
// from there.
func (l *Linker) checkCodeNames(ctx context.Context, o *Object) error {
	var done heed.Count
	names := map[objfmt.SymbolID]bool{}
	for k, id := range o.ids {
		if err := done.Items(ctx, 1); err != nil {
			return o.ended("bind", err)
		}
		sym := o.img().FirstGlobal + objfmt.SymbolID(k)
		if id >= symtab.Special || o.img().Symbols[sym].Section != objfmt.SecUndef {
			continue
		}
		if text := o.img().SymbolName(sym); strings.HasPrefix(text, ".") && l.names.Text(id) != text {
			names[sym] = true
		}
	}
	if len(names) == 0 {
		return nil
	}
	c := cursors.Get().(*records.Cursor)
	defer putCursor(c)
	o.begin(ctx, c)
	for i := range o.img().Sections {
		id := objfmt.SectionID(i)
		if !o.kept(id) {
			continue
		}
		o.start(c, id)
		for r := c.Record(); r != nil; r = c.Record() {
			if row := &o.table.Rows[r.Type]; names[r.Sym] && row.Need != reloc.NeedStub && row.Expr != reloc.None {
				return &RelocError{
					Object: o.name, Section: strings.Clone(o.img().SectionName(id)), Offset: r.Offset, Type: row.Name,
					Symbol: o.img().DisplayName(r.Sym), Msg: "it is the code of a function, which branches alone find by its descriptor", Err: ErrUnsupported,
				}
			}
		}
		if err := c.Err(); err != nil {
			return err
		}
	}
	return nil
}
