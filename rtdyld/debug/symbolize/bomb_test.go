package symbolize_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestBombs: debug information that was made to grow costs lines, and little memory; why is said in
// words. What is as large as it may be, and all rows, is bounded by the file's size.
func TestBombs(t *testing.T) {
	full := symbolize.Limits{Bytes: 256 << 20, Time: time.Hour}
	for _, c := range []struct {
		name  string
		bomb  objgen.Bomb
		limit symbolize.Limits
		most  uint64 // bytes allocated
		is    error
		words string
	}{
		{"64 MB", objgen.Bomb{Rows: 64 << 20}, symbolize.Limits{}, 1 << 20, objfmt.ErrFormat, "an object of this size may have"},
		{"64 MB limited", objgen.Bomb{Rows: 64 << 20}, full, 1 << 20, objfmt.ErrFormat, "an object of this size may have"},
		{"a size that lies", objgen.Bomb{Rows: 64 << 20, Size: 4 << 20}, full, 24 << 20, objfmt.ErrFormat, "wrong decompressed size"},
		{"300 sections", objgen.Bomb{Rows: 1 << 20, Copies: 300}, full, 1 << 20, objfmt.ErrFormat, "when decompressed, which is not credible for an object of"},
		{"as much as may be", objgen.Bomb{Rows: 4 << 20}, symbolize.Limits{}, 64 << 20, symbolize.ErrDebug, "takes more steps"},
		{"more than is left", objgen.Bomb{Rows: 4 << 20}, symbolize.Limits{Bytes: 4 << 20}, 1 << 20, symbolize.ErrLimit, "4194304 may be read altogether"},
		{"no time", objgen.Bomb{Rows: 4 << 20}, symbolize.Limits{Time: 1}, 64 << 20, symbolize.ErrLimit, "more time"},
		{"ended before", objgen.Bomb{Rows: 4 << 20}, symbolize.Limits{Bytes: 256 << 20, Context: heedtest.EndsAfter(0)}, 64 << 20, symbolize.ErrLimit, "context canceled"},
		{"ended while it is inflated", objgen.Bomb{Rows: 4 << 20}, symbolize.Limits{Context: heedtest.EndsAfter(3)}, 64 << 20, symbolize.ErrLimit, "context canceled"},
		{"ended while it is read", objgen.Bomb{Rows: 4 << 20}, symbolize.Limits{Context: heedtest.EndsAfter(10)}, 64 << 20, symbolize.ErrLimit, "context canceled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := c.bomb.Bytes()
			img, err := objfile.Parse("bomb.o", file)
			if err != nil {
				t.Fatal(err)
			}
			defer img.Close()
			names := symbolize.NewLimited(c.limit)
			l, _ := link(t, names, img)
			sym, err := l.Lookup("main")
			if err != nil {
				t.Fatal(err)
			}
			var loc symbolize.Location
			n := allocated(func() { loc, _ = names.Symbolize(sym.Addr) })
			if loc.Symbol != "main" {
				t.Errorf("%v", loc)
			}
			if n > c.most {
				t.Errorf("%d bytes allocated for a file of %d, want at most %d", n, len(file), c.most)
			}
			unread := names.Unread()
			if !errors.Is(unread, c.is) || !strings.Contains(unread.Error(), c.words) || !strings.Contains(unread.Error(), "bomb.o") {
				t.Errorf("%v, want %v: %s", unread, c.is, c.words)
			}
			if again := allocated(func() { names.Symbolize(sym.Addr) }); again > 1<<16 {
				t.Errorf("%d bytes allocated by the second question", again)
			}
			explained := names.Explain(addressed{sym.Addr})
			var e *symbolize.ExplainedError
			if !errors.As(explained, &e) || !errors.Is(e.Unread, c.is) || !strings.Contains(e.Error(), "; lines are missing: ") {
				t.Errorf("%v", explained)
			}
		})
	}
}

// addressed is an error about an address.
type addressed struct{ addr uint64 }

func (addressed) Error() string                   { return "crash" }
func (a addressed) TargetAddress() (uint64, bool) { return a.addr, true }

// TestLimits: what is within them is read, and they hold for all objects together.
func TestLimits(t *testing.T) {
	var imgs []*objfmt.ObjectImage
	file := objgen.Bomb{Rows: 1000, Plain: true}.Bytes()
	for _, name := range []string{"a.o", "b.o"} {
		img, err := objfile.Parse(name, file)
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		imgs = append(imgs, img)
	}
	for _, c := range []struct {
		limits symbolize.Limits
		lines  int
	}{{symbolize.Limits{}, 2}, {symbolize.Limits{Bytes: 3000, Time: time.Hour}, 2}, {symbolize.Limits{Bytes: 1500}, 1}, {symbolize.Limits{Bytes: 1000}, 0}} {
		names := symbolize.NewLimited(c.limits)
		lines := 0
		for _, img := range imgs {
			l, _ := link(t, names, img)
			sym, err := l.Lookup("main")
			if err != nil {
				t.Fatal(err)
			}
			if loc, _ := names.Symbolize(sym.Addr); loc.Line == 1 && loc.File == "bomb.c" {
				lines++
			}
			if err := l.Unload(t.Context(), l.Objects()...); err != nil {
				t.Fatal(err)
			}
		}
		if lines != c.lines || (names.Unread() == nil) != (lines == 2) {
			t.Errorf("%+v: %d lines, %v", c.limits, lines, names.Unread())
		}
	}
}

// TestBombSections: a caller that asks a linker for debug information, or for all sections, learns that it is too much
// before it is decompressed.
func TestBombSections(t *testing.T) {
	for name, bomb := range map[string]objgen.Bomb{"large": {Rows: 64 << 20}, "many": {Rows: 1 << 20, Copies: 300}} {
		img, err := objfile.Parse("bomb.o", bomb.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		_, objs := link(t, symbolize.New(), img)
		if n := allocated(func() { _, err = objs[0].DebugSections(nil) }); n > 1<<20 || !errors.Is(err, objfmt.ErrFormat) {
			t.Errorf("%s: DebugSections: %d bytes allocated, %v", name, n, err)
		}
		l, err := rtdyld.New(rtdyld.Config{Memory: newMemory(0x10000000), Resolver: anywhere, AllSections: true})
		if err != nil {
			t.Fatal(err)
		}
		if n := allocated(func() { _, err = l.Load(t.Context(), img) }); n > 1<<20 || !errors.Is(err, objfmt.ErrFormat) {
			t.Errorf("%s: with all sections: %d bytes allocated, %v", name, n, err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
