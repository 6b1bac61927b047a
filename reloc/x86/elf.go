// Package x86 has the relocations of i386.
//
// As a linker sees it: addresses have 32 bits and sums of them wrap, so that
// everything reaches everything and nothing needs a stub. Code cannot refer to
// data relative to itself: position-independent code computes the address of the
// global offset table (GOTPC), keeps it in a register and refers to GOT entries (GOT32)
// and to data (GOTOFF) relative to that; other code has absolute addresses.
// Addends are in the fields (REL).
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: System V ABI, Intel386 Architecture Processor Supplement, chapter on
// relocation (types, and the formulas of GOT32 and GOT32X by ModRM byte).
package x86

import . "github.com/go-rtdyld/rtdyld/reloc"

// ELF has the relocation types of ELF i386, by number.
var ELF = NewTable(&arch, elfRows[:])

var elfRows = [...]Howto{
	0:  Row("R_386_NONE", None, FieldNone, NeedNone),
	1:  Row("R_386_32", Abs, Wrap32, NeedNone),
	2:  Row("R_386_PC32", PC, Wrap32, NeedNone),
	3:  Row("R_386_GOT32", BaseOrAbs, Wrap32, NeedGOT),
	4:  Row("R_386_PLT32", PC, Wrap32, NeedStub),
	5:  DynamicRow("R_386_COPY"),
	6:  DynamicRow("R_386_GLOB_DAT"),
	7:  DynamicRow("R_386_JMP_SLOT"),
	8:  DynamicRow("R_386_RELATIVE"),
	9:  Row("R_386_GOTOFF", Base, Wrap32, NeedNone),
	10: Row("R_386_GOTPC", PC, Wrap32, NeedBase),
	11: Row("R_386_32PLT", Abs, Wrap32, NeedStub),
	14: DynamicRow("R_386_TLS_TPOFF"),
	15: Row("R_386_TLS_IE", Abs, Wrap32, NeedGOTTPOff),
	16: Row("R_386_TLS_GOTIE", Base, Wrap32, NeedGOTTPOff),
	17: Row("R_386_TLS_LE", Abs, Wrap32, NeedTPOff),
	18: Row("R_386_TLS_GD", Base, Wrap32, NeedTLSGD),
	19: Row("R_386_TLS_LDM", Base, Wrap32, NeedTLSLD),
	20: Row("R_386_16", Abs, Any16, NeedNone),
	21: Row("R_386_PC16", PC, Signed16, NeedNone),
	22: Row("R_386_8", Abs, Any8, NeedNone),
	23: Row("R_386_PC8", PC, Signed8, NeedNone),
	// Sun's way to call __tls_get_addr: the CALL types go to that function, whatever
	// their symbol, and the others are of no use alone. No assembler for Linux has
	// words for them.
	24: refused("R_386_TLS_GD_32"),
	25: refused("R_386_TLS_GD_PUSH"),
	26: refused("R_386_TLS_GD_CALL"),
	27: refused("R_386_TLS_GD_POP"),
	28: refused("R_386_TLS_LDM_32"),
	29: refused("R_386_TLS_LDM_PUSH"),
	30: refused("R_386_TLS_LDM_CALL"),
	31: refused("R_386_TLS_LDM_POP"),
	32: Row("R_386_TLS_LDO_32", Abs, Wrap32, NeedDTPOff),
	33: {Name: "R_386_TLS_IE_32", Expr: Base, Field: Wrap32, Need: NeedGOTTPOff, Adjust: 4}, // the second word of the GOT entry: the negative
	34: Row("R_386_TLS_LE_32", Negative, Wrap32, NeedTPOff),
	35: DynamicRow("R_386_TLS_DTPMOD32"),
	36: DynamicRow("R_386_TLS_DTPOFF32"),
	37: DynamicRow("R_386_TLS_TPOFF32"),
	38: Row("R_386_SIZE32", Size, Wrap32, NeedNone),
	39: Row("R_386_TLS_GOTDESC", Base, Wrap32, NeedTLSDesc),
	40: Row("R_386_TLS_DESC_CALL", None, FieldNone, NeedNone),
	41: DynamicRow("R_386_TLS_DESC"),
	42: DynamicRow("R_386_IRELATIVE"),
	43: Row("R_386_GOT32X", BaseOrAbs, Wrap32, NeedGOT),
}

// refused is the row of a type that has a name and no support.
func refused(name string) Howto { return Howto{Name: name} }
