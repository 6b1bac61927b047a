package arm64_test

import (
	"bytes"
	"debug/elf"
	"encoding/hex"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs/stubstest"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
)

// assembled is what an assembler made of testdata's made.s, by symbol.
func assembled(t *testing.T) map[string][]byte {
	t.Helper()
	f, err := elf.Open("../../testdata/elf-arm64/made.o")
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
		if s.Size > 0 {
			out[s.Name] = text[s.Value:][:s.Size]
		}
	}
	return out
}

// TestMade compares the code that the linker makes with an assembler's.
func TestMade(t *testing.T) {
	a, a32 := arm64.ELF.Arch, arm64.MachO32.Arch
	want := assembled(t)
	// The second instruction is in another page than the first.
	const addr, page, low = 0x7f0000000ffc, 0x7f0000001000 + 0x11223000, 0x348
	check := func(name string, size uint64, write func(dst []byte) bool) {
		t.Helper()
		b := make([]byte, size)
		if !write(b) || !bytes.HasPrefix(b, want[name]) || len(want[name]) == 0 {
			t.Errorf("%s:\n got % x\nwant % x", name, b, want[name])
		}
		if len(want[name])%4 != 0 || uint64(len(want[name])) > size || len(bytes.Trim(b[len(want[name]):], "\x00")) > 0 {
			t.Errorf("%s is followed by % x", name, b[len(want[name]):])
		}
	}
	check("stub", a.StubSize, func(b []byte) bool { return a.WriteStub(b, bin.Order{}, addr, page+low) })
	check("stub32", a32.StubSize, func(b []byte) bool { return a32.WriteStub(b, bin.Order{}, addr, page+low) })
	check("tlsdesc", a.StubSize, func(b []byte) bool { a.WriteTLSDescStub(b); return true })
	check("ifunc", a.IFuncSize, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, false, addr, page+low) })
	check("thunk", a.IFuncThunk, func(b []byte) bool { return a.WriteIFunc(b, bin.Order{}, true, addr, 0) })
	for _, rows := range []*reloc.Table{arm64.ELF, arm64.COFF} {
		c := &rows.RuntimeDyld
		check("classic", c.Size, func(b []byte) bool { return c.Write(b, 0, addr, 0x1122334455667788) })
	}
	if a.StubSize%a.StubAlign != 0 || a.IFuncSize%16 != 0 || a.IFuncThunk%16 != 0 {
		t.Errorf("stub of %d bytes aligned %d, indirect functions of %d and %d", a.StubSize, a.StubAlign, a.IFuncThunk, a.IFuncSize)
	}
	// Over what was there before.
	b := bytes.Repeat([]byte{0xff}, int(a.StubSize))
	if a.WriteStub(b, bin.Order{}, addr, page+low); !bytes.Equal(b, want["stub"]) {
		t.Errorf("stub over something else: % x", b)
	}
}

// TestMadeReach: stubs and indirect functions reach their words up to both ends of
// ADRP's 33 bits of pages, and say so where they don't.
func TestMadeReach(t *testing.T) {
	const page = 0x7f0000001000 // of the second instruction
	a, a32 := arm64.ELF.Arch, arm64.MachO32.Arch
	for _, c := range []struct {
		dist int64
		ok   bool
	}{{0xffffffff &^ 7, true}, {0x100000000, false}, {-0x100000000, true}, {-0x100000008, false}, {1 << 40, false}, {-1 << 40, false}} {
		b := make([]byte, 32)
		if got := a.WriteStub(b, bin.Order{}, page-4, uint64(page+c.dist)); got != c.ok {
			t.Errorf("stub with its entry %#x away: %v", c.dist, got)
		}
		if got := a32.WriteStub(b, bin.Order{}, page+0xff0, uint64(page+c.dist)); got != c.ok {
			t.Errorf("stub with its 4-byte entry %#x away: %v", c.dist, got)
		}
		if got := a.WriteIFunc(b, bin.Order{}, false, page-4, uint64(page+c.dist)); got != c.ok {
			t.Errorf("indirect function with its words %#x away: %v", c.dist, got)
		}
	}
	b := make([]byte, 32)
	if a.WriteStub(b, bin.Order{}, page, page+4) || !a32.WriteStub(b, bin.Order{}, page, page+4) || a32.WriteStub(b, bin.Order{}, page, page+2) {
		t.Error("a stub takes a entry that its load cannot say, or does not take one that it can")
	}
}

