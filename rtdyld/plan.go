package rtdyld

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// scan walks over all relocations of the sections that count: it checks them and
// finds out which GOT entries and stubs they need.
func (l *Linker) scan(ctx context.Context, b *batch) error {
	b.load.together = l.mayBeTogether(b)
	err := l.compute(ctx, b.load.bytes, b.objs, task{(*Linker).scanObject, true})
	b.load.counterparts.clear()
	if err != nil {
		return err
	}
	for _, o := range b.objs {
		b.together = b.together || o.plan.Together
		for _, d := range o.dead {
			l.names.Use(o.num, d.owner)
		}
		if o.img().HasTLS || o.plan.UsesLocal {
			if l.cfg.TLS == nil {
				return fmt.Errorf("%s: thread-locals need Config.TLS: %w", texts.Name(o.name), ErrTLS)
			}
		}
	}
	return nil
}

// scanObject is scan for an object.
func (l *Linker) scanObject(ctx context.Context, o *Object, sc *scratch) error {
	if o.steps.Naming != nil {
		var err error
		if o.naming, err = o.steps.Naming(ctx, o.img(), o.table); err != nil {
			return o.ended("scan relocations", err)
		}
	}
	o.begin(ctx, &sc.cursor)
	policy, err := l.policy(ctx, o, &sc.cursor)
	if err != nil {
		return err
	}
	if f := o.batch.few; f != nil {
		o.plan.Take(f.entries[:])
	}
	sections, placed, planned := o.img().Sections, o.lay.Sections, o.planned(policy)
	sc.Begin(&o.plan, &planned, (*symbols)(o))
	every := l.cfg.AllSections || o.plan.Extents != nil // sections without records, too, are prepared for something
	for lo := 0; lo < len(sections); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(sections))
		if err != nil {
			return o.ended("scan relocations", err)
		}
		for i := lo; i < hi; i++ {
			var err error
			if sec, at := &sections[i], &placed[i]; every {
				err = l.scanSection(ctx, o, objfmt.SectionID(i), sec, at, sc)
			} else if len(sec.Raw) > 0 && at.Kept(sec) {
				err = o.scanRecords(ctx, objfmt.SectionID(i), sec, at.Addr, sc)
			}
			if err != nil {
				return err
			}
		}
	}
	if o.namesTLS {
		if err := l.checkPlainTLS(ctx, o, sc); err != nil {
			return err
		}
	}
	if err := o.needOwn(ctx, sc); err != nil {
		return o.ended("scan relocations", err)
	}
	if err := o.findUnused(ctx, sc); err != nil {
		return o.ended("find unused names", err)
	}
	if err := sc.End(ctx, o.ids[len(o.img().Hashes):cap(o.ids)]); err != nil {
		return o.ended("plan stubs", err)
	}
	if o.drops {
		if err := l.findDead(ctx, o, sc); err != nil {
			return err
		}
	}
	if o.steps.Holes {
		return o.checkMarked(ctx, sc)
	}
	return nil
}

// planned is what a plan has to know of the object.
func (o *Object) planned(p stubs.Policy) stubs.Object {
	x := stubs.Object{Table: o.table, Image: o.img(), Policy: p, InReach: o.l.cfg.Stubs == NoStubs, Together: o.batch.load.together, LocalsHere: o.descriptors == nil}
	if len(o.mentions) > 0 && o.importsInSections() {
		x.Import = func(sym objfmt.SymbolID) bool { return o.importOf(sym) != 0 }
	}
	return x
}

// needOwn notes the GOT entries that the object's own names are for, and the code.
func (o *Object) needOwn(ctx context.Context, sc *scratch) error {
	var done heed.Count
	inSections := o.importsInSections()
	for _, m := range o.mentions {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		if m.sym != objfmt.NoSymbol && !inSections {
			sc.NeedGOT(m.sym)
		}
	}
	if sym := o.own.module; sym != 0 {
		sc.NeedGOT(sym - 1)
	}
	for _, s := range o.supplied {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		sc.Supply(s.of, o.table.Arch.Supplies[s.of].Skip(s.number))
	}
	return nil
}

// scanSection is scanRecords for section sec, at placed, whether it is in memory, for debuggers alone or neither; it
// decides what room the section has for stubs, too.
func (l *Linker) scanSection(ctx context.Context, o *Object, id objfmt.SectionID, sec *objfmt.Section, placed *place.Section, sc *scratch) error {
	debug := l.forDebug(o, id)
	size := sec.Size
	if debug {
		mem, err := o.debugContents(ctx, id)
		if err != nil {
			return err
		}
		if debug = mem != nil; debug {
			size = uint64(len(mem)) // what the header says may be anything
		}
	}
	if len(sec.Raw) > 0 && (debug || placed.Kept(sec)) {
		if err := o.scanRecords(ctx, id, sec, placed.Addr, sc); err != nil {
			return err
		}
	}
	if o.plan.Extents == nil {
		return nil
	}
	return o.finishSection(id, size, debug, sc)
}

