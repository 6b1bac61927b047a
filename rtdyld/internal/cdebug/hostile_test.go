package cdebug

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// abbreviations that units of these tests are written by: tag, children, attributes and their forms.
var abbreviations = []byte{
	1, 0x11, 1, 0x13, 0x0b, 0, 0, // compile unit: language
	2, 0x2e, 1, 0x03, 0x08, 0x3f, 0x19, 0x27, 0x19, 0x11, 0x01, 0x49, 0x13, 0, 0, // function: name, external, prototyped, address, type
	3, 0x05, 0, 0x03, 0x08, 0x49, 0x13, 0, 0, // parameter: name, type
	4, 0x16, 0, 0x49, 0x13, 0, 0, // typedef
	5, 0x13, 1, 0x03, 0x08, 0x0b, 0x0f, 0, 0, // structure: name, size
	6, 0x17, 1, 0x03, 0x08, 0x0b, 0x0f, 0, 0, // union
	7, 0x0d, 0, 0x03, 0x08, 0x49, 0x13, 0x38, 0x0f, 0, 0, // member: name, type, offset
	8, 0x01, 1, 0x49, 0x13, 0, 0, // array
	9, 0x21, 0, 0x37, 0x0f, 0, 0, // subrange: count
	10, 0x0f, 0, 0x49, 0x13, 0, 0, // pointer
	11, 0x24, 0, 0x03, 0x08, 0x0b, 0x0b, 0x3e, 0x0b, 0, 0, // base type: name, size, encoding
	12, 0x2e, 0, 0x31, 0x13, 0x11, 0x01, 0, 0, // function: origin, address
	13, 0x15, 1, 0x49, 0x13, 0, 0, // type of functions
	14, 0x05, 0, 0x49, 0x13, 0, 0, // parameter without a name
	15, 0x2e, 1, 0x03, 0x08, 0x3f, 0x19, 0x11, 0x01, 0, 0, // function without a prototype: name, external, address
	16, 0x11, 1, 0x13, 0x0b, 0x25, 0x08, 0, 0, // compile unit: language, producer
	0,
}

// writer writes a unit.
type writer struct {
	b      []byte
	labels map[string]uint32
	uses   map[int]string
}

// newWriter begins a unit of C99.
func newWriter() *writer { return newWriterOf(0x0c, "") }

// newWriterOf begins a unit of a language, by a compiler.
func newWriterOf(language byte, producer string) *writer {
	w := &writer{labels: map[string]uint32{}, uses: map[int]string{}}
	w.b = []byte{0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8} // length, version, abbreviations, size of addresses
	if producer == "" {
		w.add(1, language)
	} else {
		w.add(16, language, producer)
	}
	return w
}

// add writes an entry: strings beginning with @ refer to labels.
func (w *writer) add(code uint64, values ...any) {
	w.b = binary.AppendUvarint(w.b, code)
	for _, v := range values {
		switch v := v.(type) {
		case byte:
			w.b = append(w.b, v)
		case uint64:
			w.b = binary.LittleEndian.AppendUint64(w.b, v)
		case int:
			w.b = binary.AppendUvarint(w.b, uint64(v))
		case int64:
			w.b = binary.AppendUvarint(w.b, uint64(v))
		case string:
			if v[0] == '@' {
				w.uses[len(w.b)] = v
				w.b = append(w.b, 0, 0, 0, 0)
			} else {
				w.b = append(append(w.b, v...), 0)
			}
		}
	}
}

func (w *writer) label(name string) { w.labels[name] = uint32(len(w.b)) }
func (w *writer) end()              { w.b = append(w.b, 0) }

// file is the unit, with functions "f" that have one parameter of the type labelled @t, and return it.
func (w *writer) file() *File {
	w.add(2, "f", uint64(0x1000), "@t")
	w.add(3, "x", "@t")
	w.end()
	w.end()
	for at, name := range w.uses {
		binary.LittleEndian.PutUint32(w.b[at:], w.labels[name])
	}
	binary.LittleEndian.PutUint32(w.b, uint32(len(w.b)-4))
	return Open(&units.Data{Abbrev: abbreviations, Infos: [][]byte{w.b}})
}

