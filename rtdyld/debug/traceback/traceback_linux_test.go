//go:build amd64 || arm64 || ppc64le

package traceback_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/traceback"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// helperVariable has the test program load an object and call a function of it.
const helperVariable = "RTDYLD_TRACEBACK_HELPER"

func TestMain(m *testing.M) {
	if what := os.Getenv(helperVariable); what != "" {
		helper(what)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func must[T any](v T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, "helper:", err)
		os.Exit(3)
	}
	return v
}

// helper does "MODE FUNCTION OBJECT": loads the object with a Traceback of the mode (none,
// names, lines; image: of what is a linked image) and calls the function.
func helper(what string) {
	f := strings.SplitN(what, " ", 3)
	if f[0] == "taken" {
		nowhere := make([]byte, 1)
		runtime.SetCgoTraceback(0, unsafe.Pointer(&nowhere[0]), nil, nil)
		_, err := traceback.New(traceback.Config{})
		fmt.Println(err, errors.Is(err, errors.ErrUnsupported))
		os.Exit(0)
	}
	_, fn := loadFunc(f[0], f[2], f[1])
	fn(0x40)
}

// loadFunc loads an object into this process.
func loadFunc(mode, object, name string) (*rtdyld.Linker, func(int) int32) {
	cfg := must(host.Open(host.Config{NoTraceback: true})).LinkerConfig()
	if mode != "none" {
		cfg.Listeners = append(cfg.Listeners, must(traceback.New(traceback.Config{Lines: mode == "lines"})))
	}
	l := must(rtdyld.New(cfg))
	ctx := context()
	if mode == "image" {
		must(l.MapImage(ctx, must(rtdyld.OpenImage(object, rtdyld.ImageConfig{})), rtdyld.MapConfig{}))
	} else {
		must(l.Load(ctx, must(objfile.Open(object))))
		must(0, l.Finalize(ctx))
	}
	sym, err := l.Lookup(name)
	if err != nil {
		must(0, errors.New("no "+name))
	}
	return l, must(abi.Func1[int, int32](must(host.Caller()), sym.Addr))
}

