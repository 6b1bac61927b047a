package rtdyld

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Layout RuntimeDyld differs from ours in what is made for an object and where it
// lies: sections count in the order in which RuntimeDyld first has to do with
// them, each has room for its own stubs behind its contents, stubs are shared
// within a section by symbol and addend, slots hardly at all. All this is decided
// here, after the same scan. The same rows apply the same relocations, to which
// stubs and slots are shown as symbols of their own, behind the object's.

// classic is what the layout adds to an object.
type classic struct {
	rules   reloc.Classic         // how stubs are made
	far     bool                  // not the layout but islands, see island.go
	order   []objfmt.SectionID    // of allocation, pseudo-sections among them
	number  []int                 // by SectionID: the section's number among all the linker has emitted
	room    []extent              // by SectionID of the image's sections
	made    []classicMade         // stubs and slots: made[k] is symbol number len(symbols)+k
	index   map[classicKey]uint32 // of made
	emitted []bool                // by SectionID
	last    int                   // the number that the next section gets
}

// extent is what is asked for a section: contents, padding, stubs.
type extent struct {
	size, align uint64
	stubs       uint64 // offset of the first stub
}

// classicKey tells the stubs of a section, and the slots of an object, apart.
type classicKey struct {
	entry  uint8 // of the branch, see Classic.Entry
	set    uint8 // of a branch to a place of the object that is no function, see Arch.Way
	need   reloc.Need
	sec    objfmt.SectionID // that has it, SecUndef if the object
	sym    objfmt.SymbolID  // NoSymbol for a branch to a place of the object:
	home   objfmt.SectionID // its section
	value  uint64           // and place in that
	addend int64
	at     uint64 // one plus the offset of the only relocation that it is for, 0 if shared
}

type classicMade struct {
	need   reloc.Need // NeedStub or NeedGOT
	sec    objfmt.SectionID
	sym    objfmt.SymbolID
	addend int64
	off    uint64 // of a stub, in the section
	slot   uint32 // of a stub, its slot's index
	entry  uint8  // of a stub, what its address has on top
	set    uint8  // of a stub, what the address that it leads to has, unless that is a function's
}

// isClassic reports whether the linker lays out as RuntimeDyld does.
func (l *Linker) isClassic() bool { return l.cfg.Layout == RuntimeDyld }

// planClassic decides the order of an object's sections, their room and stubs.
func (l *Linker) planClassic(o *Object) error {
	img := o.img
	c := &classic{
		number: make([]int, len(o.place)), room: make([]extent, len(img.Sections)),
		index: map[classicKey]uint32{}, emitted: make([]bool, len(o.place)), last: l.emitted,
		rules: o.table.Classic,
	}
	o.classic = c
	for i := range img.Symbols {
		s := &img.Symbols[i]
		if s.Section < objfmt.SecSpecial && s.Type != objfmt.SymSection && s.Type != objfmt.SymFile && !l.takenBefore(o, objfmt.SymbolID(i)) {
			c.emit(s.Section)
		}
	}
	if size, _ := o.pseudoSize(secCommons); size > 0 {
		c.emit(o.pseudo(secCommons))
	}
	for i := range img.Sections {
		if err := l.planClassicSection(o, objfmt.SectionID(i)); err != nil {
			return err
		}
	}
	if img.Triple.Format() == triple.ELF && (len(img.Sections) == 0 || img.Sections[0].Number != 0) {
		c.last++ // the null section
	}
	for i := range img.Sections {
		c.emit(objfmt.SectionID(i))
	}
	for _, k := range [...]int{secStubs, secIFuncs, secIFuncData, secSlots} {
		if size, _ := o.pseudoSize(k); size > 0 {
			c.emit(o.pseudo(k))
		}
	}
	c.allocationOrder(o.pseudo(secSlots))
	o.addClassicSlots()
	l.emitted = c.last
	return nil
}

// emit gives a section its number, once.
func (c *classic) emit(id objfmt.SectionID) {
	if !c.emitted[id] {
		c.emitted[id] = true
		c.number[id] = c.last
		c.last++
		c.order = append(c.order, id)
	}
}

// allocationOrder moves the slots to the end: they have their number from the
// first need and their memory once all are counted.
func (c *classic) allocationOrder(slots objfmt.SectionID) {
	for i, id := range c.order {
		if id == slots {
			c.order = append(append(c.order[:i:i], c.order[i+1:]...), id)
			return
		}
	}
}

