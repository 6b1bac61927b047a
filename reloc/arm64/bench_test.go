package arm64_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
)

// mix is that of Debian's libc.a and libstdc++.a.
var mix = &rowtest.Mix{Table: arm64.ELF, Addr: 0x12000000, Rela: true, Shares: []rowtest.Share{
	{Type: "R_AARCH64_CALL26", Share: 43}, {Type: "R_AARCH64_ADR_PREL_PG_HI21", Share: 14}, {Type: "R_AARCH64_ADD_ABS_LO12_NC", Share: 13},
	{Type: "R_AARCH64_ABS64", Share: 10}, {Type: "R_AARCH64_PREL32", Share: 9}, {Type: "R_AARCH64_ADR_GOT_PAGE", Share: 4},
	{Type: "R_AARCH64_LD64_GOT_LO12_NC", Share: 4}, {Type: "R_AARCH64_LDST64_ABS_LO12_NC", Share: 3},
}}

func BenchmarkScan(b *testing.B)   { rowtest.Scan(b, mix) }
func BenchmarkApply(b *testing.B)  { rowtest.Apply(b, mix) }
func TestApplyAllocs(t *testing.T) { rowtest.ApplyAllocs(t, mix) }