// object compiles testdata/crash.c for this machine.
func object(t testing.TB, args ...string) string {
	t.Helper()
	cc := []string{"gcc"}
	switch runtime.GOARCH {
	case "arm64":
		cc = []string{"clang", "--target=aarch64-linux-gnu"}
	case "ppc64le":
		cc = []string{"clang", "--target=powerpc64le-linux-gnu"}
	}
	citest.Need(t, cc[0])
	out := filepath.Join(t.TempDir(), "crash.o")
	if msg, err := exec.Command(cc[0], append(append(cc[1:], args...), "-c", "-o", out, "testdata/crash.c")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	return out
}

// linkedImage saves an object as a linked image.
func linkedImage(t testing.TB, object string) string {
	t.Helper()
	cfg := must(host.Open(host.Config{NoTraceback: true})).LinkerConfig()
	cfg.Image = true
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var b bytes.Buffer
	if _, err = l.Load(t.Context(), must(objfile.Open(object))); err == nil {
		err = l.Save(t.Context(), &b, rtdyld.SaveConfig{})
	}
	out := filepath.Join(t.TempDir(), "crash.so")
	if err := errors.Join(err, os.WriteFile(out, b.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	return out
}

// emulator is what runs programs of this machine, if it is not the host's.
func emulator() []string { return strings.Fields(os.Getenv("RTDYLD_EMULATOR")) }

// self is the command that runs this program.
func self() *exec.Cmd {
	args := append(emulator(), os.Args[0])
	return exec.Command(args[0], args[1:]...)
}

// crash runs the helper and returns what the runtime printed.
func crash(t *testing.T, mode, fn, object string) string {
	t.Helper()
	cmd := self()
	cmd.Env = append(os.Environ(), helperVariable+"="+mode+" "+fn+" "+object, "GOTRACEBACK=all")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() == 3 {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestCrash: Go's traceback of a program whose loaded code crashes shows the frames of
// loaded code, inlined ones with lines, and those of Go that called it.
func TestCrash(t *testing.T) {
	for _, opt := range []string{"-O2", "-O0", "-O2 -fno-omit-frame-pointer", "-O1 -fno-asynchronous-unwind-tables"} {
		t.Run(opt, func(t *testing.T) {
			obj := object(t, append(strings.Fields(opt), "-g")...)
			bare := crash(t, "none", "outer", obj)
			if strings.Contains(bare, "inner\n") || !strings.Contains(bare, "signal arrived during cgo execution") {
				t.Errorf("without:\n%s", bare)
			}
			out := crash(t, "lines", "outer", obj)
			want := `poke\n\t.*/crash\.c:6 pc=0x[0-9a-f]+\ninner\n\t.*/crash\.c:13 pc=0x[0-9a-f]+\nmiddle\n\t.*/crash\.c:18 pc=0x[0-9a-f]+\nouter\n\t.*/crash\.c:23 pc=0x[0-9a-f]+\n\s*`
			if strings.Contains(opt, "-fno-async") {
				want = `poke\n\t.*/crash\.c:6 pc=0x[0-9a-f]+\ninner\n\t.*/crash\.c:13 pc=0x[0-9a-f]+\n\s*`
			}
			want += `\n?(goroutine|runtime\.cgocall)`
			if !regexp.MustCompile(want).MatchString(out) {
				t.Errorf("with lines:\n%s", out)
			}
			if !strings.Contains(out, "traceback_test.helper") {
				t.Errorf("Go's frames are missing:\n%s", out)
			}
			if opt != "-O2" && opt != "-O0" {
				return
			}
			out = crash(t, "names", "outer", obj)
			if !regexp.MustCompile(`(poke\n\tpc=0x[0-9a-f]+\n)?inner\n\tpc=0x[0-9a-f]+\nmiddle\n\tpc=0x[0-9a-f]+\nouter\n\tpc=`).MatchString(out) {
				t.Errorf("with names:\n%s", out)
			}
			out = crash(t, "lines", "outside", obj)
			if !regexp.MustCompile(`non-Go function\n\tpc=0x[0-9a-f]+\noutside\n\t.*/crash\.c:4[12] pc=`).MatchString(out) {
				t.Errorf("outside:\n%s", out)
			}
		})
	}
}

// TestThroughLibraries: the frames of the C library that an abort or a failed assertion
// ends in, and those of one that calls back, are stepped through by its own tables, to
// the loaded code that called it.
func TestThroughLibraries(t *testing.T) {
	const inside = `(non-Go function\n\tpc=0x[0-9a-f]+\n)`
	for _, opt := range []string{"-O2", "-O0", "-O2 -fno-omit-frame-pointer"} {
		obj := object(t, append(strings.Fields(opt), "-g", "-fno-optimize-sibling-calls")...)
		for fn, want := range map[string]string{
			"aborts":  inside + `+deeper(\.[a-z0-9.]+)?\n\t.*/crash\.c:[0-9]+ pc=0x[0-9a-f]+\naborts\n\t.*/crash\.c:[0-9]+ pc=`,
			"asserts": inside + `+deeper(\.[a-z0-9.]+)?\n\t.*/crash\.c:[0-9]+ pc=0x[0-9a-f]+\nasserts\n\t.*/crash\.c:[0-9]+ pc=`,
			"sorts":   `compare\n\t.*/crash\.c:[0-9]+ pc=0x[0-9a-f]+\n` + inside + `+sorts\n\t.*/crash\.c:[0-9]+ pc=`,
		} {
			if out := crash(t, "lines", fn, obj); !regexp.MustCompile(want).MatchString(out) {
				t.Errorf("%s %s:\n%s", opt, fn, out)
			}
		}
	}
}

// TestCrashOfImage: frames of a linked image are stepped through by its sorted table, and have the names of its functions, local ones, too.
func TestCrashOfImage(t *testing.T) {
	if runtime.GOARCH == "ppc64le" {
		t.Skip("there are no linked images for it")
	}
	img := linkedImage(t, object(t, "-O2", "-fPIC", "-fno-optimize-sibling-calls"))
	const outside, at = `(non-Go function\n\tpc=0x[0-9a-f]+\n)+`, `\n\tpc=0x[0-9a-f]+\n`
	for fn, want := range map[string]string{
		"outer":  "inner" + at + "middle" + at + "outer" + at,
		"aborts": outside + `deeper(\.[a-z0-9.]+)?` + at + "aborts" + at,
		"sorts":  "compare" + at + outside + "sorts" + at,
	} {
		if citest.Sample() && emulator() != nil && fn != "aborts" {
			continue
		}
		if out := crash(t, "image", fn, img); !regexp.MustCompile(want + `\s*(goroutine|runtime\.cgocall)`).MatchString(out) {
			t.Errorf("%s:\n%s", fn, out)
		}
	}
}

// TestTaken: where somebody else has set the hook, New says so.
func TestTaken(t *testing.T) {
	cmd := self()
	cmd.Env = append(os.Environ(), helperVariable+"=taken")
	out, err := cmd.CombinedOutput()
	if want := "traceback: the runtime refuses: call SetCgoTraceback only once true\n"; err != nil || string(out) != want {
		t.Errorf("%v: %s", err, out)
	}
}

// TestProfile: a CPU profile names functions of loaded code and their callers, with lines,
// while other objects come and go.
func TestProfile(t *testing.T) {
	if len(emulator()) > 0 {
		t.Skip("time in an emulator is not this program's")
	}
	citest.Need(t, "go")
	obj := object(t, "-O2", "-g")
	l, spin := loadFunc("lines", obj, "spin")
	defer l.Close()
	var text bytes.Buffer
	for try := 0; try < 50 && !strings.Contains(text.String(), "spin_inner"); try++ {
		var prof bytes.Buffer
		if err := pprof.StartCPUProfile(&prof); err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				other, _ := loadFunc("lines", obj, "outer")
				other.Close()
			}
		})
		for start := time.Now(); time.Since(start) < 300*time.Millisecond; {
			spin(1 << 20)
		}
		close(done)
		wg.Wait()
		pprof.StopCPUProfile()
		file := filepath.Join(t.TempDir(), "cpu.prof")
		if err := os.WriteFile(file, prof.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("go", "tool", "pprof", "-traces", "-lines", file).CombinedOutput()
		if err != nil {
			t.Fatalf("go tool pprof: %v\n%s", err, out)
		}
		text.Write(out)
	}
	if !regexp.MustCompile(`spin_inner .*/crash\.c:2[89]\n\s+spin .*/crash\.c:35\n\s+runtime\.cgocall`).MatchString(text.String()) {
		t.Errorf("%s", text.String())
	}
}
