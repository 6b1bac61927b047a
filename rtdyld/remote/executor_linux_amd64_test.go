package remote_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// word is a function of no arguments.
var word = abi.Signature{Result: abi.Uint64}

// runFolder has objects of every usual kind for an architecture.
func runFolder(arch string) string {
	return filepath.Join("..", "..", "testdata", "run", "elf-"+strings.NewReplacer("x86_64", "amd64", "aarch64", "arm64").Replace(arch))
}

// program opens the objects of one build of testdata/run.
func program(t testing.TB, folder, build string) (imgs []*objfmt.ObjectImage) {
	t.Helper()
	for _, name := range []string{"exec", "other", "far"} {
		img, err := objfile.Open(filepath.Join(folder, name+"-"+build+".o"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { img.Close() })
		imgs = append(imgs, img)
	}
	return imgs
}

// expected are the results of a native program.
func expected(t testing.TB) map[string]uint64 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "run", "exec.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]uint64{}
	for line := range strings.Lines(string(text)) {
		name, hex, _ := strings.Cut(strings.TrimSpace(line), " ")
		v, err := strconv.ParseUint(hex, 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		want["test_"+name] = v
	}
	return want
}

// linker makes one for an executor.
func linker(t testing.TB, e *remote.Executor) *rtdyld.Linker {
	t.Helper()
	cfg, err := e.LinkerConfig()
	if err != nil {
		t.Fatal(err)
	}
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// runProgram has every test of a program give what it gives in a native one.
func runProgram(t *testing.T, e *remote.Executor, imgs []*objfmt.ObjectImage) {
	t.Helper()
	l := linker(t, e)
	objs, err := l.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	for name, want := range expected(t) {
		sym, err := l.Lookup(name)
		if err != nil {
			t.Fatalf("no %s", name)
		}
		got, err := e.Call(t.Context(), sym.Addr, word, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s: %#x, a native program has %#x", name, got, want)
		}
		if at, ok := e.Locate(sym.Addr + 1); !ok || at.Symbol != name || at.Offset != 1 {
			t.Errorf("%s+1 is located at %v", name, at)
		}
	}
	if err := l.Unload(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestRun: code of every usual kind runs in a child as it does natively, with shared
// memory, with streamed contents, and where a unit of memory is a page.
func TestRun(t *testing.T) {
	for _, kind := range []string{"shared", "streamed", "unit"} {
		t.Run(kind, func(t *testing.T) {
			cmd := helperCommand(kind)
			cmd.Stream = kind == "streamed"
			e := start(t, cmd)
			if e.Hello().Shared != (kind == "shared") {
				t.Errorf("memory is shared: %t", e.Hello().Shared)
			}
			folder := runFolder(e.Hello().Triple.Arch.String())
			builds, err := filepath.Glob(filepath.Join(folder, "exec-*.o"))
			if err != nil || len(builds) == 0 {
				t.Fatalf("%d builds, %v", len(builds), err)
			}
			for _, path := range builds {
				build := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "exec-"), ".o")
				t.Run(build, func(t *testing.T) { runProgram(t, e, program(t, folder, build)) })
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNoSandbox: an executor that is not in the sandbox it was started for is not used.
func TestNoSandbox(t *testing.T) {
	for kind, why := range map[string]string{"": "says nothing of it", "sandbox": "too much sand"} {
		cmd := helperCommand(kind)
		e, err := remote.Start(t.Context(), cmd)
		if err != nil {
			t.Fatal(err)
		}
		e.Close()
		cmd.Limits.Sandbox = true
		e, err = remote.Start(t.Context(), cmd)
		var failed *remote.StartError
		if !errors.Is(err, remote.ErrNoSandbox) || !errors.As(err, &failed) || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v", kind, err)
		}
		if err == nil {
			e.Close()
		}
	}
}
