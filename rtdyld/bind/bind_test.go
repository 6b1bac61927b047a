package bind

import (
	"context"
	"debug/dwarf"
	"go/format"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/scratch"
)

// objects are what compilers made of testdata/shapes.c.
var objects = []struct{ name, goos, goarch string }{
	{"gcc-5", "linux", "amd64"}, {"gcc-4", "linux", "amd64"}, {"clang-5", "linux", "amd64"}, {"386", "linux", "386"},
	{"arm", "linux", "arm"}, {"arm64", "linux", "arm64"}, {"mingw", "windows", "amd64"},
}

// machineOf is a target's.
func machineOf(tb testing.TB, goos, goarch string) machine {
	tb.Helper()
	m, err := ctype.ModelOf(goos, goarch)
	if err != nil {
		tb.Fatal(err)
	}
	return machine{word: int64(m.Pointer), long: int64(m.Long), biggest: int64(m.Pointer), model: m, goos: goos, goarch: goarch}
}

// generatorOf has types and functions of a probe.
func generatorOf(p *probed, m machine) *generator {
	names := &naming{taken: map[string]bool{}}
	g := &generator{Config: &Config{Package: "shapes", GOOS: m.goos, GOARCH: m.goarch}, probe: p, left: map[string]string{}, src: &source{}}
	g.typer = newTyper(p.debugInfo, m, names, func(file string) bool { return strings.HasSuffix(file, "shapes.h") }, func(string) bool { return true })
	return g
}

// TestObjects: each compiler's debug information, of DWARF 4 and 5, tells the same types.
func TestObjects(t *testing.T) {
	for _, o := range objects {
		data, err := os.ReadFile("testdata/" + o.name + ".o")
		if err != nil {
			t.Fatal(err)
		}
		p, err := readProbe(t.Context(), o.name, data)
		if err != nil {
			t.Fatal(err)
		}
		g := generatorOf(p, machineOf(t, o.goos, o.goarch))
		var got []string
		for _, e := range p.entries {
			if e.Tag != dwarf.TagVariable || !strings.HasPrefix(e.Name, "rtdyld_") {
				continue
			}
			if strings.HasPrefix(e.Name, valuePrefix) {
				got = append(got, g.typer.value(p, e))
			} else if of := e.Type().Type(); of.IsFunction() {
				s, err := g.typer.function(of)
				if err != nil {
					s = err.Error()
				}
				got = append(got, s)
			}
		}
		g.typer.finish()
		none := map[string]string{"amd64": "0xffffffffffffffff", "arm64": "0xffffffffffffffff"}[o.goarch]
		if none == "" {
			none = "0xffffffff"
		}
		want := []string{"func(Kind, *byte) *Shape", "func(*Shape, float32, bool) float64", "func(*Shape, library.FuncPtr[VisitFn], unsafe.Pointer) int32",
			"func(*Node, *Wire) Color", "func(int32, library.FuncPtr[func(int32)]) library.FuncPtr[func(int32)]", "it takes a variable number of arguments",
			"2147483648", `"1.2"`, "0.5", none}
		slices.Sort(got) // clang has variables with values first
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", o.name, diff)
		}
		text, err := format.Source([]byte(g.typesText()))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"type Kind int32", "type Color uint32", "Tag [3]byte", "Value NodeValue", "Draw library.FuncPtr[func(*Shape, unsafe.Pointer) int32]",
			"func (x *Wire) Length() uint32 { return library.Get[uint32](unsafe.Pointer(x), 1) }", "data [7]byte", "func (x *NodeValue) Real() *float64",
			"type Shape struct{ _ [0]byte }", "Next *Node_", "SignedBits(unsafe.Pointer(x), "} {
			if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
				t.Errorf("%s: %q is not in\n%s", o.name, want, text)
			}
		}
		long := "Count int "
		if o.goos == "windows" {
			long = "Count int32 "
		}
		if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), long) {
			t.Errorf("%s: %q is not in\n%s", o.name, long, text)
		}
	}
}

