// Package mips has the relocations and stubs of MIPS in its three ABIs: o32, and n32 and n64
// on 64-bit processors, in either byte order, up to revision 6 of the instruction set.
//
// As a linker sees it: instructions are words in the byte order of data. Code has T in $gp, 0x7ff0
// behind the start of its GOT, so that loads with 16 bits reach 64 KiB of that; functions compute it
// from their own address, which callers leave in $t9. So functions of position-independent code that are external to
// the caller's object are called by $t9, and stubs set it. JAL keeps the upper bits of its address, conditional branches reach
// 128 KiB. Addresses are made of 16 bits each, the lower ones of which are signed.
//
// In o32 fields hold addends, one half of an addend each: a high part is whole with the low one of the
// next record for it. n64 has up to three types in one record, n32 several records at a
// place: each computes the addend of the next.
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: System V ABI, MIPS RISC Processor Supplement, chapter 4; 64-bit ELF Object File Specification
// for MIPS, section 2.9; MIPS Architecture For Programmers, volume II-A; the numbers of GNU binutils'
// include/elf/mips.h.
package mips

import . "github.com/go-rtdyld/rtdyld/reloc"

// O32, N32 and N64 have the relocation types of ELF MIPS in these ABIs, by number, and behind them
// rows that stand for others, see Variants.
var (
	O32 = NewTable(&archO32, rows(abi{word: Wrap32, narrow: true, pointer: Wrap32, halves: true})).WithVariants(variantsO32).WithRuntimeDyld(runtimeDyld32)
	N32 = NewTable(&archN32, rows(abi{word: Wrap32, narrow: true, pointer: Wrap32})).WithVariants(variants).WithRuntimeDyld(runtimeDyld32)
	N64 = NewTable(&archN64, rows(abi{word: Any32, pointer: Word64})).WithVariants(variants).WithRuntimeDyld(runtimeDyld64)
)

// abi is what rows of the three ABIs differ in.
type abi struct {
	word    Field // of 32 bits
	pointer Field
	narrow  bool // addresses have 32 bits
	halves  bool // fields hold addends
}

// Numbers of types that have something to do with each other.
const (
	typHI16       = 5
	typLO16       = 6
	typGOT16      = 9
	typGPREL16    = 7
	typLITERAL    = 8
	typGPREL32    = 12
	typDTPRELHI16 = 44
	typDTPRELLO16 = 45
	typTPRELHI16  = 49
	typTPRELLO16  = 50
	typPCHI16     = 64
	typPCLO16     = 65
	rowGOT16Local = 256 // of a local symbol: a page
	rowHI16GPDisp = 257 // of _gp_disp: T - P
	rowLO16GPDisp = 258 // likewise, in the instruction behind that one
	numRows       = 260
	rowAlone      = 259 // of what has a part of an addend and nothing has the other one
	afterHighPart = 4   // bytes
)

// variants are those of all ABIs.
var variants = Variants{Local: map[uint32]uint32{typGOT16: rowGOT16Local}}

var variantsO32 = Variants{
	Low: map[uint32]uint32{
		typHI16: typLO16, rowHI16GPDisp: typLO16, rowGOT16Local: typLO16, typPCHI16: typPCLO16,
		typDTPRELHI16: typDTPRELLO16, typTPRELHI16: typTPRELLO16,
	},
	Anywhere: map[uint32]bool{typDTPRELHI16: true, typTPRELHI16: true},
	Alone:    rowAlone,
	Halves:   map[uint32]bool{22: true, 23: true, 30: true, 31: true},
	Local:    variants.Local,
	Name:     "_gp_disp",
	Named:    map[uint32]uint32{typHI16: rowHI16GPDisp, typLO16: rowLO16GPDisp},
}

// rows are those of an ABI.
func rows(x abi) []Howto {
	rows := make([]Howto, numRows)
	copy(rows, allRows[:])
	rows[2] = Row("R_MIPS_32", Abs, x.word, NeedNone)
	rows[rowAlone] = refused("part of an addend without the other one")
	rows[typGPREL32] = Row("R_MIPS_GPREL32", Base, x.word, NeedNone)
	rows[248] = Row("R_MIPS_PC32", PC, x.word, NeedNone)
	if !x.narrow {
		rows[typGPREL32].Field, rows[248].Field = Signed32, Signed32
		rows[18] = Row("R_MIPS_64", Abs, Word64, NeedNone)
		rows[28] = Row("R_MIPS_HIGHER", Abs, higher16, NeedNone)
		rows[29] = Row("R_MIPS_HIGHEST", Abs, highest16, NeedNone)
		rows[39] = refused("R_MIPS_TLS_DTPREL32")
		rows[41] = Row("R_MIPS_TLS_DTPREL64", Abs, Word64, NeedDTPOff)
	}
	if x.halves {
		rows[19], rows[20], rows[21] = refused("R_MIPS_GOT_DISP"), refused("R_MIPS_GOT_PAGE"), refused("R_MIPS_GOT_OFST")
		rows[62] = refused("R_MIPS_PC18_S3") // LDPC has registers of 64 bits
	}
	if !x.halves {
		rows[24] = Row("R_MIPS_SUB", Minus, x.pointer, NeedNone)
	} else {
		rows[rowHI16GPDisp] = Row("R_MIPS_HI16 (_gp_disp)", PC, high16, NeedNone)
		rows[rowLO16GPDisp] = Howto{Name: "R_MIPS_LO16 (_gp_disp)", Expr: PC, Field: low16, Need: NeedNone, Adjust: afterHighPart}
	}
	return rows
}

