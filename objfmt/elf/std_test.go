package elf_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// compareStd holds an image and its Full sibling against what the standard library
// reads in the same bytes.
func compareStd(tb testing.TB, name string, data []byte) {
	tb.Helper()
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		tb.Errorf("%s: debug/elf: %v", name, err)
		return
	}
	img := parse(tb, name, data)
	s := &std{tb, name, f, data}
	if img.Machine != uint32(f.Machine) || img.Is64 != (f.Class == elf.ELFCLASS64) || img.Big != (f.Data == elf.ELFDATA2MSB) {
		s.errorf("header: machine %d, 64-bit %v, big-endian %v", img.Machine, img.Is64, img.Big)
	}
	s.sections(img, false)
	s.symbols(img)
	s.groups(img, false)
	all := full(tb, img)
	s.sections(all, true)
	s.symbols(all)
	s.groups(all, true)
}

type std struct {
	testing.TB
	name string
	file *elf.File
	data []byte
}

func (s *std) errorf(format string, args ...any) {
	s.Helper()
	s.Errorf("%s: %s", s.name, fmt.Sprintf(format, args...))
}

// recorded says which sections an image has a record for.
func recorded(h *elf.Section, full bool) bool {
	if full {
		return h.Type != elf.SHT_NULL
	}
	if h.Flags&elf.SHF_ALLOC == 0 || h.Flags&shfExclude != 0 {
		return false
	}
	switch h.Type {
	case elf.SHT_NULL, elf.SHT_SYMTAB, elf.SHT_STRTAB, elf.SHT_REL, elf.SHT_RELA, elf.SHT_GROUP, elf.SHT_SYMTAB_SHNDX:
		return false
	}
	return true
}

