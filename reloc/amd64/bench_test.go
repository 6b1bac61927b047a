package amd64_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
)

// mix is that of ordinary objects.
var mix = &rowtest.Mix{Table: amd64.ELF, Addr: 0x20000000, Code: loadInsn, Lead: 3, Addend: -4, Rela: true, Shares: []rowtest.Share{
	{Type: "R_X86_64_PC32", Share: 35}, {Type: "R_X86_64_PLT32", Share: 40}, {Type: "R_X86_64_64", Share: 10},
	{Type: "R_X86_64_REX_GOTPCRELX", Share: 10}, {Type: "R_X86_64_GOTPCREL", Share: 5},
}}

const loadInsn = "\x48\x8b\x05" // mov 0(%rip), %rax

func BenchmarkScan(b *testing.B)   { rowtest.Scan(b, mix) }
func BenchmarkApply(b *testing.B)  { rowtest.Apply(b, mix) }
func TestApplyAllocs(t *testing.T) { rowtest.ApplyAllocs(t, mix) }
