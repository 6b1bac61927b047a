package macho_test

import (
	"bytes"
	"debug/macho"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// compareStd holds an image and its Full sibling against what the standard library
// reads in the same bytes.
func compareStd(tb testing.TB, name string, data []byte) {
	tb.Helper()
	f, err := macho.NewFile(bytes.NewReader(data))
	if err != nil {
		tb.Errorf("%s: debug/macho: %v", name, err)
		return
	}
	img := parse(tb, name, data)
	s := &std{TB: tb, name: name, file: f, data: data}
	if img.Machine != uint32(f.Cpu) || img.Is64 != (f.Magic == macho.Magic64) || img.Big || img.Flags != f.Flags {
		s.errorf("header: machine %#x, 64-bit %v, big-endian %v, flags %#x", img.Machine, img.Is64, img.Big, img.Flags)
	}
	for _, img := range []*objfmt.ObjectImage{img, full(tb, img)} {
		s.sections(img)
		s.symbols(img)
		s.full = true
	}
}

type std struct {
	testing.TB
	name string
	file *macho.File
	data []byte
	full bool
}

func (s *std) errorf(format string, args ...any) {
	s.Helper()
	s.Errorf("%s: %s", s.name, fmt.Sprintf(format, args...))
}

// loaded says which sections a program has at run time.
func loaded(h *macho.Section) bool {
	if h.Name == "__compact_unwind" && h.Seg == "__LD" {
		return true
	}
	return h.Flags&debugAttr == 0 && h.Seg != "__DWARF" && h.Seg != "__LLVM"
}

func (s *std) sections(img *objfmt.ObjectImage) {
	s.Helper()
	id := 0
	for i, h := range s.file.Sections {
		if !s.full && !loaded(h) {
			continue
		}
		if id == len(img.Sections) {
			s.errorf("section %d %s has no record", i+1, h.Name)
			return
		}
		sec := &img.Sections[id]
		if sec.Number != uint32(i)+1 || img.SectionName(objfmt.SectionID(id)) != h.Name || img.SegmentName(objfmt.SectionID(id)) != h.Seg ||
			uint32(sec.Align) != h.Align || sec.Size != h.Size || sec.Link != objfmt.SecUndef {
			s.errorf("section %+v, want %d %+v", *sec, i+1, h.SectionHeader)
		}
		s.kind(sec, h)
		want := []byte(nil)
		if typ := h.Flags & 0xff; typ != 1 && typ != 0xc && typ != 0x12 && h.Size > 0 {
			want = s.data[h.Offset : uint64(h.Offset)+h.Size]
		}
		if !same(sec.Data, want) {
			s.errorf("section %d: Data is not the file's own bytes", i+1)
		}
		s.relocs(img, objfmt.SectionID(id), h)
		id++
	}
	if id != len(img.Sections) {
		s.errorf("%d sections have records, want %d", len(img.Sections), id)
	}
}

// same reports whether two slices are the same bytes at the same place.
func same(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// kind compares what the section is; types are compared in full by TestSections.
func (s *std) kind(sec *objfmt.Section, h *macho.Section) {
	s.Helper()
	kind, typ := objfmt.KindNone, h.Flags&0xff
	switch {
	case !loaded(h):
	case h.Flags&0x80000400 != 0, typ == 8:
		kind = objfmt.KindCode
	case h.Seg == "__TEXT", h.Seg == "__DATA_CONST", h.Seg == "__LD", typ == 0x11, typ == 0x12:
		kind = objfmt.KindReadOnly
	default:
		kind = objfmt.KindWritable
	}
	for flag, set := range map[objfmt.SectionFlags]bool{
		objfmt.SecLoad: loaded(h), objfmt.SecExec: h.Flags&0x80000400 != 0 || typ == 8, objfmt.SecWrite: kind == objfmt.KindWritable,
		objfmt.SecZeroFill: typ == 1 || typ == 0xc || typ == 0x12, objfmt.SecTLS: typ == 0x11 || typ == 0x12,
		objfmt.SecMerge: typ >= 2 && typ <= 4 || typ == 0xe, objfmt.SecStrings: typ == 2, objfmt.SecRetain: h.Flags&0x10000000 != 0,
	} {
		if sec.Flags&flag != 0 != set {
			s.errorf("section %s: flag %v is %v", h.Name, flag.Names(), !set)
		}
	}
	if sec.Kind != kind {
		s.errorf("section %s,%s is %v, want %v", h.Seg, h.Name, sec.Kind, kind)
	}
}

// model is one for the file, for records of the section at address at.
func (s *std) model(at uint64) *model {
	m := &model{TB: s, cpu: uint32(s.file.Cpu), at: at}
	if s.file.Symtab != nil {
		m.nsyms = uint32(len(s.file.Symtab.Syms))
		for i, sym := range s.file.Symtab.Syms {
			m.addThumb(i, sym.Type, sym.Desc, sym.Value)
		}
	}
	for _, h := range s.file.Sections {
		m.addrs, m.sizes = append(m.addrs, h.Addr), append(m.sizes, h.Size)
	}
	return m
}

func (s *std) relocs(img *objfmt.ObjectImage, id objfmt.SectionID, h *macho.Section) {
	s.Helper()
	var records []raw
	for _, r := range h.Relocs {
		records = append(records, raw{r.Addr, r.Value, r.Type, r.Len, r.Pcrel, r.Extern, r.Scattered})
	}
	compareRelocs(s, s.name, s.model(h.Addr), img, id, h.Flags, s.reserved1(h), records, s.indirect())
}

// reserved1 is a field of section headers that debug/macho does not tell.
func (s *std) reserved1(h *macho.Section) uint32 {
	n := 0
	for i := range s.file.Sections {
		if s.file.Sections[i] == h {
			n = i
		}
	}
	for _, l := range s.file.Loads {
		seg, ok := l.(*macho.Segment)
		if !ok {
			continue
		}
		head, size, at := 56, 68, 60
		if s.file.Magic == macho.Magic64 {
			head, size, at = 72, 80, 68
		}
		if n < int(seg.Nsect) {
			return s.file.ByteOrder.Uint32(seg.Raw()[head+n*size+at:])
		}
		n -= int(seg.Nsect)
	}
	return 0
}

// indirect is the indirect symbol table.
func (s *std) indirect() []uint32 {
	if s.file.Dysymtab == nil {
		return nil
	}
	return s.file.Dysymtab.IndirectSyms
}

// compareRelocs compares the relocations of a section with what the records and
// its part of the indirect symbol table mean.
func compareRelocs(tb testing.TB, name string, m *model, img *objfmt.ObjectImage, id objfmt.SectionID, flags, reserved1 uint32, records []raw, table []uint32) {
	tb.Helper()
	sec := &img.Sections[id]
	stride, typ, addend := uint64(0), own.TypePointer64, int64(0)
	switch flags & 0xff {
	case 6, 7, 0x10, 0x14:
		if stride = 8; !img.Is64 {
			stride, typ = 4, own.TypePointer32
		}
	case 8:
		if flags&0x04000000 != 0 {
			stride, typ, addend = 5, own.TypeStub, -5
		}
	}
	var entries []objfmt.Reloc
	if stride > 0 && sec.Size > 0 {
		entries = indirect(typ, stride, addend, table[reserved1:uint64(reserved1)+sec.Size/stride])
	}
	want := m.fold(records)
	if flags&0xff == 7 && len(entries) > 0 {
		want = nil
	}
	want = append(want, entries...)
	got := relocs(tb, img, id)
	if sec.Role == objfmt.RoleEHFrame && len(got) > len(want) {
		m.checkFrames(name, objfmt.SymbolID(m.nsyms+sec.Number)-1, got[len(want):])
		got = got[:len(want)]
	}
	if len(got) != len(want) {
		tb.Errorf("%s: section %d has %d relocations, want %d", name, sec.Number, len(got), len(want))
		return
	}
	for i := range got {
		if got[i] != want[i] {
			tb.Errorf("%s: section %d: relocation %d is %+v, want %+v", name, sec.Number, i, got[i], want[i])
			return
		}
	}
}

func (s *std) symbols(img *objfmt.ObjectImage) {
	s.Helper()
	syms := []macho.Symbol{}
	if s.file.Symtab != nil {
		syms = s.file.Symtab.Syms
	}
	n := len(syms)
	if len(img.Symbols) < n+len(s.file.Sections)+1 {
		s.errorf("%d symbols of %d and %d sections", len(img.Symbols), n, len(s.file.Sections))
		return
	}
	for i, h := range syms {
		s.symbol(img, objfmt.SymbolID(i), h)
	}
	for i := range s.file.Sections {
		sym := img.Symbols[n+i]
		if sym.Type != objfmt.SymSection || sym.Value != 0 || sym.Bind != objfmt.BindLocal || sym.Section != place(img, uint32(i)+1) {
			s.errorf("symbol of section %d: %+v", i+1, sym)
		}
	}
	if sym := img.Symbols[n+len(s.file.Sections)]; sym.Section != objfmt.SecAbs || sym.Value != 0 || sym.Bind != objfmt.BindLocal {
		s.errorf("symbol of the address 0: %+v", sym)
	}
	fuzz.MachO.Image(s, img)
}

// place finds the record of a section by its number in the file.
func place(img *objfmt.ObjectImage, number uint32) objfmt.SectionID {
	for i := range img.Sections {
		if img.Sections[i].Number == number {
			return objfmt.SectionID(i)
		}
	}
	return objfmt.SecUnloaded
}

func (s *std) symbol(img *objfmt.ObjectImage, id objfmt.SymbolID, h macho.Symbol) {
	s.Helper()
	sym := &img.Symbols[id]
	ext := h.Type&1 != 0 && h.Type&0xe0 == 0
	want := objfmt.Symbol{Name: sym.Name, NameLen: sym.NameLen, Type: sym.Type, Section: objfmt.SecUndef, Other: sym.Other, Value: h.Value}
	if ext {
		want.Bind = objfmt.BindGlobal
		if h.Type&0x10 != 0 {
			want.Vis = objfmt.VisHidden
		}
	}
	switch {
	case h.Type&0xe0 != 0:
		want.Section = objfmt.SecAbs
	case h.Type&0xe == nSect:
		want.Section = place(img, uint32(h.Sect))
		want.Value -= s.file.Sections[h.Sect-1].Addr
		if h.Desc&8 != 0 && s.file.Cpu == 12 {
			want.Value |= 1
		}
		if ext && h.Desc&0x80 != 0 {
			want.Bind = objfmt.BindWeak
		}
	case h.Type&0xe == nAbs:
		want.Section = objfmt.SecAbs
	case h.Type&0xe == nIndr:
		want.Section, want.Value = objfmt.SecAlias, sym.Value
	case ext && h.Value != 0:
		want.Section, want.Size, want.Value = objfmt.SecCommon, h.Value, 1<<(h.Desc>>8&15)
		if h.Desc>>8&15 == 0 {
			want.Value = sym.Value
		}
	case h.Desc&0x40 != 0:
		want.Bind = objfmt.BindWeak
	}
	name := img.SymbolName(id)
	if strings.Contains(name, ".") {
		name = strings.TrimPrefix(name, "_") // as debug/macho does, for the sake of Go
	}
	if *sym != want || name != h.Name {
		s.errorf("symbol %d %q: %+v, want %q %+v", id, img.SymbolName(id), *sym, h.Name, want)
	}
}
