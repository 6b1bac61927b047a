package bin

import "bytes"

// Cursor reads numbers and slices one behind the other. What lies outside B, or is no such
// number, reads as 0 and sets Bad; nothing is left to read then.
type Cursor struct {
	B   []byte
	At  int  // offset in B of what is read next, 0 to len(B)
	Big bool // byte order of words
	Bad bool
}

// fail notes that there was too little, or nonsense.
func (c *Cursor) fail() { c.At, c.Bad = len(c.B), true }

// Seek goes to an offset.
func (c *Cursor) Seek(off uint64) {
	if off > uint64(len(c.B)) {
		c.fail()
		return
	}
	c.At = int(off)
}

// Left is how many bytes there are to read.
func (c *Cursor) Left() int { return len(c.B) - c.At }

// Take returns the next n bytes, a view of B, or nil if there are less.
func (c *Cursor) Take(n uint64) []byte {
	if n > uint64(c.Left()) {
		c.fail()
		return nil
	}
	b := c.B[c.At : c.At+int(n)]
	c.At += int(n)
	return b
}

// U8 reads a byte.
func (c *Cursor) U8() uint8 {
	if c.At >= len(c.B) {
		c.Bad = true
		return 0
	}
	c.At++
	return c.B[c.At-1]
}

// Uint reads a word of n bytes, 0 to 8.
func (c *Cursor) Uint(n int) uint64 {
	b := c.Take(uint64(n))
	o := Order{c.Big}
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(o.U16(b))
	case 4:
		return uint64(o.U32(b))
	case 8:
		return o.U64(b)
	}
	v := uint64(0)
	for i := range b {
		if c.Big {
			v = v<<8 | uint64(b[i])
		} else {
			v |= uint64(b[i]) << (8 * i)
		}
	}
	return v
}

// maxLEB is the most bytes of a LEB128 number, padding included: who reads one again and
// again is not at work for long.
const maxLEB = 20

// ULEB reads an unsigned LEB128 number (DWARF 5, section 7.6) that fits 64 bits.
func (c *Cursor) ULEB() uint64 {
	v := uint64(0)
	for shift := uint(0); shift < 7*maxLEB; shift += 7 {
		x := c.U8()
		if shift >= 63 && x&0x7f > 1 || shift > 63 && x&0x7f != 0 {
			break
		}
		v |= uint64(x&0x7f) << shift
		if x < 0x80 {
			return v
		}
	}
	c.fail()
	return 0
}

// SLEB reads a signed LEB128 number that fits 64 bits.
func (c *Cursor) SLEB() int64 {
	v := int64(0)
	for shift := uint(0); shift < 7*maxLEB; shift += 7 {
		x := c.U8()
		if low := x & 0x7f; shift == 63 && low != 0 && low != 0x7f || shift > 63 && low != uint8(v>>63)&0x7f {
			break
		}
		v |= int64(x&0x7f) << shift
		if x < 0x80 {
			if shift < 57 && x&0x40 != 0 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	c.fail()
	return 0
}

// SkipLEB goes over a LEB128 number, signed or not, whatever its value.
func (c *Cursor) SkipLEB() {
	for range maxLEB {
		if c.U8() < 0x80 {
			return
		}
	}
	c.fail()
}

// CString reads up to the next NUL and returns what is before it, a view of B; nil if there
// is none.
func (c *Cursor) CString() []byte {
	n := bytes.IndexByte(c.B[c.At:], 0)
	if n < 0 {
		c.fail()
		return nil
	}
	s := c.B[c.At : c.At+n]
	c.At += n + 1
	return s
}