// TestStubOnlyWhenFar: a branch takes its stub when the target is out of reach or
// nowhere, and not a byte earlier.
func TestStubOnlyWhenFar(t *testing.T) {
	const stub = fieldP + 0x4000
	for _, c := range []struct {
		name        string
		file, near  string // near: to its own address
		least, most int64
		toStub      string
	}{
		{"R_AARCH64_CALL26", "00000094", "00000094", -1 << 27, 1<<27 - 4, "00100094"},
		{"R_AARCH64_JUMP26", "00000014", "00000014", -1 << 27, 1<<27 - 4, "00100014"},
		{"R_AARCH64_CONDBR19", "01000054", "01000054", -1 << 20, 1<<20 - 4, "01000254"},
		{"R_AARCH64_TSTBR14", "09002837", "09002837", -1 << 15, 1<<15 - 4, "09002a37"},
		{"R_AARCH64_PLT32", "00000000", "00000000", -1 << 31, 1<<31 - 1, "00400000"},
	} {
		r := elfRows.Reloc(t, c.name, 0)
		for _, d := range []struct {
			dist int64
			far  bool
		}{{0, false}, {c.least, false}, {c.most, false}, {c.least - 4, true}, {c.most + 4, true}, {1 << 45, true}, {-1 << 45, true}, {-fieldP, true}} {
			w := elfRows.World(t, rowtest.Bytes(t, "", c.file), true, r)
			w.Set(uint64(fieldP + d.dist))
			i := w.Plan.Find(reloc.NeedStub, 1)
			if i < 0 || w.Plan.Find(reloc.NeedGOT, 1) < 0 {
				t.Fatalf("%s: no stub or no entry for it", c.name)
			}
			w.Env.Addr[3+i] = stub
			_, v, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r})
			got := hex.EncodeToString(w.Contents.Mem[at : at+4])
			if why != reloc.OK || d.far != (got == c.toStub) || d.dist == 0 && got != c.near {
				t.Errorf("%s, distance %#x: %s, value %#x, fault %d", c.name, d.dist, got, v, why)
			}
			// Without a stub, for a symbol of the object itself, what does not reach is an error.
			w = elfRows.World(t, rowtest.Bytes(t, "", c.file), false, r)
			w.Set(uint64(fieldP + d.dist))
			if _, _, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r}); d.far != (why == reloc.OutOfRange) {
				t.Errorf("%s, distance %#x without a stub: fault %d", c.name, d.dist, why)
			}
		}
		// A stub leads to S, not to what lies behind it.
		if c.name == "R_AARCH64_PLT32" {
			continue // there the addend belongs to P
		}
		r.Addend = 8
		w := elfRows.World(t, rowtest.Bytes(t, "", c.file), true, r)
		w.Set(1 << 45)
		w.Env.Addr[3+w.Plan.Find(reloc.NeedStub, 1)] = stub
		if _, _, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r}); why != reloc.OutOfRange {
			t.Errorf("%s with an addend and out of reach: fault %d", c.name, why)
		}
	}
}

