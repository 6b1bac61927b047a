// Package parsetest has what tests and benchmarks of all parsers of objects share: what
// parsing costs, that an image is views of its file, that decoding relocation records
// allocates nothing and leaves nothing of what was in an array before.
//
// Law: for tests alone; knows no file format. A parser is a function from a buffer to an
// image.
package parsetest

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
)

// Parser makes an image of a file, as the Parse functions of the formats do.
type Parser func(*objfmt.ObjectBuffer) (*objfmt.ObjectImage, error)

// Object is one object file.
type Object struct {
	Name string
	Data []byte
}

// Members returns the members of an archive in memory. A linker script has none.
func Members(tb testing.TB, path string, data []byte) (objects []Object) {
	tb.Helper()
	if !bytes.HasPrefix(data, []byte("!<arch>\n")) {
		return nil
	}
	a, err := ar.Parse(path, data)
	if err != nil {
		tb.Fatal(err)
	}
	defer a.Close()
	for m, err := range a.Members() {
		if err != nil {
			tb.Fatal(err)
		}
		b, err := m.Bytes()
		if err != nil {
			tb.Fatal(err)
		}
		objects = append(objects, Object{m.String(), b})
	}
	return objects
}

// Set is objects to measure with.
type Set struct {
	Name    string
	Pattern string            // of files and archives
	Keep    func([]byte) bool // which of them; nil: all
	Made    [][]byte          // besides
}

// objects reads a set. It skips the benchmark if there is nothing.
func (s *Set) objects(b *testing.B) [][]byte {
	b.Helper()
	objects := slices.Clone(s.Made)
	add := func(data []byte) {
		if s.Keep == nil || s.Keep(data) {
			objects = append(objects, data)
		}
	}
	paths, err := filepath.Glob(s.Pattern)
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		if filepath.Ext(path) != ".a" {
			add(data)
			continue
		}
		for _, m := range Members(b, path, data) {
			add(m.Data)
		}
	}
	if len(objects) == 0 {
		b.Skipf("no objects at %s", s.Pattern)
	}
	return objects
}

// Parse measures parsing of every object of each set; MB/s are of file, most of which
// parsing does not touch.
func Parse(b *testing.B, parse Parser, sets []Set) {
	for _, set := range sets {
		b.Run(set.Name, func(b *testing.B) {
			objects := set.objects(b)
			size := int64(0)
			for _, o := range objects {
				size += int64(len(o))
			}
			b.SetBytes(size)
			b.ReportAllocs()
			symbols := 0
			for b.Loop() {
				symbols = 0
				for _, o := range objects {
					img, err := parse(objfmt.NewBuffer("bench.o", o))
					if err != nil {
						b.Fatal(err)
					}
					symbols += len(img.Symbols)
				}
			}
			perOp := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			b.ReportMetric(perOp/float64(symbols), "ns/symbol")
			b.ReportMetric(perOp/float64(len(objects)), "ns/object")
		})
	}
}

