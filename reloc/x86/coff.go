package x86

import . "github.com/go-rtdyld/rtdyld/reloc"

// COFF has the relocation types of COFF i386, by number. Addends are in the
// fields; displacements count from the end of the field, which the rows add.
//
// Source: Microsoft PE format, "Intel 386 processors" under "Type indicators".
var COFF = NewTable(&arch, coffRows[:]).WithRuntimeDyld(coffRuntimeDyld)

var coffRows = [...]Howto{
	0:  Row("IMAGE_REL_I386_ABSOLUTE", None, FieldNone, NeedNone),
	1:  Row("IMAGE_REL_I386_DIR16", Abs, Any16, NeedNone),
	2:  {Name: "IMAGE_REL_I386_REL16", Expr: PC, Field: Signed16, Need: NeedNone, Adjust: -2},
	6:  Row("IMAGE_REL_I386_DIR32", Abs, Wrap32, NeedNone),
	7:  Row("IMAGE_REL_I386_DIR32NB", RVA, Unsigned32, NeedNone),
	9:  refused("IMAGE_REL_I386_SEG12"),
	10: Row("IMAGE_REL_I386_SECTION", SecNumber, Any16, NeedNone),
	11: Row("IMAGE_REL_I386_SECREL", SecRel, Signed32, NeedNone),
	12: refused("IMAGE_REL_I386_TOKEN"), // metadata of managed code
	13: Row("IMAGE_REL_I386_SECREL7", SecRel, secRel7, NeedNone),
	20: {Name: "IMAGE_REL_I386_REL32", Expr: PC, Field: Wrap32, Need: NeedNone, Adjust: -4},
}

// coffRuntimeDyld: RuntimeDyld keeps eight bytes a relocation and uses none.
var coffRuntimeDyld = RuntimeDyld{Size: 8, Align: 1, Imports: true, Stub: func(uint32) bool { return false }}