// scanRecords checks the relocations of section sec, which is at addr, and notes what they need. Of one for debuggers
// alone the object has the contents.
func (o *Object) scanRecords(ctx context.Context, id objfmt.SectionID, sec *objfmt.Section, addr uint64, sc *scratch) error {
	cur := &sc.cursor
	if o.drops {
		if err := o.findErased(ctx, id, sec, sc); err != nil {
			return err
		}
		cur.Erased = o.erased
	}
	cur.Start(id, sec.Data, addr)
	size, debug := sec.Size, false
	if o.debug != nil {
		var mem []byte
		if mem, debug = o.debug[id]; debug {
			size = uint64(len(mem))
			if sec.Flags&objfmt.SecCompressed != 0 {
				cur.File = mem
			}
		}
	}
	sc.Start(&cur.Section, debug)
	if sc.ByRow() {
		cur.ByRow()
	}
	for {
		if rows, l, from := cur.Rows(); rows != nil {
			k, why := sc.ScanRows(size, rows, l, from)
			if why != reloc.OK {
				return o.fault(id, cur.Row(rows, k), why, 0)
			}
			cur.Took(rows, k)
			continue
		}
		if !cur.Next() {
			break
		}
		if k, why := sc.Scan(size, cur.Chunk); why != reloc.OK {
			return o.fault(id, &cur.Chunk[k], why, 0)
		}
	}
	if err := cur.Err(); err != nil {
		return err
	}
	o.relocs += uint64(cur.Decoded)
	return nil
}

// finishSection decides how much a section that has been scanned takes with its stubs.
func (o *Object) finishSection(id objfmt.SectionID, size uint64, debug bool, sc *scratch) error {
	if err := sc.Finish(id, size, o.behind(&o.img().Sections[id])); err != nil {
		var none *stubs.FullError
		if errors.As(err, &none) {
			return &NoStubError{Object: o.name, Section: o.sectionText(id), ID: id, Offset: none.Off, Symbol: o.symbolName(none.Sym)}
		}
		return &TooLargeError{Object: o.name, Section: o.sectionText(id), ID: id, Size: size}
	}
	if extent := o.plan.Extent(id); extent != nil && debug {
		o.debug[id] = append(o.debug[id], make([]byte, max(extent.Size, size)-size)...)
	}
	return nil
}

// findErased notes the parts of a section that describe dropped code.
func (o *Object) findErased(ctx context.Context, id objfmt.SectionID, sec *objfmt.Section, sc *scratch) error {
	d := describing[sec.Role]
	if d.dead == nil {
		return nil
	}
	fields, err := o.deadFields(ctx, id, sec, sc.fields[:0])
	sc.fields = fields
	if err != nil || len(fields) == 0 {
		return err
	}
	spans, err := d.dead(ctx, sec.Data, fields, bin.Order{Big: o.img().Big})
	if err != nil {
		return o.ended("find what describes dropped code", err)
	}
	if len(spans) > 0 {
		o.erased = append(o.erased, records.Spans{ID: id, Spans: spans})
	}
	return nil
}

// deadFields appends to dead, which is empty, the offsets of the fields of a section that refer to dropped sections, in ascending order.
func (o *Object) deadFields(ctx context.Context, id objfmt.SectionID, sec *objfmt.Section, dead []uint64) ([]uint64, error) {
	c := cursors.Get().(*records.Cursor)
	defer putCursor(c)
	c.Begin(o.img()) // all records: which count is what is to be found out
	c.Context = ctx
	c.Start(id, sec.Data, 0)
	c.ByRow()
	syms := o.img().Symbols
	gone := func(sym objfmt.SymbolID) bool {
		if uint64(sym) >= uint64(len(syms)) {
			return false
		}
		in := syms[sym].Section
		return in < objfmt.SecSpecial && o.dropped(in)
	}
	for {
		rows, l, from := c.Rows()
		if rows == nil {
			r := c.Record()
			if r == nil {
				break
			}
			if gone(r.Sym) {
				dead = append(dead, r.Offset)
			}
			continue
		}
		n := 0
		for b := rows; len(b) >= l.Size; b, n = b[l.Size:], n+1 {
			off, _, sym, _, ok := l.Row(b, from)
			if !ok {
				break
			}
			if gone(sym) {
				dead = append(dead, off)
			}
		}
		c.Took(rows, n)
	}
	if err := c.Err(); err != nil {
		return dead, err
	}
	if !slices.IsSorted(dead) {
		if err := heed.Sort(ctx, dead, cmp.Compare[uint64]); err != nil {
			return dead, o.ended("find what describes dropped code", err)
		}
	}
	return dead, nil
}

