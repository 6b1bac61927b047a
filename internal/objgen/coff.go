package objgen

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

// COFF is a COFF object to write, plain or large. Sections come in the order in
// which they were added, from number 1 on.
//
// The Edit functions see each record before it is encoded and may make a lie of it;
// a record keeps no more than its fields have room for.
type COFF struct {
	Machine     uint16
	Flags       uint16 // Characteristics of the file
	Big         bool   // ANON_OBJECT_HEADER_BIGOBJ, symbols of 20 bytes
	Optional    []byte // between file header and section headers, plain objects alone
	Base64Names bool   // long section names by base 64 offsets, not decimal ones
	NoSymbols   bool   // neither symbol table nor string table

	EditHeader  func(h *COFFHeader)
	EditSection func(number int, h *COFFSectionHeader)
	EditSymbol  func(number int, s *COFFSymbolRecord)
	EditStrings func(table []byte) []byte // the string table with its size

	sections []COFFSection
	symbols  []COFFSymbol
	records  uint32 // symbols and their auxiliary records
}

// COFFSection is a section to write.
type COFFSection struct {
	Name    string
	Flags   uint32 // Characteristics, IMAGE_SCN_LNK_NRELOC_OVFL is set where it must be
	Data    []byte
	Size    uint32 // of a section without Data
	Address uint32 // VirtualAddress
	Relocs  []COFFReloc
}

// COFFSymbol is a symbol to write.
type COFFSymbol struct {
	Name    string
	Value   uint32
	Section int32 // number, 0 undefined, -1 absolute, -2 debugging
	Type    uint16
	Class   uint8
	Aux     [][]byte // auxiliary records of at most 18 bytes, 20 in large objects
}

// COFFReloc is a relocation to write.
type COFFReloc struct {
	Address, Sym uint32
	Type         uint16
}

// COFFHeader is a file header as it will be encoded.
type COFFHeader struct {
	Sig1, Sig2, Version, Machine uint16 // Sig1, Sig2, Version of large objects alone
	Class                        [16]byte
	Sections, Symbols            uint32
	SymbolTable                  uint32
	OptionalSize                 uint16
	Flags                        uint16
}

// COFFSectionHeader is a section header as it will be encoded.
type COFFSectionHeader struct {
	Name                      [8]byte
	VirtualSize, Address      uint32
	Size, Data, Relocs, Lines uint32
	NumRelocs, NumLines       uint16
	Flags                     uint32
}

// COFFSymbolRecord is a symbol table entry as it will be encoded.
type COFFSymbolRecord struct {
	Name    [8]byte
	Value   uint32
	Section int32
	Type    uint16
	Class   uint8
	Aux     uint8
}

// COFFBigClass is the class of large objects.
var COFFBigClass = [16]byte{0xc7, 0xa1, 0xba, 0xd1, 0xee, 0xba, 0xa9, 0x4b, 0xaf, 0x20, 0xfa, 0xf6, 0x6a, 0xa4, 0xdc, 0xb8}

// Add adds a section and returns its number.
func (f *COFF) Add(s COFFSection) int32 {
	f.sections = append(f.sections, s)
	return int32(len(f.sections))
}

// Section is a section that was added, to change it.
func (f *COFF) Section(number int32) *COFFSection { return &f.sections[number-1] }

// AddSymbol adds a symbol and returns the number of its record.
func (f *COFF) AddSymbol(s COFFSymbol) uint32 {
	n := f.records
	f.symbols = append(f.symbols, s)
	f.records += 1 + uint32(len(s.Aux))
	return n
}

// AddSectionSymbol adds the symbol of a section, whose auxiliary record has the
// way to select it (0 unless COMDAT) and the section that it is associated with.
func (f *COFF) AddSectionSymbol(section int32, selection uint8, associated int32) uint32 {
	s := f.Section(section)
	size := uint32(len(s.Data))
	if s.Data == nil {
		size = s.Size
	}
	b := le32(nil, size)
	b = le16(le16(b, uint16(len(s.Relocs))), 0)
	b = le16(le32(b, 0), uint16(associated))
	b = le16(append(b, selection, 0), uint16(associated>>16))
	return f.AddSymbol(COFFSymbol{Name: s.Name, Section: section, Class: 3, Aux: [][]byte{b}})
}

// AddWeak adds a weak external whose default is symbol number target.
func (f *COFF) AddWeak(name string, target, search uint32) uint32 {
	return f.AddSymbol(COFFSymbol{Name: name, Class: 105, Aux: [][]byte{le32(le32(nil, target), search)}})
}

func le16(b []byte, v uint16) []byte { return binary.LittleEndian.AppendUint16(b, v) }
func le32(b []byte, v uint32) []byte { return binary.LittleEndian.AppendUint32(b, v) }

// Bytes writes the file.
func (f *COFF) Bytes() []byte {
	w := coffWriter{COFF: f, strings: []byte{0, 0, 0, 0}}
	headers := w.place()
	out := w.header()
	for i := range headers {
		h := headers[i] // a copy: a lie does not move what it is about
		if f.EditSection != nil {
			f.EditSection(i+1, &h)
		}
		out = append(out, h.Name[:]...)
		for _, v := range []uint32{h.VirtualSize, h.Address, h.Size, h.Data, h.Relocs, h.Lines} {
			out = le32(out, v)
		}
		out = le32(le16(le16(out, h.NumRelocs), h.NumLines), h.Flags)
	}
	for i := range f.sections {
		s := &f.sections[i]
		out = append(out, s.Data...)
		if len(s.Relocs) >= 0xffff {
			out = le16(le32(le32(out, uint32(len(s.Relocs)+1)), 0), 0)
		}
		for _, r := range s.Relocs {
			out = le16(le32(le32(out, r.Address), r.Sym), r.Type)
		}
	}
	if f.NoSymbols {
		return out
	}
	out = w.symbolTable(out)
	binary.LittleEndian.PutUint32(w.strings, uint32(len(w.strings)))
	if f.EditStrings != nil {
		w.strings = f.EditStrings(w.strings)
	}
	return append(out, w.strings...)
}

