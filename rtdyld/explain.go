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
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Explain is [Linker.ExplainContext] without a limit.
func (l *Linker) Explain(name string) (*Explanation, error) {
	return l.explain(context.Background(), name, nil)
}

// ExplainContext says how a name got its address: which definition counts and which do not, what
// the name is an alias of, what the Resolver was asked and said, and who refers to it. It is
// about the name that all see, or one that some batch hides if there is no other;
// [Object.Explain] is about what one object sees. Whatever it tells is found out when it is asked,
// from the images: it takes as long as reading all relocations once, with the linker's lock held.
//
// Errors are [ErrClosed], an *[UndefinedError] for a name that no loaded object mentions, and that of a ctx that
// ends, which names the object at hand and matches ctx's.
func (l *Linker) ExplainContext(ctx context.Context, name string) (*Explanation, error) {
	return l.explain(ctx, name, nil)
}

// Explain is [Object.ExplainContext] without a limit.
func (o *Object) Explain(name string) (*Explanation, error) {
	return o.l.explain(context.Background(), name, o)
}

// ExplainContext is [Linker.ExplainContext] for the name that the object's own references find, as by
// [Object.Lookup]: one that its batch hides, or what the linker makes for the object itself.
//
// Errors are [ErrUnloaded] and those of Linker.ExplainContext.
func (o *Object) ExplainContext(ctx context.Context, name string) (*Explanation, error) {
	return o.l.explain(ctx, name, o)
}

// explain is Explain as an object sees names, nil: as all do.
func (l *Linker) explain(ctx context.Context, name string, o *Object) (*Explanation, error) {
	arch, steps, err := l.targetFor(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("explain %s: %w", texts.Name(name), err)
	}
	x := explainer{ctx: ctx, l: l, key: objfmt.KeyOf(name), at: o, e: &Explanation{Name: name}, own: linkerName(arch, steps, name)}
	if x.own != 0 {
		x.dso, x.got = askFixed(l.cfg.Fixed)
	}
	if err := x.lookup(); err != nil {
		return nil, err
	}
	e := x.e
	if e.Origin == FromResolver && e.Library == "" && l.cfg.Origin != nil {
		e.Library = l.cfg.Origin(name, e.Asked.Answer.Addr)
	}
	if l.cfg.Reasons != nil {
		e.Because(l.cfg.Reasons())
	}
	seen := map[*Object]bool{}
	for i := range e.Refs {
		if o := e.Refs[i].From; !seen[o] {
			seen[o] = true
			made, err := o.MadeContext(ctx)
			if err != nil {
				return nil, err
			}
			for _, m := range made {
				if m.Symbol != name {
					continue
				}
				e.Made = append(e.Made, MadeFor{o, m})
				if e.Origin == FromLinker && e.Symbol.Object == o && e.Symbol.Kind == Data && m.What == "got" {
					e.Symbol.Addr = m.Addr // the name is the entry
				}
			}
		}
	}
	return e, nil
}

// explainer answers one Explain.
type explainer struct {
	ctx      context.Context
	done     heed.Count
	l        *Linker
	e        *Explanation
	at       *Object // whose names count, nil for those that all see
	key      objfmt.Key
	own      uint32 // ID of a name that the linker gives each object, 0 for others
	dso, got fixed
	path     symtab.Explanation
	has      bool // the table has the name
}

// lookup does what needs the linker's lock.
func (x *explainer) lookup() error {
	l := x.l
	if err := l.lock(x.ctx); err != nil {
		return fmt.Errorf("explain %s: %w", texts.Name(x.e.Name), err)
	}
	defer l.mu.Unlock()
	if l.closed.Load() {
		return ErrClosed
	}
	unit := uint32(0)
	if x.at != nil {
		if x.at.gone() {
			return ErrUnloaded
		}
		unit = x.at.batch.names.Unit
	}
	if x.path, x.has = l.names.Explain(x.key, x.e.Name, unit); x.at != nil && (x.at.isSupplied(x.e.Name) || x.at.isEdge(x.e.Name)) {
		x.has = false // its own
	} else if x.has {
		x.definition()
	}
	all := make([]*Object, 0, l.objects.Len())
	for o := range l.all() {
		if !o.gone() && o.stage != loading {
			all = append(all, o)
		}
	}
	sortObjects(all)
	known := x.has
	for _, o := range all {
		has, err := x.object(o)
		if err != nil {
			return err
		}
		known = has || known
	}
	if !known {
		return &UndefinedError{[]UndefinedSymbol{{Name: x.e.Name}}}
	}
	return nil
}

