package stubs_test

import (
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// TestLetGo: a plan that has let go of its entries has the same ones, and keeps none where they can be told in a few words.
func TestLetGo(t *testing.T) {
	type entries = []reloc.Entry
	both := func(syms ...objfmt.SymbolID) (list entries) {
		for i, sym := range syms {
			list = append(list, reloc.Entry{Sym: sym, Off: uint32(6 * i), Need: reloc.NeedStub}, reloc.Entry{Sym: sym, Off: uint32(8*i + 4), Need: reloc.NeedGOT})
		}
		return list
	}
	for _, c := range []struct {
		name string
		list entries
		kept bool
	}{
		{"none", nil, false},
		{"one stub", entries{{Sym: 63, Need: reloc.NeedStub}}, false},
		{"stubs", entries{{Sym: 1, Need: reloc.NeedStub}, {Sym: 31, Off: 6, Need: reloc.NeedStub}, {Sym: 32, Off: 12, Need: reloc.NeedStub}, {Sym: 99, Off: 18, Need: reloc.NeedStub}}, false},
		{"GOT entries", entries{{Sym: 4, Off: 4, Need: reloc.NeedGOT}, {Sym: 5, Off: 12, Need: reloc.NeedGOT}}, false},
		{"a stub and a GOT entry each", both(2, 40, 41, 97), false},
		{"a stub and a GOT entry", both(2), false},
		{"not at one distance", entries{{Sym: 1, Need: reloc.NeedGOT}, {Sym: 2, Off: 8, Need: reloc.NeedGOT}, {Sym: 3, Off: 24, Need: reloc.NeedGOT}}, true},
		{"not all the same", append(both(2, 40), reloc.Entry{Sym: 50, Off: 12, Need: reloc.NeedStub}), true},
		{"of several needs", entries{{Sym: 1, Need: reloc.NeedStub}, {Sym: 2, Off: 6, Need: reloc.NeedGOT}}, true},
		{"of the module", entries{{Sym: 0, Need: reloc.NeedTLSLD}}, true},
	} {
		p := stubs.Plan{Entries: reloc.Entries{Symbols: 100, List: slices.Clone(c.list), First: make(reloc.Firsts, reloc.FirstsLen(100))}}
		for i, e := range c.list {
			if e.Need != reloc.NeedTLSLD && (i == 0 || c.list[i-1].Sym != e.Sym) {
				p.First.Set(e.Sym, i)
			}
		}
		if !p.LetGo() {
			t.Errorf("%s: it cannot do without an image", c.name)
		}
		if kept := len(p.List) > 0; kept != c.kept {
			t.Errorf("%s: entries are kept: %v, want %v", c.name, kept, c.kept)
		}
		for range 2 {
			if got := p.All(); !slices.Equal(got, c.list) {
				t.Errorf("%s: entries %v, want %v", c.name, got, c.list)
			}
		}
		for i := range c.list {
			if d := p.Detail(i); d != nil {
				t.Errorf("%s: entry %d has %+v", c.name, i, *d)
			}
		}
	}
}
