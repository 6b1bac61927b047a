package amd64_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs/stubstest"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
)

const (
	plain = "R_X86_64_GOTPCRELX"
	rex   = "R_X86_64_REX_GOTPCRELX"
	rex2  = "R_X86_64_CODE_4_GOTPCRELX"
	never = "R_X86_64_GOTPCREL"
)

// relaxCases are instructions up to their displacement. dist is from the end of
// the load to S; near is what the instruction becomes, empty if it stays.
var relaxCases = []struct {
	name, typ, before string
	dist              int64
	near              string
}{
	{"mov rax", rex, "488b05", 0x1000, "488d0500100000"},
	{"mov r15", rex, "4c8b3d", 0x1000, "4c8d3d00100000"},
	{"mov ebx", plain, "8b1d", 0x1000, "8d1d00100000"},
	{"mov with REX2", rex2, "d5488b05", 0x1000, "d5488d0500100000"},
	{"mov at +2GiB", rex, "488b05", 0x7fffffff, "488d05ffffff7f"},
	{"mov behind +2GiB", rex, "488b05", 0x80000000, ""},
	{"mov at -2GiB", rex, "488b05", -0x80000000, "488d0500000080"},
	{"mov behind -2GiB", rex, "488b05", -0x80000001, ""},
	{"call", plain, "ff15", 0x1000, "67e800100000"},
	{"call at +2GiB", plain, "ff15", 0x7fffffff, "67e8ffffff7f"},
	{"call behind +2GiB", plain, "ff15", 0x80000000, ""},
	{"call at -2GiB", plain, "ff15", -0x80000000, "67e800000080"},
	{"call behind -2GiB", plain, "ff15", -0x80000001, ""},
	// The jump is one byte shorter, so that its displacement is one more.
	{"jmp", plain, "ff25", 0x1000, "e90110000090"},
	{"jmp at +2GiB", plain, "ff25", 0x7ffffffe, "e9ffffff7f90"},
	{"jmp behind +2GiB", plain, "ff25", 0x7fffffff, ""},
	{"jmp at -2GiB", plain, "ff25", -0x80000001, "e90000008090"},
	{"jmp behind -2GiB", plain, "ff25", -0x80000002, ""},
	// An immediate would be sign-extended: all that need one stay, near or far.
	{"test", rex, "488505", 0x1000, ""},
	{"add", rex, "480305", 0x1000, ""},
	{"cmp", rex, "4c3b05", 0x1000, ""},
	{"xor 32", plain, "3305", 0x1000, ""},
	{"push", plain, "ff35", 0x1000, ""},
	{"call with REX", rex, "48ff15", 0x1000, ""},
	{"padded call of __tls_get_addr", plain, "6648ff15", 0x1000, ""},
	{"jmp with REX", rex, "48ff25", 0x1000, ""},
	{"store", rex, "488905", 0x1000, ""},
	{"mov through a register", rex, "488b80", 0x1000, ""},
	{"mov without the X", never, "488b05", 0x1000, ""},
}

// load is a section with one instruction, the displacement at offset at.
func load(before string, typ string, t testing.TB) ([]byte, reloc.Reloc) {
	file := rowtest.Bytes(t, "", "")
	b, err := hex.DecodeString(before)
	if err != nil {
		t.Fatal(err)
	}
	copy(file[at-len(b):], b)
	copy(file[at:], "\x00\x00\x00\x00")
	return file, row(t, typ, -4)
}

// slotDisp is the field where the instruction keeps loading from the slot.
const slotDisp = "0400f03f" // entry 0x40000018 - (0x100010 + 4)

func TestRelax(t *testing.T) {
	for _, c := range relaxCases {
		t.Run(c.name, func(t *testing.T) {
			file, r := load(c.before, c.typ, t)
			w := elfRows.World(t, file, true, r)
			stays := c.before + slotDisp
			want := c.near
			if want == "" {
				want = stays
			}
			s := uint64(fieldP + 4 + c.dist)
			from := 2*at - len(c.before)
			check := func(what, got, want string) {
				t.Helper()
				all := hex.EncodeToString(file)
				if all = all[:from] + want + all[from+len(want):]; got != all {
					t.Errorf("%s:\n got %s\nwant %s", what, got[from:from+len(want)], want)
				}
			}
			check("first", w.Apply(s, r), want)
			check("again", w.Apply(s, r), want)
			// Whatever it was before, out of reach, undefined or with relaxation turned
			// off the instruction is the compiler's own.
			check("moved far", w.Apply(s+1<<40, r), stays)
			check("moved back", w.Apply(s, r), want)
			check("undefined", w.Apply(0, r), stays)
			check("moved back", w.Apply(s, r), want)
			w.Env.NoRelax = true
			check("not wanted", w.Apply(s, r), stays)
		})
	}
}

