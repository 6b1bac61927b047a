package cdebug

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/scratch"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// objects are what compilers made of functions.c.
var objects = []struct{ name, goos, goarch string }{
	{"gcc-3", "linux", "amd64"}, {"gcc-4", "linux", "amd64"}, {"gcc-5", "linux", "amd64"}, {"gcc-types-4", "linux", "amd64"},
	{"gcc-types-5", "linux", "amd64"}, {"clang-0", "linux", "amd64"}, {"clang-2", "linux", "amd64"}, {"macho-10.15", "darwin", "amd64"},
	{"macho-11", "darwin", "arm64"}, {"thumb", "linux", "arm"}, {"s390x", "linux", "s390x"}, {"mingw", "windows", "amd64"},
}

// sample is an object that is linked, and what describes it.
type sample struct {
	data    units.Data
	symbols map[string]uint64 // addresses of functions, by their names in C
	model   *ctype.Model
}

func read(tb testing.TB, name, goos, goarch string) *sample {
	tb.Helper()
	ctx := context.Background()
	file, err := os.ReadFile("testdata/" + name + ".o")
	if err != nil {
		tb.Fatal(err)
	}
	img, err := objfile.Parse(name, file)
	if err != nil {
		tb.Fatal(err)
	}
	defer img.Close()
	if !img.HasDWARF {
		tb.Errorf("%s: the parser sees no DWARF", name)
	}
	l, err := rtdyld.New(scratch.Config())
	if err != nil {
		tb.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(ctx, img)
	if err == nil {
		err = l.Finalize(ctx, objs...)
	}
	if err != nil {
		tb.Fatal(err)
	}
	secs, err := objs[0].DebugSections(nil)
	if err != nil {
		tb.Fatal(err)
	}
	s := &sample{data: units.Data{Big: img.Big}, symbols: map[string]uint64{}}
	for _, sec := range secs {
		s.data.Section(sec.Name, sec.Data)
	}
	for _, sym := range objs[0].Symbols() {
		s.symbols[strings.TrimPrefix(strings.Clone(sym.Name), img.Triple.SymbolPrefix())] = sym.Entry()
	}
	if s.model, err = ctype.ModelOf(goos, goarch); err != nil {
		tb.Fatal(err)
	}
	return s
}

// TestFunctions: debug information of each compiler, format and version tells the same types of functions.
func TestFunctions(t *testing.T) {
	want := map[string]string{
		"add": "int add(int a, int b)", "scale": "double scale(double x, number n)", "nothing": "void nothing(void)",
		"step": "unsigned char step(unsigned char c, enum color to)", "flip": "struct point flip(struct point p)",
		"walk": "int walk(struct list *l, int (*visit)(struct list *, void *), void *arg)", "next": "cursor next(cursor c, const char *const *names)",
		"first": "double first(union either e, const int *v)", "many": "int many(int n, ...)", "old": "float old(float f)",
		"choose": "int (*choose(int which))(int, int)", "outer": "int outer(int x)",
	}
	for _, o := range objects {
		s := read(t, o.name, o.goos, o.goarch)
		f := Open(&s.data)
		c := NewConverter(s.model)
		for name, text := range want {
			e := f.Func(name, s.symbols[name])
			if e == nil {
				t.Errorf("%s: no %s", o.name, name)
				continue
			}
			sig := e.Signature(name, c)
			if got := sig.String(); got != text {
				t.Errorf("%s: %q, want %q", o.name, got, text)
			}
			if slices.ContainsFunc(sig.Func.Params, func(p ctype.Param) bool { return p.Type == nil }) || sig.Unknown || sig.Loose != (name == "old") {
				t.Errorf("%s: %s: %+v", o.name, name, sig)
			}
			if f.Func(name, s.symbols[name]+2) != nil {
				t.Errorf("%s: %s is found at an address that it is not at", o.name, name)
			}
		}
		for _, name := range []string{"own", "point", "none"} { // for the file's own use, no function, nothing
			if f.Func(name, s.symbols[name]) != nil {
				t.Errorf("%s: %s is found", o.name, name)
			}
		}
		flip := f.Func("flip", s.symbols["flip"]).Signature("flip", c).Func
		if err := ctype.MatchPassed(flip.Result, reflect.TypeFor[struct{ X, Y float32 }]()); err != nil {
			t.Errorf("%s: %v", o.name, err)
		}
		if err := f.Err(); err != nil {
			t.Errorf("%s: %v", o.name, err)
		}
	}
}

// TestClasses: functions of C++ are found by their symbols' names, and nothing is said of classes that are no structures.
func TestClasses(t *testing.T) {
	for _, compiler := range []string{"g++", "clang"} {
		s := read(t, "classes-"+compiler, "linux", "amd64")
		f := Open(&s.data)
		for _, c := range []struct{ name, text, known string }{
			{"_ZN7counter3addEi", "int _ZN7counter3addEi(counter *this, int by)", "yy"},
			{"_ZN7counter4rateEf", "double _ZN7counter4rateEf(float x)", "y"},
			{"_ZN4deep2er6insideE5plainRKS1_OS1_", "int _ZN4deep2er6insideE5plainRKS1_OS1_(struct plain p, const struct plain &r, struct plain &&m)",
				map[string]string{"g++": "nyy", "clang": "yyy"}[compiler]},
			{"takes", "", "nny"},
			{"simple", "int simple(bool b, char16_t c)", "yy"},
			{"_Z5twiceIdET_S0_", "double _Z5twiceIdET_S0_(double x)", "y"},
		} {
			e := f.Func(c.name, s.symbols[c.name])
			if e == nil {
				t.Errorf("%s: no %s", compiler, c.name)
				continue
			}
			sig := e.Signature(c.name, NewConverter(s.model))
			known := ""
			for _, p := range sig.Func.Params {
				known += map[bool]string{true: "y", false: "n"}[p.Type != nil]
			}
			if known != c.known || sig.Loose || c.text != "" && sig.String() != c.text {
				t.Errorf("%s: %q, %q", compiler, sig, known)
			}
		}
		if err := f.Err(); err != nil {
			t.Errorf("%s: %v", compiler, err)
		}
	}
}

// explore asks for all that debug information may be asked for. It panics, or does not return, if that is not so bounded as it should be.
func explore(data units.Data, m *ctype.Model, symbols map[string]uint64) {
	f := Open(&data)
	c := NewConverter(m)
	for name, addr := range symbols {
		e := f.Func(name, addr)
		if e == nil {
			continue
		}
		sig := e.Signature(name, c)
		_ = sig.String()
		for _, p := range append(sig.Func.Params, ctype.Param{Type: sig.Func.Result}) {
			for _, t := range []reflect.Type{reflect.TypeFor[int32](), reflect.TypeFor[struct{ X, Y float32 }](), reflect.TypeFor[[8]byte](), reflect.TypeFor[*int]()} {
				if p.Type != nil {
					_ = ctype.MatchPassed(p.Type, t)
				}
			}
		}
	}
	_, _ = f.All(context.Background())
}

// TestMutants: damaged debug information makes no panic and takes no longer than its size allows; what is not damaged
// is told as before, or not at all where something else is wrong.
func TestMutants(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 31))
	for _, o := range objects {
		s := read(t, o.name, o.goos, o.goarch)
		for range 300 {
			d := s.data
			d.Abbrev, d.Infos, d.Str = slices.Clone(d.Abbrev), slices.Clone(d.Infos), slices.Clone(d.Str)
			for range 1 + r.IntN(4) {
				at := &d.Abbrev
				if i := r.IntN(len(d.Infos) + 1); i < len(d.Infos) {
					d.Infos[i] = slices.Clone(d.Infos[i])
					at = &d.Infos[i]
				}
				(*at)[r.IntN(len(*at))] = byte(r.Uint32())
			}
			explore(d, s.model, s.symbols)
		}
	}
}

// FuzzFunctions: whatever debug information says, there is an answer in bounded time, and no panic.
func FuzzFunctions(f *testing.F) {
	var model *ctype.Model
	symbols := map[string]uint64{}
	for _, o := range objects {
		s := read(f, o.name, o.goos, o.goarch)
		model = s.model
		maps.Copy(symbols, s.symbols)
		f.Add(s.data.Abbrev, s.data.Infos[0], s.data.Str, s.data.StrOff, s.data.Addr, s.data.Big)
	}
	f.Fuzz(func(_ *testing.T, abbrev, info, str, strOff, addr []byte, big bool) {
		explore(units.Data{Big: big, Abbrev: abbrev, Infos: [][]byte{info, info}, Types: [][]byte{info}, Str: str, StrOff: strOff, Addr: addr}, model, symbols)
	})
}