// definition tells what the table has of the name.
func (x *explainer) definition() {
	l, e := x.l, x.e
	for _, s := range x.path.Steps {
		e.Aliases = append(e.Aliases, AliasOf{Name: l.entryName(s.To), Object: l.object(s.Object), Hidden: s.Adopted})
	}
	n := l.names.Settled(x.path.Final)
	e.Hidden, e.Bound = l.names.Unit(x.path.ID) != 0, n.Bound()
	if n.Asked() {
		e.Asked = &Question{Ref: Ref{Name: l.entryName(x.path.Final), Weak: true, Unused: true, TLS: n.TLS()}, Own: n.Own()}
		if im := l.imported(x.path.Final); im != nil {
			clone := *im
			e.Asked.Ref.Import, e.Library = &clone, im.Library
		}
	}
	switch {
	case n.HasOwner():
		o, sym := l.definition(x.path.Final)
		e.Origin, e.Symbol, e.Definition = FromObject, l.symbolOf(x.path.Final), o.definitionOf(sym)
	case n.Class() == symtab.External:
		e.Origin, e.Symbol = FromResolver, l.externalSymbol(x.path.Final)
		e.Asked.Answer = e.Symbol
	default:
		return
	}
	if addr := n.Addr(); n.Redirected() && addr != e.Symbol.Addr {
		e.Moved = &Moved{From: e.Symbol.Addr}
		e.Symbol.Addr = addr
		for _, c := range l.copies {
			if c.Addr == addr {
				e.Moved.Copied = true
			}
		}
	}
}

// externalSymbol is what the Resolver said of a name.
func (l *Linker) externalSymbol(id uint32) Symbol {
	n := l.names.Settled(id)
	told := l.names.Told(id)
	s := Symbol{Addr: n.Addr(), Size: told.Size, Module: told.Module, Kind: Kind(told.Kind), Found: true, Thread: threadOf(&told)}
	switch {
	case n.Left():
		s.Addr = LeaveAlone
	case n.Redirected():
		s.Addr = told.Addr
	}
	switch {
	case n.Func():
		s.Kind = Func
	case n.TLS():
		s.Kind = TLS
	case n.Abs():
		s.Kind = Abs
	}
	return s
}

// object tells what an object has to do with the name: its definitions that do not count and
// its references. It reports whether the object has the name at all.
func (x *explainer) object(o *Object) (known bool, err error) {
	var refs []objfmt.SymbolID
	for i := range o.img().Symbols {
		if err := x.done.Items(x.ctx, 1); err != nil {
			return false, o.ended("explain", err)
		}
		sym := objfmt.SymbolID(i)
		s := &o.img().Symbols[i]
		named := x.named(o, sym)
		switch {
		case named && (sym < o.img().FirstGlobal || s.Bind == objfmt.BindLocal):
			if s.Section >= objfmt.SecSpecial && s.Section != objfmt.SecAbs || s.Type == objfmt.SymFile {
				continue
			}
			x.local(o, sym)
		case named && !x.sees(o, sym):
			continue // another one of that name
		case named && s.Defined():
			x.definedBy(o, sym)
		case named && x.own != 0 && o.ids[sym-o.img().FirstGlobal] == x.own:
			x.madeFor(o)
		case named && x.madeBy(o, sym):
		case named: // a reference
		case x.has && sym >= o.img().FirstGlobal && o.ids[sym-o.img().FirstGlobal] == x.path.Final: // by an alias
		default:
			continue
		}
		known = true
		refs = append(refs, sym)
		if a := x.e.Asked; a != nil && x.wants(o, sym) {
			a.Ref.Weak = a.Ref.Weak && !o.demands(sym)
			a.Ref.Unused = a.Ref.Unused && o.isUnused(sym)
		}
	}
	if d := x.e.Definition; len(refs) > 0 || d != nil && d.Object == o {
		err = x.references(o, refs)
	}
	return known, err
}

