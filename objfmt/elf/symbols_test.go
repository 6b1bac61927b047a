package elf_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestSymbols: types, bindings, visibilities and places, one by one.
func TestSymbols(t *testing.T) {
	const (
		local, global, weak, unique = 0, 1, 2, 10
		text                        = 1
	)
	table := []struct {
		sym  objgen.ELFSymbol
		typ  objfmt.SymbolType
		bind objfmt.Binding
		vis  objfmt.Visibility
		sec  objfmt.SectionID
	}{
		{objgen.ELFSymbol{Type: 3, Section: text}, objfmt.SymSection, objfmt.BindLocal, objfmt.VisDefault, 0},
		{objgen.ELFSymbol{Name: "a.c", Type: 4, Reserved: 0xfff1}, objfmt.SymFile, objfmt.BindLocal, objfmt.VisDefault, objfmt.SecAbs},
		{objgen.ELFSymbol{Name: "loc", Type: 1, Section: text, Value: 8, Size: 4}, objfmt.SymData, objfmt.BindLocal, objfmt.VisDefault, 0},
		{objgen.ELFSymbol{Name: "dbg", Section: 2}, objfmt.SymNone, objfmt.BindLocal, objfmt.VisDefault, objfmt.SecUnloaded},
		{objgen.ELFSymbol{Name: "fn", Type: 2, Bind: global, Section: text, Value: 16, Size: 12}, objfmt.SymFunc, objfmt.BindGlobal, objfmt.VisDefault, 0},
		{objgen.ELFSymbol{Name: "wk", Type: 2, Bind: weak, Section: text}, objfmt.SymFunc, objfmt.BindWeak, objfmt.VisDefault, 0},
		{objgen.ELFSymbol{Name: "un", Bind: global}, objfmt.SymNone, objfmt.BindGlobal, objfmt.VisDefault, objfmt.SecUndef},
		{objgen.ELFSymbol{Name: "wun", Bind: weak}, objfmt.SymNone, objfmt.BindWeak, objfmt.VisDefault, objfmt.SecUndef},
		{objgen.ELFSymbol{Name: "one", Type: 1, Bind: unique, Section: text}, objfmt.SymData, objfmt.BindUnique, objfmt.VisDefault, 0},
		{objgen.ELFSymbol{Name: "abs", Bind: global, Reserved: 0xfff1, Value: 0xfedc1234}, objfmt.SymNone, objfmt.BindGlobal, objfmt.VisDefault, objfmt.SecAbs},
		{objgen.ELFSymbol{Name: "com", Type: 1, Bind: global, Reserved: 0xfff2, Value: 32, Size: 100}, objfmt.SymData, objfmt.BindGlobal, objfmt.VisDefault, objfmt.SecCommon},
		{objgen.ELFSymbol{Name: "com2", Type: 5, Bind: global, Reserved: 0xfff2, Value: 4, Size: 4}, objfmt.SymData, objfmt.BindGlobal, objfmt.VisDefault, objfmt.SecCommon},
		{objgen.ELFSymbol{Name: "big", Type: 1, Bind: global, Reserved: 0xff02, Value: 64, Size: 1 << 30}, objfmt.SymData, objfmt.BindGlobal, objfmt.VisDefault, objfmt.SecCommon},
		{objgen.ELFSymbol{Name: "ifu", Type: 10, Bind: global, Section: text}, objfmt.SymIFunc, objfmt.BindGlobal, objfmt.VisDefault, 0},
		{objgen.ELFSymbol{Name: "tls", Type: 6, Bind: global, Section: 3, Value: 4, Size: 4}, objfmt.SymTLS, objfmt.BindGlobal, objfmt.VisDefault, 1},
		{objgen.ELFSymbol{Name: "int", Bind: global, Section: text, Other: 1}, objfmt.SymNone, objfmt.BindGlobal, objfmt.VisInternal, 0},
		{objgen.ELFSymbol{Name: "hid", Bind: global, Section: text, Other: 2}, objfmt.SymNone, objfmt.BindGlobal, objfmt.VisHidden, 0},
		{objgen.ELFSymbol{Name: "pro", Bind: global, Section: text, Other: 3}, objfmt.SymNone, objfmt.BindGlobal, objfmt.VisProtected, 0},
		{objgen.ELFSymbol{Name: "oth", Bind: global, Section: text, Other: 0x60}, objfmt.SymNone, objfmt.BindGlobal, objfmt.VisDefault, 0},
		{objgen.ELFSymbol{Name: "reg", Type: 13, Bind: global, Section: text}, objfmt.SymNone, objfmt.BindGlobal, objfmt.VisDefault, 0},
		{objgen.ELFSymbol{Bind: global, Section: text, Value: 1}, objfmt.SymNone, objfmt.BindGlobal, objfmt.VisDefault, 0},
	}
	for _, c := range classes {
		f := c.file()
		f.Machine = uint16(elf.EM_X86_64)
		f.Add(objgen.ELFSection{Name: ".text", Flags: fA | fX, Data: make([]byte, 64)})
		f.Add(objgen.ELFSection{Name: ".debug", Data: make([]byte, 8)})
		f.Add(objgen.ELFSection{Name: ".tdata", Flags: fA | fW | fT, Data: make([]byte, 8)})
		for _, tt := range table {
			f.AddSymbol(tt.sym)
		}
		data := f.Bytes()
		compareStd(t, "symbols", data)
		img := parse(t, "symbols.o", data)
		if img.FirstGlobal != 5 || !img.HasIFunc || !img.HasHidden || len(img.Hashes) != len(table)-4 {
			t.Errorf("%v: first global %d, HasIFunc %v, HasHidden %v, %d hashes", c, img.FirstGlobal, img.HasIFunc, img.HasHidden, len(img.Hashes))
		}
		for i, tt := range table {
			s := img.Symbols[i+1]
			got := fmt.Sprint(img.SymbolName(objfmt.SymbolID(i+1)), s.Type, s.Bind, s.Vis, s.Section, s.Value, s.Size, s.Other)
			want := fmt.Sprint(tt.sym.Name, tt.typ, tt.bind, tt.vis, tt.sec, tt.sym.Value, tt.sym.Size, tt.sym.Other)
			if got != want {
				t.Errorf("%v: symbol %d: %s\nwant %s", c, i+1, got, want)
			}
			if s.Defined() != (tt.sec != objfmt.SecUndef) {
				t.Errorf("%v: %s: Defined %v", c, tt.sym.Name, s.Defined())
			}
		}
	}
}

