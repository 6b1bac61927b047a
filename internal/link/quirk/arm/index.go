// Package arm has what 32-bit ARM adds to a link: the index tables of its exception
// handling ABI, and names for the places of Thumb functions in Mach-O.
//
// Law: pure functions of an object's sections, see package quirk.
package arm

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// ELF is what ELF for 32-bit ARM adds.
var ELF = quirk.Steps{Index: &index, InsnSet: insnSet}

// index makes one index table of all .ARM.exidx sections of an object.
//
// Unwinders of 32-bit ARM search one table of all functions, sorted by address, by
// halves; a function ends where the next begins (Exception Handling ABI for the Arm
// Architecture, "Index table entries"). In an object each section of code has a
// .ARM.exidx section of its own, and what follows a section of code may have none.
// So the linker makes a table for the object, of the entries of all its .ARM.exidx
// sections once these are relocated, with an entry that says "cannot be unwound" at
// the end of each section of code that nothing adjoins. The sections stay as they are.
var index = quirk.Index{Name: indexName, Size: indexSize, Write: writeIndex, Parts: indexParts}

const indexName = "<exidx>"

// An index table entry: the distance of the function from the entry in the lower 31
// bits of a word, then a word that is cantUnwind, or has the highest bit set and
// is all there is to know, or is the distance of more from itself in its lower 31 bits.
const (
	entrySize  = 8
	cantUnwind = 1
	inline     = 1 << 31
)

// entry is an entry without regard to where it is.
type entry struct {
	fn       uint32 // address of the function
	word     uint32 // the second word; an address if absolute
	absolute bool
}

// prel31 is the address that the lower 31 bits of the word w at address at lead to.
func prel31(w uint32, at uint64) uint32 { return uint32(at) + uint32(int32(w<<1)>>1) }

// isIndex reports whether a section is an index table in memory.
func isIndex(o *quirk.Object, id objfmt.SectionID) bool {
	s := &o.Image.Sections[id]
	return s.Role == objfmt.RoleExidx && s.Size > 0 && o.Layout.Kept(id)
}

// indexSize finds out how large the object's table may become.
func indexSize(ctx context.Context, o *quirk.Object) (uint64, error) {
	size, ends := uint64(0), uint64(0)
	var done heed.Count
	for i := range o.Image.Sections {
		if err := done.Items(ctx, 1); err != nil {
			return 0, err
		}
		id := objfmt.SectionID(i)
		if o.IsCode(id) {
			ends += entrySize
		}
		if !isIndex(o, id) {
			continue
		}
		s := &o.Image.Sections[i]
		if s.Size%entrySize != 0 {
			return 0, o.Error(id, s.Size, "size is no multiple of an index table entry")
		}
		size += s.Size
	}
	if size == 0 {
		return 0, nil
	}
	return size + ends, nil
}

// rangeAt is the index of the last range that begins at or below addr, -1 if none does.
func rangeAt(code []quirk.Range, addr uint64) int {
	i, found := slices.BinarySearchFunc(code, addr, func(r quirk.Range, a uint64) int { return cmp.Compare(r.Lo, a) })
	if !found {
		i--
	}
	return i
}

// table is the table that is being written.
type table struct {
	o    *quirk.Object
	mem  []byte
	addr uint64
	used uint64
}

// writeIndex makes the table of the entries of all .ARM.exidx sections.
func writeIndex(ctx context.Context, o *quirk.Object, mem []byte, addr uint64) (uint64, error) {
	t := table{o: o, mem: mem, addr: addr}
	code, err := o.Code(ctx)
	if err != nil {
		return 0, err
	}
	entries, err := readEntries(ctx, o, code, uint64(len(mem))/entrySize)
	if err != nil {
		return 0, err
	}
	// Of several entries for one function unwinders find the last: order stays.
	if err := heed.SortStable(ctx, entries, func(a, b entry) int { return cmp.Compare(a.fn, b.fn) }); err != nil {
		return 0, err
	}
	var done heed.Count
	for i, e := range entries {
		if err := done.Items(ctx, 1); err != nil {
			return 0, err
		}
		if err := t.put(e); err != nil {
			return 0, err
		}
		end := code[rangeAt(code, uint64(e.fn))].Hi
		if last := i+1 == len(entries); e.word != cantUnwind && (last || uint64(entries[i+1].fn) > end) {
			if err := t.put(entry{fn: uint32(end), word: cantUnwind}); err != nil {
				return 0, err
			}
		}
	}
	clear(mem[t.used:])
	return t.used, nil
}

