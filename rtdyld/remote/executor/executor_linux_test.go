package executor_test

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/executor"
)

// uninitialized is the error of Start before Init.
var uninitialized error

func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != word {
		_, uninitialized = executor.Start(context.Background(), remote.Command{})
	}
	executor.Init()
	executor.Init() // does nothing
	os.Exit(m.Run())
}

// word is the first argument of an executor.
const word = "rtdyld-executor-within"

func start(t *testing.T, cmd remote.Command) *remote.Executor {
	t.Helper()
	e, err := executor.Start(t.Context(), cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// native skips a test in an emulator, whose programs the system does not start.
func native(t *testing.T) {
	t.Helper()
	if os.Getenv(citest.Emulator) != "" {
		t.Skip("an emulated program does not start itself")
	}
}

// address is that of a function of the C library.
func address(t *testing.T, e *remote.Executor, name string) uint64 {
	t.Helper()
	cfg, err := e.LinkerConfig()
	if err != nil {
		t.Fatal(err)
	}
	var at [1]rtdyld.Symbol
	if err := cfg.Resolver.Resolve(t.Context(), []rtdyld.Ref{{Name: name}}, at[:]); err != nil || !at[0].Found {
		t.Fatal(name, err)
	}
	return at[0].Addr
}

// TestStart: a test's program is its own executor; several at a time; one crashes, and the others do not.
func TestStart(t *testing.T) {
	native(t)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			e, err := executor.Start(t.Context(), remote.Command{})
			if err != nil {
				t.Error(err)
				return
			}
			defer e.Close()
			result, err := e.Call(t.Context(), address(t, e, "abs"), abi.Signature{Params: []abi.Kind{abi.Int32}, Result: abi.Int32}, nil, uint64(-int64(i)))
			if err != nil || result != uint64(i) {
				t.Errorf("%d: %d, %v", i, result, err)
			}
			var crash *remote.CrashError
			if _, err = e.Call(t.Context(), address(t, e, "abort"), abi.Signature{}, nil); i%2 == 0 && (!errors.As(err, &crash) || crash.Signal != remote.Signal(unix.SIGABRT)) {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	all.Wait()
}

// TestRefused: before Init, and with a path, nothing is started.
func TestRefused(t *testing.T) {
	var failed *remote.StartError
	if !errors.As(uninitialized, &failed) || !errors.Is(uninitialized, executor.ErrInit) {
		t.Errorf("before Init: %v", uninitialized)
	}
	_, err := executor.Start(t.Context(), remote.Command{Path: "/bin/true"})
	if !errors.As(err, &failed) || failed.Path != "/bin/true" || !strings.Contains(err.Error(), "Path has to be empty") {
		t.Errorf("with a path: %v", err)
	}
}

// TestByHand: the arguments of an executor do nothing for other processes than the program's own.
func TestByHand(t *testing.T) {
	native(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(pair[0])
	socket := os.NewFile(uintptr(pair[1]), "socket")
	defer socket.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for name, c := range map[string]struct {
		args  []string
		extra *os.File
		shell bool // another program is the parent
	}{
		"nothing":          {[]string{word}, nil, false},
		"options":          {[]string{word, "-no-such"}, nil, false},
		"version":          {[]string{word, "-version"}, nil, false},
		"listen":           {[]string{word, "-listen", "unix:" + filepath.Join(t.TempDir(), "s")}, nil, false},
		"no descriptor":    {[]string{word, "-fd", "3"}, nil, false},
		"a file":           {[]string{word, "-fd", "3"}, null, false},
		"another parent":   {[]string{word, "-fd", "3"}, socket, true},
		"another's keeper": {[]string{word, "-kept", "-share", "3", "-fd", "3"}, socket, true},
	} {
		cmd := exec.Command(self, c.args...)
		if c.shell {
			cmd = exec.Command("/bin/sh", append([]string{"-c", `"$@"; exit $?`, "sh", self}, c.args...)...)
		}
		if c.extra != nil {
			cmd.ExtraFiles = []*os.File{c.extra}
		}
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run()
		if cmd.ProcessState.ExitCode() != 2 || stdout.Len() > 0 || !strings.Contains(stderr.String(), word) {
			t.Errorf("%s: %v\n%s\n%s", name, cmd.ProcessState, stdout.String(), stderr.String())
		}
	}
}

// TestForeign: not even a process of the same user that makes the connection itself has the program be an executor if it is another program.
func TestForeign(t *testing.T) {
	native(t)
	citest.Need(t, "python3")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const script = `
import os, socket, subprocess, sys
a, b = socket.socketpair()
r = subprocess.run([sys.argv[1], sys.argv[2], "-fd", str(b.fileno())], pass_fds=[b.fileno()], capture_output=True, text=True)
print(r.returncode, r.stderr)
`
	out, err := exec.Command("python3", "-c", script, self, word).CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "2 ") || !strings.Contains(string(out), "for the program itself") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestHidden: a program that hides itself, and is not root, starts executors.
func TestHidden(t *testing.T) {
	native(t)
	was, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	defer unix.Prctl(unix.PR_SET_DUMPABLE, uintptr(was), 0, 0, 0)
	start(t, remote.Command{})
}

// TestArguments: options, environment, folder and what constructors see as arguments are those of the command.
func TestArguments(t *testing.T) {
	native(t)
	dir := t.TempDir()
	e := start(t, remote.Command{Args: []string{"-lib", "libm.so.6"}, Dir: dir, Env: []string{"RTDYLD_WORD=here"}, Program: []string{"prog", "arg"}})
	address(t, e, "cbrt")
	proc := "/proc/" + strconv.Itoa(e.Hello().PID)
	if is, err := os.Readlink(proc + "/cwd"); err != nil || is != dir {
		t.Errorf("folder %s, %v", is, err)
	}
	if env, err := os.ReadFile(proc + "/environ"); err != nil || string(env) != "RTDYLD_WORD=here\x00" {
		t.Errorf("environment %q, %v", env, err)
	}
	if args, err := os.ReadFile(proc + "/cmdline"); err != nil || !strings.HasSuffix(string(args), "\x00--\x00prog\x00arg\x00") {
		t.Errorf("arguments %q, %v", args, err)
	}
}

// TestFirst: a keeper begins before packages are initialized that the other process alone needs.
func TestFirst(t *testing.T) {
	native(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	e := start(t, remote.Command{Env: append(os.Environ(), "GODEBUG=inittrace=1"), Config: remote.Config{Stderr: w}})
	w.Close()
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	text, err := io.ReadAll(r)
	if n := strings.Count(string(text), "init google.golang.org/grpc @"); err != nil || n != 1 {
		t.Errorf("%d processes initialize package grpc, %v", n, err)
	}
}

// TestLinkedStatically: with the tag rtdyld_static the program is linked statically, and its own executor.
func TestLinkedStatically(t *testing.T) {
	native(t)
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "gcc", "/usr/lib/x86_64-linux-musl/libc.a")
	dir := t.TempDir()
	prog, libc := filepath.Join(dir, "self"), filepath.Join(dir, "libc.a")
	for _, args := range [][]string{{"build", "-tags", "rtdyld_static", "-o", prog, "./testdata/self"}, {"run", "../../../cmd/rtdyld", "libc", "-o", libc}} {
		cmd := exec.Command("go", args...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	f, err := elf.Open(prog)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("the program has a dynamic linker")
		}
	}
	cmd := exec.Command(prog, "removed")
	cmd.Env = append(os.Environ(), "RTDYLD_LIBC="+libc)
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "42\nSIGSEGV\nend 1\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestPrograms: programs without cgo, with it and with the race detector are their own executors, whatever they do to
// os.Args; also when their file has been removed or replaced, and with limits and in a sandbox.
func TestPrograms(t *testing.T) {
	native(t)
	citest.Need(t, "go")
	const good = "42\nSIGSEGV\nend 1\n"
	const limited = "empty-environment true\nlandlock "
	want := map[string]string{
		"call": good, "replaced": good, "removed": good, "limits": good,
		"forgotten": "error: remote: start PATH: the program has not called executor.Init, which is the first thing that main or TestMain does true\nend 1\n",
		"elsewhere": "error: remote: start PATH: remote: hello: executor exited with status 2: PATH: " + word + ": executor.Init is not called by main, or TestMain, itself false\nend 1\n",
	}
	for name, build := range map[string][]string{"static": {"CGO_ENABLED=0"}, "cgo": {"CGO_ENABLED=1"}, "race": {"CGO_ENABLED=1", "-race"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name != "static" {
				citest.Need(t, "gcc")
			}
			if name == "race" && citest.Sample() {
				t.Skip("takes long to build")
			}
			prog := filepath.Join(t.TempDir(), "self")
			cmd := exec.Command("go", append(append([]string{"build", "-o", prog}, build[1:]...), "./testdata/self")...)
			cmd.Env = append(os.Environ(), build[0])
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for what, want := range want {
				copied := filepath.Join(t.TempDir(), "copied")
				data, err := os.ReadFile(prog)
				if err == nil {
					err = os.WriteFile(copied, data, 0o755)
				}
				if err != nil {
					t.Fatal(err)
				}
				cmd := exec.Command(copied, what)
				cmd.Env = append(os.Environ(), "SELF="+what)
				out, err := cmd.CombinedOutput()
				text := strings.ReplaceAll(string(out), copied, "PATH")
				if what == "limits" {
					var ok bool
					if text, ok = strings.CutPrefix(text, limited); ok && !strings.Contains(text, "sandbox true\n") {
						t.Errorf("limits:\n%s", out)
					}
					_, text, _ = strings.Cut(text, "cpu-of-all false\n")
				}
				if err != nil || text != want {
					t.Errorf("%s: %v\n%s", what, err, out)
				}
			}
		})
	}
}
