package arm_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
)

var coffCases = []rowCase{
	// The bytes of branches in the file are no addends, and all functions are Thumb.
	{"IMAGE_REL_ARM_ADDR32", 0x12345679, 0, inARM, ".word 0x10", "10000000", ".word 0x12345689", "89563412"},
	{"IMAGE_REL_ARM_ADDR32NB", 0x12345679, 0, inARM, ".word 0x10", "10000000", ".word 0x02345689", "89563402"},
	{"IMAGE_REL_ARM_REL32", 0x12345679, 0, inARM, ".word 0x10", "10000000", ".word 0x12245675", "75562412"},
	{"IMAGE_REL_ARM_SECTION", 0x12345678, 0, inARM, ".short 0", "0000", ".short 7", "0700"},
	{"IMAGE_REL_ARM_SECREL", 0x12345678, 0, inARM, ".word 4", "04000000", ".word 0x567c", "7c560000"},
	{"IMAGE_REL_ARM_SECREL", 0x12345679, 0, inARM, ".word 4", "04000000", ".word 0x567c", "7c560000"},
	{"IMAGE_REL_ARM_MOV32A", 0x1234fff1, 0, inARM, "movw r3, #0x10; movt r3, #1", "103000e3013040e3", "movw r3, #1; movt r3, #0x1236", "013000e3363241e3"},
	{"IMAGE_REL_ARM_MOV32T", 0x1234fff1, 0, inThumb, "movw r3, #0x10; movt r3, #1", "40f21003c0f20103", "movw r3, #1; movt r3, #0x1236", "40f20103c1f23623"},
	{"IMAGE_REL_ARM_BRANCH20T", 0x112345, 0, inThumb, "beq.w #0", "00f00080", "beq.w #0x12330", "12f09881"},
	{"IMAGE_REL_ARM_BRANCH20T", 0x112344, 0, inThumb, "beq.w #0", "00f00080", "beq.w #0x12330", "12f09881"},
	{"IMAGE_REL_ARM_BRANCH24T", 0xff001, 0, inThumb, "b.w #0", "00f000b8", "b.w #-0x1014", "fef7f6bf"},
	{"IMAGE_REL_ARM_BLX23T", 0xff000, 0, inThumb, "bl #0", "00f000f8", "bl #-0x1014", "fef7f6ff"},
	{"IMAGE_REL_ARM_BLX23T", 0xff001, 0, inThumb, ".short 0xf000, 0xd000", "00f000d0", "bl #-0x1014", "fef7f6ff"},
	{"IMAGE_REL_ARM_BLX23T", 0xff001, 0, inThumb, "blx #0", "00f000e8", "bl #-0x1014", "fef7f6ff"},
	{"IMAGE_REL_ARM_BRANCH11", 0xff001, 0, inThumb, "bl #0", "00f000f8", "bl #-0x1014", "fef7f6ff"},
	{"IMAGE_REL_ARM_BLX11", 0xff001, 0, inThumb, "bl #0", "00f000f8", "bl #-0x1014", "fef7f6ff"},
	{"IMAGE_REL_ARM_BRANCH24", 0x101000, 0, inARM, "b #0", "000000ea", "b #0xfe8", "fa0300ea"},
	{"IMAGE_REL_ARM_BLX24", 0x101003, 0, inARM, "blx #0", "000000fa", "blx #0xfea", "fa0300fb"},
}

