package serve

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/frame"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/prompt"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// calls has the calls that come on a socket of their own. One goroutine reads them and has them run. For those that the main
// thread runs it waits for a moment, and writes the answers before it reads on; what takes longer is answered by another
// goroutine, and what waits for that runs on other threads.
type calls struct {
	active *activity
	ended  chan struct{} // closed when nothing more comes

	mu     sync.Mutex
	socket *os.File // nil: there is none
	closed bool
	open   int       // calls without an answer that is written
	room   sync.Cond // open has become less
	out    []byte    // answers that are not written
	outs   int       // how many
	ends   int       // how many of these are of requests that were at work
	reads  bool      // the reader reads, and writes none
	atWork int       // functions that run, or will

	bell    bell          // rung for the reader, when it does not read
	more    chan struct{} // the same for the writer, when the reader does
	writing sync.Mutex
	spare   []byte // guarded by writing
}

func (c *calls) init(active *activity) {
	c.active = active
	c.ended, c.more = make(chan struct{}), make(chan struct{}, 1)
	c.bell.init()
	c.room.L = &c.mu
}

// hasCalls reports whether calls may come on a socket of their own: it is passed as memory is.
func (s *Server) hasCalls() bool { return canCall && s.cfg.Shared != nil }

// Calls implements wire.ExecutorServer.
func (s service) Calls(ctx context.Context, req *wire.CallsRequest) (*wire.CallsReply, error) {
	if !s.hasCalls() {
		return nil, missing("socket for calls")
	}
	f, err := s.passed.take(ctx, req.Socket)
	if err != nil {
		return nil, err
	}
	if err := s.openCalls(f); err != nil {
		return nil, err
	}
	return &wire.CallsReply{}, nil
}

// openCalls has calls come from f.
func (s *Server) openCalls(f *os.File) error {
	c := &s.calls
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.socket != nil {
		f.Close()
		return fail(codes.Aborted, wire.ErrorDetail_REASON_BUSY, "the session has a socket for calls")
	}
	c.socket = f
	go s.writeAnswers()
	go s.readCalls()
	return nil
}

// close has the goroutines end.
func (c *calls) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	if c.socket != nil {
		c.socket.Close()
	}
	c.room.Broadcast()
	close(c.ended)
}

// readCalls has calls run until there are no more. Those that run then are given up.
func (s *Server) readCalls() {
	c := &s.calls
	err := s.takeCalls()
	c.close()
	c.mu.Lock()
	n := c.atWork
	c.mu.Unlock()
	if err != nil && !errors.Is(err, os.ErrClosed) {
		s.cfg.Logger.Debug("calls", "error", err)
	}
	for range n {
		s.giveUp(context.Canceled)
	}
}

