package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// orcLibraries makes what orc/build.sh makes, with the library of all tests.
var orcLibraries = sync.OnceValue(func() error {
	// The layer is compiled without optimization, for the sake of time.
	return buildLLVM("orc")
})

// buildLLVM makes what is preloaded for ORC or MCJIT, for some versions of LLVM, 14 if none is named.
func buildLLVM(what string, versions ...string) error {
	_, err := command([]string{"RTDYLD_KEEP=1", "RTDYLD_ONLY=" + what, "CXX=clang++", "CXXFLAGS=-O0"}, "orc/build.sh", append([]string{folder}, versions...)...)
	return err
}

// orcBuilt makes sure of the libraries for a version of LLVM.
func orcBuilt(t *testing.T, version string) {
	t.Helper()
	llvmBuilt(t, version, orcLibraries)
}

// llvmBuilt makes sure of what a function builds, for LLVM 14.
func llvmBuilt(t *testing.T, version string, build func() error) {
	t.Helper()
	if citest.Sample() {
		t.Skip("LLVM's headers take long to compile")
	}
	shared(t)
	built(t)
	citest.Need(t, "clang++", "llvm-config-"+version, "/usr/include/llvm-"+version+"/llvm/ExecutionEngine/Orc/Layer.h")
	if err := build(); err != nil {
		t.Fatal(err)
	}
}

// llvmFlags are what a program for a version of LLVM is compiled and linked with; language is "c" or "cxx".
func llvmFlags(t *testing.T, version, language string) []string {
	t.Helper()
	out, err := command(nil, "llvm-config-"+version, "--"+language+"flags", "--ldflags", "--libs")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(out)
}

// compileORC makes a program of the folder orc: of C against LLVM alone, of C++ against the layer.
func compileORC(t *testing.T, version, source string) (program string) {
	t.Helper()
	return compileLLVM(t, version, filepath.Join("orc", source))
}

// compileLLVM makes a program of C against LLVM alone, or of C++ against LLVM and us.
func compileLLVM(t *testing.T, version, source string, flags ...string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "program")
	cc := []string{"clang", "-std=gnu11"}
	language := "c"
	if strings.HasSuffix(source, ".cc") {
		cc, language = []string{"clang++"}, "cxx"
	}
	cc = append(cc, "-I.", "-Iorc", "-Imcjit", "-Itestdata", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", "-O0", "-o", program, source)
	cc = append(append(cc, llvmFlags(t, version, language)...), flags...)
	if language == "cxx" {
		// LLVM's headers have warnings, which are none of ours.
		cc = append(cc, "-isystem", "/usr/include/llvm-"+version, "-L"+folder, "-lrtdyld", "-Wl,-rpath,"+folder)
	}
	if _, err := command(nil, cc[0], append(cc[1:], "-pthread")...); err != nil {
		t.Fatal(err)
	}
	return program
}