// findUnused lists the names that the symbol table leaves undefined and no relocation needs.
func (o *Object) findUnused(ctx context.Context, sc *scratch) error {
	img := o.img()
	syms := img.Symbols[img.FirstGlobal:]
	for lo := 0; lo < len(o.ids); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(o.ids))
		if err != nil {
			return err
		}
		for k := lo; k < hi; k++ {
			if sym := img.FirstGlobal + objfmt.SymbolID(k); !sc.Named(sym) && syms[k].Section == objfmt.SecUndef && o.ids[k] < symtab.Special {
				o.unused = append(o.unused, sym)
			}
		}
	}
	if len(o.unused) == 0 {
		return nil
	}
	for lo := 0; lo < len(img.Symbols); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(img.Symbols))
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			s := &img.Symbols[i]
			if s.Section != objfmt.SecAlias || !sc.Named(objfmt.SymbolID(i)) {
				continue
			}
			if t := aliasTarget(img, s); t != objfmt.NoSymbol {
				sc.Name(t)
			}
		}
	}
	all := o.unused
	o.unused = all[:0]
	for lo := 0; lo < len(all); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(all))
		if err != nil {
			return err
		}
		for _, sym := range all[lo:hi] {
			if !sc.Named(sym) {
				o.unused = append(o.unused, sym)
			}
		}
	}
	return nil
}

// isUnused reports whether findUnused has found a symbol.
func (o *Object) isUnused(sym objfmt.SymbolID) bool {
	if len(o.unused) == 0 {
		return false
	}
	_, found := slices.BinarySearch(o.unused, sym)
	return found
}

