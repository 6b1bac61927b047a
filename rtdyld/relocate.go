package rtdyld

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/triple"
)

// applyScratch is the memory that applying needs for a moment.
type applyScratch struct {
	addr  []uint64
	chunk [objfmt.DecodeChunk]objfmt.Reloc
}

var appliers = sync.Pool{New: func() any { return new(applyScratch) }}

// relocate applies the relocations of objects whose names are bound.
func (l *Linker) relocate(ctx context.Context, set []*Object) error {
	for _, o := range set {
		threads := false
		for _, m := range o.mentions {
			if m.sym != objfmt.NoSymbol {
				e := &l.names.entries[m.id]
				e.flags |= nameBound
				if e.obj != 0 {
					l.use(o, e.obj-1)
				}
			}
		}
		syms := o.img.Symbols[o.img.FirstGlobal:]
		o.left = o.left[:0]
		for k, id := range o.ids {
			if id >= idSpecial {
				continue
			}
			e := &l.names.entries[id]
			e.flags |= nameBound
			if e.flags&nameLeft != 0 {
				o.left = append(o.left, o.img.FirstGlobal+objfmt.SymbolID(k))
			}
			if e.flags&nameAdopted != 0 {
				l.names.entries[l.names.global(e)].flags |= nameBound
			}
			if e.flags&nameTLS != 0 && syms[k].Type != objfmt.SymTLS {
				threads = true // those that the object itself calls thread-local were checked by scan
			}
			if e.obj != 0 {
				l.use(o, e.obj-1)
			}
		}
		if threads {
			if err := l.checkTLSUse(o); err != nil {
				return err
			}
		}
	}
	l.stamped = nil
	l.setImageBase(set)
	set, err := l.makeAnnex(ctx, set)
	if err != nil {
		return err
	}
	size := uint64(0)
	for _, o := range set {
		size += uint64(len(o.img.Buffer.Bytes()))
	}
	err = l.each(set, l.workers(size), (*Linker).applyObject)
	for _, o := range set {
		o.again = true
	}
	if err != nil {
		return err
	}
	for _, o := range set {
		if o.tls.block != nil {
			var init []byte
			if o.tls.init > 0 {
				init = o.home(o.tlsPlace(), objfmt.KindReadOnly).Mem[o.tls.off : o.tls.off+o.tls.init]
			}
			if err := o.tls.block.Initialize(ctx, init); err != nil {
				return fmt.Errorf("%s: initialize thread-locals: %w", o.name, err)
			}
		}
		o.resolved = true
	}
	return nil
}

