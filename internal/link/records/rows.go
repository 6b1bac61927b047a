package records

import (
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Rows: records of the format's commonest layout, which those who walk over them read as they lie in the file. They are most of all that there
// are, and a copy in neutral form would be written and read once, each time.

// ByRow lets Rows give the records of the section that Start has gone to, where that is possible: what was made for their symbols is not asked for by
// record, and they mean what they say.
func (c *Cursor) ByRow() {
	sec := c.sec()
	if c.more == 0 || c.Naming != nil || c.Redirect != nil || c.Packed || c.Runs || sec.Flags&objfmt.SecZeroFill != 0 ||
		c.drops && describing(sec) {
		return
	}
	if c.layout, c.from = c.img.Format.Layout(c.img, sec); c.layout == nil {
		return
	}
	c.odd, c.span = false, 0
	var spans []Span
	if c.drops {
		spans = c.Erased.Of(c.ID)
	}
	if len(spans) > 0 || c.spans != nil {
		c.spans = spans
	}
}

// Rows returns the next records that count, one behind the other, with where their fields are. The caller says by Took how many it has
// dealt with. There are none where the next record is not of that layout, at the end, and without ByRow: Next goes on.
func (c *Cursor) Rows() (rows []byte, l *objfmt.Layout, from uint64) {
	if c.layout == nil || c.odd {
		return nil, nil, 0
	}
	size := c.layout.Size
	for c.more >= size {
		raw := c.sec().Raw
		raw = raw[len(raw)-c.more:]
		n := min(len(raw)/size, heed.Every)
		if c.due(n) && c.end() {
			break
		}
		if raw = raw[:n*size]; c.spans == nil {
			return raw, c.layout, c.from
		}
		out, n := c.beside(raw)
		if c.count(out); c.odd {
			break
		}
		if n > 0 {
			return raw[out*size:][:n*size], c.layout, c.from
		}
	}
	return nil, nil, 0
}

// Took says that the first n records that Rows has returned are dealt with. If that is not all of them the next one is for Next alone.
func (c *Cursor) Took(rows []byte, n int) {
	c.odd = n*c.layout.Size < len(rows)
	c.count(n)
}

// count passes n records.
func (c *Cursor) count(n int) {
	c.more -= n * c.layout.Size
	c.chunks += chunks(n)
	c.Decoded += n
	c.Total += uint64(n)
}

// Row is record n of those that Rows has returned, in neutral form. It is valid as long as Chunk is.
func (c *Cursor) Row(rows []byte, n int) *objfmt.Reloc {
	r := &c.buf[0]
	off, typ, sym, addend, _ := c.layout.Row(rows[n*c.layout.Size:], c.from)
	*r = objfmt.Reloc{Offset: off, Type: typ, Sym: sym, Addend: int64(addend), Sub: objfmt.NoSymbol, HasAddend: c.layout.Addend > 0}
	return r
}

// chunks is how many chunks n records would be.
func chunks(n int) uint { return uint(n+objfmt.DecodeChunk-1) / objfmt.DecodeChunk }

// due reports whether the context is to be looked at before the next n records: as often as if they were decoded.
func (c *Cursor) due(n int) bool { return (c.chunks+chunks(n))/look != c.chunks/look }

// end looks at the context and reports whether it has ended, which ends the walk.
func (c *Cursor) end() bool {
	if c.Context == nil || c.Context.Err() == nil {
		return false
	}
	c.err, c.more = c.ended(c.Context.Err()), 0
	return true
}

// beside counts the records in Erased ranges that raw begins with, and then those that count, up to the first that Decode alone knows.
func (c *Cursor) beside(raw []byte) (out, n int) {
	size := c.layout.Size
	for ; len(raw) >= size; raw = raw[size:] {
		off := c.layout.Offset(raw)
		if c.layout.Kinds != nil {
			if _, _, _, _, ok := c.layout.Row(raw, c.from); !ok {
				c.odd = n == 0
				break
			}
		}
		c.span = after(c.spans, c.span, off)
		if in := c.span < len(c.spans) && off >= c.spans[c.span].From; !in {
			n++
		} else if n > 0 {
			break
		} else {
			out++
		}
	}
	return out, n
}
