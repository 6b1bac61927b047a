package rtdyld

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

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
// stubs follow the contents of a section in its Mem; the code that makes a function of .init or .fini does, too. In Layout RuntimeDyld the
// sections come in that layout's order of allocation, with padding and stubs, and
// with those that are not loaded, whose Kind is KindNone.
//
// Between some thousand sections others may change what is loaded; there are none once the object is unloaded.
func (o *Object) Sections() []LoadedSection {
	img := o.hold()
	if img == nil {
		return nil
	}
	defer o.letGo(img)
	var out []LoadedSection
	if !o.l.compat.order {
		out = make([]LoadedSection, 0, len(img.Sections)+place.NumMade)
	}
	out, gone := o.appendSections(out)
	if gone {
		return nil
	}
	o.cloneSectionNames(out)
	return out
}

// AppendSections appends to a list what [Object.Sections] returns, with names that view the image instead of clones: they
// are valid for as long as [Object.Image] may be read. Nothing else is allocated, so that going over many objects with one
// list costs no memory. The list is as it was if the object is unloaded.
func (o *Object) AppendSections(list []LoadedSection) []LoadedSection {
	img := o.hold()
	if img == nil {
		return list
	}
	defer o.letGo(img)
	if all, gone := o.appendSections(list); !gone {
		return all
	}
	return list
}

// appendSections appends the sections, with names that view the image, or says that the object has gone.
func (o *Object) appendSections(list []LoadedSection) (all []LoadedSection, gone bool) {
	for lo, more := 0, true; more; lo += heed.Every {
		if list, more, gone = o.sectionsFrom(list, lo); gone {
			return nil, true
		}
	}
	return list, false
}

// sectionsFrom appends some sections, those from place lo on in their order, with names that view the image, and
// reports whether there are more, or the object has gone.
func (o *Object) sectionsFrom(out []LoadedSection, lo int) (all []LoadedSection, more, gone bool) {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.stage == unloaded {
		return nil, false, true
	}
	if o.l.compat.order {
		n := len(o.emission.order)
		hi := min(lo+heed.Every, n)
		return o.emittedSections(out, o.emission.order[lo:hi]), hi < n, false
	}
	n := len(o.lay.File()) + place.NumMade
	hi := min(lo+heed.Every, n)
	for i := lo; i < hi; i++ {
		if s, ok := o.loadedSection(objfmt.SectionID(i)); ok {
			out = append(out, s)
		}
	}
	return out, hi < n, false
}

// loadedSection is a section of our layout with a name that views the image, if it is in
// memory.
func (o *Object) loadedSection(id objfmt.SectionID) (ls LoadedSection, ok bool) {
	if !o.inMemory(id) {
		return ls, false
	}
	if k := int(id) - len(o.lay.File()); k >= 0 {
		size, align := o.pseudoSize(k)
		return LoadedSection{ID: id, Name: o.pseudoName(k), Block: Block{o.pseudoMem(k, size), o.addr(id)}, Align: align, Kind: o.lay.Kind(id)}, true
	}
	s := &o.lay.File()[id]
	return LoadedSection{ID: id, Name: o.img().SectionName(id), Block: Block{o.whole(id), o.addr(id)}, Align: s.Alignment(), Kind: o.lay.Kind(id), TPOffset: o.threadOffset(id)}, true
}

// emittedSections appends some of the sections in RuntimeDyld's order, with names that view the image.
func (o *Object) emittedSections(out []LoadedSection, order []objfmt.SectionID) []LoadedSection {
	for _, id := range order {
		ls, ok := o.loadedSection(id)
		if !ok {
			continue
		}
		ls.Number = o.emission.number[id]
		if k := int(id) - len(o.lay.File()); k >= 0 {
			ls.Name = o.madeName(k)
		} else {
			ls.Align = o.plan.Extent(id).Align
		}
		out = append(out, ls)
	}
	return out
}

// cloneSectionNames replaces names that view the image.
func (o *Object) cloneSectionNames(list []LoadedSection) {
	if cloneTexts(list, len(o.img().SecStrings)+len(list)*maxPseudoName, func(s *LoadedSection) *string { return &s.Name }) {
		return
	}
	own := o.img().CloneNames()
	for i := range list {
		if s := &list[i]; int(s.ID) < len(own.Sections) {
			s.Name = own.SectionName(s.ID)
		}
	}
}

// maxPseudoName is more than the bytes of any name that the linker gives a section.
const maxPseudoName = 32

// SectionAddress is the target address of a section, 0 if it is not in memory.
func (o *Object) SectionAddress(id objfmt.SectionID) uint64 {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.stage == unloaded || uint64(id) >= uint64(len(o.lay.Sections)) || o.dropped(id) {
		return 0
	}
	return o.addr(id)
}

// Blocks returns the object's parts of the batch's memory: code, read-only and
// writable, as far as it has them, or one a section with Config.BySection, and what
// [StubsByAddress] has made. Mem must
// not be written.
func (o *Object) Blocks() []Block {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.stage == unloaded {
		return nil
	}
	return o.blocks(nil)
}

// blocks appends the object's blocks.
func (o *Object) blocks(bs []Block) []Block {
	if o.batch.blocks == nil {
		return bs
	}
	if o.linked != nil {
		return append(bs, o.linked.segments...)
	}
	all := o.batch.blocks
	for i := range o.lay.Pieces {
		if r := o.lay.Pieces[i].Req; r != 0 {
			bs = append(bs, all[r-1])
		}
	}
	for _, d := range o.late.list() {
		bs = append(bs, d.Block)
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

// Island is memory with stubs of an object that were made when it was relocated, see [StubsByAddress].
type Island struct {
	Name string // "<stubs>"
	Block
	Align uint64 // bytes
}

// Islands lists the object's islands of stubs, in the order in which they were made: those of its last Resolve or
// Finalize. Mem must not be written.
func (o *Object) Islands() []Island {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	if o.stage == unloaded || o.late == nil {
		return nil
	}
	var out []Island
	for i := range o.late.islands {
		out = append(out, Island{o.pseudoName(place.Stubs), o.late.islands[i].Block, o.table.Arch.StubAlign})
	}
	return out
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
