package rtdyld

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// tlsArea is an object's block of thread-locals.
type tlsArea struct {
	place.Threads
	block  TLSBlock
	module uint64 // what block says, asked once
	dtpoff uint64
	tpoff  int64
	each   *[2]uint64 // the descriptor of a block with NoTPOffset; nil: tpoff is the same in all threads
}

// noTLS is that of objects without thread-locals, and is never written.
var noTLS tlsArea

// threads is the object's block, an empty one if it has none.
func (o *Object) threads() *tlsArea {
	if o.tls == nil {
		return &noTLS
	}
	return o.tls
}

// threadCommons is where the object's common symbols are among its thread-locals, before these are placed.
func (o *Object) threadCommons() *place.Piece {
	if o.tls == nil {
		o.tls = new(tlsArea)
	}
	return &o.tls.Commons
}

// layoutTLS places the object's thread-locals.
func (o *Object) layoutTLS(ctx context.Context) error {
	if !o.img().HasTLS {
		return nil
	}
	if o.tls == nil { // without common symbols
		o.tls = new(tlsArea)
	}
	var done heed.Count
	for i := range o.img().Sections {
		if err := done.Items(ctx, 1); err != nil {
			return o.ended("lay out", err)
		}
		id := objfmt.SectionID(i)
		if s := &o.img().Sections[i]; s.Flags&objfmt.SecTLS != 0 && s.Kind != objfmt.KindReadOnly && o.kept(id) {
			return fmt.Errorf("%s: section %s is thread-local and executable: %w", texts.Name(o.name), short(o.img().SectionName(id)), ErrTLS)
		}
	}
	err := o.lay.PlaceThreads(ctx, &o.tls.Threads)
	if errors.Is(err, place.ErrTooLarge) {
		return fmt.Errorf("%w: %w", o.tooLargeTLS(), ErrTLS)
	}
	return o.endedOr("lay out", err)
}

// tooLargeTLS is the error of a thread-local section, or the template of all, that has no place.
func (o *Object) tooLargeTLS() error {
	t := &o.tls.Threads
	switch t.Bad {
	case o.lay.TemplateID():
		return o.tooLarge(t.Bad, t.Init)
	case objfmt.SecCommon:
		return &TooLargeError{Object: o.name, Section: "<thread-locals>", ID: o.pseudo(place.Commons), Offset: t.Size, Size: t.Commons.Size}
	}
	return &TooLargeError{Object: o.name, Section: o.sectionText(t.Bad), ID: t.Bad, Offset: t.Size, Size: o.img().Sections[t.Bad].Size}
}

// tlsOffset is a symbol's offset in its object's block.
func (o *Object) tlsOffset(sym objfmt.SymbolID) (uint64, bool) {
	img := o.img()
	s := &img.Symbols[sym]
	if s.Section == objfmt.SecCommon {
		if s.Type != objfmt.SymTLS || sym < img.FirstGlobal || o.ids[sym-img.FirstGlobal] >= symtab.Special {
			return 0, false
		}
		c := o.l.names.SettledCommon(o.ids[sym-img.FirstGlobal])
		return o.threads().CommonsAt + c.Off, c.Placed
	}
	off, ok := o.threads().Offset(s.Section)
	return off + s.Value, ok
}

// threadOffset is where a thread-local section is from the thread pointer, 0 for any
// other.
func (o *Object) threadOffset(id objfmt.SectionID) int64 {
	off, ok := o.threads().Offset(id)
	if !ok || o.threads().block == nil {
		return 0
	}
	return o.threads().tpoff + int64(off)
}

// ThreadOffset is the offset of the object's thread-locals from the thread pointer,
// 0 if it has none.
func (o *Object) ThreadOffset() int64 {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	return o.threads().tpoff
}

// defineTLS asks the provider for the object's block.
func (l *Linker) defineTLS(ctx context.Context, o *Object) error {
	if o.threads().Size == 0 || o.threads().block != nil {
		return nil
	}
	t := *o.tls // mu is off meanwhile
	var err error
	defined := false
	defer func() {
		if !defined && t.block != nil { // it does not tell where it is, but panics
			l.freeBlock(t.block, o.name)
		}
	}()
	closed := l.call(func() {
		if t.block, err = l.cfg.TLS.Define(ctx, TLSRequest{Object: o.name, Size: t.Size, Align: t.Align}); err == nil {
			t.ask()
		}
	})
	if err != nil {
		defined = true // nothing
		return fmt.Errorf("%s: place thread-locals: %w", texts.Name(o.name), err)
	}
	defined, *o.tls = true, t
	return closed
}

// ask takes what the block says of its place.
func (t *tlsArea) ask() {
	t.module, t.dtpoff, t.tpoff, t.each = t.block.Module(), t.block.DTPOffset(), t.block.TPOffset(), nil
	if t.tpoff != NoTPOffset {
		return
	}
	t.each, t.tpoff = new([2]uint64), 0
	if d, ok := t.block.(DescribedTLSBlock); ok {
		*t.each = d.TLSDescriptor()
	}
}

// found is what is told of a thread-local at an offset in the block; nil: that it is at tpoff and the offset.
func (t *tlsArea) found(off uint64) *ThreadLocal {
	if t.each == nil {
		return nil
	}
	x := &ThreadLocal{Module: t.module, Offset: t.dtpoff + off, Descriptor: *t.each}
	if x.Descriptor[0] != 0 {
		x.Descriptor[1] += off
	}
	return x
}

// freeTLS gives the block up.
func (o *Object) freeTLS() {
	if b := o.takeTLS(); b != nil {
		o.l.freeBlock(b, o.name)
	}
}

// takeTLS returns the object's block, which the object has no more; nil if it has none.
func (o *Object) takeTLS() TLSBlock {
	t := o.threads()
	b := t.block
	if b != nil {
		t.block, t.module, t.dtpoff, t.tpoff, t.each = nil, 0, 0, 0, nil
	}
	return b
}

// tlsPlace is where an object's block of thread-locals is.
type tlsPlace struct {
	module uint64 // see TLSBlock
	dtpoff uint64
	tpoff  int64
	each   *[2]uint64
}

// putThreads gives the object's block another place, and returns the one that it had.
func (o *Object) putThreads(p tlsPlace) (was tlsPlace) {
	if t := o.tls; t != nil {
		was = tlsPlace{t.module, t.dtpoff, t.tpoff, t.each}
		t.module, t.dtpoff, t.tpoff, t.each = p.module, p.dtpoff, p.tpoff, p.each
	}
	return was
}

// takeThreads gives the object of an image its block.
func (o *Object) takeThreads(b TLSBlock, size place.Threads) {
	o.tls = &tlsArea{Threads: size, block: b}
	o.tls.ask()
}