// applyObject computes the address table of one object and writes all its fields.
func (l *Linker) applyObject(o *Object) error {
	sc := appliers.Get().(*applyScratch)
	defer appliers.Put(sc)
	img := o.img
	n := len(img.Symbols)
	total := n + len(o.plan.Entries)
	if o.classic != nil {
		total += len(o.classic.made)
	}
	if cap(sc.addr) < total {
		sc.addr = make([]uint64, total*5/4)
	}
	addr := sc.addr[:total]
	env := reloc.Env{
		Table: o.table, Plan: &o.plan, Order: bin.Order{Big: img.Big}, Addr: addr,
		Base: o.base(), Image: l.image, NoRelax: l.cfg.NoRelax,
		About: (*answers)(o),
	}
	l.symbolAddresses(o, addr[:n])
	if o.table.Arch.PtrSize == 4 {
		if err := o.checkLow(addr[:n]); err != nil {
			return err
		}
	}
	if o.classic != nil {
		o.classicAddresses(addr)
	}
	if len(o.ifuncs) > 0 {
		if err := o.writeIFuncs(); err != nil {
			return err
		}
	}
	if len(o.plan.Entries) > 0 {
		if err := l.writeEntries(o, addr); err != nil {
			return err
		}
	}
	if o.classic != nil {
		if err := o.writeClassicStubs(addr, addr[total-len(o.plan.Entries):]); err != nil {
			return err
		}
	}
	for i := range img.Sections {
		id := objfmt.SectionID(i)
		sec := &img.Sections[i]
		if len(sec.Raw) == 0 || !l.wanted(o, id) {
			continue
		}
		at := reloc.Place{Mem: o.mem(id), Addr: o.place[i].addr}
		var err error
		if at.File, err = o.fileBytes(id); err != nil {
			return err
		}
		for raw := sec.Raw; len(raw) > 0; {
			n, rest, err := img.Format.Decode(img, sec, sc.chunk[:], raw)
			if err != nil {
				return err
			}
			rs := o.live(id, sec, sc.chunk[:n])
			if o.thumbs != nil {
				o.nameThumb(&env, at, rs)
			}
			if len(o.left) > 0 && !l.isClassic() {
				rs = o.leaveAlone(at, rs)
			}
			if o.classic != nil {
				o.redirect(&env, at, id, rs, addr)
			}
			if len(o.left) > 0 && l.isClassic() { // those that lead to a stub now are to be applied
				rs = o.leaveAlone(at, rs)
			}
			if k, v, why := env.Apply(at, rs); why != reloc.OK {
				return o.fault(id, &rs[k], why, v)
			}
			raw = rest
		}
	}
	if o.exidx.size > 0 {
		return o.writeExidx()
	}
	return nil
}

// leaveAlone takes the relocations out of a chunk that are not to be applied. Their
// fields are as in the file, whatever the names were before.
func (o *Object) leaveAlone(at reloc.Place, rs []objfmt.Reloc) []objfmt.Reloc {
	return slices.DeleteFunc(rs, func(r objfmt.Reloc) bool {
		if !o.isLeft(r.Sym) && (r.Sub == objfmt.NoSymbol || !o.isLeft(r.Sub)) {
			return false
		}
		if r.Offset < uint64(len(at.File)) {
			width := o.table.Width(o.table.Rows[r.Type].Field)
			copy(at.Mem[r.Offset:][:width], at.File[r.Offset:])
		}
		return true
	})
}

// isLeft reports whether the relocations of a symbol are left alone.
func (o *Object) isLeft(sym objfmt.SymbolID) bool {
	_, found := slices.BinarySearch(o.left, sym)
	return found
}

// fileBytes are a section's bytes in the file, as they were before they were compressed.
func (o *Object) fileBytes(id objfmt.SectionID) ([]byte, error) {
	if sec := &o.img.Sections[id]; sec.Flags&objfmt.SecCompressed == 0 {
		return sec.Data, nil
	}
	return o.img.Contents(id)
}

// base is T: the start of the slots, or the object's first byte if it has none.
func (o *Object) base() uint64 {
	if size, _ := o.pseudoSize(secSlots); size > 0 {
		return o.place[o.pseudo(secSlots)].addr
	}
	return o.handle()
}

// symbolAddresses computes S of every symbol.
func (l *Linker) symbolAddresses(o *Object, addr []uint64) {
	img, place := o.img, o.place
	first := int(img.FirstGlobal)
	aliases := false
	for i := range img.Symbols[:first] {
		s := &img.Symbols[i]
		v := s.Value
		if s.Section < objfmt.SecSpecial {
			v += place[s.Section].addr
		} else if s.Section == objfmt.SecUndef {
			v = 0
		} else if s.Section == objfmt.SecAlias {
			aliases = true
		}
		addr[i] = v
	}
	entries := l.names.entries
	for k, id := range o.ids {
		switch {
		case id < idSpecial:
			addr[first+k] = entries[id].addr
		case id == idGOT:
			addr[first+k] = o.gotSymbol()
		case id == idDSO:
			addr[first+k] = o.dsoHandle()
		case id == idImage:
			addr[first+k] = l.image
		default: // local in spite of its place, or nameless
			s := &img.Symbols[first+k]
			addr[first+k] = s.Value
			if s.Section < objfmt.SecSpecial {
				addr[first+k] += place[s.Section].addr
			} else if s.Section == objfmt.SecUndef {
				addr[first+k] = 0
			} else if s.Section == objfmt.SecAlias {
				aliases = true
			}
		}
	}
	if aliases {
		o.localAliases(addr)
	}
	if sym := o.coffTLS.array; sym != 0 && l.isTLSArray(o, sym-1) {
		addr[sym-1] = tlsArray
	}
	for _, sym := range o.ifuncs {
		if img.Symbols[sym].Bind == objfmt.BindLocal {
			addr[sym] = o.ifuncAddr(sym)
		}
	}
	for _, d := range o.dead {
		addr[d.sym] = l.objects[d.owner].place[d.sec].addr + d.value
	}
}

