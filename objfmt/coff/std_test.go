package coff_test

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// compareStd holds an image and its Full sibling against what the standard library
// reads in the same bytes. It knows neither large objects nor import records.
func compareStd(tb testing.TB, name string, data []byte) {
	tb.Helper()
	f, err := pe.NewFile(bytes.NewReader(data))
	if err != nil {
		tb.Errorf("%s: debug/pe: %v", name, err)
		return
	}
	img := parse(tb, name, data)
	s := &std{tb, name, f, data}
	if img.Import != nil {
		s.longImport(img)
		img = full(tb, img)
		s.sections(img, true)
		s.symbols(img)
		return
	}
	if img.Machine != uint32(f.Machine) || img.Flags != uint32(f.Characteristics) || img.Big {
		s.errorf("header: machine %#x, flags %#x", img.Machine, img.Flags)
	}
	s.sections(img, false)
	s.symbols(img)
	s.lengths(img)
	all := full(tb, img)
	s.sections(all, true)
	s.symbols(all)
}

type std struct {
	testing.TB
	name string
	file *pe.File
	data []byte
}

func (s *std) errorf(format string, args ...any) {
	s.Helper()
	s.Errorf("%s: %s", s.name, fmt.Sprintf(format, args...))
}

// recorded says whether real objects have a record for a section, more crudely than
// the parser.
func recorded(h *pe.Section) bool {
	return h.Characteristics&(info|scnDiscardable) == 0 && !strings.HasPrefix(h.Name, ".idata$")
}

// longImport: an object of a GNU import library is the import that its sections are
// the pieces of.
func (s *std) longImport(img *objfmt.ObjectImage) {
	s.Helper()
	im := img.Import
	code := false
	pointers := 0
	for _, sym := range s.file.COFFSymbols {
		name, err := sym.FullName(s.file.StringTable)
		if err != nil {
			s.errorf("%v", err)
		}
		code = code || name == im.Symbol && sym.StorageClass == 2 && sym.SectionNumber > 0
		if sym.SectionNumber > 0 && name == "__imp_"+im.Symbol {
			pointers++
			if sec := s.file.Sections[sym.SectionNumber-1].Name; sec != ".idata$5" {
				s.errorf("%s is in %s", name, sec)
			}
		}
	}
	if pointers != 1 || code == im.Data || im.Library != "" {
		s.errorf("import %+v, but %d pointers and a function: %t", *im, pointers, code)
	}
	head := ""
	if tables := s.file.Section(".idata$7"); tables != nil && len(tables.Relocs) > 0 {
		head, _ = s.file.COFFSymbols[tables.Relocs[0].SymbolTableIndex].FullName(s.file.StringTable)
	}
	if im.Head != head || head == "" {
		s.errorf("import %+v, the tables refer to %q", *im, head)
	}
	hint := s.file.Section(".idata$6")
	if im.ByOrdinal {
		if hint != nil && hint.Size > 0 {
			s.errorf("import %+v by ordinal in spite of a name", *im)
		}
		return
	}
	text, err := hint.Data()
	if err != nil || len(text) < 3 || string(bytes.TrimRight(text[2:], "\x00")) != im.Name || binary.LittleEndian.Uint16(text) != im.Ordinal {
		s.errorf("import %+v, the name is in %q", *im, text)
	}
}

// lengths: a group has the length that the symbol of its leader says, and the leader
// what its tool has added to that.
func (s *std) lengths(img *objfmt.ObjectImage) {
	s.Helper()
	for i := range img.Groups {
		g := &img.Groups[i]
		sec := s.file.Sections[g.Number-1]
		want := sec.Size
		for k, sym := range s.file.COFFSymbols {
			if int(sym.SectionNumber) == int(g.Number) && sym.StorageClass == 3 && sym.NumberOfAuxSymbols > 0 && sym.Value == 0 {
				if aux, err := s.file.COFFSymbolReadSectionDefAux(k); err != nil {
					s.errorf("%v", err)
				} else if aux.Size > 0 {
					want = aux.Size
				}
				break
			}
		}
		align := uint32(1)
		if a := sec.Characteristics >> 20 & 15; a > 0 {
			align = 1 << (a - 1)
		}
		if g.Length != want || g.Length > sec.Size || sec.Size-g.Length >= align {
			s.errorf("group %s: length %d, want %d of a section of %d bytes aligned to %d", img.GroupName(g), g.Length, want, sec.Size, align)
		}
	}
}

