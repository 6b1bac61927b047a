package x86_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
)

var coffCases = []rowtest.Case{
	rowtest.InField("IMAGE_REL_I386_DIR16", 0x1234, "", 0, "0500", "3912"),               // VA + A
	rowtest.InField("IMAGE_REL_I386_REL16", 0x101244, "", 0, "1000", "4212"),             // VA + A - (P + 2)
	rowtest.InField("IMAGE_REL_I386_DIR32", 0x12345678, "", 0, "11000000", "89563412"),   // VA + A
	rowtest.InField("IMAGE_REL_I386_DIR32", 0xfffffff0, "", 0, "20000000", "10000000"),   // VA + A, wrapped
	rowtest.InField("IMAGE_REL_I386_DIR32NB", 0x12345678, "", 0, "08000000", "80563611"), // RVA + A
	rowtest.InField("IMAGE_REL_I386_SECTION", 0x12345678, "", 0, "0000", "0700"),         // section number + A
	rowtest.InField("IMAGE_REL_I386_SECREL", 0x12345678, "", 0, "08000000", "80560000"),  // offset in the section + A
	rowtest.InField("IMAGE_REL_I386_SECREL7", 0x12340041, "", 0, "85", "c6"),             // offset in the section + A in seven bits, the eighth stays
	rowtest.InField("IMAGE_REL_I386_REL32", 0x12345678, "", 0, "10000000", "74562412"),   // VA + A - (P + 4)
	rowtest.InField("IMAGE_REL_I386_REL32", 0xfffff000, "", 0, "00000000", "ecefefff"),   // VA + A - (P + 4)
}

func TestCOFFRows(t *testing.T) {
	coffRows.Rows(t, coffCases)
	coffRows.Touched(t, coffCases, []string{"IMAGE_REL_I386_ABSOLUTE"}, []string{"IMAGE_REL_I386_SEG12", "IMAGE_REL_I386_TOKEN"}, nil)
}

func TestCOFFLimits(t *testing.T) {
	coffRows.Limits(t, "IMAGE_REL_I386_", []rowtest.Limit{
		rowtest.Range("DIR16 SECTION", -0x8000, 0xffff, 1),
		rowtest.Range("REL16", -0x8000, 0x7fff, 1),
		rowtest.Range("DIR32NB", 0, 0xffffffff, 1),
		rowtest.Range("SECREL", -0x80000000, 0x7fffffff, 1),
		rowtest.Range("SECREL7", 0, 127, 1),
		rowtest.Unlimited("DIR32 REL32"),
	})
}

// TestCOFFNumbers: numbers of the specification's table.
func TestCOFFNumbers(t *testing.T) {
	for n, want := range map[uint32]string{
		0: "ABSOLUTE", 1: "DIR16", 2: "REL16", 6: "DIR32", 7: "DIR32NB", 9: "SEG12", 0xa: "SECTION", 0xb: "SECREL", 0xc: "TOKEN",
		0xd: "SECREL7", 0x14: "REL32",
	} {
		if got := x86.COFF.Name(n); got != "IMAGE_REL_I386_"+want {
			t.Errorf("type %d is %q, want %s", n, got, want)
		}
	}
}
