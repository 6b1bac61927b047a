// Package coff reads COFF relocatable objects, plain and large (bigobj), and short
// import records into the neutral image of package objfmt.
//
// Parsing makes a record for each loaded section and each symbol and nothing for
// anything else: contents, relocation records and names stay in the buffer.
//
// Law: this package knows COFF records, not what a relocation type does to an
// instruction. Every offset, size and index of the file is checked before it is
// used; nothing here panics on any input or allocates more than a small multiple
// of its size.
//
// Source: Microsoft's PE/COFF specification ("PE Format"); what GNU and LLVM tools
// write beside it is said where it is read.
package coff

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

// le reads the numbers of all COFF files.
var le = binary.LittleEndian

// Sizes of records.
const (
	headerSize       = 20 // IMAGE_FILE_HEADER, IMPORT_OBJECT_HEADER
	bigHeaderSize    = 56 // ANON_OBJECT_HEADER_BIGOBJ
	sectionSize      = 40
	symbolSize       = 18
	bigSymbolSize    = 20
	relocSize        = 10
	shortName        = 8 // bytes of a name inside a record
	maxPlainSections = 0xfeff
)

// Characteristics of a section, by the specification's names without IMAGE_SCN_.
const (
	scnTypeNoPad    = 0x8
	scnCode         = 0x20
	scnInitialized  = 0x40
	scnUninit       = 0x80
	scnLinkInfo     = 0x200
	scnLinkRemove   = 0x800
	scnComdat       = 0x1000
	scnMem16Bit     = 0x20000
	scnAlignShift   = 20
	scnAlignMask    = 0xf
	scnRelocOvfl    = 0x1000000
	scnDiscardable  = 0x2000000
	scnExecute      = 0x20000000
	scnWrite        = 0x80000000
	executableImage = 0x2 // IMAGE_FILE_EXECUTABLE_IMAGE, of the file
)

// Parse makes an image of the object or import record in buf and takes over the
// caller's ownership of buf: closing the image closes it. On an error buf stays
// the caller's. Errors are *objfmt.FormatError with the offset of what is wrong.
//
// Symbol.Other of a weak external is its way to search: 1 in no library, 2 in
// libraries, 3 as an alias, 4 as an alias that gives way to one of kind 3
// (IMAGE_WEAK_EXTERN_SEARCH_NOLIBRARY, _SEARCH_LIBRARY, _SEARCH_ALIAS,
// _ANTI_DEPENDENCY). Auxiliary records have symbols too, local and undefined ones
// without a name: no relocation may name them. An undefined local symbol with a
// name of a section is a mention of that section (IMAGE_SYM_CLASS_SECTION).
//
// The symbols of an import record are "__imp_" and the name, then the name itself
// unless it is a data object; they are defined (SecUnloaded), by the library
// that ObjectImage.Import says. A member of an import library of GNU tools, which
// is an object with a piece of the import tables, is read as the import record that
// of that name; its Library is empty, for another member has that name, and its Head
// leads there (see [LibraryName]). Sections named .idata$* are not loaded.
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

// format is the objfmt.Format of COFF images.
type format struct {
	sections uint64 // file offset of the section table
	biased   bool   // some section has an address, from which its relocations count
}

