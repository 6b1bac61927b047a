package remote_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// compile makes an object of a source in testdata.
func compile(t testing.TB, source string, command ...string) *objfmt.ObjectImage {
	t.Helper()
	citest.Need(t, command[0])
	path := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))+".o")
	args := append(command[1:len(command):len(command)], "-c", "-o", path, filepath.Join("testdata", source))
	if out, err := exec.Command(command[0], args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, out)
	}
	img, err := objfile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// loaded loads images into an executor.
func loaded(t testing.TB, e *remote.Executor, imgs ...*objfmt.ObjectImage) *rtdyld.Linker {
	t.Helper()
	l := linker(t, e)
	objs, err := l.Load(t.Context(), imgs...)
	if err == nil {
		err = l.Finalize(t.Context(), objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func address(t testing.TB, l *rtdyld.Linker, name string) uint64 {
	t.Helper()
	sym, err := l.Lookup(name)
	if err != nil {
		t.Fatalf("no %s", name)
	}
	return sym.Addr
}

var (
	plain   = abi.Signature{Result: abi.Int32}
	pointer = abi.Signature{Params: []abi.Kind{abi.Pointer}, Result: abi.Int32}
	pair    = abi.Signature{Params: []abi.Kind{abi.Int32, abi.Int32}, Result: abi.Int32}
)

// faults are the ways in which loaded code dies, and what is known of it then.
var faults = []struct {
	name   string
	arg    uint64 // for functions that take an address
	signal syscall.Signal
	symbol string
	addr   string // "arg", "pc", "self": in the function's object, "stack": somewhere, "none"
}{
	{"fault_read", 0x1230, syscall.SIGSEGV, "fault_read", "arg"},
	{"fault_read", 0, syscall.SIGSEGV, "fault_read", "arg"},
	{"fault_deep", 0xff0, syscall.SIGSEGV, "fault_read", "arg"},
	{"fault_write_code", 0, syscall.SIGSEGV, "fault_write_code", "self"},
	{"fault_illegal", 0, syscall.SIGILL, "fault_illegal", "pc"},
	{"fault_divide", 0, syscall.SIGFPE, "fault_divide", "pc"},
	{"fault_stack", 0, syscall.SIGSEGV, "fault_stack", "stack"},
	{"fault_jump", 0x1000, syscall.SIGSEGV, "", "arg"},
}

// crash has an executor die of a fault and checks what is known. seen is what a machine tells of an address of data; nil: nothing.
func crash(t *testing.T, e *remote.Executor, l *rtdyld.Linker, i int, seen func(uint64) uint64) *remote.CrashError {
	t.Helper()
	f := faults[i]
	at := address(t, l, f.name)
	_, err := e.Call(t.Context(), at, pointer, nil, f.arg)
	var c *remote.CrashError
	if !errors.As(err, &c) || !errors.Is(err, remote.ErrEnded) {
		t.Fatalf("%s: %v", f.name, err)
	}
	if c.Signal != remote.Signal(f.signal) || c.Code <= 0 || !c.PCKnown {
		t.Errorf("%s: %v: signal %d, code %d", f.name, c, c.Signal, c.Code)
	}
	if c.Where.Symbol != f.symbol || f.symbol != "" && (c.Where.Object != l.Objects()[0].Name() || c.Where.Offset > 0x100) {
		t.Errorf("%s: located at %+v", f.name, c.Where)
	}
	switch want := f.addr; {
	case seen == nil && want != "pc":
		if c.AddrKnown || !strings.Contains(c.Error(), "address unknown") {
			t.Errorf("%s: address %#x is known", f.name, c.Addr)
		}
	case want == "arg" && (c.Addr != seen(f.arg) || !c.AddrKnown),
		want == "pc" && (c.Addr != c.PC || !c.AddrKnown),
		want == "self" && (c.Addr != seen(address(t, l, "fault_read")) || !c.AddrKnown),
		want == "stack" && !c.AddrKnown:
		t.Errorf("%s: address %#x, known %t, want %s", f.name, c.Addr, c.AddrKnown, want)
	}
	for _, word := range []string{c.Signal.String(), "address", f.symbol} {
		if !strings.Contains(c.Error(), word) {
			t.Errorf("%q does not tell %q", c, word)
		}
	}
	if !strings.Contains(c.Output, "PC=") {
		t.Errorf("output is %.200q", c.Output)
	}
	return c
}

// TestCrash: a fault of loaded code is an error that says where and why. All that is
// asked afterwards has the same error, and an executor that is started then works.
func TestCrash(t *testing.T) {
	img := compile(t, "faults.c", "gcc", "-O1", "-fno-optimize-sibling-calls")
	for i, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			stderr := newLines()
			cmd := helperCommand("")
			cmd.Stderr = stderr
			e := start(t, cmd)
			l := loaded(t, e, img)
			c := crash(t, e, l, i, all)
			if err := e.Err(); err != error(c) {
				t.Errorf("ended with %v", err)
			}
			select {
			case <-e.Done():
			default:
				t.Error("not done")
			}
			if _, err := e.Call(t.Context(), address(t, l, "add"), pair, nil, 1, 2); !errors.Is(err, c) && !errors.Is(err, remote.ErrEnded) {
				t.Errorf("a later call: %v", err)
			}
			if err := l.Unload(t.Context(), l.Objects()...); !errors.Is(err, remote.ErrEnded) {
				t.Errorf("unload: %v", err)
			}
			if err := e.Close(); err != nil {
				t.Errorf("close: %v", err)
			}
			if err := e.Close(); !errors.Is(err, remote.ErrClosed) {
				t.Errorf("close again: %v", err)
			}
			if s := stderr.String(); s != "" {
				t.Errorf("the text of the crash is on standard error, too: %q", s)
			}
		})
	}
}

