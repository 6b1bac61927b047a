package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

func TestParseAddr(t *testing.T) {
	for s, want := range map[string]uint64{
		"0": 0, "10": 10, "010": 10, "0x10": 16, "0X1f": 31, "0xfFfFffffffffffff": math.MaxUint64, "18446744073709551615": math.MaxUint64,
	} {
		if v, err := parseAddr(s); v != want || err != nil {
			t.Errorf("%q: %#x, %v", s, v, err)
		}
	}
	for _, s := range []string{"", "0x", "x", "0b1", "0o7", "1_000", "0x_1", "-1", "+1", "1f", " 1", "1 ", "0x0x1", "0x10000000000000000", "18446744073709551616", "１"} {
		if v, err := parseAddr(s); err == nil {
			t.Errorf("%q is %#x", s, v)
		}
	}
}

func TestParseLayout(t *testing.T) {
	f, err := parseLayout("l", []byte(`{"symbols": {"a=b\"": "0x10", "": "7"}, "sections": [
		{"addr": "16", "file": "lib.a(m.o)", "section": 4294967295}, {"file": "", "section": 0, "addr": "0"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.symbols) != 2 || f.symbols[`a=b"`] != 16 || f.symbols[""] != 7 || len(f.sections) != 2 {
		t.Fatalf("%+v", f)
	}
	if s := f.sections[0]; s.file != "lib.a(m.o)" || s.number != math.MaxUint32 || s.addr != 16 {
		t.Errorf("%+v", s)
	}
	const section = `{"sections": [{"file": "a", "section": 1, "addr": "1"}`
	for text, want := range map[string]string{
		"":                                  "l:1: unexpected EOF",
		"[]":                                "l:1: the layout must be an object",
		"null":                              "l:1: the layout must be an object",
		"\n\n{\"a\": 1}":                    `l:3: unknown key "a"`,
		"{\"symbols\":\n{\"a\": 1}":         "l:2: \"a\" must be a string",
		`{"symbols": []}`:                   "l:1: symbols must be an object",
		`{"symbols": {"a": "1", "a": "1"}}`: `l:1: key "a" occurs twice`,
		`{"symbols": {}, "symbols": {}}`:    `key "symbols" occurs twice`,
		`{"sections": {}}`:                  "sections must be an array",
		`{"sections": [3]}`:                 "a section must be an object",
		`{"sections": [{"file": "a", "section": 1}]}`:                `a section has no "addr"`,
		`{"sections": [{"file": "a", "addr": "1"}]}`:                 `a section has no "section"`,
		`{"sections": [{"section": 1, "addr": "1"}]}`:                `a section has no "file"`,
		`{"sections": [{"file": 1, "section": 1, "addr": "1"}]}`:     "file must be a string",
		`{"sections": [{"file": "a", "section": "1", "addr": "1"}]}`: "section must be a whole number",
		`{"sections": [{"file": "a", "section": -1, "addr": "1"}]}`:  "section must be a whole number",
		`{"sections": [{"file": "a", "section": 1.5, "addr": "1"}]}`: "section must be a whole number",
		`{"sections": [{"file": "a", "section": 1e1, "addr": "1"}]}`: "section must be a whole number",
		`{"sections": [{"file": "a", "section": 1, "addr": null}]}`:  "addr must be a string",
		`{"sections": [{"file": "a", "section": 1, "addr": "-1"}]}`:  `"-1" is no address`,
		`{"sections": [{"file": "a", "section": 1, "Addr": "1"}]}`:   `unknown key "Addr"`,
		`{"sections": [{"file": "a", "file": "a"}]}`:                 `key "file" occurs twice`,
		`{"sections": [{"file": "a", "section": 4294967296}]}`:       "section must be a whole number",
		section + "]}{}":      "something follows the layout",
		section + "]} x":      "invalid character",
		section:               "unexpected ", // EOF, or end of JSON input in later Go
		section + "\n\n, }]}": "l:3: invalid character",
	} {
		_, err := parseLayout("l", []byte(text))
		var le *layoutError
		if !errors.As(err, &le) || le.File != "l" || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// FuzzLayout reads whatever there is as a layout without a panic, and an error says
// where.
func FuzzLayout(f *testing.F) {
	f.Add([]byte(`{"sections": [{"file": "a.o", "section": 3, "addr": "0x401000"}], "symbols": {"puts": "0x10000000"}}`))
	f.Add([]byte("{\"symbols\":\n{\"a\": 1}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := parseLayout("l", data)
		var le *layoutError
		switch {
		case err == nil && l == nil:
			t.Error("neither a layout nor an error")
		case err != nil && (!errors.As(err, &le) || le.Line < 1 || le.Line > 1+bytes.Count(data, []byte("\n"))):
			t.Error(err)
		}
	})
}

// layoutOf makes a layout of a list of sections, those that have an address.
func layoutOf(list []placed) *layoutFile {
	f := &layoutFile{name: "l", data: []byte(strings.Repeat("\n", len(list)))}
	for i := range list {
		list[i].align = max(list[i].align, 1)
		if list[i].given >= 0 {
			list[i].given = len(f.sections)
			f.sections = append(f.sections, layoutSection{addr: list[i].addr, offset: int64(i)})
		}
	}
	return f
}

// TestOverlap holds the sorted check against one of all pairs.
func TestOverlap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	found := 0
	for round := range 20000 {
		bases := []uint64{0, 0x1000, math.MaxUint64 - 200}
		base := bases[rng.IntN(len(bases))]
		list := make([]placed, 1+rng.IntN(8))
		for i := range list {
			list[i] = placed{file: "f", addr: base + rng.Uint64N(200), size: rng.Uint64N(30) * rng.Uint64N(2), given: rng.IntN(6) - 1}
			if rng.IntN(20) == 0 {
				list[i].size = math.MaxUint64 - rng.Uint64N(300)
			}
		}
		f := layoutOf(list)
		want := map[string]bool{}
		past := false
		for i := range list {
			a := &list[i]
			if a.given < 0 || a.size == 0 {
				continue
			}
			if a.size-1 > math.MaxUint64-a.addr {
				past = true
				continue
			}
			for k := range list[:i] {
				if b := &list[k]; b.given >= 0 && b.size > 0 && b.size-1 <= math.MaxUint64-b.addr &&
					a.addr <= b.addr+(b.size-1) && b.addr <= a.addr+(a.size-1) {
					later := a
					if cmp.Or(cmp.Compare(b.addr, a.addr), b.given-a.given) > 0 {
						later = b
					}
					want[fmt.Sprintf("l:%d", 1+f.sections[later.given].offset)] = true
				}
			}
		}
		errs := placeErrors{layout: f}
		f.check(list, math.MaxUint64, &errs)
		got := map[string]bool{}
		for _, err := range errs.errs {
			var o *overlapError
			var a *addressError
			switch {
			case errors.As(err, &o):
				var le *layoutError
				errors.As(err, &le)
				got[fmt.Sprintf("l:%d", le.Line)] = true
				found++
			case !errors.As(err, &a) || !past:
				t.Fatalf("round %d: %v", round, err)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("round %d: overlaps at %v, want %v of %+v", round, got, want, list)
		}
	}
	if found < 1000 {
		t.Errorf("only %d overlaps", found)
	}
}

// TestOverlapMany: a large layout is checked as fast as it is sorted, and a bad one
// tells no more errors than one can read.
func TestOverlapMany(t *testing.T) {
	const n = 200_000
	list := make([]placed, n)
	for i := range list {
		list[i] = placed{addr: uint64(n-i) * 16, size: 16}
	}
	f := layoutOf(list)
	errs := placeErrors{layout: f}
	if f.check(list, math.MaxUint64, &errs); len(errs.errs) != 0 {
		t.Fatal(errs.errs[0])
	}
	for i := range list {
		list[i].size = 17
	}
	f.check(list, math.MaxUint64, &errs)
	if err := errs.join(); len(errs.errs) != manyErrors+1 || !strings.HasSuffix(err.Error(), fmt.Sprintf("l: %d more errors", n-1-manyErrors)) {
		t.Errorf("%d errors: %v", len(errs.errs), err)
	}
}

// TestPlaceRest: what the layout leaves out is aligned, behind all that it places,
// and apart.
func TestPlaceRest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		list := make([]placed, 1+rng.IntN(10))
		at, some := uint64(0), false
		for i := range list {
			list[i] = placed{size: rng.Uint64N(50) * rng.Uint64N(2), align: 1 << rng.IntN(8), behind: 4 * rng.Uint64N(2), given: rng.IntN(2) - 1}
			if list[i].given >= 0 {
				at += rng.Uint64N(1000)
				list[i].addr = at
				at += list[i].size
				some = true
			}
		}
		if !some {
			at = firstAddr
		}
		layoutOf(list)
		next, err := placeRest(list, math.MaxUint64)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if p.given >= 0 {
				continue
			}
			if p.addr < at || p.addr%p.align != 0 {
				t.Fatalf("%v, behind %#x: %+v", &p, at, list)
			}
			at = p.addr + p.size + p.behind
		}
		if next != at {
			t.Fatalf("next %#x, want %#x", next, at)
		}
	}
}

