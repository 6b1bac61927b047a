package serve

import (
	"errors"
	"io"
	"runtime"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// lazy has the calls of functions that are not linked yet. Their threads wait in resolve for what the controller answers to
// a call of Lazy. They wait on while there is no such call: the next one asks what has no answer.
type lazy struct {
	making sync.Mutex // held while the resolver is made
	entry  uint64     // its address, 0 until it is made; guarded by making

	mu     sync.Mutex
	open   bool // a call of Lazy is at work
	last   uint64
	asked  map[question]*asked // that have no answer
	byID   map[uint64]*asked   // the same
	unsent []*asked
	more   chan struct{} // holds one while something may be unsent
}

// question is what a stub calls the resolver with.
type question struct{ context, number uint64 }

// asked is a question that threads wait for the answer of.
type asked struct {
	question
	id       uint64
	answered chan struct{}
	addr     uint64 // set when answered is closed
}

func (l *lazy) init() {
	l.asked, l.byID, l.more = map[question]*asked{}, map[uint64]*asked{}, make(chan struct{}, 1)
}

// resolver returns the address of the C function that stubs call; it is made once.
func (s *Server) resolver() (addr uint64, err error) {
	l := &s.lazy
	l.making.Lock()
	defer l.making.Unlock()
	if l.entry != 0 {
		return l.entry, nil
	}
	func() {
		defer guard(s.cfg.Logger, "Callback", &err)
		addr, err = s.cfg.Callback(s.resolve)
	}()
	if err == nil {
		l.entry = addr
	}
	return addr, err
}

// resolve is called by stubs, on threads of loaded code.
func (s *Server) resolve(context, number uint64) uint64 {
	runtime.LockOSThread() // or the runtime might start threads of its own from this one
	defer runtime.UnlockOSThread()
	if s.cfg.Returned != nil {
		s.caught("Returned", new(error), s.cfg.Returned)
	}
	a := s.lazy.ask(question{context, number})
	<-a.answered
	return a.addr
}

// ask has the controller asked, unless it is asked already.
func (l *lazy) ask(q question) *asked {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a := l.asked[q]; a != nil {
		return a
	}
	l.last++
	a := &asked{question: q, id: l.last, answered: make(chan struct{})}
	l.asked[q], l.byID[a.id] = a, a
	l.unsent = append(l.unsent, a)
	l.signal()
	return a
}

// signal says that something is unsent. l.mu is held.
func (l *lazy) signal() {
	select {
	case l.more <- struct{}{}:
	default:
	}
}

// begin notes a call of Lazy; all that has no answer is to be asked.
func (l *lazy) begin() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open {
		return fail(codes.Aborted, wire.ErrorDetail_REASON_BUSY, "another call has the functions that are linked when they are called")
	}
	l.open = true
	l.unsent = l.unsent[:0]
	for _, a := range l.asked {
		l.unsent = append(l.unsent, a)
	}
	l.signal()
	return nil
}

func (l *lazy) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = false
}

// take takes what is to be sent.
func (l *lazy) take() []*asked {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.unsent
	l.unsent = nil
	return list
}

// answer has the threads of a question go on.
func (l *lazy) answer(id, addr uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.byID[id]
	if a == nil {
		return unknownID("question", id)
	}
	delete(l.byID, id)
	delete(l.asked, a.question)
	a.addr = addr
	close(a.answered)
	return nil
}

// Lazy implements wire.ExecutorServer.
func (s service) Lazy(stream grpc.BidiStreamingServer[wire.LazyInput, wire.LazyOutput]) error {
	if _, err := stream.Recv(); err != nil { // which is checked
		return noMessage(err)
	}
	if s.cfg.Callback == nil {
		return missing("functions that are linked when they are called")
	}
	entry, err := s.resolver()
	if err != nil {
		return explain(err)
	}
	if err := s.lazy.begin(); err != nil {
		return err
	}
	defer s.lazy.end()
	if err := stream.Send(&wire.LazyOutput{Resolver: entry}); err != nil {
		return err
	}
	in := make(chan error, 1)
	go func() { in <- s.lazy.feed(stream.Recv) }()
	for {
		select {
		case <-s.lazy.more:
			for _, a := range s.lazy.take() {
				if err := stream.Send(&wire.LazyOutput{Id: a.id, Context: a.context, Number: a.number}); err != nil {
					return err
				}
			}
		case err := <-in:
			return err
		case <-s.active.quiet: // no loaded code runs for the controller any more
			return nil
		}
	}
}

// feed takes answers until there are no more.
func (l *lazy) feed(recv func() (*wire.LazyInput, error)) error {
	for {
		in, err := recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = l.answer(in.Id, in.Addr)
		}
		if err != nil {
			return err
		}
	}
}
