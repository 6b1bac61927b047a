package rtdyld

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// In Layout RuntimeDyld sections count in the order in which RuntimeDyld first has to do with
// them, and each has room for its own stubs behind its contents. That order is decided here.

// emission is the order in which RuntimeDyld has to do with an object's sections.
type emission struct {
	order  []objfmt.SectionID // of allocation, those that the linker makes among them
	number []int              // by SectionID: the section's number among all the linker has emitted
	seen   []bool             // by SectionID
	last   int                // the number that the next section gets
}

// emitSections decides the order of an object's sections.
func (l *Linker) emitSections(ctx context.Context, o *Object) error {
	img := o.img()
	n := len(o.lay.Sections)
	e := &emission{number: make([]int, n), seen: make([]bool, n), last: l.emitted}
	o.emission = e
	var done heed.Count
	for i := range img.Symbols {
		if err := done.Items(ctx, 1); err != nil {
			return o.ended("lay out", err)
		}
		s := &img.Symbols[i]
		if s.Section < objfmt.SecSpecial && s.Type != objfmt.SymSection && s.Type != objfmt.SymFile && !l.takenBefore(o, objfmt.SymbolID(i)) {
			e.emit(s.Section)
		}
	}
	if size, _ := o.pseudoSize(place.Commons); size > 0 {
		e.emit(o.pseudo(place.Commons))
	}
	if err := l.emitReferred(ctx, o, e); err != nil {
		return err
	}
	if img.Triple.Format() == triple.ELF && (len(img.Sections) == 0 || img.Sections[0].Number != 0) {
		e.last++ // the null section
	}
	for i := range img.Sections {
		if err := done.Items(ctx, 1); err != nil {
			return o.ended("lay out", err)
		}
		e.emit(objfmt.SectionID(i))
	}
	for _, k := range [...]int{place.Stubs, place.IFuncs, place.IFuncData, place.GOT} {
		if size, _ := o.pseudoSize(k); size > 0 {
			e.emit(o.pseudo(k))
		}
	}
	e.allocationOrder(o.pseudo(place.GOT))
	l.emitted = e.last
	return nil
}

// uncount sets the number of emitted sections back, for a batch that could not be loaded.
func (l *Linker) uncount(emitted int) { l.emitted = emitted }

// emitReferred emits the sections with relocations and, as RuntimeDyld walks over these,
// those that they name, and the GOT where it is first needed.
func (l *Linker) emitReferred(ctx context.Context, o *Object, e *emission) error {
	c := cursors.Get().(*records.Cursor)
	defer putCursor(c)
	o.begin(ctx, c)
	if o.table.Arch.SplitType == nil {
		c.Naming = nil // RuntimeDyld goes by what the records say
	}
	var done heed.Count
	for i := range o.img().Sections {
		if err := done.Items(ctx, 1); err != nil {
			return o.ended("lay out", err)
		}
		id := objfmt.SectionID(i)
		sec := &o.img().Sections[i]
		if !l.wanted(o, id) {
			continue
		}
		if len(sec.Raw) > 0 || l.cfg.AllSections && o.img().Triple.Format() != triple.ELF {
			e.emit(id) // in ELF the records are in sections of their own
		}
		o.start(c, id)
		for r := c.Record(); r != nil; r = c.Record() {
			o.emitNamed(e, r.Sym)
			if r.Sub != objfmt.NoSymbol {
				o.emitNamed(e, r.Sub)
			}
			if o.plan.UsesGOT(&c.Section, r) {
				e.emit(o.pseudo(place.GOT))
			}
		}
		if err := c.Err(); err != nil {
			return err
		}
	}
	return nil
}

// emit gives a section its number, once.
func (e *emission) emit(id objfmt.SectionID) {
	if !e.seen[id] {
		e.seen[id] = true
		e.number[id] = e.last
		e.last++
		e.order = append(e.order, id)
	}
}

// emitNamed emits the section that a symbol names, if it names one.
func (o *Object) emitNamed(e *emission, sym objfmt.SymbolID) {
	if s := &o.img().Symbols[sym]; s.Type == objfmt.SymSection && s.Section < objfmt.SecSpecial {
		e.emit(s.Section)
	}
}

// allocationOrder moves the GOT to the end: it has its number from the first need and its
// memory once all entries are counted.
func (e *emission) allocationOrder(got objfmt.SectionID) {
	if i := slices.Index(e.order, got); i >= 0 {
		e.order = append(slices.Delete(e.order, i, i+1), got)
	}
}

// takenBefore reports whether an earlier object has brought what a weak symbol names.
func (l *Linker) takenBefore(o *Object, sym objfmt.SymbolID) bool {
	if o.img().Symbols[sym].Bind != objfmt.BindWeak || sym < o.img().FirstGlobal {
		return false
	}
	id := o.ids[sym-o.img().FirstGlobal]
	if id >= symtab.Special {
		return false
	}
	owner, defined := l.names.At(id).Owner()
	return defined && compareObjects(l.object(owner), o) < 0
}

// lowestEmitted is the lowest address of the sections that have one. RuntimeDyld gives
// none to those without a size, nor to those that are not loaded unless the caller does.
func (o *Object) lowestEmitted() uint64 {
	low := uint64(1<<64 - 1)
	for _, id := range o.emission.order {
		if addr := o.addr(id); addr != 0 && o.inMemory(id) && (int(id) >= len(o.img().Sections) || o.img().Sections[id].Size > 0) {
			low = min(low, addr)
		}
	}
	return low
}
