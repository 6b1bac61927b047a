package elf_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// read parses whatever bytes there are and uses everything that an image offers. It
// fails the test for an untyped error and for a parse that allocates more than a
// small multiple of its input.
func read(t *testing.T, data []byte) (parsed bool) {
	t.Helper()
	buf := objfmt.NewBuffer("hostile.o", data)
	defer buf.Close()
	var img *objfmt.ObjectImage
	var err error
	bounded(t, data, func() { img, err = own.Parse(buf.Retain()) })
	if err != nil {
		buf.Close()
		typed(t, err)
		return false
	}
	defer img.Close()
	walk(t, img)
	var all *objfmt.ObjectImage
	bounded(t, data, func() { all, err = img.Full() })
	if err != nil {
		typed(t, err)
		return true
	}
	defer all.Close()
	if len(all.Sections) < len(img.Sections) || len(all.Symbols) != len(img.Symbols) {
		t.Errorf("Full has %d sections and %d symbols of %d and %d", len(all.Sections), len(all.Symbols), len(img.Sections), len(img.Symbols))
	}
	walk(t, all)
	return true
}

// bounded runs f and fails the test if it allocates more than a small multiple of data.
func bounded(t *testing.T, data []byte, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(16<<10+6*len(data)); got > most {
		t.Errorf("%d bytes of input: %d bytes allocated, at most %d expected", len(data), got, most)
	}
}

// typed checks that an error says where and can be told by errors.As and errors.Is.
func typed(t *testing.T, err error) {
	t.Helper()
	var fe *objfmt.FormatError
	if !errors.As(err, &fe) || fe.File == "" || fe.What == "" || fe.Msg == "" {
		t.Errorf("untyped error %#v", err)
		return
	}
	if !errors.Is(err, objfmt.ErrFormat) && !errors.Is(err, objfmt.ErrUnsupported) {
		t.Errorf("error without a sentinel: %v", err)
	}
}

// walk uses every record of an image once.
func walk(t *testing.T, img *objfmt.ObjectImage) {
	t.Helper()
	inflated, relocs := 0, 0
	for i := range img.Sections {
		id, sec := objfmt.SectionID(i), &img.Sections[i]
		if len(img.SectionName(id)) > len(img.SecStrings) || sec.Alignment() == 0 {
			t.Errorf("section %d: bad name or alignment", sec.Number)
		}
		if sec.Link != objfmt.SecUndef && uint64(sec.Link) >= uint64(len(img.Sections)) {
			t.Errorf("section %d links to %d of %d", sec.Number, sec.Link, len(img.Sections))
		}
		if sec.Flags&objfmt.SecZeroFill == 0 && uint64(len(sec.Data)) != sec.Size {
			t.Errorf("section %d: %d bytes of %d", sec.Number, len(sec.Data), sec.Size)
		}
		if uint64(sec.Group) > uint64(len(img.Groups)) {
			t.Errorf("section %d is in group %d of %d", sec.Number, sec.Group, len(img.Groups))
		}
		for r, err := range img.Relocs(id) {
			if err != nil {
				typed(t, err)
			}
			if relocs++; relocs < 1000 {
				img.DisplayName(r.Sym)
			}
		}
		if inflated > 1<<22 {
			continue
		}
		b, err := img.Contents(id)
		if err != nil {
			typed(t, err)
		}
		if sec.Flags&objfmt.SecCompressed != 0 {
			inflated += len(b)
		}
	}
	walkSymbols(t, img)
	if len(img.Symbols)+len(img.Sections)+relocs < 300 && len(img.Buffer.Bytes()) < 1<<16 {
		if _, err := img.Dump(nil); err != nil {
			typed(t, err)
		}
	}
}

func walkSymbols(t *testing.T, img *objfmt.ObjectImage) {
	t.Helper()
	if len(img.Symbols) == 0 || uint64(img.FirstGlobal)+uint64(len(img.Hashes)) != uint64(len(img.Symbols)) {
		t.Fatalf("%d symbols, %d hashes from %d on", len(img.Symbols), len(img.Hashes), img.FirstGlobal)
	}
	for i := range img.Symbols {
		id, s := objfmt.SymbolID(i), &img.Symbols[i]
		if s.Section < objfmt.SecSpecial && uint64(s.Section) >= uint64(len(img.Sections)) {
			t.Errorf("symbol %d is in section %d of %d", i, s.Section, len(img.Sections))
		}
		if s.Section == objfmt.SecCommon && (s.Value == 0 || s.Value&(s.Value-1) != 0) {
			t.Errorf("symbol %d: common alignment %d", i, s.Value)
		}
		if id >= img.FirstGlobal && s.Bind != objfmt.BindLocal {
			name, want := img.SymbolName(id), uint32(0)
			if name != "" {
				want = objfmt.HashName(name)
			}
			if img.Hash(id) != want || uint64(s.NameLen) != uint64(len(name)) {
				t.Errorf("symbol %d %q: hash %#x, want %#x", i, name, img.Hash(id), want)
			}
		}
	}
	for i := range img.Groups {
		g := &img.Groups[i]
		if uint64(g.Signature) >= uint64(len(img.Symbols)) || len(img.GroupName(g)) != int(g.NameLen) {
			t.Errorf("group %d: signature %d, name of %d bytes", i, g.Signature, g.NameLen)
		}
		for _, id := range img.GroupMembers(g) {
			if img.Sections[id].Group != uint32(i)+1 {
				t.Errorf("group %d: member %d is of group %d", i, id, img.Sections[id].Group)
			}
		}
	}
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

// FuzzParse (go test -fuzz FuzzParse -fuzzminimizetime 20x; longer minimizing takes
// most of the time): no bytes make the parser or what it returns panic, allocate much, or
// contradict itself.
func FuzzParse(f *testing.F) {
	for _, o := range seeds(f) {
		f.Add(o)
	}
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data) })
}