// takenBefore reports whether an earlier object has brought what a weak symbol names.
func (l *Linker) takenBefore(o *Object, sym objfmt.SymbolID) bool {
	if o.img.Symbols[sym].Bind != objfmt.BindWeak || sym < o.img.FirstGlobal {
		return false
	}
	id := o.ids[sym-o.img.FirstGlobal]
	if id >= idSpecial {
		return false
	}
	e := &l.names.entries[id]
	return e.obj != 0 && compareObjects(l.objects[e.obj-1], o) < 0
}

// external reports whether a reference goes to what neither the object nor one
// before it defines, so that RuntimeDyld does not know it when it loads the object.
func (l *Linker) external(o *Object, sym objfmt.SymbolID) bool {
	img := o.img
	if sym < img.FirstGlobal || img.Symbols[sym].Bind == objfmt.BindLocal || img.Symbols[sym].Defined() {
		return false
	}
	id := o.ids[sym-img.FirstGlobal]
	if id >= idSpecial {
		return false
	}
	e := &l.names.entries[id]
	return e.obj == 0 || compareObjects(l.objects[e.obj-1], o) > 0
}

// planClassicSection walks over a section's relocations, as RuntimeDyld does: it
// emits the sections that they name, counts them and makes stubs.
func (l *Linker) planClassicSection(o *Object, id objfmt.SectionID) error {
	img := o.img
	c, cl := o.classic, &o.classic.rules
	sec := &img.Sections[id]
	count := uint64(0)
	if l.wanted(o, id) && (len(sec.Raw) > 0 || l.cfg.AllSections && img.Triple.Format() != triple.ELF) {
		c.emit(id) // in ELF the records are in sections of their own
		for r, err := range o.relocs(id) {
			if err != nil {
				return err
			}
			if cl.Reserves(r.Type) {
				count += recordsOf(img, &r)
			}
		}
	}
	x, size := &c.room[id], sec.Size
	b, inert := o.debug[id]
	if inert {
		size = uint64(len(b)) // what the header says may be anything
	}
	if !x.set(sec, size, cl, count) {
		return fmt.Errorf("%s: section %s: %w", o.name, o.sectionText(id), errTooLarge)
	}
	if inert {
		b = append(b, make([]byte, max(x.size, uint64(len(b)))-uint64(len(b)))...)
		o.debug[id] = b
	}
	if !l.wanted(o, id) || count == 0 && (len(sec.Raw) == 0 || !c.emitted[id]) {
		return nil
	}
	env, at := reloc.Env{Table: o.table, Order: bin.Order{Big: img.Big}}, reloc.Place{}
	var err error
	if at.File, err = o.fileBytes(id); err != nil {
		return err
	}
	next := x.stubs
	for r, err := range o.relocs(id) {
		if err != nil {
			return err
		}
		o.emitNamed(r.Sym)
		if r.Sub != objfmt.NoSymbol {
			o.emitNamed(r.Sub)
		}
		if o.thumbs != nil {
			one := [1]objfmt.Reloc{r}
			o.nameThumb(&env, at, one[:])
			r = one[0]
		}
		need := o.classicNeed(&r)
		if need == reloc.NeedBase || need == reloc.NeedGOT && !cl.InSection {
			c.emit(o.pseudo(secSlots))
		}
		if need != reloc.NeedGOT && need != reloc.NeedStub {
			continue
		}
		key, m := o.keyOf(&env, at, need, id, &r)
		if c.far && !o.plainBranch(&env, at, &r) || c.find(key) >= 0 || need == reloc.NeedStub && !l.branchesAway(o, id, r.Sym) {
			continue
		}
		m.off = next
		switch {
		case need == reloc.NeedGOT && !cl.InSection:
			m.sec = objfmt.SecUndef
		case next+cl.Size > x.size, sec.Flags&objfmt.SecTLS != 0: // no code runs there
			return fmt.Errorf("%s: section %s: no room for the stub of %s", o.name, o.sectionText(id), o.symbolName(r.Sym))
		default:
			next += cl.Size
		}
		if need == reloc.NeedStub && cl.Slot {
			c.emit(o.pseudo(secSlots))
			m.slot = uint32(len(c.made))
			c.made = append(c.made, classicMade{need: reloc.NeedGOT, sec: objfmt.SecUndef, sym: r.Sym, addend: r.Addend})
		}
		c.add(key, m)
	}
	return nil
}

// emitNamed emits the section that a symbol stands for, if it stands for one.
func (o *Object) emitNamed(sym objfmt.SymbolID) {
	if s := &o.img.Symbols[sym]; s.Type == objfmt.SymSection && s.Section < objfmt.SecSpecial {
		o.classic.emit(s.Section)
	}
}

