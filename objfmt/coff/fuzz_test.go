package coff_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// testdata is the project's.
const testdata = "../../testdata"

// read parses whatever bytes there are and uses everything that an image offers;
// objfile, which tells COFF by more than a magic, says the same of them.
func read(t *testing.T, data []byte) (parsed bool) {
	t.Helper()
	return fuzz.File(t, data)
}

// seeds are small objects with everything in them. The project's own are package fuzz's.
func seeds() (objects [][]byte) {
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
	return objects
}

// FuzzParse is package fuzz's FuzzCOFF from objects with everything in them.
func FuzzParse(f *testing.F) {
	for _, o := range seeds() {
		f.Add(o)
	}
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data) })
}