// takeCalls reads calls. The end of the socket is no error.
func (s *Server) takeCalls() error {
	c := &s.calls
	in, err := prompt.NewReader(c.socket)
	if err != nil {
		return err
	}
	buf := frame.NewBuffer(frame.MaxCall)
	var req frame.Call
	for {
		ok, err := buf.Call(&req)
		if err != nil {
			return err
		}
		if ok {
			if !c.begin(s.cfg.MaxCalls + 64) {
				return nil
			}
			s.take(&req)
			continue
		}
		if err := s.settle(); err != nil {
			return err
		}
		n, err := in.Read(buf.Space())
		c.toRead(false)
		if buf.Grow(n); err == io.EOF && !buf.Part() {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// settle waits until the main thread has run what was short, and writes what is answered by then. After it the reader is to read.
func (s *Server) settle() error {
	c := &s.calls
	for s.worker.busy() {
		if !c.bell.nap() {
			for _, t := range s.worker.rescue() {
				if err := s.beside(t); err != nil {
					t.done(err, false)
				}
			}
		}
		if err := c.write(); err != nil {
			return err
		}
	}
	for !c.toRead(true) {
		if err := c.write(); err != nil {
			return err
		}
	}
	return nil
}

// poke has the writer look. c.mu is held.
func (c *calls) poke() {
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// toRead notes whether the reader reads, which it must not do while there are answers. It reports whether it may.
func (c *calls) toRead(reads bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reads = reads && c.outs == 0
	return c.outs == 0
}

// begin waits until there are fewer calls without an answer than most. It reports whether it goes on.
func (c *calls) begin(most int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.open >= most && !c.closed {
		c.reads = true // nothing either
		c.poke()
		c.room.Wait()
	}
	c.reads = false
	c.open++
	return !c.closed
}

// take has a call run. It does not wait for it.
func (s *Server) take(req *frame.Call) {
	id := req.ID
	if err := s.active.begin(); err != nil {
		s.calls.answer(&frame.Answer{ID: id, Status: statusBytes(err)}, true, false)
		return
	}
	err := s.startCall(req)
	if err != nil {
		s.cfg.Logger.Debug("refused", "method", "call", "error", err)
		s.calls.answer(&frame.Answer{ID: id, Status: statusBytes(err)}, true, true)
	}
}

// startCall has a call run, and answered when it is done.
func (s *Server) startCall(req *frame.Call) error {
	f, err := s.function(wire.Convention(req.Convention), req.Addr, len(req.Args), len(req.Params), func(i int) wire.Type { return wire.Type(req.Params[i]) }, wire.Type(req.Result))
	if err != nil {
		return err
	}
	c, id := &s.calls, req.ID
	args := append(make([]uint64, 0, len(req.Args)), req.Args...)
	var result uint64
	var failed error
	c.count(1)
	t, err := s.newTask(func() { result, failed = f.Call(args) }, func(err error, more bool) {
		c.count(-1)
		if err == nil {
			err = failed
		}
		a := frame.Answer{ID: id, Result: result}
		if err != nil {
			a.Status = statusBytes(explain(err))
		} else if w := s.written(); w != nil {
			a.Counted, a.Stdout, a.Stderr = true, w.Stdout, w.Stderr
		}
		c.answer(&a, !more, true)
	})
	if err == nil && !s.worker.queue(t) {
		err = s.beside(t)
	}
	if err != nil {
		c.count(-1)
	}
	return err
}

func (c *calls) count(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.atWork += n
}

// statusBytes is an error of the protocol in bytes.
func statusBytes(err error) []byte {
	b, err := proto.Marshal(status.Convert(err).Proto())
	if err != nil || b == nil {
		b = []byte{}
	}
	return b
}

// answer has an answer written: now, or soon. begun tells whether its request is at work until then.
func (c *calls) answer(a *frame.Answer, now, begun bool) {
	c.mu.Lock()
	c.out = a.Append(c.out)
	if c.outs++; begun {
		c.ends++
	}
	reads := c.reads
	if reads {
		c.poke()
	}
	c.mu.Unlock()
	if now && !reads {
		c.bell.ring()
	}
}

// writeAnswers writes what is answered while the reader reads.
func (s *Server) writeAnswers() {
	c := &s.calls
	for {
		select {
		case <-c.more:
		case <-c.ended:
			return
		}
		if c.write() != nil {
			c.close()
			return
		}
	}
}

// write writes what there is.
func (c *calls) write() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.mu.Lock()
	n, ends := c.outs, c.ends
	c.out, c.spare, c.outs, c.ends = c.spare[:0], c.out, 0, 0
	c.mu.Unlock()
	if n == 0 {
		return nil
	}
	_, err := c.socket.Write(c.spare)
	for range ends {
		c.active.end()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open -= n
	c.room.Signal()
	return err
}

// function is what a call of n parameters with so many arguments calls.
func (s *Server) function(conv wire.Convention, addr uint64, args, n int, param func(i int) wire.Type, result wire.Type) (*abi.Bound, error) {
	caller, err := s.caller(conv)
	if err != nil {
		return nil, err
	}
	sig := abi.Signature{Params: make([]abi.Kind, n)}
	for i := range n {
		if sig.Params[i], err = callKind(param(i)); err != nil {
			return nil, err
		}
	}
	if sig.Result, err = callKind(result); err != nil {
		return nil, err
	}
	if args != n {
		return nil, badSignature("%d arguments for %d parameters", args, n)
	}
	f, err := abi.Bind(caller, sig, addr)
	if err != nil {
		return nil, explain(err)
	}
	return f, nil
}
