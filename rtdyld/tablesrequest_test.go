package rtdyld_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestTablesRequest: a request says so if it is for unwind tables and GOT entries alone; a constant of the program is none.
func TestTablesRequest(t *testing.T) {
	object := func(sections ...objgen.ELFSection) []byte {
		f := &objgen.ELF{Is64: true, Machine: 62}
		f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 16), Align: 16})
		for _, s := range sections {
			f.Add(s)
		}
		return f.Bytes()
	}
	calls := func(sections ...objgen.ELFSection) []byte {
		f := &objgen.ELF{Is64: true, Machine: 62}
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 16), Align: 16})
		for _, s := range sections {
			f.Add(s)
		}
		f.AddRelocs(text, true, []objgen.ELFReloc{{Offset: 4, Sym: f.AddSymbol(objgen.ELFSymbol{Name: "f", Bind: 1}), Type: 4}}) // R_X86_64_PLT32
		return f.Bytes()
	}
	frames := objgen.ELFSection{Name: ".eh_frame", Flags: 2, Data: make([]byte, 8), Align: 8}
	handlers := objgen.ELFSection{Name: ".gcc_except_table", Flags: 2, Data: make([]byte, 8), Align: 4}
	constants := objgen.ELFSection{Name: ".rodata", Flags: 2, Data: make([]byte, 8), Align: 8}
	none := objgen.ELFSection{Name: ".rodata", Flags: 2, Align: 8}
	for _, c := range []struct {
		name     string
		data     []byte
		tables   int // requests for tables alone
		constant int // other requests for what is read-only
		apart    bool
	}{
		{"frames", object(frames), 1, 0, false},
		{"frames and handlers", object(frames, handlers, none), 1, 0, false},
		{"constants", object(constants), 0, 1, false},
		{"constants in front", object(constants, frames), 0, 1, false},
		{"constants behind", object(frames, constants), 0, 1, false},
		{"GOT", calls(), 1, 0, false},
		{"frames and GOT", calls(frames), 1, 0, false},
		{"constants and GOT", calls(constants), 0, 1, false},
		{"GOT and a block each", calls(frames, constants), 2, 1, true},
		{"a block each", object(frames, constants, handlers), 2, 1, true},
	} {
		m := &memory{}
		r := newRig(t, rtdyld.Config{Memory: m, BySection: c.apart})
		if _, err := r.Load(t.Context(), parse(t, "a.o", c.data)); err != nil {
			t.Fatal(err)
		}
		tables, constant := 0, 0
		for _, q := range m.reqs {
			switch {
			case q.Tables && q.Kind != objfmt.KindReadOnly:
				t.Errorf("%s: %v memory for tables", c.name, q.Kind)
			case q.Tables:
				tables++
			case q.Kind == objfmt.KindReadOnly:
				constant++
			}
		}
		if tables != c.tables || constant != c.constant {
			t.Errorf("%s: %d requests for tables, %d for other read-only data, want %d and %d", c.name, tables, constant, c.tables, c.constant)
		}
	}
}
