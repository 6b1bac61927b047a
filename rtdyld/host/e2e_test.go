//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// builds are the ways in which test programs are compiled.
var builds = []struct {
	name, cc string
	flags    []string
}{
	{"gcc-O0", "gcc", []string{"-O0"}},
	{"gcc-O2", "gcc", []string{"-O2"}},
	{"gcc-O2-PIC", "gcc", []string{"-O2", "-fPIC"}},
	{"gcc-O2-nonPIC", "gcc", []string{"-O2", "-fno-pic"}},
	{"gcc-O0-nonPIC", "gcc", []string{"-O0", "-fno-pic"}},
	{"gcc-O2-large", "gcc", []string{"-O2", "-fno-pic", "-mcmodel=large"}},
	{"gcc-O2-sections", "gcc", []string{"-O2", "-ffunction-sections", "-fdata-sections"}},
	{"clang-O0", "clang", []string{"-O0"}},
	{"clang-O2-PIC", "clang", []string{"-O2", "-fPIC"}},
	{"clang-O2-nonPIC", "clang", []string{"-O2", "-fno-pic"}},
	{"clang-O2-large", "clang", []string{"-O2", "-fno-pic", "-mcmodel=large"}},
	{"clang-O2-thumb", "clang", []string{"-O2", "-mthumb", "-ffunction-sections"}},
}

// eachBuild runs a test for each of the builds; in short form for a third of them, each
// test for others.
func eachBuild(t *testing.T, f func(t *testing.T, cc string, flags []string)) {
	for i, b := range builds {
		if citest.Sample() && (i+len(t.Name()))%3 != 0 {
			continue
		}
		if b.cc == "gcc" && gcc() != "gcc" || strings.HasSuffix(b.name, "-large") && runtime.GOARCH != "amd64" ||
			strings.HasSuffix(b.name, "-thumb") && runtime.GOARCH != "arm" {
			continue
		}
		t.Run(b.name, func(t *testing.T) { f(t, b.cc, b.flags) })
	}
}

// TestInit: constructors get what glibc gives them and, like destructors and exit
// handlers, run in the order in which the system's linker has them run.
func TestInit(t *testing.T) {
	eachBuild(t, func(t *testing.T, cc string, flags []string) {
		_, read := notes(t)
		args := []string{"program", "first argument", "second"}
		cmd := citest.Command(native(t, cc, []string{"init.c", "note.c"}, flags...), args[1:]...)
		run(t, cmd)
		want := read()

		p := open(t, Config{Args: args})
		l := newLinker(t, p)
		load(t, l, object(t, cc, "note.c", flags...))
		obj := load(t, l, object(t, cc, "init.c", flags...))
		if n := p.live.Load(); n != 2 {
			t.Errorf("%d objects live", n)
		}
		if err := p.Close(); !errors.Is(err, ErrInUse) {
			t.Errorf("close: %v", err)
		}
		if r := call0[int32](t, l, "main"); r != 0 {
			t.Errorf("main returned %d", r)
		}
		if err := l.Unload(t.Context(), obj...); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, read()); diff != "" || want == "" {
			t.Errorf("ran otherwise than the system has it (-system +ours):\n%s", diff)
		}
	})
}

// TestInitEnv: constructors are shown the environment asked for.
func TestInitEnv(t *testing.T) {
	_, read := notes(t)
	p := open(t, Config{Args: []string{"a", "b"}, Env: []string{}})
	l := newLinker(t, p)
	load(t, l, object(t, "gcc", "note.c"))
	obj := load(t, l, object(t, "gcc", "init.c"))
	if s := read(); !strings.Contains(s, "argc 2, argv[1] b") || !strings.Contains(s, "envp empty") {
		t.Errorf("constructors were told\n%s", s)
	}
	if err := l.Unload(t.Context(), obj...); err != nil {
		t.Error(err)
	}
}