// recordsOf is the number of the file's records that make a relocation: in Mach-O two
// make a difference, or one with an addend of its own.
func recordsOf(img *objfmt.ObjectImage, r *objfmt.Reloc) uint64 {
	if img.Triple.Format() == triple.MachO && (r.Sub != objfmt.NoSymbol || r.HasAddend) {
		return 2
	}
	return 1
}

// branchesAway reports whether a branch in a section to a symbol gets a stub.
func (l *Linker) branchesAway(o *Object, id objfmt.SectionID, sym objfmt.SymbolID) bool {
	switch {
	case o.classic.far:
		return o.img.Symbols[sym].Section != id || l.away(o, sym)
	case o.classic.rules.Always:
		return true
	}
	return l.external(o, sym)
}

// classicNeed is what RuntimeDyld makes for a relocation: a stub, a slot, or
// nothing.
func (o *Object) classicNeed(r *objfmt.Reloc) reloc.Need {
	need := o.table.Rows[r.Type].Need
	if o.classic.far && need != reloc.NeedStub {
		return reloc.NeedNone // slots are in the plan as ever
	}
	if f := o.classic.rules.Stub; f != nil {
		if f(r.Type) {
			return reloc.NeedStub
		}
		if need == reloc.NeedStub {
			return reloc.NeedNone
		}
	}
	if need == reloc.NeedStub && o.classic.rules.Size == 0 {
		return reloc.NeedNone
	}
	return need
}

// keyOf is what relocations that share a stub or slot have in common, and what is
// made for them but for its place.
func (o *Object) keyOf(env *reloc.Env, at reloc.Place, need reloc.Need, id objfmt.SectionID, r *objfmt.Reloc) (classicKey, classicMade) {
	cl := &o.classic.rules
	m := classicMade{need: need, sec: id, sym: r.Sym, addend: r.Addend}
	key := classicKey{need: need, sec: id}
	if need == reloc.NeedStub && cl.Entry != nil {
		m.entry = cl.Entry(r.Type)
	}
	if need == reloc.NeedStub && o.table.Arch.Way != nil {
		m.addend, m.set = o.way(env, at, r)
	}
	key.entry, key.sym, key.addend = m.entry, m.sym, m.addend
	switch {
	case need == reloc.NeedStub && cl.PerSite:
		key.at = r.Offset + 1
	case need == reloc.NeedStub && cl.Always:
		o.keyOfPlace(&key, &m)
	case need == reloc.NeedGOT && cl.InSection:
	case need == reloc.NeedGOT && cl.ShareSlots:
		key.sec = objfmt.SecUndef
	case need == reloc.NeedGOT:
		key.at = r.Offset + 1
	}
	return key, m
}

// keyOfPlace lets branches to one place of the object itself share a stub, whatever
// names it. RuntimeDyld counts the addend as part of the place, in Mach-O alone.
func (o *Object) keyOfPlace(key *classicKey, m *classicMade) {
	s := &o.img.Symbols[m.sym]
	if s.Section >= objfmt.SecSpecial || s.Bind != objfmt.BindLocal && s.Bind != objfmt.BindGlobal {
		return
	}
	key.sym, key.home, key.value = objfmt.NoSymbol, s.Section, o.plainValue(s)
	if s.Type != objfmt.SymFunc {
		key.set = m.set
	}
	if o.img.Triple.Format() == triple.MachO {
		key.value += uint64(key.addend)
		key.addend = 0
	}
}

// find returns the index of what is made, -1 if there is none.
func (c *classic) find(key classicKey) int {
	if k, ok := c.index[key]; ok {
		return int(k)
	}
	return -1
}

func (c *classic) add(key classicKey, m classicMade) {
	c.index[key] = uint32(len(c.made))
	c.made = append(c.made, m)
}

// addClassicSlots adds the slots to the object's plan.
func (o *Object) addClassicSlots() {
	n := len(o.img.Symbols)
	first := make([]uint32, n+len(o.classic.made))
	copy(first, o.plan.First)
	for k, m := range o.classic.made {
		if m.need != reloc.NeedGOT {
			continue
		}
		first[n+k] = uint32(len(o.plan.Entries)) + 1
		o.plan.Entries = append(o.plan.Entries, reloc.Entry{Sym: objfmt.SymbolID(n + k), Off: uint32(o.plan.SlotSize), Need: reloc.NeedGOT})
		if m.sec == objfmt.SecUndef {
			o.plan.SlotSize += o.table.Arch.PtrSize
		}
	}
	o.plan.First = first
}

