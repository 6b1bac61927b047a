package main_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestMCJITLLDB: lldb, as it is, evaluates expressions in a process to the same results with code that we link, for memory of that process.
func TestMCJITLLDB(t *testing.T) {
	mcjitBuilt(t)
	citest.Need(t, "lldb-14", "clang")
	program := filepath.Join(t.TempDir(), "debugged")
	if _, err := command(nil, "clang", "-g", "-gdwarf-4", "-O0", "mcjit/testdata/debugged.c", "-o", program); err != nil {
		t.Fatal(err)
	}
	args := []string{"-b", "-o", "settings set target.env-vars LD_PRELOAD=", "-o", "b stop", "-o", "run"}
	for _, e := range []string{
		"int s = 0; for (int i = 0; i < 10; i++) s += twice(i) * at->y + global; s",
		"at->x = 40, *at",
		"--top-level -- int cube(int n) { return n * n * n; }",
		"cube(at->x)",
		"double h = at->x; h / 3",
		"(int)getpid() > 1",
	} {
		args = append(args, "-o", "expression "+e)
	}
	want, err := command(nil, "lldb-14", append(args, program)...)
	if err != nil || !strings.Contains(want, "= 410\n") || !strings.Contains(want, "= 64000\n") || !strings.Contains(want, "= 13.33") {
		t.Fatalf("LLVM's own: %v\n%s", err, want)
	}
	got, linked, removed, err := tracedMCJIT(t, "lldb-14", append(args, program)...)
	process := regexp.MustCompile(`Process \d+|0x[0-9a-f]+`)
	if want, got = process.ReplaceAllString(want, ""), process.ReplaceAllString(got, ""); err != nil || got != want || linked < 4 || removed != linked {
		t.Errorf("%d objects linked, %d removed: %v\n%s\nnot\n%s", linked, removed, err, got, want)
	}
}

// TestMCJITMesa: Mesa's llvmpipe, as it is, draws the same pixels with shaders that we link. It is LLVM 15's client in Debian 12.
func TestMCJITMesa(t *testing.T) {
	mcjitBuilt(t)
	const version = "15"
	if err := citest.Missing("llvm-config-"+version, "/usr/include/llvm-"+version+"/llvm/ExecutionEngine/ExecutionEngine.h", "/usr/include/EGL/egl.h", "/usr/include/GLES2/gl2.h", "/usr/lib/x86_64-linux-gnu/dri/swrast_dri.so"); err != nil {
		t.Skip(err)
	}
	if err := buildLLVM("mcjit", "14", version); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "render")
	if _, err := command(nil, "gcc", "-O1", "-Wall", "mcjit/testdata/render.c", "-o", program, "-lEGL", "-lGLESv2"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("LIBGL_ALWAYS_SOFTWARE", "1")
	t.Setenv("GALLIUM_DRIVER", "llvmpipe")
	t.Setenv("MESA_SHADER_CACHE_DISABLE", "true")
	want, err := command(nil, program)
	if err != nil || !strings.HasPrefix(want, "llvmpipe\n") {
		t.Fatalf("LLVM's own: %v\n%s", err, want)
	}
	got, linked, removed, err := tracedMCJIT(t, program)
	if err != nil || got != want || linked < 3 || removed != linked {
		t.Errorf("%d objects linked, %d removed: %v\n%s\nnot\n%s", linked, removed, err, got, want)
	}
}

// TestMCJITPython: the tests of llvmlite, as Debian has it, have the same results with modules that we link.
func TestMCJITPython(t *testing.T) {
	mcjitBuilt(t)
	if err := citest.Missing("/usr/lib/python3/dist-packages/llvmlite/tests/test_binding.py"); err != nil {
		t.Skip(err)
	}
	pythonTests(t, 15, "-m", "llvmlite.tests", "-v")
}

// TestMCJITNumba: so have those of Numba, a part of them in turn, if they take no hours.
func TestMCJITNumba(t *testing.T) {
	mcjitBuilt(t)
	if err := citest.Missing("/usr/lib/python3/dist-packages/numba/tests/test_lists.py"); err != nil {
		t.Skip(err)
	}
	t.Setenv("NUMBA_CACHE_DIR", t.TempDir())
	all := []string{"exceptions", "generators", "jitclasses", "cfunc", "recursion", "caching", "parallel_backend", "array_exprs"}
	for _, name := range []string{all[0], all[1+citest.Turn(len(all)-1)]} {
		t.Run(name, func(t *testing.T) { pythonTests(t, 10, "-m", "numba.runtests", "-v", "numba.tests.test_"+name) })
	}
}

