// Package amd64 has the relocations and stubs of x86-64.
//
// As a linker sees it: all code is position-dependent only through 32-bit
// displacements relative to the end of an instruction (call, jmp, mov and lea with
// a %rip operand), so everything that refers to each other directly must lie
// within 2 GiB. A displacement field ends its instruction most of the time, which
// is why PC-relative addends are -4. Calls leave the neighbourhood through a stub
// that jumps through an entry of the global offset table; data is reached through
// such an entry, and where the target turns out to be near, the load of the entry is
// rewritten to compute the address itself (GOTPCRELX). The large code model uses
// 64-bit fields relative to the table's start.
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: System V ABI, AMD64 Architecture Processor Supplement, chapter 4.4
// (relocation types, table 4.9) and appendix B (relaxation).
package amd64

import . "github.com/go-rtdyld/rtdyld/reloc"

// ELF has the relocation types of ELF x86-64, by number.
var ELF = NewTable(&arch, elfRows[:]).WithRuntimeDyld(elfRuntimeDyld).WithShared(shared)

// shared has images in a hole below 47 bits, which kernels and Go's runtime fill last.
var shared = Shared{Machine: 62, Page: 4 << 10, Base: 0x3c00_0000_0000, Bases: 1 << 12}

var elfRows = [...]Howto{
	0:  Row("R_X86_64_NONE", None, FieldNone, NeedNone),
	1:  Row("R_X86_64_64", Abs, Word64, NeedNone),
	2:  Row("R_X86_64_PC32", PC, Signed32, NeedNone),
	3:  Row("R_X86_64_GOT32", Base, Signed32, NeedGOT),
	4:  Row("R_X86_64_PLT32", PC, Signed32, NeedStub),
	5:  DynamicRow("R_X86_64_COPY"),
	6:  DynamicRow("R_X86_64_GLOB_DAT"),
	7:  DynamicRow("R_X86_64_JUMP_SLOT"),
	8:  DynamicRow("R_X86_64_RELATIVE"),
	9:  Row("R_X86_64_GOTPCREL", PC, Signed32, NeedGOT),
	10: Row("R_X86_64_32", Abs, Unsigned32, NeedNone),
	11: Row("R_X86_64_32S", Abs, Signed32, NeedNone),
	12: Row("R_X86_64_16", Abs, Any16, NeedNone),
	13: Row("R_X86_64_PC16", PC, Signed16, NeedNone),
	14: Row("R_X86_64_8", Abs, Any8, NeedNone),
	15: Row("R_X86_64_PC8", PC, Signed8, NeedNone),
	16: Row("R_X86_64_DTPMOD64", Abs, Word64, NeedDTPMod),
	17: Row("R_X86_64_DTPOFF64", Abs, Word64, NeedDTPOff),
	18: Row("R_X86_64_TPOFF64", Abs, Word64, NeedTPOff),
	19: Row("R_X86_64_TLSGD", PC, Signed32, NeedTLSGD),
	20: Row("R_X86_64_TLSLD", PC, Signed32, NeedTLSLD),
	21: Row("R_X86_64_DTPOFF32", Abs, Signed32, NeedDTPOff),
	22: Row("R_X86_64_GOTTPOFF", PC, Signed32, NeedGOTTPOff),
	23: Row("R_X86_64_TPOFF32", Abs, Signed32, NeedTPOff),
	24: Row("R_X86_64_PC64", PC, Word64, NeedNone),
	25: Row("R_X86_64_GOTOFF64", Base, Word64, NeedNone),
	26: Row("R_X86_64_GOTPC32", PC, Signed32, NeedBase),
	27: Row("R_X86_64_GOT64", Base, Word64, NeedGOT),
	28: Row("R_X86_64_GOTPCREL64", PC, Word64, NeedGOT),
	29: Row("R_X86_64_GOTPC64", PC, Word64, NeedBase),
	30: Row("R_X86_64_GOTPLT64", Base, Word64, NeedGOT),
	31: Row("R_X86_64_PLTOFF64", Base, Word64, NeedNone), // 64 bits reach the function itself
	32: Row("R_X86_64_SIZE32", Size, Unsigned32, NeedNone),
	33: Row("R_X86_64_SIZE64", Size, Word64, NeedNone),
	34: Row("R_X86_64_GOTPC32_TLSDESC", PC, Signed32, NeedTLSDesc),
	35: Row("R_X86_64_TLSDESC_CALL", None, FieldNone, NeedNone),
	36: DynamicRow("R_X86_64_TLSDESC"),
	37: DynamicRow("R_X86_64_IRELATIVE"),
	38: DynamicRow("R_X86_64_RELATIVE64"),
	39: Row("R_X86_64_PC32_BND", PC, Signed32, NeedNone),
	40: Row("R_X86_64_PLT32_BND", PC, Signed32, NeedStub),
	41: {Name: "R_X86_64_GOTPCRELX", Expr: PC, Field: Signed32, Need: NeedGOT, Relax: relaxAny},
	42: {Name: "R_X86_64_REX_GOTPCRELX", Expr: PC, Field: Signed32, Need: NeedGOT, Relax: relaxLoad},
	43: {Name: "R_X86_64_CODE_4_GOTPCRELX", Expr: PC, Field: Signed32, Need: NeedGOT, Relax: relaxLoad},
	44: Row("R_X86_64_CODE_4_GOTTPOFF", PC, Signed32, NeedGOTTPOff),
	45: Row("R_X86_64_CODE_4_GOTPC32_TLSDESC", PC, Signed32, NeedTLSDesc),
	46: Row("R_X86_64_CODE_5_GOTPCRELX", PC, Signed32, NeedGOT),
	47: Row("R_X86_64_CODE_5_GOTTPOFF", PC, Signed32, NeedGOTTPOff),
	48: Row("R_X86_64_CODE_5_GOTPC32_TLSDESC", PC, Signed32, NeedTLSDesc),
	49: Row("R_X86_64_CODE_6_GOTPCRELX", PC, Signed32, NeedGOT),
	50: Row("R_X86_64_CODE_6_GOTTPOFF", PC, Signed32, NeedGOTTPOff),
	51: Row("R_X86_64_CODE_6_GOTPC32_TLSDESC", PC, Signed32, NeedTLSDesc),
}
