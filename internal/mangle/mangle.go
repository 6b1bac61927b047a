// Package mangle knows by what names linkers see functions that have others in the source: those of C++ and Rust.
//
// Law: it compares names. It demangles none: parameters and template arguments are not read.
package mangle

import (
	"slices"
	"strings"
)

// Search collects the names that were made of one.
type Search struct {
	Name  string // in the source
	found []string
	lang  Language // of the first that was found
}

// mostFound is of how many names a text says that they may be meant.
const mostFound = 4

// Add shows a linkage name. It is not kept unless it was made of the name.
func (s *Search) Add(linkage string) {
	if len(s.found) == mostFound {
		return
	}
	lang := Of(linkage, s.Name)
	if lang == None || len(s.found) > 0 && lang != s.lang {
		return
	}
	if i, known := slices.BinarySearch(s.found, linkage); !known {
		s.found, s.lang = slices.Insert(s.found, i, strings.Clone(linkage)), lang
	}
}

// Found has some of the names that were made of it, in ascending order. It is nil if there are none.
func (s *Search) Found() []string { return s.found }

// String says what was made of the name and by what to keep it, "" if nothing was.
func (s *Search) String() string { return Text(s.found) }

// Text is what String says of names that Found has given.
func Text(found []string) string {
	if len(found) == 0 {
		return ""
	}
	_, lang := split(found[0])
	return lang.String() + " made " + strings.Join(found, " and ") + " of that name, which " + lang.Keep() + " keeps"
}

// Language is what made a linkage name of a name.
type Language uint8

// The languages.
const (
	None Language = iota // the name is none of these
	CXX                  // C++, by the Itanium C++ ABI or Microsoft's compiler
	Rust                 // Rust, by its old scheme or v0
)

// Keep is what has the compiler of a language leave a name as it is.
func (l Language) Keep() string {
	switch l {
	case CXX:
		return `extern "C"`
	case Rust:
		return "#[no_mangle]"
	}
	return ""
}

// String names the language.
func (l Language) String() string {
	switch l {
	case CXX:
		return "C++"
	case Rust:
		return "Rust"
	}
	return ""
}

// Of reports what language makes linkage of a function or variable that is called name in the source: its last parts, with :: between them. It
// takes time by the letters of linkage, and little for a name that has not the last part in it.
func Of(linkage, name string) Language {
	last := name[strings.LastIndexByte(name, ':')+1:]
	if len(linkage) < 3 || last == "" || !strings.Contains(linkage, last) {
		return None
	}
	parts, lang := split(linkage)
	if lang == None || !endsWith(parts, name) {
		return None
	}
	return lang
}

// endsWith reports whether the last of some parts make a name.
func endsWith(parts []string, name string) bool {
	for n := len(parts) - 1; n >= 0; n-- {
		rest, ok := strings.CutSuffix(name, parts[n])
		if !ok {
			return false
		}
		if rest == "" {
			return true
		}
		if name, ok = strings.CutSuffix(rest, "::"); !ok {
			return false
		}
		if name == "" { // of the outermost namespace
			return n == 0
		}
	}
	return false
}

// most is how many parts of a name count.
const most = 16

// split has the parts of a linkage name, the outermost first.
func split(linkage string) ([]string, Language) {
	switch {
	case strings.HasPrefix(linkage, "_ZN"):
		return nested(linkage[3:])
	case strings.HasPrefix(linkage, "_Z"):
		part, _, ok := source(strings.TrimPrefix(linkage[2:], "L"))
		if !ok {
			return nil, None
		}
		return []string{part}, CXX
	case strings.HasPrefix(linkage, "_R"):
		return v0(linkage[2:])
	case linkage[0] == '?':
		return microsoft(linkage[1:])
	}
	return nil, None
}

// source reads a name with the number of its bytes in front (Itanium C++ ABI, 5.1.2, source-name).
func source(s string) (part, rest string, ok bool) {
	n, i := length(s)
	return cut(s[i:], n)
}

// length is the number that s begins with, and how many digits it has.
func length(s string) (n, digits int) {
	for ; digits < len(s) && digits < 6 && s[digits] >= '0' && s[digits] <= '9'; digits++ {
		n = 10*n + int(s[digits]-'0')
	}
	return n, digits
}

// cut is the first n bytes, which are not none.
func cut(s string, n int) (part, rest string, ok bool) {
	if n == 0 || n > len(s) {
		return "", s, false
	}
	return s[:n], s[n:], true
}

// nested reads what is behind _ZN (Itanium C++ ABI, 5.1.2, nested-name), without template arguments, and Rust's names of the old scheme, which
// have a hash at their end.
func nested(s string) (parts []string, lang Language) {
	s = strings.TrimLeft(s, "rVKRO")
	for !strings.HasPrefix(s, "E") {
		part, rest, ok := source(strings.TrimPrefix(s, "L"))
		if !ok || len(parts) == most {
			return nil, None
		}
		parts, s = append(parts, part), rest
	}
	if n := len(parts) - 1; n > 0 && isHash(parts[n]) {
		return parts[:n], Rust
	}
	return parts, CXX
}

// isHash reports whether a part is one that ends Rust's names of the old scheme.
func isHash(part string) bool {
	return len(part) == 17 && part[0] == 'h' && strings.Trim(part[1:], "0123456789abcdef") == ""
}

// v0 reads what is behind _R (the Rust reference, "v0 Symbol Format"): paths of a crate, modules and a name, not those of
// generic functions and implementations.
func v0(s string) (parts []string, lang Language) {
	levels := 1
	for len(s) > 1 && s[0] == 'N' {
		s = s[2:]
		levels++
	}
	rest, ok := strings.CutPrefix(s, "C")
	if s = rest; !ok || levels > most {
		return nil, None
	}
	for range levels {
		if strings.HasPrefix(s, "s") { // a disambiguator
			_, s, _ = strings.Cut(s, "_")
		}
		part, rest, ok := identifier(strings.TrimPrefix(s, "u"))
		if !ok {
			return nil, None
		}
		parts, s = append(parts, part), rest
	}
	return parts, Rust
}

// identifier is source where an underscore stands between the number and what would be part of it.
func identifier(s string) (part, rest string, ok bool) {
	n, i := length(s)
	return cut(strings.TrimPrefix(s[i:], "_"), n)
}

// microsoft reads what is behind the question mark of a name of Microsoft's compiler: parts, the innermost first, that end at two @.
func microsoft(s string) (parts []string, lang Language) {
	s, _, ok := strings.Cut(s, "@@")
	if !ok || strings.HasPrefix(s, "?") {
		return nil, None
	}
	inner := strings.Split(s, "@")
	for i := len(inner) - 1; i >= 0; i-- {
		if inner[i] == "" || strings.ContainsAny(inner[i], "?$") || len(parts) == most {
			return nil, None
		}
		parts = append(parts, inner[i])
	}
	return parts, CXX
}