// TestCrashAll: all calls in flight have the error of the crash.
func TestCrashAll(t *testing.T) {
	img := compile(t, "faults.c", "gcc", "-O1")
	e := start(t, helperCommand(""))
	l := loaded(t, e, img)
	endless, fault := address(t, l, "endless"), address(t, l, "fault_read")
	errs := make([]error, 3)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { _, errs[i] = e.Call(t.Context(), endless, plain, nil) })
	}
	time.Sleep(20 * time.Millisecond)
	_, err := e.Call(t.Context(), fault, pointer, nil, 0x10)
	wg.Wait()
	for _, err := range append(errs, err) {
		var c *remote.CrashError
		if !errors.As(err, &c) || c.Where.Symbol != "fault_read" {
			t.Errorf("%v", err)
		}
	}
}

// TestSignals: what ends the process from outside has no address, and says so.
func TestSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGABRT, syscall.SIGSEGV} {
		t.Run(sig.String(), func(t *testing.T) {
			e := start(t, helperCommand(""))
			if err := syscall.Kill(e.Hello().PID, sig); err != nil {
				t.Fatal(err)
			}
			<-e.Done()
			var c *remote.CrashError
			if !errors.As(e.Err(), &c) || c.Signal != remote.Signal(sig) || c.AddrKnown || !strings.Contains(c.Error(), "address unknown") {
				t.Errorf("%v", e.Err())
			}
		})
	}
}

// TestCancel: a call whose context ends, by cancellation or its deadline, ends the
// executor, however endless its code is.
func TestCancel(t *testing.T) {
	img := compile(t, "faults.c", "gcc", "-O1")
	mine := errors.New("enough")
	for _, c := range []struct {
		name  string
		ctx   func(ctx context.Context, d time.Duration) (context.Context, func())
		cause error
	}{
		{"cancel", func(ctx context.Context, d time.Duration) (context.Context, func()) {
			ctx, cancel := context.WithCancelCause(ctx)
			time.AfterFunc(d, func() { cancel(mine) })
			return ctx, func() {}
		}, mine},
		{"deadline", func(ctx context.Context, d time.Duration) (context.Context, func()) {
			return context.WithTimeout(ctx, d)
		}, context.DeadlineExceeded},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := start(t, helperCommand(""))
			l := loaded(t, e, img)
			other := make(chan error, 1)
			go func() {
				_, err := e.Call(t.Context(), address(t, l, "endless"), plain, nil)
				other <- err
			}()
			begin := time.Now()
			ctx, err := endless(t, e, address(t, l, "endless"), c.ctx)
			if !errors.Is(err, c.cause) || !errors.Is(err, ctx.Err()) || !errors.Is(err, remote.ErrEnded) {
				t.Errorf("%v", err)
			}
			if d := time.Since(begin); d > time.Minute {
				t.Errorf("it took %v", d)
			}
			if err := <-other; !errors.Is(err, remote.ErrEnded) || errors.Is(err, context.Canceled) || errors.Is(err, c.cause) || !strings.Contains(err.Error(), "call was cancelled") {
				t.Errorf("another call: %v", err)
			}
			if err := syscall.Kill(e.Hello().PID, 0); err != syscall.ESRCH {
				t.Errorf("the process is there: %v", err)
			}
		})
	}
}

// endless calls a function that does not return with a context that ends, again and with
// more time if it had ended before the call began.
func endless(t *testing.T, e *remote.Executor, at uint64, with func(context.Context, time.Duration) (context.Context, func())) (context.Context, error) {
	for d := 30 * time.Millisecond; ; d *= 4 {
		ctx, cancel := with(t.Context(), d)
		_, err := e.Call(ctx, at, plain, nil)
		cancel()
		if errors.Is(err, remote.ErrEnded) || d > 20*time.Second {
			return ctx, err
		}
	}
}

// TestExit: a status is an *ExitError.
func TestExit(t *testing.T) {
	_, err := remote.Start(t.Context(), helperCommand("exit=9"))
	var s *remote.StartError
	var x *remote.ExitError
	if !errors.As(err, &s) || !errors.As(err, &x) || x.Status != 9 || !strings.Contains(err.Error(), "had enough") {
		t.Errorf("%v", err)
	}
	if _, err := remote.Start(t.Context(), remote.Command{Path: filepath.Join(t.TempDir(), "nothing")}); !errors.As(err, &s) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	// A program that is no executor and does not end.
	if _, err := remote.Start(ctx, remote.Command{Path: "/bin/sh", Args: []string{"-c", "exec /bin/sleep 100"}}); !errors.As(err, &s) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}
