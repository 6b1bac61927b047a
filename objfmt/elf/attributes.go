package elf

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
)

// Build attributes of Arm (Addenda to, and Errata in, the ABI for the Arm Architecture, "Build attributes"): a version, then for each
// vendor a length in bytes, a name and parts, each a tag, a length and what it says of the file, of sections or of symbols.
const (
	attrVersion = 'A'
	attrFile    = 1 // tag of what is said of the file
	attrCPU     = 6 // Tag_CPU_arch
)

// processor reads Processor of the image in the section with build attributes, if there is one. What is no attribute says nothing.
func (p *parser) processor() error {
	if p.attrs == 0 {
		return nil
	}
	var h shdr
	p.shdr(&h, uint64(p.attrs))
	b, ok := bin.Slice(p.file, h.off, h.size)
	if !ok || h.typ == shtNobits || len(b) == 0 || b[0] != attrVersion {
		return nil
	}
	var done heed.Count
	for c := (bin.Cursor{B: b, At: 1, Big: p.order.Big}); c.Left() > 4; {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		part := bin.Cursor{B: c.Take(c.Uint(4) - 4), Big: p.order.Big}
		if string(part.CString()) != "aeabi" {
			continue
		}
		for part.Left() > 4 {
			if err := done.Items(p.ctx, 1); err != nil {
				return p.ended(err)
			}
			start := part.At
			tag, size := part.ULEB(), part.Uint(4)
			own := bin.Cursor{B: part.Take(size - uint64(part.At-start))}
			if tag != attrFile {
				continue
			}
			if err := p.fileAttributes(&own, &done); err != nil {
				return err
			}
		}
	}
	return nil
}

// fileAttributes looks for the processor among attributes of the file.
func (p *parser) fileAttributes(c *bin.Cursor, done *heed.Count) error {
	for c.Left() > 0 {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		tag := c.ULEB()
		text := tag == 4 || tag == 5 || tag > 32 && tag&1 != 0 // Tag_CPU_raw_name, Tag_CPU_name
		if tag == 32 {                                         // Tag_compatibility: a number and a text
			c.SkipLEB()
			text = true
		}
		if text {
			c.CString()
			continue
		}
		if v := c.ULEB(); tag == attrCPU && !c.Bad && v < 1<<8-1 {
			p.img.Processor = uint8(v) + 1
		}
	}
	return nil
}
