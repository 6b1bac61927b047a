package serve

import (
	"context"
	"fmt"
	"runtime"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

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
	done := make(chan struct{})
	var failed error
	if err := s.begin(f, func(err error) { failed = err; close(done) }); err != nil {
		return false, err
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
	s.giveUp(context.Cause(ctx))
	return true, status.FromContextError(ctx.Err()).Err()
}

// begin has f, which calls loaded code, run on the main thread or, if that is busy, on another, and then done, with an error
// if f has panicked. An error means that neither runs.
func (s *Server) begin(f func(), done func(error)) error {
	t, err := s.newTask(f, func(err error, _ bool) { done(err) })
	if err != nil || s.worker.give(t, true) {
		return err
	}
	return s.beside(t)
}

// newTask makes a task of f, which calls loaded code: it has one of the slots until f has returned.
func (s *Server) newTask(f func(), done func(err error, more bool)) (task, error) {
	select {
	case s.slots <- struct{}{}:
	default:
		return task{}, overLimit("calls at a time", uint64(len(s.slots))+1, uint64(cap(s.slots)))
	}
	return task{func() error {
		var failed error
		s.caught("caller", &failed, f)
		if s.cfg.Returned != nil {
			s.caught("Returned", new(error), s.cfg.Returned)
		}
		<-s.slots
		return failed
	}, done}, nil
}

// beside runs a task on a thread beside the main one. An error means that it does not run.
func (s *Server) beside(t task) error {
	err := s.startThread(func() { t.done(t.f(), false) })
	if err != nil {
		<-s.slots
		return failWith(codes.ResourceExhausted, &wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_LIMIT}, err.Error())
	}
	return nil
}

// giveUp ends the process: code runs that nobody waits for.
func (s *Server) giveUp(cause error) {
	s.cfg.Logger.Warn("loaded code was given up", "instance", s.cfg.Instance, "cause", cause)
	if s.cfg.End != nil {
		s.caught("End", new(error), func() { s.cfg.End(cause) })
	}
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
