package amd64_test

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
)

// More addresses, for formats with addends in their fields.
const (
	imageB  = 0x00fe0000 // image base
	secAddr = 0x12340000 // where the section of S begins
	secNum  = 7          // its number
	secondS = 0x12300020 // S2
)

// fieldCase is a relocation whose addend is in the field, with the bytes that its
// format's formula gives for S, A and the addresses above, computed outside Go.
type fieldCase struct {
	name   string
	s      uint64
	before string // bytes before the field, hex
	record int64  // what the record adds to the addend in the field
	field  string // the field in the file, hex
	want   string // and in memory
}

var coffCases = []fieldCase{
	{"IMAGE_REL_AMD64_ADDR64", 0x12345678, "", 0, "8967452301000000", "01be793501000000"}, // VA + A
	{"IMAGE_REL_AMD64_ADDR32", 0x12345678, "", 0, "11000000", "89563412"},                 // VA + A
	{"IMAGE_REL_AMD64_ADDR32NB", 0x12345678, "", 0, "08000000", "80563611"},               // RVA + A
	{"IMAGE_REL_AMD64_REL32", 0x12345678, "", 0, "10000000", "74562412"},                  // VA + A - (P + 4)
	{"IMAGE_REL_AMD64_REL32_1", 0x12345678, "", 0, "10000000", "73562412"},                // VA + A - (P + 4 + 1)
	{"IMAGE_REL_AMD64_REL32_2", 0x12345678, "", 0, "10000000", "72562412"},                // VA + A - (P + 4 + 2)
	{"IMAGE_REL_AMD64_REL32_3", 0x12345678, "", 0, "10000000", "71562412"},                // VA + A - (P + 4 + 3)
	{"IMAGE_REL_AMD64_REL32_4", 0x12345678, "", 0, "10000000", "70562412"},                // VA + A - (P + 4 + 4)
	{"IMAGE_REL_AMD64_REL32_5", 0x12345678, "", 0, "10000000", "6f562412"},                // VA + A - (P + 4 + 5)
	{"IMAGE_REL_AMD64_SECTION", 0x12345678, "", 0, "0000", "0700"},                        // section number + A
	{"IMAGE_REL_AMD64_SECREL", 0x12345678, "", 0, "08000000", "80560000"},                 // offset in the section + A
	{"IMAGE_REL_AMD64_SECREL7", 0x12340041, "", 0, "85", "c6"},                            // offset in the section + A in seven bits, the eighth stays
}

// section is a section with a field.
func section(before, field string) []byte {
	file := filler()
	b, _ := hex.DecodeString(before + field)
	copy(file[at-len(before)/2:], b)
	return file
}

// fieldWorld is a world with another table, and S2 as symbol 2.
func fieldWorld(t testing.TB, table *reloc.Table, file []byte, r reloc.Reloc) *world {
	t.Helper()
	w := &world{t: t}
	syms := make([]objfmt.Symbol, 3)
	var sc reloc.Scanner
	sc.Begin(len(syms))
	if _, why := sc.Scan(table, uint64(len(file)), []reloc.Reloc{r}); why != reloc.OK {
		t.Fatalf("scan refuses %s: %v", table.Name(r.Type), why)
	}
	sc.End(table, syms, func(objfmt.SymbolID) bool { return true }, make([]uint32, len(syms)), &w.plan)
	w.env = reloc.Env{
		Table: table, Plan: &w.plan, Base: tableT, Image: imageB, Addr: make([]uint64, len(syms)+len(w.plan.Entries)),
		About: about{},
	}
	w.env.Addr[2] = secondS
	for i, e := range w.plan.Entries {
		w.env.Addr[len(syms)+i] = made[e.Need]
	}
	w.place = reloc.Place{Mem: append([]byte(nil), file...), File: file, Addr: fieldP - at}
	return w
}

func fieldRow(t testing.TB, table *reloc.Table, name string) reloc.Reloc {
	t.Helper()
	for i := range table.Rows {
		if table.Rows[i].Name == name {
			r := reloc.Reloc{Offset: at, Type: uint32(i), Sym: 1, Sub: objfmt.NoSymbol}
			if table.Rows[i].Expr == reloc.Diff {
				r.Sub = 2
			}
			return r
		}
	}
	t.Fatalf("no row is called %s", name)
	return reloc.Reloc{}
}

