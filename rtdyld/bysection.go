package rtdyld

import (
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// With Config.BySection each section has a block of its own, and so have the
// sections that the linker makes and the initial contents of thread-locals.
// Object.split is the piece of each.

// tlsPlace is the index in Object.split of the thread-locals' initial contents.
func (o *Object) tlsPlace() objfmt.SectionID {
	return objfmt.SectionID(len(o.img.Sections) + numPseudo)
}

// splitPlace is the index in Object.split of what holds a section.
func (o *Object) splitPlace(at objfmt.SectionID) objfmt.SectionID {
	if int(at) < len(o.img.Sections) && o.img.Sections[at].Flags&objfmt.SecTLS != 0 {
		return o.tlsPlace()
	}
	return at
}

// pieceOf is the piece that a section is laid out in.
func (o *Object) pieceOf(at objfmt.SectionID, kind objfmt.Kind) *piece {
	if o.split != nil {
		return &o.split[o.splitPlace(at)]
	}
	return &o.piece[kind]
}

// home is the block that a section, a pseudo-section or tlsPlace lies in. Its place's
// off is where.
func (o *Object) home(at objfmt.SectionID, kind objfmt.Kind) Block {
	if o.split == nil {
		return o.block(kind)
	}
	if p := &o.split[o.splitPlace(at)]; p.req >= 0 && o.batch.alloc != nil {
		return o.batch.alloc.Blocks()[p.req]
	}
	return Block{}
}

// splitPlaces calls f for each place of the object: sections, those the linker
// makes, and the initial contents of thread-locals.
func (o *Object) splitPlaces(f func(at objfmt.SectionID, kind objfmt.Kind, name string)) {
	for i := range o.img.Sections {
		id := objfmt.SectionID(i)
		if s := &o.img.Sections[i]; s.Flags&objfmt.SecTLS == 0 && o.kept(id) {
			f(id, s.Kind, strings.Clone(o.img.SectionName(id)))
		}
	}
	for k := range numPseudo {
		f(o.pseudo(k), o.pseudoKind(k), pseudoNames[k])
	}
	f(o.tlsPlace(), objfmt.KindReadOnly, "<thread-locals>")
}

// askBySection appends a request for each section that has one. An empty section of
// the file gets a byte, so that it has an address.
func (o *Object) askBySection(reqs []Request) []Request {
	for i := range o.split {
		o.split[i].req = -1
	}
	o.splitPlaces(func(at objfmt.SectionID, kind objfmt.Kind, name string) {
		p := &o.split[at]
		if p.size == 0 && int(at) >= len(o.img.Sections) {
			return
		}
		p.size, p.align, p.req = max(p.size, 1), max(p.align, 1), len(reqs)
		reqs = append(reqs, Request{
			Kind: kind, Size: p.size, Align: p.align, Object: o.name, Image: o.img, Module: o.img.Module, User: o.img.User,
			Section: at, Name: name, TLS: at == o.tlsPlace(),
		})
	})
	return reqs
}

// setSplitAddresses is setAddresses. A section that the linker makes and that is empty
// has the address of the object's first block.
func (o *Object) setSplitAddresses() {
	var first uint64
	if bs := o.splitBlocks(); len(bs) > 0 {
		first = bs[0].Addr
	}
	for i := range o.place {
		p, id := &o.place[i], objfmt.SectionID(i)
		if i >= len(o.img.Sections) {
			p.addr = first
		} else if !o.kept(id) {
			continue
		}
		if b := o.home(id, 0); b.Mem != nil {
			p.addr = b.Addr + p.off
		}
	}
}

// splitBlocks is Blocks.
func (o *Object) splitBlocks() (bs []Block) {
	for i := range o.split {
		if b := o.home(objfmt.SectionID(i), 0); b.Mem != nil && o.split[i].size > 0 &&
			(i >= len(o.img.Sections) || o.img.Sections[i].Flags&objfmt.SecTLS == 0) {
			bs = append(bs, b)
		}
	}
	return slices.Clip(bs)
}

// copySplit is copyObject.
func (l *Linker) copySplit(o *Object) error {
	for i := range o.img.Sections {
		id := objfmt.SectionID(i)
		s := &o.img.Sections[i]
		if s.Flags&(objfmt.SecLoad|objfmt.SecZeroFill) != objfmt.SecLoad || o.dropped(id) {
			continue
		}
		mem := o.mem(id)
		copy(mem, s.Data)
		if spans := o.fdes[id]; spans != nil {
			eraseFDEs(mem, spans, bin.Order{Big: o.img.Big})
		}
	}
	return nil
}
