package reloc_test

import (
	"bytes"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs/stubstest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// Rows of which several at one place make a value.
const (
	chainNone = iota
	chainBase
	chainMinus
	chainAbs
	chainLow
	chainGOT
	chainStub
	chainDouble
	chainAdd
)

var chains = NewTable(&Arch{Name: "made", PtrSize: 8, Fields: madeFields[:], Runs: true}, []Howto{
	chainNone: Row("NONE", None, FieldNone, NeedNone),
	chainBase: Row("BASE", Base, Signed32, NeedNone), chainMinus: Row("MINUS", Minus, Word64, NeedNone),
	chainAbs: {Name: "ABS", Expr: Abs, Field: Word64, Need: NeedNone, Adjust: 3}, chainLow: Row("LOW", Abs, low, NeedNone),
	chainGOT: Row("GOT", Abs, Word64, NeedGOT), chainStub: Row("STUB", PC, Signed32, NeedStub),
	chainDouble: Row("DOUBLE", PCDouble, Word64, NeedNone), chainAdd: Row("ADD", Add, Word64, NeedNone),
})

// TestChain: each link's value is the next one's addend, and the last one writes, in whatever
// field the others would have; applying again gives the same.
func TestChain(t *testing.T) {
	const at, base, got = 0x10004, 0x7000, 0x9000
	a, b := uint64(0x12345678), uint64(0x1_0000_0000) // S of symbols 1 and 2
	type link struct {
		typ uint32
		sym objfmt.SymbolID
	}
	for name, c := range map[string]struct {
		links []link
		want  uint64
		width int
		why   Fault
	}{
		"one":                   {[]link{{chainMinus, 1}}, a - 0x10, 8, OK},
		"to a base, negative":   {[]link{{chainBase, 1}, {chainMinus, 0}}, -(a + 0x10 - base), 8, OK},
		"out of the first's":    {[]link{{chainBase, 2}, {chainMinus, 0}, {chainAbs, 0}}, 3 - (b + 0x10 - base), 8, OK},
		"symbols of their own":  {[]link{{chainAbs, 1}, {chainMinus, 2}}, b - (a + 0x10 + 3), 8, OK},
		"an instruction's":      {[]link{{chainBase, 1}, {chainMinus, 0}, {chainLow, 0}}, 0xa5a50000 | uint64(-(a+0x10-base))&0xffff, 4, OK},
		"an entry first":        {[]link{{chainGOT, 1}, {chainAbs, 0}}, got + 0x10 + 3, 8, OK},
		"rounded":               {[]link{{chainDouble, 1}}, a + 0x10 - at&^7, 8, OK},
		"nothing at the end":    {[]link{{chainBase, 1}, {chainNone, 1}}, 0, 0, BadChain},
		"nothing to go on with": {[]link{{chainNone, 1}, {chainAbs, 1}}, 0, 0, BadChain},
		"an entry later":        {[]link{{chainAbs, 1}, {chainGOT, 1}}, 0, 0, BadChain},
		"a branch":              {[]link{{chainStub, 1}, {chainAbs, 0}}, 0, 0, BadChain},
		"a sum":                 {[]link{{chainAdd, 1}, {chainAbs, 0}}, 0, 0, BadChain},
	} {
		t.Run(name, func(t *testing.T) {
			var rs []Reloc
			for i, l := range c.links {
				rs = append(rs, Reloc{Offset: 4, Type: l.typ, Sym: l.sym, Sub: objfmt.NoSymbol, Addend: 0x10, HasAddend: true, More: i+1 < len(c.links)})
			}
			var sc stubstest.Scanner
			var plan stubs.Plan
			syms := make([]objfmt.Symbol, 3)
			sc.Begin(len(syms))
			if _, why := sc.Scan(chains, 16, rs); why != c.why {
				t.Fatalf("fault %d, want %d", why, c.why)
			} else if why != OK {
				return
			}
			sc.End(chains, syms, func(objfmt.SymbolID) bool { return false }, make(Firsts, FirstsLen(len(syms))), &plan)
			file := bytes.Repeat([]byte{0xa5}, 16)
			env := Env{Table: chains, Made: &plan.Entries, Addr: append([]uint64{0, a, b}, make([]uint64, len(plan.List))...), Base: base, Joints: new(Joints)}
			for i := range plan.List {
				env.Addr[3+i] = got
			}
			want := bytes.Clone(file)
			if o := (bin.Order{}); c.width == 8 {
				o.PutU64(want[4:], c.want)
			} else {
				o.PutU32(want[4:], uint32(c.want))
			}
			to := Contents{Mem: bytes.Clone(file), File: file, Addr: at - 4}
			for range 2 {
				if k, v, why := env.Apply(&to, rs); why != OK || !bytes.Equal(to.Mem, want) {
					t.Errorf("link %d: value %#x, fault %d\n got % x\nwant % x", k, v, why, to.Mem, want)
				}
			}
		})
	}
}

// TestChainAtEnd: a link that is not the last has no field, so that none need be in the section. One whose addend is in a field has.
func TestChainAtEnd(t *testing.T) {
	for name, c := range map[string]struct {
		more, addend bool
		offset       uint64
		why          Fault
	}{
		"a link": {true, true, 12, OK}, "alone": {false, true, 12, BadOffset}, "its addend is there": {true, false, 12, BadOffset}, "behind": {true, true, 17, BadOffset},
	} {
		link := Reloc{Offset: c.offset, Type: chainMinus, Sym: 1, Sub: objfmt.NoSymbol, HasAddend: c.addend, More: c.more}
		last := Reloc{Offset: 12, Type: chainLow, Sym: 0, Sub: objfmt.NoSymbol, HasAddend: true}
		var sc stubstest.Scanner
		sc.Begin(2)
		if _, why := sc.Scan(chains, 16, []Reloc{link, last}); why != c.why {
			t.Errorf("%s: fault %d, want %d", name, why, c.why)
		}
	}
}