func (s *std) sections(img *objfmt.ObjectImage, full bool) {
	s.Helper()
	id := 0
	for n, h := range s.file.Sections {
		if !full && !recorded(h) {
			continue
		}
		if id == len(img.Sections) {
			s.errorf("section %d %s has no record", n+1, h.Name)
			return
		}
		sec := &img.Sections[id]
		ch := h.Characteristics
		align := uint64(16)
		if a := ch >> 20 & 15; a != 0 {
			align = 1 << (a - 1)
		}
		if sec.Number != uint32(n)+1 || img.SectionName(objfmt.SectionID(id)) != h.Name || sec.Alignment() != align || sec.Size != uint64(h.Size) {
			s.errorf("section %d %q align %d size %d, want %d %q %d %d", sec.Number, img.SectionName(objfmt.SectionID(id)), sec.Alignment(), sec.Size, n+1, h.Name, align, h.Size)
		}
		want := []byte(nil)
		if h.Offset != 0 {
			want = s.data[h.Offset : h.Offset+h.Size]
		}
		if !same(sec.Data, want) || (sec.Flags&objfmt.SecZeroFill != 0) != (h.Offset == 0 && (h.Size > 0 || ch&pe.IMAGE_SCN_CNT_UNINITIALIZED_DATA != 0)) {
			s.errorf("section %d: Data is not the file's own bytes", n+1)
		}
		kind := objfmt.KindReadOnly
		switch {
		case !recorded(h):
			kind = objfmt.KindNone
		case ch&pe.IMAGE_SCN_CNT_CODE != 0:
			kind = objfmt.KindCode
		case sec.Flags&objfmt.SecTLS != 0:
		case ch&pe.IMAGE_SCN_MEM_WRITE != 0:
			kind = objfmt.KindWritable
		}
		if sec.Kind != kind || (sec.Flags&objfmt.SecLoad != 0) != recorded(h) {
			s.errorf("section %d %s: kind %v, want %v", n+1, h.Name, sec.Kind, kind)
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

func (s *std) relocs(img *objfmt.ObjectImage, id objfmt.SectionID, h *pe.Section) {
	s.Helper()
	i := 0
	for r, err := range img.Relocs(id) {
		if err != nil || i >= len(h.Relocs) {
			s.errorf("section %s: relocation %d of %d: %v", h.Name, i, len(h.Relocs), err)
			return
		}
		w := h.Relocs[i]
		want := objfmt.Reloc{Offset: uint64(w.VirtualAddress - h.VirtualAddress), Sym: objfmt.SymbolID(w.SymbolTableIndex), Type: uint32(w.Type), Sub: objfmt.NoSymbol}
		if r != want {
			s.errorf("section %s: relocation %d: %+v, want %+v", h.Name, i, r, want)
		}
		i++
	}
	if i != len(h.Relocs) {
		s.errorf("section %s: %d relocations, want %d", h.Name, i, len(h.Relocs))
	}
}

func (s *std) symbols(img *objfmt.ObjectImage) {
	s.Helper()
	if len(img.Symbols) != len(s.file.COFFSymbols) {
		s.errorf("%d symbols, want %d", len(img.Symbols), len(s.file.COFFSymbols))
		return
	}
	for k := 0; k < len(img.Symbols); k++ {
		w := &s.file.COFFSymbols[k]
		s.symbol(img, k, w)
		for range w.NumberOfAuxSymbols {
			k++
			if (img.Symbols[k] != objfmt.Symbol{Section: objfmt.SecUndef}) {
				s.errorf("symbol %d: %+v is auxiliary", k, img.Symbols[k])
			}
		}
	}
}

func (s *std) symbol(img *objfmt.ObjectImage, k int, w *pe.COFFSymbol) {
	s.Helper()
	got := img.Symbols[k]
	name, err := w.FullName(s.file.StringTable)
	if err != nil {
		s.errorf("symbol %d: debug/pe: %v", k, err)
	}
	want := objfmt.Symbol{Value: uint64(w.Value), Name: got.Name, NameLen: got.NameLen}
	switch w.SectionNumber {
	case 0, -2:
		want.Section = objfmt.SecUndef
	case -1:
		want.Section = objfmt.SecAbs
	default:
		want.Section = objfmt.SecUnloaded
		if id, sec := byNumber(img, int32(w.SectionNumber)); sec != nil {
			want.Section = id
		}
	}
	if w.Type == 0x20 {
		want.Type = objfmt.SymFunc
	}
	switch {
	case w.StorageClass == 103:
		want.Type, name = objfmt.SymFile, img.SymbolName(objfmt.SymbolID(k))
	case w.StorageClass == 3 && w.NumberOfAuxSymbols > 0 && w.Value == 0 && w.Type == 0:
		want.Type = objfmt.SymSection
	case w.StorageClass == 2 && w.SectionNumber == 0 && w.Value > 0:
		want.Section, want.Size, want.Value, want.Bind = objfmt.SecCommon, uint64(w.Value), min(32, uint64(1)<<bits.Len32(w.Value-1)), objfmt.BindGlobal
		want.Value = max(want.Value, got.Value) // a directive may ask for more
	case w.StorageClass == 2:
		want.Bind = objfmt.BindGlobal
	case w.StorageClass == 105:
		def, err := s.aux(k)
		if err != nil {
			s.errorf("symbol %d: %v", k, err)
		}
		want.Bind, want.Section, want.Value, want.Other = objfmt.BindWeak, objfmt.SecAlias, uint64(le.Uint32(def)), def[4]
	}
	if want.Type == objfmt.SymFunc && w.NumberOfAuxSymbols > 0 && w.SectionNumber > 0 {
		def, err := s.aux(k)
		if err != nil {
			s.errorf("symbol %d: %v", k, err)
		}
		want.Size = uint64(le.Uint32(def[4:]))
	}
	if want.Section < objfmt.SecSpecial {
		sec := &img.Sections[want.Section]
		if sec.Flags&objfmt.SecTLS != 0 && want.Type != objfmt.SymSection {
			want.Type = objfmt.SymTLS
		}
		if img.Machine == pe.IMAGE_FILE_MACHINE_ARMNT && want.Type == objfmt.SymFunc {
			want.Value |= 1
		}
	}
	if got != want || img.SymbolName(objfmt.SymbolID(k)) != name {
		s.errorf("symbol %d: %+v %q, want %+v %q", k, got, img.SymbolName(objfmt.SymbolID(k)), want, name)
	}
}

var le = binary.LittleEndian

// aux is the auxiliary record of symbol k, where debug/pe says that the table is.
func (s *std) aux(k int) ([]byte, error) {
	at := int(s.file.PointerToSymbolTable) + (k+1)*pe.COFFSymbolSize
	if at+pe.COFFSymbolSize > len(s.data) {
		return nil, errors.New("no auxiliary record")
	}
	return s.data[at:][:pe.COFFSymbolSize], nil // the library's own depends on the host's byte order
}
