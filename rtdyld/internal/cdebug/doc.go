// Package cdebug reads what debug information says of C: types, variables and functions. Package bind makes Go of them,
// package program compares Go functions with them.
//
// Entries are read when somebody asks for them: [File.Func] goes once over the entries of a file to know where its functions are, and reads
// those of one function then, with the types that it needs.
//
// Law: bytes never make it panic or go on for ever: each step is counted, and after too many there is an error. What cannot be read is
// no type of C, never another type.
package cdebug

import (
	"debug/dwarf"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// Fault says that debug information cannot be read, or contradicts itself. What object it is of the caller knows.
type Fault struct {
	Offset uint64 // of the entry in .debug_info
	Msg    string
	Err    error // of the reader, or nil
}

func (e *Fault) Error() string {
	s := "debug information"
	if e.Offset != 0 {
		s += fmt.Sprintf(": entry at 0x%x", e.Offset)
	}
	if e.Msg != "" {
		s += ": " + e.Msg
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the reader's error.
func (e *Fault) Unwrap() error { return e.Err }

// UnsupportedError says why a type has no form in Go.
type UnsupportedError struct{ Why string }

func (e *UnsupportedError) Error() string { return e.Why }

// Unsupported makes such an error.
func Unsupported(format string, args ...any) error {
	return &UnsupportedError{fmt.Sprintf(format, args...)}
}

// Entry is an entry of debug information that types and declarations are made of. It is the file's, and read-only.
type Entry struct {
	Tag     dwarf.Tag
	Name    string
	Linkage string // the symbol's name, "": Name
	Parent  *Entry // nil: none, or not read yet
	Off     uint64 // in its section
	Line    int

	Size     int64 // bytes, -1: not said
	Bits     int64 // of a bit-field, 0: it is none
	BitAt    int64 // where it begins, from the beginning of the structure; -1: not said
	BitDown  int64 // DWARF 3: from the top of the storage; -1: not said
	Offset   int64 // of a member, bytes
	Value    int64 // of an enumerator
	Count    int64 // of a subrange, -1: not said
	Align    int64
	Encoding int64
	Vector   bool
	Declared bool // not defined
	External bool

	prototyped bool  // by DW_AT_prototyped
	passing    int64 // how values of a class are passed
	nested     bool  // it has children
	opened     bool  // children is read
	typed      bool  // typ is read
	decl       int64
	low        units.Value // where its code is
	has        bool        // there is code
	ref        units.Value // of the type
	origin     units.Value // of what the entry completes
	signature  units.Value // of what the entry stands for
	from       *unit
	behind     uint64 // where its children are
	typ        *Entry
	children   []*Entry
}

// unreadable is what stands for a type that cannot be read.
var unreadable = &Entry{Size: -1, BitAt: -1, BitDown: -1, Count: -1, opened: true, typed: true}

// Nested is how deep types may be nested.
const Nested = 64

// Type is the type of the entry; nil: void.
func (e *Entry) Type() *Entry {
	if !e.typed {
		e.typed = true
		e.typ = e.from.file.refer(e, e.ref)
	}
	return e.typ
}

// Children are the entries in the entry that types and declarations are made of, in order.
func (e *Entry) Children() []*Entry {
	if !e.opened {
		e.opened = true
		if e.nested {
			e.children = e.from.file.open(e)
		}
	}
	return e.children
}

// File is the name of the file that declares the entry, "" if that is not known.
func (e *Entry) File() string {
	if e.from == nil || e.decl < 0 {
		return ""
	}
	if files := e.from.fileNames(); e.decl < int64(len(files)) {
		return files[e.decl]
	}
	return ""
}

// Plain follows typedefs and qualifiers; nil: void. What goes round in a circle is void, too.
func (e *Entry) Plain() *Entry {
	for range Nested {
		if e == nil {
			return nil
		}
		switch e.Tag {
		case dwarf.TagTypedef, dwarf.TagConstType, dwarf.TagVolatileType, dwarf.TagRestrictType, dwarf.TagAtomicType:
			e = e.Type()
		default:
			return e
		}
	}
	return nil
}

// IsFunction reports a type of functions.
func (e *Entry) IsFunction() bool { return e != nil && e.Tag == dwarf.TagSubroutineType }

// Params are the parameters of a type of functions, or of a function.
func (e *Entry) Params() (list []*Entry, variadic bool) {
	for _, c := range e.Children() {
		switch c.Tag {
		case dwarf.TagFormalParameter:
			list = append(list, c)
		case dwarf.TagUnspecifiedParameters:
			variadic = true
		}
	}
	return list, variadic
}

// IsSigned reports whether an enumeration's values have signs.
func (e *Entry) IsSigned() bool {
	if t := e.Type().Plain(); t != nil && t.Tag == dwarf.TagBaseType {
		return t.Encoding == EncSigned || t.Encoding == EncSignedChar
	}
	for _, c := range e.Children() {
		if c.Tag == dwarf.TagEnumerator && c.Value < 0 {
			return true
		}
	}
	return false
}

// LargestSize is what types may have at most, in bytes.
const LargestSize = 1 << 30

// Elements are how many an array has, over all its dimensions; -1: not said.
func (e *Entry) Elements() int64 {
	n := int64(1)
	for _, c := range e.Children() {
		if c.Tag != dwarf.TagSubrangeType {
			continue
		}
		if c.Count < 0 {
			return -1
		}
		if c.Count != 0 && n > LargestSize/c.Count {
			return LargestSize + 1
		}
		n *= c.Count
	}
	return n
}

// Dimensions are the lengths of an array, 0 for one that is not said.
func (e *Entry) Dimensions() []int64 {
	var all []int64
	for _, c := range e.Children() {
		if c.Tag == dwarf.TagSubrangeType {
			all = append(all, max(c.Count, 0))
		}
	}
	return all
}

// IsArray reports an array.
func IsArray(e *Entry) bool {
	p := e.Plain()
	return p != nil && p.Tag == dwarf.TagArrayType && !p.Vector
}

// IsChar reports C's char, whose bytes Go programs have as byte.
func IsChar(e *Entry) bool {
	e = e.Plain()
	return e != nil && e.Tag == dwarf.TagBaseType && e.Size == 1 && (e.Encoding == EncSignedChar || e.Encoding == EncUnsignedChar) && e.Name == "char"
}

// IsAggregate reports what has a tag in C.
func IsAggregate(e *Entry) bool {
	return e.Tag == dwarf.TagStructType || e.Tag == dwarf.TagUnionType || e.Tag == dwarf.TagEnumerationType || e.Tag == dwarf.TagClassType
}

// Keyword is what stands before a tag.
func Keyword(e *Entry) string {
	switch e.Tag {
	case dwarf.TagStructType:
		return "struct "
	case dwarf.TagUnionType:
		return "union "
	case dwarf.TagEnumerationType:
		return "enum "
	}
	return ""
}

// TypeName is how texts call a type.
func TypeName(e *Entry) string {
	switch {
	case e == nil:
		return "void"
	case e.Name == "":
		return "a type without a name"
	case e.Tag == dwarf.TagStructType || e.Tag == dwarf.TagUnionType:
		return Keyword(e) + e.Name
	}
	return e.Name
}