func (f *format) Full(ctx context.Context, img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
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

// ContentsSize implements objfmt.Format.
func (*format) ContentsSize(_ *objfmt.ObjectImage, sec *objfmt.Section) (uint64, error) {
	return uint64(len(sec.Data)), nil
}

// Contents implements objfmt.Format: COFF compresses nothing.
func (f *format) Contents(_ context.Context, _ *objfmt.ObjectImage, sec *objfmt.Section) ([]byte, error) {
	return sec.Data, nil
}

// newImage is an image with room for the sections of a small object.
type newImage struct {
	objfmt.ObjectImage
	format format
	room   [8]objfmt.Section
}

type parser struct {
	ctx    context.Context
	img    *objfmt.ObjectImage
	format *format
	mem    *records.Memory
	room   []objfmt.Section // beside the image
	file   []byte
	sc     *scratch
	full   bool // a record for every section
	fileHeader

	secs       []secInfo // of each section of the file, by number less one
	comdats    []comdat  // parallel to secs; empty if the file has no COMDAT section
	nloaded    int
	codeBit    uint64 // of the values of functions in code that is marked as having it
	nalias     int
	ncommon    int
	directives bool // some section has directives

	long        bool // some name in the string table may be longer than longSize
	longImports bool // some section is a piece of the import tables

	symbolTable []byte // records alone
	symSize     uint64
	stringsAt   uint64 // file offset of the string table
	strings     []byte // with its size, from which offsets count

	contents uint64      // bytes of sections so far
	records  uint64      // bytes of relocation records so far
	named    heed.Budget // bytes of names
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
	h, bad := readHeader(buf.Bytes())
	if bad != nil {
		bad.File = buf.Name()
		return nil, bad
	}
	if h.imports {
		return parseImport(buf, &h)
	}
	n := &newImage{ObjectImage: objfmt.ObjectImage{Name: buf.Name(), Buffer: buf}}
	n.Format = &n.format
	sc := getScratch()
	defer sc.put()
	p := parser{ctx: ctx, mem: mem, img: &n.ObjectImage, format: &n.format, room: n.room[:], file: buf.Bytes(), sc: sc, full: full, fileHeader: h}
	// Names may share their ends, as tools make them, but a small file must not ask for much work.
	p.named = heed.NewBudget(16 * uint64(len(p.file)))
	h.machine.describe(p.img)
	p.img.Flags = h.flags
	p.codeBit = h.machine.arch.CodeBit()
	p.format.sections = h.sections
	err := p.ended(ctx.Err())
	if err == nil {
		err = p.tables()
	}
	if err == nil {
		err = p.classify()
	}
	if err == nil {
		err = p.sections()
	}
	if err == nil {
		err = p.symbols()
	}
	if err == nil {
		err = p.groups()
	}
	if err == nil && p.directives {
		err = p.readDirectives()
	}
	if err != nil {
		return nil, err
	}
	if p.longImports && !full {
		if img, err := p.longImport(buf); img != nil || err != nil {
			return img, err
		}
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

// tables finds the symbol table and the string table behind it.
func (p *parser) tables() error {
	p.symSize = symbolSize
	if p.big {
		p.symSize = bigSymbolSize
	}
	end := p.fileHeader.sections + p.nsec*sectionSize
	if p.symbolsAt != 0 {
		size := p.nsym * p.symSize // checked by readHeader
		p.symbolTable = p.file[p.symbolsAt : p.symbolsAt+size]
		p.stringsAt = p.symbolsAt + size
		b, ok := bin.Slice(p.file, p.stringsAt, 4)
		if !ok {
			return p.errorf(p.stringsAt, "string table", "file ends before its size")
		}
		n := max(uint64(le.Uint32(b)), 4) // tools write 0 for an empty one, too
		if p.strings, ok = bin.Slice(p.file, p.stringsAt, n); !ok {
			return p.errorf(p.stringsAt, "string table", "lies outside the file")
		}
		if n > 4 && p.strings[n-1] != 0 {
			return p.errorf(p.stringsAt+n-1, "string table", "does not end with a NUL")
		}
		var err error
		if p.long, err = heed.HasRun(p.ctx, p.strings, longSize); err != nil {
			return p.ended(err)
		}
		end = max(end, p.stringsAt+n)
		p.img.Strings = p.file[p.symbolsAt : p.stringsAt+n : p.stringsAt+n]
	}
	if end > 1<<32-1 {
		return p.unsupported(0, "file header", "tables beyond 4 GiB")
	}
	p.img.SecStrings = p.file[:end:end] // short names are in the headers
	return nil
}
