package macho

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strconv"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Section types, the low byte of a section's flags.
const (
	sZeroFill              = 0x1
	sCStringLiterals       = 0x2
	s4ByteLiterals         = 0x3
	s8ByteLiterals         = 0x4
	sNonLazySymbolPointers = 0x6
	sLazySymbolPointers    = 0x7
	sSymbolStubs           = 0x8
	sModInitFuncPointers   = 0x9
	sModTermFuncPointers   = 0xa
	sGBZeroFill            = 0xc
	s16ByteLiterals        = 0xe
	sLazyDylibPointers     = 0x10
	sThreadLocalRegular    = 0x11
	sThreadLocalZeroFill   = 0x12
	sThreadLocalVariables  = 0x13
	sThreadLocalPointers   = 0x14
	sInitFuncOffsets       = 0x16
	sLast                  = sInitFuncOffsets
)

// Section attributes, the other bits.
const (
	sAttrSomeInstructions = 0x400
	sAttrDebug            = 0x02000000
	sAttrSelfModifying    = 0x04000000
	sAttrNoDeadStrip      = 0x10000000
	sAttrPureInstructions = 0x80000000
)

// sectionTypes says what each section type means; types that are not listed mean
// nothing by themselves.
var sectionTypes = [sLast + 1]struct {
	flags   objfmt.SectionFlags
	role    objfmt.Role
	pointer bool // holds pointers to what the indirect symbol table names
}{
	sZeroFill:              {flags: objfmt.SecZeroFill},
	sGBZeroFill:            {flags: objfmt.SecZeroFill},
	sCStringLiterals:       {flags: objfmt.SecMerge | objfmt.SecStrings},
	s4ByteLiterals:         {flags: objfmt.SecMerge},
	s8ByteLiterals:         {flags: objfmt.SecMerge},
	s16ByteLiterals:        {flags: objfmt.SecMerge},
	sModInitFuncPointers:   {role: objfmt.RoleInitArray},
	sModTermFuncPointers:   {role: objfmt.RoleFiniArray},
	sThreadLocalRegular:    {flags: objfmt.SecTLS},
	sThreadLocalZeroFill:   {flags: objfmt.SecTLS | objfmt.SecZeroFill},
	sThreadLocalVariables:  {role: objfmt.RoleThreadVars},
	sNonLazySymbolPointers: {pointer: true},
	sLazySymbolPointers:    {pointer: true},
	sLazyDylibPointers:     {pointer: true},
	sThreadLocalPointers:   {pointer: true},
}

// header is a section header, the fields that anybody needs.
type header struct {
	addr, size           uint64
	offset, align        uint32
	reloff, nreloc       uint32
	flags                uint32
	reserved1, reserved2 uint32
}

func (p *parser) sectionHeader(b []byte) (h header) {
	if p.is64 {
		b = b[:80]
		h.addr, h.size = le.Uint64(b[32:]), le.Uint64(b[40:])
		b = b[48:]
	} else {
		b = b[:68]
		h.addr, h.size = uint64(le.Uint32(b[32:])), uint64(le.Uint32(b[36:]))
		b = b[40:]
	}
	h.offset, h.align = le.Uint32(b), le.Uint32(b[4:])
	h.reloff, h.nreloc = le.Uint32(b[8:]), le.Uint32(b[12:])
	h.flags = le.Uint32(b[16:])
	h.reserved1, h.reserved2 = le.Uint32(b[20:]), le.Uint32(b[24:])
	return h
}

// compactUnwind fills its field: what follows is the segment's name.
const compactUnwind = "__compact_unwind"

// place says by its segment what a section is for: a loaded section has a record
// in every image, others only in full ones. Debug information is not loaded, nor
// what compilers put beside the program (__LLVM: bitcode, command lines).
// __compact_unwind has the attribute of the former but is for unwinders.
func (p *parser) place(b []byte, flags uint32) (record, loaded bool) {
	segment := string(trim(b[16:32]))
	p.img.HasDWARF = p.img.HasDWARF || segment == "__DWARF" && string(trim(b[:16])) == "__debug_info"
	loaded = segment != "__DWARF" && segment != "__LLVM" && (flags&sAttrDebug == 0 || string(b[:16]) == compactUnwind)
	return loaded || p.full, loaded
}

