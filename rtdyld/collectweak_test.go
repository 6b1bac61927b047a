package rtdyld_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestCollectWeakExternals: a weak external of COFF takes a member of an archive only if it says that libraries are searched, as
// the format has it; GNU ld takes none for the others, too. A plain reference beside it takes one, whatever comes first, there and here.
func TestCollectWeakExternals(t *testing.T) {
	object := func(add func(f *objgen.COFF)) []byte {
		f := &objgen.COFF{Machine: 0x8664}
		f.Add(objgen.COFFSection{Name: ".text", Flags: 0x60000020, Data: []byte{0xc3}})
		add(f)
		return f.Bytes()
	}
	function := func(name string) objgen.COFFSymbol {
		return objgen.COFFSymbol{Name: name, Class: 2, Section: 1, Type: 0x20}
	}
	weak := func(search uint32) []byte {
		return object(func(f *objgen.COFF) {
			f.AddWeak("name", f.AddSymbol(function("main")), search)
		})
	}
	plain := object(func(f *objgen.COFF) {
		f.AddSymbol(function("other"))
		f.AddSymbol(objgen.COFFSymbol{Name: "name", Class: 2})
	})
	lib := (&objgen.Ar{Members: []objgen.ArMember{{Name: "name.o", Data: object(func(f *objgen.COFF) { f.AddSymbol(function("name")) }), Symbols: []string{"name"}}}}).Bytes()
	takes := func(files ...[]byte) bool {
		a, err := ar.Parse("lib.a", bytes.Clone(lib))
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		var imgs []*objfmt.ObjectImage
		for i, b := range files {
			imgs = append(imgs, parse(t, fmt.Sprintf("%d.o", i), bytes.Clone(b)))
		}
		all, err := rtdyld.Collect(t.Context(), imgs, []*ar.Archive{a}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, img := range all[len(imgs):] {
			img.Close()
		}
		return len(all) > len(imgs)
	}
	others := func(linker []string, files ...[]byte) bool {
		dir := t.TempDir()
		args := append(linker[1:len(linker):len(linker)], "-Map="+filepath.Join(dir, "map"), "-o", filepath.Join(dir, "out"))
		for i, b := range append(files, lib) {
			name := filepath.Join(dir, fmt.Sprintf("%d.o", i))
			if i == len(files) {
				name = filepath.Join(dir, "lib.a")
			}
			if err := os.WriteFile(name, b, 0o666); err != nil {
				t.Fatal(err)
			}
			args = append(args, name)
		}
		if out, err := exec.Command(linker[0], args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", linker[0], err, out)
		}
		text, err := os.ReadFile(filepath.Join(dir, "map"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), "name.o")
	}
	for search, want := range []bool{1: false, 2: true, 3: false, 4: false} {
		if search == 0 {
			continue
		}
		w := weak(uint32(search))
		if got := takes(w); got != want {
			t.Errorf("search %d: a member is taken: %v", search, got)
		}
		if !takes(w, plain) || !takes(plain, w) {
			t.Errorf("search %d: a plain reference takes nothing", search)
		}
	}
	ld := []string{"x86_64-w64-mingw32-ld", "-e", "main"}
	citest.Need(t, ld[0])
	for _, search := range []uint32{1, 3, 4} {
		w := weak(search)
		if others(ld, w) || !others(ld, w, plain) || !others(ld, plain, w) {
			t.Errorf("search %d: %s does something else", search, ld[0])
		}
	}
}