// TestRelaxUnsignedTrap: a slot's value that fits 32 bits unsigned, but not signed,
// must not end up as an immediate or a displacement of absolute addressing.
func TestRelaxUnsignedTrap(t *testing.T) {
	for _, before := range []string{"488b05", "488505", "480305", "4c3b05"} {
		file, r := load(before, rex, t)
		w := elfRows.World(t, file, true, r)
		got := w.Apply(0xf0000000, r) // 0xefefffec away
		if want := before + slotDisp; got[2*at-len(before):][:len(want)] != want {
			t.Errorf("%s of address 0xf0000000 became %s", before, got)
		}
	}
}

// TestRelaxAddend: a displacement that does not end the instruction, or that does
// not load the slot's first byte, says nothing about the instruction.
func TestRelaxAddend(t *testing.T) {
	for _, a := range []int64{-8, -5, 0, 4} {
		file, r := load("488b05", rex, t)
		r.Addend = a
		w := elfRows.World(t, file, true, r)
		if got := w.Apply(fieldP+0x1000, r); got[2*at-6:2*at] != "488b05" {
			t.Errorf("addend %d: instruction became %s", a, got[2*at-6:])
		}
	}
}

// TestRelaxAtStart: fields with less than two bytes before them in the section.
func TestRelaxAtStart(t *testing.T) {
	for off := range uint64(2) {
		r := row(t, plain, -4)
		r.Offset = off
		w := elfRows.World(t, make([]byte, 8), true, r)
		w.Contents.Addr = fieldP - off
		if got := w.Apply(0x100000, r); got[2*off:2*off+8] != slotDisp {
			t.Errorf("offset %d: %s", off, got)
		}
	}
}

// assembled is what an assembler made of testdata's made.s, by symbol.
func assembled(t *testing.T) map[string][]byte {
	t.Helper()
	f, err := elf.Open("../../testdata/elf-amd64/made.o")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := f.Section(".text").Data()
	if err != nil {
		t.Fatal(err)
	}
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, s := range syms {
		out[s.Name] = text[s.Value:][:s.Size]
	}
	return out
}

// TestMade compares the code that the linker makes with an assembler's.
func TestMade(t *testing.T) {
	a := amd64.ELF.Arch
	want := assembled(t)
	const addr, disp = 0x7f0000000000, 0x11223344
	check := func(name string, size uint64, write func(dst []byte) bool) {
		t.Helper()
		b := make([]byte, size)
		if !write(b) || !bytes.HasPrefix(b, want[name]) || len(want[name]) == 0 || uint64(len(want[name])) > size {
			t.Errorf("%s:\n got % x\nwant % x", name, b, want[name])
		}
	}
	check("stub", a.StubSize, func(b []byte) bool { return a.WriteStub(b, bin.Order{}, addr, addr+6+disp) })
	check("tlsdesc", a.StubSize, func(b []byte) bool { a.WriteTLSDescStub(b); return true })
	check("ifunc", a.IFuncSize, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, false, addr, addr+7+disp) })
	check("thunk", a.IFuncThunk, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, true, addr, 0) })
	if a.StubSize != 8 || a.StubAlign != 8 || a.PtrSize != 8 {
		t.Errorf("stub of %d bytes aligned %d, entry of %d", a.StubSize, a.StubAlign, a.PtrSize)
	}
}

// TestMadeReach: stubs and indirect functions reach their words up to both ends of
// a signed displacement, and say so where they don't.
func TestMadeReach(t *testing.T) {
	const addr = 0x7f0000000000
	a := amd64.ELF.Arch
	for _, c := range []struct {
		dist int64
		ok   bool
	}{{0x7fffffff, true}, {0x80000000, false}, {-0x80000000, true}, {-0x80000001, false}, {1 << 40, false}} {
		b := make([]byte, 16)
		if got := a.WriteStub(b, bin.Order{}, addr, uint64(addr+6+c.dist)); got != c.ok {
			t.Errorf("stub with its entry %#x away: %v", c.dist, got)
		}
		if got := a.WriteIFunc(b, bin.Order{}, false, addr, uint64(addr+7+c.dist)); got != c.ok {
			t.Errorf("indirect function with its words %#x away: %v", c.dist, got)
		}
	}
}

