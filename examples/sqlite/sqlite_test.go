package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

const (
	archive  = "/usr/lib/x86_64-linux-gnu/libsqlite3.a"
	embedded = "lib/libsqlite3.a"
)

// build builds the program as if the embedded archive were the file at path, "": nowhere.
func build(t *testing.T, path string) string {
	t.Helper()
	here, err := filepath.Abs(embedded)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {here: path}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, prog := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "sqlite")
	if err := os.WriteFile(file, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-overlay", file, "-o", prog, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return prog
}

// TestSQLite: with Debian's archive the program prints what it has selected.
func TestSQLite(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", archive)
	out, err := exec.Command(build(t, archive)).CombinedOutput()
	if want := "Backus 1957\nHopper 1952\n"; err != nil || string(out) != want {
		t.Errorf("%v: %q, want %q", err, out, want)
	}
}

// TestMissing: a fresh clone compiles, and says what to do.
func TestMissing(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go")
	out, err := exec.Command(build(t, "")).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "open lib/libsqlite3.a: file does not exist (go generate ") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestLength: the program is under 30 lines.
func TestLength(t *testing.T) {
	src, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(src), "\n)\n\n") // behind the imports
	if n := strings.Count(body, "\n"); n >= 30 {
		t.Errorf("%d lines", n)
	}
}
