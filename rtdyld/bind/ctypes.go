package bind

import (
	"debug/dwarf"
	"fmt"
	"strings"
)

// Encodings of base types (DWARF 5, 7.8) that Go's debug/dwarf does not name for other packages.
const (
	encBoolean       = 0x02
	encComplexFloat  = 0x03
	encFloat         = 0x04
	encSigned        = 0x05
	encSignedChar    = 0x06
	encUnsigned      = 0x07
	encUnsignedChar  = 0x08
	encUTF           = 0x10
	encASCII         = 0x12
	largestSize      = 1 << 30
	longestSignature = 1 << 13 // bytes of a type's text
)

// machine is what Go's compiler and C's say of sizes.
type machine struct {
	word    int64 // of Go and C: a pointer
	long    int64 // C's long
	biggest int64 // the largest alignment in Go
	big     bool

	goos, goarch string
}

// unsupportedError says why a type has no form in Go.
type unsupportedError struct{ why string }

func (e *unsupportedError) Error() string { return e.why }

func unsupported(format string, args ...any) error {
	return &unsupportedError{fmt.Sprintf(format, args...)}
}

// exact are typedefs of C whose Go type is the same on all machines.
var exact = map[string]string{
	"size_t": "uint", "ssize_t": "int", "ptrdiff_t": "int", "intptr_t": "int", "uintptr_t": "uintptr",
	"int8_t": "int8", "int16_t": "int16", "int32_t": "int32", "int64_t": "int64",
	"uint8_t": "uint8", "uint16_t": "uint16", "uint32_t": "uint32", "uint64_t": "uint64",
	"__int8_t": "int8", "__int16_t": "int16", "__int32_t": "int32", "__int64_t": "int64",
	"__uint8_t": "uint8", "__uint16_t": "uint16", "__uint32_t": "uint32", "__uint64_t": "uint64",
}

// exactSize is the size of such a type, 0 for a word.
var exactSize = map[string]int64{"int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8}

// basic is the Go type of a base type that Go has itself.
func (m *machine) basic(e *entry) (string, error) {
	switch e.encoding {
	case encBoolean:
		if e.size == 1 {
			return "bool", nil
		}
	case encFloat:
		switch e.size {
		case 4:
			return "float32", nil
		case 8:
			return "float64", nil
		}
	case encComplexFloat:
		switch e.size {
		case 8:
			return "complex64", nil
		case 16:
			if !strings.Contains(e.name, "long") {
				return "complex128", nil
			}
		}
	case encSigned, encSignedChar:
		return m.integer(e, "int")
	case encUnsigned, encUnsignedChar, encUTF, encASCII:
		return m.integer(e, "uint")
	}
	return "", unsupported("%s has no Go type", typeName(e))
}

// integer is the Go type of an integer. C's long is Go's int where both are a word.
func (m *machine) integer(e *entry, prefix string) (string, error) {
	switch e.size {
	case 1, 2, 4, 8:
		if strings.Contains(e.name, "long") && !strings.Contains(e.name, "long long") && e.size == m.word {
			return prefix, nil
		}
		return fmt.Sprintf("%s%d", prefix, 8*e.size), nil
	}
	return "", unsupported("%s has no Go type", typeName(e))
}

// typeName is how texts call a type.
func typeName(e *entry) string {
	switch {
	case e == nil:
		return "void"
	case e.name == "":
		return "a type without a name"
	case e.tag == dwarf.TagStructType:
		return "struct " + e.name
	case e.tag == dwarf.TagUnionType:
		return "union " + e.name
	}
	return e.name
}

// isChar reports C's char, whose bytes Go programs have as byte.
func isChar(e *entry) bool {
	e = e.plain()
	return e != nil && e.tag == dwarf.TagBaseType && e.size == 1 && (e.encoding == encSignedChar || e.encoding == encUnsignedChar) && e.name == "char"
}

// elements are how many an array has, over all its dimensions; -1: not said.
func (e *entry) elements() int64 {
	n := int64(1)
	for _, c := range e.children {
		if c.tag != dwarf.TagSubrangeType {
			continue
		}
		if c.count < 0 {
			return -1
		}
		if c.count != 0 && n > largestSize/c.count {
			return largestSize + 1
		}
		n *= c.count
	}
	return n
}

// dimensions are the lengths of an array, 0 for one that is not said.
func (e *entry) dimensions() []int64 {
	var all []int64
	for _, c := range e.children {
		if c.tag == dwarf.TagSubrangeType {
			all = append(all, max(c.count, 0))
		}
	}
	return all
}

// sizeof is the size of a type in C.
func (m *machine) sizeof(e *entry, depth int) (int64, error) {
	if e = e.plain(); e == nil || depth > mostNested {
		return 0, unsupported("a type of no size")
	}
	switch e.tag {
	case dwarf.TagPointerType:
		return m.word, nil
	case dwarf.TagArrayType:
		n, err := m.sizeof(e.typ, depth+1)
		count := max(e.elements(), 0)
		if err == nil && (count > largestSize || n != 0 && count > largestSize/n) {
			err = unsupported("an array that is too large")
		}
		return n * count, err
	}
	if e.size < 0 || e.size > largestSize {
		return 0, unsupported("%s has no size", typeName(e))
	}
	return e.size, nil
}

// isFunction reports a type of functions.
func (e *entry) isFunction() bool { return e != nil && e.tag == dwarf.TagSubroutineType }

// params are the parameters of a type of functions, or of a function.
func (e *entry) params() (list []*entry, variadic bool) {
	for _, c := range e.children {
		switch c.tag {
		case dwarf.TagFormalParameter:
			list = append(list, c)
		case dwarf.TagUnspecifiedParameters:
			variadic = true
		}
	}
	return list, variadic
}

// isSigned reports whether an enumeration's values have signs.
func (e *entry) isSigned() bool {
	if t := e.typ.plain(); t != nil && t.tag == dwarf.TagBaseType {
		return t.encoding == encSigned || t.encoding == encSignedChar
	}
	for _, c := range e.children {
		if c.tag == dwarf.TagEnumerator && c.value < 0 {
			return true
		}
	}
	return false
}

// isArray reports an array.
func isArray(e *entry) bool {
	p := e.plain()
	return p != nil && p.tag == dwarf.TagArrayType && !p.vector
}
