package rtdyld

import (
	"context"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// annex is memory for what lies out of reach of code that refers to it directly,
// as code that is not position-independent does: a stub stands for a function,
// and from then on is its address for all objects of the linker; a copy stands
// for a data object, as R_X86_64_COPY makes it.
type annex struct {
	alloc Allocation
	names int // that still have their address in it
}

// Copy is a data object outside the linker that was copied into reach. The
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

// far is a name that an object cannot reach directly.
type far struct {
	id  uint32
	sym Symbol // what it is now
	obj *Object
	low bool // must be below 2 GiB
}

// makeAnnex looks for direct references that do not reach and gives their names
// addresses that do. It returns set with the objects that have been relocated with
// the former addresses and can be again.
func (l *Linker) makeAnnex(ctx context.Context, set []*Object) ([]*Object, error) {
	if l.isClassic() {
		return set, nil // what does not reach is an error there
	}
	var list []far
	seen := map[uint32]bool{}
	for _, o := range set {
		if len(o.plan.Direct) == 0 {
			continue
		}
		lo, hi := o.reach()
		dist := o.table.Arch.Reach - slack // without a limit: nearly all
		for _, d := range o.plan.Direct {
			id := o.ids[d.Sym-o.img.FirstGlobal]
			e := &l.names.entries[id]
			if seen[id] || e.class == defNone || e.flags&(nameAbs|nameLeft) != 0 {
				continue
			}
			if (!d.PC || within(e.addr, lo, hi, dist)) &&
				(!d.Low || e.addr < 1<<32-slack) &&
				(!d.LowSigned || e.addr+(1<<31-slack) < 1<<32-2*slack) {
				continue
			}
			f := far{id: id, obj: o, low: l.low || d.Low || d.LowSigned}
			if !l.describe(e, id, &f.sym) {
				continue // apply reports it with all numbers
			}
			seen[id] = true
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return set, nil
	}
	if err := l.fillAnnex(ctx, list); err != nil {
		return nil, err
	}
	for _, o := range l.pending { // those of set are not resolved
		if o.resolved &&
			slices.ContainsFunc(o.ids, func(id uint32) bool { return seen[id] }) {
			o.resolved = false
			set = append(set, o)
		}
	}
	return set, nil
}

// describe says what a far name is; false if nothing can stand for it.
func (l *Linker) describe(e *name, id uint32, s *Symbol) bool {
	s.Addr = e.addr
	again := len(l.annexes[id]) > 0 // e.addr is in an annex that does not reach
	if e.class == defExternal {
		if again {
			s.Addr = l.outside[id].Addr
		}
		s.Size = l.outside[id].Size
		if e.flags&nameFunc != 0 {
			s.Kind = Func
			return true
		}
		s.Kind = Data
		return s.Size > 0 && l.cfg.ReadMemory != nil
	}
	s.Kind = Func
	def := &l.objects[e.obj-1].img.Symbols[e.sym]
	if again && def.Section < objfmt.SecSpecial {
		s.Addr = l.defAddr(id, e)
	}
	return def.Type == objfmt.SymFunc || def.Type == objfmt.SymIFunc
}

// inUse reports whether a finalized object mentions a name.
func (l *Linker) inUse(id uint32) bool {
	return slices.ContainsFunc(l.objects, func(o *Object) bool {
		return o != nil && o.state == Finalized && slices.Contains(o.ids, id)
	})
}

// fillAnnex allocates an annex and writes its stubs, slots and copies.
func (l *Linker) fillAnnex(ctx context.Context, list []far) error {
	arch := list[0].obj.table.Arch
	var code, slots, data piece
	off := make([]uint64, len(list))
	slot := make([]uint64, len(list))
	low, near := false, list[0].obj.handle()
	for i := range list {
		f := &list[i]
		low = low || f.low
		var err error
		if f.sym.Kind == Func {
			off[i], err = code.add(arch.StubSize, arch.StubAlign)
			if err == nil && !arch.Direct {
				slot[i], err = slots.add(arch.PtrSize, arch.PtrSize)
			}
		} else {
			off[i], err = data.add(f.sym.Size, max(min(f.sym.Addr&-f.sym.Addr, 64), 1))
		}
		if err != nil {
			return fmt.Errorf("%s: copy of %s: %w", f.obj.name, l.entryName(f.id), err)
		}
	}
	var reqs []Request
	for _, p := range []struct {
		*piece
		kind objfmt.Kind
	}{{&code, objfmt.KindCode}, {&slots, objfmt.KindReadOnly}, {&data, objfmt.KindWritable}} {
		if p.size > 0 {
			p.req = len(reqs)
			reqs = append(reqs, Request{Kind: p.kind, Size: p.size, Align: p.align, Object: "<annex>", Low32: low, Near: near})
		}
	}
	alloc, err := l.cfg.Memory.Allocate(ctx, reqs)
	if err != nil {
		return fmt.Errorf("allocate stubs and copies for %d names: %w", len(list), err)
	}
	a := &annex{alloc: alloc, names: len(list)}
	if err := l.writeAnnex(ctx, a, reqs, list, arch, code, slots, data, off, slot); err != nil {
		alloc.Release(ctx)
		return err
	}
	if l.annexes == nil {
		l.annexes = map[uint32][]*annex{}
	}
	for i := range list {
		f := &list[i]
		req := code.req
		if f.sym.Kind != Func {
			req = data.req
		}
		at := alloc.Blocks()[req].Addr + off[i]
		if l.annexes[f.id] != nil && !l.inUse(f.id) {
			l.releaseAnnexes(ctx, f.id) // all that have its address are relocated again
		}
		if l.names.entries[f.id].class == defExternal && l.outside[f.id].Addr == 0 {
			if l.outside == nil {
				l.outside = map[uint32]Symbol{}
			}
			l.outside[f.id] = f.sym
		}
		if f.sym.Kind != Func {
			l.copies = append(l.copies, Copy{Name: l.entryName(f.id), Addr: at, From: f.sym.Addr, Size: f.sym.Size})
		}
		l.names.entries[f.id].addr = at
		l.annexes[f.id] = append(l.annexes[f.id], a)
	}
	return nil
}

func (l *Linker) writeAnnex(ctx context.Context, a *annex, reqs []Request, list []far, arch *reloc.Arch, code, slots, data piece, off, slot []uint64) error {
	blocks := a.alloc.Blocks()
	if err := checkBlocks(reqs, blocks); err != nil {
		return err
	}
	for i := range list {
		f := &list[i]
		if f.sym.Kind != Func {
			mem := blocks[data.req].Mem[off[i] : off[i]+f.sym.Size]
			if err := l.cfg.ReadMemory(ctx, f.sym.Addr, mem); err != nil {
				return fmt.Errorf("copy %s: %w", l.entryName(f.id), err)
			}
			continue
		}
		c, target := blocks[code.req], f.sym.Addr
		if !arch.Direct {
			s := blocks[slots.req]
			order := bin.Order{Big: f.obj.img.Big}
			if arch.PtrSize == 8 {
				order.PutU64(s.Mem[slot[i]:], target)
			} else {
				order.PutU32(s.Mem[slot[i]:], uint32(target))
			}
			target = s.Addr + slot[i]
		}
		if !arch.WriteStub(c.Mem[off[i]:], c.Addr+off[i], target) {
			return fmt.Errorf("stub for %s: its slot is out of reach", l.entryName(f.id))
		}
	}
	return a.alloc.Finalize(ctx)
}

// releaseAnnexes gives up what a name holds in annexes.
func (l *Linker) releaseAnnexes(ctx context.Context, id uint32) error {
	var first error
	for _, a := range l.annexes[id] {
		if a.names--; a.names == 0 {
			if err := a.alloc.Release(ctx); first == nil {
				first = err
			}
		}
	}
	text := ""
	if uint64(id) < uint64(len(l.names.entries)) {
		text = l.names.entries[id].text
	}
	l.copies = slices.DeleteFunc(l.copies, func(c Copy) bool { return c.Name == text })
	delete(l.annexes, id)
	return first
}
