package rtdyld

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// tlsValue is where a thread-local is.
type tlsValue struct {
	module, dtpoff, tpoff uint64
	descriptor            [2]uint64 // zero: it is at tpoff in all threads
	each                  bool      // it is in a block with NoTPOffset
}

// tlsOf finds a thread-local that o refers to. A name that nobody defines has
// offset 0; one that is found but is no thread-local is an error.
func (l *Linker) tlsOf(o *Object, sym objfmt.SymbolID, need reloc.Need) (tlsValue, error) {
	v, err := l.findTLS(o, sym, need)
	v.dtpoff -= o.table.Arch.DTPBias
	return v, err
}

func (l *Linker) findTLS(o *Object, sym objfmt.SymbolID, need reloc.Need) (tlsValue, error) {
	img := o.img()
	owner, at := o, sym
	fail := func(msg string) error { return o.tlsFault(sym, need, msg) }
	if img.Symbols[sym].Bind != objfmt.BindLocal && sym >= img.FirstGlobal {
		id := o.ids[sym-img.FirstGlobal]
		if id >= symtab.Special {
			return tlsValue{}, fail("it is no thread-local")
		}
		e := l.names.At(id)
		switch {
		case e.Left():
			return tlsValue{}, nil
		case e.Class() == symtab.External:
			if !e.TLS() {
				return tlsValue{}, fail("it is no thread-local")
			}
			x := l.names.Told(id)
			if o.threads().each != nil && l.names.Text(id) == moduleBase {
				return o.threads().found(0).inOwn(need, fail) // such blocks are modules of their own
			}
			if t := threadOf(&x); t != nil {
				v, why := t.value(x.Addr, need)
				if why != "" {
					return tlsValue{}, fail(why)
				}
				return v, nil
			}
			if x.Module == 0 && (need == reloc.NeedTLSGD || need == reloc.NeedDTPMod) {
				return tlsValue{}, fail("its module is not known")
			}
			return tlsValue{module: x.Module, dtpoff: x.Addr, tpoff: x.Addr}, nil
		case !e.HasOwner():
			return tlsValue{}, nil // weak
		}
		owner, at = l.definition(id)
	}
	off, ok := owner.tlsOffset(at)
	if !ok || owner.threads().block == nil {
		return tlsValue{}, fail("it is no thread-local")
	}
	t := owner.threads()
	if x := t.found(off); x != nil {
		return x.inOwn(need, fail)
	}
	return tlsValue{module: t.module, dtpoff: t.dtpoff + off, tpoff: uint64(t.tpoff) + off}, nil
}

// moduleBase is what local-dynamic code that goes by descriptors calls the start of the module that its thread-locals are in.
const moduleBase = "_TLS_MODULE_BASE_"

// inOwn gives what a reference needs of a thread-local in a block with NoTPOffset.
func (t *ThreadLocal) inOwn(need reloc.Need, fail func(msg string) error) (tlsValue, error) {
	v, why := t.value(0, need)
	if v.each = true; why != "" {
		return tlsValue{}, fail(why)
	}
	return v, nil
}

// threadOf is the Thread of a Resolver's answer.
func threadOf(a *symtab.Answer) *ThreadLocal {
	t, _ := a.Thread.(*ThreadLocal)
	return t
}

// value gives what a reference needs of an external thread-local at tpoff from the thread
// pointer, or says why that cannot be.
func (t *ThreadLocal) value(tpoff uint64, need reloc.Need) (v tlsValue, why string) {
	v = tlsValue{module: t.Module, dtpoff: t.Offset}
	switch {
	case t.Static:
		v.tpoff = tpoff
	case need == reloc.NeedGOTTPOff || need == reloc.NeedTPOff:
		return v, "it is in no static block, where initial-exec and local-exec code looks: compile with -fPIC and without -ftls-model"
	case need == reloc.NeedTLSDesc && t.Descriptor == [2]uint64{}:
		return v, "it is in no static block, and there is no descriptor for it: compile with -mtls-dialect=trad or -mtls-dialect=gnu"
	case need == reloc.NeedTLSDesc:
		v.descriptor = t.Descriptor
	}
	return v, ""
}

