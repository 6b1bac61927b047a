package amd64_test

import (
	"encoding/hex"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
)

var machoCases = []rowtest.Case{
	rowtest.InField("X86_64_RELOC_UNSIGNED (1 byte)", 0xf0, "", 0, "03", "f3"),                            // S + A
	rowtest.InField("X86_64_RELOC_UNSIGNED (2 bytes)", 0xfff0, "", 0, "0500", "f5ff"),                     // S + A
	rowtest.InField("X86_64_RELOC_UNSIGNED (4 bytes)", 0xfedcba98, "", 0, "08000000", "a0badcfe"),         // S + A
	rowtest.InField("X86_64_RELOC_UNSIGNED", 0x12345678, "", 0, "8967452301000000", "01be793501000000"),   // S + A
	rowtest.InField("X86_64_RELOC_UNSIGNED", 0x12345678, "", -48, "4000000000000000", "8856341200000000"), // S + A, of a section that the object has at 0x30
	rowtest.InField("X86_64_RELOC_SIGNED", 0x12345678, "", -4, "10000000", "74562412"),                    // S + A - (P + 4)
	rowtest.InField("X86_64_RELOC_SIGNED_1", 0x12345678, "", -4, "0f000000", "73562412"),                  // S + A - (P + 4), A less the byte behind
	rowtest.InField("X86_64_RELOC_SIGNED_2", 0x12345678, "", -4, "0e000000", "72562412"),                  // S + A - (P + 4), A less the bytes behind
	rowtest.InField("X86_64_RELOC_SIGNED_4", 0x12345678, "", -4, "0c000000", "70562412"),                  // S + A - (P + 4), A less the bytes behind
	rowtest.InField("X86_64_RELOC_BRANCH", 0x12345678, "", -4, "00000000", "64562412"),                    // S + A - (P + 4)
	rowtest.InField("X86_64_RELOC_GOT_LOAD", 0x12345678, "480305", -4, "00000000", "0400f03f"),            // G + A - (P + 4): an instruction that stays
	rowtest.InField("X86_64_RELOC_GOT", 0x12345678, "488b05", -4, "08000000", "0c00f03f"),                 // G + A - (P + 4)
	rowtest.InField("X86_64_RELOC_TLV", 0x12345678, "480305", -4, "00000000", "0400f03f"),                 // G + A - (P + 4): an instruction that stays
	rowtest.InField("X86_64_RELOC_SUBTRACTOR (1 byte)", 0x12300060, "", 0, "05", "45"),                    // S + A - S2
	rowtest.InField("X86_64_RELOC_SUBTRACTOR (2 bytes)", 0x122fc020, "", 0, "0500", "05c0"),               // S + A - S2
	rowtest.InField("X86_64_RELOC_SUBTRACTOR (4 bytes)", 0x12345678, "", 0, "05000000", "5d560400"),       // S + A - S2
	rowtest.InField("X86_64_RELOC_SUBTRACTOR", 0x12345678, "", 0, "f8ffffffffffffff", "5056040000000000"), // S + A - S2
	rowtest.InField("indirect symbol", 0x12345678, "", 0, "0000000000000000", "7856341200000000"),         // S
}

func TestMachORows(t *testing.T) {
	machoRows.Rows(t, machoCases)
	machoRows.Touched(t, machoCases, nil, nil, nil)
}

func TestMachOLimits(t *testing.T) {
	machoRows.Limits(t, "", []rowtest.Limit{
		rowtest.Range("X86_64_RELOC_SIGNED; X86_64_RELOC_SIGNED_1; X86_64_RELOC_SIGNED_2; X86_64_RELOC_SIGNED_4; X86_64_RELOC_BRANCH; "+
			"X86_64_RELOC_GOT_LOAD; X86_64_RELOC_GOT; X86_64_RELOC_TLV; X86_64_RELOC_SUBTRACTOR (4 bytes)", -0x80000000, 0x7fffffff, 1),
		rowtest.Range("X86_64_RELOC_UNSIGNED (4 bytes)", 0, 0xffffffff, 1),
		rowtest.Range("X86_64_RELOC_UNSIGNED (2 bytes); X86_64_RELOC_SUBTRACTOR (2 bytes)", -0x8000, 0xffff, 1),
		rowtest.Range("X86_64_RELOC_UNSIGNED (1 byte); X86_64_RELOC_SUBTRACTOR (1 byte)", -0x80, 0xff, 1),
		rowtest.Unlimited("X86_64_RELOC_UNSIGNED; X86_64_RELOC_SUBTRACTOR; indirect symbol"),
	})
}

