package coff_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// TestSharedNames: names of sections and of local symbols may share their bytes, but not
// so often that all who read them in turn are at work for long.
func TestSharedNames(t *testing.T) {
	long := ".gnu.linkonce." + strings.Repeat("n", 1<<16)
	shared := func(n int, sections bool) []byte {
		f := &objgen.COFF{Machine: 0x8664}
		for range n {
			f.Add(objgen.COFFSection{Name: ".data", Flags: 0x40000040})
			f.AddSymbol(objgen.COFFSymbol{Name: "long enough", Section: 1, Class: 3})
		}
		f.EditStrings = func(table []byte) []byte {
			b := append(table[:4:4], long+"\x00"...)
			binary.LittleEndian.PutUint32(b, uint32(len(b)))
			return b
		}
		f.EditSymbol = func(_ int, s *objgen.COFFSymbolRecord) { s.Name = [8]byte{'x'} }
		if sections {
			f.EditSection = func(_ int, h *objgen.COFFSectionHeader) { h.Name = [8]byte{'/', '4'} }
		} else {
			f.EditSymbol = func(_ int, s *objgen.COFFSymbolRecord) { s.Name = [8]byte{4: 4} }
		}
		return f.Bytes()
	}
	for _, sections := range []bool{false, true} {
		parse(t, "few.o", shared(10, sections))
		refused(t, shared(500, sections), "names overlap", false)
	}
}

// TestSharedDirectives: sections of directives, which have no records, do not share their text.
func TestSharedDirectives(t *testing.T) {
	f := &objgen.COFF{Machine: 0x8664}
	text := []byte(strings.Repeat("/include:a ", 10000))
	for range 200 {
		f.Add(objgen.COFFSection{Name: ".drectve", Flags: 0xa00, Data: []byte(" ")})
	}
	last := f.Add(objgen.COFFSection{Name: ".drectve", Flags: 0xa00, Data: text})
	parse(t, "one.o", f.Bytes())
	at := uint32(0)
	f.EditSection = func(n int, h *objgen.COFFSectionHeader) {
		if int32(n) == last {
			at = h.Data
		}
	}
	f.Bytes()
	f.EditSection = func(_ int, h *objgen.COFFSectionHeader) { h.Data, h.Size = at, uint32(len(text)) }
	refused(t, f.Bytes(), "contents overlap", false)
}
