package remote_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// fake is an executor that answers whatever a test wants.
type fake struct {
	wire.UnimplementedExecutorServer
	hello      func(*wire.HelloRequest) (*wire.HelloReply, error)
	reserve    func() (*wire.ReserveReply, error)
	initialize func(grpc.ClientStreamingServer[wire.InitializeRequest, wire.InitializeReply]) error
	read       func(grpc.ServerStreamingServer[wire.ReadReply]) error
	lookup     func(*wire.LookupRequest) (*wire.LookupReply, error)
	call       func(context.Context) (*wire.CallReply, error)
	stdio      func(grpc.BidiStreamingServer[wire.StdioInput, wire.StdioOutput]) error
	main       func() (*wire.MainReply, error)
	attach     func(*wire.AttachRequest) (*wire.AttachReply, error)
}

// sane is what an executor says of itself.
func sane() *wire.HelloReply {
	return &wire.HelloReply{Version: 1, Instance: "fake", Triple: "x86_64-pc-linux-gnu", PageSize: 4096, Unit: 64}
}

func (f *fake) Hello(_ context.Context, r *wire.HelloRequest) (*wire.HelloReply, error) {
	if f.hello == nil {
		return sane(), nil
	}
	return f.hello(r)
}

func (f *fake) Reserve(ctx context.Context, r *wire.ReserveRequest) (*wire.ReserveReply, error) {
	if f.reserve == nil {
		return &wire.ReserveReply{Range: &wire.Range{Addr: 1 << 32, Size: r.Size}}, nil
	}
	return f.reserve()
}

func (f *fake) Initialize(s grpc.ClientStreamingServer[wire.InitializeRequest, wire.InitializeReply]) error {
	if f.initialize == nil {
		for {
			if _, err := s.Recv(); err == io.EOF {
				return s.SendAndClose(&wire.InitializeReply{Id: 1})
			} else if err != nil {
				return err
			}
		}
	}
	return f.initialize(s)
}

func (f *fake) Read(_ *wire.ReadRequest, s grpc.ServerStreamingServer[wire.ReadReply]) error {
	return f.read(s)
}

func (f *fake) Lookup(_ context.Context, r *wire.LookupRequest) (*wire.LookupReply, error) {
	return f.lookup(r)
}

func (f *fake) Call(ctx context.Context, _ *wire.CallRequest) (*wire.CallReply, error) {
	return f.call(ctx)
}

func (f *fake) Main(context.Context, *wire.MainRequest) (*wire.MainReply, error) { return f.main() }

func (f *fake) Attach(_ context.Context, r *wire.AttachRequest) (*wire.AttachReply, error) {
	return f.attach(r)
}

func (f *fake) Stdio(s grpc.BidiStreamingServer[wire.StdioInput, wire.StdioOutput]) error {
	if f.stdio == nil {
		return status.Error(codes.Unimplemented, "none")
	}
	return f.stdio(s)
}

// listen has an executor listen, and returns its target.
func listen(t testing.TB, x wire.ExecutorServer, network, addr string, config *tls.Config) string {
	t.Helper()
	l, err := net.Listen(network, addr)
	if err != nil {
		t.Fatal(err)
	}
	if config != nil {
		l = tls.NewListener(l, config)
	}
	g := grpc.NewServer()
	wire.RegisterExecutorServer(g, x)
	go g.Serve(l)
	t.Cleanup(g.Stop)
	return network + ":" + l.Addr().String()
}

func serveFake(t testing.TB, f *fake) string {
	return listen(t, f, "unix", filepath.Join(t.TempDir(), "s"), nil)
}

func dial(t testing.TB, target string, cfg remote.Config) *remote.Executor {
	t.Helper()
	e, err := remote.Dial(t.Context(), target, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// authority makes certificates.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pool *x509.CertPool
}

func newAuthority(t testing.TB) *authority {
	t.Helper()
	a := &authority{pool: x509.NewCertPool()}
	a.key = newKey(t)
	a.cert = &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, a.cert, a.cert, a.key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	if a.cert, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	a.pool.AddCert(a.cert)
	return a
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// config is that of one side.
func (a *authority) config(t testing.TB, certified bool) *tls.Config {
	t.Helper()
	c := &tls.Config{RootCAs: a.pool, ClientCAs: a.pool, ClientAuth: tls.RequireAndVerifyClientCert, NextProtos: []string{"h2"}}
	if !certified {
		return c
	}
	key := newKey(t)
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(2), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
	}, a.cert, key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	c.Certificates = []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}
	return c
}

