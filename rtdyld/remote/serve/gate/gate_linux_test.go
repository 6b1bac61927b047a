package gate

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// The rest is tested with the command: cmd/rtdyld-executor.

func TestNewRefuses(t *testing.T) {
	for _, o := range []Config{{}, {Path: "x", MaxSessions: -1}, {Path: "x", MaxMessage: -1}} {
		if s, err := New(o); !errors.Is(err, ErrConfig) || s != nil {
			t.Errorf("%+v: %v, %v", o, s, err)
		}
	}
}

func TestListenRefuses(t *testing.T) {
	for target, want := range map[string]error{
		"tcp:192.0.2.1:5": ErrInsecure, "tcp:0.0.0.0:0": ErrInsecure, "tcp:[::]:0": ErrInsecure, "tcp::0": ErrInsecure,
		"udp:127.0.0.1:0": nil, "unix:": nil, "": nil, "tcp:127.0.0.1": nil, "unix:/no/such/folder/x": nil,
	} {
		l, err := Listen(target, nil)
		if err == nil {
			l.Close()
			t.Errorf("%q: it listens", target)
		}
		if want != nil && !errors.Is(err, want) {
			t.Errorf("%q: %v", target, err)
		}
	}
	file := t.TempDir() + "/file"
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen("unix:"+file, nil); err == nil {
		t.Error("a file was replaced")
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "precious" {
		t.Errorf("%q, %v", b, err)
	}
	for _, files := range [][3]string{{"/none", "/none", "/none"}, {file, file, file}} {
		if _, err := MutualTLS(files[0], files[1], files[2]); err == nil {
			t.Errorf("%v: no error", files)
		}
	}
}

// client connects to a server.
func client(t *testing.T, o Config) *grpc.ClientConn {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	l := bufconn.Listen(64 << 10)
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	cc, err := grpc.NewClient("passthrough:///x", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cc.Close() })
	return cc
}

// TestNoProcess: programs that are not there, or are no executors, give errors that tell
// so; health is the server's own matter.
func TestNoProcess(t *testing.T) {
	for path, want := range map[string]codes.Code{"/no/such/program": codes.Internal, "/bin/true": codes.Unavailable, "/bin/false": codes.Unavailable} {
		cc := client(t, Config{Path: path, Descriptors: "/nowhere"})
		for range 2 {
			_, err := wire.NewExecutorClient(cc).Hello(t.Context(), &wire.HelloRequest{Version: 1})
			if status.Code(err) != want {
				t.Errorf("%s: %v", path, err)
			}
			for _, d := range status.Convert(err).Details() {
				if end := d.(*wire.ErrorDetail).End; (end.Status == 1) != strings.HasSuffix(path, "false") {
					t.Errorf("%s: %v", path, end)
				}
			}
		}
		r, err := healthpb.NewHealthClient(cc).Check(t.Context(), &healthpb.HealthCheckRequest{})
		if err != nil || r.Status != healthpb.HealthCheckResponse_SERVING {
			t.Errorf("%v, %v", r, err)
		}
		err = cc.Invoke(t.Context(), "/other.Service/Method", &wire.HelloRequest{}, &wire.HelloReply{})
		if status.Code(err) != codes.Unimplemented {
			t.Errorf("another service: %v", err)
		}
	}
}

// from is a connection from a machine.
type from struct {
	net.Conn
	ip string
}

func (f from) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(f.ip)} }

// TestWaiting: a connection without a session is closed after a time, or before it if there
// are too many: the oldest of the machine that has most.
func TestWaiting(t *testing.T) {
	w := &waiting{max: 3, time: time.Hour}
	open := func(ip string) (*waitingConn, net.Conn) {
		ours, theirs := net.Pipe()
		t.Cleanup(func() { theirs.Close() })
		return w.add(from{ours, ip}), theirs
	}
	closed := func(theirs net.Conn) bool {
		theirs.SetReadDeadline(time.Now().Add(time.Minute))
		_, err := theirs.Read(make([]byte, 1))
		return errors.Is(err, io.EOF)
	}
	_, many := open("192.0.2.1")
	_, few := open("192.0.2.2")
	last, _ := open("192.0.2.1")
	open("192.0.2.1")
	if !closed(many) || len(w.list) != 3 {
		t.Errorf("the oldest of the machine that has most is open; %d are", len(w.list))
	}
	last.leave() // has a session
	open("192.0.2.2")
	if len(w.list) != 3 {
		t.Errorf("%d wait", len(w.list))
	}
	open("192.0.2.1")
	if !closed(few) {
		t.Error("the oldest of the machine that has most then is open")
	}
	last.Close()
	w.time = time.Millisecond
	if _, silent := open("192.0.2.3"); !closed(silent) {
		t.Error("a silent connection is open")
	}
}

// TestSilence: a server closes a connection on which nothing is said, and that of who does
// not know the token has no process.
func TestSilence(t *testing.T) {
	s, err := New(Config{Path: "/no/such/program", Handshake: 10 * time.Millisecond, Token: func() (string, error) { return "secret", nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l := bufconn.Listen(64 << 10)
	go s.Serve(l)
	conn, err := l.DialContext(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := io.Copy(io.Discard, conn); err != nil {
		t.Errorf("silence: %v", err)
	}
	cc := client(t, Config{Path: "/no/such/program", Token: func() (string, error) { return "secret", nil }})
	for _, c := range []struct {
		token string
		want  codes.Code
	}{{"", codes.Unauthenticated}, {"secreT", codes.Unauthenticated}, {"secret", codes.Internal}} { // the last would have a process
		if _, err := wire.NewExecutorClient(cc).Hello(t.Context(), &wire.HelloRequest{Version: 1, Token: c.token}); status.Code(err) != c.want {
			t.Errorf("token %q: %v", c.token, err)
		}
		if _, err := wire.NewExecutorClient(cc).Lookup(t.Context(), &wire.LookupRequest{}); status.Code(err) != c.want {
			t.Errorf("another request, token %q: %v", c.token, err)
		}
	}
}
