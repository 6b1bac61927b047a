package arm_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk/arm"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// part is a section of an object.
type part struct {
	role objfmt.Role
	addr uint64
	link objfmt.SectionID
	size uint64      // of code
	at   [][2]uint32 // of a table: addresses of function and, if not inline, more
}

const none = objfmt.SecUndef

// object makes one whose tables have the entries, in words of either order.
func object(parts []part, big bool) *quirk.Object {
	order := bin.Order{Big: big}
	img := &objfmt.ObjectImage{Big: big, SecStrings: []byte{0}}
	mem := map[objfmt.SectionID][]byte{}
	for i, p := range parts {
		s := objfmt.Section{Role: p.role, Kind: objfmt.KindCode, Size: p.size, Flags: objfmt.SecLoad, Link: p.link, Number: uint32(i + 1)}
		if p.role == objfmt.RoleExidx {
			s.Kind, s.Size = objfmt.KindReadOnly, uint64(8*len(p.at))
			b := make([]byte, s.Size)
			for k, e := range p.at {
				at := uint32(p.addr) + uint32(8*k)
				order.PutU32(b[8*k:], (e[0]-at)&^(1<<31))
				if e[1] != 1 && e[1]>>31 == 0 {
					e[1] = (e[1] - at - 4) &^ (1 << 31)
				}
				order.PutU32(b[8*k+4:], e[1])
			}
			mem[objfmt.SectionID(i)] = b
		}
		img.Sections = append(img.Sections, s)
	}
	o := &quirk.Object{Name: "x.o", Image: img, Layout: new(place.Layout), Mem: func(id objfmt.SectionID) []byte { return mem[id] }}
	o.Layout.Init(img.Sections, make([]place.Section, len(parts)+place.NumMade), false, objfmt.KindReadOnly)
	for i, p := range parts {
		o.Layout.Sections[i].Addr = p.addr
	}
	return o
}

// decode lists the entries of a table with addresses.
func decode(mem []byte, addr uint32, order bin.Order) (all [][2]uint32) {
	to := func(off int) uint32 { w := order.U32(mem[off:]); return addr + uint32(off) + uint32(int32(w<<1)>>1) }
	for off := 0; off < len(mem); off += 8 {
		e := [2]uint32{to(off), order.U32(mem[off+4:])}
		if e[1] != 1 && e[1]>>31 == 0 {
			e[1] = to(off + 4)
		}
		all = append(all, e)
	}
	return all
}

