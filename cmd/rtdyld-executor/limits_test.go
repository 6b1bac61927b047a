//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// active tells whether a limit holds. Where it does not there must be a reason, and no
// machine but an emulated one has any.
func (e *executor) active(name string) bool {
	e.t.Helper()
	for _, r := range e.Restrictions {
		if r.Name != name {
			continue
		}
		if r.Active != (r.Reason == "") {
			e.t.Errorf("%v", r)
		}
		if !r.Active && os.Getenv(citest.Emulator) == "" {
			e.t.Errorf("%s is not active: %s", name, r.Reason)
		}
		return r.Active
	}
	e.t.Fatalf("nothing is said of %s: %v", name, e.Restrictions)
	return false
}

// failed is what functions return that return a pointer, or -1 for a failure.
func failed(r uint64) bool { return r == 1<<64-1 || ptrSize == 4 && uint32(r) == 1<<32-1 }

// TestNoWX: memory that is writable and executable cannot be had, on any thread;
// linked code can.
func TestNoWX(t *testing.T) {
	e := start(t, "-no-wx", "-no-new-privileges")
	hold, nnp := e.active("no-wx"), e.active("no-new-privileges")
	libc := e.lookup("mmap", "mprotect", "prctl", "personality", "shmat", "syscall", "shmget", "shmctl")
	page := e.PageSize
	const rw, rx, rwx = unix.PROT_READ | unix.PROT_WRITE, unix.PROT_READ | unix.PROT_EXEC, unix.PROT_READ | unix.PROT_WRITE | unix.PROT_EXEC
	none := uint64(1<<64 - 1)
	mmap := func(prot uint64) uint64 {
		return e.call(libc[0], 0, page, prot, unix.MAP_PRIVATE|unix.MAP_ANON, none, 0)
	}
	at := mmap(rw)
	if failed(at) || failed(mmap(rx)) {
		t.Error("harmless memory is refused")
	}
	shm := e.call(libc[6], unix.IPC_PRIVATE, page, unix.IPC_CREAT|0o700)
	defer e.call(libc[7], shm, unix.IPC_RMID, 0)
	busy := make(chan bool)
	f := e.load() // works as it did
	go func() {   // has the following run on other threads
		close(busy)
		e.Call(t.Context(), e.request(f.spin))
	}()
	<-busy
	if r := int32(e.call(f.next, 1)); r != 2 {
		t.Errorf("next(1) = %d", r)
	}
	for name, got := range map[string]uint64{
		"mmap":              mmap(rwx),
		"mprotect":          e.call(libc[1], at, page, rwx),
		"write and execute": e.call(libc[1], at, page, unix.PROT_WRITE|unix.PROT_EXEC),
		"pkey_mprotect":     e.call(libc[5], unix.SYS_PKEY_MPROTECT, at, page, rwx, none),
		"shmat":             e.call(libc[4], shm, 0, 0o100000),
		"personality":       e.call(libc[3], 0x40_0000),
	} {
		if hold && !failed(got) {
			t.Errorf("%s: %#x", name, got)
		}
	}
	if failed(e.call(libc[3], 0xffff_ffff)) {
		t.Error("personality cannot be asked for")
	}
	if !failed(shm) && failed(e.call(libc[4], shm, 0, 0)) {
		t.Error("harmless shared memory is refused")
	}
	if r := e.call(libc[1], at, page, rx); failed(r) {
		t.Error("executable memory is refused")
	}
	if r := int32(e.call(libc[2], unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)); nnp && r != 1 {
		t.Errorf("PR_GET_NO_NEW_PRIVS is %d", r)
	}
	if hold {
		e.audit()
	}
}

// TestNoWXOff: without the limit such memory can be had, so that the test above tells
// something.
func TestNoWXOff(t *testing.T) {
	e := start(t, "-no-new-privileges")
	libc := e.lookup("mmap", "prctl")
	if at := e.call(libc[0], 0, e.PageSize, 7, unix.MAP_PRIVATE|unix.MAP_ANON, 1<<64-1, 0); failed(at) {
		t.Skip("this machine has no such memory at all")
	}
	if r := e.call(libc[1], unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); e.active("no-new-privileges") && r != 1 {
		t.Errorf("PR_GET_NO_NEW_PRIVS is %d", r)
	}
}

