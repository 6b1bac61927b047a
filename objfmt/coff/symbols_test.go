package coff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestSymbols: what storage classes, section numbers and types make of a symbol.
func TestSymbols(t *testing.T) {
	const undef, abs, common = objfmt.SecUndef, objfmt.SecAbs, objfmt.SecCommon
	tests := []struct {
		in   objgen.COFFSymbol
		want objfmt.Symbol // Name and NameLen left out
	}{
		{objgen.COFFSymbol{Name: "undefined", Class: 2}, objfmt.Symbol{Section: undef, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "function elsewhere", Class: 2, Type: 0x20}, objfmt.Symbol{Section: undef, Bind: objfmt.BindGlobal, Type: objfmt.SymFunc}},
		{objgen.COFFSymbol{Name: "data", Class: 2, Section: 2, Value: 7}, objfmt.Symbol{Section: 1, Value: 7, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "function", Class: 2, Section: 1, Value: 7, Type: 0x20}, objfmt.Symbol{Section: 0, Value: 7, Bind: objfmt.BindGlobal, Type: objfmt.SymFunc}},
		{objgen.COFFSymbol{Name: "int function", Class: 2, Section: 1, Type: 0x24}, objfmt.Symbol{Section: 0, Bind: objfmt.BindGlobal, Type: objfmt.SymFunc}},
		{objgen.COFFSymbol{Name: "array", Class: 2, Section: 1, Type: 0x30}, objfmt.Symbol{Section: 0, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "pointer to function", Class: 2, Section: 1, Type: 0x210}, objfmt.Symbol{Section: 0, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "sized", Class: 2, Section: 1, Type: 0x20, Aux: [][]byte{{9, 0, 0, 0, 0x21, 0x43}}}, objfmt.Symbol{Section: 0, Size: 0x4321, Bind: objfmt.BindGlobal, Type: objfmt.SymFunc}},
		{objgen.COFFSymbol{Name: "absolute", Class: 2, Section: -1, Value: 0xffff_fff0}, objfmt.Symbol{Section: abs, Value: 0xffff_fff0, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "unloaded", Class: 2, Section: 3, Value: 7}, objfmt.Symbol{Section: objfmt.SecUnloaded, Value: 7, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "static", Class: 3, Section: 1, Value: 3}, objfmt.Symbol{Section: 0, Value: 3}},
		{objgen.COFFSymbol{Name: "static function", Class: 3, Section: 1, Type: 0x20}, objfmt.Symbol{Section: 0, Type: objfmt.SymFunc}},
		{objgen.COFFSymbol{Name: "static function of gcc", Class: 3, Section: 1, Type: 0x20, Aux: [][]byte{nil}}, objfmt.Symbol{Section: 0, Type: objfmt.SymFunc}},
		{objgen.COFFSymbol{Name: "static absolute", Class: 3, Section: -1, Value: 5}, objfmt.Symbol{Section: abs, Value: 5}},
		{objgen.COFFSymbol{Name: "static without a place", Class: 3, Value: 5}, objfmt.Symbol{Section: undef, Value: 5}},
		{objgen.COFFSymbol{Name: ".text", Class: 3, Section: 1, Aux: [][]byte{nil}}, objfmt.Symbol{Section: 0, Type: objfmt.SymSection}},
		{objgen.COFFSymbol{Name: "not at the start", Class: 3, Section: 1, Value: 4, Aux: [][]byte{nil}}, objfmt.Symbol{Section: 0, Value: 4}},
		{objgen.COFFSymbol{Name: "appdomain", Class: 2, Section: -1, Aux: [][]byte{nil}}, objfmt.Symbol{Section: abs, Bind: objfmt.BindGlobal}}, // C++/CLI
		{objgen.COFFSymbol{Name: "label", Class: 6, Section: 1, Value: 9}, objfmt.Symbol{Section: 0, Value: 9}},
		{objgen.COFFSymbol{Name: ".idata$4", Class: 104, Section: 2}, objfmt.Symbol{Section: 1, Type: objfmt.SymSection}},
		{objgen.COFFSymbol{Name: ".idata$5", Class: 104}, objfmt.Symbol{Section: undef, Type: objfmt.SymSection}},
		{objgen.COFFSymbol{Name: ".file", Class: 103, Section: -2}, objfmt.Symbol{Section: undef, Type: objfmt.SymFile}},
		{objgen.COFFSymbol{Name: ".bf", Class: 101, Section: 1, Aux: [][]byte{nil}}, objfmt.Symbol{Section: 0}},
		{objgen.COFFSymbol{Name: "type", Class: 13, Section: -2}, objfmt.Symbol{Section: undef}},
		{objgen.COFFSymbol{Name: "seen", Class: 2, Section: -2}, objfmt.Symbol{Section: undef}}, // as lld takes it
		{objgen.COFFSymbol{Name: "end", Class: 255, Section: 1, Value: 8}, objfmt.Symbol{Section: 0, Value: 8}},
		{objgen.COFFSymbol{Name: "weakened", Class: 105, Section: 1, Value: 8}, objfmt.Symbol{Section: 0, Value: 8, Bind: objfmt.BindWeak}},                                                                 // GNU objcopy
		{objgen.COFFSymbol{Name: "weakened without a place", Class: 105}, objfmt.Symbol{Section: undef, Bind: objfmt.BindWeak}},                                                                             // the same
		{objgen.COFFSymbol{Name: "weakened function", Class: 105, Type: 0x20, Section: 1, Aux: [][]byte{{0, 0, 0, 0, 6}}}, objfmt.Symbol{Section: 0, Size: 6, Type: objfmt.SymFunc, Bind: objfmt.BindWeak}}, // the same
		{objgen.COFFSymbol{Name: "thread-local", Class: 2, Section: 4, Value: 4}, objfmt.Symbol{Section: 2, Value: 4, Type: objfmt.SymTLS, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "static thread-local", Class: 3, Section: 4}, objfmt.Symbol{Section: 2, Type: objfmt.SymTLS}},
		{objgen.COFFSymbol{Name: ".tls$", Class: 3, Section: 4, Aux: [][]byte{nil}}, objfmt.Symbol{Section: 2, Type: objfmt.SymSection}},
		{objgen.COFFSymbol{Name: "", Class: 3, Section: 1}, objfmt.Symbol{Section: 0}},
		{objgen.COFFSymbol{Name: "", Class: 2, Section: 1}, objfmt.Symbol{Section: 0, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "g", Class: 2}, objfmt.Symbol{Section: undef, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "undefined with a size", Class: 2, Type: 0x20, Aux: [][]byte{{4: 9}}}, objfmt.Symbol{Section: undef, Bind: objfmt.BindGlobal, Type: objfmt.SymFunc}},
		{objgen.COFFSymbol{Name: ".bb", Class: 100, Section: 1, Type: 0x20, Aux: [][]byte{{4: 9}}}, objfmt.Symbol{Section: 0, Type: objfmt.SymFunc}},
		{objgen.COFFSymbol{Name: "eight888", Class: 2}, objfmt.Symbol{Section: undef, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: strings.Repeat("long", 1000), Class: 2}, objfmt.Symbol{Section: undef, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "byte", Class: 2, Value: 1}, objfmt.Symbol{Section: common, Size: 1, Value: 1, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "two", Class: 2, Value: 2}, objfmt.Symbol{Section: common, Size: 2, Value: 2, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "three", Class: 2, Value: 3}, objfmt.Symbol{Section: common, Size: 3, Value: 4, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "sixteen", Class: 2, Value: 16}, objfmt.Symbol{Section: common, Size: 16, Value: 16, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "seventeen", Class: 2, Value: 17}, objfmt.Symbol{Section: common, Size: 17, Value: 32, Bind: objfmt.BindGlobal}},
		{objgen.COFFSymbol{Name: "large", Class: 2, Value: 0xffff_ffff}, objfmt.Symbol{Section: common, Size: 0xffff_ffff, Value: 32, Bind: objfmt.BindGlobal}},
	}
	each(t, func(t *testing.T, fl flavour) {
		f := fl.file()
		f.Add(objgen.COFFSection{Name: ".text", Flags: text, Data: []byte{0xc3}})
		f.Add(objgen.COFFSection{Name: ".data", Flags: data, Data: []byte{1}})
		f.Add(objgen.COFFSection{Name: ".debug$S", Flags: rodata, Data: []byte{1}})
		f.Add(objgen.COFFSection{Name: ".tls$", Flags: data, Data: []byte{1}})
		var ids []uint32
		for _, tt := range tests {
			ids = append(ids, f.AddSymbol(tt.in))
		}
		img := parse(t, "symbols.o", f.Bytes())
		known := map[objfmt.SymbolID]bool{}
		for i, tt := range tests {
			id := objfmt.SymbolID(ids[i])
			known[id] = true
			got := img.Symbols[id]
			got.Name, got.NameLen = 0, 0
			if got != tt.want || img.SymbolName(id) != tt.in.Name {
				t.Errorf("%q: %+v, want %+v (%q)", tt.in.Name, got, tt.want, img.SymbolName(id))
			}
			hash := uint32(0)
			if got.Bind != objfmt.BindLocal && tt.in.Name != "" {
				hash = objfmt.HashName(tt.in.Name)
			}
			if img.Hash(id) != hash {
				t.Errorf("%q: hash %#x, want %#x", tt.in.Name, img.Hash(id), hash)
			}
		}
		for i := range img.Symbols {
			if id := objfmt.SymbolID(i); !known[id] && (img.Symbols[i] != objfmt.Symbol{Section: objfmt.SecUndef} || img.Hash(id) != 0) {
				t.Errorf("auxiliary record %d: %+v", i, img.Symbols[i])
			}
		}
	})
}

