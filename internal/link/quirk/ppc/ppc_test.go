package ppc_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
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
