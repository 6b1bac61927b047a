package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// canonical is memory for canonical stubs and copies: of what objects refer to directly,
// as code that is not position-independent does, and do not reach.
type canonical struct {
	stubs.Canonical
	alloc  Allocation
	blocks [stubs.NumCanonical]Block // empty: no such piece
	names  int                       // that still have their address in it
}

// Copy is an external data object that was copied into reach. The
// library that defines it keeps using its own: that is right for objects that do
// not change (stdout), and worth a warning.
type Copy struct {
	Name string
	Addr uint64 // of the copy
	From uint64 // of the original
	Size uint64 // bytes
}

// Copies lists the data objects that were copied into reach.
func (l *Linker) Copies() []Copy {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.copies)
}

// unreached is a name that an object refers to directly and does not reach.
type unreached struct {
	id  uint32
	sym Symbol // what it is now
	obj *Object
	low bool // must be below 2 GiB
}

// makeCanonical looks for direct references that do not reach and gives their names
// addresses that do. It returns set with the objects that have been relocated with
// the former addresses and can be again.
func (l *Linker) makeCanonical(ctx context.Context, set []*Object) ([]*Object, error) {
	if l.compat.reachOrFail {
		return set, nil
	}
	list, seen := l.findUnreached(set)
	if len(list) == 0 {
		return set, nil
	}
	if err := l.standIn(ctx, list); err != nil {
		return nil, err
	}
	for _, o := range l.pending { // those of set are not resolved
		if o.fields == current &&
			slices.ContainsFunc(o.ids, func(id uint32) bool { return seen[id] }) {
			o.outdate()
			set = append(set, o)
		}
	}
	return set, nil
}

// findUnreached lists the names that objects refer to directly and do not reach.
func (l *Linker) findUnreached(set []*Object) (list []unreached, seen map[uint32]bool) {
	for _, o := range set {
		if len(o.plan.Direct) == 0 {
			continue
		}
		lo, hi := o.reach()
		for i := range o.plan.Direct {
			d := &o.plan.Direct[i]
			id := o.ids[d.Sym-o.img.FirstGlobal]
			e := l.names.At(id)
			if seen[id] || !e.Defined() || e.Abs() || e.Left() || d.Reaches(o.table.Arch, e.Addr(), lo, hi) {
				continue
			}
			u := unreached{id: id, obj: o, low: l.low || d.Low || d.LowSigned}
			if !l.describe(e, id, &u.sym) {
				continue // apply reports it with all numbers
			}
			if seen == nil {
				seen = map[uint32]bool{}
			}
			seen[id] = true
			list = append(list, u)
		}
	}
	return list, seen
}

// describe says what a name is; false if it can have neither stub nor copy.
func (l *Linker) describe(e *symtab.Name, id uint32, s *Symbol) bool {
	s.Addr = e.Addr()
	again := len(l.canonical[id]) > 0 // that is in one that does not reach
	if e.Class() == symtab.External {
		told := l.names.Told(id)
		if again {
			s.Addr = told.Addr
		}
		s.Size = told.Size
		if e.Func() {
			s.Kind = Func
			return true
		}
		s.Kind = Data
		return s.Size > 0 && l.cfg.ReadMemory != nil
	}
	s.Kind = Func
	owner, sym := l.definition(id)
	def := &owner.img.Symbols[sym]
	if again && def.Section < objfmt.SecSpecial {
		s.Addr = l.defAddr(id)
	}
	return def.Type == objfmt.SymFunc || def.Type == objfmt.SymIFunc
}

// inUse reports whether a finalized object mentions a name.
func (l *Linker) inUse(id uint32) bool {
	return slices.ContainsFunc(l.objects, func(o *Object) bool {
		return o != nil && o.stage > loaded && slices.Contains(o.ids, id)
	})
}

// standIn makes stubs and copies for names, in memory of their own, and gives the names
// their addresses.
func (l *Linker) standIn(ctx context.Context, list []unreached) error {
	c := &canonical{names: len(list)}
	reqs, err := c.layout(list)
	if err != nil {
		return err
	}
	if err := l.obtainCanonical(ctx, c, reqs, len(list)); err != nil {
		return err
	}
	done := false
	defer func() {
		if !done { // also if a callback panics
			l.free(c.alloc)
		}
	}()
	if err = l.writeCanonical(ctx, c, list); err == nil {
		err = l.finalizeCanonical(ctx, c, list)
	}
	if err != nil {
		return err
	}
	done = true
	l.publishCanonical(c, list)
	return nil
}

// layout makes room for names and the requests for that.
func (c *canonical) layout(list []unreached) ([]Request, error) {
	first := list[0].obj
	c.Arch, c.Order = first.table.Arch, bin.Order{Big: first.img.Big}
	low := false
	c.Grow(len(list))
	for i := range list {
		u := &list[i]
		low = low || u.low
		if err := c.Add(stubs.Target{Func: u.sym.Kind == Func, Addr: u.sym.Addr, Size: u.sym.Size}); err != nil {
			return nil, &TooLargeError{Object: u.obj.name, Symbol: first.l.entryName(u.id), ID: objfmt.SecUndef, Offset: c.Pieces[stubs.CanonicalData].Size, Size: u.sym.Size}
		}
	}
	var reqs []Request
	for k := range c.Pieces {
		if p := &c.Pieces[k]; p.Size > 0 {
			reqs = append(reqs, Request{Kind: stubs.CanonicalKinds[k], Size: p.Size, Align: p.Align, Object: "<canonical>", Low32: low, Near: first.handle()})
			p.Req = len(reqs)
		}
	}
	return reqs, nil
}

