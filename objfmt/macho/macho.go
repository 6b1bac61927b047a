// Package macho reads Mach-O relocatable objects (MH_OBJECT) of x86-64, i386,
// AArch64, AArch64 with 32-bit pointers and ARM, alone or as slices of a
// universal file, into the neutral image of package objfmt.
//
// Parsing makes a record for each loaded section and each symbol and nothing for
// anything else: contents, relocation records and names stay in the buffer. Only
// section names, which lack a NUL where they are long, are copied.
//
// Symbols are numbered as in the file. Behind them comes a local symbol for the
// start of each section, since records of these processors often name a section,
// one for the address 0, and one for each name that only an alias mentions.
//
// Law: this package knows Mach-O records, not what a relocation type does to an
// instruction. Every offset, size and index of the file is checked before it is
// used; nothing here panics on any input or allocates more than a small multiple
// of its size.
//
// Source: Apple, "OS X ABI Mach-O File Format Reference"; <mach-o/loader.h>,
// <mach-o/nlist.h>, <mach-o/reloc.h> and the <mach-o/*/reloc.h> of the processors,
// whose names the constants have.
package macho

import (
	"context"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/internal/records"
)

// Constants that the parser reads by value.
const (
	mhMagic   = 0xfeedface
	mhMagic64 = 0xfeedfacf

	mhObject              = 1
	mhAllowStackExecution = 0x20000

	lcSegment         = 0x1
	lcSymtab          = 0x2
	lcDysymtab        = 0xb
	lcSegment64       = 0x19
	lcVersionMinMacOS = 0x24
	lcVersionMinIOS   = 0x25
	lcLinkerOption    = 0x2d
	lcVersionMinTvOS  = 0x2f
	lcVersionMinWatch = 0x30
	lcBuildVersion    = 0x32
)

// FlagSubsectionsViaSymbols in ObjectImage.Flags is MH_SUBSECTIONS_VIA_SYMBOLS:
// each symbol starts a piece of its section that a linker may move or drop.
const FlagSubsectionsViaSymbols = 0x2000

// IsMachO reports whether data begins as a Mach-O file of either byte order or as a
// universal file does.
func IsMachO(data []byte) bool {
	if len(data) < 4 {
		return false
	}
	switch (bin.Order{}).U32(data) {
	case mhMagic, mhMagic64, 0xcefaedfe, 0xcffaedfe:
		return true
	}
	return IsUniversal(data)
}

// Parse makes an image of the object in buf, or in the one slice of the universal
// file in buf, and takes over the caller's ownership of buf: closing the image
// closes it. On an error buf stays the caller's. Errors are *objfmt.FormatError
// with the offset of what is wrong. A universal file of several slices is refused:
// [SliceFor] picks one.
func Parse(buf *objfmt.ObjectBuffer) (*objfmt.ObjectImage, error) {
	return ParseContext(context.Background(), buf)
}

// ParseContext is [Parse] for as long as ctx lasts: the error of one that ends names the object
// and matches that of ctx.
func ParseContext(ctx context.Context, buf *objfmt.ObjectBuffer) (*objfmt.ObjectImage, error) {
	return ParseIn(ctx, buf, records.Apart)
}

// ParseIn is [ParseContext] with records in memory that images share; package objfile parses many objects so.
func ParseIn(ctx context.Context, buf *objfmt.ObjectBuffer, mem *records.Memory) (*objfmt.ObjectImage, error) {
	if !IsUniversal(buf.Bytes()) {
		return parse(ctx, buf, mem, false)
	}
	slice, err := only(buf)
	if err != nil {
		return nil, err
	}
	img, err := parse(ctx, slice, mem, false)
	if err != nil {
		slice.Close()
		return nil, err
	}
	buf.Close() // the slice is an owner
	return img, nil
}

