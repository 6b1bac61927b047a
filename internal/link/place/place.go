// Package place decides where the sections of an object lie: their offsets in the
// blocks of memory that are asked for, the sizes of these blocks, and the addresses
// once the blocks have theirs.
//
// Law: pure functions of sizes. This package knows sections by number, size, alignment
// and flags; it knows no name, no symbol, no relocation and no memory, asks nobody for
// anything and never panics: sizes that add up to more than an address space are
// ErrTooLarge.
package place

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// ErrTooLarge says that sizes add up to more than an address space.
var ErrTooLarge = errors.New("sections are too large together")

// Limit is more than the size of anything that is placed, in bytes.
const Limit = 1 << 63

// AlignUp rounds v up to a multiple of align, a power of two; false on overflow.
func AlignUp(v, align uint64) (uint64, bool) {
	r := (v + align - 1) &^ (align - 1)
	return r, r >= v
}

// Piece is what an object needs of one block of memory. The zero Piece is empty.
type Piece struct {
	Size, Align uint64 // bytes
	Addr        uint64 // of the block, once there is one
	Req         uint32 // the number of the request for the block plus one, 0 for none
	named       bool   // holds a section of the file, which has an address though it may be empty
	plain       bool   // holds something that is neither unwind table nor GOT
	host        uint8  // the stripe at whose beginning its sections are, which are empty; 0: it has a place of its own. See Lodge
}

// Tables reports whether a piece of a kind holds nothing but unwind tables and GOT entries.
func (p *Piece) Tables(kind objfmt.Kind) bool { return kind == objfmt.KindReadOnly && !p.plain }

// Add places size bytes in the piece and returns their offset. align is a power of two.
// After an error the piece is as it was.
func (p *Piece) Add(size, align uint64) (off uint64, err error) {
	off, ok := p.add(size, align)
	if !ok {
		return 0, ErrTooLarge
	}
	return off, nil
}

// add is Add; false if it is too much.
func (p *Piece) add(size, align uint64) (off uint64, ok bool) {
	off, ok = AlignUp(p.Size, align)
	if !ok || off+size < off || off+size >= Limit {
		return 0, false
	}
	p.Size, p.Align = off+size, max(p.Align, align)
	return off, true
}

// Section is where a section is.
type Section struct {
	Addr uint64 // of the target
	off  uint64 // in its piece; the high bit says that the section is dropped
}

// Off is the section's offset in its piece, in bytes.
func (s *Section) Off() uint64 { return s.off &^ Limit }

// Drop notes that the section does not count. It has no place from then on.
func (s *Section) Drop() { s.off |= Limit }

// Dropped reports whether the section has been dropped.
func (s *Section) Dropped() bool { return s.off&Limit != 0 }

// Kept reports whether the section, which is file in the file, is in memory.
func (s *Section) Kept(file *objfmt.Section) bool {
	return file.Flags&objfmt.SecLoad != 0 && !s.Dropped()
}

// The sections that the linker makes, in the order in which they follow those of the
// file.
const (
	Stubs     = iota
	GOT       // GOT entries
	Commons   // common symbols
	IFuncs    // code of indirect functions
	IFuncData // two words for each: the function to use, its resolver
	Index     // index table of unwind information
	NumMade
)

// madeKinds are the kinds of memory that they are in, and behind them that of the template;
// of GOT entries what [Layout.Init] is told counts.
var madeKinds = [NumMade + 1]objfmt.Kind{
	Stubs: objfmt.KindCode, Commons: objfmt.KindWritable, IFuncs: objfmt.KindCode, IFuncData: objfmt.KindWritable,
	Index: objfmt.KindReadOnly, NumMade: objfmt.KindReadOnly,
}

