//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// debugged compiles testdata/debug.c so that each function has a frame of its own, once for a test and its child.
func debugged(t *testing.T) Input {
	t.Helper()
	const variable = "RTDYLD_STATIC_DEBUGGED"
	file := os.Getenv(variable)
	if file == "" {
		file = filepath.Join(t.TempDir(), "debug.o")
		if err := os.WriteFile(file, compiled(t, "debug.c", "-g", "-fno-optimize-sibling-calls", "-fno-ipa-icf"), 0o666); err != nil {
			t.Fatal(err)
		}
		t.Setenv(variable, file)
	}
	return File(file)
}

// frame is what a report has of a function: its object and section.
func frame(name, object string) string {
	return `  ` + name + `\+0x[0-9a-f]+ in \S*` + object + ` \(\.text\S*\) at 0x[0-9a-f]+( \?)?\n`
}

// TestFault: what ends the process in C is reported: the functions of C from where it came from to where Go has called it, libc's among
// them, with objects and sections, then Go's own report. On a thread of C's there are the registers, and the process ends by the signal.
func TestFault(t *testing.T) {
	needScene(t)
	debugged(t)
	debug := func(name string) string { return frame(name, `debug\.o`) }
	libc := func(name, member string) string { return frame(name, `libc\.a\(`+member+`\)`) }
	goes := `SIG[A-Z]+: (?s:.*)static\.TestFault`
	for _, c := range []struct{ name, want string }{
		{"faults", `SIGSEGV in C, address 0x10:\n` + debug("deeper(\\.\\S+)?") + debug("faults") + goes},
		{"aborts", `SIGABRT in C:\n(?s:.*)` + libc("raise", `raise\.lo`) + frame("abort", `abort\.o`) + debug("aborts") + goes},
		{"asserts", `Assertion failed: n == 0 (?s:.*)SIGABRT in C:\n(?s:.*)` + libc("__assert_fail", `assert\.lo`) + debug("asserts") + goes},
		{"traps", `SIG(ILL|TRAP) in C, address 0x[0-9a-f]+:\n` + debug("traps") + goes},
		{"divides", `SIGFPE in C, address 0x[0-9a-f]+:\n` + debug("divides") + goes},
		{"overflows", `SIGSEGV in C, address 0x[0-9a-f]+: the C stack is full:\n(` + debug("overflows") + `){20,64}  \.\.\.\n` + goes},
		{"jumps", `SIGSEGV in C, address 0x0:\n  \? at 0x0\n` + debug("jumps") + goes},
		{"sorts", `SIGSEGV in C, address 0x10:\n` + debug("compare") + `(` + libc(`\w+`, `qsort\.lo`) + `)+` + debug("sorts") + goes},
		{"touches", `SIGBUS in C, address 0x[0-9a-f]+:\n` + debug("touches") + goes},
		{"in_thread", `SIGSEGV in C, address 0x10:\n` + debug("deeper(\\.\\S+)?") + debug("body") + frame("begin", `signal\.o`) + `(?s:.*) (rip|pc) 0x[0-9a-f]+\n`},
		{"asserts_in_thread", `Assertion failed: n == 0 (?s:.*)SIGABRT in C:\n(?s:.*)` + frame("abort", `abort\.o`) + libc("__assert_fail", `assert\.lo`) + debug("asserts") + debug("ends") + `(?s:.*) (rip|pc) 0x[0-9a-f]+\n`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "divides" && runtime.GOARCH == "arm64" {
				t.Skip("a division by zero is 0 there")
			}
			if runtime.GOARCH == "arm64" && citest.Sample() && !slices.Contains([]string{"faults", "overflows", "in_thread"}, c.name) {
				t.Skip("a sample of them in an emulator")
			}
			_, errs, status := inChild(t, func() {
				p := load(t, debugged(t))
				if c.name == "touches" {
					bind[func(unsafe.Pointer) int32](t, p, c.name)(pointer(emptyFile(t)))
				}
				bind[func(int32) int32](t, p, c.name)(3)
			})
			want := 2
			if strings.HasSuffix(c.name, "in_thread") {
				want = -1 // by the signal
			}
			if status != want || !regexp.MustCompile(c.want).MatchString(errs) {
				t.Errorf("status %d, no %s in\n%s", status, c.want, errs)
			}
		})
	}
}

