package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// resolveSet lists the objects to relocate, in order of their numbers.
func (l *Linker) resolveSet(ctx context.Context, objs []*Object, all bool) ([]*Object, error) {
	var moved map[uint32]bool // by object number
	for _, o := range l.movedObjects() {
		if err := l.publish(ctx, o); err != nil {
			return nil, err
		}
		o.outdate()
		if moved == nil {
			moved = map[uint32]bool{}
		}
		moved[o.num] = true
	}
	if moved == nil && !all && inOrder(objs, l) {
		return objs, nil
	}
	if err := l.has(objs); err != nil {
		return nil, err
	}
	g := gather{make([]*Object, 0, len(objs))}
	add := func(o *Object) {
		if o.stage == loaded && o.fields != current {
			g.add(o)
		}
	}
	if moved != nil {
		for _, o := range l.pending { // what refers to the moved
			if o.fields == current && slices.ContainsFunc(l.names.Uses(o.num), func(u uint32) bool { return moved[u] }) {
				o.outdate()
				add(o)
			}
		}
	}
	if all {
		for _, o := range l.pending {
			add(o)
		}
	}
	for _, o := range objs {
		add(o)
	}
	return g.done(), nil
}

// inOrder reports whether objs are all to be relocated and in the order in which
// they were loaded.
func inOrder(objs []*Object, l *Linker) bool {
	for i, o := range objs {
		if o.l != l || o.stage != loaded || o.fields == current || i > 0 && compareObjects(objs[i-1], o) >= 0 {
			return false
		}
	}
	return true
}

// errOvertaken says that names are to be asked for again, since images that have them came or went meanwhile: for an image by mapping that again.
var errOvertaken = errors.New("images that have its names came or went meanwhile")

// asking is the memory for a question to the Resolver.
type asking struct {
	names   symtab.Query
	refs    []Ref     // parallel to names
	out     []Symbol  // parallel to names
	unfound int       // names that have no answer
	images  []*Object // that there were when it was found out what to ask for
}

var askings = sync.Pool{New: func() any { return new(asking) }}

func (a *asking) put() {
	a.names.Own, a.images = false, nil
	clear(a.refs[:cap(a.refs)]) // strings, those of a longer question before this one too
	a.names.Missing = nil
	if cap(a.names.IDs) <= 1<<16 {
		askings.Put(a)
	}
}

// bindNames finds an address for every global name that the objects mention:
// loaded objects have published theirs, the rest is the Resolver's.
func (l *Linker) bindNames(ctx context.Context, set []*Object) error {
	if len(set) == 1 && l.isBound(set[0]) {
		return nil
	}
	a := askings.Get().(*asking)
	defer a.put()
	a.images = l.mappedImages()
	if l.names.HasAliases() {
		if _, err := l.followAliases(ctx, set, true); err != nil {
			return err
		}
	}
	if err := l.bindAlone(ctx, set, a); err != nil {
		return err
	}
	strong, err := l.bindExternal(ctx, set, a)
	if err != nil {
		return err
	}
	changed := false
	if l.names.HasAliases() {
		if changed, err = l.followAliases(ctx, set, false); err != nil {
			return err
		}
	}
	if missing, err := l.missingImport(ctx, set); err != nil || !changed && !strong && !missing {
		return err
	}
	return l.undefined(ctx, set)
}

// followAliases makes the objects mention what their names are aliases of; always tells
// which kind is meant. It reports whether it changed anything.
func (l *Linker) followAliases(ctx context.Context, set []*Object, always bool) (changed bool, err error) {
	for _, o := range set {
		for lo := 0; lo < len(o.ids); lo += heed.Every {
			var hi int
			if hi, err = heed.Piece(ctx, lo, len(o.ids)); err != nil {
				err = o.ended("bind", err)
				break
			}
			if l.names.Follow(o.num, o.ids[lo:hi], always) {
				changed = true
			}
		}
		if err != nil {
			break
		}
	}
	if changed {
		l.dropCanonical()
	}
	return changed, err
}

// bindAlone asks the Resolvers of LoadWith for what their batches leave undefined. What
// they do not find is looked for as all other names are.
func (l *Linker) bindAlone(ctx context.Context, set []*Object, a *asking) error {
	for len(set) > 0 {
		b := set[0].batch
		n := 1
		for n < len(set) && set[n].batch == b {
			n++
		}
		if b.resolver != nil {
			a.names.Own = true
			if err := l.ask(ctx, b.resolver, set[:n], a); err != nil {
				return err
			}
			a.names.Own = false
		}
		set = set[n:]
	}
	return nil
}

