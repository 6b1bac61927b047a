package x86_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
)

var machoCases = []rowtest.Case{
	rowtest.InField("GENERIC_RELOC_VANILLA (1 byte)", 0xf0, "", 0, "03", "f3"),                   // S + A
	rowtest.InField("GENERIC_RELOC_VANILLA (2 bytes)", 0xfff0, "", 0, "0500", "f5ff"),            // S + A
	rowtest.InField("GENERIC_RELOC_VANILLA", 0x12345678, "", 0, "11000000", "89563412"),          // S + A
	rowtest.InField("GENERIC_RELOC_VANILLA", 0xfffffff0, "", -16, "40000000", "20000000"),        // S + A, wrapped, of a section that the object has at 0x10
	rowtest.InField("GENERIC_RELOC_VANILLA (1 byte, pcrel)", 0x100030, "", 16, "ef", "1f"),       // S - (P + 1): the field counts the object's distance from 0x10 in
	rowtest.InField("GENERIC_RELOC_VANILLA (2 bytes, pcrel)", 0x101244, "", 16, "eeff", "3212"),  // S - (P + 2)
	rowtest.InField("GENERIC_RELOC_VANILLA (pcrel)", 0x12345678, "", 16, "ecffffff", "64562412"), // S - (P + 4)
	rowtest.InField("GENERIC_RELOC_SECTDIFF (1 byte)", 0x12300060, "", 0, "05", "45"),            // S + A - S2
	rowtest.InField("GENERIC_RELOC_SECTDIFF (2 bytes)", 0x122fc020, "", 0, "0500", "05c0"),       // S + A - S2
	rowtest.InField("GENERIC_RELOC_SECTDIFF", 0x12345678, "", -32, "25000000", "5d560400"),       // S + A - S2 less the object's own difference
	rowtest.InField("GENERIC_RELOC_LOCAL_SECTDIFF (1 byte)", 0x12300060, "", 0, "05", "45"),      // S + A - S2
	rowtest.InField("GENERIC_RELOC_LOCAL_SECTDIFF (2 bytes)", 0x122fc020, "", 0, "0500", "05c0"), // S + A - S2
	rowtest.InField("GENERIC_RELOC_LOCAL_SECTDIFF", 0x122edcdb, "", 0, "05000000", "c0dcfeff"),   // S + A - S2
	rowtest.InField("GENERIC_RELOC_TLV", 0x12345678, "", 0, "00000000", "18000040"),              // G + A
	rowtest.InField("GENERIC_RELOC_TLV (pcrel)", 0x12345678, "", -4, "30000000", "3400f03f"),     // G + A - (P + 4)
	rowtest.InField("indirect symbol (pointer)", 0x12345678, "", 0, "00000000", "78563412"),      // S
	rowtest.InField("indirect symbol (jump)", 0x12345678, "", -5, "f4f4f4f4f4", "e963562412"),    // jmp S: S - (P + 5)
}

func TestMachORows(t *testing.T) {
	machoRows.Rows(t, machoCases)
	machoRows.Touched(t, machoCases, nil, []string{"GENERIC_RELOC_PB_LA_PTR"}, nil)
}

func TestMachOLimits(t *testing.T) {
	machoRows.Limits(t, "", []rowtest.Limit{
		rowtest.Range("GENERIC_RELOC_VANILLA (2 bytes); GENERIC_RELOC_SECTDIFF (2 bytes); GENERIC_RELOC_LOCAL_SECTDIFF (2 bytes)", -0x8000, 0xffff, 1),
		rowtest.Range("GENERIC_RELOC_VANILLA (1 byte); GENERIC_RELOC_SECTDIFF (1 byte); GENERIC_RELOC_LOCAL_SECTDIFF (1 byte)", -0x80, 0xff, 1),
		rowtest.Range("GENERIC_RELOC_VANILLA (2 bytes, pcrel)", -0x8000, 0x7fff, 1),
		rowtest.Range("GENERIC_RELOC_VANILLA (1 byte, pcrel)", -0x80, 0x7f, 1),
		rowtest.Unlimited("GENERIC_RELOC_VANILLA; GENERIC_RELOC_VANILLA (pcrel); GENERIC_RELOC_SECTDIFF; GENERIC_RELOC_LOCAL_SECTDIFF; " +
			"GENERIC_RELOC_TLV; GENERIC_RELOC_TLV (pcrel); indirect symbol (pointer)"),
	}, "indirect symbol (jump)") // an instruction around it
}

// TestMachONumbers: the rows are where the parser's numbers say.
func TestMachONumbers(t *testing.T) {
	for n, want := range map[uint32]string{
		macho.RelocType(macho.I386Vanilla, false, 2):       "GENERIC_RELOC_VANILLA",
		macho.RelocType(macho.I386Vanilla, true, 2):        "GENERIC_RELOC_VANILLA (pcrel)",
		macho.RelocType(macho.I386Vanilla, true, 1):        "GENERIC_RELOC_VANILLA (2 bytes, pcrel)",
		macho.RelocType(macho.I386Vanilla, false, 0):       "GENERIC_RELOC_VANILLA (1 byte)",
		macho.RelocType(macho.I386SectDiff, false, 2):      "GENERIC_RELOC_SECTDIFF",
		macho.RelocType(macho.I386LocalSectDiff, false, 1): "GENERIC_RELOC_LOCAL_SECTDIFF (2 bytes)",
		macho.RelocType(macho.I386PBLaPtr, false, 2):       "GENERIC_RELOC_PB_LA_PTR",
		macho.RelocType(macho.I386TLV, false, 2):           "GENERIC_RELOC_TLV",
		macho.RelocType(macho.I386TLV, true, 2):            "GENERIC_RELOC_TLV (pcrel)",
		macho.TypePointer32:                                "indirect symbol (pointer)",
		macho.TypeStub:                                     "indirect symbol (jump)",
	} {
		if got := x86.MachO.Name(n); got != want {
			t.Errorf("type %#x is %q, want %s", n, got, want)
		}
	}
}
