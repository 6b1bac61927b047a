//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// linkedLibrary links a source of testdata as a shared library that may have open names.
func linkedLibrary(t *testing.T, name, file string, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), name)
	run(t, compile(t, "gcc", file, append(flags, "-shared", "-fPIC", "-o", out, source(file))...))
	return out
}

// given ends a test that does not get a value.
func given[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestExport: a library that loaded code opens is bound to names of its program as it is in one that was linked with -rdynamic; once the
// objects go, so do the names.
func TestExport(t *testing.T) {
	plugin := linkedLibrary(t, "plugin.so", "exportplugin.c")
	var flags []string
	if runtime.GOARCH == "amd64" {
		flags = append(flags, "-DIFUNC")
	}
	p := open(t, Config{Export: true})
	for range 3 {
		l := newLinker(t, p)
		objs := load(t, l, object(t, "gcc", "export.c", append(flags, "-fPIC")...))
		use := given[func(uintptr, uintptr) int32](t)(abi.Func2[uintptr, uintptr, int32](caller(t), lookup(t, l, "use_plugin")))
		path, sum := given[vector](t)(p.c.newVector([]string{plugin})), given[vector](t)(p.c.newVector([]string{""}))
		if got := use(peek[uintptr](path.addr), sum.addr); got != 3 {
			t.Fatalf("use_plugin is %d, want 3", got)
		}
		// 101 + 1 + 3 + 5 + 10 + 9 + 1000
		if got := peek[int32](sum.addr); got != 1129 {
			t.Errorf("the library finds %d, want 1129", got)
		}
		for name, want := range map[string]bool{"export_func": true, "export_hidden": false, "export_local": false, "export_thread": false, "use_plugin": true} {
			addr, err := dlsym(0, name)
			if (err == nil) != want || want && uint64(addr) != lookup(t, l, name) {
				t.Errorf("%s: %#x, %v, want it: %t", name, addr, err, want)
			}
		}
		if err := l.Unload(t.Context(), objs...); err != nil {
			t.Fatal(err)
		}
		if addr, err := dlsym(0, "export_func"); err == nil {
			t.Errorf("export_func is at %#x still", addr)
		}
	}
}

// TestExportNot: without the option names of objects are loaded code's alone.
func TestExportNot(t *testing.T) {
	l := newLinker(t, open(t, Config{}))
	load(t, l, object(t, "gcc", "export.c"))
	if addr, err := dlsym(0, "export_func"); err == nil {
		t.Errorf("export_func is found at %#x", addr)
	}
}

// TestExportUnload: names of an object that goes are gone, those of its neighbours stay.
func TestExportUnload(t *testing.T) {
	p := open(t, Config{Export: true})
	l := newLinker(t, p)
	load(t, l, object(t, "gcc", "export.c"))
	objs := load(t, l, object(t, "gcc", "together.c", "-DONE", "-Dtwo=seven"), object(t, "gcc", "exportplugin.c"))
	found := func() (names []string) {
		for _, n := range []string{"export_func", "one", "plugin"} {
			if _, err := dlsym(0, n); err == nil {
				names = append(names, n)
			}
		}
		return names
	}
	if got := found(); !slices.Equal(got, []string{"export_func", "one", "plugin"}) {
		t.Errorf("found are %q", got)
	}
	if err := l.Unload(t.Context(), objs[0]); err != nil {
		t.Fatal(err)
	}
	if got := found(); !slices.Equal(got, []string{"export_func", "plugin"}) {
		t.Errorf("without the first object found are %q", got)
	}
}

// TestLibrariesTogether: libraries that refer to names of later ones, and to each other's, without naming them, open as in a program that was linked with them.
func TestLibrariesTogether(t *testing.T) {
	one, two := linkedLibrary(t, "libone.so", "together.c", "-DONE", "-Wl,-z,now"), linkedLibrary(t, "libtwo.so", "together.c", "-Wl,-z,now")
	_, err := Open(Config{Libraries: []string{"libm.so.6", one}})
	var lib *LibraryError
	if !errors.As(err, &lib) || lib.Path != one || !strings.Contains(err.Error(), "undefined symbol: two: none of the libraries that are opened defines it") {
		t.Error(err)
	}
	for _, order := range [][]string{{one, two}, {two, one}, {"libm.so.6", one, two}} {
		p, err := Open(Config{Libraries: order})
		if err != nil {
			t.Fatal(err)
		}
		s := resolve(t, p, "one", "two")
		if l := p.c.loadedImages().at(uintptr(s[0].Addr)); l == nil || l.name != one {
			t.Errorf("%q: one is not of its library", order)
		}
		if got := given[func() int32](t)(abi.Func0[int32](caller(t), s[0].Addr))(); got != 13 {
			t.Errorf("%q: one() is %d, want 13", order, got)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if maps, err := os.ReadFile("/proc/self/maps"); err != nil || strings.Contains(string(maps), "libone.so") {
			t.Errorf("%q: a library stays: %v", order, err)
		}
	}
}
