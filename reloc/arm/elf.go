// Package arm has the relocations and stubs of 32-bit Arm, both its instruction
// sets: ARM (A32) and Thumb (T32).
//
// As a linker sees it: bit 0 of a function's address says which instruction set the
// function is of. BL can become BLX and back, so that calls change the set by
// themselves; other branches stay in theirs and need a stub to get to the other one.
// Branches reach 32 MiB in ARM, 16 MiB in Thumb, 1 MiB where conditional in Thumb.
// The program counter reads two instructions ahead, 8 bytes in ARM, 4 in Thumb, and
// addends count that in. Addresses are built of two halves (MOVW, MOVT), read from
// words among the code, or of up to four bytes. Addends are in the instructions (REL).
//
// What is written is for processors that have Thumb-2 (ARMv6T2, ARMv7 and later),
// whose Thumb branches reach 16 MiB, unless an object says that its code is for older ones:
// see [ELF5].
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: ELF for the Arm Architecture (AAELF32), "Relocation"; Arm Architecture
// Reference Manual, ARMv7-A, chapters A5, A6 and A8.
package arm

import . "github.com/go-rtdyld/rtdyld/reloc"

// ELF has the relocation types of ELF for Arm, by number. TARGET1 is ABS32 and
// TARGET2 is GOT_PREL, as on Linux. No symbol has a static base (B(S)), so types
// that count from one are refused. TLS descriptors are done without, see descriptor.go.
var ELF = NewTable(&arch, elfRows[:]).WithRuntimeDyld(elfRuntimeDyld)

