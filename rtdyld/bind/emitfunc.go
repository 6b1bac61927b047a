package bind

import (
	"debug/dwarf"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
)

// wrapper is how a function looks to Go: what stands between its C types and Go programs.
type wrapper struct {
	f       *function
	header  string   // its name in the headers
	types   []string // of the function variable's parameters
	result  string   // of the function variable
	params  []string // of the Go function: "name type"
	args    []string // that it passes
	returns string   // of the Go function
	how     string   // how a failure shows, "": there is none
	direct  direct   // nil: the function is called through a function variable
}

// wrap applies the patterns.
func (g *generator) wrap(f *function) *wrapper {
	w := &wrapper{f: f, header: g.header(f.c), result: f.result}
	lengths := g.lengths(f)
	for i, p := range f.params {
		typ := p.text
		patterns := []string{f.c + "." + p.pattern(), g.header(f.c) + "." + p.pattern()}
		switch n, isBytes := lengths[i]; {
		case isBytes && n >= 0:
			w.params = append(w.params, p.name+" []byte")
			arg := fmt.Sprintf("unsafe.SliceData(%s)", p.name)
			if typ == "unsafe.Pointer" {
				arg = fmt.Sprintf("unsafe.Pointer(%s)", arg)
			} else if typ != "*byte" && typ != "*uint8" {
				arg = fmt.Sprintf("(%s)(unsafe.Pointer(%s))", typ, arg)
			}
			w.args, w.types = append(w.args, arg), append(w.types, typ)
			continue
		case isBytes:
			w.args, w.types = append(w.args, fmt.Sprintf("%s(len(%s))", typ, f.params[-1-n].name)), append(w.types, typ)
			continue
		case typ == "*byte" && isConstChar(p.typ) && g.chosen("Strings", g.Strings, patterns...):
			typ = "string"
		}
		w.types = append(w.types, typ)
		w.params = append(w.params, p.name+" "+typ)
		w.args = append(w.args, p.name)
	}
	if w.result == "*byte" && f.of.Type() != nil && g.chosen("Strings", g.Strings, f.c+".return", g.header(f.c)+".return") {
		w.result = "string"
	}
	w.returns = w.result
	for _, rule := range g.Errors {
		pattern, how, _ := strings.Cut(rule, "=")
		if !chosen([]string{pattern}, f.c, g.header(f.c)) || f.variadic {
			continue
		}
		number := isNumber(f)
		switch {
		case (how == "nonzero" || how == "zero") && number:
			w.how, w.returns = how, "error"
		case how == "negative" && number:
			w.how, w.returns = how, "("+w.result+", error)"
		case how == "null" && (strings.HasPrefix(w.result, "*") || w.result == "unsafe.Pointer"):
			w.how, w.returns = how, "("+w.result+", error)"
		default:
			continue
		}
		g.fits("Errors", rule)
	}
	if words := g.inWords(w); words != nil {
		w.direct = words
	} else if v := g.inValues(w); v != nil {
		w.direct = v
	}
	return w
}

// isNumber reports a function with an integer for a result.
func isNumber(f *function) bool {
	p := f.of.Type().Plain()
	return p != nil && f.result != "" && (p.Encoding == cdebug.EncSigned || p.Encoding == cdebug.EncUnsigned || strings.HasPrefix(cdebug.TypeName(p), "enum") || len(p.Children()) > 0 && !strings.HasPrefix(f.result, "*"))
}

// isConstChar reports a pointer to characters that are not written.
func isConstChar(e *entry) bool {
	p := e.Plain()
	if p == nil || p.Type() == nil || !cdebug.IsChar(p.Type()) {
		return false
	}
	for c := p.Type(); c != nil; c = c.Type() {
		if c.Tag == dwarf.TagConstType {
			return true
		}
	}
	return false
}

// lengths finds the parameters that are one []byte: of the pointer's the length's number, of the length's that of the pointer,
// as -1-n.
func (g *generator) lengths(f *function) map[int]int {
	var found map[int]int
	for _, rule := range g.Bytes {
		pattern, pair, _ := strings.Cut(rule, ".")
		data, length, _ := strings.Cut(pair, "+")
		if !chosen([]string{pattern}, f.c, g.header(f.c)) {
			continue
		}
		index := func(name string) int {
			return slices.IndexFunc(f.params, func(p param) bool { return p.pattern() == name })
		}
		d, n := index(data), index(length)
		if d < 0 || n < 0 || d == n || !strings.HasPrefix(f.params[d].text, "*") && f.params[d].text != "unsafe.Pointer" || !isInteger(f.params[n].text) {
			continue
		}
		if found == nil {
			found = map[int]int{}
		}
		found[d], found[n] = n, -1-d
		g.fits("Bytes", rule)
	}
	return found
}