// testFieldRows applies all cases twice, then with the whole addend in the record.
func testFieldRows(t *testing.T, table *reloc.Table, cases []fieldCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := fieldRow(t, table, c.name)
			r.Addend, r.HasAddend = c.record, strings.HasPrefix(c.name, "indirect") // what is in such a field does not count
			file, want := section(c.before, c.field), hex.EncodeToString(section(c.before, c.want))
			w := fieldWorld(t, table, file, r)
			for range 2 { // the second time the memory no longer has the addend
				if got := w.apply(c.s, r); got != want {
					t.Errorf("S %#x P %#x:\n got %s\nwant %s", c.s, uint64(fieldP), got, want)
				}
			}
			if len(c.field) == 8 {
				b, _ := hex.DecodeString(c.field)
				r.HasAddend, r.Addend = true, c.record+int64(int32(binary.LittleEndian.Uint32(b)))
				if got := fieldWorld(t, table, file, r).apply(c.s, r); got != want {
					t.Errorf("addend in the record:\n got %s\nwant %s", got, want)
				}
			}
		})
	}
}

// testFieldTouched names the rows that no case touches, and tries those that are
// refused or write nothing.
func testFieldTouched(t *testing.T, table *reloc.Table, cases []fieldCase, nothing, refused []string) {
	touched := map[string]bool{}
	for _, c := range cases {
		touched[c.name] = true
	}
	for _, n := range nothing {
		touched[n] = true
		r := fieldRow(t, table, n)
		if got := fieldWorld(t, table, filler(), r).apply(1, r); got != hex.EncodeToString(filler()) {
			t.Errorf("%s wrote %s", n, got)
		}
	}
	scan := func(typ uint32) reloc.Fault {
		var sc reloc.Scanner
		sc.Begin(3)
		_, why := sc.Scan(table, 0x28, []reloc.Reloc{{Type: typ, Sym: 1, Sub: 2}})
		return why
	}
	for _, n := range refused {
		touched[n] = true
		if why := scan(fieldRow(t, table, n).Type); why != reloc.UnknownType {
			t.Errorf("%s: fault %d", n, why)
		}
	}
	rows := 0
	for i := range table.Rows {
		n := table.Rows[i].Name
		if n == "" {
			if why := scan(uint32(i)); why != reloc.UnknownType {
				t.Errorf("type %#x without a row: fault %d", i, why)
			}
			continue
		}
		rows++
		if !touched[n] {
			t.Errorf("type %#x: row %q has no case", i, n)
		}
	}
	if len(touched) != rows {
		t.Errorf("%d names for %d rows", len(touched), rows)
	}
}

type fieldLimit struct {
	names       []string
	least, most int64
}

// testFieldLimits puts each field that takes less than 64 bits at both ends of its
// range and one behind them.
func testFieldLimits(t *testing.T, table *reloc.Table, limits []fieldLimit) {
	tried := map[string]bool{}
	for _, l := range limits {
		for _, name := range l.names {
			tried[name] = true
			t.Run(name, func(t *testing.T) { testFieldLimit(t, table, name, l.least, l.most) })
		}
	}
	for i := range table.Rows {
		if w := table.Width(table.Rows[i].Field); w > 0 && w < 8 && !tried[table.Rows[i].Name] {
			t.Errorf("%s: limits of the field are not tried", table.Rows[i].Name)
		}
	}
}

func testFieldLimit(t *testing.T, table *reloc.Table, name string, least, most int64) {
	r := fieldRow(t, table, name)
	h := table.Rows[r.Type]
	r.HasAddend = h.Field < reloc.FieldArch // what the field has stays out
	width := table.Width(h.Field)
	for _, c := range []struct {
		v    int64
		fits bool
	}{{least, true}, {most, true}, {least - 1, false}, {most + 1, false}, {least - 1<<32, false}, {most + 1<<32, false}} {
		file := filler()
		if !r.HasAddend {
			clear(file[at : at+width])
		}
		w := fieldWorld(t, table, file, r)
		s := uint64(c.v) - uint64(int64(h.Adjust))
		switch h.Expr {
		case reloc.PC:
			s += fieldP
		case reloc.Image:
			s += imageB
		case reloc.SecRel:
			s += secAddr
		case reloc.Diff:
			s += secondS
		case reloc.SecNumber:
			w.env.About = about{number: s}
		}
		w.env.Addr[1] = s
		if h.Need == reloc.NeedGOT {
			w.env.Addr[1] = 0 // nothing is relaxed
			w.env.Addr[3+w.plan.Find(reloc.NeedGOT, 1)] = s
		} else if h.Need == reloc.NeedStub {
			w.env.Addr[3+w.plan.Find(reloc.NeedStub, 1)] = s // no nearer
		}
		n, v, why := w.env.Apply(w.place, []reloc.Reloc{r})
		want := append([]byte(nil), file...)
		if c.fits {
			for i := range width {
				want[at+i] = byte(c.v >> (8 * i))
			}
		}
		switch {
		case c.fits && (why != reloc.OK || n != 1):
			t.Errorf("%#x does not fit: fault %d", c.v, why)
		case !c.fits && (why != reloc.OutOfRange || n != 0 || v != uint64(c.v)):
			t.Errorf("%#x: fault %d with value %#x", c.v, why, v)
		case string(w.place.Mem) != string(want):
			t.Errorf("%#x:\n got % x\nwant % x", c.v, w.place.Mem, want)
		}
	}
}

