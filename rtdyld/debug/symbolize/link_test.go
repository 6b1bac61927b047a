package symbolize_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// TestComdat: functions that two objects have are told of the one whose copy counts, and
// what the other says of its own, which was dropped, is about no address.
func TestComdat(t *testing.T) {
	citest.Need(t, "ld.lld")
	for _, cc := range [][]string{{"g++", "-g", "-O2"}, {"clang++", "-gdwarf-4", "-O1"}} {
		a := compile(t, "scene.cc", cc...)
		b := compile(t, "scene.cc", append(cc, "-Ddeep=other")...)
		s := symbolize.New()
		_, objs := link(t, s, open(t, a), open(t, b))
		file := filepath.Join(t.TempDir(), "out")
		run(t, "ld.lld", "-o", file, "--unresolved-symbols=ignore-all", "-e", "0", "--no-gc-sections", a, b)
		names := elfSymbols(t, file)
		var ps []pair
		for _, o := range objs {
			ps = append(ps, pairsOf(o, names, 1)...)
		}
		if err := s.Load(); err != nil {
			t.Error(err)
		}
		if lines, _ := compare(t, s, file, false, names, ps); lines < 500 {
			t.Errorf("%d of %d addresses have lines", lines, len(ps))
		}
		shared := 0
		for _, sym := range objs[0].Symbols() {
			if !strings.HasPrefix(sym.Name, "_ZN4Ring") || sym.Type != objfmt.SymFunc {
				continue
			}
			shared++
			if l, ok := s.Symbolize(sym.Addr); !ok || l.Object != a || l.Line == 0 {
				t.Errorf("%s: %+v", sym.Name, l)
			}
		}
		if shared == 0 {
			t.Error("no function is shared")
		}
	}
}

// TestMapped: code that will run elsewhere, far apart, is told of by the addresses that it
// will have there.
func TestMapped(t *testing.T) {
	for _, layout := range []rtdyld.Layout{rtdyld.DefaultLayout, rtdyld.RuntimeDyld} {
		t.Run(layout.String(), func(t *testing.T) {
			s := symbolize.New()
			l, err := rtdyld.New(rtdyld.Config{Memory: newMemory(0x10000000), Resolver: anywhere, Listeners: []rtdyld.Listener{s}, Layout: layout})
			if err != nil {
				t.Fatal(err)
			}
			objs, err := l.Load(t.Context(), open(t, compile(t, "scene.c", "gcc", "-g", "-O2", "-ffunction-sections")))
			if err != nil {
				t.Fatal(err)
			}
			at, n := uint64(0x11000000), 0
			for _, sec := range objs[0].Sections() {
				if sec.Kind == objfmt.KindCode && strings.HasPrefix(sec.Name, ".text.") {
					if err := objs[0].MapSectionAddress(sec.ID, at); err != nil {
						t.Fatal(err)
					}
					at, n = at+0x10000, n+1
				}
			}
			if err := l.Finalize(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := s.Load(); err != nil {
				t.Error(err)
			}
			funcs := 0
			for _, sym := range objs[0].Symbols() {
				if sym.Type != objfmt.SymFunc {
					continue
				}
				funcs++
				l, ok := s.Symbolize(sym.Addr)
				if !ok || l.Symbol != sym.Name || sym.Addr < 0x11000000 || l.Line == 0 || len(l.Frames) == 0 {
					t.Errorf("%#x %s: %+v", sym.Addr, sym.Name, l)
				}
			}
			if n < 4 || funcs < n {
				t.Errorf("%d sections, %d functions", n, funcs)
			}
		})
	}
}
