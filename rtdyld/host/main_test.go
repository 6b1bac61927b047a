//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/ebitengine/purego"
	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// The tests of this file need a process of their own, since they look at standard
// output or end the process. It is this test again, told so by helperEnv, which has
// the object files.
const helperEnv = "RTDYLD_TEST_HELPER"

// helper returns a command that runs TestHelper with a mode, objects and arguments.
func helper(mode string, objs []string, args ...string) *exec.Cmd {
	cmd := citest.Command(os.Args[0], append([]string{"-test.run=^TestHelper$", mode}, args...)...)
	cmd.Env = append(os.Environ(), helperEnv+"="+strings.Join(objs, ":"))
	return cmd
}

// again runs a test in a process of its own and returns its output; in that process it
// reports true.
func again(t *testing.T) (here bool, out string, err error) {
	const env = "RTDYLD_TEST_AGAIN"
	if os.Getenv(env) == t.Name() {
		return true, "", nil
	}
	cmd := citest.Command(os.Args[0], "-test.v", "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), env+"="+t.Name())
	text, err := cmd.CombinedOutput()
	return false, string(text), err
}

// alone runs a test, which is to pass, in a process of its own; in that process it reports true.
func alone(t *testing.T) bool {
	here, out, err := again(t)
	if here {
		return true
	}
	t.Log(out)
	switch {
	case err != nil:
		t.Error(err)
	case strings.Contains(out, "--- SKIP: "+t.Name()+" "):
		t.Skip("so does the other process")
	case !strings.Contains(out, "--- PASS: "+t.Name()+" "):
		t.Error("the other process has not run it")
	}
	return false
}

// TestHelper is the process of its own.
func TestHelper(t *testing.T) {
	files := os.Getenv(helperEnv)
	if files == "" {
		return // it runs for other tests only
	}
	var args []string
	for i, a := range os.Args {
		if strings.HasPrefix(a, "-test.run=") {
			args = os.Args[i+1:]
		}
	}
	p := open(t, Config{Args: args, Libraries: []string{"libm.so.6"}})
	l := newLinker(t, p)
	var objs []*rtdyld.Object
	for _, f := range strings.Split(files, ":") {
		img, err := objfile.Open(f)
		if err != nil {
			t.Fatal(err)
		}
		objs = load(t, l, img)
	}
	ctx := context.Background()
	switch args[0] {
	case "main":
		status, err := RunMain(ctx, caller(t), lookup(t, l, "main"), args, nil)
		if err == nil {
			err = errors.Join(l.Unload(ctx, objs...), FlushStdio())
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(125)
		}
		os.Exit(status & 0xff)
	case "quick":
		call0[int32](t, l, "register_all")
		call1[int32, int32](t, l, "leave_quickly", 5)
	case "quick after unload":
		call0[int32](t, l, "register_all")
		quick := resolve(t, p, "quick_exit")[0].Addr
		if err := l.Unload(ctx, objs...); err != nil {
			t.Fatal(err)
		}
		purego.SyscallN(uintptr(quick), 6)
	case "exit", "exit after unload", "exit after close":
		exit := resolve(t, p, "exit")[0].Addr
		var err error
		if args[0] == "exit after unload" {
			err = l.Unload(ctx, objs...)
		} else if args[0] == "exit after close" {
			err = l.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		purego.SyscallN(uintptr(exit), 8)
	case "foreign":
		// The handler is libc's own: it waits for exit, even if the object goes.
		exit := resolve(t, p, "exit")[0].Addr
		call1[uintptr, int32](t, l, "register_foreign", uintptr(resolve(t, p, "sync")[0].Addr))
		if err := l.Unload(ctx, objs...); err != nil {
			t.Fatal(err)
		}
		purego.SyscallN(uintptr(exit), 7)
	}
}

// exitStatus runs a command that may fail.
func exitStatus(t *testing.T, cmd *exec.Cmd) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var ee *exec.ExitError
	if err != nil && !errors.As(err, &ee) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// TestRunMain: a program says and returns the same as when the system runs it.
func TestRunMain(t *testing.T) {
	t.Setenv("TOLD", "a secret")
	eachBuild(t, func(t *testing.T, cc string, flags []string) {
		prog := native(t, cc, []string{"main.c"}, flags...)
		for _, args := range [][]string{{"main"}, {"main", "exit", "and more"}, {"main", "", "a b", "ü"}} {
			wantOut, wantErr, want := exitStatus(t, citest.CommandAs(args[0], prog, args[1:]...))
			gotOut, gotErr, got := exitStatus(t, helper(args[0], []string{filepath.Join(filepath.Dir(prog), "main.c.o")}, args[1:]...))
			if got != want {
				t.Errorf("%q: status %d, want %d", args, got, want)
			}
			if diff := cmp.Diff(wantOut+wantErr, gotOut+gotErr); diff != "" {
				t.Errorf("%q (-system +ours):\n%s", args, diff)
			}
		}
	})
}

// TestRunMainLeaves: a main that calls pthread_exit leaves the program to its other threads.
func TestRunMainLeaves(t *testing.T) {
	prog := native(t, "gcc", []string{"leave.c"}, "-O1")
	for _, args := range [][]string{{"main"}, {"main", "7"}} {
		wantOut, wantErr, want := exitStatus(t, citest.CommandAs(args[0], prog, args[1:]...))
		gotOut, gotErr, got := exitStatus(t, helper(args[0], []string{filepath.Join(filepath.Dir(prog), "leave.c.o")}, args[1:]...))
		if got != want || gotOut+gotErr != wantOut+wantErr {
			t.Errorf("%q: status %d, want %d; it says %q, want %q", args, got, want, gotOut+gotErr, wantOut+wantErr)
		}
	}
}

// TestRunMainSignals: a program has its signals on its own thread, when it lets them in, whatever threads Go's runtime has.
func TestRunMainSignals(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("handlers may run on any thread")
	}
	prog := native(t, "gcc", []string{"signals.c"}, "-O1")
	wantOut, _, want := exitStatus(t, citest.Command(prog))
	const runs = 5
	wrong := 0
	for range runs {
		gotOut, gotErr, got := exitStatus(t, helper("main", []string{filepath.Join(filepath.Dir(prog), "signals.c.o")}))
		if got != want || gotOut != wantOut || gotErr != "" {
			t.Logf("status %d, want %d; it says %q, want %q\n%.2000s", got, want, gotOut, wantOut, gotErr)
			wrong++
		}
	}
	// Where processors are busy, and in emulators, the runtime starts threads while signals come.
	if wrong == runs {
		t.Errorf("%d of %d runs are wrong", wrong, runs)
	}
}

// TestRunMainErrors: what keeps main from being called.
func TestRunMainErrors(t *testing.T) {
	c := caller(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := RunMain(ctx, c, 0xbad, nil, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for _, v := range [][2][]string{{{"x", "a\x00"}, nil}, {nil, {"a\x00"}}} {
		if _, err := RunMain(t.Context(), c, 0xbad, v[0], v[1]); !errors.Is(err, ErrNUL) {
			t.Error(err)
		}
	}
	if _, err := RunMain(t.Context(), nil, 0xbad, nil, nil); err == nil {
		t.Error("main was called by no caller")
	}
}

// TestFlushStdioError: output that cannot be written is an error that says why.
func TestFlushStdioError(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	l := newLinker(t, open(t, Config{}))
	load(t, l, object(t, "gcc", "full.c"))
	if r := call0[int32](t, l, "fill"); r != 0 {
		t.Fatalf("fill returned %d", r)
	}
	var se *StdioError
	if err := FlushStdio(); !errors.As(err, &se) || !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	call0[int32](t, l, "drain")
	if err := FlushStdio(); err != nil {
		t.Error(err)
	}
	status, err := RunMain(t.Context(), caller(t), lookup(t, l, "main"), nil, nil)
	if status != 3 || !errors.As(err, &se) {
		t.Errorf("main returned %d, %v", status, err)
	}
	call0[int32](t, l, "drain")
}

// TestRunMainOutside: main need not be of a linker's object. Then its arguments go
// when it returns.
func TestRunMainOutside(t *testing.T) {
	text, _ := allocate(t, map[string][]byte{ // return the first argument
		"amd64":   {0x89, 0xf8, 0xc3},             // mov eax, edi; ret
		"386":     {0x8b, 0x44, 0x24, 0x04, 0xc3}, // mov eax, [esp+4]; ret
		"arm64":   {0xc0, 0x03, 0x5f, 0xd6},       // ret
		"arm":     {0x1e, 0xff, 0x2f, 0xe1},       // bx lr
		"riscv64": {0x82, 0x80},                   // ret
		"ppc64le": {0x20, 0x00, 0x80, 0x4e},       // blr
		"s390x":   {0x07, 0xfe},                   // br r14
	}[runtime.GOARCH], 1, nil)
	long := strings.Repeat("x", 100_000)
	_, before := status(t)
	for range 1000 {
		if r, err := RunMain(t.Context(), caller(t), text.Addr, []string{"main", long, ""}, []string{long}); r != 3 || err != nil {
			t.Fatalf("main returned %d, %v", r, err)
		}
	}
	if _, after := status(t); after > before+16<<20 {
		t.Errorf("resident memory grew from %d to %d KiB", before>>10, after>>10)
	}
}

// TestQuickExit: handlers of at_quick_exit run, unless their object is gone.
func TestQuickExit(t *testing.T) {
	path, read := notes(t)
	dir := t.TempDir()
	var objs []string
	for _, n := range []string{"note", "exits"} {
		objs = append(objs, filepath.Join(dir, n+".o"))
		run(t, compile(t, "gcc", n+".c", "-c", "-o", objs[len(objs)-1], source(n+".c")))
	}
	for _, tt := range []struct {
		mode   string
		status int
		want   string
	}{
		{"quick", 5, "exits: at_quick_exit\n"},
		{"quick after unload", 6, "exits: atexit\n"},
		{"foreign", 7, ""},
	} {
		out, errs, status := exitStatus(t, helper(tt.mode, objs))
		if got := read(); status != tt.status || got != tt.want {
			t.Errorf("%s: status %d, want %d; %s has %q, want %q\n%s%s", tt.mode, status, tt.status, path, got, tt.want, out, errs)
		}
	}
}

// TestExitDestructors: exit runs the destructors of objects that are there, once, and knows nothing of others.
func TestExitDestructors(t *testing.T) {
	path, read := notes(t)
	dir := t.TempDir()
	var objs []string
	for _, n := range []string{"note", "destructor"} {
		objs = append(objs, filepath.Join(dir, n+".o"))
		run(t, compile(t, "gcc", n+".c", "-c", "-o", objs[len(objs)-1], source(n+".c")))
	}
	for mode, want := range map[string]string{"exit": "destructor\n", "exit after unload": "destructor\n", "exit after close": ""} {
		out, errs, status := exitStatus(t, helper(mode, objs))
		if got := read(); status != 8 || got != want {
			t.Errorf("%s: status %d, want 8; %s has %q, want %q\n%s%s", mode, status, path, got, want, out, errs)
		}
	}
}
