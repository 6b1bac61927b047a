package reloc

import "github.com/go-rtdyld/rtdyld/objfmt"

// Marks are what the relocations of a symbol ask for: one bit a Need that all of them may share, and these.
type Marks uint16

// numMarks is the number of needs that have a bit.
const numMarks = NeedDTPMod + 1

const (
	MarkDirect    Marks = 1 << (numMarks + iota) // a narrow PC-relative field holds the address itself
	MarkLow                                      // a narrow absolute field, zero-extended, does
	MarkLowSigned                                // a narrow absolute field, sign-extended, does
	MarkStaysEven                                // a branch that stays in the instruction set of even addresses goes there
	MarkStaysOdd                                 // a branch that stays in that of odd ones does

	markNone = Marks(1 << NeedBase) // a relocation names it that does nothing; what needs T marks no symbol
)

// Mark is the bit of a need, 0 for one that has none.
func (n Need) Mark() Marks {
	if n >= numMarks {
		return 0
	}
	return 1 << n
}

// mark is what a relocation of a row notes for its symbol.
func (t *Table) mark(h *Howto) Marks {
	m := h.Need.Mark() | NeedNone.Mark()
	switch {
	case h.Expr == None:
		return markNone
	case h.Need == NeedBase:
		return 0
	case h.PerAddend, h.PerPage && h.Need == NeedGOT, h.Need == NeedStub && t.Arch.WriteStub == nil:
		return NeedNone.Mark() // not for the symbol alone; branches get everywhere
	case h.Need == NeedStub && int(h.Branch) < len(t.Arch.Interworking):
		switch t.Arch.Interworking[h.Branch] {
		case StaysEven:
			m |= MarkStaysEven
		case StaysOdd:
			m |= MarkStaysOdd
		}
	case h.Need != NeedNone:
	case h.Expr == Abs && h.Field == Signed32 && t.Arch.PtrSize == 8:
		m |= MarkLowSigned
	case h.Expr == Abs && (h.Field == Unsigned32 || h.Field == Any32) && t.Arch.PtrSize == 8:
		m |= MarkLow
	case h.Expr == PC && (h.Field == Signed32 || h.Field == Any32), h.Expr == Page, h.Expr == PCLead, h.Expr == RVA && t.Arch.PtrSize == 8:
		m |= MarkDirect
	case h.Expr == PC && h.Field >= FieldArch && t.Arch.Fields[h.Field-FieldArch].Near:
		m |= MarkDirect
	case h.Expr == Abs && h.Field >= FieldArch && t.Arch.Fields[h.Field-FieldArch].Low32:
		m |= MarkLowSigned
	}
	return m
}

// Fault says why a relocation was refused; the caller adds names.
type Fault uint8

const (
	OK          Fault = iota
	UnknownType       // the table has no such row
	DynamicType       // the type is for dynamic linkers
	BadSymbol         // symbol number past the table
	BadOffset         // field outside its section
	OutOfRange        // value does not fit the field
	Misaligned        // value is no multiple of what the field takes
	NoRestore         // a branch through a stub without an instruction behind it to restore T
	NoEntry           // a LocalEntry whose function may have another T
	BadChain          // a link of a chain computes nothing, or one behind the first means more than its symbol
	NoPartner         // an OfPartner whose symbol is no label of a PCLead, a Minuend without its Subtrahend or the other way round
)

// Notes are what [Notes.Scan] finds out about the symbols of an object. Each goroutine
// needs its own.
type Notes struct {
	Marks []Marks // by symbol
	Base  bool    // T is referred to
	Head  bool    // and the code in front of it, see Arch.TableHead
	Local bool    // some relocation has NeedTLSLD
	Kinds uint16  // of Howto.Branch, a bit each, where Arch.EnteredByStub asks for them
	Short bool    // some branch does not get as far as Arch.BranchDistance
	// Inert is set for sections that never run, debug information for one: what they
	// hold needs no stub and no low memory.
	Inert bool
}

// Begin prepares for an object of nsyms symbols. It uses the memory of Marks again.
func (s *Notes) Begin(nsyms int) {
	marks := s.Marks
	if cap(marks) < nsyms {
		marks = make([]Marks, nsyms+nsyms/4)
	}
	marks = marks[:nsyms]
	clear(marks)
	*s = Notes{Marks: marks}
}