// TestSymbolFlags: what an image says of all its symbols is said only if it is so.
func TestSymbolFlags(t *testing.T) {
	f := classes[2].file()
	f.Add(objgen.ELFSection{Name: ".text", Flags: fA | fX, Data: make([]byte, 64)})
	f.AddSymbol(objgen.ELFSymbol{Name: "h", Section: 1, Other: 2})          // hidden but local
	f.AddSymbol(objgen.ELFSymbol{Name: "u", Type: 10, Bind: 1})             // a function elsewhere
	f.AddSymbol(objgen.ELFSymbol{Name: "p", Bind: 1, Section: 1, Other: 3}) // protected
	img := parse(t, "plain.o", f.Bytes())
	if img.HasHidden || img.HasIFunc || img.HasTLS || img.NeedsExec {
		t.Errorf("HasHidden %v HasIFunc %v HasTLS %v NeedsExec %v", img.HasHidden, img.HasIFunc, img.HasTLS, img.NeedsExec)
	}
}

// TestThreadCommon: a common symbol may be thread-local (.tls_common), without a section that is.
func TestThreadCommon(t *testing.T) {
	f := classes[2].file()
	f.AddSymbol(objgen.ELFSymbol{Name: "c", Type: byte(elf.STT_TLS), Bind: 1, Reserved: 0xfff2, Value: 16, Size: 800})
	img := parse(t, "common.o", f.Bytes())
	if s := img.Symbols[1]; !img.HasTLS || s.Section != objfmt.SecCommon || s.Type != objfmt.SymTLS || s.Value != 16 || s.Size != 800 {
		t.Errorf("HasTLS %v, %+v", img.HasTLS, s)
	}
}

// TestHasEdges: an image has names of starts or ends of sections if one is undefined, and __stack_chk_fail is none.
func TestHasEdges(t *testing.T) {
	for name, want := range map[string]bool{
		"__start_a": true, "__stop_a": true, "__start_": true, "__stop_": false, "__stack_chk_fail": false, "__stpcpy_chk": false, "__start": false, "x__start_a": false,
	} {
		f := classes[2].file()
		f.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1})
		if img := parse(t, "undefined.o", f.Bytes()); img.HasEdges != want {
			t.Errorf("%s: %v", name, img.HasEdges)
		}
		f = classes[2].file()
		f.Add(objgen.ELFSection{Name: ".text", Flags: fA | fX, Data: make([]byte, 64)})
		f.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1, Section: 1})
		if img := parse(t, "defined.o", f.Bytes()); img.HasEdges {
			t.Errorf("%s defined: true", name)
		}
	}
}

