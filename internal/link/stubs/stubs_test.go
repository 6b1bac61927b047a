package stubs_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// The types of a made-up instruction set.
const (
	typeNone     = iota
	typeBranch   // through a stub where it does not reach
	typeGOT      // entries shared by symbol
	typeGOTPage  // entries shared by symbol and page
	typeTPSlot   // entries shared by symbol and addend
	typeAbsolute // the symbol itself
	typePage     // words with pages
)

const (
	page = 0x10000
	size = 128 // bytes of a section
)

// made is its table. Stubs are a byte 'J' and the low 7 bytes of their target.
func made(direct bool) *reloc.Table {
	arch := &reloc.Arch{
		Name: "made", PtrSize: 8, StubSize: 8, StubAlign: 8, BranchReach: 1 << 22, Direct: direct,
		WriteStub: func(dst []byte, _ bin.Order, _, target uint64) bool {
			bin.Order{}.PutU64(dst, target<<8|'J')
			return target>>56 == 0
		},
		EntryAddend: func(h *reloc.Howto, a int64) int64 {
			if h.Need == reloc.NeedGOT {
				return a &^ (page - 1)
			}
			return a
		},
	}
	return reloc.NewTable(arch, []reloc.Howto{
		typeBranch:   reloc.Row("BRANCH", reloc.PC, reloc.Signed32, reloc.NeedStub),
		typeGOT:      reloc.Row("GOT", reloc.Abs, reloc.Word64, reloc.NeedGOT),
		typeGOTPage:  {Name: "GOT_PAGE", Expr: reloc.Abs, Field: reloc.Word64, Need: reloc.NeedGOT, PerAddend: true},
		typeTPSlot:   {Name: "TPSLOT", Expr: reloc.Abs, Field: reloc.Word64, Need: reloc.NeedGOTTPOff, PerAddend: true},
		typeAbsolute: reloc.Row("ABSOLUTE", reloc.Abs, reloc.Word64, reloc.NeedNone),
		typePage:     {Name: "PAGE", Expr: reloc.Abs, Field: reloc.Word64, Need: reloc.NeedGOT, PerPage: true},
	})
}

// world is an object whose stubs and GOT entries are at addresses of their own.
type world struct {
	t      testing.TB
	obj    stubs.Object
	plan   stubs.Plan
	at     []records.Section // by section
	rs     [][]reloc.Reloc   // likewise
	mem    [][]byte          // likewise, with stubs
	got    []byte
	stub   []byte
	addr   []uint64
	thread stubs.Thread
	left   objfmt.SymbolID
	funcs  bool
}

const (
	sectionAddr = 0x100_0000 // of section i, times i+1
	gotAddr     = 0x700_0000
	stubAddr    = 0x800_0000
	farAddr     = 0x4000_0000 // of symbols, and their number times 0x100
)

func (w *world) Word(_ objfmt.SymbolID, s uint64) (uint64, bool, error) { return s, false, nil }
func (w *world) Thread(reloc.Need, objfmt.SymbolID) (stubs.Thread, error) {
	return w.thread, nil
}
func (w *world) Behind(id objfmt.SectionID) stubs.Area {
	return stubs.Area{Mem: w.mem[id], Addr: w.at[id].Addr}
}
func (w *world) IsFunc(objfmt.SymbolID) bool  { return w.funcs }
func (w *world) Nowhere(objfmt.SymbolID) bool { return false }

// r is a relocation; those of one section get offsets 8 apart.
func r(typ uint32, sym objfmt.SymbolID, addend int64) reloc.Reloc {
	return reloc.Reloc{Type: typ, Sym: sym, Addend: addend, Sub: objfmt.NoSymbol, HasAddend: true}
}

