package bind

import (
	"debug/dwarf"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
)

// goStruct is the Go form of a structure or a union.
type goStruct struct {
	fields  []goField
	methods []goMethod
	size    int64 // in Go and in C
	align   int64 // in Go
	failed  error // it has no form
	busy    bool  // it is being made
}

// goField is a field of a Go struct; without a name it is padding.
type goField struct{ name, text, doc string }

// goMethod reads, or gives the address of, what is no field of Go's.
type goMethod struct {
	name, text string // the type
	doc        string
	offset     int64
	bits       int64 // of a bit-field, 0: it is none
	bit        int64 // the first of them, from the beginning of the structure
	signed     bool
	pointer    bool // gives an address, not a copy
}

// structure makes the form of a structure or a union, once.
func (t *typer) structure(e *entry) *goStruct {
	g := t.declare(e)
	if g.form != nil {
		if g.form.busy {
			return &goStruct{failed: cdebug.Unsupported("%s is in itself", cdebug.TypeName(e))}
		}
		return g.form
	}
	g.form = &goStruct{size: e.Size, busy: true}
	s := g.form
	switch {
	case e.Declared || e.Size < 0 || e.Size > cdebug.LargestSize:
		s.failed = cdebug.Unsupported("%s has no size", cdebug.TypeName(e))
	case e.Tag == dwarf.TagUnionType:
		t.union(e, s)
	default:
		b := structBuilder{t: t, s: s, names: map[string]bool{}, align: 1}
		if !b.fields(e) {
			*s = goStruct{size: e.Size}
			b = structBuilder{t: t, s: s, names: map[string]bool{}, align: 1}
			b.raw(e)
		}
	}
	s.busy = false
	return s
}

// layout is size and alignment of a type's Go form.
func (t *typer) layout(e *entry) (size, align int64, err error) {
	if t.depth++; t.depth > cdebug.Nested {
		t.depth--
		return 0, 0, cdebug.Unsupported("a type that is nested too deeply")
	}
	defer func() { t.depth-- }()
	if size, err = t.sizeof(e); err != nil {
		return 0, 0, err
	}
	p := e.Plain()
	switch p.Tag {
	case dwarf.TagArrayType:
		_, align, err = t.layout(p.Type())
		return size, align, err
	case dwarf.TagStructType, dwarf.TagUnionType:
		s := t.structure(p)
		return s.size, s.align, s.failed
	}
	align = max(min(size, t.biggest), 1)
	if p.Tag == dwarf.TagBaseType && p.Encoding == cdebug.EncComplexFloat {
		align = min(size/2, t.biggest)
	}
	return size, align, nil
}

// structBuilder lays fields out.
type structBuilder struct {
	t     *typer
	s     *goStruct
	names map[string]bool // of fields and methods
	at    int64           // where the next byte goes
	align int64
}

// name takes a name for a field or a method.
func (b *structBuilder) name(c string) string {
	return unique(b.names, camel(c))
}

// pad fills up to an offset.
func (b *structBuilder) pad(to int64) {
	if to > b.at {
		b.s.fields = append(b.s.fields, goField{text: fmt.Sprintf("[%d]byte", to-b.at)})
		b.at = to
	}
}

// fields lays a structure out as a Go struct, and reports whether Go has one like it.
func (b *structBuilder) fields(e *entry) bool {
	t := b.t
	for _, m := range e.Children() {
		if m.Tag != dwarf.TagMember {
			continue
		}
		if m.Bits > 0 {
			if !b.bitField(m, e.Size) {
				return false
			}
			continue
		}
		if p := m.Type().Plain(); p != nil && p.Tag == dwarf.TagArrayType && max(p.Elements(), 0) == 0 {
			b.flexible(m, p)
			continue
		}
		size, align, err := t.layout(m.Type())
		text, err2 := t.text(m.Type())
		if err != nil || err2 != nil || m.Offset < b.at || m.Offset%align != 0 || m.Offset+size > e.Size {
			return false
		}
		if size == 0 {
			continue
		}
		next := (b.at + align - 1) &^ (align - 1)
		if next < m.Offset {
			b.pad(m.Offset)
		}
		b.at = m.Offset + size
		b.align = max(b.align, align)
		name := m.Name
		if name == "" {
			name = "Anon"
		}
		b.s.fields = append(b.s.fields, goField{name: b.name(name), text: text, doc: t.comments.field(m.File(), m.Line)})
	}
	if e.Size%b.align != 0 {
		return false
	}
	if end := (b.at + b.align - 1) &^ (b.align - 1); end < e.Size {
		b.pad(e.Size)
	}
	b.s.align = b.align
	return true
}

