//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package main

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// server is a listening executor.
type server struct {
	t      *testing.T
	cmd    *exec.Cmd
	addr   string // as -listen has it
	stderr *output
	exited chan struct{}
}

// listening starts one.
func listening(t *testing.T, target string, args ...string) *server {
	t.Helper()
	if os.Getenv(citest.Emulator) != "" {
		t.Skip("the processes of sessions need the emulator in front of them")
	}
	s := &server{t: t, cmd: exec.Command(os.Args[0], append([]string{"-listen", target}, args...)...), stderr: new(output), exited: make(chan struct{})}
	s.cmd.Env = append(os.Environ(), asCommand+"=1", asCommand+"_CHILD=1")
	s.cmd.Stderr = s.stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	var ok bool
	if s.addr, ok = strings.CutPrefix(strings.TrimSpace(line), "listening on "); err != nil || !ok {
		s.cmd.Wait()
		t.Fatalf("it says %q, %v\n%s", line, err, s.stderr)
	}
	go func() {
		io.Copy(io.Discard, out)
		s.cmd.Wait()
		close(s.exited)
	}()
	t.Cleanup(func() {
		s.cmd.Process.Signal(unix.SIGTERM)
		s.cmd.Process.Signal(unix.SIGINT) // whatever sessions do
		select {
		case <-s.exited:
		case <-time.After(time.Minute):
			t.Error("the server does not end")
			s.cmd.Process.Kill()
		}
		if t.Failed() {
			t.Logf("%s", s.stderr)
		}
	})
	return s
}

// dial connects, without a request yet.
func (s *server) dial(creds credentials.TransportCredentials) *executor {
	s.t.Helper()
	if creds == nil {
		creds = insecure.NewCredentials()
	}
	network, addr, _ := strings.Cut(s.addr, ":")
	e := &executor{t: s.t, stderr: s.stderr}
	var err error
	e.cc, err = grpc.NewClient("passthrough:///localhost", grpc.WithTransportCredentials(creds), grpc.WithDisableRetry(),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, addr)
		}))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { e.cc.Close() })
	e.ExecutorClient = wire.NewExecutorClient(e.cc)
	return e
}

// session connects and says hello.
func (s *server) session() *executor {
	s.t.Helper()
	e := s.dial(nil)
	e.hello()
	return e
}

// serving asks for health.
func (e *executor) serving() healthpb.HealthCheckResponse_ServingStatus {
	e.t.Helper()
	r, err := healthpb.NewHealthClient(e.cc).Check(e.t.Context(), &healthpb.HealthCheckRequest{Service: "rtdyld.executor.v1.Executor"})
	if err != nil {
		e.t.Fatal(err)
	}
	return r.Status
}

// children counts the processes of a server.
func (s *server) children() int {
	s.t.Helper()
	n := 0
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.cmd.Process.Pid))
	for _, f := range tasks {
		b, _ := os.ReadFile(f)
		n += len(strings.Fields(string(b)))
	}
	return n
}