// writeEntries fills slots and stubs and their part of the address table.
func (l *Linker) writeEntries(o *Object, addr []uint64) error {
	n := len(addr) - len(o.plan.Entries)
	arch := o.table.Arch
	order := bin.Order{Big: o.img.Big}
	stubAt, slotAt := o.place[o.pseudo(secStubs)].addr, o.place[o.pseudo(secSlots)].addr
	stubs := o.pseudoMem(secStubs, o.plan.StubSize)
	slots := o.pseudoMem(secSlots, o.plan.SlotSize)
	write := func(b []byte, v uint64) {
		if arch.PtrSize == 8 {
			order.PutU64(b, v)
		} else {
			order.PutU32(b, uint32(v))
		}
	}
	word := func(off uint32, k int, v uint64) { write(slots[uint64(off)+uint64(k)*arch.PtrSize:], v) }
	lo, hi := o.reach()
	for i := range o.plan.Entries {
		en := &o.plan.Entries[i]
		at := slotAt + uint64(en.Off)
		switch en.Need {
		case reloc.NeedGOT:
			if b, a, ok := o.classicSlot(en); ok {
				at = a
				write(b, addr[en.Sym])
				break
			}
			if l.isTLSIndex(o, en.Sym) {
				m, err := l.indexedModule(o)
				if err != nil {
					return err
				}
				word(en.Off, 0, m)
				addr[en.Sym] = at // the symbol is the variable
				break
			}
			if id, ok := l.madeImport(o, en.Sym); ok {
				word(en.Off, 0, l.names.entries[id].addr)
				addr[en.Sym] = at // the symbol is the pointer
				break
			}
			word(en.Off, 0, addr[en.Sym])
		case reloc.NeedStub:
			at = stubAt + uint64(en.Off)
			s := addr[en.Sym]
			if s != 0 && len(arch.Exchange) == 0 && !arch.Shorter && within(s, lo, hi, arch.BranchDistance()-slack) {
				at = 0 // every branch gets there by itself
				if o.again {
					clear(stubs[en.Off : uint64(en.Off)+arch.StubSize])
				}
				break
			}
			target := s
			if !arch.Direct {
				target = slotAt + uint64(o.plan.Entries[o.plan.Find(reloc.NeedGOT, en.Sym)].Off)
			}
			if !arch.WriteStub(stubs[en.Off:], at, target) {
				return &reloc.RangeError{Object: o.name, Section: pseudoNames[secStubs], Offset: uint64(en.Off), Type: "stub", Symbol: o.symbolName(en.Sym), Value: target - at, Field: reloc.Signed32, Limits: reloc.Signed32.String()}
			}
		default:
			v, err := l.tlsEntry(o, en)
			if err != nil {
				return err
			}
			switch en.Need {
			case reloc.NeedTPSlot:
				word(en.Off, 0, v.tpoff)
				if arch.NegativeTP {
					word(en.Off, 1, -v.tpoff)
				}
			case reloc.NeedTLSGD:
				word(en.Off, 0, v.module)
				word(en.Off, 1, v.dtpoff)
			case reloc.NeedTLSLD:
				word(en.Off, 0, v.module)
				word(en.Off, 1, 0)
			case reloc.NeedTLSDesc:
				d := v.descriptor
				if d == [2]uint64{} {
					d = [2]uint64{stubAt + uint64(o.plan.TLSDesc) - 1, v.tpoff}
				}
				word(en.Off, 0, d[0])
				word(en.Off, 1, d[1])
			case reloc.NeedTPOff:
				at = v.tpoff
			case reloc.NeedDTPOff:
				at = v.dtpoff
			case reloc.NeedDTPMod:
				at = v.module
			}
		}
		addr[n+i] = at
	}
	if o.plan.TLSDesc != 0 {
		arch.WriteTLSDescStub(stubs[o.plan.TLSDesc-1:])
	}
	return nil
}

