package arm64_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
)

// The addresses that all row tests use.
const (
	fieldP   = 0x7f0012345670 // P
	sectionS = 0x7f0012000000 // start of the section of S, and what a difference takes off
	at       = rowtest.At     // offset of the field in its section
)

// suite has the tests of a table's rows. What stands for S has the address of the case.
func suite(table *reloc.Table) *rowtest.Suite {
	return &rowtest.Suite{
		Table: table, P: fieldP, GOT: 0x7f0012402008, ImageBase: 0x7f0000000000, Section: sectionS, Number: 7, Second: sectionS,
		Rela: table == arm64.ELF, Far: 1 << 56,
	}
}

var elfRows, coffRows, machoRows = suite(arm64.ELF), suite(arm64.COFF), suite(arm64.MachO)

// testRows has a table's cases applied, and asks the assembler for their bytes.
func testRows(t *testing.T, s *rowtest.Suite, list []rowCase, nothing, dynamic []string) {
	var cases []rowtest.Case
	var code []rowtest.Code
	for _, c := range list {
		record := c.a
		if !s.Rela {
			record = 0 // the field has it
		}
		cases = append(cases, rowtest.InField(c.name, c.s, "", record, c.file, c.want))
		code = append(code, rowtest.Code{Type: c.name, Text: c.before, Hex: c.file}, rowtest.Code{Type: c.name, Text: c.after, Hex: c.want})
	}
	s.Rows(t, cases)
	s.Touched(t, cases, nothing, rowtest.Refused(s.Table), dynamic)
	t.Run("assembled", func(t *testing.T) { rowtest.Assembled(t, assembler, code) })
}

var assembler = []string{"-triple=aarch64-linux-gnu", "-mattr=+v8.5a"}

// dynamicTypes are those that the ABI gives dynamic linkers alone.
var dynamicTypes = []string{
	"R_AARCH64_COPY", "R_AARCH64_GLOB_DAT", "R_AARCH64_JUMP_SLOT", "R_AARCH64_RELATIVE", "R_AARCH64_TLS_DTPMOD",
	"R_AARCH64_TLS_DTPREL", "R_AARCH64_TLS_TPREL", "R_AARCH64_TLSDESC", "R_AARCH64_IRELATIVE",
}

func TestELFRows(t *testing.T) {
	testRows(t, elfRows, rowsELF, []string{"R_AARCH64_NONE", "256", "R_AARCH64_TLSDESC_LDR", "R_AARCH64_TLSDESC_ADD", "R_AARCH64_TLSDESC_CALL"}, dynamicTypes)
}

func TestCOFFRows(t *testing.T) {
	testRows(t, coffRows, rowsCOFF, []string{"IMAGE_REL_ARM64_ABSOLUTE"}, nil)
}

func TestMachORows(t *testing.T) { testRows(t, machoRows, rowsMachO, nil, nil) }

