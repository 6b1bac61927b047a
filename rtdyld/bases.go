package rtdyld

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// DSOHandle is the address that the object's references to __dso_handle get: one
// that no other object has, or what Config.Fixed says.
func (o *Object) DSOHandle() uint64 {
	if o.linked != nil {
		return o.linked.handle()
	}
	if dso, _ := askFixed(o.l.cfg.Fixed); dso.ok {
		return dso.addr
	}
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	return o.handle()
}

// GOTAddress is the address that the object's references to _GLOBAL_OFFSET_TABLE_ get once it is relocated, or what
// Config.Fixed says. It is 0 for objects of linked images.
func (o *Object) GOTAddress() uint64 {
	if o.linked != nil {
		return 0
	}
	if _, got := askFixed(o.l.cfg.Fixed); got.ok {
		return got.addr
	}
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if slices.Contains(o.table.Arch.TableNames, nameGOT) {
		return o.base()
	}
	return o.tableStart()
}

// fixed is what Config.Fixed says of a name.
type fixed struct {
	addr uint64
	ok   bool
}

// askFixed asks it for the names that it may know.
func askFixed(f func(name string) (addr uint64, ok bool)) (dso, got fixed) {
	if f == nil {
		return
	}
	if dso.addr, dso.ok = f("__dso_handle"); !dso.ok {
		dso.addr, dso.ok = f("___dso_handle")
	}
	got.addr, got.ok = f("_GLOBAL_OFFSET_TABLE_")
	return
}

// askFixed asks before relocations are applied, which is done without asking.
func (l *Linker) askFixed(ctx context.Context) error {
	if l.cfg.Fixed == nil {
		return nil
	}
	var dso, got, base fixed
	name := l.baseName()
	err := l.pause(ctx, func() {
		dso, got = askFixed(l.cfg.Fixed)
		if name != "" {
			base.addr, base.ok = l.cfg.Fixed(name)
		}
	})
	if err == nil {
		l.dso, l.got, l.base = dso, got, base
	}
	return err
}

// bases are the addresses that no object has for itself.
type bases struct {
	dso, got, base fixed
	imageBase      uint64
}

// takeBases returns them, and leaves none.
func (l *Linker) takeBases() bases {
	b := bases{l.dso, l.got, l.base, l.imageBase}
	l.setBases(bases{})
	return b
}

// setBases puts others in their place.
func (l *Linker) setBases(b bases) {
	l.dso, l.got, l.base, l.imageBase = b.dso, b.got, b.base, b.imageBase
}

// baseName is the name by which Config.Fixed may know T where all objects have one, empty if none has.
func (l *Linker) baseName() string {
	if len(l.pending) > 0 && l.pending[0].table.Arch.SharedTable {
		return l.pending[0].table.Arch.TableNames[0]
	}
	return ""
}

// dsoHandle is DSOHandle for what is relocated now.
func (o *Object) dsoHandle() uint64 {
	if o.l.dso.ok {
		return o.l.dso.addr
	}
	return o.handle()
}

// gotSymbol is the address of _GLOBAL_OFFSET_TABLE_ by name.
func (o *Object) gotSymbol() uint64 {
	if o.l.got.ok {
		return o.l.got.addr
	}
	return o.tableStart()
}

// handle is the object's first byte, which no other object has.
func (o *Object) handle() uint64 {
	if o.lay.Remapped() || o.lay.Apart() {
		for k := objfmt.KindCode; k < objfmt.NumKinds; k++ {
			file := o.lay.File()
			for i := range file {
				if s := &file[i]; s.Kind == k && s.Size > 0 && o.kept(objfmt.SectionID(i)) {
					return o.addr(objfmt.SectionID(i))
				}
			}
		}
	}
	for i := range o.lay.Pieces {
		if p := &o.lay.Pieces[i]; p.Req != 0 {
			return p.Addr
		}
	}
	return 0
}

