// Package arm64 has the relocations and stubs of AArch64.
//
// As a linker sees it: an instruction is a little-endian word of four bytes, also
// where data is big-endian, and no instruction holds an address. ADRP adds a signed
// number of 4 KiB pages to its own page and so reaches 4 GiB; the instruction that
// uses its result, ADD or a load or store, holds the low 12 bits, which a load or store
// counts in units of its size. Everything that refers to each other directly must
// lie within 4 GiB. BL and B reach 128 MiB; beyond they go through a stub that jumps
// through an entry of the global offset table and may use x16 and x17, as the
// procedure call standard lets it. Conditional branches reach 1 MiB and 32 KiB. The
// large code model builds addresses from 16-bit pieces (MOVZ, MOVK).
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: ELF for the Arm 64-bit Architecture (AAELF64), chapter 5.7; Microsoft, PE
// Format, "COFF Relocations"; Apple, <mach-o/arm64/reloc.h>; Arm Architecture Reference
// Manual for A-profile, chapter C6.
package arm64

import . "github.com/go-rtdyld/rtdyld/reloc"

// ELF has the relocation types of ELF AArch64 with 64-bit pointers, of either byte
// order, by number. The addend of a GOT entry is added to the entry's address.
//
// A weak name that nobody defines is, for what counts from P, at P, and a branch to it goes on behind itself.
//
// Types with numbers below 256 are of objects with 32-bit pointers (ILP32), those
// called AUTH of pointers with authentication codes; neither are supported.
var ELF = NewTable(&archELF, elfRows[:]).WithRuntimeDyld(elfRuntimeDyld).WithShared(shared)

// shared has images below 39 bits: kernels may have no more.
var shared = Shared{Machine: 183, Page: 64 << 10, Base: 0x20_0000_0000, Bases: 1 << 8}

