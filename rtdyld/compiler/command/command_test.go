package command

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/triple"
)

func parseTriple(t testing.TB, s string) triple.Triple {
	t.Helper()
	tr, err := triple.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// open makes a compiler whose temporary folders are in a folder that must be empty at
// the end of the test.
func open(t testing.TB, cfg Config) *Compiler {
	t.Helper()
	cfg.TempDir = t.TempDir()
	c, err := New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if left, _ := os.ReadDir(cfg.TempDir); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	})
	return c
}

const (
	cSource  = "int add(int a, int b) { return a + b; }\n"
	irSource = "define i32 @add(i32 %a, i32 %b) {\n  %c = add i32 %a, %b\n  ret i32 %c\n}\n"
	linux    = "x86_64-unknown-linux-gnu"
)

// TestTools: each tool makes an object of the target that defines what the source does.
func TestTools(t *testing.T) {
	cross := func(path string) Config {
		cfg := GCC("c", "-O1")
		cfg.Path = path
		return cfg
	}
	for i, c := range []struct {
		name, triple, text, symbol string
		needs                      string
		cfg                        Config
	}{
		{"clang", linux, cSource, "add", "clang", Clang("c", "-O2", "-g")},
		{"clang++", linux, cSource, "_Z3addii", "clang", Clang("c++")},
		{"clang-arm64", "aarch64-unknown-linux-gnu", cSource, "add", "clang", Clang("c")},
		{"clang-macho", "arm64-apple-macosx", cSource, "_add", "clang", Clang("c")},
		{"clang-coff", "x86_64-pc-windows-msvc", cSource, "add", "clang", Clang("c")},
		{"clang-coff-elf", "x86_64-pc-windows-msvc-elf", cSource, "add", "clang", Clang("c")},
		{"clang-ir", linux, irSource, "add", "clang", Clang("ir", "-Wno-override-module")},
		{"clang-asm", linux, ".globl add\nadd: ret\n", "add", "clang", Clang("assembler")},
		{"gcc", linux, cSource, "add", "gcc", GCC("c", "-O2", "-g")},
		{"gcc-386", "i386-unknown-linux-gnu", cSource, "add", "gcc", GCC("c", "-m32")},
		{"g++", linux, cSource, "_Z3addii", "g++", GCC("c++")},
		{"gcc-asm", linux, ".globl add\nadd: ret\n", "add", "gcc", GCC("assembler")},
		{"gcc-mingw", "x86_64-pc-windows-gnu", cSource, "add", "x86_64-w64-mingw32-gcc", cross("x86_64-w64-mingw32-gcc")},
		{"llc", linux, irSource, "add", "llc", LLC("-O2")},
		{"llc-arm", "armv7-unknown-linux-gnueabihf", irSource, "add", "llc", LLC()},
		{"llc-macho", "x86_64-unknown-linux-macho", irSource, "_add", "llc", LLC()},
		{"tcc", linux, cSource, "add", "tcc", TCC()},
		{"clang-s390x", "s390x-unknown-linux-gnu", cSource, "add", "clang", Clang("c")},
		{"gcc-riscv64", "riscv64-unknown-linux-gnu", cSource, "add", "riscv64-linux-gnu-gcc", cross("riscv64-linux-gnu-gcc")},
		{"clang-mips", "mips-unknown-linux-gnu", cSource, "add", "clang", Clang("c")},
		{"gcc-s390x", "s390x-unknown-linux-gnu", cSource, "add", "s390x-linux-gnu-gcc", cross("s390x-linux-gnu-gcc")},
		{"clang-mips64el", "mips64el-unknown-linux-gnuabi64", cSource, "add", "clang", Clang("c")},
		{"gcc-ppc64le", "powerpc64le-unknown-linux-gnu", cSource, "add", "powerpc64le-linux-gnu-gcc", cross("powerpc64le-linux-gnu-gcc")},
		{"clang-ppc64le", "powerpc64le-unknown-linux-gnu", cSource, "add", "clang", Clang("c")},
		{"gcc-mips64el", "mips64el-unknown-linux-gnuabi64", cSource, "add", "mips64el-linux-gnuabi64-gcc", cross("mips64el-linux-gnuabi64-gcc")},
		{"llc-riscv64", "riscv64-unknown-linux-gnu", irSource, "add", "llc", LLC()},
	} {
		t.Run(c.name, func(t *testing.T) {
			if citest.Sample() && i%2 != 0 {
				t.Skip("one of two in short form")
			}
			citest.Need(t, c.needs)
			comp := open(t, c.cfg)
			src := compiler.Source{Name: "add", Triple: parseTriple(t, c.triple), Text: []byte(c.text)}
			obj, err := comp.Compile(t.Context(), src)
			if err != nil {
				t.Fatal(err)
			}
			if obj.Name() != "add" {
				t.Errorf("the object is called %q", obj.Name())
			}
			bytes1 := bytes.Clone(obj.Bytes())
			img, err := objfile.ParseBuffer(obj)
			if err != nil {
				t.Fatal(err)
			}
			defer img.Close()
			if !slices.Contains(defined(img), c.symbol) {
				t.Errorf("defines %q", defined(img))
			}
			again, err := comp.Compile(t.Context(), src)
			if err != nil {
				t.Fatal(err)
			}
			bytes2 := bytes.Clone(again.Bytes())
			if src.Triple.IsCOFF() { // whose header has the time
				clear(bytes1[4:8])
				clear(bytes2[4:8])
			}
			if !bytes.Equal(bytes1, bytes2) {
				t.Error("another object the second time")
			}
			s := comp.Signature(src)
			if s.Version == "" || s.Compiler == "" || s.Triple != src.Triple.String() || s.Key() != signatureKey(comp, src) {
				t.Errorf("signature %+v", s)
			}
		})
	}
}

