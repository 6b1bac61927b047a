// Package sparc64 has the relocations and stubs of SPARC V9 with 64-bit addresses.
//
// As a linker sees it: instructions have four bytes and are big-endian, as data is. SETHI makes bits 31 to 10
// of a register and clears all others; the rest is added by a signed immediate of 13 bits, of which a linker fills the low
// ten. So SETHI and OR make addresses below 4 GiB (medlow), with a shift those of 44 bits (medmid), and two such
// pairs any (medany); SETHI of the complement and XOR of an immediate with its upper bits set make numbers from -4 GiB to -1.
// Position-independent code has T in a register, which it computes from its own address by SETHI and ADD, so that T lies above the
// code, and refers to GOT entries by offsets of 13 bits or by SETHI and XOR. CALL reaches 2 GiB, branches
// 8 MiB and less; the instruction behind either is done before it.
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: SPARC Compliance Definition 2.4.1, chapter 3, "Relocation Types"; "ELF Handling For Thread-Local Storage",
// SPARC; Oracle's Linkers and Libraries Guide, "SPARC: Relocation Types"; The SPARC Architecture Manual, version 9, appendix A.
package sparc64

import . "github.com/go-rtdyld/rtdyld/reloc"

// ELF has the relocation types of ELF SPARC V9, by number.
var ELF = NewTable(&arch, elfRows[:]).WithVariants(Variants{Callee: "__tls_get_addr", Calls: map[uint32]bool{59: true, 63: true}})

