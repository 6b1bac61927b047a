//go:build linux && amd64

package gdbjit_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestEmulated: a program for another processor, in an emulator that the debugger drives: breakpoints that are set before
// there is anything to break, lines, locals, callers; the program then goes on to its end.
func TestEmulated(t *testing.T) {
	if citest.Sample() {
		t.Skip("builds a program")
	}
	for _, c := range []struct{ arch, emulator, libraries, cc, flags, entry string }{
		{"riscv64", "qemu-riscv64", "/usr/riscv64-linux-gnu", "riscv64-linux-gnu-gcc", "-ldflags=-I /lib/ld-linux-riscv64-lp64d.so.1", "lp64Entry"},
		{"ppc64le", "qemu-ppc64le", "/usr/powerpc64le-linux-gnu", "powerpc64le-linux-gnu-gcc", "-ldflags=", "Entry"},
	} {
		t.Run(c.arch, func(t *testing.T) {
			citest.Need(t, "gdb-multiarch", c.emulator, c.cc, c.libraries)
			emulated(t, c.arch, c.emulator, c.libraries, c.cc, c.flags, c.entry)
		})
	}
}

func emulated(t *testing.T, arch, emulatorName, libraries, cc, flags, entry string) {
	dir, err := os.MkdirTemp("", "j") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	objs := "load=" + compile(t, cc, "inner.c", "r", "-g", "-O0") + "," + compile(t, cc, "outer.c", "r", "-g", "-O0")
	program := build(t, []string{"GOARCH=" + arch, "CGO_ENABLED=0"}, flags)
	sock := filepath.Join(dir, "s")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	emulator := exec.CommandContext(ctx, emulatorName, "-L", libraries, "-E", quiet, "-g", sock, program, objs, "call=outer_r", "unload=all", "report")
	if err := emulator.Start(); err != nil {
		t.Fatal(err)
	}
	defer emulator.Wait()
	defer emulator.Process.Kill()
	for ctx.Err() == nil {
		if _, err := os.Stat(sock); err == nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	lines := []string{"set pagination off", "set confirm off", "set debuginfod enabled off", "set width 0", "set auto-load no", "set breakpoint pending on", "file " + program, "target remote " + sock, "handle SIGURG nostop noprint pass", "break main.marker"}
	session(t, "gdb-multiarch", lines, nil, []step{
		{"break inner_r", []string{`pending`}},
		{"continue", []string{`, inner_r \(x=21, p=0x[0-9a-f]+\) at testdata/inner\.c:5$`}},
		{"next", []string{`^6\s+p->x = y`}},
		{"info locals", []string{`^y = 42$`}},
		{"bt 3", []string{`^#0 .*inner_r \(x=21, `, `^#1 .*outer_r \(n=3\) at testdata/outer\.c:8$`, `^#2 .*` + entry + ` \(\) at `}},
		{"delete", nil},
		{"break main.marker", nil},
		{"continue", []string{`main\.marker`}},
		{images, []string{`^images: 0$`}},
		{"continue", []string{`exited normally`}},
	})
}
