package symbolize

import "github.com/go-rtdyld/rtdyld/internal/bin"

// cursor reads DWARF.
type cursor struct{ bin.Cursor }

// at returns a cursor over b from off on.
func at(b []byte, off uint64, big bool) cursor {
	c := cursor{bin.Cursor{B: b, Big: big}}
	c.Seek(off)
	return c
}

// length reads an initial length: that of what follows, and how wide offsets are.
func (c *cursor) length() (n uint64, wide bool) {
	if n = c.Uint(4); n == 0xffffffff {
		return c.Uint(8), true
	}
	if n >= 0xfffffff0 { // reserved
		c.Bad = true
		return 0, false
	}
	return n, false
}

// offset reads a word as wide as offsets are.
func (c *cursor) offset(wide bool) uint64 {
	if wide {
		return c.Uint(8)
	}
	return c.Uint(4)
}
