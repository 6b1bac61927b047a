package elf_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/internal/parsetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// TestZeroCopy: contents, records and names of an image are the buffer's own memory,
// in records of loaded sections and of all.
func TestZeroCopy(t *testing.T) {
	each(t, func(t *testing.T, c class, rela bool) {
		data := newSample(c, rela).Bytes()
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
	build := func(c class, relocs, size, debug, sections, symbols int) []byte {
		f := c.file()
		for i := range sections {
			n := f.Add(objgen.ELFSection{Name: fmt.Sprint(".text.", i), Flags: fA | fX, Data: make([]byte, size), Align: 16})
			f.AddRelocs(n, true, slices.Repeat([]objgen.ELFReloc{rel(0, 1, 1, 0)}, relocs))
		}
		for i := range debug {
			n := f.Add(objgen.ELFSection{Name: fmt.Sprint(".debug_", i), Data: make([]byte, size)})
			f.AddRelocs(n, true, slices.Repeat([]objgen.ELFReloc{rel(0, 1, 1, 0)}, relocs))
		}
		for i := range symbols {
			f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("symbol", i), Bind: 1, Section: 1})
		}
		return f.Bytes()
	}
	for _, c := range classes {
		parsetest.Costs(t, own.Parse, build(c, 1, 1, 1000, 50, 1000)) // the pool has all it needs
		allocs, size := parsetest.Costs(t, own.Parse, build(c, 1, 16, 1, 20, 30))
		if allocs > 5 {
			t.Errorf("%v: %v allocations for one object", c, allocs)
		}
		for name, object := range map[string][]byte{
			"relocations": build(c, 1000, 16, 1, 20, 30), "contents": build(c, 1, 20000, 1, 20, 30), "debug sections": build(c, 1, 16, 900, 20, 30),
		} {
			if a, s := parsetest.Costs(t, own.Parse, object); a != allocs || s > size+size/10 {
				t.Errorf("%v: more %s: %v allocations of %d bytes, before %v of %d", c, name, a, s, allocs, size)
			}
		}
		a, s := parsetest.Costs(t, own.Parse, build(c, 1, 16, 1, 40, 1000))
		if per := float64(s-size) / (20*float64(unsafe.Sizeof(objfmt.Section{})) + 970*(float64(unsafe.Sizeof(objfmt.Symbol{}))+12)); a != allocs || per > 1.5 {
			t.Errorf("%v: more sections and symbols: %v allocations, before %v; %.1f times the size of the records", c, a, allocs, per)
		}
	}
}

// TestDecodeAllocations: walking relocations in chunks allocates nothing.
func TestDecodeAllocations(t *testing.T) {
	for _, c := range classes {
		f := c.file()
		n := f.Add(objgen.ELFSection{Name: ".text", Flags: fA | fX, Data: make([]byte, 64)})
		f.AddRelocs(n, true, slices.Repeat([]objgen.ELFReloc{rel(4, 1, 1, 9)}, 1000))
		f.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1})
		img := parse(t, "decode.o", f.Bytes())
		if n := parsetest.DecodeAllocs(t, img); n != 1000 {
			t.Errorf("%d relocations", n)
		}
	}
}

// TestDecodeReuse: nothing of the records that were in the caller's array before is left.
func TestDecodeReuse(t *testing.T) {
	each(t, func(t *testing.T, c class, rela bool) {
		img := parse(t, "reuse.o", newSample(c, rela).Bytes())
		parsetest.DecodeReuse(t, img)
	})
}

// TestDecodeMips: 64-bit MIPS has fields of its own, in either byte order.
func TestDecodeMips(t *testing.T) {
	for _, c := range classes[2:] {
		for _, rela := range []bool{false, true} {
			f := c.file()
			f.Machine = uint16(elf.EM_MIPS)
			n := f.Add(objgen.ELFSection{Name: ".text", Flags: fA | fX, Data: make([]byte, 64)})
			f.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1})
			f.AddRelocs(n, rela, []objgen.ELFReloc{rel(0x1122334455667788, 0x01020304, 0x0a0b0c0d, -2)})
			data := f.Bytes()
			if !bytes.Contains(data, []byte{0x0a, 0x0b, 0x0c, 0x0d}) { // r_ssym, r_type3, r_type2, r_type
				t.Fatal("the writer is wrong")
			}
			for r, err := range parse(t, "mips.o", data).Relocs(0) {
				want := objfmt.Reloc{Offset: 0x1122334455667788, Sym: 0x01020304, Type: 0x0a0b0c0d, Sub: objfmt.NoSymbol, HasAddend: rela}
				if rela {
					want.Addend = -2
				}
				if r != want || err != nil {
					t.Errorf("%v: %+v, want %+v", c, r, want)
				}
			}
		}
	}
}

// TestSizes: the records are as small as their comments say.
func TestSizes(t *testing.T) {
	if s := unsafe.Sizeof(objfmt.Symbol{}); s != 32 {
		t.Errorf("a symbol has %d bytes", s)
	}
	if s := unsafe.Sizeof(objfmt.Section{}); unsafe.Sizeof(uintptr(0)) == 8 && s != 80 {
		t.Errorf("a section has %d bytes", s)
	}
}
