package arm64_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
)

// The addresses that all row tests use.
const (
	fieldP   = 0x7f0012345670 // P
	tableT   = 0x7f0012402008 // GOT
	imageB   = 0x7f0000000000 // B
	sectionS = 0x7f0012000000 // start of the section of S, and what a difference takes off
	sectionN = 7              // its number
	at       = 0x10           // offset of the field in its section
)

// target is a format's rows and the tests that they have.
type target struct {
	name  string
	rows  *reloc.Table
	cases []rowCase
}

var targets = []target{{"elf", arm64.ELF, rowsELF}, {"coff", arm64.COFF, rowsCOFF}, {"macho", arm64.MachO, rowsMachO}}

// typeOf finds a type's number by its name, or by its text for Mach-O.
func typeOf(t testing.TB, rows *reloc.Table, name string) uint32 {
	t.Helper()
	if n, err := strconv.ParseUint(name, 0, 32); err == nil {
		return uint32(n)
	}
	for i := range rows.Rows {
		if rows.Rows[i].Name == name {
			return uint32(i)
		}
	}
	t.Fatalf("no row is called %s", name)
	return 0
}

// world is one object with two symbols and one section.
type world struct {
	t     testing.TB
	rows  *reloc.Table
	plan  reloc.Plan
	env   reloc.Env
	place reloc.Place
	s     int // index in env.Addr of what stands for symbol 1
}

// about is what the formulas ask of symbols.
type about struct{ reloc.Symbols }

func (about) SectionOf(objfmt.SymbolID) (uint64, uint64) { return sectionS, sectionN }

const poison = 0x4444444444444444

// newWorld scans relocations of one section to symbol 1, which is away or not. s is
// what the first of them refers to: symbol 1 or what is made for it.
func newWorld(t testing.TB, rows *reloc.Table, file []byte, away bool, s uint64, rs ...reloc.Reloc) *world {
	t.Helper()
	w := &world{t: t, rows: rows, s: 1}
	syms := make([]objfmt.Symbol, 3)
	var sc reloc.Scanner
	sc.Begin(len(syms))
	if n, why := sc.Scan(rows, uint64(len(file)), rs); why != reloc.OK {
		t.Fatalf("scan refuses relocation %d: fault %d", n, why)
	}
	sc.End(rows, syms, func(objfmt.SymbolID) bool { return away }, make([]uint32, len(syms)), &w.plan)
	w.env = reloc.Env{
		Table: rows, Plan: &w.plan, Base: tableT, Image: imageB, Addr: make([]uint64, len(syms)+len(w.plan.Entries)),
		About: about{},
	}
	for i := range w.env.Addr {
		w.env.Addr[i] = poison
	}
	w.env.Addr[2] = sectionS
	need := rows.Rows[rs[0].Type].Need
	for i, e := range w.plan.Entries {
		if e.Need == need && need != reloc.NeedStub {
			w.s = len(syms) + i
		}
	}
	if need != reloc.NeedNone && need != reloc.NeedStub && w.s == 1 {
		t.Fatalf("nothing is made for need %d", need)
	}
	w.env.Addr[w.s] = s
	w.place = reloc.Place{Mem: bytes.Clone(file), File: file, Addr: fieldP - at}
	return w
}

// row is a relocation of the field at offset at.
func row(t testing.TB, tg *target, name string, a int64) reloc.Reloc {
	r := reloc.Reloc{Offset: at, Type: typeOf(t, tg.rows, name), Sym: 1, Sub: 2}
	if tg.rows == arm64.ELF {
		r.Addend, r.HasAddend = a, true
	}
	return r
}

// filler surrounds a field, so that a byte written beside it is seen.
func filler(field string) []byte {
	b, err := hex.DecodeString(field)
	if err != nil {
		panic(err)
	}
	f := bytes.Repeat([]byte{0xa5}, 0x28)
	copy(f[at:], b)
	return f
}

func TestRows(t *testing.T) {
	for i := range targets {
		tg := &targets[i]
		for _, c := range tg.cases {
			t.Run(tg.name+"/"+c.name, func(t *testing.T) {
				r := row(t, tg, c.name, c.a)
				w := newWorld(t, tg.rows, filler(c.file), false, c.s, r)
				for range 2 { // the second time the memory no longer has what the file has
					if n, v, why := w.env.Apply(w.place, []reloc.Reloc{r}); why != reloc.OK || n != 1 {
						t.Fatalf("S %#x A %#x: value %#x: fault %d", c.s, c.a, v, why)
					}
					if want := filler(c.want); !bytes.Equal(w.place.Mem, want) {
						t.Errorf("S %#x A %#x: %s\n got % x\nwant % x (%s)", c.s, c.a, c.before, w.place.Mem, want, c.after)
					}
				}
			})
		}
	}
}

