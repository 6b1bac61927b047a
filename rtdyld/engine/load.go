package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// flight is the loading of one unit, for all who wait for it. It goes on as long as one
// of them waits.
type flight struct {
	done    chan struct{}
	waiters int // guarded by e.mu
	cancel  context.CancelCauseFunc
	err     error // once done is closed
}

// errAlone is the cause of a flight's end that nobody waits for.
var errAlone = errors.New("nobody waits for the module any more")

// load takes a unit to Loaded, once, however many ask. wanted is the name for which.
func (e *Engine) load(ctx context.Context, u *unit, wanted string) error {
	for {
		f, err := e.board(ctx, u, wanted)
		if f == nil {
			return err
		}
		select {
		case <-f.done:
			if errors.Is(f.err, errAlone) {
				continue // the flight had been given up when we came
			}
			return f.err
		case <-ctx.Done():
		}
		e.mu.Lock()
		if f.waiters--; f.waiters == 0 {
			f.cancel(errAlone)
		}
		e.mu.Unlock()
		return context.Cause(ctx)
	}
}

// board joins or begins a unit's flight; there is none if the unit is where it should be or
// cannot come there.
func (e *Engine) board(ctx context.Context, u *unit, wanted string) (*flight, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed:
		return nil, ErrClosed
	case u.state == Loaded || u.state == Finalized:
		return nil, nil
	case u.state == Failed && u.final:
		return nil, u.err
	case u.state == Removed || u.m.leaving():
		return nil, &ModuleError{u.m.in.Name, "load", ErrRemoved}
	}
	f := u.flight
	if f == nil {
		fctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
		f = &flight{done: make(chan struct{}), cancel: cancel}
		u.flight, u.wanted = f, wanted
		go e.fly(fctx, u, f)
	}
	f.waiters++
	return f, nil
}

// fly does the work of a flight and books its end.
func (e *Engine) fly(ctx context.Context, u *unit, f *flight) {
	err := e.make(ctx, u)
	if err != nil && ctx.Err() != nil {
		err = errors.Join(context.Cause(ctx), err)
	}
	e.mu.Lock()
	u.flight = nil
	f.err = err
	if err != nil && ctx.Err() == nil {
		u.state, u.err, u.final = Failed, err, final(err)
		u.m.err = err
		e.move(u.m, Failed)
	}
	if u.m.state == Removed {
		u.m.drop()
	}
	e.mu.Unlock()
	close(f.done)
	f.cancel(nil)
}

// final reports whether an error comes from what a module is, and not from what was when it
// was tried: memory, other modules, files, a compiler. It is the same the next time.
func final(err error) bool {
	var r *rtdyld.RelocError
	for _, of := range []error{objfmt.ErrFormat, objfmt.ErrUnknownFormat, rtdyld.ErrTarget, triple.ErrMismatch, ErrInput} {
		if errors.Is(err, of) {
			return true
		}
	}
	return errors.As(err, &r) && errors.Is(r, rtdyld.ErrUnsupported)
}

// ground ends the loading of a unit and waits for that.
func (e *Engine) ground(u *unit) {
	e.mu.Lock()
	f := u.flight
	if f != nil {
		f.cancel(ErrRemoved)
	}
	e.mu.Unlock()
	if f != nil {
		<-f.done
	}
}

// make compiles what is source, loads and tells.
func (e *Engine) make(ctx context.Context, u *unit) error {
	m := u.m
	img := u.img
	if img == nil {
		var err error
		if img, err = e.compiled(ctx, u); err != nil {
			return &ModuleError{m.in.Name, "compile", err}
		}
		defer img.Close()
		if u.lazy != nil {
			err = u.enclose(img)
		} else {
			err = checkFunctions(img, u.functions)
		}
		if err != nil {
			return &ModuleError{m.in.Name, "compile", err}
		}
	}
	if err := e.checkTarget(img); err != nil {
		return &ModuleError{m.in.Name, "load", err}
	}
	e.mu.Lock()
	if err := context.Cause(ctx); err != nil || u.state != Added && u.state != Failed || m.leaving() {
		e.mu.Unlock()
		return &ModuleError{m.in.Name, "load", errors.Join(err, ErrRemoved)}
	}
	e.mu.Unlock()
	objs, err := e.linkerOf(u).Load(ctx, img)
	if err != nil {
		return &ModuleError{m.in.Name, "load", err}
	}
	e.mu.Lock()
	if e.closed { // its memory went, or goes, with the linker's
		e.mu.Unlock()
		return &ModuleError{m.in.Name, "load", ErrClosed}
	}
	e.book(u, objs[0])
	if _, is := e.early[u.obj]; is {
		delete(e.early, u.obj)
		e.done(u)
	}
	e.mu.Unlock()
	if e.cfg.OnLoaded != nil {
		if err := e.cfg.OnLoaded(ctx, m, objs); err != nil {
			return &ModuleError{m.in.Name, "load", errors.Join(err, e.unload(context.WithoutCancel(ctx), u))}
		}
	}
	for _, l := range e.listening() {
		(*l).Loaded(m, objs)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if u.state = Loaded; u.ready {
		u.state = Finalized // already, for another's sake
	}
	e.forget(u)
	u.err = nil
	if m.state == Failed {
		m.err = m.failure()
	}
	if m.err == nil {
		e.move(m, Loaded)
	}
	e.settled(m)
	return nil
}

// unload takes back what was loaded and may not stay.
func (e *Engine) unload(ctx context.Context, u *unit) error {
	err := e.linkerOf(u).Unload(ctx, u.obj)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.unbook(u)
	return err
}

// forget takes a unit's names out of the index.
func (e *Engine) forget(u *unit) {
	for _, name := range u.defines {
		us := e.index[name]
		for i, x := range us {
			if x == u {
				us = append(us[:i:i], us[i+1:]...)
				break
			}
		}
		if len(us) == 0 {
			delete(e.index, name)
		} else {
			e.index[name] = us
		}
	}
	u.defines = nil
	if !u.learnt {
		u.learnt = true
		for i, x := range e.unknown {
			if x == u {
				e.unknown = append(e.unknown[:i:i], e.unknown[i+1:]...)
				break
			}
		}
	}
}

// checkTarget holds an object's header against the engine's target, or against the first
// object's if there is none.
func (e *Engine) checkTarget(img *objfmt.ObjectImage) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	want := e.target
	if want == (triple.Triple{}) {
		if e.seen == (triple.Triple{}) {
			e.seen = img.Triple
		}
		want = e.seen
	}
	if err := want.CheckObject(img.Triple); err != nil {
		return fmt.Errorf("%s: %w", img.Name, err)
	}
	return nil
}

