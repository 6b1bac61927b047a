//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
	"github.com/go-rtdyld/rtdyld/triple"
)

func TestUsage(t *testing.T) {
	for _, tt := range []struct {
		args   string
		status int
		stdout string // a part
		stderr string
	}{
		{"", 2, "", "usage:"},
		{"-h", 0, "usage:", ""},
		{"-version", 0, "protocol 1", ""},
		{"-fd 1", 2, "", "descriptors are 3 or more"},
		{"-fd 3 -listen unix:x", 2, "", "one of -listen and -fd"},
		{"-no-wx", 2, "", "one of -listen and -fd"},
		{"-listen unix:x -pass 4", 2, "", "go with -fd"},
		{"-fd 3 -cert x", 2, "", "go with -listen"},
		{"-listen tcp:x:1 -cert x", 2, "", "go together"},
		{"-listen unix:x -cert x -key y -ca z", 2, "", "go with tcp"},
		{"-listen unix:x -sessions 0", 2, "", "-sessions"},
		{"-fd 3 more", 2, "", "unexpected"},
		{"-no-such-option", 2, "", "not defined"},
		{"-listen nowhere", 1, "", "unix:PATH or tcp:HOST:PORT"},
		{"-listen tcp:192.0.2.1:0 -insecure", 1, "", "not a loopback address"},
		{"-listen tcp::0 -insecure", 1, "", "not a loopback address"},
		{"-listen tcp:127.0.0.1:0", 2, "", "tcp without certificates serves every user of the machine: give -token-file, or -insecure"},
		{"-listen unix:x -insecure", 2, "", "-insecure goes with tcp"},
		{"-listen tcp:127.0.0.1:0 -cert /none -key /none -ca /none", 1, "", "/none"},
		{"-fd 87", 1, "", "-fd 87"},
	} {
		var stdout, stderr strings.Builder
		status := Main(strings.Fields(tt.args), &stdout, &stderr)
		if status != tt.status || !strings.Contains(stdout.String(), tt.stdout) || !strings.Contains(stderr.String(), tt.stderr) ||
			(tt.stdout == "") != (stdout.Len() == 0) || (tt.stderr == "") != (stderr.Len() == 0) {
			t.Errorf("%q: status %d\n%s\n%s", tt.args, status, stdout.String(), stderr.String())
		}
	}
}

// TestFirst: a keeper begins before packages are initialized that the other process alone needs.
func TestFirst(t *testing.T) {
	e := launch(t, append(os.Environ(), "GODEBUG=inittrace=1"))
	e.hello()
	e.cc.Close()
	<-e.exited
	if n := strings.Count(e.stderr.String(), "\ninit google.golang.org/grpc @"); n != 1 {
		t.Errorf("%d processes initialize package grpc", n)
	}
}

// TestPassedOver: signals that are sent to the keeper, and end or stop other programs, do nothing once the other process answers. Nor does that one
// begin with any of them ignored.
func TestPassedOver(t *testing.T) {
	if os.Getenv(citest.Emulator) != "" {
		t.Skip("an emulator has no keeper")
	}
	e := start(t)
	for sig := unix.SIGHUP; sig <= unix.SIGSYS; sig++ {
		switch sig {
		case unix.SIGKILL, unix.SIGSTOP, unix.SIGTERM, unix.SIGPROF:
			continue // they are not for it to pass over, or not its own
		}
		if err := e.cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
	}
	e.load()
	read := func(pid int, key string) string {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			t.Fatal(err)
		}
		_, value, _ := strings.Cut(string(status), "\n"+key+":")
		value, _, _ = strings.Cut(value, "\n")
		return strings.TrimSpace(value)
	}
	if ignored, own := read(int(e.Pid), "SigIgn"), read(os.Getpid(), "SigIgn"); ignored != own { // which nohup sets
		t.Errorf("signals %s are ignored, %s by this process", ignored, own)
	}
	if state := read(e.cmd.Process.Pid, "State"); strings.ContainsAny(state[:1], "TtZ") {
		t.Errorf("the keeper's state is %s", state)
	}
	e.cc.Close()
	<-e.exited
	if s := e.cmd.ProcessState.String(); s != "exit status 0" {
		t.Errorf("the keeper has ended with %s\n%s", s, e.stderr)
	}
}

