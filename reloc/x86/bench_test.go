package x86_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
)

// mix is that of ordinary position-independent objects.
var mix = &rowtest.Mix{Table: x86.ELF, Addr: 0x20000000, Code: "\x8b\x83", Lead: 2, Shares: []rowtest.Share{ // mov 0(%ebx), %eax
	{Type: "R_386_PLT32", Share: 40}, {Type: "R_386_PC32", Share: 20}, {Type: "R_386_GOTOFF", Share: 20}, {Type: "R_386_32", Share: 10},
	{Type: "R_386_GOT32X", Share: 5}, {Type: "R_386_GOTPC", Share: 5},
}}

func BenchmarkScan(b *testing.B)   { rowtest.Scan(b, mix) }
func BenchmarkApply(b *testing.B)  { rowtest.Apply(b, mix) }
func TestApplyAllocs(t *testing.T) { rowtest.ApplyAllocs(t, mix) }