// pythonTests runs tests of Python's with and without our library, of which it links at least so many objects.
func pythonTests(t *testing.T, objects int, args ...string) {
	t.Helper()
	const python = "/usr/bin/python3"
	result := regexp.MustCompile(`(?m)^(test\S* \([^)]*\)).*\.\.\. .*?(ok|FAIL|ERROR|skipped|expected failure)`)
	child := regexp.MustCompile(`rtdyld: LLVM links by itself in this process: .*\n`) // of multiprocessing
	results := func(out string) (all []string) {
		for _, m := range result.FindAllStringSubmatch(child.ReplaceAllString(out, ""), -1) {
			all = append(all, m[1]+" "+m[2])
		}
		slices.Sort(all)
		return all
	}
	out, err := command(nil, python, args...)
	want := results(out)
	if len(want) < 10 {
		t.Fatalf("%d tests without us: %v\n%s", len(want), err, out)
	}
	out, linked, _, err := tracedMCJIT(t, python, args...)
	if got := results(out); !slices.Equal(got, want) || linked < objects {
		t.Errorf("%d objects linked, results %q, not %q: %v\n%s", linked, got, want, err, out)
	}
	t.Logf("%d tests, %d objects linked", len(want), linked)
}

// llvmSource is the folder llvm of LLVM 14's source, whose folders test and unittests have ExecutionEngine: see check_mcjit of .ci/run.
func llvmSource(t *testing.T) string {
	t.Helper()
	mcjitBuilt(t)
	source := os.Getenv("RTDYLD_LLVM_SOURCE")
	if source == "" {
		t.Skip("long: it wants LLVM's source, see check_mcjit of .ci/run")
	}
	return source
}

// TestMCJITOfLLVM: LLVM's own tests that run lli with MCJIT have the same results with modules that we link.
func TestMCJITOfLLVM(t *testing.T) {
	root := filepath.Join(llvmSource(t), "test/ExecutionEngine")
	citest.Need(t, "/usr/lib/llvm-14/bin/lli", "/usr/lib/llvm-14/bin/FileCheck")
	tests, linked := 0, 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.Name() == "Inputs" {
				return filepath.SkipDir
			}
			return err
		}
		script := runLines(t, path)
		if script == "" {
			return nil
		}
		t.Setenv("PATH", "/usr/lib/llvm-14/bin:"+os.Getenv("PATH"))
		run := strings.ReplaceAll(script, "%t", filepath.Join(t.TempDir(), "t"))
		if out, err := command(nil, "bash", "-c", run); err != nil {
			t.Logf("%s fails without us: %v\n%s", path, err, out)
			return nil
		}
		tests++
		run = strings.ReplaceAll(script, "%t", filepath.Join(t.TempDir(), "t"))
		out, n, _, err := tracedMCJIT(t, "bash", "-c", run)
		if err != nil {
			t.Errorf("%s: %v\n%s", path, err, out)
		}
		linked += n
		return nil
	})
	if err != nil || tests < 80 || linked < 80 {
		t.Errorf("%d tests, %d objects linked: %v", tests, linked, err)
	}
	t.Logf("%d tests, %d objects linked", tests, linked)
}

// runLines has the commands of a test of LLVM's, with all but the name of temporary files put in; "" for one that is not about MCJIT here.
func runLines(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	script := "set -e -o pipefail\n"
	for line := range strings.Lines(string(text)) {
		_, run, ok := strings.Cut(line, "RUN:")
		if !ok {
			continue
		}
		run = strings.TrimSpace(run)
		if rest, more := strings.CutSuffix(run, `\`); more {
			script += rest + " "
			continue
		}
		script += run + "\n"
	}
	if !strings.HasSuffix(path, ".ll") || !strings.Contains(script, "mcjit") || strings.Contains(string(text), "REQUIRES: system-windows") {
		return ""
	}
	return strings.NewReplacer("%lli", "lli", "lli-child-target%exeext", "/usr/lib/llvm-14/bin/lli-child-target", "%python", "python3", "%s", path, "%S", filepath.Dir(path), "%p", filepath.Dir(path)).Replace(script)
}

// TestMCJITUnits: LLVM's unit tests of MCJIT pass with our engine as they do with LLVM's.
func TestMCJITUnits(t *testing.T) {
	source := filepath.Join(llvmSource(t), "unittests/ExecutionEngine/MCJIT")
	citest.Need(t, "/usr/include/gtest/gtest.h")
	dir := t.TempDir()
	// A header of LLVM's own build, of which the tests use what the installed one has.
	if err := os.MkdirAll(filepath.Join(dir, "llvm/Config"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "llvm/Config/config.h"), []byte("#include \"llvm/Config/llvm-config.h\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(source, "*.cpp"))
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	program := filepath.Join(dir, "units")
	cc := append([]string{"-w", "-I" + dir, "-o", program}, files...)
	cc = append(append(cc, llvmFlags(t, "14", "cxx")...), "-lgtest", "-lgtest_main", "-pthread")
	if out, err := exec.Command("clang++", cc...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	passed := regexp.MustCompile(`\[  PASSED  \] (\d+) tests`)
	want, err := command(nil, program)
	got, linked, removed, gotErr := tracedMCJIT(t, program)
	if err != nil || gotErr != nil || passed.FindString(want) == "" || passed.FindString(got) != passed.FindString(want) || linked < 40 || removed != linked {
		t.Errorf("%d objects linked, %d removed: %v\n%s\nnot %v\n%s", linked, removed, gotErr, got, err, want)
	}
	t.Log(fmt.Sprint(passed.FindString(got), ", ", linked, " objects linked"))
}