// checkMarked refuses relocations to entries of the symbol table that name nothing:
// in COFF auxiliary records, and mentions of sections of other objects.
func (o *Object) checkMarked(ctx context.Context, sc *scratch) error {
	c := &sc.cursor
	var done heed.Count
	img := o.img()
	for i := range img.Symbols {
		if err := done.Items(ctx, 1); err != nil {
			return o.ended("scan relocations", err)
		}
		s, sym := &img.Symbols[i], objfmt.SymbolID(i)
		if s.Bind != objfmt.BindLocal || s.Section != objfmt.SecUndef || !sc.Marked(sym) {
			continue
		}
		for k := range o.img().Sections {
			id := objfmt.SectionID(k)
			if !o.l.wanted(o, id) {
				continue
			}
			o.start(c, id)
			for r := c.Record(); r != nil; r = c.Record() {
				if r.Sym == sym {
					return o.fault(id, r, reloc.BadSymbol, 0)
				}
			}
			if err := c.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// debugContents makes the linker's own copy of a section for debuggers. It is nil if there is no decompressor for that:
// code does without, and what asks for its contents is told so.
func (o *Object) debugContents(ctx context.Context, id objfmt.SectionID) ([]byte, error) {
	b, err := o.img().ContentsContext(ctx, id)
	compressed := o.img().Sections[id].Flags&objfmt.SecCompressed != 0
	unread := compressed && errors.Is(err, objfmt.ErrUnsupported)
	switch {
	case unread:
		b = nil
	case err != nil:
		return nil, err
	case compressed && b == nil:
		b = []byte{} // of no bytes
	case !compressed:
		own := make([]byte, len(b))
		if err := heed.Copy(ctx, own, b); err != nil {
			return nil, o.ended("copy sections", err)
		}
		b = own
	}
	if o.debug == nil {
		o.debug = map[objfmt.SectionID][]byte{}
	}
	o.debug[id] = b
	return b, nil
}

// symbols is an Object as [stubs.Symbols].
type symbols Object

// Away implements [stubs.Symbols].
func (a *symbols) Away(sym objfmt.SymbolID) bool {
	o := (*Object)(a)
	img := o.img()
	s := &img.Symbols[sym]
	switch {
	case o.descriptors != nil && o.leadsAway(s):
		return true
	case s.Bind == objfmt.BindLocal:
		return false
	case s.Section == objfmt.SecUndef:
		id := o.ids[sym-img.FirstGlobal]
		return id < symtab.Special || id == idEdge // which may be another object's
	case s.Bind == objfmt.BindGlobal && s.Section < objfmt.SecSpecial && !(o.drops && o.lost(s)):
		return false
	}
	id := o.ids[sym-img.FirstGlobal]
	return id < symtab.Special && !o.l.names.At(id).OwnedBy(o.num)
}

// Together implements [stubs.Symbols].
func (a *symbols) Together(sym objfmt.SymbolID) bool {
	o := (*Object)(a)
	img := o.img()
	if sym < img.FirstGlobal {
		return false
	}
	id := o.ids[sym-img.FirstGlobal]
	return id < symtab.Special && o.l.names.At(id).Stays()
}

// External implements [stubs.Symbols].
func (a *symbols) External(sym objfmt.SymbolID) bool {
	o := (*Object)(a)
	img := o.img()
	if sym < img.FirstGlobal || img.Symbols[sym].Bind == objfmt.BindLocal || img.Symbols[sym].Defined() {
		return false
	}
	id := o.ids[sym-img.FirstGlobal]
	if id >= symtab.Special {
		return false
	}
	owner, defined := o.l.names.At(id).Owner()
	return !defined || compareObjects(o.l.object(owner), o) > 0
}

// fault makes the error of a relocation that scan or apply refused.
func (o *Object) fault(id objfmt.SectionID, r *objfmt.Reloc, why reloc.Fault, value uint64) error {
	img := o.img()
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
	case reloc.BadChain:
		e.Msg, e.Err = "it is at one place with others, and they make no value together", objfmt.ErrFormat
	case reloc.NoRestore:
		e.Msg, e.Err = "what it branches to may have another base of its table, and there is no nop behind it to restore r2", ErrUnsupported
	case reloc.NoEntry:
		e.Msg, e.Err = "what it refers to may have another base of its table, and has no local entry point", ErrUnsupported
	case reloc.NoPartner:
		e.Msg, e.Err = "its symbol is no label of the relocation that this one has the low part of", objfmt.ErrFormat
		if o.table.Rows[r.Type].Expr != reloc.OfPartner {
			e.Msg = "the other half of a difference is not there"
		}
	default:
		row := &o.table.Rows[r.Type]
		f := row.Field.Takes(row.Expr, describing[img.Sections[id].Role].signed)
		re := &reloc.RangeError{
			Object: e.Object, Section: e.Section, Offset: e.Offset, Type: e.Type, Symbol: e.Symbol,
			Value: value, Field: f, Limits: o.table.FieldText(f), Weak: o.undefinedWeak(r.Sym),
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
	return strings.Clone(o.img().SectionName(id))
}

// symbolName is how errors call a symbol.
func (o *Object) symbolName(sym objfmt.SymbolID) string {
	if k := int(sym) - len(o.img().Symbols); k >= 0 && k < len(o.plan.List) {
		sym = o.plan.List[k].Sym
	}
	if n := o.img().DisplayName(sym); n != "" {
		return n
	}
	return fmt.Sprintf("symbol %d", sym)
}

// undefinedWeak reports whether a symbol is weak and nobody defines it.
func (o *Object) undefinedWeak(sym objfmt.SymbolID) bool {
	img := o.img()
	if sym < img.FirstGlobal || uint64(sym) >= uint64(len(img.Symbols)) || img.Symbols[sym].Bind != objfmt.BindWeak {
		return false
	}
	id := o.ids[sym-img.FirstGlobal]
	return id < symtab.Special && !o.l.names.At(id).Defined()
}

// checkPlainTLS is checkTLSUse, if some relocation may be such a one.
func (l *Linker) checkPlainTLS(ctx context.Context, o *Object, sc *scratch) error {
	var done heed.Count
	for i := range o.img().Symbols {
		if err := done.Items(ctx, 1); err != nil {
			return o.ended("scan relocations", err)
		}
		if o.img().Symbols[i].Type == objfmt.SymTLS && sc.Plain(objfmt.SymbolID(i)) {
			return l.checkTLSUse(ctx, o)
		}
	}
	return nil
}

// checkTLSUse refuses relocations that take a thread-local for something that has
// an address.
func (l *Linker) checkTLSUse(ctx context.Context, o *Object) error {
	img := o.img()
	c := cursors.Get().(*records.Cursor)
	defer putCursor(c)
	o.begin(ctx, c)
	for i := range img.Sections {
		id := objfmt.SectionID(i)
		if !o.kept(id) {
			continue
		}
		o.start(c, id)
		for r := c.Record(); r != nil; r = c.Record() {
			row := &o.table.Rows[r.Type]
			if r.Sym < img.FirstGlobal || row.Need >= reloc.NeedTLSGD || row.Expr == reloc.None || row.Expr == reloc.Size || row.Expr == reloc.SecRel || row.Expr == reloc.SecNumber || row.Need == reloc.NeedBase {
				continue
			}
			if n := o.ids[r.Sym-img.FirstGlobal]; n < symtab.Special && l.names.At(n).TLS() {
				return &RelocError{
					Object: o.name, Section: strings.Clone(img.SectionName(id)), Offset: r.Offset, Type: row.Name,
					Symbol: o.symbolName(r.Sym), Msg: "it is a thread-local, which has no address of its own", Err: ErrTLS,
				}
			}
		}
		if err := c.Err(); err != nil {
			return err
		}
	}
	return nil
}
