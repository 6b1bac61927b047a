//go:build linux

package main

import (
	"debug/elf"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
	"github.com/go-rtdyld/rtdyld/triple"
)

// processors are those that the program is for, and where Debian has SQLite for them; for another than this machine's there is an emulator.
var processors = []struct {
	goarch, sqlite, emulator string
	arch                     triple.Arch
}{
	{"amd64", "/usr/lib/x86_64-linux-gnu/libsqlite3.a", "", triple.X86_64},
	{"arm64", "/usr/lib/aarch64-linux-gnu/libsqlite3.a", "qemu-aarch64", triple.AArch64},
}

// build builds the program as if the embedded archives were the files at these paths, "": nowhere.
func build(t *testing.T, goarch, libcPath, sqlitePath string) string {
	t.Helper()
	here, err := filepath.Abs("lib")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(here, "libc_linux_"+goarch+".a"): libcPath, filepath.Join(here, "libsqlite3_linux_"+goarch+".a"): sqlitePath,
	}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, prog := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "root", "static")
	if err := os.WriteFile(file, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-overlay", file, "-o", prog, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH="+goarch)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return prog
}

// TestStatic: the program is linked statically, and works where it finds nothing but itself.
func TestStatic(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	for _, p := range processors {
		t.Run(p.goarch, func(t *testing.T) {
			if p.emulator != "" {
				if err := citest.Missing(p.sqlite, "/usr/lib/aarch64-linux-musl/libc.a"); err != nil {
					t.Skip("archives of another machine are not always to be had: ", err)
				}
				citest.Need(t, p.emulator)
			}
			citest.Need(t, "go", p.sqlite, "/usr/lib/x86_64-linux-musl/libc.a")
			made, err := libc.Make(t.Context(), libc.Config{Target: triple.Triple{Arch: p.arch, OS: triple.Linux}})
			if err != nil {
				t.Fatal(err)
			}
			libcPath := filepath.Join(t.TempDir(), "libc.a")
			if err := os.WriteFile(libcPath, made.Archive, 0o666); err != nil {
				t.Fatal(err)
			}
			prog := build(t, p.goarch, libcPath, p.sqlite)
			linkedStatically(t, prog)
			entry, root := image(t, filepath.Dir(prog))
			args := append([]string{filepath.Join(root, entry[0])}, append(entry[1:], "-rows", "3000")...)
			if p.emulator != "" {
				args = append([]string{p.emulator}, args...)
			}
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Env = []string{}
			if os.Geteuid() == 0 { // who may change the root
				cmd.Dir = "/"
				cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root}
				if p.emulator == "" {
					cmd.Path = entry[0]
				} else {
					cmd.Path = "/" + with(t, cmd.Path, root)
					cmd.Args[1] = entry[0]
				}
			}
			out, err := cmd.CombinedOutput()
			text := string(out)
			if err != nil || !strings.HasSuffix(text, "\n3000 rows ok\n") || strings.Count(text, "3000 rows, sum 4498500\n") != 2 || !strings.Contains(text, ", rows.db: ") {
				t.Errorf("%v: %s", err, out)
			}
			if p.emulator == "" {
				t.Run("goroutines", func(t *testing.T) { goroutines(t, prog) })
			}
		})
	}
}

// goroutines has 16 goroutines use SQLite at a time, and garbage collected after little of it; in the long form for ten minutes.
func goroutines(t *testing.T, prog string) {
	rows, lasting := "300", time.Duration(0)
	if !citest.Sample() {
		rows, lasting = "20000", 10*time.Minute
		if end, ok := t.Deadline(); ok { // go test's own is as long
			lasting = min(lasting, time.Until(end)-2*time.Minute)
		}
	}
	cmd := exec.Command(prog, "-rows", rows, "-goroutines", "16", "-for", lasting.String())
	cmd.Env = append(os.Environ(), "GOGC=5", "TMPDIR="+t.TempDir())
	out, err := cmd.CombinedOutput()
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	last := lines[len(lines)-1]
	var times, n int
	if _, scan := fmt.Sscanf(last, "%d times, %d rows ok", &times, &n); err != nil || scan != nil || times < 16 || len(lines) != 2*times+1 {
		t.Fatalf("%v: %d lines, the last %q", err, len(lines), last)
	}
	t.Logf("%s; %d KiB at most, %v", last, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
}

// linkedStatically fails the test if a program has a dynamic loader.
func linkedStatically(t *testing.T, prog string) {
	t.Helper()
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
}

// with puts an emulator and its libraries into a folder that will be the root, and returns its name there.
func with(t *testing.T, emulator, root string) string {
	t.Helper()
	out, err := exec.Command("ldd", emulator).Output()
	if err != nil {
		t.Fatal(err)
	}
	for file := range strings.FieldsSeq(emulator + " " + string(out)) {
		if !strings.HasPrefix(file, "/") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(file)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, file), data, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return emulator[1:]
}

// TestMissing: a fresh clone compiles, and says what to do.
func TestMissing(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go")
	out, err := exec.Command(build(t, "amd64", "", ""), "-rows", "1").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "libc_linux_amd64.a: file does not exist: run go generate ./examples/static (Debian: apt-get install musl-dev libsqlite3-dev)") {
		t.Errorf("%v: %s", err, out)
	}
}
