package serve

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// beginLazy makes a call of Lazy, and ends it with ctx.
func (r *rig) beginLazy(ctx context.Context) (wire.Executor_LazyClient, error) {
	s, err := r.Lazy(ctx)
	if err == nil {
		err = s.Send(&wire.LazyInput{Instance: r.id})
	}
	if err == nil {
		var first *wire.LazyOutput
		if first, err = s.Recv(); err == nil && (first.Resolver == 0 || first.Id != 0) {
			r.t.Errorf("it begins with %v", first)
		}
	}
	if err != nil {
		return nil, err
	}
	s.CloseSend()
	if _, end := s.Recv(); end != io.EOF {
		return nil, end
	}
	return s, nil
}

// lazyRig is a server with a resolver, which is what it returns.
func lazyRig(t *testing.T) (r *rig, resolve func(context, number uint64) uint64, made, entered *atomic.Int32) {
	made, entered = new(atomic.Int32), new(atomic.Int32)
	r = newRig(t, func(o *Config) {
		o.Callback = func(f func(_, _ uint64) uint64) (uint64, error) {
			made.Add(1)
			resolve = f
			return 0xabc, nil
		}
		o.Returned = func() { entered.Add(1) }
	})
	return r, func(context, number uint64) uint64 { return resolve(context, number) }, made, entered
}

// open makes a call of Lazy, which is open.
func (r *rig) open() wire.Executor_LazyClient {
	r.t.Helper()
	s := must[wire.Executor_LazyClient](r.t)(r.Lazy(r.t.Context()))
	s.Send(&wire.LazyInput{Instance: r.id})
	if first := must[*wire.LazyOutput](r.t)(s.Recv()); first.Resolver != 0xabc {
		r.t.Errorf("resolver at %#x", first.Resolver)
	}
	return s
}

// TestLazy: threads wait for the answer to what they ask, those that ask the same for one answer, and answers may come in any order;
// what has none when the controller's call ends is asked by the next one.
func TestLazy(t *testing.T) {
	r, resolve, made, entered := lazyRig(t)
	s := r.open()
	var wg sync.WaitGroup
	for n := range uint64(20) {
		for range 3 {
			wg.Go(func() {
				if got := resolve(7, n); got != 1000+n {
					t.Errorf("%d leads to %d", n, got)
				}
			})
		}
	}
	var asked []*wire.LazyOutput
	for range 20 {
		asked = append(asked, must[*wire.LazyOutput](t)(s.Recv()))
	}
	// That call ends without an answer.
	s.CloseSend()
	if _, err := s.Recv(); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
	s = r.open()
	numbers := map[uint64]bool{}
	var again []*wire.LazyOutput
	for range 20 {
		q := must[*wire.LazyOutput](t)(s.Recv())
		if q.Context != 7 || numbers[q.Number] || !slices.ContainsFunc(asked, func(a *wire.LazyOutput) bool { return a.Id == q.Id && a.Number == q.Number }) {
			t.Errorf("asked %v", q)
		}
		numbers[q.Number] = true
		again = append(again, q)
	}
	for entered.Load() < 60 || r.srv.lazy.waiting() < 20 { // all wait, or are about to
		runtime.Gosched()
	}
	for _, q := range slices.Backward(again) {
		s.Send(&wire.LazyInput{Id: q.Id, Addr: 1000 + q.Number})
	}
	// A thread that came late may have asked once more.
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	go func() {
		for {
			q, err := s.Recv()
			if err != nil {
				return
			}
			s.Send(&wire.LazyInput{Id: q.Id, Addr: 1000 + q.Number})
		}
	}()
	insidetest.Hang(t, "waiting", func() { <-done })
	if made.Load() != 1 || entered.Load() != 60 || r.srv.lazy.waiting() != 0 {
		t.Errorf("%d resolvers made, %d threads told of, %d questions left", made.Load(), entered.Load(), r.srv.lazy.waiting())
	}
}

// waiting is how many questions have no answer.
func (l *lazy) waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.asked) != len(l.byID) {
		return -1
	}
	return len(l.asked)
}

// TestLazyRefused: what no controller should ask for is refused, and what goes on waiting is not lost by it.
func TestLazyRefused(t *testing.T) {
	r, resolve, _, _ := lazyRig(t)
	got := make(chan uint64, 1)
	first := r.open()
	second := must[wire.Executor_LazyClient](t)(r.Lazy(t.Context()))
	second.Send(&wire.LazyInput{Instance: r.id})
	_, err := second.Recv()
	code(t, "two calls", err, codes.Aborted, wire.ErrorDetail_REASON_BUSY)
	go func() { got <- resolve(1, 2) }()
	q := must[*wire.LazyOutput](t)(first.Recv())
	first.Send(&wire.LazyInput{Id: q.Id + 1, Addr: 5})
	_, err = first.Recv()
	code(t, "an answer to nothing", err, codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID)
	other := must[wire.Executor_LazyClient](t)(r.Lazy(t.Context()))
	other.Send(&wire.LazyInput{Instance: "other"})
	_, err = other.Recv()
	code(t, "another's", err, codes.FailedPrecondition, wire.ErrorDetail_REASON_INSTANCE)
	s := r.open()
	q = must[*wire.LazyOutput](t)(s.Recv())
	s.Send(&wire.LazyInput{Id: q.Id}) // 0 is an answer, too
	insidetest.Hang(t, "waiting", func() {
		if v := <-got; v != 0 {
			t.Errorf("got %d", v)
		}
	})
	// Nothing that loaded code could be in is at work: the server drains although the call is open.
	r.srv.Drain()
	if _, err := s.Recv(); err != io.EOF {
		t.Errorf("drained: %v", err)
	}

	r = newRig(t, func(o *Config) {
		o.Callback = func(func(_, _ uint64) uint64) (uint64, error) { return 0, errors.New("no more callbacks") }
	})
	_, err = r.beginLazy(t.Context())
	code(t, "no callback", err, codes.Internal, none)
	r = newRig(t, nil)
	_, err = r.beginLazy(t.Context())
	code(t, "an executor without", err, codes.Unimplemented, none)
}
