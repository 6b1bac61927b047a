package amd64_test

import (
	"encoding/hex"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
)

// coffCases have addends in the fields.
var coffCases = []rowtest.Case{
	rowtest.InField("IMAGE_REL_AMD64_ADDR64", 0x12345678, "", 0, "8967452301000000", "01be793501000000"), // VA + A
	rowtest.InField("IMAGE_REL_AMD64_ADDR32", 0x12345678, "", 0, "11000000", "89563412"),                 // VA + A
	rowtest.InField("IMAGE_REL_AMD64_ADDR32NB", 0x12345678, "", 0, "08000000", "80563611"),               // RVA + A
	rowtest.InField("IMAGE_REL_AMD64_REL32", 0x12345678, "", 0, "10000000", "74562412"),                  // VA + A - (P + 4)
	rowtest.InField("IMAGE_REL_AMD64_REL32_1", 0x12345678, "", 0, "10000000", "73562412"),                // VA + A - (P + 4 + 1)
	rowtest.InField("IMAGE_REL_AMD64_REL32_2", 0x12345678, "", 0, "10000000", "72562412"),                // VA + A - (P + 4 + 2)
	rowtest.InField("IMAGE_REL_AMD64_REL32_3", 0x12345678, "", 0, "10000000", "71562412"),                // VA + A - (P + 4 + 3)
	rowtest.InField("IMAGE_REL_AMD64_REL32_4", 0x12345678, "", 0, "10000000", "70562412"),                // VA + A - (P + 4 + 4)
	rowtest.InField("IMAGE_REL_AMD64_REL32_5", 0x12345678, "", 0, "10000000", "6f562412"),                // VA + A - (P + 4 + 5)
	rowtest.InField("IMAGE_REL_AMD64_SECTION", 0x12345678, "", 0, "0000", "0700"),                        // section number + A
	rowtest.InField("IMAGE_REL_AMD64_SECREL", 0x12345678, "", 0, "08000000", "80560000"),                 // offset in the section + A
	rowtest.InField("IMAGE_REL_AMD64_SREL32", 0x12345678, "", 0, "1000000000000000", "7056241200000000"), // VA + A - (P + 8)
	rowtest.InField("IMAGE_REL_AMD64_SECREL7", 0x12340041, "", 0, "85", "c6"),                            // offset in the section + A in seven bits, the eighth stays
}

func TestCOFFRows(t *testing.T) {
	coffRows.Rows(t, coffCases)
	coffRows.Touched(t, coffCases, []string{"IMAGE_REL_AMD64_ABSOLUTE"}, coffRefused(), nil)
}

// coffRefused are the types without support: all from TOKEN on but that of GNU's displacements of 64 bits.
func coffRefused() (names []string) {
	for _, h := range amd64.COFF.Rows[13:] {
		if h.Name != "" && h.Name != "IMAGE_REL_AMD64_SREL32" {
			names = append(names, h.Name)
		}
	}
	return names
}

func TestCOFFLimits(t *testing.T) {
	coffRows.Limits(t, "IMAGE_REL_AMD64_", []rowtest.Limit{
		rowtest.Range("REL32 REL32_1 REL32_2 REL32_3 REL32_4 REL32_5 ADDR32 SECREL", -0x80000000, 0x7fffffff, 1),
		rowtest.Range("ADDR32NB", 0, 0xffffffff, 1),
		rowtest.Range("SECTION", -0x8000, 0xffff, 1),
		rowtest.Range("SECREL7", 0, 127, 1),
		rowtest.Unlimited("ADDR64 SREL32"),
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
	for name, want := range map[string]stubs.Direct{
		"IMAGE_REL_AMD64_REL32": {Sym: 1, PC: true}, "IMAGE_REL_AMD64_REL32_5": {Sym: 1, PC: true},
		"IMAGE_REL_AMD64_ADDR32NB": {Sym: 1, PC: true}, "IMAGE_REL_AMD64_ADDR32": {Sym: 1, LowSigned: true},
		"IMAGE_REL_AMD64_ADDR64": {}, "IMAGE_REL_AMD64_SECREL": {}, "IMAGE_REL_AMD64_SECTION": {},
	} {
		p := coffRows.World(t, rowtest.Bytes(t, "", ""), true, coffRows.Reloc(t, name, 0)).Plan
		var got stubs.Direct
		if len(p.Direct) > 0 {
			got = p.Direct[0]
		}
		if got != want || p.StubSize != 0 || p.GOTSize != 0 || p.Low32 != want.LowSigned {
			t.Errorf("%s: direct %+v, %d bytes of stubs, %d of slots, low %v", name, got, p.StubSize, p.GOTSize, p.Low32)
		}
	}
}

// TestCOFFRuntimeDyldStub compares RuntimeDyld's stub with what it is documented to be.
func TestCOFFRuntimeDyldStub(t *testing.T) {
	c := amd64.COFF.RuntimeDyld
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
