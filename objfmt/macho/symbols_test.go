package macho_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// TestSymbols: every kind of symbol table entry, in an order that no table has.
func TestSymbols(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		f := m.file()
		text := f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: pure, Data: make([]byte, 40), Align: 2})
		data := f.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: make([]byte, 40), Align: 4})
		tls := f.Add(objgen.MachOSection{Name: "__thread_data", Segment: "__DATA", Flags: 0x11, Data: make([]byte, 8)})
		debug := f.Add(objgen.MachOSection{Name: "__debug_info", Segment: "__DWARF", Flags: debugAttr, Data: make([]byte, 8)})
		type sym = objgen.MachOSymbol
		const strong, weak, hidden = objfmt.BindGlobal, objfmt.BindWeak, objfmt.VisHidden
		const undef, abs, common = objfmt.SecUndef, objfmt.SecAbs, objfmt.SecCommon
		thumb := uint64(0)
		if m.name == "arm" {
			thumb = 1
		}
		in := func(n uint32) uint64 { return f.Address(n) }
		cases := []struct {
			in   sym
			want objfmt.Symbol
		}{
			{sym{Name: "strong", Type: nSect | nExt, Section: 1, Value: in(text) + 4}, objfmt.Symbol{Section: 0, Value: 4, Type: objfmt.SymFunc, Bind: strong}},
			{sym{Name: "local", Type: nSect, Section: 2, Value: in(data) + 8}, objfmt.Symbol{Section: 1, Value: 8, Type: objfmt.SymData}},
			{sym{Name: "end", Type: nSect, Section: 2, Value: in(data) + 40}, objfmt.Symbol{Section: 1, Value: 40, Type: objfmt.SymData}},
			{sym{Name: "before", Type: nSect, Section: 2, Value: in(data) - 8}, objfmt.Symbol{Section: 1, Value: 1<<64 - 8, Type: objfmt.SymData}},
			{sym{Name: "thumb", Type: nSect, Section: 1, Desc: 8, Value: in(text) + 2}, objfmt.Symbol{Section: 0, Value: 2 | thumb, Type: objfmt.SymFunc}},
			{sym{Name: "tls", Type: nSect | nExt, Section: 3, Value: in(tls) + 4}, objfmt.Symbol{Section: 2, Value: 4, Type: objfmt.SymTLS, Bind: strong}},
			{sym{Name: "debug", Type: nSect, Section: uint8(debug), Value: in(debug) + 4}, objfmt.Symbol{Section: objfmt.SecUnloaded, Value: 4}},
			{sym{Name: "hidden", Type: nSect | nExt | nPext, Section: 1}, objfmt.Symbol{Type: objfmt.SymFunc, Bind: strong, Vis: hidden}},
			{sym{Name: "private", Type: nSect | nPext, Section: 1}, objfmt.Symbol{Type: objfmt.SymFunc, Other: own.OtherPrivate}},
			{sym{Name: "weak", Type: nSect | nExt, Section: 1, Desc: 0x80}, objfmt.Symbol{Type: objfmt.SymFunc, Bind: weak}},
			{sym{Name: "weakhidden", Type: nSect | nExt | nPext, Section: 1, Desc: 0x80}, objfmt.Symbol{Type: objfmt.SymFunc, Bind: weak, Vis: hidden}},
			{sym{Name: "canhide", Type: nSect | nExt, Section: 1, Desc: 0xc0}, objfmt.Symbol{Type: objfmt.SymFunc, Bind: weak, Other: own.OtherCanHide}},
			{sym{Name: "localweak", Type: nSect, Section: 1, Desc: 0x80}, objfmt.Symbol{Type: objfmt.SymFunc, Other: own.OtherWeakDef}},
			{sym{Name: "kept", Type: nSect | nExt, Section: 1, Desc: 0x20}, objfmt.Symbol{Type: objfmt.SymFunc, Bind: strong, Other: own.OtherNoDeadStrip}},
			{sym{Name: "dynamic", Type: nSect | nExt, Section: 1, Desc: 0x17}, objfmt.Symbol{Type: objfmt.SymFunc, Bind: strong}}, // REFERENCED_DYNAMICALLY and a reference type
			{sym{Name: "alt", Type: nSect | nExt, Section: 1, Desc: 0x200}, objfmt.Symbol{Type: objfmt.SymFunc, Bind: strong, Other: own.OtherAltEntry}},
			{sym{Name: "cold", Type: nSect, Section: 1, Desc: 0x600}, objfmt.Symbol{Type: objfmt.SymFunc, Other: own.OtherAltEntry | own.OtherColdFunc}},
			{sym{Name: "chosen", Type: nSect | nExt, Section: 1, Desc: 0x100}, objfmt.Symbol{Type: objfmt.SymIFunc, Bind: strong}},
			{sym{Name: "abs", Type: nAbs | nExt, Value: 0x1234}, objfmt.Symbol{Section: abs, Value: 0x1234, Bind: strong}},
			{sym{Name: "weakabs", Type: nAbs | nExt, Desc: 0x80, Value: 2}, objfmt.Symbol{Section: abs, Value: 2, Bind: weak}},
			{sym{Name: "localabs", Type: nAbs, Value: 1}, objfmt.Symbol{Section: abs, Value: 1}},
			{sym{Name: "undef", Type: nExt}, objfmt.Symbol{Section: undef, Bind: strong}},
			{sym{Name: "lazy", Type: nExt, Desc: 1}, objfmt.Symbol{Section: undef, Bind: strong}},
			{sym{Name: "prebound", Type: 0xc | nExt}, objfmt.Symbol{Section: undef, Bind: strong}},
			{sym{Name: "maybe", Type: nExt, Desc: 0x40}, objfmt.Symbol{Section: undef, Bind: weak}},
			{sym{Name: "refweak", Type: nExt, Desc: 0x80}, objfmt.Symbol{Section: undef, Bind: strong}},
			{sym{}, objfmt.Symbol{Section: undef}},
			{sym{Name: "com", Type: nExt, Value: 100}, objfmt.Symbol{Section: common, Value: 128, Size: 100, Type: objfmt.SymData, Bind: strong}},
			{sym{Name: "com1", Type: nExt, Value: 1}, objfmt.Symbol{Section: common, Value: 1, Size: 1, Type: objfmt.SymData, Bind: strong}},
			{sym{Name: "comhuge", Type: nExt, Value: 1 << 30}, objfmt.Symbol{Section: common, Value: 1 << 15, Size: 1 << 30, Type: objfmt.SymData, Bind: strong}},
			{sym{Name: "com4", Type: nExt | nPext, Value: 100, Desc: 0x400}, objfmt.Symbol{Section: common, Value: 16, Size: 100, Type: objfmt.SymData, Bind: strong, Vis: hidden}},
			{sym{Name: "com15", Type: nExt, Value: 100, Desc: 0xf00}, objfmt.Symbol{Section: common, Value: 1 << 15, Size: 100, Type: objfmt.SymData, Bind: strong}},
			{sym{Name: "/src/", Type: 0x64, Section: 1}, objfmt.Symbol{Section: abs, Type: objfmt.SymFile, Other: own.OtherStab}},
			{sym{Name: "a.o", Type: 0x66, Section: 3, Desc: 1, Value: 0x5f000000}, objfmt.Symbol{Section: abs, Value: 0x5f000000, Type: objfmt.SymFile, Other: own.OtherStab}},
			{sym{Name: "fun", Type: 0x24, Section: 200, Value: 7}, objfmt.Symbol{Section: abs, Value: 7, Other: own.OtherStab}},
			{sym{Name: "gsym", Type: 0x20 | nExt}, objfmt.Symbol{Section: abs, Other: own.OtherStab}},
			{sym{Name: "last", Type: nSect | nExt, Section: 1}, objfmt.Symbol{Type: objfmt.SymFunc, Bind: strong}},
		}
		for _, c := range cases {
			f.AddSymbol(c.in)
		}
		img := parse(t, "symbols.o", f.Bytes())
		if !img.HasHidden || !img.HasIFunc || !img.HasTLS || img.FirstGlobal != 0 || len(img.Symbols) != len(cases)+5 {
			t.Errorf("hidden %v, ifunc %v, tls %v, first global %d of %d", img.HasHidden, img.HasIFunc, img.HasTLS, img.FirstGlobal, len(img.Symbols))
		}
		for i, c := range cases {
			got := img.Symbols[i]
			c.want.Name, c.want.NameLen = got.Name, got.NameLen
			if got != c.want || img.SymbolName(objfmt.SymbolID(i)) != c.in.Name {
				t.Errorf("%s: %q %+v, want %+v", c.in.Name, img.SymbolName(objfmt.SymbolID(i)), got, c.want)
			}
		}
		fuzz.MachO.Image(t, img)
		fuzz.MachO.Image(t, full(t, img))
	})
}

