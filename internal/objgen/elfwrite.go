package objgen

// Bytes writes the file.
func (f *ELF) Bytes() []byte {
	w := elfWriter{ELF: f, all: append([]elfSection{{}}, f.sections...), offsets: map[string]uint32{}}
	symtab, strtab, shstrtab := f.Tables()
	if !f.NoSymtab {
		w.symbols(strtab)
	}
	w.all = append(w.all, elfSection{ELFSection: ELFSection{Name: ".shstrtab", Type: elfStrtab, Align: 1}})
	names := []byte{0}
	headers := make([]ELFSectionHeader, len(w.all))
	for i := range w.all {
		s := &w.all[i]
		names = w.name(names, s.Name, &headers[i].Name)
		if s.symtabLink {
			s.Link = symtab
		}
	}
	w.all[shstrtab].Data, w.all[shstrtab].Size = names, uint64(len(names))
	h := w.header(shstrtab)
	w.place(&h, headers)
	if f.EditHeader != nil {
		f.EditHeader(&h)
	}
	if len(headers) > 0 {
		headers[0].Size, headers[0].Link = h.RealNum, uint32(h.RealNames)
	}
	w.write(&h, headers)
	return w.out
}

type elfWriter struct {
	*ELF
	all     []elfSection
	offsets map[string]uint32 // of section names in their table
	out     []byte
	shoff   uint64 // before any lie
	shent   uint64
}

// name puts a section's name in the table, equal ones once.
func (w *elfWriter) name(table []byte, name string, at *uint32) []byte {
	if name == "" {
		return table
	}
	if off, ok := w.offsets[name]; ok {
		*at = off
		return table
	}
	*at = uint32(len(table))
	w.offsets[name] = *at
	return append(append(table, name...), 0)
}

// symbols adds the symbol table, its wide indices and its strings.
func (w *elfWriter) symbols(strtab uint32) {
	names := []byte{0}
	wide := []uint32{0}
	size := 4 * w.word() // 16 and 24 bytes
	if w.Is64 {
		size = 24
	}
	table := make([]byte, size)
	locals := uint32(1)
	for i, s := range w.Symbols {
		r := ELFSymbolRecord{Info: s.Bind<<4 | s.Type&15, Other: s.Other, Value: s.Value, Size: s.Size}
		if s.Name != "" {
			r.Name = uint32(len(names))
			names = append(append(names, s.Name...), 0)
		}
		word := uint32(0)
		switch {
		case s.Reserved != 0:
			r.Shndx = s.Reserved
		case s.Section >= elfReserved:
			r.Shndx, word = elfXindex, s.Section
		default:
			r.Shndx = uint16(s.Section)
		}
		wide = append(wide, word)
		if s.Bind == 0 {
			locals = uint32(i) + 2
		}
		if w.EditSymbol != nil {
			w.EditSymbol(uint32(i)+1, &r)
		}
		table = w.symbol(table, &r)
	}
	w.all = append(w.all, elfSection{ELFSection: ELFSection{
		Name: ".symtab", Type: elfSymtab, Data: table, Size: uint64(len(table)), Link: strtab, Info: locals, Align: w.word(), EntSize: size,
	}})
	if w.needShndx() {
		if w.EditShndx != nil {
			wide = w.EditShndx(wide)
		}
		var data []byte
		for _, word := range wide {
			data = w.u32(data, word)
		}
		w.all = append(w.all, elfSection{ELFSection{
			Name: ".symtab_shndx", Type: elfShndx, Data: data, Size: uint64(len(data)), Align: 4, EntSize: 4,
		}, true})
	}
	if w.EditNames != nil {
		names = w.EditNames(names)
	}
	w.all = append(w.all, elfSection{ELFSection: ELFSection{Name: ".strtab", Type: elfStrtab, Data: names, Size: uint64(len(names)), Align: 1}})
}

func (w *elfWriter) symbol(b []byte, r *ELFSymbolRecord) []byte {
	b = w.u32(b, r.Name)
	if w.Is64 {
		b = w.u16(append(b, r.Info, r.Other), r.Shndx)
		return w.addr(w.addr(b, r.Value), r.Size)
	}
	b = w.addr(w.addr(b, r.Value), r.Size)
	return w.u16(append(b, r.Info, r.Other), r.Shndx)
}

