package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// flight is the loading of one unit, for all who wait for it. It goes on as long as one
// of them waits.
type flight struct {
	ctx     context.Context         // lock none: set when it is made
	cancel  context.CancelCauseFunc // lock none: set when it is made
	from    flightContext           // ctx but for its end; lock none: set when it is made
	done    chan struct{}           // lock none: set when it is made, closed at the end
	waiters int                     // lock e.mu
	err     error                   // lock e.mu until done is closed, then none
}

// errAlone is the cause of a flight's end that no caller waits for.
var errAlone = errors.New("nobody waits for the module any more")

// load takes a unit to Loaded, once, however many ask. wanted is the name for which.
func (e *Engine) load(ctx context.Context, u *unit, wanted string) error {
	for {
		f, begun, err := e.board(ctx, u, wanted)
		if f == nil {
			return err
		}
		if begun && pilots(ctx, u) {
			e.fly(u, f)
			return f.err
		} else if begun {
			go e.fly(u, f)
		}
		if again, err := e.ride(ctx, u, f); !again {
			return err
		}
	}
}

// pilots reports whether who begins a unit's flight does its work himself: he waits to the end, is inside no callback, where what a linker
// calls would have to be told from what he does, and nothing is to be compiled, which may take long. To leave that to another goroutine
// costs many times what it takes to load a function where the caller is on a thread of C's, as in a stub: it has to go to sleep then, and be woken.
func pilots(ctx context.Context, u *unit) bool {
	return u.part == nil && u.source == nil && ctx.Done() == nil && !inside(ctx)
}

// ride waits for the end of a unit's flight, for an engine or a module that does not want it any more, or for ctx. It is
// to be begun again if it had been given up before.
func (e *Engine) ride(ctx context.Context, u *unit, f *flight) (again bool, err error) {
	for given := f.ctx.Done(); ; given = nil {
		select {
		case <-f.done:
			return errors.Is(f.err, errAlone), f.err
		case <-ctx.Done():
			e.mu.Lock()
			defer e.mu.Unlock()
			if f.waiters--; f.waiters == 0 {
				f.cancel(errAlone)
			}
			return false, context.Cause(ctx)
		case <-given: // or it has ended, which is seen then
			switch err := context.Cause(f.ctx); {
			case errors.Is(err, ErrClosed), errors.Is(err, ErrRemoved):
				return false, &ModuleError{u.m.in.Name, "load", err}
			}
		}
	}
}

// flightContext is the context of a flight but for its end: it has the values of who began that, and does not end with him.
type flightContext struct {
	context.Context // of who began it
	f               *flight
	u               *unit
}

// flightKey is the key of a flight in the contexts of what it calls, unitKey that of the unit which it loads.
type (
	flightKey struct{}
	unitKey   struct{}
)

// Value implements [context.Context].
func (c *flightContext) Value(key any) any {
	switch key.(type) {
	case flightKey:
		return c.f
	case unitKey:
		return c.u
	}
	return c.Context.Value(key)
}

// Deadline implements [context.Context]: there is none.
func (c *flightContext) Deadline() (t time.Time, ok bool) { return t, false }

// Done implements [context.Context]: it does not end.
func (c *flightContext) Done() <-chan struct{} { return nil }

// Err implements [context.Context].
func (c *flightContext) Err() error { return nil }

// aboard reports whether ctx is that of a callback of a flight, or of one that was begun from inside such: who waited
// for it would wait for himself.
func (f *flight) aboard(ctx context.Context) bool {
	for {
		x, _ := ctx.Value(flightKey{}).(*flight)
		if x == nil || x == f {
			return x == f
		}
		ctx = x.from.Context
	}
}

// board joins or begins a unit's flight; there is none if the unit is where it should be or
// cannot come there. Who has begun it sees to it that it is flown.
func (e *Engine) board(ctx context.Context, u *unit, wanted string) (f *flight, begun bool, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.life != open:
		return nil, false, ErrClosed
	case u.phase.done():
		return nil, false, nil
	case u.phase == malformed:
		return nil, false, u.err
	case u.phase == removed || u.m.leaving():
		return nil, false, &ModuleError{u.m.in.Name, "load", ErrRemoved}
	}
	f = u.flight
	if nested.InCall.Inside(ctx) || f != nil && f.aboard(ctx) { // the load would have to wait for this very caller
		return nil, false, &ModuleError{u.m.in.Name, "load", rtdyld.ErrNested}
	}
	if begun = f == nil; begun {
		f = newFlight(ctx, u)
		u.flight, u.wanted = f, wanted
	}
	f.waiters++
	return f, begun, nil
}

