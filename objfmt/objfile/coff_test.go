package objfile_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// coffObject defines some names and needs others.
func coffObject(machine uint16, big bool, defines, needs []string) []byte {
	f := &objgen.COFF{Machine: machine, Big: big}
	f.Add(objgen.COFFSection{Name: ".text", Flags: 0x60000020, Data: []byte{0xc3}})
	for _, name := range defines {
		f.AddSymbol(objgen.COFFSymbol{Name: name, Section: 1, Class: 2, Type: 0x20})
	}
	for _, name := range needs {
		f.AddSymbol(objgen.COFFSymbol{Name: name, Class: 2})
	}
	return f.Bytes()
}

// TestCOFF: objects, large objects and import records are found without a magic,
// and are for their target alone.
func TestCOFF(t *testing.T) {
	for machine, target := range map[uint16]string{0x8664: "x86_64-pc-windows-msvc", 0x14c: "i686-w64-mingw32", 0x1c4: "thumbv7-pc-windows-msvc", 0xaa64: "aarch64-pc-windows-msvc"} {
		tr, err := triple.Parse(target)
		if err != nil {
			t.Fatal(err)
		}
		record := objgen.COFFImport{Machine: machine, NameType: 1, Symbol: "here", Library: "some.dll"}
		for _, data := range [][]byte{coffObject(machine, false, []string{"here"}, nil), coffObject(machine, true, []string{"here"}, nil), record.Bytes()} {
			img, err := objfile.ParseFor(tr, "a.obj", data)
			if err != nil {
				t.Fatal(err)
			}
			if img.Machine != uint32(machine) || img.SymbolName(objfmt.SymbolID(len(img.Symbols)-1)) != "here" {
				t.Errorf("%+v", img)
			}
			img.Close()
			for _, other := range []string{"x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-gnu", "x86_64-pc-windows-msvc-elf"} {
				tr, err := triple.Parse(other)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := objfile.ParseFor(tr, "a.obj", data); !errors.Is(err, triple.ErrMismatch) {
					t.Errorf("%s for %s: %v", target, other, err)
				}
			}
		}
	}
}

// TestNearlyCOFF: what is COFF but no object of use says so; what only begins like
// it is of no known format.
func TestNearlyCOFF(t *testing.T) {
	object := coffObject(0x8664, false, []string{"here"}, nil)
	edit := func(at int, b ...byte) []byte {
		data := slices.Clone(object)
		copy(data[at:], b)
		return data
	}
	image := append([]byte("MZ"), make([]byte, 200)...)
	image[0x3c] = 0x40
	copy(image[0x40:], "PE\x00\x00")
	for _, tt := range []struct {
		name     string
		data     []byte
		sentinel error
	}{
		{"PE", image, objfmt.ErrUnsupported}, {"executable", edit(18, 2), objfmt.ErrUnsupported}, {"ARM64EC", edit(0, 0x41, 0xa6), objfmt.ErrUnsupported},
		{"Itanium", edit(0, 0, 2), objfmt.ErrUnsupported}, {"cut", object[:len(object)-1], objfmt.ErrFormat}, {"bad section number", edit(20+40+1+12, 9), objfmt.ErrFormat},
		{"other machine", edit(0, 1, 2), objfmt.ErrUnknownFormat}, {"MZ", []byte("MZ is how this text begins"), objfmt.ErrUnknownFormat},
		{"too many sections", edit(2, 0xff, 0xff), objfmt.ErrUnknownFormat}, {"text", []byte("d\x86 is how this text begins, and so on"), objfmt.ErrUnknownFormat},
		{"zeros", make([]byte, 100), objfmt.ErrUnknownFormat}, {"short", object[:19], objfmt.ErrUnknownFormat},
	} {
		img, err := objfile.Parse(tt.name, tt.data)
		var fe *objfmt.FormatError
		if img != nil || !errors.Is(err, tt.sentinel) || !errors.As(err, &fe) || fe.File != tt.name {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestCOFFArchive: members are found by the second linker member, or by the first
// one alone, or without either, and import records by both of their names.
func TestCOFFArchive(t *testing.T) {
	record := objgen.COFFImport{Machine: 0x8664, NameType: 1, Symbol: "imported", Library: "some.dll"}
	pointer := objgen.COFFImport{Machine: 0x8664, NameType: 1, Type: 1, Symbol: "variable", Library: "some.dll"}
	library := objgen.Ar{Members: []objgen.ArMember{
		{Name: "z.obj", Data: coffObject(0x8664, false, []string{"zebra"}, []string{"ape"}), Symbols: []string{"zebra"}},
		{Name: "unused.obj", Data: coffObject(0x8664, false, []string{"unused"}, nil), Symbols: []string{"unused"}},
		{Name: "a member with a long name.obj", Data: coffObject(0x8664, true, []string{"ape"}, []string{"imported", "__imp_variable"}), Symbols: []string{"ape"}},
		{Name: "some.dll", Data: record.Bytes(), Symbols: []string{"__imp_imported", "imported"}},
		{Name: "some.dll", Data: pointer.Bytes(), Symbols: []string{"__imp_variable"}},
	}}
	for _, flavour := range []objgen.ArFlavour{objgen.ArCOFF, objgen.ArGNU} {
		for _, index := range []bool{true, false} {
			library.Flavour, library.NoIndex = flavour, !index
			a, err := ar.Parse("library.lib", library.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if want := map[bool]ar.IndexKind{true: map[objgen.ArFlavour]ar.IndexKind{objgen.ArCOFF: ar.IndexCOFF, objgen.ArGNU: ar.IndexGNU}[flavour]}[index]; a.IndexKind() != want {
				t.Errorf("index %v, want %v", a.IndexKind(), want)
			}
			main, err := objfile.Parse("main.obj", coffObject(0x8664, false, []string{"main"}, []string{"zebra"}))
			if err != nil {
				t.Fatal(err)
			}
			all, err := rtdyld.Collect(context.Background(), []*objfmt.ObjectImage{main}, []*ar.Archive{a}, nil)
			if err != nil {
				t.Fatal(err)
			}
			names := []string{}
			for _, img := range all {
				name := img.Name
				if img.Import != nil {
					name += " " + img.Import.Symbol
				}
				names = append(names, strings.TrimPrefix(name, "library.lib"))
				img.Close()
			}
			want := []string{"main.obj", "(z.obj)", "(a member with a long name.obj)", "(some.dll) imported", "(some.dll) variable"}
			if fmt.Sprint(names) != fmt.Sprint(want) {
				t.Errorf("%v, index %v: %q, want %q", flavour, index, names, want)
			}
			a.Close()
		}
	}
}
