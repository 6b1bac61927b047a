package macho_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// inside reports whether part is memory of whole.
func inside(whole, part []byte) bool {
	if len(part) == 0 {
		return true
	}
	lo, at := uintptr(unsafe.Pointer(&whole[0])), uintptr(unsafe.Pointer(&part[0]))
	return at >= lo && at+uintptr(len(part)) <= lo+uintptr(len(whole))
}

// TestZeroCopy: contents, records and names of symbols are the buffer's own memory;
// what is not are the records of pointers that have relocations besides, and those
// of __eh_frame.
func TestZeroCopy(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		data := newSample(m).Bytes()
		img := parse(t, "zero.o", data)
		for _, img := range []*objfmt.ObjectImage{img, full(t, img)} {
			records := 0
			for i := range img.Sections {
				s := &img.Sections[i]
				b, err := img.Contents(objfmt.SectionID(i))
				if err != nil || !inside(data, s.Data) || !inside(data, b) {
					t.Errorf("section %d is a copy (%v)", s.Number, err)
				}
				copied := img.SectionName(objfmt.SectionID(i)) == "__nl_symbol_ptr" || s.Role == objfmt.RoleEHFrame
				if inside(data, s.Raw) == copied && len(s.Raw) > 0 {
					t.Errorf("section %d: records are a copy: %v", s.Number, !copied)
				}
				if cap(s.Data) != len(s.Data) || cap(s.Raw) != len(s.Raw) {
					t.Errorf("section %d: an append would write into the file", s.Number)
				}
				records += len(s.Raw)
			}
			for i := range img.Symbols {
				if name := img.SymbolName(objfmt.SymbolID(i)); !inside(data, unsafe.Slice(unsafe.StringData(name), len(name))) {
					t.Errorf("name %s is a copy", name)
				}
			}
			if records == 0 || !inside(data, img.Strings) {
				t.Errorf("%d bytes of records; the string table is a copy", records)
			}
			for _, v := range img.Directives {
				if !inside(data, unsafe.Slice(unsafe.StringData(v.Name), len(v.Name))) {
					t.Errorf("directive %s is a copy", v.Name)
				}
			}
		}
	})
}

// costs returns allocations and bytes of one parse.
func costs(t *testing.T, data []byte) (allocs float64, size uint64) {
	t.Helper()
	run := func() {
		img, err := own.Parse(objfmt.NewBuffer("cost.o", data))
		if err != nil {
			t.Fatal(err)
		}
		img.Close()
	}
	allocs = testing.AllocsPerRun(50, run)
	size = 1 << 62
	for range 10 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		size = min(size, after.TotalAlloc-before.TotalAlloc)
	}
	return allocs, size
}

// TestAllocations: what parsing allocates depends on sections and symbols alone: not
// on contents and relocations.
func TestAllocations(t *testing.T) {
	if raceEnabled {
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
		if a, _ := costs(t, build(m, 1, 16, 2, 6, 30)); a > 4 { // buffer, image, symbols, hashes
			t.Errorf("%v allocations for a small object", a)
		}
		allocs, size := costs(t, build(m, 1, 16, 4, 20, 30))
		if allocs > 8 { // sections of the file, of the image, their names, and their order on some machines
			t.Errorf("%v allocations for one object", allocs)
		}
		for name, object := range map[string][]byte{"relocations": build(m, 1000, 16, 4, 20, 30), "contents": build(m, 1, 20000, 4, 20, 30)} {
			if a, s := costs(t, object); a != allocs || s > size+size/10 {
				t.Errorf("more %s: %v allocations of %d bytes, before %v of %d", name, a, s, allocs, size)
			}
		}
		a, s := costs(t, build(m, 1, 16, 4, 40, 1000))
		perSection := float64(unsafe.Sizeof(objfmt.Section{})) + float64(unsafe.Sizeof(objfmt.Symbol{})) + 4 + 40 + 14 + 4
		if per := float64(s-size) / (20*perSection + 970*(float64(unsafe.Sizeof(objfmt.Symbol{}))+4)); a != allocs || per > 1.3 {
			t.Errorf("more sections and symbols: %v allocations, before %v; %.1f times the size of the records", a, allocs, per)
		}
		if a, s := costs(t, build(m, 1, 16, 204, 20, 30)); a != allocs || s > size+200*100 {
			t.Errorf("more debug sections: %v allocations of %d bytes, before %v of %d", a, s, allocs, size)
		}
	})
}

// TestDecodeAllocations: walking relocations in chunks allocates nothing.
func TestDecodeAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("allocations differ under the race detector")
	}
	for _, path := range committed(t) {
		img, err := own.Parse(buffer(t, path))
		if err != nil {
			continue // a universal file
		}
		var buf [objfmt.DecodeChunk]objfmt.Reloc
		count := 0
		allocs := testing.AllocsPerRun(10, func() {
			count = 0
			for i := range img.Sections {
				sec := &img.Sections[i]
				for raw := sec.Raw; len(raw) > 0; {
					n, rest, err := img.Format.Decode(img, sec, buf[:], raw)
					if err != nil {
						t.Fatal(n, err)
					}
					count, raw = count+n, rest
				}
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations for %d relocations", path, allocs, count)
		}
		img.Close()
	}
}
