// Package interrupt has a command end as the system expects it when it is told to: the first signal ends a
// context, so that the command cleans up, and then the command itself as if it had not been caught; the
// second one ends it at once.
//
//	ctx, signals := interrupt.Watch()
//	status := work(ctx)
//	signals.End()
//	os.Exit(status)
//
// Law: it decides nothing of what is cleaned up, and leaves alone what was ignored when the command began.
package interrupt

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"time"
)

// grace is how long cleaning up may take before the signal ends the command all the same: a read or a write that
// blocks looks at no context.
const grace = 15 * time.Second

// Signals are those that end a command: SIGINT and SIGTERM, where there is one SIGHUP. The nil
// one watches for none.
type Signals struct {
	came   chan os.Signal
	done   chan struct{} // nobody waits for signals any more
	cancel context.CancelCauseFunc
	ctx    context.Context

	once sync.Once // over release
	mu   sync.Mutex
	got  os.Signal // the first
}

// Ended is the cause of a context that a signal has ended.
type Ended struct{ Signal os.Signal }

func (e *Ended) Error() string { return "ended by " + e.Signal.String() }

// Is matches [context.Canceled].
func (e *Ended) Is(t error) bool { return t == context.Canceled }

// Watch begins to wait for signals. The context ends with the first, its cause is an *[Ended].
func Watch() (context.Context, *Signals) {
	s := &Signals{came: make(chan os.Signal, 1), done: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	for _, sig := range ending {
		if !signal.Ignored(sig) {
			signal.Notify(s.came, sig)
		}
	}
	go s.wait()
	return s.ctx, s
}

func (s *Signals) wait() {
	defer close(s.done)
	sig, ok := <-s.came
	if !ok {
		return
	}
	signal.Stop(s.came) // the next one ends the command
	s.mu.Lock()
	s.got = sig
	s.mu.Unlock()
	time.AfterFunc(grace, s.End)
	s.cancel(&Ended{sig})
}

// Release ends the waiting before code runs that is not the command's: signals do from now on what they do in a
// program that says nothing of them. The error is that of the context if a signal came before. It may be called again.
func (s *Signals) Release() error {
	if s == nil {
		return nil
	}
	s.once.Do(func() {
		signal.Stop(s.came)
		close(s.came)
		<-s.done
		if s.ctx.Err() == nil {
			likeOthers()
		}
	})
	return context.Cause(s.ctx)
}

// End ends the process by the signal that came, as if it had not been caught. It returns if none did.
func (s *Signals) End() {
	if s == nil {
		return
	}
	s.mu.Lock()
	sig := s.got
	s.mu.Unlock()
	if sig != nil {
		die(sig)
	}
}
