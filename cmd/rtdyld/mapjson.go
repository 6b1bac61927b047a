package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"reflect"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// mapDocument is a map as JSON. Its names are a promise to programs.
type mapDocument struct {
	Sections []mapSection  `json:"sections"`
	Symbols  []mapSymbol   `json:"symbols"`
	Base     hex           `json:"base"`    // lowest address of a section
	Files    []mapFile     `json:"files"`   // by size
	External []mapExternal `json:"outside"` // names that the objects have from elsewhere, by origin
	Stubs    []mapStub     `json:"stubs"`
	GOT      []mapGOT      `json:"slots"`
	Copies   []mapCopy     `json:"copies"`
	Counts   mapCounts     `json:"counts"`
}

// jsonMap writes the members of a mapDocument, one after the other, as [encode] would write it, without having it: of a list it
// has an element at a time.
type jsonMap struct {
	members int // that have begun
	out     *rows
	text    bytes.Buffer // of a value
	encoder *json.Encoder
	indent  string
	before  string // what stands in front of the next value
	err     error
}

// writeJSON writes the map as a mapDocument.
func (m *linkMap) writeJSON(ctx context.Context, w io.Writer) error {
	j := &jsonMap{out: newRows(w)}
	j.encoder = json.NewEncoder(controls{&j.text})
	j.encoder.SetEscapeHTML(false)
	j.before = "{\n  "
	if err := m.jsonLists(ctx, j); err != nil {
		return err
	}
	j.member(m.copies)
	j.member(m.counts)
	io.WriteString(j.out, "\n}\n")
	if j.err != nil {
		return j.err
	}
	return j.out.flush()
}

// jsonLists writes all but the last members.
func (m *linkMap) jsonLists(ctx context.Context, j *jsonMap) error {
	done, k := j.list(), 0
	err := m.eachSection(ctx, func(o *rtdyld.Object, s *rtdyld.LoadedSection) {
		if s == nil {
			return
		}
		row := mapSection{File: o.Name(), Section: number(o, s.ID), Name: s.Name, Addr: hex(s.Addr), Size: uint64(len(s.Mem)), Align: s.Align, Kind: s.Kind.String()}
		if m.bins != nil {
			row.Bin = m.bins[k]
		}
		k++
		j.element(&row)
	})
	if done(); err != nil {
		return err
	}
	done = j.list()
	err = m.eachSymbol(ctx, func(o *rtdyld.Object, s *rtdyld.LoadedSymbol) {
		if s != nil {
			j.element(&mapSymbol{s.Name, hex(s.Addr), s.Size, o.Name(), number(o, s.Section), s.Bind.String()})
		}
	})
	if done(); err != nil {
		return err
	}
	j.member(m.base)
	j.member(m.files)
	j.member(m.external)
	done = j.list()
	err = m.eachMade(ctx, true, func(o *rtdyld.Object, e *rtdyld.Made) {
		if e != nil {
			j.element(&mapStub{o.Name(), e.Section, e.Symbol, hex(e.Addr)})
		}
	})
	if done(); err != nil {
		return err
	}
	done = j.list()
	err = m.eachMade(ctx, false, func(o *rtdyld.Object, e *rtdyld.Made) {
		if e != nil {
			j.element(&mapGOT{o.Name(), e.Symbol, hex(e.Addr), e.What})
		}
	})
	done()
	return err
}

// begin writes the name of the next member.
func (j *jsonMap) begin() {
	io.WriteString(j.out, j.before+`"`+reflect.TypeFor[mapDocument]().Field(j.members).Tag.Get("json")+`": `)
	j.members++
}

// member writes a member whose value is small.
func (j *jsonMap) member(v any) {
	j.begin()
	j.value(v, "  ")
	j.before = ",\n  "
}

// list begins a member that is a list, whose elements follow; the function that it returns ends it.
func (j *jsonMap) list() (end func()) {
	j.begin()
	j.out.buf = append(j.out.buf, '[')
	j.before = "\n    "
	return func() {
		if j.before == "\n    " {
			j.out.buf = append(j.out.buf, ']')
		} else {
			j.out.buf = append(j.out.buf, "\n  ]"...)
		}
		j.before = ",\n  "
	}
}

// element writes an element of a list.
func (j *jsonMap) element(v any) {
	j.out.buf = append(j.out.buf, j.before...)
	j.value(v, "    ")
	j.before = ",\n    "
	j.out.full()
}

// value writes a value whose further lines begin with indent.
func (j *jsonMap) value(v any, indent string) {
	if j.indent != indent {
		j.indent = indent
		j.encoder.SetIndent(indent, "  ")
	}
	j.text.Reset()
	if err := j.encoder.Encode(v); err != nil && j.err == nil {
		j.err = err
	}
	j.out.buf = append(j.out.buf, bytes.TrimSuffix(j.text.Bytes(), []byte("\n"))...)
}
