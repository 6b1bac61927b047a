package rtdyld

import (
	"context"
	"errors"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/texts"
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
func (l *Linker) Unload(ctx context.Context, objs ...*Object) (err error) {
	if err := l.begin(ctx); err != nil {
		return err
	}
	set, err := l.unloadSet(ctx, objs)
	if err != nil || len(set) == 0 {
		return join(err, l.end(ctx))
	}
	ran := l.vanish(set)
	kept := l.takeFreed() // stubs, which destructors may use
	errs := appendError(nil, l.unlock(ctx))
	defer func() { // also if a callback panics
		err = errors.Join(err, l.bury(ctx, set, kept))
	}()

	due := ran
	if slices.ContainsFunc(ran, (*Object).isDestructed) {
		due = slices.DeleteFunc(slices.Clone(ran), (*Object).isDestructed)
	}
	if l.cfg.Initializer != nil && len(due) > 0 {
		errs = appendError(errs, l.cfg.Initializer.Fini(ctx, due, finiFuncs(due...)))
	}
	for _, o := range slices.Backward(set) {
		if o.was >= registered {
			errs = appendError(errs, l.deregister(ctx, o))
		}
	}
	if len(ran) > 0 {
		for _, ls := range l.cfg.Listeners {
			ls.Unloading(ran)
		}
	}
	return texts.Join(errs...)
}

// bury ends what vanish began.
func (l *Linker) bury(ctx context.Context, set []*Object, kept []freed) error {
	l.mu.Lock()
	var errs []error
	for _, o := range set {
		errs = appendError(errs, l.release(o))
	}
	l.freeAgain(kept)
	switch {
	case l.closed: // there are no books any more
	case l.work == idle:
		l.forgetEach(set)
	default:
		l.whenIdle(func() { l.forgetEach(set) })
	}
	return errors.Join(appendError(errs, l.end(ctx))...)
}

func (l *Linker) forgetEach(set []*Object) {
	for _, o := range set {
		_ = l.forget(o) // which bury has released
	}
}

// vanish has nobody come to use objects any more, and lists those whose constructors ran.
func (l *Linker) vanish(set []*Object) (ran []*Object) {
	some := slices.ContainsFunc(set, func(o *Object) bool { return !o.stage.done() })
	if !some {
		ran = set
	}
	for _, o := range set {
		if o.was = o.stage; o.stage.done() {
			if some {
				ran = append(ran, o)
			}
			l.keepSymbols(o)
		}
	}
	for _, o := range set {
		l.leaveHalf(o)
		l.unpend(o)
		o.enter(unloading) // from here on nobody finds its names
	}
	l.change()
	for _, o := range set {
		l.forgetNames(o) // in steps
	}
	return ran
}

// Destruct runs the destructors of finalized objects, as Unload would, which then does not run
// them again: what they call may so be loaded while they run. Objects that others use are refused
// with an *InUseError as by Unload. Those that are not finalized, or whose destructors have run, are
// left alone. The error is the Initializer's.
func (l *Linker) Destruct(ctx context.Context, objs ...*Object) error {
	if err := l.begin(ctx); err != nil {
		return err
	}
	set, err := l.unloadSet(ctx, objs)
	set = slices.DeleteFunc(set, func(o *Object) bool { return o.stage != finalized })
	var fini []uint64
	if err == nil && l.cfg.Initializer != nil {
		fini = finiFuncs(set...)
	}
	for _, o := range set {
		o.enter(destructed)
	}
	released := l.end(ctx)
	if err != nil || l.cfg.Initializer == nil || len(set) == 0 {
		return join(err, released)
	}
	return join(l.cfg.Initializer.Fini(ctx, set, fini), released)
}

func (o *Object) isDestructed() bool { return o.was == destructed }

// unloadSet checks that nobody outside objs uses any of them and returns them
// without repetition, in load order. It waits for whoever finalizes them.
func (l *Linker) unloadSet(ctx context.Context, objs []*Object) ([]*Object, error) {
	for slices.ContainsFunc(objs, func(o *Object) bool { return o.l == l && o.batch.claimed }) {
		if err := l.waitClaim(ctx); err != nil {
			return nil, err
		}
	}
	if err := l.has(objs); err != nil {
		return nil, err
	}
	set := make([]*Object, 0, len(objs))
	inside := make(map[uint32]uint32, len(objs)) // uses from within the set, by object
	for _, o := range objs {
		if _, twice := inside[o.num]; !twice {
			inside[o.num] = 0
			set = append(set, o)
		}
	}
	for _, o := range set {
		for _, u := range l.names.Uses(o.num) {
			if n, ok := inside[u]; ok {
				inside[u] = n + 1
			}
		}
	}
	for _, o := range set {
		if l.names.Users(o.num) == inside[o.num] {
			continue
		}
		e := &InUseError{Object: o.name}
		for _, u := range l.objects {
			if u == nil || !l.names.IsUser(u.num, o.num) {
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
