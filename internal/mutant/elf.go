package mutant

import "strings"

// Section types of ELF that have tables.
const (
	elfSymbols     = 2
	elfStrings     = 3
	elfRela        = 4
	elfNote        = 7
	elfNoBits      = 8
	elfRel         = 9
	elfGroup       = 17
	elfSymbolIndex = 18
	elfCREL        = 0x40000014
)

// elfTables are the tables of sections by type, for 32 and for 64 bits. The word of a relocation that has
// the symbol and the type is two fields.
var elfTables = map[int][2][]byte{
	elfSymbols:     {{4, 4, 4, 1, 1, 2}, {4, 1, 1, 2, 8, 8}},
	elfRela:        {{4, 1, 3, 4}, {8, 4, 4, 8}},
	elfRel:         {{4, 1, 3}, {8, 4, 4}},
	elfNote:        {{4, 4, 4, 4}, {4, 4, 4, 4}},
	elfGroup:       {{4}, {4}},
	elfSymbolIndex: {{4}, {4}},
	elfCREL:        {{1}, {1}},
}

// elfContents begin the names of sections whose contents linkers read.
var elfContents = []string{".eh_frame", ".ARM.ex", ".ARM.attributes", ".riscv.attributes", ".init_array", ".ctors", ".debug_", ".llvm"}

// elf finds the tables of an ELF object.
func (l *layout) elf() {
	l.wide, l.big = l.data[4] == 2, l.data[5] == 2
	class := 0
	header, section := []byte{2, 2, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2}, []byte{4, 4, 4, 4, 4, 4, 4, 4, 4, 4}
	shoff, shentsize, shnum, shstrndx := 32, 46, 48, 50
	if l.wide {
		class = 1
		header, section = []byte{2, 2, 4, 8, 8, 8, 4, 2, 2, 2, 2, 2, 2}, []byte{4, 4, 8, 8, 8, 8, 4, 4, 8, 8}
		shoff, shentsize, shnum, shstrndx = 40, 58, 60, 62
	}
	l.table("ELF identification", 0, 1, 4, 1, 1, 1, 1, 8)
	l.table("ELF header", 16, 1, header...)
	at, size, n := l.word(shoff), l.u16(shentsize), l.u16(shnum)
	if !l.table("section header", at, n, section...) {
		return
	}
	// What follows counts from a section header.
	flags, off, length := at+8, at+16, at+20
	if l.wide {
		off, length = at+24, at+32
	}
	names := l.word(off + l.u16(shstrndx)*size)
	for i := range n {
		s := i * size
		l.elfSection(class, l.cstring(names+l.u32(at+s)), l.u32(at+s+4), l.word(flags+s), l.word(off+s), l.word(length+s))
	}
}

// elfSection finds the tables of a section.
func (l *layout) elfSection(class int, name string, typ, flags, off, size int) {
	if typ == elfNoBits {
		return
	}
	if flags&0x800 != 0 { // SHF_COMPRESSED
		if l.wide {
			l.table("compression header", off, 1, 4, 4, 8, 8)
		} else {
			l.table("compression header", off, 1, 4, 4, 4)
		}
		return
	}
	if typ == elfStrings {
		l.text(off, size)
		return
	}
	if sizes := elfTables[typ][class]; sizes != nil {
		entry := 0
		for _, n := range sizes {
			entry += int(n)
		}
		l.table("entry of "+name, off, size/entry, sizes...)
		return
	}
	for _, prefix := range elfContents {
		if strings.HasPrefix(name, prefix) {
			l.words("word of "+name, off, size)
			return
		}
	}
}
