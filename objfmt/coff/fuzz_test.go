package coff_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/coff"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
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
	same, err2 := objfile.Parse("hostile.o", data)
	if err != nil {
		buf.Close()
		typed(t, err)
		if err2 == nil || own.Sniff(data) && err.Error() != err2.Error() {
			t.Errorf("%v, through objfile %v", err, err2)
		}
		return false
	}
	defer img.Close()
	if err2 != nil {
		t.Fatalf("refused by objfile alone: %v", err2)
	}
	same.Close()
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
	for i := range min(len(all.Symbols), 50) {
		if name, next := own.LibraryName(all, all.SymbolName(objfmt.SymbolID(i))); name != "" && next != "" {
			t.Errorf("symbol %d leads to library %q and to %q", i, name, next)
		}
	}
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
	relocs := 0
	for i := range img.Sections {
		id, sec := objfmt.SectionID(i), &img.Sections[i]
		if len(img.SectionName(id)) > len(img.SecStrings) || sec.Alignment() > 8192 {
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
		if b, err := img.Contents(id); err != nil || len(b) != len(sec.Data) {
			t.Errorf("section %d: contents of %d bytes, %v", sec.Number, len(b), err)
		}
	}
	walkSymbols(t, img)
	walkGroups(t, img)
	if len(img.Symbols)+len(img.Sections)+relocs < 300 && len(img.Buffer.Bytes()) < 1<<16 {
		if _, err := img.Dump(nil); err != nil {
			typed(t, err)
		}
	}
}

func walkSymbols(t *testing.T, img *objfmt.ObjectImage) {
	t.Helper()
	if img.FirstGlobal != 0 || len(img.Hashes) != len(img.Symbols) {
		t.Fatalf("%d symbols, %d hashes from %d on", len(img.Symbols), len(img.Hashes), img.FirstGlobal)
	}
	for i := range img.Symbols {
		id, s := objfmt.SymbolID(i), &img.Symbols[i]
		switch {
		case s.Section < objfmt.SecSpecial && uint64(s.Section) >= uint64(len(img.Sections)):
			t.Errorf("symbol %d is in section %d of %d", i, s.Section, len(img.Sections))
		case s.Section == objfmt.SecCommon && (s.Value == 0 || s.Value&(s.Value-1) != 0):
			t.Errorf("symbol %d: common alignment %d", i, s.Value)
		case s.Section == objfmt.SecAlias:
			for n := 0; s.Section == objfmt.SecAlias; n++ {
				if s.Value >= uint64(len(img.Symbols)) || n > 100 {
					t.Fatalf("symbol %d stands for none", i)
				}
				s = &img.Symbols[s.Value]
			}
			s = &img.Symbols[i]
		}
		if s.NameLen != objfmt.NameToNUL && int(s.NameLen) != len(img.SymbolName(id)) {
			t.Errorf("symbol %d %q: %d bytes of name", i, img.SymbolName(id), s.NameLen)
		}
		want := uint32(0)
		if name := img.SymbolName(id); s.Bind != objfmt.BindLocal && name != "" {
			want = objfmt.HashName(name)
		}
		if img.Hash(id) != want {
			t.Errorf("symbol %d: hash %#x, want %#x", i, img.Hash(id), want)
		}
	}
}

func walkGroups(t *testing.T, img *objfmt.ObjectImage) {
	t.Helper()
	grouped := 0
	for i := range img.Sections {
		if img.Sections[i].Group != 0 {
			grouped++
		}
	}
	if grouped != len(img.Members) {
		t.Errorf("%d sections in groups, %d members", grouped, len(img.Members))
	}
	for i := range img.Groups {
		g := &img.Groups[i]
		if !g.BySection && uint64(g.Signature) >= uint64(len(img.Symbols)) || len(img.GroupName(g)) != int(g.NameLen) || g.N == 0 {
			t.Errorf("group %d: signature %d, name of %d bytes", i, g.Signature, g.NameLen)
		}
		for k, id := range img.GroupMembers(g) {
			if img.Sections[id].Group != uint32(i)+1 {
				t.Errorf("group %d: member %d is of group %d", i, id, img.Sections[id].Group)
			}
			if k > 0 && img.Sections[id].Number == g.Number {
				t.Errorf("group %d: the leader is member %d", i, k)
			}
		}
	}
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

// FuzzParse (go test -fuzz FuzzParse -fuzzminimizetime 20x; longer minimizing takes
// most of the time): no bytes make the parser or what it returns panic, allocate much, or
// contradict itself, and objfile tells the same of them.
func FuzzParse(f *testing.F) {
	for _, o := range seeds(f) {
		f.Add(o)
	}
	f.Fuzz(func(t *testing.T, data []byte) { read(t, data) })
}
