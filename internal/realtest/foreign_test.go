//go:build linux && amd64

package realtest

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/wine"
)

// Duktape, a JavaScript interpreter in one C file, is a program of which Debian has
// the source, so that it can be compiled for systems that Debian is not.
const (
	duktape = "/usr/share/duktape/"
	mingw   = "/usr/x86_64-w64-mingw32/"
	mingcc  = "/usr/lib/gcc/x86_64-w64-mingw32/12-win32/"
)

// mingwArchives are what MinGW's compiler links with, import libraries among them.
var mingwArchives = []string{
	mingw + "lib/libmingw32.a", mingcc + "libgcc_eh.a", mingcc + "libgcc.a", mingw + "lib/libmoldname.a",
	mingw + "lib/libmingwex.a", mingw + "lib/libmsvcrt.a", mingw + "lib/libkernel32.a",
}

// Flags of clang. The headers are those at hand: glibc's for macOS, with what clang
// says of itself taken back where they stumble over it; MinGW's for Microsoft's.
var (
	macos  = []string{"-target", "x86_64-apple-macosx10.15", "-U__APPLE__", "-U__nonnull", "-D__linux__", "-isystem", "/usr/include", "-isystem", "/usr/include/x86_64-linux-gnu"}
	gnu    = []string{"-target", "x86_64-pc-windows-gnu"}
	msvc   = []string{"-target", "x86_64-pc-windows-msvc", "-isystem", mingw + "include", "-D__MINGW32__", "-D__MINGW64__", "-fms-compatibility-version=0", "-fno-ms-compatibility", "-fdeclspec"}
	gnuELF = []string{"-target", "x86_64-pc-windows-gnu-elf", "-isystem", mingw + "include", "-D__MINGW32__", "-D__MINGW64__", "-D__USE_MINGW_ANSI_STDIO=0", "-D__ms_vsnprintf=_vsnprintf"}
)

// make compiles a source, of testdata unless it has a folder.
func makeObject(t *testing.T, cc, source string, flags ...string) string {
	t.Helper()
	citest.Need(t, cc)
	if filepath.Dir(source) == "." {
		source = filepath.Join("testdata", source)
	}
	obj := filepath.Join(t.TempDir(), filepath.Base(source)+".o")
	output(t, cc, append(append([]string{"-c", "-o", obj}, flags...), source)...)
	return obj
}

// windowsTool builds the command for Windows, once.
var windowsTool = sync.OnceValues(func() (string, error) {
	if _, err := tool(); err != nil { // makes toolDir
		return "", err
	}
	path := filepath.Join(toolDir, "rtdyld.exe")
	return path, buildTool(path, "", "GOOS=windows", "GOARCH=amd64")
})

// result is how a program ended and what it printed.
type result struct {
	Status      int
	Out, Errors string
}

// finish runs a command to its end.
func finish(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	got, err := ending(cmd)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// ending is finish with the error of a command that does not run.
func ending(cmd *exec.Cmd) (result, error) {
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	// Under Wine a program may stay after it has failed, or leave others behind.
	cmd.WaitDelay = 20 * time.Second
	err := cmd.Start()
	if err != nil {
		return result{}, err
	}
	late := time.AfterFunc(6*time.Minute, func() { cmd.Process.Kill() })
	defer late.Stop()
	err = cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return result{}, err
	}
	lines := func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
	return result{cmd.ProcessState.ExitCode(), lines(out.String()), lines(wine.Program(errs.String()))}, nil
}

// run is "rtdyld run" of this system, or of Windows.
func run(t *testing.T, onWindows bool, args ...string) result {
	t.Helper()
	if !onWindows {
		path, err := tool()
		if err != nil {
			t.Fatal(err)
		}
		return finish(t, exec.Command(path, append([]string{"run"}, args...)...))
	}
	path, err := windowsTool()
	if err != nil {
		t.Fatal(err)
	}
	return underWine(t, path, append([]string{"run"}, args...)...)
}