// TestStubOnlyWhenFar: a branch takes its stub when the target is out of reach or
// nowhere, and not a byte earlier.
func TestStubOnlyWhenFar(t *testing.T) {
	const stub = "ecff0f00" // 0x200000 - (0x100010 + 4)
	for _, c := range []struct {
		dist int64
		want string
	}{
		{0x1000, "00100000"}, {0x7fffffff, "ffffff7f"}, {0x80000000, stub}, {-0x80000000, "00000080"}, {-0x80000001, stub},
		{1 << 45, stub}, {-fieldP - 4, stub}, // address 0: an undefined weak name
	} {
		r := row(t, "R_X86_64_PLT32", -4)
		w := elfRows.World(t, rowtest.Bytes(t, "", ""), true, r)
		if got := w.Apply(uint64(fieldP+4+c.dist), r)[2*at:][:8]; got != c.want {
			t.Errorf("distance %#x: field %s, want %s", c.dist, got, c.want)
		}
		// Without a stub, for a symbol of the object itself, the same is an error.
		w = elfRows.World(t, rowtest.Bytes(t, "", ""), false, r)
		w.Env.Addr[1] = uint64(fieldP + 4 + c.dist)
		far := c.dist != int64(int32(c.dist))
		if _, _, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r}); far != (why == reloc.OutOfRange) {
			t.Errorf("distance %#x without a stub: fault %d", c.dist, why)
		}
	}
}

// TestFields is the property of every data field: what fits is read back, what does
// not is refused and nothing is written, and no byte beside the field changes.
func TestFields(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	seen := map[reloc.Field]bool{}
	for i := range amd64.ELF.Rows {
		h := amd64.ELF.Rows[i]
		if h.Expr != reloc.Abs || h.Need != reloc.NeedNone || seen[h.Field] {
			continue
		}
		seen[h.Field] = true
		least, most := h.Field.Limits()
		n := h.Field.Width()
		for range 5000 {
			v := int64(rnd.Uint64()) >> rnd.IntN(64)
			r := reloc.Reloc{Offset: rnd.Uint64N(uint64(len(rowtest.Bytes(t, "", ""))-n) + 1), Type: uint32(i), Sym: 1, HasAddend: true}
			w := elfRows.World(t, rowtest.Bytes(t, "", ""), false, r)
			w.Env.Addr[1] = uint64(v)
			_, _, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r})
			want := rowtest.Bytes(t, "", "")
			fits := v >= least && v <= most
			if fits {
				for k := range n {
					want[int(r.Offset)+k] = byte(v >> (8 * k))
				}
			}
			if fits != (why == reloc.OK) || string(w.Contents.Mem) != string(want) {
				t.Fatalf("%s of %#x at %d: fault %d\n got % x\nwant % x", h.Field, v, r.Offset, why, w.Contents.Mem, want)
			}
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d fields tried", len(seen))
	}
}

// TestBig writes the same fields in the other byte order, as targets of that order
// have them.
func TestBig(t *testing.T) {
	for name, want := range map[string]string{
		"R_X86_64_64": "0000000012345678", "R_X86_64_32": "12345678", "R_X86_64_PC64": "0000000012245668",
	} {
		r := row(t, name, 0)
		w := elfRows.World(t, rowtest.Bytes(t, "", ""), false, r)
		w.Env.Order.Big = true
		if got := w.Apply(0x12345678, r); got[2*at:2*at+len(want)] != want {
			t.Errorf("%s: %s, want %s", name, got[2*at:], want)
		}
	}
}

