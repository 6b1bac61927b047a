// Package mapped reads linked images: ELF shared objects that a linker has saved, with a note that says what they were made of.
//
// An image is read where it lies: names are found by the file's own hash table, relocation records are views of the file, and
// no table, map or copy is made of either.
//
// Law: bytes in, offsets and addresses out. This package knows the file, no memory that it is mapped to, no linker and no process.
// Every offset, size and index is checked before it is used; nothing here panics on any input or allocates more than a few records for each
// segment and library.
//
// Source: System V ABI (gABI), chapter 5 ("Program Header", "Dynamic Section"); for DT_GNU_HASH and PT_GNU_RELRO what
// GNU's linkers write; LSB Core, "Exception Frames"; the note is the linker's own, see Note.
package mapped

import (
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
	"github.com/go-rtdyld/rtdyld/triple"
)

var (
	// ErrNotImage says that a file is no linked image: no shared object of ELF, or one without the note.
	ErrNotImage = errors.New("not a linked image")
	// ErrVersion says that an image was written in another version of the format.
	ErrVersion = errors.New("linked image of another format version")
	// ErrHash says that the bytes of an image are not those that were written.
	ErrHash = errors.New("linked image does not match its hashes")
)

// Image is what the headers of a linked image say. It views the file's bytes, which must not change. It is never changed and may
// be read concurrently.
type Image struct {
	Name   string // for errors
	Data   []byte // of the whole file
	Order  bin.Order
	Triple triple.Triple
	Target triple.Triple // what its code is for: Triple, or what the note says of objects that were no ELF
	Flags  uint32        // e_flags
	Note   Note

	Base, End uint64    // addresses at the recorded base, multiples of Page
	Page      uint64    // bytes, a power of two: what parts of the file are mapped by
	Segments  []Segment // ascending, of whole pages, without overlap
	TLS       Template
	Init      Span // addresses of constructors, in order
	Fini      Span // addresses of destructors, the last to run first
	EHFrame   Span // call frame information, up to the word that ends it; Size 0 for none
	// FrameTable is the address of .eh_frame_hdr, if its sorted table has offsets from there of 4 bytes, as all linkers write it; else 0.
	FrameTable uint64

	Relr   []byte    // packed words that get the load bias added
	Rela   [2][]byte // relocation records, and those of calls
	Needed []string  // names of libraries, views
	SOName string    // its own, a view; empty: none

	ImportNames int // bytes of all names of imports together, no more than the file has

	sections               []byte // section headers
	inputTable             []byte // of the note
	symbols, strings, hash []byte // of the dynamic section
	buckets, chains, bloom []byte
	first                  uint32 // the first symbol that the hash table has
	shift                  uint32
}

// Segment is a part of an image that lies in memory with one set of permissions at last.
type Segment struct {
	Addr, Size    uint64 // where it is at the recorded base; Size, of bytes in memory, is rounded up to whole pages
	Off, FileSize uint64 // of its contents in the file; the rest is zero
	Kind          objfmt.Kind
	// Writes says that words of it are written while the image is bound: data, and constants with addresses, which are protected then.
	Writes bool
}

// Span is a range of addresses at the recorded base.
type Span struct{ Addr, Size uint64 }

// Template is the initial contents of thread-locals.
type Template struct {
	Span
	FileSize uint64 // bytes that are not zero
	Align    uint64 // a power of two
}

// Numbers of the gABI and of GNU's extensions.
const (
	etDyn                                                   = 3
	ptLoad, ptDynamic, ptNote, ptTLS                        = 1, 2, 4, 7
	ptEHFrame, ptRelro                                      = 0x6474e550, 0x6474e552
	pfX, pfW                                                = 1, 2
	headerSize, segmentSize, sectionSize, symbolSize        = 64, 56, 64, 24
	dtNull, dtNeeded, dtStrtab, dtSymtab, dtRela            = 0, 1, 5, 6, 7
	dtSoname                                                = 14
	dtRelasz, dtRelaent, dtStrsz, dtSyment                  = 8, 9, 10, 11
	dtRel, dtPltrelsz, dtInit, dtFini, dtTextrel            = 17, 2, 12, 13, 22
	dtPltrel, dtJmprel                                      = 20, 23
	dtInitArray, dtFiniArray, dtInitSize, dtFiniSize        = 25, 26, 27, 28
	dtPreinitArray                                          = 32
	dtRelrsz, dtRelr, dtRelrent                             = 35, 36, 37
	dtGNUHash                                        uint64 = 0x6ffffef5
	mostSegments                                            = 64
)

// Is reports whether a file may be a linked image: a shared object of ELF that is not a 32-bit one. head is its start, [HeaderSize] bytes or
// more.
func Is(head []byte) bool {
	_, kind, err := elf.Header(head)
	return err == nil && kind == elf.Dynamic && len(head) >= HeaderSize && head[4] == 2
}

// HeaderSize is how many bytes [Is] needs.
const HeaderSize = headerSize

