package objfile_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/triple"
)

// machO is a Mach-O object with one symbol.
func machO(cpu uint32, is64 bool, name string) []byte {
	f := &objgen.MachO{Is64: is64, CPU: cpu}
	f.AddSymbol(objgen.MachOSymbol{Name: name, Type: 3, Value: 42})
	return f.Bytes()
}

// TestMachO: objects and universal files are told by their first bytes; a universal
// file gives the slice for the target.
func TestMachO(t *testing.T) {
	const x8664, i386, arm64 = 0x01000007, 7, 0x0100000c
	universal := objgen.Fat(false, objgen.FatSlice{CPU: x8664, Subtype: 3, Data: machO(x8664, true, "_amd64")}, objgen.FatSlice{CPU: i386, Subtype: 3, Data: machO(i386, false, "_i386")})
	for _, tt := range []struct {
		name, triple string
		data         []byte
		want         string // symbol, or part of the error
	}{
		{"plain", "", machO(arm64, true, "_here"), "_here"},
		{"plain for its target", "arm64-apple-macosx", machO(arm64, true, "_here"), "_here"},
		{"plain for another", "x86_64-apple-macosx", machO(arm64, true, "_here"), "!aarch64"},
		{"universal for the first", "x86_64-apple-macosx", universal, "_amd64"},
		{"universal for the second", "i386-apple-macosx", universal, "_i386"},
		{"universal for none", "arm64-apple-macosx", universal, "!no slice for arm64-apple-macosx: it has x86_64, i386"},
		{"universal for another format", "x86_64-pc-linux-gnu", universal, "!no slice for"},
		{"one slice", "", objgen.Fat(true, objgen.FatSlice{CPU: arm64, Data: machO(arm64, true, "_one")}), "_one"},
		{"one slice for another", "x86_64-apple-macosx", objgen.Fat(true, objgen.FatSlice{CPU: arm64, Data: machO(arm64, true, "_one")}), "!no slice"},
	} {
		var img *objfmt.ObjectImage
		var err error
		if tt.triple == "" {
			img, err = objfile.Parse("m.o", tt.data)
		} else {
			target, perr := triple.Parse(tt.triple)
			if perr != nil {
				t.Fatal(perr)
			}
			img, err = objfile.ParseFor(target, "m.o", tt.data)
		}
		if msg, bad := strings.CutPrefix(tt.want, "!"); bad {
			var te *objfile.TargetError
			if !errors.As(err, &te) || te.File != "m.o" || !errors.Is(err, triple.ErrMismatch) || !strings.Contains(err.Error(), msg) {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := img.SymbolName(0); got != tt.want || !strings.HasPrefix(img.Name, "m.o") {
			t.Errorf("%s: %s", tt.name, got)
		}
		if err := img.Close(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if _, err := objfile.ParseFor(triple.Triple{}, "m.o", universal); !errors.Is(err, objfmt.ErrUnsupported) || !strings.Contains(err.Error(), "x86_64, i386") {
		t.Errorf("no target: %v", err)
	}
	archive := objgen.Fat(false, objgen.FatSlice{CPU: arm64, Data: []byte("!<arch>\n")})
	if _, err := objfile.ParseFor(triple.Triple{Arch: triple.AArch64, OS: triple.MacOSX}, "m.a", archive); !errors.Is(err, objfmt.ErrArchive) {
		t.Errorf("archive: %v", err)
	}
	if _, err := objfile.Parse("A.class", []byte("\xca\xfe\xba\xbe\x00\x00\x00\x34 and so on")); !errors.Is(err, objfmt.ErrUnknownFormat) {
		t.Errorf("Java class: %v", err)
	}
	if _, err := objfile.ParseFor(triple.Triple{Arch: triple.AArch64, OS: triple.MacOSX}, "m.o", universal[:20]); !errors.Is(err, objfmt.ErrFormat) {
		t.Errorf("cut: %v", err)
	}
}

// TestMachOFiles: mapped files and members of Darwin's archives.
func TestMachOFiles(t *testing.T) {
	img, err := objfile.Open("../../testdata/macho-parser/x86_64_reloc.o")
	if err != nil {
		t.Fatal(err)
	}
	if img.SymbolName(0) != "_d" || img.Triple.OS != triple.MacOSX {
		t.Errorf("%s, %v", img.SymbolName(0), img.Triple)
	}
	if err := img.Close(); err != nil {
		t.Error(err)
	}
	data, err := os.ReadFile("../../testdata/macho-parser/x86_64_reloc.o")
	if err != nil {
		t.Fatal(err)
	}
	a, err := ar.Parse("m.a", (&objgen.Ar{Flavour: objgen.ArDarwin, Members: []objgen.ArMember{{Name: "x86_64_reloc.o", Data: data}}}).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for m, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.ParseMember(m)
		if err != nil {
			t.Fatal(err)
		}
		if n++; img.SymbolName(0) != "_d" {
			t.Error(img.SymbolName(0))
		}
		img.Close()
	}
	if n != 1 {
		t.Errorf("%d members", n)
	}
	a.Close()
}
