package mutant

import (
	"strconv"
	"strings"
)

// archive finds the headers and index words of an archive, and the tables of its members.
func (l *layout) archive(deep int) {
	l.text(0, 8)
	for at := 8; at+60 <= len(l.data); {
		size, err := strconv.Atoi(strings.TrimSpace(string(l.data[at+48 : at+58])))
		if err != nil || size < 0 || size > len(l.data)-at-60 {
			return
		}
		l.text(at, 16)
		l.member("date of a member", at+16, 12)
		l.member("size of a member", at+48, 10)
		l.text(at+58, 2)
		body, name := at+60, strings.TrimRight(string(l.data[at:at+16]), " ")
		if long, ok := strings.CutPrefix(name, "#1/"); ok { // BSD: the name comes first
			if n, err := strconv.Atoi(long); err == nil && n <= size {
				l.member("length of a name", at+3, 13)
				l.text(body, n)
				name, body, size = l.cstring(body), body+n, size-n
			}
		}
		switch {
		case name == "/" || name == "/SYM64/" || strings.HasPrefix(name, "__.SYMDEF"):
			l.index(name, body, size)
		case name == "//":
			l.text(body, size)
		default:
			l.inner(body, size, deep)
		}
		at = body + size + (body+size)&1
	}
}

// member notes a field of a member's header.
func (l *layout) member(what string, off int, size byte) {
	if l.table(what, off, 1, size) {
		l.file.tables[len(l.file.tables)-1].text = true
	}
}

// index finds the words of a symbol index, of which the first is a count or a size.
func (l *layout) index(name string, off, size int) {
	word := byte(4)
	if strings.Contains(name, "64") {
		word = 8
	}
	l.big = name[0] == '/'
	l.table("word of "+name, off, 1, word)
	l.table("word of "+name, off, min(size/int(word), 64), word)
	l.text(off, size)
}
