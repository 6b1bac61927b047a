package objfmt_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// Numbers of the ELF gABI.
const (
	alloc, writable, exec = 2, 1, 4
	sttFunc, sttSection   = 2, 3
	stbGlobal, stbWeak    = 1, 2
)

// small is an object with a bit of everything.
func small() *objgen.ELF {
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: alloc | exec, Data: make([]byte, 16), Align: 16})
	f.AddRelocs(text, true, []objgen.ELFReloc{{Offset: 1, Sym: 3, Type: 4, Addend: -4}, {Offset: 8, Sym: 1, Type: 2, Addend: 3}, {Offset: 12, Type: 1}})
	f.AddGroup(2, 1, text)
	f.Add(objgen.ELFSection{Name: ".bss", Type: 8, Flags: alloc | writable, Size: 64, Align: 32})
	f.Add(objgen.ELFSection{Name: ".comment", Data: []byte("made by hand")})
	f.AddSymbol(objgen.ELFSymbol{Type: sttSection, Section: text})
	f.AddSymbol(objgen.ELFSymbol{Name: "main", Type: sttFunc, Bind: stbGlobal, Section: text, Size: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: "puts", Bind: stbGlobal})
	f.AddSymbol(objgen.ELFSymbol{Name: "table", Type: 1, Bind: stbGlobal, Reserved: 0xfff2, Value: 16, Size: 400})
	f.AddSymbol(objgen.ELFSymbol{Name: "limit", Bind: stbGlobal, Reserved: 0xfff1, Value: 0xffffffffffffffff})
	f.AddSymbol(objgen.ELFSymbol{Name: "note", Bind: stbWeak, Section: 5, Other: 2})
	return f
}

func parse(t *testing.T, f *objgen.ELF) *objfmt.ObjectImage {
	t.Helper()
	img, err := objfile.Parse("small.o", f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// TestImageOwnership: an image and its Full sibling own the buffer, in any order of
// Close; a closed image is refused and panics nowhere.
func TestImageOwnership(t *testing.T) {
	citest.Need(t, "/proc/self/maps")
	path := write(t, string(small().Bytes()))
	for order := range 6 {
		img, err := objfile.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		full, err := img.Full()
		if err != nil {
			t.Fatal(err)
		}
		part, err := img.Buffer.Sub("part", 0, 4)
		if err != nil {
			t.Fatal(err)
		}
		closers := []func() error{img.Close, full.Close, part.Close}
		first := order % 3
		for i, k := range []int{first, (first + 1 + order/3) % 3, (first + 2 - order/3) % 3} {
			if mapped(t, path) != 1 || img.Symbols[2].Size != 16 {
				t.Fatalf("order %d: unmapped before owner %d", order, i)
			}
			if err := closers[k](); err != nil {
				t.Fatalf("order %d: %v", order, err)
			}
		}
		if mapped(t, path) != 0 {
			t.Errorf("order %d: still mapped", order)
		}
		if _, err := img.Full(); !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("Full of a closed image: %v", err)
		}
		if err := img.Close(); !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("second Close: %v", err)
		}
	}
	// The same over a caller's bytes, which nothing unmaps.
	img := parse(t, small())
	img.Close()
	if _, err := img.Full(); !errors.Is(err, objfmt.ErrClosed) {
		t.Errorf("Full of a closed image over bytes: %v", err)
	}
}

