//go:build linux

package main

import (
	"debug/elf"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

const sqliteArchive = "/usr/lib/x86_64-linux-gnu/libsqlite3.a"

// build builds the program as if the embedded archives were the files at these paths, "": nowhere.
func build(t *testing.T, libcPath, sqlitePath string) string {
	t.Helper()
	here, err := filepath.Abs("lib")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(here, "libc_linux_amd64.a"): libcPath, filepath.Join(here, "libsqlite3_linux_amd64.a"): sqlitePath,
	}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, prog := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "static")
	if err := os.WriteFile(file, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-overlay", file, "-o", prog, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return prog
}

// TestStatic: the program is linked statically, and works where it finds nothing but itself.
func TestStatic(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", sqliteArchive, "/usr/lib/x86_64-linux-musl/libc.a")
	made, err := libc.Make(t.Context(), libc.Config{})
	if err != nil {
		t.Fatal(err)
	}
	libcPath := filepath.Join(t.TempDir(), "libc.a")
	if err := os.WriteFile(libcPath, made.Archive, 0o666); err != nil {
		t.Fatal(err)
	}
	prog := build(t, libcPath, sqliteArchive)
	file, err := elf.Open(prog)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("it has a segment %v", p.Type)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(prog, "-rows", "3000")
	cmd.Env = []string{}
	if os.Geteuid() == 0 { // who may change the root
		cmd.Path, cmd.Dir = "/static", "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: filepath.Dir(prog)}
	}
	out, err := cmd.CombinedOutput()
	text := string(out)
	if err != nil || !strings.HasSuffix(text, "\n3000 rows ok\n") || strings.Count(text, "3000 rows, sum 4498500\n") != 2 || !strings.Contains(text, ", rows.db: ") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestMissing: a fresh clone compiles, and says what to do.
func TestMissing(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go")
	out, err := exec.Command(build(t, "", ""), "-rows", "1").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "libc_linux_amd64.a: file does not exist: run go generate ./examples/static (Debian: apt-get install musl-dev libsqlite3-dev)") {
		t.Errorf("%v: %s", err, out)
	}
}
