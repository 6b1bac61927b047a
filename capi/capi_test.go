package main_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// The library and the objects are made once for all tests, in a folder that goes with them.
var (
	folder  string
	library = sync.OnceValue(buildLibrary)
	child   = sync.OnceValue(buildExecutor)
	objects = sync.OnceValue(buildObjects)
)

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "capi"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

// shared skips where the tests run with the race detector, since there is no shared library.
func shared(t *testing.T) {
	t.Helper()
	if raceEnabled {
		t.Skip("no shared library with the race detector")
	}
}

// here skips where the library is not to be had.
func here(t *testing.T) {
	t.Helper()
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "gcc", "g++")
}

// command runs a command; the error has what it printed.
func command(env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out), err
}

// buildLibrary makes the shared library as the package's documentation has it, or an archive
// with the race detector, which cannot watch what lies as high as a shared library.
func buildLibrary() error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	args := []string{"build", "-pgo=rtdyld.pgo", "-buildmode=c-shared", "-o", object("librtdyld.so"),
		"-ldflags", "-X runtime.godebugDefault=asyncpreemptoff=1 -extldflags '-Wl,-soname,librtdyld.so.1,--version-script=" + dir + "/rtdyld.map'"}
	if raceEnabled {
		args = []string{"build", "-race", "-buildmode=c-archive", "-o", object("librtdyld.a")}
	}
	if _, err = command([]string{"CGO_ENABLED=1"}, "go", append(args, ".")...); err != nil || raceEnabled {
		return err
	}
	return os.Symlink("librtdyld.so", object("librtdyld.so.1"))
}

// buildExecutor makes the program of executors, beside the library.
func buildExecutor() error {
	_, err := command([]string{"CGO_ENABLED=0"}, "go", "build", "-ldflags=-s -w", "-o", object("rtdyld-executor"), "../cmd/rtdyld-executor")
	return err
}

// numbers is how many objects threads.c gets.
const numbers = 8

// buildObjects makes all objects that the programs link.
func buildObjects() error {
	sources, err := filepath.Glob("testdata/objects/*.c")
	if err != nil {
		return err
	}
	gcc := func(out, source string, args ...string) error {
		cc := "gcc"
		if strings.HasSuffix(source, ".cc") {
			cc = "g++"
		}
		_, err := command(nil, cc, append([]string{"-O2", "-fPIC", "-c", "-o", filepath.Join(folder, out), source}, args...)...)
		return err
	}
	var errs []error
	for _, s := range append(sources, "testdata/objects/throw.cc") {
		if base := strings.TrimSuffix(filepath.Base(s), filepath.Ext(s)); base != "number" {
			errs = append(errs, gcc(base+".o", s))
		}
	}
	for n := 1; n <= numbers; n++ {
		errs = append(errs, gcc(fmt.Sprintf("n%d.o", n), "testdata/objects/number.c", fmt.Sprintf("-DNUMBER=%d", n)))
	}
	errs = append(errs, gcc("packed.o", "testdata/objects/open.c", "-g"))
	_, err = command(nil, "objcopy", "--compress-debug-sections=zstd", object("packed.o"))
	errs = append(errs, err, gcc("r1.o", "testdata/objects/number.c", "-DNUMBER=1", "-DBASE=100"))
	_, err = command(nil, "gcc", "-shared", "-fPIC", "-o", object("libcollector.so"), "testdata/collector.c")
	errs = append(errs, err)
	errs = append(errs, os.WriteFile(object("big.o"), bigObject(), 0o600), boundImage(""))
	_, err = command(nil, "ar", "rcs", object("lib.a"), object("member1.o"), object("member2.o"), object("member3.o"))
	return errors.Join(append(errs, err)...)
}

// bigObject takes long: it has many names, and many references to one that it does not define.
func bigObject() []byte {
	const n = 200_000
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8*n)})
	far := f.AddSymbol(objgen.ELFSymbol{Name: "far", Bind: 1})
	relocs := make([]objgen.ELFReloc, n)
	for i := range relocs {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("big", i), Bind: 1, Section: text})
		relocs[i] = objgen.ELFReloc{Offset: uint64(8 * i), Sym: far, Type: 1}
	}
	f.AddRelocs(text, true, relocs)
	return f.Bytes()
}