// TestListenUnix: sessions have processes of their own; what ends one is told to its
// controller, and to nobody else.
func TestListenUnix(t *testing.T) {
	path := t.TempDir() + "/executor"
	s := listening(t, "unix:"+path, "-sessions", "2", "-v")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket is %v, %v", info.Mode(), err)
	}
	idle := s.dial(nil)
	if st := idle.serving(); st != healthpb.HealthCheckResponse_SERVING || s.children() != 0 {
		t.Errorf("status %v, %d processes", st, s.children())
	}
	a, b := s.session(), s.session()
	if a.Instance == b.Instance || a.Pid == b.Pid || s.children() != 2 {
		t.Errorf("sessions %s %d and %s %d, %d processes", a.Instance, a.Pid, b.Instance, b.Pid, s.children())
	}
	_, err := idle.Hello(t.Context(), &wire.HelloRequest{Version: serve.Protocol})
	if status.Code(err) != codes.ResourceExhausted || detail(err).Reason != wire.ErrorDetail_REASON_LIMIT {
		t.Errorf("a session too many: %v", err)
	}
	f, g := a.load(), b.load()
	if r := int32(a.call(f.next, 1)); r != 2 {
		t.Errorf("next(1) = %d", r)
	}
	_, err = a.Call(t.Context(), &wire.CallRequest{Instance: b.Instance, Addr: f.next})
	if status.Code(err) != codes.FailedPrecondition {
		t.Errorf("a request for another session: %v", err)
	}
	_, err = a.Call(t.Context(), a.request(f.fault, 0x1234))
	d := detail(err)
	if status.Code(err) != codes.Unavailable || d.Reason != wire.ErrorDetail_REASON_ENDED || d.End.GetStatus() != 2 ||
		!strings.HasPrefix(string(d.End.GetCrash()), "SIGSEGV: segmentation violation\nPC=") {
		t.Errorf("a crash: %v, %v", err, d)
	}
	_, err = a.tryRead(f.data, 1)
	if detail(err).End.GetStatus() != 2 {
		t.Errorf("after a crash: %v", err)
	}
	if r := int32(b.call(g.next, 5)); r != 6 {
		t.Errorf("next(5) = %d", r)
	}
	_, err = b.Call(t.Context(), b.request(b.lookup("exit")[0], 7))
	if end := detail(err).End; end.GetStatus() != 7 || end.GetSignal() != 0 || len(end.GetCrash()) != 0 {
		t.Errorf("exit(7): %v, %v", err, end)
	}
	c := s.session() // there is room again
	_, err = c.Call(t.Context(), c.request(c.lookup("raise")[0], 9))
	if end := detail(err).End; end.GetSignal() != 9 {
		t.Errorf("killed: %v, %v", err, end)
	}
	if st := idle.serving(); st != healthpb.HealthCheckResponse_SERVING {
		t.Errorf("status %v", st)
	}
	// The end of a connection is the end of its process.
	x := s.session()
	h := x.load()
	go x.Call(context.Background(), x.request(h.spin))
	x.call(h.next, 1)
	x.cc.Close()
	for deadline := time.Now().Add(time.Minute); s.children() > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d processes go on", s.children())
		}
	}
}

// TestListenShared: on a Unix socket memory is shared, too.
func TestListenShared(t *testing.T) {
	s := listening(t, "unix:"+t.TempDir()+"/executor")
	e := s.session()
	if !e.SharedMemory || e.Descriptors == "" {
		t.Fatalf("it says %v", e.HelloReply)
	}
	conn, err := net.Dial("unix", e.Descriptors)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte(e.Instance)); err != nil {
		t.Fatal(err)
	}
	fd, err := unix.MemfdCreate("code", unix.MFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "code")
	defer f.Close()
	f.Truncate(int64(e.PageSize))
	f.WriteAt(contents(), 0)
	if err := serve.SendDescriptor(conn.(*net.UnixConn), 5, f); err != nil {
		t.Fatal(err)
	}
	r, err := e.Reserve(t.Context(), &wire.ReserveRequest{Instance: e.Instance, Size: e.PageSize, Shared: 5})
	if err != nil {
		t.Fatal(err)
	}
	init, err := e.Initialize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	init.Send(&wire.InitializeRequest{Instance: e.Instance, Segments: []*wire.Segment{{Addr: r.Range.Addr, Size: e.PageSize, Content: 192, Kind: wire.Kind_KIND_CODE}}})
	if _, err := init.CloseAndRecv(); err != nil {
		t.Fatal(err)
	}
	if r := int32(e.call(r.Range.Addr, 1)); r != 2 {
		t.Errorf("next(1) = %d", r)
	}
	// Who knows no session gets none, nor a second socket for one.
	for _, name := range []string{strings.Repeat("0", 32), e.Instance} {
		other, err := net.Dial("unix", e.Descriptors)
		if err != nil {
			t.Fatal(err)
		}
		other.Write([]byte(name))
		other.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := other.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("%s: %v", name, err)
		}
		other.Close()
	}
}

