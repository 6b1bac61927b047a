package bind

import (
	"debug/dwarf"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
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
	comments *comments // nil: there are none
	own      func(file string) bool
	made     map[*entry]*goType
	order    []*goType // in the order of their names' being taken
	alias    map[*entry]*entry
	funcs    map[*entry]funcText
	depth    int

	fields map[*entry]*entry // of types without a name, the field that has them
}

// newTyper gives names to the types that the library's own files define, if they are wanted; others follow when they are needed.
func newTyper(info *debugInfo, m machine, n *naming, own func(file string) bool, wanted func(name string) bool) *typer {
	t := &typer{machine: m, naming: n, own: own, made: map[*entry]*goType{}, funcs: map[*entry]funcText{}, fields: map[*entry]*entry{}, alias: map[*entry]*entry{}}
	t.findFields(info.entries)
	for _, e := range info.entries { // typedefs name what they are of
		if e.Tag == dwarf.TagTypedef && e.Name != "" {
			if of := e.Type(); of != nil && cdebug.IsAggregate(of) && t.alias[of] == nil && (own(e.File()) || of.Name == "") {
				t.alias[of] = e
			}
		}
	}
	for _, e := range info.entries {
		if !own(e.File()) {
			continue
		}
		a := t.alias[e]
		switch {
		case !wanted(e.Name) && (a == nil || !wanted(a.Name)):
		case cdebug.IsAggregate(e) && (e.Name != "" || a != nil):
			t.declare(e)
		case e.Tag == dwarf.TagTypedef && functionOf(e) != nil:
			t.declare(e)
		case e.Tag == dwarf.TagTypedef && (e.Type() == nil || t.alias[e.Type()] != e):
			t.declareAlias(e)
		}
	}
	return t
}

// functionOf is the type of functions that a typedef names: of them, or of pointers to them.
func functionOf(e *entry) *entry {
	p := e.Plain()
	if p != nil && p.Tag == dwarf.TagPointerType {
		p = p.Type()
		if p != nil && p.Tag == dwarf.TagTypedef && p.Plain().IsFunction() {
			return nil // it has a name of its own
		}
		p = p.Plain()
	}
	if p.IsFunction() {
		return p
	}
	return nil
}

// declare gives an entry a Go type, which is made later.
func (t *typer) declare(e *entry) *goType {
	if g := t.made[e]; g != nil {
		return g
	}
	c := e.Name
	if a := t.alias[e]; a != nil {
		c = a.Name
	}
	if c == "" {
		c = t.nameless(e)
	}
	g := &goType{of: e, name: t.exported(c)}
	switch {
	case cdebug.IsAggregate(e) && e.Name != "" && (t.alias[e] == nil || t.alias[e].Name == e.Name):
		g.doc = fmt.Sprintf("%s is C's %s.", g.name, cdebug.Keyword(e)+e.Name)
	case c == "" || t.alias[e] == nil && e.Tag != dwarf.TagTypedef:
		g.doc = fmt.Sprintf("%s has no name in C.", g.name)
	default:
		g.doc = fmt.Sprintf("%s is C's %s.", g.name, c)
	}
	t.made[e] = g
	t.order = append(t.order, g)
	return g
}

// nameless makes a name for a type without one: of what it is in, and the field that has it.
func (t *typer) nameless(e *entry) string {
	m := t.fields[e]
	if m == nil || m.Parent == nil {
		return "anonymous"
	}
	t.depth++
	defer func() { t.depth-- }()
	if t.depth > cdebug.Nested {
		return "anonymous"
	}
	name := t.declare(m.Parent).name
	switch {
	case len(name) > mostName/2:
		return "anonymous"
	case m.Name == "":
		return name + "_part"
	}
	return name + "_" + m.Name
}

