package amd64_test

import (
	"debug/elf"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
)

// The addresses that all row tests use.
const (
	fieldP  = 0x100010   // P
	tableT  = 0x40000000 // GOT
	at      = rowtest.At // offset of the field in its section
	secondS = 0x12300020 // S2
)

// made has the address or value of what the linker makes for the symbol.
var made = [reloc.NumNeeds]uint64{
	reloc.NeedStub: 0x200000, reloc.NeedGOT: tableT + 0x18,
	reloc.NeedTLSGD: tableT + 0x100, reloc.NeedTLSLD: tableT + 0x200, reloc.NeedGOTTPOff: tableT + 0x300,
	reloc.NeedTLSDesc: tableT + 0x400,
	reloc.NeedTPOff:   1<<64 - 0x40, reloc.NeedDTPOff: 0x28, reloc.NeedDTPMod: 3,
}

// suite has the tests of a table's rows.
func suite(table *reloc.Table) *rowtest.Suite {
	return &rowtest.Suite{
		Table: table, P: fieldP, GOT: tableT, ImageBase: 0x00fe0000, Section: 0x12340000, Number: 7, Second: secondS, Size: 0x30,
		Away: table != amd64.ELF, Rela: table == amd64.ELF, InRecord: []string{"indirect symbol"}, Made: &made, Far: 1 << 32,
	}
}

var elfRows, coffRows, machoRows = suite(amd64.ELF), suite(amd64.COFF), suite(amd64.MachO)

// row is a relocation of the field by a row of ELF.
func row(t testing.TB, name string, a int64) reloc.Reloc { return elfRows.Reloc(t, name, a) }

// elfCases have, for each type that is applied, the bytes that the formula of the
// psABI's table 4.9 gives.
var elfCases = []rowtest.Case{
	rowtest.InRecord("R_X86_64_64", 0x12345678, 0x123456789, "01be793501000000"),      // S + A
	rowtest.InRecord("R_X86_64_PC32", 0x12345678, -0x4, "64562412"),                   // S + A - P
	rowtest.InRecord("R_X86_64_GOT32", 0x12345678, 0x4, "1c000000"),                   // G + A
	rowtest.InRecord("R_X86_64_PLT32", 0x12345678, -0x4, "64562412"),                  // L + A - P
	rowtest.InRecord("R_X86_64_GOTPCREL", 0x12345678, -0x4, "0400f03f"),               // G + GOT + A - P
	rowtest.InRecord("R_X86_64_32", 0xfedcba98, 0x10, "a8badcfe"),                     // S + A
	rowtest.InRecord("R_X86_64_32S", 0xffffffff80000000, 0x10, "10000080"),            // S + A
	rowtest.InRecord("R_X86_64_16", 0xfff0, 0x5, "f5ff"),                              // S + A
	rowtest.InRecord("R_X86_64_PC16", 0x101244, -0x2, "3212"),                         // S + A - P
	rowtest.InRecord("R_X86_64_8", 0xf0, 0x3, "f3"),                                   // S + A
	rowtest.InRecord("R_X86_64_PC8", 0xffff0, -0x1, "df"),                             // S + A - P
	rowtest.InRecord("R_X86_64_DTPMOD64", 0x12345678, 0x0, "0300000000000000"),        // the module
	rowtest.InRecord("R_X86_64_DTPOFF64", 0x12345678, 0x8, "3000000000000000"),        // the offset in the block + A
	rowtest.InRecord("R_X86_64_TPOFF64", 0x12345678, 0x8, "c8ffffffffffffff"),         // the offset from the thread pointer + A
	rowtest.InRecord("R_X86_64_TLSGD", 0x12345678, -0x4, "ec00f03f"),                  // GOT entry of the pair + A - P
	rowtest.InRecord("R_X86_64_TLSLD", 0x12345678, -0x4, "ec01f03f"),                  // GOT entry of the object's pair + A - P
	rowtest.InRecord("R_X86_64_DTPOFF32", 0x12345678, 0x4, "2c000000"),                // the offset in the block + A
	rowtest.InRecord("R_X86_64_GOTTPOFF", 0x12345678, -0x4, "ec02f03f"),               // GOT entry of the offset + A - P
	rowtest.InRecord("R_X86_64_TPOFF32", 0x12345678, 0x4, "c4ffffff"),                 // the offset from the thread pointer + A
	rowtest.InRecord("R_X86_64_PC64", 0x7fff00001234, -0x8, "1c12f0fffe7f0000"),       // S + A - P
	rowtest.InRecord("R_X86_64_GOTOFF64", 0x12345678, 0x4, "7c5634d2ffffffff"),        // S + A - GOT
	rowtest.InRecord("R_X86_64_GOTPC32", 0x12345678, 0x2, "f2ffef3f"),                 // GOT + A - P
	rowtest.InRecord("R_X86_64_GOT64", 0x12345678, 0x8, "2000000000000000"),           // G + A
	rowtest.InRecord("R_X86_64_GOTPCREL64", 0x12345678, 0x8, "1000f03f00000000"),      // G + GOT - P + A
	rowtest.InRecord("R_X86_64_GOTPC64", 0x12345678, 0x8, "f8ffef3f00000000"),         // GOT - P + A
	rowtest.InRecord("R_X86_64_GOTPLT64", 0x12345678, 0x8, "2000000000000000"),        // G + A
	rowtest.InRecord("R_X86_64_PLTOFF64", 0x12345678, 0x8, "805634d2ffffffff"),        // L - GOT + A
	rowtest.InRecord("R_X86_64_SIZE32", 0x12345678, 0x2, "32000000"),                  // Z + A
	rowtest.InRecord("R_X86_64_SIZE64", 0x12345678, -0x2, "2e00000000000000"),         // Z + A
	rowtest.InRecord("R_X86_64_GOTPC32_TLSDESC", 0x12345678, -0x4, "ec03f03f"),        // GOT entry of the descriptor + A - P
	rowtest.InRecord("R_X86_64_PC32_BND", 0x12345678, -0x4, "64562412"),               // S + A - P
	rowtest.InRecord("R_X86_64_PLT32_BND", 0x12345678, -0x4, "64562412"),              // L + A - P
	rowtest.InRecord("R_X86_64_GOTPCRELX", 0x12345678, -0x4, "0400f03f"),              // G + GOT + A - P
	rowtest.InRecord("R_X86_64_REX_GOTPCRELX", 0x12345678, -0x4, "0400f03f"),          // G + GOT + A - P
	rowtest.InRecord("R_X86_64_CODE_4_GOTPCRELX", 0x12345678, -0x4, "0400f03f"),       // G + GOT + A - P
	rowtest.InRecord("R_X86_64_CODE_4_GOTTPOFF", 0x12345678, -0x4, "ec02f03f"),        // GOT entry of the offset + A - P
	rowtest.InRecord("R_X86_64_CODE_4_GOTPC32_TLSDESC", 0x12345678, -0x4, "ec03f03f"), // GOT entry of the descriptor + A - P
	rowtest.InRecord("R_X86_64_CODE_5_GOTPCRELX", 0x12345678, -0x4, "0400f03f"),       // G + GOT + A - P
	rowtest.InRecord("R_X86_64_CODE_5_GOTTPOFF", 0x12345678, -0x4, "ec02f03f"),        // GOT entry of the offset + A - P
	rowtest.InRecord("R_X86_64_CODE_5_GOTPC32_TLSDESC", 0x12345678, -0x4, "ec03f03f"), // GOT entry of the descriptor + A - P
	rowtest.InRecord("R_X86_64_CODE_6_GOTPCRELX", 0x12345678, -0x4, "0400f03f"),       // G + GOT + A - P
	rowtest.InRecord("R_X86_64_CODE_6_GOTTPOFF", 0x12345678, -0x4, "ec02f03f"),        // GOT entry of the offset + A - P
	rowtest.InRecord("R_X86_64_CODE_6_GOTPC32_TLSDESC", 0x12345678, -0x4, "ec03f03f"), // GOT entry of the descriptor + A - P
}

