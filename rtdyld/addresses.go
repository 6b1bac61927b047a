package rtdyld

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// addressTable computes the addresses of an object's symbols and writes what was made for
// it, whose addresses and values follow.
func (l *Linker) addressTable(ctx context.Context, o *Object, sc *scratch) ([]uint64, error) {
	n := len(o.img().Symbols)
	total := n + len(o.plan.List)
	if cap(sc.addr) < total {
		sc.addr = make([]uint64, total*5/4)
	}
	addr := sc.addr[:total]
	if err := l.symbolAddresses(ctx, o, addr[:n]); err != nil {
		return nil, o.ended("relocate", err)
	}
	if o.table.Arch.PtrSize == 4 {
		if err := o.checkLow(ctx, addr[:n]); err != nil {
			return nil, err
		}
	}
	if err := l.markCode(ctx, o, addr[:n]); err != nil {
		return nil, o.ended("relocate", err)
	}
	if len(o.ifuncs) > 0 {
		if err := o.writeIFuncs(ctx); err != nil {
			return nil, err
		}
	}
	if total == n && len(o.supplied) == 0 && !o.plan.UsesHead {
		return addr, nil
	}
	return addr, o.writePlan(ctx, addr)
}

// symbolAddresses computes S of every symbol. The error is that of a context that has ended.
func (l *Linker) symbolAddresses(ctx context.Context, o *Object, addr []uint64) error {
	img, at := o.img(), o.lay.Sections
	first := int(img.FirstGlobal)
	syms := img.Symbols[:len(addr)]
	aliases := false
	for lo := 0; lo < first; lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, first)
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			s := &syms[i]
			if s.Section < objfmt.SecSpecial {
				addr[i] = s.Value + at[s.Section].Addr
				continue
			}
			addr[i] = localAddress(s, at)
			aliases = aliases || s.Section == objfmt.SecAlias
		}
	}
	for lo := 0; lo < len(o.ids); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(o.ids))
		if err != nil {
			return err
		}
		first := first + lo
		for k, id := range o.ids[lo:hi] {
			switch {
			case id < symtab.Special:
				addr[first+k] = l.names.At(id).Addr()
			case id == idGOT:
				addr[first+k] = o.gotSymbol()
			case id == idBase:
				addr[first+k] = o.base()
			case id == idDSO:
				addr[first+k] = o.dsoHandle()
			case id == idImageBase:
				addr[first+k] = l.imageBase
			case id == idSupplied:
				addr[first+k] = o.suppliedAddr(objfmt.SymbolID(first + k))
			default: // local in spite of its place, or nameless
				s := &syms[first+k]
				addr[first+k] = localAddress(s, at)
				aliases = aliases || s.Section == objfmt.SecAlias
			}
		}
	}
	if aliases {
		if err := o.localAliases(ctx, addr); err != nil {
			return err
		}
	}
	if sym := o.own.constant; sym != 0 && l.isOwn(o, sym-1) {
		addr[sym-1] = o.steps.Constant
	}
	return l.ownAddresses(ctx, o, addr)
}

// straight lists the names that an object mentions, whose address is that of a canonical stub and which its batch defines: branches go to
// the definitions, for there may be no stub of the object from which they get further. The addresses of these follow addr.
func (l *Linker) straight(ctx context.Context, o *Object, addr []uint64) (map[objfmt.SymbolID]objfmt.SymbolID, []uint64, error) {
	if !o.batch.together || len(l.canonical) == 0 {
		return nil, addr, nil
	}
	var to map[objfmt.SymbolID]objfmt.SymbolID
	var done heed.Count
	for k, id := range o.ids {
		if err := done.Items(ctx, 1); err != nil {
			return nil, addr, o.ended("relocate", err)
		}
		if id >= symtab.Special || !l.names.At(id).Redirected() {
			continue
		}
		if num, ok := l.names.At(id).Owner(); ok && l.object(num).batch == o.batch {
			if to == nil {
				to = map[objfmt.SymbolID]objfmt.SymbolID{}
			}
			to[o.img().FirstGlobal+objfmt.SymbolID(k)] = objfmt.SymbolID(len(addr))
			addr = append(addr, l.defAddr(id))
		}
	}
	return to, addr, nil
}

