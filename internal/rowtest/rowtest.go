// Package rowtest tests the rows of a relocation table, the same for every instruction set
// and format: a package of rows registers data and gets its tests.
//
// A [Suite] has the addresses that formulas are computed with; [Suite.Rows] applies each
// [Case] with the addend in the field and in the record, [Suite.Touched] names rows without
// a case and tries those that are refused, and [Suite.Limits] puts each field at both ends
// of its range and one behind them. [Scan], [Apply] and [ApplyAllocs] measure the loops of
// package reloc on a [Mix] of types.
//
// Law: for tests alone; knows no instruction set and no file format.
package rowtest

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs/stubstest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// At is the offset of the field in its section.
const At = 0x10

// Suite is a table and the addresses that its tests use. What a formula does not ask for
// may stay 0.
type Suite struct {
	Table     *reloc.Table
	P         uint64 // address of the field
	GOT       uint64 // T
	ImageBase uint64
	Section   uint64   // where the section of S begins
	Number    uint64   // its number
	Second    uint64   // S2
	Size      uint64   // Z
	Untyped   bool     // S is no function
	Away      bool     // S is in another object
	Rela      bool     // records have addends
	InRecord  []string // types whose addend is in the record though not Rela

	// Made has the address or value of what the linker makes for S. nil: the S of a case
	// is that of what is made.
	Made *[reloc.NumNeeds]uint64
	// Far is the distance from a limit, in bytes, that is tried besides one step. 0: none.
	Far int64
}

// Case is a relocation with the bytes that the formula of its ABI gives for S, A and the
// addresses of the suite, computed outside Go.
type Case struct {
	Type   string // its name, or its number as Go writes it
	S      uint64
	Before string // bytes before the field, hex
	A      int64  // addend of the record; the field has another in tables without RELA
	File   string // the field in the file, hex
	Want   string // and in memory
}

// InField is a case with an addend in the field, to which that of the record comes.
func InField(typ string, s uint64, before string, record int64, file, want string) Case {
	return Case{typ, s, before, record, file, want}
}

// InRecord is a case with the addend in the record.
func InRecord(typ string, s uint64, a int64, want string) Case {
	return Case{Type: typ, S: s, A: a, Want: want}
}

// filler surrounds fields, so that a byte written beside one is seen.
const filler = 0xa5

// Bytes is a section of 0x28 bytes with before in front of the field and field in it, both
// in hex.
func Bytes(t testing.TB, before, field string) []byte {
	t.Helper()
	b, err := hex.DecodeString(before + field)
	if err != nil {
		t.Fatal(err)
	}
	file := bytes.Repeat([]byte{filler}, 0x28)
	copy(file[At-len(before)/2:], b)
	return file
}

// Type finds a type's number by its name, or by its text.
func Type(t testing.TB, table *reloc.Table, name string) uint32 {
	t.Helper()
	if n, err := strconv.ParseUint(name, 0, 32); err == nil {
		return uint32(n)
	}
	for i := range table.Rows {
		if table.Rows[i].Name == name {
			return uint32(i)
		}
	}
	t.Fatalf("no row is called %s", name)
	return 0
}

// Reloc is a relocation of the field to symbol 1, for differences less symbol 2.
func (s *Suite) Reloc(t testing.TB, name string, a int64) reloc.Reloc {
	t.Helper()
	r := reloc.Reloc{Offset: At, Type: Type(t, s.Table, name), Sym: 1, Sub: objfmt.NoSymbol, Addend: a, HasAddend: s.inRecord(name)}
	if s.Table.Rows[r.Type].Expr == reloc.Diff {
		r.Sub = 2
	}
	return r
}

// inRecord reports whether the addend of a type is in the record alone.
func (s *Suite) inRecord(name string) bool { return s.Rela || slices.Contains(s.InRecord, name) }