// TestDial: Unix sockets, loopback, and TLS by which both sides prove who they are.
func TestDial(t *testing.T) {
	token := func(r *wire.HelloRequest) (*wire.HelloReply, error) {
		if r.Token != "secret" {
			st, err := status.New(codes.Unauthenticated, "another token").WithDetails(&wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_TOKEN})
			if err != nil {
				return nil, err
			}
			return nil, st.Err()
		}
		return sane(), nil
	}
	ours, theirs := newAuthority(t), newAuthority(t)
	unix := serveFake(t, &fake{hello: token})
	tcp := listen(t, &fake{}, "tcp", "127.0.0.1:0", nil)
	secure := listen(t, &fake{}, "tcp", "127.0.0.1:0", ours.config(t, true))
	for _, c := range []struct {
		name, target string
		cfg          remote.Config
		want         error // nil: none; errAny: some
	}{
		{"unix", unix, remote.Config{Token: "secret"}, nil},
		{"token", unix, remote.Config{Token: "guess"}, remote.ErrToken},
		{"nobody", "unix:/nonexistent/socket", remote.Config{}, errAny},
		{"what", "http://localhost", remote.Config{}, errAny},
		{"loopback", tcp, remote.Config{}, nil},
		{"tls", secure, remote.Config{TLS: ours.config(t, true)}, nil},
		{"no certificate", secure, remote.Config{TLS: ours.config(t, false)}, remote.ErrInsecure},
		{"any executor", secure, remote.Config{TLS: func() *tls.Config { c := ours.config(t, true); c.InsecureSkipVerify = true; return c }()}, remote.ErrInsecure},
		{"another authority of ours", secure, remote.Config{TLS: func() *tls.Config { c := theirs.config(t, true); c.RootCAs = ours.pool; return c }()}, errAny},
		{"another authority of theirs", secure, remote.Config{TLS: func() *tls.Config { c := ours.config(t, true); c.RootCAs = theirs.pool; return c }()}, errAny},
		{"plain to tls", secure, remote.Config{}, errAny},
		{"tls to plain", tcp, remote.Config{TLS: ours.config(t, true)}, errAny},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			e, err := remote.Dial(ctx, c.target, c.cfg)
			switch {
			case err == nil:
				e.Close()
				if c.want != nil {
					t.Error("connected")
				}
			case c.want == nil, c.want != errAny && !errors.Is(err, c.want), ctx.Err() != nil:
				t.Error(err)
			}
		})
	}
}

var errAny = errors.New("any error")

// TestDialOutside: TCP that others can read is refused, even to this machine.
func TestDialOutside(t *testing.T) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addrs {
		n, ok := a.(*net.IPNet)
		if !ok || n.IP.IsLoopback() || n.IP.To4() == nil {
			continue
		}
		said := false
		target := listen(t, &fake{hello: func(*wire.HelloRequest) (*wire.HelloReply, error) { said = true; return sane(), nil }}, "tcp", net.JoinHostPort(n.IP.String(), "0"), nil)
		_, err := remote.Dial(t.Context(), target, remote.Config{Token: "secret"})
		var x *remote.InsecureError
		if !errors.As(err, &x) || !errors.Is(err, remote.ErrInsecure) || said {
			t.Errorf("%s: %v", target, err)
		}
		return
	}
	t.Skip("this machine has only a loopback interface")
}