// TestImplicit: types of ELF and Mach-O with the addend in the field and in the record
// give the same.
func TestImplicit(t *testing.T) {
	for _, tg := range []target{{"elf", arm64.ELF, rowsELF}, {"macho", arm64.MachO, rowsMachO}} {
		tried := 0
		for _, c := range tg.cases {
			r := row(t, &tg, c.name, c.a)
			h := tg.rows.Rows[r.Type]
			r.Addend, r.HasAddend = c.a, true
			if tg.rows == arm64.ELF {
				// The field as an assembler that writes SHT_REL would leave it: what it would
				// write for the address A.
				file := filler(c.file)
				f, put := h.Field, false
				switch {
				case f >= reloc.FieldArch:
					in := &tg.rows.Arch.Fields[f-reloc.FieldArch]
					in.Put(file[at:], uint64(c.a))
					put = in.Get(file[at:]) == c.a
				case h.Expr != reloc.None:
					for k := range f.Width() {
						file[at+k] = byte(c.a >> (8 * k))
					}
					put = true
				}
				if !put {
					continue // the field cannot hold A
				}
				r.HasAddend, r.Addend = false, 0
				w := newWorld(t, tg.rows, file, false, c.s, r)
				if _, v, why := w.env.Apply(w.place, []reloc.Reloc{r}); why != reloc.OK {
					t.Fatalf("%s: value %#x: fault %d", c.name, v, why)
				}
				if want := filler(c.want); !bytes.Equal(w.place.Mem, want) {
					t.Errorf("%s with A %#x in the field:\n got % x\nwant % x", c.name, c.a, w.place.Mem, want)
				}
				tried++
				continue
			}
			w := newWorld(t, tg.rows, filler(c.file), false, c.s, r)
			if _, v, why := w.env.Apply(w.place, []reloc.Reloc{r}); why != reloc.OK {
				t.Fatalf("%s: value %#x: fault %d", c.name, v, why)
			}
			if want := filler(c.want); !bytes.Equal(w.place.Mem, want) {
				t.Errorf("%s with A %#x in the record:\n got % x\nwant % x", c.name, c.a, w.place.Mem, want)
			}
			tried++
		}
		if tried < 20 {
			t.Errorf("%s: only %d cases", tg.name, tried)
		}
	}
}

// writeNothing are those that only mark a place; dynamicTypes those that the ABI
// gives dynamic linkers alone.
var (
	writeNothing = []string{
		"R_AARCH64_NONE", "256", "R_AARCH64_TLSDESC_LDR", "R_AARCH64_TLSDESC_ADD", "R_AARCH64_TLSDESC_CALL", "IMAGE_REL_ARM64_ABSOLUTE",
	}
	dynamicTypes = []string{
		"R_AARCH64_COPY", "R_AARCH64_GLOB_DAT", "R_AARCH64_JUMP_SLOT", "R_AARCH64_RELATIVE", "R_AARCH64_TLS_DTPMOD",
		"R_AARCH64_TLS_DTPREL", "R_AARCH64_TLS_TPREL", "R_AARCH64_TLSDESC", "R_AARCH64_IRELATIVE",
	}
)

func TestWriteNothing(t *testing.T) {
	for _, name := range writeNothing {
		tg := &targets[0]
		if strings.HasPrefix(name, "IMAGE") {
			tg = &targets[1]
		}
		r := row(t, tg, name, -4)
		w := newWorld(t, tg.rows, filler(""), true, 1, r)
		if n, _, why := w.env.Apply(w.place, []reloc.Reloc{r}); n != 1 || why != reloc.OK || !bytes.Equal(w.place.Mem, filler("")) {
			t.Errorf("%s: fault %d, wrote % x", name, why, w.place.Mem)
		}
	}
}

