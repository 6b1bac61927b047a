// Package gate is an executor that listens: each connection of a controller gets a process
// of its own, and a server in front of these passes requests on to them. So code that
// crashes ends a session, never the server, and the controller is told how it ended.
//
// The server answers the standard gRPC health service itself; everything of the executor's
// service goes to the session's process, byte for byte. A connection that asks for health
// alone starts no process.
//
// Standard streams of sessions end in the server, so that the last output of a program
// that crashes is not lost.
//
// A connection that has no session holds nothing that others need: it is closed after a
// time, or for others if there are many, those of the machine that has most of them first.
//
// Law: looks into no message of the executor's service but those of Stdio and Hello.
package gate

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// Config says what a server does. Path is required.
type Config struct {
	// Path is the program of a session, Args its arguments. It is given -fd, -pass, -crash,
	// -life, -instance and -descriptors after those, as command rtdyld-executor takes them. Its
	// standard streams are the controller's.
	Path string
	Args []string
	// Env is its environment, nil for that of this process.
	Env []string
	// TLS secures connections; see [Listen]. nil: they are as they are.
	TLS *tls.Config
	// Token gives what controllers must know; it is asked for each session, before that has
	// a process. nil: all that connect have a session.
	Token func() (string, error)
	// Descriptors is the path of the socket that ServeDescriptors listens on, "": none.
	Descriptors string
	// MaxSessions is how many processes there may be at a time. 0: 64.
	MaxSessions int
	// MaxWaiting is how many connections there may be that have no session. 0: 64.
	MaxWaiting int
	// Handshake is how long a connection may have no session. 0: 30 seconds.
	Handshake time.Duration
	// MaxMessage is the largest message that is passed on, in bytes. 0: 16 MiB.
	MaxMessage int
	// Logger gets a record of each session. nil: silence.
	Logger *slog.Logger
}

// Server is a listening executor. Its methods may be called concurrently.
type Server struct {
	cfg     Config
	grpc    *grpc.Server
	health  *health.Server
	waiting waiting

	mu       sync.Mutex
	sessions map[string]*session // by instance
	change   chan struct{}       // closed when one ends
	draining bool
}

// ErrConfig says that a server cannot be made of the configuration given.
var ErrConfig = errors.New("gate: configuration")

// window is how many bytes of a stream may be under way at a time.
const window = 4 << 20

// New makes a server. The caller must Close it.
func New(cfg Config) (*Server, error) {
	if cfg.Path == "" {
		return nil, errors.Join(ErrConfig, errors.New("no program"))
	}
	if cfg.MaxSessions < 0 || cfg.MaxMessage < 0 || cfg.MaxWaiting < 0 || cfg.Handshake < 0 {
		return nil, errors.Join(ErrConfig, errors.New("negative limit"))
	}
	if cfg.MaxSessions == 0 {
		cfg.MaxSessions = 64
	}
	if cfg.MaxWaiting == 0 {
		cfg.MaxWaiting = 64
	}
	if cfg.Handshake == 0 {
		cfg.Handshake = 30 * time.Second
	}
	if cfg.MaxMessage == 0 {
		cfg.MaxMessage = 16 << 20
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Server{cfg: cfg, health: health.NewServer(), sessions: map[string]*session{}, change: make(chan struct{}), waiting: waiting{max: cfg.MaxWaiting, time: cfg.Handshake}}
	s.health.SetServingStatus(wire.Executor_ServiceDesc.ServiceName, healthpb.HealthCheckResponse_SERVING)
	grpcOpts := []grpc.ServerOption{
		grpc.ForceServerCodecV2(passCodec{}),
		grpc.UnknownServiceHandler(s.relay),
		grpc.StatsHandler(conns{s}),
		grpc.MaxRecvMsgSize(cfg.MaxMessage),
		grpc.MaxConcurrentStreams(1024),
		grpc.ConnectionTimeout(cfg.Handshake),
		grpc.StaticStreamWindowSize(window),
		grpc.StaticConnWindowSize(2 * window),
		// A controller whose machine is gone says nothing: its session ends after this.
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: time.Minute, Timeout: 20 * time.Second}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}),
	}
	if cfg.TLS != nil {
		grpcOpts = append(grpcOpts, grpc.Creds(credentials.NewTLS(cfg.TLS)))
	}
	s.grpc = grpc.NewServer(grpcOpts...)
	healthpb.RegisterHealthServer(s.grpc, s.health)
	return s, nil
}

// Serve takes connections until the listener or the server is closed.
func (s *Server) Serve(l net.Listener) error {
	return s.grpc.Serve(waitingListener{l, &s.waiting})
}

// Drain takes no more sessions, tells so by the health service, and waits until those that
// there are have ended, or ctx is done.
func (s *Server) Drain(ctx context.Context) error {
	s.mu.Lock()
	s.draining = true
	s.mu.Unlock()
	s.health.Shutdown()
	for {
		s.mu.Lock()
		n, change := len(s.sessions), s.change
		s.mu.Unlock()
		if n == 0 {
			return nil
		}
		select {
		case <-change:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Close is [Server.CloseContext] without a limit.
func (s *Server) Close() error { return s.CloseContext(context.Background()) }

// CloseContext ends all sessions, waits for their processes and closes the listeners. If ctx
// ends first the error is its cause; the listeners are closed, and the processes
// still end.
func (s *Server) CloseContext(ctx context.Context) error {
	s.mu.Lock()
	s.draining = true
	var all []*session
	for _, x := range s.sessions {
		all = append(all, x)
	}
	s.mu.Unlock()
	s.health.Shutdown()
	for _, x := range all {
		x.end()
	}
	defer s.grpc.Stop()
	for _, x := range all {
		select {
		case <-x.done:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// newInstance names a session.
func newInstance() string {
	var b [instanceSize / 2]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// instanceSize is the length of a name in bytes.
const instanceSize = 32

// enter adds a session. It reports why it must not.
func (s *Server) enter(x *session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.draining:
		return errDraining
	case len(s.sessions) >= s.cfg.MaxSessions:
		return tooMany(s.cfg.MaxSessions)
	}
	s.sessions[x.instance] = x
	return nil
}

// leave removes a session.
func (s *Server) leave(x *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, x.instance)
	close(s.change)
	s.change = make(chan struct{})
}
