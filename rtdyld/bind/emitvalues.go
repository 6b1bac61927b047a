package bind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// direct is how the code of a function is written that calls C without reflection.
type direct interface {
	// variable declares what calls go through.
	variable(b *strings.Builder, f *function)
	// lines are those up to the one that gives result its value, if there is one, and what is behind it.
	lines(f *function) string
	// call is the call if it is one expression, and nothing has to be done before or behind it; "" if not.
	call(f *function) string
}

// values is how a function is called that takes or returns structures and the like: with the address of each value.
type values struct {
	types  []string // of the parameters
	as     string   // the C type, "" if the Go type says enough
	before []string // lines before the call
	args   []string
	alive  []string // names of what has to be there until the call returns
	result string   // its type, "" if there is none
	text   bool     // the result is a string
}

// inValues says how the function is called, nil if not so.
func (g *generator) inValues(w *wrapper) *values {
	fn, err := g.typer.signature(w.f)
	if err != nil || w.f.variadic {
		return nil
	}
	v := &values{types: w.types, as: g.cType(w.f), result: w.result, text: w.result == "string"}
	onStack := g.chosen("NoCallback", g.NoCallback, w.f.c, w.header)
	for i, p := range fn.Params {
		name, arg, typ := w.f.params[i].name, w.args[i], w.types[i]
		if typ == "string" {
			arg = w.f.free(name + "C")
			v.before = append(v.before, fmt.Sprintf("%s := c%s.CString(%d, %s)", arg, w.f.goName, i, name))
			name = arg
		}
		leads := leadsAway(p.Type) && !isAddress(typ)
		switch {
		case p.Type.Kind == ctype.Pointer && leads:
			word := asWord(p.Type, typ, arg, onStack)
			if word == "" {
				return nil
			}
			arg = w.f.free(w.f.params[i].name + "P")
			v.before = append(v.before, fmt.Sprintf("%s := uintptr(%s)", arg, word))
		case arg != w.f.params[i].name:
			at := w.f.free(w.f.params[i].name + "V")
			v.before = append(v.before, at+" := "+arg)
			arg = at
		}
		if leads {
			v.alive = append(v.alive, name)
		}
		if leads && p.Type.Kind != ctype.Pointer && !onStack {
			v.args = append(v.args, "library.Value(&"+arg+")")
			continue
		}
		v.args = append(v.args, "unsafe.Pointer(&"+arg+")")
	}
	return v
}

// free makes a name that no parameter has.
func (f *function) free(name string) string {
	for slices.ContainsFunc(f.params, func(p param) bool { return p.name == name }) || name == "result" {
		name += "_"
	}
	return name
}

// leadsAway reports a type that is a pointer or has one in it.
func leadsAway(t *ctype.Type) bool {
	if t == nil {
		return false
	}
	return t.Kind == ctype.Pointer || leadsAway(t.Elem) || slices.ContainsFunc(t.Fields, func(f ctype.Field) bool { return leadsAway(f.Type) })
}

func (v *values) variable(b *strings.Builder, f *function) {
	as := ""
	if v.as != "" {
		as = ", As: " + v.as
	}
	fmt.Fprintf(b, "var c%s = library.Typed{Library: &lib, Name: %q, Type: (func(%s)%s)(nil)%s}\n\n", f.goName, f.symbol, strings.Join(v.types, ", "), spaced(v.result), as)
}

func (v *values) call(f *function) string {
	if v.result != "" || len(v.before) > 0 || len(v.alive) > 0 {
		return ""
	}
	return v.expression(f, "nil")
}

func (v *values) expression(f *function, result string) string {
	return fmt.Sprintf("c%s.Get().Values(%s)", f.goName, strings.Join(append([]string{result}, v.args...), ", "))
}

func (v *values) lines(f *function) string {
	lines := slices.Clone(v.before)
	result := "nil"
	switch {
	case v.text:
		at := f.free("resultC")
		lines = append(lines, "var "+at+" uintptr")
		result = "unsafe.Pointer(&" + at + ")"
	case v.result != "":
		lines = append(lines, "var result "+v.result)
		result = "unsafe.Pointer(&result)"
	}
	lines = append(lines, v.expression(f, result))
	if v.text {
		lines = append(lines, fmt.Sprintf("result := library.ToString(uint64(%s))", f.free("resultC")))
	}
	for _, name := range v.alive {
		lines = append(lines, "runtime.KeepAlive("+name+")")
	}
	return strings.Join(lines, "\n") + "\n"
}
