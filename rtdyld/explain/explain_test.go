package explain_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/explain"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

const source = `int first(int), second(int);
extern __thread int third;
static inline int inside(int a) { return first(a) + 1; }
int helper(int a)
{
	return inside(a) * second(a);
}
int other(int a) { return third + a; }
`

// load loads and finalizes objects with no names outside, and returns the error of it.
func load(t *testing.T, imgs []*objfmt.ObjectImage) error {
	t.Helper()
	m, err := mem.New(mem.Config{NoProbe: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	l, err := rtdyld.New(rtdyld.Config{Memory: m, TLS: noThreads{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	objs, err := l.Load(t.Context(), imgs...)
	if err == nil {
		err = l.Finalize(t.Context(), objs...)
	}
	return err
}

// compile makes an object of the source.
func compile(t *testing.T, text string, tool ...string) *objfmt.ObjectImage {
	t.Helper()
	citest.Need(t, tool[0])
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(tool[0], append(tool[1:], "-c", "a.c", "-o", "a.o")...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	img, err := objfile.Open(filepath.Join(dir, "a.o"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// TestUndefined: function, line and inlined calls are those of the source, in every format and
// for every processor.
func TestUndefined(t *testing.T) {
	for _, tt := range []struct {
		name string
		tool []string
		tls  bool // a thread-local is a name like others
	}{
		{"elf-amd64", []string{"gcc", "-O1", "-g"}, true},
		{"elf-amd64-clang", []string{"clang", "-O1", "-g"}, true},
		{"elf-arm64", []string{"clang", "--target=aarch64-linux-gnu", "-O1", "-g"}, true},
		{"elf-arm", []string{"clang", "--target=armv7a-linux-gnueabihf", "-O1", "-g"}, true},
		{"elf-x86", []string{"clang", "--target=i386-linux-gnu", "-O1", "-g"}, true},
		{"coff-amd64", []string{"clang", "--target=x86_64-w64-mingw32", "-O1", "-g"}, false},
		{"macho-amd64", []string{"clang", "--target=x86_64-apple-macosx", "-O1", "-g"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := source
			if !tt.tls {
				text = strings.Replace(strings.Replace(source, "extern __thread int third;", "int third(int);", 1), "third + a", "third(a)", 1)
			}
			img := compile(t, text, tt.tool...)
			err := load(t, []*objfmt.ObjectImage{img})
			given, ok := errors.AsType[*rtdyld.UndefinedError](err)
			if !ok {
				t.Fatal(err)
			}
			err = explain.Undefined(t.Context(), err, explain.Config{Images: []*objfmt.ObjectImage{img}})
			e, ok := errors.AsType[*explain.Error](err)
			if !ok || !errors.Is(err, rtdyld.ErrUndefined) || len(e.Names) != len(given.Symbols) {
				t.Fatal(err)
			}
			for _, want := range []struct{ name, at string }{
				{"first", "in inside (DIR/a.c:3, inlined in FUNC at DIR/a.c:6)"},
				{"second", "in helper (DIR/a.c:6)"}, {"third", "in other (DIR/a.c:8)"},
			} {
				i := 0
				for i < len(e.Names) && strings.TrimPrefix(e.Names[i].Name, "_") != want.name {
					i++
				}
				if i == len(e.Names) {
					t.Errorf("no %s in %v", want.name, err)
					continue
				}
				dir := filepath.Dir(img.Name)
				if tt.name == "elf-arm" && want.name == "third" {
					want.at = "in other" // its word lies behind the code, of no line
				}
				at := strings.NewReplacer("DIR", dir, "FUNC", "helper").Replace(want.at)
				line := strings.Split(err.Error(), "\n")[i]
				if clean := strings.ReplaceAll(strings.ReplaceAll(line, "in _", "in "), dir+"/./", dir+"/"); !strings.HasSuffix(clean, at) {
					t.Errorf("%s\nwant it to end with %s", line, at)
				}
			}
		})
	}
}

// TestNear: names are found in the objects and in the libraries, and an exact one wins.
func TestNear(t *testing.T) {
	dirs := []string{"/lib/x86_64-linux-gnu"}
	citest.Need(t, "/lib/x86_64-linux-gnu/libm.so.6")
	img := compile(t, "int hepler(int), sqrt(int), stlren(int), quite_another(int);\nint helper(int a) { return hepler(a) + sqrt(a) + stlren(a) + quite_another(a); }\n", "gcc", "-fno-builtin")
	imgs := []*objfmt.ObjectImage{img}
	err := load(t, imgs)
	for _, tt := range []struct {
		o    explain.Config
		want map[string]string // ends of lines
	}{
		{explain.Config{Images: imgs}, map[string]string{"hepler": "; did you mean helper?", "sqrt": " in helper", "stlren": " in helper", "quite_another": " in helper"}},
		{explain.Config{Images: imgs, Libraries: dirs}, map[string]string{"hepler": "; did you mean helper?", "sqrt": "; libm.so.6 has it", "stlren": "; did you mean strlen?", "quite_another": " in helper"}},
		{explain.Config{Images: imgs, Libraries: dirs, Names: []string{}, Use: func(l string) string { return "open " + l }}, map[string]string{"sqrt": "; libm.so.6 has it: open libm.so.6", "stlren": " in helper"}},
		{explain.Config{}, map[string]string{"sqrt": ".text+0x", "hepler": ".text+0x"}},
	} {
		text := explain.Undefined(t.Context(), err, tt.o).Error()
		for line := range strings.SplitSeq(text, "\n") {
			name, _, _ := strings.Cut(strings.TrimPrefix(line, "undefined: "), ",")
			if want := tt.want[name]; !strings.HasSuffix(line, want) && !strings.Contains(line, want) {
				t.Errorf("%s\nwant %q", line, want)
			}
		}
	}
}

// TestEnds: names of the ends of a program are no library's, though old ones have them, and no others that were meant.
func TestEnds(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command("gcc", "-shared", "-fPIC", "-nostdlib", "-Wl,-soname,libold.so.1", "-x", "c", "-", "-o", filepath.Join(dir, "libold.so.1"))
	cmd.Stdin = strings.NewReader("int _end, etext, _edat, other;\n")
	img := compile(t, "extern char _end, etext, _edata, other;\nchar *all[] = {&_end, &etext, &_edata, &other};\n", "gcc")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	imgs := []*objfmt.ObjectImage{img}
	text := explain.Undefined(t.Context(), load(t, imgs), explain.Config{Images: imgs, Libraries: []string{dir}, Names: []string{filepath.Join(dir, "libold.so.1")}}).Error()
	for line := range strings.SplitSeq(text, "\n") {
		want := "; static linkers define it in the program that they write, for an end of a part of it: objects in memory have no such place. Where any will do, as for a collector of garbage, an object may define it"
		if strings.HasPrefix(line, "undefined: other,") {
			want = "; libold.so.1 has it"
		}
		if !strings.HasSuffix(line, want) {
			t.Errorf("%s\nwant it to end with %s", line, want)
		}
	}
}

// TestOther: other errors stay as they are, and what wraps the names is kept.
func TestOther(t *testing.T) {
	plain := errors.New("something else")
	if err := explain.Undefined(t.Context(), plain, explain.Config{}); err != plain {
		t.Errorf("%v", err)
	}
	if err := explain.Undefined(t.Context(), nil, explain.Config{}); err != nil {
		t.Errorf("%v", err)
	}
	undefined := &rtdyld.UndefinedError{Symbols: []rtdyld.UndefinedSymbol{{Name: "x", Refs: []rtdyld.Reference{{Object: "a.o", Section: ".text", Offset: 4}}}}}
	err := explain.Undefined(t.Context(), errors.Join(plain, undefined), explain.Config{Libraries: libs.Dirs(img(t).Triple)})
	if want := "something else\nundefined: x, referenced by a.o: .text+0x4"; err.Error() != want || !errors.Is(err, plain) || !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("%q", err.Error())
	}
}

// TestMany: of many names, those that are told are compared with all that are defined; demanglers are asked for no long ones.
func TestMany(t *testing.T) {
	undefined := &rtdyld.UndefinedError{}
	for i := range 1000 {
		undefined.Symbols = append(undefined.Symbols, rtdyld.UndefinedSymbol{Name: fmt.Sprintf("undefinde%d", i), Refs: []rtdyld.Reference{{Object: "a.o", Section: ".text"}}})
	}
	undefined.Symbols[1].Name = "_Z1f" + strings.Repeat("P", 1<<18) + "v"
	f := &objgen.ELF{Is64: true, Machine: 62}
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)})
	f.AddSymbol(objgen.ELFSymbol{Name: "undefined0", Type: 1, Bind: 1, Section: data})
	img, err := objfile.Parse("a.o", f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	demangle := func(name string) string {
		if len(name) > 1<<12 {
			t.Errorf("a name of %d bytes is demangled", len(name))
		}
		return name
	}
	err = explain.Undefined(t.Context(), undefined, explain.Config{Images: []*objfmt.ObjectImage{img}, Names: []string{}, Demangle: demangle})
	e, ok := errors.AsType[*explain.Error](err)
	if !ok || len(e.Names) != 1000 || e.Names[0].Near != "undefined0" || e.Names[999].Near != "" {
		t.Errorf("%.200v", err)
	}
}

func img(t *testing.T) *objfmt.ObjectImage { return compile(t, "int x;\n", "gcc") }

// noThreads refuses thread-locals of objects; those of others may be named.
type noThreads struct{}

func (noThreads) Define(context.Context, rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	return nil, rtdyld.ErrTLS
}

// TestManyLike: where very many names are undefined, of as many as the text has room for it is told what is like them, and of all what another language calls so.
func TestManyLike(t *testing.T) {
	var text strings.Builder
	const n = 2000
	for i := range n {
		fmt.Fprintf(&text, "int like_%d_this(void) { return 0; }\nint liek_%d_this(void);\nint g%d(int);\nint _Z1g%di(int a) { return a; }\n", i, i, i, i)
	}
	text.WriteString("void calls(void)\n{\n")
	for i := range n {
		fmt.Fprintf(&text, "liek_%d_this();\ng%d(%d);\n", i, i, i)
	}
	text.WriteString("}\n")
	imgs := []*objfmt.ObjectImage{compile(t, strings.ReplaceAll(text.String(), "_Z1g", "_Z5g"), "gcc", "-O0", "-w")}
	demangle := func(name string) string {
		if digits, ok := strings.CutPrefix(name, "_Z5"); ok && strings.HasSuffix(name, "i") {
			return strings.TrimSuffix(digits, "i") + "(int)"
		}
		return name
	}
	e, ok := errors.AsType[*explain.Error](explain.Undefined(t.Context(), load(t, imgs), explain.Config{Images: imgs, Demangle: demangle}))
	if !ok || len(e.Names) != 2*n {
		t.Fatalf("%v", e)
	}
	near, other := 0, 0
	for i, x := range e.Names {
		if want := strings.Replace(x.Name, "liek", "like", 1); x.Near == want && want != x.Name {
			near++
		} else if x.Near != "" && !strings.HasPrefix(x.Name, "g") {
			t.Errorf("%s: %q", x.Name, x.Near)
		}
		if x.Other != "" {
			other++
			if len(x.Name) != 5 || !strings.HasPrefix(x.Other, x.Name+" is defined in C++") {
				t.Errorf("%d %s: %s", i, x.Name, x.Other)
			}
		}
	}
	if near == 0 || near > 20 || other != n-1000 {
		t.Errorf("%d are near, %d are another's", near, other)
	}
}