// TestVerbs goes through what a controller may ask a child for.
func TestVerbs(t *testing.T) {
	e := start(t)
	if target, err := triple.Parse(e.Triple); err != nil || target.PointerBits() != 8*int(ptrSize) || e.PageSize != uint64(os.Getpagesize()) ||
		!e.SharedMemory || len(e.Conventions) == 0 || e.Near == 0 || len(e.Restrictions) != 0 {
		t.Errorf("it says %v", e.HelloReply)
	}
	f := e.load()
	if r := int32(e.call(f.next, 41)); r != 42 {
		t.Errorf("next(41) = %d", r)
	}
	if b, err := e.tryRead(f.next, 192); err != nil || !bytes.Equal(b, contents()) {
		t.Errorf("% x, %v", b, err)
	}
	e.write(f.data, []byte{7, 0, 0, 0})
	if r := int32(e.call(f.fault, f.data)); r != 7 {
		t.Errorf("the word is %d", r)
	}
	if err := e.tryWrite(f.next, []byte{0}); status.Code(err) != codes.OutOfRange {
		t.Errorf("code is written: %v", err)
	}
	if _, err := e.tryRead(8, 8); status.Code(err) != codes.OutOfRange {
		t.Errorf("what is not mapped is read: %v", err)
	}
	libc := e.lookup("abs", "ldexp", "getpid")
	if pid := int64(e.call(libc[2])); pid != e.Pid {
		t.Errorf("getpid() = %d, want %d", pid, e.Pid)
	}
	r, err := e.Call(t.Context(), &wire.CallRequest{Instance: e.Instance, Addr: libc[1], Params: []wire.Type{wire.Type_TYPE_FLOAT64, wire.Type_TYPE_INT32},
		Args: []uint64{math.Float64bits(0.75), 1<<64 - 3}, Result: wire.Type_TYPE_FLOAT64})
	if err != nil || math.Float64frombits(r.Result) != 0.09375 {
		t.Errorf("ldexp(0.75, -3) = %v, %v", math.Float64frombits(r.GetResult()), err)
	}
	// abs is as good a main as any: it returns argc.
	m, err := e.Main(t.Context(), &wire.MainRequest{Instance: e.Instance, Addr: libc[0], Args: [][]byte{[]byte("abs"), {0xff}, {}}})
	if err != nil || m.Status != 3 {
		t.Errorf("main: %v, %v", m, err)
	}
	missing, err := e.Lookup(t.Context(), &wire.LookupRequest{Instance: e.Instance, Refs: []*wire.Ref{{Name: []byte("no_such_name")}}})
	if err != nil || missing.Symbols[0].Found {
		t.Errorf("no_such_name: %v, %v", missing, err)
	}
	e.audit()
}

const ptrSize = 4 << (^uintptr(0) >> 63)

// audit looks for pages of an executor that are writable and executable.
func (e *executor) audit() {
	e.t.Helper()
	if os.Getenv(citest.Emulator) != "" {
		return // the emulator has such pages for itself
	}
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", e.Pid))
	if err != nil {
		e.t.Error(err)
	}
	if bad := regexp.MustCompile(`(?m)^.* .wx.*$`).Find(maps); bad != nil {
		e.t.Errorf("writable and executable: %s", bad)
	}
}

