package x86_test

import (
	"debug/elf"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
)

// The addresses that all row tests use.
const (
	fieldP  = 0x100010   // P
	tableT  = 0x40000000 // GOT
	imageB  = 0x00fe0000 // image base
	symSize = 0x30       // Z
	secAddr = 0x12340000 // where the section of S begins
	secNum  = 7          // its number
	secondS = 0x12300020 // S2
	at      = 0x10       // offset of the field in its section
)

// made has the address or value of what the linker makes for the symbol.
var made = [reloc.NumNeeds]uint64{
	reloc.NeedGOT:   tableT + 0x18,
	reloc.NeedTLSGD: tableT + 0x100, reloc.NeedTLSLD: tableT + 0x200, reloc.NeedTPSlot: tableT + 0x300,
	reloc.NeedTLSDesc: tableT + 0x400,
	reloc.NeedTPOff:   1<<64 - 0x40, reloc.NeedDTPOff: 0x28, reloc.NeedDTPMod: 3,
}

// rowCase is a relocation with the bytes that its ABI's formula gives for S, A and
// the addresses above, computed outside Go.
type rowCase struct {
	name   string
	s      uint64
	before string // bytes before the field, hex
	record int64  // what the record adds to the addend in the field
	field  string // the field in the file, hex
	want   string // and in memory
}

var elfCases = []rowCase{
	{"R_386_32", 0x12345678, "", 0, "11000000", "89563412"},           // S + A
	{"R_386_32", 0xfffffff0, "", 0, "20000000", "10000000"},           // S + A, wrapped
	{"R_386_PC32", 0x12345678, "", 0, "fcffffff", "64562412"},         // S + A - P
	{"R_386_PC32", 0xfffff000, "", 0, "fcffffff", "ecefefff"},         // S + A - P
	{"R_386_GOT32", 0x12345678, "8b83", 0, "04000000", "1c000000"},    // G + A - GOT: mov 4(%ebx),%eax
	{"R_386_GOT32", 0x12345678, "8b05", 0, "04000000", "1c000040"},    // G + A: mov 4,%eax
	{"R_386_PLT32", 0x12345678, "", 0, "fcffffff", "64562412"},        // L + A - P, of a function that is reached directly
	{"R_386_GOTOFF", 0x12345678, "", 0, "10000000", "885634d2"},       // S + A - GOT
	{"R_386_GOTPC", 0x12345678, "", 0, "02000000", "f2ffef3f"},        // GOT + A - P
	{"R_386_32PLT", 0x12345678, "", 0, "03000000", "7b563412"},        // L + A
	{"R_386_TLS_IE", 0x12345678, "", 0, "04000000", "04030040"},       // the address of the slot with the negative offset + A
	{"R_386_TLS_GOTIE", 0x12345678, "", 0, "04000000", "04030000"},    // that slot - GOT + A
	{"R_386_TLS_LE", 0x12345678, "", 0, "04000000", "c4ffffff"},       // the negative offset + A
	{"R_386_TLS_GD", 0x12345678, "", 0, "04000000", "04010000"},       // the pair - GOT + A
	{"R_386_TLS_LDM", 0x12345678, "", 0, "04000000", "04020000"},      // the object's pair - GOT + A
	{"R_386_16", 0xfff0, "", 0, "0500", "f5ff"},                       // S + A
	{"R_386_16", 0xffff8000, "", 0, "0000", "0080"},                   // S + A, negative
	{"R_386_PC16", 0x101244, "", 0, "feff", "3212"},                   // S + A - P
	{"R_386_8", 0xf0, "", 0, "03", "f3"},                              // S + A
	{"R_386_8", 0xffffff80, "", 0, "00", "80"},                        // S + A, negative
	{"R_386_PC8", 0xffff0, "", 0, "ff", "df"},                         // S + A - P
	{"R_386_TLS_LDO_32", 0x12345678, "", 0, "04000000", "2c000000"},   // the offset in the block + A
	{"R_386_TLS_LE_32", 0x12345678, "", 0, "04000000", "44000000"},    // the offset + A
	{"R_386_TLS_IE_32", 0x12345678, "", 0, "04000000", "08030000"},    // the slot's second word + A - GOT
	{"R_386_SIZE32", 0x12345678, "", 0, "02000000", "32000000"},       // Z + A
	{"R_386_TLS_GOTDESC", 0x12345678, "", 0, "04000000", "04040000"},  // the descriptor - GOT + A
	{"R_386_GOT32X", 0x12345678, "8b83", 0, "04000000", "1c000000"},   // G + A - GOT: mov 4(%ebx),%eax
	{"R_386_GOT32X", 0x12345678, "8b05", 0, "04000000", "1c000040"},   // G + A: mov 4,%eax
	{"R_386_GOT32X", 0x12345678, "ff15", 0, "00000000", "18000040"},   // G + A: call *0
	{"R_386_GOT32X", 0x12345678, "ff93", 0, "00000000", "18000000"},   // G + A - GOT: call *0(%ebx)
	{"R_386_GOT32X", 0x12345678, "8b048d", 0, "00000000", "18000000"}, // G + A - GOT: mov 0(,%ecx,4),%eax has an index
}

