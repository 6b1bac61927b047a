package rtdyld

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Whatever finds a name for its users has a Lookup of one shape: it gives a [Symbol] and an
// error, and takes a context in front where it may wait.

// Lookup finds a name that loaded objects define and that is visible outside
// them. Symbol.Object is the object that defines it. The address is the target's; the code
// behind it may run once the object is finalized. Linker and object agree with what other
// objects that are loaded now would be bound to, but for what the Resolver says.
//
// Errors are [ErrClosed] or an *[UndefinedError].
func (l *Linker) Lookup(name string) (Symbol, error) {
	key := objfmt.KeyOf(name)
	if sym, known := l.look(key, 0); known && l.recording == nil {
		return l.found(sym, name)
	}
	if l.recording != nil {
		return l.recordLookup(nil, key, name)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lookup(key, name, 0)
}

// Lookup finds a name as references of the object find it among loaded objects: the
// definition of its batch, hidden ones and those of [Linker.LoadWith] too, else the one
// that all see.
//
// Errors are [ErrClosed], [ErrUnloaded] or an *[UndefinedError].
func (o *Object) Lookup(name string) (Symbol, error) {
	key, unit := objfmt.KeyOf(name), o.batch.names.Unit
	if o.l.recording != nil {
		return o.l.recordLookup(o, key, name)
	}
	if !o.departed() {
		if o.linked != nil {
			if sym, ok := o.lookLinked(name); ok {
				return sym, nil
			}
		}
		if sym, known := o.l.look(key, unit); known {
			return o.l.found(sym, name)
		}
	}
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	return o.lookup(key, name, unit)
}

// lookup is Lookup with the lock.
func (o *Object) lookup(key objfmt.Key, name string, unit uint32) (Symbol, error) {
	if o.gone() {
		return Symbol{}, fmt.Errorf("%s: %w", texts.Name(o.name), ErrUnloaded)
	}
	if o.linked != nil {
		if sym, ok := o.lookLinked(name); ok {
			return sym, nil
		}
	}
	return o.l.lookup(key, name, unit)
}

// recordLookup is Lookup, of an object if o is not nil, that the Recording is told of unless a change is at work: there is no order between
// the two then.
func (l *Linker) recordLookup(o *Object, key objfmt.Key, name string) (sym Symbol, err error) {
	op := &Operation{Do: DoLookup, Name: name, l: l}
	l.mu.Lock()
	if o != nil {
		op.Objects = []*Object{o}
		sym, err = o.lookup(key, name, o.batch.names.Unit)
	} else {
		sym, err = l.lookup(key, name, 0)
	}
	op.Addr, op.Err, op.Order = sym.Addr, err, l.recording.order
	tell := l.work == idle && !l.closed.Load()
	l.mu.Unlock()
	if tell {
		l.recording.End(op)
	}
	return sym, err
}

// lookup is Lookup as a unit sees names.
func (l *Linker) lookup(key objfmt.Key, name string, unit uint32) (Symbol, error) {
	if l.closed.Load() {
		return Symbol{}, ErrClosed
	}
	id := l.names.Lookup(key, unit)
	if id == 0 {
		return l.found(Symbol{}, name)
	}
	if o, _ := l.definition(id); o.gone() { // its names are being forgotten
		return l.found(Symbol{}, name)
	}
	return l.symbolOf(id), nil
}

// found is what look has found, or what images have.
func (l *Linker) found(sym Symbol, name string) (Symbol, error) {
	if !sym.Found && l.images.Load() != nil {
		sym, _ = l.lookImages(name)
	}
	if !sym.Found {
		return sym, undefinedName(name)
	}
	return sym, nil
}

// Looking without the lock. What a goroutine sees is an entry of the table of names, and of the object that it leads to where the list of
// objects has it and what is seen of it: as many lines of memory as an answer needs, for in a large table each is far. Entry and
// object are looked at twice: the answer is true of a moment in which both were as they are found to be. What is defined by a batch is seen once batch.seen
// is set, all at once, and is no more once what Object.going leads to is. Where that is not enough the lock is taken: for thread-locals, common
// symbols and indirect functions, for names that are aliases or that a Load at work defines anew, and for objects with sections that move.

// tries is how often an entry is looked at that others change meanwhile, before the lock is taken.
const tries = 4

// look is lookup without the lock. Without known only the lock helps.
func (l *Linker) look(key objfmt.Key, unit uint32) (sym Symbol, known bool) {
	if l.closed.Load() {
		return Symbol{}, false
	}
	if unit != 0 {
		if sym, known = l.lookIn(key, unit); sym.Found || !known {
			return sym, known
		}
	}
	return l.lookIn(key, 0)
}

// lookIn is look among the names that a unit hides, or those that all see.
func (l *Linker) lookIn(key objfmt.Key, unit uint32) (sym Symbol, known bool) {
next:
	for p := l.names.Peek(key, unit); p.Next(); {
		for range tries {
			w := p.Shown()
			if w == 0 {
				continue next
			}
			if w.Ask() {
				return Symbol{}, false
			}
			o, what := l.peek(w.Object())
			if o == nil {
				continue
			}
			if !p.Is() {
				continue next
			}
			sym, known := Symbol{}, true
			switch what {
			case seenNow:
				sym = shownSymbol(o, w, &p)
			case needsLock:
				known = false
			default:
				if o.batch.seen.Load() && !o.departed() {
					sym = shownSymbol(o, w, &p)
				}
			}
			if p.Shown() != w || !l.still(w.Object(), o, what) {
				continue
			}
			return sym, known
		}
		return Symbol{}, false
	}
	return Symbol{}, true
}

// shownSymbol is the definition that an entry shows.
func shownSymbol(o *Object, w symtab.Shown, p *symtab.Peek) Symbol {
	addr, size := p.Place()
	return Symbol{Addr: addr, Size: size, Kind: shownKinds[w.Kind()], Found: true, Object: o}
}

// shownKinds are kinds of definitions as the table of names has them.
var shownKinds = [...]Kind{symtab.Other: Unspecified, symtab.Func: Func, symtab.Data: Data, symtab.Abs: Abs}

// undefinedName is the error of one name that no object defines, in one allocation: a search through several
// linkers meets it often.
func undefinedName(name string) error {
	e := &struct {
		UndefinedError
		one [1]UndefinedSymbol
	}{one: [1]UndefinedSymbol{{Name: name}}}
	e.Symbols = e.one[:]
	return &e.UndefinedError
}

// symbolOf describes the definition that counts for a name with an owner.
func (l *Linker) symbolOf(id uint32) Symbol {
	o, def := l.definition(id)
	s := &o.img().Symbols[def]
	sym := Symbol{Addr: l.defAddr(id), Size: s.Size, Found: true, Object: o, Kind: kindOf(s)}
	if sym.Kind == TLS {
		off, _ := o.tlsOffset(def)
		sym.Addr = off + uint64(o.threads().tpoff)
		if sym.Thread = o.threads().found(off); sym.Thread != nil {
			sym.Module = sym.Thread.Module
		}
	}
	return sym
}

// kindOf is the kind of a symbol that is a definition.
func kindOf(s *objfmt.Symbol) (kind Kind) {
	switch {
	case s.Type == objfmt.SymTLS:
		kind = TLS
	case s.Section == objfmt.SecAbs:
		kind = Abs
	case s.Type == objfmt.SymFunc, s.Type == objfmt.SymIFunc:
		kind = Func
	case s.Type == objfmt.SymData, s.Section == objfmt.SecCommon:
		kind = Data
	}
	return kind
}
