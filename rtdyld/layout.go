package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// errTooLarge says that sizes add up to more than an address space.
var errTooLarge = errors.New("sections are too large together")

// alignUp rounds v up to a multiple of align, a power of two; false on overflow.
func alignUp(v, align uint64) (uint64, bool) {
	r := (v + align - 1) &^ (align - 1)
	return r, r >= v
}

// add places size bytes in the piece.
func (p *piece) add(size, align uint64) (off uint64, err error) {
	off, ok := alignUp(p.size, align)
	if !ok || off+size < off || off+size >= droppedBit {
		return 0, errTooLarge
	}
	p.size, p.align = off+size, max(p.align, align)
	return off, nil
}

// layout places an object's sections in its pieces.
func (l *Linker) layout(o *Object) error {
	img := o.img
	o.findIFuncs()
	if l.isClassic() {
		if err := l.planClassic(o); err != nil {
			return err
		}
	} else if o.huge {
		if err := l.planIslands(o); err != nil {
			return err
		}
	}
	if err := o.layoutTLS(); err != nil {
		return err
	}
	if err := l.planExidx(o); err != nil {
		return err
	}
	if o.tls.init > 0 {
		off, err := o.pieceOf(o.tlsPlace(), objfmt.KindReadOnly).add(o.tls.init, o.tls.align)
		if err != nil {
			return fmt.Errorf("%s: %w", o.name, err)
		}
		o.tls.off = off
		for id, at := range o.tls.at {
			o.place[id].off = off + min(at, o.tls.init)
		}
	}
	for i := range img.Sections {
		s := &img.Sections[i]
		if s.Flags&(objfmt.SecLoad|objfmt.SecTLS) != objfmt.SecLoad || o.drops && o.dropped(objfmt.SectionID(i)) {
			continue
		}
		size := s.Size
		align := s.Alignment()
		if s.Role == objfmt.RoleEHFrame {
			size += 4 // the zero word that ends the records
		}
		if o.classic != nil {
			size, align = o.classic.room[i].size, o.classic.room[i].align
		}
		off, err := o.pieceOf(objfmt.SectionID(i), s.Kind).add(size, align)
		if err != nil || size < s.Size {
			return fmt.Errorf("%s: section %s of %#x bytes: %w", o.name, strings.Clone(img.SectionName(objfmt.SectionID(i))), s.Size, errTooLarge)
		}
		o.place[i].off = off
	}
	for k := range numPseudo {
		size, align := o.pseudoSize(k)
		off, err := o.pieceOf(o.pseudo(k), o.pseudoKind(k)).add(size, align)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", o.name, pseudoNames[k], err)
		}
		o.place[o.pseudo(k)].off = off
	}
	return nil
}

// layoutCommons places the common symbols that the batch hosts.
func (l *Linker) layoutCommons(b *batch) error {
	for _, id := range b.hosts {
		e, c := &l.names.entries[id], l.commons[id]
		if c == nil || e.obj == 0 || l.objects[e.obj-1].batch != b || c.placed {
			continue
		}
		o := l.objects[e.obj-1]
		off, ok := alignUp(o.com.size, c.align)
		if !ok || off+c.size < off || off+c.size >= droppedBit {
			return fmt.Errorf("%s: common symbol %s of %#x bytes: %w", o.name, strings.Clone(e.text), c.size, errTooLarge)
		}
		c.off, c.placed = off, true
		o.com.size, o.com.align = off+max(c.size, 1), max(o.com.align, c.align)
	}
	return nil
}