// findFields notes which fields have types without names.
func (t *typer) findFields(list []*entry) {
	for open := [][]*entry{list}; len(open) > 0; {
		list, open = open[len(open)-1], open[:len(open)-1]
		for _, e := range list {
			if len(e.Children()) > 0 {
				open = append(open, e.Children())
			}
			if e.Tag != dwarf.TagMember || e.Parent == nil || !cdebug.IsAggregate(e.Parent) {
				continue
			}
			of := e.Type().Plain()
			for range cdebug.Nested {
				if of == nil || of.Tag != dwarf.TagArrayType {
					break
				}
				of = of.Type().Plain()
			}
			if of != nil && of != e.Parent && cdebug.IsAggregate(of) && of.Name == "" && t.fields[of] == nil {
				t.fields[of] = e
			}
		}
	}
}

// declareAlias gives a typedef of anything else its name, if there is a Go type.
func (t *typer) declareAlias(e *entry) {
	to, err := t.text(e.Type())
	if err != nil || e.Type().Plain() == nil || exact()[e.Name] != "" {
		return
	}
	g := &goType{of: e, name: t.exported(e.Name), alias: to}
	g.doc = fmt.Sprintf("%s is C's %s.", g.name, e.Name)
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
	text := t.comments.before(e.File(), e.Line)
	if a := t.alias[e]; a != nil && text == "" {
		text = t.comments.before(a.File(), a.Line)
	}
	if text != "" {
		g.doc += "\n\n" + text
	}
	switch {
	case g.alias != "":
	case e.Tag == dwarf.TagTypedef:
		text, err := t.function(functionOf(e))
		if err != nil {
			text = "any" // which nothing is called by
			g.doc += "\nThere is no Go function like it: " + err.Error() + "."
		}
		g.fun = text
	case e.Tag == dwarf.TagEnumerationType:
		g.enum = t.enum(e)
	case e.Declared || e.Size < 0 || strings.HasPrefix(e.Name, "_") && !t.own(e.File()):
		g.opaque = true
	default:
		t.structure(e)
	}
}

// enum is the integer of an enumeration.
func (t *typer) enum(e *entry) string {
	size := e.Size
	if size != 1 && size != 2 && size != 8 {
		size = 4
	}
	if e.IsSigned() {
		return fmt.Sprintf("int%d", 8*size)
	}
	return fmt.Sprintf("uint%d", 8*size)
}

// text is the Go type of a value of a C type.
func (t *typer) text(e *entry) (string, error) {
	if t.depth++; t.depth > cdebug.Nested {
		t.depth--
		return "", cdebug.Unsupported("a type that is nested too deeply")
	}
	defer func() { t.depth-- }()
	s, err := t.typeText(e)
	if err == nil && len(s) > longestSignature {
		return "", cdebug.Unsupported("a type that is too long")
	}
	return s, err
}

func (t *typer) typeText(e *entry) (string, error) {
	if e == nil {
		return "", cdebug.Unsupported("void is no type of values")
	}
	switch e.Tag {
	case dwarf.TagTypedef:
		if to := exact()[e.Name]; to != "" {
			if p := e.Plain(); p != nil && p.Tag == dwarf.TagBaseType && (p.Size == exactSize[to] || exactSize[to] == 0 && p.Size == t.word) {
				return to, nil
			}
		}
		if functionOf(e) != nil && e.Plain().Tag == dwarf.TagPointerType && t.own(e.File()) {
			return "library.FuncPtr[" + t.declare(e).name + "]", nil
		}
		return t.text(e.Type())
	case dwarf.TagConstType, dwarf.TagVolatileType, dwarf.TagRestrictType, dwarf.TagAtomicType:
		return t.text(e.Type())
	case dwarf.TagBaseType:
		return t.base(e)
	case dwarf.TagPointerType:
		return t.pointer(e.Type())
	case dwarf.TagArrayType:
		return t.array(e)
	case dwarf.TagStructType, dwarf.TagUnionType:
		return t.declare(e).name, nil
	case dwarf.TagEnumerationType:
		if e.Name == "" && t.alias[e] == nil {
			return t.enum(e), nil
		}
		return t.declare(e).name, nil
	}
	return "", cdebug.Unsupported("%s has no Go type", cdebug.TypeName(e))
}