// relCases have addends in the fields, as records of SHT_REL want it: they are signed.
var relCases = []rowtest.Case{
	rowtest.InField("R_X86_64_64", 0x1000, "", 0, "f8ffffffffffffff", "f80f000000000000"),
	rowtest.InField("R_X86_64_32", 0x1000, "", 0, "fcffffff", "fc0f0000"),
	rowtest.InField("R_X86_64_32S", 0x1000, "", 0, "fcffffff", "fc0f0000"),
	rowtest.InField("R_X86_64_PC32", 0x1000+fieldP, "", 0, "fcffffff", "fc0f0000"),
	rowtest.InField("R_X86_64_16", 0x1000, "", 0, "feff", "fe0f"),
	rowtest.InField("R_X86_64_8", 0x10, "", 0, "ff", "0f"),
}

// dynamicTypes are those that the psABI gives dynamic linkers alone.
var dynamicTypes = []string{
	"R_X86_64_COPY", "R_X86_64_GLOB_DAT", "R_X86_64_JUMP_SLOT", "R_X86_64_RELATIVE", "R_X86_64_TLSDESC",
	"R_X86_64_IRELATIVE", "R_X86_64_RELATIVE64",
}

// writeNothing are those that only mark a place.
var writeNothing = []string{"R_X86_64_NONE", "R_X86_64_TLSDESC_CALL"}

func TestRows(t *testing.T) {
	elfRows.Rows(t, elfCases)
	elfRows.Touched(t, elfCases, writeNothing, nil, dynamicTypes)
	rel := suite(amd64.ELF)
	rel.Rela = false
	rel.Rows(t, relCases)
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

// TestLimits: the limits are those of the psABI's fields: word32 is signed except where the
// instruction or the type's text says that it is zero-extended.
func TestLimits(t *testing.T) {
	elfRows.Limits(t, "R_X86_64_", []rowtest.Limit{
		rowtest.Range("PC32 GOT32 PLT32 GOTPCREL 32S TLSGD TLSLD DTPOFF32 GOTTPOFF TPOFF32 GOTPC32 GOTPC32_TLSDESC PC32_BND PLT32_BND "+
			"GOTPCRELX REX_GOTPCRELX CODE_4_GOTPCRELX CODE_4_GOTTPOFF CODE_4_GOTPC32_TLSDESC CODE_5_GOTPCRELX CODE_5_GOTTPOFF "+
			"CODE_5_GOTPC32_TLSDESC CODE_6_GOTPCRELX CODE_6_GOTTPOFF CODE_6_GOTPC32_TLSDESC", -0x80000000, 0x7fffffff, 1),
		rowtest.Range("32 SIZE32", 0, 0xffffffff, 1),
		rowtest.Range("16", -0x8000, 0xffff, 1),
		rowtest.Range("PC16", -0x8000, 0x7fff, 1),
		rowtest.Range("8", -0x80, 0xff, 1),
		rowtest.Range("PC8", -0x80, 0x7f, 1),
		rowtest.Unlimited("64 DTPMOD64 DTPOFF64 TPOFF64 PC64 GOTOFF64 GOT64 GOTPCREL64 GOTPC64 GOTPLT64 PLTOFF64 SIZE64"),
	})
}