// Layout is where everything of an object is. Its sections are numbered as in the image;
// behind these come those that the linker makes, and last the initial contents of
// thread-locals, which lie together whatever sections they are from.
//
// A piece is a stripe, which holds all sections of a kind, or one section. Which of the
// two it is only [Layout.Block] knows.
type Layout struct {
	Sections []Section // those of the file, then NumMade
	Pieces   []Piece   // see Block
	Template Section   // of thread-locals

	mapping  mapping
	apart    bool  // a piece for each section
	byKind   bool  // a piece for each kind of memory, and no other
	gathered bool  // see Gather
	filled   uint8 // which of the sections that the linker makes have been placed, a bit each
	given    [NumMade]bool
	carrier  objfmt.SectionID // see Move
	isolated *[]Isolated      // see Isolate; nil: none
	file     []objfmt.Section
	kinds    [NumMade + 1]objfmt.Kind // of the sections that the linker makes, and of the template
	stripes  [objfmt.NumKinds]Piece
}

// Init makes a layout for the sections of a file, none of which has a place yet; apart
// gives each a piece of its own. sections is memory for len(file)+NumMade zero
// elements. got is the kind of memory that GOT entries are in.
func (l *Layout) Init(file []objfmt.Section, sections []Section, apart bool, got objfmt.Kind) {
	l.file, l.Sections, l.apart, l.byKind = file, sections, apart, !apart
	l.kinds = madeKinds
	l.kinds[GOT] = got
	l.carrier = objfmt.SecUndef
	l.Pieces = l.stripes[:]
	if apart {
		l.Pieces = make([]Piece, len(file)+NumMade+1)
	}
}

// File are the sections that Init was given.
func (l *Layout) File() []objfmt.Section { return l.file }

// OwnFile has the layout keep the sections of the file without what few of them lie in, beside other records of the object.
func (l *Layout) OwnFile() {
	if len(l.file) <= fewSections {
		l.file = slices.Clone(l.file)
	}
}

// fewSections is for how many sections parsers have memory beside an image.
const fewSections = 8

// TableStripe is the piece with the GOT and what belongs to it, if Gather says so.
const TableStripe = int(objfmt.NumKinds)

// Gather puts the GOT, and writable sections of the file that belong to it (objfmt.RoleTOC), into a stripe of their own. It
// does nothing where sections are apart. It is to be called before anything is placed.
func (l *Layout) Gather() {
	if !l.apart {
		l.kinds[GOT], l.Pieces, l.byKind, l.gathered = objfmt.KindWritable, make([]Piece, TableStripe+1), false, true
	}
}

// Isolated is a section of the file that has a piece of its own where others share a stripe, and the kind of memory that it is in.
type Isolated struct {
	ID   objfmt.SectionID
	Kind objfmt.Kind
}

// Isolate gives sections, in ascending order, pieces of their own, each of which begins with its section; an empty one has no size. The caller
// sees to where they are: [Layout.IsIsolated] tells which pieces. It is to be called once, before anything is placed, and after Gather.
func (l *Layout) Isolate(list []Isolated) {
	l.isolated = &list
	if !l.apart {
		l.Pieces, l.byKind = make([]Piece, TableStripe+1+len(list)), false
	}
}

// isolation is the place of a section in the list of those that are isolated; false: it is not among them.
func (l *Layout) isolation(id objfmt.SectionID) (int, bool) {
	if l.isolated == nil {
		return 0, false
	}
	return slices.BinarySearchFunc(*l.isolated, id, func(s Isolated, id objfmt.SectionID) int { return cmp.Compare(s.ID, id) })
}

// IsIsolated reports whether a piece is that of an isolated section.
func (l *Layout) IsIsolated(piece int) bool {
	switch {
	case l.isolated == nil:
		return false
	case !l.apart:
		return piece > TableStripe
	}
	_, ok := l.isolation(objfmt.SectionID(piece))
	return ok
}

// TableInCode puts the GOT, which has code in it, into memory of code. It is to be called before anything is placed.
func (l *Layout) TableInCode() { l.kinds[GOT] = objfmt.KindCode }

// Gathered reports whether there is such a stripe.
func (l *Layout) Gathered() bool { return l.gathered }

// Apart reports whether sections of one kind may lie anywhere: each section, or some of them, have a piece of their own.
func (l *Layout) Apart() bool { return l.apart || l.isolated != nil }

// ByKind reports whether there is a piece for each kind of memory, and no other.
func (l *Layout) ByKind() bool { return l.byKind }

// Made is the number of a section that the linker makes.
func (l *Layout) Made(k int) objfmt.SectionID { return objfmt.SectionID(len(l.file) + k) }

