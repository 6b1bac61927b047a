package rtdyld

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// layout places an object's sections in its pieces.
func (l *Linker) layout(ctx context.Context, o *Object, _ *scratch) error {
	if err := o.findIFuncs(ctx); err != nil {
		return err
	}
	if o.plan.UsesHead {
		o.lay.TableInCode()
	}
	if l.compat.order {
		if err := l.emitSections(ctx, o); err != nil {
			return err
		}
	}
	if err := o.layoutTLS(ctx); err != nil {
		return err
	}
	if err := l.planIndex(ctx, o); err != nil {
		return err
	}
	for lo := 0; lo < len(o.img().Sections); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(o.img().Sections))
		if err != nil {
			return o.ended("lay out", err)
		}
		if err := o.placeSections(ctx, lo, hi); err != nil {
			return err
		}
	}
	for k := range place.NumMade {
		if size, align := o.pseudoSize(k); size > 0 {
			if err := o.lay.Add(o.pseudo(k), size, align); err != nil {
				return o.tooLarge(o.pseudo(k), size)
			}
		}
	}
	if len(o.batch.objs) == 1 && !l.compat.order { // where objects lie side by side a byte saves nothing
		o.lay.Lodge()
	}
	return nil
}

// placeSections places some sections of the file.
func (o *Object) placeSections(ctx context.Context, lo, hi int) error {
	sections := o.img().Sections[:hi]
	for i := lo; i < len(sections); i++ {
		s, id := &sections[i], objfmt.SectionID(i)
		if s.Flags&(objfmt.SecLoad|objfmt.SecTLS) != objfmt.SecLoad || o.drops && o.dropped(id) {
			continue
		}
		size := s.Size + o.behind(s)
		align := s.Alignment()
		if extent := o.plan.Extent(id); extent != nil {
			size, align = extent.Size, extent.Align
		}
		if fragmentNames[s.Role] != "" {
			unit, err := o.addFragment(ctx, id)
			if err != nil {
				return err
			}
			align = max(align, unit)
		}
		if !o.lay.AddFile(id, s, size, align) || size < s.Size {
			return o.tooLarge(id, s.Size)
		}
	}
	return nil
}

// tooLarge is the error of a section that has no place.
func (o *Object) tooLarge(id objfmt.SectionID, size uint64) error {
	e := &TooLargeError{Object: o.name, ID: id, Offset: o.lay.Piece(id).Size, Size: size}
	if id == o.lay.TemplateID() {
		e.Section = "<thread-locals>"
	} else if int(id) < len(o.img().Sections) {
		e.Section = o.sectionText(id)
	} else {
		e.Section = o.pseudoName(int(id) - len(o.img().Sections))
	}
	return e
}

// layoutCommons places the common symbols that the batch hosts.
func (l *Linker) layoutCommons(ctx context.Context, b *batch) error {
	var done heed.Count
	return l.names.Unplaced(&b.names, func(num uint32, sym objfmt.SymbolID, name string, c symtab.CommonSymbol) (uint64, error) {
		o := l.object(num)
		if err := done.Items(ctx, 1); err != nil {
			return 0, o.ended("place common symbols", err)
		}
		in := &o.com
		if o.img().Symbols[sym].Type == objfmt.SymTLS {
			in = o.threadCommons()
		}
		off, err := in.Add(max(c.Size, 1), c.Align)
		if err != nil {
			return 0, &TooLargeError{Object: o.name, Symbol: strings.Clone(name), ID: o.pseudo(place.Commons), Offset: in.Size, Size: c.Size}
		}
		return off, nil
	})
}