// TestListenStdio: a session's standard streams are its controller's.
func TestListenStdio(t *testing.T) {
	s := listening(t, "tcp:127.0.0.1:0", "-insecure", "-empty-env")
	e := s.session()
	std, err := e.Stdio(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	std.Send(&wire.StdioInput{Instance: e.Instance})
	if n := e.call(e.lookup("write")[0], 1, e.text("over the wire"), 13); n != 13 {
		t.Fatalf("write returns %d", n)
	}
	if r, err := std.Recv(); err != nil || string(r.Stdout) != "over the wire" {
		t.Errorf("%v, %v", r, err)
	}
	if !e.active("empty-environment") {
		t.Error("there is an environment")
	}
	if e.SharedMemory {
		t.Error("memory is shared with another machine")
	}
	e.call(e.load().next, 1)
}

// TestListenLastWords: what a program writes before it ends comes, and with a session that
// does not start the reason.
func TestListenLastWords(t *testing.T) {
	s := listening(t, "tcp:127.0.0.1:0", "-insecure")
	for _, how := range []string{"abort", "_exit"} {
		e := s.session()
		std, err := e.Stdio(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		std.Send(&wire.StdioInput{Instance: e.Instance})
		libc := e.lookup("write", how)
		last := strings.Repeat("last words\n", 3000) // less than a pipe holds
		r, err := e.Call(t.Context(), &wire.CallRequest{Instance: e.Instance, Addr: libc[0], Result: wire.Type_TYPE_INT64, Params: []wire.Type{wire.Type_TYPE_INT32, wire.Type_TYPE_POINTER, wire.Type_TYPE_UINT64},
			Args: []uint64{1, e.text(last), uint64(len(last))}})
		if err != nil || r.Written.GetStdout() != uint64(len(last)) {
			t.Errorf("%v, %v", r, err)
		}
		_, err = e.Call(t.Context(), e.request(libc[1], 5))
		if detail(err).Reason != wire.ErrorDetail_REASON_ENDED {
			t.Errorf("the call: %v", err)
		}
		var out string
		for err = nil; err == nil; {
			var m *wire.StdioOutput
			if m, err = std.Recv(); err == nil {
				out += string(m.Stdout)
			}
		}
		if d := detail(err); out != last || d.Reason != wire.ErrorDetail_REASON_ENDED || (how == "_exit") != (d.End.GetStatus() == 5) {
			t.Errorf("%s: %d bytes of %d, then %v", how, len(out), len(last), err)
		}
	}
	s = listening(t, "unix:"+t.TempDir()+"/executor", "-lib", "/no/such/library.so")
	_, err := s.dial(nil).Hello(t.Context(), &wire.HelloRequest{Version: serve.Protocol})
	if end := detail(err).End; end.GetStatus() != 1 || !strings.Contains(string(end.GetStderr()), "/no/such/library.so") {
		t.Errorf("%v, %v", err, end)
	}
	// Nothing is left open.
	before := s.files()
	for range 5 {
		e := s.dial(nil)
		e.Hello(t.Context(), &wire.HelloRequest{Version: serve.Protocol})
		e.cc.Close()
	}
	for deadline := time.Now().Add(time.Minute); s.files() > before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d files are open, there were %d", s.files(), before)
		}
	}
}

// files counts the open files of a server.
func (s *server) files() int {
	list, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.cmd.Process.Pid))
	return len(list)
}

