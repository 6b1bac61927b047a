package objgen

import "encoding/binary"

// MachO is a Mach-O file to write, of either class and byte order. Sections come
// in the order in which they were added, from number 1 on, and have addresses one
// behind the other from 0.
//
// The Edit functions see each record before it is encoded and may make a lie of it;
// a record keeps no more than its fields have room for.
type MachO struct {
	Is64, Big    bool
	CPU, Subtype uint32
	FileType     uint32 // 0 is written as MH_OBJECT
	Flags        uint32

	Symbols  []MachOSymbol // from number 0 on
	Indirect []uint32      // the indirect symbol table
	Commands [][]byte      // further load commands, before the symbol tables
	Split    bool          // a segment for each section
	NoSymtab bool          // neither LC_SYMTAB nor LC_DYSYMTAB
	NoDysym  bool          // no LC_DYSYMTAB

	EditHeader  func(h *MachOHeader)
	EditSection func(number uint32, h *MachOSectionHeader)
	EditSymbol  func(number uint32, s *MachOSymbolRecord)
	EditCommand func(command []byte) []byte // any load command, encoded
	EditNames   func(table []byte) []byte   // of symbols

	sections []MachOSection
}

// MachOSection is a section to write.
type MachOSection struct {
	Name, Segment        string
	Flags                uint32 // type and attributes
	Data                 []byte
	Size                 uint64 // of zero-filled ones
	Align                uint32 // logarithm
	Reserved1, Reserved2 uint32
	Relocs               []MachOReloc
}

// MachOReloc is a relocation record to write. Scattered ones have a Value and no
// symbol, number or Extern. The address is of 32 bits, or 24 if scattered.
type MachOReloc struct {
	Address   uint32
	Symbol    uint32 // symbol or section number
	Value     uint32
	Type      uint8
	Length    uint8
	PCRel     bool
	Extern    bool
	Scattered bool
}

// MachOSymbol is a symbol to write. Value is n_value, for N_INDR the name that it
// stands for is Target.
type MachOSymbol struct {
	Name    string
	Type    uint8  // n_type
	Section uint8  // n_sect
	Desc    uint16 // n_desc
	Value   uint64
	Target  string
}

// MachOHeader is a file header as it will be encoded.
type MachOHeader struct {
	Magic, CPU, Subtype, FileType, NCmds, SizeOfCmds, Flags uint32
}

// MachOSectionHeader is a section header as it will be encoded.
type MachOSectionHeader struct {
	Name, Segment        [16]byte
	Addr, Size           uint64
	Offset, Align        uint32
	RelOff, NReloc       uint32
	Flags                uint32
	Reserved1, Reserved2 uint32
}

// MachOSymbolRecord is a symbol table entry as it will be encoded.
type MachOSymbolRecord struct {
	Name       uint32
	Type, Sect uint8
	Desc       uint16
	Value      uint64
}

// Add adds a section and returns its number.
func (f *MachO) Add(s MachOSection) uint32 {
	if s.Data != nil {
		s.Size = uint64(len(s.Data))
	}
	f.sections = append(f.sections, s)
	return uint32(len(f.sections))
}

// AddSymbol adds a symbol and returns its number.
func (f *MachO) AddSymbol(s MachOSymbol) uint32 {
	f.Symbols = append(f.Symbols, s)
	return uint32(len(f.Symbols)) - 1
}

// Address is the address of section number n.
func (f *MachO) Address(n uint32) uint64 {
	at := uint64(0)
	for i := range f.sections {
		at = alignTo(at, 1<<min(f.sections[i].Align, 16))
		if uint32(i)+1 == n {
			return at
		}
		at += f.sections[i].Size
	}
	return at
}

// Command encodes a load command of 32-bit words and what follows them.
func (f *MachO) Command(kind uint32, words []uint32, text string) []byte {
	b := f.u32(f.u32(nil, kind), 0)
	for _, w := range words {
		b = f.u32(b, w)
	}
	b = append(b, text...)
	for len(b)%8 != 0 {
		b = append(b, 0)
	}
	f.order().PutUint32(b[4:], uint32(len(b)))
	return b
}

// LinkerOption is an LC_LINKER_OPTION.
func (f *MachO) LinkerOption(words ...string) []byte {
	text := ""
	for _, w := range words {
		text += w + "\x00"
	}
	return f.Command(0x2d, []uint32{uint32(len(words))}, text)
}