// tlsEntry finds the values of an entry for a thread-local.
func (l *Linker) tlsEntry(o *Object, need reloc.Need, sym objfmt.SymbolID) (tlsValue, error) {
	if need == reloc.NeedTLSLD {
		m, err := l.localModule(o)
		return tlsValue{module: m}, err
	}
	v, err := l.tlsOf(o, sym, need)
	if err == nil && (need == reloc.NeedDTPOff || need == reloc.NeedGOTDTPOff) && (o.plan.LD != 0 || v.each) {
		if m, err := l.localModule(o); err != nil {
			return v, err
		} else if m != v.module {
			return v, o.tlsFault(sym, need, "local-dynamic access to what is in another module")
		}
	}
	return v, err
}

// localModule is the module that local-dynamic accesses of o mean: that of its own
// thread-locals or, if it has none, of the first that it refers to so (hidden ones
// of its batch).
func (l *Linker) localModule(o *Object) (uint64, error) {
	if o.threads().block != nil {
		return o.threads().module, nil
	}
	if i := o.plan.DTPOff; i != 0 {
		en := &o.plan.List[i-1]
		v, err := l.tlsOf(o, en.Sym, en.Need)
		return v.module, err
	}
	return 0, o.tlsFault(objfmt.NoSymbol, reloc.NeedTLSLD, "local-dynamic access without thread-locals")
}

// tlsFault is the error of the first reference with that need to a symbol, NoSymbol for any.
func (o *Object) tlsFault(sym objfmt.SymbolID, need reloc.Need, msg string) error {
	c := cursors.Get().(*records.Cursor)
	defer putCursor(c)
	o.begin(context.Background(), c)
	for i := range o.img().Sections {
		id := objfmt.SectionID(i)
		if !o.kept(id) {
			continue
		}
		o.start(c, id)
		for r := c.Record(); r != nil; r = c.Record() {
			if row := &o.table.Rows[r.Type]; row.Need == need && (r.Sym == sym || sym == objfmt.NoSymbol) {
				return &RelocError{Object: o.name, Section: o.sectionText(id), Offset: r.Offset, Type: row.Name, Symbol: o.symbolName(r.Sym), Msg: msg, Err: ErrTLS}
			}
		}
	}
	if sym != objfmt.NoSymbol { // debug information refers to it, or code that was rewritten
		msg = "thread-local reference to " + short(o.symbolName(sym)) + ": " + msg
	}
	return fmt.Errorf("%s: %s: %w", texts.Name(o.name), msg, ErrTLS)
}

// ownModule is what an object reads from its own name for it (_tls_index): the module of the
// thread-locals that it has and names, which is one for all of them.
func (l *Linker) ownModule(o *Object) (uint64, error) {
	module, of := uint64(0), ""
	if o.threads().block != nil {
		module, of = o.threads().module, o.name
	}
	for _, id := range o.ids {
		if id >= symtab.Special || !l.names.At(id).TLS() {
			continue
		}
		e, m := l.names.At(id), uint64(0)
		switch {
		case e.Class() == symtab.External:
			x := l.names.Told(id)
			if m = x.Module; x.Thread != nil {
				m = threadOf(&x).Module
			}
		case e.HasOwner():
			owner, _ := l.definition(id)
			if owner.threads().block == nil {
				continue
			}
			m = owner.threads().module
		default:
			continue
		}
		if of != "" && m != module {
			return 0, fmt.Errorf("%s: thread-local %s is in module %d and those of %s in %d: one variable %s serves both: %w", texts.Name(o.name), short(l.entryName(id)), m, short(of), module, short(o.symbolName(o.own.module-1)), ErrTLS)
		}
		module, of = m, l.names.Text(id)
	}
	if of == "" || module>>32 != 0 {
		return 0, fmt.Errorf("%s: %s of module %d: no thread-locals that it could be for: %w", texts.Name(o.name), short(o.symbolName(o.own.module-1)), module, ErrTLS)
	}
	return module, nil
}

// initTLS gives an object's thread-locals their initial values.
func (l *Linker) initTLS(ctx context.Context, o *Object) error {
	if o.threads().block == nil {
		return nil
	}
	var init []byte
	if o.threads().Init > 0 {
		init = o.cut(o.lay.Piece(o.lay.TemplateID()), o.lay.Template.Off(), o.threads().Init)
	}
	in := nested.InCall.Mark(ctx, nil)
	defer in.Leave()
	var err error
	closed := l.call(func() { err = o.threads().block.Initialize(in, init) })
	if err != nil {
		return fmt.Errorf("%s: initialize thread-locals: %w", texts.Name(o.name), err)
	}
	return closed
}