// TestInitErrors: a list with a function at no address is refused before any runs.
func TestInitErrors(t *testing.T) {
	p := open(t, Config{})
	in := p.cfg.Initializer
	var ie *InitError
	if err := in.Init(t.Context(), nil, []uint64{0xbad, 0}); !errors.As(err, &ie) || ie.Fini || ie.N != 1 {
		t.Errorf("init: %v", err)
	}
	if err := in.Fini(t.Context(), nil, []uint64{0xbad, 0xbad, 0}); !errors.As(err, &ie) || !ie.Fini || ie.N != 2 {
		t.Errorf("fini: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := in.Init(ctx, nil, []uint64{0xbad}); !errors.Is(err, context.Canceled) {
		t.Errorf("init: %v", err)
	}
}

// TestExceptions: C++ objects are made and destroyed as in a program, and
// exceptions pass through loaded frames on many threads at a time.
func TestExceptions(t *testing.T) {
	eachBuild(t, func(t *testing.T, cc string, flags []string) {
		_, read := notes(t)
		prog := native(t, cc, []string{"except.cc", "note.c"}, flags...)
		run(t, citest.Command(prog))
		want := read()

		p := open(t, Config{Libraries: []string{"libstdc++.so.6"}})
		l := newLinker(t, p)
		load(t, l, object(t, cc, "note.c", flags...))
		obj := load(t, l, object(t, cc, "except.cc", flags...))
		if r := call0[int32](t, l, "main"); r != 0 {
			t.Errorf("main returned %d", r)
		}
		const times = 100
		var wg sync.WaitGroup
		throw, err := abi.Func1[int32, int32](caller(t), lookup(t, l, "throw_many"))
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			wg.Go(func() {
				if got := throw(times); got != 2*times {
					t.Errorf("%d of %d exceptions arrived", got, 2*times)
				}
			})
		}
		wg.Wait()
		if err := l.Unload(t.Context(), obj...); err != nil {
			t.Fatal(err)
		}
		if n := len(p.frameUnwinder().known); n > 1 { // note.c's
			t.Errorf("%d sections are still registered", n)
		}
		if diff := cmp.Diff(want, read()); diff != "" || want == "" {
			t.Errorf("ran otherwise than the system has it (-system +ours):\n%s", diff)
		}
	})
}

// TestExceptionsBetweenObjects: what one object throws another catches, by types
// that both have, loaded together or one after the other.
func TestExceptionsBetweenObjects(t *testing.T) {
	eachBuild(t, func(t *testing.T, cc string, flags []string) {
		p := open(t, Config{Libraries: []string{"libstdc++.so.6"}})
		thrower, catcher := object(t, cc, "thrower.cc", flags...), object(t, cc, "catcher.cc", flags...)
		for _, together := range []bool{true, false} {
			l := newLinker(t, p)
			if together {
				load(t, l, catcher, thrower)
			} else {
				load(t, l, thrower)
				load(t, l, catcher)
			}
			for what, want := range []int32{7, 100, 200, 90, -1} {
				if got := call1[int32, int32](t, l, "catch_it", int32(what)); got != want {
					t.Errorf("together %v: %d was caught as %d, want %d", together, what, got, want)
				}
			}
		}
	})
}

// needLibcxx skips tests of LLVM's C++ library on all machines but one: Debian
// has it for the machine itself alone.
func needLibcxx(t *testing.T) {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		t.Skip("for x86-64")
	}
	citest.Need(t, "clang++")
}

// TestExceptionsLLVM: a program of LLVM's C++ library, whose unwinder takes frames
// one by one.
func TestExceptionsLLVM(t *testing.T) {
	const lib = "-stdlib=libc++"
	needLibcxx(t)
	dir := t.TempDir()
	prog := filepath.Join(dir, "program")
	build := exec.Command("clang++", lib, "-o", prog, source("except.cc"), "-x", "c++", source("note.c"))
	if out, err := build.CombinedOutput(); err != nil {
		unavailable(t, fmt.Errorf("no libc++: %w\n%s", err, out))
	}
	_, read := notes(t)
	run(t, citest.Command(prog))
	want := read()

	p := open(t, Config{Libraries: []string{"libc++.so.1"}})
	l := newLinker(t, p)
	load(t, l, object(t, "clang", "note.c"))
	obj := load(t, l, object(t, "clang", "except.cc", lib))
	if r := call0[int32](t, l, "main"); r != 0 {
		t.Errorf("main returned %d", r)
	}
	if err := l.Unload(t.Context(), obj...); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, read()); diff != "" || want == "" {
		t.Errorf("ran otherwise than the system has it (-system +ours):\n%s", diff)
	}
}

