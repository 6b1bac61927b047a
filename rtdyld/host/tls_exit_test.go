//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// needExits skips a test where destructors of thread-locals are glibc's.
func needExits(t *testing.T) {
	t.Helper()
	if exitPC[0] == 0 {
		t.Skip("for x86-64")
	}
}

// TestTLSCxx: constructors and destructors of thread-locals run as they do in a
// program that the system links, at the end of a thread and when the object goes.
func TestTLSCxx(t *testing.T) {
	needExits(t)
	p := open(t, Config{Libraries: []string{"libstdc++.so.6"}})
	eachBuild(t, func(t *testing.T, cc string, flags []string) {
		_, read := notes(t)
		files := []string{"tlscxx.cc", "tlscxx2.cc", "note.c"}
		run(t, citest.Command(native(t, cc, files, flags...)))
		want := read()
		if strings.Count(want, "\n") < 12 {
			t.Fatalf("the program says %q", want)
		}
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		l := newLinker(t, p)
		var imgs []*objfmt.ObjectImage
		for _, f := range files {
			imgs = append(imgs, object(t, cc, f, flags...))
		}
		objs := load(t, l, imgs...)
		if status, err := RunMain(t.Context(), caller(t), lookup(t, l, "main"), nil, nil); status != 0 || err != nil {
			t.Fatal(status, err)
		}
		if err := l.Unload(t.Context(), objs...); err != nil {
			t.Fatal(err)
		}
		if got := read(); got != want {
			t.Errorf("notes are\n%s, want\n%s", got, want)
		}
	})
}

// TestTLSExit: destructors at the end of a thread that is Go's; none for an object
// that is gone, wherever threads end later.
func TestTLSExit(t *testing.T) {
	needExits(t)
	_, read := notes(t)
	p := open(t, Config{Libraries: []string{"libstdc++.so.6"}})
	l := newLinker(t, p)
	objs := load(t, l, object(t, "gcc", "note.c"), object(t, "gcc", "tlscxx.cc", "-O2", "-fPIC"), object(t, "gcc", "tlscxx2.cc", "-O2", "-fPIC"))
	touch := bound0[int32](t, l, "touch")
	ending := newCrew(t, 1)
	var tid int
	ending.all(func(int) { touch(); tid = unix.Gettid() })
	ending.end()
	waitThread(t, tid)
	if got, want := read(), "made first\nmade local\ngone local\nmade last\nlate\ngone last\ngone first!\n"; got != want {
		t.Errorf("a thread of Go's has ended, and has said\n%s", got)
	}
	// A thread that goes on when the object goes: its destructors are forgotten.
	staying := newCrew(t, 4)
	tids := make([]int, 4)
	staying.all(func(i int) { touch(); tids[i] = unix.Gettid() })
	read()
	if err := l.Unload(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	if got := read(); got != "" {
		t.Errorf("destructors ran on another thread: %s", got)
	}
	staying.end()
	for _, tid := range tids {
		waitThread(t, tid)
	}
	threadEnds.mu.Lock()
	threadEnds.sweep()
	for _, tid := range tids {
		if threadEnds.threads[tid] != nil {
			t.Errorf("thread %d has ended and is remembered", tid)
		}
	}
	threadEnds.mu.Unlock()
	if exitRunning != 0 {
		t.Error("destructors are running")
	}
	if got := read(); got != "" {
		t.Errorf("destructors of an object that is gone: %q", got)
	}
}

// TestTLSExitWithin: a destructor registered with the address of a variable runs when the object of the variable goes.
func TestTLSExitWithin(t *testing.T) {
	needExits(t)
	_, read := notes(t)
	l := newLinker(t, open(t, Config{}))
	objs := load(t, l, object(t, "gcc", "note.c"), object(t, "gcc", "tlswithin.c", "-O2"))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if status := bound0[int32](t, l, "enlist")(); status != 0 {
		t.Fatal(status)
	}
	if err := l.Unload(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	if got, want := read(), "gone with its object\n"; got != want {
		t.Errorf("notes are %q, want %q", got, want)
	}
}

// waitThread waits until a thread has ended.
func waitThread(t *testing.T, tid int) {
	t.Helper()
	for range 60_000 {
		if _, err := os.Stat(fmt.Sprintf("/proc/self/task/%d", tid)); err != nil {
			return
		}
		unix.Nanosleep(&unix.Timespec{Nsec: 1e6}, nil)
	}
	t.Fatalf("thread %d does not end", tid)
}

// TestTLSCycles: objects with thread-locals come and go, on many threads at a time,
// and leave nothing behind.
func TestTLSCycles(t *testing.T) {
	needExits(t)
	cycles := 1000
	if citest.Sample() {
		cycles = 200
	}
	t.Setenv("NOTES", "/dev/null")
	p := open(t, Config{Libraries: []string{"libstdc++.so.6"}})
	imgs := []*objfmt.ObjectImage{
		object(t, "gcc", "note.c", "-O2"), object(t, "gcc", "tlscxx.cc", "-O2", "-fPIC"), object(t, "gcc", "tlscxx2.cc", "-O2", "-fPIC"),
		object(t, "gcc", "tlsdef.c", "-O2", "-fno-pic"),
	}
	staying := newCrew(t, 4)
	ctx := context.Background()
	var fds0, arenas0 int
	steady(t, cycles, func(i int) {
		if fds0 == 0 && i == 100 {
			fds0, arenas0 = files(t), len(threads.arenas)
		}
		l, err := rtdyld.New(p.LinkerConfig())
		if err != nil {
			t.Fatal(err)
		}
		objs := load(t, l, imgs...)
		touch, fresh := bound0[int32](t, l, "touch"), bound0[int32](t, l, "fresh")
		staying.all(func(k int) {
			if n, bad := touch(), fresh(); n != 50 || bad != 0 {
				t.Errorf("cycle %d, thread %d: %d, %d values are wrong", i, k, n, bad)
			}
		})
		if n := call0[int32](t, l, "in_thread"); n != 50 {
			t.Fatalf("cycle %d: in_thread returned %d", i, n)
		}
		if err := errors.Join(l.Unload(ctx, objs...), l.CloseContext(ctx)); err != nil {
			t.Fatal(err)
		}
	})
	if n, a := files(t), len(threads.arenas); n > fds0 || a != arenas0 {
		t.Errorf("open files grew from %d to %d, arenas from %d to %d", fds0, n, arenas0, a)
	}
	if n := threads.inUse(); n != 0 {
		t.Errorf("%d bytes are in use", n)
	}
}

// files counts the open files of the process.
func files(t *testing.T) int {
	t.Helper()
	d, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(d)
}
