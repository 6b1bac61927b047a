package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Lookup returns the address of a name, ready to be called: the module that defines it,
// and all that it refers to, is compiled, loaded and finalized if it is not. A name that
// no module defines is asked of the Resolver.
//
// Errors match [ErrNotFound] or are a *ModuleError, with a *[ChainError] in it where the
// fault is with a name further on. Modules that are not at fault stay as they are: what
// is missing may be added and Lookup called again.
func (e *Engine) Lookup(ctx context.Context, name string) (uint64, error) {
	s, _, err := e.find(ctx, name)
	return s.Addr, err
}

// find is Lookup; the unit is nil for a name outside. Whatever fails since the engine was
// closed meanwhile matches ErrClosed.
func (e *Engine) find(ctx context.Context, name string) (rtdyld.Symbol, *unit, error) {
	s, u, err := e.search(ctx, name)
	if err != nil && !errors.Is(err, ErrClosed) {
		e.mu.Lock()
		closed := e.closed
		e.mu.Unlock()
		if closed {
			err = fmt.Errorf("%w: %w", ErrClosed, err)
		}
	}
	return s, u, err
}

func (e *Engine) search(ctx context.Context, name string) (rtdyld.Symbol, *unit, error) {
	for {
		if s, u, err := e.throughStub(name); u != nil || err != nil {
			return s, u, err
		}
		s, o := e.linker.LookupObject(name)
		if o == nil {
			again, s, err := e.seek(ctx, name)
			if err != nil || !again {
				return s, nil, err
			}
			continue
		}
		e.mu.Lock()
		u := e.objects[o]
		ready := u != nil && u.ready
		if u != nil && u.m.removing {
			e.mu.Unlock()
			return s, nil, &ModuleError{u.m.in.Name, "look up " + name, ErrRemoved}
		}
		e.mu.Unlock()
		if ready {
			return s, u, nil
		}
		if u == nil { // it has gone since, or was loaded a moment ago
			if ctx.Err() != nil {
				return s, nil, context.Cause(ctx)
			}
			runtime.Gosched()
			continue
		}
		if err := e.finalize(ctx, o, name); err != nil {
			return s, nil, err
		}
		if s, o2 := e.linker.LookupObject(name); o2 == o {
			return s, u, nil // where finalizing left it
		}
	}
}

// seek loads the module that defines a name that the linker does not know; again says
// that it does now. Else the symbol is from outside.
func (e *Engine) seek(ctx context.Context, name string) (again bool, s rtdyld.Symbol, err error) {
	e.mu.Lock()
	closed := e.closed
	u := e.definer(name)
	e.mu.Unlock()
	switch {
	case closed:
		return false, s, ErrClosed
	case u != nil:
		if err := e.load(ctx, u, name); err != nil {
			return false, s, err
		}
		if _, o := e.linker.LookupObject(name); o == nil {
			return false, s, &ModuleError{u.m.in.Name, "look up " + name, fmt.Errorf("%w by its object, which was said to", ErrNotFound)}
		}
		return true, s, nil
	}
	if r := e.cfg.Linker.Resolver; r != nil {
		out := make([]rtdyld.Symbol, 1)
		if err := r.Resolve(ctx, []rtdyld.Ref{{Name: name}}, out); err != nil {
			return false, s, err
		}
		if out[0].Found {
			return false, out[0], nil
		}
	}
	found, err := e.learn(ctx, func() bool { _, o := e.linker.LookupObject(name); return o != nil }, name)
	if err == nil && !found {
		err = fmt.Errorf("%s: %w", name, ErrNotFound)
	}
	return found, s, err
}

// definer is the unit to load for a name: the first that was added and not failed, or one
// that failed.
func (e *Engine) definer(name string) *unit {
	us := e.index[name]
	for _, u := range us {
		if u.state != Failed && !u.m.leaving() {
			return u
		}
	}
	if len(us) > 0 && !us[0].m.leaving() {
		return us[0]
	}
	return nil
}

// learn loads sources of which nobody knows what they define, in the order in which they
// were added, until found is true or there are no more.
func (e *Engine) learn(ctx context.Context, found func() bool, wanted string) (bool, error) {
	var errs []error
	tried := map[*unit]bool{}
	for {
		if found() {
			return true, nil
		}
		e.mu.Lock()
		var u *unit
		for _, x := range e.unknown {
			if !tried[x] && !x.m.removing {
				u = x
				break
			}
		}
		e.mu.Unlock()
		if u == nil {
			return false, errors.Join(errs...)
		}
		tried[u] = true
		if err := e.load(ctx, u, wanted); err != nil {
			if ctx.Err() != nil {
				return false, context.Cause(ctx)
			}
			errs = append(errs, err)
		}
	}
}