// header makes the file header; counts that do not fit go to section header 0.
func (w *elfWriter) header(shstrtab uint32) ELFHeader {
	h := ELFHeader{
		Magic: [4]byte{0x7f, 'E', 'L', 'F'}, Class: 1, Data: 1, Type: w.Type, Machine: w.Machine, Flags: w.Flags,
		ShEntSize: 40, ShNum: uint16(len(w.all)), ShStrNdx: uint16(shstrtab),
	}
	if w.Is64 {
		h.Class, h.ShEntSize = 2, 64
	}
	if w.Big {
		h.Data = 2
	}
	if w.Type == 0 {
		h.Type = 1
	}
	h.ShEntSize = max(h.ShEntSize, w.ShEntSize)
	if len(w.all) >= elfReserved {
		h.ShNum, h.RealNum = 0, uint64(len(w.all))
	}
	if shstrtab >= elfReserved {
		h.ShStrNdx, h.RealNames = elfXindex, uint64(shstrtab)
	}
	return h
}

// place gives everything its offset and fills the headers.
func (w *elfWriter) place(h *ELFHeader, headers []ELFSectionHeader) {
	at := uint64(52)
	if w.Is64 {
		at = 64
	}
	table := uint64(len(w.all)) * uint64(h.ShEntSize)
	if w.HeadersFirst {
		h.ShOff = at
		at += table
	}
	for i := range w.all {
		s := &w.all[i]
		if i == 0 {
			continue
		}
		if a := min(max(s.Align, 1), 64); a&(a-1) == 0 {
			at = (at + a - 1) &^ (a - 1)
		}
		e := &headers[i]
		e.Type, e.Flags, e.Off, e.Size = s.Type, s.Flags, at, s.Size
		e.Link, e.Info, e.AddrAlign, e.EntSize = s.Link, s.Info, s.Align, s.EntSize
		at += uint64(len(s.Data))
	}
	if !w.HeadersFirst {
		h.ShOff = (at + 7) &^ 7
	}
	w.shoff, w.shent = h.ShOff, uint64(h.ShEntSize)
}

// write encodes everything at its place: lies in records move nothing.
func (w *elfWriter) write(h *ELFHeader, headers []ELFSectionHeader) {
	w.fileHeader(h)
	if w.HeadersFirst {
		w.sectionHeaders(headers)
	}
	for i := range w.all {
		if i > 0 {
			w.pad(headers[i].Off)
			w.out = append(w.out, w.all[i].Data...)
		}
	}
	if !w.HeadersFirst {
		w.pad(w.shoff)
		w.sectionHeaders(headers)
	}
}

func (w *elfWriter) pad(to uint64) {
	for uint64(len(w.out)) < to {
		w.out = append(w.out, 0)
	}
}

func (w *elfWriter) fileHeader(h *ELFHeader) {
	b := append(w.out, h.Magic[:]...)
	b = append(b, h.Class, h.Data, 1, 0)
	b = append(b, make([]byte, 8)...)
	b = w.u32(w.u16(w.u16(b, h.Type), h.Machine), 1)
	b = w.addr(w.addr(w.addr(b, 0), 0), h.ShOff)
	b = w.u32(b, h.Flags)
	ehsize := uint16(52)
	if w.Is64 {
		ehsize = 64
	}
	for _, v := range []uint16{ehsize, 0, 0, h.ShEntSize, h.ShNum, h.ShStrNdx} {
		b = w.u16(b, v)
	}
	w.out = b
}

func (w *elfWriter) sectionHeaders(headers []ELFSectionHeader) {
	for i := range headers {
		e := headers[i] // a copy: a lie does not move what it is about
		if w.EditSection != nil {
			w.EditSection(uint32(i), &e)
		}
		start := len(w.out)
		b := w.u32(w.u32(w.out, e.Name), e.Type)
		for _, v := range []uint64{e.Flags, 0, e.Off, e.Size} {
			b = w.addr(b, v)
		}
		b = w.u32(w.u32(b, e.Link), e.Info)
		w.out = w.addr(w.addr(b, e.AddrAlign), e.EntSize)
		w.pad(uint64(start) + w.shent)
	}
}