// World is one object with two symbols, S and S2, and one section.
type World struct {
	t        testing.TB
	Plan     stubs.Plan
	Env      reloc.Env
	Contents reloc.Contents
	Entry    [reloc.NumNeeds]int // index in Env.Addr, 0: nothing is made
	s        int                 // index in Env.Addr of what a case's S is the address of
}

// poison is the address of all that no formula should ask for.
const poison = 0x4444444444444444

// World scans relocations of a section with these bytes. S is in another object if away.
func (s *Suite) World(t testing.TB, file []byte, away bool, rs ...reloc.Reloc) *World {
	t.Helper()
	syms := make([]objfmt.Symbol, 3)
	return s.WorldOf(t, file, syms, away, rs...)
}

// WorldOf is World for an object with these symbols, of which the first is none.
func (s *Suite) WorldOf(t testing.TB, file []byte, syms []objfmt.Symbol, away bool, rs ...reloc.Reloc) *World {
	t.Helper()
	w := &World{t: t, s: 1}
	var sc stubstest.Scanner
	scan(t, s.Table, len(syms), uint64(len(file)), rs)
	sc.Begin(len(syms))
	if n, why := sc.Scan(s.Table, uint64(len(file)), rs); why != reloc.OK {
		t.Fatalf("scan refuses relocation %d: fault %d", n, why)
	}
	sc.End(s.Table, syms, func(objfmt.SymbolID) bool { return away }, make(reloc.Firsts, reloc.FirstsLen(len(syms))), &w.Plan)
	w.Env = reloc.Env{
		Table: s.Table, Made: &w.Plan.Entries, Base: s.GOT, ImageBase: s.ImageBase, Addr: make([]uint64, len(syms)+len(w.Plan.List)),
		About: About{Size: s.Size, Section: s.Section, Number: s.Number, Func: !s.Untyped},
	}
	for i := range w.Env.Addr {
		w.Env.Addr[i] = poison
	}
	w.Env.Addr[2] = s.Second
	for i, e := range w.Plan.List {
		w.Entry[e.Need] = len(syms) + i
		if s.Made != nil {
			w.Env.Addr[len(syms)+i] = s.Made[e.Need]
		}
	}
	if need := s.Table.Rows[rs[0].Type].Need; s.Made == nil && need != reloc.NeedNone && need != reloc.NeedStub && need != reloc.NeedBase {
		if w.s = w.Entry[need]; w.s == 0 {
			t.Fatalf("nothing is made for need %d", need)
		}
	}
	w.Contents = reloc.Contents{Mem: bytes.Clone(file), File: file, Addr: s.P - At}
	return w
}

// Set gives S an address or, in suites without Made, what stands for it.
func (w *World) Set(s uint64) { w.Env.Addr[w.s] = s }

// Apply writes the fields, which must be accepted, and returns the section in hex.
func (w *World) Apply(s uint64, rs ...reloc.Reloc) string {
	w.t.Helper()
	w.Set(s)
	w.ByRow(rs)
	if n, v, why := w.Env.Apply(&w.Contents, rs); why != reloc.OK || n != len(rs) {
		w.t.Fatalf("S %#x: relocation %d: value %#x: fault %d", s, n, v, why)
	}
	return hex.EncodeToString(w.Contents.Mem)
}

// ByRow writes the fields of the section from relocations as they lie in files of both byte orders, if some layout has all that
// they say: to memory as it is, and to such that has what the file has. Both must be what Apply writes.
func (w *World) ByRow(rs []reloc.Reloc) {
	w.t.Helper()
	w.byPatch(rs)
	if !inRows(w.Env.Table, rs) {
		return
	}
	for _, fresh := range []bool{false, true} {
		for _, big := range []bool{false, true} {
			l, raw := encode(rs, big)
			at, want := w.Contents, w.Contents
			if fresh {
				at.Mem, want.Mem, at.Fresh = at.File, at.File, true
			}
			at.Mem, want.Mem = bytes.Clone(at.Mem), bytes.Clone(want.Mem)
			n, v, why := w.Env.ApplyRows(&at, raw, l, 0)
			n2, v2, why2 := w.Env.Apply(&want, rs)
			if n != n2 || why != why2 || why != reloc.OK && v != v2 || !bytes.Equal(at.Mem, want.Mem) {
				w.t.Errorf("%+v by row: %d, value %#x, fault %d\n% x\nwant %d, %#x, %d\n% x", rs, n, v, why, at.Mem, n2, v2, why2, want.Mem)
			}
		}
	}
}

