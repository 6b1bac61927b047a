package ppc

import . "github.com/go-rtdyld/rtdyld/reloc"

// Code of 32-bit PowerPC makes addresses of two halves, or loads them from its GOT, behind whose start T is 0x8000 bytes, or from a table .got2 of its own.
// Branches of position-independent code name an entry of the PLT and, in their addend, the table that such an
// entry would be reached by; stubs here hold the address, so that it does not count. Sums are of 32 bits and wrap.
// Calls without a PLT load the function's address from an entry, which their addend says the table of, too: position-independent
// code adds a register that has that table's address. As GNU's linker does where a program has its addresses, the instruction
// that adds the upper half adds it to nothing, and both halves are those of the entry's address.
//
// Source: Power Architecture 32-bit Application Binary Interface Supplement 1.0 - Linux & Embedded, sections 3.2, 4.13 and 4.14; the numbers of GNU binutils'
// include/elf/ppc.h.

// ELF32 has the relocation types of ELF PowerPC of 32 bits, by number, and behind them rows for branches to the GOT: code for a PLT that is writable
// calls the word in front of T, which is there to return T in the link register (supplement of System V for PowerPC, "Global Offset Table"). Where an
// object does, its GOT is in memory of code, which nothing writes once it runs, begins with that word, and T is behind it. Other branches there are refused.
var ELF32 = NewTable(&arch32, types32[:]).WithVariants(Variants{
	NoAddend: map[uint32]bool{typPLTREL24: true, typPLT16LO: true, typPLT16HI: true, typPLT16HA: true},
	Quad:     []uint32{typPLT16HI: 259, typPLT16HA: 260},
	Name:     "_GLOBAL_OFFSET_TABLE_", Named: map[uint32]uint32{10: 256, typPLTREL24: 257, 23: 258},
})

// Types whose addend is about the PLT.
const (
	typPLTREL24 = 18
	typPLT16LO  = 29
	typPLT16HI  = 30
	typPLT16HA  = 31
)

