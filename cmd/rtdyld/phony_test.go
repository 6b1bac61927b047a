package main

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// TestPhonyThreadLocal links code of SPARC that refers to a thread-local of others as if it
// were the program's own: all of those are below the thread pointer, and the code says no other offset.
func TestPhonyThreadLocal(t *testing.T) {
	const typHIX22, typLOX10 = 72, 73
	f := &objgen.ELF{Is64: true, Big: true, Machine: uint16(elf.EM_SPARCV9)}
	text := f.Add(objgen.ELFSection{Name: ".text", Type: 1, Flags: 6, Align: 4, Data: []byte{
		3, 0, 0, 0, // sethi 0, %g1
		0x82, 0x18, 0x60, 0, // xor %g1, 0, %g1
	}})
	name := f.AddSymbol(objgen.ELFSymbol{Name: "other", Type: 6, Bind: 1})
	f.AddRelocs(text, true, []objgen.ELFReloc{{Offset: 0, Sym: name, Type: typHIX22}, {Offset: 4, Sym: name, Type: typLOX10}})
	dir := t.TempDir()
	path, out := filepath.Join(dir, "a.o"), filepath.Join(dir, "out")
	if err := os.WriteFile(path, f.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-each"}, {"-undefined=phony", "-out", out}} {
		var stdout, stderr bytes.Buffer
		if status := Main(append(append([]string{"link"}, args...), path), &stdout, &stderr); status != 0 {
			t.Errorf("link %q ended with %d: %s%s", args, status, &stdout, &stderr)
		}
	}
	files, err := filepath.Glob(filepath.Join(out, "*.bin"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	got, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if want := []byte{3, 0, 0, 0, 0x82, 0x18, 0x7f, 0xc0}; !bytes.Equal(got, want) { // ^-64>>10, -64&0x3ff|0x1c00
		t.Errorf("got % x, want % x", got, want)
	}
}