// Full implements objfmt.Format.
func (*image) Full(ctx context.Context, img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
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
func (*image) ContentsSize(_ *objfmt.ObjectImage, sec *objfmt.Section) (uint64, error) {
	return uint64(len(sec.Data)), nil
}

// Contents implements objfmt.Format: nothing is compressed in Mach-O.
func (*image) Contents(_ context.Context, _ *objfmt.ObjectImage, sec *objfmt.Section) ([]byte, error) {
	return sec.Data, nil
}

// image is the neutral image, what its Format has to know for good, and room for
// the sections of a small object. It does not change after parsing.
type image struct {
	objfmt.ObjectImage
	grammar  grammar       // of its relocation records
	nsyms    uint32        // symbols of the file; the sections' follow
	layout   objfmt.Layout // of its relocation records
	secs     []section     // all of the file's, by number less one
	byAddr   []uint32      // their indices by address, where scattered records need them
	nempty   int           // of the first ones in byAddr, which have no bytes
	thumbs   []thumb       // Thumb functions by address
	indirect uint64        // file offset of the indirect symbol table

	room      [8]objfmt.Section
	secRoom   [8]section
	orderRoom [8]uint32
	names     [8 * maxNames]byte
}

// thumb is a function of Thumb code in the object's own address space.
type thumb struct {
	addr uint32
	sym  objfmt.SymbolID
}

// section is what the parser knows of a section of the file, loaded or not.
type section struct {
	addr, size uint64           // in the object's own address space
	id         objfmt.SectionID // SecUnloaded without a record
	reloff     uint32           // file offset of its relocation records
	nreloc     uint32           // how many of them Section.Raw begins with
	first      uint32           // its first entry in the indirect symbol table
	stride     uint32           // bytes of what each entry stands for; 0: no entries
	stubs      bool             // those are stubs, not pointers
	frames     bool             // no entries but pointers in __eh_frame, see frameRecords
}

// sectionSymbol is the number of the symbol of section i, counted from 0; that
// of the address 0 follows the last section's.
func (f *image) sectionSymbol(i int) objfmt.SymbolID { return objfmt.SymbolID(int(f.nsyms) + i) }

type parser struct {
	ctx  context.Context
	done heed.Count // items since somebody looked at ctx
	img  *image
	mem  *records.Memory
	file []byte
	full bool // a record for every section
	is64 bool
	cmds []byte // load commands
	at   uint64 // their offset

	symtab   command
	dysymtab command
	nsects   int    // sections of the file
	nrecords int    // those that get a record
	nnames   int    // bytes of their names
	nframes  int    // __eh_frame sections
	nasked   int    // load commands that ask for libraries
	table    []byte // indirect symbols

	long     bool        // some symbol's name may be longer than longSize
	contents uint64      // bytes of sections so far
	records  uint64      // bytes of relocation records so far
	named    heed.Budget // bytes of names
}

// le is the byte order of all supported machines.
var le = binary.LittleEndian

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
	n := &image{ObjectImage: objfmt.ObjectImage{Name: buf.Name(), Buffer: buf}}
	n.Format = n
	p := parser{ctx: ctx, mem: mem, img: n, file: buf.Bytes(), full: full}
	// Names may share their ends, as linkers make them, but a small file must not ask for much work.
	p.named = heed.NewBudget(16 * uint64(len(p.file)))
	err := p.ended(ctx.Err())
	if err == nil {
		err = p.header()
	}
	if err == nil {
		err = p.commands() // counts sections and finds the tables
	}
	if err == nil {
		err = p.tables()
	}
	if err == nil {
		err = p.sections()
	}
	if err == nil {
		err = p.symbols()
	}
	if err == nil && p.nasked > 0 {
		err = p.directives()
	}
	if err != nil {
		return nil, err
	}
	if !full {
		n.SetParser(again{})
	}
	return &n.ObjectImage, nil
}

// again is the objfmt.Parser of images that have the sections which are loaded.
type again struct{}

// Parse implements objfmt.Parser.
func (again) Parse(ctx context.Context, buf *objfmt.ObjectBuffer) (*objfmt.ObjectImage, error) {
	return ParseContext(ctx, buf)
}

