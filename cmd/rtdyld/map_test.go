package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// manyObjects are files with symbols, calls and GOT entries, n of each.
func manyObjects(objects, n int) [][]byte {
	files := make([][]byte, objects)
	for i := range files {
		f := &objgen.ELF{Machine: 62, Is64: true}
		var relocs []objgen.ELFReloc
		text := f.Add(objgen.ELFSection{Name: fmt.Sprintf(".text.%d", i), Flags: 6, Data: make([]byte, 8*n), Align: 16})
		for k := range n {
			f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprintf("function_%d_of_%d", k, i), Type: 2, Bind: 1, Section: text, Value: uint64(8 * k), Size: 8})
			away := f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprintf("external_%d", k), Bind: 1})
			relocs = append(relocs, objgen.ELFReloc{Offset: uint64(8 * k), Sym: away, Type: 4, Addend: -4}, objgen.ELFReloc{Offset: uint64(8*k + 4), Sym: away, Type: 9, Addend: -4})
		}
		f.AddRelocs(text, true, relocs)
		files[i] = f.Bytes()
	}
	return files
}

// mapOf links files in memory that no code runs in, and describes them.
func mapOf(t *testing.T, files [][]byte) *linkMap {
	t.Helper()
	cfg := rtdyld.Config{Memory: &sliceMemory{limit: largestImage, next: firstAddr}, Stubs: rtdyld.StubsExternal,
		Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x7f00_0000_0000}, true })}
	external := externalsOf(&cfg)
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	imgs := make([]*objfmt.ObjectImage, len(files))
	for i, b := range files {
		if imgs[i], err = objfile.Parse(fmt.Sprintf("file%d.o", i), b); err != nil {
			t.Fatal(err)
		}
	}
	objs, err := l.Load(t.Context(), imgs...)
	if err == nil {
		err = l.Finalize(t.Context(), objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := makeMap(t.Context(), l, objs, nil, external)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// writes counts calls of Write.
type writes struct {
	bytes.Buffer
	n int
}

func (w *writes) Write(b []byte) (int, error) {
	w.n++
	return w.Buffer.Write(b)
}

// TestMapCosts: a map is written in large pieces, and what it allocates grows with the files and not with what is in them.
func TestMapCosts(t *testing.T) {
	const objects = 40
	allocations := func(n int) (allocations float64, rows int) {
		m, w := mapOf(t, manyObjects(objects, n)), &writes{}
		if err := m.write(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		if most := w.Len()/rowsSize + 1; w.n > most {
			t.Errorf("%d writes for %d bytes, want at most %d", w.n, w.Len(), most)
		}
		return testing.AllocsPerRun(3, func() { m.write(t.Context(), io.Discard) }), bytes.Count(w.Bytes(), []byte("\n"))
	}
	few, fewRows := allocations(10)
	many, manyRows := allocations(200)
	// External names are a line each, through package fmt: 190 more.
	if many-few > 8*190 || manyRows-fewRows < 190*3*objects {
		t.Errorf("%.0f allocations for %d rows, %.0f for %d", few, fewRows, many, manyRows)
	}
}

// TestMapText compares lines with those that package fmt makes of the same map as JSON.
func TestMapText(t *testing.T) {
	m := mapOf(t, manyObjects(3, 5))
	for _, absolute := range []bool{false, true} {
		m.absolute = absolute
		var text bytes.Buffer
		if err := m.write(t.Context(), &text); err != nil {
			t.Fatal(err)
		}
		d := document(t, m)
		var want strings.Builder
		for _, s := range d.Sections {
			fmt.Fprintf(&want, "%-18v %#10x %6d %-6s %s: %s\n", m.show(s.Addr), s.Size, s.Align, s.Kind, s.File, s.Name)
		}
		fmt.Fprintf(&want, "\n%-18s %10s %-6s %s\n", "ADDRESS", "SIZE", "BIND", "SYMBOL")
		for _, s := range d.Symbols {
			fmt.Fprintf(&want, "%-18v %#10x %-6s %s (%s)\n", m.show(s.Addr), s.Size, s.Binding, s.Name, s.File)
		}
		fmt.Fprintf(&want, "\n%-36s %s\n", "FROM", "NAME")
		for _, o := range d.External {
			fmt.Fprintf(&want, "%-36s %s\n", "?", o.Name)
		}
		fmt.Fprintf(&want, "\n%-18s %-8s %s\n", "ADDRESS", "MADE", "FOR")
		for _, s := range d.Stubs {
			fmt.Fprintf(&want, "%-18v %-8s %s (%s)\n", m.show(s.Addr), "stub", s.Symbol, s.File)
		}
		for _, s := range d.GOT {
			fmt.Fprintf(&want, "%-18v %-8s %s (%s)\n", m.show(s.Addr), s.What, s.Symbol, s.File)
		}
		if len(d.Symbols) != 15 || len(d.Stubs) != 15 || len(d.GOT) != 15 || !strings.Contains(text.String(), "KIND   SECTION\n"+want.String()+"\n3 files") {
			t.Errorf("absolute %v:\n%s\nwant in it\n%s", absolute, text.String(), want.String())
		}
	}
}

// document is a map, read as JSON; all of that is what encode writes.
func document(t *testing.T, m *linkMap) *linkmap.Document {
	t.Helper()
	var got, want bytes.Buffer
	if err := m.writeJSON(t.Context(), &got); err != nil {
		t.Fatal(err)
	}
	var d linkmap.Document
	if err := json.Unmarshal(got.Bytes(), &d); err != nil {
		t.Fatalf("%v\n%s", err, got.Bytes())
	}
	if err := encode(&want, &d); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("the map is\n%s, package json writes\n%s", got.Bytes(), want.Bytes())
	}
	return &d
}

// TestMapJSON: the document is what package json makes of a structure, with lists that are empty, too.
func TestMapJSON(t *testing.T) {
	if d := document(t, mapOf(t, manyObjects(2, 3))); d.Counts.Stubs != 6 || len(d.Sections) < 6 {
		t.Errorf("%+v", d)
	}
	empty := &objgen.ELF{Machine: 62, Is64: true}
	if d := document(t, mapOf(t, [][]byte{empty.Bytes()})); len(d.Sections) != 0 || len(d.Files) != 1 {
		t.Errorf("%+v", d)
	}
	names := &objgen.ELF{Machine: 62, Is64: true}
	text := names.Add(objgen.ELFSection{Name: "<&>\u202e\x7f\"\\", Flags: 6, Data: make([]byte, 8)})
	names.AddSymbol(objgen.ELFSymbol{Name: "\u0085\n<b>", Bind: 1, Section: text})
	if d := document(t, mapOf(t, [][]byte{names.Bytes()})); len(d.Symbols) != 1 || d.Symbols[0].Name != "\u0085\n<b>" {
		t.Errorf("%+v", d)
	}
}

// TestRowColumns compares columns with those of package fmt.
func TestRowColumns(t *testing.T) {
	r := newRows(io.Discard)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a, n, align := rng.Uint64()>>rng.IntN(64), rng.Uint64()>>rng.IntN(64), rng.Uint64()>>rng.IntN(64)
		if rng.IntN(10) == 0 {
			a, n, align = 0, 0, 0
		}
		word := strings.Repeat("w", rng.IntN(12))
		r.buf = r.buf[:0]
		r.addr(linkmap.Address(a))
		r.size(n)
		r.decimal(align)
		r.word(word, 6)
		if got, want := string(r.buf), fmt.Sprintf("%-18v %#10x %6d %-6s ", fmt.Sprintf("%#x", a), n, align, word); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	}
}

// broken fails when it is written to for the second time.
type broken struct{ n int }

func (b *broken) Write(p []byte) (int, error) {
	if b.n++; b.n == 2 {
		return 0, os.ErrClosed
	}
	return len(p), nil
}

// TestMapEnds: a map that cannot be written, or whose context ends, is an error, and not much is done after that.
func TestMapEnds(t *testing.T) {
	m := mapOf(t, manyObjects(60, 100))
	for name, write := range map[string]func(context.Context, io.Writer) error{"text": m.write, "JSON": m.writeJSON} {
		w := &broken{}
		if err := write(t.Context(), w); !errors.Is(err, os.ErrClosed) || w.n != 2 {
			t.Errorf("%s: %v after %d writes", name, err, w.n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ends := writerFunc(func(p []byte) (int, error) {
			cancel()
			return len(p), nil
		})
		if err := write(ctx, ends); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want that of the context", name, err)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestMapReasons: each of several members of one name has a reason of its own.
func TestMapReasons(t *testing.T) {
	m := &linkMap{files: []linkmap.File{{File: "l.a(m.o)"}, {File: "main.o"}, {File: "l.a(m.o)"}, {File: "l.a(n.o)"}}}
	m.needed([]rtdyld.Reason{{Member: "l.a(m.o)", Name: "a", By: "main.o"}, {Member: "l.a(n.o)", Name: "b"}, {Member: "l.a(m.o)", Name: "c", By: "l.a(m.o)"}})
	var got []string
	for _, f := range m.files {
		got = append(got, neededText(f.Needed))
	}
	if want := []string{", for a of main.o", "", ", for c of l.a(m.o)", ", for b"}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestMapBytes: the file of each section in -out has the bytes that are in memory, beside a map that names them.
func TestMapBytes(t *testing.T) {
	m, dir := mapOf(t, manyObjects(3, 2)), t.TempDir()
	files := []string{"a.o", "b.o", "c.o"}
	if err := writeOut(t.Context(), dir, files, m); err != nil {
		t.Fatal(err)
	}
	d := document(t, m)
	k := 0
	for i, o := range m.objs {
		for _, s := range o.Sections() {
			bin := d.Sections[k].Bin
			if data, err := os.ReadFile(filepath.Join(dir, bin)); err != nil || !bytes.Equal(data, s.Mem) || !strings.HasPrefix(bin, files[i]+".") {
				t.Errorf("%s of %s is %s, %v", s.Name, files[i], bin, err)
			}
			k++
		}
	}
	if k != len(d.Sections) || k < 9 {
		t.Errorf("%d sections, %d in the map", k, len(d.Sections))
	}
}
