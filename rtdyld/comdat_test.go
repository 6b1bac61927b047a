package rtdyld_test

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// comdat is an object with a COMDAT section of data, its leader v.
type comdat struct {
	selection uint8
	data      string // with the padding
	length    uint32 // as the section's symbol says
	names     string // of what its fields of eight bytes lead to, one letter each; lower case for local ones
	bss       bool   // without contents
}

// Characteristics: data, without contents, code, COMDAT.
const (
	chData, chBSS, chRead, chCode, chComdat = 0xc0500040, 0xc0500080, 0x40500040, 0x60500020, 0x1000
)

func (c comdat) bytes() []byte {
	f := &objgen.COFF{Machine: 0x8664}
	s := objgen.COFFSection{Name: ".data$v", Flags: chData | chComdat, Data: []byte(c.data)}
	if c.bss {
		s.Flags, s.Data, s.Size = chBSS|chComdat, nil, uint32(len(c.data))
	}
	n := f.Add(s)
	b := binary.LittleEndian.AppendUint32(nil, c.length)
	f.AddSymbol(objgen.COFFSymbol{Name: ".data$v", Section: n, Class: 3, Aux: [][]byte{append(b, make([]byte, 10)...)}})
	f.AddSymbol(objgen.COFFSymbol{Name: "v", Section: n, Class: 2})
	for i, r := range c.names {
		class := uint8(2)
		if r >= 'a' {
			class = 3
		}
		sym := f.AddSymbol(objgen.COFFSymbol{Name: string(r), Section: -1, Value: uint32(r), Class: class})
		f.Section(n).Relocs = append(f.Section(n).Relocs, objgen.COFFReloc{Address: uint32(8 * i), Sym: sym, Type: 1})
	}
	return f.Bytes()
}

// object parses it, with the selection in its place.
func (c comdat) object(t *testing.T, name string) *objfmt.ObjectImage {
	b := c.bytes()
	symbols := binary.LittleEndian.Uint32(b[8:])
	b[symbols+18+14] = c.selection
	return parse(t, name, b)
}

