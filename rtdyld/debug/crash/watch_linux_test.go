//go:build amd64 || arm64

package crash

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// helper has the test program watch for crashes, load an object and call a function of it: "FUNCTION OBJECT".
const helper = "RTDYLD_CRASH_HELPER"

// emulated has it emulate trampolines before or after it watches.
const emulated = "RTDYLD_CRASH_EMULATED"

// emulate does so at a time.
func emulate(when string) {
	if os.Getenv(emulated) != when {
		return
	}
	for range 2 {
		if err := EmulateTrampolines(); err != nil {
			panic(err)
		}
	}
}

func TestMain(m *testing.M) {
	if what := os.Getenv(helper); what != "" {
		name, object, _ := strings.Cut(what, " ")
		os.Exit(play(name, object))
	}
	os.Exit(m.Run())
}

// play ends the process as a function does, or with what it returns.
func play(name, object string) int {
	tell := func(c *Crash) {
		runtime.GC() // the rest of the program goes on
		fmt.Printf("signal %d code %d addr %#x\n", c.Signal, c.Code, c.Addr)
		for _, f := range c.Stack {
			fmt.Println("in", f.Func, f.Section)
		}
		if len(c.Stack) == 0 || c.Stack[0].PC != c.PC {
			fmt.Println("no frames")
		}
	}
	wait := time.Minute
	if name == "stuck" {
		name, tell, wait = "faults", func(*Crash) { select {} }, 100*time.Millisecond
	}
	p, err := host.Load(context.Background(), host.File(object))
	if err != nil {
		panic(err)
	}
	emulate("before")
	if err := Watch(tell); err != nil {
		panic(err)
	}
	emulate("after")
	if Watch(tell) == nil {
		panic("watched twice")
	}
	limit = unix.NsecToTimespec(int64(wait))
	switch name {
	case "recovers":
		return recovers()
	case "panics":
		var p *int
		*p = 1
	}
	var fn func() int32
	if err := p.Bind(name, &fn); err != nil {
		panic(err)
	}
	if name == "waits" {
		fmt.Println("ready")
	}
	return int(fn())
}

// recovers has a fault of Go's be a panic.
func recovers() (status int) {
	defer func() {
		if _, ok := recover().(runtime.Error); ok {
			status = 7
		}
	}()
	return *(*int)(unsafe.Pointer(nil))
}

// object compiles testdata/ends.c for this machine.
func object(t *testing.T) string {
	t.Helper()
	cc := []string{"gcc"}
	if runtime.GOARCH == "arm64" {
		cc = []string{"clang", "--target=aarch64-linux-gnu"}
	}
	citest.NeedCompiler(t, "#include <stdlib.h>\n", cc[0], append(cc[1:len(cc):len(cc)], "-c")...)
	out := filepath.Join(t.TempDir(), "ends.o")
	cmd := exec.Command(cc[0], append(cc[1:], "-O1", "-fno-optimize-sibling-calls", "-fPIC", "-c", "-o", out, "testdata/ends.c")...)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	return out
}

// child is a process that does what a function of an object does.
func child(name, object string) *exec.Cmd {
	args := append(strings.Fields(os.Getenv("RTDYLD_EMULATOR")), os.Args[0])
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), helper+"="+name+" "+object)
	return cmd
}

// ended is what a process died of, 0 for nothing, and its status.
func ended(t *testing.T, cmd *exec.Cmd, err error) (syscall.Signal, int) {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	ws := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ws.Signaled() {
		return ws.Signal(), 0
	}
	return 0, ws.ExitStatus()
}

// TestWatch: a crash of loaded code is told, by a goroutine while others go on, and is the end of the process by its signal; what is Go's, or
// has a handler of the program's, is not; trampolines change nothing of that.
func TestWatch(t *testing.T) {
	object := object(t)
	const touch = "signal 11 code 1 addr 0x1230\nin touch [.]text\n"
	for _, tt := range []struct {
		name   string
		want   syscall.Signal
		status int
		out    string
	}{
		{"faults", unix.SIGSEGV, 0, touch + "in faults [.]text\n"},
		{"aborts", unix.SIGABRT, 0, `signal 6 code -6 addr 0x[0-9a-f]+\nin  \n(?s:.*)in aborts [.]text\n`},
		{"raises", unix.SIGFPE, 0, `signal 8 code -6 addr 0x[0-9a-f]+\nin  \n(?s:.*)in raises [.]text\n`},
		{"traps", unix.SIGTRAP, 0, `signal 5 code (1|128) addr 0x[0-9a-f]+\nin traps [.]text\n`},
		{"undefines", 0, 0, `signal (4|5) code [0-9]+ addr 0x[0-9a-f]+\nin undefines [.]text\n`},
		{"overflows", unix.SIGSEGV, 0, `signal 11 code [12] addr 0x[0-9a-f]+\n(in deep [.]text\n){64}`},
		{"jumps", unix.SIGSEGV, 0, `signal 11 code 1 addr 0x8\nin  \nin jumps [.]text\n`},
		{"in_thread", unix.SIGSEGV, 0, touch + "in thread [.]text\n(in  \n)*"},
		{"in_threads", unix.SIGSEGV, 0, touch + "in thread [.]text\n(in  \n)*"},
		{"handles", 0, 61, ""},
		{"ignores", 0, 7, ""},
		{"defaults", unix.SIGSEGV, 0, ""},
		{"forks", 0, 7, ""},
		{"recovers", 0, 7, ""},
		{"panics", 0, 2, ""},
	} {
		for _, when := range []string{"", "before", "after"} {
			t.Run(tt.name+when, func(t *testing.T) {
				cmd := child(tt.name, object)
				cmd.Env = append(cmd.Env, emulated+"="+when)
				var out, errs bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &errs
				sig, status := ended(t, cmd, cmd.Run())
				if tt.name == "undefines" { // a compiler's choice
					tt.want = sig
				}
				if sig != tt.want || status != tt.status || !regexp.MustCompile(`\A`+tt.out+`\z`).MatchString(out.String()) {
					t.Errorf("%v, status %d; want %v, %d and %s\n%s%s", sig, status, tt.want, tt.status, tt.out, &out, &errs)
				}
				if gos := strings.Contains(errs.String(), "goroutine "); gos != (tt.name == "panics") {
					t.Errorf("Go's own report: %v\n%s", gos, &errs)
				}
			})
		}
	}
}

// said is what a process has said, without its emulator's words.
func said(errs *bytes.Buffer) string {
	text, _, _ := strings.Cut(errs.String(), "qemu: uncaught target signal")
	return text
}

// TestStuck: a crash that cannot be told is an end, too.
func TestStuck(t *testing.T) {
	cmd := child("stuck", object(t))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if sig, status := ended(t, cmd, cmd.Run()); sig != unix.SIGSEGV || said(&errs) != string(lost) {
		t.Errorf("%v, status %d\n%s", sig, status, &errs)
	}
}

// TestSent: a signal that another process sends is an end, wherever it comes.
func TestSent(t *testing.T) {
	object := object(t)
	for _, sig := range []syscall.Signal{unix.SIGSEGV, unix.SIGABRT} {
		cmd := child("waits", object)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		bufio.NewScanner(out).Scan()
		if err := cmd.Process.Signal(sig); err != nil {
			t.Error(err)
		}
		if got, status := ended(t, cmd, cmd.Wait()); got != sig || said(&errs) != "" {
			t.Errorf("%v: %v, status %d\n%s", sig, got, status, &errs)
		}
	}
}
