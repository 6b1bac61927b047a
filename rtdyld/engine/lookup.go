package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Lookup finds a name, whose address is ready to be called: the module that defines it,
// and all that it refers to, is compiled, loaded and finalized if it is not. A name that
// no module defines is asked of the Resolver.
//
// Errors match [ErrNotFound] or are a *ModuleError, with a *[ChainError] in it where the
// fault is with a name further on. Modules that are not at fault stay as they are: what
// is missing may be added and Lookup called again.
func (e *Engine) Lookup(ctx context.Context, name string) (rtdyld.Symbol, error) {
	s, _, err := e.find(ctx, name)
	return s, err
}

// find is Lookup; the unit is nil for an external name. Whatever fails since the engine was
// closed meanwhile matches ErrClosed.
func (e *Engine) find(ctx context.Context, name string) (rtdyld.Symbol, *unit, error) {
	s, u, err := e.search(ctx, name)
	if err != nil && !errors.Is(err, ErrClosed) {
		e.mu.Lock()
		closed := e.life != open
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
		s, err := e.linker.Lookup(name)
		o := s.Object
		if err != nil {
			again, s, err := e.seek(ctx, name)
			if err != nil || !again {
				return s, nil, err
			}
			continue
		}
		e.mu.Lock()
		u := e.objects[o]
		ready := u != nil && isClosed(u.wait)
		if u != nil && !u.m.is(present) {
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
		if s, _ := e.linker.Lookup(name); s.Object == o {
			return s, u, nil // where finalizing left it
		}
	}
}

// seek loads the module that defines a name that the linker does not know; again says
// that it does now. Else the symbol is external.
func (e *Engine) seek(ctx context.Context, name string) (again bool, s rtdyld.Symbol, err error) {
	e.mu.Lock()
	closed := e.life != open
	u := e.index.definer(name)
	e.mu.Unlock()
	switch {
	case closed:
		return false, s, ErrClosed
	case u != nil:
		if err := e.load(ctx, u, name); err != nil {
			return false, s, err
		}
		if !e.defines(name) {
			return false, s, &ModuleError{u.m.in.Name, "look up " + name, fmt.Errorf("%w by its object, which was said to", ErrNotFound)}
		}
		return true, s, nil
	}
	if r := e.cfg.Linker.Resolver; r != nil {
		out := make([]rtdyld.Symbol, 1)
		if err := e.aside(ctx, "Resolver.Resolve", func() error { return r.Resolve(ctx, []rtdyld.Ref{{Name: name}}, out) }); err != nil {
			return false, s, err
		}
		if out[0].Found {
			return false, out[0], nil
		}
	}
	found, err := e.learn(ctx, func() bool { return e.defines(name) }, name)
	if err == nil && !found {
		err = fmt.Errorf("%s: %w", name, ErrNotFound)
	}
	return found, s, err
}

// learn loads sources of which nobody knows what they define, in the order in which they
// were added, until found is true or there are no more.
func (e *Engine) learn(ctx context.Context, found func() bool, wanted string) (bool, error) {
	var errs []error
	var last *unit // that was tried, and is one still
	for {
		if found() {
			return true, nil
		}
		e.mu.Lock()
		u := e.index.unknownAfter(last)
		e.mu.Unlock()
		if u == nil {
			return false, texts.Join(errs...)
		}
		if err := e.load(ctx, u, wanted); err != nil {
			if ctx.Err() != nil {
				return false, context.Cause(ctx)
			}
			errs = append(errs, err)
		}
		e.mu.Lock()
		if u.unknown != nil {
			last = u
		}
		e.mu.Unlock()
	}
}

// resolver is what the linker asks for undefined names: it loads modules that define them and
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
		u := e.index.definer(refs[i].Name)
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
	return r.resolveOthers(ctx, refs, out, own)
}

// resolveOthers answers for names that no module is known to define: all but own.
func (r *resolver) resolveOthers(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol, own []bool) error {
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
		found := func() bool { return r.e.defines(name) }
		if _, err := r.e.learn(ctx, found, name); err != nil {
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

// defines reports whether the linker has a definition of a name.
func (e *Engine) defines(name string) bool {
	_, err := e.linker.Lookup(name)
	return err == nil
}