// TestExceptionsMixed: after a program of LLVM's library, one of libstdc++. Then
// libgcc_s may have been bound to parts of LLVM's unwinder. A process of its own
// sees to it that nothing was loaded before.
func TestExceptionsMixed(t *testing.T) {
	const env = "RTDYLD_TEST_MIXED"
	if os.Getenv(env) == "" {
		needLibcxx(t)
		cmd := citest.Command(os.Args[0], "-test.run=^TestExceptionsMixed$")
		cmd.Env = append(os.Environ(), env+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	t.Setenv("NOTES", "/dev/null")
	for _, v := range [][]string{{"libc++.so.1", "clang", "-stdlib=libc++"}, {"libstdc++.so.6", "gcc", "-O2"}, {"libc++.so.1", "clang", "-stdlib=libc++"}} {
		p, err := Open(Config{Libraries: v[:1]})
		if err != nil {
			return // the other tests say so
		}
		l := newLinker(t, p)
		load(t, l, object(t, v[1], "note.c"), object(t, v[1], "except.cc", v[2]))
		if n := call1[int32, int32](t, l, "throw_many", 10); n != 20 {
			t.Errorf("%s: %d exceptions", v[0], n)
		}
	}
}

// TestSmall asks how an object is bound to the process.
func TestSmall(t *testing.T) {
	eachBuild(t, func(t *testing.T, cc string, flags []string) {
		if runtime.GOARCH == "s390x" && !slices.Contains(flags, "-fPIC") {
			t.Skip("a weak name that nobody defines is out of reach of LARL")
		}
		p := open(t, Config{})
		l := newLinker(t, p)
		load(t, l, object(t, cc, "small.c", flags...))
		sym := func(name string) uintptr { return uintptr(resolve(t, p, name)[0].Addr) }
		if got, want := call0[uintptr](t, l, "get_stdout"), peek[uintptr](sym("stdout")); got != want {
			t.Errorf("stdout is %#x, want %#x", got, want)
		}
		if got, want := peek[uintptr](call0[uintptr](t, l, "addr_environ")), peek[uintptr](sym("environ")); got != want {
			t.Errorf("environ is %#x, want %#x", got, want)
		}
		copied := map[string]bool{}
		for _, c := range l.Copies() {
			copied[c.Name] = true
		}
		if got, want := call0[uintptr](t, l, "addr_stdout"), sym("stdout"); got != want && !copied["stdout"] {
			t.Errorf("&stdout is %#x, want %#x; copies %v", got, want, copied)
		}
		for name, want := range map[string]int32{"bad_close": 9, "weak_func": 42, "weak_data": 43} {
			if got := call0[int32](t, l, name); got != want {
				t.Errorf("%s is %d, want %d", name, got, want)
			}
		}
		if got := call1[uint32, int32](t, l, "element", 1); got != 5 {
			t.Errorf("element is %d", got)
		}
	})
}

// TestLowCopies: code that holds 32-bit addresses lies out of libc's reach, so
// that libc's data is copied and its functions get stubs, one for all objects.
func TestLowCopies(t *testing.T) {
	citest.Host(t, "linux", "amd64") // elsewhere the code reaches all of the process
	p := open(t, Config{})
	l := newLinker(t, p)
	// -fPIC objects see the same addresses as non-PIC ones, whichever comes first.
	low := object(t, "gcc", "small.c", "-O2", "-fno-pic", "-Daddr_puts=low_puts", "-Daddr_memcpy=low_memcpy", "-Dtable=low_table",
		"-Dget_stdout=low_stdout", "-Daddr_stdout=low_addr_stdout", "-Daddr_environ=low_environ", "-Dbad_close=low_close", "-Dweak_func=low_weak_func",
		"-Dweak_data=low_weak_data", "-Delement=low_element", "-Dmiddle=low_middle")
	load(t, l, low, object(t, "gcc", "small.c", "-O2", "-fPIC"))
	if a := call0[uintptr](t, l, "low_puts"); a >= 1<<31 {
		t.Errorf("puts is at %#x: not low", a)
	}
	for _, f := range []string{"puts", "memcpy"} {
		if a, b := call0[uintptr](t, l, "low_"+f), call0[uintptr](t, l, "addr_"+f); a != b {
			t.Errorf("&%s is %#x and %#x", f, a, b)
		}
	}
	if a, b := call0[uintptr](t, l, "low_addr_stdout"), call0[uintptr](t, l, "addr_stdout"); a != b {
		t.Errorf("&stdout is %#x and %#x", a, b)
	}
	var stdout *rtdyld.Copy
	for _, c := range l.Copies() {
		if c.Name == "stdout" {
			stdout = &c
		}
	}
	sym := resolve(t, p, "stdout")[0]
	if stdout == nil || stdout.From != sym.Addr || stdout.Size != sym.Size || stdout.Addr >= 1<<31 {
		t.Fatalf("copies %+v, want stdout's %d bytes from %#x", l.Copies(), sym.Size, sym.Addr)
	}
	if got, want := peek[uintptr](uintptr(stdout.Addr)), peek[uintptr](uintptr(sym.Addr)); got != want {
		t.Errorf("copy holds %#x, libc's stdout %#x", got, want)
	}
}

// TestCanonicalFunctions: a function has one address in all objects of a linker.
func TestCanonicalFunctions(t *testing.T) {
	rename := []string{"-Daddr_puts=other_puts", "-Daddr_memcpy=other_memcpy", "-Dtable=other_table", "-Dget_stdout=other_stdout",
		"-Daddr_stdout=other_addr_stdout", "-Daddr_environ=other_environ", "-Dbad_close=other_close", "-Dweak_func=other_weak_func",
		"-Dweak_data=other_weak_data", "-Delement=other_element", "-Dmiddle=other_middle"}
	for _, flags := range [][]string{{"-fPIC"}, {"-fpie"}, {"-fno-pic", "-mcmodel=large"}, {"-O2", "-fno-plt", "-fPIC"}} {
		if flags[0] == "-fno-pic" && runtime.GOARCH != "amd64" {
			continue
		}
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			l := newLinker(t, open(t, Config{}))
			load(t, l, object(t, "gcc", "small.c", "-O2", "-fPIC"), object(t, "gcc", "small.c", append(rename, flags...)...))
			for _, f := range []string{"puts", "memcpy"} {
				if a, b := call0[uintptr](t, l, "addr_"+f), call0[uintptr](t, l, "other_"+f); a != b {
					t.Errorf("&%s is %#x and %#x", f, a, b)
				}
			}
		})
	}
}

