package bind

import (
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// words is how a function of numbers and pointers is called: with each argument as a word.
type words struct {
	before []string // lines before the call
	args   []string
	alive  []string // names of what has to be there until the call returns
	result string   // makes the Go value of the word %s
}

// inWords says how the function is called, nil if not so.
func (g *generator) inWords(w *wrapper) *words {
	fn, err := g.typer.signature(w.f)
	if err != nil || w.f.variadic || !scalars(fn) {
		return nil
	}
	words := &words{}
	for i, p := range fn.Params {
		name := w.f.params[i].name
		arg := w.args[i]
		if w.types[i] == "string" {
			arg = w.f.free(name + "C")
			words.before = append(words.before, fmt.Sprintf("%s := c%s.CString(%d, %s)", arg, w.f.goName, i, name))
			name = arg
		}
		text := asWord(p.Type, w.types[i], arg, g.chosen("NoCallback", g.NoCallback, w.f.c, w.header))
		if text == "" {
			return nil
		}
		words.args = append(words.args, text)
		if p.Type.Kind == ctype.Pointer && !isAddress(w.types[i]) {
			words.alive = append(words.alive, name)
		}
	}
	if w.result != "" {
		if words.result = fromWord(fn.Result, w.result); words.result == "" {
			return nil
		}
	}
	return words
}

// isAddress reports a pointer that is a number in Go.
func isAddress(text string) bool {
	return text == "uintptr" || strings.HasPrefix(text, "library.FuncPtr[")
}

// asWord is the word of an argument of a Go type, "" if there is none. What a pointer leads to may be on the stack if the function does not call back.
func asWord(c *ctype.Type, text, arg string, noCallback bool) string {
	switch c.Kind {
	case ctype.Pointer:
		from := "library."
		if noCallback {
			from += "Stack"
		}
		switch {
		case isAddress(text):
			return "uint64(" + arg + ")"
		case text == "unsafe.Pointer":
			return from + "Address(" + arg + ")"
		case text == "string" || strings.HasPrefix(text, "*"):
			return from + "Pointer(" + arg + ")"
		}
	case ctype.Bool:
		if text == "bool" {
			return "library.Bit(" + arg + ")"
		}
	case ctype.Float:
		switch text {
		case "float64":
			return "math.Float64bits(" + arg + ")"
		case "float32":
			return "uint64(math.Float32bits(" + arg + "))"
		}
	case ctype.Int, ctype.Uint, ctype.Enum:
		if text == "uint64" {
			return arg
		}
		return "uint64(" + arg + ")"
	}
	return ""
}

// fromWord makes the Go value of a result's word, which is %s there; "" if there is none.
func fromWord(c *ctype.Type, text string) string {
	switch {
	case c.Kind == ctype.Float && text == "float64":
		return "math.Float64frombits(%s)"
	case c.Kind == ctype.Float && text == "float32":
		return "math.Float32frombits(uint32(%s))"
	case c.Kind == ctype.Float:
		return ""
	case text == "bool":
		return "%s != 0"
	case text == "string":
		return "library.ToString(%s)"
	case text == "unsafe.Pointer":
		return "library.ToAddress(%s)"
	case strings.HasPrefix(text, "*"):
		return "library.ToPointer[" + text[1:] + "](%s)"
	case text == "uint64":
		return "%s"
	}
	return text + "(%s)"
}

func (s *words) variable(b *strings.Builder, f *function) {
	types := make([]string, len(f.params))
	for i, p := range f.params {
		types[i] = p.text
	}
	fmt.Fprintf(b, "var c%s = library.Proc{Library: &lib, Name: %q, Type: (func(%s)%s)(nil)}\n\n", f.goName, f.symbol, strings.Join(types, ", "), spaced(f.result))
}

func (s *words) call(f *function) string {
	if len(s.before) > 0 || len(s.alive) > 0 {
		return ""
	}
	return s.expression(f)
}

func (s *words) expression(f *function) string {
	call := fmt.Sprintf("c%s.Get().Words(%s)", f.goName, strings.Join(s.args, ", "))
	if s.result != "" {
		call = fmt.Sprintf(s.result, call)
	}
	return call
}

func (s *words) lines(f *function) string {
	var b strings.Builder
	for _, line := range s.before {
		b.WriteString(line + "\n")
	}
	if s.result != "" {
		b.WriteString("result := ")
	}
	b.WriteString(s.expression(f) + "\n")
	for _, name := range s.alive {
		fmt.Fprintf(&b, "runtime.KeepAlive(%s)\n", name)
	}
	return b.String()
}
