package serve

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/door"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// Server is an executor: one session of one controller. Its methods may be called
// concurrently.
type Server struct {
	cfg    Config
	space  reservations
	memory budget
	passed passed
	health *health.Server

	main  door.Main         // the main thread
	tasks chan func()       // what is given to it
	asks  chan chan outcome // for the outcome of the call that it has made
	slots chan struct{}     // one a function of loaded code that runs
	stop  chan struct{}     // closed by Close

	lazy     lazy
	active   activity
	stopping sync.Once

	mu      sync.Mutex
	objects map[uint64]*Object
	blocks  map[uint64]*threadBlock
	images  map[uint64]*linkedImage
	lastID  uint64
}

// service is a Server as [Server.Register] has gRPC call it.
type service struct {
	*Server
	wire.UnimplementedExecutorServer
}

// New makes a server. The caller must Close it.
func New(cfg Config) (*Server, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	cfg.guardAll()
	if cfg.Instance == "" {
		var b [16]byte
		rand.Read(b[:])
		cfg.Instance = hex.EncodeToString(b[:])
	}
	s := &Server{
		cfg:     cfg,
		health:  health.NewServer(),
		tasks:   make(chan func(), 1),
		slots:   make(chan struct{}, cfg.MaxCalls),
		asks:    make(chan chan outcome),
		stop:    make(chan struct{}),
		objects: map[uint64]*Object{},
		blocks:  map[uint64]*threadBlock{},
		images:  map[uint64]*linkedImage{},
	}
	s.main.Init()
	s.passed.init()
	s.lazy.init()
	s.memory.init(cfg.MaxMemory)
	s.active.quiet = make(chan struct{})
	s.health.SetServingStatus(wire.Executor_ServiceDesc.ServiceName, healthpb.HealthCheckResponse_SERVING)
	return s, nil
}

// Instance is the name of the session, which every request must carry.
func (s *Server) Instance() string { return s.cfg.Instance }

// ServerOptions are what a grpc.Server needs for [Server.Register], beside what the
// caller adds: limits and checks of requests.
func (s *Server) ServerOptions() []grpc.ServerOption {
	return []grpc.ServerOption{
		grpc.MaxRecvMsgSize(s.cfg.MaxMessage),
		grpc.MaxConcurrentStreams(uint32(s.cfg.MaxCalls) + 64),
		grpc.ForceServerCodecV2(codec{entries: s.cfg.MaxEntries}),
		grpc.ChainUnaryInterceptor(s.checkUnary),
		grpc.ChainStreamInterceptor(s.checkStream),
	}
}

// Register adds the executor's service and the health service to a server that was made
// with [Server.ServerOptions].
func (s *Server) Register(g *grpc.Server) {
	wire.RegisterExecutorServer(g, service{Server: s})
	healthpb.RegisterHealthServer(g, s.health)
}

// ServeConn serves a connection until it ends, the server has drained, or ctx is done; the
// last alone is an error. It does not wait for loaded code that runs.
func (s *Server) ServeConn(ctx context.Context, conn net.Conn) error {
	g := grpc.NewServer(s.ServerOptions()...)
	s.Register(g)
	l := newOneConn(conn)
	failed := make(chan error, 1)
	go func() { failed <- g.Serve(l) }()
	defer g.Stop()
	select {
	case <-l.closed:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case err := <-failed:
		return err
	case <-s.active.quiet:
	}
	go g.GracefulStop() // which waits for who watches the health service
	late := time.NewTimer(drainTime)
	defer late.Stop()
	select {
	case <-l.closed:
	case <-late.C:
	}
	return nil
}

// drainTime is how long a controller may take to end its connection to a server that has
// drained.
const drainTime = 2 * time.Second

// Close ends the server's own goroutines and closes what it holds. Memory stays as it is.
func (s *Server) Close() error {
	s.stopping.Do(func() {
		close(s.stop)
		s.main.End()
		s.passed.close()
		s.health.Shutdown()
	})
	return nil
}

// Hello implements wire.ExecutorServer.
func (s service) Hello(ctx context.Context, req *wire.HelloRequest) (*wire.HelloReply, error) {
	if req.Version != Protocol {
		return nil, fail(codes.InvalidArgument, wire.ErrorDetail_REASON_VERSION, "protocol version %d, this executor has %d", req.Version, Protocol)
	}
	if subtle.ConstantTimeCompare([]byte(req.Token), []byte(s.cfg.Token)) != 1 {
		return nil, fail(codes.Unauthenticated, wire.ErrorDetail_REASON_TOKEN, "another token")
	}
	traits := s.cfg.Mapper.Traits()
	reply := &wire.HelloReply{
		Version:      Protocol,
		Instance:     s.cfg.Instance,
		Triple:       s.cfg.Triple.String(),
		PageSize:     traits.Page,
		Unit:         traits.Unit,
		MaxMessage:   uint64(s.cfg.MaxMessage),
		MaxEntries:   uint32(s.cfg.MaxEntries),
		MaxMemory:    s.cfg.MaxMemory,
		SharedMemory: s.cfg.Shared != nil,
		Pid:          int64(os.Getpid()),
		Near:         s.cfg.Near,
		Restrictions: s.cfg.Restrictions,
		Descriptors:  s.cfg.Descriptors,
		Frames:       s.formats(),
	}
	for _, c := range s.cfg.Callers {
		reply.Conventions = append(reply.Conventions, c.Name)
	}
	if req.Door != 0 && s.cfg.Shared != nil { // else nobody takes descriptors
		if err := s.openDoor(ctx, req.Door); err != nil {
			s.cfg.Logger.Debug("no page for calls", "error", err)
		}
	}
	s.cfg.Logger.Info("session", "instance", s.cfg.Instance, "controller", clip(req.Controller))
	return reply, nil
}

// clip shortens a string that another process has sent, for logs.
func clip(s string) string {
	if len(s) > 200 {
		return s[:200] + "..."
	}
	return s
}

// missing is the error for a service that this executor does not have.
func missing(what string) error {
	return status.Error(codes.Unimplemented, "this executor has no "+what)
}
