// Package insidetest tests what works from inside callbacks, and beside a callback that does not return.
//
// Law: for tests alone; it knows names of callbacks, and nothing of who calls them.
package insidetest

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Hooks is embedded in what has the callbacks, each of which begins with Call.
type Hooks struct {
	At  func(ctx context.Context, name string) // is called before each call is made; nil: not called
	Off atomic.Bool                            // At is not called from now on
	// Fail says what a call returns, and is called after At. nil: nothing fails.
	Fail func(ctx context.Context, name string) error
}

// None stands for the context of a callback that is given none.
var None context.Context = none{context.Background()}

type none struct{ context.Context }

// Call tells At that a callback is called, and returns what it is to return; ctx is None where it is
// given none.
func (h *Hooks) Call(ctx context.Context, name string) error {
	if h.At != nil && !h.Off.Load() {
		h.At(ctx, name)
	}
	if h.Fail != nil {
		return h.Fail(ctx, name)
	}
	return nil
}

// Spoil has call k of a callback go wrong, counted from 0: it returns fault, or panics with it, or cancel is called there; kind is
// "error", "panic" or "context". calls counts all calls of the callback.
func (h *Hooks) Spoil(name, kind string, k int, fault error, cancel func()) (calls *int) {
	calls = new(int)
	h.Fail = func(_ context.Context, at string) error {
		if at != name {
			return nil
		}
		if *calls++; *calls != k+1 {
			return nil
		}
		switch kind {
		case "error":
			return fault
		case "panic":
			panic(fault)
		}
		cancel()
		return nil
	}
	return calls
}

// Scene is something with callbacks.
type Scene interface {
	Hook() *Hooks
	// Life goes through all that calls them.
	Life(ctx context.Context) error
	// Read reads all that can be read at any time, and reports what is wrong. where is for messages.
	Read(where string)
}

// Hang ends the test if something does not end; nothing is decided by it.
func Hang(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		all := make([]byte, 1<<20)
		t.Fatalf("%s hangs\n%s", what, all[:runtime.Stack(all, true)])
	}
}

// ReadInside: from inside the first call of each callback all can be read, and all are called.
func ReadInside(t *testing.T, s Scene, callbacks []string) {
	var mu sync.Mutex
	seen := map[string]bool{}
	s.Hook().At = func(_ context.Context, name string) {
		mu.Lock()
		before := seen[name]
		seen[name] = true
		mu.Unlock()
		if !before {
			Hang(t, "reading inside "+name, func() { s.Read("inside " + name) })
		}
	}
	Hang(t, "life", func() {
		if err := s.Life(t.Context()); err != nil {
			t.Error(err)
		}
	})
	for _, name := range callbacks {
		if !seen[name] {
			t.Errorf("%s was not called", name)
		}
	}
}

// ReadBeside: while a callback does not return all can be read.
func ReadBeside(t *testing.T, newScene func(t *testing.T) Scene, callbacks []string) {
	for _, name := range callbacks {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			on, ended := StopAt(t, s.Hook(), name, func() error { return s.Life(t.Context()) })
			Hang(t, "reading beside "+name, func() { s.Read("beside " + name) })
			close(on)
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// StopAt begins a life, which stops inside the first call of a callback until on is closed. ended is its end.
func StopAt(t *testing.T, h *Hooks, name string, life func() error) (on chan struct{}, ended chan error) {
	t.Helper()
	reached := make(chan struct{})
	on, ended = make(chan struct{}), make(chan error, 1)
	var first atomic.Bool
	h.At = func(_ context.Context, at string) {
		if at == name && first.CompareAndSwap(false, true) { // others may call it, too
			close(reached)
			<-on
		}
	}
	go func() { ended <- life() }()
	select {
	case <-reached:
	case err := <-ended:
		t.Fatalf("%s was not called: %v", name, err)
	}
	return on, ended
}
