package coff_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// read parses whatever bytes there are and uses everything that an image offers;
// objfile, which tells COFF by more than a magic, says the same of them.
func read(t *testing.T, data []byte) (parsed bool) {
	t.Helper()
	return fuzz.File(t, data)
}

// seeds are small objects with everything in them.
func seeds(tb testing.TB) (objects [][]byte) {
	for _, fl := range flavours {
		s := newSample(fl)
		objects = append(objects, s.Bytes())
		s.EditSection = func(_ int, h *objgen.COFFSectionHeader) { h.VirtualSize, h.Address = 1, 0x1000 }
		objects = append(objects, s.Bytes(), (&objgen.COFFImport{Machine: fl.machine, NameType: 3, Symbol: "_f@4", Library: "some.dll"}).Bytes())
		b := builder{fl.file()}
		code := b.section(".text$f", text|comdat)
		b.section(".xdata$f", rodata|comdat)
		b.section(".CRT$XCU", rodata)
		b.lead(code, 1, "f")
		objects = append(objects, b.Bytes())
	}
	paths, err := filepath.Glob("../../testdata/coff-*/*.o")
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

// FuzzParse is package fuzz's FuzzCOFF from objects with everything in them.
func FuzzParse(f *testing.F) {
	for _, o := range seeds(f) {
		f.Add(o)
	}
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data) })
}