// TestBig: data follows the object's byte order, instructions never do.
func TestBig(t *testing.T) {
	for _, c := range rowsELF {
		r := elfRows.Reloc(t, c.name, c.a)
		w := elfRows.World(t, rowtest.Bytes(t, "", c.file), false, r)
		w.Set(c.s)
		w.Env.Order.Big = true
		if _, v, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r}); why != reloc.OK {
			t.Fatalf("%s: value %#x: fault %d", c.name, v, why)
		}
		want, _ := hex.DecodeString(c.want)
		if c.before[0] == '.' {
			for i := range len(want) / 2 {
				want[i], want[len(want)-1-i] = want[len(want)-1-i], want[i]
			}
		}
		if got := w.Contents.Mem[at : at+len(want)]; !bytes.Equal(got, want) {
			t.Errorf("%s: % x, want % x", c.name, got, want)
		}
	}
}

// TestMachO32 are the types of arm64_32 that differ from those of arm64: its pointers
// have four bytes.
func TestMachO32(t *testing.T) {
	rows := suite(arm64.MachO32)
	for _, c := range []struct {
		typ, file string
		s         uint64
		want      string
	}{
		{"0x40", "10000000", 0xfedcba98, "a8badcfe"},
		{"0x40", "f8ffffff", 8, "00000000"},
		{"0x41", "10000000", sectionS + 0x100, "10010000"},
		{"0x41", "00000000", sectionS - 0x100, "00ffffff"},
		{"0xc0", "00000000", 0xfedcba98, "98badcfe"},
		{"0x46", "000040b9", 0x1234, "003442b9"}, // ldr w0, [x0, #0x234]
		{"0x49", "000040b9", 0x1234, "003442b9"},
	} {
		r := rows.Reloc(t, c.typ, 0)
		w := rows.World(t, rowtest.Bytes(t, "", c.file), false, r)
		w.Set(c.s)
		if _, v, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r}); why != reloc.OK {
			t.Errorf("%s: value %#x: fault %d", c.typ, v, why)
		} else if got := hex.EncodeToString(w.Contents.Mem[at : at+4]); got != c.want {
			t.Errorf("%s: %s, want %s", c.typ, got, c.want)
		}
	}
	if p := arm64.MachO32.Arch.PtrSize; p != 4 {
		t.Errorf("a entry has %d bytes", p)
	}
	// All others are arm64's, and none has a field of eight bytes.
	for typ, h := range arm64.MachO32.Rows {
		if typ&0xe0 == 0x40 && typ&0x1f > 1 && h != arm64.MachO.Rows[typ] {
			t.Errorf("type %#x differs", typ)
		}
		if h.Field == reloc.Word64 {
			t.Errorf("type %#x has eight bytes", typ)
		}
	}
	// Instructions compute with 64 bits: a page 3 GiB away is not one 1 GiB back.
	r := rows.Reloc(t, "0x53", 0)
	w := rows.World(t, rowtest.Bytes(t, "", "00000090"), false, r)
	w.Set(0xd0000000)
	w.Contents.Addr = 0x10000000 - at
	if _, _, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r}); why != reloc.OK || hex.EncodeToString(w.Contents.Mem[at:at+4]) != "00006090" {
		t.Errorf("3 GiB away: fault %d, % x", why, w.Contents.Mem[at:at+4])
	}
}