// newFlight makes a flight of a unit whose context has the values of ctx.
func newFlight(ctx context.Context, u *unit) *flight {
	f := &flight{done: make(chan struct{})}
	f.from = flightContext{ctx, f, u}
	f.ctx, f.cancel = context.WithCancelCause(&f.from)
	return f
}

// fly does the work of a flight and notes its end.
func (e *Engine) fly(u *unit, f *flight) {
	err := errEnded
	defer func() { e.land(u, f, err) }()
	stretch(nil)
	err = e.make(f.ctx, u)
}

// land notes the end of a flight.
func (e *Engine) land(u *unit, f *flight, err error) {
	if err != nil && f.ctx.Err() != nil {
		err = errors.Join(context.Cause(f.ctx), err)
	}
	e.mu.Lock()
	u.flight = nil
	f.err = err
	if err != nil && f.ctx.Err() == nil {
		e.unmade(u, err)
	}
	left := u.phase == removed || u.m.is(gone)
	if u.m.state == Removed {
		u.m.drop()
	}
	e.mu.Unlock()
	if err != nil && e.cfg.Logger != nil {
		_ = e.caught("Config.Logger", func() error {
			logger{e.cfg.Logger}.note("module failed", u.m, slog.Any("error", err))
			return nil
		})
	}
	close(f.done)
	f.cancel(nil)
	if left { // by Replace, which did not wait
		_ = e.caught("", func() error { return e.reap(context.WithoutCancel(f.ctx)) })
	}
}

// final reports whether an error comes from what a module is, and not from what was when it
// was tried: memory, other modules, files, a compiler. It is the same the next time.
func final(err error) bool {
	var r *rtdyld.RelocError
	var p *PanicError
	if errors.As(err, &p) {
		return false
	}
	for _, of := range []error{objfmt.ErrFormat, objfmt.ErrUnknownFormat, rtdyld.ErrTarget, triple.ErrMismatch, ErrInput} {
		if errors.Is(err, of) {
			return true
		}
	}
	return errors.As(err, &r) && errors.Is(r, rtdyld.ErrUnsupported)
}

// stop has the flights of a module's units end, and lists them. e.mu is held.
func (m *Module) stop() (flights []*flight) {
	for _, u := range m.units {
		if u.flight != nil {
			u.flight.cancel(ErrRemoved)
			flights = append(flights, u.flight)
		}
	}
	return flights
}

// landed waits for the ends of flights. If ctx ends earlier the error matches ErrBusy.
func landed(ctx context.Context, flights []*flight) error {
	for i, f := range flights {
		select {
		case <-f.done:
		case <-ctx.Done():
			return fmt.Errorf("%w: %d are being loaded: %w", ErrBusy, len(flights)-i, context.Cause(ctx))
		}
	}
	return nil
}

// make compiles what is source, loads and tells.
func (e *Engine) make(ctx context.Context, u *unit) (err error) {
	m := u.m
	img := u.img
	if img == nil {
		if img, err = e.compiled(ctx, u); err != nil {
			return &ModuleError{m.in.Name, "compile", err}
		}
		defer img.Close()
		if err := u.checkCompiled(img); err != nil {
			return &ModuleError{m.in.Name, "compile", err}
		}
	}
	if err := e.checkTarget(img); err != nil {
		return &ModuleError{m.in.Name, "load", err}
	}
	e.mu.Lock()
	if err := context.Cause(ctx); err != nil || !u.phase.mayLoad() || m.leaving() {
		e.mu.Unlock()
		return &ModuleError{m.in.Name, "load", errors.Join(err, ErrRemoved)}
	}
	e.mu.Unlock()
	objs, err := e.enter(ctx, u, img)
	if err != nil {
		return &ModuleError{m.in.Name, "load", err}
	}
	e.mu.Lock()
	if e.life != open { // its memory went, or goes, with the linker's
		e.mu.Unlock()
		return &ModuleError{m.in.Name, "load", ErrClosed}
	}
	e.place(u, objs[0])
	e.mu.Unlock()
	kept := false
	defer func() {
		if !kept { // also if a callback ends the goroutine
			err = &ModuleError{m.in.Name, "load", errors.Join(err, e.takeBack(context.WithoutCancel(ctx), u))}
		}
	}()
	if e.cfg.OnLoaded != nil {
		err = e.caught("Config.OnLoaded", func() error { return e.cfg.OnLoaded(ctx, m, objs) })
	}
	if err == nil {
		err = e.tell(func(l Listener) { l.Loaded(m, objs) })
	}
	if err == nil {
		kept = true
		e.made(u)
	}
	return err
}

