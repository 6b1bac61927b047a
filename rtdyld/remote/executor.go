package remote

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/door"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
	"github.com/go-rtdyld/rtdyld/triple"
)

// protocol is the version of the protocol that this package speaks.
const protocol = 1

// Config says how an executor is used. The zero value is usable.
type Config struct {
	// Token is what the executor asks for. "": nothing.
	Token string
	// TLS secures a TCP connection. It must have a certificate of this side. nil: TCP is
	// for loopback addresses alone.
	TLS *tls.Config
	// Stdin, Stdout and Stderr are the standard streams of the executor, and so of loaded
	// code. nil: nothing can be read, and what is written is dropped. A child gets an
	// *os.File itself. Others are written to by one goroutine each; when [Executor.Main]
	// returns, all that the program wrote has been written to them.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Memory says how the memory manager of Config works.
	Memory mem.Config
	// Stream has contents streamed even where memory could be shared.
	Stream bool
	// GRPC are options of the connection: interceptors, statistics. With any of them calls of a child's functions go by it,
	// too, and not in memory that is shared with the child, which is faster.
	GRPC []grpc.DialOption
	// Logger gets a debug record when the executor starts and when it ends, and an error record when a standard stream
	// panics ([PanicError]). nil: silence.
	Logger *slog.Logger
}

// Executor is a process in which linked code runs. Its methods may be called
// concurrently.
type Executor struct {
	cfg     Config
	hello   Hello
	link    *link
	cc      *grpc.ClientConn
	client  wire.ExecutorClient
	kill    func()  // ends the process, if it is ours; else nil
	pass    *passer // nil: no descriptors can be passed
	mapper  mem.Mapper
	stdio   streams
	lazy    lazyCalls
	locator locator
	door    *door.Door // nil: calls go by gRPC

	ctx    context.Context // done when the executor has ended
	cancel context.CancelFunc
	done   chan struct{}
	nextID atomic.Uint64 // of objects

	mu      sync.Mutex
	end     error // not nil once done is closed
	ending  error // why this side ends it, before it has ended
	manager *mem.Manager
	closed  bool
}

// Hello is what an executor said of itself.
type Hello struct {
	Triple       triple.Triple // of the code that runs there
	Page         uint64        // bytes
	PID          int           // of its process, on its machine
	Instance     string        // its name
	Near         uint64        // an address that memory should be near, 0: none
	MaxMemory    uint64        // bytes that may be initialized at a time, 0: no limit
	Shared       bool          // memory is shared, not streamed
	Conventions  []*abi.Convention
	Restrictions []Restriction

	unit       uint64
	maxMessage int
	maxEntries int
	formats    []wire.Frames_Format
}

// Restriction tells whether a limit that was asked for could be set.
type Restriction struct {
	Name   string // "memory", "cpu", "no-new-privileges", "no-wx", "sandbox", "landlock", "empty-environment", "memory-of-all", "cpu-of-all"
	Active bool
	Reason string // why it is not
}

// sandboxed returns an error unless the executor is in a sandbox.
func (h *Hello) sandboxed() error {
	for _, r := range h.Restrictions {
		if r.Name == "sandbox" && r.Active {
			return nil
		} else if r.Name == "sandbox" {
			return fmt.Errorf("%w: %s", ErrNoSandbox, r.Reason)
		}
	}
	return fmt.Errorf("%w: the executor says nothing of it", ErrNoSandbox)
}

// streams are an executor's standard streams.
type streams interface {
	// settle waits until all has arrived that was written by now, of which an executor
	// that is no child tells how much it is.
	settle(w *wire.Written)
	// end waits for what an executor that has ended wrote.
	end()
}

// newExecutor makes the connection on a transport that stands. It says hello last;
// before that nothing is sent.
func newExecutor(conn net.Conn, cfg Config) (*Executor, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	e := &Executor{cfg: cfg, link: newLink(conn), done: make(chan struct{})}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	const window = 4 << 20 // in flight at a time, for contents
	dial := append([]grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()), // the link is secured, if need be
		grpc.WithContextDialer(e.link.dial),
		grpc.WithDisableServiceConfig(),
		grpc.WithDisableRetry(),
		grpc.WithNoProxy(),
		grpc.WithIdleTimeout(0), // a session has one connection
		grpc.WithStaticStreamWindowSize(window),
		grpc.WithStaticConnWindowSize(2 * window),
		grpc.WithReadBufferSize(128 << 10),
		grpc.WithWriteBufferSize(128 << 10),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxReceive)),
	}, cfg.GRPC...)
	cc, err := grpc.NewClient("passthrough:///executor", dial...)
	if err != nil {
		conn.Close()
		return nil, err
	}
	e.cc, e.client = cc, wire.NewExecutorClient(cc)
	return e, nil
}

