package cdebug

import (
	"debug/dwarf"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Encodings of base types (DWARF 5, 7.8) that Go's debug/dwarf does not name for other packages.
const (
	EncBoolean      = 0x02
	EncComplexFloat = 0x03
	EncFloat        = 0x04
	EncSigned       = 0x05
	EncSignedChar   = 0x06
	EncUnsigned     = 0x07
	EncUnsignedChar = 0x08
	EncUTF          = 0x10
	EncASCII        = 0x12
)

// longestSignature is how long the text of a type may be, in bytes.
const longestSignature = 1 << 13

// SizeOf is the size of a type in C, where pointers have word bytes.
func SizeOf(e *Entry, word int64) (int64, error) { return sizeOf(e, word, 0) }

func sizeOf(e *Entry, word int64, depth int) (int64, error) {
	if e = e.Plain(); e == nil || depth > Nested {
		return 0, Unsupported("a type of no size")
	}
	switch e.Tag {
	case dwarf.TagPointerType, dwarf.TagReferenceType, dwarf.TagRvalueReferenceType:
		return word, nil
	case dwarf.TagArrayType:
		n, err := sizeOf(e.Type(), word, depth+1)
		count := max(e.Elements(), 0)
		if err == nil && (count > LargestSize || n != 0 && count > LargestSize/n) {
			err = Unsupported("an array that is too large")
		}
		return n * count, err
	}
	if e.Size < 0 || e.Size > LargestSize {
		return 0, Unsupported("%s has no size", TypeName(e))
	}
	return e.Size, nil
}

// FirstBit is where a bit-field begins, from the structure's beginning. big says that the target's first byte is the highest.
func FirstBit(m *Entry, word int64, big bool) int64 {
	switch {
	case m.BitAt >= 0:
		return m.BitAt + 8*m.Offset
	case m.BitDown >= 0 && !big:
		size := m.Size
		if size < 0 {
			size, _ = SizeOf(m.Type(), word)
		}
		return 8*m.Offset + 8*size - m.BitDown - m.Bits
	case m.BitDown >= 0:
		return 8*m.Offset + m.BitDown
	}
	return 8 * m.Offset
}

// Converter makes C types of debug information. What pointers lead to stays out: calls do not depend on it.
type Converter struct {
	model *ctype.Model
	made  map[*Entry]*ctype.Type // nil: it is being made
	parts map[*ctype.Type]int    // of structures, those of their parts among them
	depth int
}

// mostParts is how many parts a type may have, so that going over them all comes to an end.
const mostParts = 1 << 14

// NewConverter makes types of a target.
func NewConverter(m *ctype.Model) *Converter {
	return &Converter{model: m, made: map[*Entry]*ctype.Type{}, parts: map[*ctype.Type]int{}}
}

// Param converts the type of a parameter: arrays and functions are pointers there.
func (c *Converter) Param(e *Entry) (*ctype.Type, error) {
	if IsArray(e) || e.Plain().IsFunction() {
		return c.model.PointerTo(nil), nil
	}
	return c.Type(e)
}

// Type converts a type of values.
func (c *Converter) Type(e *Entry) (*ctype.Type, error) {
	p := e.Plain()
	if p == nil {
		return nil, Unsupported("void is no type of values")
	}
	if t, known := c.made[p]; t != nil {
		return t, nil
	} else if known {
		return nil, Unsupported("%s is in itself", TypeName(p))
	}
	if c.depth++; c.depth > Nested {
		c.depth--
		return nil, Unsupported("a type that is nested too deeply")
	}
	defer func() { c.depth-- }()
	size, err := SizeOf(p, int64(c.model.Pointer))
	if err != nil {
		return nil, err
	}
	t := &ctype.Type{Name: p.Name, Size: uint64(size)}
	c.made[p] = nil // until it is made
	switch p.Tag {
	case dwarf.TagPointerType, dwarf.TagReferenceType, dwarf.TagRvalueReferenceType:
		*t = *c.model.PointerTo(nil)
	case dwarf.TagBaseType:
		err = c.base(p, t)
	case dwarf.TagEnumerationType:
		t.Kind, t.Align = ctype.Enum, t.Size
		t.Elem = &ctype.Type{Kind: ctype.Uint, Size: t.Size, Align: t.Size}
		if p.IsSigned() {
			t.Elem.Kind = ctype.Int
		}
	case dwarf.TagArrayType:
		err = c.array(p, t)
	case dwarf.TagStructType, dwarf.TagUnionType, dwarf.TagClassType:
		err = c.fields(p, t)
	default:
		err = Unsupported("%s is no type of values", TypeName(p))
	}
	if err != nil {
		delete(c.made, p)
		return nil, err
	}
	c.made[p] = t
	return t, nil
}

// Base converts a base type.
func (c *Converter) Base(e *Entry) (*ctype.Type, error) {
	t := &ctype.Type{Name: e.Name, Size: uint64(max(e.Size, 0))}
	return t, c.base(e, t)
}

func (c *Converter) base(e *Entry, t *ctype.Type) error {
	t.Align = t.Size
	if t.Size == 8 {
		t.Align = c.model.Double
	}
	switch e.Encoding {
	case EncBoolean:
		t.Kind = ctype.Bool
	case EncSigned, EncSignedChar:
		t.Kind = ctype.Int
	case EncUnsigned, EncUnsignedChar, EncUTF, EncASCII:
		t.Kind = ctype.Uint
	case EncFloat:
		f := c.float(e)
		if f == nil {
			return Unsupported("%s has no Go type", TypeName(e))
		}
		*t = *f
	case EncComplexFloat:
		half := *e
		half.Size, half.Encoding, half.Name = e.Size/2, EncFloat, strings.TrimPrefix(e.Name, "complex ")
		f := c.float(&half)
		if f == nil {
			return Unsupported("%s has no Go type", TypeName(e))
		}
		*t = *c.model.ComplexOf(f)
	default:
		return Unsupported("%s has no Go type", TypeName(e))
	}
	return nil
}

// float converts a floating point type.
func (c *Converter) float(e *Entry) *ctype.Type {
	name := "double"
	switch {
	case strings.Contains(e.Name, "bf16"):
		name = "__bf16"
	case e.Size == 2:
		name = "_Float16"
	case e.Size == 4:
		name = "float"
	case strings.Contains(e.Name, "128"):
		name = "_Float128"
	case e.Size != 8 || strings.Contains(e.Name, "long"):
		name = "long double"
	}
	t := c.model.Basic(name)
	if t == nil || t.Size != uint64(e.Size) {
		return nil
	}
	return t
}

// array converts an array or a vector.
func (c *Converter) array(e *Entry, t *ctype.Type) error {
	elem, err := c.Type(e.Type())
	if err != nil {
		return err
	}
	t.Kind, t.Elem, t.Align, t.Len = ctype.Array, elem, elem.Align, uint64(max(e.Elements(), 0))
	c.parts[t] = c.parts[elem]
	if e.Vector {
		t.Kind, t.Align = ctype.Vector, t.Size
	}
	return nil
}

// fields converts a structure or a union.
func (c *Converter) fields(e *Entry, t *ctype.Type) error {
	t.Kind, t.Opaque = ctype.Struct, e.Declared
	if e.Tag == dwarf.TagUnionType {
		t.Kind = ctype.Union
	}
	align := uint64(1)
	for _, m := range e.Children() {
		switch {
		case m.Tag == dwarf.TagInheritance:
			return Unsupported("%s is more than a structure", TypeName(e))
		case m.Tag != dwarf.TagMember || m.External || m.Declared: // C++ has variables among the members
			continue
		}
		if IsArray(m.Type()) && m.Type().Plain().Elements() <= 0 {
			t.Flexible = true
		}
		typ, err := c.Type(m.Type())
		if err != nil {
			return err
		}
		if c.parts[t] += 1 + c.parts[typ]; c.parts[t] > mostParts {
			return Unsupported("%s has more than %d parts", TypeName(e), mostParts)
		}
		f := ctype.Field{Name: m.Name, Type: typ, Offset: uint64(m.Offset)}
		if m.Bits > 0 {
			first := FirstBit(m, int64(c.model.Pointer), c.model.BigEndian)
			f.Offset, f.BitOffset, f.BitSize = uint64(first/8), uint16(first%8), uint16(m.Bits)
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
	t.Align = max(t.Align, uint64(e.Align))
	return nil
}
