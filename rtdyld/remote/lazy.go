package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// lazyCalls are the executor's calls of functions that are linked when they are called.
type lazyCalls struct {
	mu      sync.Mutex
	opened  chan struct{} // closed when the call of Lazy stands, or has failed; nil: it was not made
	entry   uint64        // of the executor's resolver
	err     error         // why there is none, or why it asks no more
	last    uint64
	funcs   map[uint64]func(ctx context.Context, number uint64) uint64 // by the context that stubs pass
	answers atomic.Uint64                                              // counted before they are sent, so that calls end after them
	pending int                                                        // questions without an answer

	sending sync.Mutex // held while an answer is sent
}

// maxPending is how many questions may be without an answer: each is of another function, and has a thread that waits.
const maxPending = 1 << 14

// StubResolver makes f what stubs in the executor lead to at first: addr is a C function there,
//
//	void *resolve(void *context, uintptr_t number)
//
// that, if it is called with the context returned, has f called with number in this process and returns what f returns. Its
// thread waits as long. f may be called concurrently, for one number once at a time, and may use the executor. Its context
// ends when the executor does. f returns an address, never 0; if it panics the executor is ended.
//
// After release f is not called any more, and a thread that calls resolve with its context crashes. The error of an
// executor without such calls matches [objfmt.ErrUnsupported].
//
// With [Executor.StorePointers] an executor is the Stubs of an engine's configuration.
func (e *Executor) StubResolver(ctx context.Context, f func(ctx context.Context, number uint64) uint64) (addr, id uint64, release func(), err error) {
	if addr, err = e.openLazy(ctx); err != nil {
		return 0, 0, nil, err
	}
	l := &e.lazy
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.funcs == nil {
		l.funcs = map[uint64]func(context.Context, uint64) uint64{}
	}
	l.last++
	id = l.last
	l.funcs[id] = f
	return addr, id, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.funcs, id)
	}, nil
}

// openLazy makes the call of Lazy, if there is none, and returns the address of the executor's resolver.
func (e *Executor) openLazy(ctx context.Context) (uint64, error) {
	const verb = "lazy"
	if err := e.enter(ctx, verb); err != nil {
		return 0, err
	}
	l := &e.lazy
	l.mu.Lock()
	if l.opened == nil {
		l.opened = make(chan struct{})
		go e.serveLazy()
	}
	opened := l.opened
	l.mu.Unlock()
	select {
	case <-opened:
	case <-ctx.Done():
		return 0, fmt.Errorf("remote: %s: %w", verb, ended(ctx))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.entry, l.err
}

// serveLazy answers questions until the executor asks no more.
func (e *Executor) serveLazy() {
	l := &e.lazy
	stream, entry, err := e.beginLazy()
	if err != nil {
		err = e.explain("lazy", err)
	}
	l.mu.Lock()
	l.entry, l.err = entry, err
	l.mu.Unlock()
	close(l.opened)
	if err != nil {
		return
	}
	for {
		var q *wire.LazyOutput
		if q, err = stream.Recv(); err == nil {
			err = l.begin()
		}
		if err != nil {
			break
		}
		go e.answerLazy(stream, q)
	}
	switch {
	case errors.Is(err, ErrProtocol):
		e.stop(&EndedError{Why: "it asks for too many functions", Cause: err})
	case errors.Is(err, io.EOF):
		err = &UnsupportedError{"functions that are linked when they are called, by an executor that drains"}
	default:
		err = e.explain("lazy", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entry, l.err = 0, err
}

// beginLazy makes the call of Lazy.
func (e *Executor) beginLazy() (stream wire.Executor_LazyClient, entry uint64, err error) {
	if stream, err = e.client.Lazy(e.ctx); err != nil {
		return nil, 0, err
	}
	if err = stream.Send(&wire.LazyInput{Instance: e.hello.Instance}); err != nil && err != io.EOF { // which says that the answer is there
		return nil, 0, err
	}
	first, err := stream.Recv()
	if err != nil {
		return nil, 0, err
	}
	if first.Resolver == 0 {
		return nil, 0, protocolError("its resolver is at address 0")
	}
	return stream, first.Resolver, nil
}

// begin counts a question, or says that there are too many.
func (l *lazyCalls) begin() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pending == maxPending {
		return protocolError("more than %d threads wait for functions", maxPending)
	}
	l.pending++
	return nil
}

// answerLazy answers a question. Of what is asked for in no StubResolver's name the answer is 0.
func (e *Executor) answerLazy(stream wire.Executor_LazyClient, q *wire.LazyOutput) {
	l := &e.lazy
	a := &wire.LazyInput{Id: q.Id}
	defer func() { // also if f ends the goroutine
		l.answers.Add(1)
		l.sending.Lock()
		_ = stream.Send(a) // serveLazy hears of its error
		l.sending.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		l.pending--
	}()
	l.mu.Lock()
	f := l.funcs[q.Context]
	l.mu.Unlock()
	if f == nil {
		return
	}
	err := guarded("StubResolver's function", func() error {
		a.Addr = f(e.ctx, q.Number)
		return nil
	})
	if p, ok := err.(*PanicError); ok {
		note(e.cfg.Logger, slog.LevelError, "callback panicked", "callback", p.Callback, "value", p.Value, "stack", string(p.Stack))
		e.stop(&EndedError{Why: "a function that it has called panicked", Cause: p})
	}
}

// StorePointers stores words in the executor's memory, parallel to their addresses, each at once as its threads see it. It is done
// even if ctx has ended. Only memory that is reserved for this process may be written: other errors are *[RefusedError].
func (e *Executor) StorePointers(ctx context.Context, addrs, words []uint64) error {
	if ctx.Err() != nil {
		late, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), tearTime, context.Cause(ctx))
		defer cancel()
		ctx = late
	}
	const most = 2048 // in a message
	for len(addrs) > 0 {
		n := min(len(addrs), most)
		err := e.change(ctx, "store", func(ctx context.Context) error {
			_, err := e.client.Store(ctx, &wire.StoreRequest{Instance: e.hello.Instance, Addrs: addrs[:n], Words: words[:n]})
			return err
		})
		if err != nil {
			return err
		}
		addrs, words = addrs[n:], words[n:]
	}
	return nil
}