// TestEmptyName: a name that is there and empty is no linkage name.
func TestEmptyName(t *testing.T) {
	f := classes[2].file()
	f.AddSymbol(objgen.ELFSymbol{Name: "a", Bind: 1})
	f.AddSymbol(objgen.ELFSymbol{Name: "b", Bind: 1})
	f.EditSymbol = func(n uint32, r *objgen.ELFSymbolRecord) { r.Name += n - 1 } // the second's NUL
	img := parse(t, "empty.o", f.Bytes())
	if img.Hash(1) != objfmt.HashName("a") || img.Hash(2) != 0 || img.SymbolName(2) != "" {
		t.Errorf("hashes %#x, %#x, name %q", img.Hash(1), img.Hash(2), img.SymbolName(2))
	}
}

// TestCommonAlignment: a common symbol that states no alignment has that of a byte.
func TestCommonAlignment(t *testing.T) {
	for _, c := range classes {
		f := c.file()
		for _, align := range []uint64{0, 1, 2, 1 << 31} {
			f.AddSymbol(objgen.ELFSymbol{Name: "c", Type: 1, Bind: 1, Reserved: 0xfff2, Value: align, Size: 8})
		}
		img := parse(t, "common.o", f.Bytes())
		for i, want := range []uint64{1, 1, 2, 1 << 31} {
			if got := img.Symbols[i+1].Value; got != want {
				t.Errorf("%v: alignment %d, want %d", c, got, want)
			}
		}
	}
}

// TestMachineSymbols: numbers that mean something on one machine alone.
func TestMachineSymbols(t *testing.T) {
	for _, tt := range []struct {
		machine elf.Machine
		c       class
		sym     objgen.ELFSymbol
		typ     objfmt.SymbolType
		sec     objfmt.SectionID
	}{
		{elf.EM_ARM, classes[0], objgen.ELFSymbol{Name: "thumb", Type: 13, Bind: 1, Section: 1}, objfmt.SymFunc, 0},
		{elf.EM_SPARCV9, classes[3], objgen.ELFSymbol{Type: 13, Bind: 1, Value: 2}, objfmt.SymNone, objfmt.SecAbs}, // .register %g2, #scratch
		{elf.EM_SPARC, classes[1], objgen.ELFSymbol{Name: "self", Type: 13, Bind: 1, Value: 7}, objfmt.SymNone, objfmt.SecAbs},
		{elf.EM_MIPS, classes[1], objgen.ELFSymbol{Name: "s", Type: 1, Bind: 1, Reserved: 0xff03, Value: 4}, objfmt.SymData, objfmt.SecCommon},
		{elf.EM_MIPS, classes[2], objgen.ELFSymbol{Name: "a", Type: 1, Bind: 1, Reserved: 0xff00, Value: 4}, objfmt.SymData, objfmt.SecCommon},
		{elf.EM_X86_64, classes[2], objgen.ELFSymbol{Name: "l", Type: 1, Bind: 1, Reserved: 0xff02, Value: 4}, objfmt.SymData, objfmt.SecCommon},
	} {
		f := tt.c.file()
		f.Machine = uint16(tt.machine)
		f.Add(objgen.ELFSection{Name: ".text", Flags: fA | fX, Data: make([]byte, 8)})
		f.AddSymbol(tt.sym)
		if s := parse(t, "m.o", f.Bytes()).Symbols[1]; s.Type != tt.typ || s.Section != tt.sec {
			t.Errorf("%v: symbol type %d section %#x: %v in %d, want %v in %d", tt.machine, tt.sym.Type, tt.sym.Reserved, s.Type, s.Section, tt.typ, tt.sec)
		} else if s.Section == objfmt.SecAbs && s.Bind != objfmt.BindLocal {
			t.Errorf("%v: a register is global", tt.machine)
		}
	}
}

