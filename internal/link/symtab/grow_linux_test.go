package symtab_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
)

// TestGrowthHuge: entries of a table that has become large name by name lie in huge pages.
func TestGrowthHuge(t *testing.T) {
	const n = 80_000
	var table symtab.Table
	table.Init()
	_, ids := enterMany(&table, n, func(int) {})
	var at []any
	for i := 67_000; i < n; i += 500 {
		at = append(at, table.At(ids[i]))
	}
	citest.WantHuge(t, "entries", at...)
}
