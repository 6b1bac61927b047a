// Package elf reads ELF relocatable objects (ET_REL) of every class, byte order
// and machine into the neutral image of package objfmt.
//
// Parsing makes a record for each loaded section and each symbol and nothing for
// anything else: contents, relocation records and names stay in the buffer.
//
// Law: this package knows ELF records, not what a relocation type does to an
// instruction. Every offset, size and index of the file is checked before it is
// used; nothing here panics on any input or allocates more than a small multiple
// of its size.
//
// Source: System V ABI (gABI), chapters 4 and 5; processor supplements for the
// constants that belong to a machine.
package elf

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/internal/records"
)

// Magic starts every ELF file.
const Magic = "\x7fELF"

// Constants that the parser reads by value; the names are the gABI's.
const (
	etRel = 1

	shtNull         = 0
	shtSymtab       = 2
	shtStrtab       = 3
	shtRela         = 4
	shtNote         = 7
	shtNobits       = 8
	shtRel          = 9
	shtInitArray    = 14
	shtFiniArray    = 15
	shtPreinitArray = 16
	shtGroup        = 17
	shtSymtabShndx  = 18
	shtCrel         = 0x40000014 // LLVM's compact relocations

	shfWrite      = 1 << bitWrite
	shfAlloc      = 0x2
	shfExecinstr  = 1 << bitExecinstr
	shfMerge      = 1 << bitMerge
	shfStrings    = 1 << bitStrings
	shfLinkOrder  = 1 << bitLinkOrder
	shfTLS        = 1 << bitTLS
	shfCompressed = 1 << bitCompressed
	shfGNURetain  = 1 << bitGNURetain
	shfExclude    = 1 << bitExclude

	bitWrite      = 0
	bitExecinstr  = 2
	bitMerge      = 4
	bitStrings    = 5
	bitLinkOrder  = 7
	bitTLS        = 10
	bitCompressed = 11
	bitGNURetain  = 21
	bitExclude    = 31

	shnUndef     = 0
	shnLoReserve = 0xff00
	shnAbs       = 0xfff1
	shnCommon    = 0xfff2
	shnXindex    = 0xffff

	grpComdat = 1
)

// Parse makes an image of the object in buf and takes over the caller's
// ownership of buf: closing the image closes it. On an error buf stays the
// caller's. Errors are *objfmt.FormatError with the offset of what is wrong.
func Parse(buf *objfmt.ObjectBuffer) (*objfmt.ObjectImage, error) {
	return parse(context.Background(), buf, records.Apart, false)
}

// ParseContext is [Parse] for as long as ctx lasts: the error of one that ends names the object
// and matches that of ctx.
func ParseContext(ctx context.Context, buf *objfmt.ObjectBuffer) (*objfmt.ObjectImage, error) {
	return parse(ctx, buf, records.Apart, false)
}

// ParseIn is [ParseContext] with records in memory that images share; package objfile parses many objects so.
func ParseIn(ctx context.Context, buf *objfmt.ObjectBuffer, mem *records.Memory) (*objfmt.ObjectImage, error) {
	return parse(ctx, buf, mem, false)
}

// format is the objfmt.Format of ELF images.
type format struct{}

func (*format) Full(ctx context.Context, img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
	buf, err := img.Buffer.Sub(img.Name, 0, uint64(len(img.Buffer.Bytes())))
	if err != nil {
		return nil, err
	}
	full, err := parse(ctx, buf, records.Apart, true)
	if err != nil {
		buf.Close()
		return nil, err
	}
	return full, nil
}

// shdr is a section header, the fields that anybody needs.
type shdr struct {
	name, typ          uint32
	link, info         uint32
	flags, off, size   uint64
	addralign, entsize uint64
}

// newImage is an image with room for the sections of a small object.
type newImage struct {
	objfmt.ObjectImage
	room [5]objfmt.Section
}

type parser struct {
	ctx   context.Context
	img   *objfmt.ObjectImage
	mem   *records.Memory
	room  []objfmt.Section // beside the image
	file  []byte
	order bin.Order
	is64  bool
	full  bool // a record for every section

	shoff     uint64
	shentsize uint64
	shnum     uint64
	headers   []byte

	ids     []uint32 // file section number -> SectionID + 1, 0 for none
	relocs  []uint32 // section numbers of SHT_REL and SHT_RELA
	groups  []uint32
	symtab  uint32
	shndx   uint32
	nloaded int
	supp    *supplement
	attrs   uint32 // number of the section with build attributes

	long, longSections bool // some symbol's or section's name may be longer than longSize

	contents uint64      // bytes of sections so far
	records  uint64      // bytes of relocation records so far
	named    heed.Budget // bytes of names
	versions bool        // some names may be those of versions of symbols
}