// wants reports whether a symbol is a reference that asks for the name: one without definition, or a weak external of COFF that is an alias of nothing.
func (x *explainer) wants(o *Object, sym objfmt.SymbolID) bool {
	if sym < o.img().FirstGlobal {
		return false
	}
	s := &o.img().Symbols[sym]
	return !s.Defined() || s.Section == objfmt.SecAlias && o.ids[sym-o.img().FirstGlobal] == x.path.Final
}

// named reports whether a symbol has the name.
func (x *explainer) named(o *Object, sym objfmt.SymbolID) bool {
	if sym >= o.img().FirstGlobal {
		if wraps := x.l.cfg.Wrap.of(o.img().Triple); wraps != nil && o.img().Symbols[sym].Section == objfmt.SecUndef {
			_, text := nameFor(wraps, o.img(), sym)
			return text == x.e.Name
		}
		if h := o.img().Hashes[sym-o.img().FirstGlobal]; h != 0 && h != x.key.Hash {
			return false
		}
	}
	s := &o.img().Symbols[sym]
	return s.Type != objfmt.SymSection && o.img().NameAt(s.Name, s.NameLen) == x.e.Name
}

// sees reports whether a global symbol of the name means the entry that is explained.
func (x *explainer) sees(o *Object, sym objfmt.SymbolID) bool {
	if id := o.ids[sym-o.img().FirstGlobal]; id >= symtab.Special {
		return (x.own != 0 && id == x.own || id == idSupplied || id == idEdge) && (x.at == nil || x.at == o)
	}
	return x.has && x.l.names.Find(x.key, o.batch.names.Unit) == x.path.ID
}

// local describes a symbol that only its object sees.
func (x *explainer) local(o *Object, sym objfmt.SymbolID) {
	if x.has || x.e.Definition != nil {
		x.e.Losers = append(x.e.Losers, Loser{Definition: *o.definitionOf(sym), Why: LostLocal})
		return
	}
	s := &o.img().Symbols[sym]
	x.e.Origin, x.e.Definition = FromObject, o.definitionOf(sym)
	x.e.Symbol = Symbol{Addr: s.Value, Size: s.Size, Found: true, Object: o}
	if s.Section < objfmt.SecSpecial {
		x.e.Symbol.Addr += o.addr(s.Section)
	}
}

// definedBy describes a definition that does not count.
func (x *explainer) definedBy(o *Object, sym objfmt.SymbolID) {
	l := x.l
	n := l.names.Settled(x.path.Final)
	s := &o.img().Symbols[sym]
	if n.Is(o.num, sym) || s.Section == objfmt.SecAlias {
		return
	}
	lost := Loser{Definition: *o.definitionOf(sym)}
	if owner, ok := n.Owner(); ok {
		lost.To = l.object(owner)
	}
	class := symtab.DefOf(o.num, sym, s).Class
	switch {
	case o.lost(s):
		f := finder{ctx: x.ctx, l: l, o: o}
		in, _ := o.lostIn(s)
		w := f.winner(in)
		lost.Why, lost.Group = LostGroup, w.group
		if w.w != nil {
			lost.To = w.w
		}
	case class == symtab.Common && n.Class() == symtab.Common:
		lost.Why = LostMerged
	case class > n.Class() && n.Class() != symtab.Undefined:
		lost.Why = LostBound
	case class < n.Class():
		lost.Why = LostRank
	default:
		lost.Why = LostLater
	}
	x.e.Losers = append(x.e.Losers, lost)
}