// set computes the room of a section of size bytes with a number of relocations that
// may need stubs.
func (x *extent) set(sec *objfmt.Section, size uint64, cl *reloc.Classic, count uint64) bool {
	align := sec.Alignment()
	pad, stubs := uint64(0), count*cl.Size
	if sec.Role == objfmt.RoleEHFrame {
		pad = 4
	}
	if cl.Size > 0 {
		v := size | align
		if end := v & -v; cl.Align > end {
			stubs += cl.Align - end
		}
	}
	if stubs > 0 {
		pad += cl.Align - 1
		align = max(align, cl.Align)
	}
	x.align, x.stubs = align, size+pad
	if stubs > 0 {
		x.stubs &^= cl.Align - 1
	}
	x.size = max(size+pad+stubs, 1)
	return count <= 1<<32 && x.size >= size && x.size < droppedBit
}

// redirect lets the relocations of a chunk for which something was made refer to
// that.
func (o *Object) redirect(env *reloc.Env, at reloc.Place, id objfmt.SectionID, rs []objfmt.Reloc, addr []uint64) {
	c, cl := o.classic, &o.classic.rules
	for i := range rs {
		r := &rs[i]
		need := o.classicNeed(r)
		if need != reloc.NeedGOT && need != reloc.NeedStub {
			continue
		}
		key, m := o.keyOf(env, at, need, id, r)
		if c.far && !o.plainBranch(env, at, r) {
			continue
		}
		k := c.find(key)
		if k < 0 || c.far && addr[r.Sym] != 0 && o.reaches(id, r, addr[r.Sym]+uint64(m.addend)) {
			continue
		}
		r.Sym = objfmt.SymbolID(len(o.img.Symbols) + k)
		switch {
		case need != reloc.NeedStub || cl.Slot && !c.far:
		case o.table.Arch.Way != nil:
			r.Addend -= m.addend // the stub has it
		default:
			r.Addend = 0
		}
	}
}

// classicAddresses computes the addresses that stand for stubs and, in slots, for
// symbols.
func (o *Object) classicAddresses(addr []uint64) {
	n := len(o.img.Symbols)
	for k, m := range o.classic.made {
		if m.need == reloc.NeedStub {
			addr[n+k] = o.place[m.sec].addr + m.off + uint64(m.entry)
		} else {
			addr[n+k] = addr[m.sym]
			if o.classic.far {
				addr[n+k] += uint64(m.addend)
			}
		}
	}
}

var errStubReach = errors.New("its slot is out of reach")

// writeClassicStubs writes the stubs; entries has the addresses of the plan's
// entries, addr those of the symbols.
func (o *Object) writeClassicStubs(addr, entries []uint64) error {
	cl := &o.classic.rules
	n := objfmt.SymbolID(len(o.img.Symbols))
	for k, m := range o.classic.made {
		if m.need != reloc.NeedStub {
			continue
		}
		target := addr[m.sym] + uint64(m.addend)
		if cl.Slot {
			target = entries[o.plan.Find(reloc.NeedGOT, n+objfmt.SymbolID(m.slot))]
		}
		if m.set != 0 && !cl.Slot && !(*answers)(o).IsFunc(m.sym) {
			target |= 1
		}
		if !cl.Write(o.whole(m.sec)[m.off:m.off+cl.Size], m.entry, addr[int(n)+k]-uint64(m.entry), target) {
			return fmt.Errorf("%s: %s+%#x: stub for %s: %w", o.name, o.sectionText(m.sec), m.off, o.symbolName(m.sym), errStubReach)
		}
	}
	return nil
}

// classicSlot returns where the slot of an entry is if it lies in a section.
func (o *Object) classicSlot(en *reloc.Entry) (mem []byte, addr uint64, ok bool) {
	if o.classic == nil || en.Need != reloc.NeedGOT {
		return nil, 0, false
	}
	k := int(en.Sym) - len(o.img.Symbols)
	if k < 0 || o.classic.made[k].sec == objfmt.SecUndef {
		return nil, 0, false
	}
	m := &o.classic.made[k]
	return o.whole(m.sec)[m.off:], o.place[m.sec].addr + m.off, true
}

// whole is the memory of a section with padding and stubs.
func (o *Object) whole(id objfmt.SectionID) []byte {
	if b, ok := o.debug[id]; ok || o.classic == nil {
		if ok {
			return b
		}
		return o.mem(id)
	}
	s := &o.img.Sections[id]
	if s.Flags&objfmt.SecTLS != 0 {
		return o.mem(id)
	}
	off, size := o.place[id].off, o.classic.room[id].size
	return o.home(id, s.Kind).Mem[off : off+size : off+size]
}

