package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
	"github.com/go-rtdyld/rtdyld/triple"
)

// scripted is a caller whose functions are Go's: an address names one. Its convention is
// System V's, on every machine.
type scripted map[uint64]func(args [6]uint64) uint64

func (scripted) Convention() *abi.Convention { return abi.SystemV() }

func (s scripted) Call(f *abi.Frame) {
	if fn := s[f.Addr]; fn != nil {
		f.Ret[0] = fn([6]uint64(f.Reg[:6]))
	}
}

// parts are fakes of what an executor is made of. They write down what they are told.
type parts struct {
	mu    sync.Mutex
	notes []string
	fails map[string]error // by the beginning of a note
}

func (p *parts) note(format string, args ...any) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := fmt.Sprintf(format, args...)
	p.notes = append(p.notes, s)
	return p.fails[s]
}

// told returns the notes and forgets them.
func (p *parts) told() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.notes
	p.notes = nil
	return n
}

func (p *parts) want(t *testing.T, want ...string) {
	t.Helper()
	if got := p.told(); !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}

func (p *parts) Formats() rtdyld.UnwindFormat {
	return rtdyld.EHFrame | rtdyld.PData | rtdyld.Exidx
}

func (p *parts) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	return p.note("register%s", unwindTables(tables))
}

func (p *parts) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	return p.note("deregister%s", unwindTables(tables))
}

func unwindTables(tables []rtdyld.UnwindTable) (s string) {
	for _, t := range tables {
		s += fmt.Sprintf(" %v %x % x %x %x-%x", t.Format, t.Addr, t.Mem, t.Base, t.Lo, t.Hi)
		if t.Whole {
			s += " whole"
		}
	}
	return s
}

func (p *parts) Attach(_ context.Context, objs []*Object, init, fini []uint64) error {
	return p.note("attach%s init %x fini %x", names(objs), init, fini)
}

func (p *parts) Detach(_ context.Context, objs []*Object, fini []uint64) error {
	return p.note("detach%s fini %x", names(objs), fini)
}

func names(objs []*Object) (s string) {
	for _, o := range objs {
		s += fmt.Sprintf(" %d:%s", o.ID, o.Name)
	}
	return s
}

// Define implements rtdyld.TLSProvider.
func (p *parts) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	if req.Size > 1000 {
		return nil, fmt.Errorf("%d bytes: %w", req.Size, rtdyld.ErrTLS)
	}
	return fakeBlock{p}, p.note("define %s %d %d", req.Object, req.Size, req.Align)
}

type fakeBlock struct{ p *parts }

func (fakeBlock) Module() uint64    { return 3 }
func (fakeBlock) DTPOffset() uint64 { return 16 }
func (fakeBlock) TPOffset() int64   { return -64 }
func (b fakeBlock) Initialize(_ context.Context, init []byte) error {
	return b.p.note("initialize % x", init)
}
func (b fakeBlock) Release(context.Context) error { return b.p.note("release") }

// Resolve implements rtdyld.Resolver.
func (p *parts) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i, r := range refs {
		switch {
		case r.Name == "sqrt\xff":
			out[i] = rtdyld.Symbol{Addr: 0x1234_5678_9abc, Size: 7, Kind: rtdyld.Func, Found: true}
		case r.TLS && r.Name == "far":
			out[i] = rtdyld.Symbol{Kind: rtdyld.TLS, Found: true, Thread: &rtdyld.ThreadLocal{Module: 2, Offset: 24, Descriptor: [2]uint64{0x10, 0x20}}}
		case r.TLS:
			out[i] = rtdyld.Symbol{Addr: ^uint64(7), Module: 1, Kind: rtdyld.TLS, Found: true}
		case r.Import != nil:
			out[i] = rtdyld.Symbol{Addr: uint64(r.Import.Ordinal), Kind: rtdyld.Data, Found: true}
			p.note("import %s %q %v", r.Import.Library, r.Import.Name, r.Import.ByOrdinal)
		case r.Name == "fail":
			return errors.New("the resolver fails")
		}
	}
	return nil
}

// rig is a server and a client of it.
type rig struct {
	p *parts
	wire.ExecutorClient
	t    testing.TB
	srv  *Server
	conn *grpc.ClientConn
	id   string
	gone chan error // gets what ServeConn returns
}

