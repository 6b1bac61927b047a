package bind

import (
	"cmp"
	"fmt"
	gotoken "go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// naming gives C names their Go names, each once.
type naming struct {
	trim   []string // prefixes that are cut, the longest first
	rename map[string]string
	taken  map[string]bool
	used   map[string]bool // of rename
}

// renamed is the Go name that a C name is given, "" for none.
func (n *naming) renamed(c string) string {
	to := n.rename[c]
	if to != "" {
		if n.used == nil {
			n.used = map[string]bool{}
		}
		n.used[c] = true
	}
	return to
}

// exported is a C name as Go has exported ones: sqlite3_open_v2 is Sqlite3OpenV2.
func (n *naming) exported(c string) string {
	if to := n.renamed(c); to != "" {
		return n.take(to)
	}
	return n.take(camel(n.cut(c)))
}

// constant is a C name as it is, where Go exports it.
func (n *naming) constant(c string) string {
	if to := n.renamed(c); to != "" {
		return n.take(to)
	}
	name := n.cut(c)
	if name[0] < 'A' || name[0] > 'Z' {
		name = camel(name)
	}
	return n.take(name)
}

// cut takes the first prefix that there is off a name, unless nothing or a digit would begin it.
func (n *naming) cut(c string) string {
	for _, p := range n.trim {
		if rest, ok := strings.CutPrefix(c, p); ok && strings.Trim(rest, "_") != "" && !isDigit(strings.TrimLeft(rest, "_")[0]) {
			return rest
		}
	}
	return c
}

// take returns the name as an identifier, or if it is used already one that is not.
func (n *naming) take(name string) string { return unique(n.taken, name) }

// unique adds to a name until nothing else has it: _, and then numbers.
func unique(taken map[string]bool, name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, name)
	if len(name) > mostName {
		name = strings.ToValidUTF8(name[:mostName], "")
	}
	made := name
	if taken[made] {
		made += "_"
	}
	for i := 2; taken[made]; i++ {
		if i > 9 {
			i = max(i, len(taken)) // there may be very many
		}
		made = name + "_" + strconv.Itoa(i)
	}
	taken[made] = true
	return made
}

// mostName is how long names become, in bytes.
const mostName = 200

// camel joins the words of a name.
func camel(c string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(c, func(r rune) bool { return r == '_' || r == '$' }) {
		if b.Len() > 0 && isDigit(word[0]) && isDigit(b.String()[b.Len()-1]) {
			b.WriteByte('_')
		}
		r, n := utf8.DecodeRuneInString(word)
		b.WriteString(string(unicode.ToUpper(r)) + word[n:])
	}
	s := b.String()
	if r, _ := utf8.DecodeRuneInString(s); !unicode.IsUpper(r) {
		return "X" + s
	}
	return s
}

// notParameters are names that would hide what functions use, or that Go has for itself.
var notParameters = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"library": true, "math": true, "runtime": true, "unsafe": true, "string": true, "bool": true, "byte": true, "int": true, "int8": true, "int16": true, "int32": true, "int64": true,
		"uint": true, "uint8": true, "uint16": true, "uint32": true, "uint64": true, "uintptr": true, "float32": true, "float64": true, "any": true,
		"complex64": true, "complex128": true, "len": true, "nil": true, "error": true, "true": true, "false": true, "iota": true, "_": true, "cap": true,
		"new": true, "make": true, "copy": true, "append": true, "max": true, "min": true, "real": true, "imag": true, "complex": true, "close": true, "panic": true, "print": true,
		"println": true, "recover": true, "delete": true, "clear": true, "result": true, "err": true,
	}
})

// parameterNames are those of a function's parameters in Go.
func parameterNames(given []string, n int) []string {
	names := make([]string, n)
	taken := map[string]bool{}
	for i := range names {
		name := ""
		if len(given) == n {
			name = strings.Trim(strings.ReplaceAll(given[i], "$", "_"), "_")
		}
		if name == "" || isDigit(name[0]) {
			name = "p" + string(rune('0'+i%10))
			if i > 9 {
				name = "p" + string(rune('0'+i/10%10)) + string(rune('0'+i%10))
			}
		}
		if name = lowerCamel(name); gotoken.IsKeyword(name) || notParameters()[name] {
			name += "_"
		}
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		names[i] = name
	}
	return names
}

// lowerCamel joins the words of a name that is not exported.
func lowerCamel(c string) string {
	parts := strings.FieldsFunc(c, func(r rune) bool { return r == '_' })
	for i, p := range parts {
		if i > 0 {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	s := strings.Join(parts, "")
	if s != "" && s[0] >= 'A' && s[0] <= 'Z' {
		n := 1
		for n < len(s) && s[n] >= 'A' && s[n] <= 'Z' {
			n++
		}
		if n > 1 && n < len(s) && s[n] >= 'a' && s[n] <= 'z' {
			n--
		}
		s = strings.ToLower(s[:n]) + s[n:]
	}
	return s
}

// fits notes that something has fitted a pattern of a field of the configuration.
func (g *generator) fits(field, pattern string) {
	if g.fitting == nil {
		g.fitting = map[[2]string]bool{}
	}
	g.fitting[[2]string{field, pattern}] = true
}

// unused are the patterns that nothing fits, once all has been written.
func (g *generator) unused() (list []Unused) {
	for _, f := range []struct {
		field    string
		patterns []string
	}{{"Choose", g.Choose}, {"Inline", g.Inline}, {"Strings", g.Strings}, {"Bytes", g.Bytes}, {"Errors", g.Errors}, {"NoCallback", g.NoCallback}} {
		for _, p := range f.patterns {
			if !g.fitting[[2]string{f.field, p}] {
				list = append(list, Unused{f.field, p, g.instead(f.field, p)})
			}
		}
	}
	for _, c := range slices.Sorted(maps.Keys(g.Rename)) {
		if !g.typer.naming.used[c] {
			list = append(list, Unused{"Rename", c, ""})
		}
	}
	return list
}

// instead says what the function is like that a pattern without effect names.
func (g *generator) instead(field, pattern string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(pattern, "!"), map[string]string{"Strings": ".", "Bytes": ".", "Errors": "="}[field])
	i := slices.IndexFunc(g.functions, func(f *function) bool { return f.c == name || g.header(f.c) == name })
	if i < 0 {
		return ""
	}
	f := g.functions[i]
	switch field {
	case "Errors":
		return fmt.Sprintf("%s returns %s in Go", name, cmp.Or(f.result, "nothing"))
	case "Strings", "Bytes":
		var all []string
		for _, p := range f.params {
			all = append(all, p.pattern()+" "+p.text)
		}
		return fmt.Sprintf("parameters of %s are (%s)", name, strings.Join(all, ", "))
	}
	return ""
}

// chosen is the function of that name, for a field of the configuration, of which it notes what has fitted.
func (g *generator) chosen(field string, patterns []string, names ...string) bool {
	for _, p := range patterns {
		if chosen([]string{strings.TrimPrefix(p, "!")}, names...) {
			g.fits(field, p)
		}
	}
	return chosen(patterns, names...)
}

// chosen reports whether a list of patterns chooses one of the names. A pattern with ! before it takes out what those before it
// have chosen; a list that begins with such a one begins with all.
func chosen(patterns []string, names ...string) bool {
	is := len(patterns) > 0 && strings.HasPrefix(patterns[0], "!")
	for _, p := range patterns {
		p, not := strings.CutPrefix(p, "!")
		for _, name := range names {
			if ok, _ := path.Match(p, name); ok {
				is = !not
			}
		}
	}
	return is
}
