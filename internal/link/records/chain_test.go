package records_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// chained is an object of MIPS with these relocations of its only section.
func chained(t *testing.T, is64, big bool, rs ...objgen.ELFReloc) *objfmt.ObjectImage {
	f := &objgen.ELF{Is64: is64, Big: big, Machine: 8}
	if !is64 {
		f.Flags = 0x20 // n32
	}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 4096), Align: 8})
	f.AddSymbol(objgen.ELFSymbol{Name: "a", Bind: 1})
	f.AddSymbol(objgen.ELFSymbol{Name: "b", Bind: 1})
	f.AddRelocs(text, true, rs)
	return parse(t, "chain.o", f.Bytes())
}

// links writes records as OFFSET:TYPE/SYMBOL+ADDEND, those of a chain between brackets.
func links(rs []objfmt.Reloc) string {
	var b strings.Builder
	for i, r := range rs {
		if inside := i > 0 && rs[i-1].More; r.More && !inside {
			b.WriteString("[")
		}
		fmt.Fprintf(&b, "%x:%d/%d%+d", r.Offset, r.Type, r.Sym, r.Addend)
		if i > 0 && rs[i-1].More && !r.More {
			b.WriteString("]")
		}
		b.WriteString(" ")
	}
	return strings.TrimSpace(b.String())
}

// TestPacked: a record with up to three types is as many links, of which the first has the
// symbol and the addend.
func TestPacked(t *testing.T) {
	for _, big := range []bool{false, true} {
		img := chained(t, true, big,
			objgen.ELFReloc{Offset: 4, Type: 7 | 24<<8 | 5<<16, Sym: 1, Addend: -8},
			objgen.ELFReloc{Offset: 8, Type: 12 | 18<<8, Sym: 2, Addend: 3},
			objgen.ELFReloc{Offset: 16, Type: 37, Sym: 1},
			objgen.ELFReloc{Offset: 16, Type: 6 << 16, Sym: 1},
			objgen.ELFReloc{Offset: 20, Type: 7 | 24<<8 | 2<<24, Sym: 1},
			objgen.ELFReloc{Offset: 24, Type: 7 | 1<<24, Sym: 1})
		var c records.Cursor
		c.Begin(img)
		c.Packed = true
		got := links(walk(&c, false, func() { c.Start(0, nil, 0) }))
		want := "[4:7/1-8 4:24/0+0 4:5/0+0] [8:12/2+3 8:18/0+0] 10:37/1+0 [10:0/1+0 10:0/0+0 10:6/0+0] " +
			"[14:7/1+0 14:33554456/0+0] [18:7/1+0 18:16777216/0+0]"
		if got != want || c.Err() != nil || c.Decoded != 6 {
			t.Errorf("big %v: %d decoded, %v\n%s\nwant\n%s", big, c.Decoded, c.Err(), got, want)
		}
	}
}

// TestRuns: records in a row that are at one place are a chain, but for those that mean
// nothing; more than three are refused.
func TestRuns(t *testing.T) {
	at := func(off uint64, types ...uint32) (rs []objgen.ELFReloc) {
		for i, typ := range types {
			rs = append(rs, objgen.ELFReloc{Offset: off, Type: typ, Sym: 1, Addend: int64(i)})
		}
		return rs
	}
	for _, c := range []struct {
		rs   []objgen.ELFReloc
		want string
	}{
		{slices.Concat(at(4, 7, 24, 5), at(8, 2), at(4, 7, 24)), "[4:7/1+0 4:24/1+1 4:5/1+2] 8:2/1+0 [4:7/1+0 4:24/1+1]"},
		{slices.Concat(at(0, 0), at(0, 7, 24, 5), at(4, 2, 0)), "0:0/1+0 [0:7/1+0 0:24/1+1 0:5/1+2] 4:2/1+0 4:0/1+1"},
		{at(4, 1, 2, 3, 4), "chain.o: offset 0x0: section 1: more than 3 relocations in a row at offset 0x4"},
	} {
		var cur records.Cursor
		cur.Begin(chained(t, false, true, c.rs...))
		cur.Runs = true
		got := links(walk(&cur, true, func() { cur.Start(0, nil, 0) }))
		if cur.Err() != nil {
			got = cur.Err().Error()
			if e := (*objfmt.FormatError)(nil); !errors.As(cur.Err(), &e) || !errors.Is(e, objfmt.ErrFormat) {
				t.Errorf("error is a %T", cur.Err())
			}
		}
		if got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestChunks: no chunk ends inside a chain, wherever chains stand in a table, and a cursor that is
// used again knows nothing of them.
func TestChunks(t *testing.T) {
	for before := range objfmt.DecodeChunk + 4 {
		for _, packed := range []bool{false, true} {
			var rs []objgen.ELFReloc
			for i := range uint64(before) {
				rs = append(rs, objgen.ELFReloc{Offset: 8 * i, Type: 2, Sym: 1})
			}
			for i := range uint64(30) {
				off := 2048 + 8*i
				if packed {
					rs = append(rs, objgen.ELFReloc{Offset: off, Type: 7 | 24<<8 | 5<<16, Sym: 2})
					continue
				}
				rs = append(rs, objgen.ELFReloc{Offset: off, Type: 7, Sym: 2}, objgen.ELFReloc{Offset: off, Type: 24}, objgen.ELFReloc{Offset: off, Type: 5})
			}
			img := chained(t, packed, false, rs...)
			var c records.Cursor
			c.Begin(img)
			c.Packed, c.Runs = packed, !packed
			chains := 0
			for c.Start(0, nil, 0); c.Next(); {
				for i, r := range c.Chunk {
					if i > 1 && !r.More && c.Chunk[i-1].More && c.Chunk[i-2].More {
						chains++
					}
				}
				if c.Chunk[len(c.Chunk)-1].More {
					t.Fatalf("%d records before: a chunk ends inside a chain", before)
				}
			}
			if c.Err() != nil || chains != 30 || c.Decoded != len(rs) {
				t.Errorf("%d records before: %d chains, %d decoded, %v", before, chains, c.Decoded, c.Err())
			}
			c.Begin(img)
			for c.Start(0, nil, 0); c.Next(); {
				if slices.ContainsFunc(c.Chunk, func(r objfmt.Reloc) bool { return r.More }) {
					t.Fatalf("%d records before: chains in an image without", before)
				}
			}
		}
	}
}

// TestDelete: what leaves a link of a chain out leaves out those behind it.
func TestDelete(t *testing.T) {
	link := func(off uint64, more bool) objfmt.Reloc { return objfmt.Reloc{Offset: off, More: more} }
	rs := []objfmt.Reloc{link(1, false), link(2, true), link(3, true), link(4, false), link(5, true), link(6, false), link(7, false)}
	for gone, want := range map[uint64]string{1: "2 3 4 5 6 7", 2: "1 5 6 7", 5: "1 2 3 4 7", 7: "1 2 3 4 5 6"} {
		var got []string
		for _, r := range records.Delete(slices.Clone(rs), func(r *objfmt.Reloc) bool { return r.Offset == gone }) {
			got = append(got, fmt.Sprint(r.Offset))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("without %d: %s, want %s", gone, s, want)
		}
	}
}
