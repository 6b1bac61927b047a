package stubs

import (
	"context"
	"math/bits"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Symbols answers what a scan asks about an object's symbols, once a symbol that is
// referred to.
type Symbols interface {
	// Away reports whether what a symbol names is external to the object.
	Away(objfmt.SymbolID) bool
	// Together reports whether what a symbol names that is away is in memory that is asked for together with the object's, and
	// will be the same when relocations are applied. Only with Object.Together is it asked.
	Together(objfmt.SymbolID) bool
	// External reports whether RuntimeDyld does not know what a symbol names when it
	// loads the object: neither it nor an object before it has the definition. Only the
	// policy RuntimeDyld asks.
	External(objfmt.SymbolID) bool
}

// Away are Symbols for which External is Away, and Together is false.
type Away func(objfmt.SymbolID) bool

// Together implements [Symbols].
func (f Away) Together(objfmt.SymbolID) bool { return false }

// Away implements [Symbols].
func (f Away) Away(sym objfmt.SymbolID) bool { return f(sym) }

// External implements [Symbols].
func (f Away) External(sym objfmt.SymbolID) bool { return f(sym) }

// Scanner fills plans: Begin, then Start, Scan and Finish for each section, then End. It
// holds memory for that, so that it is kept and used again. Each goroutine needs its own.
type Scanner struct {
	reloc.Notes

	plan   *Plan
	about  Symbols
	sparse bool // some relocations may have entries that others of their symbol don't share
	at     *records.Section
	made   []reloc.Entry // those of Plan.Details
	first  int           // of made, that may be the section's
	// Of the section: bytes that its relocations reserve for stubs, and take.
	reserved, used uint64
}

// Begin prepares for an object. p must be the zero Plan, but for what it has by Take. about may be asked until End.
func (s *Scanner) Begin(p *Plan, o *Object, about Symbols) {
	s.Notes.Begin(len(o.Image.Symbols))
	s.plan, s.about, s.at, s.made, s.first = p, about, nil, s.made[:0], 0
	p.obj = *o
	p.Symbols = len(o.Image.Symbols)
	among := o.Policy == Islands || o.Policy == RuntimeDyld
	s.sparse = among || o.Table.PerAddend()
	if among {
		p.Extents = make([]Extent, len(o.Image.Sections))
	}
}

// Start goes to a section. inert says that it never runs: what it holds needs no stub
// and no low memory.
func (s *Scanner) Start(at *records.Section, inert bool) {
	if s.at != at { // writing pointers costs much while memory is collected
		s.at = at
	}
	s.Inert = inert
	s.reserved, s.used, s.first = 0, 0, len(s.made)
}

// Scan checks a chunk of relocations of the section, which has size bytes, and notes what
// they need. It returns the index of the first bad one and why, or len(rs) and OK.
func (s *Scanner) Scan(size uint64, rs []objfmt.Reloc) (int, reloc.Fault) {
	n, why := s.Notes.Scan(s.plan.obj.Table, size, rs)
	if s.sparse && why == reloc.OK {
		s.note(size, rs)
	}
	return n, why
}

// ByRow reports whether ScanRows will do: no relocation has an entry that not all of its symbol share.
func (s *Scanner) ByRow() bool { return !s.sparse }

// ScanRows is Scan over records as they lie in the file, see [reloc.Notes.ScanRows].
func (s *Scanner) ScanRows(size uint64, rows []byte, l *objfmt.Layout, from uint64) (int, reloc.Fault) {
	return s.Notes.ScanRows(s.plan.obj.Table, size, rows, l, from)
}

// note makes the entries that the relocations of a chunk do not share with all of their
// symbol. The section has contents bytes.
func (s *Scanner) note(contents uint64, rs []objfmt.Reloc) {
	p := s.plan
	size, align := p.stubSize()
	for i := range rs {
		r := &rs[i]
		if p.Extents != nil {
			s.reserved += p.reserves(r, i > 0 && rs[i-1].More && p.obj.Table.Arch.Packed) * size
		}
		k, d, ok := p.keyOf(s.at, r)
		if !ok {
			continue
		}
		if _, known := p.index[k]; known || k.need == reloc.NeedStub && !s.wantsStub(s.at.ID, r.Sym) {
			continue
		}
		en := reloc.Entry{Sym: r.Sym, Need: k.need}
		if d.pointer {
			word := p.obj.Table.Arch.PtrSize
			first := (contents + align - 1) &^ (align - 1) // where stubs begin
			off := (first+s.used+word-1)&^(word-1) - first
			en.Off, s.used = uint32(off), off+word
			s.reserved = max(s.reserved, s.used) // RuntimeDyld writes behind what it has reserved
		} else if d.In != objfmt.SecUndef {
			en.Off = uint32(s.used)
			s.used += size
		}
		d.away = k.need == reloc.NeedStub && s.apart(r)
		if k.need == reloc.NeedStub && p.throughGOT() {
			d.got = s.entryOf(r.Sym, d.Addend) + 1
		}
		s.add(k, en, d)
	}
}

// apart reports whether a branch enters its symbol by a stub wherever that is.
func (s *Scanner) apart(r *objfmt.Reloc) bool {
	a := s.plan.obj.Table.Arch
	if a.LocalEntry == nil {
		return false
	}
	y := &s.plan.obj.Image.Symbols[r.Sym]
	return s.about.Away(r.Sym) || y.Type == objfmt.SymIFunc || a.EnteredByStub != nil && a.EnteredByStub(1<<s.plan.obj.Table.Rows[r.Type].Branch, y.Other)
}

// entryOf is the number in Details of the GOT entry that a stub jumps through. In
// RuntimeDyld each stub has its own.
func (s *Scanner) entryOf(sym objfmt.SymbolID, addend int64) uint32 {
	p := s.plan
	en, d := reloc.Entry{Sym: sym, Need: reloc.NeedGOT}, Detail{In: objfmt.SecUndef, Addend: addend}
	if p.obj.Policy == RuntimeDyld {
		s.made, p.Details = append(s.made, en), append(p.Details, d)
		return uint32(len(p.Details)) - 1
	}
	k := key{need: reloc.NeedGOT, in: objfmt.SecUndef, sym: sym, addend: addend}
	if n, known := p.index[k]; known {
		return n
	}
	return s.add(k, en, d)
}

// add makes an entry of Details.
func (s *Scanner) add(k key, en reloc.Entry, d Detail) uint32 {
	p := s.plan
	if p.index == nil {
		p.index = map[key]uint32{}
	}
	n := uint32(len(p.Details))
	p.index[k] = n
	s.made, p.Details = append(s.made, en), append(p.Details, d)
	return n
}

// Extent is what a section takes with its stubs.
type Extent struct {
	Size, Align uint64 // bytes
	Stubs       uint64 // offset of the first stub
}

// FullError says that there is no room for a stub where one is needed.
type FullError struct {
	Sym objfmt.SymbolID
	Off uint64 // of the stub in the section, bytes
}

// Error implements error.
func (e *FullError) Error() string { return "no room for a stub" }

// Finish ends the scan of a section that has size bytes in memory and end bytes behind
// them; one without relocations needs it, too, but not Start. The error is
// [place.ErrTooLarge] or a *FullError.
func (s *Scanner) Finish(id objfmt.SectionID, size, end uint64) error {
	p := s.plan
	if p.Extents == nil {
		return nil
	}
	reserved, used, made := s.reserved, s.used, s.made[s.first:]
	if s.at == nil || s.at.ID != id {
		reserved, used, made = 0, 0, nil
	}
	if p.obj.Policy == Islands {
		reserved = used
	}
	x := &p.Extents[id]
	if used >= 1<<32 || !x.set(p, id, size, end, reserved) {
		return place.ErrTooLarge
	}
	if p.obj.Image.Sections[id].Flags&objfmt.SecTLS != 0 {
		return s.over(id, made, 0) // no code runs there
	}
	return s.over(id, made, x.Size-x.Stubs)
}

// over is the error of the first entry among the last that were made that size bytes behind a section's
// contents do not take.
func (s *Scanner) over(id objfmt.SectionID, made []reloc.Entry, size uint64) error {
	stub, _ := s.plan.stubSize()
	details := s.plan.Details[len(s.made)-len(made):]
	for i := range made {
		need := stub
		if details[i].pointer {
			need = s.plan.obj.Table.Arch.PtrSize
		}
		if details[i].In == id && uint64(made[i].Off)+need > size {
			return &FullError{made[i].Sym, s.plan.Extents[id].Stubs + uint64(made[i].Off)}
		}
	}
	return nil
}

// set computes the extent of a section of size bytes, pad bytes behind them, and reserved
// bytes for stubs, as RuntimeDyld does. It is false if that is too much.
func (x *Extent) set(p *Plan, id objfmt.SectionID, size, pad, reserved uint64) bool {
	sec := &p.obj.Image.Sections[id]
	stub, stubAlign := p.stubSize()
	align := sec.Alignment()
	stubs := reserved
	if stub > 0 {
		v := size | align
		if end := v & -v; stubAlign > end {
			stubs += stubAlign - end
		}
	}
	if stubs > 0 {
		pad += stubAlign - 1
		align = max(align, stubAlign)
	}
	x.Align, x.Stubs = align, size+pad
	if stubs > 0 {
		x.Stubs &^= stubAlign - 1
	}
	x.Size = max(size+pad+stubs, 1)
	return reserved < 1<<40 && x.Size >= size && x.Size < place.Limit
}

// localNeeds are the needs of a thread-local that take words in the GOT.
var localNeeds = [...]reloc.Need{reloc.NeedGOTTPOff, reloc.NeedTLSGD, reloc.NeedTLSDesc}

// valueNeeds have no memory: their number is that of a value.
var valueNeeds = [...]reloc.Need{reloc.NeedTPOff, reloc.NeedDTPOff, reloc.NeedDTPMod}

const (
	stubMark    = reloc.Marks(1 << reloc.NeedStub)
	localMarks  = reloc.Marks(1<<reloc.NeedGOTTPOff | 1<<reloc.NeedTLSGD | 1<<reloc.NeedTLSDesc)
	gotMarks    = 1<<reloc.NeedGOT | localMarks
	valueMarks  = reloc.Marks(1<<reloc.NeedTPOff | 1<<reloc.NeedDTPOff | 1<<reloc.NeedDTPMod)
	absolute    = reloc.MarkLow | reloc.MarkLowSigned
	direct      = reloc.MarkDirect | absolute
	interesting = stubMark | gotMarks | valueMarks | direct
	oneSet      = reloc.MarkStaysEven | reloc.MarkStaysOdd
)

// tally is what decide has found.
type tally struct {
	all              reloc.Marks // of all symbols
	entries, directs int
}

// End numbers what the scanned relocations need, in the order of the symbol table.
// first is zero memory for Plan.First. The error is the context's; the plan is of
// no use then.
func (s *Scanner) End(ctx context.Context, first reloc.Firsts) error {
	p := s.plan
	if p.UsesBase = s.Base; s.Head {
		p.UsesHead, p.GOTSize = true, HeadSize
	}
	t, err := s.decide(ctx)
	if err != nil {
		return err
	}
	if s.Local {
		t.all |= 1 << reloc.NeedTLSLD
		t.entries++
	}
	if t.directs > 0 {
		p.Direct = make([]Direct, 0, t.directs)
	}
	if n := t.entries + len(s.made); n > cap(p.List) {
		p.List = make([]reloc.Entry, 0, n)
	}
	if t.entries > 0 {
		p.First = first
	}
	if t.all != 0 {
		if err := s.number(ctx, t.all); err != nil {
			return err
		}
	}
	var done heed.Count
	for i := range s.made {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		en := &s.made[i]
		if p.Details[i].In == objfmt.SecUndef {
			en.Off = uint32(p.GOTSize)
			words := p.words(en.Need)
			if p.Details[i].Page {
				words = p.Details[i].pageWords()
			}
			p.GOTSize += words * p.obj.Table.Arch.PtrSize
		}
		t.all |= en.Need.Mark()
		p.noteOffset(en.Need, len(p.List)+i)
		p.UsesLocal = p.UsesLocal || en.Need != reloc.NeedGOT && en.Need != reloc.NeedStub
	}
	p.List = append(p.List, s.made...)
	if t.all&(1<<reloc.NeedTLSDesc) != 0 {
		p.TLSDesc = uint32(p.StubSize) + 1
		p.StubSize += p.obj.Table.Arch.StubSize
	}
	for i := range p.Supplied {
		x := &p.Supplied[i]
		a := p.obj.Table.Arch
		x.Off = uint32(p.StubSize)
		size := 4 * (uint64(len(a.Supplies[x.Of].Code)) - uint64(x.Skip))
		p.StubSize += (size + a.StubAlign - 1) &^ (a.StubAlign - 1)
	}
	s.plan, s.about, s.at = nil, nil, nil
	return nil
}

// Supply notes that the object refers to a function of an element of reloc.Arch.Supplies that has skip words before it.
func (s *Scanner) Supply(of, skip uint32) {
	p := s.plan
	for i := range p.Supplied {
		if x := &p.Supplied[i]; x.Of == of {
			x.Skip = min(x.Skip, skip)
			return
		}
	}
	p.Supplied = append(p.Supplied, Supply{Of: of, Skip: skip})
}

// decide turns what relocations note for each symbol into what it gets: the marks of one
// that needs nothing are cleared of everything but "referred to".
func (s *Scanner) decide(ctx context.Context) (t tally, err error) {
	shared := ^reloc.Marks(0) // what may be shared
	if s.plan.obj.Policy == RuntimeDyld {
		shared &^= stubMark | 1<<reloc.NeedGOT // they are among Details
	}
	for lo := 0; lo < len(s.Marks); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(s.Marks))
		if err != nil {
			return t, err
		}
		s.decideSome(&t, lo, hi, shared)
	}
	return t, nil
}

