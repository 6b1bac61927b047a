package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
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
	if l.compat.reachOrFail || l.saving != nil {
		return set, nil
	}
	list, seen, err := l.findUnreached(ctx, set)
	if err != nil || len(list) == 0 {
		return set, err
	}
	published, err := l.standIn(ctx, list)
	if !published {
		return nil, err
	}
	for _, o := range l.pending { // those of set are not resolved
		if o.fields != current {
			continue
		}
		mentions := true // for all that is known once the context has ended
		if err == nil {
			mentions, err = o.mentionsAny(ctx, seen)
		}
		if mentions {
			o.outdate()
			set = append(set, o)
		}
	}
	return set, err
}

// mentionsAny reports whether an object mentions some of the names; if there is an error, it may.
func (o *Object) mentionsAny(ctx context.Context, names map[uint32]bool) (bool, error) {
	for lo := 0; lo < len(o.ids); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(o.ids))
		if err != nil {
			return true, o.ended("bind", err)
		}
		if slices.ContainsFunc(o.ids[lo:hi], func(id uint32) bool { return names[id] }) {
			return true, nil
		}
	}
	return false, nil
}

// findUnreached lists the names that objects refer to directly and do not reach.
func (l *Linker) findUnreached(ctx context.Context, set []*Object) (list []unreached, seen map[uint32]bool, err error) {
	var done heed.Count
	for _, o := range set {
		if len(o.plan.Direct) == 0 {
			continue
		}
		lo, hi := o.reach()
		for i := range o.plan.Direct {
			if err := done.Items(ctx, 1); err != nil {
				return nil, nil, o.ended("bind", err)
			}
			d := &o.plan.Direct[i]
			id := o.ids[d.Sym-o.img().FirstGlobal]
			if id >= symtab.Special {
				continue
			}
			e := l.names.At(id)
			if seen[id] || !e.Defined() || e.Abs() || e.Left() || d.Reaches(o.table.Arch, e.Addr(), lo, hi) {
				continue
			}
			u := unreached{id: id, obj: o, low: l.low || d.Low || d.LowSigned}
			if a := o.table.Arch; !l.describe(e, id, &u.sym, a.WriteStub != nil && !a.Descriptors) {
				continue // apply reports it with all numbers
			}
			if seen == nil {
				seen = map[uint32]bool{}
			}
			seen[id] = true
			list = append(list, u)
		}
	}
	return list, seen, nil
}

// describe says what a name is; false if it can have neither stub nor copy. canStub says that functions can have a stub: those of some
// instruction sets are descriptors, or there is none.
func (l *Linker) describe(e *symtab.Name, id uint32, s *Symbol, canStub bool) bool {
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
			return canStub
		}
		s.Kind = Data
		return s.Size > 0 && l.cfg.ReadMemory != nil
	}
	s.Kind = Func
	owner, sym := l.definition(id)
	def := &owner.img().Symbols[sym]
	if again && def.Section < objfmt.SecSpecial {
		s.Addr = l.defAddr(id)
	}
	return canStub && (def.Type == objfmt.SymFunc || def.Type == objfmt.SymIFunc)
}

// againInUse are those of the names with a stub or copy that finalized objects mention.
func (l *Linker) againInUse(ctx context.Context, list []unreached) (map[uint32]bool, error) {
	again := map[uint32]bool{}
	for i := range list {
		if id := list[i].id; len(l.canonical[id]) > 0 {
			again[id] = false
		}
	}
	if len(again) == 0 {
		return nil, nil
	}
	for o := range l.all() {
		if o.stage <= loaded {
			continue
		}
		for lo := 0; lo < len(o.ids); lo += heed.Every {
			hi, err := heed.Piece(ctx, lo, len(o.ids))
			if err != nil {
				return nil, o.ended("bind", err)
			}
			for _, id := range o.ids[lo:hi] {
				if used, is := again[id]; is && !used {
					again[id] = true
				}
			}
		}
	}
	return again, nil
}

// standIn makes stubs and copies for names, in memory of their own, and gives the names
// their addresses: published says that some may have theirs, whatever the error.
func (l *Linker) standIn(ctx context.Context, list []unreached) (published bool, err error) {
	c := &canonical{names: len(list)}
	reqs, err := c.layout(ctx, list)
	if err != nil {
		return false, err
	}
	done := false
	defer func() {
		if !done && c.alloc != nil { // also if a callback panics
			l.free(c.alloc, canonicalName)
		}
	}()
	if err = l.obtainCanonical(ctx, c, reqs, len(list)); err == nil {
		err = l.writeCanonical(ctx, c, list)
	}
	if err == nil {
		err = l.finalizeCanonical(ctx, c, list)
	}
	if err != nil {
		return false, err
	}
	used, err := l.againInUse(ctx, list)
	if err != nil {
		return false, err
	}
	done = true
	return true, l.publishCanonical(ctx, c, list, used)
}

