package rtdyld

import (
	"context"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/triple"
)

// tlsArea is an object's block of thread-locals. Its initialized sections lie
// together in the read-only piece, as the template; the zero-filled ones follow
// in the block alone.
type tlsArea struct {
	size, align uint64
	init        uint64 // bytes of the template
	off         uint64 // of the template in the read-only piece
	at          map[objfmt.SectionID]uint64
	block       TLSBlock
}

// layoutTLS assigns offsets in the block, initialized sections first.
func (o *Object) layoutTLS() error {
	if !o.img.HasTLS {
		return nil
	}
	t := &o.tls
	t.at, t.align = map[objfmt.SectionID]uint64{}, 1
	for _, zero := range [...]objfmt.SectionFlags{0, objfmt.SecZeroFill} {
		for i := range o.img.Sections {
			id := objfmt.SectionID(i)
			s := &o.img.Sections[i]
			if s.Flags&objfmt.SecTLS == 0 || s.Flags&objfmt.SecZeroFill != zero || !o.kept(id) {
				continue
			}
			if s.Kind != objfmt.KindReadOnly {
				return fmt.Errorf("%s: section %s is thread-local and executable: %w", o.name, strings.Clone(o.img.SectionName(id)), ErrTLS)
			}
			var ok bool
			if t.size, ok = alignUp(t.size, s.Alignment()); !ok || t.size+s.Size < t.size {
				return fmt.Errorf("%s: thread-locals are too large: %w", o.name, ErrTLS)
			}
			t.at[id] = t.size
			t.size += s.Size
			t.align = max(t.align, s.Alignment())
			if zero == 0 {
				t.init = t.size
			}
		}
	}
	return nil
}

// origin is where the block is in its module's, 0 where nobody has placed it.
func (t *tlsArea) origin() uint64 {
	if t.block == nil {
		return 0
	}
	return t.block.DTPOffset()
}

// tlsOffset is a symbol's offset in its object's block.
func (o *Object) tlsOffset(sym objfmt.SymbolID) (uint64, bool) {
	s := &o.img.Symbols[sym]
	off, ok := o.tls.at[s.Section]
	return off + s.Value, ok
}

// threadOffset is where a thread-local section is from the thread pointer, 0 for any
// other.
func (o *Object) threadOffset(id objfmt.SectionID) int64 {
	off, ok := o.tls.at[id]
	if !ok || o.tls.block == nil {
		return 0
	}
	return o.tls.block.TPOffset() + int64(off)
}

// ThreadOffset is the offset of the object's thread-locals from the thread pointer,
// 0 if it has none.
func (o *Object) ThreadOffset() int64 {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.tls.block == nil {
		return 0
	}
	return o.tls.block.TPOffset()
}

// defineTLS asks the provider for the object's block.
func (l *Linker) defineTLS(ctx context.Context, o *Object) error {
	if o.tls.size == 0 || o.tls.block != nil {
		return nil
	}
	blk, err := l.cfg.TLS.Define(ctx, TLSRequest{Object: o.name, Size: o.tls.size, Align: o.tls.align})
	if err != nil {
		return fmt.Errorf("%s: place thread-locals: %w", o.name, err)
	}
	o.tls.block = blk
	return nil
}

func (o *Object) releaseTLS(ctx context.Context) error {
	if o.tls.block == nil {
		return nil
	}
	err := o.tls.block.Release(ctx)
	o.tls.block = nil
	return err
}

// tlsValue is where a thread-local is.
type tlsValue struct {
	module, dtpoff, tpoff uint64
	descriptor            [2]uint64 // zero: it is at tpoff in all threads
}

// tlsOf finds a thread-local that o refers to. A name that nobody defines has
// offset 0; one that is found but is no thread-local is an error.
func (l *Linker) tlsOf(o *Object, sym objfmt.SymbolID, need reloc.Need) (tlsValue, error) {
	img := o.img
	owner, at := o, sym
	fail := func(msg string) error {
		return fmt.Errorf("%s: thread-local reference to %s: %s: %w", o.name, o.symbolName(sym), msg, ErrTLS)
	}
	if img.Symbols[sym].Bind != objfmt.BindLocal && sym >= img.FirstGlobal {
		id := o.ids[sym-img.FirstGlobal]
		if id >= idSpecial {
			return tlsValue{}, fail("it is no thread-local")
		}
		e := &l.names.entries[id]
		switch {
		case e.flags&nameLeft != 0:
			return tlsValue{}, nil
		case e.class == defExternal:
			if e.flags&nameTLS == 0 {
				return tlsValue{}, fail("it is no thread-local")
			}
			x := l.outside[id]
			if x.Thread != nil {
				v, why := x.threadLocal(need)
				if why != "" {
					return tlsValue{}, fail(why)
				}
				return v, nil
			}
			if x.Module == 0 && (need == reloc.NeedTLSGD || need == reloc.NeedDTPMod) {
				return tlsValue{}, fail("its module is not known")
			}
			return tlsValue{module: x.Module, dtpoff: x.Addr, tpoff: x.Addr}, nil
		case e.obj == 0:
			return tlsValue{}, nil // weak
		}
		owner, at = l.objects[e.obj-1], e.sym
	}
	off, ok := owner.tlsOffset(at)
	if !ok || owner.tls.block == nil {
		return tlsValue{}, fail("it is no thread-local")
	}
	b := owner.tls.block
	return tlsValue{module: b.Module(), dtpoff: b.DTPOffset() + off, tpoff: uint64(b.TPOffset()) + off}, nil
}

