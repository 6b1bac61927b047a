//go:build linux && amd64

package realtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// program is a C program of testdata made with an archive.
type program struct {
	source  string
	archive string
	header  string
	args    [2]string // of work and of main; an empty second is for the output
	small   string    // what stands for the first in most builds, "" for the same
}

const lib = "/usr/lib/x86_64-linux-gnu/"

var programs = []program{
	{source: "lua.c", archive: lib + "liblua5.4.a", header: "/usr/include/lua5.4/lua.h", args: [2]string{"testdata/script.lua"}},
	{source: "sqlite.c", archive: lib + "libsqlite3.a", header: "/usr/include/sqlite3.h", args: [2]string{"100000"}, small: "5000"},
	{source: "zlib.c", archive: lib + "libz.a", header: "/usr/include/zlib.h", args: [2]string{"67108864"}, small: "1048576"},
}

// builds are the ways in which the programs' own objects are compiled; the short form has
// the first and, by turns, a tenth of all.
var builds = []struct {
	name, cc string
	flags    []string
}{
	{"gcc-O2", "gcc", []string{"-O2"}}, // first: does the whole of the work
	{"gcc-O0", "gcc", []string{"-O0"}},
	{"gcc-O2-PIC", "gcc", []string{"-O2", "-fPIC"}},
	{"gcc-O0-PIC", "gcc", []string{"-O0", "-fPIC"}},
	{"gcc-O2-nonPIC", "gcc", []string{"-O2", "-fno-pic"}},
	{"gcc-O0-nonPIC", "gcc", []string{"-O0", "-fno-pic"}},
	{"gcc-O2-common", "gcc", []string{"-O2", "-fcommon"}},
	{"gcc-O2-noplt", "gcc", []string{"-O2", "-fPIC", "-fno-plt"}},
	{"gcc-O2-large", "gcc", []string{"-O2", "-fno-pic", "-mcmodel=large"}},
	{"gcc-O2-large-PIC", "gcc", []string{"-O2", "-fPIC", "-mcmodel=large"}},
	{"gcc-O2-sections", "gcc", []string{"-O2", "-ffunction-sections", "-fdata-sections"}},
	{"gcc-O2-debug", "gcc", []string{"-O2", "-g"}},
	{"clang-O2", "clang", []string{"-O2"}},
	{"clang-O0", "clang", []string{"-O0"}},
	{"clang-O2-PIC", "clang", []string{"-O2", "-fPIC"}},
	{"clang-O0-nonPIC", "clang", []string{"-O0", "-fno-pic"}},
	{"clang-O2-nonPIC", "clang", []string{"-O2", "-fno-pic"}},
	{"clang-O2-large", "clang", []string{"-O2", "-fno-pic", "-mcmodel=large"}},
	{"clang-O2-large-PIC", "clang", []string{"-O2", "-fPIC", "-mcmodel=large"}},
	{"clang-O2-sections", "clang", []string{"-O2", "-ffunction-sections", "-fdata-sections"}},
}

// TestMain removes what the tests share.
func TestMain(m *testing.M) {
	status := m.Run()
	if toolDir != "" {
		os.RemoveAll(toolDir)
	}
	os.Exit(status)
}

var toolDir string

// tool builds the command, once.
var tool = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "realtest")
	if err != nil {
		return "", err
	}
	toolDir = dir
	path := filepath.Join(dir, "rtdyld")
	return path, buildTool(path, "")
})

// buildTool builds the command with an environment and flags of the Go linker.
func buildTool(path, ldflags string, env ...string) error {
	cmd := exec.Command("go", "build", "-ldflags=-w "+ldflags, "-o", path, "../../cmd/rtdyld")
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// output runs a command that must succeed and returns its standard output.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(cmd.Args, " "), err, out.String(), errs.String())
	}
	return out.String()
}

// compile makes an object of a source in testdata.
func compile(t *testing.T, source, cc string, flags ...string) string {
	t.Helper()
	citest.Need(t, cc)
	obj := filepath.Join(t.TempDir(), strings.TrimSuffix(source, ".c")+".o")
	output(t, cc, append(append([]string{"-c", "-o", obj}, flags...), filepath.Join("testdata", source))...)
	return obj
}

// native links an object with the system's linker, statically against the archive.
func native(t *testing.T, obj, archive string) string {
	t.Helper()
	citest.Need(t, "gcc")
	prog := filepath.Join(t.TempDir(), "native")
	output(t, "gcc", "-no-pie", "-o", prog, obj, archive, "-lm", "-ldl", "-lpthread")
	return prog
}

// TestPrograms runs each program, compiled in each way, through the command and
// through the library, and has it print what it prints when the system's linker
// links it.
func TestPrograms(t *testing.T) {
	for _, p := range programs {
		t.Run(strings.TrimSuffix(p.source, ".c"), func(t *testing.T) {
			citest.Need(t, p.archive, p.header, "gcc")
			whole, small := p.args[0], p.small
			if small == "" {
				small = whole
			}
			if citest.Sample() {
				whole = small
			}
			prog := native(t, compile(t, p.source, "gcc", "-O2"), p.archive)
			want := map[string]string{}
			for _, arg := range []string{whole, small} {
				if want[arg] == "" {
					want[arg] = output(t, prog, arg, "-")
				}
			}
			for i, b := range builds {
				if citest.Sample() && i != 0 && i%10 != citest.Turn(10) {
					continue
				}
				arg := small
				if i == 0 {
					arg = whole
				}
				t.Run(b.name, func(t *testing.T) {
					obj := compile(t, p.source, b.cc, b.flags...)
					rtdyld, err := tool()
					if err != nil {
						t.Fatal(err)
					}
					got := output(t, rtdyld, "run", "-lib", "libm.so.6", obj, p.archive, "--", arg, "-")
					if diff := cmp.Diff(want[arg], got); diff != "" {
						t.Errorf("rtdyld run prints something else (-system +ours):\n%s", diff)
					}
					if diff := cmp.Diff(want[arg], work(t, obj, p.archive, arg)); diff != "" {
						t.Errorf("the library makes something else (-system +ours):\n%s", diff)
					}
				})
			}
		})
	}
}

