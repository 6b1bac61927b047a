package rtdyld

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Unwinders of 32-bit ARM search one table of all functions, sorted by address, by
// halves; a function ends where the next begins (Exception Handling ABI for the Arm
// Architecture, "Index table entries"). In an object each section of code has a
// .ARM.exidx section of its own, and what follows a section of code may have none.
// So the linker makes a table for the object, of the entries of all its .ARM.exidx
// sections once these are relocated, with an entry that says "cannot be unwound" at
// the end of each section of code that nothing adjoins. The sections stay as they are.

// ExidxTable is the index table of the exception handling ABI for 32-bit ARM for a
// range of code.
type ExidxTable struct {
	// Block is the table: entries of 8 bytes, two words in the target's byte order,
	// sorted by the function's address. Never empty.
	Block
	// Lo and Hi are target addresses: the table is about the code from Lo up to, not
	// including, Hi. Code before the first entry's function, and code of the object in no
	// table, cannot be unwound.
	Lo, Hi uint64
}

// ExidxTables is told of the index tables of ELF objects for 32-bit ARM, after their
// memory is finalized. tables are all of one object; no two of a linker overlap in the
// code that they are about. tables is the linker's and must not be kept; its memory
// stays until they are deregistered. Calls may be concurrent for different objects.
type ExidxTables interface {
	RegisterExidx(ctx context.Context, tables []ExidxTable) error
	DeregisterExidx(ctx context.Context, tables []ExidxTable) error
}

// An index table entry: the distance of the function from the entry in the lower 31
// bits of a word, then a word that is exidxCantUnwind, or has the highest bit set and
// is all there is to know, or is the distance of more from itself in its lower 31 bits.
const (
	exidxEntrySize  = 8
	exidxCantUnwind = 1
	exidxInline     = 1 << 31
)

// exidxArea is an object's table.
type exidxArea struct {
	size uint64 // bytes that it may have
	used uint64 // bytes that it has, once it is written
}

// exidxEntry is an entry without regard to where it is.
type exidxEntry struct {
	fn   uint32 // address of the function
	word uint32 // the second word; an address if far
	far  bool
}

// codeRange is the place of a section of code.
type codeRange struct{ lo, hi uint64 }

// prel31 is the address that the lower 31 bits of the word w at address at lead to.
func prel31(w uint32, at uint64) uint32 { return uint32(at) + uint32(int32(w<<1)>>1) }

// hasExidx reports whether a section is an index table in memory.
func (o *Object) hasExidx(i int) bool {
	s := &o.img.Sections[i]
	return s.Role == objfmt.RoleExidx && s.Size > 0 && o.kept(objfmt.SectionID(i))
}

// planExidx finds out how large the object's table may become.
func (l *Linker) planExidx(o *Object) error {
	if l.cfg.ExidxTables == nil || l.isClassic() {
		return nil
	}
	size := uint64(0)
	for i := range o.img.Sections {
		if !o.hasExidx(i) {
			continue
		}
		s := &o.img.Sections[i]
		if s.Size%exidxEntrySize != 0 {
			return o.exidxError(i, s.Size, "size is no multiple of an index table entry")
		}
		size += s.Size
	}
	if size == 0 {
		return nil
	}
	for i := range o.img.Sections {
		if o.isCode(i) {
			size += exidxEntrySize
		}
	}
	o.exidx.size = size
	return nil
}

func (o *Object) exidxError(i int, off uint64, msg string) error {
	what := "section " + strconv.Itoa(int(o.img.Sections[i].Number)) + " (" + o.sectionText(objfmt.SectionID(i)) + ")+0x" + strconv.FormatUint(off, 16)
	return &objfmt.FormatError{File: o.name, What: what, Msg: msg}
}

// isCode reports whether a section is code in memory.
func (o *Object) isCode(i int) bool {
	s := &o.img.Sections[i]
	return s.Kind == objfmt.KindCode && s.Size > 0 && o.kept(objfmt.SectionID(i))
}

// code lists where the object's sections of code are, in ascending order.
func (o *Object) code() []codeRange {
	n := 0
	for i := range o.img.Sections {
		if o.isCode(i) {
			n++
		}
	}
	code := make([]codeRange, 0, n)
	for i := range o.img.Sections {
		if o.isCode(i) {
			at := o.place[i].addr
			code = append(code, codeRange{at, at + o.img.Sections[i].Size})
		}
	}
	slices.SortFunc(code, func(a, b codeRange) int { return cmp.Compare(a.lo, b.lo) })
	return code
}

// rangeAt is the index of the last range that begins at or below addr, -1 if none does.
func rangeAt(code []codeRange, addr uint64) int {
	i, found := slices.BinarySearchFunc(code, addr, func(r codeRange, a uint64) int { return cmp.Compare(r.lo, a) })
	if !found {
		i--
	}
	return i
}

