package mapped

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// Section is a section header, which says of a part of the image what it holds.
type Section struct {
	Name      []byte // a view
	Span             // at the recorded base; Addr is 0 for what is not loaded
	Off       uint64 // in the file
	Type      uint32 // SHT_
	Flags     uint64 // SHF_
	Align     uint64
	Link      uint32
	NotInFile bool // SHT_NOBITS
}

const (
	shtSymtab = 2
	shtNobits = 8
)

// NumSections is how many section headers there are.
func (img *Image) NumSections() int { return len(img.sections) / sectionSize }

// Section reads a section header. Its name is empty where it does not lie in the file.
func (img *Image) Section(i int) (s Section) {
	if i < 0 || i >= img.NumSections() {
		return s
	}
	s = img.section(i)
	s.Name, _ = bin.CString(img.SectionNames(), uint64(img.SectionName(i)))
	return s
}

// SectionNames are the bytes that names of sections lie in; nil where these do not lie in the file.
func (img *Image) SectionNames() []byte {
	names := img.section(int(img.Order.U16(img.Data[62:])))
	b, _ := bin.Slice(img.Data, names.Off, names.Size)
	return b
}

// SectionName is where a section's name is in SectionNames.
func (img *Image) SectionName(i int) uint32 { return img.Order.U32(img.sections[i*sectionSize:]) }

// section is Section without the name.
func (img *Image) section(i int) (s Section) {
	if i >= img.NumSections() {
		return s
	}
	h, o := img.sections[i*sectionSize:], img.Order
	s.Type, s.Flags, s.Span, s.Off = o.U32(h[4:]), o.U64(h[8:]), Span{o.U64(h[16:]), o.U64(h[32:])}, o.U64(h[24:])
	s.Link, s.Align, s.NotInFile = o.U32(h[40:]), o.U64(h[48:]), s.Type == shtNobits
	return s
}

// Local is an entry of .symtab: all functions and data objects that the image's objects have named.
type Local struct {
	Symbol
	Global  bool
	Section uint16 // number of its section header, or SHN_ of no section
}

// Locals are the entries of .symtab: they are read where they lie, one by one.
type Locals struct {
	img            *Image
	table, strings []byte
}

// Locals finds the symbols that the image has for people.
func (img *Image) Locals() (l Locals) {
	l.img = img
	for i := range img.NumSections() {
		s := img.section(i)
		if s.Type != shtSymtab {
			continue
		}
		names := img.section(int(s.Link))
		table, ok := bin.Slice(img.Data, s.Off, s.Size)
		texts, ok2 := bin.Slice(img.Data, names.Off, names.Size)
		if ok && ok2 {
			l.table, l.strings = table, texts
		}
		break
	}
	return l
}

// Len is how many there are.
func (l *Locals) Len() int { return len(l.table) / symbolSize }

// Table is the entries as they lie in the file (gABI, "Symbol Table").
func (l Locals) Table() []byte { return l.table }

// Strings are the bytes that their names lie in.
func (l Locals) Strings() []byte { return l.strings }

// At reads one; the name is empty where it does not lie in the file.
func (l *Locals) At(i int) (s Local) {
	b, o := l.table[i*symbolSize:], l.img.Order
	s.Name, _ = bin.CString(l.strings, uint64(o.U32(b)))
	s.Type, s.Weak, s.Global, s.Section = b[4]&15, b[4]>>4 == 2, b[4]>>4 != 0, o.U16(b[6:])
	s.Defined, s.Abs = s.Section != 0, s.Section == 0xfff1
	s.Value, s.Size = o.U64(b[8:]), o.U64(b[16:])
	return s
}