// TestLies: answers that make no sense are errors, and nothing worse.
func TestLies(t *testing.T) {
	for _, c := range []struct {
		name  string
		hello func(*wire.HelloReply)
	}{
		{"version", func(r *wire.HelloReply) { r.Version = 2 }},
		{"triple", func(r *wire.HelloReply) { r.Triple = "-" }},
		{"page 0", func(r *wire.HelloReply) { r.PageSize = 0 }},
		{"page 3", func(r *wire.HelloReply) { r.PageSize = 3000 }},
		{"page huge", func(r *wire.HelloReply) { r.PageSize = 1 << 60 }},
		{"unit", func(r *wire.HelloReply) { r.Unit = 8192 }},
		{"unit odd", func(r *wire.HelloReply) { r.Unit = 100 }},
		{"messages", func(r *wire.HelloReply) { r.MaxMessage = 10 }},
		{"entries", func(r *wire.HelloReply) { r.MaxEntries = 1 }},
	} {
		target := serveFake(t, &fake{hello: func(*wire.HelloRequest) (*wire.HelloReply, error) {
			r := sane()
			c.hello(r)
			return r, nil
		}})
		if _, err := remote.Dial(t.Context(), target, remote.Config{}); !errors.Is(err, remote.ErrProtocol) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	ctx := t.Context()
	f := &fake{}
	e := dial(t, serveFake(t, f), remote.Config{})
	for _, r := range []*wire.Range{nil, {}, {Addr: 4096, Size: 4096}, {Addr: 4097, Size: 1 << 20}, {Addr: 0xfffffffffffff000, Size: 1 << 20}} {
		f.reserve = func() (*wire.ReserveReply, error) { return &wire.ReserveReply{Range: r}, nil }
		if got, err := e.Mapper().Reserve(ctx, 1<<16, mem.Placement{}); err == nil {
			t.Errorf("reserve: %v", got)
		}
	}
	for _, n := range []int{0, 99, 101} {
		f.read = func(s grpc.ServerStreamingServer[wire.ReadReply]) error {
			return s.Send(&wire.ReadReply{Data: make([]byte, n)})
		}
		if err := e.Read(ctx, 0, make([]byte, 100)); !errors.Is(err, remote.ErrProtocol) {
			t.Errorf("read of %d: %v", n, err)
		}
	}
	cfg, err := e.LinkerConfig()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 3} {
		f.lookup = func(*wire.LookupRequest) (*wire.LookupReply, error) {
			return &wire.LookupReply{Symbols: make([]*wire.Symbol, n)}, nil
		}
		if err := cfg.Resolver.Resolve(ctx, make([]rtdyld.Ref, 2), make([]rtdyld.Symbol, 2)); n != 2 && err == nil {
			t.Errorf("%d symbols for 2 names: %v", n, err)
		}
	}
	f.reserve = nil
	f.initialize = func(s grpc.ClientStreamingServer[wire.InitializeRequest, wire.InitializeReply]) error {
		return s.SendAndClose(&wire.InitializeReply{})
	}
	r, err := e.Mapper().Reserve(ctx, 4096, mem.Placement{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := e.Mapper().Prepare(ctx, r.Addr, 64)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Mapper().Initialize(ctx, mem.Initialization{Segments: []mem.Segment{{Addr: r.Addr, Size: 64, Mem: b, Kind: objfmt.KindReadOnly}}}); !errors.Is(err, remote.ErrProtocol) {
		t.Errorf("initialization 0: %v", err)
	}
	if e.Err() != nil {
		t.Errorf("ended: %v", e.Err())
	}
}

// TestRefused: errors of the executor match what they stand for.
func TestRefused(t *testing.T) {
	f := &fake{}
	e := dial(t, serveFake(t, f), remote.Config{})
	for _, c := range []struct {
		code   codes.Code
		reason wire.ErrorDetail_Reason
		want   error
	}{
		{codes.ResourceExhausted, wire.ErrorDetail_REASON_NO_SPACE, mem.ErrNoSpace},
		{codes.ResourceExhausted, wire.ErrorDetail_REASON_LIMIT, mem.ErrNoSpace},
		{codes.PermissionDenied, wire.ErrorDetail_REASON_EXEC_DENIED, mem.ErrExecDenied},
		{codes.OutOfRange, wire.ErrorDetail_REASON_UNMAPPED, remote.ErrUnmapped},
		{codes.FailedPrecondition, wire.ErrorDetail_REASON_INSTANCE, remote.ErrProtocol},
		{codes.ResourceExhausted, wire.ErrorDetail_REASON_TLS, rtdyld.ErrTLS},
		{codes.Unimplemented, 0, objfmt.ErrUnsupported},
		{codes.Unavailable, 0, remote.ErrDraining},
		{codes.InvalidArgument, wire.ErrorDetail_REASON_SIGNATURE, abi.ErrSignature},
		{codes.Canceled, 0, context.Canceled},
		{codes.DeadlineExceeded, 0, context.DeadlineExceeded},
	} {
		st, err := status.New(c.code, "because").WithDetails(&wire.ErrorDetail{Reason: c.reason, Addr: 1, Size: 2, Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		f.call = func(context.Context) (*wire.CallReply, error) { return nil, st.Err() }
		_, err = e.Call(t.Context(), 1, abi.Signature{}, nil)
		var x *remote.RefusedError
		if !errors.Is(err, c.want) || !errors.As(err, &x) || x.Verb != "call" || x.Code != c.code || x.Reason != c.reason || x.Msg != "because" || x.Addr != 1 || x.Size != 2 || x.Limit != 3 {
			t.Errorf("%v: %+v", c.reason, err)
		}
		if errors.Is(err, remote.ErrEnded) || e.Err() != nil {
			t.Errorf("%v: the executor has ended", c.reason)
		}
		if text := err.Error(); strings.Contains(text, "rpc error") || strings.Count(text, "because") != 1 {
			t.Errorf("%v: %v", c.reason, err)
		}
		var limit *mem.LimitError
		if got := errors.As(err, &limit); got != (c.reason == wire.ErrorDetail_REASON_LIMIT) || got && (limit.Asked != 2 || limit.Limit != 3) {
			t.Errorf("%v: limit %+v", c.reason, limit)
		}
	}
	f.call = func(context.Context) (*wire.CallReply, error) {
		st, err := status.New(codes.InvalidArgument, "because").WithDetails(&wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_RANGE, Addr: 1, Size: 2})
		if err != nil {
			return nil, err
		}
		return nil, st.Err()
	}
	var bad *mem.RangeError
	if _, err := e.Call(t.Context(), 1, abi.Signature{}, nil); !errors.As(err, &bad) || *bad != (mem.RangeError{Op: "call", Addr: 1, Size: 2, Msg: "because"}) {
		t.Errorf("%+v (%v)", bad, err)
	}
	if _, err := e.Call(t.Context(), 1, abi.Signature{Params: []abi.Kind{abi.Int32}}, nil); !errors.Is(err, abi.ErrArgs) {
		t.Errorf("%v", err)
	}
	if _, err := e.Call(t.Context(), 1, abi.Signature{}, &abi.Convention{Name: "mine"}); !errors.Is(err, objfmt.ErrUnsupported) {
		t.Errorf("%v", err)
	}
}

// TestContextErrors: what fails since a context has ended matches the context's error whatever its cause is, which it
// matches, too.
func TestContextErrors(t *testing.T) {
	f := &fake{}
	e := dial(t, serveFake(t, f), remote.Config{})
	why := errors.New("the user went home")
	ctx, cancel := context.WithCancelCause(t.Context())
	f.lookup = func(*wire.LookupRequest) (*wire.LookupReply, error) {
		cancel(why)
		<-ctx.Done()
		return nil, status.FromContextError(ctx.Err()).Err()
	}
	cfg, err := e.LinkerConfig()
	if err != nil {
		t.Fatal(err)
	}
	resolve := func(ctx context.Context) error {
		return cfg.Resolver.Resolve(ctx, []rtdyld.Ref{{Name: "x"}}, make([]rtdyld.Symbol, 1))
	}
	during, before := resolve(ctx), resolve(ctx)
	late, stop := context.WithDeadlineCause(t.Context(), time.Now().Add(-time.Second), why)
	defer stop()
	for what, c := range map[string]struct{ err, want error }{
		"during": {during, context.Canceled}, "before": {before, context.Canceled}, "deadline": {resolve(late), context.DeadlineExceeded},
	} {
		if !errors.Is(c.err, c.want) || !errors.Is(c.err, why) || strings.Contains(c.err.Error(), "rpc error") {
			t.Errorf("%s: %v", what, c.err)
		}
	}
}

// TestTold: a server tells how the executor behind it ended.
func TestTold(t *testing.T) {
	const text = "SIGSEGV: segmentation violation\nPC=0x1234 m=0 sigcode=1 addr=0x10\n"
	for _, c := range []struct {
		name string
		end  *wire.End
		good func(error) bool
	}{
		{"crash", &wire.End{Crash: []byte(text)}, func(err error) bool {
			var x *remote.CrashError
			return errors.As(err, &x) && x.Signal == 11 && x.Addr == 0x10 && x.AddrKnown && x.PC == 0x1234
		}},
		{"signal", &wire.End{Signal: 9}, func(err error) bool {
			var x *remote.CrashError
			return errors.As(err, &x) && x.Signal == 9 && !x.AddrKnown && !x.PCKnown
		}},
		{"exit", &wire.End{Status: 3}, func(err error) bool {
			var x *remote.ExitError
			return errors.As(err, &x) && x.Status == 3
		}},
		{"silence", nil, func(err error) bool {
			var x *remote.EndedError
			return errors.As(err, &x)
		}},
	} {
		for _, by := range []string{"call", "stdio"} {
			t.Run(c.name+"/"+by, func(t *testing.T) {
				st, err := status.New(codes.Unavailable, "gone").WithDetails(&wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_ENDED, End: c.end})
				if err != nil {
					t.Fatal(err)
				}
				f := &fake{call: func(context.Context) (*wire.CallReply, error) { return nil, st.Err() }}
				if by == "stdio" {
					f.stdio = func(grpc.BidiStreamingServer[wire.StdioInput, wire.StdioOutput]) error { return st.Err() }
				}
				e := dial(t, serveFake(t, f), remote.Config{})
				if by == "call" {
					if _, err := e.Call(t.Context(), 1, abi.Signature{}, nil); !c.good(err) || !errors.Is(err, remote.ErrEnded) {
						t.Errorf("%v", err)
					}
				}
				select {
				case <-e.Done():
				case <-time.After(time.Minute):
					t.Fatal("nobody tells")
				}
				if err := e.Err(); !c.good(err) || !errors.Is(err, remote.ErrEnded) {
					t.Errorf("%v", err)
				}
			})
		}
	}
}

// TestSilence: an executor that does not answer is given up when the caller's context
// ends: at once if code may run, after a moment if both sides should know what was done.
func TestSilence(t *testing.T) {
	release, asked := make(chan struct{}), make(chan struct{}, 10)
	defer close(release)
	silence := func() { asked <- struct{}{}; <-release }
	f := &fake{
		call:    func(context.Context) (*wire.CallReply, error) { silence(); return nil, nil },
		reserve: func() (*wire.ReserveReply, error) { silence(); return nil, nil },
		lookup:  func(*wire.LookupRequest) (*wire.LookupReply, error) { silence(); return nil, nil },
	}
	target := serveFake(t, f)
	within := func(t *testing.T, least time.Duration, f func(ctx context.Context) error) error {
		t.Helper()
		ctx, cancel := context.WithCancelCause(t.Context())
		begin := make(chan time.Time, 1)
		go func() {
			<-asked
			begin <- time.Now()
			cancel(context.DeadlineExceeded)
		}()
		err := f(ctx)
		if d := time.Since(<-begin); d < least || d > 30*time.Second {
			t.Errorf("it took %v", d)
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		return err
	}
	t.Run("call", func(t *testing.T) {
		e := dial(t, target, remote.Config{})
		err := within(t, 0, func(ctx context.Context) error {
			_, err := e.Call(ctx, 1, abi.Signature{}, nil)
			return err
		})
		if !errors.Is(err, remote.ErrEnded) {
			t.Errorf("%v", err)
		}
	})
	t.Run("reserve", func(t *testing.T) {
		e := dial(t, target, remote.Config{})
		err := within(t, time.Second, func(ctx context.Context) error {
			_, err := e.Mapper().Reserve(ctx, 4096, mem.Placement{})
			return err
		})
		if !errors.Is(err, remote.ErrEnded) {
			t.Errorf("%v", err)
		}
	})
	t.Run("lookup", func(t *testing.T) {
		e := dial(t, target, remote.Config{})
		cfg, err := e.LinkerConfig()
		if err != nil {
			t.Fatal(err)
		}
		err = within(t, 0, func(ctx context.Context) error {
			return cfg.Resolver.Resolve(ctx, make([]rtdyld.Ref, 1), make([]rtdyld.Symbol, 1))
		})
		if errors.Is(err, remote.ErrEnded) || e.Err() != nil {
			t.Errorf("a question that changes nothing ended the executor: %v", err)
		}
	})
	t.Run("deadline", func(t *testing.T) {
		// It is known to the executor, which may give up first.
		f := &fake{lookup: func(*wire.LookupRequest) (*wire.LookupReply, error) { <-release; return nil, nil }}
		e := dial(t, serveFake(t, f), remote.Config{})
		cfg, err := e.LinkerConfig()
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
			err = cfg.Resolver.Resolve(ctx, make([]rtdyld.Ref, 1), make([]rtdyld.Symbol, 1))
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, remote.ErrEnded) || e.Err() != nil {
				t.Errorf("%v", err)
			}
		}
	})
	t.Run("slow", func(t *testing.T) {
		// What takes no longer than the moment is done, and known.
		for try := 1; ; try++ { // a machine that does much else may need more than that
			ctx, cancel := context.WithCancel(t.Context())
			f := &fake{reserve: func() (*wire.ReserveReply, error) {
				cancel()
				time.Sleep(100 * time.Millisecond)
				return &wire.ReserveReply{Range: &wire.Range{Addr: 1 << 32, Size: 4096}}, nil
			}}
			e := dial(t, serveFake(t, f), remote.Config{})
			r, err := e.Mapper().Reserve(ctx, 4096, mem.Placement{})
			if err == nil && r.Addr == 1<<32 {
				break
			}
			if try == 5 {
				t.Fatalf("%v, %v", r, err)
			}
		}
	})
	t.Run("before", func(t *testing.T) {
		e := dial(t, target, remote.Config{})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := e.Call(ctx, 1, abi.Signature{}, nil); !errors.Is(err, context.Canceled) || e.Err() != nil {
			t.Errorf("%v; %v", err, e.Err())
		}
	})
	t.Run("close", func(t *testing.T) {
		e := dial(t, target, remote.Config{})
		failed := make(chan error, 1)
		go func() {
			_, err := e.Call(t.Context(), 1, abi.Signature{}, nil)
			failed <- err
		}()
		<-asked
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		if err := <-failed; !errors.Is(err, remote.ErrEnded) || !errors.Is(err, remote.ErrClosed) {
			t.Errorf("%v", err)
		}
	})
}

// TestLargeLookup: names beyond what one message may have go in several.
func TestLargeLookup(t *testing.T) {
	var calls, most int
	f := &fake{
		hello: func(*wire.HelloRequest) (*wire.HelloReply, error) {
			r := sane()
			r.MaxMessage, r.MaxEntries = 64<<10, 1000
			return r, nil
		},
		lookup: func(r *wire.LookupRequest) (*wire.LookupReply, error) {
			calls, most = calls+1, max(most, len(r.Refs))
			reply := &wire.LookupReply{}
			for _, ref := range r.Refs {
				reply.Symbols = append(reply.Symbols, &wire.Symbol{Found: true, Addr: uint64(len(ref.Name))})
			}
			return reply, nil
		},
	}
	e := dial(t, serveFake(t, f), remote.Config{})
	cfg, err := e.LinkerConfig()
	if err != nil {
		t.Fatal(err)
	}
	for _, length := range []int{5, 5000} {
		calls, most = 0, 0
		refs, out := make([]rtdyld.Ref, 2000), make([]rtdyld.Symbol, 2000)
		for i := range refs {
			refs[i].Name = string(make([]byte, length+i%3))
		}
		if err := cfg.Resolver.Resolve(t.Context(), refs, out); err != nil {
			t.Fatal(err)
		}
		for i := range out {
			if out[i].Addr != uint64(length+i%3) || !out[i].Found {
				t.Fatalf("symbol %d: %+v", i, out[i])
			}
		}
		if most > 500 || calls > 200 {
			t.Errorf("%d calls, %d names in one", calls, most)
		}
	}
}