// bindExternal asks Config.Resolver for what the objects leave undefined, until nothing new
// is. It reports whether some name that has to have a definition has none.
func (l *Linker) bindExternal(ctx context.Context, set []*Object, a *asking) (strong bool, err error) {
	for {
		batches := l.batches
		if err := l.ask(ctx, l.externals(), set, a); err != nil {
			return false, err
		}
		if a.unfound > 0 && l.saving != nil {
			l.saving.enter(&l.names, a)
		}
		if a.unfound > 0 {
			some, err := l.noteMissing(ctx, set, a)
			if err != nil {
				return false, err
			}
			strong = strong || some
		}
		if len(a.names.IDs) == 0 || l.batches == batches {
			return strong, nil // nothing was loaded meanwhile: nothing new can be undefined
		}
	}
}

// noteMissing notes which names were asked for and have no definition. It reports whether
// some has to have one.
func (l *Linker) noteMissing(ctx context.Context, set []*Object, a *asking) (strong bool, err error) {
	var done heed.Count
	for i, id := range a.names.IDs {
		if err := done.Items(ctx, 1); err != nil {
			return false, set[0].ended("bind", err)
		}
		if !l.names.At(id).Defined() {
			if a.names.Missing == nil {
				a.names.Missing = map[uint32]bool{}
			}
			a.names.Missing[id] = true
			strong = strong || !a.refs[i].Weak && !a.refs[i].Unused
		}
	}
	return strong, nil
}

// missingImport reports whether some "__imp_" name and the name behind it are undefined.
func (l *Linker) missingImport(ctx context.Context, set []*Object) (bool, error) {
	var done heed.Count
	for _, o := range set {
		for _, m := range o.mentions {
			if err := done.Items(ctx, 1); err != nil {
				return false, o.ended("bind", err)
			}
			if m.sym != objfmt.NoSymbol && l.isUndefined(o, m.sym) {
				return true, nil
			}
		}
	}
	return false, nil
}

// isUndefined reports whether a global symbol of an object has to have a definition and
// has none.
func (l *Linker) isUndefined(o *Object, sym objfmt.SymbolID) bool {
	s := &o.img().Symbols[sym]
	id := o.ids[sym-o.img().FirstGlobal]
	if id >= symtab.Special || l.names.At(id).Defined() || o.isUnused(sym) || s.Section == objfmt.SecAlias || s.Bind == objfmt.BindWeak && !s.Defined() {
		return false
	}
	if x, ok := l.madeImport(o, sym); ok {
		return !l.names.At(x).Defined()
	}
	return !l.isOwn(o, sym)
}

// demands reports whether a global symbol without definition needs one of its own: not a
// weak one (those may be defined in a dropped section), an alias, nor what the linker makes
// where nobody defines it.
func (o *Object) demands(sym objfmt.SymbolID) bool {
	s := &o.img().Symbols[sym]
	return (s.Bind != objfmt.BindWeak || s.Defined()) && s.Section != objfmt.SecAlias &&
		(len(o.mentions) == 0 || o.importOf(sym) == 0) && !o.own.has(sym)
}

// undefinedNames collects names without definition, and makes the question about them.
func (l *Linker) undefinedNames(ctx context.Context, set []*Object, a *asking) error {
	a.names.IDs, a.names.Size = a.names.IDs[:0], 0
	for _, o := range set {
		err := l.needNames(ctx, o, a)
		if err == nil && o == set[len(set)-1] {
			err = l.describeNames(ctx, a)
		}
		if err != nil {
			for _, id := range a.names.IDs {
				l.names.At(id).Needs()
			}
			return o.ended("bind", err)
		}
	}
	return nil
}

// needNames collects those that an object refers to.
func (l *Linker) needNames(ctx context.Context, o *Object, a *asking) error {
	ids := o.ids
	for lo := 0; lo < len(ids); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(ids))
		if err != nil {
			return err
		}
		for k := lo; k < hi; k++ {
			id := ids[k]
			if id >= symtab.Special {
				continue
			}
			if e := l.names.At(id); e.Defined() && !e.Adopted() || e.Needed() {
				continue
			}
			sym := o.img().FirstGlobal + objfmt.SymbolID(k)
			l.names.Need(&a.names, id, o.demands(sym), !o.isUnused(sym))
		}
	}
	if len(o.mentions) == 0 {
		return nil
	}
	for lo := 0; lo < len(o.mentions); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(o.mentions))
		if err != nil {
			return err
		}
		for _, m := range o.mentions[lo:hi] {
			l.names.Need(&a.names, m.id, false, m.sym == objfmt.NoSymbol || !o.isUnused(m.sym))
		}
	}
	return nil
}

