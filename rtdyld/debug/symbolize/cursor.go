package symbolize

import (
	"bytes"
	"encoding/binary"
)

// cursor reads from untrusted bytes. What lies outside reads as 0 and makes it bad.
type cursor struct {
	b   []byte
	off int
	big bool
	bad bool
}

// at returns a cursor over b from off on.
func at(b []byte, off uint64, big bool) cursor {
	if off > uint64(len(b)) {
		return cursor{b: b, off: len(b), big: big, bad: true}
	}
	return cursor{b: b, off: int(off), big: big}
}

// left is how many bytes there are to read.
func (c *cursor) left() int { return len(c.b) - c.off }

// take returns the next n bytes, nil if there are less.
func (c *cursor) take(n uint64) []byte {
	if n > uint64(c.left()) {
		c.off, c.bad = len(c.b), true
		return nil
	}
	b := c.b[c.off : c.off+int(n)]
	c.off += int(n)
	return b
}

func (c *cursor) u8() uint8 {
	if c.off >= len(c.b) {
		c.bad = true
		return 0
	}
	c.off++
	return c.b[c.off-1]
}

// uint reads a word of n bytes, 1 to 8.
func (c *cursor) uint(n int) uint64 {
	b := c.take(uint64(n))
	if b == nil {
		return 0
	}
	var o binary.ByteOrder = binary.LittleEndian
	if c.big {
		o = binary.BigEndian
	}
	switch n {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(o.Uint16(b))
	case 4:
		return uint64(o.Uint32(b))
	case 8:
		return o.Uint64(b)
	}
	v := uint64(0)
	for i := range b {
		if c.big {
			v = v<<8 | uint64(b[i])
		} else {
			v |= uint64(b[i]) << (8 * i)
		}
	}
	return v
}

// uleb and sleb read numbers of any length; what is beyond 64 bits is dropped.
func (c *cursor) uleb() uint64 {
	v := uint64(0)
	for shift := 0; ; shift += 7 {
		x := c.u8()
		if shift < 64 {
			v |= uint64(x&0x7f) << shift
		}
		if x < 0x80 {
			return v
		}
	}
}

func (c *cursor) sleb() int64 {
	v, shift := int64(0), 0
	for {
		x := c.u8()
		if shift < 64 {
			v |= int64(x&0x7f) << shift
		}
		shift += 7
		if x < 0x80 {
			if shift < 64 && x&0x40 != 0 {
				v |= -1 << shift
			}
			return v
		}
	}
}

// str reads up to the next NUL.
func (c *cursor) str() []byte {
	n := bytes.IndexByte(c.b[c.off:], 0)
	if n < 0 {
		c.off, c.bad = len(c.b), true
		return nil
	}
	s := c.b[c.off : c.off+n]
	c.off += n + 1
	return s
}

// length reads an initial length: that of what follows, and how wide offsets are.
func (c *cursor) length() (n uint64, wide bool) {
	if n = c.uint(4); n == 0xffffffff {
		return c.uint(8), true
	}
	if n >= 0xfffffff0 { // reserved
		c.bad = true
		return 0, false
	}
	return n, false
}

// offset reads a word as wide as offsets are.
func (c *cursor) offset(wide bool) uint64 {
	if wide {
		return c.uint(8)
	}
	return c.uint(4)
}