// TestManySections: with more sections than a 16-bit field counts, numbers are right
// everywhere they occur, and SHN_ABS and SHN_COMMON are not taken for sections.
func TestManySections(t *testing.T) {
	const sections = 70_000
	for _, c := range classes {
		f := c.file()
		for i := 1; i <= sections; i++ {
			f.Add(objgen.ELFSection{Name: fmt.Sprint(".text.", i%1000), Flags: fA | fX, Data: []byte{byte(i), byte(i >> 8), byte(i >> 16), 0}})
		}
		last := f.AddRelocs(sections, true, []objgen.ELFReloc{rel(0, 2, 1, -1)})
		f.AddRelocs(0xfff1, false, []objgen.ELFReloc{rel(1, 1, 2, 0)})
		numbers := []uint32{1, 0xfeff, 0xff00, 0xff01, 0xff1f, 0xfff0, 0xfff1, 0xfff2, 0xfff3, 0xffff, 0x10000, 0x10001, sections}
		for _, n := range numbers {
			f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("in", n), Bind: 1, Section: n})
		}
		f.AddSymbol(objgen.ELFSymbol{Name: "abs", Bind: 1, Reserved: uint16(elf.SHN_ABS), Value: 77})
		f.AddSymbol(objgen.ELFSymbol{Name: "com", Bind: 1, Reserved: uint16(elf.SHN_COMMON), Value: 8, Size: 80})
		f.AddSymbol(objgen.ELFSymbol{Name: "und", Bind: 1})
		f.AddSymbol(objgen.ELFSymbol{Name: "rel", Bind: 1, Section: last})
		f.AddGroup(1, 1, 0xfff2, sections-1)
		img := parse(t, "many.o", f.Bytes())
		if len(img.Sections) != sections {
			t.Fatalf("%v: %d sections", c, len(img.Sections))
		}
		for _, n := range numbers {
			s := symbol(t, img, fmt.Sprint("in", n))
			if s.Section >= sections {
				t.Errorf("%v: symbol of section %#x is in %#x", c, n, s.Section)
				continue
			}
			sec := &img.Sections[s.Section]
			if sec.Number != n || !bytes.Equal(sec.Data, []byte{byte(n), byte(n >> 8), byte(n >> 16), 0}) || img.SectionName(s.Section) != fmt.Sprint(".text.", n%1000) {
				t.Errorf("%v: symbol of section %#x is in %#x %s with % x", c, n, sec.Number, img.SectionName(s.Section), sec.Data)
			}
		}
		for name, want := range map[string]objfmt.SectionID{"abs": objfmt.SecAbs, "com": objfmt.SecCommon, "und": objfmt.SecUndef, "rel": objfmt.SecUnloaded} {
			if s := symbol(t, img, name); s.Section != want {
				t.Errorf("%v: %s is in %#x, want %#x", c, name, s.Section, want)
			}
		}
		for n := range sections {
			want := 0
			if n+1 == 0xfff1 || n+1 == sections {
				want = 1
			}
			if raw := img.Sections[n].Raw; (len(raw) > 0) != (want == 1) {
				t.Errorf("%v: section %#x has %d bytes of relocations", c, n+1, len(raw))
			}
		}
		if m := img.GroupMembers(&img.Groups[0]); len(m) != 2 || img.Sections[m[0]].Number != 0xfff2 || img.Sections[m[1]].Number != sections-1 {
			t.Errorf("%v: group members %v", c, m)
		}
	}
}

// TestManySectionsClang: the same made by a compiler.
func TestManySectionsClang(t *testing.T) {
	if citest.Sample() {
		t.Skip("assembles 70,000 sections")
	}
	citest.Need(t, "clang")
	var src strings.Builder
	for i := range 70_000 {
		fmt.Fprintf(&src, ".section .text.f%d,\"ax\",@progbits\n.globl f%d\nf%d: .long %d\n", i, i, i, i)
	}
	src.WriteString(".section .data.last,\"aw\"\n.quad f69999\n.globl a\n a = 0x1234\n.comm c,100,16\n")
	dir := t.TempDir()
	in, out := filepath.Join(dir, "many.s"), filepath.Join(dir, "many.o")
	if err := os.WriteFile(in, []byte(src.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if msg, err := exec.Command("clang", "--target=x86_64-linux-gnu", "-c", "-o", out, in).CombinedOutput(); err != nil {
		t.Fatalf("clang: %v\n%s", err, msg)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	img := parse(t, out, data)
	for _, i := range []int{0, 65_277, 65_278, 65_279, 65_280, 65_519, 65_520, 65_521, 65_535, 65_536, 69_999} {
		s := symbol(t, img, fmt.Sprint("f", i))
		if s.Section >= objfmt.SecSpecial {
			t.Errorf("f%d is in %#x", i, s.Section)
			continue
		}
		if d := img.Sections[s.Section].Data; len(d) != 4 || uint32(d[0])|uint32(d[1])<<8|uint32(d[2])<<16 != uint32(i) {
			t.Errorf("f%d is in section %d with % x", i, img.Sections[s.Section].Number, d)
		}
	}
	if a, c := symbol(t, img, "a"), symbol(t, img, "c"); a.Section != objfmt.SecAbs || a.Value != 0x1234 || c.Section != objfmt.SecCommon || c.Value != 16 || c.Size != 100 {
		t.Errorf("absolute %+v, common %+v", *a, *c)
	}
}
