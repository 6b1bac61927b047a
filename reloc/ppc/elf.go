// Package ppc has the relocations and stubs of PowerPC, in either byte order: of 64 bits with the ABIs ELFv2 and ELFv1 (v1.go), and of
// 32 bits (elf32.go).
//
// As a linker sees ELFv2: instructions are words in the byte order of data; prefixed ones are two, the
// prefix first. Code has T in r2, 0x8000 behind the start of its GOT or TOC, and functions that use it have two entry
// points: callers with another T, and those who call by pointer, enter at S with S in r12, from which the first
// instructions compute r2; callers with the same T enter at the local entry point behind these, as st_other
// says. Stubs leave r2 in its place in the caller's frame, and the nop behind a call loads it from
// there. Code of later processors has no T and refers to everything relative to itself. Branches reach
// 32 MiB. Addresses are made of 16 bits each, the lower ones of which are mostly signed; what loads and stores
// doublewords has two bits of its opcode in its displacement.
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: 64-Bit ELF V2 ABI Specification, Power Architecture, 1.5, sections 2.3 and 3.5; Power ISA 3.1, Book I; the
// numbers of GNU binutils' include/elf/ppc64.h.
package ppc

import . "github.com/go-rtdyld/rtdyld/reloc"

// V2 has the relocation types of ELF PowerPC64 in ABI ELFv2, by number, and behind them rows that stand for others,
// see Variants.
var V2 = NewTable(&archV2, rows[:]).WithVariants(variants).WithRuntimeDyld(runtimeDyldV2)

// How far the rows of instructions with four bits of their opcode in the displacement are behind those of types.
const behindTypes = 256

// variants are rows for these instructions: of displacements without their lowest two bits.
var variants = Variants{Quad: []uint32{
	56: behindTypes + 56, 57: behindTypes + 57, 58: behindTypes + 58, 59: behindTypes + 59, 60: behindTypes + 60, 61: behindTypes + 61, 62: behindTypes + 62, 63: behindTypes + 63, 64: behindTypes + 64,
	87: behindTypes + 87, 88: behindTypes + 88, 91: behindTypes + 91, 92: behindTypes + 92, 95: behindTypes + 95, 96: behindTypes + 96, 101: behindTypes + 101, 102: behindTypes + 102,
}}