// TestHostile: types that are in themselves, or nested without an end, are no types of values, and nothing takes long.
func TestHostile(t *testing.T) {
	m, err := ctype.ModelOf("linux", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	integer := func(w *writer) { w.label("@int"); w.add(11, "int", byte(4), byte(5)) }
	for _, c := range []struct {
		name  string
		write func(w *writer)
		known bool // it is a type of values
	}{
		{"an integer", func(w *writer) { integer(w); w.label("@t"); w.add(4, "@int") }, true},
		{"a typedef of itself", func(w *writer) { w.label("@t"); w.add(4, "@t") }, false},
		{"a structure in itself", func(w *writer) { w.label("@t"); w.add(5, "s", 8); w.add(7, "s", "@t", 0); w.end() }, false},
		{"a union in itself", func(w *writer) { w.label("@t"); w.add(6, "u", 8); w.add(7, "u", "@t", 0); w.end() }, false},
		{"an array of itself", func(w *writer) { w.label("@t"); w.add(8, "@t"); w.add(9, 1); w.end() }, true}, /* whose address is passed */
		{"a pointer to itself", func(w *writer) { w.label("@t"); w.add(10, "@t") }, true},
		{"a type outside", func(w *writer) { w.labels["@t"] = 1 << 30 }, false},
		{"a type that is the unit's header", func(w *writer) { w.labels["@t"] = 4 }, false},
		{"an array of 2^63", func(w *writer) {
			integer(w)
			w.label("@t")
			w.add(5, "s", 8)
			w.add(7, "a", "@a", 0)
			w.end()
			w.label("@a")
			w.add(8, "@int")
			w.add(9, int64(1<<63-1))
			w.end()
		}, false},
		{"a structure of a large size", func(w *writer) { w.label("@t"); w.add(5, "s", int64(1<<40)); w.end() }, false},
		{"pointers, a thousand deep", func(w *writer) {
			integer(w)
			w.label("@0")
			w.add(4, "@int")
			for i := range 1000 {
				w.label(fmt.Sprintf("@%d", i+1))
				w.add(10, fmt.Sprintf("@%d", i))
			}
			w.label("@t")
			w.add(4, "@1000")
		}, true},
		{"unions that are each twice in the next", func(w *writer) { doubled(w, 6, 8, 50) }, false},
		{"structures that are each twice in the next", func(w *writer) { doubled(w, 5, 0, 50) }, false},
		{"types of functions that are each twice in the next", func(w *writer) {
			integer(w)
			w.label("@0")
			w.add(10, "@int")
			for i := range 60 {
				last := fmt.Sprintf("@%d", i)
				w.label(fmt.Sprintf("@f%d", i))
				w.add(13, last)
				w.add(14, last)
				w.add(14, last)
				w.end()
				w.label(fmt.Sprintf("@%d", i+1))
				w.add(10, fmt.Sprintf("@f%d", i))
			}
			w.label("@t")
			w.add(4, "@60")
		}, true},
	} {
		w := newWriter()
		c.write(w)
		f := w.file()
		before := f.data.Steps
		e := f.Func("f", 0x1000)
		if e == nil {
			t.Errorf("%s: no function: %v", c.name, f.Err())
			continue
		}
		sig := e.Signature("f", NewConverter(m))
		_ = sig.String()
		if got := sig.Func.Params[0].Type; (got != nil) != c.known {
			t.Errorf("%s: %v, %+v", c.name, sig, got)
		} else if got != nil {
			_ = ctype.MatchPassed(got, reflect.TypeFor[[8]byte]())
		}
		_, _ = f.All(context.Background())
		if used := before - f.data.Steps; used > 64*len(w.b)+1<<14 {
			t.Errorf("%s: %d steps for %d bytes", c.name, used, len(w.b))
		}
	}
}

// doubled writes types of which each is twice in the next, of size bytes, or as many as that takes: 0.
func doubled(w *writer, code uint64, size, depth int) {
	w.label("@0")
	w.add(11, "double", byte(8), byte(4))
	n := 8
	for i := range depth {
		if n *= 2; size > 0 || n > 1<<29 {
			n = max(size, 8)
		}
		w.label(fmt.Sprintf("@%d", i+1))
		w.add(code, "s", n)
		w.add(7, "a", fmt.Sprintf("@%d", i), 0)
		w.add(7, "b", fmt.Sprintf("@%d", i), 0)
		w.end()
	}
	w.label("@t")
	w.add(4, fmt.Sprintf("@%d", depth))
}

// TestOrigins: functions that complete each other in a circle have no name, and end.
func TestOrigins(t *testing.T) {
	w := newWriter()
	w.label("@a")
	w.add(12, "@b", uint64(0x2000))
	w.label("@b")
	w.add(12, "@a", uint64(0x3000))
	w.label("@t")
	w.add(11, "int", byte(4), byte(5))
	f := w.file()
	if f.Func("", 0x2000) != nil || f.Func("f", 0x1000) == nil {
		t.Error("a function without a name is found, or one with a name is not")
	}
}

// TestBudget: reading ends with an error when it has taken too many steps.
func TestBudget(t *testing.T) {
	w := newWriter()
	w.label("@t")
	w.add(11, "int", byte(4), byte(5))
	f := w.file()
	f.data.Steps = 3
	if f.Func("f", 0x1000) != nil || !errors.Is(f.Err(), units.ErrTooMuch) {
		t.Errorf("%v", f.Err())
	}
}

// TestProducers: that a function has no prototype is believed of compilers that tell otherwise; functions of other languages than
// C and C++ are not described.
func TestProducers(t *testing.T) {
	m, err := ctype.ModelOf("linux", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		language        byte
		producer        string
		found, promoted bool
	}{
		{0x0c, "GNU C17 12.2.0 -O2", true, true}, {0x1d, "Debian clang version 14.0.6", true, true}, {0x1d, "tcc 0.9.28", true, false},
		{0x04, "GNU C++17 12.2.0", true, false}, {0x1c, "clang LLVM (rustc version 1.63.0)", false, false}, {0x16, "Go cmd/compile", false, false}, {0x0e, "GNU Fortran2008", false, false},
	} {
		w := newWriterOf(c.language, c.producer)
		w.label("@t")
		w.add(11, "float", byte(4), byte(4))
		w.add(15, "old", uint64(0x2000))
		w.add(3, "x", "@t")
		w.end()
		f := w.file()
		e := f.Func("old", 0x2000)
		if (e != nil) != c.found || f.Err() != nil {
			t.Errorf("%s: %v, %v", c.producer, e, f.Err())
		} else if e != nil {
			if s := e.Signature("old", NewConverter(m)); s.Promoted != c.promoted || s.Loose != (c.language != 4) {
				t.Errorf("%s: %+v", c.producer, s)
			}
		}
	}
}