// pointer is the Go type of a pointer to a C type.
func (t *typer) pointer(to *entry) (string, error) {
	p := to.Plain()
	switch {
	case p == nil:
		return "unsafe.Pointer", nil
	case p.IsFunction():
		if named := firstTypedef(to); named != nil && t.own(named.File()) {
			return "library.FuncPtr[" + t.declare(named).name + "]", nil
		}
		f, err := t.function(p)
		if err != nil {
			return "uintptr", nil // an address, for those that know better
		}
		return "library.FuncPtr[" + f + "]", nil
	case cdebug.IsChar(to):
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
	for range cdebug.Nested {
		switch {
		case e == nil:
			return nil
		case e.Tag == dwarf.TagTypedef:
			return e
		case e.Tag != dwarf.TagConstType && e.Tag != dwarf.TagVolatileType:
			return nil
		}
		e = e.Type()
	}
	return nil
}

// array is an array's Go type.
func (t *typer) array(e *entry) (string, error) {
	if e.Vector {
		return t.vector(e)
	}
	if _, err := t.sizeof(e); err != nil {
		return "", err
	}
	elem := "byte"
	if !cdebug.IsChar(e.Type()) {
		var err error
		if elem, err = t.text(e.Type()); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	for _, n := range e.Dimensions() {
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
	params, variadic := e.Params()
	if variadic {
		return "", cdebug.Unsupported("it takes a variable number of arguments")
	}
	var b strings.Builder
	b.WriteString("func(")
	for i, p := range params {
		if i > 0 {
			b.WriteString(", ")
		}
		s, err := t.param(p.Type())
		if err != nil {
			return "", err
		}
		if b.WriteString(s); b.Len() > longestSignature {
			return "", cdebug.Unsupported("a type that is too long")
		}
	}
	b.WriteString(")")
	if e.Type().Plain() != nil {
		s, err := t.text(e.Type())
		if err != nil {
			return "", err
		}
		b.WriteString(" " + s)
	}
	return b.String(), nil
}

// param is the Go type of a parameter: arrays and functions are pointers there.
func (t *typer) param(e *entry) (string, error) {
	switch p := e.Plain(); {
	case p == nil:
		return "", cdebug.Unsupported("a parameter of no type")
	case p.Tag == dwarf.TagArrayType && !p.Vector:
		return t.pointer(p.Type())
	case p.IsFunction():
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
	c := &ctype.Type{}
	if e.Size == 16 && (e.Encoding == cdebug.EncSigned || e.Encoding == cdebug.EncUnsigned) {
		c.Kind = map[bool]ctype.Kind{true: ctype.Int, false: ctype.Uint}[e.Encoding == cdebug.EncSigned]
	} else if made, failed := cdebug.NewConverter(t.model).Base(e); failed != nil {
		return "", err
	} else {
		c = made
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
	elem, n := e.Type().Plain(), e.Elements()
	size, err := t.sizeof(e)
	if err != nil || elem == nil || elem.Tag != dwarf.TagBaseType || size != 8 && size != 16 && size != 32 && size != 64 {
		return "", cdebug.Unsupported("a vector that has no Go type")
	}
	name := ""
	switch elem.Encoding {
	case cdebug.EncSigned, cdebug.EncSignedChar:
		name = fmt.Sprintf("Int%d", 8*elem.Size)
	case cdebug.EncUnsigned, cdebug.EncUnsignedChar:
		name = fmt.Sprintf("Uint%d", 8*elem.Size)
	case cdebug.EncFloat:
		name = fmt.Sprintf("Float%d", 8*elem.Size)
	}
	if n*elem.Size != size || elem.Size > 8 || name == "" || name == "Float8" {
		return "", cdebug.Unsupported("a vector that has no Go type")
	}
	return fmt.Sprintf("ctype.%sx%d", name, n), nil
}