// describeNames makes the question about the names that are collected.
func (l *Linker) describeNames(ctx context.Context, a *asking) error {
	ids := a.names.IDs
	if len(ids) == 0 {
		return nil
	}
	var texts strings.Builder // one clone for all
	texts.Grow(a.names.Size)
	a.refs = slices.Grow(a.refs[:0], len(ids))[:len(ids)]
	for lo := 0; lo < len(ids); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(ids))
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			e, r, from := l.names.At(ids[i]), &a.refs[i], texts.Len()
			strong, used := e.Needs()
			texts.WriteString(l.names.Text(ids[i]))
			r.Name, r.Weak, r.Unused, r.TLS, r.Import = texts.String()[from:], !strong, !used, e.TLS(), nil
			if l.imports != nil {
				r.Import = l.imported(ids[i])
			}
		}
	}
	return nil
}

// ask gives the names that the objects leave undefined to a Resolver, without the lock, and
// enters what it says. nil: not asked.
func (l *Linker) ask(ctx context.Context, r Resolver, set []*Object, a *asking) error {
	if err := l.undefinedNames(ctx, set, a); err != nil {
		return err
	}
	ids := a.names.IDs
	a.unfound = len(ids)
	if len(ids) == 0 || r == nil {
		return nil
	}
	a.out = slices.Grow(a.out[:0], len(ids))[:len(ids)]
	clear(a.out)
	var err error
	if perr := l.pauseHolding(ctx, ids, func() { err = r.Resolve(ctx, a.refs, a.out) }); perr != nil {
		return perr
	}
	if err == nil && l.overtaken(a) {
		err = errOvertaken
	}
	for lo := 0; lo < len(ids); lo += heed.Every { // all, after an error, too
		if err == nil {
			if _, err = heed.Piece(ctx, lo, len(ids)); err != nil {
				err = set[0].ended("bind", err)
			}
		}
		l.enterAnswers(a, lo, min(len(ids), lo+heed.Every), err == nil)
	}
	l.dropCanonical()
	if err == errOvertaken {
		return err
	}
	if err != nil {
		return set[0].endedOr("bind", fmt.Errorf("resolve %d names: %w", len(a.refs), err))
	}
	return nil
}

// overtaken reports whether an image has come that is to be asked before the Resolver was, or one has gone that has an answer.
func (l *Linker) overtaken(a *asking) bool {
	return !a.names.Own && l.mappedSince(a.images) != nil || slices.ContainsFunc(a.out, func(s Symbol) bool { return s.Object.isLinked(l) && s.Object.gone() })
}

// enterAnswers ends the question about some names, and enters what the Resolver says if it has no error.
func (l *Linker) enterAnswers(a *asking, lo, hi int, good bool) {
	for i, id := range a.names.IDs[lo:hi] {
		out := &a.out[lo+i]
		if !l.names.Unhold(id) {
			a.names.IDs[lo+i] = 0 // entry 0 is always empty
		} else if good && out.Found {
			a.unfound--
			x := out.answer(a.names.Own)
			l.names.Answer(id, &x)
		}
	}
}

// answer is what the table of names keeps of a Resolver's answer. own: the Resolver is that
// of LoadWith.
func (s *Symbol) answer(own bool) symtab.Answer {
	x := symtab.Answer{Addr: s.Addr, Size: s.Size, Module: s.Module, Kind: symtab.AnswerKind(s.Kind), Own: own}
	x.Left = s.Addr == LeaveAlone && s.Kind != TLS && s.Kind != Abs
	if s.Thread != nil {
		x.Thread = s.Thread
	}
	return x
}

// pauseHolding is pause for what holds names while mu is off. Without an error they are held afterwards.
func (l *Linker) pauseHolding(ctx context.Context, ids []uint32, f func()) (err error) {
	l.names.Hold(ids)
	held := false
	defer func() {
		if !held { // also if f panics
			l.unholdLater(ids)
		}
	}()
	err = l.pause(ctx, f)
	held = err == nil
	return err
}

// unholdLater ends what held names while mu was off, once no reader is left without it.
func (l *Linker) unholdLater(ids []uint32) {
	if l.work != idle {
		ids = slices.Clone(ids)
	}
	l.whenIdle(func() {
		if l.closed.Load() {
			return // there are none any more
		}
		for _, id := range ids {
			l.names.Unhold(id)
		}
		l.dropCanonical()
	})
}

