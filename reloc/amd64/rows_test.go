package amd64_test

import (
	"debug/elf"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
)

// The addresses that all row tests use.
const (
	fieldP  = 0x100010   // P
	tableT  = 0x40000000 // GOT
	symSize = 0x30       // Z
	at      = 0x10       // offset of the field in its section
)

// made has the address or value of what the linker makes for the symbol.
var made = [reloc.NumNeeds]uint64{
	reloc.NeedStub: 0x200000, reloc.NeedGOT: tableT + 0x18,
	reloc.NeedTLSGD: tableT + 0x100, reloc.NeedTLSLD: tableT + 0x200, reloc.NeedTPSlot: tableT + 0x300,
	reloc.NeedTLSDesc: tableT + 0x400,
	reloc.NeedTPOff:   1<<64 - 0x40, reloc.NeedDTPOff: 0x28, reloc.NeedDTPMod: 3,
}

// rowCases have, for each type that is applied, the bytes that the formula of the
// psABI's table 4.9 gives for S, A and the addresses above, computed outside Go.
var rowCases = []struct {
	name string
	s    uint64
	a    int64
	want string // little-endian bytes of the field, hex
}{
	{"R_X86_64_64", 0x12345678, 0x123456789, "01be793501000000"},      // S + A
	{"R_X86_64_PC32", 0x12345678, -0x4, "64562412"},                   // S + A - P
	{"R_X86_64_GOT32", 0x12345678, 0x4, "1c000000"},                   // G + A
	{"R_X86_64_PLT32", 0x12345678, -0x4, "64562412"},                  // L + A - P
	{"R_X86_64_GOTPCREL", 0x12345678, -0x4, "0400f03f"},               // G + GOT + A - P
	{"R_X86_64_32", 0xfedcba98, 0x10, "a8badcfe"},                     // S + A
	{"R_X86_64_32S", 0xffffffff80000000, 0x10, "10000080"},            // S + A
	{"R_X86_64_16", 0xfff0, 0x5, "f5ff"},                              // S + A
	{"R_X86_64_PC16", 0x101244, -0x2, "3212"},                         // S + A - P
	{"R_X86_64_8", 0xf0, 0x3, "f3"},                                   // S + A
	{"R_X86_64_PC8", 0xffff0, -0x1, "df"},                             // S + A - P
	{"R_X86_64_DTPMOD64", 0x12345678, 0x0, "0300000000000000"},        // the module
	{"R_X86_64_DTPOFF64", 0x12345678, 0x8, "3000000000000000"},        // the offset in the block + A
	{"R_X86_64_TPOFF64", 0x12345678, 0x8, "c8ffffffffffffff"},         // the offset from the thread pointer + A
	{"R_X86_64_TLSGD", 0x12345678, -0x4, "ec00f03f"},                  // GOT entry of the pair + A - P
	{"R_X86_64_TLSLD", 0x12345678, -0x4, "ec01f03f"},                  // GOT entry of the object's pair + A - P
	{"R_X86_64_DTPOFF32", 0x12345678, 0x4, "2c000000"},                // the offset in the block + A
	{"R_X86_64_GOTTPOFF", 0x12345678, -0x4, "ec02f03f"},               // GOT entry of the offset + A - P
	{"R_X86_64_TPOFF32", 0x12345678, 0x4, "c4ffffff"},                 // the offset from the thread pointer + A
	{"R_X86_64_PC64", 0x7fff00001234, -0x8, "1c12f0fffe7f0000"},       // S + A - P
	{"R_X86_64_GOTOFF64", 0x12345678, 0x4, "7c5634d2ffffffff"},        // S + A - GOT
	{"R_X86_64_GOTPC32", 0x12345678, 0x2, "f2ffef3f"},                 // GOT + A - P
	{"R_X86_64_GOT64", 0x12345678, 0x8, "2000000000000000"},           // G + A
	{"R_X86_64_GOTPCREL64", 0x12345678, 0x8, "1000f03f00000000"},      // G + GOT - P + A
	{"R_X86_64_GOTPC64", 0x12345678, 0x8, "f8ffef3f00000000"},         // GOT - P + A
	{"R_X86_64_GOTPLT64", 0x12345678, 0x8, "2000000000000000"},        // G + A
	{"R_X86_64_PLTOFF64", 0x12345678, 0x8, "805634d2ffffffff"},        // L - GOT + A
	{"R_X86_64_SIZE32", 0x12345678, 0x2, "32000000"},                  // Z + A
	{"R_X86_64_SIZE64", 0x12345678, -0x2, "2e00000000000000"},         // Z + A
	{"R_X86_64_GOTPC32_TLSDESC", 0x12345678, -0x4, "ec03f03f"},        // GOT entry of the descriptor + A - P
	{"R_X86_64_PC32_BND", 0x12345678, -0x4, "64562412"},               // S + A - P
	{"R_X86_64_PLT32_BND", 0x12345678, -0x4, "64562412"},              // L + A - P
	{"R_X86_64_GOTPCRELX", 0x12345678, -0x4, "0400f03f"},              // G + GOT + A - P
	{"R_X86_64_REX_GOTPCRELX", 0x12345678, -0x4, "0400f03f"},          // G + GOT + A - P
	{"R_X86_64_CODE_4_GOTPCRELX", 0x12345678, -0x4, "0400f03f"},       // G + GOT + A - P
	{"R_X86_64_CODE_4_GOTTPOFF", 0x12345678, -0x4, "ec02f03f"},        // GOT entry of the offset + A - P
	{"R_X86_64_CODE_4_GOTPC32_TLSDESC", 0x12345678, -0x4, "ec03f03f"}, // GOT entry of the descriptor + A - P
	{"R_X86_64_CODE_5_GOTPCRELX", 0x12345678, -0x4, "0400f03f"},       // G + GOT + A - P
	{"R_X86_64_CODE_5_GOTTPOFF", 0x12345678, -0x4, "ec02f03f"},        // GOT entry of the offset + A - P
	{"R_X86_64_CODE_5_GOTPC32_TLSDESC", 0x12345678, -0x4, "ec03f03f"}, // GOT entry of the descriptor + A - P
	{"R_X86_64_CODE_6_GOTPCRELX", 0x12345678, -0x4, "0400f03f"},       // G + GOT + A - P
	{"R_X86_64_CODE_6_GOTTPOFF", 0x12345678, -0x4, "ec02f03f"},        // GOT entry of the offset + A - P
	{"R_X86_64_CODE_6_GOTPC32_TLSDESC", 0x12345678, -0x4, "ec03f03f"}, // GOT entry of the descriptor + A - P
}

