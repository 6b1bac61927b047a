package engine

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/nested"
)

// life is how far an engine has come:
//
//	open --> waiting --> closed
//	            |          ^
//	            +-> closing
type life uint8

const (
	open    life = iota
	waiting      // Close waits for what goes on without its caller, and then takes everything down
	closing      // Close's context has ended: the last of that takes everything down
	closed
)

// resign has the life of an engine go on, if it is from, and reports whether it was.
func (e *Engine) resign(from, to life) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.life != from {
		return false
	}
	e.life = to
	return true
}

// Close is [Engine.CloseContext] without a limit.
func (e *Engine) Close() error { return e.CloseContext(context.Background()) }

// CloseContext removes all modules without running destructors, as [rtdyld.Linker.CloseContext]
// does. What the caller's memory manager keeps goes on working. Calls that wait for a module
// get [ErrClosed], and all other calls are refused with it from now on.
//
// Close waits for constructors and destructors that go on since the context of the call ended that ran them.
// If ctx ends first the error is its cause, and the last of them takes everything down when it returns. Close waits for
// nothing else: the caller sees to it that no thread is inside code whose memory goes.
func (e *Engine) CloseContext(ctx context.Context) error {
	if !e.resign(open, waiting) {
		return ErrClosed
	}
	close(e.end)
	e.mu.Lock()
	for m := range e.sets.all() {
		for _, u := range m.units {
			if f := u.flight; f != nil {
				f.cancel(ErrClosed)
			}
		}
	}
	e.mu.Unlock()
	if back := e.whenBack(); back != nil {
		select {
		case <-back:
		case <-ctx.Done():
			e.resign(waiting, closing)
			select {
			case <-back: // meanwhile
				if !e.resign(closing, closed) {
					return context.Cause(ctx)
				}
				return e.takeDown(ctx)
			default:
				return context.Cause(ctx)
			}
		}
	}
	e.resign(waiting, closed)
	return e.takeDown(ctx)
}

// takeDown does what Close does once nothing goes on without its caller.
func (e *Engine) takeDown(ctx context.Context) error {
	e.mu.Lock()
	var all []*Module
	for m := range e.sets.all() {
		all = append(all, m)
	}
	e.mu.Unlock()
	defer func() { // also if a callback panics
		e.mu.Lock()
		defer e.mu.Unlock()
		e.displaceAll()
		for _, m := range all {
			e.move(m, Removed)
			m.drop()
		}
		e.index.clear()
		e.forgetSwitches()
		e.forgetUses()
	}()
	return nested.Each(func() error { return e.closeSwitched(ctx, all) }, func() error { return e.linker.CloseContext(ctx) })
}
