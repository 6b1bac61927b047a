package coff

import (
	"bytes"
	"math/bits"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Storage classes, by the specification's names without IMAGE_SYM_CLASS_.
const (
	classExternal = 2
	classStatic   = 3
	classFile     = 103
	classSection  = 104
	classWeak     = 105 // WEAK_EXTERNAL
)

// Section numbers that are none.
const (
	secUndefined = 0
	secAbsolute  = -1
	secDebug     = -2
)

// entry is a symbol table record as the file has it.
type entry struct {
	value   uint32
	section int
	typ     uint16
	class   uint8
	aux     int // records that follow and belong to it
}

// function reports whether the complex type is that of a function; nothing else in
// a type has a meaning for linkers.
func (e *entry) function() bool { return e.typ>>4&0xf == 2 }

// definesSection reports whether an auxiliary record with a section's definition
// follows. GNU's static functions have auxiliary records as well.
func (e *entry) definesSection() bool {
	return e.class == classStatic && e.aux > 0 && e.section > 0 && e.value == 0 && e.typ == 0
}

// record reads record k, which is none of the auxiliary ones.
func (p *parser) record(k int) (e entry) {
	at := uint64(k) * p.symSize
	b := p.symbolTable[at : at+p.symSize]
	e.value = le.Uint32(b[8:12])
	if p.big {
		e.section, e.typ, e.class, e.aux = int(int32(le.Uint32(b[12:]))), le.Uint16(b[16:]), b[18], int(b[19])
		return e
	}
	e.section, e.typ, e.class, e.aux = int(le.Uint16(b[12:])), le.Uint16(b[14:]), b[16], int(b[17])
	if e.section > maxPlainSections {
		e.section = int(int16(e.section))
	}
	return e
}

// symbolAt is the file offset of record k.
func (p *parser) symbolAt(k int) uint64 { return p.symbolsAt + uint64(k)*p.symSize }

// symbols makes a record for each entry of the symbol table, auxiliary ones
// included, and hashes the names of global ones.
func (p *parser) symbols() error {
	img := p.img
	if p.nsym == 0 {
		return nil
	}
	img.Symbols, img.Hashes, img.More = p.mem.Names(int(p.nsym), int(p.nsym))
	for k := 0; k < len(img.Symbols); {
		if k > 0 {
			if err := p.ctx.Err(); err != nil {
				return p.ended(err)
			}
		}
		for stop := k + heed.Every; k < min(stop, len(img.Symbols)); {
			e := p.record(k)
			if e.aux >= len(img.Symbols)-k {
				return p.errorf(p.symbolAt(k), symbolN(k), "auxiliary records are past the table")
			}
			if err := p.symbol(k, &e); err != nil {
				return err
			}
			for ; e.aux > 0; e.aux-- {
				k++
				img.Symbols[k].Section = objfmt.SecUndef
			}
			k++
		}
	}
	if p.nalias > 0 {
		return p.checkAliases()
	}
	return nil
}

// symbol decodes entry k.
func (p *parser) symbol(k int, e *entry) error {
	s := &p.img.Symbols[k]
	s.Value = uint64(e.value)
	if err := p.place(s, k, e); err != nil {
		return err
	}
	if e.function() {
		s.Type = objfmt.SymFunc
		if e.aux > 0 && e.section > 0 && (e.class == classExternal || e.class == classStatic || e.class == classWeak) {
			s.Size = uint64(le.Uint32(p.aux(k)[4:])) // function definition: TotalSize
		}
		if p.codeBit != 0 && e.section > 0 && p.secs[e.section-1].chars&scnMem16Bit != 0 {
			s.Value |= p.codeBit
		}
	}
	if err := p.symbolName(s, k); err != nil {
		return err
	}
	if e.class == classWeak || e.class == classExternal && e.section != secDebug { // linkers have no use for what debuggers see alone
		return p.global(s, k, e)
	}
	if p.long && s.NameLen == objfmt.NameToNUL {
		if err := p.measure(s, k); err != nil {
			return err
		}
	}
	switch e.class {
	case classFile:
		s.Type = objfmt.SymFile
		if e.aux > 0 {
			p.fileName(s, k, e.aux)
		}
	case classSection:
		s.Type = objfmt.SymSection
	default:
		if e.definesSection() {
			s.Type = objfmt.SymSection
		} else {
			p.threadLocal(s)
		}
	}
	return nil
}

// place finds the section of a symbol and tells the COMDAT state of that section.
func (p *parser) place(s *objfmt.Symbol, k int, e *entry) error {
	switch {
	case e.section > len(p.secs):
		return p.errorf(p.symbolAt(k), symbolN(k), "section number is past the table")
	case e.section > 0:
		s.Section = objfmt.SecUnloaded
		info := &p.secs[e.section-1]
		if info.id != 0 {
			s.Section = objfmt.SectionID(info.id - 1)
		}
		if info.chars&scnComdat != 0 {
			return p.comdatSymbol(k, e)
		}
	case e.section == secUndefined, e.section == secDebug:
		s.Section = objfmt.SecUndef
	case e.section == secAbsolute:
		s.Section = objfmt.SecAbs
	default:
		return p.errorf(p.symbolAt(k), symbolN(k), "reserved section number "+strconv.Itoa(e.section))
	}
	return nil
}

// symbolName finds where the name is: in the record or in the string table.
func (p *parser) symbolName(s *objfmt.Symbol, k int) error {
	at := uint64(k) * p.symSize
	b := p.symbolTable[at : at+shortName]
	if le.Uint32(b) != 0 {
		s.Name, s.NameLen = uint32(at), shortNameLen(le.Uint64(b))
		return nil
	}
	off := uint64(le.Uint32(b[4:]))
	if off == 0 {
		return nil // no name
	}
	if off < 4 || off >= uint64(len(p.strings)) {
		return p.errorf(p.symbolAt(k), symbolN(k), "name is outside the string table")
	}
	s.Name, s.NameLen = uint32(p.stringsAt-p.symbolsAt+off), objfmt.NameToNUL
	return nil
}

// shortNameLen counts the bytes before the first NUL of the eight that a
// little-endian word holds.
func shortNameLen(w uint64) uint32 {
	const ones, tops = 0x0101_0101_0101_0101, 0x8080_8080_8080_8080
	zero := (w - ones) & ^w & tops // the lowest bit set is in the first byte that is 0
	return uint32(bits.TrailingZeros64(zero)) / 8
}

// nameError is the error of a name that was too much, or was not read since the context ended.
func (p *parser) nameError(err error, at uint64, what string) error {
	if err != heed.ErrSpent {
		return p.ended(err)
	}
	return p.errorf(at, what, overlappingNames)
}

const overlappingNames = "names overlap: they are longer together than the file has room for"

// global finishes an external symbol or weak external.
func (p *parser) global(s *objfmt.Symbol, k int, e *entry) error {
	if e.section == secDebug {
		return p.errorf(p.symbolAt(k), symbolN(k), "weak external among debugging information")
	}
	if s.NameLen == objfmt.NameToNUL {
		if err := p.measure(s, k); err != nil {
			return err
		}
	}
	if s.NameLen > 0 {
		key := objfmt.KeyOf(p.img.NameAt(s.Name, s.NameLen))
		p.img.Hashes[k], p.img.More[k] = key.Hash, key.More
	}
	s.Bind = objfmt.BindGlobal
	if e.class == classWeak {
		s.Bind = objfmt.BindWeak // with a section, or without a default: so GNU objcopy weakens
		if e.section == secUndefined && e.aux > 0 {
			return p.alias(s, k)
		}
	}
	switch {
	case e.section == secUndefined && e.value != 0 && e.class == classExternal:
		s.Section, s.Size = objfmt.SecCommon, uint64(e.value)
		s.Value = 32
		if e.value < 32 {
			s.Value = 1 << bits.Len32(e.value-1)
		}
		p.ncommon++
	case e.section == secUndefined:
		s.Value = 0
	}
	p.threadLocal(s)
	return nil
}

// longSize is the length in bytes from which on, or twice that, names count that have not been asked for yet,
// those of sections and of symbols that others do not see.
const longSize = 1024

// measure finds the end of a name in the string table.
func (p *parser) measure(s *objfmt.Symbol, k int) error {
	s.NameLen = uint32(bytes.IndexByte(p.img.Strings[s.Name:], 0)) // the table ends with a NUL
	if err := p.named.Spend(p.ctx, uint64(s.NameLen)); err != nil {
		return p.nameError(err, p.symbolAt(k), symbolN(k))
	}
	return nil
}

// threadLocal gives a symbol in the thread-local template its type.
func (p *parser) threadLocal(s *objfmt.Symbol) {
	if p.img.HasTLS && s.Section < objfmt.SecSpecial && p.img.Sections[s.Section].Flags&objfmt.SecTLS != 0 {
		s.Type = objfmt.SymTLS
	}
}

// alias makes a weak external an alias of its default.
func (p *parser) alias(s *objfmt.Symbol, k int) error {
	b := p.aux(k)
	target, search := le.Uint32(b), le.Uint32(b[4:])
	if uint64(target) >= p.nsym {
		return p.errorf(p.symbolAt(k+1), symbolN(k), "default of a weak external is past the table")
	}
	if search == 0 || search > 4 {
		return p.unsupported(p.symbolAt(k+1), symbolN(k), "weak external searches in an unknown way, "+strconv.FormatUint(uint64(search), 10))
	}
	s.Section, s.Value, s.Other = objfmt.SecAlias, uint64(target), uint8(search)
	p.nalias++
	return nil
}

// maxAliases is how many weak externals may be aliases of each other in a row.
const maxAliases = 16

// checkAliases refuses weak externals that are aliases of nothing in the end.
func (p *parser) checkAliases() error {
	syms := p.img.Symbols
	var done heed.Count
	for k := range syms {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		if syms[k].Section != objfmt.SecAlias {
			continue
		}
		at := k
		for n := 0; syms[at].Section == objfmt.SecAlias; n++ {
			if n == maxAliases {
				return p.errorf(p.symbolAt(k), symbolN(k), "weak externals are aliases of each other in a circle or too many in a row")
			}
			at = int(syms[at].Value)
		}
		if s := &syms[at]; s.Section == objfmt.SecUndef && s.Bind == objfmt.BindLocal {
			return p.errorf(p.symbolAt(k+1), symbolN(k), "default of a weak external is no symbol")
		}
	}
	return nil
}

// aux views the first auxiliary record of entry k, which must have one.
func (p *parser) aux(k int) []byte {
	at := uint64(k+1) * p.symSize
	return p.symbolTable[at : at+symbolSize]
}

// fileName takes the name of a source file from its auxiliary records: the bytes
// themselves or, as GNU writes long ones, a zero and an offset in the string table,
// behind two zeros in large objects.
func (p *parser) fileName(s *objfmt.Symbol, k, aux int) {
	at := uint64(k+1) * p.symSize
	b := p.symbolTable[at : at+uint64(aux)*p.symSize]
	off := uint64(le.Uint32(b[4:]))
	if off == 0 && p.big {
		off = uint64(le.Uint32(b[8:]))
	}
	if le.Uint32(b) == 0 && off >= 4 && off < uint64(len(p.strings)) {
		s.Name, s.NameLen = uint32(p.stringsAt-p.symbolsAt+off), objfmt.NameToNUL
		return
	}
	n := bytes.IndexByte(b, 0)
	if n < 0 {
		n = len(b)
	}
	s.Name, s.NameLen = uint32(at), uint32(n)
}