// underWine runs a program for Windows. Wine that loses its server before the program begins ends with status 1
// and without a word: it gets two more tries.
func underWine(t *testing.T, path string, args ...string) result {
	t.Helper()
	for try := 1; ; try++ {
		got := finish(t, wine.Command(t, path, args...))
		if got != (result{Status: 1}) || try == 3 {
			return got
		}
		t.Logf("try %d: Wine has not begun", try)
	}
}

func same(t *testing.T, want, got result) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("not what the system's linker makes of it (-system +ours):\n%s", diff)
	}
}

// nativeDuktape is what the interpreter makes of the script where the system's compiler and
// linker have made it.
func nativeDuktape(t *testing.T) result {
	t.Helper()
	citest.Need(t, "gcc", duktape+"duktape.c")
	got, err := duktapeResult()
	if err != nil || got.Status != 0 || strings.Count(got.Out, "\n") != 11 {
		t.Fatalf("native: %+v, %v", got, err)
	}
	return got
}

var duktapeResult = sync.OnceValues(func() (result, error) {
	if _, err := tool(); err != nil { // makes toolDir
		return result{}, err
	}
	prog := filepath.Join(toolDir, "duktape")
	optimize := map[bool]string{true: "-O0", false: "-O1"}[citest.Sample()]
	if out, err := exec.Command("gcc", optimize, "-I"+duktape, "-o", prog, "testdata/duktape.c", duktape+"duktape.c", "-lm").CombinedOutput(); err != nil {
		return result{}, fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return ending(exec.Command(prog, "testdata/script.js"))
})

// TestDuktape: an interpreter that clang compiled for another system prints what the
// native one does: of macOS in a process of Linux, of Windows under Wine.
func TestDuktape(t *testing.T) {
	t.Parallel()
	citest.Need(t, "clang")
	want := nativeDuktape(t)
	optimize := "-O1"
	if citest.Sample() {
		optimize = "-O0" // clang then needs a third of the time
	}
	for i, c := range []struct {
		name    string
		flags   []string
		windows bool
		args    []string
	}{
		{"x86_64-apple-macosx", macos, false, []string{"-lib", "libm.so.6"}},
		{"x86_64-pc-windows-gnu", gnu, true, mingwArchives},
		{"x86_64-pc-windows-msvc", msvc, true, mingwArchives},
		{"x86_64-pc-windows-gnu-elf", gnuELF, true, []string{"-triple", "x86_64-pc-windows-gnu-elf"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if citest.Sample() && i != citest.Turn(3) {
				t.Skip("in short form the first three take turns; TestBare has ELF")
			}
			if c.windows {
				citest.Need(t, append([]string{mingw + "include/stdio.h"}, mingwArchives...)...)
			}
			optimize := optimize
			if strings.HasSuffix(c.name, "-elf") {
				optimize = "-O1" // without, names are used that only archives of COFF objects have
			}
			flags := append([]string{optimize, "-I" + duktape}, c.flags...)
			args := append(c.args[:len(c.args):len(c.args)], makeObject(t, "clang", "duktape.c", flags...), makeObject(t, "clang", duktape+"duktape.c", flags...), "--", "testdata/script.js")
			same(t, want, run(t, c.windows, args...))
		})
	}
}

// TestWindowsPrograms: what MinGW's compilers make runs under Wine as it does when
// their linker has linked it.
func TestWindowsPrograms(t *testing.T) {
	t.Parallel()
	const cc, cxx = "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++"
	static := append([]string{mingcc + "libstdc++.a"}, mingwArchives...)
	dll := append([]string{"-lib", "Z:" + mingcc + "libstdc++-6.dll"}, mingwArchives...)
	for i, c := range []struct {
		name, cc, source string
		flags            []string
		with             []string
	}{
		{"c", cc, "windows.c", []string{"-O2"}, mingwArchives},
		{"c-O0-sections", cc, "windows.c", []string{"-O0", "-ffunction-sections", "-fdata-sections"}, mingwArchives},
		{"c-clang", "clang", "windows.c", append([]string{"-O2"}, gnu...), mingwArchives},
		{"seh", "clang", "seh.c", []string{"-O1", "-target", "x86_64-pc-windows-msvc"}, nil},
		{"c++", cxx, "windows.cc", []string{"-O2"}, static},
		{"c++-O0", cxx, "windows.cc", []string{"-O0"}, static},
		{"c++-dll", cxx, "windows.cc", []string{"-O2"}, dll},
		{"c++-clang", "clang++", "windows.cc", append([]string{"-O2", "-isystem", mingcc + "include/c++", "-isystem", mingcc + "include/c++/x86_64-w64-mingw32", "-isystem", mingw + "include"}, gnu...), dll},
	} {
		t.Run(c.name, func(t *testing.T) {
			if citest.Sample() && i%2 != 0 && c.name != "seh" {
				t.Skip("one of two in short form")
			}
			t.Parallel()
			citest.Need(t, cc, cxx)
			obj := makeObject(t, c.cc, c.source, c.flags...)
			prog := filepath.Join(t.TempDir(), "native.exe")
			output(t, cxx, "-static", "-o", prog, obj)
			want := underWine(t, prog, "x")
			if want.Out == "" {
				t.Fatalf("native: %+v", want)
			}
			same(t, want, run(t, true, append(append([]string{}, c.with...), obj, "--", "x")...))
		})
	}
}

// TestBare: one source for every target and host prints the same everywhere. Code for
// Windows runs in a process of Linux, whatever its format.
func TestBare(t *testing.T) {
	t.Parallel()
	citest.Need(t, "gcc", "clang")
	prog := filepath.Join(t.TempDir(), "native")
	output(t, "gcc", "-O2", "-w", "-o", prog, "testdata/bare.c", "-lm")
	want := finish(t, exec.Command(prog, "x"))
	if want.Status != 3 || want.Out == "" {
		t.Fatalf("native: %+v", want)
	}
	for i, target := range []string{"x86_64-pc-linux-gnu", "x86_64-apple-macosx10.15", "x86_64-pc-windows-gnu", "x86_64-pc-windows-msvc", "x86_64-pc-windows-msvc-elf", "x86_64-pc-windows-gnu-elf"} {
		for j, opt := range []string{"-O0", "-O2"} {
			if citest.Sample() && i%2 != j {
				continue
			}
			obj := makeObject(t, "clang", "bare.c", opt, "-w", "-ffreestanding", "-target", target)
			var args []string
			if strings.HasSuffix(target, "-elf") {
				args = []string{"-triple", target}
			}
			t.Run(target+opt+"/linux", func(t *testing.T) {
				same(t, want, run(t, false, append(args, "-lib", "libm.so.6", obj, "--", "x")...))
			})
			t.Run(target+opt+"/windows", func(t *testing.T) {
				if !strings.Contains(target, "-windows-") {
					got := run(t, true, append(args, "-triple", target, obj, "--", "x")...)
					if !strings.Contains(got.Errors, "which does not have the convention of Windows") || got.Status != 125 {
						t.Errorf("code of another convention: %+v", got)
					}
					return
				}
				same(t, want, run(t, true, append(args, obj, "--", "x")...))
			})
		}
	}
	// MinGW's headers and libraries on Linux.
	t.Run("mingw", func(t *testing.T) {
		citest.Need(t, "x86_64-w64-mingw32-gcc")
		obj := makeObject(t, "x86_64-w64-mingw32-gcc", "bare.c", "-O2", "-w")
		same(t, want, run(t, false, "-lib", "libm.so.6", obj, "--", "x"))
	})
}

// TestRefusedHere: what code for Windows cannot call on Linux is named, with a reason.
func TestRefusedHere(t *testing.T) {
	t.Parallel()
	citest.Need(t, "x86_64-w64-mingw32-gcc")
	obj := makeObject(t, "x86_64-w64-mingw32-gcc", "windows.c")
	got := run(t, false, obj, "--", "x")
	for _, want := range []string{"qsort cannot be called from code for Windows here: it takes a function", "_setjmp cannot be called", "longjmp cannot be called"} {
		if !strings.Contains(got.Errors, want) || got.Status != 125 {
			t.Errorf("no %q in: %+v", want, got)
		}
	}
}