// TestScanRefuses: bad records are refused one by one, with their index.
func TestScanRefuses(t *testing.T) {
	good := reloc.Reloc{Type: rowtest.Type(t, amd64.ELF, "R_X86_64_PC32"), Sym: 1, HasAddend: true}
	try := func(what string, size uint64, bad reloc.Reloc, want reloc.Fault) {
		t.Helper()
		var sc reloc.Notes
		sc.Begin(2)
		if n, why := sc.Scan(amd64.ELF, size, []reloc.Reloc{good, bad}); n != 1 || why != want {
			t.Errorf("%s: relocation %d, fault %d, want fault %d", what, n, why, want)
		}
	}
	for _, n := range dynamicTypes {
		try(n, 8, reloc.Reloc{Type: rowtest.Type(t, amd64.ELF, n), Sym: 1}, reloc.DynamicType)
	}
	for _, typ := range []uint32{52, 53, 255, 256, 1<<32 - 1} {
		try("unknown type", 8, reloc.Reloc{Type: typ, Sym: 1}, reloc.UnknownType)
	}
	for _, sym := range []objfmt.SymbolID{2, 3, 1<<31 - 1, objfmt.NoSymbol} {
		try("symbol", 8, reloc.Reloc{Type: 2, Sym: sym}, reloc.BadSymbol)
	}
	for i := range amd64.ELF.Rows {
		h := amd64.ELF.Rows[i]
		if h.Expr == reloc.Dynamic {
			continue
		}
		const size = 20
		w := uint64(h.Field.Width())
		for _, off := range []uint64{size - w + 1, size + 1, 1<<64 - 1, -w, 1 << 63} {
			if off == 0 {
				continue // -w of a type that writes nothing
			}
			try(h.Name, size, reloc.Reloc{Offset: off, Type: uint32(i), Sym: 1}, reloc.BadOffset)
		}
		var sc reloc.Notes
		sc.Begin(2)
		if _, why := sc.Scan(amd64.ELF, size, []reloc.Reloc{{Offset: size - w, Type: uint32(i), Sym: 1}}); why != reloc.OK {
			t.Errorf("%s in the last %d bytes: fault %d", h.Name, w, why)
		}
	}
}

// TestPlan: entries are shared by all references to a symbol, come in the order of
// the symbol table, and nothing is made that no reference can need.
func TestPlan(t *testing.T) {
	syms := make([]objfmt.Symbol, 5)
	for i := range syms {
		syms[i].Section = 0
	}
	typ := func(s string) uint32 { return rowtest.Type(t, amd64.ELF, "R_X86_64_"+s) }
	rs := []reloc.Reloc{
		{Type: typ("PLT32"), Sym: 4}, {Type: typ("GOTPCRELX"), Sym: 3}, {Type: typ("GOTPCREL"), Sym: 3}, {Type: typ("GOT64"), Sym: 3},
		{Type: typ("PLT32"), Sym: 2}, {Type: typ("PLT32"), Sym: 4}, {Type: typ("PC32"), Sym: 1}, {Type: typ("PC32"), Sym: 2}, {Type: typ("64"), Sym: 2},
	}
	var sc stubstest.Scanner
	var p stubs.Plan
	sc.Begin(len(syms))
	if _, why := sc.Scan(amd64.ELF, 64, rs); why != reloc.OK {
		t.Fatal(why)
	}
	sc.End(amd64.ELF, syms, func(s objfmt.SymbolID) bool { return s == 4 || s == 1 }, make(reloc.Firsts, reloc.FirstsLen(len(syms))), &p)
	var got []string
	for _, e := range p.List {
		got = append(got, map[reloc.Need]string{reloc.NeedGOT: "got", reloc.NeedStub: "stub"}[e.Need]+string(rune('0'+e.Sym)))
	}
	if s := strings.Join(got, " "); s != "got3 stub4 got4" {
		t.Errorf("entries are %s", s)
	}
	if p.StubSize != 8 || p.GOTSize != 16 || p.Low32 || !p.UsesBase || p.UsesLocal {
		t.Errorf("%d bytes of stubs, %d of slots, low %v, base %v, local %v", p.StubSize, p.GOTSize, p.Low32, p.UsesBase, p.UsesLocal)
	}
	if len(p.Direct) != 1 || p.Direct[0] != (stubs.Direct{Sym: 1, PC: true}) {
		t.Errorf("direct references are %v", p.Direct)
	}
	if sc.Marked(0) || !sc.Marked(1) || !sc.Marked(2) || !sc.Marked(3) || !sc.Marked(4) {
		t.Error("marks are wrong")
	}
}

