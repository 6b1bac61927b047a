// Package loong64 has the relocations and stubs of LoongArch with 64-bit and with 32-bit addresses.
//
// As a linker sees it: instructions are little-endian words. PCALAU12I adds the upper bits of a
// distance to the page of its own address; the instruction behind it, wherever that is, adds
// the low 12 bits of the address itself, which are signed, so that the upper ones are
// rounded. Two more, 8 and 12 bytes behind PCALAU12I, have the upper half of a distance of
// 64 bits, less what the lower half's signs do to it. PCADDU12I adds the same part of a distance to
// its own address, and what is behind it names it. LU12I.W makes the upper part of an
// address below 2 GiB, or with two more any. B and BL reach 128 MiB, PCADDU18I with JIRL
// 128 GiB, PCADDU12I with it 2 GiB, conditional branches 4 MiB or 128 KiB with nothing to be done beyond. Where addresses have
// 32 bits, two instructions get everywhere, and those for more are not there.
//
// The second instruction of what leads to a GOT entry has one type whatever the entry is: the
// symbol, which is thread-local or not, tells. Assemblers that leave code to the linker pad to
// the most that an alignment can need, of which the linker must cut what is too much, and
// write differences of places in code as pairs of relocations. Instructions that could be replaced by
// shorter ones are marked, and left as they are here.
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: ELF for the LoongArch Architecture (version 2.30; types from 127 on: as LLVM 23 has them); LoongArch Reference Manual, volume 1, chapter 2.
package loong64

import . "github.com/go-rtdyld/rtdyld/reloc"

// ELF has the relocation types of ELF LoongArch with 64-bit pointers, by number, and behind them
// rows that stand for others, see Variants. What R_LARCH_ALIGN says is done before addresses
// are known, see Table.Trim.
var ELF = NewTable(&arch, elfRows[:]).WithPadding(padding).WithVariants(Variants{TLS: map[uint32]uint32{76: 256, 77: 257, 78: 258, 80: 259, 81: 260, 82: 261}}).WithRuntimeDyld(sharing)

// sharing: RuntimeDyld knows no LoongArch. Several instructions make the address of one GOT entry, so all references to a name have the same.
var sharing = RuntimeDyld{ShareGOT: true}

const (
	lo20Back = 8 // bytes from PCALAU12I to LU32I.D
	hi12Back = 12
)