// newRig makes a server of fakes, after change has changed its options.
func newRig(t testing.TB, change func(*Config)) *rig {
	t.Helper()
	r := &rig{t: t, p: &parts{fails: map[string]error{}}, gone: make(chan error, 1)}
	cfg := Config{
		Triple: triple.ForObject(triple.X86_64, triple.ELF), Resolver: r.p, Members: r.p, Unwinder: r.p, TLS: r.p,
		Callers: []Caller{{wire.Convention_CONVENTION_SYSV64, scripted{}}},
	}
	if change != nil {
		change(&cfg)
	}
	if cfg.Mapper == nil {
		m, err := mem.NewInProcess(mem.MapperConfig{NoExec: true, Limit: cfg.MaxMemory,
			Runner: func(ctx context.Context, c mem.Call) error { return r.srv.RunAction(ctx, c) }})
		if errors.Is(err, objfmt.ErrUnsupported) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		cfg.Mapper = m
	}
	var err error
	if r.srv, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	l := bufconn.Listen(256 << 10)
	ctx, cancel := context.WithCancel(context.Background())
	worked := make(chan struct{})
	go func() {
		defer close(worked)
		r.srv.Work(ctx)
	}()
	go func() {
		c, err := l.Accept()
		if err == nil {
			err = r.srv.ServeConn(ctx, c)
		}
		r.gone <- err
	}()
	r.conn, err = grpc.NewClient("passthrough:///x", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) }),
		grpc.WithDefaultCallOptions(grpc.MaxCallSendMsgSize(64<<20)))
	if err != nil {
		t.Fatal(err)
	}
	r.ExecutorClient = wire.NewExecutorClient(r.conn)
	r.id = r.srv.Instance()
	t.Cleanup(func() {
		r.conn.Close()
		cancel()
		l.Close()
		r.srv.Close()
		<-worked
	})
	return r
}

// code holds an error against what is wanted of it.
func code(t testing.TB, what string, err error, want codes.Code, reason wire.ErrorDetail_Reason) *wire.ErrorDetail {
	t.Helper()
	d := new(wire.ErrorDetail)
	for _, x := range status.Convert(err).Details() {
		if x, ok := x.(*wire.ErrorDetail); ok {
			d = x
		}
	}
	if status.Code(err) != want || d.Reason != reason {
		t.Errorf("%s: %v, %v; want %v, %v", what, err, d.Reason, want, reason)
	}
	return d
}

// none is the reason of an error without.
const none = wire.ErrorDetail_REASON_UNSPECIFIED

// must is for what must not fail.
func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// reserve reserves memory.
func (r *rig) reserve(size uint64) uint64 {
	r.t.Helper()
	reply := must[*wire.ReserveReply](r.t)(r.Reserve(r.t.Context(), &wire.ReserveRequest{Instance: r.id, Size: size}))
	if reply.Range.Size < size {
		r.t.Errorf("%d bytes reserved, want %d", reply.Range.Size, size)
	}
	return reply.Range.Addr
}

// initialize sends segments with contents in messages of n bytes.
func (r *rig) initialize(req *wire.InitializeRequest, contents []byte, n int) (uint64, error) {
	r.t.Helper()
	req.Instance = r.id
	s := must[grpc.ClientStreamingClient[wire.InitializeRequest, wire.InitializeReply]](r.t)(r.Initialize(r.t.Context()))
	err := s.Send(req)
	for err == nil && len(contents) > 0 {
		k := min(n, len(contents))
		err = s.Send(&wire.InitializeRequest{Data: contents[:k]})
		contents = contents[k:]
	}
	if err != nil && !errors.Is(err, io.EOF) {
		r.t.Fatal(err)
	}
	reply, err := s.CloseAndRecv()
	return reply.GetId(), err
}

// read reads memory.
func (r *rig) read(addr, size uint64) ([]byte, error) {
	s, err := r.Read(r.t.Context(), &wire.ReadRequest{Instance: r.id, Addr: addr, Size: size})
	var data []byte
	for err == nil {
		var part *wire.ReadReply
		if part, err = s.Recv(); err == nil {
			data = append(data, part.Data...)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return data, err
}

// write writes memory, in two messages.
func (r *rig) write(addr uint64, data []byte) error {
	s := must[grpc.ClientStreamingClient[wire.WriteRequest, wire.WriteReply]](r.t)(r.Write(r.t.Context()))
	k := len(data) / 2
	s.Send(&wire.WriteRequest{Instance: r.id, Addr: addr, Data: data[:k]})
	s.Send(&wire.WriteRequest{Data: data[k:]})
	_, err := s.CloseAndRecv()
	return err
}
