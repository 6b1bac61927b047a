package coff_test

import (
	"debug/pe"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/internal/parsetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestImport: every type and name type of a short import record.
func TestImport(t *testing.T) {
	const code, data, constant = 0, 1, 2
	for _, tt := range []struct {
		in   objgen.COFFImport
		want objfmt.Import
	}{
		{objgen.COFFImport{Type: code, NameType: 0, Symbol: "f", Ordinal: 513}, objfmt.Import{Symbol: "f", Ordinal: 513, ByOrdinal: true}},
		{objgen.COFFImport{Type: code, NameType: 1, Symbol: "_f@4", Ordinal: 7}, objfmt.Import{Symbol: "_f@4", Name: "_f@4", Ordinal: 7}},
		{objgen.COFFImport{Type: code, NameType: 2, Symbol: "_f@4"}, objfmt.Import{Symbol: "_f@4", Name: "f@4"}},
		{objgen.COFFImport{Type: code, NameType: 2, Symbol: "?f@@YAXXZ"}, objfmt.Import{Symbol: "?f@@YAXXZ", Name: "f@@YAXXZ"}},
		{objgen.COFFImport{Type: code, NameType: 3, Symbol: "_f@4"}, objfmt.Import{Symbol: "_f@4", Name: "f"}},
		{objgen.COFFImport{Type: code, NameType: 3, Symbol: "@f@4"}, objfmt.Import{Symbol: "@f@4", Name: "f"}},
		{objgen.COFFImport{Type: code, NameType: 3, Symbol: "f"}, objfmt.Import{Symbol: "f", Name: "f"}},
		{objgen.COFFImport{Type: code, NameType: 4, Symbol: "f", Export: "g"}, objfmt.Import{Symbol: "f", Name: "g"}},
		{objgen.COFFImport{Type: data, NameType: 1, Symbol: "v"}, objfmt.Import{Symbol: "v", Name: "v", Data: true}},
		{objgen.COFFImport{Type: constant, NameType: 1, Symbol: "c"}, objfmt.Import{Symbol: "c", Name: "c", Data: true}},
	} {
		for _, m := range []uint16{pe.IMAGE_FILE_MACHINE_AMD64, pe.IMAGE_FILE_MACHINE_I386, pe.IMAGE_FILE_MACHINE_ARMNT, pe.IMAGE_FILE_MACHINE_ARM64} {
			tt.in.Machine, tt.in.Library, tt.want.Library = m, "some.dll", "some.dll"
			bytes := tt.in.Bytes()
			img := parse(t, "import.o", append(bytes, '\n')) // archives fill up to even sizes
			for _, img := range []*objfmt.ObjectImage{img, full(t, img)} {
				if img.Import == nil || *img.Import != tt.want {
					t.Errorf("%+v: %+v, want %+v", tt.in, img.Import, tt.want)
					continue
				}
				if !parsetest.Inside(bytes, img.Import.Symbol) && !parsetest.Inside(img.Buffer.Bytes(), img.Import.Symbol) {
					t.Error("the name is a copy")
				}
				if img.Machine != uint32(m) || img.Triple.Format() != triple.COFF || img.Triple.Arch == triple.UnknownArch || len(img.Sections) != 0 || len(img.Hashes) != len(img.Symbols) {
					t.Errorf("%+v", img)
				}
				id, imp := symbol(t, img, "__imp_"+tt.in.Symbol)
				if !imp.Defined() || imp.Bind != objfmt.BindGlobal || imp.Section != objfmt.SecUnloaded || imp.Type != objfmt.SymData || img.Hash(id) != objfmt.HashName("__imp_"+tt.in.Symbol) {
					t.Errorf("%+v", imp)
				}
				if tt.in.Type == data {
					if len(img.Symbols) != 1 {
						t.Errorf("%d symbols for a data object", len(img.Symbols))
					}
					continue
				}
				id2, s := symbol(t, img, tt.in.Symbol)
				wrong := s.Section != objfmt.SecUnloaded || s.Type != objfmt.SymFunc
				if tt.in.Type == constant {
					wrong = s.Section != objfmt.SecAlias || s.Value != uint64(id) || s.Type != objfmt.SymData
				}
				if wrong || s.Bind != objfmt.BindGlobal || img.Hash(id2) != objfmt.HashName(tt.in.Symbol) || len(img.Symbols) != 2 {
					t.Errorf("%+v", s)
				}
			}
			if text := dump(t, img); !strings.Contains(text, "import: "+tt.in.Symbol+" from some.dll") {
				t.Error(text)
			}
		}
	}
}

// TestBadImport: what is wrong with a short import record.
func TestBadImport(t *testing.T) {
	good := objgen.COFFImport{Machine: pe.IMAGE_FILE_MACHINE_AMD64, NameType: 4, Symbol: "foo", Library: "bar.dll", Export: "baz"}
	for _, tt := range []struct {
		name    string
		edit    func(b []byte) []byte
		msg     string
		offset  uint64
		support bool
	}{
		{"machine", func(b []byte) []byte { b[6]++; return b }, "unknown machine number 0x8665", 6, true},
		{"ARM64EC", func(b []byte) []byte { b[6], b[7] = 0x41, 0xa6; return b }, "ARM64EC", 6, true},
		{"size", func(b []byte) []byte { b[12]++; return b }, "names lie outside the file", 12, false},
		{"huge size", func(b []byte) []byte { b[15] = 0xff; return b }, "names lie outside the file", 12, false},
		{"no names", func(b []byte) []byte { b[12] = 0; return b }, "no name of a symbol", 20, false},
		{"empty symbol", func(b []byte) []byte { b[20] = 0; return b }, "no name of a symbol", 20, false},
		{"no end", func(b []byte) []byte { b[12] = 3; return b }, "no name of a symbol", 20, false},
		{"no library", func(b []byte) []byte { b[12] = 4; return b }, "no name of a library", 24, false},
		{"library without end", func(b []byte) []byte { b[12] = 11; return b }, "no name of a library", 24, false},
		{"empty library", func(b []byte) []byte { b[24] = 0; return b }, "no name of a library", 24, false},
		{"no export", func(b []byte) []byte { b[12] = 12; return b }, "no name in the library", 32, false},
		{"type", func(b []byte) []byte { b[18] |= 3; return b }, "unknown type of an import", 18, false},
		{"name type", func(b []byte) []byte { b[18] |= 5 << 2; return b }, "unknown type of an import's name", 18, false},
	} {
		if err := refused(t, tt.edit(good.Bytes()), tt.msg, tt.support); err != nil && err.Offset != tt.offset {
			t.Errorf("%s: offset %d, want %d: %v", tt.name, err.Offset, tt.offset, err)
		}
	}
}

// TestReadobjImports: the records of import libraries that llvm-dlltool makes are
// what llvm-readobj prints.
func TestReadobjImports(t *testing.T) {
	citest.Need(t, "llvm-readobj-14", "llvm-dlltool-14")
	dir := t.TempDir()
	def := filepath.Join(dir, "names.def")
	names := "LIBRARY other.dll\nEXPORTS\n func1\n func2=impl2 @7 NONAME\n stdc@8\n @fast@4\n konst CONSTANT\n var1 DATA\n ?cxx@@YAXXZ\n"
	if err := os.WriteFile(def, []byte(names), 0o666); err != nil {
		t.Fatal(err)
	}
	for machine, number := range map[string]uint32{"i386:x86-64": 0x8664, "i386": 0x14c, "arm": 0x1c4, "arm64": 0xaa64} {
		lib := filepath.Join(dir, "lib.a")
		if out, err := exec.Command("llvm-dlltool-14", "-k", "-m", machine, "-d", def, "-l", lib).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		out, err := exec.Command("llvm-readobj-14", lib).Output()
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for file := range strings.SplitSeq(string(out), "\n\n") {
			if _, rest, ok := strings.Cut(file, "Format: COFF-import-file\n"); ok {
				want = append(want, strings.TrimSpace(rest))
			}
		}
		for _, m := range members(t, lib) {
			img := parse(t, m.name, m.data)
			if img.Machine != number {
				t.Errorf("%s: machine %#x", m.name, img.Machine)
			}
			if img.Import != nil {
				got = append(got, importText(img))
			}
		}
		if len(want) != 7 || !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", machine, strings.Join(got, "\n\n"), strings.Join(want, "\n\n"))
		}
	}
}

// importText describes an import record in llvm-readobj's words.
func importText(img *objfmt.ObjectImage) string {
	im := img.Import
	typ, name := "code", "undecorate"
	bare := strings.TrimLeft(im.Symbol[:1], "?@_") + im.Symbol[1:]
	constant := len(img.Symbols) == 2 && img.Symbols[1].Section == objfmt.SecAlias
	switch {
	case constant:
		typ = "const"
	case im.Data:
		typ = "data"
	}
	switch {
	case im.ByOrdinal && im.Name == "" && im.Ordinal == 7:
		name = "ordinal"
	case im.Name == im.Symbol:
		name = "name"
	case im.Name == bare:
		name = "noprefix"
	case im.Name != strings.Split(bare, "@")[0]:
		name = "wrong: " + im.Name
	}
	text := "Type: " + typ + "\nName type: " + name
	for i := range img.Symbols {
		text += "\nSymbol: " + img.SymbolName(objfmt.SymbolID(i))
	}
	return text
}