// maxReceive bounds one message of the executor's.
const maxReceive = 64 << 20

// sayHello begins the session. An executor that is no child may share memory through
// the socket that it names.
func (e *Executor) sayHello(ctx context.Context) error {
	number := e.openDoor()
	var r *wire.HelloReply
	err := e.read(ctx, "hello", func(ctx context.Context) (err error) {
		r, err = e.client.Hello(ctx, &wire.HelloRequest{Version: protocol, Controller: "rtdyld/remote", Token: e.cfg.Token, Door: number})
		return err
	})
	if err != nil {
		return err
	}
	h, err := readHello(r)
	if err != nil {
		return err
	}
	pass := e.pass
	if pass == nil && r.SharedMemory && !e.cfg.Stream && r.Descriptors != "" {
		pass, _ = dialPasser(ctx, r.Descriptors, h.Instance) // without it contents are streamed
	}
	h.Shared = r.SharedMemory && pass != nil && !e.cfg.Stream
	e.mu.Lock() // who waits for the end looks at them
	e.hello, e.pass = h, pass
	ended := e.end
	e.mu.Unlock()
	if ended != nil {
		if pass != nil {
			pass.close()
		}
		return ended
	}
	if err := e.makeMapper(); err != nil {
		return err
	}
	e.cfg.Logger.Debug("executor started", "instance", e.hello.Instance, "pid", e.hello.PID, "triple", e.hello.Triple.String(), "shared", e.hello.Shared)
	return nil
}

// openDoor passes a page for calls to a child and returns its number, 0 without. Options of the connection are for all calls.
func (e *Executor) openDoor() uint64 {
	if e.kill == nil || e.pass == nil || len(e.cfg.GRPC) > 0 {
		return 0
	}
	d, f, err := door.New()
	if err != nil {
		return 0
	}
	defer f.Close()
	number, err := e.pass.send(int(f.Fd()))
	if err != nil {
		d.Close()
		return 0
	}
	e.mu.Lock() // who waits for the end closes it
	defer e.mu.Unlock()
	if e.end != nil {
		d.Close()
		return 0
	}
	e.door = d
	return number
}

// makeMapper makes the mapper: one with shared memory where that can be had.
func (e *Executor) makeMapper() (err error) {
	cfg := mem.MapperConfig{Limit: e.hello.MaxMemory}
	if e.hello.Shared {
		e.mapper, err = mem.NewShared(verbs{e}, cfg)
		if !errors.Is(err, objfmt.ErrUnsupported) {
			return err
		}
		e.hello.Shared = false
	}
	e.mapper, err = mem.NewStreamed(verbs{e}, cfg)
	return err
}

// readHello checks what an executor says of itself.
func readHello(r *wire.HelloReply) (Hello, error) {
	if r.GetVersion() != protocol {
		return Hello{}, protocolError("it speaks version %d of the protocol, not %d", r.GetVersion(), protocol)
	}
	h := Hello{
		Page: r.PageSize, PID: int(r.Pid), Instance: r.Instance, Near: r.Near, MaxMemory: r.MaxMemory,
		unit: r.Unit, maxMessage: 4 << 20, maxEntries: 1 << 12,
	}
	var err error
	if h.Triple, err = triple.Parse(r.Triple); err != nil || h.Triple.Arch == triple.UnknownArch {
		return h, protocolError("it runs code for %.80q", r.Triple)
	}
	if h.Page < 1<<9 || h.Page > 1<<24 || h.Page&(h.Page-1) != 0 {
		return h, protocolError("its pages have %d bytes", h.Page)
	}
	if h.unit == 0 {
		h.unit = h.Page
	}
	if h.unit > h.Page || h.unit&(h.unit-1) != 0 {
		return h, protocolError("its unit of memory has %d bytes", h.unit)
	}
	const least = 64 << 10
	if r.MaxMessage != 0 {
		if r.MaxMessage < least {
			return h, protocolError("it accepts messages of %d bytes", r.MaxMessage)
		}
		h.maxMessage = int(min(r.MaxMessage, maxReceive))
	}
	if r.MaxEntries != 0 {
		if r.MaxEntries < 256 {
			return h, protocolError("it accepts messages of %d entries", r.MaxEntries)
		}
		h.maxEntries = int(min(r.MaxEntries, 1<<24))
	}
	for _, c := range r.Conventions {
		if conv := conventionOf(c); conv != nil {
			h.Conventions = append(h.Conventions, conv)
		}
	}
	h.formats = r.Frames
	for _, x := range r.Restrictions {
		h.Restrictions = append(h.Restrictions, Restriction{x.GetName(), x.GetActive(), x.GetReason()})
	}
	return h, nil
}

