package mutant

// Load commands of Mach-O that have tables.
const (
	machoSegment       = 1
	machoSymbols       = 2
	machoDynamic       = 0xb
	machoSegment64     = 0x19
	machoDataInCode    = 0x29
	machoLinkerOption  = 0x2d
	machoMostLoadBytes = 1 << 20
)

// macho finds the tables of a Mach-O object.
func (l *layout) macho() {
	at := 28
	l.table("Mach-O header", 0, 1, 4, 4, 4, 4, 4, 4, 4)
	if l.wide = l.u32(0)&1 != 0; l.wide {
		at = 32
	}
	end := at + min(l.u32(20), machoMostLoadBytes)
	for range l.u32(16) {
		size := l.u32(at + 4)
		if at+8 > end || size < 8 || size > end-at {
			return
		}
		l.command(l.u32(at), at, size)
		at += size
	}
}

// command finds the tables of a load command.
func (l *layout) command(cmd, at, size int) {
	switch cmd {
	case machoSegment:
		l.table("segment", at, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4)
		l.sections(at+56, l.u32(at+48), 68)
	case machoSegment64:
		l.table("segment", at, 1, 4, 4, 4, 4, 4, 4, 8, 8, 8, 8, 4, 4, 4, 4)
		l.sections(at+72, l.u32(at+64), 80)
	case machoSymbols:
		l.table("symbol table", at, 1, 4, 4, 4, 4, 4, 4)
		if l.wide {
			l.table("symbol", l.u32(at+8), l.u32(at+12), 4, 1, 1, 2, 8)
		} else {
			l.table("symbol", l.u32(at+8), l.u32(at+12), 4, 1, 1, 2, 4)
		}
		l.text(l.u32(at+16), l.u32(at+20))
	case machoDynamic:
		l.words("word of the dynamic symbol table", at, size)
		l.words("indirect symbol", l.u32(at+56), 4*l.u32(at+60))
	case machoDataInCode:
		l.table("data in code", at, 1, 4, 4, 4, 4)
		l.table("entry of data in code", l.u32(at+8), l.u32(at+12)/8, 4, 2, 2)
	case machoLinkerOption:
		l.table("linker option", at, 1, 4, 4, 4)
		l.text(at+12, size-12)
	default:
		l.words("word of a load command", at, size)
	}
}

// sections finds the section headers of a segment and their relocations.
func (l *layout) sections(at, n, size int) {
	sizes := []byte{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}
	length, off, reloc := 36, 40, 48
	if l.wide {
		sizes = []byte{4, 4, 4, 4, 4, 4, 4, 4, 8, 8, 4, 4, 4, 4, 4, 4, 4, 4}
		length, off, reloc = 40, 48, 56
	}
	if !l.table("section header", at, n, sizes...) {
		return
	}
	for i := range min(n, len(l.data)/size) {
		s := at + i*size
		name := l.cstring(s)
		l.text(s, 32)
		l.table("relocation of "+name, l.u32(s+reloc), l.u32(s+reloc+4), 4, 3, 1)
		switch name {
		case "__eh_frame", "__compact_unwind", "__mod_init_func", "__debug_info", "__debug_line", "__thread_vars":
			n := l.u32(s + length)
			if l.wide {
				n = l.word(s + length)
			}
			l.words("word of "+name, l.u32(s+off), n)
		}
	}
}
