package rtdyld

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// DSOHandle is the address that the object's references to __dso_handle get: one
// that no other object has, or what Config.Fixed says.
func (o *Object) DSOHandle() uint64 {
	if dso, _ := askFixed(o.l.cfg.Fixed); dso.ok {
		return dso.addr
	}
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	return o.handle()
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
	var dso, got fixed
	err := l.pause(ctx, func() { dso, got = askFixed(l.cfg.Fixed) })
	if err == nil {
		l.dso, l.got = dso, got
	}
	return err
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
			for i := range o.img.Sections {
				if s := &o.img.Sections[i]; s.Kind == k && s.Size > 0 && o.kept(objfmt.SectionID(i)) {
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
func (o *Object) base() uint64 { return o.tableStart() + o.table.Arch.TableBias }

// tableStart is the start of the GOT, or the object's first byte if it has none.
func (o *Object) tableStart() uint64 {
	if size, _ := o.pseudoSize(place.GOT); size > 0 {
		return o.addr(o.pseudo(place.GOT))
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
	for i := range o.img.Sections {
		if s := &o.img.Sections[i]; s.Size > 0 && o.kept(objfmt.SectionID(i)) {
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