// base is T.
func (o *Object) base() uint64 {
	if o.table.Arch.SharedTable {
		return o.batch.table + o.table.Arch.TableBias
	}
	if o.l.got.ok && slices.Contains(o.table.Arch.TableNames, "_GLOBAL_OFFSET_TABLE_") {
		return o.l.got.addr
	}
	if o.plan.UsesHead {
		return o.tableStart() + stubs.HeadSize
	}
	return o.tableStart() + o.table.Arch.TableBias
}

// setTables chooses T of batches whose objects have one. It stays as long as some object is relocated with it. The
// error is that of a context that has ended.
func (l *Linker) setTables(ctx context.Context, set []*Object) error {
	var seen map[*batch]bool
	for _, o := range set {
		if b := o.batch; o.table.Arch.SharedTable && !seen[b] {
			if seen == nil {
				seen = map[*batch]bool{}
			}
			seen[b] = true
			if err := b.setTable(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// setTable is setTables for a batch.
func (b *batch) setTable(ctx context.Context) error {
	if slices.ContainsFunc(b.objs, func(o *Object) bool { return o.fields == current }) {
		return nil
	}
	if l := b.l; l.base.ok {
		b.table = l.base.addr - b.objs[0].table.Arch.TableBias
		return nil
	}
	start := uint64(1<<64 - 1)
	var done heed.Count
	for _, o := range b.objs {
		if size, _ := o.pseudoSize(place.GOT); size > 0 {
			start = min(start, o.addr(o.pseudo(place.GOT)))
		}
		file := o.lay.File()
		for i := range file {
			if err := done.Items(ctx, 1); err != nil {
				return o.ended("bind", err)
			}
			id := objfmt.SectionID(i)
			if s := &file[i]; s.Role == objfmt.RoleTOC && s.Size > 0 && o.kept(id) {
				start = min(start, o.addr(id))
			}
		}
	}
	if b.table = start; start == 1<<64-1 {
		b.table = b.objs[0].handle()
	}
	return nil
}

// tableStart is the start of the GOT, or an end of the object if it has none.
func (o *Object) tableStart() uint64 {
	if size, _ := o.pseudoSize(place.GOT); size > 0 {
		return o.addr(o.pseudo(place.GOT))
	}
	if o.table.Arch.TableBehind {
		_, end := o.reach()
		return end
	}
	return o.handle()
}

// reach returns the lowest and highest address of the object's sections.
func (o *Object) reach() (lo, hi uint64) {
	lo = 1<<64 - 1
	add := func(addr, size uint64) {
		lo, hi = min(lo, addr), max(hi, addr+size)
	}
	if !o.lay.Remapped() && !o.lay.Apart() {
		for i := range o.lay.Pieces {
			if p := &o.lay.Pieces[i]; p.Req != 0 {
				add(p.Addr, p.Size)
			}
		}
		return lo, hi
	}
	file := o.lay.File()
	for i := range file {
		if s := &file[i]; s.Size > 0 && o.kept(objfmt.SectionID(i)) {
			add(o.addr(objfmt.SectionID(i)), s.Size)
		}
	}
	return lo, hi
}

// setImageBase chooses B once, when the first objects are relocated.
func (l *Linker) setImageBase(set []*Object) {
	if l.imageBase != 0 || len(set) == 0 || set[0].steps.ImageBase == nil {
		return
	}
	if l.imageBase = l.cfg.ImageBase; l.imageBase != 0 {
		return
	}
	low := uint64(1<<64 - 1)
	if l.compat.lowestBase {
		for _, o := range l.pending {
			low = min(low, o.lowestEmitted())
		}
		l.imageBase = low
		return
	}
	for _, o := range l.pending {
		lo, _ := o.reach()
		low = min(low, lo)
	}
	l.imageBase = set[0].steps.ImageBase(low)
}

// ImageBase is the address that image-relative fields of COFF objects count from
// (B, __ImageBase); 0 before the first is relocated.
func (l *Linker) ImageBase() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.imageBase
}

// ImageBase is [Linker.ImageBase] of the object's linker.
func (o *Object) ImageBase() uint64 { return o.l.ImageBase() }
