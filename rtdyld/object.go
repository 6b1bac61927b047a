package rtdyld

import (
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/triple"
)

// State is how far an object has come.
type State uint8

const (
	Loading   State = iota // a Load is at work
	Loaded                 // in memory, addresses may change
	Finalized              // relocated and protected
	Unloaded               // gone

	unloading // its destructors run
)

var stateNames = [...]string{"loading", "loaded", "finalized", "unloaded", "unloading"}

// String names the state.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return "invalid"
}

// Object is an image in a linker's memory. Its methods may be called
// concurrently; those that need memory or addresses return zero values once the
// object is unloaded.
type Object struct {
	l     *Linker
	img   *objfmt.ObjectImage
	name  string // the image's; no view of its buffer
	table *reloc.Table
	batch *batch
	num   uint32 // in Linker.objects
	order uint32 // in batch.objs
	at    int    // in Linker.pending
	users uint32 // other objects that use this one
	state State

	resolved   bool             // relocated at least once with the present addresses
	moved      bool             // an address changed since its names were published
	registered bool             // call frame information is registered
	remapped   bool             // some section was given an address by the caller
	late       bool             // finalized, but Finalize failed before its constructors ran
	destructed bool             // its destructors have run before Unload
	again      bool             // its fields have been written before
	mapped     [numPseudo]bool  // the caller gave a pseudo-section its address
	carrier    objfmt.SectionID // mapped code section that stubs and slots go along with, SecUndef for none
	drops      bool             // some section is dropped
	shifted    bool             // scratch of resolveSet: has moved in this round
	picked     bool             // scratch of resolveSet: is in the set
	namesTLS   bool             // it mentions a thread-local by name
	grouped    bool             // its groups are in the table of names
	coffTLS    coffTLS          // its own names for thread-locals
	choosy     bool             // some group of it is selected in another way than SelectAny
	coff       bool             // it is COFF
	huge       bool             // its code is larger than its branches reach
	fullImage  bool             // the linker made img

	place     []place           // by SectionID, then the pseudo-sections
	ids       []uint32          // name of each global symbol, from FirstGlobal on; nil before select
	idRoom    []uint32          // memory for ids
	firstRoom []uint32          // memory for Plan.First
	uses      []uint32          // numbers of the objects it uses, itself not among them
	groups    map[string]uint32 // COMDAT groups by name, once somebody asked
	mentions  []mention         // those with a sym first, in its order
	left      []objfmt.SymbolID // names whose relocations are left alone, in order
	unused    []objfmt.SymbolID // open names that no relocation needs, in order
	stands    []stand
	dead      []deadRef
	fdes      map[objfmt.SectionID][]span // parts of .eh_frame that describe dropped code
	deadIndex map[objfmt.SectionID][]span // entries of .ARM.exidx of dropped functions
	exidx     exidxArea
	ifuncs    []objfmt.SymbolID // indirect functions that it defines, in order
	plan      reloc.Plan
	piece     [objfmt.NumKinds]piece
	split     []piece // with Config.BySection, else nil: by SectionID, the pseudo-sections, thread-locals
	com       commonArea
	tls       tlsArea
	last      []LoadedSymbol              // its symbols, for listeners while it is unloaded
	debug     map[objfmt.SectionID][]byte // sections that are kept for debuggers alone
	thumbs    []thumbPlace                // of Mach-O for ARM
	classic   *classic                    // in Layout RuntimeDyld, or where stubs are among the code
}

// place is where a section is. The high bit of off says that it is dropped.
type place struct {
	addr uint64 // target address
	off  uint64 // in the object's piece of its kind
}

const droppedBit = 1 << 63

// piece is an object's part of a stripe.
type piece struct {
	size, align uint64
	req         int // index of its request in the batch, -1 for none
}

// Pseudo-sections follow the image's sections in Object.place.
const (
	secStubs = iota
	secSlots
	secCommons
	secIFuncs    // code of indirect functions
	secIFuncData // two words for each: the function to use, its resolver
	secExidx     // index table of all .ARM.exidx sections
	numPseudo
)

