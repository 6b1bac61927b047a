package arm64

import . "github.com/go-rtdyld/rtdyld/reloc"

// COFF has the relocation types of COFF ARM64, by number. Addends are in the
// fields; that of ADRP counts bytes there, and pages in the result.
var COFF = NewTable(&arch, coffRows[:]).WithRuntimeDyld(coffRuntimeDyld)

var coffRows = [...]Howto{
	0:  Row("IMAGE_REL_ARM64_ABSOLUTE", None, FieldNone, NeedNone),
	1:  Row("IMAGE_REL_ARM64_ADDR32", Abs, Unsigned32, NeedNone),
	2:  Row("IMAGE_REL_ARM64_ADDR32NB", RVA, Unsigned32, NeedNone),
	3:  Row("IMAGE_REL_ARM64_BRANCH26", PC, branch26, NeedStub),
	4:  Row("IMAGE_REL_ARM64_PAGEBASE_REL21", Page, adrp21Bytes, NeedNone),
	5:  Row("IMAGE_REL_ARM64_REL21", PC, adr21, NeedNone),
	6:  Row("IMAGE_REL_ARM64_PAGEOFFSET_12A", Abs, add12NC, NeedNone),
	7:  Row("IMAGE_REL_ARM64_PAGEOFFSET_12L", Abs, low12, NeedNone),
	8:  Row("IMAGE_REL_ARM64_SECREL", SecRel, Unsigned32, NeedNone),
	9:  Row("IMAGE_REL_ARM64_SECREL_LOW12A", SecRel, add12NC, NeedNone),
	10: Row("IMAGE_REL_ARM64_SECREL_HIGH12A", SecRel, addHi12, NeedNone),
	11: Row("IMAGE_REL_ARM64_SECREL_LOW12L", SecRel, low12, NeedNone),
	12: refused("IMAGE_REL_ARM64_TOKEN"), // metadata of the common language runtime
	13: Row("IMAGE_REL_ARM64_SECTION", SecNumber, Any16, NeedNone),
	14: Row("IMAGE_REL_ARM64_ADDR64", Abs, Word64, NeedNone),
	15: Row("IMAGE_REL_ARM64_BRANCH19", PC, branch19, NeedStub),
	16: Row("IMAGE_REL_ARM64_BRANCH14", PC, branch14, NeedStub),
	17: {Name: "IMAGE_REL_ARM64_REL32", Expr: PC, Field: Signed32, Need: NeedNone, Adjust: -4},
}