// TestPlanInert: what a section that never runs holds needs no stub, no reach and
// no low memory, but its symbols are referred to.
func TestPlanInert(t *testing.T) {
	var sc stubstest.Scanner
	var p stubs.Plan
	sc.Begin(4)
	sc.Inert = true
	rs := []reloc.Reloc{{Type: rowtest.Type(t, amd64.ELF, "R_X86_64_PLT32"), Sym: 1}, {Type: rowtest.Type(t, amd64.ELF, "R_X86_64_32"), Sym: 2}, {Type: rowtest.Type(t, amd64.ELF, "R_X86_64_PC32"), Sym: 3}}
	if _, why := sc.Scan(amd64.ELF, 64, rs); why != reloc.OK {
		t.Fatal(why)
	}
	sc.End(amd64.ELF, make([]objfmt.Symbol, 4), func(objfmt.SymbolID) bool { return true }, make(reloc.Firsts, reloc.FirstsLen(4)), &p)
	if len(p.List) != 0 || len(p.Direct) != 0 || p.StubSize != 0 || p.Low32 {
		t.Errorf("plan %+v", p)
	}
	if !sc.Marked(1) || !sc.Marked(2) || !sc.Marked(3) {
		t.Error("marks are wrong")
	}
}

// TestRelaxRows: loads between, behind and across other fields are what they are by the general way, also where the linker reads
// instructions from memory that it has written to.
func TestRelaxRows(t *testing.T) {
	pieces := []string{"\x48\x8b\x05", "\x8b\x1d", "\xff\x15", "\xff\x25", "\x66\x48\xff\x15", "\x48\x8b\x05\xff\x15", "\x00", ""}
	types := []string{plain, rex, rex2, never, "R_X86_64_PC32", "R_X86_64_64", "R_X86_64_PLT32", "R_X86_64_NONE", "R_X86_64_8"}
	rnd := rand.New(rand.NewPCG(8, 19))
	for range 3000 {
		var file []byte
		var rs []reloc.Reloc
		for range 1 + rnd.IntN(6) {
			file = append(file, pieces[rnd.IntN(len(pieces))]...)
			r := row(t, types[rnd.IntN(len(types))], -4)
			r.Offset = uint64(len(file) - min(len(file), rnd.IntN(5)*rnd.IntN(2)))
			file = append(file, 0, 0x48, 0x66, 0)
			rs = append(rs, r)
		}
		if rnd.IntN(4) == 0 {
			rnd.Shuffle(len(rs), func(i, j int) { rs[i], rs[j] = rs[j], rs[i] })
		}
		file = append(file, "\x15\x66\x48\xff\x15\x00\x00\x00"...)
		w := elfRows.World(t, file, true, rs...)
		w.Env.Addr[1] = fieldP + 0x4866_1234 // its upper bytes are prefixes
		for typ := range w.Entry {
			if k := w.Entry[typ]; k != 0 {
				w.Env.Addr[k] = fieldP + 0x1000
			}
		}
		if w.ByRow(rs); t.Failed() {
			t.Fatalf("% x", file)
		}
	}
}

// TestRelaxFresh: a load right behind another field is read from memory where that has what the file has, so that the file's pages
// need not be there.
func TestRelaxFresh(t *testing.T) {
	call, load := row(t, "R_X86_64_PLT32", -4), row(t, rex, -4)
	call.Offset, load.Offset = 1, 8
	w := elfRows.World(t, []byte("\xe8\x00\x00\x00\x00\x48\x8b\x05\x00\x00\x00\x00"), true, call, load)
	at := w.Contents
	at.Mem, at.Fresh = bytes.Clone(at.File), true
	want := w.Apply(fieldP+0x100, call, load)
	at.File = make([]byte, len(at.File)) // without a mov
	var raw []byte
	for _, r := range []reloc.Reloc{call, load} {
		raw = binary.LittleEndian.AppendUint64(raw, r.Offset)
		raw = binary.LittleEndian.AppendUint64(raw, uint64(r.Sym)<<32|uint64(r.Type))
		raw = binary.LittleEndian.AppendUint64(raw, uint64(r.Addend))
	}
	n, _, why := w.Env.ApplyRows(&at, raw, &objfmt.StraightRows, 0)
	if got := hex.EncodeToString(at.Mem); n != 2 || why != reloc.OK || got != want {
		t.Errorf("%d records, fault %d: %s, want %s", n, why, got, want)
	}
}
