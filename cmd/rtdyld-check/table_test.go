package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/golden"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestRelocationTable keeps docs/relocations.tsv, which is made of the rows that the linker
// reads: every type of every target, what is written for it or why it is refused. That each
// is so, TestCheckRows, TestMutations and TestRefusedRows prove.
func TestRelocationTable(t *testing.T) {
	type target struct {
		machine
		name  string
		table *reloc.Table
	}
	var targets []target
	for m, table := range machines() {
		if i := slices.IndexFunc(targets, func(u target) bool { return u.table == table }); i >= 0 {
			u := &targets[i]
			u.name = strings.Join(slices.Sorted(slices.Values(append(strings.Split(u.name, ", "), m.arch.String()))), ", ")
			continue
		}
		targets = append(targets, target{m, m.arch.String(), table})
	}
	slices.SortFunc(targets, func(a, b target) int {
		return cmp.Or(cmp.Compare(a.format, b.format), cmp.Compare(a.name, b.name))
	})
	out := []byte("target\tnumber\ttype\tstatus\tfield or error\n")
	for _, u := range targets {
		for typ := range u.table.Rows {
			row := &u.table.Rows[typ]
			number := fmt.Sprint(typ)
			if u.format == triple.MachO {
				number = machoNumber(uint32(typ))
			}
			status, says := "yes", u.table.FieldText(row.Field)
			switch {
			case row.Name == "":
				continue
			case row.Expr == reloc.Dynamic:
				status, says = "no", "type is for dynamic linkers only"
			case row.Expr == reloc.Unknown:
				status, says = "no", "not supported"
			}
			out = fmt.Appendf(out, "%s %v\t%s\t%s\t%s\t%s\n", u.name, u.format, number, row.Name, status, says)
		}
	}
	golden.Check(t, "../../docs/relocations.tsv", out)
}

// machoNumber takes a type apart as <mach-o/reloc.h> has it: r_type, r_length, r_pcrel.
func machoNumber(typ uint32) string {
	kind, pcrel, length, made := macho.SplitType(typ)
	switch {
	case made:
		return "none" // the indirect symbol table has it
	case pcrel:
		return fmt.Sprintf("%d, length %d, pcrel", kind, length)
	}
	return fmt.Sprintf("%d, length %d", kind, length)
}