// TestSharedMemory passes memory to a child, which runs what is written to it here.
func TestSharedMemory(t *testing.T) {
	e := start(t)
	page := int64(e.PageSize)
	fd, err := unix.MemfdCreate("code", unix.MFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "code")
	defer f.Close()
	if err := f.Truncate(4 * page); err != nil {
		t.Fatal(err)
	}
	mem, err := unix.Mmap(fd, 0, int(4*page), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(mem)
	if err := serve.SendDescriptor(e.pass, 77, f); err != nil {
		t.Fatal(err)
	}
	r, err := e.Reserve(t.Context(), &wire.ReserveRequest{Instance: e.Instance, Size: uint64(4 * page), Shared: 77})
	if err != nil {
		t.Fatal(err)
	}
	at := r.Range.Addr
	copy(mem, contents())
	mem[2*page] = 5
	s, err := e.Initialize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Send(&wire.InitializeRequest{Instance: e.Instance, Segments: []*wire.Segment{
		{Addr: at, Size: uint64(page), Content: 192, Kind: wire.Kind_KIND_CODE}, {Addr: at + uint64(2*page), Size: 16, Content: 1, Kind: wire.Kind_KIND_WRITABLE}}})
	if _, err := s.CloseAndRecv(); err != nil {
		t.Fatal(err)
	}
	if r := int32(e.call(at, 1)); r != 2 {
		t.Errorf("next(1) = %d", r)
	}
	if r := int32(e.call(at+128, at+uint64(2*page))); r != 5 {
		t.Errorf("the word is %d", r)
	}
	e.write(at+uint64(2*page), []byte{9})
	if r := int32(e.call(at+128, at+uint64(2*page))); r != 9 {
		t.Errorf("the word is %d, written there", r)
	}
	if mem[2*page] != 5 { // what is writable at last is the executor's own, for processes that it forks
		t.Errorf("the byte is %d here", mem[2*page])
	}
	e.audit()
}

// TestEnds: how code ends an executor is seen, by its status and what the runtime writes.
func TestEnds(t *testing.T) {
	for _, tt := range []struct {
		name  string
		call  func(e *executor) *wire.CallRequest
		state string // of the process
		crash string // a pattern, "": nothing
	}{
		{"exit", func(e *executor) *wire.CallRequest { return e.request(e.lookup("exit")[0], 3) }, "exit status 3", ""},
		{"_exit", func(e *executor) *wire.CallRequest { return e.request(e.lookup("_exit")[0], 2) }, "exit status 2", ""},
		{"abort", func(e *executor) *wire.CallRequest { return e.request(e.lookup("abort")[0]) }, "exit status 2", `^SIGABRT: abort\nPC=0x[0-9a-f]+ `},
		{"fault", func(e *executor) *wire.CallRequest { return e.request(e.load().fault, 0x1234) }, "exit status 2",
			`^SIGSEGV: segmentation violation\nPC=0x[0-9a-f]+ m=\d+ sigcode=1 addr=0x1234\n`},
		{"killed", func(e *executor) *wire.CallRequest { return e.request(e.lookup("raise")[0], 9) }, "signal: killed", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := start(t)
			req := tt.call(e)
			if tt.name == "fault" && runtime.GOARCH == "arm" {
				tt.crash = `^SIGSEGV: segmentation violation\n` // qemu tells no address
			}
			if _, err := e.Call(t.Context(), req); status.Code(err) != codes.Unavailable {
				t.Errorf("the call says %v", err)
			}
			<-e.exited
			text := <-e.crash
			if s := e.cmd.ProcessState.String(); s != tt.state || (tt.crash == "") != (text == "") || !regexp.MustCompile(tt.crash).MatchString(text) {
				t.Errorf("%s\n%.300s", s, text)
			}
			if tt.name == "fault" && runtime.GOARCH != "arm" {
				at := req.Addr
				if runtime.GOARCH == "386" {
					at += 4 // the second instruction
				}
				if want := fmt.Sprintf("PC=%#x ", at); !strings.Contains(text, want) {
					t.Errorf("not %s:\n%.300s", want, text)
				}
			}
		})
	}
}

// TestEndless: code that does not return hinders nobody, and ends with the request for
// it, or with its connection.
func TestEndless(t *testing.T) {
	for _, how := range []string{"cancel", "connection"} {
		t.Run(how, func(t *testing.T) {
			e := start(t)
			f := e.load()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			result := make(chan error, 1)
			go func() {
				_, err := e.Call(ctx, e.request(f.spin))
				result <- err
			}()
			for range 20 {
				if r := int32(e.call(f.next, 1)); r != 2 {
					t.Fatalf("next(1) = %d", r)
				}
				if _, err := e.tryRead(f.data, 4); err != nil {
					t.Fatal(err)
				}
			}
			e.load()
			select {
			case err := <-result:
				t.Errorf("the call has ended: %v", err)
			default:
			}
			begun := time.Now()
			if cancel(); how == "connection" {
				e.cc.Close()
			}
			<-result
			<-e.exited
			if s := e.cmd.ProcessState.String(); s != "signal: killed" && !(how == "connection" && s == "exit status 0") {
				t.Error(s)
			}
			if d := time.Since(begun); d > time.Minute {
				t.Errorf("it went on for %v", d)
			}
		})
	}
}