var allRows = [...]Howto{
	0: Row("R_MIPS_NONE", None, FieldNone, NeedNone),
	1: Row("R_MIPS_16", Abs, Signed16, NeedNone), // of data, as LLVM writes it; GNU ld takes the lower half of a word, which is another one in big-endian objects
	3: DynamicRow("R_MIPS_REL32"),
	4: {Name: "R_MIPS_26", Expr: Abs, Field: jump26, Need: NeedStub, Branch: toRegion},

	typHI16:    Row("R_MIPS_HI16", Abs, high16, NeedNone),
	typLO16:    Row("R_MIPS_LO16", Abs, low16, NeedNone),
	typGPREL16: Row("R_MIPS_GPREL16", Base, signed16, NeedNone),
	typLITERAL: refused("R_MIPS_LITERAL"),
	typGOT16:   {Name: "R_MIPS_GOT16", Expr: Base, Field: signed16, Need: NeedGOT, PerAddend: true},
	10:         {Name: "R_MIPS_PC16", Expr: PC, Field: branch16, Need: NeedStub, Branch: behind},
	11:         {Name: "R_MIPS_CALL16", Expr: Base, Field: signed16, Need: NeedGOT, PerAddend: true},

	18: refused("R_MIPS_64"),
	19: {Name: "R_MIPS_GOT_DISP", Expr: Base, Field: signed16, Need: NeedGOT, PerAddend: true},
	20: {Name: "R_MIPS_GOT_PAGE", Expr: Base, Field: signed16, Need: NeedGOT, PerPage: true},
	21: Row("R_MIPS_GOT_OFST", Abs, low16, NeedNone),
	22: {Name: "R_MIPS_GOT_HI16", Expr: Base, Field: high16, Need: NeedGOT, PerAddend: true},
	23: {Name: "R_MIPS_GOT_LO16", Expr: Base, Field: low16, Need: NeedGOT, PerAddend: true},
	24: refused("R_MIPS_SUB"),
	28: refused("R_MIPS_HIGHER"),
	29: refused("R_MIPS_HIGHEST"),
	30: {Name: "R_MIPS_CALL_HI16", Expr: Base, Field: high16, Need: NeedGOT, PerAddend: true},
	31: {Name: "R_MIPS_CALL_LO16", Expr: Base, Field: low16, Need: NeedGOT, PerAddend: true},
	37: Row("R_MIPS_JALR", None, FieldNone, NeedNone), // a call by $t9 could be a direct one

	38: DynamicRow("R_MIPS_TLS_DTPMOD32"),
	39: Row("R_MIPS_TLS_DTPREL32", Abs, Wrap32, NeedDTPOff), // of debug information
	40: DynamicRow("R_MIPS_TLS_DTPMOD64"),
	41: DynamicRow("R_MIPS_TLS_DTPREL64"),
	42: {Name: "R_MIPS_TLS_GD", Expr: Base, Field: signed16, Need: NeedTLSGD, PerAddend: true},
	43: Row("R_MIPS_TLS_LDM", Base, signed16, NeedTLSLD),
	46: {Name: "R_MIPS_TLS_GOTTPREL", Expr: Base, Field: signed16, Need: NeedGOTTPOff, PerAddend: true},
	47: DynamicRow("R_MIPS_TLS_TPREL32"),
	48: DynamicRow("R_MIPS_TLS_TPREL64"),
	51: DynamicRow("R_MIPS_GLOB_DAT"),

	typDTPRELHI16: Row("R_MIPS_TLS_DTPREL_HI16", Abs, high16, NeedDTPOff),
	typDTPRELLO16: Row("R_MIPS_TLS_DTPREL_LO16", Abs, low16, NeedDTPOff),
	typTPRELHI16:  Row("R_MIPS_TLS_TPREL_HI16", Abs, high16, NeedTPOff),
	typTPRELLO16:  Row("R_MIPS_TLS_TPREL_LO16", Abs, low16, NeedTPOff),

	// Revision 6.
	60:        {Name: "R_MIPS_PC21_S2", Expr: PC, Field: branch21, Need: NeedStub, Branch: behind},
	61:        {Name: "R_MIPS_PC26_S2", Expr: PC, Field: branch26, Need: NeedStub, Branch: behind},
	62:        Row("R_MIPS_PC18_S3", PCDouble, load18, NeedNone),
	63:        Row("R_MIPS_PC19_S2", PCWord, load19, NeedNone),
	typPCHI16: Row("R_MIPS_PCHI16", PC, high16, NeedNone),
	typPCLO16: Row("R_MIPS_PCLO16", PC, low16, NeedNone),

	126: DynamicRow("R_MIPS_COPY"),
	127: DynamicRow("R_MIPS_JUMP_SLOT"),

	rowGOT16Local: {Name: "R_MIPS_GOT16 (local)", Expr: Base, Field: page16, Need: NeedGOT, PerPage: true},

	// What no compiler writes, or other systems' alone.
	13: refused("R_MIPS_UNUSED1"), 14: refused("R_MIPS_UNUSED2"), 15: refused("R_MIPS_UNUSED3"),
	16: refused("R_MIPS_SHIFT5"), 17: refused("R_MIPS_SHIFT6"), 25: refused("R_MIPS_INSERT_A"), 26: refused("R_MIPS_INSERT_B"), 27: refused("R_MIPS_DELETE"),
	32: refused("R_MIPS_SCN_DISP"), 33: refused("R_MIPS_REL16"), 34: refused("R_MIPS_ADD_IMMEDIATE"), 35: refused("R_MIPS_PJUMP"), 36: refused("R_MIPS_RELGOT"),
	249: refused("R_MIPS_EH"), 250: refused("R_MIPS_GNU_REL16_S2"), 253: refused("R_MIPS_GNU_VTINHERIT"), 254: refused("R_MIPS_GNU_VTENTRY"),

	// Compressed code.
	100: refused("R_MIPS16_26"), 101: refused("R_MIPS16_GPREL"), 102: refused("R_MIPS16_GOT16"), 103: refused("R_MIPS16_CALL16"),
	104: refused("R_MIPS16_HI16"), 105: refused("R_MIPS16_LO16"), 106: refused("R_MIPS16_TLS_GD"), 107: refused("R_MIPS16_TLS_LDM"),
	108: refused("R_MIPS16_TLS_DTPREL_HI16"), 109: refused("R_MIPS16_TLS_DTPREL_LO16"), 110: refused("R_MIPS16_TLS_GOTTPREL"),
	111: refused("R_MIPS16_TLS_TPREL_HI16"), 112: refused("R_MIPS16_TLS_TPREL_LO16"), 113: refused("R_MIPS16_PC16_S1"),
	133: refused("R_MICROMIPS_26_S1"), 134: refused("R_MICROMIPS_HI16"), 135: refused("R_MICROMIPS_LO16"), 136: refused("R_MICROMIPS_GPREL16"),
	137: refused("R_MICROMIPS_LITERAL"), 138: refused("R_MICROMIPS_GOT16"), 139: refused("R_MICROMIPS_PC7_S1"), 140: refused("R_MICROMIPS_PC10_S1"),
	141: refused("R_MICROMIPS_PC16_S1"), 142: refused("R_MICROMIPS_CALL16"), 145: refused("R_MICROMIPS_GOT_DISP"), 146: refused("R_MICROMIPS_GOT_PAGE"),
	147: refused("R_MICROMIPS_GOT_OFST"), 148: refused("R_MICROMIPS_GOT_HI16"), 149: refused("R_MICROMIPS_GOT_LO16"), 150: refused("R_MICROMIPS_SUB"),
	151: refused("R_MICROMIPS_HIGHER"), 152: refused("R_MICROMIPS_HIGHEST"), 153: refused("R_MICROMIPS_CALL_HI16"), 154: refused("R_MICROMIPS_CALL_LO16"),
	155: refused("R_MICROMIPS_SCN_DISP"), 156: refused("R_MICROMIPS_JALR"), 157: refused("R_MICROMIPS_HI0_LO16"),
	162: refused("R_MICROMIPS_TLS_GD"), 163: refused("R_MICROMIPS_TLS_LDM"), 164: refused("R_MICROMIPS_TLS_DTPREL_HI16"), 165: refused("R_MICROMIPS_TLS_DTPREL_LO16"),
	166: refused("R_MICROMIPS_TLS_GOTTPREL"), 169: refused("R_MICROMIPS_TLS_TPREL_HI16"), 170: refused("R_MICROMIPS_TLS_TPREL_LO16"),
	172: refused("R_MICROMIPS_GPREL7_S2"), 173: refused("R_MICROMIPS_PC23_S2"), 174: refused("R_MICROMIPS_PC21_S1"), 175: refused("R_MICROMIPS_PC26_S1"),
	176: refused("R_MICROMIPS_PC18_S3"), 177: refused("R_MICROMIPS_PC19_S2"),
}

// refused is the row of a type that has a name and no support.
func refused(name string) Howto { return Howto{Name: name} }