// Decode measures walks over all relocations of loaded sections in chunks, as a linker's.
func Decode(b *testing.B, parse Parser, sets []Set) {
	for _, set := range sets {
		b.Run(set.Name, func(b *testing.B) {
			var images []*objfmt.ObjectImage
			for _, o := range set.objects(b) {
				img, err := parse(objfmt.NewBuffer("bench.o", o))
				if err != nil {
					b.Fatal(err)
				}
				images = append(images, img)
			}
			relocs := 0
			var buf [objfmt.DecodeChunk]objfmt.Reloc
			b.ReportAllocs()
			for b.Loop() {
				relocs = 0
				for _, img := range images {
					relocs += walk(b, img, &buf)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(relocs), "ns/reloc")
		})
	}
}

// walk decodes all records of an image and returns how many relocations they are.
func walk(tb testing.TB, img *objfmt.ObjectImage, buf *[objfmt.DecodeChunk]objfmt.Reloc) (relocs int) {
	for i := range img.Sections {
		sec := &img.Sections[i]
		for raw := sec.Raw; len(raw) > 0; {
			n, rest, err := img.Format.Decode(img, sec, buf[:], raw)
			if err != nil {
				tb.Fatal(err)
			}
			relocs, raw = relocs+n, rest
		}
	}
	return relocs
}

// DecodeAllocs checks that walking the relocations of an image in chunks allocates nothing,
// and returns how many there are.
func DecodeAllocs(t *testing.T, img *objfmt.ObjectImage) (relocs int) {
	t.Helper()
	var buf [objfmt.DecodeChunk]objfmt.Reloc
	if allocs := testing.AllocsPerRun(10, func() { relocs = walk(t, img, &buf) }); allocs != 0 {
		t.Errorf("%v allocations for %d relocations", allocs, relocs)
	}
	return relocs
}

// DecodeReuse checks that nothing of the records that were in the caller's array before is
// left in those of the first section, which has at least four.
func DecodeReuse(t *testing.T, img *objfmt.ObjectImage) {
	t.Helper()
	sec := &img.Sections[0]
	clean, dirty := make([]objfmt.Reloc, 3), make([]objfmt.Reloc, 3)
	for i := range dirty {
		dirty[i] = objfmt.Reloc{Offset: 1 << 63, Addend: -7, Type: 99, Sym: 98, Sub: 97, HasAddend: true}
	}
	n, rest, err := img.Format.Decode(img, sec, clean, sec.Raw)
	n2, rest2, err2 := img.Format.Decode(img, sec, dirty, sec.Raw)
	if n != 3 || n2 != 3 || err != nil || err2 != nil || len(rest) != len(sec.Raw)/4 || len(rest2) != len(rest) || !Inside(rest, rest2) || !slices.Equal(clean, dirty) {
		t.Errorf("%+v, %v\n%+v, %v", clean, err, dirty, err2)
	}
}

// Costs returns allocations and bytes of one parse.
func Costs(t *testing.T, parse Parser, data []byte) (allocs float64, size uint64) {
	t.Helper()
	run := func() {
		img, err := parse(objfmt.NewBuffer("cost.o", data))
		if err != nil {
			t.Fatal(err)
		}
		img.Close()
	}
	allocs = testing.AllocsPerRun(50, run)
	size = 1 << 62
	for range 10 { // the least: a collection may empty a pool
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		size = min(size, after.TotalAlloc-before.TotalAlloc)
	}
	return allocs, size
}

// Bytes are what memory may be views of each other.
type Bytes interface{ ~[]byte | ~string }

// Inside reports whether part is memory of whole.
func Inside[P Bytes](whole []byte, part P) bool {
	if len(part) == 0 {
		return true
	}
	lo, at := reflect.ValueOf(whole).Pointer(), reflect.ValueOf(part).Pointer()
	return at >= lo && uint64(at)+uint64(len(part)) <= uint64(lo)+uint64(len(whole))
}

// ZeroCopy checks that contents, records and names of an image are the file's own memory,
// which an append would not write into. Names of sections are not, and no string table is
// theirs, in a format that makes them; records of sections for which copied reports true are
// not. nil: there are none.
func ZeroCopy(t *testing.T, data []byte, img *objfmt.ObjectImage, madeNames bool, copied func(*objfmt.Section, string) bool) {
	t.Helper()
	records := 0
	for i := range img.Sections {
		s := &img.Sections[i]
		name := img.SectionName(objfmt.SectionID(i))
		b, err := s.Data, error(nil)
		if s.Flags&objfmt.SecCompressed == 0 {
			b, err = img.Contents(objfmt.SectionID(i))
		}
		if err != nil || !Inside(data, s.Data) || !Inside(data, b) || len(b) != len(s.Data) {
			t.Errorf("section %d is a copy (%v)", s.Number, err)
		}
		if want := copied != nil && copied(s, name); Inside(data, s.Raw) == want && len(s.Raw) > 0 {
			t.Errorf("section %d: records are a copy: %v", s.Number, !want)
		}
		if cap(s.Data) != len(s.Data) || cap(s.Raw) != len(s.Raw) {
			t.Errorf("section %d: an append would write into the file", s.Number)
		}
		records += len(s.Raw)
		if !madeNames && !Inside(data, name) {
			t.Errorf("name %s is a copy", name)
		}
	}
	for i := range img.Symbols {
		if name := img.SymbolName(objfmt.SymbolID(i)); !Inside(data, name) {
			t.Errorf("name %s is a copy", name)
		}
	}
	for _, d := range img.Directives {
		if !Inside(data, d.Name) || !Inside(data, d.Value) {
			t.Errorf("directive %+v is a copy", d)
		}
	}
	if records == 0 || !Inside(data, img.Strings) || !madeNames && !Inside(data, img.SecStrings) {
		t.Errorf("%d bytes of records; string tables are copies", records)
	}
	if cap(img.Strings) != len(img.Strings) || !madeNames && cap(img.SecStrings) != len(img.SecStrings) {
		t.Error("an append to a string table would write into the file")
	}
}
