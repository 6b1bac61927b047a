package rtdyld

import (
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/internal/nested"
)

// Close is [Linker.CloseContext] without a limit.
func (l *Linker) Close() error { return l.CloseContext(context.Background()) }

// CloseContext unloads all objects without running their destructors and releases their
// memory. Objects whose memory was taken over by the caller's manager keep
// running. Call frames are deregistered and the listeners told, as by Unload. From the call on
// all others are refused with ErrClosed. What another goroutine is unloading goes when that is done. The caller sees to it that no
// thread runs the objects' code, constructors included. It returns the errors of the
// unwinder, the TLS provider and the memory manager, joined. Closing twice is an error,
// ErrClosed.
//
// It waits for operations that are at work; if ctx ends first it returns that error. From inside a
// callback it waits for nothing. In both cases the last operation takes everything down when it ends.
func (l *Linker) CloseContext(ctx context.Context) error {
	if l.recording != nil {
		return l.recordClose(ctx)
	}
	return l.closeNow(ctx)
}

// closeNow is CloseContext.
func (l *Linker) closeNow(ctx context.Context) error {
	l.mu.Lock()
	if l.closed.Load() {
		l.mu.Unlock()
		return ErrClosed
	}
	l.took(ctx, nil)
	l.closed.Store(true) // from here on every call is refused, so that nothing below changes
	l.wake()
	for !l.quiet() {
		var err error
		inside := nested.InCall.Inside(ctx) || nested.InClaim.Inside(ctx)
		if !inside {
			err = l.wait(ctx)
		}
		if inside || err != nil {
			l.left = true
			l.mu.Unlock()
			return err
		}
	}
	return l.takeDown(ctx)
}

// recordClose is CloseContext that the Recording is told of.
func (l *Linker) recordClose(ctx context.Context) error {
	op := &Operation{Do: DoClose, l: l}
	op.Err = l.closeNow(context.WithValue(ctx, operationKey{}, op))
	l.recording.End(op)
	return op.Err
}

// takeDown does what Close does once nothing is at work. It gives mu up.
func (l *Linker) takeDown(ctx context.Context) (err error) {
	l.left = false
	all := l.initial.closing[:0]
	var ran []*Object
	for o := range l.all() {
		if o.gone() { // which is Unload's, which is at work
			continue
		}
		all = append(all, o)
		if len(l.cfg.Listeners) > 0 && o.stage.done() {
			ran = append(ran, o)
			l.keepSymbols(o)
		}
	}
	l.mu.Unlock()
	if len(ran) > 0 {
		sortObjects(ran)
	}
	p := parting{l: l, set: all, ran: ran}
	defer func() { // also if a callback panics
		err = errors.Join(append(p.errs, l.clear(ctx, all))...)
	}()
	if l.unwind != 0 || len(ran) > 0 {
		p.tell(ctx)
	}
	return nil
}

// clear releases what objects have and empties the books. It gives mu up.
func (l *Linker) clear(ctx context.Context, all []*Object) error {
	var errs []error
	l.mu.Lock()
	l.freeAllCanonical()
	for _, o := range all {
		errs = appendError(errs, l.release(o))
	}
	l.forgetAll()
	for _, o := range all {
		l.reuse(o)
	}
	return errors.Join(appendError(errs, l.unlock(ctx))...)
}
