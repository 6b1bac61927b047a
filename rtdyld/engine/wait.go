package engine

import (
	"context"
	"sync"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// What waits here, for a flight, for constructors, for calls to end, for stubs to be made, waits no longer than its
// context. Callbacks that are given a context may ignore it, and loaded code has none: what runs these for a caller runs on
// a goroutine of its own, and goes on by itself when the caller's context ends.

// aside runs f, and waits for it as long as ctx lets it; then the error is ctx's cause, and f goes on by itself. f runs on
// a goroutine of its own, unless its caller stays.
//
// callback names what f calls, see caught; empty: its function does.
func (e *Engine) aside(ctx context.Context, callback string, f func() error) error {
	if stays(ctx) {
		return f()
	}
	err, _ := newErrand(ctx, e, callback, f).wait()
	return err
}

// stays reports whether a caller waits to the end: because ctx never ends, or because he is inside a callback, where what
// went on without him could not be told from calls that come from outside.
func stays(ctx context.Context) bool { return ctx.Done() == nil || inside(ctx) }

// inside reports whether a caller is inside a callback.
func inside(ctx context.Context) bool {
	return nested.InCall.Inside(ctx) || nested.InClaim.Inside(ctx) || nested.InMake.Inside(ctx)
}

// apart is aside for what runs loaded code, or takes memory away: what goes on without its caller is waited for by
// Close.
func (e *Engine) apart(ctx context.Context, w work) error {
	if stays(ctx) {
		return w.do(e, ctx, w)
	}
	x := newErrand(ctx, e, "", nil)
	x.work, x.awaited = w, true
	err, back := x.wait()
	if back {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if !x.ended {
		x.left = true
		e.left++
	}
	return err
}

// work is a function, and what it is called with: a closure would be an allocation.
type work struct {
	do func(e *Engine, ctx context.Context, w work) error
	u  *unit
	o  *rtdyld.Object
	ms []*Module
}

// errand is what runs on a goroutine of its own, so that its caller may leave.
type errand struct {
	ctx         context.Context
	f           func() error // nil: work is done
	work        work
	e           *Engine
	callback    string
	awaited     bool       // e waits for it before it closes
	done        chan error // gets f's error
	start       func()     // run, of this errand
	ended, left bool       // guarded by e.mu
}

// errands keeps those that are back, with their channels, for others.
var errands = sync.Pool{New: func() any {
	x := &errand{done: make(chan error, 1)}
	x.start = x.run
	return x
}}

func newErrand(ctx context.Context, e *Engine, callback string, f func() error) *errand {
	x := errands.Get().(*errand)
	x.ctx, x.e, x.callback, x.f = ctx, e, callback, f
	return x
}

// wait starts the errand, and waits as long as the context lets it. back says that f has returned: the errand is
// another's then.
func (x *errand) wait() (err error, back bool) {
	go x.start()
	select {
	case err = <-x.done:
	case <-x.ctx.Done():
		select {
		case err = <-x.done: // both
		default:
			return context.Cause(x.ctx), false
		}
	}
	*x = errand{done: x.done, start: x.start}
	errands.Put(x)
	return err, true
}

func (x *errand) run() {
	err := errEnded
	defer func() { // also if a callback ends the goroutine
		if x.awaited {
			x.end()
		}
		x.done <- err
	}()
	stretch(nil)
	err = x.e.caught(x.callback, func() error {
		if x.f != nil {
			return x.f()
		}
		return x.work.do(x.e, x.ctx, x.work)
	})
}

// stretch makes the stack of a goroutine that has just begun as large as loading needs as a rule. It begins with 2 KiB
// as a rule, and to have it doubled again and again from deep inside costs more than what is done there: all
// frames are looked up and copied each time.
//
//go:noinline
func stretch(p *byte) byte {
	if p == nil { // always: that there is room for the array below has been seen to before
		return 0
	}
	var room [6 << 10]byte
	room[*p] = *p
	return room[*p/2]
}

// end notes that f has returned.
func (x *errand) end() {
	x.e.mu.Lock()
	x.ended = true
	left := x.left
	x.e.mu.Unlock()
	if left {
		_ = x.e.caught("", func() error { return x.e.reap(context.WithoutCancel(x.ctx)) }) // it may have kept something from going
		_ = x.e.caught("", func() error { return x.e.returned(x.ctx) })
	}
}

// returned says that something has ended that went on without its caller. The last one does what Close has left to
// it.
func (e *Engine) returned(ctx context.Context) error {
	e.mu.Lock()
	e.left--
	last := e.left == 0
	if last && e.back != nil {
		close(e.back)
		e.back = nil
	}
	e.mu.Unlock()
	if last && e.resign(closing, closed) {
		return e.takeDown(context.WithoutCancel(ctx))
	}
	return nil
}

// whenBack is closed when nothing goes on without its caller; nil if nothing does.
func (e *Engine) whenBack() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.left > 0 && e.back == nil {
		e.back = make(chan struct{})
	}
	return e.back
}

// sweepLater has the index take out what has been left in it, beside others. e.mu is held.
func (e *Engine) sweepLater() {
	if e.sweeping || len(e.index.left) == 0 || e.life != open {
		return
	}
	e.sweeping = true
	e.left++
	go e.sweep()
}

// sweep takes out what has been left in the index.
func (e *Engine) sweep() {
	step := func() (more bool) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.sweeping = e.index.sweep()
		return e.sweeping
	}
	for step() {
	}
	_ = e.caught("", func() error { return e.returned(context.Background()) })
}
