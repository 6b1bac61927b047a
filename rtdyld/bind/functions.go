package bind

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
)

// function is a function, or a variable, that the package has.
type function struct {
	c, symbol string // in C, and in the archive
	goName    string
	params    []param
	result    string // "": none
	of        *entry // the type
	variadic  bool
	prototype string
	doc       string
	shim      bool
}

// param is a parameter.
type param struct {
	c    string // its name in C, or ""
	name string // in Go
	text string // Go type
	typ  *entry
}

// pattern is the parameter's name in patterns: that in Go of one that has none in C.
func (p param) pattern() string { return cmp.Or(p.c, p.name) }

// function makes a function of a name, or notes why not.
func (g *generator) function(name string, e *entry) {
	st := g.src.statements[name]
	f := &function{c: name, symbol: name, of: e}
	switch {
	case st != nil && st.inline && g.defs.names[name] == 0:
		return // one that has no shim: it was not chosen
	case g.defs.names[name] == 0 && g.left[name] != "":
		return // its shim says why
	case g.defs.names[name] == 0:
		g.absent = append(g.absent, name)
		return
	case g.defs.names[name] == kindData:
		g.left[name] = "the archive has data of this name"
		return
	}
	g.describe(f, st)
	g.add(f, st)
}

// describe takes documentation from the header.
func (g *generator) describe(f *function, st *statement) {
	if st != nil {
		f.prototype = st.text
		f.doc = g.comments.around(st)
	}
}

// add makes the Go side of a function.
func (g *generator) add(f *function, st *statement) {
	params, variadic := f.of.Params()
	f.variadic = variadic
	var given []string
	if st != nil {
		given = st.params
		if variadic && len(given) == len(params)+1 {
			given = given[:len(params)]
		}
	}
	names := parameterNames(given, len(params))
	for i, p := range params {
		t, err := g.typer.param(p.Type())
		if err != nil {
			g.left[f.c] = fmt.Sprintf("parameter %d: %v", i+1, err)
			return
		}
		c := ""
		if len(given) == len(params) {
			c = given[i]
		}
		f.params = append(f.params, param{c: c, name: names[i], text: t, typ: p.Type()})
	}
	if r := f.of.Type(); r.Plain() != nil {
		var err error
		if f.result, err = g.typer.text(r); err != nil {
			g.left[f.c] = "its result: " + err.Error()
			return
		}
	}
	if err := g.passable(f); err != nil {
		g.left[f.c] = err.Error()
		return
	}
	g.functions = append(g.functions, f)
}

// passable says why a function cannot be called on the target.
func (g *generator) passable(f *function) error {
	fn, err := g.typer.signature(f)
	if err != nil {
		return err
	}
	if f.variadic && !abi.VariadicIsUsual(g.GOOS, g.GOARCH) {
		return errors.New("calls with a variable number of arguments differ from others on " + g.GOARCH)
	}
	if scalars(fn) {
		return nil
	}
	conv := abi.ConventionOf(g.GOOS, g.GOARCH)
	if conv == nil {
		return fmt.Errorf("no calling convention of %s/%s is known", g.GOOS, g.GOARCH)
	}
	_, err = conv.Plan(fn)
	return err
}

// scalars reports a function of integers, pointers, float and double alone, which can be called everywhere.
func scalars(fn *ctype.Func) bool {
	simple := func(t *ctype.Type) bool {
		switch t.Kind {
		case ctype.Bool, ctype.Int, ctype.Uint, ctype.Enum, ctype.Pointer:
			return t.Size <= 8
		case ctype.Float:
			return t.Format == ctype.Binary32 || t.Format == ctype.Binary64
		}
		return false
	}
	for _, p := range fn.Params {
		if !simple(p.Type) {
			return false
		}
	}
	return fn.Result == nil || simple(fn.Result)
}

// variable makes a variable of a name.
func (g *generator) variable(name string, e *entry) {
	f := &function{c: name, symbol: name, of: e}
	at := e
	if p := e.Plain(); cdebug.IsArray(e) && p.Elements() <= 0 {
		at = p.Type() // the first element
	}
	t, err := g.typer.text(at)
	if cdebug.IsChar(at) {
		t = "byte"
	}
	if err != nil {
		return // no function: it is not listed
	}
	f.result = t
	g.variables = append(g.variables, f)
}