// dynamicTypes are those that the psABI gives dynamic linkers alone.
var dynamicTypes = []string{
	"R_386_COPY", "R_386_GLOB_DAT", "R_386_JMP_SLOT", "R_386_RELATIVE", "R_386_TLS_TPOFF",
	"R_386_TLS_DTPMOD32", "R_386_TLS_DTPOFF32", "R_386_TLS_TPOFF32", "R_386_TLS_DESC", "R_386_IRELATIVE",
}

// refusedTypes have a name and no support.
var refusedTypes = []string{
	"R_386_TLS_GD_32", "R_386_TLS_GD_PUSH", "R_386_TLS_GD_CALL", "R_386_TLS_GD_POP",
	"R_386_TLS_LDM_32", "R_386_TLS_LDM_PUSH", "R_386_TLS_LDM_CALL", "R_386_TLS_LDM_POP",
}

// writeNothing are those that only mark a place.
var writeNothing = []string{"R_386_NONE", "R_386_TLS_DESC_CALL"}

// typeOf finds a type's number by its name.
func typeOf(t testing.TB, table *reloc.Table, name string) uint32 {
	t.Helper()
	for i := range table.Rows {
		if table.Rows[i].Name == name {
			return uint32(i)
		}
	}
	t.Fatalf("no row is called %s", name)
	return 0
}

// world is one object with two symbols, S and S2, and one section.
type world struct {
	t     testing.TB
	plan  reloc.Plan
	env   reloc.Env
	place reloc.Place
	entry [reloc.NumNeeds]int // index in env.Addr, 0 for none
}

// newWorld scans relocations of one section to symbol 1, which is in another object.
func newWorld(t testing.TB, table *reloc.Table, file []byte, rs ...reloc.Reloc) *world {
	t.Helper()
	w := &world{t: t}
	syms := make([]objfmt.Symbol, 3)
	var sc reloc.Scanner
	sc.Begin(len(syms))
	if n, why := sc.Scan(table, uint64(len(file)), rs); why != reloc.OK {
		t.Fatalf("scan refuses relocation %d: %v", n, why)
	}
	sc.End(table, syms, func(objfmt.SymbolID) bool { return true }, make([]uint32, len(syms)), &w.plan)
	w.env = reloc.Env{
		Table: table, Plan: &w.plan, Base: tableT, Image: imageB, Addr: make([]uint64, len(syms)+len(w.plan.Entries)),
		About: about{},
	}
	w.env.Addr[2] = secondS
	for i, e := range w.plan.Entries {
		w.env.Addr[len(syms)+i] = made[e.Need]
		w.entry[e.Need] = len(syms) + i
	}
	w.place = reloc.Place{Mem: append([]byte(nil), file...), File: file, Addr: fieldP - at}
	return w
}

// apply writes the fields, which must be accepted, and returns the section.
func (w *world) apply(s uint64, rs ...reloc.Reloc) string {
	w.t.Helper()
	w.env.Addr[1] = s
	if n, v, why := w.env.Apply(w.place, rs); why != reloc.OK || n != len(rs) {
		w.t.Fatalf("relocation %d: value %#x: fault %d", n, v, why)
	}
	return hex.EncodeToString(w.place.Mem)
}