var machoCases = []rowCase{
	// The record's addend brings what the field has there to S + A - P; of two
	// halves it has the other one.
	{"ARM_RELOC_VANILLA", 0x12345679, -0x8000, inARM, ".word 0x8010", "10800000", ".word 0x12345689", "89563412"},
	{"ARM_RELOC_VANILLA (2 bytes)", 0x1234, 0, inARM, ".short 0x10", "1000", ".short 0x1244", "4412"},
	{"ARM_RELOC_VANILLA (1 byte)", 0x12, 0, inARM, ".byte 0x10", "10", ".byte 0x22", "22"},
	{"ARM_RELOC_VANILLA (pcrel)", 0x12345679, 0x20, inARM, ".word 0x10", "10000000", ".word 0x12245699", "99562412"},
	{"ARM_RELOC_SECTDIFF", 0x12345678, -0x20, inARM, ".word 0x30", "30000000", ".word 0x12145688", "88561412"},
	{"ARM_RELOC_LOCAL_SECTDIFF", 0x12345678, -0x20, inARM, ".word 0x30", "30000000", ".word 0x12145688", "88561412"},
	{"ARM_RELOC_SECTDIFF (2 bytes)", 0x201234, 0, inARM, ".short 0x10", "1000", ".short 0x1244", "4412"},
	{"ARM_RELOC_LOCAL_SECTDIFF (2 bytes)", 0x201234, 0, inARM, ".short 0x10", "1000", ".short 0x1244", "4412"},
	{"ARM_RELOC_SECTDIFF (1 byte)", 0x200012, 0, inARM, ".byte 0x10", "10", ".byte 0x22", "22"},
	{"ARM_RELOC_LOCAL_SECTDIFF (1 byte)", 0x200012, 0, inARM, ".byte 0x10", "10", ".byte 0x22", "22"},
	{"ARM_RELOC_BR24", 0x101000, 0x30, inARM, "bl #-0x38", "f2ffffeb", "bl #0xfe8", "fa0300eb"},
	{"ARM_RELOC_BR24", 0x101003, 0x30, inARM, "bl #-0x38", "f2ffffeb", "blx #0xfea", "fa0300fb"},
	{"ARM_RELOC_BR24", 0x101003, 0x30, inARM, "blx #-0x38", "f2fffffa", "blx #0xfea", "fa0300fb"},
	{"ARM_RELOC_BR24", 0x101000, 0x30, inARM, "blne #-0x38", "f2ffff1b", "blne #0xfe8", "fa03001b"},
	{"ARM_THUMB_RELOC_BR22", 0x101001, 0x30, inThumb, "bl #-0x34", "fff7e6ff", "bl #0xfec", "00f0f6ff"},
	{"ARM_THUMB_RELOC_BR22", 0x101000, 0x30, inThumb, "bl #-0x34", "fff7e6ff", "blx #0xfec", "00f0f6ef"},
	{"ARM_THUMB_RELOC_BR22", 0x101000, 0x30, inThumb, "blx #-0x34", "fff7e6ef", "blx #0xfec", "00f0f6ef"},
	{"ARM_THUMB_RELOC_BR22", 0x101001, 0x30, inThumb, "b.w #-0x34", "fff7e6bf", "b.w #0xfec", "00f0f6bf"},
	{"ARM_RELOC_HALF (low)", 0x1234fff1, 0x10000, inARM, "movw r3, #0x10", "103000e3", "movw r3, #1", "013000e3"},
	{"ARM_RELOC_HALF (high)", 0x1234fff1, 0x10, inARM, "movt r3, #1", "013040e3", "movt r3, #0x1236", "363241e3"},
	{"ARM_RELOC_HALF (low, Thumb)", 0x1234fff1, 0x10000, inThumb, "movw r3, #0x10", "40f21003", "movw r3, #1", "40f20103"},
	{"ARM_RELOC_HALF (high, Thumb)", 0x1234fff1, 0x10, inThumb, "movt r3, #1", "c0f20103", "movt r3, #0x1236", "c1f23623"},
	{"ARM_RELOC_HALF_SECTDIFF (low)", 0x1234fff1, 0x10000, inARM, "movw r3, #0xfff0", "f03f0fe3", "movw r3, #0xffe1", "e13f0fe3"},
	{"ARM_RELOC_HALF_SECTDIFF (high)", 0x1234fff1, 0xfff0, inARM, "movt r3, #1", "013040e3", "movt r3, #0x1216", "163241e3"},
	{"ARM_RELOC_HALF_SECTDIFF (low, Thumb)", 0x1234fff1, 0x10000, inThumb, "movw r3, #0xfff0", "4ff6f073", "movw r3, #0xffe1", "4ff6e173"},
	{"ARM_RELOC_HALF_SECTDIFF (high, Thumb)", 0x1234fff1, 0xfff0, inThumb, "movt r3, #1", "c0f20103", "movt r3, #0x1216", "c1f21623"},
	{"indirect symbol", 0x12345679, 0, inARM, ".word 0", "00000000", ".word 0x12345679", "79563412"},
}

