package coff_test

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/internal/parsetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/coff"
)

// TestZeroCopy: contents, records, names and directives of an image are the
// buffer's own memory, in records of loaded sections and of all.
func TestZeroCopy(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		data := newSample(fl).Bytes()
		img := parse(t, "zero.o", data)
		for _, img := range []*objfmt.ObjectImage{img, full(t, img)} {
			parsetest.ZeroCopy(t, data, img, false, nil)
		}
	})
}

// TestAllocations: what parsing allocates depends on loaded sections and symbols
// alone: not on contents, relocations, and sections that are not loaded.
func TestAllocations(t *testing.T) {
	if parsetest.Race {
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
		parsetest.Costs(t, own.Parse, build(fl, 1, 1, 1000, 50, 1000)) // the pool has all it needs
		allocs, size := parsetest.Costs(t, own.Parse, build(fl, 1, 16, 1, 20, 40))
		if allocs > 9 {
			t.Errorf("%v: %v allocations for one object", fl, allocs)
		}
		for name, object := range map[string][]byte{
			"relocations": build(fl, 1000, 16, 1, 20, 40), "contents": build(fl, 1, 20000, 1, 20, 40), "debug sections": build(fl, 1, 16, 900, 20, 40),
		} {
			if a, s := parsetest.Costs(t, own.Parse, object); a != allocs || s > size+size/10 {
				t.Errorf("%v: more %s: %v allocations of %d bytes, before %v of %d", fl, name, a, s, allocs, size)
			}
		}
		a, s := parsetest.Costs(t, own.Parse, build(fl, 1, 16, 1, 40, 1000))
		records := 40*float64(unsafe.Sizeof(objfmt.Section{})+4) + 20*float64(unsafe.Sizeof(objfmt.Group{})) + 980*(float64(unsafe.Sizeof(objfmt.Symbol{}))+12)
		if per := float64(s-size) / records; a != allocs || per > 1.5 {
			t.Errorf("%v: more sections and symbols: %v allocations, before %v; %.1f times the size of the records", fl, a, allocs, per)
		}
	}
	// A plain small object and an import record cost little.
	f := flavours[0].file()
	f.Add(objgen.COFFSection{Name: ".text", Flags: text, Data: []byte{0xc3}})
	f.AddSymbol(objgen.COFFSymbol{Name: "x", Class: 2, Section: 1})
	if allocs, _ := parsetest.Costs(t, own.Parse, f.Bytes()); allocs > 5 {
		t.Errorf("%v allocations for a small object", allocs)
	}
	record := objgen.COFFImport{Machine: 0x8664, NameType: 1, Symbol: "x", Library: "y.dll"}
	if allocs, _ := parsetest.Costs(t, own.Parse, record.Bytes()); allocs > 3 {
		t.Errorf("%v allocations for an import record", allocs)
	}
}

// TestDecodeAllocations: walking relocations in chunks allocates nothing.
func TestDecodeAllocations(t *testing.T) {
	for _, address := range []uint32{0, 0x1000} {
		f := flavours[0].file()
		f.Add(objgen.COFFSection{Name: ".text", Flags: text, Data: make([]byte, 64), Address: address, Relocs: make([]objgen.COFFReloc, 1000)})
		img := parse(t, "decode.o", f.Bytes())
		if n := parsetest.DecodeAllocs(t, img); n != 1000 {
			t.Errorf("%d relocations", n)
		}
	}
}

// TestDecodeReuse: nothing of the records that were in the caller's array before is left.
func TestDecodeReuse(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		img := parse(t, "reuse.o", newSample(fl).Bytes())
		parsetest.DecodeReuse(t, img)
	})
}
