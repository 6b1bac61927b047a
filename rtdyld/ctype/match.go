package ctype

import (
	"fmt"
	"reflect"
)

// Match reports as a *LayoutError how values of a Go type differ from those of a C type, nil
// if they are the same in memory. Types are the same if
//
//   - integers have the same size and, from 2 bytes on, the same sign, where an enum is its integer, and
//     _Bool is bool or a byte
//   - floating point, complex numbers and vectors are those of the table in the package comment, or, for
//     a vector, an array of its elements
//   - pointers of C are pointers, unsafe.Pointer or uintptr
//   - arrays have as many elements, of the same types
//   - a Go struct has a field at the offset of each field of C's struct that is no bit-field, of the same
//     type. Its other fields lie where C's struct has bit-fields or nothing. Names do not matter.
//   - a union is any Go type of its size that has no pointers, or that is the same as one of its fields
//   - an array of bytes, or a struct of nothing else, is any C type of its size; addresses in it keep nothing alive, as a uintptr does not
//
// It fails with a *TypeError for a C type that has no values: void, a function, what is not complete.
func Match(c *Type, t reflect.Type) error {
	if t == nil {
		return &TypeError{Type: "nil", Msg: "is no type"}
	}
	if c == nil || c.Kind == Void || c.Kind == Function || c.Opaque {
		return &TypeError{Type: c.String(), Msg: "has no values"}
	}
	return matcher{c, t, false}.match(c, t, "")
}

// MatchPassed is [Match] for values that are passed to a function or come back from it, with the liberties that C's callers take,
// inside structs, too: integers, enums and pointers of one size are the same, whatever their signs, bool is
// any integer of a byte, and vectors are the same whatever their elements.
func MatchPassed(c *Type, t reflect.Type) error {
	if t == nil || c == nil || c.Kind == Void || c.Kind == Function || c.Opaque {
		return Match(c, t)
	}
	return matcher{c, t, true}.match(c, t, "")
}

// matcher knows what an error is about.
type matcher struct {
	c     *Type
	t     reflect.Type
	loose bool // as MatchPassed
}

func (m matcher) fail(path, what string, c, g any) error {
	return &LayoutError{Type: m.c.String(), GoType: m.t.String(), Field: path, What: what, C: fmt.Sprint(c), Go: fmt.Sprint(g)}
}

func (m matcher) match(c *Type, t reflect.Type, path string) error {
	size := uint64(t.Size())
	if c.Size != size {
		return m.fail(path, "size", c.Size, size)
	}
	wrong := func() error { return m.fail(path, "type", c, t) }
	if isBytes(t) {
		return nil
	}
	switch c.Kind {
	case Struct:
		if t.Kind() == reflect.Struct {
			return m.fields(c, t, path)
		}
		return wrong()
	case Union:
		return m.union(c, t, path)
	case Array:
		if t.Kind() != reflect.Array || uint64(t.Len()) != c.Len || vectors()[t] {
			return wrong()
		}
		return m.match(c.Elem, t.Elem(), path+"[]")
	case Vector:
		if m.loose && vectors()[t] {
			return nil
		}
		if t.Kind() != reflect.Array || uint64(t.Len()) != c.Len {
			return wrong()
		}
		return m.match(c.Elem, t.Elem(), path+"[]")
	}
	if !sameNumber(c, t) && !(m.loose && sameWord(c, t)) {
		return wrong()
	}
	return nil
}

// isBytes reports an array of bytes, or a struct that has one and fields of no size.
func isBytes(t reflect.Type) bool {
	if t.Kind() == reflect.Struct && !Special(t) {
		var only reflect.Type
		for i := range t.NumField() {
			switch f := t.Field(i).Type; {
			case f.Size() == 0:
			case only != nil:
				return false
			default:
				only = f
			}
		}
		return only != nil && only.Size() == t.Size() && only.Kind() == reflect.Array && isBytes(only)
	}
	return t.Kind() == reflect.Array && t.Elem().Kind() == reflect.Uint8 && !vectors()[t]
}