type coffWriter struct {
	*COFF
	strings []byte
	symtab  uint32
}

// place gives everything its offset and fills the section headers.
func (w *coffWriter) place() []COFFSectionHeader {
	headers := make([]COFFSectionHeader, len(w.sections))
	at := uint32(20 + len(w.Optional))
	if w.Big {
		at = 56
	}
	at += uint32(40 * len(w.sections))
	for i := range w.sections {
		s, h := &w.sections[i], &headers[i]
		h.Name = w.sectionName(s.Name)
		h.Address, h.Size, h.Flags = s.Address, s.Size, s.Flags
		if s.Data != nil {
			h.Size, h.Data = uint32(len(s.Data)), at
			at += h.Size
		}
		if n := len(s.Relocs); n > 0 {
			h.Relocs, h.NumRelocs = at, uint16(min(n, 0xffff))
			if n >= 0xffff {
				h.Flags |= 0x1000000
				n++
			}
			at += uint32(10 * n)
		}
	}
	w.symtab = at
	return headers
}

// name writes a name or, if it is too long, whatever long makes of its offset.
func (w *coffWriter) name(name string, long func(off uint32) []byte) (b [8]byte) {
	if len(name) <= 8 {
		copy(b[:], name)
		return b
	}
	off := uint32(len(w.strings))
	w.strings = append(append(w.strings, name...), 0)
	copy(b[:], long(off))
	return b
}

func (w *coffWriter) sectionName(name string) [8]byte {
	return w.name(name, func(off uint32) []byte {
		if !w.Base64Names {
			return strconv.AppendUint([]byte{'/'}, uint64(off), 10)
		}
		const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
		b := []byte("//AAAAAA")
		for i := 7; off > 0; i-- {
			b[i] = digits[off%64]
			off /= 64
		}
		return b
	})
}

func (w *coffWriter) header() []byte {
	h := COFFHeader{
		Machine: w.Machine, Sections: uint32(len(w.sections)), Symbols: w.records, SymbolTable: w.symtab,
		OptionalSize: uint16(len(w.Optional)), Flags: w.Flags, Sig2: 0xffff, Version: 2, Class: COFFBigClass,
	}
	if w.NoSymbols {
		h.Symbols, h.SymbolTable = 0, 0
	}
	if w.EditHeader != nil {
		w.EditHeader(&h)
	}
	if !w.Big {
		b := le32(le16(le16(nil, h.Machine), uint16(h.Sections)), 0)
		b = le32(le32(b, h.SymbolTable), h.Symbols)
		return append(le16(le16(b, h.OptionalSize), h.Flags), w.Optional...)
	}
	b := le16(le16(le16(le16(nil, h.Sig1), h.Sig2), h.Version), h.Machine)
	b = append(le32(b, 0), h.Class[:]...)
	b = append(b, make([]byte, 16)...)
	return le32(le32(le32(b, h.Sections), h.SymbolTable), h.Symbols)
}

func (w *coffWriter) symbolTable(out []byte) []byte {
	size, number := 18, 0
	if w.Big {
		size = 20
	}
	for i := range w.symbols {
		s := &w.symbols[i]
		r := COFFSymbolRecord{Value: s.Value, Section: s.Section, Type: s.Type, Class: s.Class, Aux: uint8(len(s.Aux))}
		r.Name = w.name(s.Name, func(off uint32) []byte { return le32(make([]byte, 4), off) })
		if w.EditSymbol != nil {
			w.EditSymbol(number, &r)
		}
		out = le32(append(out, r.Name[:]...), r.Value)
		if w.Big {
			out = le32(out, uint32(r.Section))
		} else {
			out = le16(out, uint16(r.Section))
		}
		out = append(le16(out, r.Type), r.Class, r.Aux)
		for _, aux := range s.Aux {
			if len(aux) > size {
				panic(fmt.Sprintf("objgen: auxiliary record of %d bytes", len(aux)))
			}
			out = append(append(out, aux...), make([]byte, size-len(aux))...)
		}
		number += 1 + len(s.Aux)
	}
	return out
}

// COFFImport is a short import record to write.
type COFFImport struct {
	Machine        uint16
	Ordinal        uint16 // or hint
	Type, NameType uint16
	Symbol         string
	Library        string
	Export         string // the third string, for name type 4
}

// Bytes writes the record.
func (r *COFFImport) Bytes() []byte {
	text := r.Symbol + "\x00" + r.Library + "\x00"
	if r.Export != "" {
		text += r.Export + "\x00"
	}
	b := le16(le16(le16(le16(nil, 0), 0xffff), 0), r.Machine)
	b = le32(le32(b, 0), uint32(len(text)))
	b = le16(le16(b, r.Ordinal), r.Type|r.NameType<<2)
	return append(b, text...)
}