// threadLocal gives what a reference needs of a thread-local outside, or says why that
// cannot be.
func (s *Symbol) threadLocal(need reloc.Need) (v tlsValue, why string) {
	t := s.Thread
	v = tlsValue{module: t.Module, dtpoff: t.Offset}
	switch {
	case t.Static:
		v.tpoff = s.Addr
	case need == reloc.NeedTPSlot || need == reloc.NeedTPOff:
		return v, "the library has it in no static block, where initial-exec and local-exec code looks: compile with -fPIC and without -ftls-model"
	case need == reloc.NeedTLSDesc && t.Descriptor == [2]uint64{}:
		return v, "the library has it in no static block, and there is no descriptor for it: compile with -mtls-dialect=trad or -mtls-dialect=gnu"
	case need == reloc.NeedTLSDesc:
		v.descriptor = t.Descriptor
	}
	return v, ""
}

// checkTLSUse refuses relocations that take a thread-local for something that has
// an address.
func (l *Linker) checkTLSUse(o *Object) error {
	img := o.img
	for i := range img.Sections {
		id := objfmt.SectionID(i)
		if !o.kept(id) {
			continue
		}
		for r, err := range o.relocs(id) {
			if err != nil {
				return err
			}
			row := &o.table.Rows[r.Type]
			if r.Sym < img.FirstGlobal || row.Need >= reloc.NeedTLSGD || row.Expr == reloc.None || row.Expr == reloc.Size || row.Expr == reloc.SecRel || row.Expr == reloc.SecNumber || row.Need == reloc.NeedBase {
				continue
			}
			if n := o.ids[r.Sym-img.FirstGlobal]; n < idSpecial && l.names.entries[n].flags&nameTLS != 0 {
				return &RelocError{
					Object: o.name, Section: strings.Clone(img.SectionName(id)), Offset: r.Offset, Type: row.Name,
					Symbol: o.symbolName(r.Sym), Msg: "it is a thread-local, which has no address of its own", Err: ErrTLS,
				}
			}
		}
	}
	return nil
}

// Code of COFF gets at a thread-local by way of an array that each thread has, with the
// block of each module: it takes the entry whose number is in the variable _tls_index
// and adds the offset of the thread-local in the block (SECREL). Compilers for i386
// have the place of the array in the thread's own block as a constant, __tls_array.
// Where nobody defines these names, the objects that mention them have their own.

// tlsArray is where i386 has the array (TEB.ThreadLocalStoragePointer).
const tlsArray = 0x2c

// coffTLS are an object's symbols of these names, each plus one, 0 for none.
type coffTLS struct{ index, array objfmt.SymbolID }

// mentionThreads notes an undefined symbol with one of these names.
func (l *Linker) mentionThreads(o *Object, sym objfmt.SymbolID, text string) {
	if l.cfg.TLS == nil || l.isClassic() {
		return
	}
	if o.img.Triple.Arch == triple.X86 { // where names have an underscore in front
		if text == "__tls_array" {
			o.coffTLS.array = sym + 1
			return
		}
		text = strings.TrimPrefix(text, "_")
	}
	if text == "_tls_index" {
		o.coffTLS.index = sym + 1
	}
}

// isTLSIndex reports whether a symbol is the object's own variable.
func (l *Linker) isTLSIndex(o *Object, sym objfmt.SymbolID) bool {
	return o.coffTLS.index == sym+1 && l.names.entries[o.ids[sym-o.img.FirstGlobal]].class == defNone
}

// isTLSArray reports whether a symbol is the constant.
func (l *Linker) isTLSArray(o *Object, sym objfmt.SymbolID) bool {
	return o.coffTLS.array == sym+1 && l.names.entries[o.ids[sym-o.img.FirstGlobal]].class == defNone
}

// indexedModule is what an object reads from _tls_index: the module of the
// thread-locals that it has and names, which is one for all of them.
func (l *Linker) indexedModule(o *Object) (uint64, error) {
	module, of := uint64(0), ""
	if o.tls.block != nil {
		module, of = o.tls.block.Module(), o.name
	}
	for _, id := range o.ids {
		if id >= idSpecial || l.names.entries[id].flags&nameTLS == 0 {
			continue
		}
		e, m := &l.names.entries[id], uint64(0)
		switch {
		case e.class == defExternal:
			x := l.outside[id]
			if m = x.Module; x.Thread != nil {
				m = x.Thread.Module
			}
		case e.obj != 0 && l.objects[e.obj-1].tls.block != nil:
			m = l.objects[e.obj-1].tls.block.Module()
		default:
			continue
		}
		if of != "" && m != module {
			return 0, fmt.Errorf("%s: thread-local %s is in module %d and those of %s in %d: one variable _tls_index serves both: %w", o.name, l.entryName(id), m, of, module, ErrTLS)
		}
		module, of = m, e.text
	}
	if of == "" || module>>32 != 0 {
		return 0, fmt.Errorf("%s: _tls_index of module %d: no thread-locals that it could be for: %w", o.name, module, ErrTLS)
	}
	return module, nil
}
