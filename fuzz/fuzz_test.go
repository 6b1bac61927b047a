package fuzz_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

const testdata = "../testdata"

// No bytes make a parser or what it returns panic, allocate much, or contradict itself.
// Each target begins with the project's own objects; those of the parsers' packages, named
// FuzzParse, begin with objects that have every odd thing in them.
func FuzzELF(f *testing.F)   { fuzzFormat(f, fuzz.ELF) }
func FuzzCOFF(f *testing.F)  { fuzzFormat(f, fuzz.COFF) }
func FuzzMachO(f *testing.F) { fuzzFormat(f, fuzz.MachO) }

func fuzzFormat(f *testing.F, format *fuzz.Format) {
	for _, data := range format.Seeds(f, testdata) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { format.Check(t, data) })
}

// FuzzArchive reads archives of all flavours.
func FuzzArchive(f *testing.F) {
	for _, data := range archives(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzz.Archive(t, data, 1) })
}

// FuzzObject reads whatever objfile reads: objects of all formats, which are told apart,
// universal files, archives.
func FuzzObject(f *testing.F) {
	for _, data := range everything(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzz.File(t, data) })
}

// archives have an object of each format in them, and a text.
func archives(tb testing.TB) (all [][]byte) {
	tb.Helper()
	var members []objgen.ArMember
	for _, format := range fuzz.Formats {
		members = append(members, objgen.ArMember{Name: format.Name + ".o", Data: format.Seeds(tb, testdata)[0], Symbols: []string{"in_" + format.Name}})
	}
	members = append(members, objgen.ArMember{Name: "a text with a long name", Data: []byte("read me\n")})
	for flavour := range objgen.NumArFlavours {
		for _, noIndex := range []bool{false, true} {
			a := objgen.Ar{Flavour: flavour, NoIndex: noIndex, Members: members}
			all = append(all, a.Bytes())
		}
	}
	return all
}

// everything is what objfile reads, and what is refused for the way it begins.
func everything(tb testing.TB) [][]byte {
	tb.Helper()
	var all [][]byte
	for _, format := range fuzz.Formats {
		all = append(all, format.Seeds(tb, testdata)...)
	}
	apple := fuzz.MachO.Seeds(tb, testdata)[0]
	all = append(all,
		objgen.Fat(false, objgen.FatSlice{CPU: 0x01000007, Subtype: 3, Data: apple}),
		objgen.Fat(true, objgen.FatSlice{CPU: 0x01000007, Subtype: 3, Data: apple}, objgen.FatSlice{CPU: 0x0100000c, Data: apple}),
		(&objgen.COFFImport{Machine: 0x8664, NameType: 3, Symbol: "_f@4", Library: "some.dll"}).Bytes(),
		(&objgen.COFF{Machine: 0xaa64, Big: true}).Bytes(),
		[]byte("MZ"), []byte("BC\xc0\xde"), []byte("go object linux amd64"), nil)
	return append(all, archives(tb)...)
}

// TestSeeds: seeds of each format are there, are objects of that format, and FuzzObject has
// them all, together with archives that are read.
func TestSeeds(t *testing.T) {
	for _, format := range fuzz.Formats {
		all := format.Seeds(t, testdata)
		if len(all) < 20 {
			t.Errorf("%s: only %d objects", format.Name, len(all))
		}
		folders := map[string]int{}
		for i, data := range all {
			if !format.Check(t, data) || !fuzz.File(t, data) {
				t.Errorf("%s: seed %d is no object", format.Name, i)
			}
			folders[string(data[:min(20, len(data))])]++
			for _, other := range fuzz.Formats {
				if other != format && other.Check(t, data) {
					t.Errorf("seed %d of %s is an object of %s, too", i, format.Name, other.Name)
				}
			}
		}
		if len(folders) < 3 {
			t.Errorf("%s: the objects of %d headers alone", format.Name, len(folders))
		}
	}
	for i, data := range archives(t) {
		if !fuzz.Archive(t, data, 1) || fuzz.File(t, data) {
			t.Errorf("archive %d is none", i)
		}
	}
}

// recorder notes that a check has failed.
type recorder struct {
	testing.TB
	said []string
}

func (*recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, format)
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(r)
}
func (r *recorder) Error(args ...any) { r.Errorf("%v", args...) }
func (r *recorder) Fatal(args ...any) { r.Fatalf("%v", args...) }

// TestChecksCanFail: an image that contradicts itself is noticed.
func TestChecksCanFail(t *testing.T) {
	paths := map[*fuzz.Format]string{fuzz.ELF: "elf-link/cxx_1.o", fuzz.COFF: "coff-amd64/rel32.o", fuzz.MachO: "macho-parser/x86_64_symbols.o"}
	tamper := []struct {
		name string
		with func(*objfmt.ObjectImage)
	}{
		{"link", func(img *objfmt.ObjectImage) { img.Sections[0].Link = objfmt.SectionID(len(img.Sections)) }},
		{"size", func(img *objfmt.ObjectImage) { img.Sections[0].Size++ }},
		{"group", func(img *objfmt.ObjectImage) { img.Sections[0].Group = uint32(len(img.Groups)) + 1 }},
		{"symbol's section", func(img *objfmt.ObjectImage) { img.Symbols[1].Section = objfmt.SectionID(len(img.Sections)) }},
		{"common", func(img *objfmt.ObjectImage) { img.Symbols[1].Section, img.Symbols[1].Value = objfmt.SecCommon, 3 }},
		{"hash", func(img *objfmt.ObjectImage) { img.Hashes[len(img.Hashes)-1] ^= 1 }},
		{"hashes", func(img *objfmt.ObjectImage) { img.Hashes = img.Hashes[1:] }},
		{"name", func(img *objfmt.ObjectImage) { img.Symbols[len(img.Symbols)-1].NameLen = 1 << 30 }},
		{"alias", func(img *objfmt.ObjectImage) {
			img.Symbols[1].Section, img.Symbols[1].Value = objfmt.SecAlias, 1
		}},
		{"hidden", func(img *objfmt.ObjectImage) {
			s := &img.Symbols[len(img.Symbols)-1]
			s.Bind, s.Vis, img.HasHidden = objfmt.BindGlobal, objfmt.VisHidden, false
		}},
	}
	for _, format := range fuzz.Formats {
		for _, c := range tamper {
			img, err := objfile.Open("../testdata/" + paths[format])
			if err != nil {
				t.Fatal(err)
			}
			before := &recorder{TB: t}
			format.Image(before, img)
			c.with(img)
			after := &recorder{TB: t}
			func() {
				defer func() { recover() }() // Fatalf; or what is told below, if nothing was said
				format.Image(after, img)
			}()
			if len(before.said) != 0 || len(after.said) == 0 {
				t.Errorf("%s, %s: %q said before, %q after", format.Name, c.name, before.said, after.said)
			}
			img.Close()
		}
	}
}
