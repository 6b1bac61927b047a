package records_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// rows takes all records of a section as they lie in the file where that is possible, at most so many at a time, and reports how many
// those were by layout.
func rows(t *testing.T, c *records.Cursor, most int, given map[*objfmt.Layout]int) (rs []objfmt.Reloc) {
	t.Helper()
	c.ByRow()
	for {
		raw, l, from := c.Rows()
		if raw == nil {
			if !c.Next() {
				return rs
			}
			rs = append(rs, c.Chunk...)
			continue
		}
		n := 0
		for ; n < most && len(raw) >= (n+1)*l.Size; n++ {
			off, typ, sym, addend, ok := l.Row(raw[n*l.Size:], from)
			if !ok {
				break
			}
			r := c.Row(raw, n)
			if want := (objfmt.Reloc{Offset: off, Type: typ, Sym: sym, Sub: objfmt.NoSymbol, Addend: int64(addend), HasAddend: l.Addend > 0}); *r != want {
				t.Fatalf("%+v is %+v", want, *r)
			}
			rs = append(rs, *r)
		}
		given[l] += n
		c.Took(raw, n)
	}
}

// hasRows reports whether a cursor gives records as they lie in the file.
func hasRows(c *records.Cursor) bool {
	raw, _, _ := c.Rows()
	return raw != nil
}

// kind tells layouts of one shape in different images apart from others.
func kind(l *objfmt.Layout) objfmt.Layout {
	k := *l
	k.Symbols = 0
	return k
}

// TestRows: records that are read as they lie in the file are what the image's own iterator gives, in every format and both
// byte orders, also where some are left out and where those who walk stop in between.
func TestRows(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/*/*.o")
	if err != nil || len(files) == 0 {
		t.Fatalf("no objects in testdata: %v", err)
	}
	rnd := rand.New(rand.NewPCG(19, 5))
	var c records.Cursor
	seen := map[objfmt.Layout]int{}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.Parse(name, data)
		if err != nil {
			continue // for tests of errors
		}
		given := map[*objfmt.Layout]int{}
		for i := range img.Sections {
			id := objfmt.SectionID(i)
			if sec := &img.Sections[i]; sec.Flags&objfmt.SecZeroFill != 0 || len(sec.Raw) == 0 {
				continue
			}
			c.Begin(img)
			c.Drop()
			c.Erased = records.Erased{{ID: id, Spans: spans(rnd, img.Sections[i].Size)}}
			want := walk(&c, false, func() { c.Start(id, nil, 0) })
			bad, decoded := c.Err(), c.Decoded
			for _, most := range []int{1 << 20, 1 + rnd.IntN(3)} {
				c.Start(id, nil, 0)
				got := rows(t, &c, most, given)
				switch err := c.Err(); {
				case bad != nil:
					if err == nil || err.Error() != bad.Error() {
						t.Errorf("%s: section %d: error %v, want %v", name, id, err, bad)
					}
				case err != nil || c.Decoded != decoded:
					t.Errorf("%s: section %d: %d decoded, want %d, %v", name, id, c.Decoded, decoded, err)
				default:
					if d := cmp.Diff(want, got); d != "" {
						t.Errorf("%s: section %d: %s", name, id, d)
					}
				}
			}
		}
		for l, n := range given {
			seen[kind(l)] += n
		}
		c.End()
		img.Close()
	}
	if len(seen) < 9 { // three of ELF in both byte orders, COFF, and more than one of Mach-O
		t.Errorf("%d layouts were met", len(seen))
	}
	for l, n := range seen {
		if n < 5 {
			t.Errorf("%d records of %+v", n, l)
		}
	}
}

// spans are some ranges of a section, in order; often none.
func spans(rnd *rand.Rand, size uint64) (list []records.Span) {
	if rnd.IntN(2) == 0 {
		return nil
	}
	for at := uint64(0); at < size; {
		from := at + 1 + rnd.Uint64N(64)
		at = from + 1 + rnd.Uint64N(32)
		list = append(list, records.Span{From: from, To: at})
	}
	return list
}

// TestRowsNext: records that go through a step, in sections that only describe code where some are dropped, and without
// ByRow come from Next alone; a context ends the walk.
func TestRowsNext(t *testing.T) {
	img, frames, debug, _ := object(t)
	var order []string
	var c records.Cursor
	for name, prepare := range map[string]func() objfmt.SectionID{
		"naming":      func() objfmt.SectionID { c.Naming = step{&order, "naming", true}; return frames },
		"redirecting": func() objfmt.SectionID { c.Redirect = step{&order, "redirect", true}; return frames },
		"describing":  func() objfmt.SectionID { c.Drop(); return debug },
		"packed":      func() objfmt.SectionID { c.Packed = true; return frames },
		"runs":        func() objfmt.SectionID { c.Runs = true; return frames },
	} {
		c.Begin(img)
		id := prepare()
		c.Start(id, nil, 0)
		if c.ByRow(); hasRows(&c) || !c.Next() {
			t.Errorf("%s: it has rows, or no records: %v", name, c.Err())
		}
		c.Begin(img)
		if c.Start(id, nil, 0); hasRows(&c) {
			t.Errorf("%s: it has rows without being asked", name)
		}
		if c.ByRow(); !hasRows(&c) {
			t.Errorf("%s: it has none without that", name)
		}
	}
	c.Begin(img)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c.Context = ctx
	n := 0
	for k := 0; k < 2*heed.Every && c.Err() == nil; k++ {
		c.Start(frames, nil, 0)
		n += len(rows(t, &c, 1<<20, map[*objfmt.Layout]int{}))
	}
	if !errors.Is(c.Err(), context.Canceled) || n > heed.Every {
		t.Errorf("%d records after the context has ended, error %v", n, c.Err())
	}
}