var pseudoNames = [numPseudo]string{"<stubs>", "<slots>", "<common>", "<ifuncs>", "<ifunc slots>", "<exidx>"}
var pseudoKinds = [numPseudo]objfmt.Kind{objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable, objfmt.KindCode, objfmt.KindWritable, objfmt.KindReadOnly}

// pseudoKind is the kind of a pseudo-section.
func (o *Object) pseudoKind(k int) objfmt.Kind {
	if k == secSlots && o.l.isClassic() {
		return objfmt.KindWritable
	}
	return pseudoKinds[k]
}

// batch is what one Load call loaded.
type batch struct {
	num   uint32
	unit  uint32 // of linking: by which its hidden names are told from those of others
	objs  []*Object
	alloc Allocation

	protected bool // alloc is finalized
	lost      bool // alloc has lost its contents

	alone    bool     // of LoadWith: all its names are its own
	resolver Resolver // of LoadWith, nil for none

	live  int // objects not yet unloaded
	bytes uint64
	low   bool   // holds 32-bit absolute addresses
	undo  []undo // definitions of older objects that this batch replaced
	hosts []uint32

	target triple.Triple // of all its objects

	twins   twins     // scratch of scan
	same    sameNames // scratch of selectDefs
	emitted int       // Linker.emitted before it

	places  []place  // of all objects
	numbers []uint32 // of all objects
	room    struct { // for a batch of one small object
		objs    [1]Object
		ptrs    [1]*Object
		answer  [1]*Object // what Load returns
		places  [21]place
		numbers [96]uint32
	}
}

// Name is the object's name, as its image has it.
func (o *Object) Name() string { return o.name }

// Image is what the object was loaded from: the caller's or, with Config.AllSections, one
// of the same buffer with all sections. It may be read while the object is loaded or its
// buffer has other owners.
func (o *Object) Image() *objfmt.ObjectImage { return o.img }

// gone reports whether the object is unloaded or about to be.
func (o *Object) gone() bool { return o.state == Unloaded || o.state == unloading }

// State says how far the object has come.
func (o *Object) State() State {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	return o.state
}

// pseudo is the id of a pseudo-section.
func (o *Object) pseudo(k int) objfmt.SectionID { return objfmt.SectionID(len(o.img.Sections) + k) }

// kept reports whether a section is in memory.
func (o *Object) kept(id objfmt.SectionID) bool {
	return o.place[id].off&droppedBit == 0 && o.img.Sections[id].Flags&objfmt.SecLoad != 0
}

func (o *Object) dropped(id objfmt.SectionID) bool { return o.place[id].off&droppedBit != 0 }

// block returns the object's piece of a stripe, empty if it has none.
func (o *Object) block(k objfmt.Kind) Block {
	if o.batch.alloc == nil || o.piece[k].req < 0 {
		return Block{}
	}
	return o.batch.alloc.Blocks()[o.piece[k].req]
}

// mem returns the memory of a section that is kept.
func (o *Object) mem(id objfmt.SectionID) []byte {
	if o.debug != nil {
		if b, ok := o.debug[id]; ok {
			return b
		}
	}
	s := &o.img.Sections[id]
	off := o.place[id].off
	return o.home(id, s.Kind).Mem[off : off+s.Size : off+s.Size]
}

// Blocks returns the object's parts of the batch's memory: code, read-only and
// writable, as far as it has them, or one a section with Config.BySection. Mem must
// not be written.
func (o *Object) Blocks() []Block {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	var bs []Block
	if o.state == Unloaded {
		return nil
	}
	if o.split != nil {
		return o.splitBlocks()
	}
	for k := objfmt.KindCode; k < objfmt.NumKinds; k++ {
		if b := o.block(k); b.Mem != nil {
			bs = append(bs, b)
		}
	}
	return bs
}

// Contains reports whether a target address lies in the object's memory.
func (o *Object) Contains(addr uint64) bool {
	for _, b := range o.Blocks() {
		if addr-b.Addr < uint64(len(b.Mem)) {
			return true
		}
	}
	return false
}

// DSOHandle is the address that the object's references to __dso_handle get: one
// that no other object has, or what Config.Fixed says.
func (o *Object) DSOHandle() uint64 {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	return o.dsoHandle()
}