// sameWord compares integers and pointers of the same size, which are passed alike.
func sameWord(c *Type, t reflect.Type) bool {
	switch c.Kind {
	case Bool, Int, Uint, Enum, Pointer:
	default:
		return false
	}
	if s, special := specials()[t]; special {
		return s.Kind == Int || s.Kind == Uint
	}
	k := t.Kind()
	return k >= reflect.Bool && k <= reflect.Uintptr || k == reflect.Pointer || k == reflect.UnsafePointer
}

// sameNumber compares numbers and pointers of the same size.
func sameNumber(c *Type, t reflect.Type) bool {
	if c.Kind == Enum && c.Elem != nil {
		c = c.Elem
	}
	k := t.Kind()
	s, special := specials()[t]
	switch c.Kind {
	case Bool:
		return k == reflect.Bool || k == reflect.Uint8
	case Int, Uint, Enum:
		if special {
			return s.Kind == c.Kind
		}
		signed := k >= reflect.Int && k <= reflect.Int64
		unsigned := k >= reflect.Uint && k <= reflect.Uintptr
		return c.Size == 1 && (signed || unsigned) || c.Kind != Uint && signed || c.Kind != Int && unsigned
	case Float:
		if special {
			return s.Kind == Float && s.Format == c.Format
		}
		return k == reflect.Float32 && c.Format == Binary32 || k == reflect.Float64 && c.Format == Binary64
	case Complex:
		if special {
			return s.Kind == Complex && sameNumber(c.Elem, halves()[t])
		}
		return k == reflect.Complex64 || k == reflect.Complex128
	case Pointer:
		return k == reflect.Pointer || k == reflect.UnsafePointer || k == reflect.Uintptr
	}
	return false
}

// fields compares structs of the same size.
func (m matcher) fields(c *Type, t reflect.Type, path string) error {
	i := 0
	for _, f := range c.Fields {
		if f.BitSize != 0 || f.Type.Size == 0 {
			continue
		}
		at := join(path, f.Name)
		for ; i < t.NumField() && uint64(t.Field(i).Offset) < f.Offset; i++ {
			if g := t.Field(i); c.covers(uint64(g.Offset), uint64(g.Type.Size())) {
				return m.fail(join(path, g.Name), "offset", "another field's", g.Offset)
			}
		}
		// Go may have fields of no size here, and one that C has.
		for i < t.NumField() && t.Field(i).Type.Size() == 0 {
			i++
		}
		switch {
		case i == t.NumField():
			return m.fail(at, "offset", f.Offset, "none")
		case uint64(t.Field(i).Offset) != f.Offset:
			return m.fail(at, "offset", f.Offset, t.Field(i).Offset)
		}
		if err := m.match(f.Type, t.Field(i).Type, at); err != nil {
			return err
		}
		i++
	}
	for ; i < t.NumField(); i++ {
		if g := t.Field(i); c.covers(uint64(g.Offset), uint64(g.Type.Size())) {
			return m.fail(join(path, g.Name), "offset", "another field's", g.Offset)
		}
	}
	return nil
}

// covers reports that a struct has a field that is no bit-field in some bytes.
func (c *Type) covers(off, size uint64) bool {
	for _, f := range c.Fields {
		if f.BitSize == 0 && f.Offset < off+size && off < f.Offset+f.Type.Size {
			return true
		}
	}
	return false
}

// union compares a union with a type of its size.
func (m matcher) union(c *Type, t reflect.Type, path string) error {
	for _, f := range c.Fields {
		if f.BitSize == 0 && f.Type.Size == c.Size && m.match(f.Type, t, path) == nil {
			return nil
		}
	}
	if goPointers(t) {
		return m.fail(path, "type", c, t)
	}
	return nil
}

// goPointers reports that the garbage collector would look into values of a type.
func goPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && goPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if goPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return t.Kind() == reflect.String || t.Kind() >= reflect.Chan && t.Kind() != reflect.Struct || t.Kind() == reflect.UnsafePointer
}