// classicSections is Sections for the layout, with names that view the image.
func (o *Object) classicSections() []LoadedSection {
	var out []LoadedSection
	for _, id := range o.classic.order {
		ls := LoadedSection{ID: id, Number: o.classic.number[id]}
		if k := int(id) - len(o.img.Sections); k >= 0 {
			size, align := o.pseudoSize(k)
			if size == 0 {
				continue
			}
			ls.Name, ls.Align, ls.Kind = classicNames[k], align, o.pseudoKind(k)
			ls.Block = Block{o.pseudoMem(k, size), o.place[id].addr}
		} else {
			if _, ok := o.debug[id]; !ok && !o.kept(id) {
				continue
			}
			s := &o.img.Sections[id]
			if s.Flags&objfmt.SecTLS != 0 && s.Flags&objfmt.SecZeroFill != 0 {
				continue
			}
			ls.Name, ls.Align, ls.Kind = o.img.SectionName(id), o.classic.room[id].align, s.Kind
			ls.Block, ls.TPOffset = Block{o.whole(id), o.place[id].addr}, o.threadOffset(id)
		}
		out = append(out, ls)
	}
	return out
}

// classicLowest is the lowest address of the sections that have one. RuntimeDyld gives
// none to those without a size, nor to those that are not loaded unless the caller does.
func (o *Object) classicLowest() uint64 {
	low := uint64(1<<64 - 1)
	for _, s := range o.classicSections() {
		if s.Addr != 0 && (int(s.ID) >= len(o.img.Sections) || o.img.Sections[s.ID].Size > 0) {
			low = min(low, s.Addr)
		}
	}
	return low
}

// classicNames are RuntimeDyld's names for sections that it makes.
var classicNames = [numPseudo]string{"<stubs>", ".got", "<common symbols>", ".text.__llvm_IFuncStubs", ".data.__llvm_IFuncStubs"}

// classicStubs lists the stubs. One for a place in a section has the name of what
// is there. Of several with one name RuntimeDyld tells last of that farthest behind
// it, of Thumb code after ARM code.
func (o *Object) classicStubs(text *texts) []Made {
	var out []Made
	var at places
	made := o.classic.made
	if o.classic.rules.Entry != nil && !o.classic.far {
		made = slices.Clone(made)
		slices.SortStableFunc(made, func(a, b classicMade) int {
			return cmp.Or(cmp.Compare(uint64(a.addend), uint64(b.addend)), cmp.Compare(a.entry, b.entry))
		})
	}
	for i := range made {
		if m := &made[i]; m.sec != objfmt.SecUndef {
			out = append(out, Made{
				Symbol: o.placeName(m, text, &at), Section: text.section(m.sec), In: m.sec, For: m.sec, What: madeNames[m.need],
				Addr: o.place[m.sec].addr + m.off,
			})
		}
	}
	return out
}

// placeName is the name of a symbol or, for a place in the object itself, of the last
// symbol there.
func (o *Object) placeName(m *classicMade, text *texts, at *places) string {
	img := o.img
	s := &img.Symbols[m.sym]
	behind := o.table.Arch.Way != nil && m.need == reloc.NeedStub && m.addend != 0 && s.Section < objfmt.SecSpecial
	if s.Type != objfmt.SymSection && !behind {
		return text.symbol(m.sym)
	}
	if *at == nil {
		*at = o.places()
	}
	if sym, ok := (*at)[symbolPlace{s.Section, o.plainValue(s) + uint64(m.addend)}]; ok {
		return text.symbol(sym)
	}
	name := text.symbol(m.sym)
	if behind {
		return fmt.Sprintf("%s%+#x", short(name), m.addend)
	}
	return name
}

// places has the last symbol with a name at each place of an object's sections.
type places map[symbolPlace]objfmt.SymbolID

type symbolPlace struct {
	sec objfmt.SectionID
	off uint64
}

func (o *Object) places() places {
	at := places{}
	for i := range o.img.Symbols {
		s, sym := &o.img.Symbols[i], objfmt.SymbolID(i)
		if s.Type != objfmt.SymSection && s.Type != objfmt.SymFile && (o.img.SymbolName(sym) != "" || o.img.SectionName(s.Section) != "") {
			at[symbolPlace{s.Section, o.plainValue(s)}] = sym
		}
	}
	return at
}

// plainValue is the value of a symbol without the bit that says that it is Thumb code.
func (o *Object) plainValue(s *objfmt.Symbol) uint64 {
	if o.table.Arch.Way != nil && s.Type == objfmt.SymFunc {
		return s.Value &^ 1
	}
	return s.Value
}
