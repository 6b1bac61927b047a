package remote_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// exercise asks an executor for everything, and returns the first error and what was
// asked for then.
func exercise(ctx context.Context, e *remote.Executor, l *rtdyld.Linker, img *objfmt.ObjectImage) (string, error) {
	objs, err := l.Load(ctx, img)
	if err != nil {
		return "load", err
	}
	if err := l.Finalize(ctx, objs...); err != nil {
		return "finalize", err
	}
	at := func(name string) uint64 {
		s, _ := l.Lookup(name)
		return s.Addr
	}
	r, err := e.Call(ctx, at("get_made"), plain, nil)
	if err == nil && r != 7 {
		err = errors.New("the constructor did not run")
	}
	if err != nil {
		return "call", err
	}
	n, err := e.Main(ctx, at("main"), []string{"a", "b"}, nil)
	if err == nil && n != 72 {
		err = errors.New("main has another status")
	}
	if err != nil {
		return "main", err
	}
	b := []byte{9, 8, 7, 6}
	if err := e.Write(ctx, at("state"), b); err != nil {
		return "write", err
	}
	got := make([]byte, 270000) // in more than one message: a killed executor is in the middle of them
	err = e.Read(ctx, at("state"), got)
	if err == nil && (string(got[:4]) != string(b) || got[4] != 2) {
		err = errors.New("memory has not what was written")
	}
	if err != nil {
		return "read", err
	}
	if err := l.Unload(ctx, objs...); err != nil {
		return "unload", err
	}
	m, err := e.Manager()
	if err != nil {
		return "manager", err
	}
	return "trim", m.Trim(context.Background())
}

// shared counts this process's mappings of memory that it shares.
func shared(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "memfd:")
}

// verbs are all requests that there are.
var verbs = []string{
	"Hello", "Reserve", "Initialize", "Deinitialize", "Release", "Read", "Write", "Lookup", "Attach", "Detach",
	"DefineThreadLocals", "InitializeThreadLocals", "ReleaseThreadLocals", "Call", "Main",
}

// TestKill kills the executor in the middle of each request. What was asked for returns
// its end, what is asked for afterwards, too; nothing hangs, no memory stays mapped, and
// another executor does the same work.
func TestKill(t *testing.T) {
	img := compile(t, "whole.c", "gcc", "-O1", "-fno-pic", "-mcmodel=large")
	before := shared(t)
	for _, stream := range []bool{false, true} {
		for _, verb := range verbs {
			name := verb
			if stream {
				name += "/streamed"
			}
			t.Run(name, func(t *testing.T) {
				killIn(t, verb, stream, img)
				if n := shared(t); n != before {
					t.Errorf("%d mappings of shared memory stay", n-before)
				}
			})
		}
	}
	e := start(t, helperCommand(""))
	if what, err := exercise(t.Context(), e, linker(t, e), img); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	for range 6000 { // those of connections end a moment later
		if runtime.NumGoroutine() < 20 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	buf := make([]byte, 1<<20)
	t.Errorf("%d goroutines stay:\n%s", runtime.NumGoroutine(), buf[:runtime.Stack(buf, true)])
}

func killIn(t *testing.T, verb string, stream bool, img *objfmt.ObjectImage) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	stderr := newLines()
	cmd := helperCommand("hang=" + verb)
	cmd.Stderr, cmd.Stream = stderr, stream
	cmd.Memory = mem.Config{ReleaseBatch: -1}
	killed := make(chan error, 1)
	go func() {
		err := stderr.wait(ctx, "in "+verb)
		pid := 0
		if err == nil {
			pid, err = childOf(os.Getpid())
		}
		if err == nil {
			err = syscall.Kill(pid, syscall.SIGKILL)
		}
		killed <- err
	}()
	e, err := remote.Start(ctx, cmd)
	if verb == "Hello" {
		checkKilled(t, "start", err)
		if err := <-killed; err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	l := linker(t, e)
	what, err := exercise(ctx, e, l, img)
	if err2 := <-killed; err2 != nil {
		t.Fatal(err2, what, err)
	}
	checkKilled(t, what, err)
	what, err = exercise(ctx, e, linker(t, e), img)
	if what == "trim" || !errors.Is(err, remote.ErrEnded) {
		t.Errorf("%s: %v", what, err)
	}
	if err := l.CloseContext(ctx); err != nil && !errors.Is(err, remote.ErrEnded) {
		t.Errorf("close of the linker: %v", err)
	}
	if err := e.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func checkKilled(t *testing.T, what string, err error) {
	t.Helper()
	var c *remote.CrashError
	if !errors.As(err, &c) || c.Signal != remote.Signal(syscall.SIGKILL) {
		t.Errorf("%s: %v", what, err)
	}
}

// childOf is the one child of a process.
func childOf(pid int) (int, error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + strconv.Itoa(pid) + "/children")
	if err != nil {
		return 0, err
	}
	for dir := range strings.FieldsSeq(string(text)) {
		return strconv.Atoi(dir)
	}
	entries, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	if err != nil {
		return 0, err
	}
	for _, x := range entries {
		text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + x.Name() + "/children")
		for dir := range strings.FieldsSeq(string(text)) {
			return strconv.Atoi(dir)
		}
	}
	return 0, errors.New("no child")
}