func (s *std) sections(img *objfmt.ObjectImage, full bool) {
	s.Helper()
	id := 0
	for n, h := range s.file.Sections {
		if n == 0 || !recorded(h, full) {
			continue
		}
		if id == len(img.Sections) {
			s.errorf("section %d %s has no record", n, h.Name)
			return
		}
		sec := &img.Sections[id]
		align := max(h.Addralign, 1)
		if h.Flags&elf.SHF_COMPRESSED != 0 {
			align = sec.Alignment() // debug/elf tells that of the decompressed contents
		}
		if sec.Number != uint32(n) || img.SectionName(objfmt.SectionID(id)) != h.Name || sec.Alignment() != align {
			s.errorf("section %d %q align %d, want %d %q %d", sec.Number, img.SectionName(objfmt.SectionID(id)), sec.Alignment(), n, h.Name, align)
		}
		if sec.Size != h.FileSize {
			s.errorf("section %d: size %d, want %d", n, sec.Size, h.FileSize)
		}
		s.flags(sec, h)
		want := []byte(nil)
		if h.Type != elf.SHT_NOBITS {
			want = s.data[h.Offset : h.Offset+h.FileSize]
		}
		if !same(sec.Data, want) {
			s.errorf("section %d: Data is not the file's own bytes", n)
		}
		s.relocs(img, objfmt.SectionID(id), uint32(n))
		if h.Flags&elf.SHF_COMPRESSED != 0 {
			plain, err := h.Data()
			got, err2 := img.Contents(objfmt.SectionID(id))
			if err != nil || err2 != nil || !bytes.Equal(got, plain) {
				s.errorf("section %d: decompressed contents differ (%v, %v)", n, err, err2)
			}
		}
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

func (s *std) flags(sec *objfmt.Section, h *elf.Section) {
	loaded := recorded(h, false)
	want := map[objfmt.SectionFlags]bool{
		objfmt.SecLoad: loaded, objfmt.SecExec: h.Flags&elf.SHF_EXECINSTR != 0, objfmt.SecWrite: h.Flags&elf.SHF_WRITE != 0,
		objfmt.SecZeroFill: h.Type == elf.SHT_NOBITS, objfmt.SecTLS: h.Flags&elf.SHF_TLS != 0,
		objfmt.SecMerge: h.Flags&elf.SHF_MERGE != 0, objfmt.SecStrings: h.Flags&elf.SHF_STRINGS != 0,
		objfmt.SecLinkOrder: h.Flags&elf.SHF_LINK_ORDER != 0, objfmt.SecRetain: h.Flags&shfRetain != 0,
		objfmt.SecExclude: h.Flags&shfExclude != 0, objfmt.SecCompressed: h.Flags&elf.SHF_COMPRESSED != 0,
		objfmt.SecLarge: h.Flags&shfLarge != 0 && s.file.Machine == elf.EM_X86_64,
	}
	for flag, set := range want {
		if sec.Flags&flag != 0 != set {
			s.errorf("section %s: flag %v is %v", h.Name, flag.Names(), !set)
		}
	}
	kind := objfmt.KindNone
	switch {
	case !loaded:
	case h.Flags&elf.SHF_EXECINSTR != 0:
		kind = objfmt.KindCode
	case h.Flags&elf.SHF_WRITE != 0 && h.Flags&elf.SHF_TLS == 0:
		kind = objfmt.KindWritable
	default:
		kind = objfmt.KindReadOnly
	}
	if sec.Kind != kind {
		s.errorf("section %s is %v, want %v", h.Name, sec.Kind, kind)
	}
}

// relocs compares the records that apply to section n.
func (s *std) relocs(img *objfmt.ObjectImage, id objfmt.SectionID, n uint32) {
	var want []objfmt.Reloc
	for _, h := range s.file.Sections {
		if h.Info == n && (h.Type == elf.SHT_REL || h.Type == elf.SHT_RELA) && h.FileSize > 0 {
			want = s.stdRelocs(h)
			if raw := s.data[h.Offset : h.Offset+h.FileSize]; !same(img.Sections[id].Raw, raw) {
				s.errorf("section %d: Raw is not the file's own bytes", n)
			}
		}
	}
	i := 0
	for r, err := range img.Relocs(id) {
		if err != nil || i == len(want) || r != want[i] {
			s.errorf("section %d: relocation %d: %+v, %v of %d", n, i, r, err, len(want))
			return
		}
		i++
	}
	if i != len(want) {
		s.errorf("section %d: %d relocations, want %d", n, i, len(want))
	}
}

// stdRelocs decodes records by the standard library's structures.
func (s *std) stdRelocs(h *elf.Section) (relocs []objfmt.Reloc) {
	r := bytes.NewReader(s.data[h.Offset : h.Offset+h.FileSize])
	read := func(v any) { binary.Read(r, s.file.ByteOrder, v) }
	for r.Len() > 0 {
		out := objfmt.Reloc{Sub: objfmt.NoSymbol, HasAddend: h.Type == elf.SHT_RELA}
		if s.file.Class == elf.ELFCLASS32 {
			var rec elf.Rela32
			read(&rec.Off)
			read(&rec.Info)
			if out.HasAddend {
				read(&rec.Addend)
			}
			out.Offset, out.Addend = uint64(rec.Off), int64(rec.Addend)
			out.Sym, out.Type = objfmt.SymbolID(elf.R_SYM32(rec.Info)), elf.R_TYPE32(rec.Info)
			relocs = append(relocs, out)
			continue
		}
		read(&out.Offset)
		if s.file.Machine == elf.EM_MIPS { // its own layout of r_info
			var rec struct {
				Sym                    uint32
				SSym, Type3, Type2, Ty uint8
			}
			read(&rec)
			out.Sym = objfmt.SymbolID(rec.Sym)
			out.Type = uint32(rec.SSym)<<24 | uint32(rec.Type3)<<16 | uint32(rec.Type2)<<8 | uint32(rec.Ty)
		} else {
			var info uint64
			read(&info)
			out.Sym, out.Type = objfmt.SymbolID(elf.R_SYM64(info)), elf.R_TYPE64(info)
		}
		if out.HasAddend {
			read(&out.Addend)
		}
		relocs = append(relocs, out)
	}
	return relocs
}

func (s *std) symbols(img *objfmt.ObjectImage) {
	s.Helper()
	syms, err := s.file.Symbols()
	if err != nil {
		if len(img.Symbols) != 1 {
			s.errorf("debug/elf has no symbols (%v), the image %d", err, len(img.Symbols))
		}
		return
	}
	if len(img.Symbols) != len(syms)+1 {
		s.errorf("%d symbols, want %d", len(img.Symbols), len(syms)+1)
		return
	}
	wide := s.wide()
	places := make([]uint32, 0, len(img.Sections))
	for i := range img.Sections {
		places = append(places, img.Sections[i].Number)
	}
	for i := range syms {
		n := i + 1
		w, g := &syms[i], &img.Symbols[n]
		if elf.ST_TYPE(w.Info) == 13 && s.file.Machine == elf.EM_SPARCV9 { // a register: no reference
			w.Info, w.Section = 0, elf.SHN_ABS
		}
		if base, _, ok := objfmt.DefaultVersion(w.Name); ok && objfmt.SymbolID(n) >= img.FirstGlobal {
			w.Name = base // of libbsd.a, which has names of .symver
		}
		section := uint32(w.Section)
		if w.Section == elf.SHN_XINDEX {
			section = s.file.ByteOrder.Uint32(wide[4*n:])
		}
		value := w.Value
		if g.Section == objfmt.SecCommon {
			value = max(value, 1)
		}
		if img.SymbolName(objfmt.SymbolID(n)) != w.Name || g.Value != value || g.Size != w.Size || g.Other != w.Other {
			s.errorf("symbol %d: %q %+v, want %+v", n, img.SymbolName(objfmt.SymbolID(n)), *g, *w)
		}
		if got := s.where(g.Section, places); got != s.wantWhere(w.Section, section, places) {
			s.errorf("symbol %d %s is in %s, want %s", n, w.Name, got, s.wantWhere(w.Section, section, places))
		}
		s.symbolKind(n, g, w)
		if objfmt.SymbolID(n) >= img.FirstGlobal {
			want := objfmt.HashName(w.Name)
			if w.Name == "" || g.Bind == objfmt.BindLocal {
				want = 0
			}
			if img.Hash(objfmt.SymbolID(n)) != want {
				s.errorf("symbol %d %s: hash %#x, want %#x", n, w.Name, img.Hash(objfmt.SymbolID(n)), want)
			}
		}
	}
}

// where is a section id in words, a number of the file for a section of the image.
func (s *std) where(id objfmt.SectionID, places []uint32) string {
	switch id {
	case objfmt.SecUndef:
		return "undef"
	case objfmt.SecAbs:
		return "abs"
	case objfmt.SecCommon:
		return "common"
	case objfmt.SecUnloaded:
		return "unloaded"
	}
	return fmt.Sprint(places[id])
}

func (s *std) wantWhere(shndx elf.SectionIndex, section uint32, places []uint32) string {
	switch shndx {
	case elf.SHN_UNDEF:
		return "undef"
	case elf.SHN_ABS:
		return "abs"
	case elf.SHN_COMMON, 0xff02, 0xff03: // x86-64's large and MIPS's small commons
		return "common"
	}
	for _, n := range places {
		if n == section {
			return fmt.Sprint(n)
		}
	}
	return "unloaded"
}

func (s *std) symbolKind(n int, g *objfmt.Symbol, w *elf.Symbol) {
	typ, ok := map[elf.SymType]objfmt.SymbolType{
		elf.STT_OBJECT: objfmt.SymData, elf.STT_COMMON: objfmt.SymData, elf.STT_FUNC: objfmt.SymFunc, elf.STT_SECTION: objfmt.SymSection,
		elf.STT_FILE: objfmt.SymFile, elf.STT_TLS: objfmt.SymTLS, elf.STT_LOOS: objfmt.SymIFunc,
	}[elf.ST_TYPE(w.Info)]
	if !ok && s.file.Machine == elf.EM_ARM && elf.ST_TYPE(w.Info) == 13 {
		typ = objfmt.SymFunc
	}
	bind, ok := map[elf.SymBind]objfmt.Binding{
		elf.STB_LOCAL: objfmt.BindLocal, elf.STB_GLOBAL: objfmt.BindGlobal, elf.STB_WEAK: objfmt.BindWeak, elf.STB_LOOS: objfmt.BindUnique,
	}[elf.ST_BIND(w.Info)]
	vis := map[elf.SymVis]objfmt.Visibility{
		elf.STV_DEFAULT: objfmt.VisDefault, elf.STV_PROTECTED: objfmt.VisProtected, elf.STV_HIDDEN: objfmt.VisHidden, elf.STV_INTERNAL: objfmt.VisInternal,
	}[elf.ST_VISIBILITY(w.Other)]
	if !ok || g.Type != typ || g.Bind != bind || g.Vis != vis {
		s.errorf("symbol %d %s: %v %v %v, want %v %v %v", n, w.Name, g.Type, g.Bind, g.Vis, typ, bind, vis)
	}
}

// wide returns the contents of SHT_SYMTAB_SHNDX.
func (s *std) wide() []byte {
	for _, h := range s.file.Sections {
		if h.Type == elf.SHT_SYMTAB_SHNDX {
			return s.data[h.Offset : h.Offset+h.FileSize]
		}
	}
	return nil
}

// groups compares group sections, decoded here word by word.
func (s *std) groups(img *objfmt.ObjectImage, full bool) {
	s.Helper()
	syms, _ := s.file.Symbols()
	got := 0
	for n, h := range s.file.Sections {
		if h.Type != elf.SHT_GROUP {
			continue
		}
		b := s.data[h.Offset : h.Offset+h.FileSize]
		var members []uint32
		for i := 4; i < len(b); i += 4 {
			if m := s.file.ByteOrder.Uint32(b[i:]); recorded(s.file.Sections[m], full) {
				members = append(members, m)
			}
		}
		if len(members) == 0 {
			continue
		}
		if got == len(img.Groups) {
			s.errorf("group %d is missing", n)
			return
		}
		g := &img.Groups[got]
		got++
		var have []uint32
		for _, id := range img.GroupMembers(g) {
			have = append(have, img.Sections[id].Number)
			if img.Sections[id].Group != uint32(got) {
				s.errorf("section %d does not know its group", img.Sections[id].Number)
			}
		}
		name := syms[h.Info-1].Name
		if elf.ST_TYPE(syms[h.Info-1].Info) == elf.STT_SECTION && name == "" {
			name = s.file.Sections[syms[h.Info-1].Section].Name
		}
		if fmt.Sprint(have) != fmt.Sprint(members) || img.GroupName(g) != name || g.Number != uint32(n) || g.Comdat != (s.file.ByteOrder.Uint32(b)&1 != 0) {
			s.errorf("group %d: %q comdat=%v members %v, want %q %v", n, img.GroupName(g), g.Comdat, have, name, members)
		}
	}
	if got != len(img.Groups) {
		s.errorf("%d groups, want %d", len(img.Groups), got)
	}
}
