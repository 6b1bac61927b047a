package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Resolve binds the names that the given objects refer to and applies their
// relocations; without objects, it does so for all that are Loaded. Objects that
// were resolved before and refer to a section that has moved since are relocated
// again. Objects that are finalized are left alone.
//
// All open names go to Config.Resolver in one call, with no lock held. Errors are
// an *UndefinedError with every name that nobody defines, *DroppedErrors joined
// with it, a *reloc.RangeError, a *RelocError, or what the Resolver returned. After an error the objects are
// still Loaded and Resolve may be called again.
func (l *Linker) Resolve(ctx context.Context, objs ...*Object) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.resolve(ctx, objs)
}

// resolve is Resolve with the lock held; it gives the lock up while the Resolver works.
func (l *Linker) resolve(ctx context.Context, objs []*Object) error {
	if l.closed {
		return ErrClosed
	}
	all := len(objs) == 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		set, err := l.resolveSet(objs, all)
		if err != nil {
			return err
		}
		if len(set) == 0 {
			return nil
		}
		changes := l.changes
		start := l.stepStart()
		err = l.bindNames(ctx, set)
		l.stepDone("bind", start, err)
		if err != nil {
			return err
		}
		if l.changes != changes {
			continue // objects came or went while the Resolver worked
		}
		start = l.stepStart()
		err = l.relocate(ctx, set)
		l.stepDone("apply", start, err)
		return err
	}
}

// resolveSet lists the objects to relocate, in order of their numbers.
func (l *Linker) resolveSet(objs []*Object, all bool) ([]*Object, error) {
	moved := false
	for _, o := range l.pending {
		if o.moved {
			l.publish(o)
			o.resolved, moved = false, true
			o.shifted = true
		}
	}
	if !moved && !all && inOrder(objs, l) {
		return objs, nil
	}
	set := make([]*Object, 0, len(objs))
	add := func(o *Object) {
		if o.state == Loaded && !o.resolved && !o.picked {
			o.picked = true
			set = append(set, o)
		}
	}
	if moved {
		for _, o := range l.pending { // what refers to the moved
			if o.resolved && slices.ContainsFunc(o.uses, func(u uint32) bool { return l.objects[u].shifted }) {
				o.resolved = false
				add(o)
			}
		}
		for _, o := range l.pending {
			o.shifted = false
		}
	}
	if all {
		for _, o := range l.pending {
			add(o)
		}
	}
	for _, o := range objs {
		if o.l != l {
			return nil, fmt.Errorf("%s: object of another linker", o.name)
		}
		if o.gone() {
			return nil, fmt.Errorf("%s: %w", o.name, ErrUnloaded)
		}
		add(o)
	}
	for _, o := range set {
		o.picked = false
	}
	sortObjects(set)
	return set, nil
}

// inOrder reports whether objs are all to be relocated and in the order in which
// they were loaded.
func inOrder(objs []*Object, l *Linker) bool {
	for i, o := range objs {
		if o.l != l || o.state != Loaded || o.resolved || i > 0 && compareObjects(objs[i-1], o) >= 0 {
			return false
		}
	}
	return true
}

// asking is the memory for a question to the Resolver.
type asking struct {
	open []uint32 // names
	refs []Ref    // parallel
	out  []Symbol // parallel
}

var askings = sync.Pool{New: func() any { return new(asking) }}

func (a *asking) put() {
	clear(a.refs[:cap(a.refs)]) // strings, those of a longer question before this one too
	if cap(a.open) <= 1<<16 {
		askings.Put(a)
	}
}

// bindNames finds an address for every global name that the objects mention:
// loaded objects have published theirs, the rest is the Resolver's.
func (l *Linker) bindNames(ctx context.Context, set []*Object) error {
	var missing map[uint32]bool // asked for and not found
	strong := false
	a := askings.Get().(*asking)
	defer a.put()
	l.rename(set, true)
	if err := l.bindAlone(ctx, set, a); err != nil {
		return err
	}
	for {
		batches := l.batches
		l.openNames(set, false, missing, a)
		if len(a.open) == 0 {
			break
		}
		if l.cfg.Resolver != nil {
			if err := l.ask(ctx, l.cfg.Resolver, a); err != nil {
				return err
			}
		}
		refs := a.refs
		for i, id := range a.open {
			if l.names.entries[id].class == defNone {
				if missing == nil {
					missing = map[uint32]bool{}
				}
				missing[id] = true
				strong = strong || !refs[i].Weak && !refs[i].Unused
			}
		}
		if l.batches == batches {
			break // nothing was loaded meanwhile: nothing new can be open
		}
	}
	if l.rename(set, false) {
		strong = true // or not: undefined looks again
	}
	if !strong && !l.missingImport(set) {
		return nil
	}
	return l.undefined(set)
}

