package arm

import . "github.com/go-rtdyld/rtdyld/reloc"

// COFF has the relocation types of COFF for ARMNT, by number. Windows runs Thumb
// code alone, so that its branches never change the instruction set. Their bytes in
// the file are no addends; those of other fields are. Displacements count from the
// program counter, which the rows take care of.
//
// Source: Microsoft PE format, "ARM Processors" under "Type indicators".
var COFF = NewTable(&arch, coffRows[:]).WithRuntimeDyld(coffRuntimeDyld)

var coffRows = [...]Howto{
	0:  Row("IMAGE_REL_ARM_ABSOLUTE", None, FieldNone, NeedNone),
	1:  Row("IMAGE_REL_ARM_ADDR32", Abs, Wrap32, NeedNone),
	2:  Row("IMAGE_REL_ARM_ADDR32NB", RVA, Unsigned32, NeedNone),
	3:  {Name: "IMAGE_REL_ARM_BRANCH24", Expr: PC, Field: armBranchZero, Need: NeedStub, Branch: armAny, Adjust: -8},
	4:  {Name: "IMAGE_REL_ARM_BRANCH11", Expr: PC, Field: thmBranchZero, Need: NeedStub, Branch: thmOnly, Adjust: -4},
	5:  refused("IMAGE_REL_ARM_TOKEN"),   // metadata of managed code
	6:  refused("IMAGE_REL_ARM_GPREL12"), // from a global pointer, which Windows on ARM does not have
	7:  refused("IMAGE_REL_ARM_GPREL7"),
	8:  {Name: "IMAGE_REL_ARM_BLX24", Expr: PC, Field: armBranchZero, Need: NeedStub, Branch: armAny, Adjust: -8},
	9:  {Name: "IMAGE_REL_ARM_BLX11", Expr: PC, Field: thmBranchZero, Need: NeedStub, Branch: thmOnly, Adjust: -4},
	10: {Name: "IMAGE_REL_ARM_REL32", Expr: PC, Field: Wrap32, Need: NeedNone, Adjust: -4},
	14: Row("IMAGE_REL_ARM_SECTION", SecNumber, Any16, NeedNone),
	15: Row("IMAGE_REL_ARM_SECREL", SecRel, Signed32, NeedNone),
	16: Row("IMAGE_REL_ARM_MOV32A", Abs, armMOV32, NeedNone),
	17: Row("IMAGE_REL_ARM_MOV32T", Abs, thmMOV32, NeedNone),
	18: {Name: "IMAGE_REL_ARM_BRANCH20T", Expr: PC, Field: thmBranch20Zero, Need: NeedStub, Branch: thmOnly, Adjust: -4},
	20: {Name: "IMAGE_REL_ARM_BRANCH24T", Expr: PC, Field: thmBranchZero, Need: NeedStub, Branch: thmOnly, Adjust: -4},
	21: {Name: "IMAGE_REL_ARM_BLX23T", Expr: PC, Field: thmBranchZero, Need: NeedStub, Branch: thmOnly, Adjust: -4},
	22: refused("IMAGE_REL_ARM_PAIR"), // of types that no longer exist
}

// coffRuntimeDyld: RuntimeDyld keeps 16 bytes a relocation and uses none.
var coffRuntimeDyld = RuntimeDyld{Size: 16, Align: 1, Imports: true, EvenImage: true, Stub: func(uint32) bool { return false }}