// TestFullFails: an error in what is not loaded leaves the image whole and owns nothing.
func TestFullFails(t *testing.T) {
	f := small()
	f.EditSection = func(n uint32, h *objgen.ELFSectionHeader) {
		if n == 5 { // .comment
			h.AddrAlign = 3
		}
	}
	img, err := objfile.Parse("small.o", f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := img.Full(); !errors.Is(err, objfmt.ErrFormat) {
		t.Errorf("Full: %v", err)
	}
	if img.SectionName(0) != ".text" {
		t.Error("the image is broken")
	}
	if err := img.Close(); err != nil {
		t.Error(err)
	}
	if err := img.Buffer.Close(); !errors.Is(err, objfmt.ErrClosed) {
		t.Errorf("the failure left an owner: %v", err)
	}
}

func TestNames(t *testing.T) {
	img := parse(t, small())
	for id, want := range []string{"", "", "main", "puts", "table", "limit", "note", ""} {
		if got := img.SymbolName(objfmt.SymbolID(id)); got != want {
			t.Errorf("symbol %d: %q, want %q", id, got, want)
		}
	}
	if got := img.DisplayName(1); got != ".text" {
		t.Errorf("a section symbol is called %q", got)
	}
	for _, id := range []objfmt.SymbolID{objfmt.NoSymbol, 7, 1 << 31} {
		if img.SymbolName(id) != "" || img.DisplayName(id) != "" {
			t.Errorf("symbol %d has a name", id)
		}
	}
	for _, id := range []objfmt.SectionID{objfmt.SecUndef, objfmt.SecCommon, 2} {
		if img.SectionName(id) != "" {
			t.Errorf("section %d has a name", id)
		}
	}
	if img.SectionName(0) != ".text" || img.SectionName(1) != ".bss" {
		t.Errorf("sections are called %q and %q", img.SectionName(0), img.SectionName(1))
	}
	if img.GroupName(&img.Groups[0]) != "main" {
		t.Errorf("the group is called %q", img.GroupName(&img.Groups[0]))
	}
}

// TestRelocsStop: an iteration may end early.
func TestRelocsStop(t *testing.T) {
	img := parse(t, small())
	n := 0
	for _, err := range img.Relocs(0) {
		if n++; n == 2 || err != nil {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d relocations", n)
	}
}

// broken is a format whose records end with a bad one.
type broken struct{ objfmt.Format }

var errRecord = errors.New("bad record")

func (broken) Decode(_ *objfmt.ObjectImage, _ *objfmt.Section, dst []objfmt.Reloc, raw []byte) (int, []byte, error) {
	n := min(len(raw), len(dst))
	for i, b := range raw[:n] {
		if b == 0 {
			return i, raw[i:], errRecord
		}
		dst[i].Offset = uint64(b)
	}
	return n, raw[n:], nil
}

// TestRelocsError: what comes before a bad record is seen, then its error, then nothing.
func TestRelocsError(t *testing.T) {
	raw := make([]byte, 200)
	for i := range raw[:150] {
		raw[i] = 1
	}
	img := &objfmt.ObjectImage{Format: broken{}, Sections: []objfmt.Section{{Raw: raw}}}
	good, bad := 0, 0
	for r, err := range img.Relocs(0) {
		switch {
		case err == nil && r.Offset == 1 && bad == 0:
			good++
		case errors.Is(err, errRecord):
			bad++
		default:
			t.Errorf("%+v, %v", r, err)
		}
	}
	if good != 150 || bad != 1 {
		t.Errorf("%d relocations, %d errors", good, bad)
	}
	if d, err := img.Dump(nil); !errors.Is(err, errRecord) || len(d.Sections) != 1 || len(d.Sections[0].Relocs) != 150 {
		t.Errorf("Dump: %v", err)
	}
}

func TestHashName(t *testing.T) {
	seen := map[uint32]bool{}
	for i := range 10000 {
		h := objfmt.HashName(fmt.Sprint("name", i))
		if h == 0 || h != objfmt.HashName(fmt.Sprint("name", i)) {
			t.Fatal("a hash is 0 or changes")
		}
		seen[h] = true
	}
	if len(seen) < 9990 {
		t.Errorf("%d different hashes of 10,000 names", len(seen))
	}
}

func TestFormatError(t *testing.T) {
	err := error(&objfmt.FormatError{File: "a.o", Offset: 0x40, What: "section 3", Msg: "is wrong"})
	if got := fmt.Errorf("load: %w", err); got.Error() != "load: a.o: offset 0x40: section 3: is wrong" || !errors.Is(got, objfmt.ErrFormat) || errors.Is(got, objfmt.ErrUnsupported) {
		t.Errorf("%v", got)
	}
	err = &objfmt.FormatError{File: "a.o", Msg: "is new", Err: objfmt.ErrUnsupported}
	if err.Error() != "a.o: offset 0x0: is new" || errors.Is(err, objfmt.ErrFormat) || !errors.Is(err, objfmt.ErrUnsupported) {
		t.Errorf("%v", err)
	}
}

// TestStrings: every constant has a name, what is none is called so.
func TestStrings(t *testing.T) {
	check := func(n int, name func(i uint8) string) {
		t.Helper()
		seen := map[string]bool{"invalid": true}
		for i := range n {
			s := name(uint8(i))
			if seen[s] {
				t.Errorf("%d is called %q", i, s)
			}
			seen[s] = true
		}
		for _, i := range []int{n, 255} {
			if s := name(uint8(i)); s != "invalid" {
				t.Errorf("%d is called %q", i, s)
			}
		}
	}
	check(int(objfmt.NumKinds), func(i uint8) string { return objfmt.Kind(i).String() })
	check(int(objfmt.RoleFiniCode)+1, func(i uint8) string { return objfmt.Role(i).String() })
	check(int(objfmt.SymIFunc)+1, func(i uint8) string { return objfmt.SymbolType(i).String() })
	check(int(objfmt.BindUnique)+1, func(i uint8) string { return objfmt.Binding(i).String() })
	check(int(objfmt.VisInternal)+1, func(i uint8) string { return objfmt.Visibility(i).String() })
	check(int(objfmt.SelectLargest)+1, func(i uint8) string { return objfmt.Selection(i).String() })
	check(int(objfmt.DirMerge)+1, func(i uint8) string { return objfmt.DirectiveKind(i).String() })
	if got := fmt.Sprint((objfmt.SecLoad | objfmt.SecTLS | objfmt.SecRelaAddend).Names()); got != "[load tls rela]" {
		t.Errorf("flags are called %s", got)
	}
}
