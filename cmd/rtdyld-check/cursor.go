package main

import "bytes"

// cursor reads a header of .debug_line (DWARF 5, 6.2.4). Past the end it reads zeros.
type cursor struct {
	b    []byte
	big  bool
	wide bool // offsets have 8 bytes
	bad  bool
}

func (c *cursor) ok() bool { return !c.bad }

// take returns the next n bytes.
func (c *cursor) take(n uint64) []byte {
	if n > uint64(len(c.b)) {
		c.b, c.bad = nil, true
		return nil
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func (c *cursor) skip(n uint64) { c.take(n) }

// u reads a number of n bytes.
func (c *cursor) u(n int) (v uint64) {
	b := c.take(uint64(n))
	for i := range b {
		if c.big {
			v = v<<8 | uint64(b[i])
		} else {
			v |= uint64(b[i]) << (8 * i)
		}
	}
	return v
}

func (c *cursor) offset() uint64 {
	if c.wide {
		return c.u(8)
	}
	return c.u(4)
}

func (c *cursor) uleb() (v uint64) {
	for shift := 0; ; shift += 7 {
		b := c.u(1)
		if shift < 64 {
			v |= b & 0x7f << shift
		}
		if b < 0x80 {
			return v
		}
	}
}

// str views a string that ends in NUL.
func (c *cursor) str() []byte {
	i := bytes.IndexByte(c.b, 0)
	if i < 0 {
		c.b, c.bad = nil, true
		return nil
	}
	s := c.b[:i]
	c.b = c.b[i+1:]
	return s
}

// Forms and the content type that the tables of a line header use (DWARF 5, 7.5.6 and
// 7.22).
const (
	formBlock2   = 0x03
	formBlock4   = 0x04
	formData2    = 0x05
	formData4    = 0x06
	formData8    = 0x07
	formString   = 0x08
	formBlock    = 0x09
	formBlock1   = 0x0a
	formData1    = 0x0b
	formStrp     = 0x0e
	formUdata    = 0x0f
	formData16   = 0x1e
	formLineStrp = 0x1f

	contentPath = 1
)

// entries reads a table of directories or files of DWARF 5 and returns the paths.
func (c *cursor) entries(debug map[string][]byte) [][]byte {
	type format struct{ content, form uint64 }
	formats := make([]format, c.u(1))
	for i := range formats {
		formats[i] = format{c.uleb(), c.uleb()}
	}
	n := c.uleb()
	var out [][]byte
	for ; n > 0 && len(formats) > 0 && len(c.b) > 0 && c.ok(); n-- {
		var path []byte
		for _, f := range formats {
			if s := c.form(f.form, debug); f.content == contentPath {
				path = s
			}
		}
		if c.ok() {
			out = append(out, path)
		}
	}
	return out
}

// form reads a value; what is no string is skipped.
func (c *cursor) form(form uint64, debug map[string][]byte) []byte {
	switch form {
	case formString:
		return c.str()
	case formLineStrp, formStrp:
		s := cursor{b: debug["line_str"]}
		if form == formStrp {
			s.b = debug["str"]
		}
		s.skip(c.offset())
		return s.str()
	case formData1:
		c.skip(1)
	case formData2:
		c.skip(2)
	case formData4:
		c.skip(4)
	case formData8:
		c.skip(8)
	case formData16:
		c.skip(16)
	case formUdata:
		c.uleb()
	case formBlock:
		c.skip(c.uleb())
	case formBlock1:
		c.skip(c.u(1))
	case formBlock2:
		c.skip(c.u(2))
	case formBlock4:
		c.skip(c.u(4))
	default:
		c.b, c.bad = nil, true
	}
	return nil
}
