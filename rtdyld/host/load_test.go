//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
	"github.com/go-rtdyld/rtdyld/rtdyld/record"
)

var _ program.World = (*Process)(nil)

// loaded loads inputs; the program is closed with the test.
func loaded(t testing.TB, inputs ...Input) *program.Program {
	t.Helper()
	p, err := Load(t.Context(), inputs...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return p
}

// TestLoadRecorder: what a program's linker does is recorded, and does the same again.
func TestLoadRecorder(t *testing.T) {
	dir := t.TempDir()
	src, obj := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.o")
	if err := os.WriteFile(src, []byte("int nobody(void); int f(void) { return nobody(); }"), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, compile(t, "gcc", ".c", "-c", "-o", obj, src))
	var file bytes.Buffer
	r := record.New(&file)
	_, err := Load(t.Context(), With(Config{Recorder: r}), Library("libm.so.6"), File(obj))
	var undefined *rtdyld.UndefinedError
	if !errors.As(err, &undefined) || r.Close() != nil {
		t.Fatal(err)
	}
	var fails []string
	same, err := record.Replay(t.Context(), file.Bytes(), record.ReplayConfig{Show: func(s record.Step) {
		if s.Err != "" {
			fails = append(fails, s.What)
		}
	}})
	if !same || err != nil || len(fails) != 1 || !strings.HasPrefix(fails[0], "finalize ") {
		t.Errorf("%v, %v: %q", same, err, fails)
	}
}

func bindFunc[F any](t testing.TB, p *program.Program, name string) (fn F) {
	t.Helper()
	if err := p.Bind(name, &fn); err != nil {
		t.Fatal(err)
	}
	return fn
}

// TestLoadLibrary: functions of the C library, with strings and slices in and out.
func TestLoadLibrary(t *testing.T) {
	p := loaded(t, Library("libm.so.6"))
	if got := bindFunc[func(string) uintptr](t, p, "strlen")(strings.Repeat("x", 5000)); got != 5000 {
		t.Errorf("strlen: %d", got)
	}
	if got := bindFunc[func(string, int32) string](t, p, "strchr")("one two", ' '); got != " two" {
		t.Errorf("strchr: %q", got)
	}
	if got := bindFunc[func(string, int32) string](t, p, "strchr")("one two", 'x'); got != "" {
		t.Errorf("strchr: %q", got)
	}
	if got := bindFunc[func(float64, float64) float64](t, p, "hypot")(3, 4); got != 5 {
		t.Errorf("hypot: %v", got)
	}
	to := make([]byte, 8)
	if got := bindFunc[func(to []byte, from string, n uintptr) unsafe.Pointer](t, p, "memcpy")(to, "copied", 6); got != unsafe.Pointer(&to[0]) || string(to) != "copied\x00\x00" {
		t.Errorf("memcpy: %q", to)
	}
	if runtime.GOARCH != "arm" && runtime.GOARCH != "riscv64" && runtime.GOARCH != "ppc64le" { // where such functions have a convention of their own
		n := bindFunc[func(to []byte, size uintptr, format string, s string, i int32, x float64) int32](t, p, "snprintf")
		buf := make([]byte, 64)
		if got := n(buf, 64, "%s %d %.2f", "pi", -3, 3.14159); got != 10 || string(buf[:got]) != "pi -3 3.14" {
			t.Errorf("snprintf: %d, %q", got, buf)
		}
	}
	var kind *program.KindError
	var fn func()
	if err := p.Bind("environ", &fn); !errors.As(err, &kind) || kind.Use != "Var" {
		t.Errorf("environ: %v", err)
	}
	if err := p.Bind("errno", &fn); !errors.As(err, &kind) {
		t.Errorf("errno: %v", err)
	}
	if err := p.Bind("no_such_function", &fn); !errors.Is(err, program.ErrNotFound) {
		t.Errorf("%v", err)
	}
}

// TestLoadCallback: a program's callback is what the C library's qsort compares by, until the program is closed.
func TestLoadCallback(t *testing.T) {
	p, err := Load(t.Context(), Library("libm.so.6"))
	if err != nil {
		t.Fatal(err)
	}
	before := Callbacks()
	less, err := p.Callback(func(a, b *int32) int32 { return *a - *b })
	if err != nil {
		t.Fatal(err)
	}
	numbers := []int32{3, 1, 2}
	bindFunc[func(at []int32, n, size, less uintptr)](t, p, "qsort")(numbers, 3, 4, uintptr(less))
	if numbers[0] != 1 || numbers[1] != 2 || numbers[2] != 3 || Callbacks() != before+1 {
		t.Errorf("%v, %d callbacks", numbers, Callbacks()-before)
	}
	if _, err := p.Callback(func(string) {}); !errors.Is(err, ErrCallback) {
		t.Errorf("a string: %v", err)
	}
	if err := p.Close(); err != nil || Callbacks() != before {
		t.Errorf("%v, %d callbacks", err, Callbacks()-before)
	}
	if _, err := p.Callback(func() {}); !errors.Is(err, program.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

// TestLoadFiles: an object of C with all of what the process gives: constructors with
// arguments, thread-locals, destructors.
func TestLoadFiles(t *testing.T) {
	dir := t.TempDir()
	src := filepath.Join(dir, "a.c")
	if err := os.WriteFile(src, []byte(`#include <stdlib.h>
#include <string.h>
static char *word;
__attribute__((constructor)) static void start(int argc, char **argv) { word = strdup(argv[1]); }
__attribute__((destructor)) static void end(void) { free(word); }
const char *said(void) { return word; }
`), 0o666); err != nil {
		t.Fatal(err)
	}
	obj := filepath.Join(dir, "a.o")
	run(t, compile(t, "gcc", ".c", "-c", "-o", obj, src))
	p := loaded(t, File(obj), With(Config{Args: []string{"program", "first"}}), Library("libm.so.6"))
	if got := bindFunc[func() string](t, p, "said")(); got != "first" {
		t.Errorf("%q", got)
	}
	// The file may change, and go, while its code is loaded.
	if err := os.Truncate(obj, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Lookup("said"); err != nil {
		t.Error(err)
	}
	if _, err := Load(t.Context(), File(obj)); err == nil {
		t.Error("an empty file was loaded")
	}
	if _, err := Load(t.Context(), File(filepath.Join(dir, "b.o"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	var undefined *rtdyld.UndefinedError
	und := filepath.Join(dir, "und.c")
	if err := os.WriteFile(und, []byte("double pow(double, double);\nint prinft(const char *);\nint f(int x) {\n\treturn pow(x, 2) + prinft(\"\");\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, compile(t, "gcc", ".c", "-g", "-c", "-o", obj, und))
	_, err := Load(t.Context(), File(obj))
	if !errors.As(err, &undefined) || !strings.Contains(err.Error(), "und.c:4") {
		t.Errorf("%v", err)
	}
	// Emulators have the libraries of their machines elsewhere than these have them.
	if s := err.Error(); runtime.GOARCH == "amd64" && (!strings.Contains(s, "did you mean printf?") || !strings.Contains(s, `libm.so.6 has it: host.Library("libm.so.6")`)) {
		t.Errorf("%v", err)
	}
	var le *LibraryError
	if _, err := Load(t.Context(), Library("libnothing.so.1")); !errors.As(err, &le) {
		t.Errorf("%v", err)
	}
	if _, err := Load(t.Context(), Input{}); err == nil {
		t.Error("an input that nobody made was taken")
	}
}

// TestLoadThreadLocal: a function may have thread-locals, which are no variables to Go.
func TestLoadThreadLocal(t *testing.T) {
	dir := t.TempDir()
	src, obj := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.o")
	if err := os.WriteFile(src, []byte("_Thread_local int each = 3; int own(void) { return each++; }"), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, compile(t, "gcc", ".c", "-c", "-o", obj, src))
	p := loaded(t, File(obj))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	own := bindFunc[func() int32](t, p, "own")
	if a, b := own(), own(); a != 3 || b != 4 {
		t.Errorf("%d, %d", a, b)
	}
	var kind *program.KindError
	if _, err := program.Var[int32](p, "each"); !errors.As(err, &kind) || kind.Kind != rtdyld.TLS {
		t.Errorf("%v", err)
	}
}

// TestLoadConfig: inputs say all that Config can, in any order, and may be used again.
func TestLoadConfig(t *testing.T) {
	with := With(Config{Libraries: []string{"b"}, Args: []string{"x"}})
	for range 2 {
		var l loading
		l.take([]Input{Library("a"), with, Library("c", "d")})
		if got := strings.Join(l.cfg.Libraries, " "); got != "a b c d" || len(l.cfg.Args) != 1 || len(l.files) != 0 {
			t.Errorf("%+v", l)
		}
	}
	var l loading
	l.take([]Input{File("a"), Whole(File("b"), Library("c"), Bytes("d", nil)), FS(os.DirFS("."), "e")})
	if len(l.files) != 3 || len(l.cfg.Libraries) != 1 {
		t.Errorf("%+v", l)
	}
}

// TestRegisterFunc: purego binds what Lookup finds.
func TestRegisterFunc(t *testing.T) {
	p := loaded(t, Library("libm.so.6"))
	s, err := p.Lookup("labs")
	if err != nil {
		t.Fatal(err)
	}
	var labs func(int) int
	purego.RegisterFunc(&labs, uintptr(s.Addr))
	if got := labs(-42); got != 42 {
		t.Errorf("%d", got)
	}
}

// BenchmarkBind compares functions that Bind sets with those of package abi, and with
// purego's.
func BenchmarkBind(b *testing.B) {
	p := loaded(b, Library("libm.so.6"))
	addr := func(name string) uint64 {
		s, err := p.Lookup(name)
		if err != nil {
			b.Fatal(err)
		}
		return s.Addr
	}
	b.Run("abi.Func1", func(b *testing.B) {
		labs, err := abi.Func1[int, int](p.Caller(), addr("labs"))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			labs(-1)
		}
	})
	b.Run("Bind/int", func(b *testing.B) {
		labs := bindFunc[func(int) int](b, p, "labs")
		b.ReportAllocs()
		for b.Loop() {
			labs(-1)
		}
	})
	b.Run("purego/int", func(b *testing.B) {
		var labs func(int) int
		purego.RegisterFunc(&labs, uintptr(addr("labs")))
		b.ReportAllocs()
		for b.Loop() {
			labs(-1)
		}
	})
	b.Run("abi.Func2/float", func(b *testing.B) {
		fmin, err := abi.Func2[float64, float64, float64](p.Caller(), addr("fmin"))
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			fmin(1, 2)
		}
	})
	b.Run("Bind/float", func(b *testing.B) {
		fmin := bindFunc[func(x, y float64) float64](b, p, "fmin")
		b.ReportAllocs()
		for b.Loop() {
			fmin(1, 2)
		}
	})
	b.Run("Bind/pointers", func(b *testing.B) {
		memcmp := bindFunc[func(x, y *byte, n uintptr) int32](b, p, "memcmp")
		x, y := new(byte), new(byte)
		b.ReportAllocs()
		for b.Loop() {
			memcmp(x, y, 1)
		}
	})
	b.Run("Bind/string", func(b *testing.B) {
		strlen := bindFunc[func(string) uintptr](b, p, "strlen")
		b.ReportAllocs()
		for b.Loop() {
			strlen("a few words")
		}
	})
	b.Run("Bind/bytes", func(b *testing.B) {
		memchr := bindFunc[func([]byte, int32, uintptr) uintptr](b, p, "memchr")
		data := []byte("a few words")
		b.ReportAllocs()
		for b.Loop() {
			memchr(data, 'w', 11)
		}
	})
	b.Run("purego/string", func(b *testing.B) {
		var strlen func(string) uintptr
		purego.RegisterFunc(&strlen, uintptr(addr("strlen")))
		b.ReportAllocs()
		for b.Loop() {
			strlen("a few words")
		}
	})
}

// TestBindNoAlloc: calls of simple types allocate nothing.
func TestBindNoAlloc(t *testing.T) {
	if CallsByPurego {
		t.Skip("built with rtdyld_nolinkname: purego.SyscallN allocates")
	}
	p := loaded(t, Library("libm.so.6"))
	labs := bindFunc[func(int) int](t, p, "labs")
	memcmp := bindFunc[func(x, y *byte, n uintptr) int32](t, p, "memcmp")
	x := new(byte)
	if n := testing.AllocsPerRun(100, func() { labs(-1); memcmp(x, x, 1) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
