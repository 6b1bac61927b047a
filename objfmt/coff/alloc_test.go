package coff_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/coff"
)

// inside reports whether part is memory of whole.
func inside(whole, part []byte) bool {
	if len(part) == 0 {
		return true
	}
	lo, at := uintptr(unsafe.Pointer(&whole[0])), uintptr(unsafe.Pointer(&part[0]))
	return at >= lo && at+uintptr(len(part)) <= lo+uintptr(len(whole))
}

func view(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// TestZeroCopy: contents, records, names and directives of an image are the
// buffer's own memory, in records of loaded sections and of all.
func TestZeroCopy(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		data := newSample(fl).Bytes()
		img := parse(t, "zero.o", data)
		for _, img := range []*objfmt.ObjectImage{img, full(t, img)} {
			records := 0
			for i := range img.Sections {
				s := &img.Sections[i]
				b, err := img.Contents(objfmt.SectionID(i))
				if err != nil || !inside(data, s.Data) || !inside(data, s.Raw) || !inside(data, b) || len(b) != len(s.Data) {
					t.Errorf("section %d is a copy (%v)", s.Number, err)
				}
				if cap(s.Data) != len(s.Data) || cap(s.Raw) != len(s.Raw) {
					t.Errorf("section %d: an append would write into the file", s.Number)
				}
				records += len(s.Raw)
				if name := img.SectionName(objfmt.SectionID(i)); !inside(data, view(name)) {
					t.Errorf("name %s is a copy", name)
				}
			}
			for i := range img.Symbols {
				if name := img.SymbolName(objfmt.SymbolID(i)); !inside(data, view(name)) {
					t.Errorf("name %s is a copy", name)
				}
			}
			for _, d := range img.Directives {
				if !inside(data, view(d.Name)) || !inside(data, view(d.Value)) {
					t.Errorf("directive %+v is a copy", d)
				}
			}
			if records == 0 || !inside(data, img.Strings) || !inside(data, img.SecStrings) || cap(img.Strings) != len(img.Strings) || cap(img.SecStrings) != len(img.SecStrings) {
				t.Errorf("%d bytes of records; string tables are copies", records)
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
	for range 10 { // the least: a collection may empty the pool
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		size = min(size, after.TotalAlloc-before.TotalAlloc)
	}
	return allocs, size
}

// TestAllocations: what parsing allocates depends on loaded sections and symbols
// alone: not on contents, relocations, and sections that are not loaded.
func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("allocations differ under the race detector")
	}
	build := func(fl flavour, relocs, size, debug, sections, symbols int) []byte {
		f := fl.file()
		for i := range sections {
			f.Add(objgen.COFFSection{Name: fmt.Sprint(".text$", i), Flags: text | comdat, Data: make([]byte, size), Relocs: make([]objgen.COFFReloc, relocs)})
			f.Add(objgen.COFFSection{Name: fmt.Sprint(".pdata$", i), Flags: rodata | comdat, Data: make([]byte, size)})
		}
		for i := range debug {
			f.Add(objgen.COFFSection{Name: fmt.Sprint(".debug_", i), Flags: rodata | scnDiscardable, Data: make([]byte, size), Relocs: make([]objgen.COFFReloc, relocs)})
		}
		f.Add(objgen.COFFSection{Name: ".drectve", Flags: info, Data: []byte("/include:a /include:b")})
		for i := range symbols {
			sec := int32(i%sections*2) + 1
			if i < sections {
				f.AddSectionSymbol(sec, 2, 0)
			} else {
				f.AddSymbol(objgen.COFFSymbol{Name: fmt.Sprint("symbol", i), Class: 2, Section: sec})
			}
		}
		return f.Bytes()
	}
	for _, fl := range flavours {
		costs(t, build(fl, 1, 1, 1000, 50, 1000)) // the pool has all it needs
		allocs, size := costs(t, build(fl, 1, 16, 1, 20, 40))
		if allocs > 8 {
			t.Errorf("%v: %v allocations for one object", fl, allocs)
		}
		for name, object := range map[string][]byte{
			"relocations": build(fl, 1000, 16, 1, 20, 40), "contents": build(fl, 1, 20000, 1, 20, 40), "debug sections": build(fl, 1, 16, 900, 20, 40),
		} {
			if a, s := costs(t, object); a != allocs || s > size+size/10 {
				t.Errorf("%v: more %s: %v allocations of %d bytes, before %v of %d", fl, name, a, s, allocs, size)
			}
		}
		a, s := costs(t, build(fl, 1, 16, 1, 40, 1000))
		records := 40*float64(unsafe.Sizeof(objfmt.Section{})+4) + 20*float64(unsafe.Sizeof(objfmt.Group{})) + 980*(float64(unsafe.Sizeof(objfmt.Symbol{}))+4)
		if per := float64(s-size) / records; a != allocs || per > 1.5 {
			t.Errorf("%v: more sections and symbols: %v allocations, before %v; %.1f times the size of the records", fl, a, allocs, per)
		}
	}
	// A plain small object and an import record cost little.
	f := flavours[0].file()
	f.Add(objgen.COFFSection{Name: ".text", Flags: text, Data: []byte{0xc3}})
	f.AddSymbol(objgen.COFFSymbol{Name: "x", Class: 2, Section: 1})
	if allocs, _ := costs(t, f.Bytes()); allocs > 4 {
		t.Errorf("%v allocations for a small object", allocs)
	}
	record := objgen.COFFImport{Machine: 0x8664, NameType: 1, Symbol: "x", Library: "y.dll"}
	if allocs, _ := costs(t, record.Bytes()); allocs > 3 {
		t.Errorf("%v allocations for an import record", allocs)
	}
}

// TestDecodeAllocations: walking relocations in chunks allocates nothing.
func TestDecodeAllocations(t *testing.T) {
	for _, address := range []uint32{0, 0x1000} {
		f := flavours[0].file()
		f.Add(objgen.COFFSection{Name: ".text", Flags: text, Data: make([]byte, 64), Address: address, Relocs: make([]objgen.COFFReloc, 1000)})
		img := parse(t, "decode.o", f.Bytes())
		var buf [objfmt.DecodeChunk]objfmt.Reloc
		count := 0
		allocs := testing.AllocsPerRun(10, func() {
			count = 0
			sec := &img.Sections[0]
			for raw := sec.Raw; len(raw) > 0; {
				n, rest, err := img.Format.Decode(img, sec, buf[:], raw)
				if n == 0 || err != nil {
					t.Fatal(n, err)
				}
				count, raw = count+n, rest
			}
		})
		if allocs != 0 || count != 1000 {
			t.Errorf("%v allocations for %d relocations", allocs, count)
		}
	}
}

// TestDecodeReuse: nothing of the records that were in the caller's array before is left.
func TestDecodeReuse(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		img := parse(t, "reuse.o", newSample(fl).Bytes())
		sec := &img.Sections[0]
		clean, dirty := make([]objfmt.Reloc, 3), make([]objfmt.Reloc, 3)
		for i := range dirty {
			dirty[i] = objfmt.Reloc{Offset: 1 << 63, Addend: -7, Type: 99, Sym: 98, Sub: 97, HasAddend: true}
		}
		n, rest, err := img.Format.Decode(img, sec, clean, sec.Raw)
		n2, rest2, err2 := img.Format.Decode(img, sec, dirty, sec.Raw)
		if n != 3 || n2 != 3 || err != nil || err2 != nil || len(rest) != len(sec.Raw)/4 || len(rest2) != len(rest) || !slices.Equal(clean, dirty) {
			t.Errorf("%+v, %v\n%+v, %v", clean, err, dirty, err2)
		}
	})
}