// targetFor is an object's processor and what its target adds, for nil those of the linker's objects. The error is the context's.
func (l *Linker) targetFor(ctx context.Context, o *Object) (*reloc.Arch, *quirk.Steps, error) {
	if o != nil {
		return o.table.Arch, o.steps, nil
	}
	if err := l.lock(ctx); err != nil {
		return nil, nil, err
	}
	defer l.mu.Unlock()
	for o := range l.all() {
		return o.table.Arch, o.steps, nil
	}
	return new(reloc.Arch), &plain, nil
}

// madeFor describes a name that the linker gives each object.
func (x *explainer) madeFor(o *Object) {
	e := x.e
	if e.Origin != FromNowhere {
		return
	}
	e.Origin, e.Symbol = FromLinker, Symbol{Found: true, Object: o}
	switch x.own {
	case idGOT:
		e.What, e.Symbol.Addr = "the object's GOT", o.tableStart()
		if x.got.ok {
			e.Origin, e.Symbol.Addr = FromFixed, x.got.addr
		}
	case idBase:
		e.What, e.Symbol.Addr = "the base of the object's GOT", o.base()
	case idDSO:
		e.What, e.Symbol.Addr = "the object's own handle", o.handle()
		if x.dso.ok {
			e.Origin, e.Symbol.Addr = FromFixed, x.dso.addr
		}
	case idImageBase:
		e.What, e.Symbol.Addr = "the image base", x.l.imageBase
		if base := x.l.cfg.ImageBase; base != 0 {
			e.What, e.Symbol.Addr = "the image base, as Config.ImageBase says", base
		} else if e.Symbol.Addr == 0 {
			e.What = "the image base, which is chosen with the first object that is relocated"
		}
	}
}

// madeBy describes a name for which an object has a pointer or a value of its own since nothing
// defines it, and reports whether it does.
func (x *explainer) madeBy(o *Object, sym objfmt.SymbolID) bool {
	e, what := x.e, ""
	if sym >= o.img().FirstGlobal && o.ids[sym-o.img().FirstGlobal] == idSupplied {
		if e.Origin == FromNowhere {
			e.Origin, e.What = FromLinker, "code that linkers supply"
			e.Symbol = Symbol{Addr: o.suppliedAddr(sym), Kind: Func, Found: true, Object: o}
		}
		return true
	}
	if out, stop := o.edgeOf(sym); out != nil {
		if e.Origin == FromNowhere {
			e.Origin, e.What = FromLinker, out.text(stop)
			e.Symbol = Symbol{Addr: out.at(stop), Kind: Data, Found: true, Object: o}
		}
		return true
	}
	if id, ok := x.l.madeImport(o, sym); ok {
		what = "a GOT entry with the address of " + x.l.entryName(id)
	} else if x.l.isOwn(o, sym) {
		what = "a GOT entry with the number of the object's module of thread-locals"
	} else {
		return false
	}
	if e.Origin != FromNowhere {
		return true
	}
	e.Origin, e.What, e.Symbol = FromLinker, what, Symbol{Kind: Data, Found: true, Object: o}
	if o.own.constant == sym+1 {
		e.What, e.Symbol.Kind, e.Symbol.Addr = "a constant of the target", Abs, o.steps.Constant
	}
	return true
}

