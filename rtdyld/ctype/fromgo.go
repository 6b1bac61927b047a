package ctype

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// specials has the Go types that stand for types of C that Go does not have, but for vectors.
var specials = sync.OnceValue(func() map[reflect.Type]Type {
	return map[reflect.Type]Type{
		reflect.TypeFor[Float80]():    {Kind: Float, Format: Extended80, Size: 16},
		reflect.TypeFor[Float128]():   {Kind: Float, Format: Binary128, Size: 16},
		reflect.TypeFor[Float16]():    {Kind: Float, Format: Binary16, Size: 2},
		reflect.TypeFor[BFloat16]():   {Kind: Float, Format: Brain16, Size: 2},
		reflect.TypeFor[Int128]():     {Kind: Int, Size: 16},
		reflect.TypeFor[Uint128]():    {Kind: Uint, Size: 16},
		reflect.TypeFor[Complex32]():  {Kind: Complex, Size: 4},
		reflect.TypeFor[Complex80]():  {Kind: Complex, Size: 32},
		reflect.TypeFor[Complex256](): {Kind: Complex, Size: 32},
	}
})

// Special reports a Go type of the table in the package comment that stands for a number or a vector
// that Go does not have: [Float80], [Int128], [Float32x4] and so on.
func Special(t reflect.Type) bool {
	_, ok := specials()[t]
	return ok || vectors()[t]
}

// halves has what complex numbers of that table consist of.
var halves = sync.OnceValue(func() map[reflect.Type]reflect.Type {
	return map[reflect.Type]reflect.Type{
		reflect.TypeFor[Complex32]():  reflect.TypeFor[Float16](),
		reflect.TypeFor[Complex80]():  reflect.TypeFor[Float80](),
		reflect.TypeFor[Complex256](): reflect.TypeFor[Float128](),
	}
})

// FromGo gives the C type that values of a Go type are passed as, which has the same layout: the numbers,
// bool, pointers (uintptr among them, and to what is not said), the types of this package, structs and
// arrays of these. It fails with a *TypeError for what C does not have, and with a *LayoutError where
// C would have a field elsewhere, or the whole larger, than Go has.
func FromGo(t reflect.Type, m *Model) (*Type, error) {
	if t == nil {
		return nil, &TypeError{Type: "nil", Msg: "is no type"}
	}
	return fromGo(t, m, t, "")
}

// fromGo is FromGo of a part of whole.
func fromGo(t reflect.Type, m *Model, whole reflect.Type, path string) (*Type, error) {
	if c, ok, err := number(t, m); ok || err != nil {
		return c, err
	}
	switch t.Kind() {
	case reflect.Array:
		elem, err := fromGo(t.Elem(), m, whole, path+"[]")
		if err != nil {
			return nil, err
		}
		return m.ArrayOf(elem, uint64(t.Len())), nil
	case reflect.Struct:
		return structFromGo(t, m, whole, path)
	}
	return nil, &TypeError{Type: whole.String(), Field: path, Msg: "is " + t.String() + ", which C does not have"}
}

// number gives the type of numbers and pointers.
func number(t reflect.Type, m *Model) (c *Type, ok bool, err error) {
	if s, ok := specials()[t]; ok {
		return special128(t, s, m)
	}
	if vectors()[t] {
		elem, _, err := number(t.Elem(), m)
		if err != nil {
			return nil, false, err
		}
		return m.VectorOf(elem, uint64(t.Len())), true, nil
	}
	size := uint64(t.Size())
	c = &Type{Size: size, Align: m.align(size), Name: t.Kind().String()}
	switch t.Kind() {
	case reflect.Bool:
		c.Kind, c.Name = Bool, "_Bool"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		c.Kind = Int
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		c.Kind = Uint
	case reflect.Uintptr, reflect.Pointer, reflect.UnsafePointer:
		return m.PointerTo(nil), true, nil
	case reflect.Float32:
		return m.Basic("float"), true, nil
	case reflect.Float64:
		return m.Basic("double"), true, nil
	case reflect.Complex64:
		return m.ComplexOf(m.Basic("float")), true, nil
	case reflect.Complex128:
		return m.ComplexOf(m.Basic("double")), true, nil
	default:
		return nil, false, nil
	}
	return c, true, nil
}

// special128 gives the C type of a type of this package.
func special128(t reflect.Type, s Type, m *Model) (*Type, bool, error) {
	no := func() (*Type, bool, error) {
		return nil, false, &TypeError{Type: t.String(), Msg: "stands for nothing that C has on " + m.Name}
	}
	switch {
	case s.Kind == Complex:
		elem, ok, err := number(halves()[t], m)
		if err != nil {
			return nil, ok, err
		}
		c := m.ComplexOf(elem)
		return c, true, nil
	case s.Format == Extended80:
		if m.LongDouble.Format != Extended80 {
			return no()
		}
		c := m.LongDouble
		return &c, true, nil
	case s.Size == 16 && m.BigEndian:
		return no()
	case s.Format == Binary128:
		s.Name = "_Float128"
	case s.Kind == Int || s.Kind == Uint:
		if !m.Int128 {
			return no()
		}
		s.Name = map[Kind]string{Int: "__int128", Uint: "unsigned __int128"}[s.Kind]
	case s.Format == Binary16:
		s.Name = "_Float16"
	case s.Format == Brain16:
		s.Name = "__bf16"
	}
	s.Align = m.align(s.Size)
	return &s, true, nil
}

// structFromGo gives the struct of C with the fields of a Go struct.
func structFromGo(t reflect.Type, m *Model, whole reflect.Type, path string) (*Type, error) {
	c := &Type{Kind: Struct, Name: strings.TrimPrefix(t.Name(), "_")}
	var offsets []uint64
	for i := range t.NumField() {
		f := t.Field(i)
		if padding(f) {
			continue
		}
		ft, err := fromGo(f.Type, m, whole, join(path, f.Name))
		if err != nil {
			return nil, err
		}
		if ft.Size == 0 && ft.Kind == Array {
			return nil, &TypeError{Type: whole.String(), Field: join(path, f.Name), Msg: "is an array of no elements"}
		}
		c.Fields = append(c.Fields, Field{Name: f.Name, Type: ft})
		offsets = append(offsets, uint64(f.Offset))
	}
	if err := m.Layout(c); err != nil {
		return nil, err
	}
	for i, f := range c.Fields {
		if f.Offset != offsets[i] {
			return nil, &LayoutError{Type: c.String(), GoType: whole.String(), Field: join(path, f.Name), What: "offset",
				C: fmt.Sprint(f.Offset), Go: fmt.Sprint(offsets[i])}
		}
	}
	if c.Size != uint64(t.Size()) {
		return nil, &LayoutError{Type: c.String(), GoType: whole.String(), Field: path, What: "size", C: fmt.Sprint(c.Size), Go: fmt.Sprint(t.Size())}
	}
	return c, nil
}

// padding reports that a field of a Go struct stands for bytes that C leaves between its fields.
func padding(f reflect.StructField) bool {
	return f.Name == "_" && f.Type.Kind() == reflect.Array && f.Type.Elem().Kind() == reflect.Uint8
}

// join makes the path of a field of a field.
func join(path, name string) string {
	if path == "" || name == "" {
		return path + name
	}
	return path + "." + name
}
