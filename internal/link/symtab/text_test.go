package symtab_test

import (
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestTexts: what a name is called, whether the text is a part of its object's file or not, and when that object has gone, another has its number and
// the file is another.
func TestTexts(t *testing.T) {
	var table symtab.Table
	table.Init()
	b, all := new(symtab.Batch), new(symtab.Batch)
	table.Begin(all, symtab.OneUnit, false)
	stays := table.Add(all)
	table.Commit(all)
	table.End(all)
	names := strings.Fields("first second x third-is-long elsewhere")
	for round := range 3 {
		table.Begin(b, symtab.OneUnit, false)
		obj := table.Add(b)
		file := []byte("\x00first\x00second\x00x\x00third-is-long\x00")
		text := string(file)
		table.SetFile(obj, file)
		var ids, again []symtab.ID
		for _, name := range names {
			key := objfmt.KeyOf(name)
			if at := strings.Index(text, name); at >= 0 {
				ids = append(ids, table.Declare(obj, key, bin.String(file[at:][:len(name)])))
			} else {
				ids = append(ids, table.Declare(obj, key, name))
			}
			again = append(again, table.Declare(stays, key, name))
		}
		empty := table.Declare(obj, objfmt.KeyOf(""), "")
		table.Commit(b)
		table.End(b)
		check := func(when string) {
			t.Helper()
			for i, name := range names {
				if got := table.Text(ids[i]); got != name || again[i] != ids[i] {
					t.Fatalf("round %d, %s: %q is called %q", round, when, name, got)
				}
			}
		}
		check("declared")
		if got := table.Text(empty); got != "" {
			t.Fatalf("nothing is called %q", got)
		}
		table.Retract(obj, append(ids, empty))
		table.Drop(obj)
		clear(file)
		check("retracted")
		table.Retract(stays, again)
		if table.Len() != 0 {
			t.Fatalf("%d names are left", table.Len())
		}
	}
}