// decideSome is decide for some symbols. Of what they get, only marks of shared may be shared.
func (s *Scanner) decideSome(t *tally, lo, hi int, shared reloc.Marks) {
	p := s.plan
	marks, syms := s.Marks[lo:hi], p.obj.Image.Symbols[lo:hi]
	local := !p.obj.LocalsHere || p.obj.Table.Arch.LocalEntry != nil // what is local may be away, or entered by a stub
	var all reloc.Marks
	entries := 0
	for i, m := range marks {
		if m&interesting == 0 {
			continue
		}
		y := &syms[i]
		null := y.Section == objfmt.SecUndef && y.Bind == objfmt.BindLocal // its address is 0
		if m&absolute != 0 && !null && y.Section != objfmt.SecAbs {
			p.Low32 = true
		}
		keep := m & (gotMarks | valueMarks)
		if m&(stubMark|direct) != 0 && !null && (local || y.Bind != objfmt.BindLocal || m&oneSet != 0) {
			keep |= s.shared(objfmt.SymbolID(lo+i), y, m)
			if keep&direct != 0 {
				t.directs++
			}
		}
		keep &= shared
		marks[i] = keep | 1<<reloc.NeedNone
		all |= keep
		entries += bits.OnesCount16(uint16(keep &^ direct))
	}
	t.all |= all
	t.entries += entries
}

