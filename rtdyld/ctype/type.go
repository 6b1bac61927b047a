package ctype

import (
	"fmt"
	"strconv"
)

// Kind says what a C type is.
type Kind uint8

const (
	Void     Kind = iota // no value: the result of a function, or what a pointer leads to
	Bool                 // _Bool
	Int                  // a signed integer, char where it is signed
	Uint                 // an unsigned integer
	Float                // a floating point number of Type.Format
	Complex              // two of Type.Elem, the real part first
	Vector               // Type.Len of Type.Elem that are one value: __m128, float32x4_t
	Pointer              // to Type.Elem
	Enum                 // an integer like Type.Elem
	Struct               // Type.Fields, one behind the other
	Union                // Type.Fields, all at offset 0
	Array                // Type.Len of Type.Elem
	Function             // Type.Func; values are pointers to it
)

var kindNames = [...]string{"void", "_Bool", "integer", "unsigned integer", "floating point number", "complex number", "vector",
	"pointer", "enum", "struct", "union", "array", "function"}

// String names the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid kind " + strconv.Itoa(int(k))
}

// Format is how a floating point number is written.
type Format uint8

const (
	NoFormat     Format = iota
	Binary16            // IEEE 754 half: _Float16
	Brain16             // the upper half of a Binary32: __bf16
	Binary32            // float
	Binary64            // double
	Extended80          // the 80 bits of x87: long double of x86
	Binary128           // IEEE 754 quadruple: long double of arm64 and others, _Float128
	DoubleDouble        // two Binary64: long double of PowerPC
)

// Type is a C type of a target. It may be shared once it is made; a struct may refer to
// itself through pointers.
type Type struct {
	Kind   Kind
	Format Format // of a Float
	// Name is the tag of a struct, union or enum, the name of a basic type, or "".
	Name string
	// Size and Align are in bytes. A type that is not complete, or void, has size 0; so
	// has an empty struct of C, which has size 1 in C++.
	Size, Align uint64
	// Elem is what a pointer leads to, nil if that is not known; the integer of an enum;
	// what complex numbers, vectors and arrays consist of.
	Elem   *Type
	Len    uint64  // of vectors and arrays
	Fields []Field // of a struct or union, by offset
	Func   *Func   // of a Function
	// Opaque says that a struct, union or enum is declared and not defined.
	Opaque bool
	// Flexible says that the last field of a struct is an array of unknown length, which Size leaves
	// out, and Fields has with length 0.
	Flexible bool
	// Packed says that fields are not aligned (__attribute__((packed))).
	Packed bool
}

// Field is a member of a struct or union.
type Field struct {
	Name   string // "" for an anonymous struct or union
	Type   *Type
	Offset uint64 // bytes; of a bit-field the byte in which it begins
	Align  uint64 // what _Alignas says, 0: that of its type
	// BitSize is the width of a bit-field, 0 for all others. It begins with bit BitOffset of the byte
	// at Offset, counted from the lowest bit up, or on a machine that is big-endian from
	// the highest down.
	BitOffset, BitSize uint16
}

// Param is a parameter of a function.
type Param struct {
	Name string // "" if it has none
	Type *Type
}

// Func is the type of a function, with its name where it has one.
type Func struct {
	Name   string
	Params []Param // of a variadic function those of the call at hand, promoted
	Result *Type   // nil or Void: none
	// Variadic says that the function is declared with "...". The first Fixed of Params are
	// declared, the others are what this call passes for it.
	Variadic bool
	Fixed    int
}

// String gives the type as C declares it, as far as that is one line: "struct point",
// "unsigned int *", "int[4]".
func (t *Type) String() string {
	switch {
	case t == nil:
		return "void"
	case t.Kind == Struct || t.Kind == Union || t.Kind == Enum:
		if t.Name == "" {
			return t.Kind.String()
		}
		return t.Kind.String() + " " + t.Name
	case t.Kind == Pointer:
		if t.Elem != nil && t.Elem.Kind == Function {
			return t.Elem.Func.declare("(*)")
		}
		return t.Elem.String() + " *"
	case t.Kind == Array:
		return fmt.Sprintf("%v[%d]", t.Elem, t.Len)
	case t.Kind == Function:
		return t.Func.String()
	case t.Name != "":
		return t.Name
	case t.Kind == Complex:
		return t.Elem.String() + " _Complex"
	case t.Kind == Vector:
		return fmt.Sprintf("vector of %d %v", t.Len, t.Elem)
	case t.Kind == Int || t.Kind == Uint || t.Kind == Float:
		return fmt.Sprintf("%v of %d bytes", t.Kind, t.Size)
	}
	return t.Kind.String()
}

// String gives the function as C declares it.
func (f *Func) String() string {
	if f == nil {
		return "function"
	}
	return f.declare(f.Name)
}

// declare gives the declaration with something for the name.
func (f *Func) declare(name string) string {
	b := []byte(f.Result.String())
	b = append(append(append(b, ' '), name...), '(')
	for i, p := range f.Params {
		if i > 0 {
			b = append(b, ", "...)
		}
		if f.Variadic && i == f.Fixed {
			b = append(b, "... "...)
		}
		b = append(b, p.Type.String()...)
	}
	switch {
	case f.Variadic && len(f.Params) <= f.Fixed:
		if len(f.Params) > 0 {
			b = append(b, ", "...)
		}
		b = append(b, "..."...)
	case len(f.Params) == 0:
		b = append(b, "void"...)
	}
	return string(append(b, ')'))
}

// void reports that a result is none.
func (t *Type) void() bool { return t == nil || t.Kind == Void }

// HasResult reports that the function returns a value.
func (f *Func) HasResult() bool { return !f.Result.void() }
