package rtdyld

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// scanners keeps the scratch memory of scans between batches and linkers.
var scanners = sync.Pool{New: func() any { return new(scanScratch) }}

type scanScratch struct {
	reloc.Scanner
	chunk [objfmt.DecodeChunk]objfmt.Reloc
}

// scan walks over all relocations of the sections that count: it checks them and
// finds out which slots and stubs they need.
func (l *Linker) scan(ctx context.Context, b *batch) error {
	err := l.each(b.objs, l.workers(b.bytes), (*Linker).scanObject)
	b.twins.clear()
	if err != nil {
		return err
	}
	for _, o := range b.objs {
		for _, d := range o.dead {
			l.use(o, d.owner)
		}
		if o.img.HasTLS || o.plan.UsesLocal {
			if l.cfg.TLS == nil {
				return fmt.Errorf("%s: thread-locals need Config.TLS: %w", o.name, ErrTLS)
			}
		}
	}
	return nil
}

func (l *Linker) scanObject(o *Object) error {
	sc := scanners.Get().(*scanScratch)
	defer scanners.Put(sc)
	img := o.img
	o.huge = l.isHuge(o)
	o.findThumb()
	sc.Begin(len(img.Symbols))
	for i := range img.Sections {
		id := objfmt.SectionID(i)
		sec := &img.Sections[i]
		debug := l.forDebug(o, id)
		size := sec.Size
		if debug {
			mem, err := o.debugContents(id)
			if err != nil {
				return err
			}
			size = uint64(len(mem))
		}
		if len(sec.Raw) == 0 || !debug && !o.kept(id) {
			continue
		}
		sc.Inert = debug
		if sec.Role == objfmt.RoleEHFrame && o.drops {
			spans, err := o.deadFDEs(sec)
			if err != nil {
				return err
			}
			if spans != nil {
				if o.fdes == nil {
					o.fdes = map[objfmt.SectionID][]span{}
				}
				o.fdes[id] = spans
			}
		}
		if sec.Role == objfmt.RoleExidx && o.drops {
			if err := o.findDeadEntries(id, sec); err != nil {
				return err
			}
		}
		for raw := sec.Raw; len(raw) > 0; {
			n, rest, err := img.Format.Decode(img, sec, sc.chunk[:], raw)
			if err != nil {
				return err
			}
			if sec.Flags&objfmt.SecZeroFill != 0 && n > 0 {
				return &objfmt.FormatError{File: o.name, What: "section " + strconv.Itoa(int(sec.Number)), Msg: "relocations in a section without contents"}
			}
			rs := o.live(id, sec, sc.chunk[:n])
			if o.thumbs != nil {
				o.nameThumb(&reloc.Env{Table: o.table, Order: bin.Order{Big: img.Big}}, reloc.Place{File: sec.Data}, rs)
			}
			if k, why := sc.Scan(o.table, size, rs); why != reloc.OK {
				return o.fault(id, &rs[k], why, 0)
			}
			o.plan.Relocs += uint64(n)
			raw = rest
		}
	}
	if o.namesTLS {
		for i := range img.Symbols {
			if img.Symbols[i].Type == objfmt.SymTLS && sc.Plain(objfmt.SymbolID(i)) {
				if err := l.checkTLSUse(o); err != nil {
					return err
				}
				break
			}
		}
	}
	for _, m := range o.mentions {
		if m.sym != objfmt.NoSymbol {
			sc.NeedSlot(m.sym)
		}
	}
	if sym := o.coffTLS.index; sym != 0 {
		sc.NeedSlot(sym - 1)
	}
	o.findUnused(sc)
	var err error
	sc.Own = l.isClassic()
	sc.NoStubs = o.huge
	sc.Within = l.cfg.Stubs == NoStubs
	sc.End(o.table, img.Symbols, func(sym objfmt.SymbolID) bool { return l.away(o, sym) }, o.firstRoom, &o.plan)
	if o.drops {
		err = l.findDead(o, sc)
	}
	if err == nil && o.coff {
		err = o.checkMarked(sc)
	}
	return err
}

// findUnused lists the names that the symbol table leaves open and no relocation needs.
func (o *Object) findUnused(sc *scanScratch) {
	for k, id := range o.ids {
		sym := o.img.FirstGlobal + objfmt.SymbolID(k)
		if !sc.Named(sym) && id < idSpecial && o.img.Symbols[sym].Section == objfmt.SecUndef {
			o.unused = append(o.unused, sym)
		}
	}
	if len(o.unused) == 0 {
		return
	}
	for i := range o.img.Symbols {
		s := &o.img.Symbols[i]
		if s.Section != objfmt.SecAlias || !sc.Named(objfmt.SymbolID(i)) {
			continue
		}
		if t := aliasTarget(o.img, s); t != objfmt.NoSymbol {
			sc.Name(t)
		}
	}
	o.unused = slices.DeleteFunc(o.unused, sc.Named)
}

// isUnused reports whether findUnused has found a symbol.
func (o *Object) isUnused(sym objfmt.SymbolID) bool {
	if len(o.unused) == 0 {
		return false
	}
	_, found := slices.BinarySearch(o.unused, sym)
	return found
}

