//go:build amd64 || arm64

package host

import (
	"bytes"
	"debug/elf"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ebitengine/purego"
	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// savedImage links sources to an image in a file.
func savedImage(t *testing.T, libraries []string, sources ...string) (path string) {
	t.Helper()
	return savedAs(t, rtdyld.SaveConfig{}, libraries, sources...)
}

// savedAs is savedImage with more that the image says.
func savedAs(t *testing.T, save rtdyld.SaveConfig, libraries []string, sources ...string) (path string) {
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
	if err := l.Save(t.Context(), &b, save, l.Objects()...); err != nil {
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

// TestImageThreads: code of an image that asks for its thread-locals by module and offset has its own, behind those of another image.
func TestImageThreads(t *testing.T) {
	p := loaded(t, File(savedImage(t, nil, "tlsdef.c")), File(savedImage(t, nil, "tlsmodels.c")))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	add := bindFunc[func(int32) int32](t, p, "tls_add")
	for by, want := range []int32{1234, 2345, 4567} {
		if got := add(int32(by)); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
}

// TestImageNeeds: the library that an image is bound to is opened with it, by its name, and is to be the same, by its build id in memory.
func TestImageNeeds(t *testing.T) {
	const libm = "libm.so.6"
	p := open(t, Config{Libraries: []string{libm}})
	sym, err := purego.Dlsym(p.handles[len(p.handles)-1], "cbrt")
	if err != nil {
		t.Fatal(err)
	}
	file := p.LinkerConfig().Origin("cbrt", uint64(sym))
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	note, err := f.Section(".note.gnu.build-id").Data()
	if err != nil {
		t.Fatal(err)
	}
	present, ok := p.LinkerConfig().Library(libm)
	if want := (rtdyld.ImageLibrary{Name: libm, BuildID: note[16:]}); !ok || !cmp.Equal(present, want) {
		t.Fatalf("%v, not %v", present, want)
	}
	if lib, ok := p.LinkerConfig().Library("libm.so"); ok {
		t.Errorf("found %v", lib)
	}

	image := func(lib rtdyld.ImageLibrary) string {
		return savedAs(t, rtdyld.SaveConfig{Libraries: []rtdyld.ImageLibrary{lib}, Imports: map[string]rtdyld.ImageImport{"cbrt": {}}}, []string{libm}, "root.c")
	}
	path := image(present)
	for _, in := range [][]Input{{File(path)}, {File(path), Library(file)}} {
		if got := bindFunc[func(int32) int32](t, loaded(t, in...), "root")(27); got != 3 {
			t.Errorf("%d", got)
		}
	}
	changed := present
	changed.BuildID = append([]byte{^present.BuildID[0]}, present.BuildID[1:]...)
	path = image(changed)
	_, err = Load(t.Context(), File(path))
	if e, ok := errors.AsType[*rtdyld.ImageLibraryError](err); !ok || !cmp.Equal(e.Saved, changed) || !cmp.Equal(e.Found, present) {
		t.Errorf("another build id: %v", err)
	}
	if got := bindFunc[func(int32) int32](t, loaded(t, AnyLibrary(File(path))), "root")(8); got != 2 {
		t.Errorf("%d", got)
	}
	_, err = Load(t.Context(), File(image(rtdyld.ImageLibrary{Name: "libnowhere.so.1"})))
	if e, ok := errors.AsType[*LibraryError](err); !ok || e.Path != "libnowhere.so.1" {
		t.Errorf("no such library: %v", err)
	}
}