// TemplateID is the number of thread-locals' initial contents.
func (l *Layout) TemplateID() objfmt.SectionID { return objfmt.SectionID(len(l.file) + NumMade) }

// Kept reports whether a section of the file is in memory.
func (l *Layout) Kept(id objfmt.SectionID) bool {
	return l.Sections[id].Kept(&l.file[id])
}

// Kind is the kind of memory that a section of any number is in.
func (l *Layout) Kind(id objfmt.SectionID) objfmt.Kind {
	if int(id) < len(l.file) {
		if i, ok := l.isolation(id); ok {
			return (*l.isolated)[i].Kind
		}
		return l.file[id].Kind
	}
	return l.kinds[int(id)-len(l.file)]
}

// Block is the index of the piece that a section of any number lies in: the one place
// that knows whether sections are apart.
func (l *Layout) Block(id objfmt.SectionID) int {
	if l.apart {
		return l.own(id)
	}
	if i, ok := l.isolation(id); ok {
		return TableStripe + 1 + i
	}
	if l.gathered && l.inTable(id) {
		return TableStripe
	}
	return int(l.Kind(id))
}

// inTable reports whether a section is gathered.
func (l *Layout) inTable(id objfmt.SectionID) bool {
	if int(id) < len(l.file) {
		return l.file[id].Role == objfmt.RoleTOC && l.file[id].Kind == objfmt.KindWritable
	}
	return id == l.Made(GOT)
}

// own is Block where sections are apart.
func (l *Layout) own(id objfmt.SectionID) int {
	if int(id) < len(l.file) && l.file[id].Flags&objfmt.SecTLS != 0 {
		return int(l.TemplateID())
	}
	return int(id)
}

// Piece is the piece that a section of any number lies in.
func (l *Layout) Piece(id objfmt.SectionID) *Piece { return &l.Pieces[l.Block(id)] }

// PieceOf is Piece for section s of the file. It is small enough to be inlined.
func (l *Layout) PieceOf(id objfmt.SectionID, s *objfmt.Section) *Piece {
	k := int(s.Kind)
	if !l.byKind {
		k = l.Block(id)
	}
	return &l.Pieces[k]
}

// AddFile is Add for section s of the file; false if it is too much.
func (l *Layout) AddFile(id objfmt.SectionID, s *objfmt.Section, size, align uint64) bool {
	p := l.PieceOf(id, s)
	off, ok := AlignUp(p.Size, align)
	if !ok || off+size < off || off+size >= Limit {
		return false
	}
	p.Size, p.Align, p.named = off+size, max(p.Align, align), true
	p.plain = p.plain || s.Role != objfmt.RoleEHFrame && s.Role != objfmt.RoleLSDA && size > 0
	l.Sections[id].off = off
	return true
}

// Add places a section of any number: size bytes, at a multiple of align. After an error
// the layout is as it was.
func (l *Layout) Add(id objfmt.SectionID, size, align uint64) error {
	k := int(id) - len(l.file)
	if k < 0 {
		if !l.AddFile(id, &l.file[id], size, align) {
			return ErrTooLarge
		}
		return nil
	}
	p := l.Piece(id)
	off, ok := p.add(size, align)
	if !ok {
		return ErrTooLarge
	}
	p.plain = p.plain || k != GOT && k != Index && size > 0
	switch {
	case k < NumMade:
		l.Sections[id].off = off
		l.filled |= 1 << k
	default:
		l.Template.off = off
	}
	return nil
}

// Lodge gives sections of data that are empty, as compilers write them, the address of what else the object has, if nothing else is in their
// stripe: that saves a block. It is to be called when all is placed; nothing changes where sections are apart.
func (l *Layout) Lodge() {
	if !l.byKind {
		return
	}
	for _, k := range [...]objfmt.Kind{objfmt.KindReadOnly, objfmt.KindWritable} {
		p := &l.Pieces[k]
		if !p.named || p.Size > 0 {
			continue
		}
		for _, h := range hosts {
			if host := &l.Pieces[h]; host.Size > 0 {
				p.host, host.Align = uint8(h), max(host.Align, p.Align)
				break
			}
		}
	}
}