// shared is what a symbol gets that branches or narrow fields refer to: a stub that all
// branches share, with its GOT entry, and whether it is to be within reach.
func (s *Scanner) shared(sym objfmt.SymbolID, y *objfmt.Symbol, m reloc.Marks) (keep reloc.Marks) {
	o := &s.plan.obj
	if s.about.Away(sym) {
		keep = m & (stubMark | direct)
		if keep&stubMark != 0 && m&oneSet == 0 && o.Table.Arch.LocalEntry == nil && (o.InReach || s.together(sym)) {
			keep &^= stubMark
		}
	} else if s.entered(y) {
		keep = m & stubMark
	} else if m&reloc.MarkStaysEven != 0 && y.Value&1 != 0 || m&reloc.MarkStaysOdd != 0 && y.Value&1 == 0 ||
		m&oneSet != 0 && y.Type == objfmt.SymIFunc {
		keep = stubMark
	}
	if o.Policy == Islands && o.Table.Arch.ShortReach == 0 || o.Policy == ByAddress {
		keep &^= stubMark
	}
	if keep&stubMark != 0 && !o.Table.Arch.Direct {
		keep |= 1 << reloc.NeedGOT // the stub jumps through the symbol's
	}
	return keep
}

// together reports whether branches to a symbol need no stub since what it names is within reach by [Object.Together].
func (s *Scanner) together(sym objfmt.SymbolID) bool {
	if o := &s.plan.obj; !o.Together || o.Policy != Shared || s.Short || !s.about.Together(sym) {
		return false
	}
	s.plan.Together = true
	return true
}