// TestSandbox: the C library's functions can open, make and signal nothing, on any thread,
// while the executor goes on with all that a controller asks for.
func TestSandbox(t *testing.T) {
	e := start(t, "-sandbox")
	if !e.active("sandbox") {
		t.Skip("there is no such limit here")
	}
	_, _, none := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, 1)
	for _, r := range e.Restrictions {
		if r.Name == "landlock" && r.Active == (none != 0) {
			t.Errorf("Landlock on this kernel: %v; of the executor: %v", none, r)
		}
	}
	libc := e.lookup("open", "socket", "fork", "kill", "execv", "unlink", "syscall", "getppid", "usleep", "malloc")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	path := e.text(file)
	parent := e.call(libc[7])
	if p := int(parent); p != os.Getpid() && p != e.cmd.Process.Pid { // its keeper's
		t.Errorf("the parent is %d", parent)
	}
	attempts := func() {
		for name, got := range map[string]uint64{
			"open":   e.call(libc[0], path, unix.O_RDONLY),
			"create": e.call(libc[0], e.text(file+"2"), unix.O_RDWR|unix.O_CREAT, 0o600),
			"unlink": e.call(libc[5], path),
			"socket": e.call(libc[1], unix.AF_UNIX, unix.SOCK_STREAM, 0),
			"fork":   e.call(libc[2]),
			"kill":   e.call(libc[3], parent, 0),
			"group":  e.call(libc[3], 0, 0),
			"execv":  e.call(libc[4], e.text("/bin/true"), 0),
			"clone3": e.call(libc[6], unix.SYS_CLONE3, 0, 88),
		} {
			if int32(got) != -1 {
				t.Errorf("%s: %#x", name, got)
			}
		}
	}
	attempts()
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
	if got := e.call(libc[3], uint64(e.Pid), 0); int32(got) != 0 {
		t.Errorf("a signal to itself: %#x", got)
	}
	// Memory that is shared with it, code in it, and reading and writing it.
	f := e.load()
	if r := int32(e.call(f.next, 1)); r != 2 {
		t.Errorf("next(1) = %d", r)
	}
	if b, err := e.tryRead(f.next, 192); err != nil || !bytes.Equal(b, contents()) {
		t.Errorf("% x, %v", b, err)
	}
	// More threads than it had when it was restricted.
	var calls sync.WaitGroup
	for range 40 {
		calls.Go(func() {
			if _, err := e.Call(t.Context(), e.request(libc[8], 50_000)); err != nil {
				t.Error(err)
			}
		})
	}
	attempts()
	calls.Wait()
	e.write(e.call(libc[9], 8<<20), make([]byte, 8<<20))
	status, err := os.ReadFile("/proc/" + e.pid() + "/task/" + e.pid() + "/status")
	if err != nil || !strings.Contains(string(status), "NoNewPrivs:\t1") {
		t.Errorf("%v\n%s", err, status)
	}
}

// TestSandboxOff: without the limit the same can be done.
func TestSandboxOff(t *testing.T) {
	e := start(t)
	libc := e.lookup("open", "socket", "kill")
	for name, got := range map[string]uint64{
		"open":   e.call(libc[0], e.text(os.DevNull), unix.O_WRONLY),
		"socket": e.call(libc[1], unix.AF_UNIX, unix.SOCK_STREAM, 0),
		"kill":   e.call(libc[2], uint64(os.Getpid()), 0),
	} {
		if int32(got) == -1 {
			t.Errorf("%s: %#x", name, got)
		}
	}
}

// TestSandboxListen: each session of a listening executor has a sandbox of its own.
func TestSandboxListen(t *testing.T) {
	s := listening(t, "unix:"+filepath.Join(t.TempDir(), "socket"), "-sandbox")
	for range 2 {
		e := s.session()
		if !e.active("sandbox") {
			t.Error("no sandbox")
		}
		libc := e.lookup("open", "abs")
		if got := e.call(libc[0], e.text("/etc/passwd"), unix.O_RDONLY); int32(got) != -1 {
			t.Errorf("open: %#x", got)
		}
		if got := e.call(libc[1], 1<<64-3); int32(got) != 3 {
			t.Errorf("abs(-3) = %d", got)
		}
	}
}

