//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// inChild has a test run again in a process of its own, where body runs. It returns what that writes, and its exit status.
func inChild(t *testing.T, body func()) (out, errs string, status int) {
	t.Helper()
	const variable = "RTDYLD_STATIC_CHILD"
	if os.Getenv(variable) == t.Name() {
		body()
		os.Exit(99)
	}
	var stdout, stderr bytes.Buffer
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := citest.Command(self, "-test.run", "^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$")
	cmd.Env = append(os.Environ(), variable+"="+t.Name(), "TMPDIR="+t.TempDir()) // it may end before it removes its own
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

// TestExit: exit handlers run and streams are written by Exit and by C's exit; os.Exit loses both, but not lines.
func TestExit(t *testing.T) {
	needScene(t)
	for _, c := range []struct {
		name   string
		end    func(t *testing.T, leave func(int32))
		out    string
		status int
	}{
		{"static", func(*testing.T, func(int32)) { Exit(3) }, "a line\nno lineexit handler\ndestructor\n", 3},
		{"C", func(_ *testing.T, leave func(int32)) { leave(4) }, "a line\nno lineexit handler\ndestructor\n", 4},
		{"os", func(*testing.T, func(int32)) { os.Exit(5) }, "a line\n", 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, errs, status := inChild(t, func() {
				p := scene(t)
				say := bind[func(string)](t, p, "say")
				say("a line\n")
				say("no line")
				c.end(t, bind[func(int32)](t, p, "leave"))
			})
			if out != c.out || status != c.status {
				t.Errorf("%q, status %d: %s", out, status, errs)
			}
		})
	}
}

// TestClose: a program that is closed has run its exit handlers and destructors, and streams are written.
func TestClose(t *testing.T) {
	needScene(t)
	out, errs, status := inChild(t, func() {
		p, err := Load(t.Context(), append(muslFiles(t), Bytes("scene.o", compiled(t, "scene.c")))...)
		if err != nil {
			t.Fatal(err)
		}
		bind[func(string)](t, p, "say")("said ")
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		os.Exit(6)
	})
	if out != "said exit handler\ndestructor\n" || status != 6 {
		t.Errorf("%q, status %d: %s", out, status, errs)
	}
}

// TestPthreadExit: a thread of Go's cannot end by C.
func TestPthreadExit(t *testing.T) {
	needScene(t)
	_, errs, status := inChild(t, func() { bind[func()](t, scene(t), "refuse_exit")() })
	if status != 134 || errs != "rtdyld/static: pthread_exit on a thread that Go has made\n" {
		t.Errorf("status %d: %s", status, errs)
	}
}

// TestWhole: all of libc at once is as good, and functions of it need nothing else then.
func TestWhole(t *testing.T) {
	needScene(t)
	out, errs, status := inChild(t, func() {
		inputs := append(muslFiles(t), With(Config{Whole: true}), Bytes("scene.o", compiled(t, "scene.c")))
		start := time.Now()
		p, err := Load(t.Context(), inputs...)
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		n := len(the.c.linker.Objects())
		bind[func()](t, p, "keys")()
		if r := bind[func(int32) int32](t, p, "threads")(5); r != 0 {
			t.Errorf("threads: %d", r)
		}
		bind[func(int32, *[16]uint64) int32](t, p, "regcomp")
		if now := len(the.c.linker.Objects()); now != n || n < 1200 {
			t.Errorf("%d objects of libc, then %d", n, now)
		}
		if t.Failed() {
			os.Exit(1)
		}
		os.Stderr.WriteString(took.String())
		Exit(0)
	})
	if out != "exit handler\ndestructor\n" || status != 0 {
		t.Errorf("%q, status %d: %s", out, status, errs)
	}
	t.Log(errs)
}

// TestStartCost: what the first Load does does not grow unseen: how many members it links, and how much memory of Go's it takes. It may be
// about twice what it was in 2026.
func TestStartCost(t *testing.T) {
	libc := muslFiles(t)
	out, errs, status := inChild(t, func() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Load(t.Context(), libc...); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
		runtime.ReadMemStats(&after)
		fmt.Print(len(the.c.linker.Objects()), after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs)
		os.Exit(0)
	})
	var members, size, count int
	if _, err := fmt.Sscan(out, &members, &size, &count); err != nil || status != 0 {
		t.Fatalf("%v, status %d: %s%s", err, status, out, errs)
	}
	if members > 300 || size > 2<<20 || count > 6000 {
		t.Errorf("%d members, %d KiB in %d pieces", members, size>>10, count)
	}
	t.Logf("%d members, %d KiB in %d pieces", members, size>>10, count)
}