// entered reports whether branches of the object enter a function that it defines by a stub.
func (s *Scanner) entered(y *objfmt.Symbol) bool {
	a := s.plan.obj.Table.Arch
	return a.LocalEntry != nil && (y.Type == objfmt.SymIFunc || a.EnteredByStub != nil && a.EnteredByStub(s.Kinds, y.Other))
}

// number makes the entries that all relocations of a symbol share.
func (s *Scanner) number(ctx context.Context, all reloc.Marks) error {
	p := s.plan
	for lo := 0; lo < len(s.Marks); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(s.Marks))
		if err != nil {
			return err
		}
		s.numberSome(lo, hi)
	}
	p.UsesLocal = s.Local || all&(valueMarks|gotMarks&^(1<<reloc.NeedGOT)) != 0
	if s.Local { // one pair an object
		p.LD = uint32(len(p.List)) + 1
		p.add(reloc.NeedTLSLD, 0, p.GOTSize)
		p.GOTSize += 2 * p.obj.Table.Arch.PtrSize
	}
	return nil
}

// numberSome is number for some symbols.
func (s *Scanner) numberSome(lo, hi int) {
	p := s.plan
	a := p.obj.Table.Arch
	for i, m := range s.Marks[lo:hi] {
		if m&interesting == 0 {
			continue
		}
		sym := objfmt.SymbolID(lo + i)
		if m&direct != 0 {
			p.Direct = append(p.Direct, Direct{sym, m&reloc.MarkDirect != 0, m&reloc.MarkLow != 0, m&reloc.MarkLowSigned != 0})
		}
		if m&(stubMark|gotMarks|valueMarks) == 0 {
			continue
		}
		p.First.Set(sym, len(p.List))
		if m&stubMark != 0 {
			p.add(reloc.NeedStub, sym, p.StubSize)
			p.StubSize += a.StubSize
		}
		if m&(1<<reloc.NeedGOT) != 0 {
			p.add(reloc.NeedGOT, sym, p.GOTSize)
			p.GOTSize += a.PtrSize
		}
		if m&(localMarks|valueMarks) != 0 {
			s.numberLocal(sym, m)
		}
	}
}