func (p *parser) errorf(off uint64, what, msg string) error {
	return &objfmt.FormatError{File: p.img.Name, Offset: off, What: what, Msg: msg}
}

func (p *parser) unsupported(off uint64, what, msg string) error {
	return &objfmt.FormatError{File: p.img.Name, Offset: off, What: what, Msg: msg, Err: objfmt.ErrUnsupported}
}

// ended is the error of a context that has ended, nil for nil.
func (p *parser) ended(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: parse: %w", texts.Name(p.img.Name), err)
}

func parse(ctx context.Context, buf *objfmt.ObjectBuffer, mem *records.Memory, full bool) (*objfmt.ObjectImage, error) {
	p := parser{
		ctx:  ctx,
		mem:  mem,
		file: buf.Bytes(),
		full: full,
		// Names may share their ends, as linkers make them, but a small file must not ask for much work.
		named: heed.NewBudget(16 * uint64(len(buf.Bytes()))),
	}
	p.img, p.room = place(mem)
	p.img.Name, p.img.Buffer, p.img.Format = buf.Name(), buf, &format{}
	sc := getScratch()
	defer sc.put()
	err := p.ended(ctx.Err())
	if err == nil {
		err = p.header()
	}
	if err == nil {
		err = p.classify(sc) // counts sections and finds the tables
	}
	if err == nil {
		err = p.processor()
	}
	if err == nil {
		err = p.sections()
	}
	if err == nil {
		err = p.symbols()
	}
	if err == nil {
		err = p.groupRecords()
	}
	if err == nil {
		err = p.relocations()
	}
	if err != nil {
		return nil, err
	}
	if !full {
		p.img.SetParser(again{})
	}
	return p.img, nil
}

// again is the objfmt.Parser of images that have the sections which are loaded.
type again struct{}

// Parse implements objfmt.Parser.
func (again) Parse(ctx context.Context, buf *objfmt.ObjectBuffer) (*objfmt.ObjectImage, error) {
	return ParseContext(ctx, buf)
}

// place is memory for an image. One by itself has room for the sections of a small object.
func place(mem *records.Memory) (*objfmt.ObjectImage, []objfmt.Section) {
	if mem == records.Apart {
		n := &newImage{}
		return &n.ObjectImage, n.room[:]
	}
	return &mem.Images.Take(1)[0], nil
}

// header reads the ELF header, and finds the section header table.
func (p *parser) header() error {
	f := p.file
	if len(f) < 16 || string(f[:4]) != Magic {
		return p.errorf(0, "ELF header", "no ELF magic")
	}
	switch f[4] {
	case 1:
	case 2:
		p.is64 = true
	default:
		return p.errorf(4, "ELF header", "unknown class")
	}
	switch f[5] {
	case 1:
	case 2:
		p.order.Big = true
	default:
		return p.errorf(5, "ELF header", "unknown byte order")
	}
	ehsize, minShdr := 52, uint64(header32)
	if p.is64 {
		ehsize, minShdr = 64, header64
	}
	if len(f) < ehsize {
		return p.errorf(uint64(len(f)), "ELF header", "file ends inside the header")
	}
	o := p.order
	if t := o.U16(f[16:]); t != etRel {
		return p.unsupported(16, "ELF header", "not a relocatable object (ET_REL)")
	}
	img := p.img
	img.Machine = uint32(o.U16(f[18:]))
	p.supp = supplementOf(img.Machine)
	img.Is64, img.Big = p.is64, o.Big
	var num, strndx uint64
	if p.is64 {
		p.shoff = o.U64(f[40:])
		img.Flags = o.U32(f[48:])
		p.shentsize, num, strndx = uint64(o.U16(f[58:])), uint64(o.U16(f[60:])), uint64(o.U16(f[62:]))
	} else {
		p.shoff = uint64(o.U32(f[32:]))
		img.Flags = o.U32(f[36:])
		p.shentsize, num, strndx = uint64(o.U16(f[46:])), uint64(o.U16(f[48:])), uint64(o.U16(f[50:]))
	}
	img.Triple = target(img.Machine, p.is64, o.Big, img.Flags)
	if p.shoff == 0 {
		return nil // no sections at all
	}
	return p.table(num, strndx, minShdr)
}