// obtainCanonical gets the memory.
func (l *Linker) obtainCanonical(ctx context.Context, c *canonical, reqs []Request, names int) (err error) {
	in := nested.InCall.Mark(ctx, nil)
	defer in.Leave()
	var blocks []Block
	closed := l.call(func() {
		if c.alloc, err = l.cfg.Memory.Allocate(in, reqs); err == nil {
			blocks = c.alloc.Blocks()
		}
	})
	if err != nil {
		return fmt.Errorf("allocate stubs and copies for %d names: %w", names, err)
	}
	if closed == nil {
		closed = checkBlocks(reqs, blocks)
	}
	if closed != nil {
		l.free(c.alloc)
		return closed
	}
	for k := range c.Pieces {
		if p := &c.Pieces[k]; p.Req > 0 {
			c.blocks[k] = blocks[p.Req-1]
			p.Addr = c.blocks[k].Addr
		}
	}
	return nil
}

// writeCanonical writes stubs and copies.
func (l *Linker) writeCanonical(ctx context.Context, c *canonical, list []unreached) error {
	for i := range list {
		u := &list[i]
		if dst := c.Copy(i, c.blocks[stubs.CanonicalData].Mem); dst != nil {
			if err := l.readMemory(ctx, u.sym.Addr, dst); err != nil {
				return fmt.Errorf("copy %s: %w", short(l.entryName(u.id)), err)
			}
		} else if err := c.WriteStub(i, c.blocks[stubs.CanonicalCode].Mem, c.blocks[stubs.CanonicalGOT].Mem); err != nil {
			return u.obj.canonicalError(err, l.entryName(u.id), c.Addr(i)-c.Pieces[stubs.CanonicalCode].Addr)
		}
	}
	return nil
}

// canonicalError is the error of a canonical stub, off bytes behind the first.
func (o *Object) canonicalError(err error, name string, off uint64) error {
	var reach *stubs.ReachError
	if !errors.As(err, &reach) {
		return err
	}
	return &reloc.RangeError{
		Object: o.name, Section: "<canonical>", Offset: off, Type: "stub", Symbol: name,
		Value: reach.Target - reach.Addr, Field: reloc.Signed32, Limits: reloc.Signed32.String(),
	}
}

// finalizeCanonical finalizes the memory while other operations go on. Names that mean
// something else afterwards are taken out of the list.
func (l *Linker) finalizeCanonical(ctx context.Context, c *canonical, list []unreached) (err error) {
	ids, was := make([]uint32, len(list)), make([]symtab.Name, len(list))
	for i := range list {
		ids[i], was[i] = list[i].id, *l.names.At(list[i].id)
	}
	l.names.Hold(ids)
	if perr := l.pause(ctx, func() { err = c.alloc.Finalize(ctx) }); perr != nil {
		l.unholdLater(ids)
		return perr
	}
	for i, id := range ids {
		if same := l.names.At(id).Same(&was[i]); !l.names.Unhold(id) || !same {
			list[i].id = 0
		}
	}
	l.dropCanonical()
	return err
}

// publishCanonical gives names the addresses of their stubs and copies.
func (l *Linker) publishCanonical(c *canonical, list []unreached) {
	if l.canonical == nil {
		l.canonical = map[uint32][]*canonical{}
	}
	for i := range list {
		u := &list[i]
		if u.id == 0 { // it is another definition's now
			if c.names--; c.names == 0 {
				l.free(c.alloc)
			}
			continue
		}
		if l.canonical[u.id] != nil && !l.inUse(u.id) {
			l.freeCanonical(u.id, l.names.At(u.id).Text()) // all that have its address are relocated again
		}
		at := c.Addr(i)
		if u.sym.Kind != Func {
			l.copies = append(l.copies, Copy{Name: l.entryName(u.id), Addr: at, From: u.sym.Addr, Size: u.sym.Size})
		}
		l.names.Redirect(u.id, at, u.sym.answer(false))
		l.canonical[u.id] = append(l.canonical[u.id], c)
	}
}

// readMemory is Config.ReadMemory.
func (l *Linker) readMemory(ctx context.Context, addr uint64, dst []byte) (err error) {
	in := nested.InCall.Mark(ctx, nil)
	defer in.Leave()
	if closed := l.call(func() { err = l.cfg.ReadMemory(in, addr, dst) }); err == nil {
		return closed
	}
	return err
}

// freeCanonical gives up the stubs and copies of a name, whose text is text.
func (l *Linker) freeCanonical(id uint32, text string) {
	for _, c := range l.canonical[id] {
		if c.names--; c.names == 0 {
			l.free(c.alloc)
		}
	}
	l.copies = slices.DeleteFunc(l.copies, func(c Copy) bool { return c.Name == text })
	delete(l.canonical, id)
}

// dropCanonical gives up the stubs and copies of names that are forgotten.
func (l *Linker) dropCanonical() {
	for _, r := range l.names.Released() {
		l.freeCanonical(r.ID, r.Name)
	}
}