// smallAddresses is an object whose target has addresses of 32 bits: x32.
func smallAddresses(t *testing.T) string {
	f := &objgen.ELF{Machine: 62}
	f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 16), Align: 16})
	f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 16), Align: 16})
	path := filepath.Join(t.TempDir(), "x32.o")
	if err := os.WriteFile(path, f.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSmallAddresses: a target's addresses may have 32 bits.
func TestSmallAddresses(t *testing.T) {
	path := smallAddresses(t)
	try := func(addr string) error {
		f, err := parseLayout("l", fmt.Appendf(nil, `{"sections": [{"file": "x32.o", "section": 1, "addr": %q}]}`, addr))
		if err != nil {
			t.Fatal(err)
		}
		return link(t.Context(), []string{path}, linkOptions{layout: f}, io.Discard)
	}
	for _, ok := range []string{"0", "0x80000000", "0xffffffc0"} {
		if err := try(ok); err != nil {
			t.Errorf("%s: %v", ok, err)
		}
	}
	for _, bad := range []string{"0xfffffff0", "0x100000000", "0xfffffffffffffff0"} {
		var a *addressError
		if err := try(bad); !errors.As(err, &a) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestLayoutErrors: errors are what they say.
func TestLayoutErrors(t *testing.T) {
	path := smallAddresses(t)
	for text, is := range map[string]func(error) bool{
		`{"sections": [{"file": "x32.o", "section": 1, "addr": "8"}]}`:                                                     isA[*alignError],
		`{"sections": [{"file": "x32.o", "section": 1, "addr": "0"}, {"file": "x32.o", "section": 2, "addr": "0"}]}`:       isA[*overlapError],
		`{"sections": [{"file": "x32.o", "section": 1, "addr": "0xfffffff0"}]}`:                                            isA[*addressError],
		`{"sections": [{"file": "x33.o", "section": 1, "addr": "0xfffffff0"}]}`:                                            isA[*layoutError],
		`{"sections": [{"file": "x32.o", "section": 1, "addr": "0x20"}, {"file": "x32.o", "section": 1, "addr": "0x20"}]}`: isA[*layoutError],
	} {
		f, err := parseLayout("l", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := link(t.Context(), []string{path}, linkOptions{layout: f}, io.Discard); !is(err) {
			t.Errorf("%s: %v", text, err)
		}
	}
	var same *sameNameError
	if err := link(t.Context(), []string{path, path}, linkOptions{out: "x"}, io.Discard); !errors.As(err, &same) || same.Base != "x32.o" {
		t.Error(err)
	}
}

func TestBaseName(t *testing.T) {
	archives := map[string]bool{"d/lib.a": true, "lib.a": true, "d(1)/a(b).a": true}
	for name, want := range map[string]string{
		"a.o": "a.o", "x/y/a.o": "a.o", "x(1)/a.o": "a.o", "d/lib.a(m.o)": "lib.a(m.o)", "lib.a(x/m.o)": "lib.a(x/m.o)",
		"d(1)/a(b).a(m.o)": "a(b).a(m.o)", "other.a(x/m.o)": "m.o)", "d/lib.a(thin.a(m.o):m.o)": "lib.a(thin.a(m.o):m.o)",
	} {
		if got := baseName(filepath.FromSlash(name), archives); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := fileName("lib.a(x/m\x00\xff.o)"); got != "lib.a(x_m_\xff.o)" {
		t.Errorf("%q", got)
	}
}

// TestSliceMemory: blocks are zeroed, aligned, apart, and bounded; memory is used again.
func TestSliceMemory(t *testing.T) {
	ctx := t.Context()
	m := &sliceMemory{limit: 1 << 20}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		m.reset()
		for range 1 + rng.IntN(3) {
			reqs := make([]rtdyld.Request, 1+rng.IntN(4))
			for i := range reqs {
				reqs[i] = rtdyld.Request{Size: 1 + rng.Uint64N(2000), Align: 1 << rng.IntN(12)}
			}
			from := m.next
			a, err := m.Allocate(ctx, reqs)
			if err != nil {
				t.Fatal(err)
			}
			for i, b := range a.Blocks() {
				if b.Addr < from || b.Addr%reqs[i].Align != 0 || uint64(len(b.Mem)) != reqs[i].Size || cap(b.Mem) != len(b.Mem) {
					t.Fatalf("%+v: %d bytes at %#x", reqs[i], len(b.Mem), b.Addr)
				}
				if slices.ContainsFunc(b.Mem, func(c byte) bool { return c != 0 }) {
					t.Fatal("memory that is not zero")
				}
				for k := range b.Mem {
					b.Mem[k] = 0xff
				}
				from = b.Addr + reqs[i].Size
			}
		}
	}
	m.reset()
	var large *memoryError
	if _, err := m.Allocate(ctx, []rtdyld.Request{{Size: 1 << 19, Align: 1}, {Object: "o", Size: 1<<19 + 1, Align: 1}}); !errors.As(err, &large) || large.Object != "o" || large.Limit != 1<<20 {
		t.Error(err)
	}
	if _, err := m.Allocate(ctx, []rtdyld.Request{{Size: math.MaxUint64 - 1<<30, Align: 1}}); !errors.As(err, &large) {
		t.Error(err)
	}
	var past *addressError
	if _, err := m.Allocate(ctx, []rtdyld.Request{{Size: 1, Align: 1 << 63}, {Object: "o", Size: 1, Align: 1 << 63}}); !errors.As(err, &past) || past.What != "o" {
		t.Error(err)
	}
}
