package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// read makes a request that changes nothing: it goes when ctx does.
func (e *Executor) read(ctx context.Context, verb string, f func(context.Context) error) error {
	if err := e.enter(ctx, verb); err != nil {
		return err
	}
	err := f(ctx)
	if err == nil {
		return nil
	}
	if over(ctx) && e.Err() == nil {
		return fmt.Errorf("remote: %s: %w", verb, ended(ctx))
	}
	return e.explain(verb, err)
}

// over reports whether ctx has ended. The executor knows the deadline, too, and may have
// given up by it before this process came to look at its timers.
func over(ctx context.Context) bool {
	if d, ok := ctx.Deadline(); ok && !time.Now().Before(d) {
		<-ctx.Done()
	}
	return ctx.Err() != nil
}

// change makes a request that changes the executor but runs no loaded code. It is short:
// when ctx ends it is waited for, so that both sides know what was done; an executor that
// does not answer is ended.
func (e *Executor) change(ctx context.Context, verb string, f func(context.Context) error) error {
	return e.watched(ctx, verb, graceTime, f)
}

// run makes a request that runs loaded code: when ctx ends, the executor does.
func (e *Executor) run(ctx context.Context, verb string, f func(context.Context) error) error {
	return e.watched(ctx, verb, 0, f)
}

// tearTime is how long loaded code may take to tidy up for a caller whose context
// ended before.
const tearTime = 10 * time.Second

// tear makes a request that takes something away and may run loaded code. It is made
// even if ctx has ended, since callers that are cancelled tidy up with what they have.
func (e *Executor) tear(ctx context.Context, verb string, f func(context.Context) error) error {
	if ctx.Err() != nil {
		late, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), tearTime, context.Cause(ctx))
		defer cancel()
		ctx = late
	}
	return e.run(ctx, verb, f)
}

// enter refuses requests that need not be made.
func (e *Executor) enter(ctx context.Context, verb string) error {
	if end := e.Err(); end != nil {
		return fmt.Errorf("remote: %s: %w", verb, end)
	}
	if ctx.Err() != nil {
		return fmt.Errorf("remote: %s: %w", verb, ended(ctx))
	}
	return nil
}

// watched makes a request that ends the executor if it goes on for longer than grace
// after ctx has ended.
func (e *Executor) watched(ctx context.Context, verb string, grace time.Duration, f func(context.Context) error) error {
	if err := e.enter(ctx, verb); err != nil {
		return err
	}
	return e.watch(ctx, verb, grace, f)
}

// watch is watched of what was to be made before, so that ctx counts though it has ended.
func (e *Executor) watch(ctx context.Context, verb string, grace time.Duration, f func(context.Context) error) error {
	w := watch{e: e, ctx: ctx, verb: verb, grace: grace}
	stop := context.AfterFunc(ctx, w.late)
	rctx, cancel := context.WithCancel(e.ctx)
	err := f(rctx)
	cancel()
	stop()
	ended := w.over()
	if err == nil {
		return nil
	}
	if ended != nil {
		<-e.done
		return fmt.Errorf("remote: %s: %w", verb, ended)
	}
	return e.explain(verb, err)
}

// watch ends the executor when a request takes too long.
type watch struct {
	e     *Executor
	ctx   context.Context
	verb  string
	grace time.Duration

	mu    sync.Mutex
	done  bool // the request is
	timer *time.Timer
	ended error // the executor was ended for this request
}

// late is called when the context ends.
func (w *watch) late() {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.done:
	case w.grace > 0:
		w.timer = time.AfterFunc(w.grace, w.end)
	default:
		w.endLocked()
	}
}

func (w *watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.done {
		w.endLocked()
	}
}

func (w *watch) endLocked() {
	w.ended = cancelled(w.ctx, w.verb)
	// To others it is no cancellation: their contexts go on.
	w.e.stop(&EndedError{Why: fmt.Sprintf("%s was cancelled: %v", w.verb, context.Cause(w.ctx))})
}

// over ends the watch and returns why it has ended the executor, if it has.
func (w *watch) over() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = true
	if w.timer != nil {
		w.timer.Stop()
	}
	return w.ended
}

// explain says what the error of a request means: that of an executor that has ended is
// how it ended.
func (e *Executor) explain(verb string, err error) error {
	st, ok := statusOf(err)
	if !ok {
		if errors.Is(err, ErrProtocol) || errors.Is(err, ErrEnded) {
			return err
		}
		return fmt.Errorf("remote: %s: %w", verb, err)
	}
	detail := detailOf(st)
	if detail.GetReason() == wire.ErrorDetail_REASON_ENDED {
		if e.stdio != nil {
			e.stdio.end()
		}
		e.finish(e.ended(detail.GetEnd()))
	} else if e.lost(st) {
		<-e.done
	}
	if end := e.Err(); end != nil {
		return fmt.Errorf("remote: %s: %w", verb, end)
	}
	return refused(verb, st, detail)
}

// lost reports whether a status comes of a connection that broke, so that the executor
// has ended, or is about to.
func (e *Executor) lost(st *status.Status) bool {
	switch st.Code() {
	case codes.Unavailable, codes.Canceled, codes.Internal, codes.Unknown:
	default:
		return false
	}
	select {
	case <-e.link.broken:
		return true
	case <-e.ctx.Done():
		return true
	default:
		return false
	}
}

// statusOf is the status that an error is or wraps, as the executor has said it: status.FromError takes the text of
// what wraps it.
func statusOf(err error) (*status.Status, bool) {
	var s interface{ GRPCStatus() *status.Status }
	if !errors.As(err, &s) {
		return nil, false
	}
	return s.GRPCStatus(), true
}

func detailOf(st *status.Status) *wire.ErrorDetail {
	for _, d := range st.Details() {
		if d, ok := d.(*wire.ErrorDetail); ok {
			return d
		}
	}
	return nil
}

// refused makes an error of an executor's answer.
func refused(verb string, st *status.Status, d *wire.ErrorDetail) error {
	return &RefusedError{
		Verb: verb, Code: st.Code(), Reason: d.GetReason(), Msg: st.Message(),
		Addr: d.GetAddr(), Size: d.GetSize(), Limit: d.GetLimit(),
	}
}

// ended is the error of an executor that a server tells the end of.
func (e *Executor) ended(end *wire.End) error {
	if end == nil {
		return &EndedError{Why: "its server does not say how"}
	}
	return endOf(int(end.Status), Signal(end.Signal), end.Crash, e.arch())
}

// sent makes of the error of a stream's Send what the executor answered: io.EOF says
// that it has.
func sent[T any](err error, recv func() (T, error)) error {
	if err == io.EOF {
		if _, err = recv(); err == nil {
			err = protocolError("it answered before it was asked")
		}
	}
	return err
}
