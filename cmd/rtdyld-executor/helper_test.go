//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// asCommand is the variable that has the test program be the command.
const asCommand = "RTDYLD_EXECUTOR_TEST"

func TestMain(m *testing.M) {
	startsAnew := func(arg string) bool { return arg == "-kept" || arg == "-empty-env" || arg == "-landlocked" }
	if os.Getenv(asCommand) != "" || slices.ContainsFunc(os.Args[1:], startsAnew) {
		if os.Getenv(asCommand+"_CHILD") == "" {
			os.Unsetenv(asCommand)
		}
		os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// executor is a child and the controller's side of its session.
type executor struct {
	wire.ExecutorClient
	*wire.HelloReply
	t      testing.TB
	cmd    *exec.Cmd
	cc     *grpc.ClientConn
	pass   *net.UnixConn
	stdin  *os.File
	stderr *output
	crash  chan string // gets the text once
	exited chan struct{}
}

// output is what a program writes.
type output struct {
	mu sync.Mutex
	b  strings.Builder
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// start starts the command as a child with a session and says hello.
func start(t testing.TB, args ...string) *executor {
	t.Helper()
	e := launch(t, nil, args...)
	e.hello()
	return e
}

// launch starts the command as a child with a session. env is its environment beside
// what it must have, nil for that of the test.
func launch(t testing.TB, env []string, args ...string) *executor {
	t.Helper()
	cmd := citest.Command(os.Args[0], append(args, "-fd", "3", "-pass", "4", "-crash", "5")...)
	if env == nil {
		env = os.Environ()
	}
	cmd.Env = append(env, asCommand+"=1")
	e := &executor{t: t, cmd: cmd, stderr: new(output), crash: make(chan string, 1), exited: make(chan struct{})}
	cmd.Stderr = e.stderr
	in, stdin, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd.Stdin, e.stdin = in, stdin
	var conns [2]net.Conn
	for i := range conns {
		fd, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		ours, theirs := os.NewFile(uintptr(fd[0]), "ours"), os.NewFile(uintptr(fd[1]), "theirs")
		defer theirs.Close()
		if conns[i], err = net.FileConn(ours); err != nil {
			t.Fatal(err)
		}
		ours.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, theirs)
	}
	text, err := os.Create(filepath.Join(t.TempDir(), "crash"))
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	if err := text.Truncate(64 << 10); err != nil {
		t.Fatal(err)
	}
	cmd.ExtraFiles = append(cmd.ExtraFiles, text)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		cmd.Wait()
		b, _ := os.ReadFile(text.Name())
		e.crash <- string(bytes.TrimRight(b, "\x00"))
		close(e.exited)
	}()
	e.pass = conns[1].(*net.UnixConn)
	e.connect(conns[0])
	t.Cleanup(func() {
		e.stdin.Close()
		e.cc.Close()
		e.pass.Close()
		select {
		case <-e.exited:
		case <-time.After(time.Minute):
			t.Errorf("the executor goes on without its controller")
			cmd.Process.Kill()
		}
	})
	return e
}

// connect makes the client.
func (e *executor) connect(conn net.Conn) {
	e.t.Helper()
	var err error
	e.cc, err = grpc.NewClient("passthrough:///x", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) {
			if conn == nil {
				return nil, io.EOF
			}
			c := conn
			conn = nil
			return c, nil
		}), grpc.WithDisableRetry(), grpc.WithIdleTimeout(0))
	if err != nil {
		e.t.Fatal(err)
	}
	e.ExecutorClient = wire.NewExecutorClient(e.cc)
}

// hello begins the session.
func (e *executor) hello() {
	e.t.Helper()
	var err error
	if e.HelloReply, err = e.Hello(e.t.Context(), &wire.HelloRequest{Version: serve.Protocol, Controller: "test"}); err != nil {
		e.fatal(err)
	}
}

// fatal ends the test with an error, and with all that the executor has said if it is its end.
func (e *executor) fatal(err error) {
	e.t.Helper()
	if status.Code(err) != codes.Unavailable {
		e.t.Fatalf("%v\n%s", err, e.stderr)
	}
	text := <-e.crash
	<-e.exited
	e.t.Fatalf("%v\n%v\n%s%s", err, e.cmd.ProcessState, e.stderr, text)
}

// pid is the number of the executor's process.
func (e *executor) pid() string { return strconv.FormatInt(e.Pid, 10) }

// lookup finds functions of the C library.
func (e *executor) lookup(names ...string) (addrs []uint64) {
	e.t.Helper()
	req := &wire.LookupRequest{Instance: e.Instance}
	for _, n := range names {
		req.Refs = append(req.Refs, &wire.Ref{Name: []byte(n)})
	}
	r, err := e.Lookup(e.t.Context(), req)
	if err != nil {
		e.t.Fatal(err)
	}
	for i, s := range r.Symbols {
		if !s.Found {
			e.t.Fatalf("%s is not found", names[i])
		}
		addrs = append(addrs, s.Addr)
	}
	return addrs
}

// request is a call of a function of words that returns one.
func (e *executor) request(addr uint64, args ...uint64) *wire.CallRequest {
	req := &wire.CallRequest{Instance: e.Instance, Addr: addr, Result: wire.Type_TYPE_POINTER, Args: args}
	for range args {
		req.Params = append(req.Params, wire.Type_TYPE_POINTER)
	}
	return req
}

// call calls a function of words.
func (e *executor) call(addr uint64, args ...uint64) uint64 {
	e.t.Helper()
	r, err := e.Call(e.t.Context(), e.request(addr, args...))
	if err != nil {
		e.fatal(err)
	}
	return r.Result
}

// detail is an error's.
func detail(err error) *wire.ErrorDetail {
	for _, d := range status.Convert(err).Details() {
		if d, ok := d.(*wire.ErrorDetail); ok {
			return d
		}
	}
	return &wire.ErrorDetail{}
}

// text puts a C string into the executor's memory.
func (e *executor) text(s string) uint64 {
	e.t.Helper()
	at := e.call(e.lookup("malloc")[0], uint64(len(s)+1))
	e.write(at, append([]byte(s), 0))
	return at
}

func (e *executor) write(addr uint64, data []byte) {
	e.t.Helper()
	if err := e.tryWrite(addr, data); err != nil {
		e.fatal(err)
	}
}

func (e *executor) tryWrite(addr uint64, data []byte) error {
	w, err := e.Write(e.t.Context())
	if err != nil {
		return err
	}
	if err := w.Send(&wire.WriteRequest{Instance: e.Instance, Addr: addr, Data: data}); err != nil && err != io.EOF {
		return err
	}
	_, err = w.CloseAndRecv()
	return err
}

func (e *executor) tryRead(addr, size uint64) (data []byte, err error) {
	r, err := e.Read(e.t.Context(), &wire.ReadRequest{Instance: e.Instance, Addr: addr, Size: size})
	for err == nil {
		var part *wire.ReadReply
		if part, err = r.Recv(); err == nil {
			data = append(data, part.Data...)
		}
	}
	if err == io.EOF {
		err = nil
	}
	return data, err
}
