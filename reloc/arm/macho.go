package arm

import . "github.com/go-rtdyld/rtdyld/reloc"

// What numbers of Mach-O's types are made of: r_type, r_pcrel and r_length, which is
// the logarithm of the field's bytes or, for halves, says which one and of which
// instruction set. Those with indirect set come from the indirect symbol table.
const (
	pcrel    = 0x10
	len1     = 0 << 5
	len2     = 1 << 5
	len4     = 2 << 5
	indirect = 0x80

	lowARM    = 0 << 5
	highARM   = 1 << 5
	lowThumb  = 2 << 5
	highThumb = 3 << 5

	vanilla       = 0
	sectDiff      = 2
	localSectDiff = 3
	pbLaPtr       = 4
	br24          = 5
	thumbBR22     = 6
	thumb32       = 7
	half          = 8
	halfSectDiff  = 9
)

// MachO has the relocation types of Mach-O for Arm, by the numbers that package
// objfmt/macho gives them: a length or a half is a type of its own, differences are
// one record, and so is a half with the other one.
//
// Source: <mach-o/arm/reloc.h>.
var MachO = NewTable(&arch, machoRows[:]).WithRuntimeDyld(machoRuntimeDyld)

var machoRows = [...]Howto{
	vanilla | len1:         Row("ARM_RELOC_VANILLA (1 byte)", Abs, Any8, NeedNone),
	vanilla | len2:         Row("ARM_RELOC_VANILLA (2 bytes)", Abs, Any16, NeedNone),
	vanilla | len4:         Row("ARM_RELOC_VANILLA", Abs, Wrap32, NeedNone),
	vanilla | len4 | pcrel: Row("ARM_RELOC_VANILLA (pcrel)", PC, Wrap32, NeedNone),

	sectDiff | len1:      Row("ARM_RELOC_SECTDIFF (1 byte)", Diff, Any8, NeedNone),
	sectDiff | len2:      Row("ARM_RELOC_SECTDIFF (2 bytes)", Diff, Any16, NeedNone),
	sectDiff | len4:      Row("ARM_RELOC_SECTDIFF", Diff, Wrap32, NeedNone),
	localSectDiff | len1: Row("ARM_RELOC_LOCAL_SECTDIFF (1 byte)", Diff, Any8, NeedNone),
	localSectDiff | len2: Row("ARM_RELOC_LOCAL_SECTDIFF (2 bytes)", Diff, Any16, NeedNone),
	localSectDiff | len4: Row("ARM_RELOC_LOCAL_SECTDIFF", Diff, Wrap32, NeedNone),

	pbLaPtr | len4: refused("ARM_RELOC_PB_LA_PTR"), // of prebound images

	br24 | pcrel | len4:      {Name: "ARM_RELOC_BR24", Expr: PC, Field: armBranch, Need: NeedStub, Branch: armAny},
	thumbBR22 | pcrel | len4: {Name: "ARM_THUMB_RELOC_BR22", Expr: PC, Field: thmBranch, Need: NeedStub, Branch: thmAny},
	thumb32 | pcrel | len4:   refused("ARM_THUMB_32BIT_BRANCH"), // obsolete

	half | lowARM:    Row("ARM_RELOC_HALF (low)", Abs, armMOVW, NeedNone),
	half | highARM:   Row("ARM_RELOC_HALF (high)", Abs, armHigh, NeedNone),
	half | lowThumb:  Row("ARM_RELOC_HALF (low, Thumb)", Abs, thmMOVW, NeedNone),
	half | highThumb: Row("ARM_RELOC_HALF (high, Thumb)", Abs, thmHigh, NeedNone),

	halfSectDiff | lowARM:    Row("ARM_RELOC_HALF_SECTDIFF (low)", Diff, armMOVW, NeedNone),
	halfSectDiff | highARM:   Row("ARM_RELOC_HALF_SECTDIFF (high)", Diff, armHigh, NeedNone),
	halfSectDiff | lowThumb:  Row("ARM_RELOC_HALF_SECTDIFF (low, Thumb)", Diff, thmMOVW, NeedNone),
	halfSectDiff | highThumb: Row("ARM_RELOC_HALF_SECTDIFF (high, Thumb)", Diff, thmHigh, NeedNone),

	indirect | len4: Row("indirect symbol", Abs, Wrap32, NeedNone),
}

// machoRuntimeDyld: RuntimeDyld has stubs for all branches, of either instruction set,
// and room for one a relocation record.
var machoRuntimeDyld = RuntimeDyld{
	Size: 8, Align: 4, Always: true, AddendInPlace: true, Pairs: true,
	Reserve: func(typ uint32) bool { return typ&indirect == 0 }, // which has no records
	EntryPoint: func(typ uint32) uint8 {
		if typ == thumbBR22|pcrel|len4 {
			return 1
		}
		return 0
	},
	Write: writeRuntimeDyld,
}