// TestScanRefuses: what the tables do not have, or dynamic linkers alone.
func TestScanRefuses(t *testing.T) {
	try := func(rows *reloc.Table, typ uint32, want reloc.Fault) {
		t.Helper()
		var sc reloc.Notes
		sc.Begin(3)
		if n, why := sc.Scan(rows, 64, []reloc.Reloc{{Type: typ, Sym: 1, Sub: 2}}); n != 0 || why != want {
			t.Errorf("type %#x: fault %d, want %d", typ, why, want)
		}
	}
	for _, n := range dynamicTypes {
		try(arm64.ELF, rowtest.Type(t, arm64.ELF, n), reloc.DynamicType)
	}
	// Types of 32-bit pointers, the gaps, those for authenticated pointers, none at all.
	for _, typ := range []uint32{1, 20, 127, 128, 180, 188, 255, 281, 294, 298, 316, 317, 511, 574, 580, 1023, 1033, 1<<32 - 1} {
		try(arm64.ELF, typ, reloc.UnknownType)
	}
	for _, typ := range []uint32{12, 18, 1<<32 - 1} { // IMAGE_REL_ARM64_TOKEN
		try(arm64.COFF, typ, reloc.UnknownType)
	}
	// PC-relative pointers, bytes, ADDEND and AUTHENTICATED_POINTER by themselves.
	for _, typ := range []uint32{0, 0x70, 0x50, 0x01, 0x42, 0x43, 0x54, 0x56, 0x47, 0x4a, 0x6b, 0x59, 0xc0, 0xe1, 0x100, 1<<32 - 1} {
		try(arm64.MachO, typ, reloc.UnknownType)
	}
	for _, typ := range []uint32{0x60, 0x61, 0x67, 0xe0, 0x4a} {
		try(arm64.MachO32, typ, reloc.UnknownType)
	}
}

// TestRefusedNumbers: types that are refused have their names, so that the error has.
func TestRefusedNumbers(t *testing.T) {
	for typ, want := range map[uint32]string{
		1: "P32_ABS32", 21: "P32_CALL26", 29: "P32_PLT32", 80: "P32_TLSGD_ADR_PREL21", 127: "P32_TLSDESC_CALL", 188: "P32_IRELATIVE",
		316: "PATCHINST", 317: "FUNCINIT64",
		580: "AUTH_ABS64", 588: "AUTH_GOT_LD_PREL19", 598: "AUTH_TLSDESC_CALL", 1041: "AUTH_RELATIVE", 1044: "AUTH_IRELATIVE",
	} {
		if got := arm64.ELF.Name(typ); got != "R_AARCH64_"+want {
			t.Errorf("type %d is %q, want %s", typ, got, want)
		}
	}
	refused := 0
	for typ, h := range arm64.ELF.Rows {
		if h.Name != "" && h.Expr == reloc.Unknown {
			refused++
			var sc reloc.Notes
			sc.Begin(3)
			if _, why := sc.Scan(arm64.ELF, 64, []reloc.Reloc{{Type: uint32(typ), Sym: 1, Sub: 2}}); why != reloc.UnknownType {
				t.Errorf("%s: fault %d", h.Name, why)
			}
		}
	}
	if refused != 111 {
		t.Errorf("%d types are refused", refused)
	}
}

// TestPlan: which types ask for what, with the symbol away and at home.
func TestPlan(t *testing.T) {
	for _, rows := range []*reloc.Table{arm64.ELF, arm64.COFF, arm64.MachO} {
		for typ, h := range rows.Rows {
			if h.Expr <= reloc.Dynamic {
				continue
			}
			var home, away stubs.Plan
			for k, p := range []*stubs.Plan{&home, &away} {
				var sc stubstest.Scanner
				sc.Begin(3)
				if _, why := sc.Scan(rows, 64, []reloc.Reloc{{Type: uint32(typ), Sym: 1, Sub: 2}}); why != reloc.OK {
					t.Fatal(why)
				}
				sc.End(rows, make([]objfmt.Symbol, 3), func(objfmt.SymbolID) bool { return k == 1 }, make(reloc.Firsts, reloc.FirstsLen(3)), p)
			}
			if stub := home.Find(reloc.NeedStub, 1) >= 0; stub {
				t.Errorf("%s: a stub for a symbol of the object", h.Name)
			}
			if stub := away.Find(reloc.NeedStub, 1) >= 0; stub != (h.Need == reloc.NeedStub) {
				t.Errorf("%s: stub %v", h.Name, stub)
			}
			if h.Expr == reloc.Page && h.Need == reloc.NeedNone && len(away.Direct) != 1 {
				t.Errorf("%s: does not say that its symbol must be near", h.Name)
			}
		}
	}
}