var elfRows = [...]Howto{
	0:   Row("R_ARM_NONE", None, FieldNone, NeedNone),
	1:   {Name: "R_ARM_PC24", Expr: PC, Field: armBranch, Need: NeedStub, Branch: armJump},
	2:   Row("R_ARM_ABS32", Abs, Wrap32, NeedNone),
	3:   Row("R_ARM_REL32", PC, Wrap32, NeedNone),
	4:   Row("R_ARM_LDR_PC_G0", PCEven, armLDR0, NeedNone),
	5:   Row("R_ARM_ABS16", AbsEven, Any16, NeedNone),
	6:   Row("R_ARM_ABS12", AbsEven, armLDR0, NeedNone),
	7:   Row("R_ARM_THM_ABS5", AbsEven, thmLDR5, NeedNone),
	8:   Row("R_ARM_ABS8", AbsEven, Any8, NeedNone),
	9:   refused("R_ARM_SBREL32"),
	10:  {Name: "R_ARM_THM_CALL", Expr: PC, Field: thmBranch, Need: NeedStub, Branch: thmCall},
	11:  Row("R_ARM_THM_PC8", PCWordEven, thmPC8, NeedNone),
	12:  DynamicRow("R_ARM_BREL_ADJ"),
	13:  DynamicRow("R_ARM_TLS_DESC"),
	14:  refused("R_ARM_THM_SWI8"), // obsolete
	15:  {Name: "R_ARM_XPC25", Expr: PC, Field: armBranch, Need: NeedStub, Branch: armCall},
	16:  {Name: "R_ARM_THM_XPC22", Expr: PC, Field: thmBranch, Need: NeedStub, Branch: thmCall},
	17:  DynamicRow("R_ARM_TLS_DTPMOD32"),
	18:  DynamicRow("R_ARM_TLS_DTPOFF32"),
	19:  DynamicRow("R_ARM_TLS_TPOFF32"),
	20:  DynamicRow("R_ARM_COPY"),
	21:  DynamicRow("R_ARM_GLOB_DAT"),
	22:  DynamicRow("R_ARM_JUMP_SLOT"),
	23:  DynamicRow("R_ARM_RELATIVE"),
	24:  Row("R_ARM_GOTOFF32", Base, Wrap32, NeedNone),
	25:  Row("R_ARM_BASE_PREL", PC, Wrap32, NeedBase),
	26:  Row("R_ARM_GOT_BREL", Base, Wrap32, NeedGOT),
	27:  {Name: "R_ARM_PLT32", Expr: PC, Field: armBranch, Need: NeedStub, Branch: armJump},
	28:  {Name: "R_ARM_CALL", Expr: PC, Field: armBranch, Need: NeedStub, Branch: armCall},
	29:  {Name: "R_ARM_JUMP24", Expr: PC, Field: armBranch, Need: NeedStub, Branch: armJump},
	30:  {Name: "R_ARM_THM_JUMP24", Expr: PC, Field: thmBranch, Need: NeedStub, Branch: thmJump},
	31:  Row("R_ARM_BASE_ABS", Abs, Wrap32, NeedBase),
	32:  refused("R_ARM_ALU_PCREL_7_0"),   // obsolete
	33:  refused("R_ARM_ALU_PCREL_15_8"),  // obsolete
	34:  refused("R_ARM_ALU_PCREL_23_15"), // obsolete
	35:  refused("R_ARM_LDR_SBREL_11_0_NC"),
	36:  refused("R_ARM_ALU_SBREL_19_12_NC"),
	37:  refused("R_ARM_ALU_SBREL_27_20_CK"),
	38:  Row("R_ARM_TARGET1", Abs, Wrap32, NeedNone),
	39:  refused("R_ARM_SBREL31"),
	40:  Row("R_ARM_V4BX", None, FieldNone, NeedNone), // where an ARMv4 would need another instruction
	41:  Row("R_ARM_TARGET2", PC, Wrap32, NeedGOT),
	42:  Row("R_ARM_PREL31", PC, prel31, NeedNone),
	43:  Row("R_ARM_MOVW_ABS_NC", Abs, armMOVW, NeedNone),
	44:  Row("R_ARM_MOVT_ABS", Abs, armMOVT, NeedNone),
	45:  Row("R_ARM_MOVW_PREL_NC", PC, armMOVW, NeedNone),
	46:  Row("R_ARM_MOVT_PREL", PC, armMOVT, NeedNone),
	47:  Row("R_ARM_THM_MOVW_ABS_NC", Abs, thmMOVW, NeedNone),
	48:  Row("R_ARM_THM_MOVT_ABS", Abs, thmMOVT, NeedNone),
	49:  Row("R_ARM_THM_MOVW_PREL_NC", PC, thmMOVW, NeedNone),
	50:  Row("R_ARM_THM_MOVT_PREL", PC, thmMOVT, NeedNone),
	51:  {Name: "R_ARM_THM_JUMP19", Expr: PC, Field: thmBranch19, Need: NeedStub, Branch: thmJump},
	52:  {Name: "R_ARM_THM_JUMP6", Expr: PC, Field: thmBranch6, Need: NeedStub, Branch: thmJump},
	53:  Row("R_ARM_THM_ALU_PREL_11_0", PCWord, thmADR, NeedNone),
	54:  Row("R_ARM_THM_PC12", PCWordEven, thmPC12, NeedNone),
	55:  Row("R_ARM_ABS32_NOI", AbsEven, Wrap32, NeedNone),
	56:  Row("R_ARM_REL32_NOI", PCEven, Wrap32, NeedNone),
	57:  Row("R_ARM_ALU_PC_G0_NC", PC, armALU0NC, NeedNone),
	58:  Row("R_ARM_ALU_PC_G0", PC, armALU0, NeedNone),
	59:  Row("R_ARM_ALU_PC_G1_NC", PC, armALU1NC, NeedNone),
	60:  Row("R_ARM_ALU_PC_G1", PC, armALU1, NeedNone),
	61:  Row("R_ARM_ALU_PC_G2", PC, armALU2, NeedNone),
	62:  Row("R_ARM_LDR_PC_G1", PCEven, armLDR1, NeedNone),
	63:  Row("R_ARM_LDR_PC_G2", PCEven, armLDR2, NeedNone),
	64:  Row("R_ARM_LDRS_PC_G0", PCEven, armLDRS0, NeedNone),
	65:  Row("R_ARM_LDRS_PC_G1", PCEven, armLDRS1, NeedNone),
	66:  Row("R_ARM_LDRS_PC_G2", PCEven, armLDRS2, NeedNone),
	67:  Row("R_ARM_LDC_PC_G0", PCEven, armLDC0, NeedNone),
	68:  Row("R_ARM_LDC_PC_G1", PCEven, armLDC1, NeedNone),
	69:  Row("R_ARM_LDC_PC_G2", PCEven, armLDC2, NeedNone),
	70:  refused("R_ARM_ALU_SB_G0_NC"),
	71:  refused("R_ARM_ALU_SB_G0"),
	72:  refused("R_ARM_ALU_SB_G1_NC"),
	73:  refused("R_ARM_ALU_SB_G1"),
	74:  refused("R_ARM_ALU_SB_G2"),
	75:  refused("R_ARM_LDR_SB_G0"),
	76:  refused("R_ARM_LDR_SB_G1"),
	77:  refused("R_ARM_LDR_SB_G2"),
	78:  refused("R_ARM_LDRS_SB_G0"),
	79:  refused("R_ARM_LDRS_SB_G1"),
	80:  refused("R_ARM_LDRS_SB_G2"),
	81:  refused("R_ARM_LDC_SB_G0"),
	82:  refused("R_ARM_LDC_SB_G1"),
	83:  refused("R_ARM_LDC_SB_G2"),
	84:  refused("R_ARM_MOVW_BREL_NC"),
	85:  refused("R_ARM_MOVT_BREL"),
	86:  refused("R_ARM_MOVW_BREL"),
	87:  refused("R_ARM_THM_MOVW_BREL_NC"),
	88:  refused("R_ARM_THM_MOVT_BREL"),
	89:  refused("R_ARM_THM_MOVW_BREL"),
	90:  Row("R_ARM_TLS_GOTDESC", Abs, descWord, NeedTPOff),
	91:  Row("R_ARM_TLS_CALL", Abs, armDescCall, NeedTPOff),
	92:  Row("R_ARM_TLS_DESCSEQ", Abs, armDescSeq, NeedTPOff),
	93:  Row("R_ARM_THM_TLS_CALL", Abs, thmDescCall, NeedTPOff),
	94:  Row("R_ARM_PLT32_ABS", Abs, Wrap32, NeedNone), // a word reaches the function itself
	95:  Row("R_ARM_GOT_ABS", Abs, Wrap32, NeedGOT),
	96:  Row("R_ARM_GOT_PREL", PC, Wrap32, NeedGOT),
	97:  Row("R_ARM_GOT_BREL12", Base, armLDR0, NeedGOT),
	98:  Row("R_ARM_GOTOFF12", Base, armLDR0, NeedNone),
	99:  Row("R_ARM_GOTRELAX", None, FieldNone, NeedNone), // a hint
	100: Row("R_ARM_GNU_VTENTRY", None, FieldNone, NeedNone),
	101: Row("R_ARM_GNU_VTINHERIT", None, FieldNone, NeedNone),
	102: {Name: "R_ARM_THM_JUMP11", Expr: PC, Field: thmBranch11, Need: NeedStub, Branch: thmJump},
	103: {Name: "R_ARM_THM_JUMP8", Expr: PC, Field: thmBranch8, Need: NeedStub, Branch: thmJump},
	104: Row("R_ARM_TLS_GD32", PC, Wrap32, NeedTLSGD),
	105: Row("R_ARM_TLS_LDM32", PC, Wrap32, NeedTLSLD),
	106: Row("R_ARM_TLS_LDO32", Abs, Wrap32, NeedDTPOff),
	107: Row("R_ARM_TLS_IE32", PC, Wrap32, NeedGOTTPOff),
	108: Row("R_ARM_TLS_LE32", Abs, Wrap32, NeedTPOff),
	109: Row("R_ARM_TLS_LDO12", Abs, armLDR0, NeedDTPOff),
	110: Row("R_ARM_TLS_LE12", Abs, armLDR0, NeedTPOff),
	111: Row("R_ARM_TLS_IE12GP", Base, armLDR0, NeedGOTTPOff),
	128: refused("R_ARM_ME_TOO"), // obsolete
	129: refused("R_ARM_THM_TLS_DESCSEQ16"),
	130: refused("R_ARM_THM_TLS_DESCSEQ32"),
	131: Row("R_ARM_THM_GOT_BREL12", Base, thmLDR12, NeedGOT),
	132: Row("R_ARM_THM_ALU_ABS_G0_NC", Abs, thmALU0, NeedNone),
	133: Row("R_ARM_THM_ALU_ABS_G1_NC", AbsEven, thmALU1, NeedNone),
	134: Row("R_ARM_THM_ALU_ABS_G2_NC", AbsEven, thmALU2, NeedNone),
	135: Row("R_ARM_THM_ALU_ABS_G3", AbsEven, thmALU3, NeedNone),
	136: refused("R_ARM_THM_BF16"), // branch future, ARMv8.1-M
	137: refused("R_ARM_THM_BF12"),
	138: refused("R_ARM_THM_BF18"),
	160: DynamicRow("R_ARM_IRELATIVE"),
}

// refused makes the row of a type that is known and has no meaning here: the error
// has its name.
func refused(name string) Howto { return Howto{Name: name} }
