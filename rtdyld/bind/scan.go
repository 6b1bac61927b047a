package bind

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// place is a line of a file.
type place struct {
	file string
	line int
}

// macro is a macro as it is defined last.
type macro struct {
	name     string
	params   []string // of a function-like one
	function bool
	body     string
	at       place
}

// statement is a declaration at file scope: what its text tells, which is names alone. Types come from debug
// information.
type statement struct {
	name   string
	text   string   // up to its end, or the body
	params []string // names, "" for one without
	inline bool     // it is static
	at     place
	end    place // of the token that ends it
}

// source is what a header looks like to the compiler: macros, and the declarations of functions and variables.
type source struct {
	words      map[string]bool // all identifiers
	macros     map[string]*macro
	order      []string // names of macros, in the order of their first definitions
	statements map[string]*statement
	declared   []string // names of statements in the library's own files, in order
	own        func(file string) bool
	files      []string // own ones, in the order in which they are entered
}

// standard are the headers of C and POSIX, of glibc and of Linux. What they and the files that they include have is not
// the library's.
var standard = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg
		stdatomic stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype
		aio cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue ndbm netdb nl_types poll pthread
		pwd regex sched search semaphore spawn strings stropts syslog tar termios trace ulimit unistd utime utmpx wordexp
		alloca features malloc memory byteswap endian err error getopt ifaddrs stdc-predef values windows winsock2 ws2tcpip io process`) {
		m[name+".h"] = true
	}
	return m
})

// standardFolders have such headers in them.
var standardFolders = []string{"sys/", "bits/", "gnu/", "asm/", "asm-generic/", "linux/", "net/", "netinet/", "arpa/", "rpc/"}

// isStandard reports a file by the way it ends: /usr/include/x86_64-linux-gnu/bits/types.h. Folders of compilers have
// standard headers alone.
func isStandard(file string) bool {
	file = strings.ReplaceAll(file, `\`, "/")
	dir, base := path.Split(file)
	if strings.Contains(dir, "/lib/gcc/") || strings.Contains(dir, "/lib/clang/") || strings.Contains(dir, "/gcc/") {
		return true
	}
	_, below, ok := strings.Cut(dir, "/include/")
	if !ok {
		return false
	}
	for _, f := range standardFolders {
		if strings.HasPrefix(below, f) || strings.Contains(below, "/"+f) {
			return true
		}
	}
	return standard()[base] && strings.Count(below, "/") <= 1 // a triple's folder
}

// scan reads what the preprocessor makes of the file probe (-E -dD): what probe includes is the library's, but for standard
// headers and what they include. own, if it is not nil, says which files are.
func scan(text []byte, probe string, own func(file string) bool) *source {
	s := &source{words: map[string]bool{}, macros: map[string]*macro{}, statements: map[string]*statement{}}
	ours := map[string]bool{}
	s.own = func(file string) bool { return ours[file] }
	var at place
	var stack []bool // of the files that are open: whether they are the library's
	open := &gatherer{s: s}
	for line := range bytes.Lines(text) {
		line := strings.TrimRight(string(line), "\r\n")
		if strings.HasPrefix(line, "#") {
			if marked, flags, ok := marker(line); ok {
				switch {
				case slices.Contains(flags, "1"):
					is := (path.Base(at.file) == probe || len(stack) > 0 && stack[len(stack)-1]) && !isStandard(marked.file)
					if own != nil {
						is = own(marked.file)
					}
					if stack = append(stack, is); is && !ours[marked.file] {
						ours[marked.file] = true
						s.files = append(s.files, marked.file)
					}
				case slices.Contains(flags, "2") && len(stack) > 0:
					stack = stack[:len(stack)-1]
				}
				at = marked
				continue
			}
			s.directive(line, at)
			at.line++
			continue
		}
		open.line(line, at)
		at.line++
	}
	return s
}

// marker reads # 12 "file.h" 1 3.
func marker(line string) (at place, flags []string, ok bool) {
	rest := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line[1:]), "line"), " ")
	number, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(number)
	if err != nil || !strings.HasPrefix(rest, `"`) {
		return at, nil, false
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return at, nil, false
	}
	file, err := strconv.Unquote(quoted)
	return place{file, n}, strings.Fields(rest[len(quoted):]), err == nil
}

