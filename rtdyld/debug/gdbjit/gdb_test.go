//go:build linux && amd64

package gdbjit_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// run runs a command in dir, which must succeed, and returns what it prints.
func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// build builds testdata/prog.
func build(t *testing.T, env []string, flags ...string) string {
	t.Helper()
	prog := filepath.Join(t.TempDir(), "prog")
	run(t, ".", env, "go", append(append([]string{"build", dwarf, "-o", prog}, flags...), "./testdata/prog")...)
	return prog
}

// dwarf has the program's own package say what its functions' parameters are called, where GOFLAGS have the compiler make no DWARF.
const dwarf = "-gcflags=-dwarf"

var (
	progOnce sync.Once
	progDir  string
)

// quiet keeps the Go runtime from sending itself SIGURG. A thread that gets a signal while
// a debugger lets it go on from a breakpoint comes to the breakpoint once more.
const quiet = "GODEBUG=asyncpreemptoff=1"

func TestMain(m *testing.M) {
	code := m.Run()
	if progDir != "" {
		os.RemoveAll(progDir)
	}
	os.Exit(code)
}

// prog is testdata/prog as most programs are built, made once.
func prog(t *testing.T) string {
	t.Helper()
	progOnce.Do(func() {
		var err error
		if progDir, err = os.MkdirTemp("", "gdbjit"); err != nil {
			t.Fatal(err)
		}
		run(t, ".", []string{"CGO_ENABLED=0"}, "go", "build", dwarf, "-o", filepath.Join(progDir, "prog"), "./testdata/prog")
	})
	return filepath.Join(progDir, "prog")
}

// compile makes an object of a source in testdata, whose functions get names that end
// with "_" and name, and returns its path.
func compile(t *testing.T, cc, source, name string, flags ...string) string {
	t.Helper()
	obj := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))+"_"+name+".o")
	args := append([]string{"-c", "-o", obj, "-DNAME(f)=f##_" + name, filepath.Join("testdata", source)}, flags...)
	run(t, ".", nil, cc, args...)
	return obj
}

// step is a command of the debugger and what its answer must look like: regular
// expressions, each for a part of the output after that of the one before. One that
// begins with "!" must not match it anywhere.
type step struct {
	command string
	want    []string
}

// gdb runs a program with arguments in the debugger and holds what it prints after each
// command against the steps. The program has stopped in main.main at the first.
func gdb(t *testing.T, program string, args []string, steps ...step) {
	t.Helper()
	gdbWith(t, quiet, program, args, steps...)
}

func gdbWith(t *testing.T, env, program string, args []string, steps ...step) {
	t.Helper()
	lines := []string{
		"set environment " + env, "set pagination off", "set confirm off", "set debuginfod enabled off", "set width 0", "set auto-load no",
		"set startup-with-shell off", "set breakpoint pending on", "handle SIGURG nostop noprint pass", "tbreak main.main", "run",
	}
	session(t, "gdb", lines, append([]string{"--args", program}, args...), steps)
}

