package door

import (
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// moment is how long a thread waits for an answer. Then its goroutine waits for gRPC's.
	moment = 200 * time.Microsecond
	// short is how long a call takes that others wait for. Behind one that takes longer they go by gRPC, to run beside it.
	short = 50 * time.Microsecond
)

// Door is the controller's end. Its methods may be called concurrently.
type Door struct {
	long atomic.Bool // the last call took long

	mu   sync.Mutex
	page *Page // nil: closed
}

// New makes a door and the file of its memory, which the caller has to pass on and to close. Where there are none the error
// matches objfmt.ErrUnsupported.
func New() (*Door, *os.File, error) {
	f, err := memory()
	if err != nil {
		return nil, nil, err
	}
	p, err := attach(f)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return &Door{page: p}, f, nil
}

// Outcome is what has become of a call.
type Outcome int

const (
	Refused  Outcome = iota // it was not made
	Answered                // it has a result
	Begun                   // it was made: how it ends has to be asked for
)

// Call makes a call, and waits a moment for its answer.
func (d *Door) Call(c *Call) (uint64, Outcome) {
	if !d.enter() {
		return 0, Refused
	}
	defer d.mu.Unlock()
	p := d.page
	if p == nil || !p.put(c) {
		return 0, Refused
	}
	begun := time.Now()
	for p.state() == called {
		left := moment - time.Since(begun)
		if left <= 0 {
			d.long.Store(true)
			if p.change(called, asked) {
				return 0, Begun
			}
			break
		}
		sleep(&p.word, called, left)
	}
	d.long.Store(time.Since(begun) > short)
	if p.state() == failed {
		return 0, Begun
	}
	return p.value, Answered // whatever the thread does now: calls are made here alone
}

// enter takes the lock, unless that may take long.
func (d *Door) enter() bool {
	if d.long.Load() {
		return d.mu.TryLock()
	}
	d.mu.Lock()
	return true
}

// Close gives the memory back. No call is made afterwards.
func (d *Door) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.page != nil {
		detach(d.page)
		d.page = nil
	}
}