// TestCOFFPadding: which of two COMDAT sections counts is decided by what their
// symbols say of their length, whatever padding an assembler has added, and by both
// of their selections, whichever comes first.
func TestCOFFPadding(t *testing.T) {
	const only, any, same, exact, largest = 1, 2, 3, 4, 6
	pad := func(s string, n int) string { return s + strings.Repeat("\x00", n-len(s)) }
	text16 := "sixteen bytes ok"
	for _, c := range []struct {
		name string
		a, b comdat
		want string // "a", "b" or the error; of the other order as well if it is no letter
	}{
		{"same size, one padded", comdat{selection: same, data: "data", length: 4}, comdat{selection: same, data: pad("else", 16), length: 4}, "a"},
		{"same size, length is not said", comdat{selection: same, data: "data"}, comdat{selection: same, data: pad("else", 16)}, "sizes 4 and 16 differ"},
		{"same size, length is a lie", comdat{selection: same, data: "data", length: 400}, comdat{selection: same, data: "else", length: 4}, "a"},
		{"same size, padded to one size", comdat{selection: same, data: pad("data", 16), length: 4}, comdat{selection: same, data: pad("else", 16), length: 5}, "sizes 4 and 5 differ"},
		{"same size and any", comdat{selection: any, data: "data", length: 4}, comdat{selection: same, data: pad("else", 16), length: 4}, "a"},
		{"same size and any, another size", comdat{selection: any, data: "data", length: 4}, comdat{selection: same, data: "elsewhere", length: 9}, "sizes 4 and 9 differ"},
		{"any and any", comdat{selection: any, data: "data", length: 4}, comdat{selection: any, data: "elsewhere", length: 9}, "a"},
		{"zero filled and not", comdat{selection: any, data: "\x00\x00\x00\x00", length: 4, bss: true}, comdat{selection: same, data: pad("", 16), length: 4}, "a"},
		{"only and any", comdat{selection: any, data: "data", length: 4}, comdat{selection: only, data: "data", length: 4}, "there may be one only"},
		{"largest and any", comdat{selection: any, data: pad("data", 16), length: 4}, comdat{selection: largest, data: "elsewhere", length: 9}, "b"},
		{"largest, padded", comdat{selection: largest, data: pad("data", 16), length: 4}, comdat{selection: largest, data: "else", length: 4}, "a"},
		{"largest and same size", comdat{selection: same, data: "data", length: 4}, comdat{selection: largest, data: "data", length: 4}, `selections "same size" and "largest" do not go together`},
		{"exact and same size", comdat{selection: exact, data: "data", length: 4}, comdat{selection: same, data: "data", length: 4}, `selections "exact match" and "same size" do not go together`},
		{"exact, one padded", comdat{selection: exact, data: "data", length: 4}, comdat{selection: exact, data: pad("data", 16), length: 4}, "a"},
		{"exact, other padding", comdat{selection: exact, data: pad("data", 16), length: 4}, comdat{selection: exact, data: "data, and else", length: 4}, "a"},
		{"exact, another length", comdat{selection: exact, data: pad("data", 16), length: 4}, comdat{selection: exact, data: pad("data", 16), length: 5}, "contents differ"},
		{"exact and any", comdat{selection: any, data: "data", length: 4}, comdat{selection: exact, data: "else", length: 4}, "contents differ"},
		{"exact, the same fields", comdat{selection: exact, data: text16, length: 16, names: "AB"}, comdat{selection: exact, data: text16, length: 16, names: "AB"}, "a"},
		{"exact, another name", comdat{selection: exact, data: text16, length: 16, names: "AB"}, comdat{selection: exact, data: text16, length: 16, names: "AC"}, "relocations differ at 0x8"},
		{"exact, other local names", comdat{selection: exact, data: text16, length: 16, names: "Ax"}, comdat{selection: exact, data: text16, length: 16, names: "Ay"}, "a"},
		{"exact, local and not", comdat{selection: exact, data: text16, length: 16, names: "Ax"}, comdat{selection: exact, data: text16, length: 16, names: "AX"}, "relocations differ at 0x8"},
		{"exact, one field more", comdat{selection: exact, data: text16, length: 16, names: "A"}, comdat{selection: exact, data: text16, length: 16, names: "AB"}, "relocations differ at 0x8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, swapped := range []bool{false, true} {
				a, b := c.a.object(t, "a"), c.b.object(t, "b")
				imgs := []*objfmt.ObjectImage{a, b}
				want := c.want
				if swapped {
					slices.Reverse(imgs)
					if want == "a" && (c.a.selection != largest || c.a.length == c.b.length) {
						want = "b" // the first
					}
				}
				for i := range imgs { // the absolute symbols are those of both
					imgs[i] = weakened(t, imgs[i])
				}
				r := newRig(t, rtdyld.Config{})
				objs, err := r.Load(t.Context(), imgs...)
				if len(want) > 1 {
					e := wantErr[*rtdyld.DuplicateError](t, err, rtdyld.ErrDuplicate)
					if !swapped && (e.Symbol != "v" || e.Why != want) {
						t.Errorf("error is %v, want %s", e, want)
					}
					continue
				}
				if err != nil {
					t.Errorf("swapped %t: %v", swapped, err)
					continue
				}
				r.finalize()
				for _, o := range objs {
					if got := len(o.Sections()) > 0; got != (o.Name() == want) {
						t.Errorf("swapped %t: %s has its section: %t", swapped, o.Name(), got)
					}
				}
			}
		})
	}
}

// weakened is an image whose absolute symbols give way to others of their names.
func weakened(t *testing.T, img *objfmt.ObjectImage) *objfmt.ObjectImage {
	t.Helper()
	n := *img
	n.Symbols = slices.Clone(img.Symbols)
	for i := range n.Symbols {
		if s := &n.Symbols[i]; s.Section == objfmt.SecAbs && s.Bind == objfmt.BindGlobal {
			s.Bind = objfmt.BindWeak
		}
	}
	return &n
}

