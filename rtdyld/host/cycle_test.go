//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// TestParallel: several linkers load and unload at a time.
func TestParallel(t *testing.T) {
	t.Setenv("NOTES", "/dev/null")
	p := open(t, Config{Libraries: []string{"libstdc++.so.6"}})
	imgs := []*objfmt.ObjectImage{object(t, "gcc", "note.c"), object(t, "gcc", "except.cc"), object(t, "gcc", "exits.c")}
	c := caller(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 25 {
				if err := cycle(t.Context(), p, c, imgs); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// cycle loads images with a linker of their own, calls throw_many and
// register_all and unloads.
func cycle(ctx context.Context, p *Process, c abi.Caller, imgs []*objfmt.ObjectImage) error {
	l, err := rtdyld.New(p.LinkerConfig())
	if err != nil {
		return err
	}
	objs, err := l.Load(ctx, imgs...)
	if err != nil {
		return err
	}
	if err := l.Finalize(ctx); err != nil {
		return err
	}
	throw, err := l.Lookup("throw_many")
	register, err2 := l.Lookup("register_all")
	if err != nil || err2 != nil {
		return errors.New("functions are missing")
	}
	f, err := abi.Func1[int32, int32](c, throw.Addr)
	if err != nil {
		return err
	}
	g, err := abi.Func0[int32](c, register.Addr)
	if err != nil {
		return err
	}
	if n, r := f(3), g(); n != 6 || r != 0 {
		return fmt.Errorf("%d exceptions, registering returned %d", n, r)
	}
	return errors.Join(l.Unload(ctx, objs...), l.CloseContext(ctx))
}

// BenchmarkLoadUnload loads, initializes, finalizes and unloads a small object in a
// fresh linker.
func BenchmarkLoadUnload(b *testing.B) {
	p := open(b, Config{Libraries: []string{"libstdc++.so.6"}})
	for _, name := range []string{"exits.c", "catcher.cc"} {
		b.Run(name, func(b *testing.B) {
			imgs := []*objfmt.ObjectImage{object(b, "gcc", "note.c", "-O2"), object(b, "gcc", "thrower.cc", "-O2"), object(b, "gcc", name, "-O2")}
			b.ReportAllocs()
			for b.Loop() {
				l, err := rtdyld.New(p.cfg)
				if err != nil {
					b.Fatal(err)
				}
				objs, err := l.Load(b.Context(), imgs...)
				if err != nil {
					b.Fatal(err)
				}
				if err := l.Finalize(b.Context(), objs...); err != nil {
					b.Fatal(err)
				}
				if err := errors.Join(l.Unload(b.Context(), objs...), l.Close()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// status counts the process's mappings and its resident memory in bytes.
func status(t testing.TB) (mappings, rss int) {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, pages int
	if _, err := fmt.Sscan(string(statm), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(maps), "\n"), pages * os.Getpagesize()
}

// TestCycles loads, runs and unloads a C++ program many times.
func TestCycles(t *testing.T) {
	cycles := 1000
	if citest.Sample() {
		cycles = 200
	}
	t.Setenv("NOTES", "/dev/null")
	p := open(t, Config{Libraries: []string{"libstdc++.so.6"}})
	imgs := []*objfmt.ObjectImage{object(t, "gcc", "note.c", "-O2"), object(t, "gcc", "except.cc", "-O2"), object(t, "gcc", "exits.c", "-O2")}
	ctx := t.Context()
	steady(t, cycles, func(i int) {
		l, err := rtdyld.New(p.LinkerConfig())
		if err != nil {
			t.Fatal(err)
		}
		objs := load(t, l, imgs...)
		if n := call1[int32, int32](t, l, "throw_many", 3); n != 6 {
			t.Fatalf("cycle %d: %d exceptions", i, n)
		}
		call0[int32](t, l, "register_all")
		if status, err := RunMain(ctx, caller(t), lookup(t, l, "main"), []string{"x", strings.Repeat("long argument", 5000)}, []string{"A=B"}); status != 0 || err != nil {
			t.Fatalf("cycle %d: %d, %v", i, status, err)
		}
		if err := l.Unload(ctx, objs...); err != nil {
			t.Fatal(err)
		}
		if err := l.CloseContext(ctx); err != nil {
			t.Fatal(err)
		}
	})
	if n := len(objects.spans) + len(objects.fresh) + len(objects.kept); n != 0 {
		t.Errorf("%d objects are remembered", n)
	}
}

// steady runs a cycle 100 times, then many times, and fails the test if mappings or memory
// grow: not once, as Go's heap may and threads do, but each of some times.
func steady(t *testing.T, many int, cycle func(i int)) {
	t.Helper()
	for i := range 100 {
		cycle(i)
	}
	maps0, rss0 := status(t)
	for try := 1; ; try++ {
		for i := range many {
			cycle(100 + i)
		}
		maps1, rss1 := status(t)
		t.Logf("%d cycles: mappings %d, then %d; resident %d KiB, then %d KiB", many, maps0, maps1, rss0>>10, rss1>>10)
		if maps1 <= maps0+16 && (rss1 <= rss0+4<<20 || os.Getenv(citest.Emulator) != "") { // an emulator has its own
			return
		}
		if try == 4 {
			t.Errorf("with each %d cycles mappings or memory grow, now from %d to %d and from %d to %d KiB", many, maps0, maps1, rss0>>10, rss1>>10)
			return
		}
		maps0, rss0 = maps1, rss1
	}
}

// TestCloseLinker: a linker that is closed with its objects in it leaves nothing
// behind either.
func TestCloseLinker(t *testing.T) {
	p := open(t, Config{})
	l, err := rtdyld.New(p.LinkerConfig())
	if err != nil {
		t.Fatal(err)
	}
	load(t, l, object(t, "gcc", "small.c", "-fPIC"))
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if n := len(objects.spans) + len(objects.fresh); n != 0 || p.live.Load() != 0 {
		t.Errorf("%d objects are remembered, %d count as live", n, p.live.Load())
		clear(objects.fresh)
		p.live.Store(0)
	}
}
