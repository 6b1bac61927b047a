package mips_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk/mips"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	rows "github.com/go-rtdyld/rtdyld/reloc/mips"
)

// Types.
const (
	hi16    = 5
	lo16    = 6
	gprel16 = 7
	gprel32 = 12
)

// walk makes an object of o32 with words in .text and these relocations, beside .reginfo, and returns what
// the records mean. Symbol 1 is local, 2 is not.
func walk(t *testing.T, big bool, gp uint32, words []uint32, rs ...objgen.ELFReloc) (got []objfmt.Reloc) {
	t.Helper()
	o := bin.Order{Big: big}
	f := &objgen.ELF{Big: big, Machine: 8, Flags: 0x1000}
	data, reg := make([]byte, 4*len(words)), make([]byte, 24)
	for i, w := range words {
		o.PutU32(data[4*i:], w)
	}
	o.PutU32(reg[20:], gp)
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: data, Align: 4})
	f.Add(objgen.ELFSection{Name: ".reginfo", Type: 0x70000006, Flags: 2, Data: reg, Align: 4})
	f.AddSymbol(objgen.ELFSymbol{Name: "near", Section: text})
	f.AddSymbol(objgen.ELFSymbol{Name: "far", Bind: 1})
	f.AddRelocs(text, false, rs)
	img, err := objfile.Parse("a.o", f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	var c records.Cursor
	c.Begin(img)
	if c.Naming, err = mips.Steps.Naming(t.Context(), img, rows.O32); err != nil {
		t.Fatal(err)
	}
	for c.Start(0, img.Sections[0].Data, 0); c.Next(); {
		got = append(got, c.Chunk...)
	}
	if c.Err() != nil {
		t.Fatal(c.Err())
	}
	return got
}

// TestGP: what counts from T, of local symbols, counts from where T was when the object was made.
func TestGP(t *testing.T) {
	for _, big := range []bool{false, true} {
		got := walk(t, big, 0xffff8010, []uint32{0x8f840004, 0x10, 0x8f840004},
			objgen.ELFReloc{Type: gprel16, Sym: 1}, objgen.ELFReloc{Offset: 4, Type: gprel32, Sym: 1}, objgen.ELFReloc{Offset: 8, Type: gprel16, Sym: 2})
		for i, want := range []int64{-0x7ff0, -0x7ff0, 0} {
			if got[i].Addend != want || got[i].HasAddend {
				t.Errorf("big %v: relocation %d: %+v, want %+d beside the field", big, i, got[i], want)
			}
		}
	}
}

// TestHalves: a high part is whole with the next low one of its symbol, wherever other symbols' are; one that
// has none is a row of its own.
func TestHalves(t *testing.T) {
	for _, big := range []bool{false, true} {
		got := walk(t, big, 0, []uint32{0x3c040001, 0x3c050002, 0x24848000, 0x24a50004, 0x3c040003, 0x3c040001, 0x24840008},
			objgen.ELFReloc{Type: hi16, Sym: 1}, objgen.ELFReloc{Offset: 4, Type: hi16, Sym: 2}, objgen.ELFReloc{Offset: 8, Type: lo16, Sym: 1},
			objgen.ELFReloc{Offset: 12, Type: lo16, Sym: 2}, objgen.ELFReloc{Offset: 16, Type: hi16, Sym: 2}, objgen.ELFReloc{Offset: 20, Type: hi16, Sym: 1},
			objgen.ELFReloc{Offset: 24, Type: lo16, Sym: 1})
		for i, want := range []int64{0x8000, 0x20004, 0, 0, 0, 0x10008, 0} {
			switch r := &got[i]; {
			case i == 4:
				if r.Type != rows.O32.Variants.Alone || rows.O32.Name(r.Type) == "" {
					t.Errorf("big %v: a high part without a low one is %+v", big, *r)
				}
			case r.Addend != want || r.HasAddend != (r.Type == hi16):
				t.Errorf("big %v: relocation %d: %+v, want addend %#x", big, i, *r, want)
			}
		}
	}
}

// TestHalvesOfThreadLocals: assemblers leave the high part of a thread-local's offset where it is, which may be behind all low
// ones. It is whole with these if they are alike.
func TestHalvesOfThreadLocals(t *testing.T) {
	for _, big := range []bool{false, true} {
		for _, typ := range []uint32{44, 49} { // R_MIPS_TLS_DTPREL_HI16, R_MIPS_TLS_TPREL_HI16
			low := typ + 1
			got := walk(t, big, 0, []uint32{0x24840008, 0x3c040001, 0x24840008, 0x3c040001, 0x3c040000, 0x24840004, 0x3c040000},
				objgen.ELFReloc{Type: low, Sym: 1}, objgen.ELFReloc{Offset: 4, Type: typ, Sym: 1}, objgen.ELFReloc{Offset: 8, Type: low, Sym: 1},
				objgen.ELFReloc{Offset: 12, Type: typ, Sym: 1}, objgen.ELFReloc{Offset: 16, Type: typ, Sym: 2}, objgen.ELFReloc{Offset: 20, Type: low, Sym: 2},
				objgen.ELFReloc{Offset: 24, Type: typ, Sym: 2})
			for i, want := range []int64{0, 0x10008, 0, 0x10008, 4, 0, 4} {
				if r := &got[i]; r.Addend != want || r.HasAddend != (i == 1 || i == 3 || i == 4 || i == 6) || r.Type != typ && r.Type != low {
					t.Errorf("big %v: relocation %d of %d: %+v, want addend %#x", big, i, typ, *r, want)
				}
			}
			// Where low parts differ, or there are none, it has none.
			got = walk(t, big, 0, []uint32{0x24840008, 0x24840010, 0x3c040001, 0x3c040001},
				objgen.ELFReloc{Type: low, Sym: 1}, objgen.ELFReloc{Offset: 4, Type: low, Sym: 1}, objgen.ELFReloc{Offset: 8, Type: typ, Sym: 1},
				objgen.ELFReloc{Offset: 12, Type: typ, Sym: 2})
			for _, r := range got[2:] {
				if r.Type != rows.O32.Variants.Alone {
					t.Errorf("big %v: a high part with no low one, or two, is %+v", big, r)
				}
			}
			// The first low one is all there is.
			got = walk(t, big, 0, []uint32{0x24840008, 0x3c040001}, objgen.ELFReloc{Type: low, Sym: 1}, objgen.ELFReloc{Offset: 4, Type: typ, Sym: 1})
			if r := got[1]; r.Type != typ || r.Addend != 0x10008 {
				t.Errorf("big %v: behind its low part it is %+v", big, r)
			}
		}
	}
}

// TestPartOfAddend: instructions with a half of an offset in the GOT have no part of an addend in
// their fields: with one, which no row would read, they are refused.
func TestPartOfAddend(t *testing.T) {
	for _, big := range []bool{false, true} {
		for typ := range rows.O32.Variants.Halves {
			got := walk(t, big, 0, []uint32{0x3c040000, 0x24840001},
				objgen.ELFReloc{Type: typ, Sym: 2}, objgen.ELFReloc{Offset: 4, Type: typ, Sym: 2})
			if got[0].Type != typ || got[1].Type != rows.O32.Variants.Alone {
				t.Errorf("big %v: %s without and with an addend: %+v", big, rows.O32.Name(typ), got)
			}
		}
	}
}