// TestCOFFLeftover: a jump table of GNU's compilers outlives its function, which
// another compiler has made otherwise in the object that counts; code that mentions a
// place in a dropped function is refused.
func TestCOFFLeftover(t *testing.T) {
	object := func(name string, size int, section string, flags uint32) *objfmt.ObjectImage {
		f := &objgen.COFF{Machine: 0x8664}
		code := f.Add(objgen.COFFSection{Name: ".text$f", Flags: chCode | chComdat, Data: slices.Repeat([]byte{0xc3}, size)})
		sym := f.AddSectionSymbol(code, 2, 0)
		f.AddSymbol(objgen.COFFSymbol{Name: "f", Section: code, Class: 2, Type: 0x20})
		table := f.Add(objgen.COFFSection{Name: section, Flags: flags, Data: []byte{8, 0, 0, 0, 0, 0, 0, 0}, Relocs: []objgen.COFFReloc{{Address: 0, Sym: sym, Type: 4}}})
		f.AddSectionSymbol(table, 0, 0)
		f.AddSymbol(objgen.COFFSymbol{Name: "table_" + name, Section: table, Class: 2})
		return parse(t, name, f.Bytes())
	}
	m := &memory{}
	m.place = func(_ int, r rtdyld.Request) uint64 { // the second object is far from the first
		if r.Object == "b" {
			return 1 << 40
		}
		return 0
	}
	r := newRig(t, rtdyld.Config{Memory: m})
	objs, err := r.Load(t.Context(), object("a", 16, ".rdata", chRead))
	if err != nil {
		t.Fatal(err)
	}
	more, err := r.Load(t.Context(), object("b", 32, ".rdata", chRead))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	if got, want := r.target(r.addr("table_a")), r.addr("f")+8; got != want {
		t.Errorf("the table leads to %#x, want %#x", got, want)
	}
	if got, want := r.target(r.addr("table_b")), r.addr("table_b")+8; got != want {
		t.Errorf("the leftover leads to %#x, want its own place, %#x", got, want)
	}
	r.unload(append(objs, more...)...)

	for _, c := range []struct {
		section string
		flags   uint32
	}{{".text", chCode}, {".CRT$XCU", chRead}, {".pdata", chRead}} {
		r = newRig(t, rtdyld.Config{})
		_, err = r.Load(t.Context(), object("a", 16, ".rdata", chRead), object("b", 32, c.section, c.flags))
		if e := wantErr[*rtdyld.DroppedError](t, err, nil); e.Group != "f" || e.Object != "b" || e.Winner != "a" {
			t.Errorf("%s: %v", c.section, e)
		}
	}
}

// TestRefusedTypes: types with a name and without support are refused by that name, as
// not supported; numbers without a name are unknown.
func TestRefusedTypes(t *testing.T) {
	named := 0
	for _, target := range []struct {
		machine uint16
		file    string
	}{{0x8664, ""}, {0x14c, ""}, {0x1c4, ""}, {0xaa64, ""}} {
		try := func(typ uint32) error {
			f := &objgen.COFF{Machine: target.machine}
			text := f.Add(objgen.COFFSection{Name: ".text", Flags: chCode, Data: make([]byte, 16)})
			sym := f.AddSymbol(objgen.COFFSymbol{Name: "f", Section: text, Class: 2, Type: 0x20})
			f.Section(text).Relocs = []objgen.COFFReloc{{Address: 4, Sym: sym, Type: uint16(typ)}}
			r := newRig(t, rtdyld.Config{})
			_, err := r.Load(t.Context(), parse(t, "a.o", f.Bytes()))
			return err
		}
		img := parse(t, "x.o", (&objgen.COFF{Machine: target.machine}).Bytes())
		rows := rtdyld.Relocations(img).Rows
		for typ := range uint32(len(rows)) + 2 {
			name := ""
			if int(typ) < len(rows) {
				name = rows[typ].Name
				if rows[typ].Expr != reloc.Unknown {
					continue
				}
			}
			e := wantErr[*rtdyld.RelocError](t, try(typ), rtdyld.ErrUnsupported)
			if !errors.Is(e, objfmt.ErrUnsupported) {
				t.Errorf("%v is not objfmt's", e)
			}
			msg := e.Error()
			switch {
			case name != "" && msg != "a.o: .text+0x4: "+name+" to f: not supported":
				t.Errorf("type %s: %s", name, msg)
			case name == "" && !strings.HasSuffix(msg, " to f: unknown type"):
				t.Errorf("type %d: %s", typ, msg)
			case name != "":
				named++
			}
		}
	}
	if named < 8 {
		t.Errorf("%d types are refused by name", named)
	}
}
