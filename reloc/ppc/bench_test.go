package ppc_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc/ppc"
)

// mix is that of Debian's ppc64el libraries, but for calls, which need an object to know who has their T.
var mix = &rowtest.Mix{Table: ppc.V2, Addr: 0x10200000, Shares: []rowtest.Share{
	{Type: "R_PPC64_TOC16_HA", Share: 32}, {Type: "R_PPC64_TOC16_LO", Share: 22}, {Type: "R_PPC64_TOC16_LO_DS", Share: 10},
	{Type: "R_PPC64_REL16_HA", Share: 11}, {Type: "R_PPC64_REL16_LO", Share: 11}, {Type: "R_PPC64_ADDR64", Share: 10}, {Type: "R_PPC64_REL64", Share: 4},
}}

// mix32 is that of Debian's powerpc libraries.
var mix32 = &rowtest.Mix{Table: ppc.ELF32, Addr: 0x10200000, Shares: []rowtest.Share{
	{Type: "R_PPC_PLTREL24", Share: 40}, {Type: "R_PPC_LOCAL24PC", Share: 15}, {Type: "R_PPC_REL32", Share: 15}, {Type: "R_PPC_ADDR32", Share: 10},
	{Type: "R_PPC_REL16_HA", Share: 10}, {Type: "R_PPC_REL16_LO", Share: 10},
}}

func TestApplyAllocs32(t *testing.T) { rowtest.ApplyAllocs(t, mix32) }
func BenchmarkApply32(b *testing.B)  { rowtest.Apply(b, mix32) }

func BenchmarkScan(b *testing.B)   { rowtest.Scan(b, mix) }
func BenchmarkApply(b *testing.B)  { rowtest.Apply(b, mix) }
func TestApplyAllocs(t *testing.T) { rowtest.ApplyAllocs(t, mix) }
