package remote_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// server starts the executor's command so that it listens, and returns its target.
func server(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(machines[0].command(t).Path, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	target, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		t.Fatalf("the server says %q, %v", line, err)
	}
	return target
}

// certificate writes the files of one side.
func certificate(t *testing.T, a *authority, c *tls.Config) (cert, key, ca string) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	der, err := x509.MarshalPKCS8PrivateKey(c.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return write("cert", "CERTIFICATE", c.Certificates[0].Certificate[0]), write("key", "PRIVATE KEY", der), write("ca", "CERTIFICATE", a.cert.Raw)
}

// TestListen: the command that listens does what a child does, over a Unix socket, where
// memory is shared, loopback TCP, and TLS, where contents are streamed. A crash or exit
// ends a session, and no other.
func TestListen(t *testing.T) {
	m := &machines[0]
	img, faults := m.compile(t, "libc.c", "-O1"), m.compile(t, "faults.c", "-O1", "-fno-optimize-sibling-calls")
	ours := newAuthority(t)
	cert, key, ca := certificate(t, ours, ours.config(t, true))
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		args   []string
		cfg    remote.Config
		shared bool
	}{
		{"unix", []string{"-listen", "unix:" + filepath.Join(t.TempDir(), "s")}, remote.Config{}, true},
		{"loopback", []string{"-listen", "tcp:127.0.0.1:0", "-token-file", token}, remote.Config{Token: "secret"}, false},
		{"tls", []string{"-listen", "tcp:127.0.0.1:0", "-cert", cert, "-key", key, "-ca", ca}, remote.Config{TLS: ours.config(t, true)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			target := server(t, c.args...)
			var stdout, stderr bytes.Buffer
			open := func() *remote.Executor {
				t.Helper()
				cfg := c.cfg
				stdout.Reset()
				stderr.Reset()
				cfg.Stdin, cfg.Stdout, cfg.Stderr = strings.NewReader("some words\n"), &stdout, &stderr
				e := dial(t, target, cfg)
				if e.Hello().Shared != c.shared {
					t.Errorf("memory is shared: %t", e.Hello().Shared)
				}
				return e
			}
			e := open()
			l := loaded(t, e, img)
			status, err := e.Main(t.Context(), address(t, l, "main"), []string{"a", "b", "c"}, []string{"N=1"})
			if err != nil || status != 3 || stdout.String() != "begin\n3 c eiklnr N=1\nnot ended by a newline" || stderr.String() != "to stderr\n" {
				t.Errorf("%d, %v, stdout %q, stderr %q", status, err, &stdout, &stderr)
			}
			stdout.Reset()
			if n, err := e.Main(t.Context(), address(t, l, "echo"), nil, nil); err != nil || n != 11 || stdout.String() != "some words\n" {
				t.Errorf("echo: %d, %v, %q", n, err, &stdout)
			}
			stdout.Reset()
			if err := l.Unload(t.Context(), l.Objects()...); err != nil || stdout.String() != "handler\nend\n" {
				t.Errorf("unload: %v, %q", err, &stdout)
			}
			runProgram(t, e, program(t, runFolder(m.goarch), "O2-pic"))
			// Another session lives beside those that end.
			other := open()
			ol := loaded(t, other, faults)
			for i := range faultsOf(t) {
				e := open()
				crash(t, e, loaded(t, e, faults), i, all)
			}
			e = open()
			l = loaded(t, e, img)
			_, err = e.Call(t.Context(), address(t, l, "leave"), pointer, nil, 9)
			var x *remote.ExitError
			if !errors.As(err, &x) || x.Status != 9 || !strings.HasSuffix(stdout.String(), "leaving\nhandler\nend\n") {
				t.Errorf("exit: %v, stdout %q", err, &stdout)
			}
			e = open()
			l = loaded(t, e, img)
			_, err = e.Call(t.Context(), address(t, l, "fault_thread"), pointer, nil, 0x4000)
			var s *remote.CrashError
			if !errors.As(err, &s) || s.Signal != remote.Signal(syscall.SIGSEGV) || s.AddrKnown {
				t.Errorf("a thread's crash: %v", err)
			}
			e = open()
			pid := e.Hello().PID
			l = loaded(t, e, faults)
			if _, err := endless(t, e, address(t, l, "endless"), func(ctx context.Context, d time.Duration) (context.Context, func()) {
				return context.WithTimeout(ctx, d)
			}); !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, remote.ErrEnded) {
				t.Errorf("endless: %v", err)
			}
			gone(t, pid)
			if r, err := other.Call(t.Context(), address(t, ol, "add"), pair, nil, 40, 2); err != nil || r != 42 {
				t.Errorf("the other session: %d, %v", r, err)
			}
			pid = other.Hello().PID
			if err := other.Close(); err != nil {
				t.Error(err)
			}
			gone(t, pid)
		})
	}
}

// faultsOf are some of the faults: each takes a session.
func faultsOf(t *testing.T) []int {
	if citest.Sample() {
		return make([]int, 1)
	}
	return make([]int, len(faults))
}

// gone waits for the end of a process.
func gone(t *testing.T, pid int) {
	t.Helper()
	for range 6000 {
		if syscall.Kill(pid, 0) == syscall.ESRCH {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d does not end", pid)
}