// TestFileNames: a source file's name is in one auxiliary record, in several, or
// where GNU puts a long one.
func TestFileNames(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		size := 18
		if fl.big {
			size = 20
		}
		f := fl.file()
		exact, long := strings.Repeat("x", size), strings.Repeat("y", 3*size)
		f.AddSymbol(objgen.COFFSymbol{Name: "mention", Class: 2}) // so that the string table has the name
		f.AddSymbol(objgen.COFFSymbol{Name: "a very long name.c", Class: 2})
		for _, aux := range [][][]byte{{[]byte("a.c")}, {[]byte(exact)}, {[]byte(long[:size]), []byte(long[:size]), []byte(long[:size])}, {[]byte{0, 0, 0, 0, 4}}, {nil}, {[]byte{0, 0, 0, 0, 0xff, 0xff}}} {
			f.AddSymbol(objgen.COFFSymbol{Name: ".file", Section: -2, Class: 103, Aux: aux})
		}
		img := parse(t, "files.o", f.Bytes())
		var got []string
		for i := range img.Symbols {
			if img.Symbols[i].Type == objfmt.SymFile {
				got = append(got, img.SymbolName(objfmt.SymbolID(i)))
			}
		}
		if want := fmt.Sprint([]string{"a.c", exact, long, "a very long name.c", "", ""}); fmt.Sprint(got) != want {
			t.Errorf("%q, want %s", got, want)
		}
	})
}

