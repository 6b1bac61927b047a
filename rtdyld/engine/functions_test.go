package engine_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/triple"
)

// stubbed is a configuration with stubs that nobody calls.
func stubbed() engine.Config {
	return engine.Config{Callback: func(func(_, _ uint64) uint64) (uint64, error) { return 1, nil }}
}

// stubbedFor is that for objects of a folder of testdata.
func stubbedFor(t *testing.T, path string) engine.Config {
	format, _, _ := strings.Cut(path, "-")
	target, err := triple.Parse(map[string]string{"elf": "x86_64-unknown-linux-gnu", "coff": "x86_64-pc-windows-msvc", "macho": "x86_64-apple-macosx"}[format])
	if err != nil {
		t.Fatal(err)
	}
	cfg := stubbed()
	cfg.Linker.Triple = target
	return cfg
}

// TestFunctionsNameVariables: what the symbol table says is no function is refused as one,
// of an object when it is added, of a source when it is compiled.
func TestFunctionsNameVariables(t *testing.T) {
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.FromSlash("../../testdata/" + name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct{ file, name, want string }{
		{"elf-link/x_strong.o", "x", "x is a variable"},
		{"elf-link/x_common8.o", "x", "x is a variable"},
		{"coff-amd64/addr64.o", "var", "var is a variable"},
		{"macho-amd64/indirect.o", "_own", "_own is a variable"},
		{"elf-link/x_strong.o", "y", engine.ErrNotFound.Error()},
	} {
		_, err := newRig(t, stubbedFor(t, c.file)).Add(t.Context(), engine.Input{Name: c.file, Object: read(c.file), Functions: []string{c.name}})
		if !errors.Is(err, engine.ErrInput) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.file, err)
		}
	}
	ran := 0
	cfg := stubbed()
	cfg.Compiler = fixed{read("elf-link/x_strong.o")}
	cfg.OnLoaded = loaded(func() { ran++ })
	r := newRig(t, cfg)
	if _, err := r.Add(t.Context(), engine.Input{Name: "m", Source: &compiler.Source{}, Functions: []string{"x"}}); err != nil {
		t.Fatal(err)
	}
	f := r.function("x")
	for range 2 {
		if _, err := f.Call(); !errors.Is(err, engine.ErrInput) || !strings.Contains(err.Error(), "x is a variable") {
			t.Errorf("source: %v", err)
		}
	}
	if ran != 0 {
		t.Error("it is loaded")
	}
}

// TestFunctionsLikeNM: what llvm-nm says is code is taken as a function, what it says is
// data is refused, in all formats.
func TestFunctionsLikeNM(t *testing.T) {
	citest.Need(t, "llvm-nm-14")
	taken, refused := 0, 0
	for _, dir := range []string{"elf-link", "coff-amd64", "macho-amd64"} {
		files, err := filepath.Glob(filepath.FromSlash("../../testdata/" + dir + "/*.o"))
		if err != nil || len(files) < 10 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			object, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command("llvm-nm-14", "--extern-only", "--defined-only", file).Output()
			if err != nil {
				continue // on purpose broken
			}
			for line := range strings.Lines(string(out)) {
				f := strings.Fields(line)
				if len(f) != 3 || !strings.Contains("TDBRCS", f[1]) {
					continue
				}
				_, err := newRig(t, stubbedFor(t, dir)).Add(t.Context(), engine.Input{Name: file, Object: object, Functions: []string{f[2]}})
				switch {
				case errors.Is(err, objfmt.ErrFormat):
				case f[1] == "T" && err == nil:
					taken++
				case f[1] != "T" && err != nil && strings.Contains(err.Error(), "is a variable"):
					refused++
				default:
					t.Errorf("%s: %s is %s: %v", file, f[2], f[1], err)
				}
			}
		}
	}
	t.Logf("%d functions, %d variables", taken, refused)
	if taken < 50 || refused < 20 {
		t.Error("that is too few")
	}
}

// TestDetachReasons: what cannot be detached as Detach says is refused with the reason, and
// stays as it is.
func TestDetachReasons(t *testing.T) {
	r := newRig(t, stubbed())
	added := r.add("added", "def a")
	behind, err := r.Add(t.Context(), engine.Input{Name: "behind", Source: &compiler.Source{Text: []byte("def f\nref used")}, Functions: []string{"f"}})
	if err != nil {
		t.Fatal(err)
	}
	used := r.add("used", "def used")
	caller := r.add("caller", "def caller\nref f")
	r.lookup("caller")
	if _, err := r.function("f").Call(); err != nil {
		t.Fatal(err)
	}
	gone := r.add("gone", "def gone")
	if err := r.Remove(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		m    *engine.Module
		want error
		says string
	}{
		{added, engine.ErrNotFinalized, "module added: detach: module is not finalized but added"},
		{behind, objfmt.ErrUnsupported, "module behind: detach: not supported: its functions are called through stubs"},
		{caller, objfmt.ErrUnsupported, "calls f through a stub"},
		{used, rtdyld.ErrInUse, "in use by behind"},
		{gone, engine.ErrRemoved, "module gone: detach"},
	} {
		before := c.m.State()
		d, err := r.Detach(context.Background(), c.m)
		var of *engine.ModuleError
		if d != nil || !errors.Is(err, c.want) || !errors.As(err, &of) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.m.Name(), err)
		}
		state(t, c.m, before)
	}
	r.lookup("a") // as if nothing had been
	if _, err := r.function("f").Call(); err != nil {
		t.Error(err)
	}
	d, err := r.Detach(context.Background(), added)
	if err != nil {
		t.Fatal(err)
	}
	state(t, added, engine.Removed)
	if err := d.Release(t.Context()); err != nil {
		t.Error(err)
	}
}