// reads is what /proc has of a thread in the system call read of descriptor 0: its number
// on x86-64, in 32-bit programs and on arm64.
var reads = regexp.MustCompile(`^(0|3|63) 0x0 `)

// waitReads waits until a thread of a process reads its standard input.
func waitReads(t *testing.T, pid int) {
	t.Helper()
	for range 6000 {
		list, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/syscall", pid))
		for _, name := range list {
			b, err := os.ReadFile(name)
			if errors.Is(err, os.ErrPermission) {
				time.Sleep(time.Second) // the system does not tell
				return
			}
			if reads.Match(b) {
				return
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("nobody reads")
}

// TestTerm: an executor that is told to terminate finishes what it does first.
func TestTerm(t *testing.T) {
	e := start(t, "-drain", "2m")
	libc := e.lookup("read", "malloc")
	buf := e.call(libc[1], 16)
	result := make(chan error, 1)
	go func() {
		r, err := e.Call(context.Background(), e.request(libc[0], 0, buf, 1)) // goes on after a signal
		if err == nil && r.Result != 1 {
			err = fmt.Errorf("read %d bytes", r.Result)
		}
		result <- err
	}()
	waitReads(t, int(e.Pid))
	e.cmd.Process.Signal(unix.SIGTERM)
	var err error
	for range 60_000 {
		if _, err = e.tryRead(e.Near, 1); status.Code(err) == codes.Unavailable {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if status.Code(err) != codes.Unavailable {
		t.Errorf("a new request: %v", err)
	}
	select {
	case err := <-result:
		t.Fatalf("the call did not wait: %v", err)
	case <-e.exited:
		t.Fatal("the executor did not wait")
	case <-time.After(100 * time.Millisecond):
	}
	e.stdin.Write([]byte("x"))
	if err := <-result; err != nil {
		t.Error(err)
	}
	<-e.exited
	if s := e.cmd.ProcessState.String(); s != "exit status 0" {
		t.Error(s)
	}
}

// TestStdio: the standard streams of the C library are the controller's.
func TestStdio(t *testing.T) {
	e := start(t, "-stdio")
	s, err := e.Stdio(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Send(&wire.StdioInput{Instance: e.Instance, Stdin: []byte("x"), Eof: true})
	libc := e.lookup("puts", "getchar", "write")
	if c := []int32{int32(e.call(libc[1])), int32(e.call(libc[1]))}; c[0] != 'x' || c[1] != -1 {
		t.Errorf("input is %v", c)
	}
	text := e.text("hello")
	e.call(libc[0], text)
	e.call(libc[2], 2, text, 5)
	// Main flushes.
	m, err := e.Main(t.Context(), &wire.MainRequest{Instance: e.Instance, Addr: e.lookup("abs")[0]})
	if err != nil || m.Lost != "" || m.Written.GetStdout() != 6 || m.Written.GetStderr() != 5 {
		t.Errorf("%v, %v", m, err)
	}
	var out, errs string
	for len(out) < 6 || len(errs) < 5 {
		r, err := s.Recv()
		if err != nil {
			t.Fatal(err)
		}
		out, errs = out+string(r.Stdout), errs+string(r.Stderr)
	}
	if out != "hello\n" || errs != "hello" {
		t.Errorf("%q, %q", out, errs)
	}
	if e.stderr.String() != "" {
		t.Errorf("the process's own standard error has %q", e.stderr)
	}
}

// TestTokenFile: who does not know the token gets no session.
func TestTokenFile(t *testing.T) {
	file := t.TempDir() + "/token"
	if err := os.WriteFile(file, []byte(" secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := launch(t, nil, "-token-file", file)
	for token, want := range map[string]codes.Code{"": codes.Unauthenticated, "secret": codes.OK, " secret\n": codes.Unauthenticated} {
		if _, err := e.Hello(t.Context(), &wire.HelloRequest{Version: serve.Protocol, Token: token}); status.Code(err) != want {
			t.Errorf("%q: %v", token, err)
		}
	}
}