// Bytes writes the file.
func (f *MachO) Bytes() []byte {
	w := machoWriter{MachO: f}
	w.layout()
	commands := w.commands()
	h := MachOHeader{0xfeedface, f.CPU, f.Subtype, f.FileType, uint32(len(commands)), 0, f.Flags}
	if f.Is64 {
		h.Magic = 0xfeedfacf
	}
	if f.FileType == 0 {
		h.FileType = 1
	}
	var all []byte
	for _, c := range commands {
		if f.EditCommand != nil {
			c = f.EditCommand(c)
		}
		all = append(all, c...)
	}
	h.SizeOfCmds = uint32(len(all))
	if f.EditHeader != nil {
		f.EditHeader(&h)
	}
	var out []byte
	for _, v := range []uint32{h.Magic, h.CPU, h.Subtype, h.FileType, h.NCmds, h.SizeOfCmds, h.Flags} {
		out = f.u32(out, v)
	}
	if f.Is64 {
		out = f.u32(out, 0)
	}
	out = append(out, all...)
	for _, p := range w.pieces {
		for uint64(len(out)) < p.at {
			out = append(out, 0)
		}
		out = append(out, p.data...)
	}
	return out
}

type machoWriter struct {
	*MachO
	pieces   []machoPiece
	at       uint64 // where the next piece goes
	offsets  []uint64
	reloffs  []uint64
	symoff   uint64
	stroff   uint64
	indirect uint64
	names    []byte
	symbols  []byte
}

type machoPiece struct {
	at   uint64
	data []byte
}

// put places data behind what is there and returns where.
func (w *machoWriter) put(data []byte, align uint64) uint64 {
	w.at = alignTo(w.at, align)
	at := w.at
	w.pieces = append(w.pieces, machoPiece{at, data})
	w.at += uint64(len(data))
	return at
}

// layout places everything behind the load commands, whose size does not depend
// on what they say.
func (w *machoWriter) layout() {
	w.offsets, w.reloffs = make([]uint64, len(w.sections)), make([]uint64, len(w.sections))
	w.symbolTable()
	w.at = 28
	if w.Is64 {
		w.at = 32
	}
	for _, c := range w.commands() {
		w.at += uint64(len(c))
	}
	for i := range w.sections {
		if s := &w.sections[i]; s.Data != nil {
			w.offsets[i] = w.put(s.Data, 1<<min(s.Align, 4))
		}
	}
	for i := range w.sections {
		var b []byte
		for _, r := range w.sections[i].Relocs {
			b = w.reloc(b, r)
		}
		if b != nil {
			w.reloffs[i] = w.put(b, 4)
		}
	}
	var b []byte
	for _, v := range w.Indirect {
		b = w.u32(b, v)
	}
	if !w.NoSymtab {
		w.indirect = w.put(b, 4)
		w.symoff = w.put(w.symbols, 8)
		w.stroff = w.put(w.names, 1)
	}
}

func (w *machoWriter) symbolTable() {
	w.names = []byte{0}
	name := func(s string) uint32 {
		if s == "" {
			return 0
		}
		at := uint32(len(w.names))
		w.names = append(append(w.names, s...), 0)
		return at
	}
	for i, s := range w.Symbols {
		r := MachOSymbolRecord{name(s.Name), s.Type, s.Section, s.Desc, s.Value}
		if s.Target != "" {
			r.Value = uint64(name(s.Target))
		}
		if w.EditSymbol != nil {
			w.EditSymbol(uint32(i), &r)
		}
		w.symbols = w.u32(w.symbols, r.Name)
		w.symbols = w.order().AppendUint16(append(w.symbols, r.Type, r.Sect), r.Desc)
		w.symbols = w.addr(w.symbols, r.Value)
	}
	if w.EditNames != nil {
		w.names = w.EditNames(w.names)
	}
}

// commands encodes the load commands.
func (w *machoWriter) commands() (all [][]byte) {
	if w.Split {
		for i := range w.sections {
			all = append(all, w.segment(i, i+1))
		}
	} else {
		all = append(all, w.segment(0, len(w.sections)))
	}
	all = append(all, w.Commands...)
	if w.NoSymtab {
		return all
	}
	all = append(all, w.Command(2, []uint32{uint32(w.symoff), uint32(len(w.Symbols)), uint32(w.stroff), uint32(len(w.names))}, ""))
	if w.NoDysym {
		return all
	}
	words := make([]uint32, 18)
	words[12], words[13] = uint32(w.indirect), uint32(len(w.Indirect))
	return append(all, w.Command(0xb, words, ""))
}