func signatureKey(c *Compiler, src compiler.Source) compiler.Key {
	s := c.Signature(src)
	return s.Key()
}

func defined(img *objfmt.ObjectImage) (names []string) {
	for i := img.FirstGlobal; int(i) < len(img.Symbols); i++ {
		if img.Symbols[i].Defined() {
			names = append(names, strings.Clone(img.SymbolName(i)))
		}
	}
	return names
}

// TestDiagnostics: errors tell where in the source, by its own name, they are.
func TestDiagnostics(t *testing.T) {
	type at struct{ line, column int }
	for _, c := range []struct {
		name  string
		cfg   Config
		text  string
		where at
		what  string
	}{
		{"clang", Clang("c"), "int f(void) {\n  return undeclared;\n}\n", at{2, 10}, "undeclared"},
		{"gcc", GCC("c"), "int f(void) {\n  return undeclared;\n}\n", at{2, 10}, "undeclared"},
		{"gcc", GCC("assembler"), "nop\nnonsense\n", at{2, 0}, "nonsense"},
		{"clang", Clang("assembler"), "nop\nnonsense\n", at{2, 1}, "instruction"},
		{"llc", LLC(), "define i32 @f() {\n  ret i33 0\n}\n", at{2, 7}, "value doesn't match function result type"},
		{"tcc", TCC(), "int f(void) {\n  return undeclared;\n}\n", at{2, 0}, "undeclared"},
	} {
		t.Run(c.name, func(t *testing.T) {
			citest.Need(t, c.name)
			src := compiler.Source{Name: "a \"name\".c", Triple: parseTriple(t, linux), Text: []byte(c.text)}
			_, err := open(t, c.cfg).Compile(t.Context(), src)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("%v", err)
			}
			if e.Command != c.name || e.Source != src.Name || e.Status != 1 || e.Stderr == "" || len(e.Diagnostics) == 0 {
				t.Fatalf("%+v", e)
			}
			d := e.Diagnostics[0]
			if d.File != src.Name || (at{d.Line, d.Column}) != c.where || d.Severity != compiler.SeverityError || !strings.Contains(d.Message, c.what) {
				t.Errorf("%+v", d)
			}
			if !strings.Contains(err.Error(), d.String()) {
				t.Errorf("the error is %q", err)
			}
		})
	}
}