// resolver is what the linker asks for open names: it loads modules that define them and
// asks the engine's own resolver for the others.
type resolver struct {
	e    *Engine
	next rtdyld.Resolver
}

// Resolve implements [rtdyld.Resolver]. What a module defines is left open: the linker
// looks again once it is loaded.
func (r *resolver) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	e := r.e
	var load []*unit
	var names []string
	own := make([]bool, len(refs))
	e.mu.Lock()
	for i := range refs {
		if sw := e.switches[refs[i].Name]; sw != nil {
			if m := sw.u.m; m.leaving() {
				e.mu.Unlock()
				return &nameError{refs[i].Name, &ModuleError{m.in.Name, "look up " + refs[i].Name, ErrRemoved}}
			}
			out[i], own[i] = sw.symbol(), true
			continue
		}
		u := e.definer(refs[i].Name)
		if u == nil || refs[i].Weak && u.m.index != nil {
			continue // as in static links a weak reference takes nothing from archives
		}
		own[i] = true
		if !slices.Contains(load, u) {
			load, names = append(load, u), append(names, refs[i].Name)
		}
	}
	e.mu.Unlock()
	for i, u := range load {
		if err := e.load(ctx, u, names[i]); err != nil {
			return &nameError{names[i], err}
		}
	}
	var open []rtdyld.Ref
	var at []int
	for i := range refs {
		if !own[i] {
			open, at = append(open, refs[i]), append(at, i)
		}
	}
	if len(open) == 0 {
		return nil
	}
	if r.next != nil {
		got := make([]rtdyld.Symbol, len(open))
		if err := r.next.Resolve(ctx, open, got); err != nil {
			return err
		}
		for k, i := range at {
			out[i] = got[k]
		}
	}
	for k, i := range at {
		if out[i].Found || open[k].Weak || open[k].Unused {
			continue
		}
		name := open[k].Name
		found := func() bool { _, o := e.linker.LookupObject(name); return o != nil }
		if _, err := e.learn(ctx, found, name); err != nil {
			return &nameError{name, err}
		}
	}
	return nil
}

// nameError carries the name for which the resolver failed to explain.
type nameError struct {
	name string
	err  error
}

func (e *nameError) Error() string { return e.name + ": " + e.err.Error() }
func (e *nameError) Unwrap() error { return e.err }

// explain puts the chain of references that led to an error before it. u is what was to
// be finalized, for the name root.
func (e *Engine) explain(err error, u *unit, root string) error {
	var undefined *rtdyld.UndefinedError
	var named *nameError
	var missing, by string
	switch {
	case errors.As(err, &named):
		missing, err = named.name, named.err
	case errors.As(err, &undefined) && len(undefined.Symbols) > 0:
		missing = undefined.Symbols[0].Name
		if refs := undefined.Symbols[0].Refs; len(refs) > 0 {
			by = refs[0].Object
		}
	default:
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	chain := []Link{{Symbol: missing}}
	name, seen := missing, map[*unit]bool{}
	for {
		x := e.mentioning(name, by, seen)
		if x == nil {
			break
		}
		seen[x] = true
		wanted := x.wanted
		if x == u && root != "" {
			wanted = root
		}
		if wanted == "" {
			wanted = x.name
		}
		chain = append(chain, Link{wanted, x.m.in.Name})
		if x == u {
			break
		}
		name, by = x.wanted, ""
	}
	slices.Reverse(chain)
	return &ChainError{chain, err}
}

// mentioning is a loaded unit whose object refers to a name; by is the object's name if
// it is known.
func (e *Engine) mentioning(name, by string, seen map[*unit]bool) *unit {
	for o, u := range e.objects {
		if seen[u] || by != "" && o.Name() != by || o.State() == rtdyld.Unloaded {
			continue
		}
		img := o.Image()
		for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
			if img.Symbols[i].Section == objfmt.SecUndef && img.SymbolName(objfmt.SymbolID(i)) == name {
				return u
			}
		}
	}
	return nil
}
