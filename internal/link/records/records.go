// Package records has the one walk over the relocation records of an object's
// sections: decode a chunk, leave out what does not count, let a format's quirk name
// what a record means, redirect it to what the linker has made.
//
// Law: it knows objfmt alone. What a chunk goes through is decided once an object; for a
// record nothing is allocated or looked up, and nothing is called through an interface.
package records

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Span is a range of bytes in a section: From up to, not including, To.
type Span struct{ From, To uint64 }

// Spans are ranges of a section, in ascending order.
type Spans struct {
	ID    objfmt.SectionID
	Spans []Span
}

// Erased are ranges of some sections, in the order of the sections.
type Erased []Spans

// Of returns the ranges of a section, nil for none.
func (e Erased) Of(id objfmt.SectionID) []Span {
	lo, hi := 0, len(e)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); e[mid].ID < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(e) && e[lo].ID == id {
		return e[lo].Spans
	}
	return nil
}

// Step changes the records of a chunk, and may leave some out. It works in place and
// returns what stays.
type Step interface {
	Records(at *Section, rs []objfmt.Reloc) []objfmt.Reloc
}

// Section is where a Cursor is.
type Section struct {
	ID   objfmt.SectionID
	File []byte // its bytes in the file, decompressed
	Addr uint64 // where it runs; 0 while that is not known
}

// Cursor walks over the records of one section of an image after the other. The zero
// Cursor is ready for Begin; it holds a chunk, so that it is kept and used again rather
// than made for a section. Each goroutine needs its own.
type Cursor struct {
	Section

	// Chunk are the records that the last call of Next has found, never none. They are
	// valid until the next one.
	Chunk []objfmt.Reloc
	// Decoded is how many records of the section were decoded so far, those left out too.
	Decoded int
	// Total is the same of all sections, since its owner last set it to 0.
	Total uint64

	// Erased are the ranges whose records do not count.
	Erased Erased
	// Naming lets records name the symbol that they mean. nil: they do.
	Naming Step
	// Redirect lets records name what was made for their symbol. nil: nothing was.
	Redirect Step
	// Packed and Runs say which records are chains, see [reloc.Arch]. A chunk has the
	// links of a chain all or none.
	Packed, Runs bool
	// Context ends the walk, with its error, soon after it ends. nil: nothing does.
	Context context.Context

	// What changes with a section or chunk holds no pointers, or does so rarely: writing them costs much while
	// memory is collected.

	layout *objfmt.Layout // of the section's records where Rows gives them; nil: it gives none
	from   uint64         // what its Row is to be told
	spans  []Span         // of Erased
	span   int            // those before it end at or before the last offset
	odd    bool           // the next record is for Decode alone

	chunks  uint // since the walk over the image began
	img     *objfmt.ObjectImage
	more    int // bytes of the section's records that are not yet decoded
	left    int // of Chunk, that Record has not given
	err     error
	drops   bool
	dropped []bool // by SectionID, if drops
	buf     [objfmt.DecodeChunk]objfmt.Reloc
}

// Begin prepares for an image: all of its records count and mean what they say.
func (c *Cursor) Begin(img *objfmt.ObjectImage) {
	c.img, c.more, c.left, c.odd = img, 0, 0, false
	c.Erased, c.Naming, c.Redirect, c.Context, c.drops = nil, nil, nil, nil, false
	if c.Packed || c.Runs {
		c.Packed, c.Runs = false, false
		clear(c.buf[:]) // no Format writes Reloc.More
	}
}

// End forgets the image, so that a Cursor that is kept does not keep it.
func (c *Cursor) End() {
	c.Begin(nil)
	c.File, c.err, c.layout, c.spans = nil, nil, nil, nil
}

// Drop returns the sections of the image, by SectionID, for the caller to say of each whether it is not in memory:
// records that refer to it do not count then in sections that only describe code.
func (c *Cursor) Drop() []bool {
	if n := len(c.img.Sections); n > cap(c.dropped) {
		c.dropped = make([]bool, n+n/4)
	}
	c.drops, c.dropped = true, c.dropped[:len(c.img.Sections)]
	clear(c.dropped)
	return c.dropped
}

// Start goes to the first record of a section. file is what the section has in the
// file, decompressed, and addr where it runs, 0 while that is not known.
func (c *Cursor) Start(id objfmt.SectionID, file []byte, addr uint64) {
	c.ID, c.File, c.Addr = id, file, addr
	c.more, c.left, c.Decoded = len(c.img.Sections[id].Raw), 0, 0
	if c.err != nil {
		c.err = nil
	}
	if c.layout != nil {
		c.layout = nil
	}
}

// sec is the section.
func (c *Cursor) sec() *objfmt.Section { return &c.img.Sections[c.ID] }

// look is how many chunks are decoded between two looks at the context.
const look = heed.Every / objfmt.DecodeChunk

// Next decodes records up to the next that count. It is false at the end of the
// section and where a record is bad, which Err tells.
func (c *Cursor) Next() bool { return c.more > 0 && c.decode() }

// chains decodes n entries of the chunk, of so many records, where records may be links of chains.
func (c *Cursor) chains(raw []byte) (n, many int, rest []byte, err error) {
	if c.Packed {
		return c.packed(raw)
	}
	n, rest, err = c.run(raw)
	return n, n, rest, err
}

