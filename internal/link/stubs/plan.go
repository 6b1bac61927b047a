// Package stubs decides what is made for the symbols that an object's relocations
// refer to: stubs, GOT entries, and the words and values of thread-locals. The scan
// fills a [Plan] by one of four policies, and applying reads it. This is the one place
// that makes an entry and writes it.
//
// Law: it knows rows, relocation records and the numbers of sections and symbols; no
// memory manager, no name and no linker. What it must know of those it asks through
// [Symbols] and [Values], once a symbol or an entry, never for each relocation of an
// object whose entries are all shared. An entry's number is decided once, and means the
// same whatever policy made it.
package stubs

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Policy says where an object's stubs and GOT entries lie and who shares them.
type Policy uint8

const (
	// Shared has one stub and one GOT entry a symbol, in two areas of the object. A
	// branch that reaches its target goes there.
	Shared Policy = iota
	// Islands has stubs behind each section that branches elsewhere, for code that is
	// larger than its branches reach; GOT entries are as in Shared.
	Islands
	// RuntimeDyld has the stubs and GOT entries that LLVM's RuntimeDyld makes, behind
	// each section, see [reloc.RuntimeDyld].
	RuntimeDyld
	// ByAddress has stubs for the branches that need one alone, in islands that are
	// chosen when all addresses are known, see [Plan.Island]; GOT entries are as in Shared.
	ByAddress
)

// Object is what a plan is made for. It is not changed.
type Object struct {
	Table  *reloc.Table
	Image  *objfmt.ObjectImage
	Policy Policy
	// InReach is set where all branch targets are known to be within reach: stubs are
	// made for a change of the instruction set alone.
	InReach bool
	// Together is set where all memory that is asked for together will be within [reloc.Arch].BranchDistance less
	// [reloc.Slack], or the plan is made anew: by the policy Shared, branches to what is there have no stubs then.
	Together bool
	// LocalsHere is set where no local symbol is away: Symbols are not asked.
	LocalsHere bool
	// Import reports whether a symbol is named as a pointer to an import, which has an entry even where it turns out to be
	// defined, and always says the same. It is asked by the policy RuntimeDyld where [reloc.RuntimeDyld].Imports is set. nil: none is.
	Import func(objfmt.SymbolID) bool
}

// Plan is what the relocations of one object ask for. The zero Plan is empty. A Plan
// must not be shared between goroutines while it is made.
type Plan struct {
	// Entries has first those that all relocations of a symbol share, in the order of
	// the symbol table, and then those of Details.
	reloc.Entries
	// Details says more of the last entries, those that are for some of the relocations
	// of their symbol alone.
	Details []Detail
	// Extents is, by SectionID of the object, what a section takes with its stubs. nil: no
	// section has any.
	Extents []Extent
	// Direct lists symbols that a narrow field refers to without GOT entry or stub and
	// that are not in this object.
	Direct   []Direct
	StubSize uint64 // bytes of the object's stubs
	GOTSize  uint64 // bytes of its GOT
	TLSDesc  uint32 // offset of the TLS descriptor function in the stubs plus one, 0 for none
	Supplied []Supply
	DTPOff   uint32 // number plus one of the first entry for an offset in a module, 0 for none

	UsesBase  bool // T is referred to
	UsesHead  bool // and the code in front of it: the GOT begins with that
	Low32     bool // some narrow absolute field holds an address
	UsesLocal bool // thread-local offsets are asked for
	Together  bool // some branches have no stub by Object.Together alone

	obj     Object
	index   map[key]uint32 // of Details
	islands *islands       // nil: there are none
	packed  packed
}

// HeadSize is how many bytes of the GOT are code, where there is some.
const HeadSize = 4

// Supply is code that linkers supply, among the object's stubs.
type Supply struct {
	Of   uint32 // of reloc.Arch.Supplies
	Skip uint32 // words before the first function that is referred to, which are left out
	Off  uint32 // in bytes from the start of the stubs
}

