package units

import "github.com/go-rtdyld/rtdyld/internal/bin"

// Cursor reads DWARF.
type Cursor struct{ bin.Cursor }

// At returns a cursor over b from off on.
func At(b []byte, off uint64, big bool) Cursor {
	c := Cursor{bin.Cursor{B: b, Big: big}}
	c.Seek(off)
	return c
}

// Length reads an initial length: that of what follows, and how wide offsets are.
func (c *Cursor) Length() (n uint64, wide bool) {
	if n = c.Uint(4); n == 0xffffffff {
		return c.Uint(8), true
	}
	if n >= 0xfffffff0 { // reserved
		c.Bad = true
		return 0, false
	}
	return n, false
}

// Offset reads a word as wide as offsets are.
func (c *Cursor) Offset(wide bool) uint64 {
	if wide {
		return c.Uint(8)
	}
	return c.Uint(4)
}