// TestWeakExternals: all ways to search, defaults of every kind.
func TestWeakExternals(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		f := fl.file()
		f.Add(objgen.COFFSection{Name: ".text", Flags: text, Data: []byte{0xc3}})
		here := f.AddSymbol(objgen.COFFSymbol{Name: "here", Class: 2, Section: 1, Type: 0x20})
		local := f.AddSymbol(objgen.COFFSymbol{Name: "local", Class: 3, Section: 1, Type: 0x20})
		abs := f.AddSymbol(objgen.COFFSymbol{Name: ".weak.abs.default", Class: 2, Section: -1})
		want := map[uint32]objfmt.Symbol{}
		add := func(name string, target uint32, search uint8) uint32 {
			n := f.AddWeak(name, target, uint32(search))
			want[n] = objfmt.Symbol{Section: objfmt.SecAlias, Bind: objfmt.BindWeak, Value: uint64(target), Other: search}
			return n
		}
		add("nolibrary", abs, 1)
		add("library", here, 2)
		alias := add("alias", local, 3)
		add("anti", here, 4)
		add("weak of weak", alias, 3)
		add("forward", uint32(len(want)*2+5), 3) // the symbol behind it
		away := f.AddSymbol(objgen.COFFSymbol{Name: "elsewhere", Class: 2})
		add("default elsewhere", away, 3)
		img := parse(t, "weak.o", f.Bytes())
		for n, w := range want {
			got := img.Symbols[n]
			name := img.SymbolName(objfmt.SymbolID(n))
			got.Name, got.NameLen = 0, 0
			if got != w || img.Hashes[n] != objfmt.HashName(name) {
				t.Errorf("%s: %+v, want %+v", name, got, w)
			}
		}
		if id, s := symbol(t, img, "forward"); img.SymbolName(objfmt.SymbolID(s.Value)) != "elsewhere" || !s.Defined() {
			t.Errorf("symbol %d: %+v", id, s)
		}
	})
}

