package ppc_test

import (
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk/ppc"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	rows "github.com/go-rtdyld/rtdyld/reloc/ppc"
)

// TestNameRows: displacements in lxv have a row of their own, those in ld and types that are no displacements do not.
func TestNameRows(t *testing.T) {
	const lxv, ld, tocDS, tocLow = 0xf4450009, 0xe8450000, 63, 48
	for _, order := range []bin.Order{{}, {Big: true}} {
		code := make([]byte, 8)
		order.PutU32(code, lxv)
		order.PutU32(code[4:], ld)
		half := uint64(0)
		if order.Big {
			half = 2
		}
		step, err := ppc.Steps.Naming(t.Context(), &objfmt.ObjectImage{Big: order.Big}, rows.V2)
		if err != nil {
			t.Fatal(err)
		}
		got := step.Records(&records.Section{File: code}, []objfmt.Reloc{
			{Offset: half, Type: tocDS}, {Offset: half + 4, Type: tocDS}, {Offset: half, Type: tocLow}, {Offset: 100, Type: tocDS}, {Offset: half, Type: 1 << 30},
		})
		for i, want := range []string{"R_PPC64_TOC16_DS (quadword)", "R_PPC64_TOC16_DS", "R_PPC64_TOC16_LO", "R_PPC64_TOC16_DS", ""} {
			if name := rows.V2.Name(got[i].Type); name != want {
				t.Errorf("big %v: record %d is %q, want %q", order.Big, i, name, want)
			}
		}
	}
}

// TestNameRows32: the addends of branches through the PLT do not count, and a branch to the GOT has a row of its own.
func TestNameRows32(t *testing.T) {
	const rel24, pltrel24 = 10, 18
	strings := []byte("\x00_GLOBAL_OFFSET_TABLE_\x00")
	img := &objfmt.ObjectImage{Big: true, FirstGlobal: 1, Strings: strings, Symbols: []objfmt.Symbol{{Section: objfmt.SecUndef}, {Section: objfmt.SecUndef, Bind: objfmt.BindGlobal, Name: 1, NameLen: 21}}}
	step, err := ppc.Steps32.Naming(t.Context(), img, rows.ELF32)
	if err != nil {
		t.Fatal(err)
	}
	got := step.Records(&records.Section{}, []objfmt.Reloc{{Type: pltrel24, Addend: 0x8000}, {Type: rel24, Addend: 4}, {Type: rel24, Addend: -4, Sym: 1}, {Type: 1, Addend: 8, Sym: 1}})
	for i, want := range []struct {
		name   string
		addend int64
	}{{"R_PPC_PLTREL24", 0}, {"R_PPC_REL24", 4}, {"R_PPC_REL24 (_GLOBAL_OFFSET_TABLE_)", -4}, {"R_PPC_ADDR32", 8}} {
		if name := rows.ELF32.Name(got[i].Type); name != want.name || got[i].Addend != want.addend {
			t.Errorf("record %d is %q with %d, want %q with %d", i, name, got[i].Addend, want.name, want.addend)
		}
	}
}

// TestWhole32: halfwords of ADDIS mean the whole instruction, which their record is moved to; in others, and elsewhere in ADDIS, they mean what they say. The
// addend does not count.
func TestWhole32(t *testing.T) {
	const addis, oris, lo, hi, ha = 0x3d7e0000, 0x657e0000, 29, 30, 31
	for _, order := range []bin.Order{{}, {Big: true}} {
		code := make([]byte, 10)
		order.PutU32(code, addis)
		order.PutU32(code[4:], oris)
		order.PutU16(code[8:], addis>>16)
		half := uint64(0)
		if order.Big {
			half = 2
		}
		step, err := ppc.Steps32.Naming(t.Context(), &objfmt.ObjectImage{Big: order.Big}, rows.ELF32)
		if err != nil {
			t.Fatal(err)
		}
		in := []objfmt.Reloc{
			{Offset: half, Type: ha}, {Offset: half, Type: hi}, {Offset: half, Type: lo}, {Offset: 2 - half, Type: ha}, {Offset: half + 1, Type: ha},
			{Offset: half + 4, Type: ha}, {Offset: half + 8, Type: ha}, {Offset: half + 12, Type: hi}, {Offset: 1<<64 - 2, Type: ha}, {Offset: half, Type: 1 << 30},
		}
		for i := range in {
			in[i].Addend = 0x8000
		}
		got := step.Records(&records.Section{File: code}, slices.Clone(in))
		for i, want := range []string{"R_PPC_PLT16_HA (addis)", "R_PPC_PLT16_HI (addis)", "R_PPC_PLT16_LO", "R_PPC_PLT16_HA", "R_PPC_PLT16_HA", "R_PPC_PLT16_HA", "R_PPC_PLT16_HA", "R_PPC_PLT16_HI", "R_PPC_PLT16_HA", ""} {
			offset, addend := in[i].Offset, int64(0)
			if i < 2 {
				offset = 0
			}
			if want == "" {
				addend = in[i].Addend
			}
			if name := rows.ELF32.Name(got[i].Type); name != want || got[i].Offset != offset || got[i].Addend != addend {
				t.Errorf("big %v: record %d is %q at %#x with %d, want %q at %#x with %d", order.Big, i, name, got[i].Offset, got[i].Addend, want, offset, addend)
			}
		}
	}
}

// TestUndefined1: which undefined names mean something else in ABI ELFv1.
func TestUndefined1(t *testing.T) {
	for text, want := range map[string]struct {
		m    quirk.Meaning
		name string
	}{".f": {quirk.Alias, "f"}, ".": {quirk.Nothing, ""}, "f": {quirk.Nothing, ""}, "_savegpr0_14": {quirk.Supplied, ""}} {
		if m, name := ppc.Steps1.Undefined(text); m != want.m || name != want.name {
			t.Errorf("%q: %d, %q", text, m, name)
		}
	}
}

// TestDead: descriptors of dropped functions lose their first word, each once.
func TestDead(t *testing.T) {
	got, err := ppc.Dead(t.Context(), nil, []uint64{0, 4, 24, 25, 100}, bin.Order{})
	if want := []records.Span{{From: 0, To: 8}, {From: 24, To: 32}, {From: 100, To: 108}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}
