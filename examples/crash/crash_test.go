package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestCrash: the function's result, its crash with file and line, and the program that goes on.
func TestCrash(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "gcc")
	dir := t.TempDir()
	object, prog := filepath.Join(dir, "divide.o"), filepath.Join(dir, "crash")
	for _, c := range [][]string{
		{"gcc", "-g", "-c", "-o", object, "code/divide.c"},
		{"go", "build", "-o", prog, "."},
	} {
		cmd := exec.Command(c[0], c[1:]...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for people, want := range map[string][]string{
		"7": {"14\n"},
		"0": {"crashed: SIGFPE", "in divide+0x", "divide.c:2)"},
	} {
		out, err := exec.Command(prog, object, people).CombinedOutput()
		for _, w := range want {
			if err != nil || !strings.Contains(string(out), w) {
				t.Errorf("%s people: %v\n%s, want %q", people, err, out, w)
			}
		}
	}
}
