//go:build linux && (amd64 || arm64) && !rtdyld_nolinkname

package instances_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/instances"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/perf"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// TestPerf: a map has a line, and a dump a record, of each instance.
func TestPerf(t *testing.T) {
	m := &memory{}
	code := instantiate(t, enter(t, runtime.GOARCH), m, 20)
	dir := t.TempDir()
	lines, err := perf.NewMap(perf.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	dump, err := perf.NewDump(perf.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	batch, err := instances.New(rtdyld.Config{Memory: m, Listeners: []rtdyld.Listener{lines, dump}}).Show(t.Context(), code...)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(batch.Close(), lines.Close(), dump.Close()); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(lines.Path())
	if err != nil {
		t.Fatal(err)
	}
	records, err := os.ReadFile(dump.Path())
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n != len(code) {
		t.Errorf("%d lines:\n%s", n, text)
	}
	for _, c := range code {
		if line := fmt.Sprintf("%x %x %s\n", c.Addr, len(c.Mem), c.Name); !strings.Contains(string(text), line) {
			t.Errorf("no line %q", line)
		}
		if !strings.Contains(string(records), c.Name+"\x00"+string(c.Mem)) {
			t.Errorf("no record of %s", c.Name)
		}
	}
}

// crashSource has a function with a frame, which calls another one that reads where nothing is.
const crashSource = `
extern char HOLE;
static __attribute__((noinline)) long peek(volatile long *p) { return *p; }
long stencil(long n) {
	volatile long room[8];
	room[n & 7] = n;
	return peek((long *)&HOLE) + room[n & 7];
}
`

// TestCrash: Go's traceback of a program that crashes in an instance shows the names of the instance and of the Go code that called it.
func TestCrash(t *testing.T) {
	const variable = "RTDYLD_CRASH_IN_INSTANCE"
	if obj := os.Getenv(variable); obj != "" {
		crash(t, obj)
		return
	}
	cc := []string{"gcc"}
	if runtime.GOARCH == "arm64" {
		cc = []string{"clang", "--target=aarch64-linux-gnu"}
	}
	citest.Need(t, cc[0])
	obj := filepath.Join(t.TempDir(), "crash.o")
	compiler := exec.Command(cc[0], append(cc[1:], "-O2", "-fPIC", "-c", "-x", "c", "-", "-o", obj)...)
	compiler.Stdin = strings.NewReader(crashSource)
	if out, err := compiler.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	args := append(strings.Fields(os.Getenv("RTDYLD_EMULATOR")), os.Args[0], "-test.run", "^TestCrash$")
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), variable+"="+obj)
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("no crash:\n%s", out)
	}
	if !regexp.MustCompile(`second\n\tpc=0x[0-9a-f]+\nsecond\n\tpc=0x[0-9a-f]+\n\s*\n?(goroutine|runtime\.cgocall)[^$]*instances_test\.crash`).Match(out) {
		t.Errorf("%s", out)
	}
}

// crash calls the second of three instances.
func crash(t *testing.T, obj string) {
	ctx := t.Context()
	p, err := host.Open(host.Config{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := p.LinkerConfig()
	img, err := objfile.Open(obj)
	if err != nil {
		t.Fatal(err)
	}
	frames, err := instances.ReadFrames(ctx, img)
	if err != nil {
		t.Fatal(err)
	}
	tmpl, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Memory: cfg.Memory, Holes: []string{"HOLE"}})
	if err != nil {
		t.Fatal(err)
	}
	var all [3]rtdyld.Instance
	if err := tmpl.InstantiateAll(ctx, []uint64{8, 16, 24}, all[:]); err != nil {
		t.Fatal(err)
	}
	var code []instances.Code
	for i, name := range []string{"first", "second", "third"} {
		code = append(code, instances.Of(name, all[i], frames))
	}
	if _, err := instances.New(cfg).Show(ctx, code...); err != nil {
		t.Fatal(err)
	}
	at, _ := all[1].Symbol("stencil")
	f, err := abi.Func1[int64, int64](p.Caller(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Fatal(f(3))
}

// throwSource throws, and catches what comes through a function that it is given.
const throwSource = `
extern "C" int thrower(int n) { throw n + 1; }
extern "C" int catcher(int (*f)(int)) {
	try {
		return f(41);
	} catch (int n) {
		return n;
	}
}
`

// throughSource has a frame that exceptions go through.
const throughSource = `
extern int CALL(int);
int stencil(int n) {
	volatile int room[8];
	room[n & 7] = n;
	return CALL(n) + room[n & 7];
}
`

// TestException: an exception goes through an instance that the host's unwinder knows.
func TestException(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("g++ is the host's")
	}
	citest.Need(t, "gcc", "g++")
	ctx, dir := t.Context(), t.TempDir()
	compile := func(cc, lang, name, source string) *objfmt.ObjectImage {
		out := filepath.Join(dir, name)
		cmd := exec.Command(cc, "-O2", "-fPIC", "-c", "-x", lang, "-", "-o", out)
		cmd.Stdin = strings.NewReader(source)
		if msg, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, msg)
		}
		img, err := objfile.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { img.Close() })
		return img
	}
	p, err := host.Open(host.Config{Libraries: []string{"libstdc++.so.6"}})
	if err != nil {
		t.Skip(err)
	}
	defer p.Close()
	l, err := rtdyld.New(p.LinkerConfig())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(ctx, compile("g++", "c++", "throw.o", throwSource))
	if err == nil {
		err = l.Finalize(ctx, objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	catcher, err := l.Lookup("catcher")
	if err != nil {
		t.Fatal(err)
	}
	thrower, err := l.Lookup("thrower")
	if err != nil {
		t.Fatal(err)
	}
	img := compile("gcc", "c", "through.o", throughSource)
	frames, err := instances.ReadFrames(ctx, img)
	if err != nil {
		t.Fatal(err)
	}
	tmpl, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Memory: p.LinkerConfig().Memory, Holes: []string{"CALL"}})
	if err != nil {
		t.Fatal(err)
	}
	in, err := tmpl.Instantiate(ctx, thrower.Addr)
	if err != nil {
		t.Fatal(err)
	}
	batch, err := instances.New(p.LinkerConfig()).Show(ctx, instances.Of("through", in, frames))
	if err != nil {
		t.Fatal(err)
	}
	f, err := abi.Func1[uint64, int32](p.Caller(), catcher.Addr)
	if err != nil {
		t.Fatal(err)
	}
	if got := f(in.Addr()); got != 42 {
		t.Errorf("caught %d", got)
	}
	if err := errors.Join(batch.Close(), in.Release(ctx), tmpl.Close()); err != nil {
		t.Error(err)
	}
}