// allocate lays the batch out, gets its memory in one request and computes the
// address of every section.
func (l *Linker) allocate(ctx context.Context, b *batch) error {
	if err := l.layoutCommons(b); err != nil {
		return err
	}
	reqs := l.room.reqs[:0]
	if n := 3 * len(b.objs); n > cap(reqs) {
		reqs = make([]Request, 0, n)
	}
	for _, o := range b.objs {
		if err := l.layout(o); err != nil {
			return err
		}
		if o.split != nil {
			reqs = o.askBySection(reqs)
		} else {
			reqs = o.ask(reqs)
		}
		b.low = b.low || o.plan.Low32
	}
	if len(reqs) > 0 {
		for i := range reqs {
			reqs[i].Low32, reqs[i].Near, reqs[i].CodeModel = l.low || b.low, l.near, l.cfg.CodeModel
		}
		if l.cfg.Reserver != nil {
			if err := l.reserve(ctx, reqs); err != nil {
				return err
			}
		}
		alloc, err := l.cfg.Memory.Allocate(ctx, reqs)
		if err != nil {
			return fmt.Errorf("allocate memory for %d objects: %w", len(b.objs), err)
		}
		b.alloc = alloc
		err = checkBlocks(reqs, alloc.Blocks())
		clear(reqs) // they hold images
		if err != nil {
			return err
		}
	}
	for _, o := range b.objs {
		o.setAddresses()
	}
	for _, o := range b.objs {
		if err := l.defineTLS(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// ask appends the requests of an object's pieces.
func (o *Object) ask(reqs []Request) []Request {
	for k := objfmt.KindCode; k < objfmt.NumKinds; k++ {
		p := &o.piece[k]
		if p.align == 0 {
			continue // no section of the kind: pieces that hold empty ones get a byte
		}
		if p.size == 0 {
			if o.onlyPseudo(k) {
				continue
			}
			p.size = 1
		}
		p.req = len(reqs)
		reqs = append(reqs, Request{Kind: k, Size: p.size, Align: p.align, Object: o.name, Image: o.img, Module: o.img.Module, User: o.img.User})
	}
	return reqs
}

// reserve tells the Reserver what a batch needs.
func (l *Linker) reserve(ctx context.Context, reqs []Request) error {
	need := [objfmt.NumKinds]Need{objfmt.KindCode: {Align: 1}, objfmt.KindReadOnly: {Align: 1}, objfmt.KindWritable: {Align: 1}}
	for i := range reqs {
		q := &reqs[i]
		n := &need[q.Kind]
		at, ok := alignUp(n.Size, q.Align)
		if !ok || at+q.Size < at {
			return fmt.Errorf("%s: %w", q.Object, errTooLarge)
		}
		n.Size, n.Align = at+q.Size, max(n.Align, q.Align)
	}
	if err := l.cfg.Reserver.Reserve(ctx, need[objfmt.KindCode], need[objfmt.KindReadOnly], need[objfmt.KindWritable]); err != nil {
		return fmt.Errorf("reserve memory for %d blocks: %w", len(reqs), err)
	}
	return nil
}

// onlyPseudo reports whether a piece is empty because nothing but empty
// pseudo-sections is in it.
func (o *Object) onlyPseudo(k objfmt.Kind) bool {
	for i := range o.img.Sections {
		if o.img.Sections[i].Kind == k && o.kept(objfmt.SectionID(i)) {
			return false
		}
	}
	return true
}

// checkBlocks refuses what a memory manager must not return.
func checkBlocks(reqs []Request, blocks []Block) error {
	if len(blocks) != len(reqs) {
		return fmt.Errorf("memory manager returned %d blocks for %d requests", len(blocks), len(reqs))
	}
	for i, r := range reqs {
		if uint64(len(blocks[i].Mem)) < r.Size {
			return fmt.Errorf("%s: memory manager returned %d bytes of %v memory, asked for %d", r.Object, len(blocks[i].Mem), r.Kind, r.Size)
		}
		if blocks[i].Addr&(r.Align-1) != 0 {
			return fmt.Errorf("%s: memory manager returned %v memory at %#x, asked for alignment %d", r.Object, r.Kind, blocks[i].Addr, r.Align)
		}
	}
	return nil
}

// setAddresses computes the addresses of all sections from the object's blocks.
func (o *Object) setAddresses() {
	if o.split != nil {
		o.setSplitAddresses()
		return
	}
	var base [objfmt.NumKinds]uint64
	for k := objfmt.KindCode; k < objfmt.NumKinds; k++ {
		base[k] = o.block(k).Addr
	}
	for i := range o.img.Sections {
		s := &o.img.Sections[i]
		if p := &o.place[i]; s.Flags&objfmt.SecLoad != 0 && p.off&droppedBit == 0 {
			p.addr = base[s.Kind] + p.off
		}
	}
	for k := range numPseudo {
		p := &o.place[o.pseudo(k)]
		p.addr = base[o.pseudoKind(k)] + p.off
	}
}

// copyContents copies what the files hold. Memory comes zeroed.
func (l *Linker) copyContents(_ context.Context, b *batch) error {
	return l.each(b.objs, l.workers(b.bytes), (*Linker).copyObject)
}

func (l *Linker) copyObject(o *Object) error {
	if o.split != nil {
		return l.copySplit(o)
	}
	var mem [objfmt.NumKinds][]byte
	for k := objfmt.KindCode; k < objfmt.NumKinds; k++ {
		mem[k] = o.block(k).Mem
	}
	for i := range o.img.Sections {
		s := &o.img.Sections[i]
		off := o.place[i].off
		if s.Flags&(objfmt.SecLoad|objfmt.SecZeroFill) != objfmt.SecLoad || off&droppedBit != 0 {
			continue
		}
		copy(mem[s.Kind][off:off+s.Size], s.Data)
		if spans := o.fdes[objfmt.SectionID(i)]; spans != nil {
			eraseFDEs(mem[s.Kind][off:off+s.Size], spans, bin.Order{Big: o.img.Big})
		}
	}
	return nil
}

// publishDefs gives the batch's definitions their addresses.
func (l *Linker) publishDefs(_ context.Context, b *batch) error {
	l.pending = slices.Grow(l.pending, len(b.objs))
	for _, o := range b.objs {
		l.publish(o)
		o.state = Loaded
		o.at = len(l.pending)
		l.pending = append(l.pending, o)
	}
	if len(b.objs) > 0 {
		l.target = b.target
	}
	l.low = l.low || b.low
	if b.alloc != nil {
		l.near = b.alloc.Blocks()[0].Addr
	}
	l.changes++
	b.undo, b.hosts = nil, nil
	l.stamped = nil
	return nil
}

// publish writes the addresses of an object's definitions into the table of names.
func (l *Linker) publish(o *Object) {
	syms := o.img.Symbols[o.img.FirstGlobal:]
	for k, id := range o.ids {
		if id >= idSpecial || syms[k].Section == objfmt.SecUndef {
			continue
		}
		if e := &l.names.entries[id]; e.obj == o.num+1 && e.sym == o.img.FirstGlobal+objfmt.SymbolID(k) {
			e.addr = l.defAddr(id, e)
		}
	}
	o.moved = false
}

// defAddr is the address of the definition that counts for a name.
func (l *Linker) defAddr(id uint32, e *name) uint64 {
	o := l.objects[e.obj-1]
	s := &o.img.Symbols[e.sym]
	switch {
	case s.Type == objfmt.SymIFunc:
		return o.ifuncAddr(e.sym)
	case s.Section < objfmt.SecSpecial:
		return o.place[s.Section].addr + s.Value
	case s.Section == objfmt.SecCommon:
		return o.place[o.pseudo(secCommons)].addr + l.commonOf(id, e).off
	case s.Section == objfmt.SecAlias:
		return l.aliasAddr(o, s)
	}
	return s.Value
}

// forDebug reports whether a section is processed for debuggers alone.
func (l *Linker) forDebug(o *Object, id objfmt.SectionID) bool {
	if !l.cfg.AllSections {
		return false
	}
	s := &o.img.Sections[id]
	if l.isClassic() {
		return s.Flags&objfmt.SecLoad == 0
	}
	return s.Flags&(objfmt.SecLoad|objfmt.SecExclude|objfmt.SecZeroFill) == 0 && !o.dropped(id) &&
		(len(s.Raw) > 0 || s.Role == objfmt.RoleDebug)
}

// unpend takes an object off the list of those that are Loaded.
func (l *Linker) unpend(o *Object) {
	if o.at >= len(l.pending) || l.pending[o.at] != o {
		return
	}
	last := len(l.pending) - 1
	l.pending[o.at] = l.pending[last]
	l.pending[o.at].at = o.at
	l.pending[last] = nil
	l.pending = l.pending[:last]
	l.changes++
}

// stepStart and stepDone log what a step took.
func (l *Linker) stepStart() (start time.Time) {
	if l.cfg.Logger != nil {
		start = time.Now()
	}
	return start
}

func (l *Linker) stepDone(step string, start time.Time, err error) {
	if l.cfg.Logger != nil {
		l.cfg.Logger.LogAttrs(context.Background(), slog.LevelDebug, "rtdyld", slog.String("step", step), slog.Duration("took", time.Since(start)), slog.Any("err", err))
	}
}