// suppliedAddr is the address of a symbol that means a function that linkers supply.
func (o *Object) suppliedAddr(sym objfmt.SymbolID) uint64 {
	i, ok := slices.BinarySearchFunc(o.supplied, sym, func(s supplied, sym objfmt.SymbolID) int { return cmp.Compare(s.sym, sym) })
	if !ok {
		return 0
	}
	s := &o.supplied[i]
	return o.addr(o.pseudo(place.Stubs)) + o.plan.SuppliedAt(s.of, o.table.Arch.Supplies[s.of].Skip(s.number))
}

// ownAddresses computes S of local indirect functions, of local symbols whose sections are dropped, and of the start and the end of output sections.
func (l *Linker) ownAddresses(ctx context.Context, o *Object, addr []uint64) error {
	if x := o.batch.outputs; x != nil {
		if err := x.addresses(ctx, o, addr); err != nil {
			return err
		}
	}
	for lo := 0; lo < len(o.ifuncs); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(o.ifuncs))
		if err != nil {
			return err
		}
		for _, sym := range o.ifuncs[lo:hi] {
			if o.img().Symbols[sym].Bind == objfmt.BindLocal {
				addr[sym] = o.ifuncAddr(sym)
			}
		}
	}
	for lo := 0; lo < len(o.dead); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(o.dead))
		if err != nil {
			return err
		}
		for _, d := range o.dead[lo:hi] {
			addr[d.sym] = l.object(d.owner).addr(d.sec) + d.value
		}
	}
	return nil
}

// localAddress is S of a symbol that means what its object says.
func localAddress(s *objfmt.Symbol, at []place.Section) uint64 {
	switch {
	case s.Section < objfmt.SecSpecial:
		return s.Value + at[s.Section].Addr
	case s.Section == objfmt.SecUndef:
		return 0
	}
	return s.Value
}

// checkLow refuses addresses that a 32-bit target does not have: sums of them wrap
// without a trace.
func (o *Object) checkLow(ctx context.Context, addr []uint64) error {
	var done heed.Count
	for i, a := range addr {
		if err := done.Items(ctx, 1); err != nil {
			return o.ended("relocate", err)
		}
		if a>>32 != 0 && int64(a) != int64(int32(a)) { // offsets of thread-locals are negative
			return fmt.Errorf("%s: %s is at %#x, above 4 GiB: %w", texts.Name(o.name), short(o.symbolName(objfmt.SymbolID(i))), a, ErrUnsupported)
		}
	}
	return nil
}

// writeIFuncs writes the code and words of the object's indirect functions.
func (o *Object) writeIFuncs(ctx context.Context) error {
	f := o.ifuncCode()
	err := f.Write(ctx, o.area(place.IFuncs, f.CodeSize()), o.area(place.IFuncData, f.DataSize()), func(i int) uint64 {
		s := &o.img().Symbols[o.ifuncs[i]]
		return o.addr(s.Section) + s.Value
	})
	var reach *stubs.ReachError
	if errors.As(err, &reach) {
		return o.reachError(reach, o.pseudoName(place.IFuncs), f.Offset(reach.Entry), "indirect function", o.ifuncs[reach.Entry])
	}
	return o.endedOr("relocate", err)
}

// writePlan fills stubs and GOT entries and their part of the address table.
func (o *Object) writePlan(ctx context.Context, addr []uint64) error {
	m := stubs.Memory{
		Stubs: o.area(place.Stubs, o.plan.StubSize),
		GOT:   o.area(place.GOT, o.plan.GOTSize),
		Again: o.fields != unwritten,
		Words: len(o.mentions) > 0 || o.own.module != 0,
	}
	m.Lo, m.Hi = o.reach()
	if err := o.plan.Write(ctx, m, (*answers)(o), addr); err != nil {
		return o.planError(err)
	}
	return nil
}

// planError makes the error of a stub that cannot lead where it should.
func (o *Object) planError(err error) error {
	var reach *stubs.ReachError
	if !errors.As(err, &reach) {
		return o.endedOr("relocate", err)
	}
	section := pseudoNames[place.Stubs]
	if d := o.plan.Detail(reach.Entry); d != nil && d.In != objfmt.SecUndef {
		section = o.sectionText(d.In)
	}
	return o.reachError(reach, section, o.plan.Offset(reach.Entry), "stub", o.plan.List[reach.Entry].Sym)
}