// orcObjects compiles the objects of layer.cc to a folder.
func orcObjects(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range []string{"WEAK1", "WEAK2", "STRONG", "COMMON1", "COMMON2", "EVEN", "ODD", "OPEN", "MAYBE", "EXTRA", "CONSTANT", "HIDDEN", "NUMBER1", "NUMBER2", "HANDLE1", "HANDLE2", "LOCAL1", "LOCAL2", "LOCAL3"} {
		macro := name
		if n, ok := strings.CutPrefix(name, "NUMBER"); ok {
			macro = "NUMBER=" + n
		} else if n, ok := strings.CutPrefix(name, "HANDLE"); ok {
			macro = "HANDLE=handle" + n
		}
		if _, err := command(nil, "gcc", "-O1", "-fPIC", "-fcommon", "-c", "-D"+macro, "orc/testdata/objects.c", "-o", filepath.Join(dir, name+".o")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := command(nil, "g++", "-O1", "-fPIC", "-c", "orc/testdata/throw.cc", "-o", filepath.Join(dir, "THROW.o")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestORCLayer: the layer does what ORC's rules say of definitions, errors, removal, listeners and threads.
func TestORCLayer(t *testing.T) {
	orcBuilt(t, "14")
	testORCLayer(t, "14")
}

func testORCLayer(t *testing.T, version string) {
	objects := orcObjects(t)
	out, err := command(nil, compileORC(t, version, "testdata/layer.cc"), objects, "10000")
	if err != nil || out != "layer: ok\n" {
		t.Errorf("%v\n%s", err, out)
	}
	memory := compileORC(t, version, "testdata/memory.cc")
	if out, err := command(nil, memory, objects); err != nil || out != "memory: ok\n" {
		t.Errorf("%v\n%s", err, out)
	}
	if version == "14" {
		for _, c := range underValgrind(t, memory, objects) {
			t.Errorf("memory.cc: %v", c)
		}
	}
	if out, err := command(nil, compileORC(t, version, "examples/lljit.cc")); err != nil || out != "sum: 42\n" {
		t.Errorf("lljit: %v\n%s", err, out)
	}
}

// TestORCVersions: and with other versions of LLVM, those that there are.
func TestORCVersions(t *testing.T) {
	orcBuilt(t, "14")
	for _, version := range []string{"15", "16", "19"} {
		t.Run(version, func(t *testing.T) {
			if err := citest.Missing("llvm-config-"+version, "/usr/include/llvm-"+version+"/llvm/ExecutionEngine/Orc/Layer.h"); err != nil {
				t.Skip(err)
			}
			testORCLayer(t, version)
			if err := buildLLVM("orc", "14", version); err != nil {
				t.Fatal(err)
			}
			preloadORC(t, version)
			if version == "15" {
				return // it has no such callbacks
			}
			out, err := command([]string{"LD_PRELOAD=" + object("librtdyld-orc.so")}, compileORC(t, version, "testdata/callbacks.c"), object("sum.o"))
			if err != nil || out != "callbacks: ok\n" {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestORCPreload: a program that knows LLVM alone has its objects linked by us where the library is preloaded.
func TestORCPreload(t *testing.T) {
	orcBuilt(t, "14")
	preloadORC(t, "14")
}

func preloadORC(t *testing.T, version string) {
	program := compileORC(t, version, "examples/orc.c")
	for _, preload := range []string{"", object("librtdyld-orc.so")} {
		trace := filepath.Join(t.TempDir(), "trace")
		out, err := command([]string{"LD_PRELOAD=" + preload, "RTDYLD_ORC_TRACE=" + trace}, program)
		if err != nil || out != "sum: 42\n" {
			t.Errorf("%v\n%s", err, out)
		}
		lines, _ := os.ReadFile(trace)
		var pid, key, freed, code int
		n, err := fmt.Sscanf(string(lines), "%d loaded %d %d\n%d removed %d\n", &pid, &key, &code, &pid, &freed)
		if preload == "" && len(lines) > 0 || preload != "" && (n != 5 || key != freed || code == 0) {
			t.Errorf("LD_PRELOAD=%s: trace %q: %v", preload, lines, err)
		}
	}
}

// TestORCMissing: where the library for a version of LLVM is missing, that is said and LLVM links.
func TestORCMissing(t *testing.T) {
	orcBuilt(t, "14")
	preload, err := os.ReadFile(object("librtdyld-orc.so"))
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), "librtdyld-orc.so")
	if err := os.WriteFile(alone, preload, 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := command([]string{"LD_PRELOAD=" + alone}, compileORC(t, "14", "examples/orc.c"))
	if err != nil || !strings.HasPrefix(out, "librtdyld-orc: LLVM links by itself: "+filepath.Dir(alone)+"/librtdyld-orc-14.so: ") || !strings.HasSuffix(out, "\nsum: 42\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestORCSignals: a host's signals, handlers and forks are as without us.
func TestORCSignals(t *testing.T) {
	orcBuilt(t, "14")
	out, err := command([]string{"LD_PRELOAD=" + object("librtdyld-orc.so")}, compileORC(t, "14", "testdata/signals.c"), object("sum.o"))
	if err != nil || out != "signals: ok\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestORCMany: of many modules each is linked once, when it is needed first, and those that nothing calls go while others are used.
func TestORCMany(t *testing.T) {
	orcBuilt(t, "14")
	program := compileORC(t, "14", "testdata/many.cc")
	for _, c := range underValgrind(t, program, "40") {
		t.Error(c)
	}
	out, err := command(nil, program, "2000")
	if err != nil || !strings.HasSuffix(out, "many: ok\n") {
		t.Errorf("%v\n%s", err, out)
	}
	t.Log(out)
}

// TestORCEmit: the program that measures emit beside LLVM's layer runs, and an object whose names are known takes one time inside the library.
// Its times are none to go by: the layer is not optimized here.
func TestORCEmit(t *testing.T) {
	orcBuilt(t, "14")
	dir := orcObjects(t)
	out, err := command(nil, compileORC(t, "14", "testdata/emit.cc"), "50", dir+"/NUMBER1.o", dir+"/EVEN.o")
	var masks []string
	for line := range strings.Lines(out) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		masks = append(masks, strings.Join(fields[min(5, len(fields)):], " "))
	}
	if err != nil || !slices.Equal(masks, []string{"2", "2"}) {
		t.Errorf("changes of the signal mask %q: %v\n%s", masks, err, out)
	}
	t.Log(out)
}