// Hello returns what the executor said of itself.
func (e *Executor) Hello() Hello { return e.hello }

// Mapper brings contents into the executor's memory. It is the same for each call, and
// all linkers of the executor share it.
func (e *Executor) Mapper() mem.Mapper { return e.mapper }

// Locate finds the names of an address in the executor: of a function or data object
// that is loaded and finalized, or an external function that was looked up.
func (e *Executor) Locate(addr uint64) (Location, bool) { return e.locator.locate(addr) }

// Done is closed when the executor has ended.
func (e *Executor) Done() <-chan struct{} { return e.done }

// Err says how the executor ended, nil as long as it has not.
func (e *Executor) Err() error {
	select {
	case <-e.done:
		return e.end
	default:
		return nil
	}
}

// Close is [Executor.CloseContext] without a limit.
func (e *Executor) Close() error { return e.CloseContext(context.Background()) }

// CloseContext ends the executor, whatever it does, and waits until it has ended. Memory of its
// linkers that is still in use stays readable in this process, where it was shared. Closing
// twice is an error that matches [ErrClosed]. If ctx ends first the error is its cause, and the
// executor still ends.
func (e *Executor) CloseContext(ctx context.Context) error {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return ErrClosed
	}
	e.closed = true
	e.mu.Unlock()
	e.stop(&EndedError{Why: "the controller closed it", Cause: ErrClosed})
	select {
	case <-e.done:
		e.dropMemory()
		return nil
	case <-ctx.Done():
		go func() {
			<-e.done
			e.dropMemory()
		}()
		return ended(ctx)
	}
}

// dropMemory closes the manager of an executor that has ended.
func (e *Executor) dropMemory() {
	e.mu.Lock()
	m := e.manager
	e.mu.Unlock()
	if m != nil {
		// It gives back what is shared here, but not what linkers still use. The
		// executor's side has gone already, of which all errors tell.
		_ = m.Close()
	}
}

// stop has the executor end, for the reason given unless it already ends for another.
func (e *Executor) stop(why error) {
	e.mu.Lock()
	if e.ending == nil {
		e.ending = why
	}
	e.mu.Unlock()
	if e.kill != nil {
		e.kill()
	}
	e.link.Close()
}

// finish records how the executor ended, once. A reason of this side's goes first.
func (e *Executor) finish(how error) {
	e.mu.Lock()
	if e.end != nil {
		e.mu.Unlock()
		return
	}
	if e.end = e.ending; e.end == nil {
		e.end = how
	}
	if c := (*CrashError)(nil); errors.As(e.end, &c) && c.PCKnown {
		c.Where, _ = e.locator.locate(c.PC)
		for i := range c.Stack {
			c.Stack[i].Where, _ = e.locator.locate(c.Stack[i].PC)
		}
	}
	if e.door != nil {
		e.door.Close()
	}
	close(e.done)
	instance, pass := e.hello.Instance, e.pass
	e.mu.Unlock()
	note(e.cfg.Logger, slog.LevelDebug, "executor ended", "instance", instance, "error", e.end)
	e.cancel()
	e.link.Close()
	e.cc.Close()
	if pass != nil {
		pass.close()
	}
}

// arch is the executor's, unknown before it has said hello.
func (e *Executor) arch() triple.Arch {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.hello.Triple.Arch
}

// link is the one connection of a session. gRPC may ask for it once.
type link struct {
	net.Conn
	taken  atomic.Bool
	once   sync.Once
	err    error         // why it broke
	broken chan struct{} // closed when nothing more comes
}

func newLink(c net.Conn) *link { return &link{Conn: c, broken: make(chan struct{})} }

// errLost is what gRPC is told when it wants to connect again.
var errLost = errors.New("connection is lost")

func (l *link) dial(context.Context, string) (net.Conn, error) {
	if l.taken.Swap(true) {
		return nil, errLost
	}
	return l, nil
}

// Read implements net.Conn.
func (l *link) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	if err != nil {
		l.fail(err)
	}
	return n, err
}

// Write implements net.Conn.
func (l *link) Write(b []byte) (int, error) {
	n, err := l.Conn.Write(b)
	if err != nil {
		l.fail(err)
	}
	return n, err
}

// Close implements net.Conn.
func (l *link) Close() error {
	l.fail(net.ErrClosed)
	return l.Conn.Close()
}

func (l *link) fail(err error) {
	l.once.Do(func() {
		l.err = err
		close(l.broken)
	})
}

// startTime is how long an executor may take until it has said hello.
const startTime = 30 * time.Second

var errStart = errors.New("no answer in time")

// graceTime is how long an executor is waited for that should answer, or end, at once.
const graceTime = 2 * time.Second
