package remote_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
	"google.golang.org/grpc"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/apart"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
	"github.com/go-rtdyld/rtdyld/triple"
)

// helperVariable says that the test program is an executor, and of what kind.
const helperVariable = "RTDYLD_TEST_EXECUTOR"

func TestMain(m *testing.M) {
	if kind, ok := os.LookupEnv(helperVariable); ok {
		helper(kind)
	}
	status := m.Run()
	removeBuilt()
	os.Exit(status)
}

// helperCommand starts the test program as an executor without a C library. Of its kind
//
//	hang=VERB  has it write "in VERB" to standard error in the middle of a request, and stay there
//	exit=N     has it end at once
//	sandbox    has it say that it is in no sandbox, for a reason
//	unit       has the memory of a process alone, whose unit are pages
func helperCommand(kind string) remote.Command {
	return remote.Command{Path: os.Args[0], Env: append(os.Environ(), helperVariable+"="+kind)}
}

func start(t testing.TB, cmd remote.Command) *remote.Executor {
	t.Helper()
	e, err := remote.Start(t.Context(), cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// helper is the executor.
func helper(kind string) {
	fs := flag.NewFlagSet("executor", flag.ExitOnError)
	fd, pass, crash := fs.Int("fd", -1, ""), fs.Int("pass", -1, ""), fs.Int("crash", -1, "")
	fs.Int("life", -1, "")
	fs.Bool("sandbox", false, "")
	fs.Parse(os.Args[1:])
	if n, ok := strings.CutPrefix(kind, "exit="); ok {
		status, _ := strconv.Atoi(n)
		fmt.Fprintln(os.Stderr, "helper has had enough")
		os.Exit(status)
	}
	out := os.NewFile(uintptr(*crash), "crash")
	must(apart.CrashTo(out))
	out.Close()
	for _, n := range []int{*fd, *pass} {
		unix.CloseOnExec(n)
	}
	server := newHelper(kind)
	if kind != "unit" {
		conn := fileConn(*pass).(*net.UnixConn)
		go server.Receive(conn)
	}
	g := grpc.NewServer(append(server.ServerOptions(), hangAt(strings.TrimPrefix(kind, "hang="))...)...)
	server.Register(g)
	l := &oneListener{conn: fileConn(*fd), done: make(chan struct{})}
	go g.Serve(l)
	<-l.done
	os.Exit(0)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

func fileConn(fd int) net.Conn {
	f := os.NewFile(uintptr(fd), "socket")
	c, err := net.FileConn(f)
	must(err)
	f.Close()
	return c
}

// newHelper is an executor of simple parts.
func newHelper(kind string) *serve.Server {
	var s *serve.Server
	run := func(ctx context.Context, c mem.Call) error { return s.RunAction(ctx, c) }
	caller, err := abi.PrivateStack()
	must(err)
	parts := &helperParts{caller: caller, objects: map[uint64]*serve.Object{}, frames: map[uint64]int{}}
	cfg := serve.Config{
		Triple: triple.Host(), Resolver: rtdyld.ResolverFunc(parts.resolve), Callers: []serve.Caller{{Name: nativeName(), Caller: caller}},
		Members: parts, Unwinder: parts, TLS: parts, End: func(error) { os.Exit(4) },
		Main: parts.main,
	}
	if kind == "sandbox" {
		cfg.Restrictions = []*wire.Restriction{{Name: "sandbox", Reason: "too much sand"}}
	}
	if kind == "unit" {
		m, err := mem.NewInProcess(mem.MapperConfig{Runner: run})
		must(err)
		cfg.Mapper = m
	} else {
		m, err := mem.NewDualMapped(mem.MapperConfig{Runner: run})
		must(err)
		cfg.Mapper, cfg.Shared = m, m
	}
	s, err = serve.New(cfg)
	must(err)
	return s
}

func nativeName() wire.Convention {
	return map[string]wire.Convention{
		"x86_64": wire.Convention_CONVENTION_SYSV64, "aarch64": wire.Convention_CONVENTION_AAPCS64,
		"i386": wire.Convention_CONVENTION_CDECL386, "arm": wire.Convention_CONVENTION_AAPCS32_VFP,
	}[triple.Host().Arch.String()]
}

// helperParts stand for a C library.
type helperParts struct {
	caller abi.Caller

	mu      sync.Mutex
	objects map[uint64]*serve.Object
	frames  map[uint64]int
	tls     int64
}

// resolve knows names that say where they are, and what is attached.
func (p *helperParts) resolve(name string) (rtdyld.Symbol, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if name == "helper_state" {
		return rtdyld.Symbol{Addr: uint64(len(p.objects)), Size: uint64(len(p.frames)), Kind: rtdyld.Abs}, true
	}
	if text, ok := strings.CutPrefix(name, "at_"); ok {
		n, err := strconv.ParseUint(text, 16, 64)
		return rtdyld.Symbol{Addr: n, Kind: rtdyld.Func, Size: 16}, err == nil
	}
	return rtdyld.Symbol{}, false
}

func (p *helperParts) Attach(_ context.Context, objs []*serve.Object, init, _ []uint64) error {
	p.mu.Lock()
	for _, o := range objs {
		p.objects[o.ID] = o
	}
	p.mu.Unlock()
	return p.call(init)
}

func (p *helperParts) Detach(_ context.Context, objs []*serve.Object, fini []uint64) error {
	err := p.call(fini)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, o := range objs {
		delete(p.objects, o.ID)
	}
	return err
}

func (p *helperParts) call(funcs []uint64) error {
	for _, f := range funcs {
		c, err := abi.Func0[abi.Void](p.caller, f)
		if err != nil {
			return err
		}
		c()
	}
	return nil
}

func (p *helperParts) Formats() rtdyld.UnwindFormat { return rtdyld.EHFrame }

func (p *helperParts) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, t := range tables {
		if p.frames[t.Addr] != 0 {
			return fmt.Errorf("frames at %#x are there already", t.Addr)
		}
		p.frames[t.Addr] = len(t.Mem)
	}
	return nil
}

func (p *helperParts) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, t := range tables {
		if p.frames[t.Addr] != len(t.Mem) {
			return fmt.Errorf("frames at %#x have %d bytes, not %d", t.Addr, p.frames[t.Addr], len(t.Mem))
		}
		delete(p.frames, t.Addr)
	}
	return nil
}

func (p *helperParts) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	if req.Size > 4096 {
		return nil, fmt.Errorf("%d bytes: %w", req.Size, rtdyld.ErrTLS)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tls -= int64(req.Size)
	return helperBlock(p.tls), nil
}

// helperBlock is a block of thread-locals that no thread has.
type helperBlock int64

func (helperBlock) Module() uint64                           { return 7 }
func (b helperBlock) DTPOffset() uint64                      { return uint64(-b) }
func (b helperBlock) TPOffset() int64                        { return int64(b) }
func (helperBlock) Initialize(context.Context, []byte) error { return nil }
func (helperBlock) Release(context.Context) error            { return nil }

func (p *helperParts) main(_ context.Context, c abi.Caller, addr uint64, args, _ []string) (int, error, error) {
	f, err := abi.Func1[int32, int32](c, addr)
	if err != nil {
		return 0, nil, err
	}
	return int(f(int32(len(args)))), nil, nil
}

// oneListener gives one connection.
type oneListener struct {
	conn net.Conn
	done chan struct{}
	once sync.Once
}

func (l *oneListener) Accept() (net.Conn, error) {
	if c := l.conn; c != nil {
		l.conn = nil
		return &lastConn{Conn: c, l: l}, nil
	}
	<-l.done
	return nil, net.ErrClosed
}
func (l *oneListener) Close() error   { return nil }
func (l *oneListener) Addr() net.Addr { return &net.UnixAddr{} }

type lastConn struct {
	net.Conn
	l *oneListener
}

func (c *lastConn) Close() error {
	c.l.once.Do(func() { close(c.l.done) })
	return c.Conn.Close()
}

// hangAt has a request stay in the middle: a stream after its first message.
func hangAt(verb string) []grpc.ServerOption {
	in := func(method string) bool {
		return strings.EqualFold(method[strings.LastIndexByte(method, '/')+1:], verb)
	}
	hang := func() {
		fmt.Fprintf(os.Stderr, "in %s\n", verb)
		select {}
	}
	return []grpc.ServerOption{
		grpc.ChainUnaryInterceptor(func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
			if !in(info.FullMethod) {
				return next(ctx, req)
			}
			r, err := next(ctx, req) // it is done, and nobody will hear of it
			hang()
			return r, err
		}),
		grpc.ChainStreamInterceptor(func(srv any, s grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
			if !in(info.FullMethod) {
				return next(srv, s)
			}
			return next(srv, &hangingStream{s, hang})
		}),
	}
}

type hangingStream struct {
	grpc.ServerStream
	hang func()
}

func (s *hangingStream) RecvMsg(m any) error {
	err := s.ServerStream.RecvMsg(m)
	if _, read := m.(*wire.ReadRequest); !read {
		s.hang()
	}
	return err
}

func (s *hangingStream) SendMsg(m any) error {
	err := s.ServerStream.SendMsg(m)
	s.hang()
	return err
}

// lines are lines of text, as they come.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
	come chan struct{}
}

func newLines() *lines { return &lines{come: make(chan struct{}, 1)} }

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(b)
	select {
	case l.come <- struct{}{}:
	default:
	}
	return len(b), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// wait waits for a text.
func (l *lines) wait(ctx context.Context, text string) error {
	for !strings.Contains(l.String(), text) {
		select {
		case <-l.come:
		case <-ctx.Done():
			return fmt.Errorf("%q does not come: %w; there is %q", text, ctx.Err(), l)
		}
	}
	return nil
}

var _ io.Writer = (*lines)(nil)
