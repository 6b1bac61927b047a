package macho_test

import (
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/internal/parsetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// TestZeroCopy: contents, records and names of symbols are the buffer's own memory;
// what is not are the records of pointers that have relocations besides, and those
// of __eh_frame.
func TestZeroCopy(t *testing.T) {
	copied := func(s *objfmt.Section, name string) bool {
		return name == "__nl_symbol_ptr" || s.Role == objfmt.RoleEHFrame
	}
	each(t, func(t *testing.T, m machine) {
		data := newSample(m).Bytes()
		img := parse(t, "zero.o", data)
		for _, img := range []*objfmt.ObjectImage{img, full(t, img)} {
			parsetest.ZeroCopy(t, data, img, true, copied)
		}
	})
}

// TestAllocations: what parsing allocates depends on sections and symbols alone: not
// on contents and relocations.
func TestAllocations(t *testing.T) {
	if parsetest.Race {
		t.Skip("allocations differ under the race detector")
	}
	build := func(m machine, relocs, size, debug, sections, symbols int) []byte {
		f := m.file()
		rs := slices.Repeat([]objgen.MachOReloc{{Symbol: 0, Type: m.unsigned, Length: 2, Extern: true}}, relocs)
		for range sections {
			f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: pure, Data: make([]byte, size), Align: 4, Relocs: rs})
		}
		for range debug {
			f.Add(objgen.MachOSection{Name: "__debug_info", Segment: "__DWARF", Flags: debugAttr, Data: make([]byte, size), Relocs: rs})
		}
		for i := range symbols {
			f.AddSymbol(objgen.MachOSymbol{Name: fmt.Sprint("symbol", i), Type: nSect | nExt, Section: 1})
		}
		return f.Bytes()
	}
	each(t, func(t *testing.T, m machine) {
		if a, _ := parsetest.Costs(t, own.Parse, build(m, 1, 16, 2, 6, 30)); a > 5 { // buffer, image, symbols, keys
			t.Errorf("%v allocations for a small object", a)
		}
		allocs, size := parsetest.Costs(t, own.Parse, build(m, 1, 16, 4, 20, 30))
		if allocs > 9 { // sections of the file, of the image, their names, and their order on some machines
			t.Errorf("%v allocations for one object", allocs)
		}
		for name, object := range map[string][]byte{"relocations": build(m, 1000, 16, 4, 20, 30), "contents": build(m, 1, 20000, 4, 20, 30)} {
			if a, s := parsetest.Costs(t, own.Parse, object); a != allocs || s > size+size/10 {
				t.Errorf("more %s: %v allocations of %d bytes, before %v of %d", name, a, s, allocs, size)
			}
		}
		a, s := parsetest.Costs(t, own.Parse, build(m, 1, 16, 4, 40, 1000))
		perSection := float64(unsafe.Sizeof(objfmt.Section{})) + float64(unsafe.Sizeof(objfmt.Symbol{})) + 12 + 40 + 14 + 4
		if per := float64(s-size) / (20*perSection + 970*(float64(unsafe.Sizeof(objfmt.Symbol{}))+12)); a != allocs || per > 1.3 {
			t.Errorf("more sections and symbols: %v allocations, before %v; %.1f times the size of the records", a, allocs, per)
		}
		if a, s := parsetest.Costs(t, own.Parse, build(m, 1, 16, 204, 20, 30)); a != allocs || s > size+200*100 {
			t.Errorf("more debug sections: %v allocations of %d bytes, before %v of %d", a, s, allocs, size)
		}
	})
}

// TestDecodeAllocations: walking relocations in chunks allocates nothing.
func TestDecodeAllocations(t *testing.T) {
	if parsetest.Race {
		t.Skip("allocations differ under the race detector")
	}
	for _, path := range fuzz.MachO.Committed(t, testdata) {
		img, err := own.Parse(buffer(t, path))
		if err != nil {
			continue // a universal file
		}
		parsetest.DecodeAllocs(t, img)
		img.Close()
	}
}