// layout makes room for names and the requests for that.
func (c *canonical) layout(ctx context.Context, list []unreached) ([]Request, error) {
	first := list[0].obj
	c.Arch, c.Order = first.table.Arch, bin.Order{Big: first.big}
	low := false
	c.Grow(len(list))
	var done heed.Count
	for i := range list {
		u := &list[i]
		if err := done.Items(ctx, 1); err != nil {
			return nil, u.obj.ended("bind", err)
		}
		low = low || u.low
		if err := c.Add(stubs.Target{Func: u.sym.Kind == Func, Addr: u.sym.Addr, Size: u.sym.Size}); err != nil {
			return nil, &TooLargeError{Object: u.obj.name, Symbol: first.l.entryName(u.id), ID: objfmt.SecUndef, Offset: c.Pieces[stubs.CanonicalData].Size, Size: u.sym.Size}
		}
	}
	var reqs []Request
	for k := range c.Pieces {
		if p := &c.Pieces[k]; p.Size > 0 {
			reqs = append(reqs, Request{Kind: stubs.CanonicalKinds[k], Size: p.Size, Align: p.Align, Object: canonicalName, Low32: low, Near: first.handle(), CodeModel: first.l.cfg.CodeModel})
			p.Req = uint32(len(reqs))
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
		c.alloc = nil
		return fmt.Errorf("allocate stubs and copies for %d names: %w", names, err)
	}
	if closed == nil {
		closed = checkBlocks(ctx, reqs, blocks)
	}
	if closed != nil {
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
	var done heed.Count
	for i := range list {
		u := &list[i]
		if err := done.Items(ctx, 1); err != nil {
			return u.obj.ended("bind", err)
		}
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

// canonicalName is what stands for an object where stubs and copies of several lie.
const canonicalName = "<canonical>"

// canonicalError is the error of a canonical stub, off bytes behind the first.
func (o *Object) canonicalError(err error, name string, off uint64) error {
	var reach *stubs.ReachError
	if !errors.As(err, &reach) {
		return err
	}
	return &reloc.RangeError{
		Object: o.name, Section: canonicalName, Offset: off, Type: "stub", Symbol: name,
		Value: reach.Target - reach.Addr, Field: reloc.Signed32, Limits: reloc.Signed32.String(),
	}
}

// finalizeCanonical finalizes the memory while other operations go on. Names that mean
// something else afterwards are taken out of the list.
func (l *Linker) finalizeCanonical(ctx context.Context, c *canonical, list []unreached) (err error) {
	ids, was := make([]uint32, len(list)), make([]symtab.Name, len(list))
	for lo := 0; lo < len(list); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(list))
		if err != nil {
			return list[0].obj.ended("bind", err)
		}
		for i := lo; i < hi; i++ {
			ids[i], was[i] = list[i].id, *l.names.At(list[i].id)
		}
	}
	if perr := l.pauseHolding(ctx, ids, func() { err = c.alloc.Finalize(ctx) }); perr != nil {
		return perr
	}
	for i, id := range ids {
		if same := l.names.At(id).Same(&was[i]); !l.names.Unhold(id) || !same {
			list[i].id = 0
		}
	}
	l.dropCanonical()
	if err != nil {
		return fmt.Errorf("protect stubs and copies for %d names: %w", len(list), err)
	}
	return nil
}

// publishCanonical gives names the addresses of their stubs and copies. used are those of againInUse. When the context
// has ended, the names that are left keep the addresses that they have.
func (l *Linker) publishCanonical(ctx context.Context, c *canonical, list []unreached, used map[uint32]bool) error {
	if l.canonical == nil {
		l.canonical = map[uint32][]*canonical{}
	}
	var gone gone
	before := len(l.copies)
	defer func() { l.forgetCopies(gone, before) }()
	var done heed.Count
	for i := range list {
		u := &list[i]
		if err := done.Items(ctx, 1); err != nil {
			l.leaveCanonical(c, len(list)-i)
			return u.obj.ended("bind", err)
		}
		if u.id == 0 { // it is another definition's now
			l.leaveCanonical(c, 1)
			continue
		}
		if l.canonical[u.id] != nil && !used[u.id] {
			l.freeCanonical(u.id) // all that have its address are relocated again
			gone.add(l, l.names.Text(u.id))
		}
		at := c.Addr(i)
		if u.sym.Kind != Func {
			l.copies = append(l.copies, Copy{Name: l.entryName(u.id), Addr: at, From: u.sym.Addr, Size: u.sym.Size})
		}
		l.names.Redirect(u.id, at, u.sym.answer(false))
		l.canonical[u.id] = append(l.canonical[u.id], c)
	}
	return nil
}

// leaveCanonical notes that n more names have no address in c.
func (l *Linker) leaveCanonical(c *canonical, n int) {
	if c.names -= n; c.names == 0 {
		l.free(c.alloc, canonicalName)
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

// freeCanonical gives up the stubs and copies of a name.
func (l *Linker) freeCanonical(id uint32) {
	for _, c := range l.canonical[id] {
		l.leaveCanonical(c, 1)
	}
	delete(l.canonical, id)
}

// gone are names whose copies are given up. nil: none.
type gone map[string]bool

func (g *gone) add(l *Linker, name string) {
	if len(l.copies) == 0 {
		return
	}
	if *g == nil {
		*g = gone{}
	}
	(*g)[name] = true
}

// forgetCopies takes those of names that are gone off the list of the first n copies.
func (l *Linker) forgetCopies(names gone, n int) {
	if names != nil {
		i := 0
		l.copies = slices.DeleteFunc(l.copies, func(c Copy) bool {
			i++
			return i <= n && names[c.Name]
		})
	}
}

// freeAllCanonical gives up all stubs and copies.
func (l *Linker) freeAllCanonical() {
	if len(l.canonical) == 0 {
		return
	}
	for id := range l.canonical {
		l.freeCanonical(id)
	}
	l.copies = nil
}

// dropCanonical gives up the stubs and copies of names that are forgotten.
func (l *Linker) dropCanonical() {
	var gone gone
	for _, r := range l.names.Released() {
		l.freeCanonical(r.ID)
		gone.add(l, r.Name)
	}
	l.forgetCopies(gone, len(l.copies))
}