// session runs gdb in batch mode with commands, then the steps.
func session(t *testing.T, debugger string, lines, args []string, steps []step) {
	t.Helper()
	for i, s := range steps {
		lines = append(lines, fmt.Sprintf("echo \\n@%d@\\n", i), s.command)
	}
	lines = append(lines, fmt.Sprintf("echo \\n@%d@\\n", len(steps)))
	script := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(script, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(debugger, append([]string{"-nx", "-batch", "-x", script}, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	text := string(out)
	failed := err != nil
	if err != nil {
		t.Errorf("%s: %v", debugger, err)
	}
	for i, s := range steps {
		_, part, ok := strings.Cut(text, fmt.Sprintf("\n@%d@\n", i))
		if !ok {
			t.Errorf("the debugger did not come to %q", s.command)
			failed = true
			break
		}
		part, _, _ = strings.Cut(part, fmt.Sprintf("\n@%d@\n", i+1))
		rest := part
		for _, w := range s.want {
			if no, ok := strings.CutPrefix(w, "!"); ok {
				if regexp.MustCompile("(?m)" + no).MatchString(part) {
					t.Errorf("%q: output has %q:\n%s", s.command, no, part)
					failed = true
				}
				continue
			}
			at := regexp.MustCompile("(?m)" + w).FindStringIndex(rest)
			if at == nil {
				t.Errorf("%q: no %q in:\n%s", s.command, w, part)
				failed = true
				break
			}
			rest = rest[at[1]:]
		}
	}
	if failed {
		t.Logf("session:\n%s", text)
	}
}

// images is a gdb command that prints how many entries the debugger knows.
const images = "python print('images:', len([o for o in gdb.objfiles() if 'in-memory' in (o.filename or '')]))"

// TestGDB: breakpoints that are set before there is anything to break, source lines,
// arguments and locals, backtraces into the Go program, in what GCC and clang make in
// DWARF 4 and 5, compressed and not, plain and optimized; and nothing is left after
// unloading.
func TestGDB(t *testing.T) {
	citest.Need(t, "gdb", "gcc", "g++", "clang")
	kinds := []struct {
		name, cc string
		flags    []string
		plain    bool // locals are in memory
	}{
		{"gcc5", "gcc", []string{"-g", "-O0"}, true},
		{"gcc4", "gcc", []string{"-gdwarf-4", "-O0"}, true},
		{"gccz", "gcc", []string{"-g", "-gz", "-O0"}, true},
		{"gccsections", "gcc", []string{"-g3", "-O0", "-ffunction-sections", "-fdata-sections", "-fdebug-types-section"}, true},
		{"clang5", "clang", []string{"-gdwarf-5", "-O0"}, true},
		{"clang4", "clang", []string{"-gdwarf-4", "-O0"}, true},
		{"gccO2", "gcc", []string{"-g", "-O2"}, false},
		{"clangO2", "clang", []string{"-g", "-O2"}, false},
	}
	var objs, args []string
	var steps []step
	for _, k := range kinds {
		objs = append(objs, compile(t, k.cc, "inner.c", k.name, k.flags...), compile(t, k.cc, "outer.c", k.name, k.flags...))
		args = append(args, "call=outer_"+k.name)
		steps = append(steps, step{"tbreak inner_" + k.name, []string{`not defined|Temporary breakpoint`}})
	}
	objs = append(objs, compile(t, "g++", "shape.cc", "", "-g", "-O0"))
	args = append(append([]string{"load=" + strings.Join(objs, ",")}, args...), "call=cxx", "unload=all", "report")
	steps = append(steps, step{"tbreak space::shape<int>::area", nil}, step{"break main.marker", nil})
	for _, k := range kinds {
		steps = append(steps, step{"continue", []string{`, inner_` + k.name + ` \((x=|x=x@entry=)21, .*\) at testdata/inner\.c:[456]$`}})
		if k.plain {
			steps = append(steps,
				step{"next", []string{`^6\s+p->x = y`}},
				step{"info locals", []string{`^y = 42$`}},
				step{"p *p", []string{` = \{x = 3, y = 7\}$`}},
				step{"p table", []string{` = \{1, 2, 3, 4\}$`}},
				step{"info symbol outer_" + k.name, []string{`^outer_` + k.name + ` in section \.text of `}})
		}
		if k.name == "gccsections" {
			steps = append(steps, step{"info macro __INT_MAX__", []string{`^-D__INT_MAX__=0x7fffffff`}})
		}
		steps = append(steps, step{"bt 4", []string{
			`^#0 .*inner_` + k.name + ` \((x=|x=x@entry=)21, `,
			`^#1 .*outer_` + k.name + ` \(n=.*\) at testdata/outer\.c:8$`,
			`^#2 .* quickEntry \(\) at .*quick_linux_amd64\.s:`,
			`^#3 .* runtime\.asmcgocall `,
		}})
	}
	steps = append(steps,
		step{"finish", []string{`Value returned is .* = 5[0-9]$`}},
		step{"continue", []string{`space::shape<int>::area \(this=0x[0-9a-f]+, scale=3\) at testdata/shape\.cc:5$`}},
		step{"next", []string{`^6\s+return square`}},
		step{"info locals", []string{`^square = 16$`}},
		step{"bt", []string{`^#1 .* cxx \(n=3\) at testdata/shape\.cc:14$`}},
		step{"source " + runtimeGDB(t), nil},
		step{"goroutine 1 bt", []string{` runtime\.cgocall `, ` main\.call \(name=`, ` main\.main \(\) at .*main\.go:`}},
		step{images, []string{`^images: 1$`}},
		step{"continue", []string{`main\.marker`}},
		step{images, []string{`^images: 0$`}},
		step{"info functions inner_gcc5", []string{`!testdata|int inner|0x`}},
		step{"break outer_gcc5", []string{`not defined`}},
		step{"continue", []string{`reported: \[\]`}},
	)
	gdb(t, prog(t), args, steps...)
}

// runtimeGDB is Go's own extension of the debugger.
func runtimeGDB(t *testing.T) string {
	return filepath.Join(strings.TrimSpace(run(t, ".", nil, "go", "env", "GOROOT")), "src", "runtime", "runtime-gdb.py")
}

// TestFormats: objects of COFF and Mach-O, by the names of the source and by lines of
// their DWARF, through call frames of their own tables.
func TestFormats(t *testing.T) {
	citest.Need(t, "gdb", "clang", "x86_64-w64-mingw32-gcc")
	for _, f := range []struct {
		name, target, cc string
		flags            []string
		line             bool
	}{
		{"macho", "x86_64-apple-macosx", "clang", []string{"-target", "x86_64-apple-macosx", "-g"}, true},
		{"machobare", "x86_64-apple-macosx", "clang", []string{"-target", "x86_64-apple-macosx", "-O1"}, false},
		{"coff", "x86_64-pc-windows-gnu", "x86_64-w64-mingw32-gcc", []string{"-g"}, true},
		{"coffbare", "x86_64-pc-windows-msvc", "clang", []string{"-target", "x86_64-pc-windows-msvc", "-O1"}, false},
	} {
		t.Run(f.name, func(t *testing.T) {
			objs := compile(t, f.cc, "inner.c", f.name, f.flags...) + "," + compile(t, f.cc, "outer.c", f.name, f.flags...)
			steps := []step{{"break inner_" + f.name, nil}}
			if f.line {
				steps = append(steps,
					step{"continue", []string{`, inner_` + f.name + ` \(x=21, p=0x[0-9a-f]+\) at testdata/inner\.c:5$`}},
					step{"next", []string{`^6\s+p->x = y`}},
					step{"info locals", []string{`^y = 42$`}},
					step{"bt 3", []string{`^#1 .*outer_` + f.name + ` \(n=3\) at testdata/outer\.c:8$`, `^#2 .*Entry `}},
				)
			} else {
				steps = append(steps,
					step{"continue", []string{` in inner_` + f.name + ` \(\)$`}},
					step{"bt 3", []string{`^#1 .* in outer_` + f.name + ` \(\)$`, `^#2 .*Entry `}},
				)
			}
			steps = append(steps, step{"delete", nil}, step{"break main.marker", nil}, step{"continue", []string{`\(3\) = 1[0-9][0-9]$`}},
				step{images, []string{`^images: 0$`}}, step{"continue", []string{`reported: \[\]`}})
			gdb(t, prog(t), []string{"target=" + f.target, "load=" + objs, "call=outer_" + f.name, "unload=all", "report"}, steps...)
		})
	}
}

// TestSignals: the debugger sees each change of the list once, whatever signals the Go
// runtime sends to a thread that makes no progress because it is being debugged.
func TestSignals(t *testing.T) {
	citest.Need(t, "gdb", "gcc")
	obj := filepath.Join(t.TempDir(), "fn.o")
	run(t, ".", nil, "gcc", "-g", "-O0", "-c", "-o", obj, "-DNAME(f)=fn00000", "-Dstatic=", "-Dtable=table_of_fn00000", "testdata/one.c")
	gdbWith(t, "GODEBUG=asyncpreemptoff=0", prog(t), []string{"each=50," + obj, "unload=0.o"},
		step{"break main.marker", nil},
		step{"continue", []string{`main\.marker`}},
		step{images, []string{`^images: 23$`}}, // 18 of 1, what is left of one of 32: 16, 8, 4, 2, 1
	)
}

// TestEntries: an entry for each object that comes alone, until there are many: then one
// for all of them. Breakpoints stay.
func TestEntries(t *testing.T) {
	citest.Need(t, "gdb", "gcc")
	obj := filepath.Join(t.TempDir(), "fn.o")
	run(t, ".", nil, "gcc", "-g", "-O0", "-c", "-o", obj, "-DNAME(f)=fn00000", "-Dstatic=", "-Dtable=table_of_fn00000", "testdata/one.c")
	gdb(t, prog(t), []string{"each=40," + obj, "call=fn00003", "call=fn00039", "unload=3.o", "unload=35.o", "unload=all", "report"},
		step{"break fn00003", nil}, step{"break fn00039", nil}, step{"break main.marker", nil},
		step{"continue", []string{`Breakpoint [0-9]+, fn00003 \(n=3\) at testdata/one\.c:3$`}},
		step{images, []string{`^images: 9$`}},
		step{"next", nil},
		step{"info locals", []string{`^twice = 6$`}},
		step{"continue", []string{`Breakpoint [0-9]+, fn00039 \(n=3\)`}},
		step{"continue", []string{`marker`}},
		step{images, []string{`^images: 13$`}}, // 32 in one became 16, 8, 4, 2 and 1
		step{"info breakpoints", []string{`fn00039`}},
		step{"continue", []string{`marker`}},
		step{images, []string{`^images: 12$`}},
		step{"continue", []string{`marker`}},
		step{images, []string{`^images: 0$`}},
		step{"continue", []string{`reported: \[\]`}},
	)
}

// TestInstances: instances of a template, which were copied, have names and frames, in one entry for all of them, until they go.
func TestInstances(t *testing.T) {
	citest.Need(t, "gdb", "gcc")
	obj := filepath.Join(t.TempDir(), "copy.o")
	run(t, ".", nil, "gcc", "-O1", "-fPIC", "-mno-red-zone", "-c", "-o", obj, "testdata/copy.c")
	gdb(t, prog(t), []string{"copies=200," + obj, "copy=77", "release", "report"},
		step{"tbreak copy77", nil}, step{"break main.marker", nil},
		step{"continue", []string{`in copy77 \(\)$`}},
		step{images, []string{`^images: 1$`}},
		step{"stepi 3", nil},
		step{"info symbol $pc", []string{`^copy77 \+ [0-9]+ in section \.text of `}},
		step{"bt 3", []string{`^#0 .* in copy77 \(\)$`, `^#1 .* quickEntry \(\) at .*quick_linux_amd64\.s:`, `^#2 .* runtime\.asmcgocall `}},
		step{"x/i copy199", []string{`<copy199>`}},
		step{"continue", []string{`^copy\(3\) = 83$`, `main\.marker`}},
		step{images, []string{`^images: 0$`}},
		step{"continue", []string{`reported: \[\]`}},
	)
}

// TestImage: functions of a linked image have names and frames, also for breakpoints set before it is mapped, until it is unloaded.
func TestImage(t *testing.T) {
	citest.Need(t, "gdb", "gcc")
	objs := compile(t, "gcc", "inner.c", "i", "-O1", "-fPIC") + "," + compile(t, "gcc", "outer.c", "i", "-O1", "-fPIC")
	gdb(t, prog(t), []string{"image=" + objs, "call=outer_i", "unload=all", "report"},
		step{"tbreak inner_i", []string{`not defined`}}, step{"break main.marker", nil},
		step{"continue", []string{`in inner_i \(\)$`}},
		step{images, []string{`^images: 1$`}},
		step{"stepi", nil},
		step{"bt 4", []string{`^#0 .* in inner_i \(\)$`, `^#1 .* in outer_i \(\)$`, `^#2 .* quickEntry \(\) at .*quick_linux_amd64\.s:`, `^#3 .* runtime\.asmcgocall `}},
		step{"info symbol &table", []string{`^table in section \.rodata`}},
		step{"x/2dw &table", []string{`<table>:\s+1\s+2$`}},
		step{"continue", []string{`^outer_i\(3\) = 162$`, `main\.marker`}},
		step{images, []string{`^images: 0$`}},
		step{"break inner_i", []string{`not defined`}},
		step{"continue", []string{`reported: \[\]`}},
	)
}

// TestAttach: a debugger that comes later finds what is loaded.
func TestAttach(t *testing.T) {
	citest.Need(t, "gdb", "gcc")
	cmd := exec.Command(prog(t), "load="+compile(t, "gcc", "inner.c", "late", "-g")+","+compile(t, "gcc", "outer.c", "late", "-g"), "wait", "call=outer_late")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	r := bufio.NewReader(out)
	if line, err := r.ReadString('\n'); line != "waiting\n" {
		t.Fatalf("%q, %v", line, err)
	}
	session(t, "gdb", []string{"set debuginfod enabled off", "set width 0"}, []string{"-p", fmt.Sprint(cmd.Process.Pid)}, []step{
		{"info line inner_late", []string{`Line 4 of "testdata/inner\.c" starts at address 0x[0-9a-f]+ <inner_late>`}},
		{"info symbol outer_late", []string{`^outer_late in section \.text`}},
		{"detach", nil},
	})
}

// TestBuilds: the interface is found in programs of every kind of build.
func TestBuilds(t *testing.T) {
	if citest.Sample() {
		t.Skip("builds programs")
	}
	citest.Need(t, "gdb", "gcc")
	objs := "load=" + compile(t, "gcc", "inner.c", "b", "-g") + "," + compile(t, "gcc", "outer.c", "b", "-g")
	for _, b := range []struct {
		name  string
		env   []string
		flags []string
	}{
		{"w", []string{"CGO_ENABLED=0"}, []string{"-ldflags=-w"}},
		{"pie", []string{"CGO_ENABLED=0"}, []string{"-buildmode=pie"}},
		{"external", []string{"CGO_ENABLED=1"}, []string{"-ldflags=-linkmode=external"}},
	} {
		t.Run(b.name, func(t *testing.T) {
			gdb(t, build(t, b.env, b.flags...), []string{objs, "call=outer_b", "unload=all"},
				step{"break inner_b", nil},
				step{"continue", []string{`, inner_b \(x=21, p=0x[0-9a-f]+\) at testdata/inner\.c:5$`}},
				step{"bt 4", []string{`^#1 .*outer_b \(n=3\)`, `^#2 .* quickEntry `, `^#3 .* runtime\.asmcgocall`}},
				step{"delete", nil}, step{"break main.marker", nil}, step{"continue", []string{`outer_b\(3\) = [0-9]+`}},
				step{images, []string{`^images: 0$`}},
			)
		})
	}
}

// TestStripped: without a symbol table New says so; with one in another file a debugger
// sees all.
func TestStripped(t *testing.T) {
	citest.Need(t, "gdb", "gcc", "objcopy", "strip")
	objs := "load=" + compile(t, "gcc", "inner.c", "s", "-g") + "," + compile(t, "gcc", "outer.c", "s", "-g")
	bare, symbols := filepath.Join(t.TempDir(), "bare"), filepath.Join(t.TempDir(), "symbols")
	run(t, ".", nil, "objcopy", "--only-keep-debug", prog(t), symbols)
	run(t, ".", nil, "strip", "-o", bare, prog(t))
	programs := []string{bare}
	if !citest.Sample() {
		programs = append(programs, build(t, []string{"CGO_ENABLED=0"}, "-ldflags=-s"))
	}
	for _, p := range programs {
		out, err := exec.Command(p, objs).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "gdbjit: no symbol __jit_debug_register_code: program is stripped (-ldflags=-s)") {
			t.Errorf("%v: %s", err, out)
		}
	}
	lines := []string{"set environment " + quiet, "set debuginfod enabled off", "set width 0", "set breakpoint pending on", "handle SIGURG nostop noprint pass", "break inner_s"}
	session(t, "gdb", lines, []string{"-s", symbols, "-e", bare}, []step{
		{"run stripped " + objs + " call=outer_s", []string{`, inner_s \(x=21, p=0x[0-9a-f]+\) at testdata/inner\.c:5$`}},
		{"bt", []string{`^#1 .*outer_s \(n=3\)`, `^#2 .* quickEntry `}},
	})
}

// Test386: a 32-bit program.
func Test386(t *testing.T) {
	citest.Need(t, "gdb", "gcc", "/lib/ld-linux.so.2")
	citest.Need386(t)
	if citest.Sample() {
		t.Skip("builds a program")
	}
	objs := "load=" + compile(t, "gcc", "inner.c", "i", "-g", "-m32", "-fno-pic") + "," + compile(t, "gcc", "outer.c", "i", "-g", "-m32", "-fno-pic")
	gdb(t, build(t, []string{"GOARCH=386", "CGO_ENABLED=0"}), []string{objs, "call=outer_i", "unload=all"},
		step{"break inner_i", nil},
		step{"continue", []string{`, inner_i \(x=21, p=0x[0-9a-f]+\) at testdata/inner\.c:5$`}},
		step{"next", nil},
		step{"info locals", []string{`^y = 42$`}},
		step{"bt 3", []string{`^#1 .*outer_i \(n=3\)`, `^#2 .* cdecl386Entry `}},
		step{"delete", nil}, step{"break main.marker", nil}, step{"continue", []string{`outer_i\(3\) = [0-9]+`}},
		step{images, []string{`^images: 0$`}},
	)
}