// inRows reports whether all relocations have their addends in records, or none has, and nothing else has to be said.
func inRows(t *reloc.Table, rs []reloc.Reloc) bool {
	return !t.Arch.Packed && !t.Arch.Runs && !slices.ContainsFunc(rs, func(r reloc.Reloc) bool {
		return r.Sub != objfmt.NoSymbol || r.HasAddend != rs[0].HasAddend || r.More || !r.HasAddend && r.Addend != 0
	})
}

// scan notes what relocations need, as they are and as they lie in files: it must be the same, and so must be what is refused.
func scan(t testing.TB, table *reloc.Table, syms int, size uint64, rs []reloc.Reloc) (int, reloc.Fault) {
	t.Helper()
	var want reloc.Notes
	want.Begin(syms)
	n, why := want.Scan(table, size, rs)
	if !inRows(table, rs) {
		return n, why
	}
	for _, big := range []bool{false, true} {
		for _, inert := range []bool{false, true} {
			var got, want reloc.Notes
			got.Begin(syms)
			want.Begin(syms)
			got.Inert, want.Inert = inert, inert
			l, raw := encode(rs, big)
			n, why := got.ScanRows(table, size, raw, l, 0)
			if n2, why2 := want.Scan(table, size, rs); n != n2 || why != why2 || !reflect.DeepEqual(got, want) {
				t.Errorf("%+v by row: %d, fault %d, %+v, want %d, %d, %+v", rs, n, why, got, n2, why2, want)
			}
		}
	}
	return n, why
}

// encode makes records of ELF of relocations that all have addends or all have none, and their layout.
func encode(rs []reloc.Reloc, big bool) (*objfmt.Layout, []byte) {
	l := objfmt.StraightRows
	p := &objfmt.StraightRows
	if l.Order.Big = big; big || !rs[0].HasAddend {
		p = &l
	}
	if !rs[0].HasAddend {
		l.Size, l.Addend = 16, 0
	}
	raw := make([]byte, len(rs)*l.Size)
	for i, r := range rs {
		b := raw[i*l.Size:]
		l.Order.PutU64(b, r.Offset)
		l.Order.PutU64(b[8:], uint64(r.Sym)<<32|uint64(r.Type))
		if r.HasAddend {
			l.Order.PutU64(b[16:], uint64(r.Addend))
		}
	}
	return p, raw
}

// About answers for all symbols.
type About struct {
	Size            uint64
	Section, Number uint64
	Func, Weak      bool
}

// SizeOf is Z.
func (a About) SizeOf(objfmt.SymbolID) uint64 { return a.Size }

// SectionOf is where the section of S begins, and its number.
func (a About) SectionOf(objfmt.SymbolID) (addr, number uint64) { return a.Section, a.Number }

// Other is that of no definition.
func (a About) Other(objfmt.SymbolID) (other uint8, here bool) { return 0, false }

// Code implements [reloc.Symbols].
func (a About) Code(objfmt.SymbolID, int64) (addr uint64, here bool) { return 0, false }

// Nowhere reports whether S is a weak symbol that nobody defines.
func (a About) Nowhere(objfmt.SymbolID) bool { return a.Weak }

// IsFunc reports whether S is a function.
func (a About) IsFunc(objfmt.SymbolID) bool { return a.Func }