// TestFirstGlobal: hashes begin with the first global symbol, wherever it is.
func TestFirstGlobal(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		for first := range 5 {
			f := m.file()
			f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: pure, Data: make([]byte, 40)})
			for i := range 4 {
				s := objgen.MachOSymbol{Name: fmt.Sprint("s", i), Type: nSect, Section: 1}
				if i == first {
					s.Type |= nExt
				}
				f.AddSymbol(s)
			}
			f.NoDysym = first%2 == 0
			img := parse(t, "first.o", f.Bytes())
			want := objfmt.SymbolID(first)
			if first == 4 {
				want = 6
			}
			if img.FirstGlobal != want || len(img.Symbols) != 6 {
				t.Errorf("first %d: %d of %d", first, img.FirstGlobal, len(img.Symbols))
			}
			fuzz.MachO.Image(t, img)
		}
		f := m.file()
		f.NoSymtab = true
		f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: pure, Data: make([]byte, 40)})
		img := parse(t, "none.o", f.Bytes())
		if len(img.Symbols) != 2 || img.FirstGlobal != 2 || img.Symbols[0].Type != objfmt.SymSection {
			t.Errorf("%+v", img.Symbols)
		}
	})
}

// TestAliases: N_INDR names another symbol of the object or one of nobody's.
func TestAliases(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		build := func(pairs ...string) []byte {
			f := m.file()
			f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: pure, Data: make([]byte, 40)})
			f.AddSymbol(objgen.MachOSymbol{Name: "foo", Type: nSect, Section: 1, Value: 1}) // local: no target
			for _, p := range pairs {
				name, target, ok := strings.Cut(p, "=")
				s := objgen.MachOSymbol{Name: name, Type: nSect | nExt, Section: 1, Value: 4}
				if ok {
					s = objgen.MachOSymbol{Name: name, Type: nIndr | nExt, Target: target}
				}
				if local, ok := strings.CutPrefix(name, "~"); ok {
					s.Name = local
					s.Type &^= nExt
				}
				f.AddSymbol(s)
			}
			return f.Bytes()
		}
		for _, tt := range []struct {
			pairs string
			want  string // what each stands for
		}{
			{"a=b b", "b"}, {"b a=b", "b"}, {"a=b", "b+"}, {"a=b c=b", "b+ b+"}, {"a=foo", "foo+"}, {"a=foo foo", "foo"},
			{"a=b b=c c", "b c"}, {"a=b b=c", "b c+"}, {"~a=b b", "b"}, {"~a=b", "b+"}, {"a=b ~x b c=d d e=f", "b d f+"}, {"a=b b b", "b"},
		} {
			img := parse(t, "alias.o", build(strings.Fields(tt.pairs)...))
			n := 1 + len(strings.Fields(tt.pairs))
			var got []string
			for i := range n {
				s := &img.Symbols[i]
				if s.Section != objfmt.SecAlias {
					continue
				}
				name := img.SymbolName(objfmt.SymbolID(s.Value))
				if o := &img.Symbols[s.Value]; s.Value >= uint64(n) {
					name += "+"
					if o.Section != objfmt.SecUndef || o.Bind != objfmt.BindGlobal || s.Value < uint64(n)+2 {
						t.Errorf("%s: symbol %d %+v", tt.pairs, s.Value, *o)
					}
				} else if o.Bind == objfmt.BindLocal {
					t.Errorf("%s: stands for a local symbol", tt.pairs)
				}
				got = append(got, name)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%s: %v, want %s", tt.pairs, got, tt.want)
			}
			fuzz.MachO.Image(t, img)
		}
		for _, pairs := range []string{"a=a", "a=b b=a", "a=b b=c c=d d=b", "~a=b b=b"} {
			err := refused(t, build(strings.Fields(pairs)...))
			var fe *objfmt.FormatError
			if !errors.As(err, &fe) || !strings.Contains(fe.Msg, "is an alias of itself") {
				t.Errorf("%s: %v", pairs, err)
			}
		}
		var long []string
		for i := range 20 {
			long = append(long, fmt.Sprintf("n%d=n%d", i, i+1))
		}
		if err := refused(t, build(long...)); !errors.Is(err, objfmt.ErrUnsupported) {
			t.Errorf("long chain: %v", err)
		}
		parse(t, "chain.o", build(append(long[5:], "n20")...))
	})
}

