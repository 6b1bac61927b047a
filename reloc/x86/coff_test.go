package x86_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/reloc/x86"
)

var coffCases = []rowCase{
	{"IMAGE_REL_I386_DIR16", 0x1234, "", 0, "0500", "3912"},               // VA + A
	{"IMAGE_REL_I386_REL16", 0x101244, "", 0, "1000", "4212"},             // VA + A - (P + 2)
	{"IMAGE_REL_I386_DIR32", 0x12345678, "", 0, "11000000", "89563412"},   // VA + A
	{"IMAGE_REL_I386_DIR32", 0xfffffff0, "", 0, "20000000", "10000000"},   // VA + A, wrapped
	{"IMAGE_REL_I386_DIR32NB", 0x12345678, "", 0, "08000000", "80563611"}, // RVA + A
	{"IMAGE_REL_I386_SECTION", 0x12345678, "", 0, "0000", "0700"},         // section number + A
	{"IMAGE_REL_I386_SECREL", 0x12345678, "", 0, "08000000", "80560000"},  // offset in the section + A
	{"IMAGE_REL_I386_SECREL7", 0x12340041, "", 0, "85", "c6"},             // offset in the section + A in seven bits, the eighth stays
	{"IMAGE_REL_I386_REL32", 0x12345678, "", 0, "10000000", "74562412"},   // VA + A - (P + 4)
	{"IMAGE_REL_I386_REL32", 0xfffff000, "", 0, "00000000", "ecefefff"},   // VA + A - (P + 4)
}

func TestCOFFRows(t *testing.T) {
	testRows(t, x86.COFF, coffCases)
	testTouched(t, x86.COFF, coffCases, []string{"IMAGE_REL_I386_ABSOLUTE"}, []string{"IMAGE_REL_I386_SEG12", "IMAGE_REL_I386_TOKEN"}, nil)
}

func TestCOFFLimits(t *testing.T) {
	testLimits(t, x86.COFF, []limit{
		{[]string{"IMAGE_REL_I386_DIR16", "IMAGE_REL_I386_SECTION"}, -0x8000, 0xffff},
		{[]string{"IMAGE_REL_I386_REL16"}, -0x8000, 0x7fff},
		{[]string{"IMAGE_REL_I386_DIR32NB"}, 0, 0xffffffff},
		{[]string{"IMAGE_REL_I386_SECREL"}, -0x80000000, 0x7fffffff},
		{[]string{"IMAGE_REL_I386_SECREL7"}, 0, 127},
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
