package elf_test

import (
	"bytes"
	"debug/elf"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// packed returns an object whose only section is compressed: a header that tells
// type and size, and the bytes behind it.
func packed(c class, typ uint32, size uint64, data []byte) []byte {
	f := c.file()
	f.Add(objgen.ELFSection{Name: ".debug_str", Flags: uint64(elf.SHF_COMPRESSED), Data: f.Compressed(typ, size, 1, data), Align: 8})
	return f.Bytes()
}

// contents returns what Contents says of the only section.
func contents(t *testing.T, object []byte) ([]byte, error) {
	t.Helper()
	return full(t, parse(t, "packed.o", object)).Contents(0)
}

// TestZlib: SHF_COMPRESSED sections are inflated when asked for and not before.
func TestZlib(t *testing.T) {
	plain := bytes.Repeat([]byte("all work and no play "), 5000)
	for _, c := range classes {
		object := packed(c, 1, uint64(len(plain)), pack(plain))
		img := full(t, parse(t, "packed.o", object))
		sec := &img.Sections[0]
		if sec.Flags&objfmt.SecCompressed == 0 || sec.Size != uint64(len(sec.Data)) || len(sec.Data) >= len(plain)/10 {
			t.Errorf("%v: flags %v, size %d, %d bytes", c, sec.Flags.Names(), sec.Size, len(sec.Data))
		}
		for range 2 {
			got, err := img.Contents(0)
			if err != nil || !bytes.Equal(got, plain) {
				t.Errorf("%v: %d bytes, %v, want %d", c, len(got), err, len(plain))
			}
		}
		if b, err := contents(t, packed(c, 1, 0, pack(nil))); err != nil || len(b) != 0 {
			t.Errorf("%v: an empty section: %d bytes, %v", c, len(b), err)
		}
	}
}

// TestManyCompressed: an object of many small compressed sections costs a small multiple of its bytes, not an
// inflater a section, bad sections among them or not.
func TestManyCompressed(t *testing.T) {
	const sections = 1000
	var z [7][]byte
	for i := range z {
		z[i] = pack(bytes.Repeat([]byte("says what it has to say "), i))
	}
	for _, c := range classes {
		f := c.file()
		var plain [][]byte
		for i := range sections {
			b := bytes.Repeat([]byte("says what it has to say "), i%7)
			z := bytes.Clone(z[i%7])
			if i%3 == 1 {
				z[i%2] ^= 0x55 // the header
			} else if i%3 == 2 {
				z[len(z)-1] ^= 1 // the checksum
			}
			plain = append(plain, b)
			f.Add(objgen.ELFSection{Name: ".debug_str", Flags: uint64(elf.SHF_COMPRESSED), Data: f.Compressed(1, uint64(len(b)), 1, z), Align: 8})
		}
		object := f.Bytes()
		img := full(t, parse(t, "many.o", object))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range plain {
			got, err := img.Contents(objfmt.SectionID(i))
			if bad := i%3 != 0; bad && !errors.Is(err, objfmt.ErrFormat) || !bad && (err != nil || !bytes.Equal(got, plain[i])) {
				t.Fatalf("%v: section %d: %q, %v", c, i, got, err)
			}
		}
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(256<<10+16*len(object)); got > most {
			t.Errorf("%v: %d bytes for %d sections in an object of %d, at most %d expected", c, got, sections, len(object), most)
		}
	}
}

// TestBadCompression: what cannot be decompressed is an error that names section and
// offset, and costs no memory that the file does not have.
func TestBadCompression(t *testing.T) {
	plain := bytes.Repeat([]byte("0123456789"), 1000)
	z := pack(plain)
	bad := bytes.Clone(z)
	bad[len(bad)-1] ^= 1 // the checksum
	for _, c := range classes {
		for _, tt := range []struct {
			name, msg string
			typ       uint32
			size      uint64
			data      []byte
			sentinel  error
		}{
			{"size too small", "wrong decompressed size", 1, 9999, z, objfmt.ErrFormat},
			{"size too large", "wrong decompressed size", 1, 10001, z, objfmt.ErrFormat},
			{"cut", "unexpected EOF", 1, 10000, z[:len(z)-8], objfmt.ErrFormat},
			{"checksum", "checksum", 1, 10000, bad, objfmt.ErrFormat},
			{"no zlib", "invalid header", 1, 10000, []byte("PK\x03\x04 and more"), objfmt.ErrFormat},
			{"empty", "EOF", 1, 0, nil, objfmt.ErrFormat},
			{"bomb", "not credible", 1, 0xf000_0000, z, objfmt.ErrFormat},
			{"large lie", "wrong decompressed size", 1, uint64(len(z)) << 9, z, objfmt.ErrFormat},
			{"unknown type", "unknown compression type 9", 9, 100, z, objfmt.ErrUnsupported},
			{"zstd", "compressed with zstd and no decompressor is set", 2, 100, z, objfmt.ErrUnsupported},
		} {
			object := packed(c, tt.typ, tt.size, tt.data)
			img := full(t, parse(t, "packed.o", object))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := img.Contents(0)
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > 200<<10 {
				t.Errorf("%v: %s: %d bytes allocated", c, tt.name, n)
			}
			var fe *objfmt.FormatError
			if !errors.As(err, &fe) || !errors.Is(err, tt.sentinel) || !strings.Contains(err.Error(), tt.msg) {
				t.Errorf("%v: %s: %v, want %s", c, tt.name, err, tt.msg)
				continue
			}
			if at := bytes.Index(object, img.Sections[0].Data); fe.Offset != uint64(at) || fe.What != "section 1" || fe.File != "packed.o" {
				t.Errorf("%v: %s: %v does not name section 1 at %#x", c, tt.name, err, at)
			}
		}
		f := c.file()
		f.Add(objgen.ELFSection{Name: ".debug", Flags: uint64(elf.SHF_COMPRESSED), Data: make([]byte, 11)})
		if _, err := contents(t, f.Bytes()); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "too short for a compression header") {
			t.Errorf("%v: short header: %v", c, err)
		}
	}
}

