package elf

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
)

// A compact relocation section (SHT_CREL, proposed for the gABI, as LLVM 19 writes it) is
//
//	ULEB128 header: number of records << 3 | records have addends << 2 | shift
//	records, each the difference to the one before, which is all zero for the first:
//	  bytes of a ULEB128 number whose lowest bits, two or with addends three, say which
//	  of the fields below follow, and whose other bits are r_offset's difference >> shift
//	  SLEB128 difference of the symbol number, of the type, of the addend
//
// Records of unequal lengths cannot be counted or cut without a look at each, so that they
// become a table of Elf_Rel or Elf_Rela: at most 24 bytes for one of the file.
type crel struct {
	bin.Cursor
	count uint64
	shift uint
	rela  bool

	offset, addend uint64
	sym, typ       uint32
}

// header begins a section with contents b, and reports whether b has a header and a byte for
// each record.
func (c *crel) header(b []byte) bool {
	*c = crel{Cursor: bin.Cursor{B: b}}
	h := c.ULEB()
	c.count, c.rela, c.shift = h>>3, h&4 != 0, uint(h&3)
	return !c.Bad && c.count <= uint64(c.Left())
}

// next reads a record. Bad: there is none.
func (c *crel) next() {
	flags := uint(2)
	if c.rela {
		flags = 3
	}
	b := c.U8()
	delta := uint64(b) >> flags
	if b >= 0x80 {
		delta += c.ULEB()<<(7-flags) - 0x80>>flags
	}
	c.offset += delta
	if b&1 != 0 {
		c.sym += uint32(c.SLEB())
	}
	if b&2 != 0 {
		c.typ += uint32(c.SLEB())
	}
	if b&4 != 0 && c.rela {
		c.addend += uint64(c.SLEB())
	}
}

// compact is the table of relocations of section i, of type SHT_CREL, and whether its records
// are Elf_Rela.
func (p *parser) compact(i uint64, h *shdr) (table []byte, rela bool, err error) {
	b, ok := bin.Slice(p.file, h.off, h.size)
	if !ok {
		return nil, false, p.errorf(p.at(i), sectionN(i), "relocations lie outside the file")
	}
	var c crel
	if !c.header(b) {
		return nil, false, p.errorf(h.off, sectionN(i), "fewer compact relocations than the section's header says")
	}
	typ := uint32(shtRel)
	if c.rela {
		typ = shtRela
	}
	size := p.relSize(typ)
	table = make([]byte, c.count*size)
	count := int(c.count)
	for lo := 0; lo < count; lo += heed.Every {
		hi, err := heed.Piece(p.ctx, lo, count)
		if err != nil {
			return nil, false, p.ended(err)
		}
		for n := lo; n < hi; n++ {
			at := c.At
			if c.next(); c.Bad {
				return nil, false, p.errorf(h.off+uint64(at), sectionN(i), "compact relocation is cut off or not of 64 bits")
			}
			if !p.is64 && (c.typ > 0xff || c.sym > 0xffffff) {
				return nil, false, p.unsupported(h.off+uint64(at), sectionN(i), "compact relocation with a type of more than 8 bits or a symbol number of more than 24")
			}
			p.putRecord(table[uint64(n)*size:][:size], &c)
		}
	}
	if c.Left() > 0 {
		return nil, false, p.errorf(h.off+uint64(c.At), sectionN(i), "bytes behind the last compact relocation")
	}
	return table, c.rela, nil
}

// putRecord writes a record as Elf_Rel or Elf_Rela, whichever has len(b) bytes.
func (p *parser) putRecord(b []byte, c *crel) {
	o := p.order
	if !p.is64 {
		o.PutU32(b, uint32(c.offset<<c.shift))
		o.PutU32(b[4:], c.sym<<8|c.typ)
		if len(b) > 8 {
			o.PutU32(b[8:], uint32(c.addend))
		}
		return
	}
	o.PutU64(b, c.offset<<c.shift)
	if p.img.Machine == emPackedInfo { // r_sym, then r_ssym, r_type3, r_type2, r_type, the lowest byte
		o.PutU32(b[8:], c.sym)
		bin.Order{Big: true}.PutU32(b[12:], c.typ)
	} else {
		o.PutU64(b[8:], uint64(c.sym)<<32|uint64(c.typ))
	}
	if len(b) > 16 {
		o.PutU64(b[16:], c.addend)
	}
}
