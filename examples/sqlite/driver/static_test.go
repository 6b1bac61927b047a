//go:build linux && amd64

package driver_test

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestStatic: the driver works in a program without a dynamic loader and without a C library but musl's archive, functions of SQL
// that are written in Go, too.
func TestStatic(t *testing.T) {
	citest.Need(t, "/usr/lib/x86_64-linux-musl/libc.a")
	if raced {
		t.Skip("the program is not built with the race detector")
	}
	dir := t.TempDir()
	libc, prog := filepath.Join(dir, "libc.a"), filepath.Join(dir, "static")
	if out, err := exec.Command("go", "run", "../../../cmd/rtdyld", "libc", "-o", libc).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	overlay := filepath.Join(filepath.Dir(os.Getenv("DRIVER_GENERATED")), "overlay.json")
	cmd := exec.Command("go", "build", "-tags", "rtdyld_static", "-overlay", overlay, "-o", prog, "./testdata/static")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	file, err := elf.Open(prog)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the program has a %v", p.Type)
		}
	}
	n := 0
	for i := range 10000 {
		if strings.Contains(strconv.Itoa(i+1), "77") {
			n++
		}
	}
	want := fmt.Sprintf("<nil> <nil> %d\n<nil> %d\n", n, 10000*10001)
	if out, err := exec.Command(prog, libc).CombinedOutput(); err != nil || string(out) != want {
		t.Errorf("%v: %q, want %q", err, out, want)
	}
}