// SuppliedAt is the offset among the object's stubs of what has skip words before it in an element of
// reloc.Arch.Supplies for which the scan was told of that or of what is before it.
func (p *Plan) SuppliedAt(of, skip uint32) uint64 {
	for i := range p.Supplied {
		if s := &p.Supplied[i]; s.Of == of {
			return uint64(s.Off) + 4*(uint64(skip)-uint64(s.Skip))
		}
	}
	return 0
}

// Direct is a symbol that is referred to directly by narrow fields, and by which.
type Direct struct {
	Sym       objfmt.SymbolID
	PC        bool // PC-relative: within reach of the object
	Low       bool // absolute, zero-extended
	LowSigned bool // absolute, sign-extended
}

// Reaches reports whether all fields of an object between lo and hi that refer to an
// address directly reach it.
func (d *Direct) Reaches(a *reloc.Arch, addr, lo, hi uint64) bool {
	return (!d.PC || Within(addr, lo, hi, a.Reach-reloc.Slack)) && // without a limit: nearly all
		(!d.Low || addr < 1<<32-reloc.Slack) &&
		(!d.LowSigned || addr+(1<<31-reloc.Slack) < 1<<32-2*reloc.Slack)
}

// Detail is what an entry is for beside its symbol.
type Detail struct {
	In      objfmt.SectionID // section behind whose contents it lies; SecUndef: in the object's GOT
	Addend  int64            // of the relocations that it is for
	Page    bool             // it is the upper bits of an address: two words, for the page of symbol + Addend, and the next one
	State   uint8            // of a stub: what its address has on top for the branches that enter it
	Set     uint8            // of a stub: bit 0 of the address that it leads to, unless that is a function's
	pointer bool             // it is a pointer to an import
	sum     bool             // of a GOT entry or value: Addend is in it, by every policy
	away    bool             // of a stub: the target has another T, so that it is entered through the stub even where it is in reach
	got     uint32           // of a stub: the number in Details plus one of the GOT entry that it jumps through, 0 for none
	island  uint32           // of a stub: the number of the island that it lies in plus one, 0 for none
}

// key tells the entries of Details apart.
type key struct {
	need    reloc.Need
	page    bool
	state   uint8
	set     uint8
	in      objfmt.SectionID // that has it, SecUndef for the object
	sym     objfmt.SymbolID  // NoSymbol for a place of the object:
	section objfmt.SectionID // its section
	off     uint64           // and offset; of an entry that is for one relocation, that's plus one
	addend  int64
}

// Take gives the zero Plan memory for its first entries.
func (p *Plan) Take(list []reloc.Entry) { p.List = list[:0] }

// Policy is that by which the plan was made.
func (p *Plan) Policy() Policy { return p.obj.Policy }

// order is the byte order of the object.
func (p *Plan) order() bin.Order { return bin.Order{Big: p.obj.Image.Big} }

// LetGo has the plan keep no image, and reports whether it can do without one, as all can whose entries are shared. It is not applied
// afterwards, and [Plan.All] has its entries.
func (p *Plan) LetGo() bool {
	if p.index != nil || p.islands != nil || p.obj.Policy != Shared {
		return false
	}
	p.obj.Image = nil
	p.pack()
	return true
}

// shared is the number of entries before those of Details.
func (p *Plan) shared() int { return len(p.List) + int(p.packed.n) - len(p.Details) }

// Detail is what entry i is for beside its symbol, nil for one that all relocations of
// the symbol share.
func (p *Plan) Detail(i int) *Detail {
	if i -= p.shared(); i >= 0 {
		return &p.Details[i]
	}
	return nil
}

// Extent is what a section takes with its stubs, nil where no section has any.
func (p *Plan) Extent(id objfmt.SectionID) *Extent {
	if p.Extents == nil {
		return nil
	}
	return &p.Extents[id]
}

