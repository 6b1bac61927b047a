package x86

import . "github.com/go-rtdyld/rtdyld/reloc"

// What numbers of Mach-O's types are made of: r_type, r_pcrel and the logarithm of
// the field's bytes. Those with indirect set come from the indirect symbol table.
const (
	pcrel    = 0x10
	len1     = 0 << 5
	len2     = 1 << 5
	len4     = 2 << 5
	indirect = 0x80

	vanilla       = 0
	sectDiff      = 2
	pbLaPtr       = 3
	localSectDiff = 4
	tlv           = 5
)

// MachO has the relocation types of Mach-O i386, by the numbers that package
// objfmt/macho gives them: a length or a displacement is a type of its own,
// differences are one record.
//
// Source: <mach-o/reloc.h>.
var MachO = NewTable(&arch, machoRows[:])

var machoRows = [...]Howto{
	vanilla | len1:         Row("GENERIC_RELOC_VANILLA (1 byte)", Abs, Any8, NeedNone),
	vanilla | len2:         Row("GENERIC_RELOC_VANILLA (2 bytes)", Abs, Any16, NeedNone),
	vanilla | len4:         Row("GENERIC_RELOC_VANILLA", Abs, Wrap32, NeedNone),
	vanilla | len1 | pcrel: Row("GENERIC_RELOC_VANILLA (1 byte, pcrel)", PC, Signed8, NeedNone),
	vanilla | len2 | pcrel: Row("GENERIC_RELOC_VANILLA (2 bytes, pcrel)", PC, Signed16, NeedNone),
	vanilla | len4 | pcrel: Row("GENERIC_RELOC_VANILLA (pcrel)", PC, Wrap32, NeedNone),

	sectDiff | len1:      Row("GENERIC_RELOC_SECTDIFF (1 byte)", Diff, Any8, NeedNone),
	sectDiff | len2:      Row("GENERIC_RELOC_SECTDIFF (2 bytes)", Diff, Any16, NeedNone),
	sectDiff | len4:      Row("GENERIC_RELOC_SECTDIFF", Diff, Wrap32, NeedNone),
	localSectDiff | len1: Row("GENERIC_RELOC_LOCAL_SECTDIFF (1 byte)", Diff, Any8, NeedNone),
	localSectDiff | len2: Row("GENERIC_RELOC_LOCAL_SECTDIFF (2 bytes)", Diff, Any16, NeedNone),
	localSectDiff | len4: Row("GENERIC_RELOC_LOCAL_SECTDIFF", Diff, Wrap32, NeedNone),

	pbLaPtr | len4: refused("GENERIC_RELOC_PB_LA_PTR"), // of prebound images

	// The field is where to find the address of the variable's descriptor.
	tlv | len4:         Row("GENERIC_RELOC_TLV", Abs, Wrap32, NeedGOT),
	tlv | len4 | pcrel: Row("GENERIC_RELOC_TLV (pcrel)", PC, Wrap32, NeedGOT),

	indirect | len4:             Row("indirect symbol (pointer)", Abs, Wrap32, NeedNone),
	indirect | 1 | pcrel | len4: Row("indirect symbol (jump)", PC, jumpStub, NeedNone),
}
