package remote_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// nestedGCC compiles nested functions, by machine: clang has none.
var nestedGCC = map[string]string{"amd64": "gcc", "arm64": "aarch64-linux-gnu-gcc"}

// TestNested: nested functions of GNU C that are called by their address do in an executor what they do in a program that was linked.
func TestNested(t *testing.T) {
	eachMachine(t, func(t *testing.T, m *machine) {
		gcc, ok := nestedGCC[m.name]
		if !ok {
			return // they want an executable stack there
		}
		citest.Need(t, gcc)
		dir := t.TempDir()
		object, linked := filepath.Join(dir, "nested.o"), filepath.Join(dir, "nested")
		for _, args := range [][]string{
			{"-std=gnu17", "-w", "-O2", "-fPIC", "-c", "-o", object, "../debug/crash/testdata/nested.c"},
			{"-static", "-pthread", "-Wl,--no-warn-execstack", "-o", linked, object},
		} {
			if msg, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, msg)
			}
		}
		native := append(m.emulator[:len(m.emulator):len(m.emulator)], linked)
		want, err := exec.Command(native[0], native[1:]...).Output()
		if err != nil || len(want) == 0 {
			t.Fatalf("linked: %v\n%s", err, want)
		}
		img, err := objfile.Open(object)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { img.Close() })
		var stdout bytes.Buffer
		cmd := m.command(t)
		cmd.Stdout = &stdout
		e := start(t, cmd)
		l := loaded(t, e, img)
		status, err := e.Main(t.Context(), address(t, l, "main"), []string{"nested"}, nil)
		if err != nil || status != 0 || !bytes.Equal(stdout.Bytes(), want) {
			t.Errorf("status %d, %v\n%s\nwant\n%s", status, err, &stdout, want)
		}
	})
}