// TestRowsAllTouched names the rows that no case above touches.
func TestRowsAllTouched(t *testing.T) {
	for i := range targets {
		tg := &targets[i]
		touched := make([]bool, len(tg.rows.Rows))
		for _, c := range tg.cases {
			touched[typeOf(t, tg.rows, c.name)] = true
		}
		for _, list := range [][]string{writeNothing, dynamicTypes} {
			for _, name := range list {
				if strings.HasPrefix(name, "IMAGE") == (tg.name == "coff") && tg.name != "macho" {
					touched[typeOf(t, tg.rows, name)] = true
				}
			}
		}
		for typ, h := range tg.rows.Rows {
			if h.Expr != reloc.Unknown && !touched[typ] {
				t.Errorf("type %#x: row %q has no case", typ, h.Name)
			}
		}
	}
}

// assemble encodes lines, each at a multiple of 16 bytes.
func assemble(t *testing.T, lines []string) []byte {
	t.Helper()
	const tool = "llvm-mc-14"
	citest.Need(t, tool)
	cmd := exec.Command(tool, "-triple=aarch64-linux-gnu", "-mattr=+v8.5a", "-filetype=obj", "-o", "-")
	cmd.Stdin = strings.NewReader(".balign 16\n" + strings.Join(lines, "\n.balign 16\n") + "\n.balign 16\n")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	obj, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", tool, err, errs.Bytes())
	}
	return text(t, "made.o", obj)
}

// TestCasesAssembled asks the assembler for the bytes of all cases.
func TestCasesAssembled(t *testing.T) {
	var lines, want []string
	for i := range targets {
		for _, c := range targets[i].cases {
			lines = append(lines, c.before, c.after)
			want = append(want, c.file, c.want)
		}
	}
	code := assemble(t, lines)
	for i, w := range want {
		if got := hex.EncodeToString(code[16*i:][:len(w)/2]); got != w {
			t.Errorf("%s is %s, want %s", lines[i], got, w)
		}
	}
}

