// Package stubstest makes plans of relocations that tests of rows have at hand.
//
// Law: for tests alone.
package stubstest

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Scanner notes what relocations need, as [reloc.Notes] does, and makes a plan of it.
type Scanner struct{ reloc.Notes }

// End makes the plan of an object that has a stub and a GOT entry a symbol. away tells
// which symbols are external; first is memory: a zero for each symbol.
func (s *Scanner) End(t *reloc.Table, syms []objfmt.Symbol, away func(objfmt.SymbolID) bool, first reloc.Firsts, p *stubs.Plan) {
	var sc stubs.Scanner
	sc.Begin(p, &stubs.Object{Table: t, Image: &objfmt.ObjectImage{Symbols: syms}}, stubs.Away(away))
	sc.Notes = s.Notes
	_ = sc.End(context.Background(), first) // which does not end
	s.Notes = sc.Notes
}