// hosts are the stripes that may have empty sections of others, the best first: symbols of functions are not among tables.
var hosts = [...]objfmt.Kind{objfmt.KindReadOnly, objfmt.KindCode, objfmt.KindWritable}

// Home is the kind of memory that a section of the file lies in: its own, or that of others if it is empty, see Lodge.
func (l *Layout) Home(id objfmt.SectionID) objfmt.Kind {
	if h := l.Piece(id).host; h != 0 {
		return objfmt.Kind(h)
	}
	return l.file[id].Kind
}

// Needed reports whether there has to be a block for a piece: it has contents, or holds
// a section of the file that has no other place, for which it then gets a byte.
func (l *Layout) Needed(piece int) bool {
	p := &l.Pieces[piece]
	if p.Size == 0 && p.named && p.host == 0 {
		p.Size = 1
	}
	return p.Size > 0
}

// PieceSection is the section of any number that a piece is for alone and its kind of
// memory. Without apart it is SecUndef, and the kind that of the stripe.
func (l *Layout) PieceSection(piece int) (objfmt.SectionID, objfmt.Kind) {
	switch {
	case !l.apart && piece == TableStripe:
		return objfmt.SecUndef, objfmt.KindWritable
	case !l.apart:
		return objfmt.SecUndef, objfmt.Kind(piece)
	}
	return objfmt.SectionID(piece), l.Kind(objfmt.SectionID(piece))
}

// SetAddresses computes the addresses of all sections that have been placed from those of
// the pieces. The error is the context's.
func (l *Layout) SetAddresses(ctx context.Context) error {
	if l.byKind {
		for i := range l.stripes {
			if p := &l.stripes[i]; p.host != 0 {
				p.Addr = l.stripes[p.host].Addr
			}
		}
	}
	for lo := 0; lo < len(l.file); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(l.file))
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			f, s := &l.file[i], &l.Sections[i]
			if !s.Kept(f) {
				continue
			}
			if p := l.PieceOf(objfmt.SectionID(i), f); p.Req != 0 || p.host != 0 {
				s.Addr = p.Addr + s.off
			}
		}
	}
	for k := 0; l.filled>>k != 0; k++ {
		if l.filled>>k&1 != 0 {
			if p := l.Piece(l.Made(k)); p.Req != 0 {
				s := &l.Sections[l.Made(k)]
				s.Addr = p.Addr + s.off
			}
		}
	}
	return nil
}

// Move gives a section another address. What the linker made and the caller has not moved
// itself goes along with the first, in file order, of the moved sections of code, except
// common symbols; align tells the alignments of what it made, in bytes.
func (l *Layout) Move(id objfmt.SectionID, addr uint64, align *[NumMade]uint64) {
	if k := int(id) - len(l.file); k >= 0 {
		l.given[k] = true
	} else if l.file[id].Kind == objfmt.KindCode && id <= l.carrier {
		l.carrier = id
		from := l.Piece(id).Addr + l.Sections[id].off
		for k := range NumMade {
			if m := l.Made(k); !l.given[k] && k != Commons {
				at := addr + l.Piece(m).Addr + l.Sections[m].off - from
				l.Sections[m].Addr, _ = AlignUp(at, align[k])
			}
		}
	}
	l.Sections[id].Addr = addr
	l.mapping = moved
}

// Put gives a section that the linker makes another address, which does not count as moved: only its own
// object knows it.
func (l *Layout) Put(id objfmt.SectionID, addr uint64) { l.Sections[id].Addr = addr }

// mapping says whether sections have been given addresses of their own.
type mapping uint8

const (
	allocated mapping = iota // none has
	moved                    // some have, since Settle
	settled                  // some have, before Settle
)

// Remapped reports whether some section has been given an address of its own.
func (l *Layout) Remapped() bool { return l.mapping != allocated }

// Moved reports whether one has been since the last call of Settle.
func (l *Layout) Moved() bool { return l.mapping == moved }

// Settle notes that everybody knows the present addresses.
func (l *Layout) Settle() {
	if l.mapping == moved {
		l.mapping = settled
	}
}
