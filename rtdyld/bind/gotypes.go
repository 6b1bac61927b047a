package bind

import (
	"debug/dwarf"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// goType is a type that the package declares.
type goType struct {
	of     *entry
	name   string
	doc    string
	opaque bool // what it has in it is not known, or of no use
	alias  string
	fun    string    // of a type of functions
	enum   string    // the integer of an enumeration
	form   *goStruct // of a structure or union
}

// typer makes Go types of debug information.
type typer struct {
	machine
	*naming
	own   func(file string) bool
	made  map[*entry]*goType
	order []*goType // in the order of their names' being taken
	alias map[*entry]*entry
	funcs map[*entry]funcText
	depth int

	fields map[*entry]*entry // of types without a name, the field that has them
}

// newTyper gives names to all types that the library's own files define; others follow when they are needed.
func newTyper(info *debugInfo, m machine, n *naming, own func(file string) bool) *typer {
	t := &typer{machine: m, naming: n, own: own, made: map[*entry]*goType{}, funcs: map[*entry]funcText{}, fields: map[*entry]*entry{}, alias: map[*entry]*entry{}}
	t.findFields(info.entries)
	for _, e := range info.entries { // typedefs name what they are of
		if e.tag == dwarf.TagTypedef && e.name != "" {
			if of := e.typ; of != nil && isAggregate(of) && t.alias[of] == nil && (own(e.file) || of.name == "") {
				t.alias[of] = e
			}
		}
	}
	for _, e := range info.entries {
		if !own(e.file) {
			continue
		}
		switch {
		case isAggregate(e) && (e.name != "" || t.alias[e] != nil):
			t.declare(e)
		case e.tag == dwarf.TagTypedef && functionOf(e) != nil:
			t.declare(e)
		case e.tag == dwarf.TagTypedef && (e.typ == nil || t.alias[e.typ] != e):
			t.declareAlias(e)
		}
	}
	return t
}

func isAggregate(e *entry) bool {
	return e.tag == dwarf.TagStructType || e.tag == dwarf.TagUnionType || e.tag == dwarf.TagEnumerationType
}

// functionOf is the type of functions that a typedef names: of them, or of pointers to them.
func functionOf(e *entry) *entry {
	p := e.plain()
	if p != nil && p.tag == dwarf.TagPointerType {
		p = p.typ
		if p != nil && p.tag == dwarf.TagTypedef && p.plain().isFunction() {
			return nil // it has a name of its own
		}
		p = p.plain()
	}
	if p.isFunction() {
		return p
	}
	return nil
}

// declare gives an entry a Go type, which is made later.
func (t *typer) declare(e *entry) *goType {
	if g := t.made[e]; g != nil {
		return g
	}
	c := e.name
	if a := t.alias[e]; a != nil {
		c = a.name
	}
	if c == "" {
		c = t.nameless(e)
	}
	g := &goType{of: e, name: t.exported(c)}
	switch {
	case isAggregate(e) && e.name != "" && (t.alias[e] == nil || t.alias[e].name == e.name):
		g.doc = fmt.Sprintf("%s is C's %s.", g.name, keyword(e)+e.name)
	case c == "" || t.alias[e] == nil && e.tag != dwarf.TagTypedef:
		g.doc = fmt.Sprintf("%s has no name in C.", g.name)
	default:
		g.doc = fmt.Sprintf("%s is C's %s.", g.name, c)
	}
	t.made[e] = g
	t.order = append(t.order, g)
	return g
}

// keyword is what stands before a tag.
func keyword(e *entry) string {
	switch e.tag {
	case dwarf.TagStructType:
		return "struct "
	case dwarf.TagUnionType:
		return "union "
	case dwarf.TagEnumerationType:
		return "enum "
	}
	return ""
}

// nameless makes a name for a type without one: of what it is in, and the field that has it.
func (t *typer) nameless(e *entry) string {
	m := t.fields[e]
	if m == nil || m.parent == nil {
		return "anonymous"
	}
	t.depth++
	defer func() { t.depth-- }()
	if t.depth > mostNested {
		return "anonymous"
	}
	name := t.declare(m.parent).name
	switch {
	case len(name) > mostName/2:
		return "anonymous"
	case m.name == "":
		return name + "_part"
	}
	return name + "_" + m.name
}

// findFields notes which fields have types without names.
func (t *typer) findFields(list []*entry) {
	for open := [][]*entry{list}; len(open) > 0; {
		list, open = open[len(open)-1], open[:len(open)-1]
		for _, e := range list {
			if len(e.children) > 0 {
				open = append(open, e.children)
			}
			if e.tag != dwarf.TagMember || e.parent == nil || !isAggregate(e.parent) {
				continue
			}
			of := e.typ.plain()
			for range mostNested {
				if of == nil || of.tag != dwarf.TagArrayType {
					break
				}
				of = of.typ.plain()
			}
			if of != nil && of != e.parent && isAggregate(of) && of.name == "" && t.fields[of] == nil {
				t.fields[of] = e
			}
		}
	}
}

// declareAlias gives a typedef of anything else its name, if there is a Go type.
func (t *typer) declareAlias(e *entry) {
	to, err := t.text(e.typ)
	if err != nil || e.typ.plain() == nil || exact[e.name] != "" {
		return
	}
	g := &goType{of: e, name: t.exported(e.name), alias: to}
	g.doc = fmt.Sprintf("%s is C's %s.", g.name, e.name)
	t.order = append(t.order, g)
}

// finish makes all types, with those that they need.
func (t *typer) finish() {
	for i := 0; i < len(t.order); i++ {
		t.build(t.order[i])
	}
}

// build makes what a Go type has in it.
func (t *typer) build(g *goType) {
	e := g.of
	switch {
	case g.alias != "":
	case e.tag == dwarf.TagTypedef:
		text, err := t.function(functionOf(e))
		if err != nil {
			text = "any" // which nothing is called by
			g.doc += "\nThere is no Go function like it: " + err.Error() + "."
		}
		g.fun = text
	case e.tag == dwarf.TagEnumerationType:
		g.enum = t.enum(e)
	case e.declared || e.size < 0 || strings.HasPrefix(e.name, "_") && !t.own(e.file):
		g.opaque = true
	default:
		t.structure(e)
	}
}

// enum is the integer of an enumeration.
func (t *typer) enum(e *entry) string {
	size := e.size
	if size != 1 && size != 2 && size != 8 {
		size = 4
	}
	if e.isSigned() {
		return fmt.Sprintf("int%d", 8*size)
	}
	return fmt.Sprintf("uint%d", 8*size)
}

// text is the Go type of a value of a C type.
func (t *typer) text(e *entry) (string, error) {
	if t.depth++; t.depth > mostNested {
		t.depth--
		return "", unsupported("a type that is nested too deeply")
	}
	defer func() { t.depth-- }()
	s, err := t.typeText(e)
	if err == nil && len(s) > longestSignature {
		return "", unsupported("a type that is too long")
	}
	return s, err
}

func (t *typer) typeText(e *entry) (string, error) {
	if e == nil {
		return "", unsupported("void is no type of values")
	}
	switch e.tag {
	case dwarf.TagTypedef:
		if to := exact[e.name]; to != "" {
			if p := e.plain(); p != nil && p.tag == dwarf.TagBaseType && (p.size == exactSize[to] || exactSize[to] == 0 && p.size == t.word) {
				return to, nil
			}
		}
		if functionOf(e) != nil && e.plain().tag == dwarf.TagPointerType && t.own(e.file) {
			return "library.FuncPtr[" + t.declare(e).name + "]", nil
		}
		return t.text(e.typ)
	case dwarf.TagConstType, dwarf.TagVolatileType, dwarf.TagRestrictType, dwarf.TagAtomicType:
		return t.text(e.typ)
	case dwarf.TagBaseType:
		return t.base(e)
	case dwarf.TagPointerType:
		return t.pointer(e.typ)
	case dwarf.TagArrayType:
		return t.array(e)
	case dwarf.TagStructType, dwarf.TagUnionType:
		return t.declare(e).name, nil
	case dwarf.TagEnumerationType:
		if e.name == "" && t.alias[e] == nil {
			return t.enum(e), nil
		}
		return t.declare(e).name, nil
	}
	return "", unsupported("%s has no Go type", typeName(e))
}

// pointer is the Go type of a pointer to a C type.
func (t *typer) pointer(to *entry) (string, error) {
	p := to.plain()
	switch {
	case p == nil:
		return "unsafe.Pointer", nil
	case p.isFunction():
		if named := firstTypedef(to); named != nil && t.own(named.file) {
			return "library.FuncPtr[" + t.declare(named).name + "]", nil
		}
		f, err := t.function(p)
		if err != nil {
			return "uintptr", nil // an address, for those that know better
		}
		return "library.FuncPtr[" + f + "]", nil
	case isChar(to):
		return "*byte", nil
	}
	s, err := t.text(to)
	if err != nil {
		return "unsafe.Pointer", nil
	}
	return "*" + s, nil
}

// firstTypedef is the typedef that a type is, behind qualifiers.
func firstTypedef(e *entry) *entry {
	for range mostNested {
		switch {
		case e == nil:
			return nil
		case e.tag == dwarf.TagTypedef:
			return e
		case e.tag != dwarf.TagConstType && e.tag != dwarf.TagVolatileType:
			return nil
		}
		e = e.typ
	}
	return nil
}

// array is an array's Go type.
func (t *typer) array(e *entry) (string, error) {
	if e.vector {
		return t.vector(e)
	}
	if _, err := t.sizeof(e, 0); err != nil {
		return "", err
	}
	elem := "byte"
	if !isChar(e.typ) {
		var err error
		if elem, err = t.text(e.typ); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	for _, n := range e.dimensions() {
		fmt.Fprintf(&b, "[%d]", n)
	}
	return b.String() + elem, nil
}

// funcText is the Go type of a type of functions, or why there is none.
type funcText struct {
	text string
	err  error
}

// function is the Go type of a type of functions. It is made once: types of functions may be in each other's many times.
func (t *typer) function(e *entry) (string, error) {
	f, known := t.funcs[e]
	if !known {
		f.text, f.err = t.functionText(e)
		t.funcs[e] = f
	}
	return f.text, f.err
}

func (t *typer) functionText(e *entry) (string, error) {
	params, variadic := e.params()
	if variadic {
		return "", unsupported("it takes a variable number of arguments")
	}
	var b strings.Builder
	b.WriteString("func(")
	for i, p := range params {
		if i > 0 {
			b.WriteString(", ")
		}
		s, err := t.param(p.typ)
		if err != nil {
			return "", err
		}
		if b.WriteString(s); b.Len() > longestSignature {
			return "", unsupported("a type that is too long")
		}
	}
	b.WriteString(")")
	if e.typ.plain() != nil {
		s, err := t.text(e.typ)
		if err != nil {
			return "", err
		}
		b.WriteString(" " + s)
	}
	return b.String(), nil
}

// param is the Go type of a parameter: arrays and functions are pointers there.
func (t *typer) param(e *entry) (string, error) {
	switch p := e.plain(); {
	case p == nil:
		return "", unsupported("a parameter of no type")
	case p.tag == dwarf.TagArrayType && !p.vector:
		return t.pointer(p.typ)
	case p.isFunction():
		return t.pointer(e)
	}
	return t.text(e)
}

// base is the Go type of a base type: Go's own, or one of package ctype.
func (t *typer) base(e *entry) (string, error) {
	s, err := t.basic(e)
	if err == nil {
		return s, nil
	}
	var c ctype.Type
	if e.size == 16 && (e.encoding == encSigned || e.encoding == encUnsigned) {
		c.Kind = map[bool]ctype.Kind{true: ctype.Int, false: ctype.Uint}[e.encoding == encSigned]
	} else if failed := (&converter{t: t}).base(e, &c); failed != nil {
		return "", err
	}
	name := ""
	switch c.Kind {
	case ctype.Int:
		name = "Int128"
	case ctype.Uint:
		name = "Uint128"
	case ctype.Float:
		name = map[ctype.Format]string{ctype.Binary16: "Float16", ctype.Brain16: "BFloat16", ctype.Extended80: "Float80", ctype.Binary128: "Float128"}[c.Format]
	case ctype.Complex:
		name = map[ctype.Format]string{ctype.Binary16: "Complex32", ctype.Extended80: "Complex80", ctype.Binary128: "Complex256"}[c.Elem.Format]
	}
	if name == "" {
		return "", err
	}
	return "ctype." + name, nil
}

// vector is the Go type of a vector.
func (t *typer) vector(e *entry) (string, error) {
	elem, n := e.typ.plain(), e.elements()
	size, err := t.sizeof(e, 0)
	if err != nil || elem == nil || elem.tag != dwarf.TagBaseType || size != 8 && size != 16 && size != 32 && size != 64 {
		return "", unsupported("a vector that has no Go type")
	}
	name := ""
	switch elem.encoding {
	case encSigned, encSignedChar:
		name = fmt.Sprintf("Int%d", 8*elem.size)
	case encUnsigned, encUnsignedChar:
		name = fmt.Sprintf("Uint%d", 8*elem.size)
	case encFloat:
		name = fmt.Sprintf("Float%d", 8*elem.size)
	}
	if n*elem.size != size || elem.size > 8 || name == "" || name == "Float8" {
		return "", unsupported("a vector that has no Go type")
	}
	return fmt.Sprintf("ctype.%sx%d", name, n), nil
}
