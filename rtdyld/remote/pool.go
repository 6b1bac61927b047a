package remote

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Pool spreads sessions over executors. A session is on one executor, with all that it
// has loaded; what ends an executor ends it for all sessions on it. Each of these goes on
// with its next call on an executor that lives, while another is started in place of the
// one that has ended. Methods may be called concurrently.
type Pool struct {
	source func(ctx context.Context, slot int) (*Executor, error)
	ctx    context.Context // of what is started in the background
	cancel context.CancelFunc

	wg sync.WaitGroup

	mu      sync.Mutex
	slots   []slot
	all     map[*Executor]*tenancy
	changed chan struct{} // closed when a start is done
	closed  bool
}

// slot is the place of one executor.
type slot struct {
	exec     *Executor // nil: none
	starting bool
	failed   error // of the last start
}

// tenancy is how many sessions an executor has.
type tenancy struct{ sessions int }

// NewPool starts size executors: source is told which of them, from 0 on, so that it may
// dial another machine for each. An error of one is all that is returned, and the others
// are closed.
func NewPool(ctx context.Context, size int, source func(ctx context.Context, slot int) (*Executor, error)) (*Pool, error) {
	if size < 1 {
		return nil, fmt.Errorf("remote: pool of %d executors", size)
	}
	p := &Pool{source: source, slots: make([]slot, size), all: map[*Executor]*tenancy{}, changed: make(chan struct{})}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	errs := make([]error, size)
	var wg sync.WaitGroup
	for i := range p.slots {
		wg.Go(func() { errs[i] = p.start(ctx, i) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			_ = p.Close()
			return nil, err
		}
	}
	return p, nil
}

// start fills a slot, and tells who waits.
func (p *Pool) start(ctx context.Context, i int) error {
	var e *Executor
	err := guarded("Pool's source", func() (err error) { e, err = p.source(ctx, i); return err })
	p.mu.Lock()
	defer p.mu.Unlock()
	p.slots[i].starting, p.slots[i].failed = false, err
	close(p.changed)
	p.changed = make(chan struct{})
	switch {
	case err != nil:
		return err
	case p.closed:
		return e.Close()
	}
	p.slots[i].exec = e
	p.all[e] = new(tenancy)
	return nil
}

// Session makes a session on the executor that has the fewest.
func (p *Pool) Session(ctx context.Context, cfg SessionConfig) (*Session, error) {
	return newSession(ctx, p, cfg)
}

// place implements placer: a survivor is taken at once; if there is none, what comes
// first of those that are started.
func (p *Pool) place(ctx context.Context) (*Executor, error) {
	for first := true; ; first = false {
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			return nil, fmt.Errorf("remote: pool: %w", ErrClosed)
		}
		if first {
			p.refill()
		}
		e, starting, changed := p.best(), false, p.changed
		var errs []error
		for i := range p.slots {
			starting = starting || p.slots[i].starting
			errs = append(errs, p.slots[i].failed)
		}
		if e != nil {
			p.all[e].sessions++
		}
		p.mu.Unlock()
		if e != nil {
			return e, nil
		}
		if !starting {
			return nil, errors.Join(append(errs, fmt.Errorf("remote: pool: no executor: %w", ErrEnded))...)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, fmt.Errorf("remote: pool: %w", ended(ctx))
		}
	}
}

// best is the executor that lives and has the fewest sessions, nil if none lives.
func (p *Pool) best() (best *Executor) {
	for _, s := range p.slots {
		if s.exec != nil && s.exec.Err() == nil && (best == nil || p.all[s.exec].sessions < p.all[best].sessions) {
			best = s.exec
		}
	}
	return best
}

// refill starts executors in place of those that have ended.
func (p *Pool) refill() {
	for i := range p.slots {
		s := &p.slots[i]
		if s.exec != nil && s.exec.Err() != nil {
			p.retire(s.exec)
			s.exec = nil
		}
		if s.exec == nil && !s.starting {
			s.starting = true
			p.wg.Go(func() { _ = p.start(p.ctx, i) }) // who comes next tries again
		}
	}
}

// retire closes an executor that has ended once no session has it.
func (p *Pool) retire(e *Executor) {
	if t := p.all[e]; t != nil && t.sessions == 0 {
		delete(p.all, e)
		_ = e.Close()
	}
}

// leave implements placer.
func (p *Pool) leave(e *Executor) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.all[e]
	if t == nil {
		return nil
	}
	t.sessions--
	for _, s := range p.slots {
		if s.exec == e && e.Err() == nil {
			return nil
		}
	}
	p.retire(e)
	return nil
}

// Executors are those that live now.
func (p *Pool) Executors() []*Executor {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []*Executor
	for _, s := range p.slots {
		if s.exec != nil && s.exec.Err() == nil {
			list = append(list, s.exec)
		}
	}
	return list
}

// Close is [Pool.CloseContext] without a limit.
func (p *Pool) Close() error { return p.CloseContext(context.Background()) }

// CloseContext ends all executors and waits until they have ended. Sessions of the pool should
// be closed before: those that are not have no executor any more. Closing twice is an error that
// matches [ErrClosed]. If ctx ends first its cause is among the errors, and the rest
// still ends.
func (p *Pool) CloseContext(ctx context.Context) error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return fmt.Errorf("remote: pool: %w", ErrClosed)
	}
	p.closed = true
	p.cancel()
	all := p.all
	p.all = map[*Executor]*tenancy{}
	p.mu.Unlock()
	var errs []error
	for e := range all {
		if err := e.CloseContext(ctx); !errors.Is(err, ErrClosed) {
			errs = append(errs, err)
		}
	}
	idle := make(chan struct{})
	go func() {
		p.wg.Wait()
		close(idle)
	}()
	select {
	case <-idle:
	case <-ctx.Done():
		errs = append(errs, ended(ctx))
	}
	return errors.Join(errs...)
}
