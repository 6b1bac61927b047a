package objfile_test

import (
	"encoding/binary"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// TestImportLibrary: each record of MinGW's import libraries leads to a library, and all
// of them to those that dlltool finds in the archive.
func TestImportLibrary(t *testing.T) {
	const dlltool = "x86_64-w64-mingw32-dlltool"
	citest.Need(t, dlltool)
	for _, path := range []string{
		"/usr/x86_64-w64-mingw32/lib/libkernel32.a", "/usr/x86_64-w64-mingw32/lib/libmsvcrt.a", "/usr/x86_64-w64-mingw32/lib/libucrt.a",
		"/usr/x86_64-w64-mingw32/lib/libshlwapi.a", "/usr/i686-w64-mingw32/lib/libws2_32.a", "/usr/i686-w64-mingw32/lib/libucrt.a",
	} {
		citest.Need(t, path)
		out, err := exec.Command(dlltool, "--identify", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Fields(string(out))
		a, err := ar.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		byHead := map[string]string{}
		records := 0
		for m, err := range a.Members() {
			if err != nil {
				t.Fatal(err)
			}
			img, err := objfile.ParseMember(m)
			if err != nil {
				t.Fatal(err)
			}
			if im := img.Import; im != nil {
				records++
				if byHead[im.Head] == "" {
					name, err := objfile.ImportLibrary(a, im.Head)
					if err != nil || name == "" || im.Library != "" {
						t.Fatalf("%s: %s of %q: %q, %v", path, im.Symbol, im.Head, name, err)
					}
					byHead[strings.Clone(im.Head)] = name
				}
			}
			img.Close()
		}
		a.Close()
		var got []string
		for _, name := range byHead {
			got = append(got, name)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || len(want) == 0 || records < 100 {
			t.Errorf("%s: %d records of\n%q, dlltool has\n%q", path, records, got, want)
		}
	}
}

// part is a member of an import library of GNU tools.
type part struct {
	section string
	data    string
	defines string
	names   string // what the word at an offset refers to
	at      uint32
	inside  string // contents of another section, which the word refers to instead
}

func (p part) member(name string) objgen.ArMember {
	f := &objgen.COFF{Machine: 0x8664}
	n := f.Add(objgen.COFFSection{Name: p.section, Flags: 0xc0300040, Data: []byte(p.data)})
	m := objgen.ArMember{Name: name}
	if p.defines != "" {
		f.AddSymbol(objgen.COFFSymbol{Name: p.defines, Section: n, Class: 2})
		m.Symbols = []string{p.defines}
	}
	sym, refers := uint32(0), false
	if p.names != "" {
		sym, refers = f.AddSymbol(objgen.COFFSymbol{Name: p.names, Class: 2}), true
	} else if p.inside != "" {
		other := f.Add(objgen.COFFSection{Name: ".idata$7", Flags: 0xc0300040, Data: []byte(p.inside)})
		sym, refers = f.AddSectionSymbol(other, 0, 0), true
	}
	if refers {
		f.Section(n).Relocs = []objgen.COFFReloc{{Address: p.at, Sym: sym, Type: 3}}
	}
	m.Data = f.Bytes()
	return m
}

// TestImportLibraryWays: where the name may be, and archives that do not have it.
func TestImportLibraryWays(t *testing.T) {
	entry := strings.Repeat("\x00", 20)
	field := func(off uint32) string { // the entry with an addend for the name
		b := []byte(entry)
		binary.LittleEndian.PutUint32(b[12:], off)
		return string(b)
	}
	for _, c := range []struct {
		name  string
		parts []part
		want  string
	}{
		{"by a name", []part{{section: ".idata$2", data: entry, defines: "head", names: "iname", at: 12}, {section: ".idata$7", data: "some.dll\x00", defines: "iname"}}, "some.dll"},
		{"beside the entry", []part{{section: ".idata$2", data: field(4), defines: "head", at: 12, inside: "old\x00some.dll\x00"}}, "some.dll"},
		{"the name itself", []part{{section: ".idata$7", data: "some.dll\x00", defines: "head"}}, "some.dll"},
		{"large", []part{{section: ".idata$7", data: "some.dll\x00" + strings.Repeat("\x00", 15000), defines: "head"}}, "some.dll"},
		{"too large", []part{{section: ".idata$7", data: "some.dll\x00" + strings.Repeat("\x00", 17000), defines: "head"}}, ""},
		{"no head", []part{{section: ".idata$7", data: "some.dll\x00", defines: "iname"}}, ""},
		{"no name", []part{{section: ".idata$2", data: entry, defines: "head", names: "iname", at: 12}}, ""},
		{"no reference", []part{{section: ".idata$2", data: entry, defines: "head", names: "iname", at: 0}, {section: ".idata$7", data: "some.dll\x00", defines: "iname"}}, ""},
		{"no end", []part{{section: ".idata$7", data: "some.dll", defines: "head"}}, ""},
		{"outside", []part{{section: ".idata$2", data: field(40), defines: "head", at: 12, inside: "some.dll\x00"}}, ""},
		{"a circle", []part{{section: ".idata$2", data: entry, defines: "head", names: "other", at: 12}, {section: ".idata$2", data: entry, defines: "other", names: "head", at: 12}}, ""},
	} {
		lib := objgen.Ar{Flavour: objgen.ArGNU}
		for i, p := range c.parts {
			lib.Members = append(lib.Members, p.member(string(rune('a'+i))+".o"))
		}
		a, err := ar.Parse("lib.a", lib.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		got, err := objfile.ImportLibrary(a, "head")
		if got != c.want || err != nil {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
		a.Close()
	}
	lib := objgen.Ar{Flavour: objgen.ArGNU, NoIndex: true, Members: []objgen.ArMember{part{section: ".idata$7", data: "some.dll\x00", defines: "head"}.member("a.o")}}
	a, err := ar.Parse("lib.a", lib.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := objfile.ImportLibrary(a, "head"); !errors.Is(err, ar.ErrNoIndex) {
		t.Errorf("no index: %v", err)
	}
	broken := objgen.Ar{Flavour: objgen.ArGNU, Members: []objgen.ArMember{{Name: "a.o", Data: []byte("no object"), Symbols: []string{"head"}}}}
	b, err := ar.Parse("lib.a", broken.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := objfile.ImportLibrary(b, "head"); !errors.Is(err, objfmt.ErrUnknownFormat) {
		t.Errorf("no object: %v", err)
	}
}