// TestMachONumbers: the rows are where the parser's numbers say.
func TestMachONumbers(t *testing.T) {
	for n, want := range map[uint32]string{
		macho.RelocType(macho.X8664Unsigned, false, 3):   "X86_64_RELOC_UNSIGNED",
		macho.RelocType(macho.X8664Unsigned, false, 2):   "X86_64_RELOC_UNSIGNED (4 bytes)",
		macho.RelocType(macho.X8664Signed, true, 2):      "X86_64_RELOC_SIGNED",
		macho.RelocType(macho.X8664Branch, true, 2):      "X86_64_RELOC_BRANCH",
		macho.RelocType(macho.X8664GOTLoad, true, 2):     "X86_64_RELOC_GOT_LOAD",
		macho.RelocType(macho.X8664GOT, true, 2):         "X86_64_RELOC_GOT",
		macho.RelocType(macho.X8664Subtractor, false, 3): "X86_64_RELOC_SUBTRACTOR",
		macho.RelocType(macho.X8664Subtractor, false, 2): "X86_64_RELOC_SUBTRACTOR (4 bytes)",
		macho.RelocType(macho.X8664Signed1, true, 2):     "X86_64_RELOC_SIGNED_1",
		macho.RelocType(macho.X8664Signed2, true, 2):     "X86_64_RELOC_SIGNED_2",
		macho.RelocType(macho.X8664Signed4, true, 2):     "X86_64_RELOC_SIGNED_4",
		macho.RelocType(macho.X8664TLV, true, 2):         "X86_64_RELOC_TLV",
		macho.TypePointer64:                              "indirect symbol",
	} {
		if got := amd64.MachO.Name(n); got != want {
			t.Errorf("type %#x is %q, want %s", n, got, want)
		}
	}
}

// TestMachORelax: a mov from a entry becomes a lea of what is near, and again what it
// was when that is not near.
func TestMachORelax(t *testing.T) {
	for _, name := range []string{"X86_64_RELOC_GOT_LOAD", "X86_64_RELOC_TLV"} {
		for _, c := range []struct {
			before, field, near string
		}{
			{"488b3d", "00000000", "488d3d00100000"},
			{"4c8b05", "00000000", "4c8d0500100000"},
			{"488b3d", "08000000", ""}, // not where the instruction ends, or another part of the entry
			{"483b05", "00000000", ""},
			{"48ff15", "00000000", ""},
		} {
			r := machoRows.Reloc(t, name, -4)
			file := rowtest.Bytes(t, c.before, c.field)
			w := machoRows.World(t, file, true, r)
			stays := map[string]string{"00000000": "0400f03f", "08000000": "0c00f03f"}[c.field]
			near := c.near
			if near == "" {
				near = c.before + stays
			}
			for i, s := range []uint64{fieldP + 4 + 0x1000, 1 << 45, fieldP + 4 + 0x1000, 0, fieldP + 4 + 1<<31} {
				want := near
				if i != 0 && i != 2 {
					want = c.before + stays
				}
				if got := w.Apply(s, r); got != hex.EncodeToString(rowtest.Bytes(t, want[:6], want[6:])) {
					t.Errorf("%s: %s at %#x becomes %s, want %s", name, c.before, s, got[2*at-6:2*at+8], want)
				}
			}
		}
	}
}

// TestMachOBranch goes through the symbol's stub out of reach, and nowhere else.
func TestMachOBranch(t *testing.T) {
	r := machoRows.Reloc(t, "X86_64_RELOC_BRANCH", -4)
	w := machoRows.World(t, rowtest.Bytes(t, "e8", "00000000"), true, r)
	for s, want := range map[uint64]string{fieldP + 4 + 0x1000: "00100000", 1 << 45: "ecff0f00", 0: "ecff0f00"} {
		if got := w.Apply(s, r)[2*at:][:8]; got != want {
			t.Errorf("branch to %#x: %s, want %s", s, got, want)
		}
	}
}
