//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

var seed = flag.Uint64("programs", 1, "seed that chooses programs of testdata/c where not all are run")

// archive makes the archive that programs run with.
func archive(t *testing.T, cfg libc.Config) string {
	t.Helper()
	r, err := libc.Make(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "libc.a")
	if err := os.WriteFile(path, r.Archive, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// runner builds testdata/run, which runs objects in a static program: once, for all tests.
func runner(t *testing.T) string {
	t.Helper()
	path, err := buildRunner()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var runnerDir string

var buildRunner = sync.OnceValues(func() (string, error) {
	var err error
	if runnerDir, err = os.MkdirTemp("", "rtdyld-static"); err != nil {
		return "", err
	}
	path := filepath.Join(runnerDir, "run")
	cmd := exec.Command("go", "build", "-o", path, "./testdata/run")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH="+runtime.GOARCH)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	status := m.Run()
	if runnerDir != "" {
		_ = os.RemoveAll(runnerDir)
	}
	os.Exit(status)
}

// ending is what a program prints and how it ends; it has a name for its own.
func ending(t *testing.T, name, program string, args ...string) string {
	t.Helper()
	cmd := citest.CommandAs(name, program, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=/bin:/usr/bin", "VARIABLE=value"}
	cmd.Stdin = strings.NewReader("a line\n")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if _, ended := errors.AsType[*exec.ExitError](cmd.Run()); cmd.ProcessState == nil && !ended {
		t.Fatalf("%s did not start", program)
	}
	return out.String() + cmd.ProcessState.String() + "\n"
}

// TestPrograms runs the programs of testdata/c: each is linked with musl by gcc, and its object by this package; both print the
// same and end with the same status.
func TestPrograms(t *testing.T) {
	missingTools(t)
	citest.Need(t, muslCompiler[0], "go")
	sources, err := filepath.Glob("testdata/c/*.c")
	if err != nil || len(sources) < 150 {
		t.Fatalf("%d programs, %v", len(sources), err)
	}
	step := 1
	if citest.Sample() {
		step = programsStep
	}
	run, lib := runner(t), archive(t, libc.Config{})
	for i := range citest.OneOf(len(sources), step, *seed) {
		t.Run(strings.TrimSuffix(filepath.Base(sources[i]), ".c"), func(t *testing.T) {
			if t.Name() == "TestPrograms/mutex_robust" && os.Getenv(citest.Emulator) != "" {
				t.Skip("QEMU has no robust lists")
			}
			sameAsNative(t, muslCompiler, run, lib, sources[i])
		})
	}
}

// TestThreadDestructors: when code is closed, destructors of the closing thread's C++ thread-locals run, and those of other threads do
// not, which have no code any more. All of the C library is linked before it starts, with the thread-locals that libgcc has.
func TestThreadDestructors(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the archive is made for amd64")
	}
	citest.Need(t, "gcc", "go", "/usr/lib/x86_64-linux-musl/libc.a")
	object := filepath.Join(t.TempDir(), "leave.o")
	if out, err := exec.CommandContext(t.Context(), "gcc", "-O2", "-fPIC", "-c", "testdata/leave.c", "-o", object).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := ending(t, "run", runner(t), "-leave", archive(t, libc.Config{}), object)
	if want := "this thread\ngone\n" + strings.Repeat("a later thread\ngone\n", 4) + "exit status 0\n"; got != want {
		t.Errorf("it prints:\n%s", got)
	}
}

// TestUnknownGoProgram: what a user sees of a program that was built by a version of Go that is not known, which here the linker has it say of itself.
func TestUnknownGoProgram(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the object is for amd64")
	}
	citest.Need(t, "go")
	dir := t.TempDir()
	program, libc := filepath.Join(dir, "run"), filepath.Join(dir, "libc.a")
	if err := os.WriteFile(libc, []byte("!<arch>\n"), 0o666); err != nil { // which is not looked at
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-ldflags", "-X runtime.buildVersion=go1.99.1", "-o", program, "./testdata/run")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	object, err := filepath.Abs("../../testdata/demo/scene.o")
	if err != nil {
		t.Fatal(err)
	}
	const want = "run: static: Go go1.99.1: the runtime of go1.26 and go1.27 is known, and how it treats threads is not promised for others: " +
		"build with one of these (GOTOOLCHAIN=go1.27.0 go build), or take a version of this module that knows yours\nexit status 125\n"
	if got := ending(t, "run", program, libc, object); got != want {
		t.Errorf("it prints:\n%s", got)
	}
}
