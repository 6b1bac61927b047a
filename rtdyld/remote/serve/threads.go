package serve

import (
	"context"
	"fmt"
	"runtime"

	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// Work makes the calling goroutine's thread the one that runs constructors, main and
// calls, until ctx is done or the server closed. At most one goroutine may call it. A
// server without it uses a thread for each call.
func (s *Server) Work(ctx context.Context) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s.idle.Store(true)
	for {
		select {
		case f := <-s.tasks:
			f()
			continue
		case <-s.stop:
		case <-ctx.Done():
		}
		for !s.idle.CompareAndSwap(true, false) {
			(<-s.tasks)() // given before the end was known
		}
		return
	}
}

// run has f, which calls loaded code, run on the main thread or, if that is busy, on
// another, and waits for it. An error means that f was not run, or that ctx was done
// before it was, and the process is to end: then f still runs.
func (s *Server) run(ctx context.Context, f func()) error {
	if ctx.Err() != nil {
		return explain(context.Cause(ctx))
	}
	select {
	case s.slots <- struct{}{}:
	default:
		return overLimit("calls at a time", uint64(len(s.slots))+1, uint64(cap(s.slots)))
	}
	done := make(chan struct{})
	if s.idle.CompareAndSwap(true, false) {
		s.tasks <- func() {
			f()
			<-s.slots
			s.idle.Store(true) // before anybody can know that f is done
			close(done)
		}
	} else {
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			f()
			<-s.slots
			close(done)
		}()
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	select {
	case <-done:
		return nil
	default:
	}
	err := context.Cause(ctx)
	s.opts.Logger.Warn("loaded code was given up", "instance", s.opts.Instance, "cause", err)
	if s.opts.End != nil {
		s.opts.End(err)
	}
	return status.FromContextError(ctx.Err()).Err()
}

// ResultError reports a function that says by its result that it failed.
type ResultError struct{ Result int64 }

func (e *ResultError) Error() string { return fmt.Sprintf("it returned %d", e.Result) }

// native is the caller of the native convention, nil if there is none.
func (s *Server) native() abi.Caller {
	if len(s.opts.Callers) == 0 {
		return nil
	}
	return s.opts.Callers[0].Caller
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