// table finds the section header table, which has as many headers as the ELF header says, and the names of sections.
func (p *parser) table(num, strndx, minShdr uint64) error {
	f := p.file
	if p.shentsize < minShdr {
		return p.errorf(p.shoff, "section header table", "entries are too small")
	}
	first, ok := bin.Table(f, p.shoff, 1, p.shentsize)
	if !ok {
		return p.errorf(p.shoff, "section header table", "lies outside the file")
	}
	p.headers, p.shnum = first, 1
	var h shdr
	p.shdr(&h, 0)
	if num == 0 {
		num = h.size // more than 65,279 sections
	}
	if strndx == shnXindex {
		strndx = uint64(h.link)
	}
	if num == 0 || num > uint64(len(f)) {
		return p.errorf(p.shoff, "section header table", "number of sections does not fit the file")
	}
	if p.headers, ok = bin.Table(f, p.shoff, num, p.shentsize); !ok {
		return p.errorf(p.shoff, "section header table", "lies outside the file")
	}
	p.shnum = num
	if strndx == shnUndef {
		return nil
	}
	var err error
	if p.img.SecStrings, err = p.strtab(strndx, "section name table"); err != nil {
		return err
	}
	p.longSections, err = heed.HasRun(p.ctx, p.img.SecStrings, longSize)
	return p.ended(err)
}

// strtab returns the string table in section i, which ends with a NUL, so that
// every offset below its length starts a string.
func (p *parser) strtab(i uint64, what string) ([]byte, error) {
	if i >= p.shnum {
		return nil, p.errorf(p.shoff, what, "section number is past the table")
	}
	var h shdr
	p.shdr(&h, i)
	if h.typ != shtStrtab {
		return nil, p.errorf(p.at(i), what, "section is no string table")
	}
	b, ok := bin.Slice(p.file, h.off, h.size)
	if !ok {
		return nil, p.errorf(p.at(i), what, "lies outside the file")
	}
	if len(b) > 0 && b[len(b)-1] != 0 {
		return nil, p.errorf(h.off+h.size-1, what, "does not end with a NUL")
	}
	if uint64(len(b)) > 1<<32-1 {
		return nil, p.unsupported(p.at(i), what, "larger than 4 GiB")
	}
	return b, nil
}

// at is the file offset of section header i.
func (p *parser) at(i uint64) uint64 { return p.shoff + i*p.shentsize }

// header64 and header32 are the sizes of section headers, up to which the entries of a table may be larger.
const header64, header32 = 64, 40

// shdr decodes section header i, which must be below shnum.
func (p *parser) shdr(h *shdr, i uint64) {
	if p.is64 && !p.order.Big { // as nearly all
		b := p.headers[i*p.shentsize:][:header64:header64]
		h.name, h.typ = binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
		h.flags = binary.LittleEndian.Uint64(b[8:])
		h.off, h.size = binary.LittleEndian.Uint64(b[24:]), binary.LittleEndian.Uint64(b[32:])
		h.link, h.info = binary.LittleEndian.Uint32(b[40:]), binary.LittleEndian.Uint32(b[44:])
		h.addralign, h.entsize = binary.LittleEndian.Uint64(b[48:]), binary.LittleEndian.Uint64(b[56:])
		return
	}
	p.otherHeader(h, i)
}

// otherHeader is shdr for the other class and byte order.
func (p *parser) otherHeader(h *shdr, i uint64) {
	b, o := p.headers[i*p.shentsize:], p.order
	if p.is64 {
		b = b[:header64]
		h.name, h.typ = o.U32(b), o.U32(b[4:])
		h.flags = o.U64(b[8:])
		h.off, h.size = o.U64(b[24:]), o.U64(b[32:])
		h.link, h.info = o.U32(b[40:]), o.U32(b[44:])
		h.addralign, h.entsize = o.U64(b[48:]), o.U64(b[56:])
		return
	}
	b = b[:header32]
	h.name, h.typ = o.U32(b), o.U32(b[4:])
	h.flags = uint64(o.U32(b[8:]))
	h.off, h.size = uint64(o.U32(b[16:])), uint64(o.U32(b[20:]))
	h.link, h.info = o.U32(b[24:]), o.U32(b[28:])
	h.addralign, h.entsize = uint64(o.U32(b[32:])), uint64(o.U32(b[36:]))
}

// brief reads name, type and flags of section header i, all that most headers are asked for.
func (p *parser) brief(i uint64) (name, typ uint32, flags uint64) {
	b, o := p.headers[i*p.shentsize:][:16:16], p.order
	if p.is64 {
		return o.U32(b), o.U32(b[4:]), o.U64(b[8:])
	}
	return o.U32(b), o.U32(b[4:]), uint64(o.U32(b[8:]))
}