// tlsEntry finds the values of an entry for a thread-local.
func (l *Linker) tlsEntry(o *Object, en *reloc.Entry) (tlsValue, error) {
	if en.Need == reloc.NeedTLSLD {
		m, err := l.localModule(o)
		return tlsValue{module: m}, err
	}
	v, err := l.tlsOf(o, en.Sym, en.Need)
	if err == nil && en.Need == reloc.NeedDTPOff && o.plan.LD != 0 {
		if m, err := l.localModule(o); err != nil {
			return v, err
		} else if m != v.module {
			return v, fmt.Errorf("%s: local-dynamic access to %s, which is in another module: %w", o.name, o.symbolName(en.Sym), ErrTLS)
		}
	}
	return v, err
}

// localModule is the module that local-dynamic accesses of o mean: that of its own
// thread-locals or, if it has none, of the first that it refers to so (hidden ones
// of its batch).
func (l *Linker) localModule(o *Object) (uint64, error) {
	if o.tls.block != nil {
		return o.tls.block.Module(), nil
	}
	for i := range o.plan.Entries {
		if en := &o.plan.Entries[i]; en.Need == reloc.NeedDTPOff {
			v, err := l.tlsOf(o, en.Sym, en.Need)
			return v.module, err
		}
	}
	return 0, fmt.Errorf("%s: local-dynamic access without thread-locals: %w", o.name, ErrTLS)
}

// slack is kept between a symbol and the end of reach, for addends and the field
// itself.
const slack = 1 << 20

// reach returns the lowest and highest address of the object's sections.
func (o *Object) reach() (lo, hi uint64) {
	lo = 1<<64 - 1
	add := func(addr, size uint64) {
		lo, hi = min(lo, addr), max(hi, addr+size)
	}
	if !o.remapped && o.split == nil {
		for k := objfmt.KindCode; k < objfmt.NumKinds; k++ {
			if b := o.block(k); b.Mem != nil {
				add(b.Addr, uint64(len(b.Mem)))
			}
		}
		return lo, hi
	}
	for i := range o.img.Sections {
		if s := &o.img.Sections[i]; s.Size > 0 && o.kept(objfmt.SectionID(i)) {
			add(o.place[i].addr, s.Size)
		}
	}
	return lo, hi
}

// within reports whether s is less than dist from all of lo to hi.
func within(s, lo, hi, dist uint64) bool {
	near := func(a uint64) bool { return s-a < dist || a-s < dist }
	return near(lo) && near(hi)
}

// checkLow refuses addresses that a 32-bit target does not have: sums of them wrap
// without a trace.
func (o *Object) checkLow(addr []uint64) error {
	for i, a := range addr {
		if a>>32 != 0 && int64(a) != int64(int32(a)) { // offsets of thread-locals are negative
			return fmt.Errorf("%s: %s is at %#x, above 4 GiB: %w", o.name, o.symbolName(objfmt.SymbolID(i)), a, ErrUnsupported)
		}
	}
	return nil
}