// Scan checks a chunk of relocations of a section of size bytes and notes what
// they need. It returns the index of the first bad one and why, or len(rs) and OK.
func (s *Notes) Scan(t *Table, size uint64, rs []Reloc) (int, Fault) {
	t.ready()
	notes, marks := t.notes, s.Marks
	mask := s.mask()
	for i := range rs {
		r := &rs[i]
		if uint64(r.Type) >= uint64(len(notes)) {
			return i, UnknownType
		}
		n := notes[r.Type]
		if uint64(r.Sym) >= uint64(len(marks)) {
			return i, BadSymbol
		}
		if r.Offset > size || uint64(n.width) > size-r.Offset {
			if r.Offset > size || !r.More || !r.HasAddend || !t.chains { // else it has no field
				return i, BadOffset
			}
		}
		if n.rare {
			if why := s.rare(&t.ops[r.Type], r); why != OK {
				return i, why
			}
		}
		marks[r.Sym] |= n.mark & mask
	}
	if t.chains {
		return t.chained(rs)
	}
	return len(rs), OK
}

// mask has the marks that count in the section.
func (s *Notes) mask() Marks {
	if s.Inert {
		return ^(NeedStub.Mark() | MarkDirect | MarkLow | MarkLowSigned | MarkStaysEven | MarkStaysOdd)
	}
	return ^Marks(0)
}

// rare reports whether Scan asks for more than the mark of a row.
func (t *Table) rare(h *Howto) bool {
	switch h.Expr {
	case None:
		return false
	case Unknown, Dynamic, Base, BasePage, BaseOrAbs, Diff:
		return true
	}
	return h.Need == NeedBase || h.Need == NeedTLSLD || h.Need == NeedStub && (t.Arch.EnteredByStub != nil || t.shorter(h))
}

// rare is what Scan does for a relocation of a rare row beside noting its mark.
func (s *Notes) rare(o *op, r *Reloc) Fault {
	switch o.expr {
	case Unknown:
		return UnknownType
	case Dynamic:
		return DynamicType
	case Base, BasePage, BaseOrAbs:
		s.Base = true
	case Diff:
		if uint64(r.Sub) >= uint64(len(s.Marks)) {
			return BadSymbol
		}
		s.Marks[r.Sub] |= NeedNone.Mark()
	}
	switch o.need {
	case NeedStub:
		s.Kinds |= 1 << o.kind
		s.Short = s.Short || o.short
	case NeedBase:
		s.Base, s.Head = true, s.Head || o.kind != 0
	case NeedTLSLD:
		s.Local = true
	}
	return OK
}

// chained checks the links of chains.
func (t *Table) chained(rs []Reloc) (int, Fault) {
	for i := range rs {
		o := &t.ops[rs[i].Type]
		if rs[i].More && !o.links() || i > 0 && rs[i-1].More && (o.expr == None || o.need != NeedNone) {
			return i, BadChain
		}
	}
	return len(rs), OK
}

// links reports whether the value of a row can be the addend of another one.
func (o *op) links() bool {
	return o.expr > Dynamic && o.expr < firstJoint && o.need != NeedStub && o.kind == 0
}

// Marked reports whether a relocation scanned since Begin refers to a symbol.
func (s *Notes) Marked(sym objfmt.SymbolID) bool { return s.Marks[sym]&^markNone != 0 }

// Name notes that a symbol is needed as [Notes.Named] reports it.
func (s *Notes) Name(sym objfmt.SymbolID) { s.Marks[sym] |= markNone }

// Named reports whether a relocation scanned since Begin refers to a symbol or, as
// R_ARM_NONE does, only says that it is needed.
func (s *Notes) Named(sym objfmt.SymbolID) bool { return s.Marks[sym] != 0 }

// NeedGOT notes that a symbol needs a GOT entry if anything refers to it.
func (s *Notes) NeedGOT(sym objfmt.SymbolID) {
	if s.Marked(sym) {
		s.Marks[sym] |= NeedGOT.Mark()
	}
}

const (
	gotMarks   = Marks(1<<NeedGOT | 1<<NeedGOTTPOff | 1<<NeedTLSGD | 1<<NeedTLSDesc)
	valueMarks = Marks(1<<NeedTPOff | 1<<NeedDTPOff | 1<<NeedDTPMod)
)

// Plain reports whether a relocation scanned since Begin seems to refer to a symbol as
// to something that has an address, GOT entry or stub of its own: by a field for those,
// or by nothing that a thread-local is referred to by.
func (s *Notes) Plain(sym objfmt.SymbolID) bool {
	const threadLocal = valueMarks | gotMarks&^(1<<NeedGOT)
	const other = 1<<NeedStub | 1<<NeedGOT | MarkDirect | MarkLow | MarkLowSigned
	m := s.Marks[sym] &^ markNone
	return m&other != 0 || m != 0 && m&threadLocal == 0
}