// Config says how an image is read.
type Config struct {
	// Trusted leaves its hashes alone.
	Trusted bool
	// Foreign takes shared objects without the note, too, as other linkers make them. It is for tests.
	Foreign bool
}

// parser reads one image.
type parser struct {
	*Image
	table                 []byte // program headers
	dynamic, relro, frame Span
}

// Parse reads the headers of an image and checks all that is used of them later. Errors are *objfmt.FormatError for damage, or match
// [ErrNotImage], [ErrVersion], [ErrHash] or objfmt.ErrUnsupported.
func Parse(name string, data []byte, cfg Config) (*Image, error) {
	img := &Image{Name: name, Data: data}
	p := &parser{Image: img}
	steps := [...]func() error{p.header, p.segments, p.protect, p.tables, p.unwind}
	for i, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
		if i > 0 {
			continue
		}
		if err := p.findNote(cfg); err != nil { // before all else: what is no image is that, and what has damage is told so
			return nil, err
		}
	}
	if err := img.checkNote(cfg); err != nil {
		return nil, err
	}
	return img, nil
}

// bad is the error of damage.
func (img *Image) bad(off uint64, what, format string, args ...any) error {
	return &objfmt.FormatError{File: img.Name, Offset: off, What: what, Msg: fmt.Sprintf(format, args...)}
}

// header reads the file header.
func (p *parser) header() error {
	d := p.Data
	t, kind, err := elf.Header(d)
	if err != nil || kind != elf.Dynamic && kind != elf.Program {
		return &objfmt.FormatError{File: p.Name, What: "header", Msg: "no shared object of ELF", Err: ErrNotImage}
	}
	if d[4] != 2 {
		return &objfmt.FormatError{File: p.Name, What: "header", Msg: "a 32-bit file", Err: objfmt.ErrUnsupported}
	}
	if len(d) < headerSize {
		return p.bad(uint64(len(d)), "header", "the file ends in it")
	}
	o := bin.Order{Big: d[5] == 2}
	p.Order, p.Triple, p.Target, p.Flags = o, t, t, o.U32(d[48:])
	if n, size := o.U16(d[56:]), o.U16(d[54:]); n == 0 || n > mostSegments || size != segmentSize {
		return p.bad(54, "header", "%d program headers of %d bytes", n, size)
	}
	var ok bool
	if p.table, ok = bin.Table(d, o.U64(d[32:]), uint64(o.U16(d[56:])), segmentSize); !ok {
		return p.bad(32, "header", "the program headers do not lie in the file")
	}
	if n := uint64(o.U16(d[60:])); n > 0 {
		if size := o.U16(d[58:]); size != sectionSize {
			return p.bad(58, "header", "section headers of %d bytes", size)
		}
		if p.sections, ok = bin.Table(d, o.U64(d[40:]), n, sectionSize); !ok {
			return p.bad(40, "header", "the section headers do not lie in the file")
		}
	}
	return nil
}

// segments reads the program headers.
func (p *parser) segments() error {
	o := p.Order
	for i := 0; i*segmentSize < len(p.table); i++ {
		h := p.table[i*segmentSize:]
		s := Span{o.U64(h[16:]), o.U64(h[40:])}
		switch o.U32(h) {
		case ptLoad:
			if err := p.load(i, h); err != nil {
				return err
			}
		case ptDynamic:
			p.dynamic = s
		case ptTLS:
			p.TLS = Template{s, o.U64(h[32:]), max(o.U64(h[48:]), 1)}
			if a := p.TLS.Align; a&(a-1) != 0 || p.TLS.FileSize > s.Size {
				return p.bad(p.at(h), p.what(i), "thread-locals of %#x bytes, %#x in the file, aligned to %#x", s.Size, p.TLS.FileSize, a)
			}
		case ptEHFrame:
			p.frame = s
		case ptRelro:
			p.relro = s
		}
	}
	if len(p.Segments) == 0 {
		return p.bad(32, "program headers", "nothing is loaded")
	}
	p.Base = p.Segments[0].Addr
	last := &p.Segments[len(p.Segments)-1]
	p.End = last.Addr + last.Size
	if p.Segments[0].Off != 0 || p.Segments[0].Kind != objfmt.KindReadOnly {
		return p.bad(32, "program headers", "the first segment is not the start of the file, to be read")
	}
	if t := &p.TLS; t.FileSize > 0 {
		if _, ok := p.in(t.Addr, t.FileSize); !ok {
			return p.bad(32, "program headers", "initial contents of thread-locals are not loaded")
		}
	}
	return nil
}

func (p *parser) what(i int) string  { return fmt.Sprintf("program header %d", i) }
func (p *parser) at(h []byte) uint64 { return p.Order.U64(p.Data[32:]) + uint64(cap(p.table)-cap(h)) }
func roundUp(v, align uint64) uint64 { return (v + align - 1) &^ (align - 1) }
func kindOf(flags uint32) objfmt.Kind {
	switch {
	case flags&pfX != 0:
		return objfmt.KindCode
	case flags&pfW != 0:
		return objfmt.KindWritable
	}
	return objfmt.KindReadOnly
}