func TestCOFFRows(t *testing.T) {
	testFieldRows(t, amd64.COFF, coffCases)
	testFieldTouched(t, amd64.COFF, coffCases, []string{"IMAGE_REL_AMD64_ABSOLUTE"},
		coffRefused())
}

// coffRefused are the types without support: all from TOKEN on.
func coffRefused() (names []string) {
	for _, h := range amd64.COFF.Rows[13:] {
		if h.Name != "" {
			names = append(names, h.Name)
		}
	}
	return names
}

func TestCOFFLimits(t *testing.T) {
	testFieldLimits(t, amd64.COFF, []fieldLimit{
		{[]string{
			"IMAGE_REL_AMD64_REL32", "IMAGE_REL_AMD64_REL32_1", "IMAGE_REL_AMD64_REL32_2", "IMAGE_REL_AMD64_REL32_3",
			"IMAGE_REL_AMD64_REL32_4", "IMAGE_REL_AMD64_REL32_5", "IMAGE_REL_AMD64_ADDR32", "IMAGE_REL_AMD64_SECREL",
		}, -0x80000000, 0x7fffffff},
		{[]string{"IMAGE_REL_AMD64_ADDR32NB"}, 0, 0xffffffff},
		{[]string{"IMAGE_REL_AMD64_SECTION"}, -0x8000, 0xffff},
		{[]string{"IMAGE_REL_AMD64_SECREL7"}, 0, 127},
	})
}

// TestCOFFNumbers: numbers of the specification's table.
func TestCOFFNumbers(t *testing.T) {
	for n, want := range []string{
		"ABSOLUTE", "ADDR64", "ADDR32", "ADDR32NB", "REL32", "REL32_1", "REL32_2", "REL32_3", "REL32_4", "REL32_5",
		"SECTION", "SECREL", "SECREL7", "TOKEN", "SREL32", "PAIR", "SSPAN32",
		"EHANDLER", "IMPORT_BR", "IMPORT_CALL", "CFG_BR", "CFG_BR_REX", "CFG_CALL", "INDIR_BR", "INDIR_BR_REX", "INDIR_CALL",
		"", "", "", "", "", "", "INDIR_BR_SWITCHTABLE_FIRST", "INDIR_BR_SWITCHTABLE_FIRST+1",
	} {
		if want != "" {
			want = "IMAGE_REL_AMD64_" + want
		}
		if got := amd64.COFF.Name(uint32(n)); got != want {
			t.Errorf("type %d is %q, want %s", n, got, want)
		}
	}
	if n := len(amd64.COFF.Rows); n != 48 || amd64.COFF.Name(47) != "IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_LAST" {
		t.Errorf("%d rows", n)
	}
}

// TestCOFFPlan: displacements need no stub of the object's, but a symbol within
// reach; absolute fields a low one.
func TestCOFFPlan(t *testing.T) {
	for name, want := range map[string]reloc.Direct{
		"IMAGE_REL_AMD64_REL32": {Sym: 1, PC: true}, "IMAGE_REL_AMD64_REL32_5": {Sym: 1, PC: true},
		"IMAGE_REL_AMD64_ADDR32NB": {Sym: 1, PC: true}, "IMAGE_REL_AMD64_ADDR32": {Sym: 1, LowSigned: true},
		"IMAGE_REL_AMD64_ADDR64": {}, "IMAGE_REL_AMD64_SECREL": {}, "IMAGE_REL_AMD64_SECTION": {},
	} {
		p := fieldWorld(t, amd64.COFF, filler(), fieldRow(t, amd64.COFF, name)).plan
		var got reloc.Direct
		if len(p.Direct) > 0 {
			got = p.Direct[0]
		}
		if got != want || p.StubSize != 0 || p.SlotSize != 0 || p.Low32 != want.LowSigned {
			t.Errorf("%s: direct %+v, %d bytes of stubs, %d of slots, low %v", name, got, p.StubSize, p.SlotSize, p.Low32)
		}
	}
}

// TestCOFFClassicStub compares RuntimeDyld's stub with what it is documented to be.
func TestCOFFClassicStub(t *testing.T) {
	c := amd64.COFF.Classic
	b := make([]byte, c.Size)
	if !c.Write(b, 0, 0x1000, 0x1122334455667788) || hex.EncodeToString(b) != "ff25000000008877665544332211" {
		t.Errorf("stub is % x", b)
	}
	for typ := range uint32(17) {
		if got, want := c.Stub(typ), typ >= 3 && typ <= 9; got != want || !c.Reserves(typ) {
			t.Errorf("%s has a stub: %v", amd64.COFF.Name(typ), got)
		}
	}
}
