package objfmt_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/golden"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// typeName names one type; the others keep their numbers.
func typeName(typ uint32) string {
	if typ == 4 {
		return "R_X86_64_PLT32"
	}
	return ""
}

// TestFprint: loaded sections and all, and a real object, as people read them.
func TestFprint(t *testing.T) {
	img := parse(t, small())
	full, err := img.Full()
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	demo, err := objfile.Open("../testdata/elf-link/comdat_1.o")
	if err != nil {
		t.Fatal(err)
	}
	defer demo.Close()
	demo.Name = filepath.Base(demo.Name)
	for name, img := range map[string]*objfmt.ObjectImage{"small": img, "full": full, "comdat": demo} {
		var b bytes.Buffer
		if err := objfmt.Fprint(&b, img, typeName); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", name+".txt"), b.Bytes())
	}
}

// TestFprintHostile: a name can neither move a cursor nor make up lines.
func TestFprintHostile(t *testing.T) {
	f := small()
	names := []string{"\x1b[2Jgone", "two\nlines", "\xff\xfe", `"quoted"`, "tab\there", "größe", "with space", "a\u202eb"}
	for _, n := range names {
		f.AddSymbol(objgen.ELFSymbol{Name: n, Bind: stbGlobal})
	}
	f.Add(objgen.ELFSection{Name: ".e\x1b[0m", Flags: alloc})
	img := parse(t, f)
	img.Name = "a\nb.o"
	var b bytes.Buffer
	if err := objfmt.Fprint(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"\x1b[2Jgone"`, `"two\nlines"`, `"\xff\xfe"`, `"\"quoted\""`, `"tab\there"`, "größe", "with space", `"a\u202eb"`, `".e\x1b[0m"`, `"a\nb.o"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is not in the text", want)
		}
	}
	for _, r := range b.String() {
		if r < ' ' && r != '\n' || r == '\u202e' {
			t.Errorf("the text has the character %#x", r)
		}
	}
}

// TestJSON: a dump survives the way through JSON, every number of it, and outlives
// the image.
func TestJSON(t *testing.T) {
	paths, err := filepath.Glob("../testdata/elf-*/*.o")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no objects: %v", err)
	}
	for _, path := range append(paths, "") {
		var img *objfmt.ObjectImage
		if path == "" {
			img = parse(t, small())
		} else {
			img, err = objfile.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer img.Close()
		}
		d, err := img.Dump(typeName)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var back objfmt.Dump
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, &back); diff != "" {
			t.Errorf("%s (-dump +read back):\n%s", path, diff)
		}
	}
}

// TestJSONValues: the fields say what was put into the object.
func TestJSONValues(t *testing.T) {
	img := parse(t, small())
	d, err := img.Dump(typeName)
	if err != nil {
		t.Fatal(err)
	}
	img.Close()
	addend := func(v int64) *int64 { return &v }
	want := objfmt.DumpSection{
		Number: 1, Name: ".text", Kind: "code", Flags: []string{"load", "exec", "rela"}, Size: 16, Align: 16, Group: "main",
		Relocs: []objfmt.DumpReloc{
			{Offset: 1, Type: "R_X86_64_PLT32", Symbol: "puts", Sym: 3, Addend: addend(-4)},
			{Offset: 8, Type: "2", Symbol: ".text", Sym: 1, Addend: addend(3)},
			{Offset: 12, Type: "1", Addend: addend(0)},
		},
	}
	if diff := cmp.Diff(want, d.Sections[0]); diff != "" {
		t.Errorf("section (-want +got):\n%s", diff)
	}
	symbols := []objfmt.DumpSymbol{
		{Number: 0, Type: "notype", Bind: "local", Vis: "default", Section: "undef"},
		{Number: 1, Type: "section", Bind: "local", Vis: "default", Section: "1"},
		{Number: 2, Name: "main", Type: "func", Bind: "global", Vis: "default", Section: "1", Size: 16},
		{Number: 3, Name: "puts", Type: "notype", Bind: "global", Vis: "default", Section: "undef"},
		{Number: 4, Name: "table", Type: "data", Bind: "global", Vis: "default", Section: "common", Value: 16, Size: 400},
		{Number: 5, Name: "limit", Type: "notype", Bind: "global", Vis: "default", Section: "abs", Value: 0xffffffffffffffff},
		{Number: 6, Name: "note", Type: "notype", Bind: "weak", Vis: "hidden", Section: "unloaded"},
	}
	if diff := cmp.Diff(symbols, d.Symbols); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]objfmt.DumpGroup{{Name: "main", Comdat: true, Select: "any", Members: []uint32{1}}}, d.Groups); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	if d.Name != "small.o" || d.Machine != 62 || !d.Is64 || d.Big {
		t.Errorf("header: %+v", d)
	}
}

// TestDumpMemory: names that share their bytes in the file do not grow in a dump.
func TestDumpMemory(t *testing.T) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	for range 15 { // a file with many more is refused
		f.AddSymbol(objgen.ELFSymbol{Name: "x"})
	}
	long := strings.Repeat("n", 1<<20)
	f.EditNames = func([]byte) []byte { return []byte("\x00" + long + "\x00") }
	f.EditSymbol = func(_ uint32, r *objgen.ELFSymbolRecord) { r.Name = 1 }
	img := parse(t, f)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if d, err := img.Dump(nil); err != nil || len(d.Symbols[15].Name) != len(long) {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 8<<20 {
		t.Errorf("a dump of %d bytes takes %d", len(img.Buffer.Bytes()), got)
	}
}

// TestDumpMentions: many relocations against one symbol or section, and many sections of one group, whose names are long make no large dump.
func TestDumpMentions(t *testing.T) {
	const n = 2000
	long := strings.Repeat("n", 1<<18)
	f := &objgen.ELF{Is64: true, Machine: 62}
	data := f.Add(objgen.ELFSection{Name: ".data." + long, Flags: alloc, Data: make([]byte, 8)})
	section, symbol := f.AddSymbol(objgen.ELFSymbol{Type: 3, Section: data}), f.AddSymbol(objgen.ELFSymbol{Name: long, Bind: stbGlobal})
	relocs := make([]objgen.ELFReloc, n)
	for i := range relocs {
		relocs[i] = objgen.ELFReloc{Sym: []uint32{section, symbol}[i%2], Type: 1}
	}
	f.AddRelocs(data, true, relocs)
	var members []uint32
	for range n {
		members = append(members, f.Add(objgen.ELFSection{Name: ".text", Flags: alloc | 0x200, Data: make([]byte, 8)}))
	}
	f.AddGroup(symbol, 1, members...)
	d, err := parse(t, f).Dump(nil)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := d.Fprint(&text); err != nil {
		t.Fatal(err)
	}
	asJSON, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	if most := 16 << 20; text.Len() > most || len(asJSON) > most {
		t.Errorf("%d bytes of text, %d of JSON", text.Len(), len(asJSON))
	}
	if !strings.Contains(text.String(), long) {
		t.Error("the name itself is cut off")
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, os.ErrPermission }

func TestFprintWriteError(t *testing.T) {
	if err := objfmt.Fprint(failingWriter{}, parse(t, small()), nil); !errors.Is(err, os.ErrPermission) {
		t.Errorf("%v", err)
	}
}
