package serve

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// Stdio carries the standard streams of a program: it has the other ends of the pipes
// that these are.
type Stdio struct {
	stdin          *os.File
	stdout, stderr output
	busy           atomic.Bool // a call is at work
}

// output is a stream of a program's output.
type output struct {
	from *os.File
	mu   sync.Mutex
	read uint64 // bytes
}

// NewStdio takes the other ends of three pipes, which must be in non-blocking mode, as
// those of os.Pipe are. It closes stdin when the controller says that nothing more comes;
// the caller closes them in the end.
func NewStdio(stdin, stdout, stderr *os.File) *Stdio {
	return &Stdio{stdin: stdin, stdout: output{from: stdout}, stderr: output{from: stderr}}
}

// stdioChunk is the most output that goes into a message, in bytes.
const stdioChunk = 32 << 10

// Written tells how much the program has written so far.
func (std *Stdio) Written() *wire.Written {
	return &wire.Written{Stdout: std.stdout.total(), Stderr: std.stderr.total()}
}

// written is Written of what the server has, nil if it has none.
func (s *Server) written() *wire.Written {
	if s.cfg.Stdio == nil {
		return nil
	}
	return s.cfg.Stdio.Written()
}

// Stdio implements wire.ExecutorServer.
func (s service) Stdio(stream grpc.BidiStreamingServer[wire.StdioInput, wire.StdioOutput]) error {
	if s.cfg.Stdio == nil {
		return missing("standard streams")
	}
	first, err := stream.Recv() // which is checked
	if err != nil {
		return noMessage(err)
	}
	return s.cfg.Stdio.Serve(stream, first, s.active.quiet)
}

// Serve answers a call of Stdio, whose first message is there, until the controller
// half-closes or cancels it or end is closed. Unless it is cancelled, all that the program
// has written until then is sent.
func (std *Stdio) Serve(stream grpc.BidiStreamingServer[wire.StdioInput, wire.StdioOutput], first *wire.StdioInput, end <-chan struct{}) (err error) {
	if !std.busy.CompareAndSwap(false, true) {
		return fail(codes.Aborted, wire.ErrorDetail_REASON_BUSY, "another call has the standard streams")
	}
	defer std.busy.Store(false)
	to := &sender{stream: stream}
	stdout := func(b []byte) error { return to.send(&wire.StdioOutput{Stdout: b}) }
	stderr := func(b []byte) error { return to.send(&wire.StdioOutput{Stderr: b}) }
	var pumps sync.WaitGroup
	pumps.Go(func() { std.stdout.pump(stdout) })
	pumps.Go(func() { std.stderr.pump(stderr) })
	in := make(chan error, 1)
	go func() { in <- std.feed(first, stream.Recv) }()
	select {
	case err = <-in:
	case <-end: // the connection goes with the program, and with that what feed waits for
	case <-stream.Context().Done():
		// The program may not read what feed is writing.
		std.stdin.SetWriteDeadline(time.Now())
		err = errors.Join(stream.Context().Err(), <-in)
		std.stdin.SetWriteDeadline(time.Time{})
	}
	std.stdout.stop()
	std.stderr.stop()
	pumps.Wait()
	if std.stdout.again(); err == nil {
		err = std.stdout.drain(stdout)
	}
	if std.stderr.again(); err == nil {
		err = std.stderr.drain(stderr)
	}
	return explain(err)
}

// feed writes what comes to the program's input. It returns nil when the controller has
// no more to say. A program that does not read any more is no error.
func (std *Stdio) feed(req *wire.StdioInput, recv func() (*wire.StdioInput, error)) error {
	for {
		if len(req.Stdin) > 0 {
			if _, err := std.stdin.Write(req.Stdin); errors.Is(err, os.ErrDeadlineExceeded) {
				return err
			}
		}
		if req.Eof {
			std.stdin.Close()
		}
		var err error
		if req, err = recv(); errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// sender sends output of several pipes on one stream.
type sender struct {
	stream grpc.BidiStreamingServer[wire.StdioInput, wire.StdioOutput]
	mu     sync.Mutex
}

func (o *sender) send(m *wire.StdioOutput) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.stream.Send(m)
}

// pump sends what comes until the pipe's end, an error, or stop.
func (o *output) pump(send func([]byte) error) {
	for {
		b, err := o.next(true)
		if err != nil || send(b) != nil {
			return
		}
	}
}

// drain sends what is in the pipe by now.
func (o *output) drain(send func([]byte) error) error {
	for end := o.total(); ; {
		o.mu.Lock()
		done := o.read >= end
		o.mu.Unlock()
		if done {
			return nil
		}
		b, err := o.next(false)
		if err != nil || len(b) == 0 {
			return nil
		}
		if err := send(b); err != nil {
			return err
		}
	}
}

// Unread takes what the program has written to its standard error and no call has taken,
// up to limit bytes of its end. It is for a program that has ended. nil: there is nothing,
// or a call is at work.
func (std *Stdio) Unread(limit int) (stderr []byte) {
	if !std.busy.CompareAndSwap(false, true) {
		return nil
	}
	defer std.busy.Store(false)
	_ = std.stderr.drain(func(b []byte) error { // which has no error of its own
		stderr = append(stderr, b...)
		stderr = stderr[max(0, len(stderr)-limit):]
		return nil
	})
	return stderr
}

// stop has pump end, and again lets it begin again.
func (o *output) stop()  { o.from.SetReadDeadline(time.Now()) }
func (o *output) again() { o.from.SetReadDeadline(time.Time{}) }