// Offset is where entry i lies: in bytes from the start of its section, if it lies
// behind the contents of one, of its island, else from that of the object's stubs or GOT.
func (p *Plan) Offset(i int) uint64 {
	off := uint64(p.List[i].Off)
	if d := p.Detail(i); d != nil && d.In != objfmt.SecUndef {
		off += p.Extents[d.In].Stubs
	}
	return off
}

// Redirected is the index of the entry that a relocation shares with some of its
// symbol's, -1 if there is none.
func (p *Plan) Redirected(at *records.Section, r *objfmt.Reloc) int {
	if p.index == nil {
		return -1
	}
	k, _, ok := p.keyOf(at, r)
	if !ok {
		return -1
	}
	n, known := p.index[k]
	if !known {
		return -1
	}
	return p.shared() + int(n)
}

// Redirect lets the relocations of a chunk name the entries that were made for them.
// addr has the addresses of the symbols. Those for which left is true stay as they are,
// except by the policy RuntimeDyld. code is [reloc.Symbols].Code where the processor has reloc.Arch.Descriptors, else nil.
func (p *Plan) Redirect(at *records.Section, rs []objfmt.Reloc, addr []uint64, left func(objfmt.SymbolID) bool, code func(objfmt.SymbolID, int64) (uint64, bool)) {
	if p.islands != nil {
		p.lead(at, rs, left)
	}
	if p.index == nil {
		return
	}
	for i := range rs {
		r := &rs[i]
		if uint64(r.Sym) >= uint64(p.Symbols) {
			continue // it goes through an island
		}
		k, d, ok := p.keyOf(at, r)
		if !ok {
			continue
		}
		n, known := p.index[k]
		switch {
		case !known:
		case k.page && p.Details[n].sum:
			p.redirect(r, n, 0)
			r.Addend, r.HasAddend = 0, true
		case k.page:
			if !left(r.Sym) {
				p.redirectPage(at, r, n, addr)
			}
		case p.obj.Policy == RuntimeDyld:
			p.redirect(r, n, p.behind(&k, r, &d))
		case left(r.Sym):
		case k.need == reloc.NeedStub && !p.Details[n].away && p.reaches(at, r, addr[r.Sym], d.Addend, code):
		default:
			p.redirect(r, n, p.behind(&k, r, &d))
		}
	}
}

// pageBits are those of an offset in a page, see [reloc.Howto.PerPage]. Lower bits are signed,
// so that a page begins half of it before the address that its upper bits are.
const pageBits = 0xffff

// redirectPage lets a relocation name the word of its page: the n-th entry of Details has two.
func (p *Plan) redirectPage(at *records.Section, r *objfmt.Reloc, n uint32, addr []uint64) {
	first := addr[p.List[p.shared()+int(n)].Sym] + uint64(p.Details[n].Addend)
	word := (addr[r.Sym]+uint64(p.addend(at, r))+(pageBits+1)/2)&^pageBits - first&^pageBits
	if p.obj.Table.Arch.PtrSize == 4 {
		word = uint64(uint32(word)) // sums wrap
	}
	r.Sym = objfmt.SymbolID(p.Symbols + p.shared() + int(n))
	r.Addend, r.HasAddend = nowhere, true
	if word /= pageBits + 1; word < pageWords {
		r.Addend = int64(word * p.obj.Table.Arch.PtrSize)
	}
}

// pageWords is how many words an entry for a page has.
func (d *Detail) pageWords() uint64 {
	if d.sum {
		return 1
	}
	return pageWords
}

const (
	pageWords = 2       // of an entry
	nowhere   = 1 << 30 // is out of range
)

// redirect lets a relocation name the n-th entry of Details, which has taken over a
// part of its addend.
func (p *Plan) redirect(r *objfmt.Reloc, n uint32, taken int64) {
	r.Sym = objfmt.SymbolID(p.Symbols + p.shared() + int(n))
	r.Addend -= taken
}