// TestThumb: functions in Thumb code have bit 0 set, and nothing else has.
func TestThumb(t *testing.T) {
	for _, fl := range flavours {
		f := fl.file()
		f.Add(objgen.COFFSection{Name: ".text", Flags: text | scnMem16Bit, Data: make([]byte, 8)})
		f.Add(objgen.COFFSection{Name: ".arm", Flags: text, Data: make([]byte, 8)})
		thumb := uint64(0)
		if fl.machine == 0x1c4 {
			thumb = 1
		}
		want := map[string]uint64{}
		for _, c := range []struct {
			name  string
			class uint8
			sec   int32
			typ   uint16
			thumb uint64
		}{
			{"global", 2, 1, 0x20, thumb}, {"static", 3, 1, 0x20, thumb}, {"weak", 105, 1, 0x20, thumb}, {"label", 6, 1, 0, 0}, {"global data", 2, 1, 0, 0},
			{"arm", 2, 2, 0x20, 0}, {"absolute", 2, -1, 0x20, 0},
		} {
			f.AddSymbol(objgen.COFFSymbol{Name: c.name, Class: c.class, Section: c.sec, Type: c.typ, Value: 4})
			want[c.name] = 4 | c.thumb
		}
		f.AddSymbol(objgen.COFFSymbol{Name: "undefined", Class: 2, Type: 0x20})
		f.AddSectionSymbol(1, 0, 0)
		want["undefined"], want[".text"] = 0, 0
		img := parse(t, "thumb.o", f.Bytes())
		for name, v := range want {
			if _, s := symbol(t, img, name); s.Value != v {
				t.Errorf("%v: %s is at %d, want %d", fl, name, s.Value, v)
			}
		}
	}
}

// TestSectionNumbers: plain objects name up to 65,279 sections, above that come the
// reserved numbers; large ones name more.
func TestSectionNumbers(t *testing.T) {
	if citest.Sample() {
		t.Skip("large")
	}
	for _, fl := range []flavour{flavours[0], flavours[4]} {
		f := fl.file()
		n := int32(0xfeff)
		if fl.big {
			n = 0x12345
		}
		for range n {
			f.Add(objgen.COFFSection{Name: ".text", Flags: text})
		}
		f.Section(n).Name = ".last"
		f.AddSymbol(objgen.COFFSymbol{Name: "last", Class: 2, Section: n})
		f.AddSymbol(objgen.COFFSymbol{Name: "middle", Class: 2, Section: 0x8001})
		img := parse(t, "sections.o", f.Bytes())
		if len(img.Sections) != int(n) || img.Symbols[0].Section != objfmt.SectionID(n-1) || img.SectionName(img.Symbols[0].Section) != ".last" || img.Symbols[1].Section != 0x8000 {
			t.Errorf("%v: %d sections, symbols in %d and %d", fl, len(img.Sections), img.Symbols[0].Section, img.Symbols[1].Section)
		}
	}
}