func TestCOFFRows(t *testing.T) {
	testRows(t, coffRows, coffCases, []string{"IMAGE_REL_ARM_ABSOLUTE"}, rowtest.Refused(arm.COFF), nil)
}

func TestMachORows(t *testing.T) {
	testRows(t, machoRows, machoCases, nil, rowtest.Refused(arm.MachO), nil)
}

// TestBLXAddend: the addend of BLX in a Mach-O file counts from a multiple of 4, too.
func TestBLXAddend(t *testing.T) {
	r := machoRows.Reloc(t, "ARM_THUMB_RELOC_BR22", 0x32)               // the place in the file
	w := machoRows.World(t, rowtest.Bytes(t, "", "fff7e6ef"), false, r) // blx #-0x34
	w.Contents.Addr += 2                                                // so that P is 2 more than a multiple of 4, as in the file
	if got := w.Apply(0x101000, r)[2*at : 2*at+8]; got != "00f0f6ef" {  // 0x101000 - (0x100016 &^ 3)
		t.Errorf("to ARM code: %s", got)
	}
	if got := w.Apply(0x101001, r)[2*at : 2*at+8]; got != "00f0f5ff" { // 0x101000 - 0x100016
		t.Errorf("to Thumb code: %s", got)
	}
}

// TestFormatNumbers: the numbers are those that the parser packs.
func TestFormatNumbers(t *testing.T) {
	for _, c := range []struct {
		name  string
		typ   uint8
		pcrel bool
		len   uint8
	}{
		{"ARM_RELOC_VANILLA", macho.ARMVanilla, false, 2}, {"ARM_RELOC_SECTDIFF", macho.ARMSectDiff, false, 2},
		{"ARM_RELOC_LOCAL_SECTDIFF", macho.ARMLocalSectDiff, false, 2}, {"ARM_RELOC_PB_LA_PTR", macho.ARMPBLaPtr, false, 2},
		{"ARM_RELOC_BR24", macho.ARMBranch24, true, 2}, {"ARM_THUMB_RELOC_BR22", macho.ARMThumbBranch22, true, 2},
		{"ARM_THUMB_32BIT_BRANCH", macho.ARMThumbBranch32, true, 2},
		{"ARM_RELOC_HALF (low)", macho.ARMHalf, false, 0}, {"ARM_RELOC_HALF (high)", macho.ARMHalf, false, 1},
		{"ARM_RELOC_HALF (low, Thumb)", macho.ARMHalf, false, 2}, {"ARM_RELOC_HALF (high, Thumb)", macho.ARMHalf, false, 3},
		{"ARM_RELOC_HALF_SECTDIFF (low)", macho.ARMHalfSectDiff, false, 0}, {"ARM_RELOC_HALF_SECTDIFF (high, Thumb)", macho.ARMHalfSectDiff, false, 3},
	} {
		if got := arm.MachO.Name(macho.RelocType(c.typ, c.pcrel, c.len)); got != c.name {
			t.Errorf("type %d length %d is %q, want %q", c.typ, c.len, got, c.name)
		}
	}
	if got := arm.MachO.Name(macho.TypePointer32); got != "indirect symbol" {
		t.Errorf("pointers are %q", got)
	}
	for number, name := range map[uint32]string{1: "ADDR32", 2: "ADDR32NB", 3: "BRANCH24", 4: "BRANCH11", 5: "TOKEN", 6: "GPREL12", 7: "GPREL7", 22: "PAIR", 10: "REL32", 14: "SECTION", 15: "SECREL", 16: "MOV32A", 17: "MOV32T", 18: "BRANCH20T", 20: "BRANCH24T", 21: "BLX23T"} {
		if got := arm.COFF.Name(number); got != "IMAGE_REL_ARM_"+name {
			t.Errorf("type %d is %q, want %s", number, got, name)
		}
	}
}
