// Package riscv has the relocations and stubs of RISC-V with 64-bit and with 32-bit addresses.
//
// As a linker sees it: instructions are little-endian, of four bytes or, compressed,
// of two. Everything farther than a branch takes two: AUIPC adds the upper 20 bits of
// a distance to its own address, LUI loads those of an address, and a second
// instruction adds the low 12 bits, which are signed, so that the upper ones are
// rounded. The second instruction of a pair by AUIPC names the first one by a label,
// not the target. AUIPC reaches 2 GiB; LUI makes addresses below 2 GiB and in the
// last 2 GiB; where addresses have 32 bits both get everywhere. JAL reaches 1 MiB and conditional branches 4 KiB, with nothing to be done
// beyond for the latter.
//
// Assemblers leave code to the linker that may shrink: they pad to the most that an
// alignment can need, of which the linker must cut what is too much, and write all
// differences of places in code as pairs of relocations. Instructions that could be
// replaced by shorter ones are marked, and left as they are here.
//
// Law: this package knows instruction bytes, no file and no linker.
//
// Source: RISC-V ABIs Specification, "ELF Object Files"; The RISC-V Instruction Set
// Manual, volume I, chapters 2 and 27.
package riscv

import (
	"slices"

	. "github.com/go-rtdyld/rtdyld/reloc"
)

// ELF has the relocation types of ELF RISC-V with 64-bit pointers, by number. What
// R_RISCV_ALIGN says is done before addresses are known, see Table.Trim.
var ELF = NewTable(&arch, elfRows[:]).WithPadding(padding)

// ELF32 has those with 32-bit pointers. Data of 64 bits holds such an address or difference, too.
var ELF32 = NewTable(&arch32, elfRows32()).WithPadding(padding)

// elfRows32 are the rows where sums wrap: only JAL needs stubs.
func elfRows32() []Howto {
	rows := slices.Clone(elfRows[:])
	for i := range rows {
		switch h := &rows[i]; h.Field {
		case Any32, Signed32:
			h.Field, h.Need = Wrap32, withoutStub(h.Need)
		case call32:
			h.Need = NeedNone
		}
	}
	return rows
}

// withoutStub is a need of what gets everywhere.
func withoutStub(n Need) Need {
	if n == NeedStub {
		return NeedNone
	}
	return n
}

