package ar_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
)

// TestPadding takes what tools leave behind: no filling byte after an odd last
// member, or some more line ends.
func TestPadding(t *testing.T) {
	data := (&objgen.Ar{Members: []objgen.ArMember{{Name: "a.o", Data: []byte("odd")}}}).Bytes()
	for _, d := range [][]byte{data, data[:len(data)-1], append(bytes.Clone(data), "\n\n\n"...), []byte(ar.Magic), []byte(ar.Magic + "\n")} {
		a := parse(t, "x.a", d)
		want := 1
		if len(d) < 60 {
			want = 0
		}
		if got := len(members(t, a)); got != want {
			t.Errorf("%q: %d members, want %d", d, got, want)
		}
	}
}

// TestOldNames takes the spellings of tools before the ones above.
func TestOldNames(t *testing.T) {
	for raw, want := range map[string]string{
		"old.o": "old.o", "nul.o\x00\x00": "nul.o", "slash.o/": "slash.o", "0123456789abcdef": "0123456789abcdef",
		"x/y.o/": "x/y.o", "": "",
	} {
		data := fmt.Appendf([]byte(ar.Magic), "%-16s%-12s%-6s%-6s%-8s%-10d`\n", raw, "-1", "", "", "", 2)
		m := members(t, parse(t, "x.a", append(data, "hi"...)))[0]
		if m.Name != want || m.Size != 2 || !m.ModTime().IsZero() || m.Mode() != 0 {
			t.Errorf("%q: %q %d %v %v", raw, m.Name, m.Size, m.ModTime(), m.Mode())
		}
	}
	// Long names that end with a line end alone, and the last without any end.
	data := fmt.Appendf([]byte(ar.Magic), "%-48s%-10d`\n%s%-48s%-10d`\n%-48s%-10d`\n",
		"//", 22, "old_system_v.o\nlast.o/", "/0", 0, "/15", 0)
	a := parse(t, "x.a", data)
	if got := members(t, a); got[0].Name != "old_system_v.o" || got[1].Name != "last.o/" {
		t.Errorf("%v", got)
	}
}

// TestMalformed expects a typed error with the place, no crash, and no memory for
// what only a length claims.
func TestMalformed(t *testing.T) {
	head := func(name string, size any, body string) string {
		return fmt.Sprintf("%-48s%-10v`\n%s", name, size, body)
	}
	be := func(v ...uint32) string {
		var b []byte
		for _, v := range v {
			b = binary.BigEndian.AppendUint32(b, v)
		}
		return string(b)
	}
	le := func(v ...uint32) string {
		var b []byte
		for _, v := range v {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
		return string(b)
	}
	endless := strings.Repeat("x", 5000)
	for _, c := range []struct {
		name, data string
		offset     uint64
	}{
		{"header cut", ar.Magic + head("a.o/", 0, "")[:59], 8},
		{"rest no header", ar.Magic + head("a.o/", 2, "aa") + "junk", 70},
		{"header magic", ar.Magic + strings.Repeat(" ", 60), 66},
		{"size no number", ar.Magic + head("a.o/", "12a", "aa"), 56},
		{"size negative", ar.Magic + head("a.o/", "-1", "aa"), 56},
		{"size blank", ar.Magic + head("a.o/", "", "aa"), 56},
		{"size beyond file", ar.Magic + head("a.o/", uint64(9999999999), "aa"), 56},
		{"second size beyond file", ar.Magic + head("a.o/", 2, "aa") + head("b.o/", 3, "bb"), 118},
		{"long names beyond file", ar.Magic + head("//", uint64(9999999999), "aa"), 56},
		{"index beyond file", ar.Magic + head("/", uint64(9999999999), "aa"), 56},
		{"name without table", ar.Magic + head("/0", 0, ""), 8},
		{"name outside table", ar.Magic + head("//", 2, "a\n") + head("/2", 0, ""), 70},
		{"name without end", ar.Magic + head("//", 5000, endless) + head("/0", 0, ""), 5068},
		{"name no number", ar.Magic + head("/x", 0, ""), 8},
		{"origin in a fat archive", ar.Magic + head("//", 2, "a\n") + head("/0:68", 0, ""), 70},
		{"late linker member", ar.Magic + head("a.o/", 0, "") + head("/", 0, ""), 68},
		{"BSD name beyond size", ar.Magic + head("#1/3", 2, "ab"), 8},
		{"BSD name no number", ar.Magic + head("#1/z", 2, "ab"), 8},
		{"BSD name cut", ar.Magic + head("#1/40", 40, "ab"), 56},
		{"BSD name in thin", ar.ThinMagic + head("#1/2", 2, "ab"), 8},
		{"BSD name too long", ar.Magic + head("#1/5000", 5000, endless), 8},

		{"gnu empty", ar.Magic + head("/", 0, ""), 68},
		{"gnu count", ar.Magic + head("/", 8, be(0xffffffff, 8)), 68},
		{"gnu count without names", ar.Magic + head("/", 12, be(2, 8, 8)), 68},
		{"gnu name without end", ar.Magic + head("/", 12, be(1, 8)+"abcd"), 76},
		{"gnu64 short", ar.Magic + head("/SYM64/", 4, be(0)), 68},
		{"gnu64 count", ar.Magic + head("/SYM64/", 8, be(0x20000000, 0)), 68},
		{"bsd empty", ar.Magic + head("__.SYMDEF", 4, le(0)), 68},
		{"bsd count", ar.Magic + head("__.SYMDEF", 8, le(0xfffffff8, 0)), 68},
		{"bsd odd count", ar.Magic + head("__.SYMDEF", 20, le(7, 0, 0, 0, 0)), 68},
		{"bsd strings", ar.Magic + head("__.SYMDEF", 16, le(8, 0, 0, 5)), 68},
		{"bsd name offset", ar.Magic + head("__.SYMDEF", 18, le(8, 2, 0, 2)+"a\x00"), 68},
		{"bsd name without end", ar.Magic + head("__.SYMDEF", 18, le(8, 1, 0, 2)+"\x00a"), 85},
		{"bsd64 count", ar.Magic + head("#1/12", 28, "__.SYMDEF_64"+le(0xfffffff0, 0xffffffff, 0, 0)), 80},
		{"coff members", ar.Magic + head("/", 4, be(0)) + head("/", 8, le(2, 8)), 132},
		{"coff no count", ar.Magic + head("/", 4, be(0)) + head("/", 8, le(1, 8)), 140},
		{"coff symbols", ar.Magic + head("/", 4, be(0)) + head("/", 8, le(0, 0xffffffff)), 136},
		{"coff second short", ar.Magic + head("/", 4, be(0)) + head("/", 2, "ab"), 132},
		{"coff member 0", ar.Magic + head("/", 4, be(0)) + head("/", 12, le(0, 1)+"\x00\x00s\x00"), 132},
		{"coff member 2 of 1", ar.Magic + head("/", 4, be(0)) + head("/", 16, le(1, 8, 1)+"\x02\x00s\x00"), 132},
		{"symbol in no member", ar.Magic + head("/", 10, be(1, 0xfffffff0)+"s\x00"), 0xfffffff0},
		{"symbol in the index", ar.Magic + head("/", 10, be(1, 8)+"s\x00"), 8},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			data := []byte(c.data)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := walk("x.a", data)
			runtime.ReadMemStats(&after)
			var fe *objfmt.FormatError
			if !errors.As(err, &fe) || !errors.Is(err, objfmt.ErrFormat) {
				t.Fatalf("error is %v", err)
			}
			if fe.File != "x.a" || fe.Offset != c.offset {
				t.Errorf("%v: at %d, want %d", err, fe.Offset, c.offset)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 64<<10 {
				t.Errorf("%d bytes allocated for %d bytes of input", n, len(data))
			}
		})
	}
	for data, want := range map[string]error{
		"": objfmt.ErrUnknownFormat, "!<arch>": objfmt.ErrUnknownFormat, "\x7fELF....": objfmt.ErrUnknownFormat,
		"<bigaf>\n": objfmt.ErrUnsupported,
	} {
		if _, err := ar.Parse("x.a", []byte(data)); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", data, err, want)
		}
	}
}