// enter has the linker load a unit's image. ctx is that of the unit's flight.
func (e *Engine) enter(ctx context.Context, u *unit, img *objfmt.ObjectImage) (objs []*rtdyld.Object, err error) {
	defer func() {
		if objs == nil { // also if a callback ends the goroutine
			e.unnotified(u)
		}
	}()
	err = e.caught("", func() (err error) {
		objs, err = e.linkerOf(u).Load(ctx, img)
		return err
	})
	return objs, err
}

// notifier has an object found as soon as the linker has it, before others are told.
type notifier struct {
	e    *Engine
	next rtdyld.LoadNotifier
}

// NotifyLoaded implements [rtdyld.LoadNotifier].
func (n *notifier) NotifyLoaded(ctx context.Context, objs []*rtdyld.Object) error {
	u := ctx.Value(unitKey{}).(*unit)
	n.e.mu.Lock()
	if n.e.life == open {
		n.e.place(u, objs[0])
	}
	n.e.mu.Unlock()
	return n.next.NotifyLoaded(ctx, objs)
}

// checkCompiled says what is wrong with what a compiler made of a unit.
func (u *unit) checkCompiled(img *objfmt.ObjectImage) error {
	if u.lazy != nil {
		return u.enclose(img)
	}
	return checkFunctions(img, u.functions)
}

// takeBack unloads what may not stay. If others use it by now it has to: then it is loaded all the same, and the
// error says so.
func (e *Engine) takeBack(ctx context.Context, u *unit) error {
	err := e.caught("", func() error { return e.linkerOf(u).Unload(ctx, u.obj) })
	e.mu.Lock()
	stays := u.obj != nil && u.obj.State() != rtdyld.Unloaded
	if !stays {
		e.displace(u)
	}
	e.mu.Unlock()
	if stays {
		e.made(u)
	}
	return err
}

// checkTarget holds an object's header against the engine's target, or against the first
// object's if there is none.
func (e *Engine) checkTarget(img *objfmt.ObjectImage) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	want := e.target
	if want.IsZero() {
		if e.seen.IsZero() {
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
	return texts.Join(errs...)
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
			if s != Failed || !slices.ContainsFunc(m.units, func(u *unit) bool { return u.phase == malformed }) {
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
	return texts.Join(errs...)
}

// finalize makes an object ready and waits for its constructors, whichever call runs them.
func (e *Engine) finalize(ctx context.Context, o *rtdyld.Object, root string) error {
	e.mu.Lock()
	u := e.objects[o]
	if u == nil {
		defer e.mu.Unlock()
		return e.whyGone()
	}
	wait, m := u.wait, u.m
	e.mu.Unlock()
	if isClosed(wait) {
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
	if !isClosed(wait) && nested.InCall.Inside(ctx) { // where constructors may wait for the caller
		return &ModuleError{m.in.Name, "finalize", rtdyld.ErrNested}
	}
	select {
	case <-wait:
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-e.end:
		return ErrClosed
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if u.obj == o {
		return nil
	}
	return e.whyGone()
}

// whyGone says why something is not there any more.
func (e *Engine) whyGone() error {
	if e.life != open {
		return ErrClosed
	}
	return ErrRemoved
}

// construct finalizes an object and runs the constructors that this leads to: a call into
// loaded code, that no memory may go under. It goes on by itself if ctx ends.
func (e *Engine) construct(ctx context.Context, u *unit, o *rtdyld.Object) error {
	return e.apart(ctx, work{do: constructHere, u: u, o: o})
}

// constructHere is construct on the goroutine where that is done.
func constructHere(e *Engine, ctx context.Context, w work) error {
	at := e.calls.enter()
	defer at.leave()
	e.visit(w.u, 1)
	defer e.visit(w.u, -1)
	if err := e.finalizeDeps(ctx, w.u); err != nil {
		return err
	}
	return e.linkerOf(w.u).Finalize(ctx, w.o)
}

// visit counts who finalizes a unit.
func (e *Engine) visit(u *unit, n int) {
	e.mu.Lock()
	u.visits += n
	e.mu.Unlock()
}

// unnotified is for a unit whose notifier has failed, so that the linker has taken it back, or had to leave it to others that use it.
func (e *Engine) unnotified(u *unit) {
	e.mu.Lock()
	was := u.obj
	if was != nil && was.State() == rtdyld.Unloaded {
		e.displace(u)
	}
	stays := u.obj != nil
	e.mu.Unlock()
	if stays {
		e.made(u)
	}
}