var elfRows = [...]Howto{
	0:  Row("R_RISCV_NONE", None, FieldNone, NeedNone),
	1:  Row("R_RISCV_32", Abs, Any32, NeedNone),
	2:  Row("R_RISCV_64", Abs, Word64, NeedNone),
	3:  DynamicRow("R_RISCV_RELATIVE"),
	4:  DynamicRow("R_RISCV_COPY"),
	5:  DynamicRow("R_RISCV_JUMP_SLOT"),
	6:  DynamicRow("R_RISCV_TLS_DTPMOD32"),
	7:  DynamicRow("R_RISCV_TLS_DTPMOD64"),
	8:  Row("R_RISCV_TLS_DTPREL32", Abs, Signed32, NeedDTPOff), // of debug information
	9:  Row("R_RISCV_TLS_DTPREL64", Abs, Word64, NeedDTPOff),
	10: DynamicRow("R_RISCV_TLS_TPREL32"),
	11: DynamicRow("R_RISCV_TLS_TPREL64"),
	12: DynamicRow("R_RISCV_TLSDESC"),

	16: Row("R_RISCV_BRANCH", PC, branch12, NeedNone),
	17: Row("R_RISCV_JAL", PC, jump20, NeedStub),
	18: Row("R_RISCV_CALL", PC, call32, NeedStub),
	19: Row("R_RISCV_CALL_PLT", PC, call32, NeedStub),

	20: Row("R_RISCV_GOT_HI20", PCLead, high20, NeedGOT),
	21: Row("R_RISCV_TLS_GOT_HI20", PCLead, high20, NeedGOTTPOff),
	22: Row("R_RISCV_TLS_GD_HI20", PCLead, high20, NeedTLSGD),
	23: Row("R_RISCV_PCREL_HI20", PCLead, high20, NeedNone),
	24: Row("R_RISCV_PCREL_LO12_I", OfPartner, low12I, NeedNone),
	25: Row("R_RISCV_PCREL_LO12_S", OfPartner, low12S, NeedNone),
	26: Row("R_RISCV_HI20", Abs, high20, NeedNone),
	27: Row("R_RISCV_LO12_I", Abs, low12I, NeedNone),
	28: Row("R_RISCV_LO12_S", Abs, low12S, NeedNone),

	29: Row("R_RISCV_TPREL_HI20", Abs, high20, NeedTPOff),
	30: Row("R_RISCV_TPREL_LO12_I", Abs, low12I, NeedTPOff),
	31: Row("R_RISCV_TPREL_LO12_S", Abs, low12S, NeedTPOff),
	32: Row("R_RISCV_TPREL_ADD", None, FieldNone, NeedNone),

	33: Row("R_RISCV_ADD8", Add, Wrap8, NeedNone),
	34: Row("R_RISCV_ADD16", Add, Wrap16, NeedNone),
	35: Row("R_RISCV_ADD32", Add, Wrap32, NeedNone),
	36: Row("R_RISCV_ADD64", Add, Word64, NeedNone),
	37: Row("R_RISCV_SUB8", Sub, Wrap8, NeedNone),
	38: Row("R_RISCV_SUB16", Sub, Wrap16, NeedNone),
	39: Row("R_RISCV_SUB32", Sub, Wrap32, NeedNone),
	40: Row("R_RISCV_SUB64", Sub, Word64, NeedNone),
	41: Row("R_RISCV_GOT32_PCREL", PC, Signed32, NeedGOT),

	43: Row("R_RISCV_ALIGN", None, FieldNone, NeedNone), // see Table.Trim
	44: Row("R_RISCV_RVC_BRANCH", PC, branch8, NeedNone),
	45: Row("R_RISCV_RVC_JUMP", PC, jump11, NeedNone),
	51: Row("R_RISCV_RELAX", None, FieldNone, NeedNone),

	52: Row("R_RISCV_SUB6", Sub, low6, NeedNone),
	53: Row("R_RISCV_SET6", Abs, low6, NeedNone),
	54: Row("R_RISCV_SET8", Abs, Wrap8, NeedNone),
	55: Row("R_RISCV_SET16", Abs, Wrap16, NeedNone),
	56: Row("R_RISCV_SET32", Abs, Wrap32, NeedNone),
	57: Row("R_RISCV_32_PCREL", PC, Signed32, NeedNone),
	58: DynamicRow("R_RISCV_IRELATIVE"),
	59: Row("R_RISCV_PLT32", PC, Signed32, NeedStub),
	60: Row("R_RISCV_SET_ULEB128", Minuend, ULEB128, NeedNone),
	61: Row("R_RISCV_SUB_ULEB128", Subtrahend, ULEB128, NeedNone),

	62: Row("R_RISCV_TLSDESC_HI20", PCLead, high20, NeedTLSDesc),
	63: Row("R_RISCV_TLSDESC_LOAD_LO12", OfPartner, low12I, NeedNone),
	64: Row("R_RISCV_TLSDESC_ADD_LO12", OfPartner, low12I, NeedNone),
	65: Row("R_RISCV_TLSDESC_CALL", None, FieldNone, NeedNone),

	// What GNU's linker makes for itself while it relaxes, by a register that belongs to
	// the program here, and what vendors give meanings of their own.
	46:  refused("R_RISCV_RVC_LUI"),
	47:  refused("R_RISCV_GPREL_I"),
	48:  refused("R_RISCV_GPREL_S"),
	49:  refused("R_RISCV_TPREL_I"),
	50:  refused("R_RISCV_TPREL_S"),
	191: refused("R_RISCV_VENDOR"),
}

// refused is the row of a type that has a name and no support.
func refused(name string) Howto { return Howto{Name: name} }
