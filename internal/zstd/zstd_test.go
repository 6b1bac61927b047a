package zstd

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// contents are the debug sections of an object, and how many of them are compressed.
func contents(t *testing.T, file string) (all map[string][]byte, compressed int) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	img, err := objfile.Parse(file, data)
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	if img, err = img.Full(); err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	all = map[string][]byte{}
	for i := range img.Sections {
		id := objfmt.SectionID(i)
		if name := img.SectionName(id); strings.HasPrefix(name, ".debug_") {
			b, err := img.Contents(id)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			all[name] = bytes.Clone(b)
		}
		if img.Sections[i].Flags&objfmt.SecCompressed != 0 {
			compressed++
		}
	}
	return all, compressed
}

// TestTools: sections that GNU's assembler (whose frames name a window of 2 MiB, and no size), GNU's objcopy and LLVM's
// compress hold what they hold uncompressed, short ones and long ones.
func TestTools(t *testing.T) {
	for size, n := range map[string]int{"short": 20, "long": 2000} {
		t.Run(size, func(t *testing.T) {
			citest.Need(t, "gcc", "as", "objcopy")
			dir := t.TempDir()
			run := func(name string, args ...string) {
				t.Helper()
				cmd := exec.Command(name, args...)
				cmd.Dir = dir
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", name, err, out)
				}
			}
			var source bytes.Buffer
			for i := range n {
				fmt.Fprintf(&source, "struct s%d { int a, b; } v%d;\n", i, i)
			}
			if err := os.WriteFile(filepath.Join(dir, "a.c"), source.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			run("gcc", "-g", "-S", "a.c")
			run("as", "-o", "plain.o", "a.s")
			want, _ := contents(t, filepath.Join(dir, "plain.o"))
			for name, args := range map[string][]string{
				"as":              {"as", "--compress-debug-sections=zstd", "a.s", "-o", "as.o"},
				"objcopy":         {"objcopy", "--compress-debug-sections=zstd", "plain.o", "objcopy.o"},
				"llvm-objcopy-19": {"llvm-objcopy-19", "--compress-debug-sections=zstd", "plain.o", "llvm-objcopy-19.o"},
			} {
				t.Run(name, func(t *testing.T) {
					citest.Need(t, args[0])
					run(args[0], args[1:]...)
					got, compressed := contents(t, filepath.Join(dir, name+".o"))
					if compressed == 0 {
						t.Error("nothing is compressed")
					}
					for section, b := range want {
						if !bytes.Equal(got[section], b) {
							t.Errorf("%s: %d bytes, want %d", section, len(got[section]), len(b))
						}
					}
				})
			}
		})
	}
}
