package serve

import (
	"context"
	"os"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/door"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// openDoor has calls come to the main thread in a page that was passed.
func (s *Server) openDoor(ctx context.Context, number uint64) error {
	f, err := s.passed.take(ctx, number)
	if err != nil {
		return err
	}
	defer f.Close()
	return s.main.Open(f)
}

// called is the memory for a call.
type called struct {
	call door.Call
	req  wire.CallRequest
}

// outcome is what has become of a call.
type outcome struct {
	result uint64
	err    error
}

// answer makes the call in the page, on the main thread.
func (s *Server) answer(ctx context.Context, c *called) {
	var o outcome
	if o.err = s.active.begin(); o.err == nil {
		defer s.active.end()
		pid := os.Getpid()
		o.result, o.err = s.make(c)
		if os.Getpid() != pid {
			select {} // loaded code has forked, and the answer is the other process's
		}
	}
	if o.err != nil {
		s.main.Fail()
	} else if s.main.Answer(o.result) {
		return
	}
	var ask chan outcome
	select {
	case ask = <-s.asks:
	case <-s.stop:
	case <-ctx.Done():
	}
	s.main.Free() // before anybody can know
	if ask != nil {
		ask <- o
	}
}

// make makes the call.
func (s *Server) make(c *called) (result uint64, err error) {
	s.main.Take(&c.call)
	r := &c.req
	r.Addr, r.Convention, r.Result, r.Args = c.call.Addr, wire.Convention(c.call.Convention), wire.Type(c.call.Result), c.call.Args
	r.Params = r.Params[:0]
	for _, t := range c.call.Params {
		r.Params = append(r.Params, wire.Type(t))
	}
	f, err := s.function(r)
	if err != nil {
		return 0, err
	}
	if err := s.takeSlot(); err != nil {
		return 0, err
	}
	var failed error
	if err := s.inSlot(func() { result, failed = f.Call(r.Args) }); err != nil {
		return 0, explain(err)
	}
	return result, explain(failed)
}

// begun waits for the outcome of the call in the page.
func (s *Server) begun(ctx context.Context) (*wire.CallReply, error) {
	if !s.main.Asked() {
		return nil, fail(codes.FailedPrecondition, wire.ErrorDetail_REASON_UNSPECIFIED, "no call in the page whose answer is to be asked for")
	}
	ask := make(chan outcome, 1)
	select {
	case s.asks <- ask:
	case <-ctx.Done():
		return nil, s.giveUp(ctx)
	}
	o := <-ask
	if o.err != nil {
		return nil, o.err
	}
	return &wire.CallReply{Result: o.result, Written: s.written()}, nil
}