// reachError is the error of code that the linker makes in a section for a symbol.
func (o *Object) reachError(reach *stubs.ReachError, section string, off uint64, what string, sym objfmt.SymbolID) error {
	return &reloc.RangeError{
		Object: o.name, Section: section, Offset: off, Type: what, Symbol: o.symbolName(sym),
		Value: reach.Target - reach.Addr, Field: reloc.Signed32, Limits: reloc.Signed32.String(),
	}
}

// answers is an Object as [reloc.Symbols].
type answers Object

// SectionOf is the address and number of the section that has the definition of
// what a symbol names; zeros if none has.
func (a *answers) SectionOf(sym objfmt.SymbolID) (addr, number uint64) {
	o := (*Object)(a)
	img, l := o.img(), o.l
	if i := int(sym) - len(img.Symbols); i >= 0 { // an entry, which lies in a section in Layout RuntimeDyld alone, else in the GOT
		d := o.plan.Detail(i)
		if d == nil || d.In >= objfmt.SecSpecial || !l.compat.order {
			return o.tableStart(), 0
		}
		return o.addr(d.In), uint64(o.emission.number[d.In])
	}
	if sym >= img.FirstGlobal {
		if id := o.ids[sym-img.FirstGlobal]; id < symtab.Special {
			e := l.names.At(id)
			if !e.HasOwner() {
				return 0, 0
			}
			o, sym = l.definition(id)
		}
	}
	id := o.img().Symbols[sym].Section
	if id >= objfmt.SecSpecial {
		return 0, 0
	}
	number = uint64(o.img().Sections[id].Number)
	if l.compat.order {
		number = uint64(o.emission.number[id])
	}
	if at, ok := o.threads().Offset(id); ok {
		at += o.threads().dtpoff
		return o.addr(id) - at, number // thread-locals count from the start of all of their module
	}
	return o.addr(id), number
}

// Nowhere reports whether a symbol is weak and nobody defines it. Layout RuntimeDyld has such ones at address 0.
func (a *answers) Nowhere(sym objfmt.SymbolID) bool {
	o := (*Object)(a)
	return !o.l.compat.stubs && o.undefinedWeak(sym)
}

// IsFunc reports whether a symbol is a function, or may be one as far as anybody
// has told, or has the bit in its address that functions have.
func (a *answers) IsFunc(sym objfmt.SymbolID) bool {
	o := (*Object)(a)
	img, l := o.img(), o.l
	if uint64(sym) >= uint64(len(img.Symbols)) {
		return true // a stub
	}
	if sym >= img.FirstGlobal {
		if id := o.ids[sym-img.FirstGlobal]; id < symtab.Special {
			e := l.names.At(id)
			if !e.HasOwner() {
				return !e.Abs()
			}
			o, sym = l.definition(id)
		}
	}
	s := &o.img().Symbols[sym]
	return s.Type == objfmt.SymFunc || s.Type == objfmt.SymIFunc || s.Value&1 == 0 && o.isMarked(s)
}

// Other is the Other of a symbol's definition if that has the object's T, or needs none. That of an entry is its symbol's.
func (a *answers) Other(sym objfmt.SymbolID) (other uint8, here bool) {
	o := (*Object)(a)
	if i := int(sym) - len(o.img().Symbols); i >= 0 {
		sym = o.plan.List[i].Sym
	}
	shared := o.table.Arch.SharedTable
	if sym >= o.img().FirstGlobal {
		id := o.ids[sym-o.img().FirstGlobal]
		if id == idSupplied {
			return 0, true
		}
		if id < symtab.Special {
			enters := o.table.Arch.EntersOthers
			if e := o.l.names.At(id); !e.HasOwner() {
				return 0, e.Abs() || enters != nil && e.Class() != symtab.External // a plain value is no function with another T, nor is what nobody defines
			}
			owner, def := o.l.definition(id)
			if owner != o && !(shared && owner.batch == o.batch) && !(enters != nil && enters(owner.flags)) {
				return 0, false
			}
			if localAddress(&owner.img().Symbols[def], owner.lay.Sections) != o.l.names.At(id).Addr() {
				return 0, false // it has a canonical stub
			}
			o, sym = owner, def
		}
	}
	s := &o.img().Symbols[sym]
	return s.Other, s.Section < objfmt.SecSpecial && s.Type != objfmt.SymIFunc
}

