package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Unload takes objects out of the linker: it runs their destructors, deregisters
// their call frames, tells the listeners, forgets their names and gives their
// memory back (a batch's when the last of its objects goes). Objects that others
// use, or that hold the copy of a group or a definition that others gave way to,
// are refused with an *InUseError unless those go with them; then nothing is
// unloaded. The caller sees to it that no thread runs their code.
//
// Every object goes even if a destructor, the unwinder or the memory manager
// returns an error; the errors are joined.
func (l *Linker) Unload(ctx context.Context, objs ...*Object) error {
	l.mu.Lock()
	set, err := l.unloadSet(objs)
	if err != nil || len(set) == 0 {
		l.mu.Unlock()
		return err
	}
	var ran []*Object // those whose constructors ran
	for _, o := range set {
		if o.state == Finalized && !o.late {
			ran = append(ran, o)
			if len(l.cfg.Listeners) > 0 {
				o.last = l.symbols(o)
			}
		}
	}
	// From here on nobody can come to use them.
	for _, o := range set {
		l.forgetNames(o)
		l.unpend(o)
		o.state = unloading
	}
	l.changes++
	l.mu.Unlock()

	var errs []error
	due := ran
	if slices.ContainsFunc(ran, (*Object).isDestructed) {
		due = slices.DeleteFunc(slices.Clone(ran), (*Object).isDestructed)
	}
	if l.cfg.Initializer != nil && len(due) > 0 {
		errs = append(errs, l.cfg.Initializer.Fini(ctx, due, finiFuncs(due...)))
	}
	for _, o := range slices.Backward(set) {
		if o.registered {
			errs = append(errs, l.deregister(ctx, o))
		}
	}
	if len(ran) > 0 {
		for _, ls := range l.cfg.Listeners {
			ls.Unloading(ran)
		}
	}

	l.mu.Lock()
	defer l.mu.Unlock()
	for _, o := range set {
		errs = append(errs, l.release(ctx, o)...)
		if l.closed { // meanwhile: there are no books any more
			o.state = Unloaded
			errs = appendError(errs, o.closeImage())
			continue
		}
		if o.late {
			l.late--
		}
		l.forget(o)
	}
	l.stamped = nil
	return errors.Join(errs...)
}

// Destruct runs the destructors of finalized objects, as Unload would, which then does not run
// them again: what they call may so be loaded while they run. Objects that others use are refused
// with an *InUseError as by Unload. Those that are not finalized, or whose destructors have run, are
// left alone. The error is the Initializer's.
func (l *Linker) Destruct(ctx context.Context, objs ...*Object) error {
	l.mu.Lock()
	set, err := l.unloadSet(objs)
	set = slices.DeleteFunc(set, func(o *Object) bool { return o.state != Finalized || o.late || o.destructed })
	var fini []uint64
	if err == nil && l.cfg.Initializer != nil {
		fini = finiFuncs(set...)
	}
	for _, o := range set {
		o.destructed = true
	}
	l.mu.Unlock()
	if err != nil || l.cfg.Initializer == nil || len(set) == 0 {
		return err
	}
	return l.cfg.Initializer.Fini(ctx, set, fini)
}

func (o *Object) isDestructed() bool { return o.destructed }

// unloadSet checks that nobody outside objs uses any of them and returns them
// without repetition, in load order.
func (l *Linker) unloadSet(objs []*Object) ([]*Object, error) {
	if l.closed {
		return nil, ErrClosed
	}
	var set []*Object
	inside := make(map[uint32]uint32, len(objs)) // uses from within the set, by object
	for _, o := range objs {
		if o.l != l {
			return nil, fmt.Errorf("%s: object of another linker", o.name)
		}
		if o.gone() {
			return nil, fmt.Errorf("%s: %w", o.name, ErrUnloaded)
		}
		if _, twice := inside[o.num]; !twice {
			inside[o.num] = 0
			set = append(set, o)
		}
	}
	for _, o := range set {
		for _, u := range o.uses {
			if n, ok := inside[u]; ok {
				inside[u] = n + 1
			}
		}
	}
	for _, o := range set {
		if o.users == inside[o.num] {
			continue
		}
		e := &InUseError{Object: o.name}
		for _, u := range l.objects {
			if u == nil || !slices.Contains(u.uses, o.num) {
				continue
			}
			if _, goes := inside[u.num]; !goes {
				e.Users = append(e.Users, u.name)
			}
		}
		return nil, e
	}
	sortObjects(set)
	return set, nil
}