// emptyFile maps a file that is empty.
func emptyFile(t *testing.T) uintptr {
	f, err := os.Create(filepath.Join(t.TempDir(), "empty"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := unix.MmapPtr(int(f.Fd()), 0, nil, 4096, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	return uintptr(p)
}

// TestGoFaults: faults of Go's stay Go's: on adopted threads too they are panics, without a report of C.
func TestGoFaults(t *testing.T) {
	needScene(t)
	_, errs, status := inChild(t, func() {
		runtime.LockOSThread()
		p := load(t, debugged(t))
		inner := bind[func(int32) int32](t, p, "inner")
		for range 10 {
			inner(1)
			if caught(func() { *(*int)(pointer(0)) = 1 }) == nil {
				t.Error("no panic at a nil pointer")
			}
			var nothing func()
			if caught(func() { nothing() }) == nil {
				t.Error("no panic at a nil function")
			}
		}
		if t.Failed() {
			os.Exit(1)
		}
		Exit(0)
	})
	if status != 0 || errs != "" {
		t.Errorf("status %d: %s", status, errs)
	}
}

// caught is what f panics with.
func caught(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

// TestQuit: SIGQUIT has Go write all goroutines while threads of both kinds are in C: there they are in system calls.
func TestQuit(t *testing.T) {
	needScene(t)
	_, errs, status := inChild(t, func() {
		p := load(t, debugged(t))
		running := bind[func() int32](t, p, "count_running")
		go bind[func(int32) int32](t, p, "stays")(0)
		go inC(bind[func(int32) int32](t, p, "waits"))
		for running() < 2 {
			runtime.Gosched()
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGQUIT); err != nil {
			t.Fatal(err)
		}
		select {}
	})
	got := strings.Count(errs, "static.run(")
	if status != 2 || !strings.Contains(errs, "SIGQUIT: quit") || !strings.Contains(errs, "static.inC(") || got < 2 || strings.Contains(errs, "in C:") {
		t.Errorf("status %d, %d goroutines in C:\n%s", status, got, errs)
	}
}

//go:noinline
func inC(f func(int32) int32) { f(0) }

// TestSentFaults: a thread of C's lives on when others send it what faults send.
func TestSentFaults(t *testing.T) {
	p := scene(t)
	if r := bind[func() int32](t, p, "start_waiting")(); r != 0 {
		t.Fatal(r)
	}
	send := bind[func(int32) int32](t, p, "send_waiting")
	for _, s := range mistakes {
		if r := send(int32(s)); r != 0 {
			t.Errorf("%v: %d", s, r)
		}
	}
	if r := bind[func() int32](t, p, "end_waiting")(); r != 0 {
		t.Error(r)
	}
}

// TestProfiledCalls: what C computes does not depend on how often a profile interrupts it, on threads of both kinds.
func TestProfiledCalls(t *testing.T) {
	p := load(t, debugged(t))
	mixes, thread := bind[func(int32) int32](t, p, "mixes"), bind[func(int32) int32](t, p, "mixes_in_thread")
	runtime.SetCPUProfileRate(5000) // which pprof complains about, and keeps
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		t.Fatal(err)
	}
	defer pprof.StopCPUProfile()
	want := mixes(1000)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 40 {
				f := mixes
				if i%4 == 0 {
					f = thread
				}
				if got := f(1000); got != want {
					t.Errorf("%d, not %d", got, want)
				}
			}
		})
	}
	wg.Wait()
}
