package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestSpellings: one target however it is spelled; with and without a module that states it first.
func TestSpellings(t *testing.T) {
	source := func(s string) engine.Input {
		tr, err := triple.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return engine.Input{Name: s, Source: &compiler.Source{Triple: tr, Text: []byte("def " + s)}}
	}
	for _, first := range []string{"", "x86_64-pc-linux-gnu", "amd64-linux"} {
		r := newRig(t, engine.Config{})
		if first != "" {
			if _, err := r.Add(t.Context(), source(first)); err != nil {
				t.Fatal(err)
			}
		}
		for s, fits := range map[string]bool{
			"x86_64-unknown-linux-gnu": true, "x86_64-linux-gnu": true, "x86_64-redhat-linux": true, "x86_64-linux5.10-gnu2.36": true,
			"x86_64-linux-musl": false, "x86_64-freebsd": false, "aarch64-linux-gnu": false, "x86_64-linux-gnux32": false,
		} {
			if _, err := r.Add(t.Context(), source(s)); (err == nil) != fits || err != nil && !errors.Is(err, triple.ErrMismatch) {
				t.Errorf("%s after %q: %v", s, first, err)
			}
		}
	}
}

// asked notes for which targets sources are compiled, and asked what they define.
type asked struct {
	*asm
	mu      sync.Mutex
	defines []string
}

func (a *asked) Defines(ctx context.Context, src compiler.Source) ([]string, bool, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.defines = append(a.defines, src.Triple.String())
	return a.asm.Defines(ctx, src)
}

// TestHeaderTarget: what objects state in their headers is compared as far as it goes, and no
// target for sources.
func TestHeaderTarget(t *testing.T) {
	a := &asked{asm: &asm{}}
	cfg := engine.Config{Compiler: a}
	cfg.Linker.Memory = &memory{}
	e, err := engine.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	add := func(in engine.Input) error {
		t.Helper()
		_, err := e.Add(t.Context(), in)
		return err
	}
	look := func(name string) error {
		_, err := e.Lookup(t.Context(), name)
		return err
	}
	if err := errors.Join(add(engine.Input{Name: "a", Object: object("def a")}), look("a")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(add(engine.Input{Name: "b", Source: &compiler.Source{Text: []byte("def b")}}), look("b")); err != nil {
		t.Fatal(err)
	}
	arm, _ := triple.Parse("aarch64-unknown-linux-gnu")
	if err := add(engine.Input{Name: "arm", Source: &compiler.Source{Triple: arm}}); !errors.Is(err, triple.ErrMismatch) {
		t.Errorf("a source for another machine than the first object: %v", err)
	}
	b, err := os.ReadFile(filepath.FromSlash("../../testdata/elf-arm64/abs64.o"))
	if err == nil {
		err = add(engine.Input{Name: "abs64", Object: b})
	}
	if err == nil {
		err = e.Load(t.Context())
	}
	if !errors.Is(err, triple.ErrMismatch) {
		t.Errorf("an object for another machine than the first: %v", err)
	}
	linux, _ := triple.Parse("x86_64-pc-linux-gnu")
	if err := add(engine.Input{Name: "c", Triple: linux, Source: &compiler.Source{Text: []byte("def c\nref a")}}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(add(engine.Input{Name: "d", Source: &compiler.Source{Text: []byte("def d")}}), look("c"), look("d")); err != nil {
		t.Fatal(err)
	}
	const want = "unknown-unknown-unknown aarch64-unknown-linux-gnu x86_64-pc-linux-gnu x86_64-pc-linux-gnu"
	if got := strings.Join(a.defines, " "); got != want {
		t.Errorf("the compiler is asked for\n%s, want\n%s", got, want)
	}
}

// TestForeign32: an engine over memory in which nothing runs has modules of 32-bit machines,
// whatever this host's addresses.
func TestForeign32(t *testing.T) {
	for _, folder := range []string{"elf-i386", "elf-arm", "elf-thumb", "macho-arm"} {
		t.Run(folder, func(t *testing.T) {
			build, prefix := "O0-nopic", ""
			if strings.HasPrefix(folder, "macho") {
				build, prefix = "O1-pic", "_"
			}
			m, err := mem.New(mem.Config{NoExec: true})
			if errors.Is(err, objfmt.ErrUnsupported) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			outside := rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x8000, Kind: rtdyld.Func}, true })
			e, err := engine.New(engine.Config{Linker: rtdyld.Config{Memory: m, Resolver: outside}})
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			for _, name := range []string{"exec", "other", "far"} {
				b, err := os.ReadFile(filepath.Join("..", "..", "testdata", "run", folder, name+"-"+build+".o"))
				if err == nil {
					_, err = e.Add(t.Context(), engine.Input{Name: name, Object: b})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := e.Finalize(t.Context()); err != nil {
				t.Fatal(err)
			}
			sym, err := e.Lookup(t.Context(), prefix+"test_ints")
			addr := sym.Addr
			if err != nil || addr < mem.FirstAddr || addr>>32 != 0 {
				t.Errorf("test_ints is at %#x, %v", addr, err)
			}
		})
	}
}
