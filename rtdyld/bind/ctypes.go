package bind

import (
	"fmt"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
)

// longestSignature is how long the text of a type may be, in bytes.
const longestSignature = 1 << 13

// machine is what Go's compiler and C's say of sizes.
type machine struct {
	word    int64 // of Go and C: a pointer
	long    int64 // C's long
	biggest int64 // the largest alignment in Go
	big     bool
	model   *ctype.Model

	goos, goarch string
}

// exact are typedefs of C whose Go type is the same on all machines.
var exact = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"size_t": "uint", "ssize_t": "int", "ptrdiff_t": "int", "intptr_t": "int", "uintptr_t": "uintptr",
		"int8_t": "int8", "int16_t": "int16", "int32_t": "int32", "int64_t": "int64",
		"uint8_t": "uint8", "uint16_t": "uint16", "uint32_t": "uint32", "uint64_t": "uint64",
		"__int8_t": "int8", "__int16_t": "int16", "__int32_t": "int32", "__int64_t": "int64",
		"__uint8_t": "uint8", "__uint16_t": "uint16", "__uint32_t": "uint32", "__uint64_t": "uint64",
	}
})

// exactSize is the size of such a type, 0 for a word.
var exactSize = map[string]int64{"int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8}

// basic is the Go type of a base type that Go has itself.
func (m *machine) basic(e *entry) (string, error) {
	switch e.Encoding {
	case cdebug.EncBoolean:
		if e.Size == 1 {
			return "bool", nil
		}
	case cdebug.EncFloat:
		switch e.Size {
		case 4:
			return "float32", nil
		case 8:
			return "float64", nil
		}
	case cdebug.EncComplexFloat:
		switch e.Size {
		case 8:
			return "complex64", nil
		case 16:
			if !strings.Contains(e.Name, "long") {
				return "complex128", nil
			}
		}
	case cdebug.EncSigned, cdebug.EncSignedChar:
		return m.integer(e, "int")
	case cdebug.EncUnsigned, cdebug.EncUnsignedChar, cdebug.EncUTF, cdebug.EncASCII:
		return m.integer(e, "uint")
	}
	return "", cdebug.Unsupported("%s has no Go type", cdebug.TypeName(e))
}

// integer is the Go type of an integer. C's long is Go's int where both are a word.
func (m *machine) integer(e *entry, prefix string) (string, error) {
	switch e.Size {
	case 1, 2, 4, 8:
		if strings.Contains(e.Name, "long") && !strings.Contains(e.Name, "long long") && e.Size == m.word {
			return prefix, nil
		}
		return fmt.Sprintf("%s%d", prefix, 8*e.Size), nil
	}
	return "", cdebug.Unsupported("%s has no Go type", cdebug.TypeName(e))
}

// sizeof is the size of a type in C.
func (m *machine) sizeof(e *entry) (int64, error) { return cdebug.SizeOf(e, m.word) }

// bitsOf is where a bit-field begins, from the structure's beginning.
func (m *machine) bitsOf(e *entry) int64 { return cdebug.FirstBit(e, m.word, m.big) }