// filler surrounds a field, so that a byte written beside it is seen.
func filler() []byte { return []byte(strings.Repeat("\xa5", 0x28)) }

// section is a section with a field.
func section(before, field string) []byte {
	file := filler()
	b, _ := hex.DecodeString(before + field)
	copy(file[at-len(before)/2:], b)
	return file
}

func row(t testing.TB, table *reloc.Table, name string) reloc.Reloc {
	r := reloc.Reloc{Offset: at, Type: typeOf(t, table, name), Sym: 1, Sub: objfmt.NoSymbol}
	if table.Rows[r.Type].Expr == reloc.Diff {
		r.Sub = 2
	}
	return r
}

// testRows applies all cases, twice.
func testRows(t *testing.T, table *reloc.Table, cases []rowCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := row(t, table, c.name)
			r.Addend, r.HasAddend = c.record, strings.HasPrefix(c.name, "indirect") // what is in such a field does not count
			file, want := section(c.before, c.field), hex.EncodeToString(section(c.before, c.want))
			w := newWorld(t, table, file, r)
			for range 2 { // the second time the memory no longer has the addend
				if got := w.apply(c.s, r); got != want {
					t.Errorf("S %#x P %#x:\n got %s\nwant %s", c.s, uint64(fieldP), got, want)
				}
			}
			// The same addend in the record, as RELA has it.
			if len(c.field) == 8 {
				b, _ := hex.DecodeString(c.field)
				r.HasAddend, r.Addend = true, c.record+int64(int32(uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16|uint32(b[3])<<24))
				if got := newWorld(t, table, file, r).apply(c.s, r); got != want {
					t.Errorf("addend in the record:\n got %s\nwant %s", got, want)
				}
			}
		})
	}
}