// bindAlone asks the Resolvers of LoadWith for what their batches leave open. What they do
// not find is looked for as all other names are.
func (l *Linker) bindAlone(ctx context.Context, set []*Object, a *asking) error {
	for len(set) > 0 {
		b := set[0].batch
		n := 1
		for n < len(set) && set[n].batch == b {
			n++
		}
		if b.resolver != nil {
			l.openNames(set[:n], true, nil, a)
			if len(a.open) > 0 {
				if err := l.ask(ctx, b.resolver, a); err != nil {
					return err
				}
			}
		}
		set = set[n:]
	}
	return nil
}

// missingImport reports whether some "__imp_" name and the name behind it are open.
func (l *Linker) missingImport(set []*Object) bool {
	for _, o := range set {
		for _, m := range o.mentions {
			if m.sym != objfmt.NoSymbol && l.isOpen(o, m.sym) {
				return true
			}
		}
	}
	return false
}

// isOpen reports whether a global symbol of an object has to have a definition and
// has none.
func (l *Linker) isOpen(o *Object, sym objfmt.SymbolID) bool {
	s := &o.img.Symbols[sym]
	id := o.ids[sym-o.img.FirstGlobal]
	if id >= idSpecial || l.names.entries[id].class != defNone || o.isUnused(sym) || s.Section == objfmt.SecAlias || s.Bind == objfmt.BindWeak && !s.Defined() {
		return false
	}
	if x, ok := l.madeImport(o, sym); ok {
		return l.names.entries[x].class == defNone
	}
	return !l.isTLSIndex(o, sym) && !l.isTLSArray(o, sym)
}

// openNames collects names without definition, except those in missing. With alone it
// takes those that definitions of other batches could stand for, too, if nothing has been
// relocated with these yet.
func (l *Linker) openNames(set []*Object, alone bool, missing map[uint32]bool, a *asking) {
	open := a.open[:0]
	add := func(id uint32) *name {
		e := &l.names.entries[id]
		switch {
		case e.class != defNone && e.flags&nameAdopted == 0:
			return nil
		case alone && e.flags&nameAdopted != 0 && e.flags&nameBound != 0:
			return nil
		case alone:
			e.unadopt()
		case l.adoptGlobal(e), missing[id]:
			return nil
		}
		if e.flags&nameOpen == 0 {
			e.flags |= nameOpen
			e.flags &^= nameStrong | nameUsed
			open = append(open, id)
		}
		return e
	}
	for _, o := range set {
		syms := o.img.Symbols[o.img.FirstGlobal:]
		for k, id := range o.ids {
			if id >= idSpecial {
				continue
			}
			if e := &l.names.entries[id]; e.class != defNone && e.flags&nameAdopted == 0 {
				continue
			}
			e := add(id)
			if e == nil {
				continue
			}
			if !o.isUnused(o.img.FirstGlobal + objfmt.SymbolID(k)) {
				e.flags |= nameUsed
			}
			if s := &syms[k]; (s.Bind != objfmt.BindWeak || s.Defined()) && s.Section != objfmt.SecAlias && // weak ones may be defined in a dropped section
				(len(o.mentions) == 0 || o.importOf(o.img.FirstGlobal+objfmt.SymbolID(k)) == 0) &&
				o.coffTLS.index != o.img.FirstGlobal+objfmt.SymbolID(k)+1 && o.coffTLS.array != o.img.FirstGlobal+objfmt.SymbolID(k)+1 {
				e.flags |= nameStrong
			}
		}
		for _, m := range o.mentions {
			if e := add(m.id); e != nil && (m.sym == objfmt.NoSymbol || !o.isUnused(m.sym)) {
				e.flags |= nameUsed
			}
		}
	}
	a.open = open
	if len(open) == 0 {
		return
	}
	size := 0
	for _, id := range open {
		size += len(l.names.entries[id].text)
	}
	var texts strings.Builder // one clone for all
	texts.Grow(size)
	for _, id := range open {
		texts.WriteString(l.names.entries[id].text)
	}
	rest := texts.String()
	a.refs = slices.Grow(a.refs[:0], len(open))[:len(open)]
	for i, id := range open {
		e := &l.names.entries[id]
		e.flags &^= nameOpen
		n := len(e.text)
		a.refs[i] = Ref{Name: rest[:n], Weak: e.flags&nameStrong == 0, Unused: e.flags&nameUsed == 0, TLS: e.flags&nameTLS != 0}
		if l.imports != nil {
			a.refs[i].Import = l.imported(e)
		}
		rest = rest[n:]
	}
}

