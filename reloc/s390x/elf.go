// Package s390x has the relocations and stubs of z/Architecture with 64-bit addresses (Linux'
// s390x, LLVM's SystemZ).
//
// As a linker sees it: instructions have two, four or six bytes, data and fields in them are
// big-endian. Distances are in halfwords and count from the instruction, while the place of
// a relocation is the field, so that its addend has what is between them: 2 as a
// rule. LARL, loads relative to the instruction and BRASL reach 4 GiB, BRC 64 KiB. Displacements of loads have
// 12 bits, or 20 of which the upper eight stand behind the others.
//
// Code for thread-locals has offsets in literal pools. It calls __tls_get_offset with an offset in the GOT in
// %r2 and T in %r12, and gets an offset from the thread pointer; types that mark instructions for
// linkers that would shorten that do nothing here.
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: ELF Application Binary Interface, s390x Supplement, "Relocation"; z/Architecture
// Principles of Operation (SA22-7832).
package s390x

import . "github.com/go-rtdyld/rtdyld/reloc"

// ELF has the relocation types of ELF s390x, by number.
var ELF = NewTable(&arch, elfRows[:]).WithRuntimeDyld(runtimeDyld)

var elfRows = [...]Howto{
	0:  Row("R_390_NONE", None, FieldNone, NeedNone),
	1:  Row("R_390_8", Abs, Any8, NeedNone),
	2:  Row("R_390_12", Abs, low12, NeedNone),
	3:  Row("R_390_16", Abs, Any16, NeedNone),
	57: Row("R_390_20", Abs, split20, NeedNone),
	4:  Row("R_390_32", Abs, Any32, NeedNone),
	22: Row("R_390_64", Abs, Word64, NeedNone),

	16: Row("R_390_PC16", PC, Signed16, NeedNone),
	5:  Row("R_390_PC32", PC, Signed32, NeedNone),
	23: Row("R_390_PC64", PC, Word64, NeedNone),
	62: Row("R_390_PC12DBL", PC, half12, NeedNone),
	17: Row("R_390_PC16DBL", PC, half16, NeedNone),
	64: Row("R_390_PC24DBL", PC, half24, NeedNone),
	19: Row("R_390_PC32DBL", PC, half32, NeedNone),

	// Of a call or a jump.
	63: Row("R_390_PLT12DBL", PC, half12, NeedStub),
	18: Row("R_390_PLT16DBL", PC, half16, NeedStub),
	65: Row("R_390_PLT24DBL", PC, half24, NeedStub),
	20: Row("R_390_PLT32DBL", PC, half32, NeedStub),
	8:  Row("R_390_PLT32", PC, Signed32, NeedStub),
	25: Row("R_390_PLT64", PC, Word64, NeedNone), // gets everywhere

	// T, and distances from it. What a function's stub would be asked for is the function.
	14: Row("R_390_GOTPC", PC, Signed32, NeedBase),
	21: Row("R_390_GOTPCDBL", PC, half32, NeedBase),
	27: Row("R_390_GOTOFF16", Base, Signed16, NeedNone),
	13: Row("R_390_GOTOFF", Base, Signed32, NeedNone),
	28: Row("R_390_GOTOFF64", Base, Word64, NeedNone),
	34: Row("R_390_PLTOFF16", Base, Signed16, NeedNone),
	35: Row("R_390_PLTOFF32", Base, Signed32, NeedNone),
	36: Row("R_390_PLTOFF64", Base, Word64, NeedNone),

	6:  Row("R_390_GOT12", Base, low12, NeedGOT),
	15: Row("R_390_GOT16", Base, Signed16, NeedGOT),
	58: Row("R_390_GOT20", Base, split20, NeedGOT),
	7:  Row("R_390_GOT32", Base, Signed32, NeedGOT),
	24: Row("R_390_GOT64", Base, Word64, NeedGOT),
	26: Row("R_390_GOTENT", PC, half32, NeedGOT),

	// Entries that a dynamic linker might fill in late: here they are those of all.
	29: Row("R_390_GOTPLT12", Base, low12, NeedGOT),
	30: Row("R_390_GOTPLT16", Base, Signed16, NeedGOT),
	59: Row("R_390_GOTPLT20", Base, split20, NeedGOT),
	31: Row("R_390_GOTPLT32", Base, Signed32, NeedGOT),
	32: Row("R_390_GOTPLT64", Base, Word64, NeedGOT),
	33: Row("R_390_GOTPLTENT", PC, half32, NeedGOT),

	37: Row("R_390_TLS_LOAD", None, FieldNone, NeedNone),
	38: Row("R_390_TLS_GDCALL", None, FieldNone, NeedNone),
	39: Row("R_390_TLS_LDCALL", None, FieldNone, NeedNone),
	40: Row("R_390_TLS_GD32", Base, Signed32, NeedTLSGD),
	41: Row("R_390_TLS_GD64", Base, Word64, NeedTLSGD),
	45: Row("R_390_TLS_LDM32", Base, Signed32, NeedTLSLD),
	46: Row("R_390_TLS_LDM64", Base, Word64, NeedTLSLD),
	52: Row("R_390_TLS_LDO32", Abs, Signed32, NeedDTPOff),
	53: Row("R_390_TLS_LDO64", Abs, Word64, NeedDTPOff),
	42: Row("R_390_TLS_GOTIE12", Base, low12, NeedGOTTPOff),
	60: Row("R_390_TLS_GOTIE20", Base, split20, NeedGOTTPOff),
	43: Row("R_390_TLS_GOTIE32", Base, Signed32, NeedGOTTPOff),
	44: Row("R_390_TLS_GOTIE64", Base, Word64, NeedGOTTPOff),
	47: Row("R_390_TLS_IE32", Abs, Unsigned32, NeedGOTTPOff),
	48: Row("R_390_TLS_IE64", Abs, Word64, NeedGOTTPOff),
	49: Row("R_390_TLS_IEENT", PC, half32, NeedGOTTPOff),
	50: Row("R_390_TLS_LE32", Abs, Signed32, NeedTPOff),
	51: Row("R_390_TLS_LE64", Abs, Word64, NeedTPOff),

	9:  DynamicRow("R_390_COPY"),
	10: DynamicRow("R_390_GLOB_DAT"),
	11: DynamicRow("R_390_JMP_SLOT"),
	12: DynamicRow("R_390_RELATIVE"),
	54: DynamicRow("R_390_TLS_DTPMOD"),
	55: DynamicRow("R_390_TLS_DTPOFF"),
	56: DynamicRow("R_390_TLS_TPOFF"),
	61: DynamicRow("R_390_IRELATIVE"),

	// What C++ compilers once wrote for linkers that dropped virtual functions.
	250: refused("R_390_GNU_VTINHERIT"),
	251: refused("R_390_GNU_VTENTRY"),
}

// refused is the row of a type that has a name and no support.
func refused(name string) Howto { return Howto{Name: name} }