// TestLayout: C's sizes and offsets on each target are those that package ctype's rules give the same fields.
func TestLayout(t *testing.T) {
	for _, o := range objects {
		data, err := os.ReadFile("testdata/" + o.name + ".o")
		if err != nil {
			t.Fatal(err)
		}
		p, err := readProbe(t.Context(), o.name, data)
		if err != nil {
			t.Fatal(err)
		}
		m, err := ctype.ModelOf(o.goos, o.goarch)
		if err != nil {
			t.Fatal(err)
		}
		c := cdebug.NewConverter(m)
		n := 0
		for _, e := range p.entries {
			if e.Tag != dwarf.TagStructType || e.Declared || !strings.HasSuffix(e.File(), "shapes.h") {
				continue
			}
			typ, err := c.Type(e)
			if err != nil {
				t.Fatal(err)
			}
			again := *typ
			again.Fields, again.Align = slices.Clone(typ.Fields), 0
			if err := m.Layout(&again); err != nil {
				t.Fatal(err)
			}
			if again.Size != typ.Size || !slices.EqualFunc(again.Fields, typ.Fields, func(a, b ctype.Field) bool { return a.Offset == b.Offset && a.BitOffset == b.BitOffset }) {
				t.Errorf("%s: %v: %+v, by the rules %+v", o.name, typ, typ.Fields, again.Fields)
			}
			n++
		}
		if n < 3 {
			t.Errorf("%s: %d structures", o.name, n)
		}
	}
}

// sections are those of an object that describe it.
func sections(tb testing.TB, path string) map[string][]byte {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	img, err := objfile.Parse(path, data)
	if err != nil {
		tb.Fatal(err)
	}
	defer img.Close()
	l, err := rtdyld.New(scratch.Config())
	if err != nil {
		tb.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(context.Background(), img)
	if err == nil {
		err = l.Finalize(context.Background(), objs...)
	}
	if err != nil {
		tb.Fatal(err)
	}
	secs, err := objs[0].DebugSections(nil)
	if err != nil {
		tb.Fatal(err)
	}
	by := map[string][]byte{}
	for _, s := range secs {
		by[s.Name] = s.Data
	}
	return by
}

// FuzzDebug: whatever debug information says, there is an error, or Go that can be parsed, and no panic.
func FuzzDebug(f *testing.F) {
	for _, o := range objects {
		s := sections(f, "testdata/"+o.name+".o")
		f.Add(s[".debug_abbrev"], s[".debug_info"], s[".debug_line"], s[".debug_str"], s[".debug_line_str"], s[".debug_str_offsets"])
	}
	m := machineOf(f, "linux", "amd64")
	f.Fuzz(func(t *testing.T, abbrev, info, line, str, lineStr, offsets []byte) {
		d, err := readDebug(t.Context(), "fuzz", false, []rtdyld.DebugSection{{Name: ".debug_abbrev", Data: abbrev}, {Name: ".debug_info", Data: info}, {Name: ".debug_line", Data: line},
			{Name: ".debug_str", Data: str}, {Name: ".debug_line_str", Data: lineStr}, {Name: ".debug_str_offsets", Data: offsets}})
		if err != nil {
			return
		}
		g := generatorOf(&probed{debugInfo: d}, m)
		g.typer.own = func(string) bool { return true }
		g.typer = newTyper(d, m, &naming{taken: map[string]bool{}}, g.typer.own, func(string) bool { return true })
		for _, e := range d.entries {
			if e.Tag == dwarf.TagVariable && e.Type() != nil {
				fn := &function{c: "f", of: e.Type().Type()}
				if fn.of.Plain().IsFunction() {
					fn.of = fn.of.Plain()
					g.add(fn, nil)
					cdebug.Spell(fn.of, "f", true)
				}
				g.typer.value(g.probe, e)
			}
		}
		for i, fn := range g.functions {
			fn.goName = g.typer.exported("f" + string(rune('a'+i%26)))
		}
		g.constant(nil, nil)
		for _, c := range g.constants {
			c.name = g.typer.constant(c.c)
		}
		g.typer.finish()
		for _, text := range []string{g.typesText(), g.functionsText(), g.constantsText()} {
			if _, err := format.Source([]byte(text)); err != nil {
				t.Fatalf("%v\n%.2000s", err, text)
			}
		}
	})
}