// boundImage saves sum.o and user.o as an image that was bound to two libraries, which a C program cannot say; all in a folder.
func boundImage(folder string) error {
	m, err := mem.New(mem.Config{})
	if err != nil {
		return err
	}
	l, err := rtdyld.New(rtdyld.Config{Memory: m, Image: true})
	if err != nil {
		return err
	}
	defer l.Close()
	var imgs []*objfmt.ObjectImage
	for _, name := range []string{"sum.o", "user.o"} {
		img, err := objfile.Open(object(folder + name))
		if err != nil {
			return err
		}
		imgs = append(imgs, img)
	}
	objs, err := l.Load(context.Background(), imgs...)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = l.Save(context.Background(), &b, rtdyld.SaveConfig{
		Libraries: []rtdyld.ImageLibrary{{Name: "liblength.so", BuildID: []byte{1, 2, 3}, Size: 5000}, {Name: "libtotal.so", SHA256: [32]byte{0: 7, 31: 9}}},
		Imports:   map[string]rtdyld.ImageImport{"strlen": {Library: 0}, "from_resolver": {Library: 1}},
	}, objs...)
	return errors.Join(err, os.WriteFile(object(folder+"bound"), b.Bytes(), 0o600))
}

func object(name string) string { return filepath.Join(folder, name) }