// allocate lays the batch out, gets its memory in one request and computes the
// address of every section.
func (l *Linker) allocate(ctx context.Context, b *batch) error {
	if err := l.layoutCommons(ctx, b); err != nil {
		return err
	}
	in := nested.InCall.Mark(ctx, &b.initial.called)
	defer in.Leave()
	ctx = in
	if err := l.askAll(ctx, b); err != nil {
		return err
	}
	if reqs := b.load.reqs; len(reqs) > 0 {
		for lo := 0; lo < len(reqs); lo += heed.Every {
			hi, err := heed.Piece(ctx, lo, len(reqs))
			if err != nil {
				return b.objs[0].ended("allocate", err)
			}
			for i := lo; i < hi; i++ {
				reqs[i].Low32, reqs[i].Near, reqs[i].CodeModel = l.low || b.load.low, l.near, l.cfg.CodeModel
			}
		}
		if l.cfg.Reserver != nil {
			if err := l.reserve(ctx, reqs); err != nil {
				return err
			}
		}
		if err := l.obtain(ctx, b, reqs); err != nil {
			return err
		}
		if err := l.checkTogether(ctx, b, reqs); err != nil {
			return err
		}
		if b.outputs != nil {
			if err := b.cutOutputs(ctx); err != nil {
				return err
			}
		}
	}
	if err := l.each(ctx, b.objs, l.spread(b), task{do: (*Linker).setAddresses}); err != nil {
		return err
	}
	for _, o := range b.objs {
		if err := l.defineTLS(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// askAll lays the objects of a batch out and lists the requests for all of its blocks.
func (l *Linker) askAll(ctx context.Context, b *batch) error {
	b.load.reqs = slices.Grow(b.load.reqs, 3*len(b.objs))
	w := 1
	if !l.compat.order {
		w = l.spread(b)
	}
	if err := l.each(ctx, b.objs, w, task{do: (*Linker).layout}); err != nil {
		return err
	}
	for _, o := range b.objs {
		var err error
		if b.load.reqs, err = o.ask(ctx, b.load.reqs); err != nil {
			return err
		}
		b.load.low = b.load.low || o.plan.Low32
	}
	for _, o := range b.objs { // the tables of all objects lie together
		if o.lay.Gathered() && o.lay.Needed(place.TableStripe) {
			b.load.reqs = o.askPiece(place.TableStripe, b.load.reqs)
		}
	}
	if b.outputs != nil {
		return b.placeOutputs(ctx)
	}
	return nil
}

// obtain gets a batch its memory.
func (l *Linker) obtain(ctx context.Context, b *batch, reqs []Request) (err error) {
	closed := l.call(func() {
		if b.alloc, err = l.cfg.Memory.Allocate(ctx, reqs); err == nil {
			b.blocks = b.alloc.Blocks()
		}
	})
	switch {
	case err != nil:
		b.alloc = nil
		return fmt.Errorf("allocate memory for %s: %w", objectsText(b.objs), err)
	case closed != nil:
		return closed
	}
	return checkBlocks(ctx, reqs, b.blocks)
}

// cutBlocks gives the batch parts of its blocks as more of them, behind those that were asked for.
func (b *batch) cutBlocks(parts []Block) { b.blocks = slices.Concat(b.blocks, parts) }

// moved has blocks of a finalized allocation show where they lie now.
func moved(alloc Allocation, blocks []Block) {
	if m, ok := alloc.(Mover); ok {
		m.Moved(blocks)
	}
}

// wholeBlocks are the blocks that were asked for.
func (b *batch) wholeBlocks() []Block {
	if b.outputs != nil && b.outputs.whole > 0 {
		return b.blocks[:b.outputs.whole]
	}
	return b.blocks
}

// takeMemory returns a batch's memory, which the batch has no more; nil if it has none.
func (b *batch) takeMemory() (alloc Allocation, blocks []Block) {
	alloc, blocks = b.alloc, b.blocks
	b.alloc, b.blocks = nil, nil
	return alloc, blocks
}

// freeMemory gives a batch's memory up.
func (b *batch) freeMemory() {
	if alloc, _ := b.takeMemory(); alloc != nil {
		b.l.free(alloc, b.objs[0].name)
	}
}

// ask appends the requests for an object's blocks.
func (o *Object) ask(ctx context.Context, reqs []Request) ([]Request, error) {
	pieces, alike := len(o.lay.Pieces), o.lay.ByKind() // nothing is asked for in another way
	for lo := 0; lo < pieces; lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, pieces)
		if err != nil {
			return reqs, o.ended("allocate", err)
		}
		for i := lo; i < hi; i++ {
			if alike || (i != place.TableStripe || !o.lay.Gathered()) && !o.lay.IsIsolated(i) {
				if o.lay.Needed(i) {
					reqs = o.askPiece(i, reqs)
				}
			}
		}
	}
	return reqs, nil
}

// askPiece appends the request for a block, which is needed.
func (o *Object) askPiece(i int, reqs []Request) []Request {
	p, img := &o.lay.Pieces[i], o.img()
	id, kind := o.lay.PieceSection(i)
	reqs = slices.Grow(reqs, 1)[:len(reqs)+1] // behind it they are zero
	r := &reqs[len(reqs)-1]
	r.Kind, r.Size, r.Align, r.Object, r.Image, r.Module, r.User = kind, p.Size, p.Align, o.name, img, img.Module, img.User
	r.Tables = p.Tables(kind)
	p.Req = uint32(len(reqs))
	if id != objfmt.SecUndef {
		r.Section, r.Name, r.TLS = id, o.blockName(id), id == o.lay.TemplateID()
	}
	return reqs
}

// reserve tells the Reserver what a batch needs.
func (l *Linker) reserve(ctx context.Context, reqs []Request) error {
	var all [objfmt.NumKinds]place.Piece
	var done heed.Count
	for i := range reqs {
		if err := done.Items(ctx, 1); err != nil {
			return fmt.Errorf("%s: reserve memory: %w", texts.Name(reqs[i].Object), err)
		}
		q := &reqs[i]
		if _, err := all[q.Kind].Add(q.Size, q.Align); err != nil {
			return &TooLargeError{Object: q.Object, Section: "<" + q.Kind.String() + ">", ID: objfmt.SecUndef, Offset: all[q.Kind].Size, Size: q.Size}
		}
	}
	need := func(k objfmt.Kind) Need { return Need{all[k].Size, max(all[k].Align, 1)} }
	var err error
	closed := l.call(func() {
		err = l.cfg.Reserver.Reserve(ctx, need(objfmt.KindCode), need(objfmt.KindReadOnly), need(objfmt.KindWritable))
	})
	if err != nil {
		return fmt.Errorf("reserve memory for %d blocks: %w", len(reqs), err)
	}
	return closed
}

// checkBlocks refuses what a memory manager must not return.
func checkBlocks(ctx context.Context, reqs []Request, blocks []Block) error {
	if len(blocks) != len(reqs) {
		return fmt.Errorf("memory manager returned %d blocks for %d requests", len(blocks), len(reqs))
	}
	for lo := 0; lo < len(reqs); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(reqs))
		if err != nil {
			return fmt.Errorf("%s: allocate: %w", texts.Name(reqs[lo].Object), err)
		}
		for i := lo; i < hi; i++ {
			r, b := &reqs[i], &blocks[i]
			if uint64(len(b.Mem)) < r.Size {
				return fmt.Errorf("%s: memory manager returned %d bytes of %v memory, asked for %d", texts.Name(r.Object), len(b.Mem), r.Kind, r.Size)
			}
			if b.Addr&(r.Align-1) != 0 {
				return fmt.Errorf("%s: memory manager returned %v memory at %#x, asked for alignment %d", texts.Name(r.Object), r.Kind, b.Addr, r.Align)
			}
		}
	}
	return nil
}