// Rows applies all cases, twice, for the second time the memory no longer has what the file
// has, with the addend in the record and, where the field holds it, in the field.
func (s *Suite) Rows(t *testing.T, cases []Case) {
	for _, c := range cases {
		t.Run(c.Type, func(t *testing.T) {
			r := s.Reloc(t, c.Type, c.A)
			if w := s.Table.Width(s.Table.Rows[r.Type].Field); w != len(c.Want)/2 {
				t.Errorf("the field has %d bytes, the case %d", w, len(c.Want)/2)
			}
			field := c.File
			if field == "" {
				field = strings.Repeat("a5", len(c.Want)/2)
			}
			file, want := Bytes(t, c.Before, field), hex.EncodeToString(Bytes(t, c.Before, c.Want))
			try := func(what string, file []byte, r reloc.Reloc) {
				t.Helper()
				w := s.World(t, file, s.Away, r)
				for range 2 {
					if got := w.Apply(c.S, r); got != want {
						t.Errorf("%s, S %#x P %#x A %#x:\n got %s\nwant %s", what, c.S, s.P, r.Addend, got, want)
					}
				}
			}
			try("as the file has it", file, r)
			switch {
			case !s.inRecord(c.Type):
				r.Addend += s.implicit(r, file)
				r.HasAddend = true
				try("addend in the record", file, r)
				if c.Before == "" {
					try("addend in the record alone", Bytes(t, "", c.Want), r)
				}
			case s.Rela && s.hold(r, file):
				r.HasAddend, r.Addend = false, 0
				try("addend in the field", file, r)
			}
		})
	}
}

// implicit is the addend that a field holds, which is signed.
func (s *Suite) implicit(r reloc.Reloc, file []byte) int64 {
	f := s.Table.Rows[r.Type].Field
	if f >= reloc.FieldArch {
		return s.Table.Arch.Fields[f-reloc.FieldArch].Get(file[At:], bin.Order{})
	}
	n := f.Width()
	v := uint64(0)
	for i := range n {
		v |= uint64(file[At+i]) << (8 * i)
	}
	return int64(v<<(64-8*n)) >> (64 - 8*n)
}

// hold puts the addend in the field, as an assembler does that writes SHT_REL, and reports
// whether the field takes it.
func (s *Suite) hold(r reloc.Reloc, file []byte) bool {
	f := s.Table.Rows[r.Type].Field
	if f >= reloc.FieldArch {
		s.Table.Arch.Fields[f-reloc.FieldArch].Put(file[At:], bin.Order{}, uint64(r.Addend))
	} else {
		for i := range f.Width() {
			file[At+i] = byte(r.Addend >> (8 * i))
		}
	}
	return f != reloc.FieldNone && s.implicit(r, file) == r.Addend
}