func (o *Object) dsoHandle() uint64 {
	if f := o.l.cfg.Fixed; f != nil {
		for _, name := range [...]string{"__dso_handle", "___dso_handle"} {
			if addr, ok := f(name); ok {
				return addr
			}
		}
	}
	return o.handle()
}

// gotSymbol is the address of _GLOBAL_OFFSET_TABLE_ by name.
func (o *Object) gotSymbol() uint64 {
	if f := o.l.cfg.Fixed; f != nil {
		if addr, ok := f("_GLOBAL_OFFSET_TABLE_"); ok {
			return addr
		}
	}
	return o.base()
}

func (o *Object) handle() uint64 {
	if o.remapped || o.split != nil {
		for k := objfmt.KindCode; k < objfmt.NumKinds; k++ {
			for i := range o.img.Sections {
				if s := &o.img.Sections[i]; s.Kind == k && s.Size > 0 && o.kept(objfmt.SectionID(i)) {
					return o.place[i].addr
				}
			}
		}
	}
	for k := objfmt.KindCode; k < objfmt.NumKinds; k++ {
		if b := o.block(k); b.Mem != nil {
			return b.Addr
		}
	}
	return 0
}

// Lookup finds a name as references of the object find it among loaded objects: the
// definition of its batch, hidden ones and those of [Linker.LoadWith] too, else the one
// that all see. It finds nothing once the object is unloaded.
func (o *Object) Lookup(name string) (Symbol, bool) {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.gone() || o.l.closed {
		return Symbol{}, false
	}
	s, def := o.l.lookup(name, o.batch.unit, anyHidden)
	return s, def != nil
}

// LoadedSection is a section in memory.
type LoadedSection struct {
	ID   objfmt.SectionID
	Name string // in angle brackets if the linker made it; a clone
	Block
	Align uint64 // bytes
	Kind  objfmt.Kind
	// TPOffset is where a thread-local section is from the thread pointer, in bytes.
	// Addr is that of its initial contents.
	TPOffset int64
	Number   int // in Layout RuntimeDyld: its number among the sections that the linker has emitted
}

// Sections returns the sections that the object has in memory, those that the
// linker made last. In an object whose code is larger than its branches reach,
// stubs follow the contents of a section in its Mem. In Layout RuntimeDyld the
// sections come in that layout's order of allocation, with padding and stubs, and
// with those that are not loaded, whose Kind is KindNone.
func (o *Object) Sections() []LoadedSection {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.state == Unloaded {
		return nil
	}
	var out []LoadedSection
	if o.l.isClassic() {
		out = o.classicSections()
	} else {
		out = o.sections()
	}
	o.cloneSectionNames(out)
	return out
}

// sections is Sections for our layout, with names that view the image.
func (o *Object) sections() []LoadedSection {
	out := make([]LoadedSection, 0, len(o.img.Sections)+numPseudo)
	for i := range o.img.Sections {
		id := objfmt.SectionID(i)
		if _, ok := o.debug[id]; !ok && !o.kept(id) {
			continue
		}
		s := &o.img.Sections[i]
		if s.Flags&objfmt.SecTLS != 0 && s.Flags&objfmt.SecZeroFill != 0 {
			continue // only the threads' blocks have it
		}
		out = append(out, LoadedSection{ID: id, Name: o.img.SectionName(id), Block: Block{o.whole(id), o.place[id].addr}, Align: s.Alignment(), Kind: s.Kind, TPOffset: o.threadOffset(id)})
	}
	for k := range numPseudo {
		if size, align := o.pseudoSize(k); size > 0 {
			id := o.pseudo(k)
			out = append(out, LoadedSection{ID: id, Name: pseudoNames[k], Block: Block{o.pseudoMem(k, size), o.place[id].addr}, Align: align, Kind: pseudoKinds[k]})
		}
	}
	return out
}

func (o *Object) pseudoMem(k int, size uint64) []byte {
	off := o.place[o.pseudo(k)].off
	return o.home(o.pseudo(k), o.pseudoKind(k)).Mem[off : off+size : off+size]
}