// work loads an object with an archive into this process, calls its work(arg, FILE)
// and returns what it wrote.
func work(t *testing.T, obj, archive, arg string) string {
	t.Helper()
	p, err := host.Open(host.Config{Libraries: []string{"libm.so.6"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	out := filepath.Join(t.TempDir(), "out")
	if err := cycle(p, obj, archive, arg, out); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// cycle opens, loads, links, calls and unloads a program.
func cycle(p *host.Process, obj, archive, arg, out string) error {
	ctx := context.Background()
	l, err := rtdyld.New(p.LinkerConfig())
	if err != nil {
		return err
	}
	objs, err := load(ctx, l, obj, archive)
	if err != nil {
		return err
	}
	sym, err := l.Lookup("work")
	if err != nil {
		return fmt.Errorf("%s defines no work", obj)
	}
	caller, err := host.Caller()
	if err != nil {
		return err
	}
	f, err := abi.Func2[unsafe.Pointer, unsafe.Pointer, int32](caller, sym.Addr)
	if err != nil {
		return err
	}
	if status := f(cstring(arg), cstring(out)); status != 0 {
		return fmt.Errorf("work returned %d", status)
	}
	if err := l.Unload(ctx, objs...); err != nil {
		return err
	}
	return l.CloseContext(ctx)
}

// load links an object and what it needs of an archive; all of it without an object.
func load(ctx context.Context, l *rtdyld.Linker, obj, archive string) ([]*rtdyld.Object, error) {
	a, err := ar.Open(archive)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	archives := []*ar.Archive{a}
	var imgs []*objfmt.ObjectImage
	if obj != "" {
		img, err := objfile.Open(obj)
		if err != nil {
			return nil, err
		}
		imgs, err = rtdyld.Collect(ctx, []*objfmt.ObjectImage{img}, archives, nil)
		if err != nil {
			return nil, err
		}
	} else if imgs, err = rtdyld.CollectAll(ctx, nil, archives); err != nil {
		return nil, err
	}
	objs, err := l.Load(ctx, imgs...)
	if err == nil {
		err = l.Finalize(ctx, objs...)
	}
	for _, img := range imgs {
		img.Close() // the linker has its own hold
	}
	return objs, err
}

// cstring is a string for C.
func cstring(s string) unsafe.Pointer { return unsafe.Pointer(&append([]byte(s), 0)[0]) }

// TestCycles: a thousand times Lua is opened, linked, used and unloaded, and
// neither memory nor mappings grow.
func TestCycles(t *testing.T) {
	lua := programs[0]
	citest.Need(t, lua.archive, lua.header, "gcc")
	obj := compile(t, lua.source, "gcc", "-O2")
	dir := t.TempDir()
	script, out := filepath.Join(dir, "s.lua"), filepath.Join(dir, "out")
	const text = `local t = {} for i = 1, 100 do t[i] = tostring(i) end print(#table.concat(t), pcall(error, "x"))`
	if err := os.WriteFile(script, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := host.Open(host.Config{Libraries: []string{"libm.so.6"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	many := 1000
	if citest.Sample() {
		many = 100
	}
	run := func(n int) (rss, maps int) {
		for range n {
			if err := cycle(p, obj, lua.archive, script, out); err != nil {
				t.Fatal(err)
			}
		}
		debug.FreeOSMemory()
		return resident(t), mappings(t)
	}
	rss0, maps0 := run(many / 10) // what is made once is made
	var rss1, maps1 int
	for try := 1; ; try++ { // once the heap or the number of threads may grow
		rss1, maps1 = run(many)
		t.Logf("%d KiB, %d mappings; after %d cycles: %d KiB, %d mappings", rss0, maps0, many, rss1, maps1)
		if try == 4 || rss1-rss0 <= 2048 && maps1-maps0 <= 8 {
			break
		}
		rss0, maps0 = rss1, maps1
	}
	if data, err := os.ReadFile(out); err != nil || string(data) != "192\tfalse\tx\n" {
		t.Errorf("the last cycle wrote %q, %v", data, err)
	}
	if grown := rss1 - rss0; grown > 2048 { // 2 bytes a cycle and kilobyte loaded would be 400 KiB
		t.Errorf("memory grew by %d KiB in %d cycles", grown, many)
	}
	if grown := maps1 - maps0; grown > 8 { // threads that Go's scheduler started meanwhile
		t.Errorf("mappings grew by %d in %d cycles", grown, many)
	}
}

// resident is the memory in use, KiB.
func resident(t *testing.T) int {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(data), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize() / 1024
}

// mappings is the number of pieces of address space in use.
func mappings(t *testing.T) int {
	t.Helper()
	data, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(data), "\n")
}