// adoptGlobal lets a hidden name that its batch leaves open stand for the
// definition of that name which all see.
func (l *Linker) adoptGlobal(e *name) bool {
	if e.batch == 0 {
		return false
	}
	id := l.names.global(e)
	if id == 0 || l.names.entries[id].obj == 0 {
		e.unadopt()
		return false
	}
	g := &l.names.entries[id]
	e.addr, e.obj, e.sym, e.class = g.addr, g.obj, g.sym, g.class
	e.flags |= nameAdopted
	return true
}

// unadopt takes back what adoptGlobal did.
func (e *name) unadopt() {
	e.obj, e.class = 0, defNone
	e.flags &^= nameAdopted
}

// ask gives the open names to a Resolver, without the lock.
func (l *Linker) ask(ctx context.Context, r Resolver, a *asking) error {
	open, refs := a.open, a.refs
	for _, id := range open {
		l.names.entries[id].refs++ // the entries must stay while the lock is off
	}
	a.out = slices.Grow(a.out[:0], len(refs))[:len(refs)]
	clear(a.out)
	out := a.out
	err := l.askUnlocked(ctx, r, refs, out)
	if l.closed {
		return ErrClosed
	}
	for i, id := range open {
		e := &l.names.entries[id]
		if e.refs--; e.refs == 0 {
			l.dropExternal(id)
			l.names.remove(id)
			open[i] = 0 // entry 0 is always empty
			continue
		}
		if err != nil || !out[i].Found || e.class != defNone {
			continue
		}
		e.addr, e.class = out[i].Addr, defExternal
		e.flags &^= nameFunc | nameAbs | nameLeft
		if e.addr == LeaveAlone && out[i].Kind != TLS && out[i].Kind != Abs {
			e.addr = 0
			e.flags |= nameLeft
		}
		switch out[i].Kind {
		case Func:
			e.flags |= nameFunc
		case TLS:
			e.flags |= nameTLS
		case Abs:
			e.flags |= nameAbs
		}
		if out[i].Kind != TLS {
			e.flags &^= nameTLS
		}
		if out[i].Size != 0 || out[i].Module != 0 || out[i].Kind == TLS {
			if l.outside == nil {
				l.outside = map[uint32]Symbol{}
			}
			l.outside[id] = out[i]
		}
	}
	if err != nil {
		return fmt.Errorf("resolve %d names: %w", len(refs), err)
	}
	return nil
}

func (l *Linker) askUnlocked(ctx context.Context, r Resolver, refs []Ref, out []Symbol) error {
	l.mu.Unlock()
	defer l.mu.Lock()
	return r.Resolve(ctx, refs, out)
}

// undefined reports the names that stay open though some reference is not weak.
// A definition in a dropped section counts as such a reference if it is referred
// to: the group that won lacks it.
func (l *Linker) undefined(set []*Object) error {
	var list []UndefinedSymbol
	var errs []error
	index := map[uint32]int{}
	for _, o := range set {
		first := o.img.FirstGlobal
		syms := o.img.Symbols[first:]
		refs := map[objfmt.SymbolID]Reference{}
		for k := range o.ids {
			if l.isOpen(o, first+objfmt.SymbolID(k)) {
				refs[first+objfmt.SymbolID(k)] = Reference{Object: o.name}
			}
		}
		if len(refs) == 0 {
			continue
		}
		l.firstReferences(o, refs)
		f := finder{l: l, o: o}
		for k, id := range o.ids {
			sym := first + objfmt.SymbolID(k)
			ref, ok := refs[sym]
			if !ok {
				continue
			}
			if syms[k].Defined() {
				if ref.Section != "" {
					w := f.winner(syms[k].Section)
					errs = append(errs, &DroppedError{Object: o.name, Symbol: o.symbolName(sym), Group: w.group, Winner: w.name})
				}
				continue
			}
			i, known := index[id]
			if !known {
				e := &l.names.entries[id]
				i = len(list)
				index[id] = i
				list = append(list, UndefinedSymbol{Name: strings.Clone(e.text), TLS: e.flags&nameTLS != 0})
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
	return errors.Join(errs...)
}

// firstReferences finds the first relocation that refers to each symbol in refs.
func (l *Linker) firstReferences(o *Object, refs map[objfmt.SymbolID]Reference) {
	for i := range o.img.Sections {
		id := objfmt.SectionID(i)
		if !l.wanted(o, id) {
			continue
		}
		text := "" // one clone for all
		for r, err := range o.relocs(id) {
			if err != nil {
				return
			}
			if ref, ok := refs[r.Sym]; ok && ref.Section == "" {
				if text == "" {
					text = o.sectionText(id)
				}
				refs[r.Sym] = Reference{o.name, text, r.Offset, id}
			}
		}
	}
}

// dropExternal forgets what the Resolver told about a name that goes away.
func (l *Linker) dropExternal(id uint32) {
	delete(l.outside, id)
	if l.annexes[id] != nil {
		l.releaseAnnexes(context.Background(), id)
	}
}
