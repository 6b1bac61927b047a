package gate

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

const (
	// grace is how long a process may take to end by itself once its connection is closed.
	grace = 2 * time.Second
	// maxStderr is how much of standard error is told of a process that has ended, in bytes.
	maxStderr = 2 << 10
)

// session is what a connection has: nothing, until it asks for something of the
// executor's, then a process.
type session struct {
	of       *Server
	instance string

	waiting  *waitingConn // until it has a process; nil for other listeners
	admitted atomic.Bool  // it knows the token

	once  sync.Once
	err   error // why there is no process
	proc  *process
	cc    *grpc.ClientConn
	ended sync.Once
	over  bool          // ended before there was a process
	how   *wire.End     // how the process ended, once done is closed
	done  chan struct{} // closed when the process has ended
}

// process is a session's process.
type process struct {
	cmd   *exec.Cmd
	ties  *ties
	conn  *watched // its requests, on ties
	stdio *serve.Stdio
	// stdioFiles are the ends of stdio.
	stdioFiles []*os.File
	passMu     sync.Mutex // held by who passes descriptors
}

// watched is a connection that tells when it breaks.
type watched struct {
	net.Conn
	once   sync.Once
	broken chan struct{}
}

// Read implements net.Conn.
func (w *watched) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	w.note(err)
	return n, err
}

// Write implements net.Conn.
func (w *watched) Write(b []byte) (int, error) {
	n, err := w.Conn.Write(b)
	w.note(err)
	return n, err
}

func (w *watched) note(err error) {
	if err != nil {
		w.once.Do(func() { close(w.broken) })
	}
}

// client returns the connection to the process, which the first call starts.
func (x *session) client() (*grpc.ClientConn, error) {
	x.once.Do(x.start)
	return x.cc, x.err
}

// start starts the process.
func (x *session) start() {
	if x.over {
		x.err = status.Error(codes.Unavailable, "the connection is closed")
		return
	}
	if x.err = x.of.enter(x); x.err != nil {
		return
	}
	if x.waiting != nil {
		x.waiting.leave()
	}
	log := x.of.cfg.Logger.With("instance", x.instance)
	var err error
	if x.proc, err = startProcess(&x.of.cfg, x.instance); err == nil {
		used := false
		x.cc, err = grpc.NewClient("passthrough:///session",
			grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) {
				if used {
					return nil, errors.New("the session's process has ended")
				}
				used = true // gRPC dials one at a time
				return x.proc.conn, nil
			}),
			grpc.WithDisableServiceConfig(), grpc.WithDisableRetry(), grpc.WithNoProxy(), grpc.WithIdleTimeout(0),
			grpc.WithStaticStreamWindowSize(window), grpc.WithStaticConnWindowSize(2*window),
			grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(x.of.cfg.MaxMessage)))
		if err != nil { // nobody waits for it yet
			x.proc.ties.Close()
			x.proc.cmd.Wait()
			x.proc.closeStdio()
		}
	}
	if err != nil {
		log.Error("no session", "error", err)
		x.of.leave(x)
		close(x.done)
		x.err = status.Error(codes.Internal, "the session's process did not start: "+err.Error())
		return
	}
	log.Info("session", "pid", x.proc.cmd.Process.Pid)
	go x.watch()
}

// watch waits for the end of the process.
func (x *session) watch() {
	err := x.proc.cmd.Wait()
	x.how = x.proc.ended()
	if x.how.Stderr = x.proc.stdio.Unread(maxStderr); len(x.how.Stderr) > 0 {
		x.of.cfg.Logger.Warn("session", "instance", x.instance, "stderr", string(x.how.Stderr))
	}
	x.of.cfg.Logger.Info("session ended", "instance", x.instance, "status", x.how.Status, "signal", x.how.Signal, "error", err)
	x.of.leave(x)
	close(x.done) // first: from here on requests are told so
	x.proc.ties.Close()
	x.cc.Close()
}

// kill ends a process and all that it has started, and waits for it.
func (p *process) kill(ended <-chan struct{}) {
	p.ties.End()
	t := time.NewTimer(grace)
	defer t.Stop()
	select {
	case <-ended:
	case <-t.C:
		p.cmd.Process.Kill()
		<-ended
	}
}

// closeStdio closes the standard streams, which may have more to say than the process.
func (p *process) closeStdio() {
	for _, f := range p.stdioFiles {
		f.Close()
	}
}

// end ends the session: its controller is gone.
func (x *session) end() {
	x.ended.Do(func() {
		x.once.Do(func() { // it never had a process
			x.over = true
			x.err = status.Error(codes.Unavailable, "the connection is closed")
		})
		if x.err != nil {
			return
		}
		x.cc.Close() // the process sees it, and ends
		go func() {
			t := time.NewTimer(grace)
			defer t.Stop()
			select {
			case <-x.done:
			case <-t.C:
				x.proc.kill(x.done)
			}
			x.proc.closeStdio()
		}()
	})
}

// explain is the error of a request: of a process that has ended, how it did.
func (x *session) explain(err error) error {
	select {
	case <-x.proc.conn.broken:
	case <-x.done:
		return x.gone()
	default:
		return err // the process said so
	}
	t := time.NewTimer(grace)
	defer t.Stop()
	select {
	case <-x.done:
	case <-t.C: // it has closed its connection and lives on
		x.proc.kill(x.done)
	}
	return x.gone()
}

// gone says how the process has ended.
func (x *session) gone() error {
	return detailed(codes.Unavailable, "the executor has ended", &wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_ENDED, End: x.how})
}

// stdio answers a call of Stdio: the process's standard streams end here, so that nothing
// of what it wrote last is lost with it.
func (x *session) stdio(in grpc.ServerStream) error {
	stream := &grpc.GenericServerStream[wire.StdioInput, wire.StdioOutput]{ServerStream: in}
	first, err := stream.Recv()
	if err != nil {
		return status.Error(codes.InvalidArgument, "no message in the request")
	}
	if first.Instance != x.instance {
		return detailed(codes.FailedPrecondition, "the request is for another executor than this", &wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_INSTANCE})
	}
	if err := x.proc.stdio.Serve(stream, first, x.done); err != nil {
		return err
	}
	select {
	case <-x.done:
		return x.gone()
	default:
		return nil
	}
}
