package bind

import (
	"bytes"
	"context"
	"debug/dwarf"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
)

// shim is a function that stands for what has no symbol: a static inline function, or a function-like macro.
type shim struct {
	name   string
	lines  string // definitions in C, one line
	params []string
	st     *statement
}

// makeShims returns questions about shims. What cannot have one is left, with the reason.
func (g *generator) makeShims() ([]*question, error) {
	types := g.probeTypes()
	var qs []*question
	add := func(s *shim) {
		if g.shims[s.name] != nil {
			return
		}
		g.shims[s.name] = s
		qs = append(qs, &question{name: s.name, shim: true, text: s.lines + fmt.Sprintf(" __typeof__(%s%s) *%s%d;", shimPrefix, s.name, typePrefix, len(g.questions)+len(qs))})
	}
	for _, declaration := range g.Functions {
		s, err := written(declaration)
		if err != nil {
			return nil, err
		}
		add(s)
	}
	for _, name := range g.src.declared {
		st := g.src.statements[name]
		if g.defs.hidden[name] && !st.inline && types[name] != nil && types[name].Plain().IsFunction() {
			s, err := hidden(st, types[name].Plain())
			if err != nil {
				g.left[name] = err.Error()
				continue
			}
			add(s)
			continue
		}
		if !st.inline || g.defs.names[name] != 0 || types[name] == nil || !types[name].Plain().IsFunction() || !g.inlineChosen(name) {
			continue
		}
		add(&shim{name: name, params: st.params, st: st,
			lines: fmt.Sprintf(`extern __typeof__(%s) %s%s __attribute__((alias("%s")));`, name, shimPrefix, name, name)})
	}
	for _, name := range g.src.order {
		m := g.src.macros[name]
		if m == nil || !m.function || !g.chosen("Inline", g.Inline, name) || !g.wanted(name) || g.shims[name] != nil {
			continue
		}
		s, err := g.infer(m, types)
		if err != nil {
			g.left[name] = err.Error()
			continue
		}
		add(s)
	}
	return qs, nil
}

// inlineChosen reports whether a static inline function has a shim.
func (g *generator) inlineChosen(name string) bool {
	for _, p := range g.Inline {
		if strings.HasPrefix(p, "!") && chosen([]string{p[1:]}, name) {
			g.fits("Inline", p)
			return false
		}
	}
	return true
}

// probeTypes are the types of the names that were asked for.
func (g *generator) probeTypes() map[string]*entry {
	at := map[string]*entry{}
	for _, e := range g.probe.entries {
		if e.Tag == dwarf.TagVariable && strings.HasPrefix(e.Name, typePrefix) && e.Type() != nil {
			at[e.Name] = e.Type().Type()
		}
	}
	types := map[string]*entry{}
	for i, q := range g.questions {
		if e := at[typePrefix+strconv.Itoa(i)]; q.why == "" && e != nil {
			types[q.name] = e
		}
	}
	return types
}

// written is the shim of a declaration that the user has given.
func written(declaration string) (*shim, error) {
	ts := tokens(strings.TrimSuffix(strings.TrimSpace(declaration), ";"), place{})
	ds := declarators(ts)
	if len(ds) != 1 {
		return nil, &ConfigError{"Functions", fmt.Sprintf("%q is no declaration of a function", declaration)}
	}
	d := ds[0]
	if slices.Contains(d.params, "") {
		return nil, &ConfigError{"Functions", fmt.Sprintf("%q: each parameter needs a name", declaration)}
	}
	name := ts[d.name].text
	ts[d.name].text = shimPrefix + name
	result := "return "
	if d.name == 1 && ts[0].text == "void" {
		result = ""
	}
	return &shim{name: name, params: d.params, lines: fmt.Sprintf("%s { %s%s(%s); }", join(ts), result, name, strings.Join(d.params, ", "))}, nil
}

// infer makes a declaration for a macro: its parameters have the types of the parameters of functions that they are passed for.
func (g *generator) infer(m *macro, types map[string]*entry) (*shim, error) {
	found := make([]*entry, len(m.params))
	g.find(m.params, found, tokens(m.body, place{}), types, 0)
	for i, p := range m.params {
		if found[i] == nil {
			return nil, cdebug.Unsupported("nothing tells the type of the macro's parameter %s: declare the function", p)
		}
	}
	return forward(m.name, m.params, found)
}

// hidden is the shim of a function that the archive keeps from others: it is in the same unit of linking, and calls it.
func hidden(st *statement, e *entry) (*shim, error) {
	list, variadic := e.Params()
	if variadic {
		return nil, cdebug.Unsupported("the archive hides it, and it takes a variable number of arguments")
	}
	types, names := make([]*entry, len(list)), make([]string, len(list))
	for i, p := range list {
		types[i], names[i] = p.Type(), fmt.Sprintf("p%d", i)
	}
	s, err := forward(st.name, names, types)
	if err == nil {
		s.st = st
	}
	return s, err
}

