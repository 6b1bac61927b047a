package macho

import (
	"sort"
	"strconv"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// A relocation record is two words: r_address, and r_symbolnum (24 bits),
// r_pcrel, r_length, r_extern, r_type.
const (
	recordSize = 8
	symbolBits = 0xffffff
	pcrelAt    = 24
	lengthAt   = 25
	externBit  = 1 << 27
	typeAt     = 28
)

// A scattered one has r_scattered, r_pcrel, r_length, r_type and r_address (24
// bits) in the first word and an address of the object in the second.
const (
	scatteredBit     = 1 << 31
	scatteredPCRel   = 1 << 30
	scatteredLength  = 28
	scatteredType    = 24
	scatteredAddress = 0xffffff
)

// stubSize is the size of a stub of __jump_table.
const stubSize = 5

// record is one relocation record.
type record struct {
	offset    uint32
	symbol    uint32 // symbol or section number; the address, if scattered
	typ       uint32 // as RelocType packs it
	length    uint32
	pcrel     bool
	extern    bool
	scattered bool
}

// kind is r_type.
func (r *record) kind() uint32 { return r.typ & typeMask }

// load reads the record at the front of b, which is not scattered.
func (r *record) load(b []byte) {
	r.loadWords(le.Uint32(b[:4]), le.Uint32(b[4:8]))
}

// loadWords reads one of two words.
func (r *record) loadWords(offset, w uint32) {
	r.offset, r.symbol = offset, w&symbolBits
	r.typ = w>>typeAt | w>>(pcrelAt-4)&(pcrelBit|lengthBits)
	r.length, r.pcrel, r.extern, r.scattered = w>>lengthAt&3, w>>pcrelAt&1 != 0, w&externBit != 0, false
}

// load32 reads one that may be scattered.
func (r *record) load32(b []byte) {
	w := le.Uint32(b[:4])
	if w&scatteredBit == 0 {
		r.load(b)
		return
	}
	r.offset, r.symbol = w&scatteredAddress, le.Uint32(b[4:8])
	r.length, r.pcrel, r.extern, r.scattered = w>>scatteredLength&3, w&scatteredPCRel != 0, false, true
	r.typ = w >> scatteredType & typeMask
	r.typ |= r.length << 5
	if r.pcrel {
		r.typ |= pcrelBit
	}
}

// decoder turns the records of one section into neutral ones.
type decoder struct {
	*image
	own *section
	sec *objfmt.Section
	raw []byte // records, none of the indirect symbols
	at  int    // of the record being decoded in raw
	pos int    // of raw in the section's records
	err error
}

// Decode implements objfmt.Format. raw must be the end of the section's Raw, which
// is how it is known what an indirect symbol is of.
func (f *image) Decode(_ *objfmt.ObjectImage, sec *objfmt.Section, dst []objfmt.Reloc, raw []byte) (int, []byte, error) {
	d := decoder{image: f, sec: sec, own: &f.secs[sec.Number-1], raw: raw, pos: cap(sec.Raw) - cap(raw)}
	if d.own.stride != 0 {
		if d.pos >= int(d.own.nreloc)*recordSize {
			if d.own.frames {
				return d.frameRecords(dst)
			}
			return d.indirectSymbols(dst)
		}
		d.raw = raw[:min(len(raw), int(d.own.nreloc)*recordSize-d.pos)]
	}
	n := 0
	switch f.grammar {
	case grammarX8664:
		n = d.x8664(dst)
	case grammarARM64:
		n = d.arm64(dst)
	default:
		n = d.narrow(dst)
	}
	if n == 0 && d.err == nil && len(raw) > 0 && len(dst) > 0 {
		d.fail("record is cut")
	}
	return n, raw[d.at:], d.err
}

// fail notes what is wrong with the current record; the records before it count.
func (d *decoder) fail(msg string) { d.failAs(msg, nil) }

func (d *decoder) failAs(msg string, sentinel error) {
	at := uint64(d.own.reloff) + uint64(d.pos+d.at)
	d.err = d.errorAt(at, uint64(d.pos+d.at)/recordSize, msg, sentinel)
}

func (d *decoder) errorAt(at, number uint64, msg string, sentinel error) error {
	return &objfmt.FormatError{
		File: d.Name, Offset: at, What: sectionN(uint64(d.sec.Number)) + ", relocation " + strconv.FormatUint(number, 10),
		Msg: msg, Err: sentinel,
	}
}

// partner loads the record behind the current one.
func (d *decoder) partner(r *record) bool {
	if len(d.raw)-d.at < 2*recordSize {
		d.fail("the record that goes with it is missing")
		return false
	}
	if b := d.raw[d.at+recordSize:]; d.grammar == grammarI386 || d.grammar == grammarARM {
		r.load32(b)
	} else {
		r.load(b)
	}
	return true
}

// symbol checks the number of a symbol of the file.
func (d *decoder) symbol(n uint32) (objfmt.SymbolID, bool) {
	if n >= d.nsyms {
		d.fail("symbol number is past the symbol table")
		return 0, false
	}
	return objfmt.SymbolID(n), true
}

// section returns the symbol of section number n and its address in the object;
// number 0 (R_ABS) is no section but the address 0.
func (d *decoder) section(n uint32) (id objfmt.SymbolID, addr uint64, ok bool) {
	if n == 0 {
		return d.sectionSymbol(len(d.secs)), 0, true
	}
	if uint64(n) > uint64(len(d.secs)) {
		d.fail("section number is past the sections")
		return 0, 0, false
	}
	return d.sectionSymbol(int(n - 1)), d.secs[n-1].addr, true
}

// scattered returns the same of the section that has an address of the object.
func (d *decoder) scattered(addr uint32) (id objfmt.SymbolID, base uint64, ok bool) {
	i, ok := d.sectionAt(uint64(addr))
	if !ok {
		d.fail("no section has the address that it is about")
		return 0, 0, false
	}
	return d.sectionSymbol(i), d.secs[i].addr, true
}

// thumbAt is the Thumb function that starts at an address. A scattered record says so
// of what it refers to, and the field may lack the bit.
func (f *image) thumbAt(addr uint32) (objfmt.SymbolID, bool) {
	i := sort.Search(len(f.thumbs), func(k int) bool { return f.thumbs[k].addr >= addr })
	if i == len(f.thumbs) || f.thumbs[i].addr != addr {
		return 0, false
	}
	return f.thumbs[i].sym, true
}

// target returns what a record refers to and that symbol's address in the object,
// 0 for one that is not addressed so.
func (d *decoder) target(r *record) (id objfmt.SymbolID, base uint64, ok bool) {
	switch {
	case r.scattered:
		return d.scattered(r.symbol)
	case r.extern:
		id, ok = d.symbol(r.symbol)
		return id, 0, ok
	}
	return d.section(r.symbol)
}

// x8664 decodes records of x86-64. Displacements count from the end of their
// field; in those to a section the object's own distance is counted in.
func (d *decoder) x8664(dst []objfmt.Reloc) (n int) {
	for ; n < len(dst) && len(d.raw)-d.at >= recordSize; n++ {
		b := d.raw[d.at : d.at+recordSize]
		w := le.Uint32(b[4:])
		typ := w>>typeAt | w>>(pcrelAt-4)&(pcrelBit|lengthBits)
		out := &dst[n]
		out.Offset = uint64(le.Uint32(b))
		out.Type = typ
		out.Sub = objfmt.NoSymbol
		out.HasAddend = false
		if w&externBit != 0 && typ&typeMask != X8664Subtractor && out.Offset < scatteredBit {
			if w&symbolBits >= d.nsyms {
				d.fail("symbol number is past the symbol table")
				return n
			}
			out.Sym = objfmt.SymbolID(w & symbolBits)
			out.Addend = 0
			if typ&pcrelBit != 0 {
				out.Addend = -1 << (w >> lengthAt & 3)
			}
			d.at += recordSize
			continue
		}
		var r record
		r.load(b)
		if !d.wide(out, &r) {
			return n
		}
	}
	return n
}

// wide decodes what is rare in records of 64-bit processors: differences, and
// references to sections, which count the object's own distance in.
func (d *decoder) wide(out *objfmt.Reloc, r *record) bool {
	if r.offset >= scatteredBit {
		d.fail("scattered record")
		return false
	}
	x86 := d.grammar == grammarX8664
	if x86 && r.kind() == X8664Subtractor || !x86 && r.kind() == ARM64Subtractor {
		return d.subtractor(out, r)
	}
	id, base, ok := d.target(r)
	if !ok {
		return false
	}
	if k := r.kind(); !x86 && k != ARM64Unsigned || x86 && (k == X8664GOTLoad || k == X8664GOT || k == X8664TLV) {
		d.fail("refers to a section where only a symbol makes sense")
		return false
	}
	out.Sym = id
	out.Addend = -int64(base)
	if r.pcrel {
		out.Addend += int64(d.own.addr + uint64(r.offset))
	}
	d.at += recordSize
	return true
}

// subtractor folds SUBTRACTOR and the UNSIGNED behind it.
func (d *decoder) subtractor(out *objfmt.Reloc, r *record) bool {
	var pair record
	if !d.partner(&pair) {
		return false
	}
	if pair.kind() != 0 || pair.offset != r.offset || pair.length != r.length || pair.pcrel || r.pcrel {
		d.fail("a SUBTRACTOR without an UNSIGNED of its own")
		return false
	}
	sub, less, ok := d.target(r)
	if !ok {
		return false
	}
	id, base, ok := d.target(&pair)
	if !ok {
		return false
	}
	out.Sym, out.Sub = id, sub
	out.Addend = int64(less - base)
	d.at += 2 * recordSize
	return true
}

// arm64 decodes records of AArch64.
func (d *decoder) arm64(dst []objfmt.Reloc) (n int) {
	var r record
	for ; n < len(dst) && len(d.raw)-d.at >= recordSize; n++ {
		r.load(d.raw[d.at : d.at+recordSize])
		out := &dst[n]
		out.Offset = uint64(r.offset)
		out.Type = r.typ
		out.Sub = objfmt.NoSymbol
		out.HasAddend = false
		out.Addend = 0
		switch k := r.kind(); {
		case k == ARM64Addend:
			if !d.addend(out, &r) {
				return n
			}
		case k == ARM64AuthenticatedPointer:
			d.failAs("ARM64_RELOC_AUTHENTICATED_POINTER: pointers with authentication codes (arm64e) are not supported", objfmt.ErrUnsupported)
			return n
		case r.extern && k != ARM64Subtractor && r.offset < scatteredBit:
			if r.symbol >= d.nsyms {
				d.fail("symbol number is past the symbol table")
				return n
			}
			out.Sym = objfmt.SymbolID(r.symbol)
			d.at += recordSize
		default:
			if !d.wide(out, &r) {
				return n
			}
		}
	}
	return n
}

// addend folds ADDEND, whose symbol number is a signed addend, and the record behind it.
func (d *decoder) addend(out *objfmt.Reloc, r *record) bool {
	var next record
	if !d.partner(&next) {
		return false
	}
	k := next.kind()
	if next.offset != r.offset || !next.extern || next.offset >= scatteredBit || k != ARM64Branch26 && k != ARM64Page21 && k != ARM64PageOff12 {
		d.fail("an ADDEND without a record that takes one")
		return false
	}
	id, ok := d.symbol(next.symbol)
	if !ok {
		return false
	}
	out.Type, out.Sym, out.HasAddend = next.typ, id, true
	out.Addend = int64(int32(r.symbol<<8) >> 8)
	d.at += 2 * recordSize
	return true
}

// What the types of i386 and ARM have in common, by r_type.
type pairing uint8

const (
	alone      pairing = iota
	isPair             // never comes first
	difference         // of two addresses, both records scattered
	half               // of an address; the partner has the other half
	threadVar          // counts from the end of the field and never the object's own distance in
)

var (
	i386Pairing = [16]pairing{I386Pair: isPair, I386SectDiff: difference, I386LocalSectDiff: difference, I386TLV: threadVar}
	armPairing  = [16]pairing{ARMPair: isPair, ARMSectDiff: difference, ARMLocalSectDiff: difference, ARMHalf: half, ARMHalfSectDiff: difference}
)

// narrow decodes records of i386 and ARM. Displacements count the object's own
// distance in, even those to symbols of other objects, as if these were at 0.
func (d *decoder) narrow(dst []objfmt.Reloc) (n int) {
	kinds, arm := &i386Pairing, d.grammar == grammarARM
	if arm {
		kinds = &armPairing
	}
	var r record
	for ; n < len(dst) && len(d.raw)-d.at >= recordSize; n++ {
		r.load32(d.raw[d.at : d.at+recordSize])
		out := &dst[n]
		out.Offset = uint64(r.offset)
		out.Type = r.typ
		out.Sub = objfmt.NoSymbol
		out.HasAddend = false
		kind := kinds[r.kind()]
		if kind == isPair {
			d.fail("a PAIR without a record before it")
			return n
		}
		if kind == threadVar && !r.extern {
			d.fail("refers to a section where only a symbol makes sense")
			return n
		}
		id, base, ok := d.target(&r)
		if !ok {
			return n
		}
		if r.scattered && len(d.thumbs) > 0 {
			if sym, ok := d.thumbAt(r.symbol); ok {
				id, base = sym, uint64(r.symbol)
			}
		}
		out.Sym = id
		out.Addend = -int64(base)
		if r.pcrel && kind == threadVar {
			out.Addend -= 1 << r.length
		} else if r.pcrel {
			out.Addend += int64(d.own.addr + uint64(r.offset))
		}
		size := recordSize
		if kind == difference || kind == half {
			if !d.pair(out, &r, kind, arm) {
				return n
			}
			size = 2 * recordSize
		}
		d.at += size
	}
	return n
}

// pair folds in the PAIR behind a record.
func (d *decoder) pair(out *objfmt.Reloc, r *record, kind pairing, arm bool) bool {
	var pair record
	if !d.partner(&pair) {
		return false
	}
	if pair.kind() != I386Pair || pair.scattered != r.scattered || kind == difference && !r.scattered {
		d.fail("no PAIR of its kind follows")
		return false
	}
	if kind == difference {
		sub, less, ok := d.scattered(pair.symbol)
		if !ok {
			return false
		}
		out.Sub = sub
		out.Addend += int64(less)
	}
	if k := r.kind(); arm && (k == ARMHalf || k == ARMHalfSectDiff) {
		other := int64(pair.offset & 0xffff)
		if r.length&1 == 0 {
			other <<= 16
		}
		out.Addend += other
	}
	return true
}

// indirectSymbols decodes entries of the indirect symbol table: the pointers or
// stubs of the section, one by one. Those of local symbols are skipped, at the end
// too, so that something is left only if a record will come of it.
func (d *decoder) indirectSymbols(dst []objfmt.Reloc) (n int, rest []byte, err error) {
	first := (d.pos - int(d.own.nreloc)*recordSize) / 4
	raw := d.raw
	for i := 0; len(raw) >= 4; i, raw = i+1, raw[4:] {
		v := le.Uint32(raw)
		if v&(indirectLocal|indirectAbs) != 0 {
			continue
		}
		if n == len(dst) {
			return n, raw, nil
		}
		if v >= d.nsyms {
			entry := uint64(d.own.first) + uint64(first+i)
			return n, raw, &objfmt.FormatError{
				File: d.Name, Offset: d.indirect + 4*entry, What: "indirect symbol " + strconv.FormatUint(entry, 10),
				Msg: "symbol number is past the symbol table",
			}
		}
		out := &dst[n]
		n++
		out.Offset = uint64(first+i) * uint64(d.own.stride)
		out.Sym, out.Sub = objfmt.SymbolID(v), objfmt.NoSymbol
		out.HasAddend, out.Addend = true, 0
		switch {
		case d.own.stubs:
			out.Type, out.Addend = TypeStub, -stubSize
		case d.own.stride == 8:
			out.Type = TypePointer64
		default:
			out.Type = TypePointer32
		}
	}
	return n, raw, nil
}

// differences are the types of a difference, by grammar.
var differences = [...]uint32{grammarX8664: X8664Subtractor, grammarARM64: ARM64Subtractor, grammarI386: I386LocalSectDiff, grammarARM: ARMLocalSectDiff}

// frameRecords decodes what the parser found in __eh_frame.
func (d *decoder) frameRecords(dst []objfmt.Reloc) (n int, rest []byte, err error) {
	raw := d.raw
	for ; n < len(dst) && len(raw) >= recordSize; n, raw = n+1, raw[recordSize:] {
		w := le.Uint32(raw[4:])
		i := int(w & frameSection)
		out := &dst[n]
		out.Offset = uint64(le.Uint32(raw))
		out.Sym = d.sectionSymbol(i)
		out.HasAddend = false
		out.Addend = -int64(d.secs[i].addr)
		out.Type = w >> frameLength & 3 << 5
		out.Sub = objfmt.NoSymbol
		if w&frameAbsolute == 0 {
			out.Type |= differences[d.grammar]
			out.Sub = d.sectionSymbol(int(d.sec.Number - 1))
			out.Addend += int64(d.own.addr)
		}
	}
	return n, raw, nil
}
