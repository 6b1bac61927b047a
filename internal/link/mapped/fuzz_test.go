package mapped_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/link/mapped"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// FuzzParse: whatever a file's bytes are, reading it is a typed error or makes an image that answers all questions.
func FuzzParse(f *testing.F) {
	f.Add([]byte("\x7fELF\x02\x01\x01"))
	for _, data := range libraries(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { ask(t, data) })
}

// libraries are small shared objects, if there is something to link them.
func libraries(t testing.TB) (all [][]byte) {
	if citest.Missing("llvm-mc-14", "ld.lld-14") != nil {
		return nil
	}
	dir := t.TempDir()
	s, o, so := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o"), filepath.Join(dir, "a.so")
	source := "\t.globl f, g\nf:\tcallq g@PLT\n\tret\n\t.cfi_startproc\nh:\tret\n\t.cfi_endproc\n\t.data\n\t.globl d\nd:\t.quad f, d, h\n" +
		"\t.section .note.rtdyld,\"a\",@note\n\t.long 7, 64, 1\n\t.asciz \"rtdyld\"\n\t.p2align 2\n\t.long 1, 0\n\t.zero 56\n"
	if err := os.WriteFile(s, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][]string{
		{"llvm-mc-14", "-triple=x86_64", "-filetype=obj", s, "-o", o},
		{"ld.lld-14", "-shared", "-z", "separate-loadable-segments", "--pack-dyn-relocs=relr", "--hash-style=gnu", "--eh-frame-hdr", o, "-o", so},
	} {
		if out, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", c, err, out)
		}
	}
	data, err := os.ReadFile(so)
	if err != nil {
		t.Fatal(err)
	}
	return [][]byte{data}
}

// ask reads an image and asks everything that there is to ask. It reports whether it could be read.
func ask(t *testing.T, data []byte) bool {
	for _, cfg := range []mapped.Config{{}, {Trusted: true}, {Trusted: true, Foreign: true}} {
		img, err := mapped.Parse("any", data, cfg)
		if err != nil {
			var bad *objfmt.FormatError
			if !errors.As(err, &bad) && !errors.Is(err, mapped.ErrVersion) && !errors.Is(err, mapped.ErrHash) {
				t.Fatalf("%v is no typed error", err)
			}
			continue
		}
		for _, name := range []string{"", "f", "g", "d", "h"} {
			img.Lookup(name)
		}
		for i := range min(img.Imports(), 100) {
			img.Symbol(i + 1)
			img.Library(i)
		}
		img.Inputs()
		for i := range img.NumSections() {
			img.Section(i)
		}
		l := img.Locals()
		for i := range l.Len() {
			l.At(i)
		}
		for _, s := range img.Segments {
			if s.Off > uint64(len(data)) || s.FileSize > uint64(len(data))-s.Off || s.FileSize > s.Size || s.Addr+s.Size > img.End || s.Addr < img.Base {
				t.Fatalf("segment %+v of %#x bytes", s, len(data))
			}
		}
		if cfg.Foreign {
			return true
		}
	}
	return false
}

// TestParse: a library is read if that is asked for, and no image otherwise.
func TestParse(t *testing.T) {
	citest.Need(t, "llvm-mc-14", "ld.lld-14")
	for _, data := range libraries(t) {
		if _, err := mapped.Parse("a.so", data, mapped.Config{Foreign: true, Trusted: true}); err == nil {
			t.Error("a note that says nothing right was taken")
		}
		at := 0
		for i := range data[:len(data)-8] {
			if string(data[i:i+7]) == "rtdyld\x00" {
				at = i
				break
			}
		}
		data[at+8] = 2
		if _, err := mapped.Parse("a.so", data, mapped.Config{}); !errors.Is(err, mapped.ErrVersion) {
			t.Errorf("version 2: %v", err)
		}
		data[at] = 'x'
		if !ask(t, data) {
			t.Error("a library without a note was not read")
		}
		if _, err := mapped.Parse("a.so", data, mapped.Config{}); !errors.Is(err, mapped.ErrNotImage) {
			t.Errorf("without a note: %v", err)
		}
	}
}
