package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// mcjitLibraries makes what orc/build.sh makes for MCJIT, with the library of all tests.
var mcjitLibraries = sync.OnceValue(func() error { return buildLLVM("mcjit") })

func mcjitBuilt(t *testing.T) {
	t.Helper()
	llvmBuilt(t, "14", mcjitLibraries)
}

// TestMCJITEngine: the engine does what LLVM's own does in the same program, of modules and their states, names, memory managers, listeners,
// caches, archives, threads and forks.
func TestMCJITEngine(t *testing.T) {
	mcjitBuilt(t)
	testMCJITEngine(t, "14")
}

func testMCJITEngine(t *testing.T, version string) {
	program := compileLLVM(t, version, "mcjit/testdata/engine.cc", "-fexceptions")
	if out, err := command(nil, program, "llvm"); err != nil || out != "engine: ok\n" {
		t.Errorf("LLVM's own: %v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil || string(out) != "engine: ok\n" {
		t.Errorf("%v\n%s", err, out)
		if e, ok := err.(*exec.ExitError); ok {
			t.Errorf("%s", e.Stderr)
		}
	}
	if out, err := command(nil, compileLLVM(t, version, "mcjit/examples/engine.cc")); err != nil || out != "sum: 42\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestMCJITVersions: and with other versions of LLVM, those that there are.
func TestMCJITVersions(t *testing.T) {
	mcjitBuilt(t)
	for _, version := range []string{"15", "16", "19"} {
		t.Run(version, func(t *testing.T) {
			if err := citest.Missing("llvm-config-"+version, "/usr/include/llvm-"+version+"/llvm/ExecutionEngine/Orc/Layer.h"); err != nil {
				t.Skip(err)
			}
			testMCJITEngine(t, version)
			if err := buildLLVM("mcjit", "14", version); err != nil {
				t.Fatal(err)
			}
			preloadMCJIT(t, version)
			interpreted(t, version)
		})
	}
}

// tracedMCJIT runs a program with our library preloaded, and returns what it prints, and how many objects were linked and removed.
func tracedMCJIT(t *testing.T, name string, args ...string) (out string, linked, removed int, err error) {
	t.Helper()
	trace := filepath.Join(t.TempDir(), "trace")
	out, err = command([]string{"LD_PRELOAD=" + object("librtdyld-mcjit.so"), "RTDYLD_MCJIT_TRACE=" + trace}, name, args...)
	lines, _ := os.ReadFile(trace)
	return out, strings.Count(string(lines), " loaded "), strings.Count(string(lines), " removed "), err
}

// TestMCJITPreload: a program that knows LLVM's C API alone has its module linked by us where the library is preloaded.
func TestMCJITPreload(t *testing.T) {
	mcjitBuilt(t)
	preloadMCJIT(t, "14")
}

func preloadMCJIT(t *testing.T, version string) {
	program := compileLLVM(t, version, "mcjit/examples/mcjit.c")
	if out, err := command(nil, program); err != nil || out != "sum: 42\n" {
		t.Errorf("LLVM's own: %v\n%s", err, out)
	}
	out, linked, removed, err := tracedMCJIT(t, program)
	if err != nil || out != "sum: 42\n" || linked != 1 || removed != 1 {
		t.Errorf("%d objects linked, %d removed: %v\n%s", linked, removed, err, out)
	}
}

// TestMCJITMissing: where the library for a version of LLVM is missing, that is said and LLVM links.
func TestMCJITMissing(t *testing.T) {
	mcjitBuilt(t)
	preload, err := os.ReadFile(object("librtdyld-mcjit.so"))
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), "librtdyld-mcjit.so")
	if err := os.WriteFile(alone, preload, 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := command([]string{"LD_PRELOAD=" + alone}, compileLLVM(t, "14", "mcjit/examples/mcjit.c"))
	if err != nil || !strings.HasPrefix(out, "librtdyld-mcjit: LLVM links by itself: "+filepath.Dir(alone)+"/librtdyld-mcjit-14.so: ") || !strings.HasSuffix(out, "\nsum: 42\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestMCJITInterpreted: LLVM's lli, as it is, prints and returns the same with modules that we link; a name that nobody defines is an error that
// names it, where LLVM's own linker has the program crash.
func TestMCJITInterpreted(t *testing.T) {
	mcjitBuilt(t)
	interpreted(t, "14")
}

func interpreted(t *testing.T, version string) {
	lli := "lli-" + version
	citest.Need(t, lli)
	args := []string{"--jit-kind=mcjit", "-extra-module=mcjit/testdata/other.ll", "mcjit/testdata/main.ll"}
	want, wantErr := command(nil, lli, args...)
	got, linked, _, err := tracedMCJIT(t, lli, args...) // which exits without an end of its engine
	if want != "P\n" || got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) || linked != 2 {
		t.Errorf("%d objects linked: %q and %v, not %q and %v", linked, got, err, want, wantErr)
	}
	out, _, _, err := tracedMCJIT(t, lli, "--jit-kind=mcjit", "mcjit/testdata/missing.ll")
	const text = "LLVM ERROR: function 'main' cannot run: rtdyld: undefined: nosuch, referenced by mcjit/testdata/missing.ll: "
	if err == nil || !strings.HasPrefix(out, text) {
		t.Errorf("%v\n%s", err, out)
	}
}
