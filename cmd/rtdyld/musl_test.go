package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// muslLoader is what Go's linker takes as the interpreter on a machine with musl.
const muslLoader = "/lib/ld-musl-x86_64.so.1"

// TestMusl: the command in a process with musl runs the README's program, and programs as musl-gcc's natively linked ones run: objects, archives and sources,
// here and in another process.
func TestMusl(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "gcc", "ar", "musl-gcc", muslLoader)
	dir := t.TempDir()
	command := filepath.Join(dir, "rtdyld")
	build := exec.Command("go", "build", "-o", command, "-ldflags=-I "+muslLoader, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	succeeds(t, build)

	want, err := os.ReadFile("../../testdata/demo/scene.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := succeeds(t, exec.Command(command, "run", "-lib", "libm.so.6", demoObject(t))); !bytes.Equal(got, want) {
		t.Errorf("the demo prints\n%s", got)
	}
	const sources = "testdata/musl/"
	for _, p := range []struct {
		files []string
		args  [][]string
	}{
		{[]string{"program"}, [][]string{nil, {"exit", "a b", ""}}},
		{[]string{"threads", "threads2"}, [][]string{nil}},
		{[]string{"leaves"}, [][]string{nil}},
	} {
		native := filepath.Join(dir, p.files[0])
		var c []string
		for _, f := range p.files {
			c = append(c, sources+f+".c")
		}
		runTool(t, "musl-gcc", append([]string{"-O1", "-o", native}, c...)...)
		for _, args := range p.args {
			want := muslEnd(t, exec.Command(native, args...))
			for _, build := range [][]string{{"musl-gcc", "-O2", "-fPIC"}, {"musl-gcc", "-O0", "-fPIC", "-mtls-dialect=gnu2"}, {"gcc", "-O2", "-fPIC", "-mcmodel=large"}} {
				objects := compiled(t, dir, build, c)
				archive := filepath.Join(t.TempDir(), "lib.a")
				runTool(t, "ar", append([]string{"rcs", archive}, objects[1:]...)...)
				for _, in := range [][]string{objects, {objects[0], archive}, slices.Concat([]string{"-isolated"}, objects)} {
					got := muslEnd(t, exec.Command(command, slices.Concat([]string{"run"}, in, []string{"--"}, args)...))
					if got != want {
						t.Errorf("%v %v: it ends as\n%s\nnatively\n%s", build, in, got, want)
					}
				}
			}
			if got := muslEnd(t, exec.Command(command, slices.Concat([]string{"run"}, c, []string{"--"}, args)...)); got != want {
				t.Errorf("%v: it ends as\n%s\nnatively\n%s", c, got, want)
			}
		}
	}
	out, err := exec.Command(command, append([]string{"run"}, compiled(t, dir, []string{"musl-gcc", "-fno-pic"}, []string{sources + "threads2.c", sources + "threads.c"})...)...).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "compile with -fPIC") {
		t.Errorf("local-exec code: %v: %s", err, out)
	}
}

// compiled makes objects of sources.
func compiled(t *testing.T, dir string, build, sources []string) (objects []string) {
	t.Helper()
	for _, c := range sources {
		o := filepath.Join(dir, filepath.Base(c)+".o")
		runTool(t, build[0], slices.Concat(build[1:], []string{"-c", c, "-o", o})...)
		objects = append(objects, o)
	}
	return objects
}

// succeeds runs a command and returns what it prints.
func succeeds(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", cmd.Args, err, out, &errs)
	}
	return out
}

// muslEnd is what a program prints, and its status.
func muslEnd(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	cmd.Env = append(os.Environ(), "SHOWN=told")
	out, err := cmd.CombinedOutput()
	if e, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	} else if ok {
		return string(out) + e.Error()
	}
	return string(out)
}