func isInteger(t string) bool {
	return strings.HasPrefix(t, "int") || strings.HasPrefix(t, "uint")
}

// functionsText has functions and variables.
func (g *generator) functionsText() string {
	var b strings.Builder
	for _, v := range g.variables {
		hidden := "c" + v.goName
		fmt.Fprintf(&b, "\nvar %s = library.Var[%s]{Library: &lib, Name: %q}\n\n", hidden, v.result, v.symbol)
		fmt.Fprintf(&b, "// %s is the address of C's variable %s, in an array that of its first element.\nfunc %s() *%s { return %s.Get() }\n", v.goName, v.c, v.goName, v.result, hidden)
	}
	textOf := ""
	if g.ErrorText != "" {
		textOf = ", Text: errorText"
	}
	for _, f := range g.functions {
		b.WriteString("\n")
		g.wrap(f).write(&b, textOf)
	}
	if g.ErrorText != "" {
		fmt.Fprintf(&b, "\nvar cErrorText = library.Func[func(int32) string]{Library: &lib, Name: %q}\n\nfunc errorText(code int64) string { return cErrorText.Get()(int32(code)) }\n", g.ErrorText)
	}
	return g.file(b.String())
}

// write writes a function.
func (w *wrapper) write(b *strings.Builder, textOf string) {
	f := w.f
	hidden := "c" + f.goName
	switch {
	case w.direct != nil:
		w.direct.variable(b, f)
	case f.variadic:
		fmt.Fprintf(b, "var %s = library.Variadic{Library: &lib, Name: %q}\n\n", hidden, f.symbol)
	default:
		fmt.Fprintf(b, "var %s = library.Func[func(%s)%s]{Library: &lib, Name: %q}\n\n", hidden, strings.Join(w.types, ", "), spaced(w.result), f.symbol)
	}
	w.document(b)
	params := w.params
	if f.variadic {
		params = append(slices.Clone(params), "args ...any")
	}
	fmt.Fprintf(b, "func %s(%s)%s {", f.goName, strings.Join(params, ", "), spaced(w.returns))
	call := w.call()
	lines := "result := " + call + "\n"
	if w.direct != nil {
		lines = w.direct.lines(f)
	}
	failed := fmt.Sprintf("&library.Failure{Func: %q, Code: int64(result)%s}", f.c, textOf)
	switch {
	case w.how == "nonzero":
		fmt.Fprintf(b, "\n%sif result != 0 {\nreturn %s\n}\nreturn nil\n}\n", lines, failed)
	case w.how == "zero":
		fmt.Fprintf(b, "\n%sif result == 0 {\nreturn %s\n}\nreturn nil\n}\n", lines, failed)
	case w.how == "negative":
		fmt.Fprintf(b, "\n%sif result < 0 {\nreturn result, %s\n}\nreturn result, nil\n}\n", lines, failed)
	case w.how == "null":
		fmt.Fprintf(b, "\n%sif result == nil {\nreturn nil, &library.Failure{Func: %q, Null: true}\n}\nreturn result, nil\n}\n", lines, f.c)
	case call == "" && f.result == "":
		fmt.Fprintf(b, "\n%s}\n", lines)
	case call == "":
		fmt.Fprintf(b, "\n%sreturn result\n}\n", lines)
	case f.result == "":
		fmt.Fprintf(b, " %s }\n", call)
	default:
		fmt.Fprintf(b, " return %s }\n", call)
	}
}

// call is the expression that calls the function, "" if that takes more.
func (w *wrapper) call() string {
	f, hidden := w.f, "c"+w.f.goName
	switch {
	case w.direct != nil:
		return w.direct.call(f)
	case f.variadic:
		r := "struct{}"
		if w.result != "" {
			r = w.result
		}
		return fmt.Sprintf("library.CallVariadic[%s](&%s, args%s)", r, hidden, strings.Join(append([]string{""}, w.args...), ", "))
	}
	return fmt.Sprintf("%s.Get()(%s)", hidden, strings.Join(w.args, ", "))
}

func spaced(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// document writes what a function is in C, and what the header says of it.
func (w *wrapper) document(b *strings.Builder) {
	f := w.f
	switch c := w.header; c {
	case f.c:
		comment(b, "", fmt.Sprintf("%s is C's %s.", f.goName, c))
	default:
		comment(b, "", fmt.Sprintf("%s is C's %s, in the archive %s.", f.goName, c, f.c))
	}
	if f.doc != "" {
		comment(b, "", "\n"+f.doc)
	}
	if f.prototype != "" {
		b.WriteString("//\n//\t" + f.prototype + "\n")
	}
}