var types32 = [...]Howto{
	0: Row("R_PPC_NONE", None, FieldNone, NeedNone),

	1:  Row("R_PPC_ADDR32", Abs, Wrap32, NeedNone),
	2:  Row("R_PPC_ADDR24", Abs, branch24, NeedNone),
	3:  Row("R_PPC_ADDR16", Abs, Any16, NeedNone),
	4:  Row("R_PPC_ADDR16_LO", Abs, Wrap16, NeedNone),
	5:  Row("R_PPC_ADDR16_HI", Abs, hi32, NeedNone),
	6:  Row("R_PPC_ADDR16_HA", Abs, ha32, NeedNone),
	7:  Row("R_PPC_ADDR14", Abs, branch14, NeedNone),
	8:  refused("R_PPC_ADDR14_BRTAKEN"),
	9:  refused("R_PPC_ADDR14_BRNTAKEN"),
	24: Row("R_PPC_UADDR32", Abs, Wrap32, NeedNone),
	25: Row("R_PPC_UADDR16", Abs, Any16, NeedNone),
	37: refused("R_PPC_ADDR30"),

	10:          Row("R_PPC_REL24", PC, branch24, NeedStub),
	11:          Row("R_PPC_REL14", PC, branch14, NeedStub),
	12:          refused("R_PPC_REL14_BRTAKEN"),
	13:          refused("R_PPC_REL14_BRNTAKEN"),
	typPLTREL24: Row("R_PPC_PLTREL24", PC, branch24, NeedStub),
	23:          Row("R_PPC_LOCAL24PC", PC, branch24, NeedStub),
	26:          Row("R_PPC_REL32", PC, Wrap32, NeedNone),
	246:         Row("R_PPC_REL16DX_HA", PC, dxHA32, NeedNone),
	249:         Row("R_PPC_REL16", PC, Signed16, NeedNone),
	250:         Row("R_PPC_REL16_LO", PC, Wrap16, NeedNone),
	251:         Row("R_PPC_REL16_HI", PC, hi32, NeedNone),
	252:         Row("R_PPC_REL16_HA", PC, ha32, NeedNone),

	33: Row("R_PPC_SECTOFF", SecRel, Signed16, NeedNone),
	34: Row("R_PPC_SECTOFF_LO", SecRel, Wrap16, NeedNone),
	35: Row("R_PPC_SECTOFF_HI", SecRel, hi32, NeedNone),
	36: Row("R_PPC_SECTOFF_HA", SecRel, ha32, NeedNone),

	14: {Name: "R_PPC_GOT16", Expr: Base, Field: Signed16, Need: NeedGOT, PerAddend: true},
	15: {Name: "R_PPC_GOT16_LO", Expr: Base, Field: Wrap16, Need: NeedGOT, PerAddend: true},
	16: {Name: "R_PPC_GOT16_HI", Expr: Base, Field: hi32, Need: NeedGOT, PerAddend: true},
	17: {Name: "R_PPC_GOT16_HA", Expr: Base, Field: ha32, Need: NeedGOT, PerAddend: true},

	// Upper halves in what is not ADDIS are refused: which table they count from is not known.
	typPLT16LO: {Name: "R_PPC_PLT16_LO", Expr: Abs, Field: Wrap16, Need: NeedGOT, PerAddend: true},
	typPLT16HI: refused("R_PPC_PLT16_HI"),
	typPLT16HA: refused("R_PPC_PLT16_HA"),
	259:        {Name: "R_PPC_PLT16_HI (addis)", Expr: Abs, Field: lis32, Need: NeedGOT, PerAddend: true},
	260:        {Name: "R_PPC_PLT16_HA (addis)", Expr: Abs, Field: lisHA32, Need: NeedGOT, PerAddend: true},

	// Marks of sequences that a linker may do without.
	67:  Row("R_PPC_TLS", None, FieldNone, NeedNone),
	95:  Row("R_PPC_TLSGD", None, FieldNone, NeedNone),
	96:  Row("R_PPC_TLSLD", None, FieldNone, NeedNone),
	119: Row("R_PPC_PLTSEQ", None, FieldNone, NeedNone),
	120: Row("R_PPC_PLTCALL", None, FieldNone, NeedNone),

	68: Row("R_PPC_DTPMOD32", Abs, Wrap32, NeedDTPMod),
	69: Row("R_PPC_TPREL16", Abs, Signed16, NeedTPOff),
	70: Row("R_PPC_TPREL16_LO", Abs, Wrap16, NeedTPOff),
	71: Row("R_PPC_TPREL16_HI", Abs, hi32, NeedTPOff),
	72: Row("R_PPC_TPREL16_HA", Abs, ha32, NeedTPOff),
	73: Row("R_PPC_TPREL32", Abs, Wrap32, NeedTPOff),
	74: Row("R_PPC_DTPREL16", Abs, Signed16, NeedDTPOff),
	75: Row("R_PPC_DTPREL16_LO", Abs, Wrap16, NeedDTPOff),
	76: Row("R_PPC_DTPREL16_HI", Abs, hi32, NeedDTPOff),
	77: Row("R_PPC_DTPREL16_HA", Abs, ha32, NeedDTPOff),
	78: Row("R_PPC_DTPREL32", Abs, Wrap32, NeedDTPOff),

	79: {Name: "R_PPC_GOT_TLSGD16", Expr: Base, Field: Signed16, Need: NeedTLSGD, PerAddend: true},
	80: {Name: "R_PPC_GOT_TLSGD16_LO", Expr: Base, Field: Wrap16, Need: NeedTLSGD, PerAddend: true},
	81: {Name: "R_PPC_GOT_TLSGD16_HI", Expr: Base, Field: hi32, Need: NeedTLSGD, PerAddend: true},
	82: {Name: "R_PPC_GOT_TLSGD16_HA", Expr: Base, Field: ha32, Need: NeedTLSGD, PerAddend: true},
	83: Row("R_PPC_GOT_TLSLD16", Base, Signed16, NeedTLSLD),
	84: Row("R_PPC_GOT_TLSLD16_LO", Base, Wrap16, NeedTLSLD),
	85: Row("R_PPC_GOT_TLSLD16_HI", Base, hi32, NeedTLSLD),
	86: Row("R_PPC_GOT_TLSLD16_HA", Base, ha32, NeedTLSLD),
	87: {Name: "R_PPC_GOT_TPREL16", Expr: Base, Field: Signed16, Need: NeedGOTTPOff, PerAddend: true},
	88: {Name: "R_PPC_GOT_TPREL16_LO", Expr: Base, Field: Wrap16, Need: NeedGOTTPOff, PerAddend: true},
	89: {Name: "R_PPC_GOT_TPREL16_HI", Expr: Base, Field: hi32, Need: NeedGOTTPOff, PerAddend: true},
	90: {Name: "R_PPC_GOT_TPREL16_HA", Expr: Base, Field: ha32, Need: NeedGOTTPOff, PerAddend: true},
	91: {Name: "R_PPC_GOT_DTPREL16", Expr: Base, Field: Signed16, Need: NeedGOTDTPOff, PerAddend: true},
	92: {Name: "R_PPC_GOT_DTPREL16_LO", Expr: Base, Field: Wrap16, Need: NeedGOTDTPOff, PerAddend: true},
	93: {Name: "R_PPC_GOT_DTPREL16_HI", Expr: Base, Field: hi32, Need: NeedGOTDTPOff, PerAddend: true},
	94: {Name: "R_PPC_GOT_DTPREL16_HA", Expr: Base, Field: ha32, Need: NeedGOTDTPOff, PerAddend: true},

	19:  DynamicRow("R_PPC_COPY"),
	20:  DynamicRow("R_PPC_GLOB_DAT"),
	21:  DynamicRow("R_PPC_JMP_SLOT"),
	22:  DynamicRow("R_PPC_RELATIVE"),
	248: DynamicRow("R_PPC_IRELATIVE"),

	// What those write that keep small data at a register of its own, which is the program's.
	32: refused("R_PPC_SDAREL16"), 101: refused("R_PPC_EMB_NADDR32"), 102: refused("R_PPC_EMB_NADDR16"), 103: refused("R_PPC_EMB_NADDR16_LO"), 104: refused("R_PPC_EMB_NADDR16_HI"),
	105: refused("R_PPC_EMB_NADDR16_HA"), 106: refused("R_PPC_EMB_SDAI16"), 107: refused("R_PPC_EMB_SDA2I16"), 108: refused("R_PPC_EMB_SDA2REL"), 109: refused("R_PPC_EMB_SDA21"),
	110: refused("R_PPC_EMB_MRKREF"), 111: refused("R_PPC_EMB_RELSEC16"), 112: refused("R_PPC_EMB_RELST_LO"), 113: refused("R_PPC_EMB_RELST_HI"), 114: refused("R_PPC_EMB_RELST_HA"),
	115: refused("R_PPC_EMB_BIT_FLD"), 116: refused("R_PPC_EMB_RELSDA"),
	// What no compiler writes.
	27: refused("R_PPC_PLT32"), 28: refused("R_PPC_PLTREL32"),
	253: refused("R_PPC_GNU_VTINHERIT"), 254: refused("R_PPC_GNU_VTENTRY"), 255: refused("R_PPC_TOC16"),

	256: {Name: "R_PPC_REL24 (_GLOBAL_OFFSET_TABLE_-4)", Expr: PC, Field: branch24, Need: NeedBase, Branch: 1}, 258: {Name: "R_PPC_LOCAL24PC (_GLOBAL_OFFSET_TABLE_-4)", Expr: PC, Field: branch24, Need: NeedBase, Branch: 1},
	257: refused("R_PPC_PLTREL24 (_GLOBAL_OFFSET_TABLE_-4)"), // whose addend is about the PLT
	// 5 behind the others, with other addends.
	261: refused("R_PPC_REL24 (_GLOBAL_OFFSET_TABLE_)"), 262: refused("R_PPC_PLTREL24 (_GLOBAL_OFFSET_TABLE_)"), 263: refused("R_PPC_LOCAL24PC (_GLOBAL_OFFSET_TABLE_)"),
}
