package amd64

import . "github.com/go-rtdyld/rtdyld/reloc"

// What numbers of Mach-O's types are made of: r_type, r_pcrel and the logarithm of
// the field's bytes. Those with indirect set come from the indirect symbol table.
const (
	pcrel    = 0x10
	len1     = 0 << 5
	len2     = 1 << 5
	len4     = 2 << 5
	len8     = 3 << 5
	indirect = 0x80

	unsigned   = 0
	subtractor = 5
)

// MachO has the relocation types of Mach-O x86-64, by the numbers that package
// objfmt/macho gives them: a length is a type of its own, SUBTRACTOR and its
// UNSIGNED are one record. Addends count from the field's address: that of a
// displacement which ends its instruction is -4 as everywhere.
//
// Source: <mach-o/x86_64/reloc.h>.
var MachO = NewTable(&arch, machoRows[:]).WithRuntimeDyld(machoRuntimeDyld)

var machoRows = [...]Howto{
	unsigned | len1: Row("X86_64_RELOC_UNSIGNED (1 byte)", Abs, Any8, NeedNone),
	unsigned | len2: Row("X86_64_RELOC_UNSIGNED (2 bytes)", Abs, Any16, NeedNone),
	unsigned | len4: Row("X86_64_RELOC_UNSIGNED (4 bytes)", Abs, Unsigned32, NeedNone),
	unsigned | len8: Row("X86_64_RELOC_UNSIGNED", Abs, Word64, NeedNone),

	1 | pcrel | len4: Row("X86_64_RELOC_SIGNED", PC, Signed32, NeedNone),
	2 | pcrel | len4: Row("X86_64_RELOC_BRANCH", PC, Signed32, NeedStub),
	3 | pcrel | len4: {Name: "X86_64_RELOC_GOT_LOAD", Expr: PC, Field: Signed32, Need: NeedGOT, Relax: relaxLoad},
	4 | pcrel | len4: Row("X86_64_RELOC_GOT", PC, Signed32, NeedGOT),
	6 | pcrel | len4: Row("X86_64_RELOC_SIGNED_1", PC, Signed32, NeedNone),
	7 | pcrel | len4: Row("X86_64_RELOC_SIGNED_2", PC, Signed32, NeedNone),
	8 | pcrel | len4: Row("X86_64_RELOC_SIGNED_4", PC, Signed32, NeedNone),
	// The field is where to find the address of the variable's descriptor.
	9 | pcrel | len4: {Name: "X86_64_RELOC_TLV", Expr: PC, Field: Signed32, Need: NeedGOT, Relax: relaxLoad},

	subtractor | len1: Row("X86_64_RELOC_SUBTRACTOR (1 byte)", Diff, Any8, NeedNone),
	subtractor | len2: Row("X86_64_RELOC_SUBTRACTOR (2 bytes)", Diff, Any16, NeedNone),
	subtractor | len4: Row("X86_64_RELOC_SUBTRACTOR (4 bytes)", Diff, Signed32, NeedNone),
	subtractor | len8: Row("X86_64_RELOC_SUBTRACTOR", Diff, Word64, NeedNone),

	indirect | len8: Row("indirect symbol", Abs, Word64, NeedNone),
}

// machoRuntimeDyld: RuntimeDyld has GOT entries in the sections that use them, room for one
// a relocation, and branches that go anywhere by themselves.
var machoRuntimeDyld = RuntimeDyld{
	Size: 8, Align: 8, InSection: true, Pairs: true,
	Reserve: func(typ uint32) bool { return typ&indirect == 0 }, // which has no records
	Stub:    func(uint32) bool { return false },
}
