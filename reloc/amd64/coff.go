package amd64

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// COFF has the relocation types of COFF x86-64, by number. Addends are in the
// fields; displacements count from the end of the field or up to five bytes behind
// it, which the rows add. A displacement does not say whether it is a call's: a
// function out of reach is given an address within reach.
//
// Source: Microsoft PE format, "x64 processors" under "Type indicators".
var COFF = NewTable(&arch, coffRows[:]).WithRuntimeDyld(coffRuntimeDyld)

var coffRows = [...]Howto{
	0:  Row("IMAGE_REL_AMD64_ABSOLUTE", None, FieldNone, NeedNone),
	1:  Row("IMAGE_REL_AMD64_ADDR64", Abs, Word64, NeedNone),
	2:  Row("IMAGE_REL_AMD64_ADDR32", Abs, Signed32, NeedNone), // instructions extend it either way: it must be below 2 GiB
	3:  Row("IMAGE_REL_AMD64_ADDR32NB", RVA, Unsigned32, NeedNone),
	4:  {Name: "IMAGE_REL_AMD64_REL32", Expr: PC, Field: Signed32, Need: NeedNone, Adjust: -4},
	5:  {Name: "IMAGE_REL_AMD64_REL32_1", Expr: PC, Field: Signed32, Need: NeedNone, Adjust: -5},
	6:  {Name: "IMAGE_REL_AMD64_REL32_2", Expr: PC, Field: Signed32, Need: NeedNone, Adjust: -6},
	7:  {Name: "IMAGE_REL_AMD64_REL32_3", Expr: PC, Field: Signed32, Need: NeedNone, Adjust: -7},
	8:  {Name: "IMAGE_REL_AMD64_REL32_4", Expr: PC, Field: Signed32, Need: NeedNone, Adjust: -8},
	9:  {Name: "IMAGE_REL_AMD64_REL32_5", Expr: PC, Field: Signed32, Need: NeedNone, Adjust: -9},
	10: Row("IMAGE_REL_AMD64_SECTION", SecNumber, Any16, NeedNone),
	11: Row("IMAGE_REL_AMD64_SECREL", SecRel, Signed32, NeedNone),
	12: Row("IMAGE_REL_AMD64_SECREL7", SecRel, secRel7, NeedNone),
	13: refused("IMAGE_REL_AMD64_TOKEN"), // metadata of managed code
	// GNU's assembler writes displacements of 64 bits so, and names the type R_X86_64_PC64
	// (BFD, coff-x86_64.c): GCC's jump tables of -mcmodel=large have them.
	14: {Name: "IMAGE_REL_AMD64_SREL32", Expr: PC, Field: Word64, Need: NeedNone, Adjust: -8},
	// Spans that a compiler leaves to the linker to compute; none does, and the
	// specification does not say how.
	15: refused("IMAGE_REL_AMD64_PAIR"),
	16: refused("IMAGE_REL_AMD64_SSPAN32"),
	// Marks of instructions that a kernel's loader may rewrite (winnt.h), for switches
	// by the register that the table is in.
	17: refused("IMAGE_REL_AMD64_EHANDLER"),
	18: refused("IMAGE_REL_AMD64_IMPORT_BR"),
	19: refused("IMAGE_REL_AMD64_IMPORT_CALL"),
	20: refused("IMAGE_REL_AMD64_CFG_BR"),
	21: refused("IMAGE_REL_AMD64_CFG_BR_REX"),
	22: refused("IMAGE_REL_AMD64_CFG_CALL"),
	23: refused("IMAGE_REL_AMD64_INDIR_BR"),
	24: refused("IMAGE_REL_AMD64_INDIR_BR_REX"),
	25: refused("IMAGE_REL_AMD64_INDIR_CALL"),
	32: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST"),
	33: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+1"),
	34: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+2"),
	35: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+3"),
	36: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+4"),
	37: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+5"),
	38: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+6"),
	39: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+7"),
	40: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+8"),
	41: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+9"),
	42: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+10"),
	43: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+11"),
	44: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+12"),
	45: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+13"),
	46: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_FIRST+14"),
	47: refused("IMAGE_REL_AMD64_INDIR_BR_SWITCHTABLE_LAST"),
}

// refused is the row of a type that has a name and no support.
func refused(name string) Howto { return Howto{Name: name} }

// Fields of x86-64.
const secRel7 = FieldArch // low seven bits of a byte

var insns = [...]Insn{
	secRel7 - FieldArch: {
		Text: "unsigned 7", Width: 1, Min: 0, Max: 127,
		Put: func(b []byte, _ bin.Order, v uint64) { b[0] = b[0]&0x80 | byte(v) },
		Get: func(b []byte, _ bin.Order) int64 { return int64(b[0] & 0x7f) },
	},
}

// coffRuntimeDyld has RuntimeDyld's stubs, one for each place that refers to another
// object by 32 bits: ff 25 00000000, jmp *0(%rip), and the address.
var coffRuntimeDyld = RuntimeDyld{
	Size: 14, Align: 1, PerSite: true, Imports: true,
	Stub: func(typ uint32) bool { return typ >= 3 && typ <= 9 }, // ADDR32NB, REL32, REL32_1 to REL32_5
	Write: func(dst []byte, _ uint8, _, target uint64) bool {
		copy(dst, "\xff\x25\x00\x00\x00\x00")
		for i := range 8 {
			dst[6+i] = byte(target >> (8 * i))
		}
		return true
	},
}
