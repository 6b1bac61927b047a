package elf_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
)

// read parses whatever bytes there are and uses everything that an image offers.
func read(t *testing.T, data []byte) (parsed bool) {
	t.Helper()
	return fuzz.ELF.Check(t, data)
}

// seeds are small objects with everything in them.
func seeds(tb testing.TB) (objects [][]byte) {
	for _, c := range classes {
		for _, rela := range []bool{false, true} {
			s := newSample(c, rela)
			s.HeadersFirst = rela
			objects = append(objects, s.Bytes())
		}
		s := newSample(c, true)
		s.EditShndx = func(words []uint32) []uint32 { words[3] = s.groupText; return words }
		s.EditSymbol = func(n uint32, r *objgenSymbol) {
			if n == 3 {
				r.Shndx = 0xffff
			}
		}
		objects = append(objects, s.Bytes())
	}
	paths, err := filepath.Glob("../../testdata/elf-*/*.o")
	if err != nil {
		tb.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		if len(data) < 2000 {
			objects = append(objects, data)
		}
	}
	return objects
}

// FuzzParse is package fuzz's FuzzELF from objects with everything in them.
func FuzzParse(f *testing.F) {
	for _, o := range seeds(f) {
		f.Add(o)
	}
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data) })
}