// setAddresses computes the addresses of all sections from the object's blocks. The error is the context's.
func (l *Linker) setAddresses(ctx context.Context, o *Object, _ *scratch) error {
	if o.batch.blocks == nil {
		return nil
	}
	blocks := o.batch.blocks
	for lo := 0; lo < len(o.lay.Pieces); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(o.lay.Pieces))
		if err != nil {
			return o.ended("allocate", err)
		}
		for i := lo; i < hi; i++ {
			if p := &o.lay.Pieces[i]; p.Req != 0 {
				p.Addr = blocks[p.Req-1].Addr
			}
		}
	}
	if err := o.lay.SetAddresses(ctx); err != nil {
		return o.ended("allocate", err)
	}
	return nil
}

// copyContents copies what the files hold. Memory comes zeroed.
func (l *Linker) copyContents(ctx context.Context, b *batch) error {
	if !l.cfg.GiveBack {
		return l.compute(ctx, b.load.bytes, b.objs, task{do: (*Linker).copyObject})
	}
	if err := l.settleUndefined(ctx, b); err != nil {
		return err
	}
	return l.compute(ctx, b.load.bytes, b.objs, task{(*Linker).copyOnce, true})
}

// settleUndefined copies the names that a batch leaves undefined: a resolver is going to be told them.
func (l *Linker) settleUndefined(ctx context.Context, b *batch) error {
	for _, o := range b.objs {
		for lo := 0; lo < len(o.ids); lo += heed.Every {
			hi, err := heed.Piece(ctx, lo, len(o.ids))
			if err != nil {
				return o.ended("copy sections", err)
			}
			l.names.SettleUndefined(o.ids[lo:hi])
		}
	}
	return nil
}

// copyOnce copies an object's contents, and gives the file's pages back that are of no more use, with those of others.
func (l *Linker) copyOnce(ctx context.Context, o *Object, sc *scratch) error {
	if err := l.copyObject(ctx, o, sc); err != nil {
		return err
	}
	if sc.copied = append(sc.copied, o.img()); len(sc.copied) == givenTogether {
		sc.giveBack()
	}
	return nil
}