// walk uses everything in an archive once and returns the first error.
func walk(name string, data []byte) error {
	a, err := ar.Parse(name, data)
	if err != nil {
		return err
	}
	if a.HasIndex() {
		for s, err := range a.Symbols() {
			if err != nil {
				return err
			}
			if _, _, err := a.Lookup(s.Name); err != nil {
				return err
			}
		}
		if _, _, err := a.Lookup("s"); err != nil {
			return err
		}
	}
	for m, err := range a.Members() {
		if err != nil {
			return err
		}
		if !a.Thin() {
			if _, err := m.Bytes(); err != nil {
				return err
			}
		}
	}
	_, err = fs.ReadDir(a.FS(), ".")
	return err
}

// TestHostile expects inputs made to be slow or large to be neither: records of a
// BSD index that share one long name, headers that share one long member name.
func TestHostile(t *testing.T) {
	const n = 100_000
	var records []byte
	for range n {
		records = binary.LittleEndian.AppendUint64(records, 0)
	}
	body := binary.LittleEndian.AppendUint32(nil, uint32(len(records)))
	body = append(body, records...)
	body = binary.LittleEndian.AppendUint32(body, n)
	body = append(body, bytes.Repeat([]byte("s"), n-1)...)
	body = append(body, 0)
	err := walk("x.a", fmt.Appendf([]byte(ar.Magic), "%-48s%-10d`\n%s", "__.SYMDEF", len(body), body))
	if !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "overlap") {
		t.Errorf("shared symbol names: %v", err)
	}

	data := fmt.Appendf([]byte(ar.ThinMagic), "%-48s%-10d`\n%s\n\n", "//", 4001, strings.Repeat("n", 4000))
	for range n / 10 {
		data = fmt.Appendf(data, "%-48s%-10d`\n", "/0", 0)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := walk("x.a", data); err != nil {
		t.Error(err)
	}
	runtime.ReadMemStats(&after)
	if got, max := after.TotalAlloc-before.TotalAlloc, uint64(32*len(data)); got > max {
		t.Errorf("%d bytes allocated for %d bytes of input", got, len(data))
	}
}

// TestDamaged changes bytes of good archives at random: an error or not, no panic.
func TestDamaged(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	eachFlavour(t, func(t *testing.T, gen *objgen.Ar) {
		good := gen.Bytes()
		for range 2000 {
			data := bytes.Clone(good)
			for range 1 + rnd.IntN(4) {
				data[rnd.IntN(len(data))] = byte(rnd.Uint32())
			}
			walk("x.a", data[:rnd.IntN(len(data)+1)])
		}
	})
}
