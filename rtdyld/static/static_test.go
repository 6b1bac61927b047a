//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/perf"
	"github.com/go-rtdyld/rtdyld/rtdyld/record"
)

// muslFiles are this machine's musl and the builtins that it needs.
func muslFiles(t testing.TB) []Input {
	t.Helper()
	var in []Input
	for _, f := range muslPaths {
		if _, err := os.Stat(f); err != nil && muslForeign {
			t.Skip("musl of another machine is not to be had: ", err)
		}
		citest.Need(t, f)
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		in = append(in, Libc(f, data))
	}
	return in
}

// TestLibc calls a few functions of libc.
func TestLibc(t *testing.T) {
	p, err := Load(t.Context(), muslFiles(t)...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	var strlen func(string) uintptr
	if err := p.Bind("strlen", &strlen); err != nil {
		t.Fatal(err)
	}
	if n := strlen("five!"); n != 5 {
		t.Errorf("strlen: %d", n)
	}
	var malloc func(uintptr) uintptr
	var free func(uintptr)
	if err := p.Bind("malloc", &malloc); err != nil {
		t.Fatal(err)
	}
	if err := p.Bind("free", &free); err != nil {
		t.Fatal(err)
	}
	m := malloc(100)
	if m == 0 {
		t.Fatal("no memory")
	}
	free(m)
	var snprintf func(buf []byte, n int, format string, i int32, f float64, s string) int32
	if err := p.Bind("snprintf", &snprintf); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 100)
	if n := snprintf(buf, len(buf), "%d %f %s", 42, 3.25, "abc"); string(buf[:n]) != "42 3.250000 abc" {
		t.Errorf("%q", buf[:n])
	}
	var open func(string, int32) int32
	if err := p.Bind("open", &open); err != nil {
		t.Fatal(err)
	}
	var errno func() unsafe.Pointer
	if err := p.Bind("__errno_location", &errno); err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread() // errno is this thread's
	defer runtime.UnlockOSThread()
	if fd := open("/nowhere", 0); fd != -1 || *(*int32)(errno()) != 2 {
		t.Errorf("open: %d, errno %d", fd, *(*int32)(errno()))
	}
}

// TestConstructors run in order, with the program's arguments.
func TestConstructors(t *testing.T) {
	p := load(t, Bytes("scene.o", compiled(t, "scene.c")), With(Config{Args: []string{"a", "b", "c"}}))
	step := bind[func(int32) int32](t, p, "step")
	if step(0) != 1 || step(1) != 2 {
		t.Errorf("%d, %d", step(0), step(1))
	}
	if n := bind[func() int32](t, p, "argument_count")(); n != 3 {
		t.Errorf("%d arguments", n)
	}
}

// TestRecorder: what a program's linker does is recorded, and does the same again.
func TestRecorder(t *testing.T) {
	var file bytes.Buffer
	r := record.New(&file)
	p, err := Load(t.Context(), append(muslFiles(t), Bytes("scene.o", compiled(t, "scene.c")), With(Config{Recorder: r}))...)
	if err != nil {
		t.Fatal(err)
	}
	bind[func(int32) int32](t, p, "step")(0)
	if err := errors.Join(p.Close(), r.Close()); err != nil {
		t.Fatal(err)
	}
	var steps []string
	same, err := record.Replay(t.Context(), file.Bytes(), record.ReplayConfig{Show: func(s record.Step) {
		if steps = append(steps, s.What); s.Err != "" || !s.Made {
			t.Errorf("%+v", s)
		}
	}})
	if !same || err != nil || len(steps) < 4 || steps[0] != "load scene.o" || steps[1] != "finalize scene.o" || steps[len(steps)-1] != "close" {
		t.Errorf("%v, %v: %q", same, err, steps)
	}
}

// TestRefused: what cannot be had is ENOSYS.
func TestRefused(t *testing.T) {
	p := scene(t)
	for _, name := range []string{"refuse_cancel", "refuse_setuid", "refuse_fork"} {
		if e := bind[func() int32](t, p, name)(); e != 38 {
			t.Errorf("%s: %d", name, e)
		}
	}
}

// TestStack: C has 8 MiB of stack, on threads of both kinds.
func TestStack(t *testing.T) {
	p := scene(t)
	if got := bind[func(int32) int32](t, p, "deep")(7000); got != 1 {
		t.Errorf("%d", got)
	}
	if got := bind[func(string) int32](t, p, "shell")("exit 7"); got != 7<<8 {
		t.Errorf("system: %#x", got)
	}
}

// TestPerfMap: the map that perf reads has the functions of a static program's C, and libc's.
func TestPerfMap(t *testing.T) {
	dir := t.TempDir()
	m, err := perf.NewMap(perf.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	load(t, With(Config{Listeners: []rtdyld.Listener{m}}), Bytes("scene.o", compiled(t, "scene.c")))
	data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("perf-%d.map", os.Getpid())))
	if err != nil || !strings.Contains(string(data), " raise_one") || !strings.Contains(string(data), " malloc") {
		t.Errorf("%v: %.300s", err, data)
	}
}
