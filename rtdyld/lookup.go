package rtdyld

import (
	"fmt"

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
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lookup(name, 0)
}

// Lookup finds a name as references of the object find it among loaded objects: the
// definition of its batch, hidden ones and those of [Linker.LoadWith] too, else the one
// that all see.
//
// Errors are [ErrClosed], [ErrUnloaded] or an *[UndefinedError].
func (o *Object) Lookup(name string) (Symbol, error) {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.gone() {
		return Symbol{}, fmt.Errorf("%s: %w", texts.Name(o.name), ErrUnloaded)
	}
	return o.l.lookup(name, o.batch.names.Unit)
}

// lookup is Lookup as a unit sees names.
func (l *Linker) lookup(name string, unit uint32) (Symbol, error) {
	if l.closed {
		return Symbol{}, ErrClosed
	}
	id := l.names.Lookup(objfmt.HashName(name), name, unit)
	if id == 0 {
		return Symbol{}, undefinedName(name)
	}
	if o, _ := l.definition(id); o.gone() { // its names are being forgotten
		return Symbol{}, undefinedName(name)
	}
	return l.symbolOf(id), nil
}

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
	s := &o.img.Symbols[def]
	sym := Symbol{Addr: l.defAddr(id), Size: s.Size, Found: true, Object: o}
	switch {
	case s.Type == objfmt.SymTLS:
		sym.Kind = TLS
		off, _ := o.tlsOffset(def)
		sym.Addr = off + uint64(o.threads().tpoff)
	case s.Section == objfmt.SecAbs:
		sym.Kind = Abs
	case s.Type == objfmt.SymFunc, s.Type == objfmt.SymIFunc:
		sym.Kind = Func
	case s.Type == objfmt.SymData, s.Section == objfmt.SecCommon:
		sym.Kind = Data
	}
	return sym
}
