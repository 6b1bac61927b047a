package x86_test

import (
	"debug/elf"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
)

const tableT = 0x40000000 // GOT

// made has the address or value of what the linker makes for the symbol.
var made = [reloc.NumNeeds]uint64{
	reloc.NeedGOT:   tableT + 0x18,
	reloc.NeedTLSGD: tableT + 0x100, reloc.NeedTLSLD: tableT + 0x200, reloc.NeedGOTTPOff: tableT + 0x300,
	reloc.NeedTLSDesc: tableT + 0x400,
	reloc.NeedTPOff:   1<<64 - 0x40, reloc.NeedDTPOff: 0x28, reloc.NeedDTPMod: 3,
}

// suite has the tests of a table's rows.
func suite(table *reloc.Table) *rowtest.Suite {
	return &rowtest.Suite{
		Table: table, P: 0x100010, GOT: tableT, ImageBase: 0x00fe0000, Section: 0x12340000, Number: 7, Second: 0x12300020, Size: 0x30,
		Away: true, InRecord: []string{"indirect symbol (pointer)", "indirect symbol (jump)"}, Made: &made,
	}
}

var elfRows, coffRows, machoRows = suite(x86.ELF), suite(x86.COFF), suite(x86.MachO)

var elfCases = []rowtest.Case{
	rowtest.InField("R_386_32", 0x12345678, "", 0, "11000000", "89563412"),           // S + A
	rowtest.InField("R_386_32", 0xfffffff0, "", 0, "20000000", "10000000"),           // S + A, wrapped
	rowtest.InField("R_386_PC32", 0x12345678, "", 0, "fcffffff", "64562412"),         // S + A - P
	rowtest.InField("R_386_PC32", 0xfffff000, "", 0, "fcffffff", "ecefefff"),         // S + A - P
	rowtest.InField("R_386_GOT32", 0x12345678, "8b83", 0, "04000000", "1c000000"),    // G + A - GOT: mov 4(%ebx),%eax
	rowtest.InField("R_386_GOT32", 0x12345678, "8b05", 0, "04000000", "1c000040"),    // G + A: mov 4,%eax
	rowtest.InField("R_386_PLT32", 0x12345678, "", 0, "fcffffff", "64562412"),        // L + A - P, of a function that is reached directly
	rowtest.InField("R_386_GOTOFF", 0x12345678, "", 0, "10000000", "885634d2"),       // S + A - GOT
	rowtest.InField("R_386_GOTPC", 0x12345678, "", 0, "02000000", "f2ffef3f"),        // GOT + A - P
	rowtest.InField("R_386_32PLT", 0x12345678, "", 0, "03000000", "7b563412"),        // L + A
	rowtest.InField("R_386_TLS_IE", 0x12345678, "", 0, "04000000", "04030040"),       // the address of the entry with the negative offset + A
	rowtest.InField("R_386_TLS_GOTIE", 0x12345678, "", 0, "04000000", "04030000"),    // that entry - GOT + A
	rowtest.InField("R_386_TLS_LE", 0x12345678, "", 0, "04000000", "c4ffffff"),       // the negative offset + A
	rowtest.InField("R_386_TLS_GD", 0x12345678, "", 0, "04000000", "04010000"),       // the pair - GOT + A
	rowtest.InField("R_386_TLS_LDM", 0x12345678, "", 0, "04000000", "04020000"),      // the object's pair - GOT + A
	rowtest.InField("R_386_16", 0xfff0, "", 0, "0500", "f5ff"),                       // S + A
	rowtest.InField("R_386_16", 0xffff8000, "", 0, "0000", "0080"),                   // S + A, negative
	rowtest.InField("R_386_PC16", 0x101244, "", 0, "feff", "3212"),                   // S + A - P
	rowtest.InField("R_386_8", 0xf0, "", 0, "03", "f3"),                              // S + A
	rowtest.InField("R_386_8", 0xffffff80, "", 0, "00", "80"),                        // S + A, negative
	rowtest.InField("R_386_PC8", 0xffff0, "", 0, "ff", "df"),                         // S + A - P
	rowtest.InField("R_386_TLS_LDO_32", 0x12345678, "", 0, "04000000", "2c000000"),   // the offset in the block + A
	rowtest.InField("R_386_TLS_LE_32", 0x12345678, "", 0, "04000000", "44000000"),    // the offset + A
	rowtest.InField("R_386_TLS_IE_32", 0x12345678, "", 0, "04000000", "08030000"),    // the second word of the GOT entry + A - GOT
	rowtest.InField("R_386_SIZE32", 0x12345678, "", 0, "02000000", "32000000"),       // Z + A
	rowtest.InField("R_386_TLS_GOTDESC", 0x12345678, "", 0, "04000000", "04040000"),  // the descriptor - GOT + A
	rowtest.InField("R_386_GOT32X", 0x12345678, "8b83", 0, "04000000", "1c000000"),   // G + A - GOT: mov 4(%ebx),%eax
	rowtest.InField("R_386_GOT32X", 0x12345678, "8b05", 0, "04000000", "1c000040"),   // G + A: mov 4,%eax
	rowtest.InField("R_386_GOT32X", 0x12345678, "ff15", 0, "00000000", "18000040"),   // G + A: call *0
	rowtest.InField("R_386_GOT32X", 0x12345678, "ff93", 0, "00000000", "18000000"),   // G + A - GOT: call *0(%ebx)
	rowtest.InField("R_386_GOT32X", 0x12345678, "8b048d", 0, "00000000", "18000000"), // G + A - GOT: mov 0(,%ecx,4),%eax has an index
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

func TestELFRows(t *testing.T) {
	elfRows.Rows(t, elfCases)
	elfRows.Touched(t, elfCases, writeNothing, refusedTypes, dynamicTypes)
}

func TestELFLimits(t *testing.T) {
	elfRows.Limits(t, "R_386_", []rowtest.Limit{
		rowtest.Range("16", -0x8000, 0xffff, 1),
		rowtest.Range("PC16", -0x8000, 0x7fff, 1),
		rowtest.Range("8", -0x80, 0xff, 1),
		rowtest.Range("PC8", -0x80, 0x7f, 1),
		// Sums of 32 bits wrap.
		rowtest.Unlimited("32 PC32 PLT32 GOTOFF GOTPC 32PLT TLS_IE TLS_GOTIE TLS_LE TLS_GD TLS_LDM TLS_LDO_32 TLS_LE_32 TLS_IE_32 SIZE32 TLS_GOTDESC GOT32 GOT32X"),
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
	r := elfRows.Reloc(t, "R_386_GOT32X", 0)
	r.Offset = 0
	if got := elfRows.World(t, make([]byte, 4), true, r).Apply(0x1000, r); got != "18000000" {
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
		w := elfRows.World(t, rowtest.Bytes(t, "", ""), true, elfRows.Reloc(t, c.name, 0))
		if p := w.Plan; p.GOTSize != c.slots || p.StubSize != c.stubs || p.UsesBase != c.base || p.Low32 || len(p.Direct) != 0 {
			t.Errorf("%s: %d bytes of slots, %d of stubs, base %v, low %v, direct %v", c.name, p.GOTSize, p.StubSize, p.UsesBase, p.Low32, p.Direct)
		}
	}
}
