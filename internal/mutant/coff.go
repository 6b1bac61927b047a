package mutant

import "strings"

// coff finds the tables of a COFF object, one with many sections, or an import record.
func (l *layout) coff() {
	at, symbols, nsyms, nsecs := 20, l.u32(8), l.u32(12), l.u16(2)
	symbol, symbolSize := []byte{4, 4, 4, 2, 2, 1, 1}, 18
	if l.u16(0) == 0 && l.u16(2) == 0xffff {
		if l.u16(4) < 2 {
			l.table("import record", 0, 1, 2, 2, 2, 2, 4, 4, 2, 2)
			l.text(20, len(l.data)-20)
			return
		}
		at, nsecs, symbols, nsyms = 56, l.u32(44), l.u32(48), l.u32(52)
		symbol, symbolSize = []byte{4, 4, 4, 4, 2, 1, 1}, 20
		l.table("COFF header", 0, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4)
	} else {
		at += l.u16(16)
		l.table("COFF header", 0, 1, 2, 2, 4, 4, 4, 2, 2)
	}
	if !l.table("section header", at, nsecs, 4, 4, 4, 4, 4, 4, 4, 4, 2, 2, 4) {
		return
	}
	strs := symbols + nsyms*symbolSize
	for i := range min(nsecs, len(l.data)/40) {
		s := at + 40*i
		name := l.cstring(s)
		l.text(s, 8)
		size, off := l.u32(s+16), l.u32(s+20)
		l.table("relocation of "+name, l.u32(s+24), l.u16(s+32), 4, 4, 2)
		switch {
		case strings.HasPrefix(name, ".pdata"), strings.HasPrefix(name, ".xdata"), strings.HasPrefix(name, ".debug"), strings.HasPrefix(name, ".CRT"):
			l.words("word of "+name, off, size)
		case name == ".drectve":
			l.text(off, size)
		}
	}
	l.table("symbol", symbols, nsyms, symbol...)
	l.table("size of the string table", strs, 1, 4)
	l.text(strs+4, l.u32(strs)-4)
}