// Load takes modules to Loaded and no further, so that their sections can be mapped:
// all that are Added if none is named, and those Failed that may be tried again. Archives and lazy
// modules load nothing by this: their members and parts are loaded as they are needed. Errors are
// joined; they are *ModuleErrors, or ctx's cause.
func (e *Engine) Load(ctx context.Context, ms ...*Module) error {
	var errs []error
	for _, u := range e.unitsOf(ms) {
		if err := e.load(ctx, u, ""); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// unitsOf lists the units to load for modules; without any, those of all that are Added.
func (e *Engine) unitsOf(ms []*Module) (us []*unit) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(ms) == 0 {
		ms = e.waiting(Added)
	}
	for _, m := range ms {
		if m.index == nil && !m.in.Lazy {
			us = append(us, m.units...)
		}
	}
	return us
}

// waiting lists the modules of some states, and those Failed that may be tried again. e.mu is
// held.
func (e *Engine) waiting(states ...State) (ms []*Module) {
	for _, s := range append(states, Failed) {
		for m := e.sets[s].first; m != nil; m = m.next {
			if s != Failed || !slices.ContainsFunc(m.units, func(u *unit) bool { return u.final }) {
				ms = append(ms, m)
			}
		}
	}
	return ms
}

// Finalize makes modules ready to run: those named, with what they refer to; without any,
// all that are Added or Loaded, and those Failed that may be tried again. Errors are joined.
func (e *Engine) Finalize(ctx context.Context, ms ...*Module) error {
	if len(ms) == 0 {
		e.mu.Lock()
		ms = e.waiting(Added, Loaded)
		e.mu.Unlock()
		if len(ms) == 0 {
			return nil
		}
	}
	errs := []error{e.Load(ctx, ms...)}
	for _, m := range ms {
		for _, o := range m.Objects() {
			errs = append(errs, e.finalize(ctx, o, ""))
		}
	}
	return errors.Join(errs...)
}

// finalize makes an object ready and waits for its constructors, whoever runs them.
func (e *Engine) finalize(ctx context.Context, o *rtdyld.Object, root string) error {
	e.mu.Lock()
	u := e.objects[o]
	if u == nil {
		defer e.mu.Unlock()
		return e.whyGone()
	}
	ready, wait, m := u.ready, u.wait, u.m
	e.mu.Unlock()
	if ready {
		return nil
	}
	err := e.construct(ctx, u, o)
	if errors.Is(err, rtdyld.ErrLost) {
		if o, wait, err = e.reload(ctx, u); err == nil {
			err = e.construct(ctx, u, o)
		}
	}
	if err != nil {
		return &ModuleError{m.in.Name, "finalize", e.explain(err, u, root)}
	}
	if ctx.Value(noWait{}) != nil {
		return nil
	}
	select {
	case <-wait:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if u.ready {
		return nil
	}
	return e.whyGone()
}

// whyGone says why something is not there any more.
func (e *Engine) whyGone() error {
	if e.closed {
		return ErrClosed
	}
	return ErrRemoved
}

// construct finalizes an object and runs the constructors that this leads to: a call into
// loaded code, that no memory may go under.
func (e *Engine) construct(ctx context.Context, u *unit, o *rtdyld.Object) error {
	at := e.calls.enter()
	defer at.leave()
	if err := e.finalizeDeps(ctx, u); err != nil {
		return err
	}
	return e.linkerOf(u).Finalize(ctx, o)
}
