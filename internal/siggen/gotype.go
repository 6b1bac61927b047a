package siggen

import (
	"reflect"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// vectorTypes are Go's for vectors, by element: the size of one, whether it is a floating point number, and the number of elements.
var vectorTypes = func() map[[3]int]reflect.Type {
	m := map[[3]int]reflect.Type{}
	for _, v := range []any{ctype.Float32x2{}, ctype.Float32x4{}, ctype.Float32x8{}, ctype.Float32x16{}, ctype.Float64x2{}, ctype.Float64x4{},
		ctype.Float64x8{}, ctype.Int8x8{}, ctype.Int8x16{}, ctype.Int8x32{}, ctype.Int8x64{}, ctype.Int16x4{}, ctype.Int16x8{}, ctype.Int16x16{},
		ctype.Int16x32{}, ctype.Int32x2{}, ctype.Int32x4{}, ctype.Int32x8{}, ctype.Int32x16{}, ctype.Int64x2{}, ctype.Int64x4{}, ctype.Int64x8{}} {
		t := reflect.TypeOf(v)
		float := 0
		if k := t.Elem().Kind(); k == reflect.Float32 || k == reflect.Float64 {
			float = 1
		}
		m[[3]int{int(t.Elem().Size()), float, t.Len()}] = t
	}
	return m
}()

var signedTypes = map[uint64]reflect.Type{1: reflect.TypeFor[int8](), 2: reflect.TypeFor[int16](), 4: reflect.TypeFor[int32](), 8: reflect.TypeFor[int64](),
	16: reflect.TypeFor[ctype.Int128]()}
var unsignedTypes = map[uint64]reflect.Type{1: reflect.TypeFor[uint8](), 2: reflect.TypeFor[uint16](), 4: reflect.TypeFor[uint32](),
	8: reflect.TypeFor[uint64](), 16: reflect.TypeFor[ctype.Uint128]()}
var floatTypes = map[ctype.Format]reflect.Type{ctype.Binary16: reflect.TypeFor[ctype.Float16](), ctype.Brain16: reflect.TypeFor[ctype.BFloat16](),
	ctype.Binary32: reflect.TypeFor[float32](), ctype.Binary64: reflect.TypeFor[float64](), ctype.Extended80: reflect.TypeFor[ctype.Float80](),
	ctype.Binary128: reflect.TypeFor[ctype.Float128]()}
var complexTypes = map[ctype.Format]reflect.Type{ctype.Binary16: reflect.TypeFor[ctype.Complex32](), ctype.Binary32: reflect.TypeFor[complex64](),
	ctype.Binary64: reflect.TypeFor[complex128](), ctype.Extended80: reflect.TypeFor[ctype.Complex80](), ctype.Binary128: reflect.TypeFor[ctype.Complex256]()}

// GoType gives a Go type with the layout of a C type, on a host of the same word size. Of what Go has no word for it has the bytes:
// unions, packed structs and those with bit-fields; then plain is false, for a Go type does not say how it is passed.
func GoType(t *ctype.Type) (g reflect.Type, plain bool) {
	switch t.Kind {
	case ctype.Bool:
		return reflect.TypeFor[bool](), true
	case ctype.Int:
		return signedTypes[t.Size], true
	case ctype.Uint, ctype.Enum:
		return unsignedTypes[t.Size], true
	case ctype.Pointer:
		return reflect.TypeFor[uintptr](), true
	case ctype.Float:
		return floatTypes[t.Format], true
	case ctype.Complex:
		return complexTypes[t.Elem.Format], true
	case ctype.Vector:
		float := 0
		if t.Elem.Kind == ctype.Float {
			float = 1
		}
		return vectorTypes[[3]int{int(t.Elem.Size), float, int(t.Len)}], true
	case ctype.Array:
		g, plain := GoType(t.Elem)
		return reflect.ArrayOf(int(t.Len), g), plain
	case ctype.Struct:
		if g, plain := goStruct(t); g != nil {
			return g, plain
		}
	}
	return reflect.ArrayOf(int(t.Size), reflect.TypeFor[byte]()), false
}

// goStruct is GoType for a struct, nil if there is none.
func goStruct(t *ctype.Type) (g reflect.Type, plain bool) {
	plain = true
	var fields []reflect.StructField
	var end uint64
	pad := func(n uint64) {
		if n > 0 {
			fields = append(fields, reflect.StructField{Name: "_", PkgPath: "siggen", Type: reflect.ArrayOf(int(n), reflect.TypeFor[byte]())})
		}
	}
	for _, f := range t.Fields {
		if f.BitSize != 0 || t.Packed {
			return nil, false
		}
		g, p := GoType(f.Type)
		plain = plain && p
		if up := uint64(g.Align()); f.Offset > (end+up-1)&^(up-1) {
			pad(f.Offset - end)
		}
		fields = append(fields, reflect.StructField{Name: "F" + f.Name, Type: g})
		end = f.Offset + f.Type.Size
	}
	if s := reflect.StructOf(fields); uint64(s.Size()) < t.Size {
		pad(t.Size - end)
	}
	s := reflect.StructOf(fields)
	for i, n := 0, 0; i < s.NumField(); i++ {
		if f := s.Field(i); f.Name != "_" {
			if uint64(f.Offset) != t.Fields[n].Offset {
				return nil, false
			}
			n++
		}
	}
	if uint64(s.Size()) != t.Size {
		return nil, false
	}
	return s, plain
}
