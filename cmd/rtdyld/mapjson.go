package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"reflect"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// jsonMap writes the members of a [linkmap.Document], one after the other, as [encode] would write it, without having it: of a list it
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

// writeJSON writes the map as a [linkmap.Document].
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
		row := linkmap.Section{File: o.Name(), Section: number(o, s.ID), Name: s.Name, Addr: linkmap.Address(s.Addr), Size: uint64(len(s.Mem)), Align: s.Align, Kind: s.Kind.String()}
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
			j.element(&linkmap.Symbol{Name: s.Name, Addr: linkmap.Address(s.Addr), Size: s.Size, File: o.Name(), Section: number(o, s.Section), Binding: s.Bind.String()})
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
			j.element(&linkmap.Stub{File: o.Name(), Section: e.Section, Symbol: e.Symbol, Addr: linkmap.Address(e.Addr)})
		}
	})
	if done(); err != nil {
		return err
	}
	done = j.list()
	err = m.eachMade(ctx, false, func(o *rtdyld.Object, e *rtdyld.Made) {
		if e != nil {
			j.element(&linkmap.GOTEntry{File: o.Name(), Symbol: e.Symbol, Addr: linkmap.Address(e.Addr), What: e.What})
		}
	})
	done()
	return err
}

// begin writes the name of the next member.
func (j *jsonMap) begin() {
	io.WriteString(j.out, j.before+`"`+reflect.TypeFor[linkmap.Document]().Field(j.members).Tag.Get("json")+`": `)
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