// TestMemoryLimit: the C library gets no more memory than is allowed, and says so.
func TestMemoryLimit(t *testing.T) {
	e := start(t, "-memory", "100000000", "-max-init", "1000000")
	hold := e.active("memory")
	malloc := e.lookup("malloc")[0]
	if at := e.call(malloc, 40_000_000); at == 0 {
		t.Error("40 MB are refused")
	}
	if at := e.call(malloc, 80_000_000); hold && at != 0 {
		t.Error("40 MB and 80 MB are not refused")
	}
	if e.MaxMemory != 1_000_000 {
		t.Errorf("the limit is %d bytes", e.MaxMemory)
	}
	r, err := e.Reserve(t.Context(), &wire.ReserveRequest{Instance: e.Instance, Size: 10_000_000})
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Initialize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Send(&wire.InitializeRequest{Instance: e.Instance, Segments: []*wire.Segment{{Addr: r.Range.Addr, Size: 1_000_001, Kind: wire.Kind_KIND_WRITABLE}}})
	if _, err := s.CloseAndRecv(); detail(err).Reason != wire.ErrorDetail_REASON_LIMIT {
		t.Error(err)
	}
	e.load()
	// The executor itself has what it needs.
	f := e.lookup("usleep")[0]
	var calls sync.WaitGroup
	for range 12 {
		calls.Go(func() {
			if _, err := e.Call(t.Context(), e.request(f, 100_000)); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	for range 3 {
		e.write(e.call(malloc, 8<<20), make([]byte, 8<<20))
	}
}

// TestMemoryBefore: what a process has before its memory is limited does not count, in the
// keeper's eyes either.
func TestMemoryBefore(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "gcc")
	dir := t.TempDir()
	source, lib := filepath.Join(dir, "big.c"), filepath.Join(dir, "big.so")
	const text = `
		#include <string.h>
		static char big[200 << 20];
		__attribute__((constructor)) static void take(void) { memset(big, 1, sizeof big); }
	`
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O1", "-shared", "-fPIC", "-o", lib, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	e := start(t, "-memory", "10000000", "-lib", lib)
	e.call(e.lookup("usleep")[0], 500_000) // the keeper looks several times
	e.write(e.call(e.lookup("malloc")[0], 4<<20), make([]byte, 4<<20))
}

// TestCPULimit: an endless loop ends by itself.
func TestCPULimit(t *testing.T) {
	if citest.Sample() {
		t.Skip("takes a second of the processor's time")
	}
	e := start(t, "-cpu", "1")
	if !e.active("cpu") {
		t.Skip("there is no such limit here")
	}
	f := e.load()
	if _, err := e.Call(t.Context(), e.request(f.spin)); err == nil {
		t.Error("the call has returned")
	}
	<-e.exited
	if s := e.cmd.ProcessState.String(); !strings.HasPrefix(s, "signal: CPU time limit exceeded") {
		t.Error(s)
	}
}

// TestEmptyEnv: loaded code sees no environment, in its variable and in memory.
func TestEmptyEnv(t *testing.T) {
	const secret = "RTDYLD_TEST_SECRET=value-of-the-secret"
	for _, empty := range []bool{false, true} {
		var args []string
		if empty {
			args = append(args, "-empty-env")
		}
		e := launch(t, append(os.Environ(), secret), args...)
		e.hello()
		hold := empty && e.active("empty-environment")
		getenv := e.lookup("getenv")[0]
		at := e.call(getenv, e.text("RTDYLD_TEST_SECRET"))
		if empty == (at != 0) {
			t.Errorf("-empty-env %v: getenv gives %#x", empty, at)
		}
		environ, err := os.ReadFile("/proc/" + e.pid() + "/environ")
		if err != nil {
			t.Fatal(err)
		}
		if hold && len(environ) != 0 {
			t.Errorf("the process has begun with %q", environ)
		}
		if !empty && !strings.Contains(string(environ), secret) && runtime.GOARCH == "amd64" {
			t.Errorf("the process has begun without the secret")
		}
	}
}
