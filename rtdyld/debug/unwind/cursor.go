package unwind

import "encoding/binary"

// cursor reads numbers from untrusted bytes. What lies outside reads as 0 and sets
// bad, once for all.
type cursor struct {
	b   []byte
	at  int
	big bool
	bad bool
}

func (c *cursor) left() int { return len(c.b) - c.at }

// bytes returns the next n bytes.
func (c *cursor) bytes(n uint64) []byte {
	if c.bad || n > uint64(c.left()) {
		c.bad = true
		return nil
	}
	b := c.b[c.at : c.at+int(n)]
	c.at += int(n)
	return b
}

func (c *cursor) u8() uint8 {
	if c.bad || c.at >= len(c.b) {
		c.bad = true
		return 0
	}
	c.at++
	return c.b[c.at-1]
}

// uint reads a number of 1, 2, 4 or 8 bytes.
func (c *cursor) uint(size int) uint64 {
	b := c.bytes(uint64(size))
	if b == nil {
		return 0
	}
	return uintAt(b, c.big)
}

// uintAt is the number that b is, of 1, 2, 4 or 8 bytes.
func uintAt(b []byte, big bool) uint64 {
	switch {
	case len(b) == 1:
		return uint64(b[0])
	case len(b) == 2 && big:
		return uint64(binary.BigEndian.Uint16(b))
	case len(b) == 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case len(b) == 4 && big:
		return uint64(binary.BigEndian.Uint32(b))
	case len(b) == 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case len(b) == 8 && big:
		return binary.BigEndian.Uint64(b)
	case len(b) == 8:
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// signed extends the sign of a number of size bytes.
func signed(v uint64, size int) uint64 {
	shift := 64 - 8*uint(size)
	return uint64(int64(v<<shift) >> shift)
}

// appendUint appends the size lowest bytes of v.
func appendUint(dst []byte, v uint64, size int, big bool) []byte {
	for i := range size {
		shift := 8 * i
		if big {
			shift = 8 * (size - 1 - i)
		}
		dst = append(dst, byte(v>>shift))
	}
	return dst
}

// uleb reads an unsigned LEB128 number (DWARF 5, section 7.6) that fits 64 bits.
func (c *cursor) uleb() uint64 {
	v := uint64(0)
	for shift := uint(0); ; shift += 7 {
		b := c.u8()
		if shift >= 63 && b > 1 || c.bad {
			c.bad = true
			return 0
		}
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
}

// sleb reads a signed LEB128 number that fits 64 bits.
func (c *cursor) sleb() int64 {
	v := int64(0)
	for shift := uint(0); ; shift += 7 {
		b := c.u8()
		if shift >= 63 && b != 0 && b != 0x7f || c.bad {
			c.bad = true
			return 0
		}
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if shift < 57 && b&0x40 != 0 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
}

// cstring reads up to and including a NUL, which is left out.
func (c *cursor) cstring() []byte {
	for i := c.at; i < len(c.b) && !c.bad; i++ {
		if c.b[i] == 0 {
			s := c.b[c.at:i]
			c.at = i + 1
			return s
		}
	}
	c.bad = true
	return nil
}

func appendULEB(dst []byte, v uint64) []byte {
	for v >= 0x80 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}

func appendSLEB(dst []byte, v int64) []byte {
	for v < -0x40 || v >= 0x40 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v)&0x7f)
}