// writeExidx makes the table of the entries of all .ARM.exidx sections, which are
// relocated.
func (o *Object) writeExidx() error {
	code := o.code()
	entries, err := o.exidxEntries(code)
	if err != nil {
		return err
	}
	// Of several entries for one function unwinders find the last: order stays.
	slices.SortStableFunc(entries, func(a, b exidxEntry) int { return cmp.Compare(a.fn, b.fn) })
	o.exidx.used = 0
	for i, e := range entries {
		if err := o.putExidx(e); err != nil {
			return err
		}
		end := code[rangeAt(code, uint64(e.fn))].hi
		if last := i+1 == len(entries); e.word != exidxCantUnwind && (last || uint64(entries[i+1].fn) > end) {
			if err := o.putExidx(exidxEntry{fn: uint32(end), word: exidxCantUnwind}); err != nil {
				return err
			}
		}
	}
	clear(o.pseudoMem(secExidx, o.exidx.size)[o.exidx.used:])
	return nil
}

// putExidx appends an entry to the table.
func (o *Object) putExidx(e exidxEntry) error {
	order := bin.Order{Big: o.img.Big}
	off := o.exidx.used
	at, mem := o.place[o.pseudo(secExidx)].addr+off, o.pseudoMem(secExidx, o.exidx.size)[off:]
	words := [2]uint32{e.fn - uint32(at), e.word}
	if e.far {
		words[1] -= uint32(at) + 4
	}
	for i, w := range words {
		if i == 0 || e.far {
			if w+1<<30 >= 1<<31 {
				return &reloc.RangeError{
					Object: o.name, Section: pseudoNames[secExidx], Offset: off + uint64(4*i), Type: "index table entry",
					Symbol: "0x" + strconv.FormatUint(uint64(w+uint32(at)+uint32(4*i)), 16), Value: uint64(int64(int32(w))), Limits: "signed 31",
				}
			}
			w &^= 1 << 31
		}
		order.PutU32(mem[4*i:], w)
	}
	o.exidx.used += exidxEntrySize
	return nil
}

// exidxEntries reads the entries of all .ARM.exidx sections. Those of functions without
// a byte are left out: they would hide what comes next.
func (o *Object) exidxEntries(code []codeRange) ([]exidxEntry, error) {
	order := bin.Order{Big: o.img.Big}
	entries := make([]exidxEntry, 0, o.exidx.size/exidxEntrySize)
	for i := range o.img.Sections {
		if !o.hasExidx(i) {
			continue
		}
		id := objfmt.SectionID(i)
		mem, at := o.mem(id), o.place[i].addr
		end := uint64(1<<64 - 1) // of the code that the section goes with
		if s := &o.img.Sections[i]; s.Link < objfmt.SecSpecial && o.kept(s.Link) {
			end = o.place[s.Link].addr + o.img.Sections[s.Link].Size
		}
		dead := o.deadIndex[id]
		for off := uint64(0); off < uint64(len(mem)); off += exidxEntrySize {
			for len(dead) > 0 && dead[0].to <= off {
				dead = dead[1:]
			}
			if len(dead) > 0 && dead[0].from <= off {
				continue
			}
			first := order.U32(mem[off:])
			e := exidxEntry{fn: prel31(first, at+off), word: order.U32(mem[off+4:])}
			if first&exidxInline != 0 {
				return nil, o.exidxError(i, off, "index table entry has the highest bit set")
			}
			start := uint64(e.fn &^ 1) // Thumb functions may be marked as such
			if start == end {
				continue
			}
			if r := rangeAt(code, start); r < 0 || start >= code[r].hi {
				return nil, o.exidxError(i, off, "index table entry for an address that is no code of the object")
			}
			if e.word != exidxCantUnwind && e.word&exidxInline == 0 {
				e.word, e.far = prel31(e.word, at+off+4), true
			}
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// exidxTables lists the index tables of an object: one or, if its sections have been
// given addresses of their own, one for each section of code.
func (o *Object) exidxTables() []ExidxTable {
	used := o.exidx.used
	if used == 0 {
		return nil
	}
	table := Block{o.pseudoMem(secExidx, used), o.place[o.pseudo(secExidx)].addr}
	if !o.remapped && o.split == nil {
		lo := o.block(objfmt.KindCode).Addr
		return []ExidxTable{{table, lo, lo + o.piece[objfmt.KindCode].size}}
	}
	order := bin.Order{Big: o.img.Big}
	var tables []ExidxTable
	from := uint64(0)
	for _, r := range o.code() {
		fn := func(off uint64) uint64 { return uint64(prel31(order.U32(table.Mem[off:]), table.Addr+off)) }
		for from < used && fn(from) < r.lo {
			from += exidxEntrySize
		}
		to := from
		for to < used && fn(to) < r.hi {
			to += exidxEntrySize
		}
		if to > from {
			tables = append(tables, ExidxTable{Block{table.Mem[from:to:to], table.Addr + from}, r.lo, r.hi})
		}
		from = to
	}
	return tables
}

// findDeadEntries notes the entries of a .ARM.exidx section whose functions are
// dropped although the section is not: those of sections that don't say what code they
// go with.
func (o *Object) findDeadEntries(id objfmt.SectionID, sec *objfmt.Section) error {
	dead, err := o.deadFields(sec)
	if err != nil {
		return err
	}
	var spans []span
	for _, off := range dead {
		if off%exidxEntrySize != 0 {
			continue // no function's address
		}
		spans = append(spans, span{off, off + exidxEntrySize})
	}
	if spans != nil {
		if o.deadIndex == nil {
			o.deadIndex = map[objfmt.SectionID][]span{}
		}
		o.deadIndex[id] = spans
	}
	return nil
}