// undefined reports the names that stay undefined though some reference is not weak.
// A definition in a dropped section counts as such a reference if it is referred
// to: the group that won lacks it.
func (l *Linker) undefined(ctx context.Context, set []*Object) error {
	var list []UndefinedSymbol
	var errs []error
	index := map[uint32]int{}
	for _, o := range set {
		first := o.img().FirstGlobal
		syms := o.img().Symbols[first:]
		refs, err := l.firstReferences(ctx, o)
		if err != nil {
			return err
		}
		if len(refs) == 0 {
			continue
		}
		f := finder{ctx: ctx, l: l, o: o}
		var done heed.Count
		for k, id := range o.ids {
			if err := done.Items(ctx, 1); err != nil {
				return o.ended("bind", err)
			}
			sym := first + objfmt.SymbolID(k)
			ref, ok := refs[sym]
			if !ok {
				continue
			}
			if syms[k].Defined() {
				if ref.Section != "" {
					in, _ := o.lostIn(&syms[k])
					w := f.winner(in)
					if f.err != nil {
						return f.err
					}
					errs = append(errs, &DroppedError{Object: o.name, Symbol: o.symbolName(sym), Group: w.group, Winner: w.name})
				}
				continue
			}
			i, known := index[id]
			if !known {
				e := l.names.At(id)
				i = len(list)
				index[id] = i
				list = append(list, UndefinedSymbol{Name: l.entryName(id), TLS: e.TLS()})
			}
			list[i].Refs = append(list[i].Refs, ref)
		}
	}
	if len(list) > 0 {
		errs = append(errs, &UndefinedError{list})
	}
	if len(errs) == 1 {
		return errs[0]
	}
	return texts.Join(errs...)
}

// firstReferences lists the symbols of an object that have to have a definition and have
// none, with the first relocation that refers to each.
func (l *Linker) firstReferences(ctx context.Context, o *Object) (map[objfmt.SymbolID]Reference, error) {
	refs := map[objfmt.SymbolID]Reference{}
	for lo := 0; lo < len(o.ids); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(o.ids))
		if err != nil {
			return nil, o.ended("bind", err)
		}
		for k := lo; k < hi; k++ {
			if sym := o.img().FirstGlobal + objfmt.SymbolID(k); l.isUndefined(o, sym) {
				refs[sym] = Reference{Object: o.name}
			}
		}
	}
	if len(refs) == 0 {
		return nil, nil
	}
	c := cursors.Get().(*records.Cursor)
	defer putCursor(c)
	o.begin(ctx, c)
	for i := range o.img().Sections {
		id := objfmt.SectionID(i)
		if !l.wanted(o, id) {
			continue
		}
		text := "" // one clone for all
		o.start(c, id)
		for r := c.Record(); r != nil; r = c.Record() {
			if ref, ok := refs[r.Sym]; ok && ref.Section == "" {
				if text == "" {
					text = o.sectionText(id)
				}
				refs[r.Sym] = Reference{o.name, text, r.Offset, id}
			}
		}
		if err := c.Err(); err != nil {
			return nil, err
		}
	}
	return refs, nil
}

// prepare notes what objects use whose names are bound, and brings what they cannot reach
// into reach. It returns set with the objects that are to be relocated again because of that.
func (l *Linker) prepare(ctx context.Context, set []*Object) ([]*Object, error) {
	var done heed.Count
	for _, o := range set {
		threads := false
		for _, m := range o.mentions {
			if err := done.Items(ctx, 1); err != nil {
				return nil, o.ended("bind", err)
			}
			if m.sym != objfmt.NoSymbol {
				l.names.Bind(o.num, m.id)
			}
		}
		ids, syms := o.ids, o.img().Symbols[o.img().FirstGlobal:]
		o.left = o.left[:0]
		for lo := 0; lo < len(ids); lo += heed.Every {
			hi, err := heed.Piece(ctx, lo, len(ids))
			if err != nil {
				return nil, o.ended("bind", err)
			}
			for k := lo; k < hi; k++ {
				id := ids[k]
				if id >= symtab.Special {
					continue
				}
				e := l.names.Bind(o.num, id)
				if e.Left() {
					o.left = append(o.left, o.img().FirstGlobal+objfmt.SymbolID(k))
				}
				if e.TLS() && syms[k].Type != objfmt.SymTLS {
					threads = true // those that the object itself calls thread-local were checked by scan
				}
			}
		}
		if threads {
			if err := l.checkTLSUse(ctx, o); err != nil {
				return nil, err
			}
		}
		if o.steps.Descriptors != nil && len(o.mentions) > 0 {
			if err := l.checkCodeNames(ctx, o); err != nil {
				return nil, err
			}
		}
	}
	l.setImageBase(set)
	if err := l.setTables(ctx, set); err != nil {
		return nil, err
	}
	if err := locateOutputs(ctx, set); err != nil {
		return nil, err
	}
	return l.makeCanonical(ctx, set)
}

// externals is what finds names that no loaded object defines: the images, then Config.Resolver; nil if there is neither.
func (l *Linker) externals() Resolver {
	switch {
	case len(l.mappedImages()) == 0:
		return l.cfg.Resolver
	case l.cfg.Resolver == nil:
		return ResolverFunc(l.lookImages)
	}
	return Resolvers{ResolverFunc(l.lookImages), l.cfg.Resolver}
}
