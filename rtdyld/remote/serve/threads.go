package serve

import (
	"context"
	"fmt"
	"runtime"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/door"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// Work makes the calling goroutine's thread the one that runs constructors, main and
// calls, until ctx is done or the server closed. At most one goroutine may call it. A
// server without it uses a thread for each call.
func (s *Server) Work(ctx context.Context) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	stop := context.AfterFunc(ctx, s.main.End)
	defer stop()
	s.main.Free()
	for c := new(called); ; {
		switch s.main.Wait() {
		case door.Given:
			(<-s.tasks)()
		case door.Called:
			s.answer(ctx, c)
		case door.Over:
			return
		}
	}
}

// goThread runs f on a thread of Go's runtime.
func goThread(f func()) error {
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		f()
	}()
	return nil
}

// run has f, which calls loaded code, run on the main thread or, if that is busy, on
// another, and waits for it. An error means that f was not run, that it panicked, or that ctx was done
// before it was, and the process is to end: then f still runs.
func (s *Server) run(ctx context.Context, f func()) error {
	_, err := s.runIf(ctx, f)
	return err
}

// runIf is run that tells whether f runs or has run.
func (s *Server) runIf(ctx context.Context, f func()) (begun bool, err error) {
	if ctx.Err() != nil {
		return false, explain(context.Cause(ctx))
	}
	if err := s.takeSlot(); err != nil {
		return false, err
	}
	var failed error
	done := make(chan struct{})
	if s.main.Give() {
		s.tasks <- func() {
			failed = s.inSlot(f)
			s.main.Free() // before anybody can know that f is done
			close(done)
		}
	} else if err := s.startThread(func() {
		failed = s.inSlot(f)
		close(done)
	}); err != nil {
		<-s.slots
		return false, failWith(codes.ResourceExhausted, &wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_LIMIT}, err.Error())
	}
	select {
	case <-done:
		return true, explain(failed)
	case <-ctx.Done():
	}
	select {
	case <-done:
		return true, explain(failed)
	default:
	}
	return true, s.giveUp(ctx)
}

// takeSlot counts a function of loaded code that is to run, or says that there are too many.
func (s *Server) takeSlot() error {
	select {
	case s.slots <- struct{}{}:
		return nil
	default:
		return overLimit("calls at a time", uint64(len(s.slots))+1, uint64(cap(s.slots)))
	}
}

// inSlot runs f, which calls loaded code, and gives its slot back. The error is a panic.
func (s *Server) inSlot(f func()) (failed error) {
	s.caught("caller", &failed, f)
	if s.cfg.Returned != nil {
		s.caught("Returned", new(error), s.cfg.Returned)
	}
	<-s.slots
	return failed
}

// giveUp ends the process: code runs whose request has ended.
func (s *Server) giveUp(ctx context.Context) error {
	cause := context.Cause(ctx)
	s.cfg.Logger.Warn("loaded code was given up", "instance", s.cfg.Instance, "cause", cause)
	if s.cfg.End != nil {
		s.caught("End", new(error), func() { s.cfg.End(cause) })
	}
	return status.FromContextError(ctx.Err()).Err()
}

// caught calls f, whose panic is the error.
func (s *Server) caught(callback string, err *error, f func()) {
	defer guard(s.cfg.Logger, callback, err)
	f()
}

// startThread is Config.Go.
func (s *Server) startThread(f func()) (err error) {
	defer guard(s.cfg.Logger, "Go", &err)
	return s.cfg.Go(f)
}

// ResultError reports a function that says by its result that it failed.
type ResultError struct{ Result int64 }

func (e *ResultError) Error() string { return fmt.Sprintf("it returned %d", e.Result) }

// native is the caller of the native convention, nil if there is none.
func (s *Server) native() abi.Caller {
	if len(s.cfg.Callers) == 0 {
		return nil
	}
	return s.cfg.Callers[0].Caller
}

// actionKinds are the parameters of an action's call.
var actionKinds = [mem.MaxArgs]abi.Kind{abi.Pointer, abi.Pointer, abi.Pointer, abi.Pointer, abi.Pointer, abi.Pointer}

// RunAction is the mem.Runner of the server's mappers.
func (s *Server) RunAction(ctx context.Context, c mem.Call) error {
	caller := s.native()
	if caller == nil {
		return missing("native caller")
	}
	if len(c.Args) > len(actionKinds) {
		return &abi.ArgsError{Want: len(actionKinds), Got: len(c.Args)}
	}
	f, err := abi.Bind(caller, abi.Signature{Params: actionKinds[:len(c.Args)], Result: abi.Int32}, c.Addr)
	if err != nil {
		return err
	}
	var result uint64
	if err := s.run(ctx, func() { result, err = f.Call(c.Args) }); err != nil {
		return err
	}
	if err == nil && int32(result) != 0 {
		err = &ResultError{int64(int32(result))}
	}
	return err
}