// TestIndex: the table is sorted, says where code ends that nothing adjoins, and leaves
// out what was dropped or is empty.
func TestIndex(t *testing.T) {
	const inline = 0x8000b0b0
	code := func(addr, size uint64) part { return part{addr: addr, size: size} }
	table := func(addr uint64, link objfmt.SectionID, at ...[2]uint32) part {
		return part{role: objfmt.RoleExidx, addr: addr, link: link, at: at}
	}
	const to = 0x30000
	for _, tt := range []struct {
		name   string
		parts  []part
		erased records.Span // of section 1
		want   [][2]uint32
	}{
		{"one", []part{code(0x1000, 0x40), table(0x20000, 0, [2]uint32{0x1000, inline})}, records.Span{},
			[][2]uint32{{0x1000, inline}, {0x1040, 1}}},
		{"no end behind what cannot be unwound", []part{code(0x1000, 0x40), table(0x20000, 0, [2]uint32{0x1000, 1})}, records.Span{},
			[][2]uint32{{0x1000, 1}}},
		{"out of order and far", []part{code(0x2000, 0x40), table(0x20000, 0, [2]uint32{0x2000, 0x28000}), code(0x1000, 0x40), table(0x20100, 2, [2]uint32{0x1000, inline})}, records.Span{},
			[][2]uint32{{0x1000, inline}, {0x1040, 1}, {0x2000, 0x28000}, {0x2040, 1}}},
		{"adjoining", []part{code(0x1000, 0x40), table(0x20000, 0, [2]uint32{0x1000, inline}), code(0x1040, 0x40), table(0x20100, 2, [2]uint32{0x1040, inline})}, records.Span{},
			[][2]uint32{{0x1000, inline}, {0x1040, inline}, {0x1080, 1}}},
		{"empty function at the end", []part{code(0x1000, 0x40), table(0x20000, 0, [2]uint32{0x1000, inline}, [2]uint32{0x1040, 1}), code(0x1040, 0x10)}, records.Span{},
			[][2]uint32{{0x1000, inline}, {0x1040, 1}}},
		{"dropped", []part{code(0x1000, 0x40), table(0x20000, none, [2]uint32{0x1000, inline}, [2]uint32{0x9000, inline}, [2]uint32{0x1020, inline})}, records.Span{From: 8, To: 16},
			[][2]uint32{{0x1000, inline}, {0x1020, inline}, {0x1040, 1}}},
	} {
		for _, big := range []bool{false, true} {
			o := object(tt.parts, big)
			if tt.erased.To > 0 {
				o.Erased = records.Erased{{ID: 1, Spans: []records.Span{tt.erased}}}
			}
			index := arm.ELF.Index
			size, err := index.Size(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			mem := make([]byte, size)
			used, err := index.Write(t.Context(), o, mem, to)
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
				continue
			}
			got := decode(mem[:used], to, bin.Order{Big: big})
			if len(got) != len(tt.want) {
				t.Errorf("%s: %#x, want %#x", tt.name, got, tt.want)
				continue
			}
			for i := range got {
				if got[i] != tt.want[i] {
					t.Errorf("%s: entry %d is %#x, want %#x", tt.name, i, got[i], tt.want[i])
				}
			}
			entries := uint64(0)
			for _, p := range index.Parts(o, mem[:used], to) {
				for _, e := range decode(mem[p.From:p.To], to+uint32(p.From), bin.Order{Big: big}) {
					if fn := uint64(e[0]); fn < p.Lo || fn >= p.Hi {
						t.Errorf("%s: part of %#x to %#x has %#x", tt.name, p.Lo, p.Hi, fn)
					}
				}
				entries += (p.To - p.From) / 8
			}
			if entries == 0 || entries > used/8 {
				t.Errorf("%s: parts with %d of %d entries", tt.name, entries, used/8)
			}
		}
	}
}

// TestIndexErrors: what is no index table is an error.
func TestIndexErrors(t *testing.T) {
	code := part{addr: 0x1000, size: 0x40}
	o := object([]part{code, {role: objfmt.RoleExidx, addr: 0x20000, at: [][2]uint32{{0x1000, 1}}}}, false)
	o.Image.Sections[1].Size = 12
	if _, err := arm.ELF.Index.Size(t.Context(), o); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "no multiple") {
		t.Errorf("a table of 12 bytes: %v", err)
	}
	write := func(o *quirk.Object, at uint64) error {
		_, err := arm.ELF.Index.Write(t.Context(), o, make([]byte, 64), at)
		return err
	}
	o = object([]part{code, {role: objfmt.RoleExidx, addr: 0x20000, at: [][2]uint32{{0x1040, 1}}, link: none}}, false)
	if err := write(o, 0x30000); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "no code") {
		t.Errorf("an entry for no code: %v", err)
	}
	o = object([]part{code, {role: objfmt.RoleExidx, addr: 0x20000, at: [][2]uint32{{0x1000, 1}}, link: none}}, false)
	o.Mem(1)[3] |= 0x80
	if err := write(o, 0x30000); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "highest bit") {
		t.Errorf("an entry with the highest bit set: %v", err)
	}
	o = object([]part{code, {role: objfmt.RoleExidx, addr: 0x20000, at: [][2]uint32{{0x1000, 1}}, link: none}}, false)
	var re *reloc.RangeError
	if err := write(o, 0x60000000); !errors.As(err, &re) || re.Section != "<exidx>" {
		t.Errorf("a table out of reach: %v", err)
	}
}