// forward makes a function that calls another one, or a macro, with its arguments.
func forward(name string, names []string, types []*entry) (*shim, error) {
	var params, values []string
	for i, p := range names {
		s, err := cdebug.Spell(types[i], p, false)
		if err != nil {
			return nil, err
		}
		v, err := cdebug.Spell(types[i], "*", false)
		if err != nil {
			return nil, err
		}
		params, values = append(params, s), append(values, "*("+v+")0")
	}
	list := strings.Join(params, ", ")
	if list == "" {
		list = "void"
	}
	// The result is of the type that the macro has for arguments of such types; void may be returned, too.
	return &shim{name: name, params: names, lines: fmt.Sprintf("__typeof__(%s(%s)) %s%s(%s) { return %s(%s); }",
		name, strings.Join(values, ", "), shimPrefix, name, list, name, strings.Join(names, ", "))}, nil
}

// find looks for parameters in the arguments of calls, also in those of other macros.
func (g *generator) find(params []string, found []*entry, body []tok, types map[string]*entry, depth int) {
	for i := 0; i+1 < len(body); i++ {
		if !body[i].isWord() || body[i+1].text != "(" || depth > cdebug.Nested/8 {
			continue
		}
		args := arguments(body[i+2 : closing(body, i+1)])
		var typ func(n int) *entry
		if e := types[body[i].text]; e.Plain().IsFunction() {
			list, _ := e.Plain().Params()
			typ = func(n int) *entry {
				if n < len(list) {
					return list[n].Type()
				}
				return nil
			}
		} else if m := g.src.macros[body[i].text]; m != nil && m.function && len(m.params) == len(args) {
			inner := make([]*entry, len(m.params))
			g.find(m.params, inner, tokens(m.body, place{}), types, depth+1)
			typ = func(n int) *entry { return inner[n] }
		} else {
			continue
		}
		for n, arg := range args {
			for p, name := range params {
				if t := typ(n); t != nil && found[p] == nil && passes(arg, name, t) {
					found[p] = t
				}
			}
		}
	}
}

// arguments splits what is between the parentheses of a call.
func arguments(ts []tok) [][]tok {
	var args [][]tok
	begin, depth := 0, 0
	for i := 0; i <= len(ts); i++ {
		if i < len(ts) {
			switch ts[i].text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
			if ts[i].text != "," || depth > 0 {
				continue
			}
		}
		if i > begin {
			args = append(args, ts[begin:i])
		}
		begin = i + 1
	}
	return args
}

// passes reports whether an argument is a parameter, in parentheses perhaps, or arithmetic with it.
func passes(arg []tok, name string, t *entry) bool {
	p := t.Plain()
	number := p != nil && p.Tag == dwarf.TagBaseType
	has := false
	for _, a := range arg {
		switch {
		case a.text == name:
			has = true
		case a.text == "(" || a.text == ")":
		case number && (strings.Contains("+-*", a.text) || isDigit(a.text[0])):
		default:
			return false
		}
	}
	return has
}

// shimmed makes a function of a shim, when the compiler has taken it.
func (g *generator) shimmed(q *question, e *entry) {
	s := g.shims[q.name]
	if q.why != "" {
		g.left[q.name] = "the compiler refuses a function for it: " + q.why
		return
	}
	if e = e.Plain(); !e.IsFunction() {
		g.left[q.name] = "it is no function"
		return
	}
	st := &statement{name: q.name, params: s.params} // of a macro
	f := &function{c: q.name, symbol: shimPrefix + q.name, of: e, shim: true}
	if s.st != nil {
		st = s.st
		g.describe(f, st)
	} else if m := g.src.macros[q.name]; m != nil && m.function {
		f.prototype = fmt.Sprintf("#define %s(%s)", m.name, strings.Join(m.params, ", "))
	}
	g.add(f, st)
}

// shimSource is what is compiled for the functions of shims; nil: there are none.
func (g *generator) shimSource() []byte {
	var b bytes.Buffer
	for _, f := range g.functions {
		if f.shim {
			fmt.Fprintf(&b, "%s\n", g.shims[f.c].lines)
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return append(includes(g.Headers), b.Bytes()...)
}

// shimObject compiles them.
func (g *generator) shimObject(ctx context.Context) ([]byte, error) {
	src := g.shimSource()
	if src == nil {
		return nil, nil
	}
	return g.Compiler.Compile(ctx, Source{g.Package + "-shim.c", src})
}