// built makes sure of library and objects.
func built(t *testing.T) {
	t.Helper()
	here(t)
	citest.Need(t, "ar", "objcopy")
	for _, err := range []error{library(), objects(), os.WriteFile(object("calls.h"), forkedCalls(t), 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// compile makes a program against the shared library; a name ends in .c or .cc.
func compile(t *testing.T, source string, args ...string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "program")
	cc := []string{"gcc", "-std=gnu89"}
	if strings.HasSuffix(source, ".cc") {
		cc = []string{"g++", "-std=c++11"}
	}
	cc = append(cc, "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-I.", "-I"+folder, filepath.Join("testdata", source), "-o", program)
	if args == nil && raceEnabled {
		args = []string{"-no-pie", object("librtdyld.a"), "-pthread", "-ldl", "-lm"}
	} else if args == nil {
		args = []string{"-L" + folder, "-lrtdyld", "-pthread", "-Wl,-rpath," + folder}
	}
	if _, err := command(nil, cc[0], append(cc[1:], args...)...); err != nil {
		t.Fatal(err)
	}
	return program
}

// programs are those in testdata, with the objects that they get.
var programs = []struct {
	source string
	args   []string
}{
	{"first.c", []string{"sum.o"}},
	{"allocator.c", []string{"sum.o", "user.o"}},
	{"keep.cc", []string{"sum.o", "user.o", "throw.o", "begin.o"}},
	{"fail.c", []string{"sum.o", "user.o", "throw.o"}},
	{"misuse.c", []string{"sum.o", "begin.o", "lib.a", "wants1.o"}},
	{"inspect.c", []string{"sum.o", "user.o", "open.o", "lib.a", "wants1.o", "member1.o", "member2.o", "testdata/objects/arm64.o"}},
	{"compile.c", []string{"sum.o", "cache"}},
	{"make.c", []string{"sum.o", "n1.o"}},
	{"alone.c", []string{"weak.o", "constructed.o", "handle.o"}},
	{"explain.c", []string{"sum.o", "user.o", "open.o", "weak.o"}},
	{"packed.c", []string{"packed.o"}},
	{"image.c", []string{"sum.o", "user.o", "constructed.o", "image", "bound"}},
	{"thrown.cc", []string{"throw.o", "thrown"}},
	{"template.c", []string{"hole.o"}},
	{"foreign.c", []string{"../testdata/elf-arm/abs32.o", "../testdata/elf-i386/word32.o", "../testdata/elf-mips/abs.o"}},
	{"executor.c", []string{"crash.o", "sum.o"}},
	{"cancel.c", []string{"begin.o", "big.o"}},
	{"fork.c", []string{"sum.o", "n1.o"}},
	{"modules.c", []string{"sum.o", "n1.o", "r1.o", "open.o", "begin.o", "lib.a"}},
	{"tools.c", []string{"sum.o", "n1.o", "libcollector.so", "."}},
	{"tls.c", []string{"tls.o"}},
	{"remote.c", []string{"user.o", "sum.o"}},
	{"detach.cc", []string{"throw.o", "sum.o", "user.o", "begin.o", "n1.o"}},
	{"threads.c", []string{"sum.o", "begin.o", "n1.o", "n2.o", "n3.o", "n4.o", "n5.o", "n6.o", "n7.o", "n8.o"}},
}

// arguments are a program's, as it finds them.
func arguments(names []string) (args []string) {
	for _, name := range names {
		if !strings.Contains(name, "/") {
			name = object(name)
		}
		args = append(args, name)
	}
	return args
}

// TestPrograms compiles and runs each program of testdata against the shared library.
func TestPrograms(t *testing.T) {
	built(t)
	for _, p := range programs {
		t.Run(p.source, func(t *testing.T) {
			t.Parallel()
			var env []string
			if p.source == "executor.c" {
				if err := child(); err != nil {
					t.Fatal(err)
				}
				if raceEnabled { // the library is in the program
					env = []string{"RTDYLD_EXECUTOR=" + object("rtdyld-executor")}
				}
			}
			out, err := command(env, compile(t, p.source), arguments(p.args)...)
			if want := strings.TrimSuffix(p.source, filepath.Ext(p.source)) + ": ok\n"; err != nil || out != want && p.source != "first.c" {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestDebugger: gdb stops in a function that is loaded, and knows its name, though the library exports nothing for it.
func TestDebugger(t *testing.T) {
	if citest.Sample() {
		t.Skip("gdb takes long to read the library")
	}
	shared(t)
	built(t)
	citest.Need(t, "gdb")
	out, err := command(nil, "gdb", "-nx", "-batch", "-ex", "set breakpoint pending on", "-ex", "handle SIGURG nostop noprint", "-ex", "break sum", "-ex", "run", "-ex", "backtrace",
		"-ex", "continue", "--args", compile(t, "tools.c"), object("sum.o"), object("n1.o"), object("libcollector.so"), folder, "debug")
	if err != nil || !regexp.MustCompile(`(?s)Breakpoint 1, 0x\w+ in sum \(\).*#1 .*debugged .*sum: 7`).MatchString(out) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestFirst: the program of the header's comment does what it says, also where it fails.
func TestFirst(t *testing.T) {
	built(t)
	program := compile(t, "first.c")
	if out, err := command(nil, program, object("sum.o")); err != nil || out != "3\n" {
		t.Errorf("%q, %v", out, err)
	}
	if out, err := command(nil, program, "/nosuch.o"); err == nil || !strings.HasPrefix(out, "open /nosuch.o: ") {
		t.Errorf("%q, %v", out, err)
	}
}

// TestArchive: the static library does as well, and so does one whose other names are local.
func TestArchive(t *testing.T) {
	if citest.Sample() {
		t.Skip("a second build of the library")
	}
	shared(t)
	built(t)
	citest.Need(t, "nm", "ld", "objcopy")
	lib, whole := filepath.Join(t.TempDir(), "librtdyld.a"), filepath.Join(t.TempDir(), "rtdyld.o")
	for _, c := range [][]string{
		{"go", "build", "-buildmode=c-archive", "-o", lib, "."},
		{"ld", "-r", "-o", whole, "--whole-archive", lib},
		{"objcopy", "-w", "--keep-global-symbol=rtdyld_*", whole},
	} {
		if _, err := command([]string{"CGO_ENABLED=1"}, c[0], c[1:]...); err != nil {
			t.Fatal(err)
		}
	}
	for lib, known := range map[string]*regexp.Regexp{
		lib:   regexp.MustCompile(`^(rtdyldx?_|_cgo|x_cgo_|x_crosscall|crosscall|fatalf$|__jit_debug_)`),
		whole: regexp.MustCompile(`^(rtdyld_|x_cgo_inittls$)`),
	} {
		program := compile(t, "keep.cc", lib, "-pthread", "-ldl", "-lm")
		if out, err := command(nil, program, arguments([]string{"sum.o", "user.o", "throw.o", "begin.o"})...); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		out, err := command(nil, "nm", "-g", "--defined-only", lib)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out) {
			if f := strings.Fields(line); len(f) == 3 && !known.MatchString(f[2]) {
				t.Errorf("%s defines %s", filepath.Base(lib), f[2])
			}
		}
	}
}

// TestHeader: C of 1989, C++ of 1998 and later ones take the header without a warning, alone
// and twice, on 32 bits too.
func TestHeader(t *testing.T) {
	here(t)
	source := filepath.Join(t.TempDir(), "header")
	text := "#include \"rtdyld.h\"\n#include \"rtdyld.h\"\nint main(void);\nint main(void) { rtdyld_options o; RTDYLD_INIT(&o); return (int)o.version; }\n"
	for _, name := range []string{source + ".c", source + ".cc"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	compilers := [][]string{{"gcc", "-std=c89"}, {"gcc", "-std=c11"}, {"g++", "-std=c++98"}, {"g++", "-std=c++20"}, {"clang", "-std=c89"}, {"clang++", "-std=c++17"}, {"gcc", "-m32", "-std=c89"}}
	for _, cc := range compilers {
		// 32-bit headers, for one, are in another package than the compiler.
		if err := citest.Compiles("#include <stddef.h>\n#include <stdint.h>\n", cc[0], append(cc[1:], "-fsyntax-only")...); err != nil && !citest.CI() {
			t.Log(err)
			continue
		}
		name := source + ".c"
		if strings.Contains(cc[0], "++") {
			name += "c"
		}
		if _, err := command(nil, cc[0], append(cc[1:], "-pedantic", "-Wall", "-Wextra", "-Wstrict-aliasing", "-Werror", "-fsyntax-only", "-I.", name)...); err != nil {
			t.Error(err)
		}
	}
}

// declared lists the functions of the header.
func declared(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, p := range declarations(t) {
		names = append(names, "rtdyld_"+p.name)
	}
	slices.Sort(names)
	return names
}

// TestExports: the shared library exports the functions of the header, with a version, and
// nothing else.
func TestExports(t *testing.T) {
	here(t)
	shared(t)
	citest.Need(t, "nm")
	if err := library(); err != nil {
		t.Fatal(err)
	}
	out, err := command(nil, "nm", "-D", "--defined-only", object("librtdyld.so"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(out) {
		if f := strings.Fields(line); f[1] != "A" { // the version's own name
			got = append(got, f[2])
		}
	}
	slices.Sort(got)
	want := declared(t)
	if len(want) < 50 {
		t.Fatalf("the header has %d functions", len(want))
	}
	for i := range want {
		want[i] += "@@RTDYLD_1"
	}
	if !slices.Equal(got, want) {
		t.Errorf("exported: %q\nin the header: %q", got, want)
	}
}

// TestDocumented: every function of the header has a comment, with its name and who may call it.
func TestDocumented(t *testing.T) {
	b, err := os.ReadFile("rtdyld.h")
	if err != nil {
		t.Fatal(err)
	}
	groups := regexp.MustCompile(`(?s)/\*((?:[^*]|\*[^/])*)\*/\n((?:[a-z][^;{}]*;\n)+)`).FindAllStringSubmatch(string(b), -1)
	documented := map[string]bool{}
	for _, g := range groups {
		if !regexp.MustCompile(`Threads:\s+(\*\s+)?(any|not locked|not inside|one)\.`).MatchString(g[1]) {
			continue
		}
		for _, name := range regexp.MustCompile(`\b(rtdyld_\w+)\b`).FindAllString(g[1], -1) {
			documented[name] = strings.Contains(g[2], name+"(") || documented[name]
		}
	}
	for _, name := range declared(t) {
		if !documented[name] {
			t.Errorf("%s has no comment with its name and its rule for threads", name)
		}
	}
}

// TestPkgConfig: the line of the documentation makes a file with which a program is built.
func TestPkgConfig(t *testing.T) {
	built(t)
	shared(t)
	prefix := t.TempDir()
	for _, dir := range []string{"lib", "include"} {
		if err := os.Mkdir(filepath.Join(prefix, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	out, err := command(nil, "sed", "s,@prefix@,"+prefix+",", "rtdyld.pc.in")
	if err != nil {
		t.Fatal(err)
	}
	pc := filepath.Join(prefix, "rtdyld.pc")
	header, err := os.ReadFile("rtdyld.h")
	for _, err := range []error{err, os.WriteFile(pc, []byte(out), 0o600), os.WriteFile(filepath.Join(prefix, "include/rtdyld.h"), header, 0o600),
		os.Symlink(object("librtdyld.so"), filepath.Join(prefix, "lib/librtdyld.so"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	citest.Need(t, "pkg-config")
	flags, err := command([]string{"PKG_CONFIG_PATH=" + prefix}, "pkg-config", "--cflags", "--libs", "rtdyld")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "first")
	if _, err := command(nil, "gcc", append([]string{"testdata/first.c", "-o", program}, strings.Fields(flags)...)...); err != nil {
		t.Fatal(err)
	}
	if out, err := command([]string{"LD_LIBRARY_PATH=" + folder}, program, object("sum.o")); err != nil || out != "3\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// TestWithoutCgo: the package builds, and does nothing, where there is no cgo.
func TestWithoutCgo(t *testing.T) {
	citest.Need(t, "go")
	out, err := command([]string{"CGO_ENABLED=0"}, "go", "list", "-f", "{{.GoFiles}} {{.CFiles}} {{.HFiles}}", ".")
	if err != nil || strings.TrimSpace(out) != "[doc.go] [] [rtdyld.h]" {
		t.Errorf("%v: %s", err, out)
	}
}