// Touched names the rows that no case touches, and tries those that write nothing, those
// that are refused, and those that the ABI gives dynamic linkers alone. A type is in one of
// the four lists. A row without a name and a formula is refused, too; one without a formula
// has nothing else that a formula would need.
func (s *Suite) Touched(t *testing.T, cases []Case, nothing, refused, dynamic []string) {
	touched := make([]string, len(s.Table.Rows))
	touch := func(list, name string) {
		typ := Type(t, s.Table, name)
		if was := touched[typ]; was != "" && (was != list || list != "cases") {
			t.Errorf("%s is in two lists, %s and %s", name, was, list)
		}
		touched[typ] = list
	}
	for _, c := range cases {
		touch("cases", c.Type)
	}
	for _, n := range nothing {
		touch("nothing", n)
		r := s.Reloc(t, n, -4)
		if got, was := s.World(t, Bytes(t, "", ""), true, r).Apply(1, r), hex.EncodeToString(Bytes(t, "", "")); got != was {
			t.Errorf("%s wrote %s", n, got)
		}
	}
	refuses := func(typ uint32, want reloc.Fault) {
		t.Helper()
		scan(t, s.Table, 3, 0x28, []reloc.Reloc{{Type: typ, Sym: 1, Sub: objfmt.NoSymbol}})
		if _, why := scan(t, s.Table, 3, 0x28, []reloc.Reloc{{Type: typ, Sym: 1, Sub: 2}}); why != want {
			t.Errorf("type %#x, %s: fault %d, want %d", typ, s.Table.Name(typ), why, want)
		}
	}
	for _, n := range refused {
		touch("refused", n)
		refuses(Type(t, s.Table, n), reloc.UnknownType)
	}
	for _, n := range dynamic {
		touch("dynamic", n)
		refuses(Type(t, s.Table, n), reloc.DynamicType)
	}
	for i, h := range s.Table.Rows {
		for _, off := range []uint64{0, 0x20, 0x24, 0x26, 0x27, 0x28, 0x29, 1 << 40, 1<<64 - 4} {
			scan(t, s.Table, 3, 0x28, []reloc.Reloc{{Type: uint32(i), Sym: 1 + objfmt.SymbolID(off%3), Sub: objfmt.NoSymbol, Offset: off, HasAddend: true}})
		}
		if h.Expr <= reloc.Dynamic && h != (reloc.Howto{Name: h.Name, Expr: h.Expr}) {
			t.Errorf("type %#x: row %+v has no formula", i, h)
		}
		switch {
		case touched[i] != "":
		case h.Name == "" && h.Expr == reloc.Unknown:
			refuses(uint32(i), reloc.UnknownType)
		default:
			t.Errorf("type %#x: row %q has no case", i, h.Name)
		}
	}
	refuses(uint32(len(s.Table.Rows)), reloc.UnknownType)
}

// Refused lists the rows with a name and no formula.
func Refused(table *reloc.Table) (names []string) {
	for i, h := range table.Rows {
		if h.Name != "" && h.Expr == reloc.Unknown {
			names = append(names, strconv.Itoa(i))
		}
	}
	return names
}

// Limit is the range that an ABI gives the values of types.
type Limit struct {
	Types       string // names, without Prefix if that is given to [Suite.Limits]; more than one between blanks or, if one has blanks, "; "
	Least, Most int64
	Align       int64 // what values are multiples of
}

// Range is the limit of types whose values are multiples of align.
func Range(types string, least, most, align int64) Limit { return Limit{types, least, most, align} }

// Unlimited is the range of types that take every value, or wrap.
func Unlimited(types string) Limit { return Limit{types, -unlimited, unlimited, 1} }

const unlimited = 1 << 62

// page is an alignment that does not limit values: their low bits are cut off.
const page = 4096

// Limits puts each type at both ends of its range, one behind them, and at what is no
// multiple. Every row with a formula has a limit, besides those in untried: a number that no
// address gives, or a range that the instruction decides.
func (s *Suite) Limits(t *testing.T, prefix string, limits []Limit, untried ...string) {
	tried := make([]bool, len(s.Table.Rows))
	try := func(name string) {
		typ := Type(t, s.Table, name)
		if tried[typ] {
			t.Errorf("%s is listed twice", name)
		}
		tried[typ] = true
	}
	for _, l := range limits {
		for _, name := range types(l.Types) {
			try(prefix + name)
			t.Run(name, func(t *testing.T) { s.limit(t, prefix+name, &l) })
		}
	}
	for _, name := range untried {
		try(prefix + name)
	}
	for typ, h := range s.Table.Rows {
		if (h.Expr > reloc.Dynamic) != tried[typ] {
			t.Errorf("type %#x, %s, has no limits", typ, h.Name)
		}
	}
}

// types splits a list of names.
func types(list string) []string {
	if strings.Contains(list, ";") || strings.Contains(list, "(") {
		return strings.Split(list, "; ")
	}
	return strings.Fields(list)
}

