package arm_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
)

// mix is that of Debian's armhf libraries; functions are Thumb.
var mix = &rowtest.Mix{Table: arm.ELF, Addr: 0x10200000, Value: 1, Shares: []rowtest.Share{
	{Type: "R_ARM_THM_CALL", Code: "\xff\xf7\xfe\xff", Share: 46}, {Type: "R_ARM_REL32", Share: 14}, {Type: "R_ARM_ABS32", Share: 8}, {Type: "R_ARM_GOT_BREL", Share: 8},
	{Type: "R_ARM_BASE_PREL", Share: 6}, {Type: "R_ARM_PREL31", Share: 12}, {Type: "R_ARM_THM_JUMP24", Code: "\xff\xf7\xfe\xbf", Share: 2},
	{Type: "R_ARM_CALL", Code: "\xfe\xff\xff\xeb", Share: 4},
}}

func BenchmarkScan(b *testing.B)   { rowtest.Scan(b, mix) }
func BenchmarkApply(b *testing.B)  { rowtest.Apply(b, mix) }
func TestApplyAllocs(t *testing.T) { rowtest.ApplyAllocs(t, mix) }
