package records

import (
	"fmt"
	"strconv"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Chains: relocations at one place of which each computes the addend of the next one, and
// the last one writes.

// longest is how many links a chain has at most (64-bit ELF Object File Specification for
// MIPS, section 2.9: a record has three types).
const longest = 3

// packed decodes records that have up to three types in Type, a byte each, the first one in
// the lowest. Only the first has a symbol. The fourth byte tells what stands for the symbol of
// the second one, and is 0 for nothing: for others no table has a row.
func (c *Cursor) packed(raw []byte) (n, many int, rest []byte, err error) {
	const most = len(c.buf) / longest
	in := c.buf[len(c.buf)-most:]
	many, rest, err = c.img.Format.Decode(c.img, c.sec(), in, raw)
	for i := range in[:many] {
		r := in[i] // entry n is not behind it
		types := r.Type
		r.Type, r.More = types&0xff, false
		c.buf[n] = r
		n++
		special := types >> 24 << 24
		for types = types >> 8 & 0xffff; types != 0 || special != 0; types >>= 8 {
			c.buf[n-1].More = true
			c.buf[n] = objfmt.Reloc{Offset: r.Offset, Type: types&0xff | special, Sub: objfmt.NoSymbol, HasAddend: true}
			special = 0
			n++
		}
	}
	return n, many, rest, err
}

// run decodes records; those in a row that are at one place are a chain, R_*_NONE apart, which
// is 0 everywhere.
func (c *Cursor) run(raw []byte) (n int, rest []byte, err error) {
	n, rest, err = c.img.Format.Decode(c.img, c.sec(), c.buf[:len(c.buf)-longest], raw)
	for err == nil && n > 0 && len(rest) > 0 {
		var k int
		left := rest
		if k, rest, err = c.img.Format.Decode(c.img, c.sec(), c.buf[n:n+1], left); err != nil || k == 0 {
			break
		}
		if !joins(&c.buf[n-1], &c.buf[n]) {
			rest = left
			break
		}
		if n++; n == len(c.buf) {
			return n, rest, c.tooLong(n - 1)
		}
	}
	links := 1
	for i := range c.buf[:n] {
		c.buf[i].More = i+1 < n && joins(&c.buf[i], &c.buf[i+1])
		if links++; !c.buf[i].More {
			links = 1
		} else if links > longest {
			return n, rest, c.tooLong(i)
		}
	}
	return n, rest, err
}

// joins reports whether two records in a row are links of a chain.
func joins(a, b *objfmt.Reloc) bool { return a.Offset == b.Offset && a.Type != 0 && b.Type != 0 }

// tooLong is the error of a chain that goes on with entry i of the chunk.
func (c *Cursor) tooLong(i int) error {
	return &objfmt.FormatError{
		File: c.img.Name, What: "section " + strconv.Itoa(int(c.sec().Number)), Msg: fmt.Sprintf("more than %d relocations in a row at offset %#x", longest, c.buf[i].Offset),
	}
}