// references tells which relocations of an object refer to symbols.
func (x *explainer) references(o *Object, syms []objfmt.SymbolID) error {
	c := cursors.Get().(*records.Cursor)
	defer putCursor(c)
	o.begin(x.ctx, c)
	var f functionFinder
	for i := range o.img().Sections {
		if err := x.done.Items(x.ctx, 1); err != nil {
			return o.ended("explain", err)
		}
		id := objfmt.SectionID(i)
		if len(o.img().Sections[i].Raw) == 0 || !x.l.wanted(o, id) {
			continue
		}
		text := ""
		o.start(c, id)
		for r := c.Record(); r != nil; r = c.Record() {
			as := ""
			if _, ok := slices.BinarySearch(syms, r.Sym); !ok {
				if as = x.bySection(o, id, r); as == "" {
					continue
				}
			} else if n := o.symbolName(r.Sym); n != x.e.Name {
				as = n
			}
			if text == "" {
				text = o.sectionText(id)
			}
			u := Use{From: o, Reference: Reference{o.name, text, r.Offset, id}, Type: o.table.Name(r.Type), As: as}
			var err error
			if u.Function, err = f.at(x.ctx, o, id, r.Offset); err != nil {
				return o.ended("explain", err)
			}
			x.e.Refs = append(x.e.Refs, u)
		}
		if err := c.Err(); errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	return nil
}

// bySection gives ".data+0x4" for a record in section id that refers to the definition by its
// section's symbol, "" for others.
func (x *explainer) bySection(o *Object, id objfmt.SectionID, r *objfmt.Reloc) string {
	d := x.e.Definition
	if d == nil || d.Object != o || d.In >= objfmt.SecSpecial || int(r.Sym) >= len(o.img().Symbols) {
		return ""
	}
	if s := &o.img().Symbols[r.Sym]; s.Type != objfmt.SymSection || s.Section != d.In {
		return ""
	}
	file, err := o.fileBytes(x.ctx, id)
	if err != nil {
		return ""
	}
	beyond, ok := o.table.RefersTo(bin.Order{Big: o.img().Big}, file, r, o.img().Sections[id].Kind == objfmt.KindCode)
	if at := o.img().Symbols[r.Sym].Value + uint64(beyond); !ok || at-o.plan.OffsetOf(&o.img().Symbols[d.ID]) >= max(d.Size, 1) {
		return ""
	}
	return fmt.Sprintf("%s+%#x", short(d.Section), d.Offset)
}

// functionFinder finds the function that an offset in a section lies in.
type functionFinder struct {
	of   *Object
	list []objfmt.SymbolID // by section and value
}

// at is the name of the function, "" if it is not known. The error is the context's.
func (f *functionFinder) at(ctx context.Context, o *Object, id objfmt.SectionID, off uint64) (string, error) {
	syms := o.img().Symbols
	order := func(sec objfmt.SectionID, value uint64, s objfmt.SymbolID) int {
		return cmp.Or(cmp.Compare(syms[s].Section, sec), cmp.Compare(syms[s].Value, value))
	}
	if f.of != o {
		f.of, f.list = o, nil
		var done heed.Count
		for i := range syms {
			if err := done.Items(ctx, 1); err != nil {
				return "", err
			}
			s := &syms[i]
			if s.Section >= objfmt.SecSpecial || o.img().Sections[s.Section].Kind != objfmt.KindCode || s.NameLen == 0 {
				continue
			}
			if s.Type == objfmt.SymFunc || s.Type == objfmt.SymIFunc || s.Type == objfmt.SymNone && s.Bind != objfmt.BindLocal {
				f.list = append(f.list, objfmt.SymbolID(i))
			}
		}
		if err := heed.SortStable(ctx, f.list, func(a, b objfmt.SymbolID) int { return order(syms[b].Section, syms[b].Value, a) }); err != nil {
			return "", err
		}
	}
	i, found := slices.BinarySearchFunc(f.list, off, func(s objfmt.SymbolID, off uint64) int { return order(id, off, s) })
	if !found {
		i--
	}
	if i < 0 || syms[f.list[i]].Section != id {
		return "", nil
	}
	if s := &syms[f.list[i]]; s.Size > 0 && off-s.Value >= s.Size {
		return "", nil
	}
	return strings.Clone(o.img().SymbolName(f.list[i])), nil
}

// definitionOf describes a symbol of an object.
func (o *Object) definitionOf(sym objfmt.SymbolID) *Definition {
	s := &o.img().Symbols[sym]
	d := &Definition{Object: o, ID: sym, In: s.Section, Size: s.Size, Bind: s.Bind, Common: s.Section == objfmt.SecCommon}
	if s.Section < objfmt.SecSpecial {
		d.Section, d.Offset = o.sectionText(s.Section), s.Value
	}
	return d
}