// directive reads #define and #undef, which -dD leaves.
func (s *source) directive(line string, at place) {
	rest, ok := strings.CutPrefix(line, "#define ")
	if !ok {
		if name, ok := strings.CutPrefix(line, "#undef "); ok {
			delete(s.macros, strings.TrimSpace(name))
		}
		return
	}
	n := 0
	for n < len(rest) && isWordByte(rest[n]) {
		n++
	}
	m := &macro{name: rest[:n], at: at}
	if rest = rest[n:]; strings.HasPrefix(rest, "(") {
		list, body, _ := strings.Cut(rest[1:], ")")
		m.function = true
		for p := range strings.SplitSeq(list, ",") {
			if p = strings.TrimSpace(p); p != "" {
				m.params = append(m.params, p)
			}
		}
		rest = body
	}
	m.body = strings.TrimSpace(rest)
	if !s.own(at.file) {
		return
	}
	if _, known := s.macros[m.name]; !known {
		s.order = append(s.order, m.name)
	}
	s.macros[m.name] = m
}

// tok is a token: a word, a number, a string or a character of C.
type tok struct {
	text string
	at   place
}

func (t tok) isWord() bool { return isWordByte(t.text[0]) && !isDigit(t.text[0]) }

// tokens splits text without comments and directives.
func tokens(text string, at place) []tok {
	var out []tok
	for i := 0; i < len(text); {
		b, n := text[i], 1
		switch {
		case b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == '\v' || b == '\f':
			i++
			continue
		case isWordByte(b):
			for i+n < len(text) && (isWordByte(text[i+n]) || isDigit(b) && text[i+n] == '.') {
				n++
			}
		case b == '"' || b == '\'':
			for i+n < len(text) && text[i+n] != b {
				if text[i+n] == '\\' {
					n++
				}
				n++
			}
			n = min(n+1, len(text)-i)
		}
		out = append(out, tok{text[i : i+n], at})
		i += n
	}
	return out
}

// gatherer puts tokens together to statements at file scope.
type gatherer struct {
	s     *source
	open  []tok
	depth int  // of braces
	round int  // of parentheses
	body  bool // what ends now has a body
}

// mostTokens is how long a statement may be: what is longer tells no names.
const mostTokens = 1 << 16

func (g *gatherer) line(line string, at place) {
	for _, t := range tokens(line, at) {
		if t.isWord() {
			g.s.words[t.text] = true
		}
		switch t.text {
		case "{":
			if g.depth == 0 && g.round == 0 && len(g.open) > 0 && g.open[len(g.open)-1].text == ")" {
				g.body = true
			}
			g.depth++
			continue
		case "}":
			if g.depth = max(g.depth-1, 0); g.depth == 0 && g.body {
				g.end(t)
			}
			continue
		case "(":
			g.round++
		case ")":
			g.round--
		}
		if g.depth > 0 {
			continue
		}
		if t.text == ";" {
			g.end(t)
			continue
		}
		if len(g.open) < mostTokens {
			g.open = append(g.open, t)
		}
	}
}

// end ends a statement. Linkage specifications and empty statements have no name.
func (g *gatherer) end(last tok) {
	open := g.open
	g.open, g.body, g.round, g.depth = nil, false, 0, 0
	if len(open) == 0 || open[0].text == "typedef" || len(open) >= mostTokens {
		return
	}
	inline := false
	for _, t := range open {
		inline = inline || t.text == "static"
	}
	for _, d := range declarators(open) {
		st := &statement{name: open[d.name].text, text: join(open), params: d.params, inline: inline, at: open[0].at, end: last.at}
		if old := g.s.statements[st.name]; old != nil {
			old.inline = old.inline || inline
			if len(old.params) > 0 || len(st.params) == 0 {
				continue
			}
		} else if g.s.own(st.at.file) {
			g.s.declared = append(g.s.declared, st.name)
		}
		g.s.statements[st.name] = st
	}
}

// join writes tokens as C programs are written.
func join(ts []tok) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			before := ts[i-1].text
			switch {
			case t.text == "," || t.text == ")" || t.text == "]" || t.text == "[" || t.text == ".",
				before == "(" || before == "[" || before == ".",
				before == "*" && (t.isWord() || t.text == "*"),
				t.text == "(" && (before == ")" || ts[i-1].isWord() && !typeWords()[before]):
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteString(t.text)
	}
	return b.String()
}