// belowImage is how far B is below the first object: the reservation of a memory
// manager may begin below it, and what is in it should be less than 2 GiB above B,
// for code that adds such offsets as signed ones.
const belowImage = 1 << 29

// setImageBase chooses B once, when the first COFF objects are relocated: so far
// below them that whatever a memory manager gives later is above it.
func (l *Linker) setImageBase(set []*Object) {
	if l.image != 0 || len(set) == 0 || set[0].img.Triple.Format() != triple.COFF {
		return
	}
	if l.image = l.cfg.ImageBase; l.image != 0 {
		return
	}
	low := uint64(1<<64 - 1)
	if l.isClassic() {
		for _, o := range l.pending {
			low = min(low, o.classicLowest())
		}
		l.image = low
		return
	}
	for _, o := range l.pending {
		lo, _ := o.reach()
		low = min(low, lo)
	}
	l.image = (low - min(low, belowImage)) &^ 0xffff
}

// ImageBase is the address that image-relative fields of COFF objects count from
// (B, __ImageBase); 0 before the first is relocated.
func (l *Linker) ImageBase() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.image
}

// ImageBase is [Linker.ImageBase] of the object's linker.
func (o *Object) ImageBase() uint64 { return o.l.ImageBase() }

// answers is an Object as [reloc.Symbols].
type answers Object

// SectionOf is the address and number of the section that has the definition of
// what a symbol stands for; zeros if none has.
func (a *answers) SectionOf(sym objfmt.SymbolID) (addr, number uint64) {
	o := (*Object)(a)
	img, l := o.img, o.l
	if sym >= img.FirstGlobal {
		if id := o.ids[sym-img.FirstGlobal]; id < idSpecial {
			e := &l.names.entries[id]
			if e.obj == 0 {
				return 0, 0
			}
			o, sym = l.objects[e.obj-1], e.sym
		}
	}
	id := o.img.Symbols[sym].Section
	if id >= objfmt.SecSpecial {
		return 0, 0
	}
	number = uint64(o.img.Sections[id].Number)
	if l.isClassic() {
		number = uint64(o.classic.number[id])
	}
	if at, ok := o.tls.at[id]; ok {
		at += o.tls.origin()
		return o.place[id].addr - at, number // thread-locals count from the start of all of their module
	}
	return o.place[id].addr, number
}

// IsFunc reports whether a symbol is a function, or may be one as far as anybody
// has told.
func (a *answers) IsFunc(sym objfmt.SymbolID) bool {
	o := (*Object)(a)
	img, l := o.img, o.l
	if uint64(sym) >= uint64(len(img.Symbols)) {
		return true // a stub
	}
	if sym >= img.FirstGlobal {
		if id := o.ids[sym-img.FirstGlobal]; id < idSpecial {
			e := &l.names.entries[id]
			if e.obj == 0 {
				return e.flags&nameAbs == 0
			}
			o, sym = l.objects[e.obj-1], e.sym
		}
	}
	t := o.img.Symbols[sym].Type
	return t == objfmt.SymFunc || t == objfmt.SymIFunc
}

// SizeOf is Z: the size of what a symbol stands for.
func (a *answers) SizeOf(sym objfmt.SymbolID) uint64 {
	o := (*Object)(a)
	img, l := o.img, o.l
	s := &img.Symbols[sym]
	if sym < img.FirstGlobal || o.ids[sym-img.FirstGlobal] >= idSpecial {
		return s.Size
	}
	id := o.ids[sym-img.FirstGlobal]
	switch e := &l.names.entries[id]; {
	case e.class == defExternal:
		return l.outside[id].Size
	case e.class == defCommon:
		return l.commonOf(id, e).size
	case e.obj != 0:
		return l.objects[e.obj-1].img.Symbols[e.sym].Size
	}
	return s.Size
}

// entryName clones the text of a name.
func (l *Linker) entryName(id uint32) string { return strings.Clone(l.names.entries[id].text) }