// segment encodes a segment with some of the sections.
func (w *machoWriter) segment(from, to int) []byte {
	kind, n := uint32(1), uint32(56+68*(to-from))
	if w.Is64 {
		kind, n = 0x19, uint32(72+80*(to-from))
	}
	b := append(w.u32(w.u32(nil, kind), n), make([]byte, 16)...)
	for range 4 { // addresses and offsets, which nobody asks for
		b = w.addr(b, 0)
	}
	b = w.u32(w.u32(b, 7), 7)
	b = w.u32(w.u32(b, uint32(to-from)), 0)
	for i := from; i < to; i++ {
		s := &w.sections[i]
		h := MachOSectionHeader{
			Addr: w.Address(uint32(i) + 1), Size: s.Size, Offset: uint32(w.offsets[i]), Align: s.Align,
			RelOff: uint32(w.reloffs[i]), NReloc: uint32(len(s.Relocs)), Flags: s.Flags, Reserved1: s.Reserved1, Reserved2: s.Reserved2,
		}
		copy(h.Name[:], s.Name)
		copy(h.Segment[:], s.Segment)
		if w.EditSection != nil {
			w.EditSection(uint32(i)+1, &h)
		}
		b = append(append(b, h.Name[:]...), h.Segment[:]...)
		b = w.addr(w.addr(b, h.Addr), h.Size)
		for _, v := range []uint32{h.Offset, h.Align, h.RelOff, h.NReloc, h.Flags, h.Reserved1, h.Reserved2} {
			b = w.u32(b, v)
		}
		if w.Is64 {
			b = w.u32(b, 0)
		}
	}
	return b
}

// reloc encodes a record; its bit fields are in another order on big-endian machines,
// which nobody here writes.
func (w *machoWriter) reloc(b []byte, r MachOReloc) []byte {
	bit := func(set bool, n uint) uint32 {
		if set {
			return 1 << n
		}
		return 0
	}
	if r.Scattered {
		b = w.u32(b, r.Address&0xffffff|uint32(r.Type&15)<<24|uint32(r.Length&3)<<28|bit(r.PCRel, 30)|1<<31)
		return w.u32(b, r.Value)
	}
	b = w.u32(b, r.Address)
	return w.u32(b, r.Symbol&0xffffff|bit(r.PCRel, 24)|uint32(r.Length&3)<<25|bit(r.Extern, 27)|uint32(r.Type&15)<<28)
}

func (f *MachO) order() interface {
	binary.ByteOrder
	binary.AppendByteOrder
} {
	if f.Big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

func (f *MachO) u32(b []byte, v uint32) []byte { return f.order().AppendUint32(b, v) }

// addr appends an address of the class.
func (f *MachO) addr(b []byte, v uint64) []byte {
	if f.Is64 {
		return f.order().AppendUint64(b, v)
	}
	return f.u32(b, uint32(v))
}

// alignTo rounds up to a multiple of a power of two.
func alignTo(v, align uint64) uint64 { return (v + align - 1) &^ (align - 1) }

// FatSlice is a slice of a universal file to write.
type FatSlice struct {
	CPU, Subtype uint32
	Data         []byte
}

// Fat writes a universal file, with 64-bit offsets if wide.
func Fat(wide bool, slices ...FatSlice) []byte {
	o := binary.BigEndian
	magic, entry := uint32(0xcafebabe), 20
	if wide {
		magic, entry = 0xcafebabf, 32
	}
	b := o.AppendUint32(o.AppendUint32(nil, magic), uint32(len(slices)))
	at := alignTo(uint64(len(b)+entry*len(slices)), 16)
	var out []byte
	for _, s := range slices {
		b = o.AppendUint32(o.AppendUint32(b, s.CPU), s.Subtype)
		if wide {
			b = o.AppendUint64(o.AppendUint64(b, at), uint64(len(s.Data)))
			b = o.AppendUint32(o.AppendUint32(b, 4), 0)
		} else {
			b = o.AppendUint32(o.AppendUint32(b, uint32(at)), uint32(len(s.Data)))
			b = o.AppendUint32(b, 4)
		}
		at = alignTo(at+uint64(len(s.Data)), 16)
	}
	out = b
	for _, s := range slices {
		for len(out)%16 != 0 {
			out = append(out, 0)
		}
		out = append(out, s.Data...)
	}
	return out
}
