package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/stubs"
)

// Replace puts a module with the same Functions, and perhaps more, in the place of old
// while threads call: it is compiled, linked and finalized, then all stubs lead to it, and
// when no counted call is inside old that began before, old is removed: at once, or
// with a later Replace, Remove or Close; errors of that go to Config.Logger. What old kept in its data is gone with it.
//
// If anything fails before the stubs are switched, the error says so, nothing of the
// new module is left, and old stays in place. Where stubs are in another process that does not let itself be told of the switch, the
// error comes with the new module, which is in place but for that, and old's memory stays until the process is told.
//
// At most some dozen replaced modules wait for calls to end, then Replace waits for the
// first of them, as long as ctx lets it.
func (e *Engine) Replace(ctx context.Context, old *Module, in Input) (*Module, error) {
	fail := func(err error) (*Module, error) {
		var of *ModuleError
		if errors.As(err, &of) && of.Module == in.Name {
			return nil, err
		}
		return nil, &ModuleError{in.Name, "replace " + old.in.Name, err}
	}
	for _, name := range old.in.Functions {
		if !slices.Contains(in.Functions, name) {
			return fail(fmt.Errorf("%w: it has no %s", ErrInput, name))
		}
	}
	if in.Lazy {
		return fail(fmt.Errorf("%w: a lazy module replaces none", ErrInput))
	}
	if old.in.Functions == nil {
		return fail(fmt.Errorf("%w: it has no functions behind stubs", ErrInput))
	}
	m, err := e.read(ctx, in)
	if m == nil {
		return nil, err
	}
	taken := false
	defer func() {
		if !taken { // also if a callback panics
			m.drop()
		}
	}()
	if err == nil {
		err = e.prepare(ctx, m)
	}
	if err == nil {
		err = e.take(ctx, m)
	}
	if err != nil {
		return fail(err)
	}
	taken = true
	if err = e.putInPlace(ctx, old, m); err != nil {
		return fail(err)
	}
	defer e.retire(ctx, old.units[0]) // also if a callback panics
	if err = e.syncStubs(ctx); err != nil {
		_, err = fail(err)
	}
	return m, err
}

// putInPlace makes a module ready and has the stubs of old lead to it. One that does not come into place is discarded.
func (e *Engine) putInPlace(ctx context.Context, old, m *Module) (err error) {
	inPlace := false
	defer func() {
		if !inPlace { // also if a callback panics
			err = errors.Join(err, e.discard(ctx, m))
		}
	}()
	addrs, err := e.complete(ctx, m.units[0])
	if err != nil {
		return err
	}
	more, err := e.newStubs(ctx, len(m.in.Functions)-len(old.in.Functions))
	if err != nil {
		return err
	}
	if err = e.exchange(old, m, addrs, more); err != nil {
		freeStubs(more)
		return err
	}
	inPlace = true
	return nil
}

// exchange switches the stubs of old to m, those that m has more to itself.
func (e *Engine) exchange(old, m *Module, addrs []uint64, more []*stubs.Stub) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.life != open {
		return ErrClosed
	}
	if old.state == Removed || !old.is(present) {
		return fmt.Errorf("%s: %w", old.in.Name, ErrRemoved)
	}
	for _, name := range m.in.Functions {
		if sw := e.switches[name]; sw != nil && sw.u != old.units[0] {
			return &rtdyld.DuplicateError{Symbol: name, First: sw.u.name, Second: m.in.Name}
		}
	}
	for _, name := range m.in.Functions {
		more = e.lead(name, m.units[0], more)
	}
	e.point(m.units[0], addrs)
	e.depart(old, gone)
	e.move(old, Removed)
	old.units[0].enter(removed)
	old.stop()
	return nil
}

// retired is a unit that was replaced, with the epochs of calls that may be inside.
type retired struct {
	u      *unit
	epochs []*epoch
	led    bool // stubs may lead to it yet, and epochs are not known
}

// turn notes the epochs of calls that may be inside a unit, once no stub leads there. e.mu is held.
func (e *Engine) turn(r *retired) {
	if r.led && (e.table.Table == nil || !e.table.Pending()) {
		r.led, r.epochs = false, e.calls.turn()
	}
}

// due reports whether no call is inside a unit, loads it or finalizes it. e.mu is held.
func (r retired) due() bool {
	return !r.led && r.u.flight == nil && r.u.visits == 0 && !slices.ContainsFunc(r.epochs, func(x *epoch) bool { return !x.empty() })
}

// maxRetired is how many of them wait for calls to end before a Replace does.
const maxRetired = 64

// retire unloads a unit that was replaced, once no call is inside, and those before it
// of which that is true now.
func (e *Engine) retire(ctx context.Context, u *unit) {
	e.mu.Lock()
	r := retired{u: u, led: true}
	e.turn(&r)
	e.retired = append(e.retired, r)
	var first []*epoch
	if len(e.retired) > maxRetired && e.life != closed {
		first = e.retired[0].epochs
	}
	e.mu.Unlock()
	if e.calls.wait(ctx, first) != nil {
		return
	}
	if err := e.reapApart(ctx); err != nil && ctx.Err() == nil {
		e.logError("replaced module is not removed as it should be", slog.String("module", u.m.in.Name), slog.Any("error", err))
	}
}

// reap unloads what was replaced and has no call inside any more.
func (e *Engine) reap(ctx context.Context) error {
	e.mu.Lock()
	var due []*unit
	switch e.life {
	case closed: // Close has not found these
		for _, r := range e.retiredAll() {
			due = append(due, r.u)
		}
	case open:
		for i := range e.retired {
			e.turn(&e.retired[i])
		}
		e.retired = slices.DeleteFunc(e.retired, func(r retired) bool {
			if r.due() {
				due = append(due, r.u)
				return true
			}
			return false
		})
	}
	e.mu.Unlock()
	var calls []func() error
	for _, u := range due {
		calls = append(calls, func() error { return e.discardUnit(ctx, u) })
	}
	return nested.Each(calls...)
}

// reapApart is reap for a caller that may leave.
func (e *Engine) reapApart(ctx context.Context) error {
	e.mu.Lock()
	none := len(e.retired) == 0
	e.mu.Unlock()
	if none {
		return nil
	}
	return e.apart(ctx, work{do: func(e *Engine, ctx context.Context, _ work) error { return e.reap(context.WithoutCancel(ctx)) }})
}

// retiredAll takes all that were replaced, even with calls inside. e.mu is held.
func (e *Engine) retiredAll() []retired {
	all := e.retired
	e.retired = nil
	return all
}

// discard takes a module with Functions away that did not come into place, in which no calls have been but those that make it
// ready. What is still at work on it, for a caller that has left, takes the rest away.
func (e *Engine) discard(ctx context.Context, m *Module) error {
	e.mu.Lock()
	e.depart(m, gone)
	m.stop()
	e.move(m, Removed)
	m.units[0].enter(removed)
	e.retired = append(e.retired, retired{u: m.units[0]})
	e.mu.Unlock()
	return e.reapApart(ctx)
}

// discardUnit unloads a unit's object, closes its linker and its image.
func (e *Engine) discardUnit(ctx context.Context, u *unit) error {
	e.mu.Lock()
	o := u.obj
	e.mu.Unlock()
	defer func() { // also if a callback panics
		e.mu.Lock()
		defer e.mu.Unlock()
		e.displace(u)
		u.enter(removed)
		u.m.drop()
	}()
	return nested.Each(func() error {
		if o == nil {
			return nil
		}
		return u.linker.Unload(ctx, o)
	}, func() error { return u.closeLinker(ctx) })
}