// newWorld makes the plan of an object with four symbols, all of them outside, whose
// sections have these relocations.
func newWorld(t testing.TB, table *reloc.Table, policy stubs.Policy, rs ...[]reloc.Reloc) *world {
	t.Helper()
	w := &world{t: t, rs: rs, left: objfmt.NoSymbol, thread: stubs.Thread{Module: 3, DTPOff: 0x20, TPOff: 0x40}}
	w.obj = stubs.Object{Table: table, Image: &objfmt.ObjectImage{Symbols: make([]objfmt.Symbol, 4)}, Policy: policy}
	for i := range w.obj.Image.Symbols {
		w.obj.Image.Symbols[i].Section = objfmt.SecUndef
		w.obj.Image.Symbols[i].Bind = objfmt.BindGlobal
	}
	for i, rs := range rs {
		for k := range rs {
			rs[k].Offset = uint64(8 * k)
		}
		w.obj.Image.Sections = append(w.obj.Image.Sections, objfmt.Section{Size: size, Align: 4, Kind: objfmt.KindCode, Flags: objfmt.SecLoad})
		w.at = append(w.at, records.Section{ID: objfmt.SectionID(i), File: make([]byte, size), Addr: uint64(i+1) * sectionAddr})
	}
	w.scan()
	return w
}