// bitField makes methods of a bit-field, and room for its bytes where there is none yet.
func (b *structBuilder) bitField(m *entry, size int64) bool {
	first := b.t.bitsOf(m)
	end := (first + m.Bits + 7) / 8
	if first < 0 || m.Bits > 64 || end > size {
		return false
	}
	p := m.Type().Plain()
	text, err := b.t.text(m.Type())
	if err != nil || p == nil {
		return false
	}
	if end > b.at {
		if from := first / 8; from > b.at {
			b.pad(from)
		}
		b.s.fields = append(b.s.fields, goField{name: fmt.Sprintf("bits%d", b.at), text: fmt.Sprintf("[%d]byte", end-b.at)})
		b.at = end
	}
	if m.Name == "" {
		return true
	}
	signed := p.Encoding == cdebug.EncSigned || p.Encoding == cdebug.EncSignedChar
	if p.Tag == dwarf.TagEnumerationType {
		signed = p.IsSigned()
	}
	b.s.methods = append(b.s.methods, goMethod{name: b.name(m.Name), text: text, doc: b.t.comments.field(m.File(), m.Line), bits: m.Bits, bit: first, signed: signed})
	b.names["Set"+b.s.methods[len(b.s.methods)-1].name] = true
	return true
}

// flexible makes a method that gives the address of an array of unknown length.
func (b *structBuilder) flexible(m, array *entry) {
	text := "byte"
	if !cdebug.IsChar(array.Type()) {
		var err error
		if text, err = b.t.text(array.Type()); err != nil {
			return
		}
	}
	if m.Name != "" {
		b.s.methods = append(b.s.methods, goMethod{name: b.name(m.Name), text: text, doc: b.t.comments.field(m.File(), m.Line), offset: m.Offset, pointer: true})
	}
}

// raw makes bytes of a structure, and methods that copy fields in and out: it is packed, or aligned as no Go struct is.
func (b *structBuilder) raw(e *entry) {
	b.pad(e.Size)
	for i := range b.s.fields {
		b.s.fields[i].name = "data"
	}
	b.s.align = 1
	for _, m := range e.Children() {
		if m.Tag != dwarf.TagMember || m.Name == "" {
			continue
		}
		if m.Bits > 0 {
			b.bitField(m, e.Size)
			continue
		}
		size, _, err := b.t.layout(m.Type())
		text, err2 := b.t.text(m.Type())
		if err == nil && err2 == nil && m.Offset >= 0 && size > 0 && m.Offset+size <= e.Size {
			b.s.methods = append(b.s.methods, goMethod{name: b.name(m.Name), text: text, doc: b.t.comments.field(m.File(), m.Line), offset: m.Offset})
			b.names["Set"+b.s.methods[len(b.s.methods)-1].name] = true
		}
	}
}

// union makes bytes of a union, aligned as its members are, and methods that give their addresses.
func (t *typer) union(e *entry, s *goStruct) {
	s.align = 1
	names := structBuilder{names: map[string]bool{}}
	for _, m := range e.Children() {
		if m.Tag != dwarf.TagMember {
			continue
		}
		size, align, err := t.layout(m.Type())
		text, err2 := t.text(m.Type())
		if err != nil || err2 != nil || size > e.Size || e.Size%align != 0 {
			continue
		}
		s.align = max(s.align, align)
		if m.Name != "" && m.Bits == 0 {
			s.methods = append(s.methods, goMethod{name: names.name(m.Name), text: text, doc: t.comments.field(m.File(), m.Line), pointer: true})
		}
	}
	if s.align > 1 {
		s.fields = append(s.fields, goField{text: fmt.Sprintf("[0]uint%d", 8*min(s.align, 8))})
	}
	s.fields = append(s.fields, goField{name: "data", text: fmt.Sprintf("[%d]byte", e.Size)})
}
