package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestSectionOffsets: offsets in sections, and entry points for those with the same T, are what GNU's assembler and linker of PowerPC
// make of them, with the sections at the same addresses.
func TestSectionOffsets(t *testing.T) {
	const offsets = " li 3,w@sectoff\n addi 3,3,w@sectoff@l\n addis 3,3,w@sectoff@ha\n addis 3,3,w@sectoff@h\n"
	const data = " .section .mine,\"aw\"\n .zero 0x9004\nw: .long 5\n"
	for _, c := range []struct{ triple, source string }{
		{"powerpc-linux-gnu", " .globl _start\n .text\n_start: li 3,x@sectoff\n" + offsets[len(" li 3,w@sectoff\n"):] + data + " .set x, w-0x2000\n"},
		{"powerpc64le-linux-gnu", " .abiversion 2\n .globl _start, f\n .text\n_start: li 3,x@sectoff\n" + offsets[len(" li 3,w@sectoff\n"):] +
			" ld 4,x@sectoff(3)\n ld 4,w@sectoff@l(3)\n lxv 5,y@sectoff@l(3)\nf: addis 2,12,.TOC.-f@ha\n addi 2,2,.TOC.-f@l\n .localentry f,.-f\n blr\n" +
			data + " .set x, w-0x2000\n .set y, w+12\n .section .words,\"aw\"\n .quad f@localentry+16\n"},
	} {
		t.Run(c.triple, func(t *testing.T) {
			as, ld := c.triple+"-as", c.triple+"-ld"
			citest.Need(t, as, ld)
			dir := t.TempDir()
			source, object, native, out := filepath.Join(dir, "s.s"), filepath.Join(dir, "s.o"), filepath.Join(dir, "native"), filepath.Join(dir, "out")
			if err := os.WriteFile(source, []byte(c.source), 0o666); err != nil {
				t.Fatal(err)
			}
			runTool(t, as, "-many", "-o", object, source)
			at := []struct {
				section string
				addr    uint64
			}{{".text", 0x10001000}, {".mine", 0x10020000}, {".words", 0x10040000}}
			args := []string{"-o", native, object}
			text := ""
			f, err := elf.Open(object)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			for _, s := range at {
				args = append(args, fmt.Sprintf("--section-start=%s=%#x", s.section, s.addr))
				for n, sec := range f.Sections {
					if sec.Name == s.section {
						text += fmt.Sprintf(`{"file": "s.o", "section": %d, "addr": "%#x"},`, n, s.addr)
					}
				}
			}
			runTool(t, ld, args...)
			layout := filepath.Join(dir, "layout.json")
			if err := os.WriteFile(layout, []byte(`{"sections": [`+text[:len(text)-1]+`]}`), 0o666); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			if status := Main([]string{"link", "-layout", layout, "-out", out, object}, &stdout, &stderr); status != 0 {
				t.Fatalf("%s", stderr.Bytes())
			}
			g, err := elf.Open(native)
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			for n, sec := range f.Sections {
				if sec.Name != ".text" && sec.Name != ".words" || sec.Size == 0 {
					continue
				}
				want, err := g.Section(sec.Name).Data()
				if err != nil {
					t.Fatal(err)
				}
				got, err := os.ReadFile(filepath.Join(out, fmt.Sprintf("s.o.%d.bin", n)))
				if err != nil {
					t.Fatal(err)
				}
				if sec.Name == ".text" && c.triple == "powerpc64le-linux-gnu" {
					got, want = got[:7*4], want[:7*4] // what follows has the distance of T, which is the linker's to choose
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s\n got % x\nwant % x", sec.Name, got, want)
				}
			}
		})
	}
}
