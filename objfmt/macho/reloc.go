package macho

// Numbers of [objfmt.Reloc.Type]. One number is one row: it packs what a record
// says besides symbol and place,
//
//	bit    7          6 5       4        3 2 1 0
//	       0       r_length  r_pcrel      r_type
//	       1          (indirect symbols, see below)
//
// r_length is the logarithm of the field's bytes; in ARM_RELOC_HALF and
// ARM_RELOC_HALF_SECTDIFF bit 0 says "high half", bit 1 "Thumb". Whether a record
// was scattered or had a partner is folded away:
//
//   - A difference has the type of its first record (X86_64_RELOC_SUBTRACTOR,
//     ARM64_RELOC_SUBTRACTOR, GENERIC_RELOC_SECTDIFF, ARM_RELOC_HALF_SECTDIFF, …),
//     Sym is what is added, Sub what is subtracted. X86_64_RELOC_UNSIGNED and
//     ARM64_RELOC_UNSIGNED behind a SUBTRACTOR, and PAIR, never come by themselves.
//   - A scattered record of ARM about the address of a Thumb function names that
//     function, which has bit 0 set; others name the section.
//   - ARM64_RELOC_ADDEND gives the next record HasAddend.
//   - The other half in the PAIR of ARM_RELOC_HALF and ARM_RELOC_HALF_SECTDIFF is in
//     Addend: the field of a low half counts as its 16 bits, that of a high half as
//     its 16 bits times 1<<16, so that as everywhere field + Addend is A.
//
// The value of all absolute types is S+A, of all PC-relative ones S+A-P with P the
// address of the field itself (of the instruction, for ARM and AArch64), of
// differences S+A less the address of Sub. Addend brings what the field has there
// to that: it takes out addresses of the object's own address space, which fields
// that refer to sections have, and what the processor counts from, where the field
// does not count that in. Where the processor has 32-bit addresses A is computed
// modulo 1<<32.
const (
	typeMask   = 0x0f
	pcrelBit   = 0x10
	lengthBits = 0x60

	// TypePointer32 and TypePointer64 are pointers that the indirect symbol table
	// names: the field becomes S.
	TypePointer32 uint32 = indirectType | 2<<5
	TypePointer64 uint32 = indirectType | 3<<5
	// TypeStub is a stub of i386's __jump_table: its five bytes become 0xe9 (jmp) and
	// a 32-bit displacement. HasAddend is set and Addend is -5, so that the displacement
	// is S+A-P.
	TypeStub uint32 = indirectType | 1 | pcrelBit | 2<<5

	indirectType = 0x80
)

// NumTypes is one more than the greatest number of a type.
const NumTypes = 0x100

// RelocType packs what a relocation record says into the number of a type. typ and
// length are below 16 and 4.
func RelocType(typ uint8, pcrel bool, length uint8) uint32 {
	t := uint32(typ&typeMask) | uint32(length&3)<<5
	if pcrel {
		t |= pcrelBit
	}
	return t
}

// SplitType is the inverse of RelocType. indirect is set for types of the indirect
// symbol table, which no record has.
func SplitType(t uint32) (typ uint8, pcrel bool, length uint8, indirect bool) {
	return uint8(t & typeMask), t&pcrelBit != 0, uint8(t & lengthBits >> 5), t&indirectType != 0
}

// Relocation types of x86-64 (<mach-o/x86_64/reloc.h>).
const (
	X8664Unsigned   = 0 // X86_64_RELOC_UNSIGNED
	X8664Signed     = 1
	X8664Branch     = 2
	X8664GOTLoad    = 3
	X8664GOT        = 4
	X8664Subtractor = 5
	X8664Signed1    = 6
	X8664Signed2    = 7
	X8664Signed4    = 8
	X8664TLV        = 9
)

// Relocation types of AArch64 (<mach-o/arm64/reloc.h>).
const (
	ARM64Unsigned             = 0 // ARM64_RELOC_UNSIGNED
	ARM64Subtractor           = 1
	ARM64Branch26             = 2
	ARM64Page21               = 3
	ARM64PageOff12            = 4
	ARM64GOTLoadPage21        = 5
	ARM64GOTLoadPageOff12     = 6
	ARM64PointerToGOT         = 7
	ARM64TLVPLoadPage21       = 8
	ARM64TLVPLoadPageOff12    = 9
	ARM64Addend               = 10
	ARM64AuthenticatedPointer = 11
)

// Relocation types of i386 (<mach-o/reloc.h>).
const (
	I386Vanilla       = 0 // GENERIC_RELOC_VANILLA
	I386Pair          = 1
	I386SectDiff      = 2
	I386PBLaPtr       = 3
	I386LocalSectDiff = 4
	I386TLV           = 5
)

// Relocation types of ARM (<mach-o/arm/reloc.h>).
const (
	ARMVanilla       = 0 // ARM_RELOC_VANILLA
	ARMPair          = 1
	ARMSectDiff      = 2
	ARMLocalSectDiff = 3
	ARMPBLaPtr       = 4
	ARMBranch24      = 5 // ARM_RELOC_BR24
	ARMThumbBranch22 = 6 // ARM_THUMB_RELOC_BR22
	ARMThumbBranch32 = 7 // ARM_THUMB_32BIT_BRANCH
	ARMHalf          = 8
	ARMHalfSectDiff  = 9
)