var elfRows = [...]Howto{
	0:  Row("R_SPARC_NONE", None, FieldNone, NeedNone),
	1:  Row("R_SPARC_8", Abs, Any8, NeedNone),
	2:  Row("R_SPARC_16", Abs, Any16, NeedNone),
	3:  Row("R_SPARC_32", Abs, Any32, NeedNone),
	32: Row("R_SPARC_64", Abs, Word64, NeedNone),
	55: Row("R_SPARC_UA16", Abs, Any16, NeedNone), // where data may lie anywhere
	23: Row("R_SPARC_UA32", Abs, Any32, NeedNone),
	54: Row("R_SPARC_UA64", Abs, Word64, NeedNone),
	4:  Row("R_SPARC_DISP8", PC, Signed8, NeedNone),
	5:  Row("R_SPARC_DISP16", PC, Signed16, NeedNone),
	6:  Row("R_SPARC_DISP32", PC, Signed32, NeedNone),
	46: Row("R_SPARC_DISP64", PC, Word64, NeedNone),
	86: Row("R_SPARC_SIZE32", Size, Any32, NeedNone),
	87: Row("R_SPARC_SIZE64", Size, Word64, NeedNone),

	7:  Row("R_SPARC_WDISP30", PC, disp30, NeedStub),
	18: Row("R_SPARC_WPLT30", PC, disp30, NeedStub),
	8:  Row("R_SPARC_WDISP22", PC, disp22, NeedStub),
	41: Row("R_SPARC_WDISP19", PC, disp19, NeedStub),
	40: Row("R_SPARC_WDISP16", PC, disp16, NeedNone),
	88: Row("R_SPARC_WDISP10", PC, disp10, NeedNone),

	// Addresses of 32 bits, of 44, of 34 and of 64.
	9:  Row("R_SPARC_HI22", Abs, high22, NeedNone),
	12: Row("R_SPARC_LO10", Abs, low10, NeedNone),
	33: Row("R_SPARC_OLO10", LowPlus, simm13, NeedNone),
	50: Row("R_SPARC_H44", Abs, high44, NeedNone),
	51: Row("R_SPARC_M44", Abs, mid44, NeedNone),
	52: Row("R_SPARC_L44", Abs, low12, NeedNone),
	85: Row("R_SPARC_H34", Abs, high34, NeedNone),
	34: Row("R_SPARC_HH22", Abs, upper22, NeedNone),
	35: Row("R_SPARC_HM10", Abs, upper10, NeedNone),
	36: Row("R_SPARC_LM22", Abs, lower22, NeedNone),
	48: Row("R_SPARC_HIX22", Abs, inverse22, NeedNone),
	49: Row("R_SPARC_LOX10", Abs, inverse10, NeedNone),

	17: Row("R_SPARC_PC22", PC, high22, NeedNone),
	16: Row("R_SPARC_PC10", PC, low10, NeedNone),
	37: Row("R_SPARC_PC_HH22", PC, upper22, NeedNone),
	38: Row("R_SPARC_PC_HM10", PC, upper10, NeedNone),
	39: Row("R_SPARC_PC_LM22", PC, lower22, NeedNone),

	// Small numbers.
	10: Row("R_SPARC_22", Abs, imm22, NeedNone),
	11: Row("R_SPARC_13", Abs, simm13, NeedNone),
	31: Row("R_SPARC_11", Abs, simm11, NeedNone),
	30: Row("R_SPARC_10", Abs, simm10, NeedNone),
	43: Row("R_SPARC_7", Abs, imm7, NeedNone),
	45: Row("R_SPARC_6", Abs, imm6, NeedNone),
	44: Row("R_SPARC_5", Abs, imm5, NeedNone),

	// What a function's stub would be asked for is the function.
	24: Row("R_SPARC_PLT32", Abs, Any32, NeedNone),
	47: Row("R_SPARC_PLT64", Abs, Word64, NeedNone),
	25: Row("R_SPARC_HIPLT22", Abs, high22, NeedNone),
	26: Row("R_SPARC_LOPLT10", Abs, low10, NeedNone),
	27: Row("R_SPARC_PCPLT32", PC, Signed32, NeedStub),
	28: Row("R_SPARC_PCPLT22", PC, high22, NeedNone),
	29: Row("R_SPARC_PCPLT10", PC, low10, NeedNone),

	// Assemblers write references to what is local as the section and an addend.
	14: {Name: "R_SPARC_GOT13", Expr: Base, Field: simm13, Need: NeedGOT, PerAddend: true},
	15: {Name: "R_SPARC_GOT22", Expr: Base, Field: high22, Need: NeedGOT, PerAddend: true},
	13: {Name: "R_SPARC_GOT10", Expr: Base, Field: low10, Need: NeedGOT, PerAddend: true},
	82: {Name: "R_SPARC_GOTDATA_OP_HIX22", Expr: Base, Field: either22, Need: NeedGOT, PerAddend: true},
	83: {Name: "R_SPARC_GOTDATA_OP_LOX10", Expr: Base, Field: either10, Need: NeedGOT, PerAddend: true},
	84: Row("R_SPARC_GOTDATA_OP", None, FieldNone, NeedNone), // marks the load
	80: Row("R_SPARC_GOTDATA_HIX22", Base, either22, NeedNone),
	81: Row("R_SPARC_GOTDATA_LOX10", Base, either10, NeedNone),

	56: Row("R_SPARC_TLS_GD_HI22", Base, high22, NeedTLSGD),
	57: Row("R_SPARC_TLS_GD_LO10", Base, low10, NeedTLSGD),
	58: Row("R_SPARC_TLS_GD_ADD", None, FieldNone, NeedNone),
	59: Row("R_SPARC_TLS_GD_CALL", PC, disp30, NeedStub), // of __tls_get_addr
	60: Row("R_SPARC_TLS_LDM_HI22", Base, high22, NeedTLSLD),
	61: Row("R_SPARC_TLS_LDM_LO10", Base, low10, NeedTLSLD),
	62: Row("R_SPARC_TLS_LDM_ADD", None, FieldNone, NeedNone),
	63: Row("R_SPARC_TLS_LDM_CALL", PC, disp30, NeedStub), // likewise
	64: Row("R_SPARC_TLS_LDO_HIX22", Abs, either22, NeedDTPOff),
	65: Row("R_SPARC_TLS_LDO_LOX10", Abs, either10, NeedDTPOff),
	66: Row("R_SPARC_TLS_LDO_ADD", None, FieldNone, NeedNone),
	67: Row("R_SPARC_TLS_IE_HI22", Base, high22, NeedGOTTPOff),
	68: Row("R_SPARC_TLS_IE_LO10", Base, low10, NeedGOTTPOff),
	69: Row("R_SPARC_TLS_IE_LD", None, FieldNone, NeedNone),
	70: Row("R_SPARC_TLS_IE_LDX", None, FieldNone, NeedNone),
	71: Row("R_SPARC_TLS_IE_ADD", None, FieldNone, NeedNone),
	72: Row("R_SPARC_TLS_LE_HIX22", Abs, inverse22, NeedTPOff),
	73: Row("R_SPARC_TLS_LE_LOX10", Abs, inverse10, NeedTPOff),
	76: Row("R_SPARC_TLS_DTPOFF32", Abs, Signed32, NeedDTPOff), // of debug information
	77: Row("R_SPARC_TLS_DTPOFF64", Abs, Word64, NeedDTPOff),

	19:  DynamicRow("R_SPARC_COPY"),
	20:  DynamicRow("R_SPARC_GLOB_DAT"),
	21:  DynamicRow("R_SPARC_JMP_SLOT"),
	22:  DynamicRow("R_SPARC_RELATIVE"),
	42:  DynamicRow("R_SPARC_GLOB_JMP"),
	53:  DynamicRow("R_SPARC_REGISTER"),
	74:  DynamicRow("R_SPARC_TLS_DTPMOD32"),
	75:  DynamicRow("R_SPARC_TLS_DTPMOD64"),
	78:  DynamicRow("R_SPARC_TLS_TPOFF32"),
	79:  DynamicRow("R_SPARC_TLS_TPOFF64"),
	248: DynamicRow("R_SPARC_JMP_IREL"),
	249: DynamicRow("R_SPARC_IRELATIVE"),

	// What C++ compilers once wrote for linkers that dropped virtual functions, and words of the other byte order.
	250: refused("R_SPARC_GNU_VTINHERIT"),
	251: refused("R_SPARC_GNU_VTENTRY"),
	252: refused("R_SPARC_REV32"),
}

// refused is the row of a type that has a name and no support.
func refused(name string) Howto { return Howto{Name: name} }
