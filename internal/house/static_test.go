package house

import (
	"debug/elf"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestStatic: a program that links and calls with the core alone is a static
// binary, asks for no dynamic linker, and runs.
func TestStatic(t *testing.T) {
	const dir = "internal/house/testdata/static"
	prog := filepath.Join(t.TempDir(), "static")
	goCommand(t, []string{"CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64"}, "build", "-o", prog, "./"+dir)
	f, err := elf.Open(prog)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the program has a segment %v", p.Type)
		}
	}
	t.Run("run", func(t *testing.T) {
		citest.Host(t, "linux", "amd64")
		out, err := exec.Command(prog, filepath.Join(root(t), "internal/house/testdata/crc.o")).CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != "a9d84fd0" {
			t.Errorf("%v: printed %q", err, out)
		}
	})
}

// TestDynamic: the same question has another answer for a program that uses host,
// so that TestStatic could fail.
func TestDynamic(t *testing.T) {
	prog := filepath.Join(t.TempDir(), "rtdyld")
	goCommand(t, []string{"CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64"}, "build", "-o", prog, "./cmd/rtdyld")
	f, err := elf.Open(prog)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	interp := false
	for _, p := range f.Progs {
		interp = interp || p.Type == elf.PT_INTERP
	}
	if !interp {
		t.Error("cmd/rtdyld has no dynamic linker to find libraries with")
	}
}