// TestReport: what is said of a source that compiles is not lost.
func TestReport(t *testing.T) {
	citest.Need(t, "clang")
	cfg := Clang("c", "-Wall")
	var got []compiler.Diagnostic
	cfg.Report = func(_ compiler.Source, ds []compiler.Diagnostic) { got = append(got, ds...) }
	src := compiler.Source{Name: "w.c", Triple: parseTriple(t, linux), Text: []byte("int f(void) {\n  int unused;\n  return 0;\n}\n")}
	if _, err := open(t, cfg).Compile(t.Context(), src); err != nil {
		t.Fatal(err)
	}
	want := []compiler.Diagnostic{{File: "w.c", Line: 2, Column: 7, Severity: compiler.SeverityWarning, Message: "unused variable 'unused' [-Wunused-variable]"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestWrongTarget: a gcc for another machine than the source is for.
func TestWrongTarget(t *testing.T) {
	citest.Need(t, "gcc")
	src := compiler.Source{Name: "f.c", Triple: parseTriple(t, "aarch64-unknown-linux-gnu"), Text: []byte(cSource)}
	_, err := open(t, GCC("c")).Compile(t.Context(), src)
	if !errors.Is(err, triple.ErrMismatch) {
		t.Errorf("%v", err)
	}
}

// TestOwnTarget: a source without a triple is for this system, IR for the one that its text
// states, which must not contradict the source's.
func TestOwnTarget(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "clang", "llc", "/usr/include/stdio.h")
	const own = "target triple = \"aarch64-unknown-linux-gnu\"\n" + irSource
	const headers = "#include <stdio.h>\n#ifdef __linux__\nint add(void) { return puts(\"\"); }\n#endif\n"
	for _, c := range []struct {
		cfg  Config
		text string
		want triple.Arch
	}{
		{Clang("c"), headers, triple.X86_64},
		{Clang("c++"), "extern \"C\" int add(int a) { return a; }", triple.X86_64},
		{Clang("ir"), own, triple.AArch64},
		{Clang("ir"), irSource, triple.X86_64},
		{LLC(), own, triple.AArch64},
		{LLC(), irSource, triple.X86_64},
		{GCC("c"), headers, triple.X86_64},
	} {
		comp := open(t, c.cfg)
		src := compiler.Source{Name: "m", Text: []byte(c.text)}
		obj, err := comp.Compile(t.Context(), src)
		if err != nil {
			t.Errorf("%s: %v", comp.cfg.Name, err)
			continue
		}
		img, err := objfile.ParseBuffer(obj)
		if err != nil {
			t.Fatal(err)
		}
		if img.Triple.Arch != c.want || !slices.Contains(defined(img), "add") {
			t.Errorf("%s: %v, defines %q, want %v", comp.cfg.Name, img.Triple, defined(img), c.want)
		}
		img.Close()
		if s := comp.Signature(src); strings.Contains(s.Triple, "unknown-unknown") || strings.Contains(s.Triple, "aarch64") != (c.want == triple.AArch64) {
			t.Errorf("%s: the signature has the triple %q", comp.cfg.Name, s.Triple)
		}
		if c.text == own {
			src.Triple = parseTriple(t, linux)
			if _, err := comp.Compile(t.Context(), src); !errors.Is(err, triple.ErrMismatch) {
				t.Errorf("%s: IR for another target: %v", comp.cfg.Name, err)
			}
		}
	}
	// The same target in other words.
	warned := Clang("ir")
	warned.Report = func(_ compiler.Source, ds []compiler.Diagnostic) { t.Errorf("%v", ds) }
	src := compiler.Source{Name: "m", Triple: parseTriple(t, linux), Text: []byte("target triple = \"x86_64-pc-linux-gnu\"\n" + irSource)}
	if _, err := open(t, warned).Compile(t.Context(), src); err != nil {
		t.Error(err)
	}
	names, ok, err := open(t, LLC()).Defines(t.Context(), compiler.Source{Name: "m", Text: []byte("target triple = \"arm64-apple-macosx\"\n" + irSource)})
	if !ok || err != nil || !slices.Equal(names, []string{"_add"}) {
		t.Errorf("%q %v %v", names, ok, err)
	}
}

// TestIncludes: quoted files are found beside the source; the signature knows what they
// have in them.
func TestIncludes(t *testing.T) {
	for _, c := range []struct {
		name string
		cfg  Config
	}{{"clang", Clang("c")}, {"gcc", GCC("c")}, {"tcc", TCC()}} {
		t.Run(c.name, func(t *testing.T) {
			citest.Need(t, c.name)
			comp := open(t, c.cfg)
			dir := t.TempDir()
			header := filepath.Join(dir, "h.h")
			write := func(text string) {
				if err := os.WriteFile(header, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			src := compiler.Source{Name: "f.c", Triple: parseTriple(t, linux), Path: filepath.Join(dir, "f.c"),
				Text: []byte("#include \"h.h\"\nint f(void) { return VALUE; }\n")}
			write("#define VALUE 1\n")
			if _, err := comp.Compile(t.Context(), src); err != nil {
				t.Fatal(err)
			}
			one := signatureKey(comp, src)
			if one != signatureKey(comp, src) {
				t.Error("two signatures of one source")
			}
			write("#define VALUE 2\n")
			if one == signatureKey(comp, src) {
				t.Error("the signature does not know the header")
			}
			write("#define VALUE 1\n")
			if one != signatureKey(comp, src) {
				t.Error("the header is as it was, the signature is not")
			}
			os.Remove(header)
			if unknown := signatureKey(comp, src); unknown == signatureKey(comp, src) {
				t.Error("a source that cannot be expanded has a signature")
			}
			var e *Error
			if _, err := comp.Compile(t.Context(), src); !errors.As(err, &e) || !strings.Contains(e.Stderr, "h.h") {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestSignature: all that an object depends on counts.
func TestSignature(t *testing.T) {
	citest.Need(t, "clang", "gcc")
	src := compiler.Source{Name: "f.c", Triple: parseTriple(t, linux), Text: []byte(cSource)}
	base := signatureKey(open(t, Clang("c")), src)
	seen := map[compiler.Key]string{base: "base"}
	add := func(name string, cfg Config, src compiler.Source) {
		c := open(t, cfg)
		k := signatureKey(c, src)
		if k != signatureKey(c, src) {
			t.Errorf("%s: two signatures", name)
		}
		if other, dup := seen[k]; dup {
			t.Errorf("%s: the signature of %s", name, other)
		}
		seen[k] = name
	}
	env := Clang("c")
	env.Env = append(env.Env, "X=1")
	dir := Clang("c")
	dir.Dir = t.TempDir()
	text, name, arm, path := src, src, src, src
	text.Text = []byte(cSource + "\n")
	name.Name = "g.c"
	arm.Triple = parseTriple(t, "aarch64-unknown-linux-gnu")
	path.Path = "/somewhere/f.c"
	add("flags", Clang("c", "-O2"), src)
	add("native", Clang("c", "-march=native"), src)
	add("language", Clang("c++"), src)
	add("tool", GCC("c"), src)
	add("gcc native", GCC("c", "-march=native"), src)
	add("environment", env, src)
	add("folder", dir, src)
	add("text", Clang("c"), text)
	add("name", Clang("c"), name)
	add("target", Clang("c"), arm)
	add("path", Clang("c"), path)
	if c := open(t, Clang("c")); signatureKey(c, src) != base {
		t.Error("made anew, a compiler has another signature")
	}
	if c := open(t, Clang("c", "-march=native")); !strings.Contains(c.version, "-target-cpu") {
		t.Errorf("native is not resolved: %s", c.version)
	}
	late := src
	late.Time = time.Now()
	if signatureKey(open(t, Clang("c")), late) != base {
		t.Error("a source written anew without a change has another signature")
	}
	file := filepath.Join(t.TempDir(), "f.c")
	when := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	if err := errors.Join(os.WriteFile(file, src.Text, 0o600), os.Chtimes(file, when, when)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(file))
	fromFile := src
	fromFile.Path = "f.c"
	if s := open(t, Clang("c")).Signature(fromFile); s.Path != file || !s.Time.Equal(when) {
		t.Errorf("of %s, written at %v, the signature says %q, %v", file, when, s.Path, s.Time)
	}
	fromFile.Time = when.Add(time.Hour)
	if s := open(t, Clang("c")).Signature(fromFile); !s.Time.Equal(fromFile.Time) {
		t.Errorf("the time is %v, the source's is %v", s.Time, fromFile.Time)
	}
	for _, reads := range []string{"asm(\".incbin \\\"x\\\"\");", "asm(\"nop; .include \\\"x\\\"\");"} {
		src.Text = []byte(reads)
		c := open(t, Clang("c"))
		if unknown := signatureKey(c, src); unknown == signatureKey(c, src) {
			t.Errorf("%s has a signature", reads)
		}
	}
}

// TestDefines: llc's scan of text; for others it is not known.
func TestDefines(t *testing.T) {
	citest.Need(t, "llc", "clang")
	src := compiler.Source{Name: "f", Triple: parseTriple(t, "arm64-apple-macosx"), Text: []byte(irSource)}
	names, ok, err := open(t, LLC()).Defines(t.Context(), src)
	if err != nil || !ok || !slices.Equal(names, []string{"_add"}) {
		t.Errorf("%q %v %v", names, ok, err)
	}
	if _, ok, err := open(t, Clang("ir")).Defines(t.Context(), src); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if _, _, err := open(t, LLC()).Defines(ctx, src); !errors.Is(err, cause) {
		t.Error(err)
	}
}

// TestDebugNames: debug information names the source, and no temporary file.
func TestDebugNames(t *testing.T) {
	citest.Need(t, "gcc")
	comp := open(t, GCC("c", "-g", "-gdwarf-4"))
	src := compiler.Source{Name: "f.c", Path: "/where/it/is/f.c", Triple: parseTriple(t, linux), Text: []byte(cSource)}
	obj, err := comp.Compile(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(obj.Bytes(), []byte(tempPrefix)) {
		t.Error("the temporary folder's name is in the object")
	}
	f, err := elf.NewFile(bytes.NewReader(obj.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	d, err := f.DWARF()
	if err != nil {
		t.Fatal(err)
	}
	r := d.Reader()
	e, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	lines, err := d.LineReader(e)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(lines.Files(), func(f *dwarfFile) bool { return f != nil && strings.HasSuffix(f.Name, "/where/it/is/f.c") }) {
		t.Errorf("the source is not among the files %v", lines.Files())
	}
}

// TestConcurrent: one compiler for many.
func TestConcurrent(t *testing.T) {
	citest.Need(t, "clang")
	comp := open(t, Clang("c"))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			src := compiler.Source{Name: fmt.Sprintf("f%d.c", i), Triple: parseTriple(t, linux), Text: fmt.Appendf(nil, "int f%d(void) { return %d; }", i, i)}
			obj, err := comp.Compile(t.Context(), src)
			if err != nil {
				t.Error(err)
			} else if img, err := objfile.ParseBuffer(obj); err != nil || !slices.Equal(defined(img), []string{fmt.Sprintf("f%d", i)}) {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	wg.Wait()
}

func TestTemplate(t *testing.T) {
	cfg := &Config{Flags: []string{"-a", "{obj}"}}
	v := values{holeSrc: "S", holeObj: "O {src}", holeTriple: "T", holeName: "N", holeTmp: "P"}
	for _, c := range []struct{ in, want []string }{
		{[]string{"-o", "{obj}", "{src}"}, []string{"-o", "O {src}", "S"}},
		{[]string{"--t={triple}-{name}.{triple}", "", "{tmp}/x"}, []string{"--t=T-N.T", "", "P/x"}},
		{[]string{"{flags}", "-I{dir}", "x"}, []string{"-a", "{obj}", "x"}},
		{[]string{"a{1,2}", "{}", "{A}", "{", "}", "{{src}}", "{x{obj}"}, []string{"a{1,2}", "{}", "{A}", "{", "}", "{S}", "{xO {src}"}},
	} {
		parsed, err := parseTemplate(c.in)
		if err != nil {
			t.Fatal(err)
		}
		if got := parsed.fill(cfg, v); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
	for _, bad := range []string{"{source}", "x{flags}", "a{src}{sr}"} {
		if _, err := parseTemplate([]string{bad}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// FuzzTemplate: places filled with their own words give the argument back.
func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"{src}", "-o{obj}", "a{b", "{{triple}}", "{x", "{dir}{tmp}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, arg string) {
		parsed, err := parseTemplate([]string{arg})
		if err != nil || arg == "{flags}" {
			return
		}
		if got := parsed.fill(&Config{}, values(holeWords)); len(got) != 1 || got[0] != arg {
			t.Fatalf("%q became %q", arg, got)
		}
	})
}

// TestNew: what cannot be.
func TestNew(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, cfg := range map[string]Config{
		"no path":      {},
		"no program":   {Path: "no-command-has-this-name"},
		"bad template": {Path: self, Env: tool("version"), Args: []string{"{sauce}"}},
		"bad expand":   {Path: self, Env: tool("version"), Expand: []string{"{sauce}"}},
	} {
		if _, err := New(t.Context(), cfg); err == nil || !strings.HasPrefix(err.Error(), "command: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(t.Context(), Config{Path: "no-command-has-this-name"}); !errors.Is(err, exec.ErrNotFound) {
		t.Error(err)
	}
	var e *Error
	if _, err := New(t.Context(), Config{Path: self, Env: tool("fail"), TempDir: t.TempDir()}); !errors.As(err, &e) || e.Status != 3 || e.Stderr != "no\n" {
		t.Errorf("%v", err)
	}
}

// TestFaults: whichever callback panics, no temporary file and no process is left, and the compiler goes on.
func TestFaults(t *testing.T) {
	citest.Need(t, "gcc")
	src := compiler.Source{Name: "w.c", Triple: parseTriple(t, linux), Text: []byte("int f(void) {\n  int unused;\n  return 0;\n}\n")}
	broken := true
	fail := func() {
		if broken {
			panic("as a caller's may")
		}
	}
	calls := map[string]func(cfg *Config) func(c *Compiler) error{
		"Target": func(cfg *Config) func(c *Compiler) error {
			cfg.Target = func([]byte) (none triple.Triple) { fail(); return none }
			return func(c *Compiler) error { _, err := c.Compile(t.Context(), src); return err }
		},
		"Report": func(cfg *Config) func(c *Compiler) error {
			cfg.Report = func(compiler.Source, []compiler.Diagnostic) { fail() }
			return func(c *Compiler) error { _, err := c.Compile(t.Context(), src); return err }
		},
		"Defines": func(cfg *Config) func(c *Compiler) error {
			cfg.Defines = func(context.Context, compiler.Source) ([]string, bool, error) { fail(); return nil, true, nil }
			return func(c *Compiler) error { _, _, err := c.Defines(t.Context(), src); return err }
		},
	}
	for f := range reflect.TypeFor[Config]().Fields() {
		if f.Type.Kind() != reflect.Func {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			if calls[f.Name] == nil {
				t.Fatal("it has no case")
			}
			broken = true
			cfg := GCC("c", "-Wall")
			call := calls[f.Name](&cfg)
			c := open(t, cfg) // which looks for files that are left
			func() {
				defer func() {
					if recover() == nil {
						t.Error("it was not called")
					}
				}()
				call(c)
			}()
			broken = false
			if err := call(c); err != nil {
				t.Error(err)
			}
		})
	}
}