// TestTLSOfProcess: a name that is a thread-local of libc is no address.
func TestTLSOfProcess(t *testing.T) {
	for _, flags := range [][]string{{"-fno-pic"}, {"-fPIC"}} {
		l := newLinker(t, open(t, Config{}))
		objs, err := l.Load(t.Context(), object(t, "gcc", "errno.c", flags...))
		if err == nil {
			err = l.Finalize(t.Context(), objs...)
		}
		if !errors.Is(err, rtdyld.ErrTLS) {
			t.Errorf("%v: %v", flags, err)
		}
	}
}

// TestUndefined: a name that nobody has is an error that names it.
func TestUndefined(t *testing.T) {
	l := newLinker(t, open(t, Config{}))
	objs, err := l.Load(t.Context(), object(t, "gcc", "init.c")) // note is missing
	if err != nil {
		t.Fatal(err)
	}
	err = l.Finalize(t.Context(), objs...)
	var ue *rtdyld.UndefinedError
	if !errors.As(err, &ue) || len(ue.Symbols) != 1 || ue.Symbols[0].Name != "note" {
		t.Error(err)
	}
}

// TestExitHandlers: what an object registered goes when it is unloaded, and only
// what it registered.
func TestExitHandlers(t *testing.T) {
	_, read := notes(t)
	p := open(t, Config{})
	l := newLinker(t, p)
	load(t, l, object(t, "gcc", "note.c"))
	names := []string{"one", "two"}
	var imgs []*objfmt.ObjectImage
	for _, n := range names {
		var flags []string
		for _, f := range []string{"register_all", "register_foreign", "leave_quickly", "fork_once"} {
			flags = append(flags, fmt.Sprintf("-D%s=%s_%s", f, f, n))
		}
		imgs = append(imgs, object(t, "gcc", "exits.c", append(flags, fmt.Sprintf("-DNAME=%q", n))...))
	}
	one, two := load(t, l, imgs[0]), load(t, l, imgs[1])
	for _, n := range names {
		if r := call0[int32](t, l, "register_all_"+n); r != 0 {
			t.Errorf("%s: registering returned %d", n, r)
		}
	}
	check := func(when, want string) {
		t.Helper()
		if diff := cmp.Diff(want, read()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	check("registered", "")
	fork := func(n string) {
		t.Helper()
		if r := call0[int32](t, l, "fork_once_"+n); r != 3 {
			t.Errorf("child ended with %d", r)
		}
	}
	// prepare handlers run in reverse, parent handlers in order.
	fork("one")
	check("fork with both", "two: prepare\none: prepare\none: parent\ntwo: parent\n")
	if err := l.Unload(t.Context(), one...); err != nil {
		t.Fatal(err)
	}
	check("one unloaded", "one: atexit\n")
	fork("two")
	check("fork with two", "two: prepare\ntwo: parent\n")
	if err := l.Unload(t.Context(), two...); err != nil {
		t.Fatal(err)
	}
	check("two unloaded", "two: atexit\n")
}

// TestUnloadOrder: unloading all goes in reverse, static objects of the last first.
func TestUnloadOrder(t *testing.T) {
	_, read := notes(t)
	p := open(t, Config{})
	l := newLinker(t, p)
	noteObj := load(t, l, object(t, "gcc", "note.c"))
	rename := func(n string) *objfmt.ObjectImage {
		var flags []string
		for _, f := range []string{"register_all", "register_foreign", "leave_quickly", "fork_once"} {
			flags = append(flags, fmt.Sprintf("-D%s=%s_%s", f, f, n))
		}
		return object(t, "gcc", "exits.c", append(flags, fmt.Sprintf("-DNAME=%q", n))...)
	}
	objs := load(t, l, rename("a"), rename("b"), rename("c"))
	for _, n := range []string{"a", "b", "c"} {
		call0[int32](t, l, "register_all_"+n)
	}
	if err := l.Unload(t.Context(), append(objs, noteObj...)...); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("c: atexit\nb: atexit\na: atexit\n", read()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSlabNearLibc: the process's slab is where code reaches libc directly.
func TestSlabNearLibc(t *testing.T) {
	text, _ := allocate(t, make([]byte, 16), 1, nil)
	c, err := getLibc()
	if err != nil {
		t.Fatal(err)
	}
	lib := c.loadedImages().at(c.malloc)
	far := max(int64(lib.hi)-int64(text.Addr), int64(text.Addr)-int64(lib.lo))
	t.Logf("slab at %#x, %s at %#x to %#x: %d MiB", text.Addr, lib.name, lib.lo, lib.hi, far>>20)
	if far >= 1<<31 {
		t.Errorf("%d MiB from libc", far>>20)
	}
}

// TestConfig: the short way is as good as the long one.
func TestConfig(t *testing.T) {
	cfg, err := LinkerConfig("libm.so.6")
	if err != nil {
		t.Fatal(err)
	}
	if !cfg.SectionsStay || cfg.Memory == nil || cfg.Resolver == nil || cfg.Unwinder == nil || cfg.Initializer == nil || cfg.ReadMemory == nil || len(cfg.Listeners) == 0 {
		t.Errorf("not ready: %+v", cfg)
	}
	out := make([]rtdyld.Symbol, 1)
	if err := cfg.Resolver.Resolve(t.Context(), []rtdyld.Ref{{Name: "cbrt"}}, out); err != nil || out[0].Kind != rtdyld.Func {
		t.Errorf("cbrt: %+v, %v", out[0], err)
	}
	if _, err := LinkerConfig("/nonexistent.so"); err == nil {
		t.Error("a library that does not exist was opened")
	}
	own := &failing{}
	p := open(t, Config{Memory: own})
	if p.LinkerConfig().Memory != own {
		t.Error("memory manager is not the caller's")
	}
}

type failing struct{}

func (*failing) Allocate(context.Context, []rtdyld.Request) (rtdyld.Allocation, error) {
	return nil, errors.New("no memory")
}
