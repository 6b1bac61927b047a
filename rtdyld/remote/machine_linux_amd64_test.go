package remote_test

import (
	"bytes"
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
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// machine is a processor that this one can run the executor's command for.
type machine struct {
	name, goarch string
	cc           []string // compiles for it
	needs        []string // what Debian's packages bring
	emulator     []string // nil: it runs here
	interpreter  string   // the dynamic linker, where Go's choice is another
	toolchain    string   // of Go, where it has to be another
}

var machines = []machine{
	{"amd64", "amd64", []string{"gcc"}, []string{"gcc"}, nil, "", ""},
	{"386", "386", []string{"clang", "-target", "i686-linux-gnu", "-idirafter", "/usr/include/x86_64-linux-gnu"},
		[]string{"clang", "/usr/lib32/libc.so.6", "/usr/include/gnu/stubs-32.h"}, nil, "", ""},
	{"arm64", "arm64", []string{"clang", "-target", "aarch64-linux-gnu"},
		[]string{"clang", "qemu-aarch64", "/usr/aarch64-linux-gnu/lib/libc.so.6", "/usr/aarch64-linux-gnu/include/stdio.h"},
		[]string{"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"}, "", ""},
	{"arm", "arm", []string{"clang", "-target", "armv7-linux-gnueabihf"},
		[]string{"clang", "qemu-arm", "/usr/arm-linux-gnueabihf/lib/libc.so.6", "/usr/arm-linux-gnueabihf/include/stdio.h"},
		[]string{"qemu-arm", "-L", "/usr/arm-linux-gnueabihf"}, "/lib/ld-linux-armhf.so.3", ""},
	{"riscv64", "riscv64", []string{"riscv64-linux-gnu-gcc"}, []string{"riscv64-linux-gnu-gcc", "qemu-riscv64", "/usr/riscv64-linux-gnu/lib/libc.so.6"},
		[]string{"qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"}, "/lib/ld-linux-riscv64-lp64d.so.1", ""},
	{"ppc64le", "ppc64le", []string{"powerpc64le-linux-gnu-gcc"}, []string{"powerpc64le-linux-gnu-gcc", "qemu-ppc64le", "/usr/powerpc64le-linux-gnu/lib/libc.so.6"},
		[]string{"qemu-ppc64le", "-L", "/usr/powerpc64le-linux-gnu"}, "/lib/ld64.so.2", ""},
	{"s390x", "s390x", []string{"s390x-linux-gnu-gcc"}, []string{"s390x-linux-gnu-gcc", "qemu-s390x", "/usr/s390x-linux-gnu/lib/libc.so.6"},
		[]string{"qemu-s390x", "-L", "/usr/s390x-linux-gnu"}, "/lib/ld64.so.1", "go1.27.2"},
}

// built has the executors that were built, by machine.
var built = struct {
	sync.Mutex
	dir  string
	path map[string]string
}{path: map[string]string{}}

// command is the executor's command for a machine.
func (m *machine) command(t testing.TB) remote.Command {
	t.Helper()
	citest.Host(t, "linux", "amd64")
	citest.Need(t, m.needs...)
	if m.goarch == "386" {
		citest.Need386(t)
	}
	built.Lock()
	defer built.Unlock()
	path := built.path[m.name]
	if path == "" {
		if built.dir == "" {
			dir, err := os.MkdirTemp("", "executors")
			if err != nil {
				t.Fatal(err)
			}
			built.dir = dir
		}
		path = filepath.Join(built.dir, m.name)
		build := exec.Command("go", "build", "-o", path)
		if m.interpreter != "" {
			build.Args = append(build.Args, "-ldflags=-I "+m.interpreter)
		}
		build.Args = append(build.Args, "../../cmd/rtdyld-executor")
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH="+m.goarch)
		if m.toolchain != "" {
			build.Env = append(build.Env, "GOTOOLCHAIN="+m.toolchain)
			version := exec.Command("go", "version")
			if version.Env = build.Env; version.Run() != nil {
				t.Skip(m.toolchain, "cannot be had here")
			}
		}
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		built.path[m.name] = path
	}
	if m.emulator == nil {
		return remote.Command{Path: path}
	}
	return remote.Command{Path: m.emulator[0], Args: append(m.emulator[1:len(m.emulator):len(m.emulator)], path)}
}

// eachMachine runs a test for each machine.
func eachMachine(t *testing.T, f func(t *testing.T, m *machine)) {
	for i := range machines {
		if citest.Sample() && i > 0 {
			break // each takes an executor that is built for it
		}
		t.Run(machines[i].name, func(t *testing.T) { f(t, &machines[i]) })
	}
}

func (m *machine) compile(t testing.TB, source string, flags ...string) *objfmt.ObjectImage {
	t.Helper()
	return compile(t, source, append(m.cc[:len(m.cc):len(m.cc)], flags...)...)
}

// TestMachines drives executors of other processors by the same calls: compiled code of
// every usual kind gives what it gives natively, with shared memory and streamed.
func TestMachines(t *testing.T) {
	eachMachine(t, func(t *testing.T, m *machine) {
		for _, stream := range []bool{false, true} {
			cmd := m.command(t)
			cmd.Stream = stream
			begin := time.Now()
			e := start(t, cmd)
			t.Logf("started in %v: %v, shared %t", time.Since(begin), e.Hello().Triple, e.Hello().Shared)
			if e.Hello().Shared == stream {
				t.Errorf("memory is shared: %t", e.Hello().Shared)
			}
			folder := runFolder(m.goarch)
			if m.goarch == "386" {
				folder = runFolder("i386")
			}
			builds, err := filepath.Glob(filepath.Join(folder, "exec-*.o"))
			if err != nil || len(builds) == 0 {
				t.Fatalf("%d builds, %v", len(builds), err)
			}
			for i, path := range builds {
				if (citest.Sample() || stream) && i > 1 {
					break
				}
				build := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "exec-"), ".o")
				runProgram(t, e, program(t, folder, build))
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestProgram: a program with the C library: arguments, environment, streams,
// constructors, threads, thread-locals, exit handlers.
func TestProgram(t *testing.T) {
	eachMachine(t, func(t *testing.T, m *machine) {
		var stdout, stderr bytes.Buffer
		cmd := m.command(t)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		e := start(t, cmd)
		l := loaded(t, e, m.compile(t, "libc.c", "-O1"))
		for i := range 2 {
			stdout.Reset()
			stderr.Reset()
			status, err := e.Main(t.Context(), address(t, l, "main"), []string{"program", "two words"}, []string{"NAME=value"})
			if err != nil || status != 2 {
				t.Fatalf("%d, %v\n%s", status, err, &stderr)
			}
			want := "2 two words eiklnr NAME=value\nnot ended by a newline"
			if i == 0 {
				want = "begin\n" + want
			}
			if stdout.String() != want || stderr.String() != "to stderr\n" {
				t.Errorf("stdout %q, stderr %q", &stdout, &stderr)
			}
		}
		stdout.Reset()
		if err := l.Unload(t.Context(), l.Objects()...); err != nil {
			t.Fatal(err)
		}
		if want := "handler\nhandler\nend\n"; stdout.String() != want {
			t.Errorf("stdout %q, want %q", &stdout, want)
		}
		l = loaded(t, e, m.compile(t, "libc.c", "-O1"))
		_, err := e.Call(t.Context(), address(t, l, "leave"), pointer, nil, 9)
		var x *remote.ExitError
		if !errors.As(err, &x) || x.Status != 9 || !errors.Is(err, remote.ErrEnded) {
			t.Errorf("exit: %v", err)
		}
		if want := "leaving\nhandler\nend\n"; !strings.HasSuffix(stdout.String(), want) {
			t.Errorf("stdout %q, want %q at the end", &stdout, want)
		}
		if stderr.String() != "to stderr\n" {
			t.Errorf("stderr %q", &stderr)
		}
	})
}

// TestThreadLocals: threads of the executor that are older than an object see the initial
// values of its thread-locals, each its own, whether C or Go made them; and again when the object
// is loaded anew in the same place.
func TestThreadLocals(t *testing.T) {
	eachMachine(t, func(t *testing.T, m *machine) {
		e := start(t, m.command(t))
		w := loaded(t, e, m.compile(t, "locals.c", "-O1", "-DWORKER"))
		if n, err := e.Call(t.Context(), address(t, w, "begin"), plain, nil); err != nil || n != 0 {
			t.Fatalf("no thread: %d, %v", n, err)
		}
		img := m.compile(t, "locals.c", "-O1")
		for round := range 2 {
			l := loaded(t, e, img)
			stale := address(t, l, "stale")
			for i, want := range []uint64{0, 3} {
				n, err := e.Call(t.Context(), address(t, w, "has_done"), pointer, nil, stale)
				if err != nil || n != want {
					t.Errorf("round %d, call %d on an older thread: %d values are not the initial ones, want %d, %v", round, i, n, want, err)
				}
				n, err = e.Call(t.Context(), stale, plain, nil)
				if err != nil || n != want {
					t.Errorf("round %d, call %d: %d values are not the initial ones, want %d, %v", round, i, n, want, err)
				}
			}
			if err := l.Unload(t.Context(), l.Objects()...); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestMachineCrash: what is known of a crash under an emulator, and of crashes in the C
// library and in threads of its making.
func TestMachineCrash(t *testing.T) {
	eachMachine(t, func(t *testing.T, m *machine) {
		img := m.compile(t, "faults.c", "-O1", "-fno-optimize-sibling-calls")
		seen := all
		switch m.name {
		case "arm":
			seen = nil
		case "ppc64le": // the emulator does not set the register that Go reads (DAR)
			seen = func(uint64) uint64 { return 0 }
		case "s390x": // the kernel tells the page
			seen = func(a uint64) uint64 { return a &^ 0xfff }
		}
		for i, f := range faults {
			if f.name == "fault_divide" && m.emulator != nil {
				continue // no fault there
			}
			e := start(t, m.command(t))
			crash(t, e, loaded(t, e, img), i, seen)
		}
		lib := m.compile(t, "libc.c", "-O1")
		for _, c := range []struct {
			name   string
			arg    uint64
			signal syscall.Signal
			addr   bool // it is known
		}{
			{"fault_library", 0x4000, syscall.SIGSEGV, seen != nil},
			{"give_up", 0, syscall.SIGABRT, false},
			{"fault_thread", 0x4000, syscall.SIGSEGV, false},
		} {
			e := start(t, m.command(t))
			l := loaded(t, e, lib)
			_, err := e.Call(t.Context(), address(t, l, c.name), pointer, nil, c.arg)
			var x *remote.CrashError
			if !errors.As(err, &x) || x.Signal != remote.Signal(c.signal) || x.AddrKnown != c.addr || c.addr && x.Addr != seen(c.arg) {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			if !x.AddrKnown && !strings.Contains(x.Error(), "address unknown") {
				t.Errorf("%q", x)
			}
		}
	})
}

// TestLocateOutside: functions of libraries are known by the names that were looked up.
func TestLocateOutside(t *testing.T) {
	e := start(t, machines[0].command(t))
	cfg, err := e.LinkerConfig()
	if err != nil {
		t.Fatal(err)
	}
	out := make([]rtdyld.Symbol, 2)
	if err := cfg.Resolver.Resolve(t.Context(), []rtdyld.Ref{{Name: "puts"}, {Name: "no_such_name"}}, out); err != nil || !out[0].Found || out[1].Found {
		t.Fatalf("%v, %v", out, err)
	}
	at := out[0].Addr
	if l, ok := e.Locate(at + 4); !ok || l != (remote.Location{Symbol: "puts", Offset: 4}) || l.String() != "puts+0x4" {
		t.Errorf("%v", l)
	}
	if l, ok := e.Locate(at + out[0].Size); ok {
		t.Errorf("behind its end: %v", l)
	}
}

// TestStdin: what a program reads comes from a reader, and from a file as it is.
func TestStdin(t *testing.T) {
	m := &machines[0]
	in := strings.Repeat("some words\n", 20000)
	for _, kind := range []string{"reader", "file"} {
		var out bytes.Buffer
		cmd := m.command(t)
		cmd.Stdin, cmd.Stdout = strings.NewReader(in), &out
		if kind == "file" {
			path := filepath.Join(t.TempDir(), "in")
			if err := os.WriteFile(path, []byte(in), 0o666); err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			cmd.Stdin = f
		}
		e := start(t, cmd)
		l := loaded(t, e, m.compile(t, "libc.c", "-O1"))
		n, err := e.Main(t.Context(), address(t, l, "echo"), nil, nil)
		if err != nil || n != len(in) {
			t.Fatalf("%s: %d, %v", kind, n, err)
		}
		if got := strings.TrimPrefix(out.String(), "begin\n"); got != in && !strings.HasSuffix(got, "begin\n") {
			t.Errorf("%s: %d bytes, want %d", kind, out.Len(), len(in))
		}
	}
}

// TestTerminated: a program that a signal ends has ended by it.
func TestTerminated(t *testing.T) {
	m := &machines[0]
	e := start(t, m.command(t))
	l := loaded(t, e, m.compile(t, "libc.c", "-O1"))
	_, err := e.Call(t.Context(), address(t, l, "terminated"), plain, nil)
	var c *remote.CrashError
	if !errors.As(err, &c) || c.Signal != remote.Signal(syscall.SIGTERM) {
		t.Error(err)
	}
}

func removeBuilt() {
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
}

// TestUnwind: an unwinder in the executor knows the frames of loaded code as long as it is
// loaded, by .eh_frame or, on 32-bit ARM, by index tables.
func TestUnwind(t *testing.T) {
	eachMachine(t, func(t *testing.T, m *machine) {
		e := start(t, m.command(t))
		img := m.compile(t, "unwind.c", "-O1", "-fexceptions", "-fno-optimize-sibling-calls")
		count := abi.Signature{Params: []abi.Kind{abi.Int32}, Result: abi.Int32}
		for range 2 { // again, at the same addresses
			l := loaded(t, e, img)
			for _, depth := range []uint64{0, 50} {
				n, err := e.Call(t.Context(), address(t, l, "frames"), count, nil, depth)
				if err != nil || n < depth+1 || n > depth+20 {
					t.Errorf("depth %d: %d frames, %v", depth, n, err)
				}
			}
			if err := l.Unload(t.Context(), l.Objects()...); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// all is what most machines tell of an address.
func all(addr uint64) uint64 { return addr }
