// Package irname knows which symbols the object of a module of LLVM's IR will define.
//
// Law: names alone; it compiles nothing, and says that it does not know rather than guess.
package irname

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/triple"
)

// Symbol returns how the symbol table of an object for t spells the name of a function or
// variable without decorations of a calling convention, see [Decorates]. A name that
// begins with byte 1 is spelled as it is.
func Symbol(t triple.Triple, name string) string {
	if rest, ok := strings.CutPrefix(name, "\x01"); ok {
		return rest
	}
	if t.IsCOFF() && strings.HasPrefix(name, "?") {
		return name // a C++ name of Microsoft's is complete
	}
	return t.SymbolPrefix() + name
}

// Decorates reports whether symbols for t tell of calling conventions in ways that depend
// on the types of arguments (stdcall, fastcall, vectorcall).
func Decorates(t triple.Triple) bool {
	return t.Format() == triple.COFF && t.Arch.IsX86()
}

// EmulatesTLS reports whether a thread-local variable may be defined under other names
// than its own on t.
func EmulatesTLS(t triple.Triple) bool {
	return t.IsAndroid() || t.OS == triple.OpenBSD || t.OS == triple.Windows || t.Environment == triple.OpenHOS
}

// Known reports whether names of t are known at all.
func Known(t triple.Triple) bool {
	return t.IsELF() || t.IsCOFF() || t.IsMachO()
}

// scanner reads the top level of a module's text (LLVM Language Reference).
type scanner struct {
	text   string
	at     int
	depth  int // of brackets
	triple triple.Triple
	names  []string

	// The definition that is being read.
	reading  reading
	name     string // of a global
	hidden   bool   // not offered to other modules, or not defined
	decorate bool
	tls      bool
}

type reading uint8

const (
	nothing reading = iota
	function
	global
)

// Scan lists the names that the object of a module, given as text, will define for other
// modules, in the order of the text. It is false if the text does not tell, or is not
// understood. Definitions that an optimizer may drop (linkonce) are left out: who uses one
// has it.
func Scan(t triple.Triple, text []byte) (names []string, ok bool) {
	if !Known(t) {
		return nil, false
	}
	s := &scanner{text: string(text), triple: t}
	for s.at < len(s.text) {
		if !s.step() {
			return nil, false
		}
	}
	if s.depth != 0 || s.reading != nothing {
		return nil, false
	}
	return s.names, true
}

// step takes one token. It is false if Scan cannot tell.
func (s *scanner) step() bool {
	switch c := s.text[s.at]; {
	case c == ';':
		n := strings.IndexByte(s.text[s.at:], '\n')
		if n < 0 {
			n = len(s.text) - s.at
		}
		s.at += n
	case c == '"':
		_, ok := s.quoted()
		return ok
	case c == '(' || c == '[' || c == '{':
		s.at++
		s.depth++
	case c == ')' || c == ']' || c == '}':
		s.at++
		s.depth--
		return s.depth >= 0
	case c == '@':
		return s.symbol()
	case c == '%' || c == '$' || c == '!' || c == '#' || c == '^':
		s.at++
		if s.at < len(s.text) && s.text[s.at] == '"' {
			_, ok := s.quoted()
			return ok
		}
		s.word()
	case isNameByte(c):
		if w := s.word(); s.depth == 0 {
			return s.keyword(w)
		}
	case c == 0 || c >= 0x80: // bitcode, or nothing that the grammar has outside of strings
		return false
	default:
		s.at++
	}
	return true
}

// keyword is a word at the top level.
func (s *scanner) keyword(w string) bool {
	switch w {
	case "module":
		return false // assembly may define anything
	case "define":
		if s.reading != nothing {
			return false
		}
		s.begin(function)
	case "private", "internal", "available_externally", "appending", "linkonce", "linkonce_odr", "extern_weak":
		s.hidden = true
	case "external": // of a function it says nothing
		s.hidden = s.hidden || s.reading == global
	case "x86_stdcallcc", "x86_fastcallcc", "x86_vectorcallcc":
		s.decorate = true
	case "thread_local":
		s.tls = true
	case "global", "constant", "alias", "ifunc":
		if s.reading == global {
			return s.define(s.name)
		}
	}
	return true
}

func (s *scanner) begin(what reading) {
	s.reading, s.hidden, s.decorate, s.tls = what, false, false, false
}

// define ends a definition.
func (s *scanner) define(name string) bool {
	s.reading = nothing
	if s.hidden || strings.HasPrefix(name, "llvm.") {
		return true
	}
	if strings.Trim(name, "0123456789") == "" || // it has no name
		s.decorate && Decorates(s.triple) || s.tls && EmulatesTLS(s.triple) {
		return false
	}
	s.names = append(s.names, Symbol(s.triple, name))
	return true
}

// symbol takes @name.
func (s *scanner) symbol() bool {
	s.at++
	var name string
	if s.at < len(s.text) && s.text[s.at] == '"' {
		q, ok := s.quoted()
		if !ok {
			return false
		}
		if name, ok = unescape(q); !ok || strings.Trim(name, "0123456789") == "" {
			return false
		}
	} else {
		name = s.word()
	}
	if s.depth > 0 {
		return true
	}
	if s.reading == function {
		return s.define(name)
	}
	rest := strings.TrimLeft(s.text[s.at:], " \t\r\n")
	if strings.HasPrefix(rest, "=") {
		if s.reading != nothing {
			return false
		}
		s.begin(global)
		s.name = name
	}
	return true
}

// word takes the bytes of a name.
func (s *scanner) word() string {
	begin := s.at
	for s.at < len(s.text) && isNameByte(s.text[s.at]) {
		s.at++
	}
	return s.text[begin:s.at]
}

// quoted takes a string and returns what is between the quotes.
func (s *scanner) quoted() (string, bool) {
	body, _, ok := strings.Cut(s.text[s.at+1:], `"`)
	s.at += len(body) + 2
	return body, ok
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '.' || c == '-' || c == '$'
}

// unescape replaces \xx, two hexadecimal digits, and \\.
func unescape(s string) (string, bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == '\\' {
			b.WriteByte('\\')
			i++
			continue
		}
		if i+2 >= len(s) {
			return "", false
		}
		hi, lo := digit(s[i+1]), digit(s[i+2])
		if hi < 0 || lo < 0 {
			return "", false
		}
		b.WriteByte(byte(hi<<4 | lo))
		i += 2
	}
	return b.String(), true
}

// digit is the value of a hexadecimal digit, -1 if it is none.
func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