// load takes segment i.
func (p *parser) load(i int, h []byte) error {
	o := p.Order
	flags, off, addr, file, size, align := o.U32(h[4:]), o.U64(h[8:]), o.U64(h[16:]), o.U64(h[32:]), o.U64(h[40:]), o.U64(h[48:])
	if size == 0 {
		return nil
	}
	if p.Page == 0 {
		p.Page = align
	}
	const most = 1 << 56 // no address space has more
	switch _, ok := bin.Slice(p.Data, off, file); {
	case flags&(pfX|pfW) == pfX|pfW:
		return p.bad(p.at(h), p.what(i), "writable and executable")
	case align != p.Page || align < 4096 || align > 1<<24 || align&(align-1) != 0:
		return p.bad(p.at(h), p.what(i), "aligned to %#x", align)
	case !ok || file > size:
		return p.bad(p.at(h), p.what(i), "%#x bytes from %#x, for %#x in memory, do not lie in the file", file, off, size)
	case addr > most || size > most || (addr^off)&(align-1) != 0:
		return p.bad(p.at(h), p.what(i), "%#x bytes at %#x, from %#x in the file", size, addr, off)
	}
	in := addr & (align - 1) // other linkers begin in the middle of a page
	s := Segment{Addr: addr - in, Size: roundUp(in+size, align), Off: off - in, FileSize: in + file, Kind: kindOf(flags)}
	s.Writes = s.Kind == objfmt.KindWritable
	if n := len(p.Segments); n > 0 && s.Addr < p.Segments[n-1].Addr+p.Segments[n-1].Size {
		return p.bad(p.at(h), p.what(i), "it begins before the end of the one before")
	}
	p.Segments = append(p.Segments, s)
	return nil
}

// protect makes a segment of what is constant once it is written.
func (p *parser) protect() error {
	if p.relro.Size == 0 {
		return nil
	}
	lo, hi := p.relro.Addr&^(p.Page-1), (p.relro.Addr+p.relro.Size)&^(p.Page-1)
	for i := range p.Segments {
		s := &p.Segments[i]
		if lo != s.Addr || !s.Writes {
			continue
		}
		switch end := s.Addr + s.Size; {
		case hi >= end || roundUp(p.relro.Addr+p.relro.Size, p.Page) >= end:
			s.Kind = objfmt.KindReadOnly
		case hi > lo: // the rest is data
			rest := *s
			n := hi - lo
			rest.Addr, rest.Size, rest.FileSize = hi, s.Size-n, s.FileSize-min(n, s.FileSize)
			if rest.FileSize > 0 { // else the file may have ended
				rest.Off += n
			}
			s.Size, s.FileSize, s.Kind = n, min(n, s.FileSize), objfmt.KindReadOnly
			p.Segments = append(p.Segments[:i+1], append([]Segment{rest}, p.Segments[i+1:]...)...)
		}
		return nil
	}
	return p.bad(32, "program headers", "what is to be constant, at %#x, begins no writable segment", p.relro.Addr)
}

// in is the file's contents at an address of the recorded base, size bytes of one segment.
func (img *Image) in(addr, size uint64) ([]byte, bool) {
	for i := range img.Segments {
		if s := &img.Segments[i]; addr >= s.Addr && addr-s.Addr < s.FileSize {
			if size > s.FileSize-(addr-s.Addr) {
				return nil, false
			}
			return bin.Slice(img.Data, s.Off+addr-s.Addr, size)
		}
	}
	return nil, size == 0
}

// from is the file's contents from an address on to the end of its segment.
func (img *Image) from(addr uint64) ([]byte, bool) {
	for i := range img.Segments {
		if s := &img.Segments[i]; addr >= s.Addr && addr-s.Addr < s.FileSize {
			return bin.Slice(img.Data, s.Off+addr-s.Addr, s.FileSize-(addr-s.Addr))
		}
	}
	return nil, false
}

// Bytes is the file's contents at an address of the recorded base; false where that is not in one segment.
func (img *Image) Bytes(s Span) ([]byte, bool) { return img.in(s.Addr, s.Size) }

// Covers reports whether addresses at the recorded base are in one segment.
func (img *Image) Covers(s Span) bool {
	for i := range img.Segments {
		g := &img.Segments[i]
		if s.Addr >= g.Addr && s.Addr-g.Addr <= g.Size && s.Size <= g.Size-(s.Addr-g.Addr) {
			return true
		}
	}
	return false
}

// KindAt is the kind of memory at an address of the recorded base.
func (img *Image) KindAt(addr uint64) objfmt.Kind {
	for i := range img.Segments {
		if s := &img.Segments[i]; addr >= s.Addr && addr-s.Addr < s.Size {
			return s.Kind
		}
	}
	return objfmt.KindReadOnly
}