// trim cuts a name of up to 16 bytes at its NUL, if it has one.
func trim(b []byte) []byte {
	if n := bytes.IndexByte(b, 0); n >= 0 {
		return b[:n]
	}
	return b
}

// maxNames is the most that the names of a section and its segment take in SecStrings.
const maxNames = 2 * (16 + 1)

// count adds up what the sections of a segment will need.
func (p *parser) count(headers []byte) error {
	size := p.headerSize()
	for b := headers; len(b) > 0; b = b[size:] {
		if err := p.done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		p.nsects++
		if record, _ := p.place(b, p.sectionHeader(b).flags); record {
			p.nrecords++
			p.nnames += len(trim(b[:16])) + len(trim(b[16:32])) + 2
		}
	}
	return nil
}

// sections makes the records.
func (p *parser) sections() error {
	img := p.img
	img.secs, img.Sections, img.SecStrings = img.secRoom[:0], img.room[:0], img.names[:0]
	if p.nsects > len(img.secRoom) {
		img.secs = make([]section, 0, p.nsects)
	}
	if p.nrecords > len(img.room) {
		img.Sections = p.mem.Sections.Take(p.nrecords)[:0]
	}
	if p.nnames > len(img.names) {
		img.SecStrings = make([]byte, 0, p.nnames)
	}
	cur := p.start()
	for {
		c, ok, err := p.next(&cur)
		if ok {
			err = p.segmentSections(c)
		}
		if err == nil {
			err = p.ended(p.done.Items(p.ctx, 1))
		}
		if err != nil {
			return err
		}
		if !ok {
			break
		}
	}
	img.Sections = slices.Clip(img.Sections)
	if img.grammar == grammarI386 || img.grammar == grammarARM || p.nframes > 0 {
		if err := p.sortSections(); err != nil {
			return p.ended(err)
		}
	}
	for i := 0; p.nframes > 0 && i < len(img.Sections); i++ {
		if err := p.done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		if s := &img.Sections[i]; s.Role == objfmt.RoleEHFrame {
			if err := p.frameRecords(s, &img.secs[s.Number-1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// segmentSections makes the records of one segment's sections.
func (p *parser) segmentSections(c command) error {
	if c.kind != lcSegment && c.kind != lcSegment64 {
		return nil
	}
	headers, err := p.segment(c)
	size := p.headerSize()
	for b := headers; err == nil && len(b) > 0; b = b[size:] {
		if err = p.section(b, c.at+uint64(len(c.data)-len(b))); err == nil {
			err = p.ended(p.done.Items(p.ctx, 1))
		}
	}
	return err
}

// section makes the record of the section whose header is b, at file offset at.
func (p *parser) section(b []byte, at uint64) error {
	img := p.img
	h := p.sectionHeader(b)
	n := uint64(len(img.secs)) + 1
	if end := h.addr + h.size; end < h.addr || !p.is64 && end > 1<<32 {
		return p.errorf(at, sectionN(n), "addresses overflow")
	}
	img.secs = append(img.secs, section{addr: h.addr, size: h.size, id: objfmt.SecUnloaded, reloff: h.reloff})
	record, loaded := p.place(b, h.flags)
	if !record {
		return nil
	}
	img.secs[n-1].id = objfmt.SectionID(len(img.Sections))
	img.Sections = append(img.Sections, objfmt.Section{})
	s := &img.Sections[len(img.Sections)-1]
	s.Name, s.Number, s.Size, s.Link = uint32(len(img.SecStrings)), uint32(n), h.size, objfmt.SecUndef
	img.SecStrings = append(append(img.SecStrings, trim(b[:16])...), 0)
	img.SecStrings = append(append(img.SecStrings, trim(b[16:32])...), 0)
	if h.align > 31 {
		return p.errorf(at, sectionN(n), "alignment is above 2^31")
	}
	s.Align = uint8(h.align)
	if err := p.classify(s, b, &h, loaded, at); err != nil {
		return err
	}
	if s.Flags&objfmt.SecZeroFill == 0 {
		var ok bool
		if s.Data, ok = bin.Slice(p.file, uint64(h.offset), h.size); !ok && h.size > 0 {
			return p.errorf(at, sectionN(n), "contents lie outside the file")
		}
		if p.contents += h.size; p.contents > uint64(len(p.file)) { // no byte is in two sections
			return p.errorf(at, sectionN(n), "contents overlap those of another section")
		}
	}
	if h.nreloc > 0 {
		var ok bool
		if s.Raw, ok = bin.Table(p.file, uint64(h.reloff), uint64(h.nreloc), 8); !ok {
			return p.errorf(at, sectionN(n), "relocations lie outside the file")
		}
		if p.records += uint64(len(s.Raw)); p.records > uint64(len(p.file)) {
			return p.errorf(at, sectionN(n), "relocations overlap those of another section")
		}
	}
	if loaded {
		return p.indirectSymbols(s, &img.secs[n-1], &h, at)
	}
	return nil
}

// classify finds out by type, attributes and names what a section is.
func (p *parser) classify(s *objfmt.Section, b []byte, h *header, loaded bool, at uint64) error {
	typ := h.flags & 0xff
	if typ <= sLast {
		s.Flags, s.Role = sectionTypes[typ].flags, sectionTypes[typ].role
	}
	if h.flags&sAttrNoDeadStrip != 0 {
		s.Flags |= objfmt.SecRetain
	}
	code := h.flags&(sAttrPureInstructions|sAttrSomeInstructions) != 0 || typ == sSymbolStubs
	if code {
		s.Flags |= objfmt.SecExec
	}
	segment := string(trim(b[16:32]))
	if !loaded {
		s.Role = objfmt.RoleDebug
		if segment == "__LLVM" {
			s.Flags, s.Role = s.Flags|objfmt.SecExclude, objfmt.RolePlain
		}
		return nil
	}
	switch {
	case typ > sLast:
		return p.unsupported(at, sectionN(uint64(s.Number)), "unknown section type 0x"+strconv.FormatUint(uint64(typ), 16))
	case typ == sInitFuncOffsets:
		return p.unsupported(at, sectionN(uint64(s.Number)), "section type S_INIT_FUNC_OFFSETS: offsets from the start of a linked image")
	case segment == "__AUTH" || segment == "__AUTH_CONST":
		return p.unsupported(at, sectionN(uint64(s.Number)), "segment "+segment+": pointers with authentication codes (arm64e) are not supported")
	}
	s.Flags |= objfmt.SecLoad
	if s.Flags&objfmt.SecTLS != 0 {
		p.img.HasTLS = true
	}
	switch {
	case code:
		s.Kind = objfmt.KindCode
	case s.Flags&objfmt.SecTLS != 0:
		s.Kind = objfmt.KindReadOnly // only a template
	case segment == "__TEXT" || segment == "__DATA_CONST" || segment == "__LD":
		s.Kind = objfmt.KindReadOnly
	default:
		s.Kind = objfmt.KindWritable
		s.Flags |= objfmt.SecWrite
	}
	if s.Role == objfmt.RolePlain {
		switch string(trim(b[:16])) {
		case "__eh_frame":
			if sectionTypes[typ].pointer || typ == sSymbolStubs {
				return p.errorf(at, sectionN(uint64(s.Number)), "call frame information in a section of pointers or stubs")
			}
			s.Role = objfmt.RoleEHFrame
			p.nframes++
		case compactUnwind:
			s.Role = objfmt.RoleCompactUnwind
		}
	}
	return nil
}

// Entries of the indirect symbol table that name no symbol.
const (
	indirectLocal = 0x80000000 // INDIRECT_SYMBOL_LOCAL
	indirectAbs   = 0x40000000 // INDIRECT_SYMBOL_ABS
)

// indirectSymbols hangs the part of the indirect symbol table that belongs to a
// section of pointers or stubs on it, as records like others. Pointers to symbols
// that are local to the object have an ordinary record and a mark in the table.
func (p *parser) indirectSymbols(s *objfmt.Section, own *section, h *header, at uint64) error {
	typ := h.flags & 0xff
	fail := func(msg string) error { return p.errorf(at, sectionN(uint64(s.Number)), msg) }
	stride := uint64(0)
	switch {
	case sectionTypes[typ].pointer && p.is64:
		stride = 8
	case sectionTypes[typ].pointer:
		stride = 4
	case typ == sSymbolStubs && h.flags&sAttrSelfModifying != 0 && p.img.Machine == cpuI386:
		// What other stubs jump through is a pointer in another section.
		if stride, own.stubs = uint64(h.reserved2), true; stride != stubSize {
			return p.unsupported(at, sectionN(uint64(s.Number)), "self-modifying stubs that are not of 5 bytes")
		}
	}
	if stride == 0 || h.size == 0 || p.table == nil && h.nreloc > 0 {
		return nil
	}
	if h.size%stride != 0 {
		return fail("not a whole number of pointers or stubs")
	}
	entries, ok := bin.Table(p.table, uint64(h.reserved1)*4, h.size/stride, 4)
	if !ok {
		return fail("its part of the indirect symbol table lies outside that")
	}
	marks, abs := 0, 0
	for e := entries; len(e) > 0; e = e[4:] {
		if err := p.done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		if v := le.Uint32(e); v&(indirectLocal|indirectAbs) != 0 {
			marks++
			if v&indirectAbs != 0 {
				abs++
			}
		}
	}
	lazy := typ == sLazySymbolPointers || typ == sLazyDylibPointers
	switch {
	case uint64(marks-abs) > uint64(h.nreloc) || marks > 0 && (lazy || own.stubs):
		return p.unsupported(at, sectionN(uint64(s.Number)), "indirect symbol of the object itself without a relocation")
	case marks == len(entries)/4:
		return nil
	}
	own.first, own.stride = h.reserved1, uint32(stride)
	if lazy || h.nreloc == 0 { // a lazy pointer's own record names the dynamic linker
		s.Raw = entries
		return nil
	}
	own.nreloc = h.nreloc
	raw := make([]byte, len(s.Raw)+len(entries))
	err := heed.Copy(p.ctx, raw, s.Raw)
	if err == nil {
		err = heed.Copy(p.ctx, raw[len(s.Raw):], entries)
	}
	s.Raw = raw
	return p.ended(err)
}

// sortSections orders the sections by address, so that scattered records find
// theirs; empty ones, which are rarely meant, come before all others.
func (p *parser) sortSections() error {
	img := p.img
	img.byAddr = img.orderRoom[:0]
	if len(img.secs) > len(img.orderRoom) {
		img.byAddr = make([]uint32, 0, len(img.secs))
	}
	secs := img.secs
	for i := range secs {
		img.byAddr = append(img.byAddr, uint32(i))
		if secs[i].size == 0 {
			img.nempty++
		}
	}
	return heed.Sort(p.ctx, img.byAddr, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(min(secs[a].size, 1), min(secs[b].size, 1)), cmp.Compare(secs[a].addr, secs[b].addr), cmp.Compare(a, b))
	})
}

// sectionAt is the index of the section that has an address: the one that it is
// in, else one that ends there, else an empty one.
func (f *image) sectionAt(addr uint64) (int, bool) {
	for _, order := range [...][]uint32{f.byAddr[f.nempty:], f.byAddr[:f.nempty]} {
		n := sort.Search(len(order), func(k int) bool { return f.secs[order[k]].addr > addr })
		if n == 0 {
			continue
		}
		if i := order[n-1]; addr-f.secs[i].addr <= f.secs[i].size {
			return int(i), true
		}
	}
	return 0, false
}

// dataOffset is the file offset of a section's contents, for errors.
func (p *parser) dataOffset(s *objfmt.Section) uint64 {
	size := p.headerSize()
	n := uint32(0)
	cur := p.start()
	for {
		c, ok, _ := p.next(&cur)
		if !ok {
			return 0
		}
		if c.kind != lcSegment && c.kind != lcSegment64 {
			continue
		}
		headers, _ := p.segment(c)
		for b := headers; len(b) > 0; b = b[size:] {
			if n++; n == s.Number {
				return uint64(p.sectionHeader(b).offset)
			}
		}
	}
}