// header reads the mach_header, of either byte order so that an error can say
// which machine the file is for.
func (p *parser) header() error {
	const what = "Mach-O header"
	f := p.file
	if !IsMachO(f) || IsUniversal(f) {
		return p.errorf(0, what, "no Mach-O magic")
	}
	o := bin.Order{Big: f[0] == 0xfe}
	p.is64 = o.U32(f) == mhMagic64
	size := uint64(28)
	if p.is64 {
		size = 32
	}
	if uint64(len(f)) < size {
		return p.errorf(uint64(len(f)), what, "file ends inside the header")
	}
	img := p.img
	cpu, sub := o.U32(f[4:]), o.U32(f[8:])
	m := machineOf(cpu)
	if m == nil {
		return p.unsupported(4, what, "machine "+cpuName(cpu)+" is not supported")
	}
	if o.Big || m.is64 != p.is64 {
		return p.errorf(0, what, "byte order or class is not that of "+m.arch.String())
	}
	img.Machine, img.Is64, img.grammar = cpu, p.is64, m.grammar
	img.Triple = m.target(sub)
	if t := o.U32(f[12:]); t != mhObject {
		return p.unsupported(12, what, "not a relocatable object (MH_OBJECT) but "+fileTypeName(t))
	}
	img.Flags = o.U32(f[24:])
	img.NeedsExec = img.Flags&mhAllowStackExecution != 0
	ncmds, sizeofcmds := uint64(o.U32(f[16:])), uint64(o.U32(f[20:]))
	var ok bool
	if p.cmds, ok = bin.Slice(f, size, sizeofcmds); !ok {
		return p.errorf(20, what, "load commands lie outside the file")
	}
	if ncmds > sizeofcmds/8 {
		return p.errorf(16, what, "more load commands than their bytes have room for")
	}
	p.at = size
	return nil
}

// command is a load command whose size is sound.
type command struct {
	kind uint32
	at   uint64 // its offset in the file
	data []byte
}

// cursor walks over the load commands. (A callback would make the parser escape.)
type cursor struct {
	rest []byte
	left uint32 // commands
}

func (p *parser) start() cursor { return cursor{p.cmds, le.Uint32(p.file[16:])} }

// next cuts the next command off; false where there is none, or on an error.
func (p *parser) next(cur *cursor) (c command, ok bool, err error) {
	if cur.left == 0 {
		return c, false, nil
	}
	c.at = p.at + uint64(len(p.cmds)-len(cur.rest))
	if len(cur.rest) < 8 {
		return c, false, p.errorf(c.at, "load command", "lies outside the load commands")
	}
	size := le.Uint32(cur.rest[4:])
	c.kind = le.Uint32(cur.rest)
	if size < 8 || size%4 != 0 || uint64(size) > uint64(len(cur.rest)) {
		return c, false, p.errorf(c.at+4, commandName(c.kind), "size is no multiple of 4 or lies outside the load commands")
	}
	c.data, cur.rest = cur.rest[:size:size], cur.rest[size:]
	cur.left--
	return c, true, nil
}

// commands checks all load commands, counts sections and notes the tables.
func (p *parser) commands() error {
	cur := p.start()
	for {
		c, ok, err := p.next(&cur)
		if ok {
			err = p.note(c)
		}
		if err == nil {
			err = p.ended(p.done.Items(p.ctx, 1))
		}
		if !ok || err != nil {
			return err
		}
	}
}

func (p *parser) note(c command) error {
	switch c.kind {
	case lcSegment, lcSegment64:
		headers, err := p.segment(c)
		if err == nil {
			err = p.count(headers)
		}
		return err
	case lcSymtab:
		return p.keep(&p.symtab, c, 24)
	case lcDysymtab:
		return p.keep(&p.dysymtab, c, 80)
	case lcVersionMinMacOS, lcVersionMinIOS, lcVersionMinTvOS, lcVersionMinWatch, lcBuildVersion:
		if len(c.data) < 16 {
			return p.errorf(c.at, commandName(c.kind), "too short")
		}
		setPlatform(&p.img.Triple, c.kind, le.Uint32(c.data[8:]))
	case lcLinkerOption:
		if len(c.data) < 12 {
			return p.errorf(c.at, commandName(c.kind), "too short")
		}
		p.nasked++
	}
	return nil
}