// decode is Next where there are bytes.
func (c *Cursor) decode() bool {
	sec := c.sec()
	for c.more > 0 {
		if c.chunks++; c.chunks%look == 0 && c.Context != nil {
			if err := c.Context.Err(); err != nil {
				c.err, c.more = c.ended(err), 0
				return false
			}
		}
		var n, many int
		var rest []byte
		var err error
		raw := sec.Raw
		if c.more != len(raw) {
			raw = raw[len(raw)-c.more:]
		}
		if c.Packed || c.Runs {
			n, many, rest, err = c.chains(raw)
		} else {
			buf := c.buf[:]
			if c.odd {
				c.odd, buf = false, buf[:1]
			}
			n, rest, err = c.img.Format.Decode(c.img, sec, buf, raw)
			many = n
		}
		if sec.Flags&objfmt.SecZeroFill != 0 && n > 0 && err == nil {
			err = c.withoutContents()
		}
		if err != nil {
			c.err, c.more = err, 0
			return false
		}
		if cap(c.Chunk) != len(c.buf) {
			c.Chunk = c.buf[:0]
		}
		c.Chunk = c.Chunk[:n] // no pointer is written
		c.more = len(rest)
		c.Decoded += many
		c.Total += uint64(many)
		if c.drops || c.Naming != nil || c.Redirect != nil {
			n = c.steps()
		}
		if n > 0 {
			return true
		}
	}
	return false
}

// steps has the chunk go through what is done to records, and returns how many stay.
func (c *Cursor) steps() int {
	if c.drops {
		c.Chunk = c.live(c.Chunk)
	}
	if c.Naming != nil {
		c.Chunk = c.Naming.Records(&c.Section, c.Chunk)
	}
	if c.Redirect != nil {
		c.Chunk = c.Redirect.Records(&c.Section, c.Chunk)
	}
	return len(c.Chunk)
}

// withoutContents is the error of records whose fields are nowhere.
func (c *Cursor) withoutContents() error {
	return &objfmt.FormatError{File: c.img.Name, What: "section " + strconv.Itoa(int(c.sec().Number)), Msg: "relocations in a section without contents"}
}

// ended is the error of a context that has ended.
func (c *Cursor) ended(err error) error {
	return fmt.Errorf("%s: relocations of section %d: %w", texts.Name(c.img.Name), c.sec().Number, err)
}

// Record takes the records of a section one by one: nil at the end of the section and
// where a record is bad. What it points to is valid until the next call; Next may not be
// called for the same section.
func (c *Cursor) Record() *objfmt.Reloc {
	if c.left == 0 {
		if !c.Next() {
			return nil
		}
		c.left = len(c.Chunk)
	}
	r := &c.Chunk[len(c.Chunk)-c.left]
	c.left--
	return r
}

// Err is the error that ended the walk over a section, nil if it came to the end.
func (c *Cursor) Err() error { return c.err }

// live leaves out of a chunk the records in erased ranges and, in sections that only
// describe code, those to sections that are not in memory, whose fields stay 0.
func (c *Cursor) live(rs []objfmt.Reloc) []objfmt.Reloc {
	if describing(c.sec()) {
		return Delete(rs, c.toDropped)
	}
	return without(c.Erased.Of(c.ID), rs)
}

// describing reports whether a section only describes code.
func describing(sec *objfmt.Section) bool {
	return sec.Role == objfmt.RoleNote || sec.Flags&objfmt.SecLoad == 0
}

// Delete leaves records out of a chunk; with one of a chain go those behind it.
func Delete(rs []objfmt.Reloc, del func(r *objfmt.Reloc) bool) []objfmt.Reloc {
	within := false // a chain of which a link is left out
	return slices.DeleteFunc(rs, func(r objfmt.Reloc) bool {
		gone := del(&r) || within
		within = gone && r.More
		return gone
	})
}

// toDropped reports whether a record refers to a section that is not in memory.
func (c *Cursor) toDropped(r *objfmt.Reloc) bool {
	if uint64(r.Sym) >= uint64(len(c.img.Symbols)) {
		return false
	}
	s := c.img.Symbols[r.Sym].Section
	return s < objfmt.SecSpecial && c.dropped[s]
}

// without leaves out the records in spans.
func without(spans []Span, rs []objfmt.Reloc) []objfmt.Reloc {
	if len(spans) == 0 {
		return rs
	}
	k := 0
	return slices.DeleteFunc(rs, func(r objfmt.Reloc) bool {
		k = after(spans, k, r.Offset)
		return k < len(spans) && r.Offset >= spans[k].From
	})
}

// after is the index of the first span that ends behind an offset. It begins to look at k, where it was for the last one: records are in
// order as a rule.
func after(spans []Span, k int, off uint64) int {
	if k > 0 && off < spans[k-1].To {
		k = 0
	}
	for n := 0; k < len(spans) && spans[k].To <= off; k++ {
		if n++; n < 8 {
			continue
		}
		k, _ = slices.BinarySearchFunc(spans, off, func(s Span, off uint64) int {
			if s.To <= off {
				return -1
			}
			return 1 // the first that ends behind off
		})
		break
	}
	return k
}