// limit tries the values of a type.
func (s *Suite) limit(t *testing.T, name string, l *Limit) {
	if f := s.Table.Rows[Type(t, s.Table, name)].Field; f < reloc.FieldArch {
		least, most := f.Limits()
		if every := uint64(most-least) == 1<<64-1; every != (l.Most == unlimited) || !every && (least != l.Least || most != l.Most) {
			t.Errorf("the field takes %#x to %#x", least, most)
		}
	}
	for _, v := range []int64{l.Least, l.Most, l.Least + l.Align, l.Most - l.Align} {
		s.value(t, name, v, reloc.OK)
	}
	if l.Align > 1 && l.Align != page {
		for _, v := range []int64{l.Least + 1, l.Most - l.Align + 1, l.Most - l.Align/2} {
			s.value(t, name, v, reloc.Misaligned)
		}
	}
	if l.Most >= unlimited-16 {
		return
	}
	out := []int64{l.Least - l.Align, l.Most + l.Align}
	if s.Far != 0 {
		out = append(out, l.Least-s.Far, l.Most+s.Far)
	}
	for _, v := range out {
		s.value(t, name, v, reloc.OutOfRange)
	}
}

// value has a relocation come out as v: what is accepted stands in the field and changes
// nothing beside it, what is refused changes nothing.
func (s *Suite) value(t *testing.T, name string, v int64, want reloc.Fault) {
	t.Helper()
	r := s.Reloc(t, name, 0)
	h := s.Table.Rows[r.Type]
	width := s.Table.Width(h.Field)
	file := Bytes(t, "", "")
	if !r.HasAddend {
		clear(file[At : At+width])
	}
	w := s.World(t, file, s.Away, r)
	w.set(s, h, v)
	w.byPatch([]reloc.Reloc{r})
	n, got, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r})
	after := bytes.Clone(file)
	if want == reloc.OK && h.Field < reloc.FieldArch {
		for i := range width {
			after[At+i] = byte(v >> (8 * i))
		}
	} else if want == reloc.OK {
		s.Table.Arch.Fields[h.Field-reloc.FieldArch].Put(after[At:], bin.Order{}, uint64(v))
	}
	switch {
	case why != want:
		t.Errorf("%#x: fault %d with value %#x, want fault %d", v, why, got, want)
	case want == reloc.OK && n != 1, want != reloc.OK && (n != 0 || got != uint64(v)):
		t.Errorf("%#x: %d applied, value %#x", v, n, got)
	case !bytes.Equal(w.Contents.Mem, after):
		t.Errorf("%#x:\n got % x\nwant % x", v, w.Contents.Mem, after)
	}
}

// set gives the operand of a formula the value at which it gives v: every formula is its
// operand plus a constant.
func (w *World) set(s *Suite, h reloc.Howto, v int64) {
	x := uint64(v) - uint64(int64(h.Adjust))
	switch h.Expr {
	case reloc.PC, reloc.PCLead:
		x += s.P
	case reloc.Page:
		x += s.P &^ (page - 1)
	case reloc.Base, reloc.BaseOrAbs:
		x += s.GOT
	case reloc.BasePage:
		x += s.GOT &^ (page - 1)
	case reloc.RVA:
		x += s.ImageBase
	case reloc.SecRel:
		x += s.Section
	case reloc.Diff:
		x += s.Second
	case reloc.Negative:
		x = -x
	}
	about := About{Size: s.Size, Section: s.Section, Number: s.Number, Func: !s.Untyped}
	switch {
	case h.Expr == reloc.Size:
		about.Size = x
	case h.Expr == reloc.SecNumber:
		about.Number = x
	case h.Need == reloc.NeedBase:
		w.Env.Base = x
	case h.Need == reloc.NeedNone:
		w.Env.Addr[1] = x
	case h.Need == reloc.NeedStub:
		w.Env.Addr[1] = x
		if i := w.Entry[h.Need]; i != 0 {
			w.Env.Addr[i] = x // the stub is no nearer
		}
	default:
		w.Env.Addr[w.Entry[h.Need]] = x
	}
	w.Env.About = about
}
