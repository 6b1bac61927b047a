package macho_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

type rec = objgen.MachOReloc

// records is an object with two sections, at 0 and 0x100, whose first one has the
// records; ext is symbol 0, def, at 0x110, symbol 1. The sections' symbols are 2 and
// 3, that of the address 0 is 4.
func records(m machine, rs ...rec) []byte {
	f := m.file()
	f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: pure, Data: make([]byte, 0x100), Relocs: rs})
	f.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: make([]byte, 0x20), Align: 4})
	f.AddSymbol(objgen.MachOSymbol{Name: "ext", Type: nExt})
	f.AddSymbol(objgen.MachOSymbol{Name: "def", Type: nSect | nExt, Section: 2, Value: 0x110})
	return f.Bytes()
}

const (
	symExt, symText, symData, symZero = 0, 2, 3, 4
	none                              = objfmt.NoSymbol
)

// TestDecode: records that no assembler of today makes, or not always, beside those
// in testdata.
func TestDecode(t *testing.T) {
	typ := own.RelocType
	for _, tt := range []struct {
		name, machine string
		records       []rec
		want          objfmt.Reloc
	}{
		{"call 1 byte", "x86_64", []rec{{Address: 9, Symbol: 0, Type: 2, PCRel: true, Extern: true}}, objfmt.Reloc{Offset: 9, Type: typ(2, true, 0), Sym: symExt, Sub: none, Addend: -1}},
		{"local call", "x86_64", []rec{{Address: 9, Symbol: 2, Type: 2, PCRel: true, Length: 2}}, objfmt.Reloc{Offset: 9, Type: typ(2, true, 2), Sym: symData, Sub: none, Addend: 9 - 0x100}},
		{"absolute", "x86_64", []rec{{Address: 9, Symbol: 0, Type: 0, Length: 3}}, objfmt.Reloc{Offset: 9, Type: typ(0, false, 3), Sym: symZero, Sub: none}},
		{"absolute call", "x86_64", []rec{{Address: 9, Symbol: 0, Type: 2, PCRel: true, Length: 2}}, objfmt.Reloc{Offset: 9, Type: typ(2, true, 2), Sym: symZero, Sub: none, Addend: 9}},
		{"difference of a section and a symbol", "x86_64", []rec{{Address: 9, Symbol: 0, Type: 5, Length: 2, Extern: true}, {Address: 9, Symbol: 2, Type: 0, Length: 2}},
			objfmt.Reloc{Offset: 9, Type: typ(5, false, 2), Sym: symData, Sub: symExt, Addend: -0x100}},
		{"difference of a symbol and a section", "x86_64", []rec{{Address: 9, Symbol: 2, Type: 5, Length: 3}, {Address: 9, Symbol: 0, Type: 0, Length: 3, Extern: true}},
			objfmt.Reloc{Offset: 9, Type: typ(5, false, 3), Sym: symExt, Sub: symData, Addend: 0x100}},
		{"unknown type", "x86_64", []rec{{Address: 9, Symbol: 0, Type: 15, Length: 1, Extern: true}}, objfmt.Reloc{Offset: 9, Type: typ(15, false, 1), Sym: symExt, Sub: none}},

		{"negative addend", "arm64", []rec{{Address: 8, Symbol: 0xfffff0, Type: 10, Length: 2}, {Address: 8, Symbol: 0, Type: 3, Length: 2, PCRel: true, Extern: true}},
			objfmt.Reloc{Offset: 8, Type: typ(3, true, 2), Sym: symExt, Sub: none, HasAddend: true, Addend: -16}},
		{"greatest addend", "arm64", []rec{{Address: 8, Symbol: 0x7fffff, Type: 10, Length: 2}, {Address: 8, Symbol: 0, Type: 2, Length: 2, PCRel: true, Extern: true}},
			objfmt.Reloc{Offset: 8, Type: typ(2, true, 2), Sym: symExt, Sub: none, HasAddend: true, Addend: 0x7fffff}},
		{"least addend", "arm64", []rec{{Address: 8, Symbol: 0x800000, Type: 10, Length: 2}, {Address: 8, Symbol: 0, Type: 4, Length: 2, Extern: true}},
			objfmt.Reloc{Offset: 8, Type: typ(4, false, 2), Sym: symExt, Sub: none, HasAddend: true, Addend: -0x800000}},
		{"pointer to a section", "arm64", []rec{{Address: 8, Symbol: 2, Type: 0, Length: 3}}, objfmt.Reloc{Offset: 8, Type: typ(0, false, 3), Sym: symData, Sub: none, Addend: -0x100}},
		{"absolute", "arm64_32", []rec{{Address: 8, Symbol: 0, Type: 0, Length: 2}}, objfmt.Reloc{Offset: 8, Type: typ(0, false, 2), Sym: symZero, Sub: none}},
		{"difference of sections", "arm64", []rec{{Address: 8, Symbol: 1, Type: 1, Length: 2}, {Address: 8, Symbol: 2, Type: 0, Length: 2}},
			objfmt.Reloc{Offset: 8, Type: typ(1, false, 2), Sym: symData, Sub: symText, Addend: -0x100}},

		{"prebound pointer", "i386", []rec{{Address: 8, Value: 0x104, Type: 3, Length: 2, Scattered: true}}, objfmt.Reloc{Offset: 8, Type: typ(3, false, 2), Sym: symData, Sub: none, Addend: -0x100}},
		{"scattered call", "i386", []rec{{Address: 8, Value: 0x104, Type: 0, Length: 2, PCRel: true, Scattered: true}}, objfmt.Reloc{Offset: 8, Type: typ(0, true, 2), Sym: symData, Sub: none, Addend: 8 - 0x100}},
		{"scattered to the start", "i386", []rec{{Address: 8, Value: 0x100, Type: 0, Length: 1, Scattered: true}}, objfmt.Reloc{Offset: 8, Type: typ(0, false, 1), Sym: symData, Sub: none, Addend: -0x100}},
		{"scattered to the end", "i386", []rec{{Address: 8, Value: 0x120, Type: 0, Length: 2, Scattered: true}}, objfmt.Reloc{Offset: 8, Type: typ(0, false, 2), Sym: symData, Sub: none, Addend: -0x100}},
		{"call 2 bytes", "i386", []rec{{Address: 8, Symbol: 0, Type: 0, Length: 1, PCRel: true, Extern: true}}, objfmt.Reloc{Offset: 8, Type: typ(0, true, 1), Sym: symExt, Sub: none, Addend: 8}},
		{"absolute", "i386", []rec{{Address: 8, Symbol: 0, Type: 0, Length: 2, PCRel: true}}, objfmt.Reloc{Offset: 8, Type: typ(0, true, 2), Sym: symZero, Sub: none, Addend: 8}},
		{"difference", "i386", []rec{{Address: 8, Value: 0x104, Type: 2, Length: 1, Scattered: true}, {Value: 8, Type: 1, Length: 1, Scattered: true}},
			objfmt.Reloc{Offset: 8, Type: typ(2, false, 1), Sym: symData, Sub: symText, Addend: -0x100}},

		{"prebound pointer", "arm", []rec{{Address: 8, Value: 0x104, Type: 4, Length: 2, Scattered: true}}, objfmt.Reloc{Offset: 8, Type: typ(4, false, 2), Sym: symData, Sub: none, Addend: -0x100}},
		{"local difference", "arm", []rec{{Address: 8, Value: 0x104, Type: 3, Length: 2, Scattered: true}, {Value: 8, Type: 1, Length: 2, Scattered: true}},
			objfmt.Reloc{Offset: 8, Type: typ(3, false, 2), Sym: symData, Sub: symText, Addend: -0x100}},
		{"scattered branch", "arm", []rec{{Address: 8, Value: 0x104, Type: 5, Length: 2, PCRel: true, Scattered: true}}, objfmt.Reloc{Offset: 8, Type: typ(5, true, 2), Sym: symData, Sub: none, Addend: 8 - 0x100}},
		{"obsolete branch", "arm", []rec{{Address: 8, Symbol: 0, Type: 7, Length: 2, PCRel: true, Extern: true}}, objfmt.Reloc{Offset: 8, Type: typ(7, true, 2), Sym: symExt, Sub: none, Addend: 8}},
		{"scattered half", "arm", []rec{{Address: 8, Value: 0x104, Type: 8, Length: 1, Scattered: true}, {Address: 0x1234, Value: 0, Type: 1, Length: 1, Scattered: true}},
			objfmt.Reloc{Offset: 8, Type: typ(8, false, 1), Sym: symData, Sub: none, Addend: 0x1234 - 0x100}},
		{"low half", "arm", []rec{{Address: 8, Symbol: 0, Type: 8, Length: 2, Extern: true}, {Address: 0xffff, Symbol: 0xffffff, Type: 1, Length: 2}},
			objfmt.Reloc{Offset: 8, Type: typ(8, false, 2), Sym: symExt, Sub: none, Addend: 0xffff0000}},
	} {
		t.Run(tt.machine+"/"+tt.name, func(t *testing.T) {
			img := parse(t, "decode.o", records(machineNamed(tt.machine), tt.records...))
			if got := relocs(t, img, 0); !slices.Equal(got, []objfmt.Reloc{tt.want}) {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestDecodeErrors: what is wrong is named with its place in the file; records before
// it are handed out.
func TestDecodeErrors(t *testing.T) {
	good := map[string]rec{
		"x86_64": {Symbol: 0, Length: 3, Extern: true}, "arm64": {Symbol: 0, Length: 3, Extern: true},
		"i386": {Symbol: 0, Length: 2, Extern: true}, "arm": {Symbol: 0, Length: 2, Extern: true},
	}
	const scatter = 1 << 31
	for _, tt := range []struct {
		name, machine string
		records       []rec
		msg           string
		support       bool
	}{
		{"symbol past the table", "x86_64", []rec{{Symbol: 2, Length: 3, Extern: true}}, "symbol number is past", false},
		{"section past the table", "x86_64", []rec{{Symbol: 3, Length: 3}}, "section number is past", false},
		{"scattered", "x86_64", []rec{{Address: scatter, Symbol: 0, Length: 3, Extern: true}}, "scattered record", false},
		{"scattered to a section", "x86_64", []rec{{Address: scatter, Symbol: 1, Length: 3}}, "scattered record", false},
		{"slot of a section", "x86_64", []rec{{Symbol: 1, Type: 3, PCRel: true, Length: 2}}, "where only a symbol makes sense", false},
		{"pushed slot of a section", "x86_64", []rec{{Symbol: 1, Type: 4, PCRel: true, Length: 2}}, "where only a symbol makes sense", false},
		{"thread-local section", "x86_64", []rec{{Symbol: 1, Type: 9, PCRel: true, Length: 2}}, "where only a symbol makes sense", false},
		{"SUBTRACTOR at the end", "x86_64", []rec{{Symbol: 0, Type: 5, Length: 3, Extern: true}}, "the record that goes with it is missing", false},
		{"SUBTRACTOR of another field", "x86_64", []rec{{Symbol: 0, Type: 5, Length: 3, Extern: true}, {Address: 1, Symbol: 0, Length: 3, Extern: true}}, "without an UNSIGNED", false},
		{"SUBTRACTOR of another size", "x86_64", []rec{{Symbol: 0, Type: 5, Length: 3, Extern: true}, {Symbol: 0, Length: 2, Extern: true}}, "without an UNSIGNED", false},
		{"SUBTRACTOR before a call", "x86_64", []rec{{Symbol: 0, Type: 5, Length: 2, Extern: true}, {Symbol: 0, Type: 2, Length: 2, Extern: true}}, "without an UNSIGNED", false},
		{"relative SUBTRACTOR", "x86_64", []rec{{Symbol: 0, Type: 5, Length: 2, Extern: true, PCRel: true}, {Symbol: 0, Length: 2, Extern: true}}, "without an UNSIGNED", false},
		{"SUBTRACTOR of a symbol past the table", "x86_64", []rec{{Symbol: 9, Type: 5, Length: 2, Extern: true}, {Symbol: 0, Length: 2, Extern: true}}, "symbol number is past", false},
		{"SUBTRACTOR from a symbol past the table", "x86_64", []rec{{Symbol: 0, Type: 5, Length: 2, Extern: true}, {Symbol: 9, Length: 2, Extern: true}}, "symbol number is past", false},

		{"symbol past the table", "arm64", []rec{{Symbol: 2, Length: 3, Extern: true}}, "symbol number is past", false},
		{"scattered", "arm64", []rec{{Address: scatter, Symbol: 0, Length: 3, Extern: true}}, "scattered record", false},
		{"authenticated pointer", "arm64", []rec{{Symbol: 0, Type: 11, Length: 3, Extern: true}}, "authentication codes", true},
		{"page of a section", "arm64", []rec{{Symbol: 1, Type: 3, PCRel: true, Length: 2}}, "where only a symbol makes sense", false},
		{"branch to a section", "arm64", []rec{{Symbol: 1, Type: 2, PCRel: true, Length: 2}}, "where only a symbol makes sense", false},
		{"ADDEND at the end", "arm64", []rec{{Symbol: 16, Type: 10, Length: 2}}, "the record that goes with it is missing", false},
		{"ADDEND of another field", "arm64", []rec{{Symbol: 16, Type: 10, Length: 2}, {Address: 4, Symbol: 0, Type: 3, PCRel: true, Length: 2, Extern: true}}, "an ADDEND without", false},
		{"ADDEND of a pointer", "arm64", []rec{{Symbol: 16, Type: 10, Length: 2}, {Symbol: 0, Type: 0, Length: 3, Extern: true}}, "an ADDEND without", false},
		{"ADDEND of a slot", "arm64", []rec{{Symbol: 16, Type: 10, Length: 2}, {Symbol: 0, Type: 5, PCRel: true, Length: 2, Extern: true}}, "an ADDEND without", false},
		{"ADDEND of a section", "arm64", []rec{{Symbol: 16, Type: 10, Length: 2}, {Symbol: 1, Type: 3, PCRel: true, Length: 2}}, "an ADDEND without", false},
		{"ADDEND of an ADDEND", "arm64", []rec{{Symbol: 16, Type: 10, Length: 2}, {Symbol: 16, Type: 10, Length: 2}}, "an ADDEND without", false},
		{"ADDEND of a symbol past the table", "arm64", []rec{{Symbol: 16, Type: 10, Length: 2}, {Symbol: 7, Type: 3, PCRel: true, Length: 2, Extern: true}}, "symbol number is past", false},

		{"PAIR alone", "i386", []rec{{Value: 4, Type: 1, Length: 2, Scattered: true}}, "a PAIR without", false},
		{"plain PAIR alone", "i386", []rec{{Symbol: 1, Type: 1, Length: 2}}, "a PAIR without", false},
		{"difference that is not scattered", "i386", []rec{{Symbol: 1, Type: 2, Length: 2}, {Symbol: 1, Type: 1, Length: 2}}, "no PAIR of its kind", false},
		{"difference without PAIR", "i386", []rec{{Value: 4, Type: 4, Length: 2, Scattered: true}, {Value: 4, Type: 0, Length: 2, Scattered: true}}, "no PAIR of its kind", false},
		{"difference at the end", "i386", []rec{{Value: 4, Type: 2, Length: 2, Scattered: true}}, "the record that goes with it is missing", false},
		{"difference with a plain PAIR", "i386", []rec{{Value: 4, Type: 2, Length: 2, Scattered: true}, {Symbol: 1, Type: 1, Length: 2}}, "no PAIR of its kind", false},
		{"scattered to nowhere", "i386", []rec{{Value: 0x121, Type: 0, Length: 2, Scattered: true}}, "no section has the address", false},
		{"difference from nowhere", "i386", []rec{{Value: 4, Type: 2, Length: 2, Scattered: true}, {Value: 0x1000, Type: 1, Length: 2, Scattered: true}}, "no section has the address", false},
		{"thread-local section", "i386", []rec{{Symbol: 1, Type: 5, Length: 2}}, "where only a symbol makes sense", false},
		{"scattered thread-local", "i386", []rec{{Value: 1, Type: 5, Length: 2, Scattered: true}}, "where only a symbol makes sense", false},
		{"symbol past the table", "i386", []rec{{Symbol: 0xffffff, Length: 2, Extern: true}}, "symbol number is past", false},

		{"PAIR alone", "arm", []rec{{Symbol: 0xffffff, Type: 1, Length: 2}}, "a PAIR without", false},
		{"half at the end", "arm", []rec{{Symbol: 0, Type: 8, Length: 0, Extern: true}}, "the record that goes with it is missing", false},
		{"half without PAIR", "arm", []rec{{Symbol: 0, Type: 8, Length: 0, Extern: true}, {Symbol: 0, Type: 8, Length: 1, Extern: true}}, "no PAIR of its kind", false},
		{"half with a scattered PAIR", "arm", []rec{{Symbol: 0, Type: 8, Length: 0, Extern: true}, {Value: 4, Type: 1, Scattered: true}}, "no PAIR of its kind", false},
		{"difference of halves that is not scattered", "arm", []rec{{Symbol: 0, Type: 9, Length: 0, Extern: true}, {Symbol: 0xffffff, Type: 1}}, "no PAIR of its kind", false},
	} {
		t.Run(tt.machine+"/"+tt.name, func(t *testing.T) {
			g := good[tt.machine]
			data := records(machineNamed(tt.machine), append([]rec{g, g}, tt.records...)...)
			img := parse(t, "bad.o", data)
			n := 0
			var err error
			for _, e := range img.Relocs(0) {
				if err = e; err == nil {
					n++
				}
			}
			var fe *objfmt.FormatError
			if n != 2 || !errors.As(err, &fe) || !strings.Contains(fe.Msg, tt.msg) || errors.Is(err, objfmt.ErrUnsupported) != tt.support {
				t.Fatalf("%d records, %v", n, err)
			}
			if fe.What != "section 1, relocation 2" || string(data[fe.Offset:fe.Offset+4]) != string(word(tt.records[0])) {
				t.Errorf("%v: wrong place", err)
			}
		})
	}
}

// word is the first word of a record.
func word(r rec) []byte {
	v := r.Address
	if r.Scattered {
		v = r.Address | uint32(r.Type)<<24 | uint32(r.Length)<<28 | 1<<31
		if r.PCRel {
			v |= 1 << 30
		}
	}
	return []byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}
}

// TestDecodeCut: half a record, which no section has but a caller may give.
func TestDecodeCut(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		img := parse(t, "cut.o", records(m, rec{Symbol: 0, Length: 2, Extern: true, Type: m.unsigned}))
		sec := &img.Sections[0]
		var dst [4]objfmt.Reloc
		if n, _, err := img.Format.Decode(img, sec, dst[:], sec.Raw[4:]); n != 0 || err == nil {
			t.Errorf("%d records, %v", n, err)
		}
	})
}

// TestDecodeReuse: nothing of the records that were in the caller's array before is left.
func TestDecodeReuse(t *testing.T) {
	for _, path := range fuzz.MachO.Committed(t, testdata) {
		img, err := own.Parse(buffer(t, path))
		if err != nil {
			continue // a universal file
		}
		for i := range img.Sections {
			sec := &img.Sections[i]
			clean, dirty := make([]objfmt.Reloc, 50), make([]objfmt.Reloc, 50)
			for i := range dirty {
				dirty[i] = objfmt.Reloc{Offset: 1 << 63, Addend: -7, Type: 99, Sym: 98, Sub: 97, HasAddend: true}
			}
			n, rest, err := img.Format.Decode(img, sec, clean, sec.Raw)
			n2, rest2, err2 := img.Format.Decode(img, sec, dirty, sec.Raw)
			if n != n2 || err != nil || err2 != nil || !same(rest, rest2) || !slices.Equal(clean[:n], dirty[:n]) {
				t.Errorf("%s: section %d: %+v, %v\n%+v, %v", path, sec.Number, clean[:n], err, dirty[:n2], err2)
			}
		}
		img.Close()
	}
}

// TestTypes: numbers of types are small and can be taken apart.
func TestTypes(t *testing.T) {
	seen := map[uint32]bool{own.TypePointer32: true, own.TypePointer64: true, own.TypeStub: true}
	for typ := range uint8(16) {
		for _, pcrel := range []bool{false, true} {
			for length := range uint8(4) {
				n := own.RelocType(typ, pcrel, length)
				if gotType, gotRel, gotLength, made := own.SplitType(n); seen[n] || n >= own.NumTypes || gotType != typ || gotRel != pcrel || gotLength != length || made {
					t.Errorf("%#x", n)
				}
				seen[n] = true
			}
		}
	}
	for _, n := range []uint32{own.TypePointer32, own.TypePointer64, own.TypeStub} {
		if _, _, _, made := own.SplitType(n); !made || n >= own.NumTypes {
			t.Errorf("%#x", n)
		}
	}
}

// TestDecodeThumb: a scattered record about the address of a Thumb function names that,
// whatever other symbols are there; a weak one it does not mean.
func TestDecodeThumb(t *testing.T) {
	const thumbDef, weakDef = 8, 0x80
	f := objgen.MachO{CPU: 12, Subtype: 9}
	var rs []rec
	for _, addr := range []uint32{0x10, 0x11, 0x20, 0x30, 0x40} {
		rs = append(rs, rec{Address: 4 * uint32(len(rs)), Value: addr, Length: 2, Scattered: true})
	}
	rs = append(rs, rec{Address: 4, Value: 0x10, Type: 2, Length: 2, Scattered: true}, rec{Value: 0x10, Type: 1, Length: 2, Scattered: true})
	f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: 0x80000400, Data: make([]byte, 0x100), Relocs: rs})
	for _, s := range []struct {
		value uint64
		desc  uint16
	}{{0x10, 0}, {0x10, thumbDef}, {0x10, thumbDef}, {0x20, 0}, {0x30, thumbDef | weakDef}, {0x40, thumbDef}} {
		f.AddSymbol(objgen.MachOSymbol{Name: "f", Type: nSect | nExt, Section: 1, Desc: s.desc, Value: s.value})
	}
	const section = 6
	img := parse(t, "thumb.o", f.Bytes())
	i := 0
	want := []struct {
		sym    objfmt.SymbolID
		addend int64
	}{{1, -0x10}, {section, 0}, {section, 0}, {section, 0}, {5, -0x40}, {1, -0x10}}
	for r, err := range img.Relocs(0) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Sym != want[i].sym || r.Addend != want[i].addend {
			t.Errorf("record %d: symbol %d, addend %#x, want %+v", i, r.Sym, r.Addend, want[i])
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d records", i)
	}
}