// numberLocal makes the entries that all relocations of a thread-local share.
func (s *Scanner) numberLocal(sym objfmt.SymbolID, m reloc.Marks) {
	p := s.plan
	for _, n := range localNeeds {
		if m&(1<<n) != 0 {
			p.add(n, sym, p.GOTSize)
			p.GOTSize += p.words(n) * p.obj.Table.Arch.PtrSize
		}
	}
	for _, n := range valueNeeds {
		if m&(1<<n) != 0 {
			p.add(n, sym, 0)
		}
	}
}

func (p *Plan) add(need reloc.Need, sym objfmt.SymbolID, off uint64) {
	p.noteOffset(need, len(p.List))
	p.List = append(p.List, reloc.Entry{Sym: sym, Off: uint32(off), Need: need})
}

// noteOffset notes the first entry for an offset in a module; i is the number of the entry.
func (p *Plan) noteOffset(need reloc.Need, i int) {
	if (need == reloc.NeedDTPOff || need == reloc.NeedGOTDTPOff) && p.DTPOff == 0 {
		p.DTPOff = uint32(i) + 1
	}
}

// words is the number of words in the GOT that an entry takes.
func (p *Plan) words(need reloc.Need) uint64 {
	switch need {
	case reloc.NeedTLSGD, reloc.NeedTLSLD, reloc.NeedTLSDesc:
		return 2
	case reloc.NeedGOTTPOff:
		if p.obj.Table.Arch.NegativeTP {
			return 2
		}
		return 1
	case reloc.NeedGOT, reloc.NeedGOTDTPOff:
		return 1
	}
	return 0
}