// scan makes the plan.
func (w *world) scan() {
	w.t.Helper()
	var sc stubs.Scanner
	w.plan = stubs.Plan{}
	sc.Begin(&w.plan, &w.obj, stubs.Away(func(sym objfmt.SymbolID) bool { return true }))
	for i := range w.rs {
		sc.Start(&w.at[i], false)
		if n, why := sc.Scan(size, w.rs[i]); why != reloc.OK {
			w.t.Fatalf("section %d: relocation %d: fault %d", i, n, why)
		}
		if err := sc.Finish(objfmt.SectionID(i), size, 0); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := sc.End(w.t.Context(), make(reloc.Firsts, reloc.FirstsLen(len(w.obj.Image.Symbols)))); err != nil {
		w.t.Fatal(err)
	}
}

// write gives everything an address and writes the plan.
func (w *world) write() {
	w.t.Helper()
	w.got, w.stub = make([]byte, w.plan.GOTSize), make([]byte, w.plan.StubSize)
	w.mem = nil
	for i := range w.at {
		n := uint64(size)
		if extent := w.plan.Extent(objfmt.SectionID(i)); extent != nil {
			n = extent.Size
		}
		w.mem = append(w.mem, make([]byte, n))
	}
	w.addr = make([]uint64, len(w.obj.Image.Symbols)+len(w.plan.List))
	for i := range w.obj.Image.Symbols {
		w.addr[i] = farAddr + 0x100*uint64(i)
	}
	w.writePlan()
}

// writePlan writes the plan where everything is now.
func (w *world) writePlan() {
	w.t.Helper()
	m := stubs.Memory{Stubs: stubs.Area{Mem: w.stub, Addr: stubAddr}, GOT: stubs.Area{Mem: w.got, Addr: gotAddr}, Lo: sectionAddr, Hi: 3 * sectionAddr}
	if err := w.plan.Write(context.Background(), m, w, w.addr); err != nil {
		w.t.Fatal(err)
	}
}

// apply redirects and applies the relocations of a section and returns its memory.
func (w *world) apply(section int) []byte {
	w.t.Helper()
	rs := append([]reloc.Reloc(nil), w.rs[section]...)
	w.plan.Redirect(&w.at[section], rs, w.addr, func(sym objfmt.SymbolID) bool { return sym == w.left }, nil)
	env := reloc.Env{Table: w.obj.Table, Made: &w.plan.Entries, Addr: w.addr}
	at := reloc.Contents{Mem: w.mem[section], File: w.at[section].File, Addr: w.at[section].Addr}
	if n, v, why := env.Apply(&at, rs); why != reloc.OK {
		w.t.Fatalf("section %d: relocation %d: value %#x: fault %d", section, n, v, why)
	}
	return w.mem[section]
}

func u64(b []byte, off uint64) uint64 { return bin.Order{}.U64(b[off:]) }

// wordAt is the word of the GOT at an address.
func (w *world) wordAt(addr uint64) uint64 {
	w.t.Helper()
	if addr < gotAddr || addr+8 > gotAddr+uint64(len(w.got)) {
		w.t.Fatalf("%#x is not in the GOT", addr)
	}
	return u64(w.got, addr-gotAddr)
}

// TestPerAddend: relocations of a row with entries by addend share one with those of the
// same symbol and class of addends alone, whatever other rows make for the symbol; the
// entry leads to the symbol and that class, and the rest of the addend is the field's.
func TestPerAddend(t *testing.T) {
	for _, policy := range []stubs.Policy{stubs.Shared, stubs.Islands} {
		w := newWorld(t, made(true), policy, []reloc.Reloc{
			r(typeGOTPage, 1, 0x10), r(typeGOTPage, 1, page+0x20), r(typeGOTPage, 1, page+0x30),
			r(typeGOTPage, 2, page), r(typeGOT, 1, 4), r(typeTPSlot, 3, 0x100), r(typeTPSlot, 3, 0x108), r(typeAbsolute, 1, 7),
		})
		if n := len(w.plan.List); n != 6 || w.plan.GOTSize != 6*8 {
			t.Errorf("%d entries, %d bytes of GOT, want 6 entries", n, w.plan.GOTSize)
		}
		if !w.plan.UsesLocal {
			t.Error("the plan does not tell of thread-locals")
		}
		w.write()
		field := func(k int) uint64 { return u64(w.mem[0], uint64(8*k)) }
		w.apply(0)
		s := func(sym int) uint64 { return farAddr + 0x100*uint64(sym) }
		for k, want := range []struct {
			word uint64 // that the entry has
			rest uint64 // of the addend
		}{{s(1), 0x10}, {s(1) + page, 0x20}, {s(1) + page, 0x30}, {s(2) + page, 0}, {s(1), 4}, {0x40 + 0x100, 0}, {0x40 + 0x108, 0}} {
			if word := w.wordAt(field(k) - want.rest); word != want.word {
				t.Errorf("relocation %d: entry at %#x has %#x, want %#x", k, field(k)-want.rest, word, want.word)
			}
		}
		if field(1)-0x20 != field(2)-0x30 {
			t.Errorf("addends of one class have entries at %#x and %#x", field(1)-0x20, field(2)-0x30)
		}
		if field(0)-0x10 == field(4)-4 {
			t.Error("an entry by addend is that of the symbol")
		}
		if field(7) != s(1)+7 {
			t.Errorf("symbol's own address: %#x", field(7))
		}
	}
}

// TestPerPage: the word that a relocation of a row with entries by page names has the upper bits
// of its place, less signed lower ones, wherever the section is; local symbols of a section share entries of
// 64 KiB, and what is far away in the file is no longer there.
func TestPerPage(t *testing.T) {
	const half, word = page / 2, 8
	for _, section := range []uint64{0, 0x10, half - 0x20, half - 1, half, half + 8, page - 8, page - 1} {
		places := []struct {
			sym    objfmt.SymbolID
			addend int64
		}{{1, 0}, {1, 0x20}, {2, -0x10}, {2, half - 0x400}, {1, half}, {1, page - half - 1}, {2, 3 * page}, {3, 0}, {3, 2*page + half}, {3, -page}}
		var rs []reloc.Reloc
		for _, x := range places {
			rs = append(rs, r(typePage, x.sym, x.addend))
		}
		w := newWorld(t, made(true), stubs.Shared, nil, rs)
		syms := w.obj.Image.Symbols
		syms[1].Section, syms[1].Bind = 1, objfmt.BindLocal
		syms[2].Section, syms[2].Bind, syms[2].Value = 1, objfmt.BindLocal, 0x400
		w.scan()
		if n := len(w.plan.List); n != 6 || w.plan.GOTSize != 2*6*word {
			t.Errorf("%d entries, %d bytes of GOT, want 6 of two words", n, w.plan.GOTSize)
		}
		w.write()
		w.addr[1], w.addr[2], w.addr[3] = 0x5000_0000+section, 0x5000_0400+section, 0x6000_0000+section
		w.writePlan()
		mem := w.apply(1)
		for i, x := range places {
			want := (w.addr[x.sym] + uint64(x.addend) + half) &^ (page - 1)
			if got := w.wordAt(u64(mem, uint64(word*i))); got != want {
				t.Errorf("section at %#x, symbol %d%+#x: %#x, want %#x", section, x.sym, x.addend, got, want)
			}
		}
		// What is not where the file has it has no word.
		w.addr[2] += 2 * page
		again := append([]reloc.Reloc(nil), rs[2])
		w.plan.Redirect(&w.at[1], again, w.addr, func(objfmt.SymbolID) bool { return false }, nil)
		if again[0].Addend != 1<<30 {
			t.Errorf("moved alone, it names %+d", again[0].Addend)
		}
		again = append(again[:0], rs[0])
		w.plan.Redirect(&w.at[1], again, w.addr, func(objfmt.SymbolID) bool { return true }, nil)
		if again[0] != rs[0] {
			t.Errorf("left alone, it is %+v", again[0])
		}
	}
}

// TestNumbers: entry i has number symbols + i whatever policy made it, so that what a
// redirected relocation names is found by subtracting.
func TestNumbers(t *testing.T) {
	table := made(true)
	table.RuntimeDyld = reloc.RuntimeDyld{Size: 8, Align: 8, Write: func(dst []byte, _ uint8, addr, target uint64) bool {
		return table.Arch.WriteStub(dst, bin.Order{}, addr, target)
	}}
	for _, policy := range []stubs.Policy{stubs.Shared, stubs.Islands, stubs.RuntimeDyld} {
		w := newWorld(t, table, policy,
			[]reloc.Reloc{r(typeBranch, 1, 0), r(typeGOT, 2, 0), r(typeBranch, 3, 0)},
			[]reloc.Reloc{r(typeBranch, 1, 0), r(typeGOTPage, 2, page), r(typeGOT, 2, 8)})
		w.write()
		for i, en := range w.plan.List {
			number := objfmt.SymbolID(w.plan.Symbols + i)
			if got := w.plan.Find(en.Need, number); got != i {
				t.Errorf("policy %d: number %d is entry %d, want %d", policy, number, got, i)
			}
			want := uint64(stubAddr)
			if d := w.plan.Detail(i); d != nil && d.In != objfmt.SecUndef {
				want = w.at[d.In].Addr
			} else if en.Need == reloc.NeedGOT {
				want = gotAddr
			}
			if want += w.plan.Offset(i); w.addr[number] != want {
				t.Errorf("policy %d: entry %d is at %#x, want %#x", policy, i, w.addr[number], want)
			}
		}
		if w.plan.Find(reloc.NeedGOT, objfmt.SymbolID(w.plan.Symbols+len(w.plan.List))) >= 0 || w.plan.Find(reloc.NeedGOT, 0) >= 0 {
			t.Errorf("policy %d: entries are found that there are not", policy)
		}
	}
}

// TestIslands: each section that branches elsewhere has its own stub of a symbol, which
// leads through one GOT entry; what reaches by itself, or is to be left alone, goes there.
func TestIslands(t *testing.T) {
	for _, direct := range []bool{false, true} {
		branch := func() []reloc.Reloc {
			return []reloc.Reloc{r(typeBranch, 1, 0), r(typeBranch, 1, 0), r(typeBranch, 2, 0)}
		}
		w := newWorld(t, made(direct), stubs.Islands, branch(), branch())
		stub, got := 0, 0
		for _, en := range w.plan.List {
			if en.Need == reloc.NeedStub {
				stub++
			} else {
				got++
			}
		}
		if want := map[bool]int{false: 2, true: 0}[direct]; stub != 4 || got != want {
			t.Errorf("direct %v: %d stubs, %d GOT entries, want 4 and %d", direct, stub, got, want)
		}
		w.write()
		near := w.at[1].Addr + 0x1000
		w.addr[2] = near
		for section := range 2 {
			w.apply(section)
			for k, sym := range []uint64{1, 1, 2} {
				p := w.at[section].Addr + uint64(8*k)
				to := p + uint64(int64(int32(u64(w.mem[section], uint64(8*k)))))
				if sym == 2 && section == 1 {
					if to != near {
						t.Errorf("direct %v: a branch in reach goes to %#x", direct, to)
					}
					continue
				}
				if to < w.at[section].Addr+64 || to >= w.at[section].Addr+uint64(len(w.mem[section])) {
					t.Errorf("direct %v: section %d: branch %d goes to %#x", direct, section, k, to)
					continue
				}
				target := u64(w.mem[section], to-w.at[section].Addr) >> 8
				if !direct {
					target = w.wordAt(target)
				}
				if want := uint64(farAddr) + 0x100*sym; target != want {
					t.Errorf("direct %v: section %d: stub leads to %#x, want %#x", direct, section, target, want)
				}
			}
		}
		w.left = 1
		rs := branch()
		w.plan.Redirect(&w.at[0], rs, w.addr, func(sym objfmt.SymbolID) bool { return sym == w.left }, nil)
		if rs[0].Sym != 1 || rs[2].Sym == 2 {
			t.Errorf("direct %v: with symbol 1 left alone: %v", direct, rs)
		}
	}
}

// TestFinish: a section and its stubs are no larger than an address space, and what runs
// nowhere has no stubs.
func TestFinish(t *testing.T) {
	table := made(true)
	begin := func(flags objfmt.SectionFlags, rs ...reloc.Reloc) (*stubs.Scanner, *records.Section) {
		var p stubs.Plan
		var sc stubs.Scanner
		obj := stubs.Object{Table: table, Image: &objfmt.ObjectImage{Symbols: make([]objfmt.Symbol, 2), Sections: []objfmt.Section{{Size: 64, Flags: flags}}}, Policy: stubs.Islands}
		obj.Image.Symbols[1] = objfmt.Symbol{Section: objfmt.SecUndef, Bind: objfmt.BindGlobal}
		at := &records.Section{File: make([]byte, size)}
		sc.Begin(&p, &obj, stubs.Away(func(objfmt.SymbolID) bool { return true }))
		sc.Start(at, false)
		if _, why := sc.Scan(64, rs); why != reloc.OK {
			t.Fatal(why)
		}
		return &sc, at
	}
	sc, _ := begin(objfmt.SecLoad|objfmt.SecTLS, r(typeBranch, 1, 0))
	var none *stubs.FullError
	if err := sc.Finish(0, 64, 0); !errors.As(err, &none) || none.Sym != 1 || !strings.Contains(err.Error(), "no room") {
		t.Errorf("stub in a thread-local section: %v", err)
	}
	for _, size := range []uint64{1 << 63, 1<<64 - 1, 1<<63 - 1} {
		sc, _ = begin(objfmt.SecLoad, r(typeBranch, 1, 0))
		if err := sc.Finish(0, size, 0); !errors.Is(err, place.ErrTooLarge) {
			t.Errorf("section of %#x bytes: %v", size, err)
		}
	}
}

// TestReach: a stub that cannot lead to its target says which one it is.
func TestReach(t *testing.T) {
	for _, policy := range []stubs.Policy{stubs.Shared, stubs.Islands} {
		w := newWorld(t, made(true), policy, []reloc.Reloc{r(typeBranch, 1, 0)})
		w.write()
		w.addr[1] = 1 << 60
		err := w.plan.Write(t.Context(), stubs.Memory{Stubs: stubs.Area{Mem: w.stub, Addr: stubAddr}}, w, w.addr)
		var reach *stubs.ReachError
		if !errors.As(err, &reach) || w.plan.List[reach.Entry].Sym != 1 || reach.Target != 1<<60 {
			t.Errorf("policy %d: %v", policy, err)
		}
	}
}

// TestAgain: a stub that is needed no more is as if it had never been written.
func TestAgain(t *testing.T) {
	w := newWorld(t, made(true), stubs.Shared, []reloc.Reloc{r(typeBranch, 1, 0)})
	w.write()
	if w.addr[4] != stubAddr || u64(w.stub, 0) == 0 {
		t.Fatalf("no stub: %#x", w.addr[4])
	}
	w.addr[1] = 2 * sectionAddr
	m := stubs.Memory{Stubs: stubs.Area{Mem: w.stub, Addr: stubAddr}, Lo: 2 * sectionAddr, Hi: 2*sectionAddr + 64, Again: true}
	if err := w.plan.Write(context.Background(), m, w, w.addr); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(make([]byte, 8), w.stub); d != "" || w.addr[4] != 0 {
		t.Errorf("stub at %#x: %s", w.addr[4], d)
	}
}

// TestOtherBase: where functions expect the base of their own object's GOT, branches to
// another object go through stubs even where they reach it.
func TestOtherBase(t *testing.T) {
	for _, entry := range []func(uint8) uint64{nil, func(uint8) uint64 { return 8 }} {
		table := made(true)
		table.Arch.LocalEntry = entry
		w := newWorld(t, table, stubs.Islands, []reloc.Reloc{r(typeBranch, 1, 0)})
		w.write()
		w.addr[1] = sectionAddr + 0x1000
		rs := append([]reloc.Reloc(nil), w.rs[0]...)
		w.plan.Redirect(&w.at[0], rs, w.addr, func(objfmt.SymbolID) bool { return false }, nil)
		if got := w.plan.Redirected(&w.at[0], &w.rs[0][0]) >= 0 && rs[0].Sym != 1; got != (entry != nil) {
			t.Errorf("entry %v: islands: through a stub: %v", entry != nil, got)
		}

		var sc stubs.Scanner
		var plan stubs.Plan
		o := w.obj
		o.Policy, o.InReach = stubs.Shared, true
		sc.Begin(&plan, &o, stubs.Away(func(objfmt.SymbolID) bool { return true }))
		sc.Start(&w.at[0], false)
		if _, why := sc.Scan(64, w.rs[0]); why != reloc.OK {
			t.Fatal(why)
		}
		if err := sc.End(t.Context(), make(reloc.Firsts, reloc.FirstsLen(len(o.Image.Symbols)))); err != nil {
			t.Fatal(err)
		}
		if got := len(plan.List) == 1; got != (entry != nil) {
			t.Errorf("entry %v: all in reach: a stub: %v", entry != nil, got)
		}
	}
}

// TestEnteredByStub: a function of the object itself that some kind of branch in it cannot enter has a stub, and islands have it
// however near that is; so has an indirect one.
func TestEnteredByStub(t *testing.T) {
	for name, c := range map[string]struct {
		other  uint8
		typ    objfmt.SymbolType
		branch uint8
		want   bool
	}{
		"both may":         {1, objfmt.SymFunc, 1, false},
		"this kind cannot": {2, objfmt.SymFunc, 1, true},
		"the other cannot": {2, objfmt.SymFunc, 2, false},
		"indirect":         {1, objfmt.SymIFunc, 1, true},
	} {
		for _, policy := range []stubs.Policy{stubs.Shared, stubs.Islands} {
			table := made(true)
			table.Rows[typeBranch].Branch = c.branch
			table.Arch.LocalEntry = func(uint8) uint64 { return 8 }
			table.Arch.EnteredByStub = func(kinds uint16, other uint8) bool { return kinds&2 != 0 && other == 2 }
			table = reloc.NewTable(table.Arch, table.Rows)
			w := newWorld(t, table, policy, []reloc.Reloc{r(typeBranch, 2, 0)})
			syms := append([]objfmt.Symbol(nil), w.obj.Image.Symbols...)
			syms[2] = objfmt.Symbol{Section: 0, Bind: objfmt.BindLocal, Type: c.typ, Other: c.other}
			o := w.obj
			o.Image, o.Policy = &objfmt.ObjectImage{Symbols: syms, Sections: o.Image.Sections}, policy
			var sc stubs.Scanner
			var plan stubs.Plan
			sc.Begin(&plan, &o, stubs.Away(func(objfmt.SymbolID) bool { return false }))
			sc.Start(&w.at[0], false)
			if _, why := sc.Scan(64, w.rs[0]); why != reloc.OK {
				t.Fatal(why)
			}
			if err := sc.End(t.Context(), make(reloc.Firsts, reloc.FirstsLen(len(syms)))); err != nil {
				t.Fatal(err)
			}
			if got := len(plan.List) > 0; got != c.want {
				t.Errorf("%s, policy %v: a stub: %v", name, policy, got)
			}
		}
	}
}