var elfRows = [...]Howto{
	0: Row("R_LARCH_NONE", None, FieldNone, NeedNone),
	1: Row("R_LARCH_32", Abs, Any32, NeedNone),
	2: Row("R_LARCH_64", Abs, Word64, NeedNone),
	3: DynamicRow("R_LARCH_RELATIVE"), 4: DynamicRow("R_LARCH_COPY"), 5: DynamicRow("R_LARCH_JUMP_SLOT"),
	6: DynamicRow("R_LARCH_TLS_DTPMOD32"), 7: DynamicRow("R_LARCH_TLS_DTPMOD64"),
	8:  Row("R_LARCH_TLS_DTPREL32", Abs, Signed32, NeedDTPOff), // of debug information
	9:  Row("R_LARCH_TLS_DTPREL64", Abs, Word64, NeedDTPOff),
	10: DynamicRow("R_LARCH_TLS_TPREL32"), 11: DynamicRow("R_LARCH_TLS_TPREL64"),
	12: DynamicRow("R_LARCH_IRELATIVE"), 13: DynamicRow("R_LARCH_TLS_DESC32"), 14: DynamicRow("R_LARCH_TLS_DESC64"),
	20: Row("R_LARCH_MARK_LA", None, FieldNone, NeedNone),
	21: Row("R_LARCH_MARK_PCREL", None, FieldNone, NeedNone),

	47:  Row("R_LARCH_ADD8", Add, Wrap8, NeedNone),
	48:  Row("R_LARCH_ADD16", Add, Wrap16, NeedNone),
	50:  Row("R_LARCH_ADD32", Add, Wrap32, NeedNone),
	51:  Row("R_LARCH_ADD64", Add, Word64, NeedNone),
	52:  Row("R_LARCH_SUB8", Sub, Wrap8, NeedNone),
	53:  Row("R_LARCH_SUB16", Sub, Wrap16, NeedNone),
	55:  Row("R_LARCH_SUB32", Sub, Wrap32, NeedNone),
	56:  Row("R_LARCH_SUB64", Sub, Word64, NeedNone),
	105: Row("R_LARCH_ADD6", Add, low6, NeedNone),
	106: Row("R_LARCH_SUB6", Sub, low6, NeedNone),
	107: Row("R_LARCH_ADD_ULEB128", Minuend, ULEB128, NeedNone),
	108: Row("R_LARCH_SUB_ULEB128", Subtrahend, ULEB128, NeedNone),

	64:  Row("R_LARCH_B16", PC, branch16, NeedNone),
	65:  Row("R_LARCH_B21", PC, branch21, NeedNone),
	66:  Row("R_LARCH_B26", PC, branch26, NeedStub),
	110: Row("R_LARCH_CALL36", PC, call36, NeedStub),
	127: Row("R_LARCH_CALL30", PC, call30, NeedStub),
	99:  Row("R_LARCH_32_PCREL", PC, Signed32, NeedNone),
	109: Row("R_LARCH_64_PCREL", PC, Word64, NeedNone),
	103: Row("R_LARCH_PCREL20_S2", PC, addi20, NeedNone),

	67: Row("R_LARCH_ABS_HI20", Abs, high20, NeedNone),
	68: Row("R_LARCH_ABS_LO12", Abs, low12, NeedNone),
	69: Row("R_LARCH_ABS64_LO20", Abs, upper20, NeedNone),
	70: Row("R_LARCH_ABS64_HI12", Abs, upper12, NeedNone),
	71: Row("R_LARCH_PCALA_HI20", FromPage, page20, NeedNone),
	72: Row("R_LARCH_PCALA_LO12", Abs, low12, NeedNone),
	73: {Name: "R_LARCH_PCALA64_LO20", Expr: FromPage, Field: pageUpper20, Need: NeedNone, Back: lo20Back},
	74: {Name: "R_LARCH_PCALA64_HI12", Expr: FromPage, Field: pageUpper12, Need: NeedNone, Back: hi12Back},

	75:  Row("R_LARCH_GOT_PC_HI20", FromPage, page20, NeedGOT),
	76:  Row("R_LARCH_GOT_PC_LO12", Abs, low12, NeedGOT),
	77:  {Name: "R_LARCH_GOT64_PC_LO20", Expr: FromPage, Field: pageUpper20, Need: NeedGOT, Back: lo20Back},
	78:  {Name: "R_LARCH_GOT64_PC_HI12", Expr: FromPage, Field: pageUpper12, Need: NeedGOT, Back: hi12Back},
	79:  Row("R_LARCH_GOT_HI20", Abs, high20, NeedGOT),
	80:  Row("R_LARCH_GOT_LO12", Abs, low12, NeedGOT),
	81:  Row("R_LARCH_GOT64_LO20", Abs, upper20, NeedGOT),
	82:  Row("R_LARCH_GOT64_HI12", Abs, upper12, NeedGOT),
	256: Row("R_LARCH_GOT_PC_LO12 (thread-local)", Abs, low12, NeedTLSGD),
	257: {Name: "R_LARCH_GOT64_PC_LO20 (thread-local)", Expr: FromPage, Field: pageUpper20, Need: NeedTLSGD, Back: lo20Back},
	258: {Name: "R_LARCH_GOT64_PC_HI12 (thread-local)", Expr: FromPage, Field: pageUpper12, Need: NeedTLSGD, Back: hi12Back},
	259: Row("R_LARCH_GOT_LO12 (thread-local)", Abs, low12, NeedTLSGD),
	260: Row("R_LARCH_GOT64_LO20 (thread-local)", Abs, upper20, NeedTLSGD),
	261: Row("R_LARCH_GOT64_HI12 (thread-local)", Abs, upper12, NeedTLSGD),

	83:  Row("R_LARCH_TLS_LE_HI20", Abs, high20, NeedTPOff),
	84:  Row("R_LARCH_TLS_LE_LO12", Abs, low12, NeedTPOff),
	85:  Row("R_LARCH_TLS_LE64_LO20", Abs, upper20, NeedTPOff),
	86:  Row("R_LARCH_TLS_LE64_HI12", Abs, upper12, NeedTPOff),
	121: Row("R_LARCH_TLS_LE_HI20_R", Abs, rounded20, NeedTPOff),
	122: Row("R_LARCH_TLS_LE_ADD_R", None, FieldNone, NeedNone),
	123: Row("R_LARCH_TLS_LE_LO12_R", Abs, low12, NeedTPOff),
	87:  Row("R_LARCH_TLS_IE_PC_HI20", FromPage, page20, NeedGOTTPOff),
	88:  Row("R_LARCH_TLS_IE_PC_LO12", Abs, low12, NeedGOTTPOff),
	89:  {Name: "R_LARCH_TLS_IE64_PC_LO20", Expr: FromPage, Field: pageUpper20, Need: NeedGOTTPOff, Back: lo20Back},
	90:  {Name: "R_LARCH_TLS_IE64_PC_HI12", Expr: FromPage, Field: pageUpper12, Need: NeedGOTTPOff, Back: hi12Back},
	91:  Row("R_LARCH_TLS_IE_HI20", Abs, high20, NeedGOTTPOff),
	92:  Row("R_LARCH_TLS_IE_LO12", Abs, low12, NeedGOTTPOff),
	93:  Row("R_LARCH_TLS_IE64_LO20", Abs, upper20, NeedGOTTPOff),
	94:  Row("R_LARCH_TLS_IE64_HI12", Abs, upper12, NeedGOTTPOff),
	95:  Row("R_LARCH_TLS_LD_PC_HI20", FromPage, page20, NeedTLSGD), // as GD: there is no type for offsets from it
	96:  Row("R_LARCH_TLS_LD_HI20", Abs, high20, NeedTLSGD),
	97:  Row("R_LARCH_TLS_GD_PC_HI20", FromPage, page20, NeedTLSGD),
	98:  Row("R_LARCH_TLS_GD_HI20", Abs, high20, NeedTLSGD),
	124: Row("R_LARCH_TLS_LD_PCREL20_S2", PC, addi20, NeedTLSGD),
	125: Row("R_LARCH_TLS_GD_PCREL20_S2", PC, addi20, NeedTLSGD),
	126: Row("R_LARCH_TLS_DESC_PCREL20_S2", PC, addi20, NeedTLSDesc),
	111: Row("R_LARCH_TLS_DESC_PC_HI20", FromPage, page20, NeedTLSDesc),
	112: Row("R_LARCH_TLS_DESC_PC_LO12", Abs, low12, NeedTLSDesc),
	113: {Name: "R_LARCH_TLS_DESC64_PC_LO20", Expr: FromPage, Field: pageUpper20, Need: NeedTLSDesc, Back: lo20Back},
	114: {Name: "R_LARCH_TLS_DESC64_PC_HI12", Expr: FromPage, Field: pageUpper12, Need: NeedTLSDesc, Back: hi12Back},
	115: Row("R_LARCH_TLS_DESC_HI20", Abs, high20, NeedTLSDesc),
	116: Row("R_LARCH_TLS_DESC_LO12", Abs, low12, NeedTLSDesc),
	117: Row("R_LARCH_TLS_DESC64_LO20", Abs, upper20, NeedTLSDesc),
	118: Row("R_LARCH_TLS_DESC64_HI12", Abs, upper12, NeedTLSDesc),

	// The low part is of the distance that the instruction at the symbol has the high part of.
	128: Row("R_LARCH_PCADD_HI20", PCLead, rounded20, NeedNone),
	129: Row("R_LARCH_PCADD_LO12", OfPartner, low12, NeedNone),
	130: Row("R_LARCH_GOT_PCADD_HI20", PCLead, rounded20, NeedGOT),
	131: Row("R_LARCH_GOT_PCADD_LO12", OfPartner, low12, NeedNone),
	132: Row("R_LARCH_TLS_IE_PCADD_HI20", PCLead, rounded20, NeedGOTTPOff),
	133: Row("R_LARCH_TLS_IE_PCADD_LO12", OfPartner, low12, NeedNone),
	134: Row("R_LARCH_TLS_LD_PCADD_HI20", PCLead, rounded20, NeedTLSGD), // as GD
	135: Row("R_LARCH_TLS_LD_PCADD_LO12", OfPartner, low12, NeedNone),
	136: Row("R_LARCH_TLS_GD_PCADD_HI20", PCLead, rounded20, NeedTLSGD),
	137: Row("R_LARCH_TLS_GD_PCADD_LO12", OfPartner, low12, NeedNone),
	138: Row("R_LARCH_TLS_DESC_PCADD_HI20", PCLead, rounded20, NeedTLSDesc),
	139: Row("R_LARCH_TLS_DESC_PCADD_LO12", OfPartner, low12, NeedNone),

	119: Row("R_LARCH_TLS_DESC_LD", None, FieldNone, NeedNone),
	120: Row("R_LARCH_TLS_DESC_CALL", None, FieldNone, NeedNone),

	100: Row("R_LARCH_RELAX", None, FieldNone, NeedNone),
	102: Row("R_LARCH_ALIGN", None, FieldNone, NeedNone), // see Table.Trim

	// What linkers make for themselves, what no assembler writes, and the stack machine of
	// objects before version 1 of their ABI.
	49: refused("R_LARCH_ADD24"), 54: refused("R_LARCH_SUB24"),
	57: refused("R_LARCH_GNU_VTINHERIT"), 58: refused("R_LARCH_GNU_VTENTRY"), 101: refused("R_LARCH_DELETE"), 104: refused("R_LARCH_CFA"),
	22: refused("R_LARCH_SOP_PUSH_PCREL"), 23: refused("R_LARCH_SOP_PUSH_ABSOLUTE"), 24: refused("R_LARCH_SOP_PUSH_DUP"), 25: refused("R_LARCH_SOP_PUSH_GPREL"),
	26: refused("R_LARCH_SOP_PUSH_TLS_TPREL"), 27: refused("R_LARCH_SOP_PUSH_TLS_GOT"), 28: refused("R_LARCH_SOP_PUSH_TLS_GD"), 29: refused("R_LARCH_SOP_PUSH_PLT_PCREL"),
	30: refused("R_LARCH_SOP_ASSERT"), 31: refused("R_LARCH_SOP_NOT"), 32: refused("R_LARCH_SOP_SUB"), 33: refused("R_LARCH_SOP_SL"),
	34: refused("R_LARCH_SOP_SR"), 35: refused("R_LARCH_SOP_ADD"), 36: refused("R_LARCH_SOP_AND"), 37: refused("R_LARCH_SOP_IF_ELSE"),
	38: refused("R_LARCH_SOP_POP_32_S_10_5"), 39: refused("R_LARCH_SOP_POP_32_U_10_12"), 40: refused("R_LARCH_SOP_POP_32_S_10_12"),
	41: refused("R_LARCH_SOP_POP_32_S_10_16"), 42: refused("R_LARCH_SOP_POP_32_S_10_16_S2"), 43: refused("R_LARCH_SOP_POP_32_S_5_20"),
	44: refused("R_LARCH_SOP_POP_32_S_0_5_10_16_S2"), 45: refused("R_LARCH_SOP_POP_32_S_0_10_10_16_S2"), 46: refused("R_LARCH_SOP_POP_32_U"),
}

// refused is the row of a type that has a name and no support.
func refused(name string) Howto { return Howto{Name: name} }
