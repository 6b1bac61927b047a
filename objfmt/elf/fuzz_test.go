package elf_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// testdata is the project's.
const testdata = "../../testdata"

// read parses whatever bytes there are and uses everything that an image offers.
func read(t *testing.T, data []byte) (parsed bool) {
	t.Helper()
	return fuzz.ELF.Check(t, data)
}

// seeds are small objects with everything in them. The project's own are package fuzz's.
func seeds() (objects [][]byte) {
	for _, c := range classes {
		for _, rela := range []bool{false, true} {
			s := newSample(c, rela)
			s.HeadersFirst = rela
			objects = append(objects, s.Bytes())
			s = newSample(c, rela)
			s.AddCrel(s.data, s.Crel(rela, []objgen.ELFReloc{rel(0, s.foo, 1, -4), rel(8, s.ext, 2, 0x7ffffff0)}))
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
	return objects
}

// FuzzParse is package fuzz's FuzzELF from objects with everything in them.
func FuzzParse(f *testing.F) {
	for _, o := range seeds() {
		f.Add(o)
	}
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data) })
}