// keep notes a table of which there is one.
func (p *parser) keep(to *command, c command, size int) error {
	if to.data != nil {
		return p.errorf(c.at, commandName(c.kind), "a second one")
	}
	if len(c.data) < size {
		return p.errorf(c.at, commandName(c.kind), "too short")
	}
	*to = c
	return nil
}

// segment returns the section headers of a segment.
func (p *parser) segment(c command) ([]byte, error) {
	if (c.kind == lcSegment64) != p.is64 {
		return nil, p.errorf(c.at, commandName(c.kind), "segment of another class")
	}
	head, size := 56, p.headerSize()
	if p.is64 {
		head = 72
	}
	if len(c.data) < head {
		return nil, p.errorf(c.at, commandName(c.kind), "too short")
	}
	n := le.Uint32(c.data[head-8:])
	if uint64(n) > uint64(len(c.data)-head)/uint64(size) {
		return nil, p.errorf(c.at, commandName(c.kind), "more sections than the command has room for")
	}
	return c.data[head : head+int(n)*size], nil
}

// headerSize is the size of a section header.
func (p *parser) headerSize() int {
	if p.is64 {
		return 80
	}
	return 68
}

// tables finds the indirect symbol table.
func (p *parser) tables() error {
	c := p.dysymtab
	if c.data == nil {
		return nil
	}
	if le.Uint32(c.data[68:]) != 0 || le.Uint32(c.data[76:]) != 0 {
		return p.unsupported(c.at, commandName(c.kind), "relocations outside sections, which linked images have")
	}
	at, n := uint64(le.Uint32(c.data[56:])), uint64(le.Uint32(c.data[60:]))
	var ok bool
	if p.table, ok = bin.Table(p.file, at, n, 4); !ok {
		return p.errorf(c.at+56, commandName(c.kind), "indirect symbol table lies outside the file")
	}
	p.img.indirect = at
	return nil
}

var commandNames = [...]string{
	lcSegment: "LC_SEGMENT", lcSegment64: "LC_SEGMENT_64", lcSymtab: "LC_SYMTAB", lcDysymtab: "LC_DYSYMTAB",
	lcLinkerOption: "LC_LINKER_OPTION", lcBuildVersion: "LC_BUILD_VERSION",
	lcVersionMinMacOS: "LC_VERSION_MIN_MACOSX", lcVersionMinIOS: "LC_VERSION_MIN_IPHONEOS",
	lcVersionMinTvOS: "LC_VERSION_MIN_TVOS", lcVersionMinWatch: "LC_VERSION_MIN_WATCHOS",
}

func commandName(kind uint32) string {
	if uint64(kind) < uint64(len(commandNames)) && commandNames[kind] != "" {
		return commandNames[kind]
	}
	return "load command 0x" + strconv.FormatUint(uint64(kind), 16)
}

var fileTypes = [...]string{
	2: "an executable (MH_EXECUTE)", 3: "a fixed library (MH_FVMLIB)", 4: "a core file (MH_CORE)", 5: "a preloaded program (MH_PRELOAD)",
	6: "a dynamic library (MH_DYLIB)", 7: "a dynamic linker (MH_DYLINKER)", 8: "a bundle (MH_BUNDLE)", 9: "a library stub (MH_DYLIB_STUB)",
	10: "debug information (MH_DSYM)", 11: "a kernel extension (MH_KEXT_BUNDLE)", 12: "a file set (MH_FILESET)",
}

func fileTypeName(t uint32) string {
	if uint64(t) < uint64(len(fileTypes)) && fileTypes[t] != "" {
		return fileTypes[t]
	}
	return "file type " + strconv.FormatUint(uint64(t), 10)
}

func sectionN(i uint64) string { return "section " + strconv.FormatUint(i, 10) }
func symbolN(i uint64) string  { return "symbol " + strconv.FormatUint(i, 10) }