// put appends an entry to the table.
func (t *table) put(e entry) error {
	order := bin.Order{Big: t.o.Image.Big}
	at, mem := t.addr+t.used, t.mem[t.used:]
	words := [2]uint32{e.fn - uint32(at), e.word}
	if e.absolute {
		words[1] -= uint32(at) + 4
	}
	for i, w := range words {
		if i == 0 || e.absolute {
			if w+1<<30 >= 1<<31 {
				return &reloc.RangeError{
					Object: t.o.Name, Section: indexName, Offset: t.used + uint64(4*i), Type: "index table entry",
					Symbol: "0x" + strconv.FormatUint(uint64(w+uint32(at)+uint32(4*i)), 16), Value: uint64(int64(int32(w))), Limits: "signed 31",
				}
			}
			w &^= 1 << 31
		}
		order.PutU32(mem[4*i:], w)
	}
	t.used += entrySize
	return nil
}

// readEntries reads the entries of all .ARM.exidx sections, most of them at most. Those
// of functions without a byte are left out: they would hide what comes next.
func readEntries(ctx context.Context, o *quirk.Object, code []quirk.Range, most uint64) ([]entry, error) {
	entries := make([]entry, 0, most)
	var done heed.Count
	for i := range o.Image.Sections {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		id := objfmt.SectionID(i)
		if !isIndex(o, id) {
			continue
		}
		var err error
		if entries, err = appendEntries(ctx, entries, o, id, code); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// appendEntries appends the entries of one section.
func appendEntries(ctx context.Context, entries []entry, o *quirk.Object, id objfmt.SectionID, code []quirk.Range) ([]entry, error) {
	order := bin.Order{Big: o.Image.Big}
	mem, at := o.Mem(id), o.Layout.Sections[id].Addr
	end := uint64(1<<64 - 1) // of the code that the section goes with
	if s := &o.Image.Sections[id]; s.Link < objfmt.SecSpecial && o.Layout.Kept(s.Link) {
		end = o.Layout.Sections[s.Link].Addr + o.Image.Sections[s.Link].Size
	}
	dead := o.Erased.Of(id)
	var done heed.Count
	for off := uint64(0); off < uint64(len(mem)); off += entrySize {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		for len(dead) > 0 && dead[0].To <= off {
			dead = dead[1:]
		}
		if len(dead) > 0 && dead[0].From <= off {
			continue
		}
		first := order.U32(mem[off:])
		e := entry{fn: prel31(first, at+off), word: order.U32(mem[off+4:])}
		if first&inline != 0 {
			return nil, o.Error(id, off, "index table entry has the highest bit set")
		}
		start := uint64(e.fn &^ 1) // Thumb functions may be marked as such
		if start == end {
			continue
		}
		if r := rangeAt(code, start); r < 0 || start >= code[r].Hi {
			return nil, o.Error(id, off, "index table entry for an address that is no code of the object")
		}
		if e.word != cantUnwind && e.word&inline == 0 {
			e.word, e.absolute = prel31(e.word, at+off+4), true
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// indexParts cuts a table in parts, one for each section of code that has entries.
func indexParts(o *quirk.Object, table []byte, addr uint64) (parts []quirk.Part) {
	order := bin.Order{Big: o.Image.Big}
	from, used := uint64(0), uint64(len(table))
	fn := func(off uint64) uint64 { return uint64(prel31(order.U32(table[off:]), addr+off)) }
	code, _ := o.Code(context.Background()) // which does not end
	for _, r := range code {
		for from < used && fn(from) < r.Lo {
			from += entrySize
		}
		to := from
		for to < used && fn(to) < r.Hi {
			to += entrySize
		}
		if to > from {
			parts = append(parts, quirk.Part{From: from, To: to, Range: r})
		}
		from = to
	}
	return parts
}

// Dead finds the entries of a .ARM.exidx section whose functions are dropped although
// the section is not: those of sections that don't say what code they go with. fields are
// the offsets of fields that refer to dropped sections. The error is the context's.
func Dead(ctx context.Context, _ []byte, fields []uint64, _ bin.Order) ([]records.Span, error) {
	var spans []records.Span
	var done heed.Count
	for _, off := range fields {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		if off%entrySize != 0 {
			continue // no function's address
		}
		spans = append(spans, records.Span{From: off, To: off + entrySize})
	}
	return spans, nil
}