// pseudoSize is the size and alignment in bytes of a section that the linker makes.
func (o *Object) pseudoSize(k int) (size, align uint64) {
	switch k {
	case secStubs:
		return o.plan.StubSize, o.table.Arch.StubAlign
	case secSlots:
		if o.plan.SlotSize == 0 && o.plan.UsesBase {
			return o.table.Arch.PtrSize, o.table.Arch.PtrSize // T is an address even of an empty table
		}
		return o.plan.SlotSize, o.table.Arch.PtrSize
	}
	switch k {
	case secCommons:
		return o.com.size, max(o.com.align, 1)
	case secExidx:
		return o.exidx.size, 4
	}
	return o.ifuncSize(k)
}

// MapSectionAddress says that a section will run at addr, a target address,
// instead of where it is. It takes effect with the next Resolve or Finalize,
// which applies again whatever refers to the section. id is an index into the
// image's sections or the ID of one that the linker made. Stubs, slots and the
// code of indirect functions that are not mapped themselves go along with the
// first, in file order, of the code sections that are.
//
// It returns ErrFinalized once the object is finalized (objects that refer to it
// are finalized no earlier), ErrUnloaded, or an error if there is no such section or addr breaks its alignment.
func (o *Object) MapSectionAddress(id objfmt.SectionID, addr uint64) error {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	switch {
	case o.gone():
		return fmt.Errorf("%s: %w", o.name, ErrUnloaded)
	case o.state != Loaded:
		return fmt.Errorf("%s: %w", o.name, ErrFinalized)
	case uint64(id) >= uint64(len(o.place)) || o.dropped(id):
		return fmt.Errorf("%s: no section %d in memory", o.name, id)
	}
	align := uint64(1)
	if int(id) < len(o.img.Sections) {
		align = o.img.Sections[id].Alignment()
	} else {
		_, align = o.pseudoSize(int(id) - len(o.img.Sections))
	}
	if addr&(align-1) != 0 {
		return fmt.Errorf("%s: section %d: address %#x is not aligned to %d bytes", o.name, id, addr, align)
	}
	// Finalizing takes along what is referred to, unless it fails half way.
	if o.l.late > 0 {
		for _, u := range o.l.objects {
			if u != nil && u.late && slices.Contains(u.uses, o.num) {
				return fmt.Errorf("%s: %s refers to it: %w", o.name, u.name, ErrFinalized)
			}
		}
	}
	if int(id) < len(o.img.Sections) && o.img.Sections[id].Kind == objfmt.KindCode && id <= o.carrier {
		o.carrier = id
		o.carry(addr)
	}
	if k := int(id) - len(o.img.Sections); k >= 0 {
		o.mapped[k] = true
	}
	o.place[id].addr = addr
	o.moved, o.resolved, o.remapped = true, false, true
	o.l.changes++
	return nil
}

// carry moves what the linker made, but not what the caller has placed, as far
// as the first of the mapped code sections has moved from its block.
func (o *Object) carry(addr uint64) {
	from := o.home(o.carrier, objfmt.KindCode).Addr + o.place[o.carrier].off
	for k := range numPseudo {
		if p := &o.place[o.pseudo(k)]; !o.mapped[k] && k != secCommons {
			_, align := o.pseudoSize(k)
			at := addr + o.home(o.pseudo(k), o.pseudoKind(k)).Addr + p.off - from
			p.addr = (at + align - 1) &^ (align - 1)
		}
	}
}

// SectionAddress is the target address of a section, 0 if it is not in memory.
func (o *Object) SectionAddress(id objfmt.SectionID) uint64 {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.state == Unloaded || uint64(id) >= uint64(len(o.place)) || o.dropped(id) {
		return 0
	}
	return o.place[id].addr
}

// MapLocalAddress is [Object.MapSectionAddress] for the section whose memory, as
// [Object.Sections] or a memory manager's block shows it, begins with local's first byte.
// Of several, empty ones for one, it is the first that has contents. An error says if
// there is none; local must not be empty.
func (l *Linker) MapLocalAddress(local []byte, addr uint64) error {
	if len(local) == 0 {
		return fmt.Errorf("rtdyld: local address of no memory")
	}
	for _, o := range l.Objects() {
		for _, s := range o.Sections() {
			if len(s.Mem) > 0 && &s.Mem[0] == &local[0] {
				return o.MapSectionAddress(s.ID, addr)
			}
		}
	}
	return fmt.Errorf("rtdyld: no section begins at the local address of %d bytes", len(local))
}
