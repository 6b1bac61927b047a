package records_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

func parse(t testing.TB, name string, data []byte) *objfmt.ObjectImage {
	t.Helper()
	img, err := objfile.Parse(name, data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	full, err := img.Full()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { full.Close() })
	return full
}

// walk takes all records of a section, by chunks or one by one.
func walk(c *records.Cursor, one bool, start func()) (rs []objfmt.Reloc) {
	start()
	if one {
		for r := c.Record(); r != nil; r = c.Record() {
			rs = append(rs, *r)
		}
		return rs
	}
	for c.Next() {
		rs = append(rs, c.Chunk...)
	}
	return rs
}

// TestCursor: a cursor that is used again gives the records that the image's own
// iterator does, by chunks and one by one, in every format.
func TestCursor(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/*/*.o")
	if err != nil || len(files) == 0 {
		t.Fatalf("no objects in testdata: %v", err)
	}
	var c records.Cursor
	total := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.Parse(name, data)
		if err != nil {
			continue // for tests of errors
		}
		c.Begin(img)
		for i := range img.Sections {
			id := objfmt.SectionID(i)
			if img.Sections[i].Flags&objfmt.SecZeroFill != 0 {
				continue
			}
			var want []objfmt.Reloc
			bad := false
			for r, err := range img.Relocs(id) {
				if bad = err != nil; bad {
					break
				}
				want = append(want, r)
			}
			for _, one := range []bool{false, true} {
				got := walk(&c, one, func() { c.Start(id, nil, 0) })
				if (c.Err() != nil) != bad {
					t.Errorf("%s: section %d: error %v", name, id, c.Err())
				}
				if bad {
					continue
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("%s: section %d: %s", name, id, d)
				}
				if c.Decoded != len(want) {
					t.Errorf("%s: section %d: %d decoded of %d", name, id, c.Decoded, len(want))
				}
			}
			total += len(want)
		}
		c.End()
		img.Close()
	}
	if total < 1000 {
		t.Errorf("%d records in all of testdata", total)
	}
}

// object is one with call frames, code that may be dropped, and debug information.
func object(t *testing.T) (img *objfmt.ObjectImage, frames, debug, other objfmt.SectionID) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 64), Align: 16})
	gone := f.Add(objgen.ELFSection{Name: ".text.gone", Flags: 6, Data: make([]byte, 64), Align: 16})
	eh := f.Add(objgen.ELFSection{Name: ".eh_frame", Flags: 2, Data: make([]byte, 4096), Align: 8})
	info := f.Add(objgen.ELFSection{Name: ".debug_info", Data: make([]byte, 4096), Align: 1})
	a := f.AddSymbol(objgen.ELFSymbol{Name: "a", Type: 2, Section: text})
	b := f.AddSymbol(objgen.ELFSymbol{Name: "b", Type: 2, Section: gone})
	var rs []objgen.ELFReloc
	for i := range 200 {
		rs = append(rs, objgen.ELFReloc{Offset: uint64(16 * i), Sym: []uint32{uint32(a), uint32(b)}[i%2], Type: 1})
	}
	f.AddRelocs(eh, true, rs)
	f.AddRelocs(info, true, rs)
	img = parse(t, "frames.o", f.Bytes())
	for i := range img.Sections {
		switch id := objfmt.SectionID(i); img.SectionName(id) {
		case ".eh_frame":
			frames = id
		case ".debug_info":
			debug = id
		case ".text.gone":
			other = id
		}
	}
	return img, frames, debug, other
}

// TestErased: ranges are found by section.
func TestErased(t *testing.T) {
	var e records.Erased
	for n := range 5 {
		for id := range objfmt.SectionID(12) {
			spans := e.Of(id)
			if had := id%2 == 1 && int(id/2) < n; had != (spans != nil) || had && spans[0].From != uint64(id) {
				t.Errorf("%d sections: %v of section %d", n, spans, id)
			}
		}
		id := objfmt.SectionID(2*n + 1)
		e = append(e, records.Spans{ID: id, Spans: []records.Span{{From: uint64(id), To: 100}}})
	}
}

// TestLive: records in erased ranges of call frames do not count, in whatever order they
// come, nor those of debug information that refer to what is dropped.
func TestLive(t *testing.T) {
	img, frames, debug, gone := object(t)
	var c records.Cursor
	c.Begin(img)
	c.Drop()[gone] = true
	c.Erased = records.Erased{{ID: frames, Spans: []records.Span{{From: 32, To: 64}, {From: 160, To: 176}, {From: 3000, To: 4096}}}}
	in := func(off uint64) bool {
		return off >= 32 && off < 64 || off >= 160 && off < 176 || off >= 3000
	}
	var want, got []uint64
	for r, err := range img.Relocs(frames) {
		if err != nil {
			t.Fatal(err)
		}
		if !in(r.Offset) {
			want = append(want, r.Offset)
		}
	}
	for _, r := range walk(&c, false, func() { c.Start(frames, nil, 0) }) {
		got = append(got, r.Offset)
	}
	if d := cmp.Diff(want, got); d != "" || len(want) == 200 {
		t.Errorf("call frames: %s", d)
	}
	n := 0
	for _, r := range walk(&c, true, func() { c.Start(debug, nil, 0) }) {
		if img.Symbols[r.Sym].Section == gone {
			t.Fatalf("a record at %#x refers to a dropped section", r.Offset)
		}
		n++
	}
	if n != 100 || c.Decoded != 200 {
		t.Errorf("debug information: %d records of %d count, want 100 of 200", n, c.Decoded)
	}
	c.Begin(img) // forgets
	if got := walk(&c, false, func() { c.Start(debug, nil, 0) }); len(got) != 200 {
		t.Errorf("%d records after Begin, want 200", len(got))
	}
}

// step notes what it is given, and leaves out every other record.
type step struct {
	order *[]string
	name  string
	half  bool
}

func (s step) Records(at *records.Section, rs []objfmt.Reloc) []objfmt.Reloc {
	*s.order = append(*s.order, s.name)
	if s.half {
		return rs[:len(rs)/2]
	}
	return rs[:0]
}

// TestSteps: naming comes before redirecting, a chunk of nothing is not shown, and the
// walk allocates nothing.
func TestSteps(t *testing.T) {
	img, frames, _, _ := object(t)
	var c records.Cursor
	c.Begin(img)
	var order []string
	c.Naming, c.Redirect = step{&order, "naming", true}, step{&order, "redirect", false}
	c.Start(frames, nil, 0)
	if c.Next() || c.Err() != nil {
		t.Errorf("a chunk of %d records, error %v", len(c.Chunk), c.Err())
	}
	if d := cmp.Diff([]string{"naming", "redirect", "naming", "redirect", "naming", "redirect", "naming", "redirect"}, order); d != "" {
		t.Error(d)
	}
	if n := testing.AllocsPerRun(10, func() {
		c.Begin(img)
		for c.Start(frames, nil, 0); c.Next(); {
		}
		c.End()
	}); n != 0 {
		t.Errorf("%v allocations for a walk", n)
	}
}

// TestBad: a record that cannot be read, and one in a section without contents, end the
// walk with an error of the format.
func TestBad(t *testing.T) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	bss := f.Add(objgen.ELFSection{Name: ".bss", Type: 8, Flags: 3, Size: 64, Align: 1})
	f.AddRelocs(bss, true, []objgen.ELFReloc{{Offset: 0, Type: 1}})
	img := parse(t, "bss.o", f.Bytes())
	var c records.Cursor
	c.Begin(img)
	bad := false
	for i := range img.Sections {
		c.Start(objfmt.SectionID(i), nil, 0)
		if c.Record() != nil {
			t.Errorf("section %d has a record", i)
		}
		if c.Err() != nil {
			if bad = errors.Is(c.Err(), objfmt.ErrFormat); !bad {
				t.Errorf("section %d: error %v", i, c.Err())
			}
		}
	}
	if !bad {
		t.Error("relocations in a section without contents are no error")
	}
}