// TestNumbers asks the assembler for the numbers of all names that it knows.
func TestNumbers(t *testing.T) {
	// Names that LLVM spells otherwise, or does not know yet.
	other := map[string]string{
		"R_AARCH64_TLS_DTPMOD": "R_AARCH64_TLS_DTPMOD64", "R_AARCH64_TLS_DTPREL": "R_AARCH64_TLS_DTPREL64",
		"R_AARCH64_TLS_TPREL": "R_AARCH64_TLS_TPREL64", "R_AARCH64_GOTPCREL32": "", "R_AARCH64_PATCHINST": "", "R_AARCH64_FUNCINIT64": "",
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
	records, err := rowtest.Object(t, assembler[:1], src.String()).Section(".rela.text").Data()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for ; len(records) >= 24; records = records[24:] {
		off, typ := binary.LittleEndian.Uint64(records), binary.LittleEndian.Uint32(records[8:])
		if k := int(off / 16); k >= len(want) || uint32(want[k]) != typ {
			t.Errorf("%s has number %d", arm64.ELF.Name(uint32(want[k])), typ)
		}
		seen++
	}
	if seen != len(want) || seen < 120 {
		t.Errorf("%d relocations for %d names", seen, len(want))
	}
}

// TestLimits: the limits are those of the ABIs' texts, with what values are multiples of.
// Where only the instruction says it, see TestScale.
func TestLimits(t *testing.T) {
	elfRows.Limits(t, "R_AARCH64_", []rowtest.Limit{
		rowtest.Range("ABS32 PREL32", -1<<31, 1<<32-1, 1),
		rowtest.Range("ABS16 PREL16", -1<<15, 1<<16-1, 1),
		rowtest.Range("PLT32 GOTPCREL32 GOTREL32", -1<<31, 1<<31-1, 1),
		rowtest.Range("MOVW_UABS_G0", 0, 1<<16-1, 1),
		rowtest.Range("MOVW_UABS_G1", 0, 1<<32-1, 1),
		rowtest.Range("MOVW_UABS_G2", 0, 1<<48-1, 1),
		rowtest.Range("MOVW_SABS_G0 MOVW_PREL_G0 MOVW_GOTOFF_G0 TLSLD_MOVW_DTPREL_G0 TLSLE_MOVW_TPREL_G0", -1<<16, 1<<16-1, 1),
		rowtest.Range("MOVW_SABS_G1 MOVW_PREL_G1 MOVW_GOTOFF_G1 TLSLD_MOVW_DTPREL_G1 TLSLE_MOVW_TPREL_G1 TLSGD_MOVW_G1 TLSLD_MOVW_G1 "+
			"TLSIE_MOVW_GOTTPREL_G1 TLSDESC_OFF_G1", -1<<32, 1<<32-1, 1),
		rowtest.Range("MOVW_SABS_G2 MOVW_PREL_G2 MOVW_GOTOFF_G2 TLSLD_MOVW_DTPREL_G2 TLSLE_MOVW_TPREL_G2", -1<<48, 1<<48-1, 1),
		rowtest.Range("LD_PREL_LO19 GOT_LD_PREL19 TLSLD_LD_PREL19 TLSIE_LD_GOTTPREL_PREL19 TLSDESC_LD_PREL19 CONDBR19", -1<<20, 1<<20-4, 4),
		rowtest.Range("ADR_PREL_LO21 TLSGD_ADR_PREL21 TLSLD_ADR_PREL21 TLSDESC_ADR_PREL21", -1<<20, 1<<20-1, 1),
		rowtest.Range("ADR_PREL_PG_HI21 ADR_GOT_PAGE TLSGD_ADR_PAGE21 TLSLD_ADR_PAGE21 TLSIE_ADR_GOTTPREL_PAGE21 TLSDESC_ADR_PAGE21",
			-1<<32, 1<<32-4096, 4096),
		rowtest.Range("TSTBR14", -1<<15, 1<<15-4, 4),
		rowtest.Range("JUMP26 CALL26", -1<<27, 1<<27-4, 4),
		rowtest.Range("LD64_GOTOFF_LO15 LD64_GOTPAGE_LO15", 0, 1<<15-8, 8),
		rowtest.Range("TLSLD_ADD_DTPREL_HI12 TLSLE_ADD_TPREL_HI12", 0, 1<<24-1, 1),
		rowtest.Range("TLSLD_ADD_DTPREL_LO12 TLSLE_ADD_TPREL_LO12 TLSLD_LDST8_DTPREL_LO12 TLSLE_LDST8_TPREL_LO12", 0, 1<<12-1, 1),
		rowtest.Range("TLSLD_LDST16_DTPREL_LO12 TLSLE_LDST16_TPREL_LO12", 0, 1<<12-2, 2),
		rowtest.Range("TLSLD_LDST32_DTPREL_LO12 TLSLE_LDST32_TPREL_LO12", 0, 1<<12-4, 4),
		rowtest.Range("TLSLD_LDST64_DTPREL_LO12 TLSLE_LDST64_TPREL_LO12", 0, 1<<12-8, 8),
		rowtest.Range("TLSLD_LDST128_DTPREL_LO12 TLSLE_LDST128_TPREL_LO12", 0, 1<<12-16, 16),
		rowtest.Range("LDST16_ABS_LO12_NC TLSLD_LDST16_DTPREL_LO12_NC TLSLE_LDST16_TPREL_LO12_NC", -1<<62, 1<<62-2, 2),
		rowtest.Range("LDST32_ABS_LO12_NC TLSLD_LDST32_DTPREL_LO12_NC TLSLE_LDST32_TPREL_LO12_NC", -1<<62, 1<<62-4, 4),
		rowtest.Range("LDST64_ABS_LO12_NC TLSLD_LDST64_DTPREL_LO12_NC TLSLE_LDST64_TPREL_LO12_NC LD64_GOT_LO12_NC TLSIE_LD64_GOTTPREL_LO12_NC "+
			"TLSDESC_LD64_LO12", -1<<62, 1<<62-8, 8),
		rowtest.Range("LDST128_ABS_LO12_NC TLSLD_LDST128_DTPREL_LO12_NC TLSLE_LDST128_TPREL_LO12_NC", -1<<62, 1<<62-16, 16),
		rowtest.Unlimited("ABS64 PREL64 GOTREL64 MOVW_UABS_G0_NC MOVW_UABS_G1_NC MOVW_UABS_G2_NC MOVW_UABS_G3 ADR_PREL_PG_HI21_NC ADD_ABS_LO12_NC " +
			"LDST8_ABS_LO12_NC MOVW_PREL_G0_NC MOVW_PREL_G1_NC MOVW_PREL_G2_NC MOVW_PREL_G3 MOVW_GOTOFF_G0_NC MOVW_GOTOFF_G1_NC " +
			"MOVW_GOTOFF_G2_NC MOVW_GOTOFF_G3 TLSGD_ADD_LO12_NC TLSGD_MOVW_G0_NC TLSLD_ADD_LO12_NC TLSLD_MOVW_G0_NC " +
			"TLSLD_MOVW_DTPREL_G1_NC TLSLD_MOVW_DTPREL_G0_NC TLSLD_ADD_DTPREL_LO12_NC TLSLD_LDST8_DTPREL_LO12_NC " +
			"TLSIE_MOVW_GOTTPREL_G0_NC TLSLE_MOVW_TPREL_G1_NC TLSLE_MOVW_TPREL_G0_NC TLSLE_ADD_TPREL_LO12_NC TLSLE_LDST8_TPREL_LO12_NC " +
			"TLSDESC_ADD_LO12 TLSDESC_OFF_G0_NC"),
	})
	coffRows.Limits(t, "IMAGE_REL_ARM64_", []rowtest.Limit{
		rowtest.Range("ADDR32 ADDR32NB SECREL", 0, 1<<32-1, 1),
		rowtest.Range("REL32", -1<<31, 1<<31-1, 1),
		rowtest.Range("BRANCH26", -1<<27, 1<<27-4, 4),
		rowtest.Range("BRANCH19", -1<<20, 1<<20-4, 4),
		rowtest.Range("BRANCH14", -1<<15, 1<<15-4, 4),
		rowtest.Range("REL21", -1<<20, 1<<20-1, 1),
		rowtest.Range("PAGEBASE_REL21", -1<<32, 1<<32-4096, 4096),
		rowtest.Range("SECREL_HIGH12A", 0, 1<<24-1, 1),
		rowtest.Unlimited("ADDR64 PAGEOFFSET_12A SECREL_LOW12A"),
		rowtest.Unlimited("PAGEOFFSET_12L SECREL_LOW12L"),
	}, "SECTION")
	machoRows.Limits(t, "", []rowtest.Limit{
		rowtest.Range("0x40", 0, 1<<32-1, 1),
		rowtest.Range("0x41 0x57", -1<<31, 1<<31-1, 1),
		rowtest.Range("0x52", -1<<27, 1<<27-4, 4),
		rowtest.Range("0x53 0x55 0x58", -1<<32, 1<<32-4096, 4096),
		rowtest.Unlimited("0x60 0x61 0x67 0xe0"),
		rowtest.Unlimited("0x44 0x46 0x49"),
	})
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
			suite := coffRows
			if format == "macho" {
				suite = machoRows
			}
			r := suite.Reloc(t, name, 0)
			h := suite.Table.Rows[r.Type]
			for v := uint64(0xfe0); v < 0x1010; v++ {
				file := rowtest.Bytes(t, "", c.code)
				s := v
				if h.Expr == reloc.SecRel {
					s += sectionS
				}
				w := suite.World(t, file, false, r)
				w.Set(s)
				_, _, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r})
				if want := v%c.size == 0; want != (why == reloc.OK) || !want && why != reloc.Misaligned {
					t.Fatalf("%s: %s of %#x: fault %d", typ, c.code, v, why)
				}
				imm := uint64(w.Contents.Mem[at+1])>>2 | uint64(w.Contents.Mem[at+2])&0x3f<<6
				if why == reloc.OK && imm != v&0xfff/c.size {
					t.Fatalf("%s: %s of %#x has the immediate %#x", typ, c.code, v, imm)
				}
				if got := suite.Table.AlignAt(h.Field, file[at:]); got != c.size {
					t.Fatalf("%s: %s is said to be aligned to %d", typ, c.code, got)
				}
			}
		}
	}
}