// Code implements [reloc.Symbols]. What leads through an entry has the entry's symbol and addend.
func (a *answers) Code(sym objfmt.SymbolID, addend int64) (addr uint64, here bool) {
	o := (*Object)(a)
	if i := int(sym) - len(o.img().Symbols); i >= 0 {
		sym = o.plan.List[i].Sym
		if d := o.plan.Detail(i); d != nil {
			addend += d.Addend
		}
	}
	if sym >= o.img().FirstGlobal {
		switch id := o.ids[sym-o.img().FirstGlobal]; {
		case id == idSupplied:
			return o.suppliedAddr(sym) + uint64(addend), true
		case id < symtab.Special:
			if e := o.l.names.At(id); !e.HasOwner() {
				return e.Addr() + uint64(addend), e.Abs()
			}
			owner, def := o.l.definition(id)
			if owner.batch != o.batch {
				return 0, false
			}
			o, sym = owner, def
		}
	}
	return o.code(sym, addend)
}

// code is Code for a symbol that is the object's own.
func (o *Object) code(sym objfmt.SymbolID, addend int64) (addr uint64, here bool) {
	s := &o.img().Symbols[sym]
	if s.Section >= objfmt.SecSpecial || s.Type == objfmt.SymIFunc {
		return 0, false
	}
	at := s.Value + uint64(addend)
	if o.descriptors == nil || s.Section != o.descriptors.Section {
		return o.addr(s.Section) + at, true
	}
	d := o.descriptors.At(s.Section, at)
	if d == nil || o.isAway(d) {
		return 0, false // where it leads, the descriptor alone says
	}
	s = &o.img().Symbols[d.Sym]
	return o.addr(s.Section) + s.Value + uint64(d.Addend), true
}

// SizeOf is Z: the size of what a symbol names.
func (a *answers) SizeOf(sym objfmt.SymbolID) uint64 {
	o := (*Object)(a)
	img, l := o.img(), o.l
	s := &img.Symbols[sym]
	if sym < img.FirstGlobal || o.ids[sym-img.FirstGlobal] >= symtab.Special {
		return s.Size
	}
	id := o.ids[sym-img.FirstGlobal]
	switch e := l.names.At(id); {
	case e.Class() == symtab.External:
		return l.names.Told(id).Size
	case e.Class() == symtab.Common:
		return l.names.Common(id).Size
	case e.HasOwner():
		owner, def := l.definition(id)
		return owner.img().Symbols[def].Size
	}
	return s.Size
}

// Word implements [stubs.Values]: a pointer to an import, and the variable with the
// number of the object's module, are GOT entries of the object's own.
func (a *answers) Word(sym objfmt.SymbolID, s uint64) (word uint64, own bool, err error) {
	o := (*Object)(a)
	if o.own.module == sym+1 && o.l.isOwn(o, sym) {
		m, err := o.l.ownModule(o)
		return m, true, err
	}
	if id, ok := o.l.madeImport(o, sym); ok {
		return o.l.names.At(id).Addr(), true, nil
	}
	return s, false, nil
}

// Thread implements [stubs.Values].
func (a *answers) Thread(need reloc.Need, sym objfmt.SymbolID) (stubs.Thread, error) {
	o := (*Object)(a)
	v, err := o.l.tlsEntry(o, need, sym)
	return stubs.Thread{Module: v.module, DTPOff: v.dtpoff, TPOff: v.tpoff, Descriptor: v.descriptor}, err
}

// Behind implements [stubs.Values].
func (a *answers) Behind(id objfmt.SectionID) stubs.Area {
	o := (*Object)(a)
	return stubs.Area{Mem: o.whole(id), Addr: o.addr(id)}
}

// localAliases gives symbols that nobody else sees (Mach-O N_INDR without N_EXT) the
// addresses of what they are aliases of.
func (o *Object) localAliases(ctx context.Context, addr []uint64) error {
	var done heed.Count
	for i := range addr {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		s := &o.img().Symbols[i]
		if s.Section != objfmt.SecAlias || s.Bind != objfmt.BindLocal {
			continue
		}
		addr[i] = 0
		if t := aliasTarget(o.img(), s); t != objfmt.NoSymbol {
			addr[i] = addr[t]
		}
	}
	return nil
}