func (l *Linker) copyObject(ctx context.Context, o *Object, _ *scratch) error {
	if o.batch.blocks == nil {
		return nil
	}
	blocks, sections := o.batch.blocks, o.img().Sections
	placed := o.lay.Sections[:len(sections)]
	var done heed.Count
	for i := range sections {
		s, at := &sections[i], &placed[i]
		if err := done.Items(ctx, 1+uint64(len(s.Data))/(heed.Bytes/heed.Every)); err != nil {
			return o.ended("copy sections", err)
		}
		if s.Flags&(objfmt.SecLoad|objfmt.SecZeroFill) != objfmt.SecLoad || s.Size == 0 || at.Dropped() {
			continue
		}
		id, off := objfmt.SectionID(i), at.Off()
		mem := blocks[o.lay.PieceOf(id, s).Req-1].Mem[off:][:s.Size]
		if err := heed.Copy(ctx, mem, s.Data); err != nil {
			return o.ended("copy sections", err)
		}
		if o.erased == nil || describing[s.Role].erase == nil {
			continue
		}
		if spans := o.erased.Of(id); spans != nil {
			if err := describing[s.Role].erase(ctx, mem, spans, bin.Order{Big: o.img().Big}); err != nil {
				return o.ended("copy sections", err)
			}
		}
	}
	return nil
}

// giveMemory gives the batch of an image its memory. nil: there are only the blocks yet, which are the mapper's.
func (b *batch) giveMemory(alloc Allocation, blocks []Block) { b.alloc, b.blocks = alloc, blocks }

// inMemory reports whether a section has memory that users are shown.
func (o *Object) inMemory(id objfmt.SectionID) bool {
	if k := int(id) - len(o.lay.File()); k >= 0 {
		size, _ := o.pseudoSize(k)
		return size > 0
	}
	if o.debug[id] == nil && !o.kept(id) {
		return false
	}
	const threads = objfmt.SecTLS | objfmt.SecZeroFill // only the threads' blocks have it
	return o.lay.File()[id].Flags&threads != threads
}

// defAddr is the address of the definition that counts for a name.
func (l *Linker) defAddr(id uint32) uint64 {
	o, def := l.definition(id)
	return l.symbolAddr(o, def, id)
}

// symbolAddr is the address of a symbol that is the definition of a name.
func (l *Linker) symbolAddr(o *Object, def objfmt.SymbolID, id uint32) uint64 {
	s := &o.img().Symbols[def]
	switch {
	case s.Type == objfmt.SymIFunc:
		return o.ifuncAddr(def)
	case s.Section < objfmt.SecSpecial:
		return o.addr(s.Section) + s.Value
	case s.Section == objfmt.SecCommon && s.Type == objfmt.SymTLS:
		return l.names.SettledCommon(id).Off // no address: see tlsOffset
	case s.Section == objfmt.SecCommon:
		return o.addr(o.pseudo(place.Commons)) + l.names.SettledCommon(id).Off
	case s.Section == objfmt.SecAlias:
		return l.aliasAddr(o, s)
	}
	return s.Value
}

// whole is the memory of a section with its stubs, or what makes a function of it.
func (o *Object) whole(id objfmt.SectionID) []byte {
	extent := o.plan.Extent(id)
	if _, ok := o.debug[id]; !ok && extent == nil && len(o.fragments) > 0 && fragmentNames[o.lay.File()[id].Role] != "" {
		s := &o.lay.File()[id]
		return o.cut(o.lay.PieceOf(id, s), o.lay.Sections[id].Off(), s.Size+o.behind(s))
	} else if ok || extent == nil || o.lay.File()[id].Flags&objfmt.SecTLS != 0 {
		return o.mem(id)
	}
	return o.cut(o.lay.Piece(id), o.lay.Sections[id].Off(), extent.Size)
}

// aliasAddr is the address of what a symbol in SecAlias is an alias of.
func (l *Linker) aliasAddr(o *Object, s *objfmt.Symbol) uint64 {
	t := aliasTarget(o.img(), s)
	if t == objfmt.NoSymbol {
		return 0
	}
	target := &o.img().Symbols[t]
	if t >= o.img().FirstGlobal {
		if id := o.ids[t-o.img().FirstGlobal]; id < symtab.Special {
			if e := l.names.Settled(id); !e.Is(o.num, t) && e.HasOwner() {
				return e.Addr()
			} else if target.Section == objfmt.SecCommon {
				return l.defAddr(id)
			}
		}
	}
	if target.Section < objfmt.SecSpecial {
		return o.addr(target.Section) + target.Value
	}
	return target.Value
}