// TestDirectives: one option a command; what is no library or framework is kept as
// it stands.
func TestDirectives(t *testing.T) {
	each(t, func(t *testing.T, m machine) {
		f := m.file()
		f.Commands = [][]byte{
			f.LinkerOption("-lfoo"), f.LinkerOption("-framework", "Cocoa"), f.LinkerOption("-l"), f.LinkerOption("-framework"),
			f.LinkerOption("-weak_framework", "Metal"), f.LinkerOption("-lfoo", "-lbar"), f.LinkerOption(), f.LinkerOption(""), f.LinkerOption("-lc++"),
		}
		img := parse(t, "options.o", f.Bytes())
		want := []objfmt.Directive{
			{Kind: objfmt.DirDefaultLib, Name: "foo"}, {Kind: objfmt.DirFramework, Name: "Cocoa"}, {Name: "-l"}, {Name: "-framework"},
			{Name: "-weak_framework\x00Metal"}, {Name: "-lfoo\x00-lbar"}, {Name: ""}, {Kind: objfmt.DirDefaultLib, Name: "c++"},
		}
		if fmt.Sprint(img.Directives) != fmt.Sprint(want) {
			t.Errorf("%q\nwant %q", img.Directives, want)
		}
		for _, bad := range [][]byte{f.Command(0x2d, []uint32{9}, "-lfoo"), f.Command(0x2d, []uint32{0xffffffff}, "-lfoo\x00"), f.Command(0x2d, []uint32{1}, "1234567890123456789x")[:8+4+20], f.Command(0x2d, nil, "")} {
			f := m.file()
			f.Commands = [][]byte{bad}
			if err := refused(t, f.Bytes()); !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "LC_LINKER_OPTION") {
				t.Errorf("%v", err)
			}
		}
	})
}
