package mutant

import "strings"

// layout finds the tables of a file, or of a file that lies in another one. It believes what headers say
// as far as the file goes; files are real ones.
type layout struct {
	file *File
	data []byte // what is left of the file from base on
	base int    // of data in the file
	big  bool
	wide bool // addresses have 8 bytes
}

// all finds the tables of a file with files in it so many deep.
func (l *layout) all(deep int) {
	b := l.data
	switch {
	case len(b) < 20:
	case string(b[:4]) == "\x7fELF":
		l.elf()
	case string(b[:8]) == "!<arch>\n":
		l.archive(deep)
	case l.uint(0, 4, true)&^1 == 0xcafebabe:
		l.universal(deep)
	case l.uint(0, 4, true)&^1 == 0xfeedface:
		l.big = true
		l.macho()
	case l.uint(0, 4, false)&^1 == 0xfeedface:
		l.macho()
	default:
		l.coff()
	}
}

// inner finds the tables of a file that lies in this one.
func (l *layout) inner(off, n, deep int) {
	if off < 0 || n < 0 || off > len(l.data) || n > len(l.data)-off || deep == 0 {
		return
	}
	in := layout{file: l.file, data: l.data[off : off+n], base: l.base + off}
	in.all(deep - 1)
}

// table notes a table as far as the file has it, and reports whether it has an entry.
func (l *layout) table(what string, off, n int, sizes ...byte) bool {
	size := 0
	for _, s := range sizes {
		size += int(s)
	}
	if off < 0 || off > len(l.data) {
		return false
	}
	n = min(n, (len(l.data)-off)/size)
	if n <= 0 {
		return false
	}
	l.file.tables = append(l.file.tables, table{what: what, off: l.base + off, n: n, sizes: sizes, size: size, big: l.big})
	return true
}

// words notes a piece of the file as numbers of four bytes.
func (l *layout) words(what string, off, n int) { l.table(what, off, n/4, 4) }

// text notes a piece of the file with names.
func (l *layout) text(off, n int) {
	if off >= 0 && off < len(l.data) && n > 0 {
		l.file.texts = append(l.file.texts, span{l.base + off, min(n, len(l.data)-off)})
	}
}

// uint reads n bytes at off; what is not there is 0.
func (l *layout) uint(off, n int, big bool) (v uint64) {
	if off < 0 || off > len(l.data)-n {
		return 0
	}
	for i, b := range l.data[off : off+n] {
		if big {
			v = v<<8 | uint64(b)
		} else {
			v |= uint64(b) << (8 * i)
		}
	}
	return v
}

func (l *layout) u16(off int) int { return int(l.uint(off, 2, l.big)) }
func (l *layout) u32(off int) int { return int(l.uint(off, 4, l.big)) }

// word reads an address.
func (l *layout) word(off int) int {
	if l.wide {
		return int(l.uint(off, 8, l.big))
	}
	return l.u32(off)
}

// cstring is the text at off up to a NUL.
func (l *layout) cstring(off int) string {
	if off < 0 || off >= len(l.data) {
		return ""
	}
	s, _, _ := strings.Cut(string(l.data[off:min(len(l.data), off+64)]), "\x00")
	return s
}

// universal finds the slices of a universal file, whose numbers are all big-endian.
func (l *layout) universal(deep int) {
	l.big = true
	n, sizes, at := l.u32(4), []byte{4, 4, 4, 4, 4}, 8
	l.table("universal header", 0, 1, 4, 4)
	size := 20
	if l.wide = l.u32(0)&1 != 0; l.wide {
		sizes, size = []byte{4, 4, 8, 8, 4, 4}, 32
	}
	if n > 64 || !l.table("slice", at, n, sizes...) {
		return
	}
	for i := range n {
		off := at + i*size + 8
		if l.wide {
			l.inner(l.word(off), l.word(off+8), deep)
		} else {
			l.inner(l.word(off), l.word(off+4), deep)
		}
	}
}
