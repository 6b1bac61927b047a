package reloc

import (
	"math/bits"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// What a symbol's references ask for, one bit a Need and these.
const (
	markDirect    uint16 = 1 << (NumNeeds + iota) // a narrow PC-relative field holds the address itself
	markLow                                       // a narrow absolute field, zero-extended, does
	markLowSigned                                 // a narrow absolute field, sign-extended, does
	markFromARM                                   // a branch that stays in ARM state goes there
	markFromThumb                                 // a branch that stays in Thumb state goes there

	markNone = 1 << NeedBase // a relocation names it that does nothing; what needs T marks no symbol
)

// mark is what a relocation of a row notes for its symbol.
func (t *Table) mark(h *Howto) uint16 {
	m := uint16(1)<<h.Need | 1<<NeedNone
	switch {
	case h.Need == NeedStub && t.Arch.WriteStub == nil:
		return 1 << NeedNone // branches get everywhere
	case h.Need == NeedStub && int(h.Relax) < len(t.Arch.Exchange):
		switch t.Arch.Exchange[h.Relax] {
		case FromARM:
			m |= markFromARM
		case FromThumb:
			m |= markFromThumb
		}
	case h.Need != NeedNone:
	case h.Expr == Abs && h.Field == Signed32 && t.Arch.PtrSize == 8:
		m |= markLowSigned
	case h.Expr == Abs && (h.Field == Unsigned32 || h.Field == Any32) && t.Arch.PtrSize == 8:
		m |= markLow
	case h.Expr == PC && (h.Field == Signed32 || h.Field == Any32), h.Expr == Page, h.Expr == Image && t.Arch.PtrSize == 8:
		m |= markDirect
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
)

// Entry is something the linker makes for a symbol of an object.
type Entry struct {
	Sym  objfmt.SymbolID
	Off  uint32 // offset in the stub area (NeedStub) or the slot area, bytes
	Need Need
}

// Plan is what the relocations of one object ask for. The zero Plan is empty.
// A Plan must not be shared between goroutines while it is made.
type Plan struct {
	Entries []Entry // entry i has number len(symbols)+i in the address table
	// Direct lists symbols that a narrow field refers to without slot or stub and
	// that are not in this object.
	Direct []Direct
	// First gives the index plus one of a symbol's first entry, 0 for none; the
	// entries of a symbol follow each other in the order of their needs. It is nil
	// where there are no entries.
	First     []uint32
	LD        uint32 // index plus one of the NeedTLSLD entry, 0 for none
	StubSize  uint64 // bytes of the stub area
	SlotSize  uint64 // bytes of the slot area
	TLSDesc   uint32 // offset of the TLS descriptor function in the stub area plus one, 0 for none
	Relocs    uint64 // relocations seen
	UsesBase  bool   // T is referred to
	Low32     bool   // some narrow absolute field holds an address
	UsesLocal bool   // thread-local offsets are asked for
}

// Direct is a symbol that is referred to directly by narrow fields, and by which.
type Direct struct {
	Sym       objfmt.SymbolID
	PC        bool // PC-relative: within reach of the object
	Low       bool // absolute, zero-extended
	LowSigned bool // absolute, sign-extended
}

// Scanner holds the scratch memory of scans; each goroutine needs its own.
type Scanner struct {
	// Inert is set for sections that never run, debug information for one: what they
	// hold needs no stub and no low memory.
	Inert bool
	// Own is set by a caller that makes stubs and their slots by itself, see Classic.
	Own bool
	// NoStubs is set by a caller that makes stubs by itself, and their slots.
	NoStubs bool
	// Within is set by a caller that knows all branch targets to be within reach: stubs
	// are made for a change of the instruction set alone.
	Within bool

	marks []uint16
	ld    bool // NeedTLSLD occurs
	base  bool
}

// Begin prepares for an object of nsyms symbols.
func (s *Scanner) Begin(nsyms int) {
	if cap(s.marks) < nsyms {
		s.marks = make([]uint16, nsyms+nsyms/4)
	}
	s.marks = s.marks[:nsyms]
	clear(s.marks)
	s.ld, s.base, s.Inert, s.Own, s.NoStubs, s.Within = false, false, false, false, false, false
}

// Scan checks a chunk of relocations of a section of size bytes and notes what
// they need. It returns the index of the first bad one and why, or len(rs) and OK.
func (s *Scanner) Scan(t *Table, size uint64, rs []Reloc) (int, Fault) {
	ops, marks := t.ops, s.marks
	mask := ^uint16(0)
	if s.Inert {
		mask = ^uint16(1<<NeedStub | markDirect | markLow | markLowSigned | markFromARM | markFromThumb)
	}
	for i := range rs {
		r := &rs[i]
		if uint64(r.Type) >= uint64(len(ops)) {
			return i, UnknownType
		}
		o := ops[r.Type]
		if uint64(r.Sym) >= uint64(len(marks)) {
			return i, BadSymbol
		}
		w := uint64(o.width)
		if r.Offset > size || w > size-r.Offset {
			return i, BadOffset
		}
		switch o.expr {
		case Unknown:
			return i, UnknownType
		case Dynamic:
			return i, DynamicType
		case None:
			marks[r.Sym] |= markNone
			continue
		case Base, BasePage, BaseOrAbs:
			s.base = true
		case Diff:
			if uint64(r.Sub) >= uint64(len(marks)) {
				return i, BadSymbol
			}
			marks[r.Sub] |= 1 << NeedNone
		}
		switch o.need {
		case NeedBase:
			s.base = true
			continue
		case NeedTLSLD:
			s.ld = true
		}
		marks[r.Sym] |= o.mark & mask
	}
	return len(rs), OK
}

// Away reports whether a symbol's definition is outside its object; it is asked
// once for each symbol that is referred to.
type Away func(objfmt.SymbolID) bool

// slotNeeds are the needs that take words in the slot area, with their number.
var slotNeeds = [...]struct {
	need  Need
	words uint64
}{{NeedGOT, 1}, {NeedTPSlot, 1}, {NeedTLSGD, 2}, {NeedTLSDesc, 2}}

// valueNeeds have no memory: their number stands for a value.
var valueNeeds = [...]Need{NeedTPOff, NeedDTPOff, NeedDTPMod}

const (
	slotMarks  = 1<<NeedGOT | 1<<NeedTPSlot | 1<<NeedTLSGD | 1<<NeedTLSDesc
	valueMarks = 1<<NeedTPOff | 1<<NeedDTPOff | 1<<NeedDTPMod
)

// End numbers what the scanned relocations need, in the order of the symbol
// table, and writes it to p. first is memory for Plan.First: a zero for each symbol.
func (s *Scanner) End(t *Table, syms []objfmt.Symbol, away Away, first []uint32, p *Plan) {
	a := t.Arch
	p.UsesBase = s.base
	const absolute = markLow | markLowSigned
	const direct = markDirect | absolute
	const interesting = uint16(1<<NeedStub | slotMarks | valueMarks | direct)
	// First what each symbol needs: the marks of one that needs nothing are cleared
	// of everything but "referred to".
	var all uint16
	entries, directs := 0, 0
	for i, m := range s.marks {
		if m&interesting == 0 {
			continue
		}
		null := syms[i].Section == objfmt.SecUndef && syms[i].Bind == objfmt.BindLocal // stands for address 0
		if m&absolute != 0 && !null && syms[i].Section != objfmt.SecAbs {
			p.Low32 = true
		}
		keep := m & (slotMarks | valueMarks)
		if m&(1<<NeedStub|direct) != 0 && !null {
			if away(objfmt.SymbolID(i)) {
				keep |= m & (1<<NeedStub | direct)
				if s.Within && m&(markFromARM|markFromThumb) == 0 {
					keep &^= 1 << NeedStub
				}
				if m&direct != 0 {
					directs++
				}
			} else if m&markFromARM != 0 && syms[i].Value&1 != 0 || m&markFromThumb != 0 && syms[i].Value&1 == 0 ||
				m&(markFromARM|markFromThumb) != 0 && syms[i].Type == objfmt.SymIFunc {
				keep |= 1 << NeedStub
			}
			if s.NoStubs {
				keep &^= 1 << NeedStub
			}
			if keep&(1<<NeedStub) != 0 && !a.Direct {
				keep |= 1 << NeedGOT // the stub jumps through the symbol's slot
			}
		}
		if s.Own {
			keep &^= 1<<NeedStub | 1<<NeedGOT
		}
		s.marks[i] = keep | 1<<NeedNone
		all |= keep
		entries += bits.OnesCount16(keep &^ direct)
	}
	if s.ld {
		all |= 1 << NeedTLSLD
		entries++
	}
	if directs > 0 {
		p.Direct = make([]Direct, 0, directs)
	}
	if entries > 0 {
		p.Entries = make([]Entry, 0, entries)
		p.First = first
	}
	if all == 0 {
		return
	}
	for i, m := range s.marks {
		if m&interesting == 0 {
			continue
		}
		sym := objfmt.SymbolID(i)
		if m&direct != 0 {
			p.Direct = append(p.Direct, Direct{sym, m&markDirect != 0, m&markLow != 0, m&markLowSigned != 0})
		}
		if m&(1<<NeedStub|slotMarks|valueMarks) == 0 {
			continue
		}
		p.First[sym] = uint32(len(p.Entries)) + 1
		if m&(1<<NeedStub) != 0 {
			p.add(NeedStub, sym, p.StubSize)
			p.StubSize += a.StubSize
		}
		for _, n := range slotNeeds {
			if m&(1<<n.need) != 0 {
				p.add(n.need, sym, p.SlotSize)
				p.SlotSize += n.words * a.PtrSize
				if n.need == NeedTPSlot && a.NegativeTP {
					p.SlotSize += a.PtrSize
				}
			}
		}
		for _, n := range valueNeeds {
			if m&(1<<n) != 0 {
				p.add(n, sym, 0)
			}
		}
	}
	p.UsesLocal = s.ld || all&(valueMarks|1<<NeedTPSlot|1<<NeedTLSGD|1<<NeedTLSDesc) != 0
	if s.ld { // one pair an object
		p.LD = uint32(len(p.Entries)) + 1
		p.add(NeedTLSLD, 0, p.SlotSize)
		p.SlotSize += 2 * a.PtrSize
	}
	if all&(1<<NeedTLSDesc) != 0 {
		p.TLSDesc = uint32(p.StubSize) + 1
		p.StubSize += a.StubSize
	}
}

func (p *Plan) add(need Need, sym objfmt.SymbolID, off uint64) {
	p.Entries = append(p.Entries, Entry{sym, uint32(off), need})
}

// Find returns the index of a symbol's entry for a need, -1 if it has none.
func (p *Plan) Find(need Need, sym objfmt.SymbolID) int {
	if uint64(sym) >= uint64(len(p.First)) || p.First[sym] == 0 {
		return -1
	}
	for i := int(p.First[sym]) - 1; i < len(p.Entries) && p.Entries[i].Sym == sym; i++ {
		if p.Entries[i].Need == need {
			return i
		}
	}
	return -1
}

// NeedSlot notes, before End, that a symbol needs a slot if anything refers to it.
func (s *Scanner) NeedSlot(sym objfmt.SymbolID) {
	if s.Marked(sym) {
		s.marks[sym] |= 1 << NeedGOT
	}
}

// Marked reports whether a relocation scanned since Begin refers to a symbol.
func (s *Scanner) Marked(sym objfmt.SymbolID) bool { return s.marks[sym]&^markNone != 0 }

// Name notes, before End, that a symbol is needed as [Scanner.Named] reports it.
func (s *Scanner) Name(sym objfmt.SymbolID) { s.marks[sym] |= markNone }

// Named reports whether a relocation scanned since Begin refers to a symbol or, as
// R_ARM_NONE does, only says that it is needed.
func (s *Scanner) Named(sym objfmt.SymbolID) bool { return s.marks[sym] != 0 }

// Plain reports whether a relocation scanned since Begin, and before End, seems to
// refer to a symbol as to something that has an address, slot or stub of its own:
// by a field for those, or by nothing that a thread-local is referred to by.
func (s *Scanner) Plain(sym objfmt.SymbolID) bool {
	const threadLocal = valueMarks | slotMarks&^(1<<NeedGOT)
	const other = 1<<NeedStub | 1<<NeedGOT | markDirect | markLow | markLowSigned
	m := s.marks[sym] &^ markNone
	return m&other != 0 || m != 0 && m&threadLocal == 0
}
