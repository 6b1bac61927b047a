package remote

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	procs "github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/child"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/frame"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/prompt"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// direct has the calls of a child, which go on a socket of their own. Nobody reads it while nothing is called; of those that
// wait for an answer one reads, and tells the others what comes for them.
type direct struct {
	conn *net.UnixConn

	writing sync.Mutex
	out     []byte // a frame

	in  *prompt.Reader // the reader's
	buf *frame.Buffer  // the same

	mu      sync.Mutex
	last    uint64
	waiting map[uint64]*waiter
	reading bool
	broken  error
}

// waiter waits for an answer.
type waiter struct {
	id     uint64
	turn   chan bool // true: the answer is there, or none will be; false: it is to read
	done   bool      // the same, for the reader
	answer frame.Answer
	err    error
}

func newDirect(conn *net.UnixConn) (*direct, error) {
	in, err := prompt.NewReader(conn)
	return &direct{conn: conn, in: in, buf: frame.NewBuffer(frame.MaxAnswer), waiting: map[uint64]*waiter{}}, err
}

// errSocketClosed is the error of a socket that has been closed, by either side.
var errSocketClosed = errors.New("the socket for calls is closed")

// exchange makes a call. An error is a status, a *frame.Error, or one of the socket.
func (d *direct) exchange(c *frame.Call) (frame.Answer, error) {
	w := &waiter{turn: make(chan bool, 2)}
	d.mu.Lock()
	if d.broken != nil {
		d.mu.Unlock()
		return w.answer, d.broken
	}
	d.last++
	w.id, c.ID = d.last, d.last
	d.waiting[w.id] = w
	d.mu.Unlock()
	if err := d.send(c); err != nil {
		d.fail(err)
	}
	if d.toRead(w) || !<-w.turn {
		d.read(w)
	}
	return w.answer, w.err
}

func (d *direct) send(c *frame.Call) error {
	d.writing.Lock()
	defer d.writing.Unlock()
	d.out = c.Append(d.out[:0])
	_, err := d.conn.Write(d.out)
	return err
}

// toRead reports whether w is to read.
func (d *direct) toRead(w *waiter) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.reading || w.done {
		return false
	}
	d.reading = true
	return true
}

// read reads until there is an answer for w, and has another read then.
func (d *direct) read(w *waiter) {
	for !d.isDone(w) {
		if err := d.readOnce(); err != nil {
			d.fail(err)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, next := range d.waiting {
		next.turn <- false
		return
	}
	d.reading = false
}

func (d *direct) isDone(w *waiter) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return w.done
}

// readOnce reads what there is and gives it to those who wait for it.
func (d *direct) readOnce() error {
	n, err := d.in.Read(d.buf.Space())
	if d.buf.Grow(n); n == 0 && err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		var a frame.Answer
		if ok, err := d.buf.Answer(&a); err != nil {
			return err
		} else if !ok {
			return nil
		}
		w := d.waiting[a.ID]
		if w == nil {
			return protocolError("it answers a call %d that was not made", a.ID)
		}
		if a.Status != nil {
			if w.err, err = refusal(a.Status); err != nil {
				return err
			}
		}
		w.answer = a
		d.finish(w)
	}
}

// finish tells w that its answer is there. d.mu is held.
func (d *direct) finish(w *waiter) {
	w.done = true
	delete(d.waiting, w.id)
	w.turn <- true
}

// fail has all calls fail that have no answer. No more are made.
func (d *direct) fail(err error) {
	d.conn.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken == nil {
		d.broken = err
	}
	for _, w := range d.waiting {
		w.err = d.broken
		d.finish(w)
	}
}

// close ends the socket.
func (d *direct) close() { d.fail(errSocketClosed) }

// refusal makes of a status the error that gRPC makes of it.
func refusal(b []byte) (st error, err error) {
	s := status.New(codes.OK, "").Proto()
	if err := proto.Unmarshal(b, s); err != nil || s.Code <= int32(codes.OK) || s.Code > int32(codes.Unauthenticated) {
		return nil, protocolError("it refuses a call for no reason")
	}
	return status.FromProto(s).Err(), nil
}

// direct returns the socket for calls, which is made when it is first needed; nil: calls go by gRPC.
func (e *Executor) directly(ctx context.Context) *direct {
	if d := e.direct.Load(); d != nil || !e.hello.direct {
		return d
	}
	if !e.opening.TryLock() { // meanwhile others do without
		return nil
	}
	defer e.opening.Unlock()
	if e.noDirect || e.direct.Load() != nil {
		return e.direct.Load()
	}
	e.noDirect = true
	ours, theirs, err := procs.SocketPair()
	if err != nil {
		return nil
	}
	defer theirs.Close()
	d, err := newDirect(ours)
	if err == nil {
		err = e.change(ctx, "call", func(ctx context.Context) error {
			n, err := e.pass.sendFile(theirs)
			if err == nil {
				_, err = e.client.Calls(ctx, &wire.CallsRequest{Instance: e.hello.Instance, Socket: n})
			}
			return err
		})
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if err != nil || e.ending != nil || e.end != nil {
		ours.Close()
		return nil
	}
	e.direct.Store(d)
	return d
}

// callDirectly makes a call by the socket for calls.
func (e *Executor) callDirectly(ctx context.Context, d *direct, c *frame.Call) (result uint64, err error) {
	var a frame.Answer
	err = e.watchedHere(ctx, "call", 0, func() (err error) {
		if a, err = d.exchange(c); err == nil {
			return nil
		}
		if _, refused := statusOf(err); refused {
			return err
		}
		if errors.Is(err, frame.ErrFrame) || errors.Is(err, ErrProtocol) {
			e.stop(&EndedError{Why: "its answer to a call makes no sense", Cause: err})
		}
		e.link.Close() // one connection does not go on without the other
		<-e.done
		return fmt.Errorf("remote: call: %w", e.Err())
	})
	if err != nil {
		return 0, err
	}
	if a.Counted {
		e.told(&wire.Written{Stdout: a.Stdout, Stderr: a.Stderr})
	}
	return a.Result, nil
}
