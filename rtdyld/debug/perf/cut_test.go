package perf

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// pieces is what cut makes of marks in a section of n bytes at 0x1000, as text.
func pieces(n int, marks ...mark) string {
	s := rtdyld.LoadedSection{Name: ".text", Block: rtdyld.Block{Mem: make([]byte, n), Addr: 0x1000}, Align: 16}
	var words []string
	for _, f := range cut(nil, &s, marks, "a.o") {
		words = append(words, fmt.Sprintf("%x+%x:%s", f.addr-0x1000, len(f.code), f.appendName(nil)))
	}
	return strings.Join(words, " ")
}

func TestCut(t *testing.T) {
	m := func(off, size uint64, name string, kind markKind) mark {
		return mark{addr: 0x1000 + off, size: size, name: name, kind: kind}
	}
	for _, c := range []struct {
		name  string
		marks []mark
		want  string
	}{
		{"nothing", nil, "0+100:.text in a.o"},
		{"sized", []mark{m(0, 0x20, "f", markFunc), m(0x20, 0xe0, "g", markFunc)}, "0+20:f 20+e0:g"},
		{"padding is nobody's", []mark{m(0, 0x1b, "f", markFunc), m(0x20, 0xe0, "g", markFunc)}, "0+1b:f 20+e0:g"},
		{"code without a name", []mark{m(0x10, 0x10, "f", markFunc), m(0x80, 0x10, "g", markFunc)}, "0+10:.text in a.o 10+10:f 20+60:.text in a.o 80+10:g 90+70:.text in a.o"},
		{"without sizes", []mark{m(0, 0, "f", markFunc), m(0x40, 0, "g", markLabel)}, "0+40:f 40+c0:g"},
		{"label in a function", []mark{m(0, 0x100, "f", markFunc), m(0x40, 0, "loop", markLabel), m(0x60, 8, "end", markLabel)}, "0+100:f"},
		{"function in a function", []mark{m(0, 0x100, "f", markFunc), m(0x40, 0x10, "g", markFunc)}, "0+40:f 40+10:g 50+b0:f"},
		{"entry in a function", []mark{m(0, 0x80, "f", markFunc), m(0x40, 0, "g", markFunc), m(0x80, 0x80, "h", markFunc)}, "0+40:f 40+40:g 80+80:h"},
		{"overlap", []mark{m(0, 0x60, "f", markFunc), m(0x40, 0xc0, "g", markFunc)}, "0+40:f 40+c0:g"},
		{"data", []mark{m(0, 0, "f", markFunc), m(0x40, 0x40, "table", markData), m(0x80, 0x80, "g", markFunc)}, "0+40:f 80+80:g"},
		{"data at the end", []mark{m(0, 0, "f", markFunc), m(0x40, 0, "table", markData)}, "0+40:f"},
		{"data in a function", []mark{m(0, 0x100, "f", markFunc), m(0x40, 0x40, "table", markData), m(0x90, 0, "words", markData)}, "0+40:f 80+80:f"},
		{"too long", []mark{m(0, 1<<63, "f", markFunc), m(0x80, ^uint64(0), "g", markFunc)}, "0+80:f 80+80:g"},
		{"names", []mark{m(0, 0x80, "a\nb\x00c\x7f", markFunc), m(0x80, 0x80, "", markFunc)}, "0+80:a?b?c? 80+80:?"},
		{"long name", []mark{m(0, 0x100, strings.Repeat("x", maxName+1), markFunc)}, "0+100:" + strings.Repeat("x", maxName) + "..."},
	} {
		if got := pieces(0x100, c.marks...); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestCutRandom compares cut with a byte by byte account: a byte belongs to the sized
// function that begins last at or before it and reaches it.
func TestCutRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		const n = 200
		var marks []mark
		for a := uint64(0); a < n; a++ {
			if rnd.IntN(12) == 0 {
				marks = append(marks, mark{addr: 0x1000 + a, size: 1 + rnd.Uint64N(80), name: fmt.Sprint("f", a)})
			}
		}
		want := make([]string, n)
		for _, m := range marks {
			for a := m.addr - 0x1000; a < min(n, m.addr-0x1000+m.size); a++ {
				want[a] = m.name
			}
		}
		s := rtdyld.LoadedSection{Name: ".text", Block: rtdyld.Block{Mem: make([]byte, n), Addr: 0x1000}, Align: 1 << 20}
		out := cut(nil, &s, marks, "a.o")
		got := make([]string, n)
		at := uint64(0x1000)
		for _, f := range out {
			if f.addr < at || len(f.code) == 0 || &f.code[0] != &s.Mem[f.addr-0x1000] {
				t.Fatalf("piece at %#x of %d bytes after %#x", f.addr, len(f.code), at)
			}
			at = f.addr + uint64(len(f.code))
			for a := f.addr; a < at && f.from == ""; a++ {
				got[a-0x1000] = f.name
			}
		}
		if !slices.Equal(got, want) || len(out) > 2*len(marks)+1 {
			t.Fatalf("%v:\ngot  %q\nwant %q", marks, got, want)
		}
	}
}