// TestListenStrangers: who does not know the token, or says nothing, has no process, and keeps
// nobody out who does.
func TestListenStrangers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := listening(t, "tcp:127.0.0.1:0", "-token-file", file, "-sessions", "1")
	for range 5 {
		_, err := s.dial(nil).Hello(t.Context(), &wire.HelloRequest{Version: serve.Protocol, Token: "guess"})
		if status.Code(err) != codes.Unauthenticated || detail(err).Reason != wire.ErrorDetail_REASON_TOKEN {
			t.Errorf("another token: %v", err)
		}
	}
	_, addr, _ := strings.Cut(s.addr, ":")
	for range 200 {
		silent, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
	}
	if n := s.children(); n != 0 {
		t.Errorf("%d processes for strangers", n)
	}
	e := s.dial(nil)
	r, err := e.Hello(t.Context(), &wire.HelloRequest{Version: serve.Protocol, Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	if n := s.files(); n > 100 {
		t.Errorf("%d files are open", n)
	}
	// It goes on when strangers come later.
	for range 100 {
		silent, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
	}
	e.HelloReply = r
	if r := int32(e.call(e.load().next, 1)); r != 2 {
		t.Errorf("next(1) = %d", r)
	}
}

// TestListenDrain: a server that is told to terminate lets sessions end.
func TestListenDrain(t *testing.T) {
	path := t.TempDir() + "/executor"
	s := listening(t, "unix:"+path, "-drain", "2m")
	e, idle := s.session(), s.dial(nil)
	idle.serving()
	s.cmd.Process.Signal(unix.SIGTERM)
	for deadline := time.Now().Add(time.Minute); idle.serving() == healthpb.HealthCheckResponse_SERVING; {
		if time.Now().After(deadline) {
			t.Fatal("it is still serving")
		}
	}
	_, err := idle.Hello(t.Context(), &wire.HelloRequest{Version: serve.Protocol})
	if status.Code(err) != codes.Unavailable || detail(err).Reason == wire.ErrorDetail_REASON_ENDED {
		t.Errorf("a new session: %v", err)
	}
	if r := int32(e.call(e.load().next, 1)); r != 2 {
		t.Errorf("next(1) = %d", r)
	}
	select {
	case <-s.exited:
		t.Fatal("it did not wait")
	default:
	}
	e.cc.Close()
	<-s.exited
	if st := s.cmd.ProcessState.String(); st != "exit status 0" {
		t.Error(st)
	}
	if _, err := os.Lstat(path); err == nil {
		t.Error("the socket is still there")
	}
}

// TestListenStale: a socket that a dead server has left is replaced, one of a living one
// is not.
func TestListenStale(t *testing.T) {
	path := t.TempDir() + "/executor"
	s := listening(t, "unix:"+path)
	var stdout, stderr strings.Builder
	if st := Main([]string{"-listen", "unix:" + path}, &stdout, &stderr); st != 1 || !strings.Contains(stderr.String(), "a server is there already") {
		t.Errorf("status %d\n%s", st, stderr.String())
	}
	s.cmd.Process.Kill()
	<-s.exited
	if _, err := os.Lstat(path); err != nil {
		t.Fatal(err)
	}
	listening(t, "unix:"+path).session()
}

// authority makes certificates.
type authority struct {
	t    *testing.T
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string
}

func newAuthority(t *testing.T, name string) *authority {
	a := &authority{t: t}
	a.file, _ = a.make(name)
	return a
}

// make makes a certificate and a key and returns their files.
func (a *authority) make(name string) (cert, key string) {
	a.t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"localhost"}, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	parent, signer := a.cert, a.key
	if parent == nil {
		c.IsCA, c.BasicConstraintsValid, c.KeyUsage = true, true, x509.KeyUsageCertSign
		parent, signer = c, k
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &k.PublicKey, signer)
	if err != nil {
		a.t.Fatal(err)
	}
	if a.cert == nil {
		a.cert, _ = x509.ParseCertificate(der)
		a.key = k
	}
	kb, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		a.t.Fatal(err)
	}
	dir := a.t.TempDir()
	for file, block := range map[string]*pem.Block{"cert": {Type: "CERTIFICATE", Bytes: der}, "key": {Type: "PRIVATE KEY", Bytes: kb}} {
		if err := os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(block), 0o600); err != nil {
			a.t.Fatal(err)
		}
	}
	return filepath.Join(dir, "cert"), filepath.Join(dir, "key")
}

// credentials are those of a client.
func (a *authority) credentials(cert, key string) credentials.TransportCredentials {
	c := &tls.Config{RootCAs: x509.NewCertPool(), ServerName: "localhost"}
	c.RootCAs.AddCert(a.cert)
	if cert != "" {
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			a.t.Fatal(err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return credentials.NewTLS(c)
}

// TestListenTLS: on TCP both sides prove who they are.
func TestListenTLS(t *testing.T) {
	ca, stranger := newAuthority(t, "authority"), newAuthority(t, "stranger")
	cert, key := ca.make("server")
	s := listening(t, "tcp:0.0.0.0:0", "-cert", cert, "-key", key, "-ca", ca.file)
	s.addr = "tcp:127.0.0.1" + s.addr[strings.LastIndexByte(s.addr, ':'):]
	good := s.dial(ca.credentials(ca.make("controller")))
	good.hello()
	if r := int32(good.call(good.load().next, 41)); r != 42 {
		t.Errorf("next(41) = %d", r)
	}
	for name, creds := range map[string]credentials.TransportCredentials{
		"no TLS":                     nil,
		"no certificate":             ca.credentials("", ""),
		"a stranger's certificate":   ca.credentials(stranger.make("controller")),
		"another server is expected": stranger.credentials(stranger.make("controller")),
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if _, err := s.dial(creds).Hello(ctx, &wire.HelloRequest{Version: serve.Protocol}); status.Code(err) != codes.Unavailable {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
	if n := s.children(); n != 1 {
		t.Errorf("there are %d sessions", n)
	}
}
