package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

func TestNumber(t *testing.T) {
	for s, want := range map[string]uint64{
		"0": 0, "7": 7, "10": 10, "010": 8, "0x1F": 31, "0XfF": 255, "0b101": 5, "0B1": 1, "0o17": 15, "00": 0,
		"18446744073709551615": math.MaxUint64, "0xffffffffffffffff": math.MaxUint64,
	} {
		if got, ok := number(s); !ok || got != want {
			t.Errorf("%q is %d, %v", s, got, ok)
		}
	}
	for _, s := range []string{"", " ", "0x", "0b", "08", "0b2", "-1", "+1", "1_0", "0x_1", "1 ", "a", "18446744073709551616", "0x10000000000000000", "0d1"} {
		if got, ok := number(s); ok {
			t.Errorf("%q is %d", s, got)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                    nil,
		" a  b\n\tc\r\n":      {"a", "b", "c"},
		`"a b" 'c "d"' "e'f"`: {"a b", `c "d"`, "e'f"},
		`a\ b \" "x\"y"`:      {"a b", `"`, `x"y`},
		`'' ""`:               {"", ""},
		`a"b"'c'`:             {"abc"},
		`"open a`:             {"open a"},
		`end\`:                {`end\`},
	} {
		if diff := cmp.Diff(want, words(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"verify", "verfy", 1}, {"kitten", "sitting", 3}, {"h", "foo", 3}, {"flaw", "lawn", 2}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestShellQuote(t *testing.T) {
	for s, want := range map[string]string{
		"-check=a.s": "-check=a.s", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$x": "'$x'", "a;b": "'a;b'", "-map-section=a.o,.text=0x1": "-map-section=a.o,.text=0x1",
	} {
		if got := shellQuote(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

// TestRoom: the first place where a section fits, as llvm-rtdyld searches it.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		p           placer
		size, align uint64
		want        uint64 // 0: none
	}{
		{placer{start: 0x1000, end: math.MaxUint64}, 0x1000, 1, 0x1000},
		{placer{start: 0x1000, end: 0x1fff}, 0x1000, 1, 0x1000},
		{placer{start: 0x1000, end: 0x1ffe}, 0x1000, 1, 0},
		{placer{start: 0x1001, end: math.MaxUint64}, 0x1000, 16, 0x1010},
		{placer{start: 0x1000, end: math.MaxUint64, taken: []extent{{0x2000, 0x1000}}}, 0x1000, 1, 0x1000},
		{placer{start: 0x1000, end: math.MaxUint64, taken: []extent{{0x2000, 0x1000}}}, 0x1001, 1, 0x3000},
		{placer{start: 0x1000, end: math.MaxUint64, separation: 1, taken: []extent{{0x2000, 0x1000}}}, 0x1000, 1, 0x3001},
		{placer{start: 0x1000, end: math.MaxUint64, separation: 1, taken: []extent{{0x2000, 0x1000}}}, 0x1000, 4, 0x3004},
		{placer{start: 0x10000, end: math.MaxUint64, taken: []extent{{0x2000, 0x1000}}}, 0x1000, 1, 0x3000}, // goes back
		{placer{start: 0x1000, end: math.MaxUint64, taken: []extent{{0x1000, 0x1000}, {0x3000, 0x1000}}}, 0x1000, 1, 0x2000},
		{placer{start: 0x1000, end: math.MaxUint64, taken: []extent{{0x1000, math.MaxUint64 - 0x1000}}}, 0x1000, 1, 0},
		{placer{start: 0x1000, end: math.MaxUint64, taken: []extent{{math.MaxUint64, 0x1000}}}, 0x1000, 1, 0x1000},
		{placer{start: math.MaxUint64 - 0xffe, end: math.MaxUint64}, 0x1000, 1, 0},
		{placer{start: math.MaxUint64 - 0xfff, end: math.MaxUint64}, 0x1000, 1, math.MaxUint64 - 0xfff},
		{placer{start: math.MaxUint64, end: math.MaxUint64}, 1, 16, 0},
		{placer{start: 0x1000, end: math.MaxUint64, separation: math.MaxUint64, taken: []extent{{0x1000, 0x1000}}}, 1, 1, 0},
	} {
		got, ok := c.p.room(c.size, c.align)
		if !ok {
			got = 0
		}
		if got != c.want {
			t.Errorf("%+v: %#x aligned %d at %#x, want %#x", c.p, c.size, c.align, got, c.want)
		}
	}
}

// TestTake keeps extents in order.
func TestTake(t *testing.T) {
	var p placer
	for _, a := range []uint64{5, 1, 9, 5, 3} {
		p.take(extent{a, a * uint64(len(p.taken)+1)})
	}
	if diff := cmp.Diff("[{1 2} {3 12} {5 20} {9 27}]", fmt.Sprint(p.taken)); diff != "" {
		t.Error(diff)
	}
}

// TestSymbolSizes: where the format has no sizes, a symbol reaches to the next one.
func TestSymbolSizes(t *testing.T) {
	img := &objfmt.ObjectImage{
		Triple:   triple.ForObject(triple.X86_64, triple.COFF),
		Sections: []objfmt.Section{{Size: 100}, {Size: 50}},
		Symbols: []objfmt.Symbol{
			{Section: 1, Value: 10, Size: 1}, {Section: 0, Value: 60}, {Section: 0, Value: 20}, {Section: objfmt.SecUndef},
			{Section: 0, Value: 20}, {Section: 1, Value: 0}, {Section: 0, Value: 60}, {Section: 1, Value: 70}, {Section: objfmt.SecAbs, Value: 3},
		},
	}
	if got := symbolSizes(img); !slices.Equal(got, []uint64{60, 40, 40, 0, 40, 10, 40, 0, 0}) {
		t.Error(got)
	}
	img.Triple = triple.ForObject(triple.X86_64, triple.ELF)
	if got := symbolSizes(img); !slices.Equal(got, []uint64{1, 0, 0, 0, 0, 0, 0, 0, 0}) {
		t.Error(got)
	}
}

// TestRowsOf: the rows of a function, as LLVM takes them.
func TestRowsOf(t *testing.T) {
	seq := func(addrs ...uint64) (s sequence) {
		for _, a := range addrs {
			s = append(s, row{addr: a})
		}
		return s
	}
	lines := []sequence{seq(0x1000, 0x1004, 0x1004, 0x1008, 0x1010), seq(0x1010, 0x1018), seq(0x2000, 0x2001, 0x2004)}
	for _, c := range []struct {
		addr, size uint64
		want       string
	}{
		{0x1000, 0x10, "0 4 4 8"},
		{0x1000, 4, "0"},
		{0x1000, 5, "0 4 4"},
		{0x1002, 4, "0 4 4"},
		{0x1004, 4, "4"}, // the last of two
		{0x1004, 5, "4 8"},
		{0x1009, 1, "8"},
		{0x1008, 0x10, "8 10 10"}, // on into the next sequence, with the end of each
		{0x1008, 0x100, "8 10 10 18"},
		{0x1000, 0, ""},
		{0x1006, 0, "4"},
		{0x1004, 0, ""}, // begins a row
		{0x1018, 4, ""},
		{0xfff, 4, ""},
		{0x2000, 3, "0 1"},
	} {
		sec := &placed{LoadedSection: rtdyld.LoadedSection{Block: rtdyld.Block{Mem: make([]byte, 0x800), Addr: c.addr &^ 0xfff}}}
		var got []string
		for _, r := range rowsOf(lines, sec, c.addr, c.size) {
			got = append(got, fmt.Sprintf("%x", r.addr&0xfff))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%#x, %d bytes: %q, want %q", c.addr, c.size, s, c.want)
		}
	}
}

// header5 is a .debug_line header of version 5: two directories, two files.
const header5 = "\x40\x00\x00\x00\x05\x00\x08\x00\x30\x00\x00\x00\x01\x01\x01\xfb\x0e\x0d" +
	"\x00\x01\x01\x01\x01\x00\x00\x00\x01\x00\x00\x01" +
	"\x01\x01\x1f\x02\x00\x00\x00\x00\x02\x00\x00\x00" +
	"\x03\x01\x0e\x02\x0b\x05\x1e\x02\x03\x00\x00\x00\x00\x0123456789abcdef\x00\x00\x00\x00\x00\x01..............bb"

// TestLineFiles reads file names, and no cut makes it panic.
func TestLineFiles(t *testing.T) {
	debug := map[string][]byte{"line": []byte("junk" + header5), "str": []byte("a.c\x00b.c\x00"), "line_str": []byte("d\x00e\x00")}
	if got := lineFiles(debug, 4, false); len(got) != 2 || string(got[0]) != "b.c" && string(got[0]) != "" {
		t.Errorf("%q", got)
	}
	for n := range len(debug["line"]) {
		for off := range uint64(n + 2) {
			for _, big := range []bool{false, true} {
				lineFiles(map[string][]byte{"line": debug["line"][:n], "str": []byte("x")}, off, big)
			}
		}
	}
	for i := range debug["line"] {
		b := bytes.Clone(debug["line"])
		b[i] = 0xff
		lineFiles(map[string][]byte{"line": b, "str": debug["str"]}, 4, false)
	}
}

// TestMemory refuses what no machine has.
func TestMemory(t *testing.T) {
	var m memory
	for _, r := range []rtdyld.Request{{Size: maxMemory + 1, Align: 1}, {Size: math.MaxUint64, Align: 1}, {Size: 1, Align: 1 << 63}} {
		if _, err := m.Allocate(t.Context(), []rtdyld.Request{r}); err == nil {
			t.Errorf("%+v is given", r)
		}
	}
	a, err := m.Allocate(t.Context(), []rtdyld.Request{{Size: 5, Align: 8}, {Size: 3, Align: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	b := a.Blocks()
	if len(b[0].Mem) != 5 || b[0].Addr%8 != 0 || b[0].Addr == 0 || len(b[1].Mem) != 3 || b[1].Addr%(1<<20) != 0 || b[1].Addr < b[0].Addr+5 {
		t.Errorf("%v", b)
	}
}

// failing is a stream that takes nothing.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }
func (failing) Read([]byte) (int, error)  { return 0, errors.New("broken") }

// TestStreams: what cannot be read or written is told.
func TestStreams(t *testing.T) {
	var errOut bytes.Buffer
	if got := Main([]string{"x", "-version"}, strings.NewReader(""), failing{}, &errOut); got != 1 || errOut.String() != "x: error: full\n" {
		t.Errorf("%d %q", got, errOut.String())
	}
	errOut.Reset()
	if got := Main([]string{"/a/b/x", "-printline"}, failing{}, &bytes.Buffer{}, &errOut); got != 1 || errOut.String() != "/a/b/x: error: unable to read input: 'Broken'\n" {
		t.Errorf("%d %q", got, errOut.String())
	}
	errOut.Reset()
	if got := Main([]string{"/a/b/x", "-foo"}, failing{}, &bytes.Buffer{}, &errOut); got != 1 || !strings.HasPrefix(errOut.String(), "x: Unknown command line argument '-foo'.  Try: '/a/b/x --help'\n") {
		t.Errorf("%d %q", got, errOut.String())
	}
	errOut.Reset()
	if got := Main(nil, strings.NewReader(""), &bytes.Buffer{}, &errOut); got != 1 || !strings.HasPrefix(errOut.String(), "rtdyld-check: error: unable to create object file") {
		t.Errorf("%d %q", got, errOut.String())
	}
}
