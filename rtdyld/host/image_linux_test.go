//go:build amd64 || arm64

package host

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// savedImage links sources to an image in a file.
func savedImage(t *testing.T, libraries []string, sources ...string) (path string) {
	t.Helper()
	cfg := open(t, Config{Libraries: libraries}).LinkerConfig()
	cfg.Image = true
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, s := range sources {
		if _, err := l.Load(t.Context(), object(t, gcc(), s, "-O2", "-fPIC")); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := l.Save(t.Context(), &b, rtdyld.SaveConfig{}, l.Objects()...); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "image.so")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLoadImage: an image is loaded as easily as an object: C++ objects in it are made and destroyed as in a program that the system has linked, exceptions
// pass through it, at its recorded base and in another program at the same time elsewhere.
func TestLoadImage(t *testing.T) {
	prog := native(t, gcc(), []string{"except.cc", "note.c"}, "-O2")
	_, read := notes(t)
	run(t, citest.Command(prog))
	want := read()
	libraries := []string{"libstdc++.so.6"}
	path := savedImage(t, libraries, "note.c", "except.cc")

	p, err := Load(t.Context(), File(path), Library(libraries...))
	if err != nil {
		t.Fatal(err)
	}
	if got := bindFunc[func() int32](t, p, "main")(); got != 0 {
		t.Errorf("main returned %d", got)
	}
	if got := bindFunc[func(int32) int32](t, p, "throw_many")(50); got != 100 {
		t.Errorf("%d of 100 exceptions arrived", got)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, read()); diff != "" || want == "" {
		t.Errorf("ran otherwise than the system has it (-system +ours):\n%s", diff)
	}

	first := loaded(t, Trusted(File(path)), Library(libraries...))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second := loaded(t, Bytes("copy", data), Library(libraries...))
	a, err := first.Lookup("throw_many")
	if err != nil {
		t.Fatal(err)
	}
	b, err := second.Lookup("throw_many")
	if err != nil || a.Addr == b.Addr {
		t.Fatalf("%#x and %#x, %v", a.Addr, b.Addr, err)
	}
	for _, at := range []uint64{a.Addr, b.Addr} {
		throw, err := abi.Func1[int32, int32](caller(t), at)
		if err != nil {
			t.Fatal(err)
		}
		if got := throw(10); got != 20 {
			t.Errorf("%d of 20 exceptions arrived", got)
		}
	}
	data[len(data)/2] ^= 1
	if _, err := Load(t.Context(), Bytes("damaged", data)); !errors.Is(err, rtdyld.ErrImageHash) {
		t.Errorf("damaged: %v", err)
	}
	if _, err := Load(t.Context(), File("/lib/ld-linux-x86-64.so.2"), File(prog)); err == nil {
		t.Error("a library was taken for an image")
	}
}