// checkMarked refuses relocations to entries of a COFF symbol table that stand for
// nothing: auxiliary records, and mentions of sections of other objects.
func (o *Object) checkMarked(sc *scanScratch) error {
	for i := range o.img.Symbols {
		s, sym := &o.img.Symbols[i], objfmt.SymbolID(i)
		if s.Bind != objfmt.BindLocal || s.Section != objfmt.SecUndef || !sc.Marked(sym) {
			continue
		}
		for k := range o.img.Sections {
			id := objfmt.SectionID(k)
			if !o.l.wanted(o, id) {
				continue
			}
			for r, err := range o.relocs(id) {
				if err != nil {
					return err
				}
				if r.Sym == sym {
					return o.fault(id, &r, reloc.BadSymbol, 0)
				}
			}
		}
	}
	return nil
}

// debugContents makes the linker's own copy of a section for debuggers.
func (o *Object) debugContents(id objfmt.SectionID) ([]byte, error) {
	b, err := o.img.Contents(id)
	if err != nil {
		return nil, err
	}
	if o.img.Sections[id].Flags&objfmt.SecCompressed == 0 {
		b = bytes.Clone(b)
	}
	if o.debug == nil {
		o.debug = map[objfmt.SectionID][]byte{}
	}
	o.debug[id] = b
	return b, nil
}

// wanted reports whether a section is processed.
func (l *Linker) wanted(o *Object, id objfmt.SectionID) bool {
	return o.kept(id) || l.forDebug(o, id)
}

// away reports whether what a symbol stands for is in another object.
func (l *Linker) away(o *Object, sym objfmt.SymbolID) bool {
	if l.isClassic() {
		return l.external(o, sym)
	}
	s := &o.img.Symbols[sym]
	switch {
	case s.Bind == objfmt.BindLocal:
		return false
	case s.Section == objfmt.SecUndef:
		return o.ids[sym-o.img.FirstGlobal] < idSpecial
	case s.Bind == objfmt.BindGlobal && s.Section < objfmt.SecSpecial && !(o.drops && o.dropped(s.Section)):
		return false
	}
	id := o.ids[sym-o.img.FirstGlobal]
	return id < idSpecial && l.names.entries[id].obj != o.num+1
}

// fault makes the error of a relocation that scan or apply refused.
func (o *Object) fault(id objfmt.SectionID, r *objfmt.Reloc, why reloc.Fault, value uint64) error {
	img := o.img
	e := &RelocError{
		Object: o.name, Section: o.sectionText(id), Offset: r.Offset,
		Type: o.table.Name(r.Type), Symbol: o.symbolName(r.Sym),
	}
	if e.Type == "" {
		e.Type = fmt.Sprintf("relocation type %d", r.Type)
	}
	switch why {
	case reloc.UnknownType:
		e.Msg, e.Err = "unknown type", ErrUnsupported
		if o.table.Name(r.Type) != "" {
			e.Msg = "not supported" // its row has a name and no formula
		}
	case reloc.DynamicType:
		e.Msg, e.Err = "type is for dynamic linkers only", ErrUnsupported
	case reloc.BadSymbol:
		e.Symbol = fmt.Sprintf("symbol %d", r.Sym)
		e.Msg, e.Err = "symbol number is past the symbol table", objfmt.ErrFormat
		if uint64(r.Sym) < uint64(len(img.Symbols)) {
			e.Msg = "entry of the symbol table that is no symbol"
		}
	case reloc.BadOffset:
		e.Msg, e.Err = fmt.Sprintf("field is outside the section of %#x bytes", img.Sections[id].Size), objfmt.ErrFormat
	default:
		f := o.table.Rows[r.Type].Field
		re := &reloc.RangeError{
			Object: e.Object, Section: e.Section, Offset: e.Offset, Type: e.Type, Symbol: e.Symbol,
			Value: value, Field: f, Limits: o.table.FieldText(f), Weak: o.openWeak(r.Sym),
		}
		if why == reloc.Misaligned {
			re.Align = o.table.AlignAt(f, o.mem(id)[r.Offset:])
		}
		return re
	}
	return e
}

// sectionText clones the name of a section.
func (o *Object) sectionText(id objfmt.SectionID) string {
	return strings.Clone(o.img.SectionName(id))
}

// symbolName is how errors call a symbol.
func (o *Object) symbolName(sym objfmt.SymbolID) string {
	if k := int(sym) - len(o.img.Symbols); k >= 0 && o.classic != nil && k < len(o.classic.made) {
		return o.symbolName(o.classic.made[k].sym)
	}
	if n := o.img.DisplayName(sym); n != "" {
		return n
	}
	return fmt.Sprintf("symbol %d", sym)
}

// openWeak reports whether a symbol is weak and nobody defines it.
func (o *Object) openWeak(sym objfmt.SymbolID) bool {
	img := o.img
	if sym < img.FirstGlobal || uint64(sym) >= uint64(len(img.Symbols)) || img.Symbols[sym].Bind != objfmt.BindWeak {
		return false
	}
	id := o.ids[sym-img.FirstGlobal]
	return id < idSpecial && o.l.names.entries[id].class == defNone
}