// dynamicTypes are those that the psABI gives dynamic linkers alone.
var dynamicTypes = []string{
	"R_X86_64_COPY", "R_X86_64_GLOB_DAT", "R_X86_64_JUMP_SLOT", "R_X86_64_RELATIVE", "R_X86_64_TLSDESC",
	"R_X86_64_IRELATIVE", "R_X86_64_RELATIVE64",
}

// writeNothing are those that only mark a place.
var writeNothing = []string{"R_X86_64_NONE", "R_X86_64_TLSDESC_CALL"}

// typeOf finds a type's number by its name.
func typeOf(t testing.TB, name string) uint32 {
	t.Helper()
	for i := range amd64.ELF.Rows {
		if amd64.ELF.Rows[i].Name == name {
			return uint32(i)
		}
	}
	t.Fatalf("no row is called %s", name)
	return 0
}

// world is one object with one symbol and one section.
type world struct {
	t     testing.TB
	plan  reloc.Plan
	env   reloc.Env
	place reloc.Place
	entry [reloc.NumNeeds]int // index in env.Addr, 0 for none
}

// newWorld scans relocations of one section to symbol 1, which is away or not.
func newWorld(t testing.TB, file []byte, away bool, rs ...reloc.Reloc) *world {
	t.Helper()
	w := &world{t: t}
	syms := make([]objfmt.Symbol, 2)
	var sc reloc.Scanner
	sc.Begin(len(syms))
	if n, why := sc.Scan(amd64.ELF, uint64(len(file)), rs); why != reloc.OK {
		t.Fatalf("scan refuses relocation %d: %v", n, why)
	}
	sc.End(amd64.ELF, syms, func(objfmt.SymbolID) bool { return away }, make([]uint32, len(syms)), &w.plan)
	w.env = reloc.Env{
		Table: amd64.ELF, Plan: &w.plan, Base: tableT, Addr: make([]uint64, 2+len(w.plan.Entries)),
		About: about{},
	}
	for i, e := range w.plan.Entries {
		w.env.Addr[2+i] = made[e.Need]
		w.entry[e.Need] = 2 + i
	}
	w.place = reloc.Place{Mem: append([]byte(nil), file...), File: file, Addr: fieldP - at}
	return w
}