var elfRows = [...]Howto{
	0:   Row("R_AARCH64_NONE", None, FieldNone, NeedNone),
	256: Row("R_AARCH64_NONE", None, FieldNone, NeedNone), // withdrawn, and still to be accepted

	257: Row("R_AARCH64_ABS64", Abs, Word64, NeedNone),
	258: Row("R_AARCH64_ABS32", Abs, Any32, NeedNone),
	259: Row("R_AARCH64_ABS16", Abs, Any16, NeedNone),
	260: Row("R_AARCH64_PREL64", PC, Word64, NeedNone),
	261: Row("R_AARCH64_PREL32", PC, Any32, NeedNone),
	262: Row("R_AARCH64_PREL16", PC, Any16, NeedNone),

	263: Row("R_AARCH64_MOVW_UABS_G0", Abs, movwG0, NeedNone),
	264: Row("R_AARCH64_MOVW_UABS_G0_NC", Abs, movwG0NC, NeedNone),
	265: Row("R_AARCH64_MOVW_UABS_G1", Abs, movwG1, NeedNone),
	266: Row("R_AARCH64_MOVW_UABS_G1_NC", Abs, movwG1NC, NeedNone),
	267: Row("R_AARCH64_MOVW_UABS_G2", Abs, movwG2, NeedNone),
	268: Row("R_AARCH64_MOVW_UABS_G2_NC", Abs, movwG2NC, NeedNone),
	269: Row("R_AARCH64_MOVW_UABS_G3", Abs, movwG3, NeedNone),
	270: Row("R_AARCH64_MOVW_SABS_G0", Abs, movwSignedG0, NeedNone),
	271: Row("R_AARCH64_MOVW_SABS_G1", Abs, movwSignedG1, NeedNone),
	272: Row("R_AARCH64_MOVW_SABS_G2", Abs, movwSignedG2, NeedNone),

	273: Row("R_AARCH64_LD_PREL_LO19", PC, branch19, NeedNone),
	274: Row("R_AARCH64_ADR_PREL_LO21", PC, adr21, NeedNone),
	275: Row("R_AARCH64_ADR_PREL_PG_HI21", Page, adrp21, NeedNone),
	276: Row("R_AARCH64_ADR_PREL_PG_HI21_NC", Page, adrp21NC, NeedNone),
	277: Row("R_AARCH64_ADD_ABS_LO12_NC", Abs, add12NC, NeedNone),
	278: Row("R_AARCH64_LDST8_ABS_LO12_NC", Abs, add12NC, NeedNone),
	284: Row("R_AARCH64_LDST16_ABS_LO12_NC", Abs, mem16NC, NeedNone),
	285: Row("R_AARCH64_LDST32_ABS_LO12_NC", Abs, mem32NC, NeedNone),
	286: Row("R_AARCH64_LDST64_ABS_LO12_NC", Abs, mem64NC, NeedNone),
	299: Row("R_AARCH64_LDST128_ABS_LO12_NC", Abs, mem128NC, NeedNone),

	// The ABI leaves stubs to the types for B and BL; those for conditional branches
	// have them too, for without one a symbol outside would hardly ever be in reach.
	279: Row("R_AARCH64_TSTBR14", PC, branch14, NeedStub),
	280: Row("R_AARCH64_CONDBR19", PC, branch19, NeedStub),
	282: Row("R_AARCH64_JUMP26", PC, branch26, NeedStub),
	283: Row("R_AARCH64_CALL26", PC, branch26, NeedStub),

	287: Row("R_AARCH64_MOVW_PREL_G0", PC, movwSignedG0, NeedNone),
	288: Row("R_AARCH64_MOVW_PREL_G0_NC", PC, movwG0NC, NeedNone),
	289: Row("R_AARCH64_MOVW_PREL_G1", PC, movwSignedG1, NeedNone),
	290: Row("R_AARCH64_MOVW_PREL_G1_NC", PC, movwG1NC, NeedNone),
	291: Row("R_AARCH64_MOVW_PREL_G2", PC, movwSignedG2, NeedNone),
	292: Row("R_AARCH64_MOVW_PREL_G2_NC", PC, movwG2NC, NeedNone),
	293: Row("R_AARCH64_MOVW_PREL_G3", PC, movwSignedG3, NeedNone),

	300: Row("R_AARCH64_MOVW_GOTOFF_G0", Base, movwSignedG0, NeedGOT),
	301: Row("R_AARCH64_MOVW_GOTOFF_G0_NC", Base, movwG0NC, NeedGOT),
	302: Row("R_AARCH64_MOVW_GOTOFF_G1", Base, movwSignedG1, NeedGOT),
	303: Row("R_AARCH64_MOVW_GOTOFF_G1_NC", Base, movwG1NC, NeedGOT),
	304: Row("R_AARCH64_MOVW_GOTOFF_G2", Base, movwSignedG2, NeedGOT),
	305: Row("R_AARCH64_MOVW_GOTOFF_G2_NC", Base, movwG2NC, NeedGOT),
	306: Row("R_AARCH64_MOVW_GOTOFF_G3", Base, movwSignedG3, NeedGOT),
	307: Row("R_AARCH64_GOTREL64", Base, Word64, NeedNone),
	308: Row("R_AARCH64_GOTREL32", Base, Signed32, NeedNone),
	309: Row("R_AARCH64_GOT_LD_PREL19", PC, branch19, NeedGOT),
	310: Row("R_AARCH64_LD64_GOTOFF_LO15", Base, mem64Page15, NeedGOT),
	311: Row("R_AARCH64_ADR_GOT_PAGE", Page, adrp21, NeedGOT),
	312: Row("R_AARCH64_LD64_GOT_LO12_NC", Abs, mem64NC, NeedGOT),
	313: Row("R_AARCH64_LD64_GOTPAGE_LO15", BasePage, mem64Page15, NeedGOT),
	314: Row("R_AARCH64_PLT32", PC, Signed32, NeedStub),
	315: Row("R_AARCH64_GOTPCREL32", PC, Signed32, NeedGOT),

	512: Row("R_AARCH64_TLSGD_ADR_PREL21", PC, adr21, NeedTLSGD),
	513: Row("R_AARCH64_TLSGD_ADR_PAGE21", Page, adrp21, NeedTLSGD),
	514: Row("R_AARCH64_TLSGD_ADD_LO12_NC", Abs, add12NC, NeedTLSGD),
	515: Row("R_AARCH64_TLSGD_MOVW_G1", Base, movwSignedG1, NeedTLSGD),
	516: Row("R_AARCH64_TLSGD_MOVW_G0_NC", Base, movwG0NC, NeedTLSGD),

	517: Row("R_AARCH64_TLSLD_ADR_PREL21", PC, adr21, NeedTLSLD),
	518: Row("R_AARCH64_TLSLD_ADR_PAGE21", Page, adrp21, NeedTLSLD),
	519: Row("R_AARCH64_TLSLD_ADD_LO12_NC", Abs, add12NC, NeedTLSLD),
	520: Row("R_AARCH64_TLSLD_MOVW_G1", Base, movwSignedG1, NeedTLSLD),
	521: Row("R_AARCH64_TLSLD_MOVW_G0_NC", Base, movwG0NC, NeedTLSLD),
	522: Row("R_AARCH64_TLSLD_LD_PREL19", PC, branch19, NeedTLSLD),
	523: Row("R_AARCH64_TLSLD_MOVW_DTPREL_G2", Abs, movwSignedG2, NeedDTPOff),
	524: Row("R_AARCH64_TLSLD_MOVW_DTPREL_G1", Abs, movwSignedG1, NeedDTPOff),
	525: Row("R_AARCH64_TLSLD_MOVW_DTPREL_G1_NC", Abs, movwG1NC, NeedDTPOff),
	526: Row("R_AARCH64_TLSLD_MOVW_DTPREL_G0", Abs, movwSignedG0, NeedDTPOff),
	527: Row("R_AARCH64_TLSLD_MOVW_DTPREL_G0_NC", Abs, movwG0NC, NeedDTPOff),
	528: Row("R_AARCH64_TLSLD_ADD_DTPREL_HI12", Abs, addHi12, NeedDTPOff),
	529: Row("R_AARCH64_TLSLD_ADD_DTPREL_LO12", Abs, add12, NeedDTPOff),
	530: Row("R_AARCH64_TLSLD_ADD_DTPREL_LO12_NC", Abs, add12NC, NeedDTPOff),
	531: Row("R_AARCH64_TLSLD_LDST8_DTPREL_LO12", Abs, add12, NeedDTPOff),
	532: Row("R_AARCH64_TLSLD_LDST8_DTPREL_LO12_NC", Abs, add12NC, NeedDTPOff),
	533: Row("R_AARCH64_TLSLD_LDST16_DTPREL_LO12", Abs, mem16, NeedDTPOff),
	534: Row("R_AARCH64_TLSLD_LDST16_DTPREL_LO12_NC", Abs, mem16NC, NeedDTPOff),
	535: Row("R_AARCH64_TLSLD_LDST32_DTPREL_LO12", Abs, mem32, NeedDTPOff),
	536: Row("R_AARCH64_TLSLD_LDST32_DTPREL_LO12_NC", Abs, mem32NC, NeedDTPOff),
	537: Row("R_AARCH64_TLSLD_LDST64_DTPREL_LO12", Abs, mem64, NeedDTPOff),
	538: Row("R_AARCH64_TLSLD_LDST64_DTPREL_LO12_NC", Abs, mem64NC, NeedDTPOff),
	572: Row("R_AARCH64_TLSLD_LDST128_DTPREL_LO12", Abs, mem128, NeedDTPOff),
	573: Row("R_AARCH64_TLSLD_LDST128_DTPREL_LO12_NC", Abs, mem128NC, NeedDTPOff),

	539: Row("R_AARCH64_TLSIE_MOVW_GOTTPREL_G1", Base, movwSignedG1, NeedGOTTPOff),
	540: Row("R_AARCH64_TLSIE_MOVW_GOTTPREL_G0_NC", Base, movwG0NC, NeedGOTTPOff),
	541: Row("R_AARCH64_TLSIE_ADR_GOTTPREL_PAGE21", Page, adrp21, NeedGOTTPOff),
	542: Row("R_AARCH64_TLSIE_LD64_GOTTPREL_LO12_NC", Abs, mem64NC, NeedGOTTPOff),
	543: Row("R_AARCH64_TLSIE_LD_GOTTPREL_PREL19", PC, branch19, NeedGOTTPOff),

	544: Row("R_AARCH64_TLSLE_MOVW_TPREL_G2", Abs, movwSignedG2, NeedTPOff),
	545: Row("R_AARCH64_TLSLE_MOVW_TPREL_G1", Abs, movwSignedG1, NeedTPOff),
	546: Row("R_AARCH64_TLSLE_MOVW_TPREL_G1_NC", Abs, movwG1NC, NeedTPOff),
	547: Row("R_AARCH64_TLSLE_MOVW_TPREL_G0", Abs, movwSignedG0, NeedTPOff),
	548: Row("R_AARCH64_TLSLE_MOVW_TPREL_G0_NC", Abs, movwG0NC, NeedTPOff),
	549: Row("R_AARCH64_TLSLE_ADD_TPREL_HI12", Abs, addHi12, NeedTPOff),
	550: Row("R_AARCH64_TLSLE_ADD_TPREL_LO12", Abs, add12, NeedTPOff),
	551: Row("R_AARCH64_TLSLE_ADD_TPREL_LO12_NC", Abs, add12NC, NeedTPOff),
	552: Row("R_AARCH64_TLSLE_LDST8_TPREL_LO12", Abs, add12, NeedTPOff),
	553: Row("R_AARCH64_TLSLE_LDST8_TPREL_LO12_NC", Abs, add12NC, NeedTPOff),
	554: Row("R_AARCH64_TLSLE_LDST16_TPREL_LO12", Abs, mem16, NeedTPOff),
	555: Row("R_AARCH64_TLSLE_LDST16_TPREL_LO12_NC", Abs, mem16NC, NeedTPOff),
	556: Row("R_AARCH64_TLSLE_LDST32_TPREL_LO12", Abs, mem32, NeedTPOff),
	557: Row("R_AARCH64_TLSLE_LDST32_TPREL_LO12_NC", Abs, mem32NC, NeedTPOff),
	558: Row("R_AARCH64_TLSLE_LDST64_TPREL_LO12", Abs, mem64, NeedTPOff),
	559: Row("R_AARCH64_TLSLE_LDST64_TPREL_LO12_NC", Abs, mem64NC, NeedTPOff),
	570: Row("R_AARCH64_TLSLE_LDST128_TPREL_LO12", Abs, mem128, NeedTPOff),
	571: Row("R_AARCH64_TLSLE_LDST128_TPREL_LO12_NC", Abs, mem128NC, NeedTPOff),

	560: Row("R_AARCH64_TLSDESC_LD_PREL19", PC, branch19, NeedTLSDesc),
	561: Row("R_AARCH64_TLSDESC_ADR_PREL21", PC, adr21, NeedTLSDesc),
	562: Row("R_AARCH64_TLSDESC_ADR_PAGE21", Page, adrp21, NeedTLSDesc),
	563: Row("R_AARCH64_TLSDESC_LD64_LO12", Abs, mem64NC, NeedTLSDesc),
	564: Row("R_AARCH64_TLSDESC_ADD_LO12", Abs, add12NC, NeedTLSDesc),
	565: Row("R_AARCH64_TLSDESC_OFF_G1", Base, movwSignedG1, NeedTLSDesc),
	566: Row("R_AARCH64_TLSDESC_OFF_G0_NC", Base, movwG0NC, NeedTLSDesc),
	567: Row("R_AARCH64_TLSDESC_LDR", None, FieldNone, NeedNone),
	568: Row("R_AARCH64_TLSDESC_ADD", None, FieldNone, NeedNone),
	569: Row("R_AARCH64_TLSDESC_CALL", None, FieldNone, NeedNone),

	1024: DynamicRow("R_AARCH64_COPY"),
	1025: DynamicRow("R_AARCH64_GLOB_DAT"),
	1026: DynamicRow("R_AARCH64_JUMP_SLOT"),
	1027: DynamicRow("R_AARCH64_RELATIVE"),
	1028: DynamicRow("R_AARCH64_TLS_DTPMOD"),
	1029: DynamicRow("R_AARCH64_TLS_DTPREL"),
	1030: DynamicRow("R_AARCH64_TLS_TPREL"),
	1031: DynamicRow("R_AARCH64_TLSDESC"),
	1032: DynamicRow("R_AARCH64_IRELATIVE"),

	// Objects with 32-bit pointers (ILP32).
	1:   refused("R_AARCH64_P32_ABS32"),
	2:   refused("R_AARCH64_P32_ABS16"),
	3:   refused("R_AARCH64_P32_PREL32"),
	4:   refused("R_AARCH64_P32_PREL16"),
	5:   refused("R_AARCH64_P32_MOVW_UABS_G0"),
	6:   refused("R_AARCH64_P32_MOVW_UABS_G0_NC"),
	7:   refused("R_AARCH64_P32_MOVW_UABS_G1"),
	8:   refused("R_AARCH64_P32_MOVW_SABS_G0"),
	9:   refused("R_AARCH64_P32_LD_PREL_LO19"),
	10:  refused("R_AARCH64_P32_ADR_PREL_LO21"),
	11:  refused("R_AARCH64_P32_ADR_PREL_PG_HI21"),
	12:  refused("R_AARCH64_P32_ADD_ABS_LO12_NC"),
	13:  refused("R_AARCH64_P32_LDST8_ABS_LO12_NC"),
	14:  refused("R_AARCH64_P32_LDST16_ABS_LO12_NC"),
	15:  refused("R_AARCH64_P32_LDST32_ABS_LO12_NC"),
	16:  refused("R_AARCH64_P32_LDST64_ABS_LO12_NC"),
	17:  refused("R_AARCH64_P32_LDST128_ABS_LO12_NC"),
	18:  refused("R_AARCH64_P32_TSTBR14"),
	19:  refused("R_AARCH64_P32_CONDBR19"),
	20:  refused("R_AARCH64_P32_JUMP26"),
	21:  refused("R_AARCH64_P32_CALL26"),
	22:  refused("R_AARCH64_P32_MOVW_PREL_G0"),
	23:  refused("R_AARCH64_P32_MOVW_PREL_G0_NC"),
	24:  refused("R_AARCH64_P32_MOVW_PREL_G1"),
	25:  refused("R_AARCH64_P32_GOT_LD_PREL19"),
	26:  refused("R_AARCH64_P32_ADR_GOT_PAGE"),
	27:  refused("R_AARCH64_P32_LD32_GOT_LO12_NC"),
	28:  refused("R_AARCH64_P32_LD32_GOTPAGE_LO14"),
	29:  refused("R_AARCH64_P32_PLT32"),
	80:  refused("R_AARCH64_P32_TLSGD_ADR_PREL21"),
	81:  refused("R_AARCH64_P32_TLSGD_ADR_PAGE21"),
	82:  refused("R_AARCH64_P32_TLSGD_ADD_LO12_NC"),
	83:  refused("R_AARCH64_P32_TLSLD_ADR_PREL21"),
	84:  refused("R_AARCH64_P32_TLSLD_ADR_PAGE21"),
	85:  refused("R_AARCH64_P32_TLSLD_ADD_LO12_NC"),
	86:  refused("R_AARCH64_P32_TLSLD_LD_PREL19"),
	87:  refused("R_AARCH64_P32_TLSLD_MOVW_DTPREL_G1"),
	88:  refused("R_AARCH64_P32_TLSLD_MOVW_DTPREL_G0"),
	89:  refused("R_AARCH64_P32_TLSLD_MOVW_DTPREL_G0_NC"),
	90:  refused("R_AARCH64_P32_TLSLD_ADD_DTPREL_HI12"),
	91:  refused("R_AARCH64_P32_TLSLD_ADD_DTPREL_LO12"),
	92:  refused("R_AARCH64_P32_TLSLD_ADD_DTPREL_LO12_NC"),
	93:  refused("R_AARCH64_P32_TLSLD_LDST8_DTPREL_LO12"),
	94:  refused("R_AARCH64_P32_TLSLD_LDST8_DTPREL_LO12_NC"),
	95:  refused("R_AARCH64_P32_TLSLD_LDST16_DTPREL_LO12"),
	96:  refused("R_AARCH64_P32_TLSLD_LDST16_DTPREL_LO12_NC"),
	97:  refused("R_AARCH64_P32_TLSLD_LDST32_DTPREL_LO12"),
	98:  refused("R_AARCH64_P32_TLSLD_LDST32_DTPREL_LO12_NC"),
	99:  refused("R_AARCH64_P32_TLSLD_LDST64_DTPREL_LO12"),
	100: refused("R_AARCH64_P32_TLSLD_LDST64_DTPREL_LO12_NC"),
	101: refused("R_AARCH64_P32_TLSLD_LDST128_DTPREL_LO12"),
	102: refused("R_AARCH64_P32_TLSLD_LDST128_DTPREL_LO12_NC"),
	103: refused("R_AARCH64_P32_TLSIE_ADR_GOTTPREL_PAGE21"),
	104: refused("R_AARCH64_P32_TLSIE_LD32_GOTTPREL_LO12_NC"),
	105: refused("R_AARCH64_P32_TLSIE_LD_GOTTPREL_PREL19"),
	106: refused("R_AARCH64_P32_TLSLE_MOVW_TPREL_G1"),
	107: refused("R_AARCH64_P32_TLSLE_MOVW_TPREL_G0"),
	108: refused("R_AARCH64_P32_TLSLE_MOVW_TPREL_G0_NC"),
	109: refused("R_AARCH64_P32_TLSLE_ADD_TPREL_HI12"),
	110: refused("R_AARCH64_P32_TLSLE_ADD_TPREL_LO12"),
	111: refused("R_AARCH64_P32_TLSLE_ADD_TPREL_LO12_NC"),
	112: refused("R_AARCH64_P32_TLSLE_LDST8_TPREL_LO12"),
	113: refused("R_AARCH64_P32_TLSLE_LDST8_TPREL_LO12_NC"),
	114: refused("R_AARCH64_P32_TLSLE_LDST16_TPREL_LO12"),
	115: refused("R_AARCH64_P32_TLSLE_LDST16_TPREL_LO12_NC"),
	116: refused("R_AARCH64_P32_TLSLE_LDST32_TPREL_LO12"),
	117: refused("R_AARCH64_P32_TLSLE_LDST32_TPREL_LO12_NC"),
	118: refused("R_AARCH64_P32_TLSLE_LDST64_TPREL_LO12"),
	119: refused("R_AARCH64_P32_TLSLE_LDST64_TPREL_LO12_NC"),
	120: refused("R_AARCH64_P32_TLSLE_LDST128_TPREL_LO12"),
	121: refused("R_AARCH64_P32_TLSLE_LDST128_TPREL_LO12_NC"),
	122: refused("R_AARCH64_P32_TLSDESC_LD_PREL19"),
	123: refused("R_AARCH64_P32_TLSDESC_ADR_PREL21"),
	124: refused("R_AARCH64_P32_TLSDESC_ADR_PAGE21"),
	125: refused("R_AARCH64_P32_TLSDESC_LD32_LO12"),
	126: refused("R_AARCH64_P32_TLSDESC_ADD_LO12"),
	127: refused("R_AARCH64_P32_TLSDESC_CALL"),
	180: refused("R_AARCH64_P32_COPY"),
	181: refused("R_AARCH64_P32_GLOB_DAT"),
	182: refused("R_AARCH64_P32_JUMP_SLOT"),
	183: refused("R_AARCH64_P32_RELATIVE"),
	184: refused("R_AARCH64_P32_TLS_DTPMOD"),
	185: refused("R_AARCH64_P32_TLS_DTPREL"),
	186: refused("R_AARCH64_P32_TLS_TPREL"),
	187: refused("R_AARCH64_P32_TLSDESC"),
	188: refused("R_AARCH64_P32_IRELATIVE"),

	// An instruction that an absolute symbol has the value of, and a word that a function returns the value of.
	316: refused("R_AARCH64_PATCHINST"),
	317: refused("R_AARCH64_FUNCINIT64"),

	// Pointers with authentication codes (PAuth ABI Extension to ELF for the Arm 64-bit
	// Architecture), which nothing here signs.
	580:  refused("R_AARCH64_AUTH_ABS64"),
	581:  refused("R_AARCH64_AUTH_MOVW_GOTOFF_G0"),
	582:  refused("R_AARCH64_AUTH_MOVW_GOTOFF_G0_NC"),
	583:  refused("R_AARCH64_AUTH_MOVW_GOTOFF_G1"),
	584:  refused("R_AARCH64_AUTH_MOVW_GOTOFF_G1_NC"),
	585:  refused("R_AARCH64_AUTH_MOVW_GOTOFF_G2"),
	586:  refused("R_AARCH64_AUTH_MOVW_GOTOFF_G2_NC"),
	587:  refused("R_AARCH64_AUTH_MOVW_GOTOFF_G3"),
	588:  refused("R_AARCH64_AUTH_GOT_LD_PREL19"),
	589:  refused("R_AARCH64_AUTH_LD64_GOTOFF_LO15"),
	590:  refused("R_AARCH64_AUTH_ADR_GOT_PAGE"),
	591:  refused("R_AARCH64_AUTH_LD64_GOT_LO12_NC"),
	592:  refused("R_AARCH64_AUTH_LD64_GOTPAGE_LO15"),
	593:  refused("R_AARCH64_AUTH_GOT_ADD_LO12_NC"),
	594:  refused("R_AARCH64_AUTH_GOT_ADR_PREL_LO21"),
	595:  refused("R_AARCH64_AUTH_TLSDESC_ADR_PAGE21"),
	596:  refused("R_AARCH64_AUTH_TLSDESC_LD64_LO12"),
	597:  refused("R_AARCH64_AUTH_TLSDESC_ADD_LO12"),
	598:  refused("R_AARCH64_AUTH_TLSDESC_CALL"),
	1041: refused("R_AARCH64_AUTH_RELATIVE"),
	1042: refused("R_AARCH64_AUTH_GLOB_DAT"),
	1043: refused("R_AARCH64_AUTH_TLSDESC"),
	1044: refused("R_AARCH64_AUTH_IRELATIVE"),
}

// refused is the row of a type that has a name and no support.
func refused(name string) Howto { return Howto{Name: name} }