// TestZstd: the caller's decompressor gets the compressed bytes and the size, and its
// result is checked.
func TestZstd(t *testing.T) {
	defer own.SetZstd(nil)
	for _, c := range classes {
		object := packed(c, 2, 5, []byte("frame"))
		var gotSrc string
		var gotSize uint64
		answer, fail := []byte("plain"), error(nil)
		own.SetZstd(func(src []byte, size uint64) ([]byte, error) {
			gotSrc, gotSize = string(src), size
			return answer, fail
		})
		if b, err := contents(t, object); string(b) != "plain" || err != nil || gotSrc != "frame" || gotSize != 5 {
			t.Errorf("%v: %q, %v; asked with %q, %d", c, b, err, gotSrc, gotSize)
		}
		answer = []byte("plainer")
		if _, err := contents(t, object); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "wrong decompressed size") {
			t.Errorf("%v: too much: %v", c, err)
		}
		answer, fail = nil, errors.New("no such frame")
		if _, err := contents(t, object); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "no such frame") {
			t.Errorf("%v: failure: %v", c, err)
		}
		own.SetZstd(nil)
		if _, err := contents(t, object); !errors.Is(err, objfmt.ErrUnsupported) {
			t.Errorf("%v: removed: %v", c, err)
		}
	}
}

// inflateStd decompresses a zstd frame by the standard library, which reads it in ELF files.
func inflateStd(src []byte, size uint64) ([]byte, error) {
	f, err := elf.NewFile(bytes.NewReader(packed(classes[2], 2, size, src)))
	if err != nil {
		return nil, err
	}
	return f.Sections[1].Data()
}

// TestCompressedByTools: debug sections that gcc and objcopy compress hold what they
// hold uncompressed.
func TestCompressedByTools(t *testing.T) {
	citest.Need(t, "gcc", "objcopy")
	own.SetZstd(inflateStd)
	defer own.SetZstd(nil)
	dir := t.TempDir()
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
	}
	src := "#include <stdio.h>\nint main(int c, char **v) { for (int i = 0; i < c; i++) printf(\"%s\\n\", v[i]); return 0; }\n"
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	run("gcc", "-g3", "-gz=none", "-c", "-o", "none.o", "a.c")
	object := func(name string) *objfmt.ObjectImage {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		compareStd(t, name, data)
		return full(t, parse(t, name, data))
	}
	plain := object("none.o")
	for _, format := range []string{"zlib", "zstd"} {
		run("objcopy", "--compress-debug-sections="+format, "none.o", format+".o")
		img := object(format + ".o")
		compressed := 0
		for i := range img.Sections {
			if img.Sections[i].Flags&objfmt.SecCompressed == 0 {
				continue
			}
			compressed++
			name := img.SectionName(objfmt.SectionID(i))
			got, err := img.Contents(objfmt.SectionID(i))
			if err != nil {
				t.Errorf("%s: %s: %v", format, name, err)
			}
			same := false
			for k := range plain.Sections { // .debug_macro stands several times
				same = same || plain.SectionName(objfmt.SectionID(k)) == name && bytes.Equal(plain.Sections[k].Data, got)
			}
			if !same {
				t.Errorf("%s: %s differs", format, name)
			}
		}
		if compressed == 0 {
			t.Errorf("%s: objcopy compressed nothing", format)
		}
	}
}