func row(t testing.TB, name string, a int64) reloc.Reloc {
	return reloc.Reloc{Offset: at, Addend: a, Type: typeOf(t, name), Sym: 1, Sub: objfmt.NoSymbol, HasAddend: true}
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

func TestRows(t *testing.T) {
	for _, c := range rowCases {
		t.Run(c.name, func(t *testing.T) {
			r := row(t, c.name, c.a)
			w := newWorld(t, filler(), false, r)
			got := w.apply(c.s, r)
			want := hex.EncodeToString(filler()[:at]) + c.want
			want += hex.EncodeToString(filler()[len(want)/2:])
			if got != want {
				t.Errorf("S %#x A %#x P %#x:\n got %s\nwant %s", c.s, c.a, uint64(fieldP), got, want)
			}
			if again := w.apply(c.s, r); again != got {
				t.Errorf("applied twice:\n got %s\nwant %s", again, got)
			}
		})
	}
	for _, name := range writeNothing {
		t.Run(name, func(t *testing.T) {
			r := row(t, name, -4)
			if got := newWorld(t, filler(), true, r).apply(1, r); got != hex.EncodeToString(filler()) {
				t.Errorf("wrote %s", got)
			}
		})
	}
}

// TestRowsAllTouched names the rows that no case above touches.
func TestRowsAllTouched(t *testing.T) {
	touched := map[string]bool{}
	for _, c := range rowCases {
		touched[c.name] = true
	}
	for _, n := range append(dynamicTypes, writeNothing...) {
		touched[n] = true
	}
	for i := range amd64.ELF.Rows {
		if n := amd64.ELF.Rows[i].Name; !touched[n] {
			t.Errorf("type %d: row %q has no case", i, n)
		}
	}
	if len(touched) != len(amd64.ELF.Rows) {
		t.Errorf("%d names for %d rows", len(touched), len(amd64.ELF.Rows))
	}
}

// TestNumbers compares names and numbers with the standard library's, which ends
// at 42, and with the psABI's text behind that.
func TestNumbers(t *testing.T) {
	for i := range amd64.ELF.Rows {
		want := elf.R_X86_64(i).String()
		if i > 42 {
			kind := [...]string{"GOTPCRELX", "GOTTPOFF", "GOTPC32_TLSDESC"}[(i-43)%3]
			want = fmt.Sprintf("R_X86_64_CODE_%d_%s", 4+(i-43)/3, kind)
		}
		if i == 7 {
			want = "R_X86_64_JUMP_SLOT" // as the psABI has it
		}
		if got := amd64.ELF.Name(uint32(i)); got != want {
			t.Errorf("type %d is %s, want %s", i, got, want)
		}
	}
	if n := len(amd64.ELF.Rows); n != 52 || amd64.ELF.Name(52) != "" {
		t.Errorf("%d rows", n)
	}
}

// limits are those of the psABI's fields: word32 is signed except where the
// instruction or the type's text says that it is zero-extended.
var limits = []struct {
	types       string
	least, most int64
}{
	{"PC32 GOT32 PLT32 GOTPCREL 32S TLSGD TLSLD DTPOFF32 GOTTPOFF TPOFF32 GOTPC32 GOTPC32_TLSDESC PC32_BND PLT32_BND " +
		"GOTPCRELX REX_GOTPCRELX CODE_4_GOTPCRELX CODE_4_GOTTPOFF CODE_4_GOTPC32_TLSDESC CODE_5_GOTPCRELX CODE_5_GOTTPOFF " +
		"CODE_5_GOTPC32_TLSDESC CODE_6_GOTPCRELX CODE_6_GOTTPOFF CODE_6_GOTPC32_TLSDESC", -0x80000000, 0x7fffffff},
	{"32 SIZE32", 0, 0xffffffff},
	{"16", -0x8000, 0xffff},
	{"PC16", -0x8000, 0x7fff},
	{"8", -0x80, 0xff},
	{"PC8", -0x80, 0x7f},
}

// TestLimits puts each narrow field at both ends of its range and one behind them.
func TestLimits(t *testing.T) {
	tried := 0
	for _, l := range limits {
		for _, short := range strings.Fields(l.types) {
			name := "R_X86_64_" + short
			t.Run(short, func(t *testing.T) { testLimit(t, name, l.least, l.most) })
			tried++
		}
	}
	wide := 0
	for i := range amd64.ELF.Rows {
		if w := amd64.ELF.Rows[i].Field.Width(); w > 0 && w < 8 {
			wide++
		}
	}
	if tried != wide {
		t.Errorf("%d types tried, %d have narrow fields", tried, wide)
	}
}

func testLimit(t *testing.T, name string, least, most int64) {
	r := row(t, name, 0)
	howto := amd64.ELF.Rows[r.Type]
	width := howto.Field.Width()
	for _, c := range []struct {
		v    int64
		fits bool
	}{{least, true}, {most, true}, {least - 1, false}, {most + 1, false}, {least - 1<<32, false}, {most + 1<<32, false}} {
		w := newWorld(t, filler(), false, r)
		w.env.Addr[1] = 0x1000
		// Every formula is its operand plus a constant.
		v := uint64(c.v)
		switch {
		case howto.Expr == reloc.PC:
			v += fieldP
		case howto.Expr == reloc.Base:
			v += tableT
		}
		switch {
		case howto.Expr == reloc.Size:
			w.env.About = about{size: &v}
		case howto.Need == reloc.NeedBase:
			w.env.Base = v
		case howto.Need == reloc.NeedNone, howto.Need == reloc.NeedStub:
			w.env.Addr[1] = v
		default:
			w.env.Addr[w.entry[howto.Need]] = v
		}
		n, got, why := w.env.Apply(w.place, []reloc.Reloc{r})
		want := filler()
		if c.fits {
			for i := range width {
				want[at+i] = byte(c.v >> (8 * i))
			}
		}
		switch {
		case c.fits && (why != reloc.OK || n != 1):
			t.Errorf("%#x does not fit: fault %d", c.v, why)
		case !c.fits && (why != reloc.OutOfRange || n != 0 || got != uint64(c.v)):
			t.Errorf("%#x: fault %d with value %#x", c.v, why, got)
		case string(w.place.Mem) != string(want):
			t.Errorf("%#x:\n got % x\nwant % x", c.v, w.place.Mem, want)
		}
	}
}

// TestImplicit reads addends out of the file, as records of SHT_REL want it: they
// are signed.
func TestImplicit(t *testing.T) {
	for _, c := range []struct {
		name, file, want string
		s                uint64
	}{
		{"R_X86_64_64", "f8ffffffffffffff", "f80f000000000000", 0x1000},
		{"R_X86_64_32", "fcffffff", "fc0f0000", 0x1000},
		{"R_X86_64_32S", "fcffffff", "fc0f0000", 0x1000},
		{"R_X86_64_PC32", "fcffffff", "fc0f0000", 0x1000 + fieldP},
		{"R_X86_64_16", "feff", "fe0f", 0x1000},
		{"R_X86_64_8", "ff", "0f", 0x10},
	} {
		file := filler()
		b, _ := hex.DecodeString(c.file)
		copy(file[at:], b)
		r := row(t, c.name, 0)
		r.HasAddend = false
		w := newWorld(t, file, false, r)
		for range 2 { // the second time the memory no longer has the addend
			if got := w.apply(c.s, r)[2*at:][:len(c.want)]; got != c.want {
				t.Errorf("%s: %s with S %#x gives %s, want %s", c.name, c.file, c.s, got, c.want)
			}
		}
	}
}

// about answers for the only symbol; its size is symSize unless given.
type about struct {
	size   *uint64
	number uint64
}

func (a about) SizeOf(objfmt.SymbolID) uint64 {
	if a.size != nil {
		return *a.size
	}
	return symSize
}
func (a about) SectionOf(objfmt.SymbolID) (addr, number uint64) {
	if a.number != 0 {
		return 0, a.number
	}
	return secAddr, secNum
}
func (about) IsFunc(objfmt.SymbolID) bool { return true }