// testTouched names the rows that no case touches, and tries those that are refused
// or write nothing.
func testTouched(t *testing.T, table *reloc.Table, cases []rowCase, nothing, refused, dynamic []string) {
	touched := map[string]bool{}
	for _, c := range cases {
		touched[c.name] = true
	}
	for _, n := range nothing {
		touched[n] = true
		r := row(t, table, n)
		if got := newWorld(t, table, filler(), r).apply(1, r); got != hex.EncodeToString(filler()) {
			t.Errorf("%s wrote %s", n, got)
		}
	}
	scan := func(r reloc.Reloc) reloc.Fault {
		var sc reloc.Scanner
		sc.Begin(3)
		_, why := sc.Scan(table, 0x28, []reloc.Reloc{r})
		return why
	}
	for k, names := range [][]string{refused, dynamic} {
		for _, n := range names {
			touched[n] = true
			if why := scan(row(t, table, n)); why != []reloc.Fault{reloc.UnknownType, reloc.DynamicType}[k] {
				t.Errorf("%s: fault %d", n, why)
			}
		}
	}
	rows := 0
	for i := range table.Rows {
		n := table.Rows[i].Name
		if n == "" {
			if why := scan(reloc.Reloc{Type: uint32(i), Sym: 1}); why != reloc.UnknownType {
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

// limit is the range that an ABI gives a field.
type limit struct {
	names       []string
	least, most int64
}

// testLimits puts each checked field at both ends of its range and one behind them.
// All others must be those that wrap.
func testLimits(t *testing.T, table *reloc.Table, limits []limit) {
	tried := map[string]bool{}
	for _, l := range limits {
		for _, name := range l.names {
			tried[name] = true
			t.Run(name, func(t *testing.T) { testLimit(t, table, name, l.least, l.most) })
		}
	}
	for i := range table.Rows {
		h := &table.Rows[i]
		var least, most int64
		if h.Field < reloc.FieldArch {
			least, most = h.Field.Limits()
		} else {
			f := &table.Arch.Fields[h.Field-reloc.FieldArch]
			least, most = f.Min, f.Max
		}
		if most-least > 0 && !tried[h.Name] { // of 64 bits it is -1
			t.Errorf("%s: limits of the field are not tried", h.Name)
		}
	}
}

func testLimit(t *testing.T, table *reloc.Table, name string, least, most int64) {
	r := row(t, table, name)
	h := table.Rows[r.Type]
	width := table.Width(h.Field)
	for _, c := range []struct {
		v    int64
		fits bool
	}{{least, true}, {most, true}, {least - 1, false}, {most + 1, false}} {
		file := section("", strings.Repeat("00", width))
		w := newWorld(t, table, file, r)
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

func TestELFRows(t *testing.T) {
	testRows(t, x86.ELF, elfCases)
	testTouched(t, x86.ELF, elfCases, writeNothing, refusedTypes, dynamicTypes)
}

func TestELFLimits(t *testing.T) {
	testLimits(t, x86.ELF, []limit{
		{[]string{"R_386_16"}, -0x8000, 0xffff},
		{[]string{"R_386_PC16"}, -0x8000, 0x7fff},
		{[]string{"R_386_8"}, -0x80, 0xff},
		{[]string{"R_386_PC8"}, -0x80, 0x7f},
	})
}

// TestELFNumbers compares names and numbers with the standard library's.
func TestELFNumbers(t *testing.T) {
	for i := range uint32(260) {
		want := elf.R_386(i).String()
		if strings.Contains(want, "+") || strings.HasPrefix(want, "4") || i == 12 || i == 13 {
			want = "" // the library has no name for it
		}
		if got := x86.ELF.Name(i); got != want {
			t.Errorf("type %d is %q, want %s", i, got, want)
		}
	}
}

// TestGOT32AtStart: no instruction is before a field at a section's first byte.
func TestGOT32AtStart(t *testing.T) {
	r := row(t, x86.ELF, "R_386_GOT32X")
	r.Offset = 0
	if got := newWorld(t, x86.ELF, make([]byte, 4), r).apply(0x1000, r); got != "18000000" {
		t.Errorf("%s", got)
	}
}

// TestELFPlan: slots, thread-local entries and T are noted, and no stub ever.
func TestELFPlan(t *testing.T) {
	for _, c := range []struct {
		name  string
		slots uint64
		stubs uint64
		base  bool
	}{
		{"R_386_PLT32", 0, 0, false}, {"R_386_32PLT", 0, 0, false}, {"R_386_PC32", 0, 0, false}, {"R_386_32", 0, 0, false},
		{"R_386_GOT32", 4, 0, true}, {"R_386_GOT32X", 4, 0, true}, {"R_386_GOTOFF", 0, 0, true}, {"R_386_GOTPC", 0, 0, true},
		{"R_386_TLS_IE", 8, 0, false}, {"R_386_TLS_GOTIE", 8, 0, true}, {"R_386_TLS_IE_32", 8, 0, true}, {"R_386_TLS_GD", 8, 0, true}, {"R_386_TLS_LDM", 8, 0, true},
		{"R_386_TLS_GOTDESC", 8, 8, true}, {"R_386_TLS_LE", 0, 0, false}, {"R_386_TLS_LE_32", 0, 0, false}, {"R_386_TLS_LDO_32", 0, 0, false},
	} {
		w := newWorld(t, x86.ELF, filler(), row(t, x86.ELF, c.name))
		if p := w.plan; p.SlotSize != c.slots || p.StubSize != c.stubs || p.UsesBase != c.base || p.Low32 || len(p.Direct) != 0 {
			t.Errorf("%s: %d bytes of slots, %d of stubs, base %v, low %v, direct %v", c.name, p.SlotSize, p.StubSize, p.UsesBase, p.Low32, p.Direct)
		}
	}
}

// about answers for the only symbol.
type about struct{ number uint64 }

func (about) SizeOf(objfmt.SymbolID) uint64 { return symSize }
func (a about) SectionOf(objfmt.SymbolID) (addr, number uint64) {
	if a.number != 0 {
		return 0, a.number
	}
	return secAddr, secNum
}
func (about) IsFunc(objfmt.SymbolID) bool { return true }