// TestNumbers asks the assembler for the numbers of all names that it knows.
func TestNumbers(t *testing.T) {
	const tool = "llvm-mc-14"
	citest.Need(t, tool)
	// Names that LLVM spells otherwise, or does not know yet.
	other := map[string]string{
		"R_AARCH64_TLS_DTPMOD": "R_AARCH64_TLS_DTPMOD64", "R_AARCH64_TLS_DTPREL": "R_AARCH64_TLS_DTPREL64",
		"R_AARCH64_TLS_TPREL": "R_AARCH64_TLS_TPREL64", "R_AARCH64_GOTPCREL32": "",
		// LLVM has these two the other way round, GNU's tools as they are here.
		"R_AARCH64_P32_TLS_DTPMOD": "R_AARCH64_P32_TLS_DTPREL", "R_AARCH64_P32_TLS_DTPREL": "R_AARCH64_P32_TLS_DTPMOD",
	}
	var src strings.Builder
	var want []int
	for typ, h := range arm64.ELF.Rows {
		name := h.Name
		if o, ok := other[name]; ok {
			name = o
		}
		if name != "" && typ != 256 && !strings.Contains(name, "_AUTH_") { // see TestRefusedNumbers
			fmt.Fprintf(&src, ".reloc %d, %s, x\n", 16*len(want), name)
			want = append(want, typ)
		}
	}
	fmt.Fprintf(&src, ".zero %d\n", 16*len(want))
	path := filepath.Join(t.TempDir(), "numbers.o")
	cmd := exec.Command(tool, "-triple=aarch64-linux-gnu", "-filetype=obj", "-o", path)
	cmd.Stdin = strings.NewReader(src.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	obj, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for off, typ := range types(t, "numbers.o", obj) {
		if k := int(off / 16); k >= len(want) || uint32(want[k]) != typ {
			t.Errorf("%s has number %d", arm64.ELF.Name(uint32(want[k])), typ)
		}
		seen++
	}
	if seen != len(want) || seen < 120 {
		t.Errorf("%d relocations for %d names", seen, len(want))
	}
}

// limits are those of the ABIs' texts, with what values are multiples of.
var limits = []struct {
	target, types      string
	least, most, align int64
}{
	{"elf", "ABS32 PREL32", -1 << 31, 1<<32 - 1, 1},
	{"elf", "ABS16 PREL16", -1 << 15, 1<<16 - 1, 1},
	{"elf", "PLT32 GOTPCREL32 GOTREL32", -1 << 31, 1<<31 - 1, 1},
	{"elf", "MOVW_UABS_G0", 0, 1<<16 - 1, 1},
	{"elf", "MOVW_UABS_G1", 0, 1<<32 - 1, 1},
	{"elf", "MOVW_UABS_G2", 0, 1<<48 - 1, 1},
	{"elf", "MOVW_SABS_G0 MOVW_PREL_G0 MOVW_GOTOFF_G0 TLSLD_MOVW_DTPREL_G0 TLSLE_MOVW_TPREL_G0", -1 << 16, 1<<16 - 1, 1},
	{"elf", "MOVW_SABS_G1 MOVW_PREL_G1 MOVW_GOTOFF_G1 TLSLD_MOVW_DTPREL_G1 TLSLE_MOVW_TPREL_G1 TLSGD_MOVW_G1 TLSLD_MOVW_G1 " +
		"TLSIE_MOVW_GOTTPREL_G1 TLSDESC_OFF_G1", -1 << 32, 1<<32 - 1, 1},
	{"elf", "MOVW_SABS_G2 MOVW_PREL_G2 MOVW_GOTOFF_G2 TLSLD_MOVW_DTPREL_G2 TLSLE_MOVW_TPREL_G2", -1 << 48, 1<<48 - 1, 1},
	{"elf", "LD_PREL_LO19 GOT_LD_PREL19 TLSLD_LD_PREL19 TLSIE_LD_GOTTPREL_PREL19 TLSDESC_LD_PREL19 CONDBR19", -1 << 20, 1<<20 - 4, 4},
	{"elf", "ADR_PREL_LO21 TLSGD_ADR_PREL21 TLSLD_ADR_PREL21 TLSDESC_ADR_PREL21", -1 << 20, 1<<20 - 1, 1},
	{"elf", "ADR_PREL_PG_HI21 ADR_GOT_PAGE TLSGD_ADR_PAGE21 TLSLD_ADR_PAGE21 TLSIE_ADR_GOTTPREL_PAGE21 TLSDESC_ADR_PAGE21",
		-1 << 32, 1<<32 - 4096, 4096},
	{"elf", "TSTBR14", -1 << 15, 1<<15 - 4, 4},
	{"elf", "JUMP26 CALL26", -1 << 27, 1<<27 - 4, 4},
	{"elf", "LD64_GOTOFF_LO15 LD64_GOTPAGE_LO15", 0, 1<<15 - 8, 8},
	{"elf", "TLSLD_ADD_DTPREL_HI12 TLSLE_ADD_TPREL_HI12", 0, 1<<24 - 1, 1},
	{"elf", "TLSLD_ADD_DTPREL_LO12 TLSLE_ADD_TPREL_LO12 TLSLD_LDST8_DTPREL_LO12 TLSLE_LDST8_TPREL_LO12", 0, 1<<12 - 1, 1},
	{"elf", "TLSLD_LDST16_DTPREL_LO12 TLSLE_LDST16_TPREL_LO12", 0, 1<<12 - 2, 2},
	{"elf", "TLSLD_LDST32_DTPREL_LO12 TLSLE_LDST32_TPREL_LO12", 0, 1<<12 - 4, 4},
	{"elf", "TLSLD_LDST64_DTPREL_LO12 TLSLE_LDST64_TPREL_LO12", 0, 1<<12 - 8, 8},
	{"elf", "TLSLD_LDST128_DTPREL_LO12 TLSLE_LDST128_TPREL_LO12", 0, 1<<12 - 16, 16},
	{"coff", "ADDR32 ADDR32NB SECREL", 0, 1<<32 - 1, 1},
	{"coff", "REL32", -1 << 31, 1<<31 - 1, 1},
	{"coff", "BRANCH26", -1 << 27, 1<<27 - 4, 4},
	{"coff", "BRANCH19", -1 << 20, 1<<20 - 4, 4},
	{"coff", "BRANCH14", -1 << 15, 1<<15 - 4, 4},
	{"coff", "REL21", -1 << 20, 1<<20 - 1, 1},
	{"coff", "PAGEBASE_REL21", -1 << 32, 1<<32 - 4096, 4096},
	{"coff", "SECREL_HIGH12A", 0, 1<<24 - 1, 1},
	{"macho", "0x40", 0, 1<<32 - 1, 1},
	{"macho", "0x41 0x57", -1 << 31, 1<<31 - 1, 1},
	{"macho", "0x52", -1 << 27, 1<<27 - 4, 4},
	{"macho", "0x53 0x55 0x58", -1 << 32, 1<<32 - 4096, 4096},
	// No limit, but of what they are multiples.
	{"elf", "LDST16_ABS_LO12_NC TLSLD_LDST16_DTPREL_LO12_NC TLSLE_LDST16_TPREL_LO12_NC", -1 << 62, 1<<62 - 2, 2},
	{"elf", "LDST32_ABS_LO12_NC TLSLD_LDST32_DTPREL_LO12_NC TLSLE_LDST32_TPREL_LO12_NC", -1 << 62, 1<<62 - 4, 4},
	{"elf", "LDST64_ABS_LO12_NC TLSLD_LDST64_DTPREL_LO12_NC TLSLE_LDST64_TPREL_LO12_NC LD64_GOT_LO12_NC TLSIE_LD64_GOTTPREL_LO12_NC " +
		"TLSDESC_LD64_LO12", -1 << 62, 1<<62 - 8, 8},
	{"elf", "LDST128_ABS_LO12_NC TLSLD_LDST128_DTPREL_LO12_NC TLSLE_LDST128_TPREL_LO12_NC", -1 << 62, 1<<62 - 16, 16},
	// None at all.
	{"elf", "ABS64 PREL64 GOTREL64 MOVW_UABS_G0_NC MOVW_UABS_G1_NC MOVW_UABS_G2_NC MOVW_UABS_G3 ADR_PREL_PG_HI21_NC ADD_ABS_LO12_NC " +
		"LDST8_ABS_LO12_NC MOVW_PREL_G0_NC MOVW_PREL_G1_NC MOVW_PREL_G2_NC MOVW_PREL_G3 MOVW_GOTOFF_G0_NC MOVW_GOTOFF_G1_NC " +
		"MOVW_GOTOFF_G2_NC MOVW_GOTOFF_G3 TLSGD_ADD_LO12_NC TLSGD_MOVW_G0_NC TLSLD_ADD_LO12_NC TLSLD_MOVW_G0_NC " +
		"TLSLD_MOVW_DTPREL_G1_NC TLSLD_MOVW_DTPREL_G0_NC TLSLD_ADD_DTPREL_LO12_NC TLSLD_LDST8_DTPREL_LO12_NC " +
		"TLSIE_MOVW_GOTTPREL_G0_NC TLSLE_MOVW_TPREL_G1_NC TLSLE_MOVW_TPREL_G0_NC TLSLE_ADD_TPREL_LO12_NC TLSLE_LDST8_TPREL_LO12_NC " +
		"TLSDESC_ADD_LO12 TLSDESC_OFF_G0_NC", -1 << 62, 1 << 62, 1},
	{"coff", "ADDR64 PAGEOFFSET_12A SECREL_LOW12A", -1 << 62, 1 << 62, 1},
	{"macho", "0x60 0x61 0x67 0xe0", -1 << 62, 1 << 62, 1},
	// Their limits are those of the instruction: TestScale.
	{"coff", "PAGEOFFSET_12L SECREL_LOW12L", -1 << 62, 1 << 62, 1},
	{"macho", "0x44 0x46 0x49", -1 << 62, 1 << 62, 1},
	// A number of a section.
	{"coff", "SECTION", 0, 0, 0},
}

// TestLimits puts each type at both ends of its range, one behind them, and at what
// is no multiple.
func TestLimits(t *testing.T) {
	tried := map[*target]map[uint32]bool{}
	for i := range targets {
		tried[&targets[i]] = map[uint32]bool{}
	}
	for _, l := range limits {
		for i := range targets {
			tg := &targets[i]
			if tg.name != l.target {
				continue
			}
			prefix := map[string]string{"elf": "R_AARCH64_", "coff": "IMAGE_REL_ARM64_"}[tg.name]
			for _, short := range strings.Fields(l.types) {
				typ := typeOf(t, tg.rows, prefix+short)
				if tried[tg][typ] {
					t.Errorf("%s is listed twice", short)
				}
				tried[tg][typ] = true
				if l.align > 0 {
					t.Run(tg.name+"/"+short, func(t *testing.T) { testLimit(t, tg, prefix+short, l.least, l.most, l.align) })
				}
			}
		}
	}
	for i := range targets {
		for typ, h := range targets[i].rows.Rows {
			if (h.Expr > reloc.Dynamic) != tried[&targets[i]][uint32(typ)] {
				t.Errorf("%s: type %#x, %s, has no limits", targets[i].name, typ, h.Name)
			}
		}
	}
}

func testLimit(t *testing.T, tg *target, name string, least, most, align int64) {
	r := row(t, tg, name, 0)
	h := tg.rows.Rows[r.Type]
	r.HasAddend = true
	width := tg.rows.Width(h.Field)
	for _, c := range []struct {
		v    int64
		want reloc.Fault
	}{
		{least, reloc.OK}, {most, reloc.OK}, {least + align, reloc.OK}, {most - align, reloc.OK},
		{least - align, reloc.OutOfRange}, {most + align, reloc.OutOfRange}, {least - 1<<56, reloc.OutOfRange}, {most + 1<<56, reloc.OutOfRange},
		{least + 1, reloc.Misaligned}, {most - align + 1, reloc.Misaligned}, {most - align/2, reloc.Misaligned},
	} {
		if c.want == reloc.OutOfRange && most >= 1<<62-16 || c.want == reloc.Misaligned && (align == 1 || align == 4096) {
			continue
		}
		// Every formula is its operand less a constant.
		s := uint64(c.v) - uint64(int64(h.Adjust))
		switch h.Expr {
		case reloc.PC:
			s += fieldP
		case reloc.Page:
			s += fieldP &^ 0xfff
		case reloc.Base:
			s += tableT
		case reloc.BasePage:
			s += tableT &^ 0xfff
		case reloc.Image:
			s += imageB
		case reloc.SecRel, reloc.Diff:
			s += sectionS
		}
		file := filler("")
		w := newWorld(t, tg.rows, file, false, s, r)
		n, v, why := w.env.Apply(w.place, []reloc.Reloc{r})
		switch {
		case why != c.want:
			t.Errorf("%#x: fault %d, want %d", c.v, why, c.want)
		case why != reloc.OK && (n != 0 || v != uint64(c.v) || !bytes.Equal(w.place.Mem, file)):
			t.Errorf("%#x: refused as %#x, wrote % x", c.v, v, w.place.Mem)
		case !bytes.Equal(w.place.Mem[:at], file[:at]) || !bytes.Equal(w.place.Mem[at+width:], file[at+width:]):
			t.Errorf("%#x: wrote beside the field: % x", c.v, w.place.Mem)
		}
	}
}

// TestScale: what a load or store counts in is what its address must be a multiple
// of; the error says so.
func TestScale(t *testing.T) {
	for _, c := range []struct {
		code string // hex
		size uint64
	}{
		{"05010091", 1},  // add x5, x8, #0
		{"07014039", 1},  // ldrb w7, [x8]
		{"0701803d", 16}, // str q7, [x8]
		{"0701c03d", 16}, // ldr q7, [x8]
		{"0701403d", 1},  // ldr b7, [x8]
		{"07014079", 2},  // ldrh w7, [x8]
		{"0701c079", 2},  // ldrsh w7, [x8]
		{"0701407d", 2},  // ldr h7, [x8]
		{"070140b9", 4},  // ldr w7, [x8]
		{"070180b9", 4},  // ldrsw x7, [x8]
		{"070140bd", 4},  // ldr s7, [x8]
		{"070140f9", 8},  // ldr x7, [x8]
		{"070140fd", 8},  // ldr d7, [x8]
		{"070100f9", 8},  // str x7, [x8]
		{"000180f9", 8},  // prfm pldl1keep, [x8]
	} {
		for _, typ := range []string{"coff IMAGE_REL_ARM64_PAGEOFFSET_12L", "coff IMAGE_REL_ARM64_SECREL_LOW12L", "macho 0x44", "macho 0x46", "macho 0x49"} {
			format, name, _ := strings.Cut(typ, " ")
			tg := &targets[1]
			if format == "macho" {
				tg = &targets[2]
			}
			r := row(t, tg, name, 0)
			h := tg.rows.Rows[r.Type]
			for v := uint64(0xfe0); v < 0x1010; v++ {
				file := filler(c.code)
				s := v
				if h.Expr == reloc.SecRel {
					s += sectionS
				}
				w := newWorld(t, tg.rows, file, false, s, r)
				_, _, why := w.env.Apply(w.place, []reloc.Reloc{r})
				if want := v%c.size == 0; want != (why == reloc.OK) || !want && why != reloc.Misaligned {
					t.Fatalf("%s: %s of %#x: fault %d", typ, c.code, v, why)
				}
				imm := uint64(w.place.Mem[at+1])>>2 | uint64(w.place.Mem[at+2])&0x3f<<6
				if why == reloc.OK && imm != v&0xfff/c.size {
					t.Fatalf("%s: %s of %#x has the immediate %#x", typ, c.code, v, imm)
				}
				if got := tg.rows.AlignAt(h.Field, file[at:]); got != c.size {
					t.Fatalf("%s: %s is said to be aligned to %d", typ, c.code, got)
				}
			}
		}
	}
}
