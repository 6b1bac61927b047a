package objgen

import "encoding/binary"

// ELF is an ELF file to write, of any class and byte order. Sections come in the
// order in which they were added, from number 1 on; behind them the writer puts the
// symbol table, SHT_SYMTAB_SHNDX if a symbol needs it, and the two string tables.
//
// The Edit functions see each record before it is encoded and may make a lie of it;
// a record keeps no more than its fields have room for.
type ELF struct {
	Is64, Big bool
	Machine   uint16
	Flags     uint32
	Type      uint16 // 0 is written as ET_REL

	Symbols      []ELFSymbol // from number 1 on; local ones first
	HeadersFirst bool        // the section headers follow the file header
	NoSymtab     bool        // no symbol table and no names for one
	ShEntSize    uint16      // larger than a section header: padded

	EditHeader  func(h *ELFHeader)
	EditSection func(number uint32, h *ELFSectionHeader)
	EditSymbol  func(number uint32, s *ELFSymbolRecord)
	EditShndx   func(words []uint32) []uint32 // the contents of SHT_SYMTAB_SHNDX
	EditNames   func(table []byte) []byte     // of symbols

	sections []elfSection
}

// ELFSection is a section to write.
type ELFSection struct {
	Name       string
	Type       uint32 // 0 is written as SHT_PROGBITS
	Flags      uint64
	Data       []byte
	Size       uint64 // of SHT_NOBITS
	Link, Info uint32
	Align      uint64
	EntSize    uint64
}

// ELFSymbol is a symbol to write.
type ELFSymbol struct {
	Name        string
	Value, Size uint64
	Type, Bind  byte // STT_ and STB_ numbers
	Other       byte // visibility in the low bits
	Section     uint32
	Reserved    uint16 // SHN_ABS, SHN_COMMON, …: written instead of Section
}

// ELFReloc is a relocation to write. Type is as reloc records have it, but for
// 64-bit MIPS, where r_type, r_type2, r_type3 and r_ssym are its bytes from the lowest.
type ELFReloc struct {
	Offset    uint64
	Sym, Type uint32
	Addend    int64
}

// ELFHeader is a file header as it will be encoded.
type ELFHeader struct {
	Magic              [4]byte
	Class, Data        byte
	Type, Machine      uint16
	ShOff              uint64
	Flags              uint32
	ShEntSize          uint16
	ShNum, ShStrNdx    uint16
	RealNum, RealNames uint64 // for section header 0, where the two fields above are too small; else 0
}

// ELFSectionHeader is a section header as it will be encoded.
type ELFSectionHeader struct {
	Name, Type         uint32
	Flags, Off, Size   uint64
	Link, Info         uint32
	AddrAlign, EntSize uint64
}

// ELFSymbolRecord is a symbol table entry as it will be encoded.
type ELFSymbolRecord struct {
	Name        uint32
	Info, Other byte
	Shndx       uint16
	Value, Size uint64
}

type elfSection struct {
	ELFSection
	symtabLink bool // Link is the symbol table's number, known when all is written
}

// Numbers of the gABI that the writer needs.
const (
	elfProgbits = 1
	elfSymtab   = 2
	elfStrtab   = 3
	elfRela     = 4
	elfNobits   = 8
	elfRel      = 9
	elfGroup    = 17
	elfShndx    = 18
	elfInfoLink = 0x40
	elfReserved = 0xff00
	elfXindex   = 0xffff
)

// Add adds a section and returns its number.
func (f *ELF) Add(s ELFSection) uint32 { return f.add(elfSection{ELFSection: s}) }

func (f *ELF) add(s elfSection) uint32 {
	if s.Type == 0 {
		s.Type = elfProgbits
	}
	if s.Type != elfNobits {
		s.Size = uint64(len(s.Data))
	}
	f.sections = append(f.sections, s)
	return uint32(len(f.sections))
}

// AddSymbol adds a symbol and returns its number.
func (f *ELF) AddSymbol(s ELFSymbol) uint32 {
	f.Symbols = append(f.Symbols, s)
	return uint32(len(f.Symbols))
}

// AddGroup adds an SHT_GROUP section, signed by a symbol's number, and returns its number.
func (f *ELF) AddGroup(signature, flags uint32, members ...uint32) uint32 {
	data := f.u32(nil, flags)
	for _, m := range members {
		data = f.u32(data, m)
	}
	return f.add(elfSection{ELFSection{Name: ".group", Type: elfGroup, Data: data, Info: signature, Align: 4, EntSize: 4}, true})
}

// AddRelocs adds the relocations of section target and returns their section's number.
func (f *ELF) AddRelocs(target uint32, rela bool, relocs []ELFReloc) uint32 {
	s := ELFSection{Name: ".rel", Type: elfRel, Flags: elfInfoLink, Info: target, Align: f.word(), EntSize: 2 * f.word()}
	if rela {
		s.Name, s.Type, s.EntSize = ".rela", elfRela, 3*f.word()
	}
	if target != 0 && int(target) <= len(f.sections) {
		s.Name += f.sections[target-1].Name
	}
	for _, r := range relocs {
		s.Data = f.reloc(s.Data, r, rela)
	}
	return f.add(elfSection{s, true})
}

func (f *ELF) reloc(b []byte, r ELFReloc, rela bool) []byte {
	b = f.addr(b, r.Offset)
	switch {
	case f.Is64 && f.Machine == 8:
		b = f.u32(b, r.Sym)
		b = append(b, byte(r.Type>>24), byte(r.Type>>16), byte(r.Type>>8), byte(r.Type))
	case f.Is64:
		b = f.addr(b, uint64(r.Sym)<<32|uint64(r.Type))
	default:
		b = f.addr(b, uint64(r.Sym)<<8|uint64(r.Type&0xff))
	}
	if rela {
		b = f.addr(b, uint64(r.Addend))
	}
	return b
}

// Compressed returns the contents of an SHF_COMPRESSED section: a header that
// states the type and the plain size, and the packed bytes.
func (f *ELF) Compressed(typ uint32, size, align uint64, packed []byte) []byte {
	b := f.u32(nil, typ)
	if f.Is64 {
		b = f.u32(b, 0)
	}
	b = f.addr(f.addr(b, size), align)
	return append(b, packed...)
}

// Tables returns the numbers of the tables that the writer adds: the symbol table, its strings and the
// section names. SHT_SYMTAB_SHNDX, where there is one, follows the symbol table.
func (f *ELF) Tables() (symtab, strtab, shstrtab uint32) {
	n := uint32(len(f.sections))
	if f.NoSymtab {
		return 0, 0, n + 1
	}
	strtab = n + 2
	if f.needShndx() {
		strtab++
	}
	return n + 1, strtab, strtab + 1
}

func (f *ELF) needShndx() bool {
	for i := range f.Symbols {
		if f.Symbols[i].Reserved == 0 && f.Symbols[i].Section >= elfReserved {
			return true
		}
	}
	return f.EditShndx != nil
}

func (f *ELF) order() binary.AppendByteOrder {
	if f.Big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

func (f *ELF) u16(b []byte, v uint16) []byte { return f.order().AppendUint16(b, v) }
func (f *ELF) u32(b []byte, v uint32) []byte { return f.order().AppendUint32(b, v) }

// addr appends an address, offset or size of the class.
func (f *ELF) addr(b []byte, v uint64) []byte {
	if f.Is64 {
		return f.order().AppendUint64(b, v)
	}
	return f.u32(b, uint32(v))
}

func (f *ELF) word() uint64 {
	if f.Is64 {
		return 8
	}
	return 4
}
