package engine

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// epochs counts calls by the epoch in which they began: to wait for all earlier calls is to
// begin a new epoch and to wait until the older ones are empty.
type epochs struct {
	now atomic.Pointer[epoch] // lock none: atomic, changed with mu held
	mu  sync.Mutex            // lock none: it is held for moments
	old []*epoch              // those that may have calls; lock mu
}

type epoch struct{ calls atomic.Int64 }

// enter counts a call and returns the epoch to leave.
func (e *epochs) enter() *epoch {
	for {
		at := e.now.Load()
		at.calls.Add(1)
		if e.now.Load() == at {
			return at
		}
		at.leave() // it is over, and may have been waited for already
	}
}

func (at *epoch) leave() { at.calls.Add(-1) }

// turn begins a new epoch and returns the older ones that have calls.
func (e *epochs) turn() []*epoch {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.old = slices.DeleteFunc(append(e.old, e.now.Swap(new(epoch))), (*epoch).empty)
	return slices.Clone(e.old)
}

func (at *epoch) empty() bool { return at.calls.Load() == 0 }

// wait waits until epochs are empty. If ctx ends earlier the error matches ErrBusy.
func (e *epochs) wait(ctx context.Context, old []*epoch) error {
	for _, x := range old {
		for pause := time.Duration(0); !x.empty(); pause = min(2*pause+time.Microsecond, time.Millisecond) {
			if ctx.Err() != nil {
				return fmt.Errorf("%w: %d of them: %w", ErrBusy, x.calls.Load(), context.Cause(ctx))
			}
			time.Sleep(pause)
		}
	}
	return nil
}

// quiesce waits until no call runs that began before, see wait.
func (e *epochs) quiesce(ctx context.Context) error { return e.wait(ctx, e.turn()) }

// Enter begins a counted call: [Engine.Remove] does not take memory away before the
// returned function is called, which is done once. It is for code that runs loaded code by raw
// addresses.
func (e *Engine) Enter() (leave func()) {
	at := e.calls.enter()
	return at.leave
}

// Func is a function of a module with its signature: calls are counted, and refused once the
// module is removed. It may be used concurrently.
type Func struct {
	e     *Engine
	u     *unit
	bound *abi.Bound
	name  string
	sw    *switched // nil: it is not behind a stub
}

// Func looks a function up and binds it.
func (e *Engine) Func(ctx context.Context, caller abi.Caller, name string, sig abi.Signature) (*Func, error) {
	at := e.calls.enter()
	defer at.leave()
	s, u, err := e.find(ctx, name)
	if err != nil {
		return nil, err
	}
	b, err := abi.Bind(caller, sig, s.Addr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return &Func{e: e, u: u, bound: b, name: name, sw: e.switches[name]}, nil
}

// gone reports whether calls are refused.
func (f *Func) gone() bool {
	if f.sw != nil {
		return f.sw.gone.Load()
	}
	return f.u != nil && !f.u.m.is(present)
}

// Call calls the function with words, see [abi.Bound.Call]. Once its module is removed
// the error matches [ErrRemoved]. A function behind a stub is compiled and linked first if it
// is not; an error of that is returned, and nothing called.
func (f *Func) Call(args ...uint64) (uint64, error) {
	at := f.e.calls.enter()
	defer at.leave()
	if f.gone() {
		return 0, &ModuleError{f.u.m.in.Name, "call " + f.name, ErrRemoved}
	}
	if f.sw != nil && f.sw.stub.Target() == 0 {
		if _, err := f.e.reach(context.Background(), f.sw, false); err != nil {
			return 0, err
		}
	}
	return f.bound.Call(args)
}
