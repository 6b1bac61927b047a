package bind

import (
	"debug/dwarf"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// signature is a function's type for package ctype.
func (t *typer) signature(f *function) (*ctype.Func, error) {
	c := &converter{t: t, made: map[*entry]*ctype.Type{}}
	fn := &ctype.Func{Name: f.c, Variadic: f.variadic, Fixed: len(f.params)}
	for _, p := range f.params {
		typ, err := c.param(p.typ)
		if err != nil {
			return nil, err
		}
		fn.Params = append(fn.Params, ctype.Param{Name: p.c, Type: typ})
	}
	if f.of.typ.plain() != nil {
		typ, err := c.convert(f.of.typ)
		if err != nil {
			return nil, err
		}
		fn.Result = typ
	}
	return fn, nil
}

// converter makes C types of debug information. What pointers lead to stays out: calls do not depend on it.
type converter struct {
	t     *typer
	made  map[*entry]*ctype.Type
	depth int
}

func (c *converter) pointer() *ctype.Type {
	w := uint64(c.t.word)
	return &ctype.Type{Kind: ctype.Pointer, Size: w, Align: w}
}

// param converts the type of a parameter.
func (c *converter) param(e *entry) (*ctype.Type, error) {
	if isArray(e) || e.plain().isFunction() {
		return c.pointer(), nil
	}
	return c.convert(e)
}

// convert converts a type of values.
func (c *converter) convert(e *entry) (*ctype.Type, error) {
	p := e.plain()
	if p == nil {
		return nil, unsupported("void is no type of values")
	}
	if t := c.made[p]; t != nil {
		return t, nil
	}
	if c.depth++; c.depth > mostNested {
		return nil, unsupported("a type that is nested too deeply")
	}
	defer func() { c.depth-- }()
	size, err := c.t.sizeof(p, 0)
	if err != nil {
		return nil, err
	}
	t := &ctype.Type{Name: p.name, Size: uint64(size)}
	c.made[p] = t
	switch p.tag {
	case dwarf.TagPointerType:
		*t = *c.pointer()
	case dwarf.TagBaseType:
		err = c.base(p, t)
	case dwarf.TagEnumerationType:
		t.Kind, t.Align = ctype.Enum, t.Size
		t.Elem = &ctype.Type{Kind: ctype.Uint, Size: t.Size, Align: t.Size}
		if p.isSigned() {
			t.Elem.Kind = ctype.Int
		}
	case dwarf.TagArrayType:
		err = c.array(p, t)
	case dwarf.TagStructType, dwarf.TagUnionType:
		err = c.fields(p, t)
	default:
		err = unsupported("%s is no type of values", typeName(p))
	}
	if err != nil {
		delete(c.made, p)
		return nil, err
	}
	return t, nil
}

// base converts a base type.
func (c *converter) base(e *entry, t *ctype.Type) error {
	m, err := ctype.ModelOf(c.t.goos, c.t.goarch)
	if err != nil {
		return err
	}
	t.Align = t.Size
	if t.Size == 8 {
		t.Align = m.Double
	}
	switch e.encoding {
	case encBoolean:
		t.Kind = ctype.Bool
	case encSigned, encSignedChar:
		t.Kind = ctype.Int
	case encUnsigned, encUnsignedChar, encUTF, encASCII:
		t.Kind = ctype.Uint
	case encFloat:
		f := c.float(m, e)
		if f == nil {
			return unsupported("%s has no Go type", typeName(e))
		}
		*t = *f
	case encComplexFloat:
		half := *e
		half.size, half.encoding, half.name = e.size/2, encFloat, strings.TrimPrefix(e.name, "complex ")
		f := c.float(m, &half)
		if f == nil {
			return unsupported("%s has no Go type", typeName(e))
		}
		*t = *m.ComplexOf(f)
	default:
		return unsupported("%s has no Go type", typeName(e))
	}
	return nil
}

// float converts a floating point type.
func (c *converter) float(m *ctype.Model, e *entry) *ctype.Type {
	name := "double"
	switch {
	case strings.Contains(e.name, "bf16"):
		name = "__bf16"
	case e.size == 2:
		name = "_Float16"
	case e.size == 4:
		name = "float"
	case strings.Contains(e.name, "128"):
		name = "_Float128"
	case e.size != 8 || strings.Contains(e.name, "long"):
		name = "long double"
	}
	t := m.Basic(name)
	if t == nil || t.Size != uint64(e.size) {
		return nil
	}
	return t
}

// array converts an array or a vector.
func (c *converter) array(e *entry, t *ctype.Type) error {
	elem, err := c.convert(e.typ)
	if err != nil {
		return err
	}
	t.Kind, t.Elem, t.Align, t.Len = ctype.Array, elem, elem.Align, uint64(max(e.elements(), 0))
	if e.vector {
		t.Kind, t.Align = ctype.Vector, t.Size
	}
	return nil
}

// fields converts a structure or a union.
func (c *converter) fields(e *entry, t *ctype.Type) error {
	t.Kind, t.Opaque = ctype.Struct, e.declared
	if e.tag == dwarf.TagUnionType {
		t.Kind = ctype.Union
	}
	align := uint64(1)
	for _, m := range e.children {
		if m.tag != dwarf.TagMember {
			continue
		}
		if isArray(m.typ) && m.typ.plain().elements() <= 0 {
			t.Flexible = true
		}
		typ, err := c.convert(m.typ)
		if err != nil {
			return err
		}
		f := ctype.Field{Name: m.name, Type: typ, Offset: uint64(m.offset)}
		if m.bits > 0 {
			first := c.t.bitsOf(m)
			f.Offset, f.BitOffset, f.BitSize = uint64(first/8), uint16(first%8), uint16(m.bits)
		}
		if typ.Align > 0 && f.BitSize == 0 && f.Offset%typ.Align != 0 {
			t.Packed = true
		}
		align = max(align, typ.Align)
		t.Fields = append(t.Fields, f)
	}
	if t.Size%align != 0 {
		t.Packed = true
	}
	if t.Align = align; t.Packed {
		t.Align = 1
	}
	t.Align = max(t.Align, uint64(e.align))
	return nil
}