var rows = [...]Howto{
	0: Row("R_PPC64_NONE", None, FieldNone, NeedNone),

	1:   Row("R_PPC64_ADDR32", Abs, Any32, NeedNone),
	2:   Row("R_PPC64_ADDR24", Abs, branch24, NeedNone),
	3:   Row("R_PPC64_ADDR16", Abs, Any16, NeedNone),
	4:   Row("R_PPC64_ADDR16_LO", Abs, Wrap16, NeedNone),
	5:   Row("R_PPC64_ADDR16_HI", Abs, hi16, NeedNone),
	6:   Row("R_PPC64_ADDR16_HA", Abs, ha16, NeedNone),
	7:   Row("R_PPC64_ADDR14", Abs, branch14, NeedNone),
	8:   refused("R_PPC64_ADDR14_BRTAKEN"),
	9:   refused("R_PPC64_ADDR14_BRNTAKEN"),
	24:  Row("R_PPC64_UADDR32", Abs, Any32, NeedNone),
	25:  Row("R_PPC64_UADDR16", Abs, Any16, NeedNone),
	37:  refused("R_PPC64_ADDR30"),
	38:  Row("R_PPC64_ADDR64", Abs, Word64, NeedNone),
	39:  Row("R_PPC64_ADDR16_HIGHER", Abs, higher16, NeedNone),
	40:  Row("R_PPC64_ADDR16_HIGHERA", Abs, highera16, NeedNone),
	41:  Row("R_PPC64_ADDR16_HIGHEST", Abs, highest16, NeedNone),
	42:  Row("R_PPC64_ADDR16_HIGHESTA", Abs, highesta16, NeedNone),
	43:  Row("R_PPC64_UADDR64", Abs, Word64, NeedNone),
	56:  Row("R_PPC64_ADDR16_DS", Abs, ds16, NeedNone),
	57:  Row("R_PPC64_ADDR16_LO_DS", Abs, dsLow16, NeedNone),
	110: Row("R_PPC64_ADDR16_HIGH", Abs, high16, NeedNone),
	111: Row("R_PPC64_ADDR16_HIGHA", Abs, higha16, NeedNone),
	117: Row("R_PPC64_ADDR64_LOCAL", LocalEntry, Word64, NeedNone),

	10:  {Name: "R_PPC64_REL24", Expr: PC, Field: branch24, Need: NeedStub, Branch: withTable},
	11:  {Name: "R_PPC64_REL14", Expr: PC, Field: branch14, Need: NeedStub, Branch: withTable},
	12:  refused("R_PPC64_REL14_BRTAKEN"),
	13:  refused("R_PPC64_REL14_BRNTAKEN"),
	26:  Row("R_PPC64_REL32", PC, Signed32, NeedNone),
	44:  Row("R_PPC64_REL64", PC, Word64, NeedNone),
	116: {Name: "R_PPC64_REL24_NOTOC", Expr: PC, Field: branch24, Need: NeedStub, Branch: withoutTable},
	124: {Name: "R_PPC64_REL24_P9NOTOC", Expr: PC, Field: branch24, Need: NeedStub, Branch: withoutTable},
	240: Row("R_PPC64_REL16_HIGH", PC, high16, NeedNone),
	241: Row("R_PPC64_REL16_HIGHA", PC, higha16, NeedNone),
	242: Row("R_PPC64_REL16_HIGHER", PC, higher16, NeedNone),
	243: Row("R_PPC64_REL16_HIGHERA", PC, highera16, NeedNone),
	244: Row("R_PPC64_REL16_HIGHEST", PC, highest16, NeedNone),
	245: Row("R_PPC64_REL16_HIGHESTA", PC, highesta16, NeedNone),
	246: Row("R_PPC64_REL16DX_HA", PC, dxHA, NeedNone),
	249: Row("R_PPC64_REL16", PC, Signed16, NeedNone),
	250: Row("R_PPC64_REL16_LO", PC, Wrap16, NeedNone),
	251: Row("R_PPC64_REL16_HI", PC, hi16, NeedNone),
	252: Row("R_PPC64_REL16_HA", PC, ha16, NeedNone),

	47: Row("R_PPC64_TOC16", Base, Signed16, NeedNone),
	48: Row("R_PPC64_TOC16_LO", Base, Wrap16, NeedNone),
	49: Row("R_PPC64_TOC16_HI", Base, hi16, NeedNone),
	50: Row("R_PPC64_TOC16_HA", Base, ha16, NeedNone),
	51: Row("R_PPC64_TOC", Abs, Word64, NeedBase),
	63: Row("R_PPC64_TOC16_DS", Base, ds16, NeedNone),
	64: Row("R_PPC64_TOC16_LO_DS", Base, dsLow16, NeedNone),

	33: Row("R_PPC64_SECTOFF", SecRel, Signed16, NeedNone),
	34: Row("R_PPC64_SECTOFF_LO", SecRel, Wrap16, NeedNone),
	35: Row("R_PPC64_SECTOFF_HI", SecRel, hi16, NeedNone),
	36: Row("R_PPC64_SECTOFF_HA", SecRel, ha16, NeedNone),
	61: Row("R_PPC64_SECTOFF_DS", SecRel, ds16, NeedNone),
	62: Row("R_PPC64_SECTOFF_LO_DS", SecRel, dsLow16, NeedNone),

	14:  {Name: "R_PPC64_GOT16", Expr: Base, Field: Signed16, Need: NeedGOT, PerAddend: true},
	15:  {Name: "R_PPC64_GOT16_LO", Expr: Base, Field: Wrap16, Need: NeedGOT, PerAddend: true},
	16:  {Name: "R_PPC64_GOT16_HI", Expr: Base, Field: hi16, Need: NeedGOT, PerAddend: true},
	17:  {Name: "R_PPC64_GOT16_HA", Expr: Base, Field: ha16, Need: NeedGOT, PerAddend: true},
	58:  {Name: "R_PPC64_GOT16_DS", Expr: Base, Field: ds16, Need: NeedGOT, PerAddend: true},
	59:  {Name: "R_PPC64_GOT16_LO_DS", Expr: Base, Field: dsLow16, Need: NeedGOT, PerAddend: true},
	29:  {Name: "R_PPC64_PLT16_LO", Expr: Base, Field: Wrap16, Need: NeedGOT, PerAddend: true},
	30:  {Name: "R_PPC64_PLT16_HI", Expr: Base, Field: hi16, Need: NeedGOT, PerAddend: true},
	31:  {Name: "R_PPC64_PLT16_HA", Expr: Base, Field: ha16, Need: NeedGOT, PerAddend: true},
	60:  {Name: "R_PPC64_PLT16_LO_DS", Expr: Base, Field: dsLow16, Need: NeedGOT, PerAddend: true},
	133: {Name: "R_PPC64_GOT_PCREL34", Expr: PC, Field: prefixed34, Need: NeedGOT, PerAddend: true},
	134: {Name: "R_PPC64_PLT_PCREL34", Expr: PC, Field: prefixed34, Need: NeedGOT, PerAddend: true},
	135: {Name: "R_PPC64_PLT_PCREL34_NOTOC", Expr: PC, Field: prefixed34, Need: NeedGOT, PerAddend: true},
	128: Row("R_PPC64_D34", Abs, prefixed34, NeedNone),
	129: Row("R_PPC64_D34_LO", Abs, low34, NeedNone),
	130: Row("R_PPC64_D34_HI30", Abs, hi30, NeedNone),
	131: Row("R_PPC64_D34_HA30", Abs, ha30, NeedNone),
	132: Row("R_PPC64_PCREL34", PC, prefixed34, NeedNone),
	136: Row("R_PPC64_ADDR16_HIGHER34", Abs, higher34, NeedNone),
	137: Row("R_PPC64_ADDR16_HIGHERA34", Abs, highera34, NeedNone),
	138: Row("R_PPC64_ADDR16_HIGHEST34", Abs, highest34, NeedNone),
	139: Row("R_PPC64_ADDR16_HIGHESTA34", Abs, highesta34, NeedNone),
	140: Row("R_PPC64_REL16_HIGHER34", PC, higher34, NeedNone),
	141: Row("R_PPC64_REL16_HIGHERA34", PC, highera34, NeedNone),
	142: Row("R_PPC64_REL16_HIGHEST34", PC, highest34, NeedNone),
	143: Row("R_PPC64_REL16_HIGHESTA34", PC, highesta34, NeedNone),
	144: Row("R_PPC64_D28", Abs, prefixed28, NeedNone),
	145: Row("R_PPC64_PCREL28", PC, prefixed28, NeedNone),

	// Marks of sequences that a linker may do without.
	67:  Row("R_PPC64_TLS", None, FieldNone, NeedNone),
	107: Row("R_PPC64_TLSGD", None, FieldNone, NeedNone),
	108: Row("R_PPC64_TLSLD", None, FieldNone, NeedNone),
	109: Row("R_PPC64_TOCSAVE", None, FieldNone, NeedNone),
	118: Row("R_PPC64_ENTRY", None, FieldNone, NeedNone),
	119: Row("R_PPC64_PLTSEQ", None, FieldNone, NeedNone),
	120: Row("R_PPC64_PLTCALL", None, FieldNone, NeedNone),
	121: Row("R_PPC64_PLTSEQ_NOTOC", None, FieldNone, NeedNone),
	122: Row("R_PPC64_PLTCALL_NOTOC", None, FieldNone, NeedNone),
	123: Row("R_PPC64_PCREL_OPT", None, FieldNone, NeedNone),

	68:  Row("R_PPC64_DTPMOD64", Abs, Word64, NeedDTPMod),
	69:  Row("R_PPC64_TPREL16", Abs, Signed16, NeedTPOff),
	70:  Row("R_PPC64_TPREL16_LO", Abs, Wrap16, NeedTPOff),
	71:  Row("R_PPC64_TPREL16_HI", Abs, hi16, NeedTPOff),
	72:  Row("R_PPC64_TPREL16_HA", Abs, ha16, NeedTPOff),
	73:  Row("R_PPC64_TPREL64", Abs, Word64, NeedTPOff),
	95:  Row("R_PPC64_TPREL16_DS", Abs, ds16, NeedTPOff),
	96:  Row("R_PPC64_TPREL16_LO_DS", Abs, dsLow16, NeedTPOff),
	97:  Row("R_PPC64_TPREL16_HIGHER", Abs, higher16, NeedTPOff),
	98:  Row("R_PPC64_TPREL16_HIGHERA", Abs, highera16, NeedTPOff),
	99:  Row("R_PPC64_TPREL16_HIGHEST", Abs, highest16, NeedTPOff),
	100: Row("R_PPC64_TPREL16_HIGHESTA", Abs, highesta16, NeedTPOff),
	112: Row("R_PPC64_TPREL16_HIGH", Abs, high16, NeedTPOff),
	113: Row("R_PPC64_TPREL16_HIGHA", Abs, higha16, NeedTPOff),
	146: Row("R_PPC64_TPREL34", Abs, prefixed34, NeedTPOff),
	74:  Row("R_PPC64_DTPREL16", Abs, Signed16, NeedDTPOff),
	75:  Row("R_PPC64_DTPREL16_LO", Abs, Wrap16, NeedDTPOff),
	76:  Row("R_PPC64_DTPREL16_HI", Abs, hi16, NeedDTPOff),
	77:  Row("R_PPC64_DTPREL16_HA", Abs, ha16, NeedDTPOff),
	78:  Row("R_PPC64_DTPREL64", Abs, Word64, NeedDTPOff),
	101: Row("R_PPC64_DTPREL16_DS", Abs, ds16, NeedDTPOff),
	102: Row("R_PPC64_DTPREL16_LO_DS", Abs, dsLow16, NeedDTPOff),
	103: Row("R_PPC64_DTPREL16_HIGHER", Abs, higher16, NeedDTPOff),
	104: Row("R_PPC64_DTPREL16_HIGHERA", Abs, highera16, NeedDTPOff),
	105: Row("R_PPC64_DTPREL16_HIGHEST", Abs, highest16, NeedDTPOff),
	106: Row("R_PPC64_DTPREL16_HIGHESTA", Abs, highesta16, NeedDTPOff),
	114: Row("R_PPC64_DTPREL16_HIGH", Abs, high16, NeedDTPOff),
	115: Row("R_PPC64_DTPREL16_HIGHA", Abs, higha16, NeedDTPOff),
	147: Row("R_PPC64_DTPREL34", Abs, prefixed34, NeedDTPOff),

	79:  {Name: "R_PPC64_GOT_TLSGD16", Expr: Base, Field: Signed16, Need: NeedTLSGD, PerAddend: true},
	80:  {Name: "R_PPC64_GOT_TLSGD16_LO", Expr: Base, Field: Wrap16, Need: NeedTLSGD, PerAddend: true},
	81:  {Name: "R_PPC64_GOT_TLSGD16_HI", Expr: Base, Field: hi16, Need: NeedTLSGD, PerAddend: true},
	82:  {Name: "R_PPC64_GOT_TLSGD16_HA", Expr: Base, Field: ha16, Need: NeedTLSGD, PerAddend: true},
	83:  Row("R_PPC64_GOT_TLSLD16", Base, Signed16, NeedTLSLD),
	84:  Row("R_PPC64_GOT_TLSLD16_LO", Base, Wrap16, NeedTLSLD),
	85:  Row("R_PPC64_GOT_TLSLD16_HI", Base, hi16, NeedTLSLD),
	86:  Row("R_PPC64_GOT_TLSLD16_HA", Base, ha16, NeedTLSLD),
	87:  {Name: "R_PPC64_GOT_TPREL16_DS", Expr: Base, Field: ds16, Need: NeedGOTTPOff, PerAddend: true},
	88:  {Name: "R_PPC64_GOT_TPREL16_LO_DS", Expr: Base, Field: dsLow16, Need: NeedGOTTPOff, PerAddend: true},
	89:  {Name: "R_PPC64_GOT_TPREL16_HI", Expr: Base, Field: hi16, Need: NeedGOTTPOff, PerAddend: true},
	90:  {Name: "R_PPC64_GOT_TPREL16_HA", Expr: Base, Field: ha16, Need: NeedGOTTPOff, PerAddend: true},
	91:  {Name: "R_PPC64_GOT_DTPREL16_DS", Expr: Base, Field: ds16, Need: NeedGOTDTPOff, PerAddend: true},
	92:  {Name: "R_PPC64_GOT_DTPREL16_LO_DS", Expr: Base, Field: dsLow16, Need: NeedGOTDTPOff, PerAddend: true},
	93:  {Name: "R_PPC64_GOT_DTPREL16_HI", Expr: Base, Field: hi16, Need: NeedGOTDTPOff, PerAddend: true},
	94:  {Name: "R_PPC64_GOT_DTPREL16_HA", Expr: Base, Field: ha16, Need: NeedGOTDTPOff, PerAddend: true},
	148: {Name: "R_PPC64_GOT_TLSGD_PCREL34", Expr: PC, Field: prefixed34, Need: NeedTLSGD, PerAddend: true},
	149: Row("R_PPC64_GOT_TLSLD_PCREL34", PC, prefixed34, NeedTLSLD),
	150: {Name: "R_PPC64_GOT_TPREL_PCREL34", Expr: PC, Field: prefixed34, Need: NeedGOTTPOff, PerAddend: true},
	151: {Name: "R_PPC64_GOT_DTPREL_PCREL34", Expr: PC, Field: prefixed34, Need: NeedGOTDTPOff, PerAddend: true},

	19:  DynamicRow("R_PPC64_COPY"),
	20:  DynamicRow("R_PPC64_GLOB_DAT"),
	21:  DynamicRow("R_PPC64_JMP_SLOT"),
	22:  DynamicRow("R_PPC64_RELATIVE"),
	247: DynamicRow("R_PPC64_JMP_IREL"),
	248: DynamicRow("R_PPC64_IRELATIVE"),

	// What no compiler writes.
	27: refused("R_PPC64_PLT32"), 28: refused("R_PPC64_PLTREL32"), 45: refused("R_PPC64_PLT64"), 46: refused("R_PPC64_PLTREL64"),
	52: refused("R_PPC64_PLTGOT16"), 53: refused("R_PPC64_PLTGOT16_LO"), 54: refused("R_PPC64_PLTGOT16_HI"), 55: refused("R_PPC64_PLTGOT16_HA"),
	65: refused("R_PPC64_PLTGOT16_DS"), 66: refused("R_PPC64_PLTGOT16_LO_DS"),
	253: refused("R_PPC64_GNU_VTINHERIT"), 254: refused("R_PPC64_GNU_VTENTRY"),

	// Instructions of quadwords, see Variants.
	behindTypes + 56:  Row("R_PPC64_ADDR16_DS (quadword)", Abs, dq16, NeedNone),
	behindTypes + 57:  Row("R_PPC64_ADDR16_LO_DS (quadword)", Abs, dqLow16, NeedNone),
	behindTypes + 58:  {Name: "R_PPC64_GOT16_DS (quadword)", Expr: Base, Field: dq16, Need: NeedGOT, PerAddend: true},
	behindTypes + 59:  {Name: "R_PPC64_GOT16_LO_DS (quadword)", Expr: Base, Field: dqLow16, Need: NeedGOT, PerAddend: true},
	behindTypes + 60:  {Name: "R_PPC64_PLT16_LO_DS (quadword)", Expr: Base, Field: dqLow16, Need: NeedGOT, PerAddend: true},
	behindTypes + 61:  Row("R_PPC64_SECTOFF_DS (quadword)", SecRel, dq16, NeedNone),
	behindTypes + 62:  Row("R_PPC64_SECTOFF_LO_DS (quadword)", SecRel, dqLow16, NeedNone),
	behindTypes + 63:  Row("R_PPC64_TOC16_DS (quadword)", Base, dq16, NeedNone),
	behindTypes + 64:  Row("R_PPC64_TOC16_LO_DS (quadword)", Base, dqLow16, NeedNone),
	behindTypes + 87:  {Name: "R_PPC64_GOT_TPREL16_DS (quadword)", Expr: Base, Field: dq16, Need: NeedGOTTPOff, PerAddend: true},
	behindTypes + 88:  {Name: "R_PPC64_GOT_TPREL16_LO_DS (quadword)", Expr: Base, Field: dqLow16, Need: NeedGOTTPOff, PerAddend: true},
	behindTypes + 91:  {Name: "R_PPC64_GOT_DTPREL16_DS (quadword)", Expr: Base, Field: dq16, Need: NeedGOTDTPOff, PerAddend: true},
	behindTypes + 92:  {Name: "R_PPC64_GOT_DTPREL16_LO_DS (quadword)", Expr: Base, Field: dqLow16, Need: NeedGOTDTPOff, PerAddend: true},
	behindTypes + 95:  Row("R_PPC64_TPREL16_DS (quadword)", Abs, dq16, NeedTPOff),
	behindTypes + 96:  Row("R_PPC64_TPREL16_LO_DS (quadword)", Abs, dqLow16, NeedTPOff),
	behindTypes + 101: Row("R_PPC64_DTPREL16_DS (quadword)", Abs, dq16, NeedDTPOff),
	behindTypes + 102: Row("R_PPC64_DTPREL16_LO_DS (quadword)", Abs, dqLow16, NeedDTPOff),
}

// refused is the row of a type that has a name and no support.
func refused(name string) Howto { return Howto{Name: name} }
