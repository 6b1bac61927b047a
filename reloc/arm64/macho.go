package arm64

import . "github.com/go-rtdyld/rtdyld/reloc"

// MachO has the relocation types of Mach-O arm64, MachO32 those of arm64_32, whose
// pointers have 32 bits. A type packs r_type, r_pcrel and r_length as package
// objfmt/macho does:
//
//	bit    7          6 5       4        3 2 1 0
//	       0       r_length  r_pcrel      r_type
//	       1       (a pointer of the indirect symbol table)
//
// A thread-local variable is reached through a GOT entry with the address of its
// descriptor.
var (
	MachO   = NewTable(&arch, machoRows[:]).WithRuntimeDyld(machoRuntimeDyld)
	MachO32 = NewTable(&arch32, macho32Rows[:]).WithRuntimeDyld(machoRuntimeDyld)
)

// What is packed with r_type.
const (
	long  = 2 << 5      // r_length of 4 bytes
	quad  = 3 << 5      // r_length of 8 bytes
	pcrel = 1<<4 | long // every instruction
	index = 1 << 7      // indirect symbol table
)

var machoRows = [...]Howto{
	0 | long:     Row("ARM64_RELOC_UNSIGNED (4 bytes)", Abs, Unsigned32, NeedNone),
	0 | quad:     Row("ARM64_RELOC_UNSIGNED", Abs, Word64, NeedNone),
	1 | long:     Row("ARM64_RELOC_SUBTRACTOR (4 bytes)", Diff, Signed32, NeedNone),
	1 | quad:     Row("ARM64_RELOC_SUBTRACTOR", Diff, Word64, NeedNone),
	2 | pcrel:    Row("ARM64_RELOC_BRANCH26", PC, branch26, NeedStub),
	3 | pcrel:    Row("ARM64_RELOC_PAGE21", Page, adrp21, NeedNone),
	4 | long:     Row("ARM64_RELOC_PAGEOFF12", Abs, low12, NeedNone),
	5 | pcrel:    Row("ARM64_RELOC_GOT_LOAD_PAGE21", Page, adrp21, NeedGOT),
	6 | long:     Row("ARM64_RELOC_GOT_LOAD_PAGEOFF12", Abs, low12, NeedGOT),
	7 | pcrel:    Row("ARM64_RELOC_POINTER_TO_GOT", PC, got32, NeedGOT),
	7 | quad:     Row("ARM64_RELOC_POINTER_TO_GOT (8 bytes)", Abs, got64, NeedGOT),
	8 | pcrel:    Row("ARM64_RELOC_TLVP_LOAD_PAGE21", Page, adrp21, NeedGOT),
	9 | long:     Row("ARM64_RELOC_TLVP_LOAD_PAGEOFF12", Abs, low12, NeedGOT),
	index | quad: Row("indirect symbol", Abs, Word64, NeedNone),
}

var macho32Rows = [...]Howto{
	0 | long:     Row("ARM64_RELOC_UNSIGNED", Abs, Wrap32, NeedNone),
	1 | long:     Row("ARM64_RELOC_SUBTRACTOR", Diff, Wrap32, NeedNone),
	2 | pcrel:    Row("ARM64_RELOC_BRANCH26", PC, branch26, NeedStub),
	3 | pcrel:    Row("ARM64_RELOC_PAGE21", Page, adrp21, NeedNone),
	4 | long:     Row("ARM64_RELOC_PAGEOFF12", Abs, low12, NeedNone),
	5 | pcrel:    Row("ARM64_RELOC_GOT_LOAD_PAGE21", Page, adrp21, NeedGOT),
	6 | long:     Row("ARM64_RELOC_GOT_LOAD_PAGEOFF12", Abs, low12, NeedGOT),
	7 | pcrel:    Row("ARM64_RELOC_POINTER_TO_GOT", PC, got32, NeedGOT),
	8 | pcrel:    Row("ARM64_RELOC_TLVP_LOAD_PAGE21", Page, adrp21, NeedGOT),
	9 | long:     Row("ARM64_RELOC_TLVP_LOAD_PAGEOFF12", Abs, low12, NeedGOT),
	index | long: Row("indirect symbol", Abs, Wrap32, NeedNone),
}
