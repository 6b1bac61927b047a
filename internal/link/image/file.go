package image

import (
	"crypto/sha256"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// Types and bindings of symbols in ELF.
const (
	TypeNone   = 0
	TypeObject = 1
	TypeFunc   = 2
	TypeFile   = 4
	TypeThread = 6
	TypeIFunc  = 10

	BindLocal  = 0
	BindGlobal = 1
	BindWeak   = 2
)

// Symbol is a definition. What it names lies in its group, unless it is Abs.
type Symbol struct {
	Name       string
	Addr, Size uint64 // of a thread-local the offset in the block
	Group      Group
	Abs        bool // a value that is no address
	Type, Bind uint8
}

// Import is a name that the image leaves undefined.
type Import struct {
	Name       string
	Size       uint64 // bytes, 0 if it is not known
	Type, Bind uint8
	Library    int    // index in File.Libraries plus one; 0: not known
	Version    string // of the name in the library; empty: none
}

// Copy is data of an import that loaders copy into the image.
type Copy struct {
	Addr   uint64
	Import int32 // index in File.Imports, whose Size is how much
}

// Library is a shared library that imports were bound to.
type Library struct {
	Name string // as DT_NEEDED names it
	Kind IDKind
	ID   []byte // at most 32 bytes
	Size uint64 // of the file in bytes, 0 if it is not known
}

// IDKind says what identifies a library.
type IDKind uint32

const (
	NoID     IDKind = iota
	BuildID         // contents of its NT_GNU_BUILD_ID note
	Contents        // SHA-256 of the file
)

// Input is an object that the image was linked from.
type Input struct {
	Name string
	Hash [sha256.Size]byte // of the file
}

// Word is 8 bytes of the image that hold an address, or what is its like for a thread-local.
type Word struct {
	Addr   uint64
	Import int32 // index in File.Imports; negative: it is the image's own
	Kind   WordKind
	GOT    bool  // a GOT entry
	Addend int64 // of what is not an address of the image, which the contents hold
}

// WordKind says what a word holds.
type WordKind uint8

const (
	Address      WordKind = iota
	ThreadOffset          // of a thread-local from the thread pointer
	Module                // the number of its module
	ModuleOffset          // its offset in the module's block
	NumKinds
)

// File is a linked image.
type File struct {
	Layout *Layout
	// Contents are Layout.FileSize bytes with the contents of all groups. [File.Write] writes between them. nil: [File.Tables] alone is called.
	Contents []byte
	Given    bool   // Contents are the file's already: what follows them is written
	Fixed    bool   // the image is for its base alone
	Parallel bool   // two goroutines may be at work
	Name     string // DT_SONAME; empty: none
	Triple   string
	Linker   string // name and version of the program that links

	Symbols   []Symbol // for others; no two have one name
	Imports   []Import
	Libraries []Library
	Words     []Word // ascending by address
	Copies    []Copy
	Inputs    []Input  // in load order
	Listed    []Symbol // for debuggers: local ones, each behind that of its object (TypeFile); then, all global
	Init      int      // addresses in .init_array, which Contents hold
	Fini      int      // in .fini_array

	names    table // .dynstr
	sections []section
}

// table is a string table.
type table struct {
	bytes []byte
	at    map[string]uint32 // of those that are entered with share
}

func (t *table) add(s string) uint32 {
	if len(t.bytes) == 0 {
		t.bytes = append(t.bytes, 0)
	}
	if s == "" {
		return 0
	}
	at := uint32(len(t.bytes))
	t.bytes = append(append(t.bytes, s...), 0)
	return at
}

// share is add for what may have been entered before.
func (t *table) share(s string) uint32 {
	if at, ok := t.at[s]; ok {
		return at
	}
	if t.at == nil {
		t.at = map[string]uint32{}
	}
	at := t.add(s)
	t.at[s] = at
	return at
}

// section is a section of the file.
type section struct {
	name       string
	kind       uint32
	flags      uint64
	addr       uint64
	off, size  uint64
	link, info uint32
	align      uint64
	entry      uint64
	data       []byte // of one that is not in Contents yet
	number     uint32 // its index in the section headers
}

// Types and flags of sections.
const (
	shtProgbits   = 1
	shtSymtab     = 2
	shtStrtab     = 3
	shtRela       = 4
	shtDynamic    = 6
	shtNote       = 7
	shtNobits     = 8
	shtDynsym     = 11
	shtInitArray  = 14
	shtFiniArray  = 15
	shtRelr       = 19
	shtGNUHash    = 0x6ffffff6
	shtGNUVerneed = 0x6ffffffe
	shtGNUVersym  = 0x6fffffff

	shfWrite = 1
	shfAlloc = 2
	shfExec  = 4
	shfTLS   = 0x400

	shnAbs = 0xfff1
)

// groups lists the sections that hold contents, in the order of their addresses, and returns the numbers of those of groups.
func (f *File) groups(first uint32) (list []section, number [NumGroups]uint32) {
	l := f.Layout
	add := func(s section) uint32 {
		s.number = first + uint32(len(list))
		s.off = l.Off(s.addr)
		list = append(list, s)
		return s.number
	}
	group := func(g Group, kind uint32, flags uint64) {
		if size := l.Sizes.Size[g]; size > 0 {
			number[g] = add(section{name: g.String(), kind: kind, flags: shfAlloc | flags, addr: l.Addr[g], size: size, align: max(l.Sizes.Align[g], 1)})
		}
	}
	group(Text, shtProgbits, shfExec)
	group(Constants, shtProgbits, 0)
	if l.Sizes.Size[Frames] > 0 {
		add(section{name: ".eh_frame_hdr", kind: shtProgbits, flags: shfAlloc, addr: l.Index, size: l.indexLength, align: 4})
		number[Frames] = add(section{name: Frames.String(), kind: shtProgbits, flags: shfAlloc, addr: l.Addr[Frames], size: l.Sizes.Size[Frames] + frameEnd, align: max(l.Sizes.Align[Frames], 8)})
	}
	group(Functions, shtProgbits, 0)
	group(Relro, shtProgbits, shfWrite)
	if f.Init > 0 {
		add(section{name: ".init_array", kind: shtInitArray, flags: shfAlloc | shfWrite, addr: l.Init, size: uint64(f.Init) * wordSize, align: wordSize, entry: wordSize})
	}
	if f.Fini > 0 {
		add(section{name: ".fini_array", kind: shtFiniArray, flags: shfAlloc | shfWrite, addr: l.Fini, size: uint64(f.Fini) * wordSize, align: wordSize, entry: wordSize})
	}
	add(section{name: ".dynamic", kind: shtDynamic, flags: shfAlloc | shfWrite, addr: l.Dynamic, size: uint64(l.Sizes.Dynamic) * dynSize, align: wordSize, entry: dynSize})
	group(Foreign, shtProgbits, shfWrite)
	group(Template, shtProgbits, shfWrite|shfTLS)
	if zero := l.Sizes.Threads - l.Sizes.Size[Template]; zero > 0 {
		n := add(section{name: ".tbss", kind: shtNobits, flags: shfAlloc | shfWrite | shfTLS, addr: l.Addr[Template] + l.Sizes.Size[Template], size: zero, align: 1})
		if number[Template] == 0 {
			number[Template] = n
		}
	}
	group(Data, shtProgbits, shfWrite)
	group(Zero, shtNobits, shfWrite)
	return list, number
}

// Size is how many bytes headers, notes and tables will take: what [File.Tables] returns. Addresses count for nothing in it.
func (f *File) Size() uint64 {
	f.names = table{}
	head := f.head(make([]byte, hashSize(len(f.Symbols))))
	f.addDynamicNames()
	find(head, ".dynsym").size = symbolSize * uint64(1+len(f.Imports)+len(f.Symbols))
	find(head, ".dynstr").size = uint64(len(f.names.bytes) + f.namesSize())
	return f.placeHead(head)
}

// Tables makes headers, notes and tables, and returns how many bytes they take: Sizes.Meta has to be as much before [File.Write].
func (f *File) Tables() (size uint64) {
	const otherNames = 1 << 16 // of objects, libraries and their like; may be more
	f.names = table{bytes: arena.Make[byte](f.namesSize()+otherNames, false)[:0]}
	order, buckets := hashOrder(f.Symbols)
	head := f.head(hashTable(f.Layout.Target.Order, order, buckets, 1+len(f.Imports)))
	body, number := f.groups(uint32(1 + len(head)))
	find(head, ".dynsym").data = f.dynamicSymbols(order, number)
	f.addDynamicNames()
	str := find(head, ".dynstr")
	str.data = f.names.bytes
	size = f.placeHead(head)
	if d := find(body, ".dynamic"); d != nil {
		d.link = str.number
	}
	f.sections = slices.Concat([]section{{}}, head, body)
	return size
}

// head lists the sections with tables. What depends on the names of symbols is not there yet.
func (f *File) head(hash []byte) []section {
	o := f.Layout.Target.Order
	rela, relr := f.relocations()
	versions, needs := f.versions()
	head := []section{
		{name: ".note.gnu.build-id", kind: shtNote, align: 4, data: note(o, "GNU", ntBuildID, make([]byte, buildIDSize))},
		{name: ".note.rtdyld", kind: shtNote, align: 4, data: note(o, NoteName, NoteType, f.note())},
		{name: ".gnu.hash", kind: shtGNUHash, align: 8, data: hash},
		{name: ".dynsym", kind: shtDynsym, align: 8, entry: symbolSize, info: 1},
		{name: ".dynstr", kind: shtStrtab, align: 1},
		{name: ".gnu.version", kind: shtGNUVersym, align: 2, entry: 2, data: versions},
		{name: ".gnu.version_r", kind: shtGNUVerneed, align: 8, info: uint32(f.versioned()), data: needs},
		{name: ".rela.dyn", kind: shtRela, align: 8, entry: relaSize, info: 0, data: rela},
		{name: ".relr.dyn", kind: shtRelr, align: 8, entry: wordSize, data: relr},
	}
	head = slices.DeleteFunc(head, func(s section) bool { return s.data == nil && s.entry != symbolSize && s.name != ".dynstr" })
	for i := range head {
		head[i].number, head[i].flags = uint32(1+i), shfAlloc
	}
	return head
}

// placeHead gives sections with tables their places behind the headers, and returns where they end. A section without data has its size.
func (f *File) placeHead(head []section) uint64 {
	sym, str := find(head, ".dynsym"), find(head, ".dynstr")
	at := headerSize + segmentSize*uint64(maxSegments)
	for i := range head {
		s := &head[i]
		if s.data != nil {
			s.size = uint64(len(s.data))
		}
		at = (at + s.align - 1) &^ (s.align - 1)
		s.off, s.addr = at, f.Layout.Base+at
		at += s.size
		switch s.kind {
		case shtGNUHash, shtRela, shtGNUVersym:
			s.link = sym.number
		case shtDynsym, shtGNUVerneed:
			s.link = str.number
		}
	}
	return at
}

// namesSize is how many bytes of .dynstr are names of symbols.
func (f *File) namesSize() int {
	n := textSize(f.Symbols)
	for i := range f.Imports {
		n += len(f.Imports[i].Name) + 1
	}
	return n
}

// textSize is how many bytes the names of symbols take.
func textSize(list []Symbol) (n int) {
	for i := range list {
		n += len(list[i].Name) + 1
	}
	return n
}

// find is the section with a name, nil if there is none.
func find(list []section, name string) *section {
	for i := range list {
		if list[i].name == name {
			return &list[i]
		}
	}
	return nil
}

// dynamicSymbols are the contents of .dynsym: imports, then definitions in the order of the hash table.
func (f *File) dynamicSymbols(order []hashed, number [NumGroups]uint32) []byte {
	o := f.Layout.Target.Order
	b := arena.Make[byte](symbolSize*(1+len(f.Imports)+len(order)), false)[:symbolSize]
	for i := range f.Imports {
		m := &f.Imports[i]
		b = appendSymbol(b, o, f.names.add(m.Name), m.Bind<<4|m.Type, 0, 0, m.Size)
	}
	for _, h := range order {
		s := &f.Symbols[h.index]
		b = appendSymbol(b, o, f.names.add(s.Name), s.Bind<<4|s.Type, s.section(number), s.Addr, s.Size)
	}
	return b
}

// section is what st_shndx says of a symbol.
func (s *Symbol) section(number [NumGroups]uint32) uint16 {
	if s.Abs || s.Group >= NumGroups || number[s.Group] == 0 {
		return shnAbs
	}
	return uint16(number[s.Group])
}

func appendSymbol(b []byte, o bin.Order, name uint32, info uint8, section uint16, value, size uint64) []byte {
	n := len(b)
	b = append(b, make([]byte, symbolSize)...)
	w := b[n:]
	o.PutU32(w, name)
	w[4] = info
	o.PutU16(w[6:], section)
	o.PutU64(w[8:], value)
	o.PutU64(w[16:], size)
	return b
}

// relocations are the contents of .rela.dyn, where R_*_RELATIVE come first, and .relr.dyn.
func (f *File) relocations() (rela, relr []byte) {
	t := f.Layout.Target
	put := func(at uint64, info uint64, addend int64) {
		n := len(rela)
		rela = append(rela, make([]byte, relaSize)...)
		t.Order.PutU64(rela[n:], at)
		t.Order.PutU64(rela[n+8:], info)
		t.Order.PutU64(rela[n+16:], uint64(addend))
	}
	var even []uint64
	evens, others := f.countWords()
	if even = arena.Make[uint64](evens, false)[:0]; others > 0 {
		rela = arena.Make[byte](others*relaSize, false)[:0]
	}
	for _, w := range f.Words {
		switch {
		case w.Import >= 0 || f.Fixed || w.Kind != Address:
		case w.Addr%wordSize == 0:
			even = append(even, w.Addr)
		default:
			put(w.Addr, uint64(t.Relative), f.word(w.Addr))
		}
	}
	types := [NumKinds]uint32{Address: t.Word, ThreadOffset: t.ThreadOffset, Module: t.Module, ModuleOffset: t.ModuleOffset}
	for _, w := range f.Words {
		if w.Import < 0 && w.Kind == Address {
			continue
		}
		kind := types[w.Kind]
		if w.Kind == Address && w.GOT && w.Addend == 0 {
			kind = t.GlobDat
		}
		put(w.Addr, uint64(1+w.Import)<<32|uint64(kind), w.Addend) // of own thread-locals without a symbol
	}
	for _, c := range f.Copies {
		put(c.Addr, uint64(1+c.Import)<<32|uint64(t.Copy), 0)
	}
	return rela, appendRelr(nil, t.Order, even)
}

// word is what the contents have at an address, 0 where there are none yet.
func (f *File) word(addr uint64) int64 {
	if f.Contents == nil {
		return 0
	}
	return int64(f.Layout.Target.Order.U64(f.Contents[f.Layout.Off(addr):]))
}

// countWords is how many words .relr.dyn is for, and how many records .rela.dyn has.
func (f *File) countWords() (evens, others int) {
	for i := range f.Words {
		switch w := &f.Words[i]; {
		case w.Import >= 0 || w.Kind != Address:
			others++
		case f.Fixed:
		case w.Addr%wordSize == 0:
			evens++
		default:
			others++
		}
	}
	return evens, others + len(f.Copies)
}

// versioned is how many libraries have names with versions.
func (f *File) versioned() (n int) {
	for i := range f.Libraries {
		if len(f.versionsOf(i)) > 0 {
			n++
		}
	}
	return n
}

// relrVersion is what glibc wants of an image that has DT_RELR and names with versions of glibc.
const relrVersion = "GLIBC_ABI_DT_RELR"

// versionsOf lists the versions that imports have of a library, sorted.
func (f *File) versionsOf(library int) []string {
	var all []string
	for i := range f.Imports {
		if m := &f.Imports[i]; m.Library == library+1 && m.Version != "" {
			all = append(all, m.Version)
		}
	}
	if len(all) > 0 && f.Libraries[library].Name == "libc.so.6" {
		all = append(all, relrVersion)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// versions are the contents of .gnu.version and .gnu.version_r; nil where no import has a version.
func (f *File) versions() (of, needs []byte) {
	if f.versioned() == 0 {
		return nil, nil
	}
	o := f.Layout.Target.Order
	type key struct {
		library int
		version string
	}
	numbers := map[key]uint16{}
	next, last := uint16(2), -1 // behind VER_NDX_GLOBAL
	for i := range f.Libraries {
		all := f.versionsOf(i)
		if len(all) == 0 {
			continue
		}
		if last >= 0 {
			o.PutU32(needs[last+12:], uint32(len(needs)-last))
		}
		last = len(needs)
		needs = append(needs, make([]byte, 16)...)
		w := needs[last:]
		o.PutU16(w, 1)
		o.PutU16(w[2:], uint16(len(all)))
		o.PutU32(w[4:], f.names.share(f.Libraries[i].Name))
		o.PutU32(w[8:], 16)
		for k, v := range all {
			numbers[key{i + 1, v}] = next
			n := len(needs)
			needs = append(needs, make([]byte, 16)...)
			a := needs[n:]
			o.PutU32(a, hashVersion(v))
			o.PutU16(a[6:], next)
			o.PutU32(a[8:], f.names.share(v))
			if k+1 < len(all) {
				o.PutU32(a[12:], 16)
			}
			next++
		}
	}
	of = make([]byte, 2*(1+len(f.Imports)+len(f.Symbols)))
	for i := range f.Imports {
		n := uint16(1)
		if m := &f.Imports[i]; m.Version != "" && m.Library > 0 {
			n = numbers[key{m.Library, m.Version}]
		}
		o.PutU16(of[2+2*i:], n)
	}
	for i := range f.Symbols {
		o.PutU16(of[2*(1+len(f.Imports)+i):], 1)
	}
	return of, needs
}

// hashVersion is the hash of the gABI's DT_HASH, which versions have.
func hashVersion(s string) uint32 {
	h := uint32(0)
	for i := range len(s) {
		h = h<<4 + uint32(s[i])
		g := h & 0xf000_0000
		h = (h ^ g>>24) &^ g
	}
	return h
}
