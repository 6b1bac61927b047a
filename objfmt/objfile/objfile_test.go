package objfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/triple"
)

// object is an ELF object for x86-64 with one symbol.
func object() []byte {
	f := &objgen.ELF{Is64: true, Machine: 62}
	f.AddSymbol(objgen.ELFSymbol{Name: "here", Bind: 1, Reserved: 0xfff1, Value: 42})
	return f.Bytes()
}

func TestParse(t *testing.T) {
	data := object()
	img, err := objfile.Parse("a.o", data)
	if err != nil {
		t.Fatal(err)
	}
	if img.Name != "a.o" || img.SymbolName(1) != "here" || img.Symbols[1].Value != 42 || &img.Buffer.Bytes()[0] != &data[0] {
		t.Errorf("%s: symbol %q", img.Name, img.SymbolName(1))
	}
	if err := img.Close(); err != nil {
		t.Error(err)
	}
}

// TestUnknown: what is no object says what it is, by a sentinel.
func TestUnknown(t *testing.T) {
	archive := (&objgen.Ar{Members: []objgen.ArMember{{Name: "a.o", Data: object()}}}).Bytes()
	thin := (&objgen.Ar{Thin: true, Members: []objgen.ArMember{{Name: "a.o", Size: 9}}}).Bytes()
	cut := object()[:20]
	for _, tt := range []struct {
		name     string
		data     []byte
		sentinel error
	}{
		{"archive", archive, objfmt.ErrArchive}, {"thin archive", thin, objfmt.ErrArchive}, {"archive without members", []byte("!<arch>\n"), objfmt.ErrArchive},
		{"empty", nil, objfmt.ErrUnknownFormat}, {"text", []byte("#!/bin/sh\n"), objfmt.ErrUnknownFormat},
		{"half a magic", []byte("\x7fEL"), objfmt.ErrUnknownFormat}, {"nearly an archive", []byte("!<arch> "), objfmt.ErrUnknownFormat},
		{"cut ELF", cut, objfmt.ErrFormat}, {"ELF magic alone", []byte("\x7fELF"), objfmt.ErrFormat},
	} {
		img, err := objfile.Parse(tt.name, tt.data)
		var fe *objfmt.FormatError
		if img != nil || !errors.Is(err, tt.sentinel) || !errors.As(err, &fe) || fe.File != tt.name {
			t.Errorf("%s: %v", tt.name, err)
		}
		for _, other := range []error{objfmt.ErrArchive, objfmt.ErrUnknownFormat, objfmt.ErrFormat, objfmt.ErrUnsupported} {
			if other != tt.sentinel && errors.Is(err, other) {
				t.Errorf("%s: %v is %v too", tt.name, err, other)
			}
		}
		// An error leaves the buffer to the caller.
		buf := objfmt.NewBuffer(tt.name, tt.data)
		if _, err := objfile.ParseBuffer(buf); err == nil {
			t.Errorf("%s: accepted", tt.name)
		}
		if err := buf.Close(); err != nil {
			t.Errorf("%s: the failed parse closed the buffer: %v", tt.name, err)
		}
	}
}

// TestParseBuffer: a parse that succeeds takes the caller's ownership over.
func TestParseBuffer(t *testing.T) {
	buf := objfmt.NewBuffer("a.o", object())
	img, err := objfile.ParseBuffer(buf)
	if err != nil {
		t.Fatal(err)
	}
	if err := img.Close(); err != nil {
		t.Error(err)
	}
	if err := buf.Close(); !errors.Is(err, objfmt.ErrClosed) {
		t.Errorf("the buffer had another owner: %v", err)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good-object.o"), filepath.Join(dir, "bad-object.o")
	for path, data := range map[string][]byte{good: object(), bad: []byte("nothing of use")} {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	img, err := objfile.Open(good)
	if err != nil {
		t.Fatal(err)
	}
	if img.Name != good || img.SymbolName(1) != "here" {
		t.Errorf("%s: %q", img.Name, img.SymbolName(1))
	}
	if err := img.Close(); err != nil {
		t.Error(err)
	}
	if _, err := objfile.Open(bad); !errors.Is(err, objfmt.ErrUnknownFormat) || !strings.Contains(err.Error(), bad) {
		t.Errorf("%v", err)
	}
	if _, err := objfile.Open(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if maps, err := os.ReadFile("/proc/self/maps"); err == nil && strings.Contains(string(maps), "-object.o") {
		t.Error("a file is still mapped")
	}
}

// TestOpenFS: what a file system has is opened as a file is, from the system's or made up.
func TestOpenFS(t *testing.T) {
	made := fstest.MapFS{"good.o": {Data: object()}, "bad.o": {Data: []byte("nothing of use")}}
	for _, c := range []struct {
		fsys         fs.FS
		file, symbol string
	}{{made, "good.o", "here"}, {os.DirFS("../../testdata/demo"), "scene.o", "main"}} {
		img, err := objfile.OpenFS(c.fsys, c.file)
		if err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		found := false
		for i := range img.Symbols {
			found = found || img.SymbolName(objfmt.SymbolID(i)) == c.symbol
		}
		if img.Name != c.file || !found {
			t.Errorf("%s: it is called %s, and has %s: %t", c.file, img.Name, c.symbol, found)
		}
		if err := img.Close(); err != nil {
			t.Errorf("%s: %v", c.file, err)
		}
		var pe *fs.PathError
		if _, err := objfile.OpenFS(c.fsys, "none.o"); !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &pe) {
			t.Errorf("beside %s: %v", c.file, err)
		}
	}
	if _, err := objfile.OpenFS(made, "bad.o"); !errors.Is(err, objfmt.ErrUnknownFormat) || !strings.Contains(err.Error(), "bad.o") {
		t.Error(err)
	}
}

// TestParseFor: an object for another target is refused with both targets named.
func TestParseFor(t *testing.T) {
	parseTriple := func(s string) triple.Triple {
		tr, err := triple.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return tr
	}
	img, err := objfile.ParseFor(parseTriple("x86_64-pc-linux-gnu"), "a.o", object())
	if err != nil {
		t.Fatal(err)
	}
	img.Close()
	_, err = objfile.ParseFor(parseTriple("aarch64-unknown-linux-gnu"), "a.o", object())
	var te *objfile.TargetError
	if !errors.As(err, &te) || te.File != "a.o" || !errors.Is(err, triple.ErrMismatch) {
		t.Fatalf("%v", err)
	}
	for _, word := range []string{"a.o: ", "x86_64", "aarch64"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%v does not say %s", err, word)
		}
	}
	if _, err := objfile.ParseFor(parseTriple("x86_64-pc-linux-gnu"), "a.o", nil); !errors.Is(err, objfmt.ErrUnknownFormat) {
		t.Errorf("%v", err)
	}
}
